package mock

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"switchyard/mission"
)

// script is a player that says what is written for each trace.
type script map[string]*Answer

func (s script) Play(_ context.Context, trace string) (*Answer, error) {
	if trace == "broken" {
		return nil, errors.New("the engine broke")
	}
	if a := s[trace]; a != nil {
		return a, nil
	}
	return nil, fmt.Errorf("%s: %w", trace, ErrUnknownTrace)
}

func airTools() []mission.Tool {
	return []mission.Tool{
		{Name: "search_flights", Parameters: json.RawMessage(`{"type":"object","required":["from","to"],"properties":{
			"from":{"type":"string"},"to":{"type":"string"},"day":{"type":"string","format":"date"},
			"cabin":{"type":"string","enum":["economy","business"]},"seats":{"type":"integer","minimum":1,"maximum":9}}}`)},
		{Name: "search_trains", Parameters: json.RawMessage(`{"type":"object","required":["from","to"],"properties":{
			"from":{"type":"string"},"to":{"type":"string"},"day":{"type":"string","format":"date"},"cabin":{"type":"string"},"seats":{"type":"integer"}}}`)},
		{Name: "book_flight", Parameters: json.RawMessage(`{"type":"object","required":["flight_id"],"properties":{"flight_id":{"type":"string"}}}`)},
	}
}

const (
	planText = `{"Mission_Finish":"no","Thought":"This needs search_flights.","Plan":"Search, then book.",` +
		`"Action_List":[{"name":"search_flights","arguments":{"from":"Rome","to":"Porto","day":"2025-03-04","cabin":"economy","seats":2},"tool_call_purpose":"Find <flights>."}]}`
	observationText = `{"observations":[{"status":200,"body":{"flights":[{"flight_id":"FL1920","price":120.5,"airline":"Air Nord"}]}}]}`
	proposalText    = `{"candidates":[{"text":"Find me two seats to Porto on Friday.","form":"imperative"},{"text":"Any flight FL1920 from Rome on 4 March?","form":"question"}]}`
	replyText       = `{"text":"It is FL1920 on Friday."}`
	aiText          = "Flight FL1920 costs 120 euros and leaves at 10:45."
)

func players() script {
	tools := airTools()
	next := []mission.Action{{Name: "book_flight", Arguments: json.RawMessage(`{"flight_id":"FL1920"}`), Purpose: "Book it."}}
	return script{
		"e1/0/planner/0": {Text: planText, Role: Planner, Tools: tools, Next: next},
		"e1/0/tool/0":    {Text: observationText, Role: Tool, Tools: tools},
		"e1/0/user/0":    {Text: proposalText, Role: User, Tools: tools},
		"e1/0/user/1":    {Text: replyText, Role: User, Tools: tools},
		"e1/0/ai/0":      {Text: aiText, Role: AI, Tools: tools},
		"e1/0/checker/0": {Text: `{"accepted":true,"reasons":[]}`, Role: Checker},
		"e1/0/judge/0":   {Text: `{"best":0}`, Role: Judge},
	}
}

// start serves a configuration until the test ends.
func start(t *testing.T, cfg Config) (*Server, string) {
	t.Helper()
	s := New(cfg)
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.release()
		ts.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, ts.URL
}

// ask is the body of a request with a trace.
func ask(trace string, more ...string) string {
	return `{"model":"m","messages":[{"role":"system","content":"You answer in JSON."},{"role":"user","content":"Hello"}],"user":"` + trace + `"` + strings.Join(more, "") + `}`
}

type reply struct {
	status int
	header http.Header
	body   []byte
}

func send(t *testing.T, method, url, body string, headers ...string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{res.StatusCode, res.Header, data}
}

// completionOf is what clients read from a completion.
type completionOf struct {
	ID, Object, Model string
	Created           int64
	SystemFingerprint string `json:"system_fingerprint"`
	Choices           []struct {
		Index   int
		Message struct {
			Role, Content string
			Calls         []wireCall `json:"tool_calls"`
		}
		FinishReason string `json:"finish_reason"`
	}
	Usage usage
}

func (r reply) completion(t *testing.T) completionOf {
	t.Helper()
	var c completionOf
	if err := json.Unmarshal(r.body, &c); err != nil || r.status != http.StatusOK || len(c.Choices) == 0 {
		t.Fatalf("no completion: %d %s (%v)", r.status, r.body, err)
	}
	return c
}

