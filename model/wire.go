package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sashabaranov/go-openai"
)

// canonical identifies a request. The hash of its JSON is the [Key], so
// changing the order or the names of the fields would lose all stored
// answers.
type canonical struct {
	Messages   []Message       `json:"messages"`
	SchemaName string          `json:"schema_name,omitempty"`
	Schema     json.RawMessage `json:"schema,omitempty"` // members sorted
	Tools      []Tool          `json:"tools,omitempty"`  // of their parameters, too
	Embed      []string        `json:"embed,omitempty"`
	Sampling   Sampling        `json:"sampling"`
	Model      string          `json:"model"`
	Endpoint   string          `json:"endpoint"`
	API        string          `json:"api"`
	Deployment string          `json:"deployment,omitempty"`
	Attempt    int             `json:"attempt"`
	Sample     int             `json:"sample"`
	Rehearsal  string          `json:"rehearsal,omitempty"` // what a mock says about itself
}

// key returns the key of an attempt.
func (c canonical) key() (Key, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return Key{}, err
	}
	return sha256.Sum256(text), nil
}

// sorted returns JSON in a canonical form, whatever its formatting.
func sorted(text json.RawMessage) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v) // sorts the members of objects
}

// jitter returns a number from 0 to 1 that depends only on the request, so
// that a repeated run waits as long as before.
func (k Key) jitter(n int) float64 {
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(k[:]), uint64(n))).Float64()
}

// body is the request as it is sent. go-openai's type leaves out a
// temperature of 0, and its client rejects parameters based on the model's
// name; here the endpoint decides. Fields of this type take precedence over
// the embedded ones.
type body struct {
	openai.ChatCompletionRequest
	Messages    []wireMessage `json:"messages"`
	Temperature *float64      `json:"temperature,omitempty"`
	TopP        *float64      `json:"top_p,omitempty"`
	MaxTokens   int           `json:"max_tokens,omitempty"`
}

// longestUser is OpenAI's limit for the user field, in bytes.
const longestUser = 64

// encode returns the body of a request in a shape that the endpoint is known
// or hoped to accept.
func encode(r *Request, model string, s Sampling, as shape) ([]byte, error) {
	if len(r.Embed) > 0 {
		e := openai.EmbeddingRequest{Input: r.Embed, Model: openai.EmbeddingModel(model)}
		if !as.dropped.has(parUser) {
			e.User = cut(r.Trace, longestUser)
		}
		return json.Marshal(e)
	}
	b := body{Messages: wired(r.Messages, !as.dropped.has(parName))}
	b.Model, b.Tools = model, offer(r.Tools)
	if !as.dropped.has(parUser) {
		b.User = cut(r.Trace, longestUser)
	}
	if !as.dropped.has(parTemperature) {
		b.Temperature = s.Temperature
	}
	if !as.dropped.has(parTopP) {
		b.TopP = s.TopP
	}
	if !as.dropped.has(parSeed) {
		b.Seed = s.Seed
	}
	if !as.dropped.has(parEffort) {
		b.ReasoningEffort = s.ReasoningEffort
	}
	if as.completion {
		b.MaxCompletionTokens = s.MaxTokens
	} else {
		b.MaxTokens = s.MaxTokens
	}
	if r.Schema != nil {
		b.ask(r.Schema, as.mode)
	}
	return json.Marshal(b)
}

// ask asks for an answer in JSON.
func (b *body) ask(s *Schema, mode Mode) {
	switch mode {
	case ModeSchema:
		b.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			// Not strict: in strict mode every object must list all its members,
			// and those of arguments are not known beforehand.
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: s.Name, Schema: s.JSON},
		}
	case ModeObject:
		b.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
		// OpenAI wants the word JSON in the prompt.
		b.instruct("Answer with one JSON document and nothing else. It must be valid against this JSON Schema (draft-07):\n" + string(s.JSON))
	default:
		b.instruct("Answer with one JSON document in one fenced block, which opens with ```json and closes with ```. " +
			"Write nothing before or after the block. The document must be valid against this JSON Schema (draft-07):\n" + string(s.JSON))
	}
}

