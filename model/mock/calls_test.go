package mock

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	openai "github.com/sashabaranov/go-openai"
	"pgregory.net/rapid"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

// offers is the part of a request that offers two of airTools.
const offers = `,"tools":[{"type":"function","function":{"name":"search_flights","description":"Finds flights.","parameters":{"type":"object",` +
	`"required":["from","to"],"properties":{"from":{"type":"string"},"to":{"type":"string"},"seats":{"type":"integer"}}}}},` +
	`{"type":"function","function":{"name":"book_flight"}}]`

const flightArguments = `{"from":"Rome","to":"Porto","seats":2}`

// called is an answer that calls two tools at once.
func called() *Answer {
	return &Answer{Role: Planner, Calls: []mission.Action{
		{Name: "search_flights", Arguments: json.RawMessage(flightArguments), Purpose: "Find flights."},
		{Name: "book_flight", Arguments: json.RawMessage(`{}`)},
	}}
}

func caller() script {
	both := called()
	both.Text = "One moment."
	return script{"call": called(), "both": both, "one": {Role: Planner, Calls: called().Calls[:1]}, "text": {Text: "Where to?", Role: AI}}
}

func TestCalls(t *testing.T) {
	_, url := start(t, Config{Player: caller()})
	r := send(t, "POST", url+"/v1/chat/completions", ask("call", offers, `,"tool_choice":"auto"`))
	c := r.completion(t)
	m := c.Choices[0]
	if m.FinishReason != "tool_calls" || !strings.Contains(string(r.body), `"content":null`) || len(m.Message.Calls) != 2 {
		t.Fatalf("%s", r.body)
	}
	first, second := m.Message.Calls[0], m.Message.Calls[1]
	if first.Type != "function" || first.Index != nil || first.Function != (wireFunction{"search_flights", flightArguments}) ||
		second.Function != (wireFunction{"book_flight", "{}"}) || first.ID == second.ID || !strings.HasPrefix(first.ID, "call_") {
		t.Errorf("%+v", m.Message.Calls)
	}
	// 14 bytes and 38, 11 and 2.
	if c.Usage.Completion != 4+10+3+1 {
		t.Errorf("usage: %+v", c.Usage)
	}
	again := send(t, "POST", url+"/v1/chat/completions", ask("call", offers, `,"tool_choice":"auto"`)).completion(t)
	if !cmp.Equal(again.Choices, c.Choices) {
		t.Errorf("asked again: %+v", again)
	}
	both := send(t, "POST", url+"/v1/chat/completions", ask("both", offers)).completion(t).Choices[0]
	if both.Message.Content != "One moment." || len(both.Message.Calls) != 2 || both.FinishReason != "tool_calls" {
		t.Errorf("%+v", both)
	}
	text := send(t, "POST", url+"/v1/chat/completions", ask("text", offers)).completion(t).Choices[0]
	if text.Message.Content != "Where to?" || text.Message.Calls != nil || text.FinishReason != "stop" {
		t.Errorf("%+v", text)
	}
}

