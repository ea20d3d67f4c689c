package mock

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"switchyard/mission"
	"switchyard/model"
)

func client(url, key string) *openai.Client {
	cfg := openai.DefaultConfig(key)
	cfg.BaseURL = url + "/v1"
	return openai.NewClientWithConfig(cfg)
}

// TestGoOpenAI drives the server with the client library that switchyard uses.
func TestGoOpenAI(t *testing.T) {
	_, url := start(t, Config{Player: players(), Key: "sk-right", Models: []string{"m"}, RPM: 100})
	c, ctx := client(url, "sk-right"), t.Context()
	request := openai.ChatCompletionRequest{Model: "m", User: "e1/0/planner/0",
		Messages: []openai.ChatCompletionMessage{{Role: "user", Content: "Hello"}},
		ResponseFormat: &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: "plan", Strict: true, Schema: rawSchema(`{"type":"object"}`)}}}

	res, err := c.CreateChatCompletion(ctx, request)
	if err != nil {
		t.Fatal(err)
	}
	if res.Choices[0].Message.Content != planText || res.Choices[0].FinishReason != openai.FinishReasonStop ||
		res.Usage.PromptTokensDetails == nil || res.Usage.TotalTokens == 0 || res.SystemFingerprint == "" {
		t.Errorf("%+v", res)
	}
	if limits := res.GetRateLimitHeaders(); limits.LimitRequests != 100 || limits.RemainingRequests != 99 || limits.ResetRequests.String() != "1m0s" {
		t.Errorf("%+v", limits)
	}

	stream, err := c.CreateChatCompletionStream(ctx, request)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	var text strings.Builder
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(part.Choices[0].Delta.Content)
	}
	if text.String() != planText {
		t.Errorf("streamed %q", text.String())
	}

	models, err := c.ListModels(ctx)
	if err != nil || len(models.Models) != 1 || models.Models[0].ID != "m" {
		t.Errorf("%+v %v", models, err)
	}
	if m, err := c.GetModel(ctx, "m"); err != nil || m.ID != "m" {
		t.Errorf("%+v %v", m, err)
	}

	_, err = client(url, "sk-wrong").CreateChatCompletion(ctx, request)
	if e := (*openai.APIError)(nil); !errors.As(err, &e) || e.HTTPStatusCode != 401 || e.Code != "invalid_api_key" {
		t.Errorf("wrong key: %v", err)
	}
	request.Model = "m3"
	_, err = c.CreateChatCompletion(ctx, request)
	if e := (*openai.APIError)(nil); !errors.As(err, &e) || e.HTTPStatusCode != 404 || e.Code != "model_not_found" {
		t.Errorf("unknown model: %v", err)
	}
}

func TestGoOpenAIAzure(t *testing.T) {
	_, url := start(t, Config{Player: players(), Key: "azure-key", Models: []string{"my-deployment"}})
	cfg := openai.DefaultAzureConfig("azure-key", url)
	cfg.AzureModelMapperFunc = func(string) string { return "my-deployment" }
	res, err := openai.NewClientWithConfig(cfg).CreateChatCompletion(t.Context(), openai.ChatCompletionRequest{
		Model: "gpt-4o", User: "e1/0/ai/0", Messages: []openai.ChatCompletionMessage{{Role: "user", Content: "Hello"}}})
	if err != nil || res.Choices[0].Message.Content != aiText || res.Model != "my-deployment" {
		t.Errorf("%+v %v", res, err)
	}
}

// TestModelClient has a conversation with tools by way of switchyard's own
// client: what one sends, the other reads.
func TestModelClient(t *testing.T) {
	_, url := start(t, Config{Player: answering{}})
	c, err := model.NewClient(model.ClientConfig{Endpoint: model.Endpoint{BaseURL: url + "/v1"}, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	r := &model.Request{Trace: "t", Messages: []model.Message{{Role: "user", Text: "Rome to Porto?"}}, Tools: []model.Tool{{Name: "search_flights"}}}
	first, err := c.Complete(t.Context(), r)
	if err != nil || first.Whole() != nil || len(first.Calls) != 2 || first.Calls[0].Arguments != flightArguments || first.Text != "" || first.Finish != "tool_calls" {
		t.Fatalf("%+v, %v", first, err)
	}
	r.Messages = append(r.Messages, model.Message{Role: "assistant", Calls: first.Calls})
	for _, call := range first.Calls {
		r.Messages = append(r.Messages, model.Message{Role: "tool", Text: call.Name + call.Arguments, CallID: call.ID, Name: call.Name})
	}
	last, err := c.Complete(t.Context(), r)
	if err != nil || last.Calls != nil || last.Text != "search_flights search_flights"+flightArguments || last.Usage.Input <= first.Usage.Input {
		t.Errorf("%+v, %v", last, err)
	}
}

// answering is a player that calls tools and then says what it was told first.
type answering struct{}

func (answering) Play(context.Context, string) (*Answer, error) { return nil, ErrUnknownTrace }

func (answering) Hear(_ context.Context, q *Request) (*Answer, error) {
	for _, m := range q.Messages {
		if m.Role == "tool" {
			return &Answer{Text: q.Tools[0].Name + " " + m.Text}, nil
		}
	}
	return &Answer{Calls: []mission.Action{{Name: q.Tools[0].Name, Arguments: []byte(flightArguments)}, {Name: "invented", Arguments: []byte("{")}}}, nil
}

type rawSchema string

func (r rawSchema) MarshalJSON() ([]byte, error) { return []byte(r), nil }