// instruct extends the system message, because many chat templates support
// only one, and only as the first message.
func (b *body) instruct(text string) {
	if len(b.Messages) > 0 && b.Messages[0].Role == "system" && b.Messages[0].Content != nil {
		text = *b.Messages[0].Content + "\n\n" + text
		b.Messages[0].Content = &text
		return
	}
	b.Messages = slices.Insert(b.Messages, 0, wireMessage{Role: "system", Content: &text})
}

// completion is a chat completion, as far as it is read. Endpoints add other
// fields of various types.
type completion struct {
	Choices []struct {
		Message struct {
			Content  content    `json:"content"`
			Refusal  string     `json:"refusal"`
			Calls    []toolCall `json:"tool_calls"`
			Function *function  `json:"function_call"` // what tool_calls was before
		} `json:"message"`
		Finish string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		Input   int `json:"prompt_tokens"`
		Output  int `json:"completion_tokens"`
		Details struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		Hit int `json:"prompt_cache_hit_tokens"` // DeepSeek's word for cached
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
	Data  []struct {      // of embeddings
		Index     int       `json:"index"`
		Embedding []float64 `json:"embedding"`
	} `json:"data"`
}

// content is the text of a message: a string, null, or a list of parts.
type content string

// UnmarshalJSON implements [json.Unmarshaler].
func (c *content) UnmarshalJSON(b []byte) error {
	if len(b) == 0 || b[0] != '[' {
		return json.Unmarshal(b, (*string)(c))
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	*c = ""
	for _, p := range parts {
		*c += content(p.Text)
	}
	return nil
}

// finishError is the finish reason that gateways give for a fault behind
// them.
const finishError = "error"

// read parses the body of a successful response. The error says what is wrong
// with it, for people.
func read(text []byte) (*Response, error) {
	var c completion
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &c); err != nil {
		return nil, fmt.Errorf("the answer is not a chat completion: %w", err)
	}
	usage := Usage{Input: c.Usage.Input, Cached: max(c.Usage.Details.Cached, c.Usage.Hit), Output: c.Usage.Output}
	if len(c.Choices) == 0 && len(c.Data) > 0 {
		r := &Response{Finish: "stop", Usage: usage, Vectors: make([][]float64, len(c.Data))}
		for _, d := range c.Data {
			if d.Index < 0 || d.Index >= len(c.Data) || r.Vectors[d.Index] != nil || len(d.Embedding) == 0 {
				return nil, fmt.Errorf("the answer is not a list of embeddings, one for each text")
			}
			r.Vectors[d.Index] = d.Embedding
		}
		return r, nil
	}
	if len(c.Choices) == 0 {
		if len(c.Error) > 0 && string(c.Error) != "null" {
			return nil, fmt.Errorf("an error instead of an answer: %s", readProblem(text).message)
		}
		return nil, fmt.Errorf("the answer is not a chat completion: it has no choices")
	}
	first := c.Choices[0]
	called := calls(first.Message.Calls, first.Message.Function)
	if first.Finish == finishError && first.Message.Content == "" && len(called) == 0 {
		return nil, fmt.Errorf("the endpoint broke off its answer")
	}
	r := &Response{
		Text: string(first.Message.Content), Calls: called, Finish: first.Finish,
		Usage: usage,
	}
	if r.Text == "" && len(called) == 0 && first.Message.Refusal != "" {
		r.Text, r.Finish = first.Message.Refusal, FinishRefusal
	}
	return r, nil
}

// FinishRefusal is the finish reason of an answer that the endpoint marks as a
// refusal by the model.
const FinishRefusal = "refusal"

// cut returns at most the first n bytes of a text, without splitting a
// character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// oneLine shortens a text to one line for an error message.
func oneLine(s string) string {
	const longest = 300
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
	if len(s) > longest {
		return cut(s, longest) + "…"
	}
	return s
}