// What is asked for has to be what the player does.
func TestToolChoice(t *testing.T) {
	_, url := start(t, Config{Player: caller()})
	named := func(name string) string {
		return `,"tool_choice":{"type":"function","function":{"name":"` + name + `"}}`
	}
	tool := func(function string) string { return `,"tools":[{"type":"function","function":` + function + `}]` }
	for _, c := range []struct {
		trace, more string
		status      int
		says, param string
	}{
		{"call", offers + `,"tool_choice":"required"`, 200, "search_flights", ""},
		{"call", offers + `,"tool_choice":"none"`, 400, "none that may be called", "tools"},
		{"call", "", 400, "none that may be called", "tools"},
		{"call", offers + named("book_flight"), 400, "calls another tool", "tool_choice"},
		{"one", offers + named("search_flights"), 200, "Rome", ""},
		{"one", offers + named("search_trains"), 400, "not among", "tool_choice"},
		{"text", offers + `,"tool_choice":"none"`, 200, "Where to?", ""},
		{"text", offers + `,"tool_choice":"required"`, 400, "calls no tool", "tool_choice"},
		{"text", offers + `,"tool_choice":"any"`, 400, "expected 'none'", "tool_choice"},
		{"text", offers + `,"tool_choice":{"type":"function"}`, 400, "expected 'none'", "tool_choice"},
		{"x", offers + `,"tool_choice":"auto"`, 200, "mock model", ""},
		{"x", offers + `,"tool_choice":"required"`, 200, `"arguments":"{\"from\":\"`, ""},
		{"x", offers + named("book_flight"), 200, `"name":"book_flight","arguments":"{}"`, ""},
		{"x", tool(`{"name":"f","parameters":{"$ref":"#"}}`) + `,"tool_choice":"required"`, 400, "leads back to itself", "tools"},
		{"x", tool(`{}`), 400, "Missing", "tools[0].function.name"},
		{"x", tool(`{"name":"flights.search"}`), 400, "64 letters", "tools[0].function.name"},
		{"x", tool(`{"name":"` + strings.Repeat("f", 65) + `"}`), 400, "64 letters", "tools[0].function.name"},
		{"x", tool(`{"name":"f","parameters":[]}`), 400, "function 'f'", "tools[0].function.parameters"},
		{"x", `,"tools":[{"type":"custom","custom":{"name":"f"}}]`, 400, "type 'function'", "tools[0]"},
	} {
		r := send(t, "POST", url+"/v1/chat/completions", ask(c.trace, c.more))
		if r.status != c.status || !strings.Contains(string(r.body), c.says) {
			t.Errorf("%s%s: %d %s", c.trace, c.more, r.status, r.body)
		}
		if r.status != 200 && r.errorOf(t).Param != c.param {
			t.Errorf("%s%s: %+v", c.trace, c.more, r.errorOf(t))
		}
	}
}

// Calls in a conversation are answered, and nothing else is.
func TestCallsInTheConversation(t *testing.T) {
	const hello = `{"role":"user","content":"Hello"}`
	calls := func(ids ...string) string {
		var list []string
		for _, id := range ids {
			list = append(list, `{"id":"`+id+`","type":"function","function":{"name":"f","arguments":"{}"}}`)
		}
		return `{"role":"assistant","content":null,"tool_calls":[` + strings.Join(list, ",") + `]}`
	}
	tool := func(id string) string { return `{"role":"tool","tool_call_id":"` + id + `","content":"1"}` }
	for _, c := range []struct {
		messages []string
		says     string // "" for an answer
	}{
		{[]string{hello, calls("a", "b"), tool("b"), tool("a"), hello}, ""},
		{[]string{hello, calls("a"), tool("a"), calls("a"), tool("a")}, ""},
		{[]string{hello, calls("a", "b"), tool("a"), hello}, "did not have response messages: b"},
		{[]string{hello, calls("a")}, "did not have response messages: a"},
		{[]string{hello, calls("a", "a"), tool("a"), hello}, "did not have response messages: a"},
		{[]string{hello, tool("a")}, "must be a response"},
		{[]string{hello, calls("a"), tool("a"), tool("a")}, "must be a response"},
		{[]string{hello, calls("a"), tool("c")}, "must be a response"},
		{[]string{hello, calls("a"), `{"role":"tool","content":"1"}`}, "messages[2].tool_call_id"},
		{[]string{hello, calls("")}, "messages[1].tool_calls[0].id"},
		{[]string{`{"role":"assistant","content":"x","tool_calls":[{"id":"a","function":{"name":"f"}}]}`}, "messages[0].tool_calls[0].type"},
		{[]string{`{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{}}]}`}, "messages[0].tool_calls[0].function.name"},
		{[]string{`{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":{}}}]}`}, "messages[0].tool_calls'"},
	} {
		r := serve(t, Config{}, `{"model":"m","messages":[`+strings.Join(c.messages, ",")+`]}`)
		if (r.status == 200) != (c.says == "") || !strings.Contains(string(r.body), c.says) {
			t.Errorf("%s: %d %s", c.messages, r.status, r.body)
		}
	}
}

// hearing is a player that keeps what it heard.
type hearing struct{ last **Request }

func (h hearing) Play(context.Context, string) (*Answer, error) { return nil, errors.New("not heard") }

func (h hearing) Hear(_ context.Context, q *Request) (*Answer, error) {
	*h.last = q
	if q.Trace == "nobody" {
		return nil, ErrUnknownTrace
	}
	return &Answer{Text: "Heard."}, nil
}

