package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// withTools is a request in the middle of a conversation with tools.
func withTools() *Request {
	return &Request{
		Messages: []Message{
			{Role: "user", Text: "Hot in Rome & Oslo?"},
			{Role: "assistant", Calls: []Call{{"c1", "weather", `{"city":"Rome"}`}, {"c2", "now", ""}}},
			{Role: "tool", Text: `{"t":31}`, CallID: "c1", Name: "weather"},
			{Role: "tool", Text: "", CallID: "c2", Name: "now"},
			{Role: "assistant", Text: "I look again.", Calls: []Call{{"c3", "weather", "{'city'"}}},
			{Role: "tool", Text: "400", CallID: "c3"},
		},
		Tools: []Tool{
			{Name: "weather", Description: "The weather.", Parameters: json.RawMessage(`{ "type": "object", "required": ["city"] }`)},
			{Name: "now"},
		},
	}
}

// The wire form is OpenAI's, character by character.
func TestToolsAreSent(t *testing.T) {
	text, err := encode(withTools(), "m", Sampling{}, shape{})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"messages": `[{"role":"user","content":"Hot in Rome \u0026 Oslo?"},` +
			`{"role":"assistant","content":null,"tool_calls":[` +
			`{"id":"c1","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Rome\"}"}},` +
			`{"id":"c2","type":"function","function":{"name":"now","arguments":"{}"}}]},` +
			`{"role":"tool","content":"{\"t\":31}","tool_call_id":"c1","name":"weather"},` +
			`{"role":"tool","content":"","tool_call_id":"c2","name":"now"},` +
			`{"role":"assistant","content":"I look again.","tool_calls":[{"id":"c3","type":"function","function":{"name":"weather","arguments":"{'city'"}}]},` +
			`{"role":"tool","content":"400","tool_call_id":"c3"}]`,
		"tools": `[{"function":{"name":"weather","description":"The weather.","parameters":{"type":"object","required":["city"]}},"type":"function"},` +
			`{"function":{"name":"now","parameters":{"type":"object","properties":{}}},"type":"function"}]`,
	} {
		if string(got[name]) != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got[name], want)
		}
	}
	if len(got) != 4 { // with model and stream; tool_choice and parallel_tool_calls are left to the endpoint
		t.Errorf("more was sent than asked for: %s", text)
	}
	without := withTools()
	without.Tools = nil
	less, err := encode(without, "m", Sampling{}, shape{})
	if err != nil || estimate(less, 0) >= estimate(text, 0) {
		t.Errorf("tools are not admitted: %d tokens without, %d with, %v", estimate(less, 0), estimate(text, 0), err)
	}
}

func TestCallsAreRead(t *testing.T) {
	for name, c := range map[string]struct {
		message string
		want    []Call
	}{
		"one":                 {`"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\": 1}"}}]`, []Call{{"a", "f", `{"x": 1}`}}},
		"no JSON":             {`"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{'x': 1"}}]`, []Call{{"a", "f", `{'x': 1`}}},
		"an object":           {`"tool_calls":[{"id":"a","function":{"name":"f","arguments":{"x": [1.0]}}}]`, []Call{{"a", "f", `{"x": [1.0]}`}}},
		"another value":       {`"tool_calls":[{"id":"a","function":{"name":"f","arguments":[1]}}]`, []Call{{"a", "f", `[1]`}}},
		"no arguments":        {`"tool_calls":[{"id":"a","function":{"name":"f","arguments":null}},{"id":"b","function":{"name":"g"}}]`, []Call{{"a", "f", ""}, {"b", "g", ""}}},
		"no identifiers":      {`"tool_calls":[{"function":{"name":"f"}},{"id":"","function":{"name":"f"}},{"id":null,"function":{"name":"g"}}]`, []Call{{"call_1", "f", ""}, {"call_2", "f", ""}, {"call_3", "g", ""}}},
		"the same identifier": {`"tool_calls":[{"id":"0","function":{"name":"f"}},{"id":"0","function":{"name":"g"}}]`, []Call{{"0", "f", ""}, {"call_2", "g", ""}}},
		"a number":            {`"tool_calls":[{"id":7,"function":{"name":"f"}}]`, []Call{{"7", "f", ""}}},
		"one that is taken":   {`"tool_calls":[{"function":{"name":"f"}},{"id":"call_1","function":{"name":"g"}}]`, []Call{{"call_2", "f", ""}, {"call_1", "g", ""}}},
		"no function":         {`"tool_calls":[{"id":"a"}]`, []Call{{"a", "", ""}}},
		"the older form":      {`"function_call":{"name":"f","arguments":"{}"}`, []Call{{"call_1", "f", "{}"}}},
		"both":                {`"function_call":{"name":"f","arguments":"{}"},"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]`, []Call{{"a", "f", "{}"}}},
		"nothing":             {`"function_call":{"name":"","arguments":""},"tool_calls":null`, nil},
		"an empty list":       {`"function_call":null,"tool_calls":[]`, nil},
	} {
		for _, content := range []string{``, `"content":null,`, `"content":"",`, `"content":"Let me see.",`} {
			r, err := read([]byte(`{"choices":[{"message":{"role":"assistant",` + content + c.message + `},"finish_reason":"tool_calls"}]}`))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !reflect.DeepEqual(r.Calls, c.want) || r.Finish != "tool_calls" {
				t.Errorf("%s: %+v, want %+v", name, r, c.want)
			}
			if whole := r.Whole() == nil; whole != (r.Text != "" || len(c.want) > 0) {
				t.Errorf("%s, %s: %v", name, content, r.Whole())
			}
		}
	}
	for _, body := range []string{`{"tool_calls":"f"}`, `{"tool_calls":["f"]}`, `{"tool_calls":[{"function":"f"}]}`} {
		if r, err := read([]byte(`{"choices":[{"message":` + body + `}]}`)); err == nil {
			t.Errorf("%s is read as %+v", body, r)
		}
	}
	cut := &Response{Calls: []Call{{"a", "f", `{"x`}}, Finish: "length"}
	if cut.Whole() == nil {
		t.Error("calls that were cut off are whole")
	}
}