// errorOf is an error in OpenAI's shape, every key present.
func (r reply) errorOf(t *testing.T) apiError {
	t.Helper()
	var e struct{ Error map[string]any }
	if err := json.Unmarshal(r.body, &e); err != nil {
		t.Fatalf("no error object: %s", r.body)
	}
	text := func(key string) string {
		v, there := e.Error[key]
		if !there {
			t.Errorf("the error has no %s: %s", key, r.body)
		}
		s, _ := v.(string)
		return s
	}
	return apiError{Status: r.status, Message: text("message"), Type: text("type"), Param: text("param"), Code: text("code")}
}

func TestEndpoints(t *testing.T) {
	_, url := start(t, Config{Player: players(), Models: []string{"m", "org/m2"}, Key: "sk-right"})
	good := ask("e1/0/ai/0")
	big := `{"model":"m","messages":[{"role":"user","content":"` + strings.Repeat("x", maxBody) + `"}]}`
	for _, c := range []struct {
		name, method, path, body string
		key                      string
		status                   int
		says                     string // in the body
		param, code              string
	}{
		{"chat", "POST", "/v1/chat/completions", good, "sk-right", 200, "FL1920 costs", "", ""},
		{"chat without v1", "POST", "/chat/completions", good, "sk-right", 200, "FL1920 costs", "", ""},
		{"azure", "POST", "/openai/deployments/m/chat/completions?api-version=2024-10-21", strings.Replace(good, `"model":"m",`, "", 1), "azure:sk-right", 200, `"model":"m"`, "", ""},
		{"azure without version", "POST", "/openai/deployments/m/chat/completions", good, "azure:sk-right", 404, "Resource not found", "", "404"},
		{"azure, another deployment", "POST", "/openai/deployments/x/chat/completions?api-version=1", good, "azure:sk-right", 404, "`x` does not exist", "", "model_not_found"},
		{"models", "GET", "/v1/models", "", "sk-right", 200, `"id":"org/m2"`, "", ""},
		{"models without v1", "GET", "/models", "", "sk-right", 200, `"object":"list"`, "", ""},
		{"model", "GET", "/v1/models/org/m2", "", "sk-right", 200, `"owned_by":"switchyard"`, "", ""},
		{"unknown model", "GET", "/v1/models/m3", "", "sk-right", 404, "m3", "", "model_not_found"},
		{"chat, unknown model", "POST", "/v1/chat/completions", strings.Replace(good, `"m"`, `"m3"`, 1), "sk-right", 404, "m3", "", "model_not_found"},
		{"chat without model", "POST", "/v1/chat/completions", strings.Replace(good, `"m"`, `""`, 1), "sk-right", 400, "model", "model", "missing_required_parameter"},
		{"unknown path", "GET", "/v1/responses", "", "sk-right", 404, "Invalid URL (GET /v1/responses)", "", ""},
		{"get of chat", "GET", "/v1/chat/completions", "", "sk-right", 405, "only POST", "", "method_not_allowed"},
		{"post of models", "POST", "/v1/models", "{}", "sk-right", 405, "only GET", "", "method_not_allowed"},
		{"wrong key", "POST", "/v1/chat/completions", good, "sk-wrong", 401, "Incorrect API key", "", "invalid_api_key"},
		{"wrong azure key", "POST", "/v1/chat/completions", good, "azure:sk-wrong", 401, "Incorrect API key", "", "invalid_api_key"},
		{"no key", "GET", "/v1/models", "", "", 401, "didn't provide", "", ""},
		{"no key for a model", "GET", "/v1/models/m", "", "", 401, "didn't provide", "", ""},
		{"no JSON", "POST", "/v1/chat/completions", "{", "sk-right", 400, "could not parse", "", ""},
		{"no object", "POST", "/v1/chat/completions", "[1]", "sk-right", 400, "could not parse", "", ""},
		{"no messages", "POST", "/v1/chat/completions", `{"model":"m"}`, "sk-right", 400, "Missing required", "messages", "missing_required_parameter"},
		{"wrong type", "POST", "/v1/chat/completions", ask("t", `,"n":"two"`), "sk-right", 400, "Invalid type for 'n'", "n", "invalid_type"},
		{"wrong role", "POST", "/v1/chat/completions", `{"model":"m","messages":[{"role":"robot","content":"x"}]}`, "sk-right", 400, "Invalid value", "messages[0].role", "invalid_value"},
		{"wrong content", "POST", "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":7}]}`, "sk-right", 400, "Invalid value", "messages[0].content", "invalid_value"},
		{"no content", "POST", "/v1/chat/completions", `{"model":"m","messages":[{"role":"user"}]}`, "sk-right", 400, "Invalid value", "messages[0].content", "invalid_value"},
		{"null message", "POST", "/v1/chat/completions", `{"model":"m","messages":[null]}`, "sk-right", 400, "Invalid value", "messages[0].content", "invalid_value"},
		{"content in parts", "POST", "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"x"}}]},{"role":"assistant","content":null,"tool_calls":[]}]}`, "sk-right", 200, "mock model", "", ""},
		{"n too small", "POST", "/v1/chat/completions", ask("t", `,"n":0`), "sk-right", 400, "from 1 to 128", "n", "integer_out_of_range"},
		{"no tokens", "POST", "/v1/chat/completions", ask("t", `,"max_tokens":0`), "sk-right", 400, "1 or more", "max_tokens", "integer_below_min_value"},
		{"no completion tokens", "POST", "/v1/chat/completions", ask("t", `,"max_completion_tokens":-1`), "sk-right", 400, "1 or more", "max_completion_tokens", "integer_below_min_value"},
		{"unknown format", "POST", "/v1/chat/completions", ask("t", `,"response_format":{"type":"xml"}`), "sk-right", 400, "json_schema", "response_format.type", "invalid_value"},
		{"schema without name", "POST", "/v1/chat/completions", ask("t", `,"response_format":{"type":"json_schema","json_schema":{"schema":{}}}`), "sk-right", 400, "Missing", "response_format.json_schema.name", "missing_required_parameter"},
		{"schema with odd name", "POST", "/v1/chat/completions", ask("t", `,"response_format":{"type":"json_schema","json_schema":{"name":"a b","schema":{}}}`), "sk-right", 400, "64 letters", "response_format.json_schema.name", "invalid_value"},
		{"schema without schema", "POST", "/v1/chat/completions", ask("t", `,"response_format":{"type":"json_schema","json_schema":{"name":"a"}}`), "sk-right", 400, "Missing", "response_format.json_schema.schema", "missing_required_parameter"},
		{"schema that nothing fits", "POST", "/v1/chat/completions", ask("t", `,"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"$ref":"#"}}}`), "sk-right", 400, "leads back to itself", "response_format", "invalid_json_schema"},
		{"JSON mode without the word", "POST", "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"x"}],"response_format":{"type":"json_object"}}`, "sk-right", 400, "must contain the word 'json'", "messages", ""},
		{"forced tool without any", "POST", "/v1/chat/completions", ask("t", `,"tool_choice":"required"`), "sk-right", 400, "only allowed when", "tool_choice", "invalid_value"},
		{"tools", "POST", "/v1/chat/completions", ask("t", `,"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":"auto"`), "sk-right", 200, "mock model", "", ""},
		{"player that fails", "POST", "/v1/chat/completions", ask("broken"), "sk-right", 500, "the engine broke", "", ""},
		{"too long", "POST", "/v1/chat/completions", big, "sk-right", 413, "longer than", "", "request_too_large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			header, value := "Authorization", "Bearer "+c.key
			if azure, ok := strings.CutPrefix(c.key, "azure:"); ok {
				header, value = "api-key", azure
			}
			if c.key == "" {
				value = ""
			}
			r := send(t, c.method, url+c.path, c.body, header, value)
			if r.status != c.status || !strings.Contains(string(r.body), c.says) {
				t.Fatalf("%d %s, want %d with %q", r.status, r.body, c.status, c.says)
			}
			if got := r.header.Get("Content-Type"); got != "application/json" {
				t.Errorf("content type %q", got)
			}
			if !strings.HasPrefix(r.header.Get("X-Request-Id"), "req_") {
				t.Errorf("no request id")
			}
			if bytes.Contains(r.body, []byte("sk-")) {
				t.Errorf("the body repeats a key: %s", r.body)
			}
			if c.status != http.StatusOK {
				e := r.errorOf(t)
				if e.Param != c.param || e.Code != c.code || e.Type == "" || e.Message == "" {
					t.Errorf("got %+v, want param %q and code %q", e, c.param, c.code)
				}
			}
			if c.status == http.StatusMethodNotAllowed && r.header.Get("Allow") == "" {
				t.Error("405 without Allow")
			}
		})
	}
}

