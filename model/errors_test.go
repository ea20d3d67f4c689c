package model

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		status  int
		body    string
		kind    Kind
		message string
	}{
		{401, `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}}`, BadKey, "Incorrect API key provided"},
		{403, `{"error":{"message":"Country not supported"}}`, BadKey, "Country not supported"},
		{400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]`, BadKey, "API key not valid. Please pass a valid API key."},
		{404, `{"error":{"message":"The model x does not exist","code":"model_not_found"}}`, UnknownModel, "The model x does not exist"},
		{404, `404 page not found`, UnknownModel, "404 page not found"},
		{400, `{"error":{"message":"foo/bar is not a valid model ID","code":400}}`, UnknownModel, "foo/bar is not a valid model ID"},
		{404, `{"object":"error","message":"The model x does not exist.","code":404}`, UnknownModel, "The model x does not exist."},
		{400, `{"error":{"message":"bad"}}`, BadRequest, "bad"},
		{422, `{"detail":[{"loc":["body","messages",0,"role"],"msg":"bad role"},{"loc":["body"],"msg":"worse"}]}`, BadRequest, "body.messages.0.role: bad role; body: worse"},
		{422, `{"detail":"no"}`, BadRequest, "no"},
		{405, ``, BadRequest, ""},
		{302, ``, BadRequest, ""},
		{402, `{"error":"pay"}`, OutOfFunds, "pay"},
		{429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, OutOfFunds, "You exceeded your current quota"},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}`, OutOfFunds, "Your credit balance is too low"},
		// Gemini says quota and billing of an ordinary rate limit.
		{429, `[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED"}}]`, Overloaded, "You exceeded your current quota, please check your plan and billing details."},
		{429, ``, Overloaded, ""},
		{500, `{"error":{"message":"insufficient_quota of shards"}}`, ServerFault, "insufficient_quota of shards"},
		{529, `{"error":{"message":"overloaded"}}`, ServerFault, "overloaded"},
		{502, "<html><head><style>p{}</style></head><body>\n<h1>502 Bad Gateway</h1></body></html>", ServerFault, "502 Bad Gateway"},
		{408, ``, TimedOut, ""},
		{409, ``, ServerFault, ""},
		{400, `{"error":{"message":"The response was filtered","code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}`, Filtered, "The response was filtered"},
		{403, `{"error":{"message":"Input flagged by moderation"}}`, Filtered, "Input flagged by moderation"},
		{400, `{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000","code":"context_length_exceeded"}}`, TooLong, "This model's maximum context length is 4096 tokens. However, you requested 5000"},
		{400, `{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size"}}`, TooLong, "the request exceeds the available context size. try increasing the context size"},
		{413, ``, TooLong, ""},
	} {
		p := readProblem([]byte(c.body))
		if got := classify(c.status, p); got != c.kind || oneLine(p.message) != c.message {
			t.Errorf("%d %s: %q (%q), want %q (%q)", c.status, c.body, got, p.message, c.kind, c.message)
		}
	}
}

// Every kind has a hint, and none both ends the run and is tried again.
func TestKinds(t *testing.T) {
	for _, k := range []Kind{BadKey, UnknownModel, BadRequest, OutOfFunds, StoreFault, Overloaded, ServerFault, TimedOut, Unreachable, Garbled, Filtered, TooLong} {
		if aboutKinds[k].hint == "" {
			t.Errorf("%s has no hint", k)
		}
		if k.Ends() && (k.retried() || k.kept()) {
			t.Errorf("%s ends the run and is retried or kept", k)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"aé", 2, "a"}, {"日本", 4, "日"}, {"日", 1, ""}, {"\x80\x80\x80", 2, ""}} {
		if got := cut(c.text, c.n); got != c.want {
			t.Errorf("cut(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

// Whatever an endpoint answers, it is read or refused, and messages are one
// short line.
func FuzzRead(f *testing.F) {
	f.Add([]byte(say("Hi!")), 200)
	f.Add([]byte(`{"error":{"message":["a","b"],"code":7,"param":null}}`), 400)
	f.Add([]byte(`{"detail":[{"loc":["body",0],"msg":"no"}]}`), 422)
	f.Add([]byte(`{"choices":[{"message":{"content":[{"text":"a"}]}}]}`), 200)
	f.Add([]byte(`{"choices":[{"message":{"content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"a"},{"id":7,"function":{"arguments":{"x":[1]}}}]},"finish_reason":"tool_calls"}]}`), 200)
	f.Add([]byte(`{"choices":[{"message":{"function_call":{"name":"f","arguments":null}},"finish_reason":"function_call"}]}`), 200)
	f.Add([]byte("m does not support tools"), 400)
	f.Add([]byte("<html><script>\n"), 502)
	f.Add([]byte("timeout"), 0)
	c := client(f, server(nil))
	f.Fuzz(func(t *testing.T, text []byte, status int) {
		if status < 0 || status > 599 {
			status = 200
		}
		r, e := c.read(&Raw{Status: status, Body: text}, readProblem)
		if (r == nil) == (e == nil) {
			t.Fatalf("response %v and error %v", r, e)
		}
		if e != nil && (strings.ContainsAny(e.Message, "\n\r") || len(e.Message) > 310 || !utf8.ValidString(e.Message) || e.Hint == "") {
			t.Errorf("error %+v", e)
		}
		if r != nil && !distinct(r.Calls) {
			t.Errorf("calls %+v", r.Calls)
		}
	})
}