// distinct tells whether each call has an identifier, and another one.
func distinct(calls []Call) bool {
	seen := map[string]bool{"": true}
	for _, c := range calls {
		if seen[c.ID] {
			return false
		}
		seen[c.ID] = true
	}
	return true
}

// Identifiers that were given once are kept, and no two are the same.
func TestIdentifiers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.SampledFrom([]loose{"", "a", "call_1", "call_2", "call_3"}), 1, 6).Draw(t, "ids")
		list := make([]toolCall, len(ids))
		count := map[loose]int{}
		for i, id := range ids {
			list[i].ID = id
			count[id]++
		}
		got := calls(list, nil)
		if !distinct(got) {
			t.Fatalf("%q became %+v", ids, got)
		}
		for i, id := range ids {
			if id != "" && count[id] == 1 && got[i].ID != string(id) {
				t.Fatalf("%q became %+v", ids, got)
			}
		}
	})
}

// What a stored answer says is the same, and secrets are out of its calls.
func TestCallsAreStored(t *testing.T) {
	store := newMemory()
	body := `{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"f","arguments":"{\"k\":\"sk-test\u002d0123456789abcdef\"}"}}]},"finish_reason":"tool_calls"}]}`
	s := &script{replies: []reply{{status: 200, body: body}}}
	first := answers(t, client(t, s, keepIn(store)), withTools())
	if want := []Call{{"call_1", "f", `{"k":"[redacted]"}`}}; !reflect.DeepEqual(first.Calls, want) {
		t.Errorf("%+v, want %+v", first.Calls, want)
	}
	again := answers(t, client(t, s, keepIn(store)), withTools())
	if !again.Stored || !reflect.DeepEqual(again.Calls, first.Calls) || len(s.asked) != 1 {
		t.Errorf("from the store: %+v after %d requests", again, len(s.asked))
	}
}