func TestCompletion(t *testing.T) {
	s, url := start(t, Config{Player: players()})
	r := send(t, "POST", url+"/v1/chat/completions", ask("e1/0/planner/0"))
	c := r.completion(t)
	if c.Object != "chat.completion" || c.Model != "m" || c.Created == 0 || !strings.HasPrefix(c.ID, "chatcmpl-") || c.SystemFingerprint == "" {
		t.Errorf("head: %+v", c)
	}
	if m := c.Choices[0]; m.Message.Role != "assistant" || m.Message.Content != planText || m.FinishReason != "stop" {
		t.Errorf("choice: %+v", m)
	}
	// 3 + (4+5) + (4+2): nineteen and five bytes in two messages.
	if c.Usage.Prompt != 18 || c.Usage.Completion != (len(planText)+3)/4 || c.Usage.Total != c.Usage.Prompt+c.Usage.Completion {
		t.Errorf("usage: %+v", c.Usage)
	}
	for _, h := range []string{"X-Ratelimit-Limit-Requests", "Retry-After", FaultHeader} {
		if r.header.Get(h) != "" {
			t.Errorf("header %s on a server without limits and faults", h)
		}
	}
	again := send(t, "POST", url+"/v1/chat/completions", ask("e1/0/planner/0")).completion(t)
	if again.ID == c.ID || again.Choices[0].Message.Content != planText {
		t.Errorf("asked again: %+v", again)
	}
	want := Stats{Requests: 2, Answered: 2, Traces: 1, Repeated: 1, MostAsked: 2, PeakMinute: 2, PeakFlight: 1, Faults: map[Fault]int{}}
	if got := s.Stats(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("stats %+v, want %+v", got, want)
	}
}