// A player hears all that it may need.
func TestHearer(t *testing.T) {
	var got *Request
	s := New(Config{Player: hearing{&got}})
	body := `{"model":"agent","user":"t","messages":[{"role":"system","content":"S"},` +
		`{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"book_flight","arguments":"{'x'"}}]},` +
		`{"role":"tool","tool_call_id":"a","name":"book_flight","content":"{}"}]` + offers
	if status, text, _ := answerOf(t, s, body+"}"); status != 200 || text != "Heard." {
		t.Fatalf("%d %s", status, text)
	}
	want := &Request{Trace: "t", Model: "agent", Messages: []Message{
		{Role: "system", Text: "S"},
		{Role: "assistant", Calls: []Call{{"a", "book_flight", "{'x'"}}},
		{Role: "tool", Text: "{}", CallID: "a", Name: "book_flight"},
	}, Tools: []mission.Tool{
		{Name: "search_flights", Description: "Finds flights.", Parameters: json.RawMessage(`{"type":"object","required":["from","to"],"properties":{"from":{"type":"string"},"to":{"type":"string"},"seats":{"type":"integer"}}}`)},
		{Name: "book_flight", Parameters: json.RawMessage(`{"type":"object","properties":{}}`)},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if status, _, _ := answerOf(t, s, body+`,"tool_choice":"none"}`); status != 200 || got.Tools != nil || got.MustCall {
		t.Errorf("%d %+v", status, got)
	}
	if status, _, _ := answerOf(t, s, body+`,"tool_choice":"required"}`); status != 400 || !got.MustCall || len(got.Tools) != 2 {
		t.Errorf("%d %+v", status, got)
	}
	if status, text, _ := answerOf(t, s, ask("nobody")); status != 200 || !strings.Contains(text, "mock model") {
		t.Errorf("%d %s", status, text)
	}
}

// TestGoOpenAIWithTools drives the server with a client that is not ours, whole
// and streamed.
func TestGoOpenAIWithTools(t *testing.T) {
	_, url := start(t, Config{Player: caller()})
	c, ctx := client(url, "k"), t.Context()
	request := openai.ChatCompletionRequest{Model: "m", User: "both",
		Messages: []openai.ChatCompletionMessage{{Role: "user", Content: "Hello"}}, StreamOptions: &openai.StreamOptions{IncludeUsage: true}}
	for _, name := range []string{"search_flights", "book_flight"} {
		request.Tools = append(request.Tools, openai.Tool{Type: openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{Name: name, Parameters: rawSchema(`{"type":"object"}`)}})
	}
	whole, err := c.CreateChatCompletion(ctx, request)
	if err != nil {
		t.Fatal(err)
	}
	if m := whole.Choices[0]; m.FinishReason != openai.FinishReasonToolCalls || m.Message.Content != "One moment." || len(m.Message.ToolCalls) != 2 ||
		m.Message.ToolCalls[0].Function.Arguments != flightArguments {
		t.Errorf("%+v", m)
	}
	stream, err := c.CreateChatCompletionStream(ctx, request)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	var text string
	var finish openai.FinishReason
	var calls []openai.ToolCall
	deltas, usage := 0, 0
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if part.Usage != nil {
			usage = part.Usage.CompletionTokens
			continue
		}
		text += part.Choices[0].Delta.Content
		finish = part.Choices[0].FinishReason
		for _, d := range part.Choices[0].Delta.ToolCalls {
			deltas++
			if *d.Index == len(calls) {
				d.Index = nil
				calls = append(calls, d)
				continue
			}
			if d.ID != "" || d.Type != "" || d.Function.Name != "" || *d.Index != len(calls)-1 {
				t.Fatalf("delta %+v", d)
			}
			calls[*d.Index].Function.Arguments += d.Function.Arguments
		}
	}
	if text != "One moment." || finish != openai.FinishReasonToolCalls || !cmp.Equal(calls, whole.Choices[0].Message.ToolCalls) || deltas < 5 {
		t.Errorf("streamed %q, %s and %+v in %d deltas", text, finish, calls, deltas)
	}
	if usage != whole.Usage.CompletionTokens {
		t.Errorf("%d tokens, and %d whole", usage, whole.Usage.CompletionTokens)
	}
}

// A limit of tokens tears calls where it is reached.
func TestLimitOfTokensInCalls(t *testing.T) {
	list := []Call{{"a", "book", `{"x":12345}`}, {"b", "book", `{"y":"ä"}`}} // 1+3 and 1+3 tokens
	for most, want := range map[int][]Call{
		8: list, 9: list,
		7: {list[0], {"b", "book", `{"y":"ä`}}, 6: {list[0], {"b", "book", `{"y"`}}, 5: list[:1], 4: list[:1],
		3: {{"a", "book", `{"x":123`}}, 1: {}, 0: {},
	} {
		got, cut := limitedCalls(list, most)
		if !cmp.Equal(got, want) || cut != (most < 8) {
			t.Errorf("%d tokens: %+v, %v", most, got, cut)
		}
	}
	_, url := start(t, Config{Player: caller()})
	c := send(t, "POST", url+"/v1/chat/completions", ask("call", offers, `,"max_tokens":9`)).completion(t)
	if m := c.Choices[0]; m.FinishReason != "length" || len(m.Message.Calls) != 1 || m.Message.Calls[0].Function.Arguments != flightArguments[:20] || c.Usage.Completion != 9 {
		t.Errorf("%+v", c)
	}
	c = send(t, "POST", url+"/v1/chat/completions", ask("both", offers, `,"max_tokens":2`)).completion(t)
	if m := c.Choices[0]; m.FinishReason != "length" || m.Message.Calls != nil || m.Message.Content != "One mome" {
		t.Errorf("%+v", c)
	}
}

// TestFaultsInCalls makes every fault happen that fits calls, and checks that it
// is there and that nothing else has changed.
func TestFaultsInCalls(t *testing.T) {
	was := called()
	was.Next = []mission.Action{{Name: "book_flight", Arguments: json.RawMessage(`{"flight_id":"FL1"}`)}}
	// first tells whether only the first call is another one, in name or arguments.
	first := func(check func(name string, args map[string]any) bool) func([]wireCall, choiceOf) bool {
		return func(calls []wireCall, m choiceOf) bool {
			var args map[string]any
			return len(calls) == 2 && calls[1].Function == wireFunction{"book_flight", "{}"} && m.text == "" && m.finish == "tool_calls" &&
				json.Unmarshal([]byte(calls[0].Function.Arguments), &args) == nil && check(calls[0].Function.Name, args)
		}
	}
	same := map[string]any{"from": "Rome", "to": "Porto", "seats": 2.0}
	flights := func(check func(args map[string]any) bool) func([]wireCall, choiceOf) bool {
		return first(func(name string, args map[string]any) bool { return name == "search_flights" && check(args) })
	}
	for _, c := range []struct {
		fault Fault
		check func(calls []wireCall, m choiceOf) bool
	}{
		{Garbage, func(calls []wireCall, m choiceOf) bool {
			valid := 0
			for _, c := range calls {
				if json.Valid([]byte(c.Function.Arguments)) {
					valid++
				}
			}
			return len(calls) == 2 && valid == 1 && m.text == "" && m.finish == "tool_calls"
		}},
		{Prose, func(calls []wireCall, m choiceOf) bool {
			return len(calls) == 2 && m.text != "" && m.finish == "tool_calls" && calls[0].Function.Arguments == flightArguments
		}},
		{Truncate, func(calls []wireCall, m choiceOf) bool {
			return len(calls) == 2 && m.finish == "length" && calls[0].Function.Arguments == flightArguments && calls[1].Function.Arguments == "{"
		}},
		{EarlyAnswer, func(calls []wireCall, m choiceOf) bool { return calls == nil && m.text != "" && m.finish == "stop" }},
		{WrongTool, func(calls []wireCall, m choiceOf) bool {
			var wrong int
			for _, c := range calls {
				if c.Function.Name != "search_flights" && c.Function.Name != "book_flight" {
					wrong++
				}
			}
			return len(calls) == 2 && wrong == 1 && calls[0].Function.Arguments == flightArguments && calls[1].Function.Arguments == "{}"
		}},
		{ExtraArgument, func(calls []wireCall, m choiceOf) bool {
			return len(calls) == 2 && len(calls[0].Function.Arguments)+len(calls[1].Function.Arguments) > len(flightArguments)+10
		}},
		{WrongType, flights(func(args map[string]any) bool { return len(args) == 3 && differ(same, args) == 1 })},
		{MissingArgument, flights(func(args map[string]any) bool {
			return len(args) == 2 && (args["from"] == nil || args["to"] == nil)
		})},
		{WrongValue, flights(func(args map[string]any) bool { return len(args) == 3 && differ(same, args) == 1 })},
		{Parallel, func(calls []wireCall, m choiceOf) bool {
			return len(calls) == 3 && calls[2].Function == wireFunction{"book_flight", `{"flight_id":"FL1"}`} && calls[2].ID != calls[1].ID
		}},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			for seed := range uint64(40) {
				w := serve(t, Config{Player: script{"t": was}, Seed: seed, Faults: Faults{c.fault: 1}}, ask("t", offers))
				m := w.completion(t).Choices[0]
				if !c.check(m.Message.Calls, choiceOf{m.Message.Content, m.FinishReason}) {
					t.Fatalf("seed %d: %+v", seed, m)
				}
				if w.header.Get(FaultHeader) != string(c.fault) {
					t.Fatalf("header %q", w.header.Get(FaultHeader))
				}
			}
		})
	}
	// Another tool is chosen only where another one is offered.
	one := &Answer{Role: Planner, Calls: was.Calls[:1]}
	m := serve(t, Config{Player: script{"t": one}, Faults: Faults{WrongChoice: 1}}, ask("t", offers)).completion(t).Choices[0]
	if got := m.Message.Calls; len(got) != 1 || got[0].Function != (wireFunction{"book_flight", flightArguments}) {
		t.Errorf("%+v", m)
	}
	for _, c := range []struct {
		fault Fault
		a     *Answer
		more  string
	}{
		{InternalTool, was, offers}, // there is no thought
		{EarlyAnswer, was, offers + `,"tool_choice":"required"`},
		{Parallel, called(), offers}, // nothing comes next
		{MissingArgument, &Answer{Role: Planner, Calls: called().Calls[1:]}, offers},
		{WrongTool, &Answer{Role: AI, Calls: called().Calls}, offers},
		{Unfaithful, &Answer{Role: AI, Text: "It is 5.", Calls: called().Calls}, offers},
		{Prose, caller()["both"], offers},
	} {
		w := serve(t, Config{Player: script{"t": c.a}, Faults: Faults{c.fault: 1}}, ask("t", c.more))
		m := w.completion(t).Choices[0]
		if len(m.Message.Calls) != len(c.a.Calls) || m.Message.Content != c.a.Text || w.header.Get(FaultHeader) != "" {
			t.Errorf("%s: %+v", c.fault, m)
		}
	}
	if !cmp.Equal(was.Calls, called().Calls) {
		t.Error("the player's answer was changed")
	}
}