// Tools and calls identify a request, however the parameters are written. A
// request without has the key that it had before there were any: see TestKey.
func TestKeyWithTools(t *testing.T) {
	keyOf := func(change func(*Request)) Key {
		r := withTools()
		change(r)
		q, err := client(t, &script{}).question(r)
		if err != nil {
			t.Fatal(err)
		}
		key, err := q.id.key()
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	base := keyOf(func(*Request) {})
	if keyOf(func(r *Request) { r.Tools[0].Parameters = json.RawMessage(`{"required":["city"],"type":"object"}`) }) != base {
		t.Error("the order in the parameters makes another key")
	}
	seen := map[Key]string{base: "the request"}
	for name, change := range map[string]func(*Request){
		"no tools":      func(r *Request) { r.Tools = nil },
		"one tool":      func(r *Request) { r.Tools = r.Tools[:1] },
		"order":         func(r *Request) { r.Tools[0], r.Tools[1] = r.Tools[1], r.Tools[0] },
		"tool's name":   func(r *Request) { r.Tools[1].Name = "today" },
		"description":   func(r *Request) { r.Tools[0].Description = "" },
		"parameters":    func(r *Request) { r.Tools[0].Parameters = nil },
		"call":          func(r *Request) { r.Messages[1].Calls = r.Messages[1].Calls[:1] },
		"call's name":   func(r *Request) { r.Messages[1].Calls[0].Name = "now" },
		"call's id":     func(r *Request) { r.Messages[1].Calls[0].ID = "c9" },
		"arguments":     func(r *Request) { r.Messages[1].Calls[0].Arguments = "{}" },
		"answered call": func(r *Request) { r.Messages[2].CallID = "c2" },
		"answering":     func(r *Request) { r.Messages[2].Name = "now" },
	} {
		key := keyOf(change)
		if twin, ok := seen[key]; ok {
			t.Errorf("%s: the same key as %s", name, twin)
		}
		seen[key] = name
	}
	if got := fmt.Sprintf("%x", base[:8]); got != "970ada6914788287" {
		t.Errorf("the key has changed to %s: stored answers are lost", got)
	}
	// The canonical text itself, as it has been from the first version on.
	q, err := client(t, &script{}).question(hello())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(q.id)
	const plain = `{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hello?"}],"sampling":{},` +
		`"model":"m","endpoint":"https://models.test/v1","api":"openai","attempt":0,"sample":0}`
	if err != nil || string(text) != plain {
		t.Errorf("a request without tools is identified by\n%s\nwant\n%s", text, plain)
	}
	broken := withTools()
	broken.Tools[0].Parameters = json.RawMessage("{")
	if e := fails(t, client(t, &script{}), broken); e.Kind != BadRequest || !strings.Contains(e.Message, `parameters of the tool "weather"`) {
		t.Errorf("%+v", e)
	}
}

// An endpoint without tool calling says so once, in its own words, and the hint
// tells of what works there.
func TestNoToolCalling(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
	}{
		{400, `{"error":{"message":"registry.ollama.ai/library/gemma:latest does not support tools","type":"api_error","param":null,"code":null}}`},
		{404, `{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs","code":404}}`},
		{400, `{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}`},
		{500, `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`},
		{400, `{"error":{"message":"Unsupported parameter: 'tools' is not supported with this model.","type":"invalid_request_error","param":"tools","code":"unsupported_parameter"}}`},
		{400, `{"error":{"message":"deepseek-reasoner does not support Function Calling","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`},
		{400, "{\"error\":{\"message\":\"`tool calling` is not supported with this model\",\"type\":\"invalid_request_error\"}}"},
		{422, `{"detail":[{"type":"extra_forbidden","loc":["body","tools"],"msg":"Extra inputs are not permitted"}]}`},
		{400, `{"message":"Unrecognized request argument supplied: tools"}`},
		{400, `{"error":"unknown field: tools"}`},
		{501, `tool calls are not implemented`},
	} {
		for _, schema := range []*Schema{nil, {Name: "a", JSON: json.RawMessage(`{}`)}} {
			s := &picky{refuses: func(map[string]any) string { return c.body }, status: c.status}
			r := withTools()
			r.Schema = schema
			e := fails(t, client(t, s, retries(3)), r)
			if e.Kind != BadRequest || !e.Ends() || e.Status != c.status || s.asked.Load() != 1 ||
				!strings.Contains(e.Hint, "--protocol react") || !strings.Contains(e.Hint, "hermes") {
				t.Errorf("%s: %+v after %d requests", c.body, e, s.asked.Load())
			}
		}
	}
	// Nor is anything else taken for that: wrong tools are to be mended.
	for _, text := range []string{
		`{"error":{"message":"Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.","type":"invalid_request_error","param":"tools[0].function.name","code":"invalid_value"}}`,
		`{"error":{"message":"Invalid schema for function 'f': 'uniqueItems' is not supported.","param":"tools[0].function.parameters","code":"invalid_function_parameters"}}`,
		`{"error":{"message":"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."}}`,
		`{"error":{"message":"Unsupported value: the type of tools[3] is not allowed"}}`,
	} {
		s := &picky{refuses: func(map[string]any) string { return text }, status: 400}
		if e := fails(t, client(t, s), withTools()); e.Kind != BadRequest || strings.Contains(e.Hint, "--protocol") {
			t.Errorf("%+v", e)
		}
	}
	s := &picky{refuses: func(map[string]any) string { return "this model does not support tools" }, status: 400}
	if e := fails(t, client(t, s), hello()); strings.Contains(e.Hint, "--protocol") {
		t.Errorf("no tools were offered: %+v", e)
	}
}

// Gemini wants the name of the tool that answers, and others refuse it.
func TestNamesOfTools(t *testing.T) {
	hasName := func(b map[string]any) bool {
		messages, _ := b["messages"].([]any)
		for _, m := range messages {
			if m.(map[string]any)["name"] != nil {
				return true
			}
		}
		return false
	}
	for _, words := range []string{
		`{"error":{"message":"Error from provider: Upstream request failed: messages[2]: \"name\" is not supported by this endpoint"}}`,
		`{"code":"Client specified an invalid argument","error":"Invalid request content: Only message of role user can have a name."}`,
		`{"error":{"message":"Unknown parameter: 'messages[2].name'.","param":"messages[2].name","code":"unknown_parameter"}}`,
		`{"detail":[{"type":"extra_forbidden","loc":["body","messages",2,"tool","name"],"msg":"Extra inputs are not permitted"}]}`,
	} {
		s := &picky{status: http.StatusBadRequest, refuses: func(b map[string]any) string {
			if hasName(b) {
				return words
			}
			return ""
		}}
		cl := client(t, s)
		for range 2 {
			answers(t, cl, withTools())
		}
		if s.refused.Load() != 1 || !reflect.DeepEqual(cl.Refused(), []string{"messages.name"}) {
			t.Errorf("%s: %d refusals, left out %q", words, s.refused.Load(), cl.Refused())
		}
	}
}