func TestChoicesAndLimitOfTokens(t *testing.T) {
	_, url := start(t, Config{Player: players()})
	c := send(t, "POST", url+"/v1/chat/completions", ask("e1/0/ai/0", `,"n":3,"max_tokens":5`)).completion(t)
	if len(c.Choices) != 3 {
		t.Fatalf("%d choices", len(c.Choices))
	}
	for i, m := range c.Choices {
		if m.Index != i || m.FinishReason != "length" || m.Message.Content != aiText[:20] {
			t.Errorf("choice %d: %+v", i, m)
		}
	}
	if c.Usage.Completion != 15 {
		t.Errorf("completion tokens %d, want 15", c.Usage.Completion)
	}
}

func TestModes(t *testing.T) {
	const schema = `,"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":{"type":"object","required":["age"],"properties":{"age":{"type":"integer","minimum":18}}}}}`
	const object = `,"response_format":{"type":"json_object"}`
	for _, c := range []struct {
		modes                 string
		plain, schema, object int
	}{
		{"", 200, 200, 200},
		{"json_object, json_schema", 200, 200, 200},
		{"json_object", 200, 400, 200},
		{"json_schema", 200, 200, 400},
		{"none", 200, 400, 400},
	} {
		modes, err := ParseModes(c.modes)
		if err != nil {
			t.Fatal(err)
		}
		_, url := start(t, Config{Modes: modes})
		for body, want := range map[string]int{ask("x", `,"response_format":{"type":"text"}`): c.plain, ask("x", schema): c.schema, ask("x", object): c.object} {
			r := send(t, "POST", url+"/v1/chat/completions", body)
			if r.status != want {
				t.Errorf("modes %q: %s: %d %s", c.modes, body, r.status, r.body)
			}
			if want == 400 && r.errorOf(t).Param != "response_format" {
				t.Errorf("refused with %s", r.body)
			}
			if want == 200 && strings.Contains(body, "json_schema") {
				if got := r.completion(t).Choices[0].Message.Content; !regexp.MustCompile(`^{"age":[0-9]+}$`).MatchString(got) {
					t.Errorf("structured answer %s", got)
				}
			}
		}
	}
	if _, err := ParseModes("yaml"); err == nil {
		t.Error("a mode that is none is read")
	}
}

func TestCachedTokens(t *testing.T) {
	for _, c := range []struct{ system, user, want int }{
		{0, 0, 0}, {4000, 0, 0}, {4080, 0, 1024}, {3600, 800, 896}, {4096, 400, 1024}, {100, 8000, 0}, {600, 8000, 128},
	} {
		q := &request{Request: Request{Messages: []Message{{Role: "system", Text: strings.Repeat("x", c.system)}, {Role: "user", Text: strings.Repeat("x", c.user)}}}}
		if got := q.cachedTokens(q.promptTokens()); got != c.want {
			t.Errorf("%+v: %d cached of %d", c, got, q.promptTokens())
		}
	}
}

func TestKeyIsNotPrinted(t *testing.T) {
	cfg := Config{Key: "sk-secret", Seed: 7}
	s := New(cfg)
	for _, v := range []any{cfg, &cfg, s} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
			if got := fmt.Sprintf(verb, v); strings.Contains(got, "sk-secret") {
				t.Errorf("%s prints the key: %s", verb, got)
			}
		}
	}
}