type choiceOf struct{ text, finish string }

// serve asks a server without a network.
func serve(t *testing.T, cfg Config, body string) reply {
	t.Helper()
	w := httptest.NewRecorder()
	New(cfg).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/chat/completions", strings.NewReader(body)))
	return reply{w.Code, w.Header(), w.Body.Bytes()}
}

// Whatever the calls are, a fault either fits or does not, and what it makes of
// arguments that are JSON is JSON, if it is none of the faults of form.
func TestSpoilCallsNeverPanics(t *testing.T) {
	texts := []string{flightArguments, "{}", "", "null", "[1]", `"x"`, "{'a'", "{", `{"flight_id":"FL1"}`}
	names := []string{"search_flights", "book_flight", "nothing", ""}
	rapid.Check(t, func(t *rapid.T) {
		a := &Answer{Role: Planner, Tools: airTools(), Text: rapid.SampledFrom([]string{"", "Hm."}).Draw(t, "text"),
			Next: []mission.Action{{Name: "book_flight", Arguments: json.RawMessage(`{}`)}}}
		for range rapid.IntRange(1, 3).Draw(t, "calls") {
			a.Calls = append(a.Calls, mission.Action{Name: rapid.SampledFrom(names).Draw(t, "name"), Arguments: json.RawMessage(rapid.SampledFrom(texts).Draw(t, "arguments"))})
		}
		was := slices.Clone(a.Calls)
		f := rapid.SampledFrom(AllFaults()).Draw(t, "fault")
		now, ok := spoilCalls(f, a, keyed.New(rapid.Uint64().Draw(t, "seed")))
		if !cmp.Equal(a.Calls, was) {
			t.Fatal("the answer was changed")
		}
		if !ok {
			return
		}
		if cmp.Equal(now.Calls, was) && now.Text == a.Text {
			t.Fatalf("%s changes nothing in %+v", f, was)
		}
		if slices.Contains([]Fault{Garbage, Truncate}, f) {
			return
		}
		broken := func(c mission.Action) bool { return !json.Valid(c.Arguments) }
		if !slices.ContainsFunc(was, broken) && slices.ContainsFunc(now.Calls, broken) {
			t.Fatalf("%s makes %+v of %+v", f, now.Calls, was)
		}
	})
}
