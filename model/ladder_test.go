package model

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// picky accepts only requests without what it refuses, and counts.
type picky struct {
	refuses func(body map[string]any) string // the error, or ""
	status  int
	delay   time.Duration
	asked   atomic.Int32
	refused atomic.Int32
	last    atomic.Pointer[string]
}

func (p *picky) RoundTrip(r *http.Request) (*http.Response, error) {
	return server(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet { // the list of models
			http.NotFound(w, r)
			return
		}
		text, _ := io.ReadAll(r.Body)
		whole := string(text)
		p.last.Store(&whole)
		var body map[string]any
		_ = json.Unmarshal(text, &body)
		p.asked.Add(1)
		time.Sleep(p.delay)
		if message := p.refuses(body); message != "" {
			p.refused.Add(1)
			http.Error(w, message, p.status)
			return
		}
		_, _ = io.WriteString(w, say(`{"a":1}`))
	}).RoundTrip(r)
}

func formatOf(body map[string]any) string {
	format, _ := body["response_format"].(map[string]any)
	kind, _ := format["type"].(string)
	return kind
}

// Each rung is reached by a refusal, in the words of real endpoints, and then
// remembered: by the client, and in the store for the next one.
func TestLadder(t *testing.T) {
	noSchema := func(words string) func(map[string]any) string {
		return func(b map[string]any) string {
			if formatOf(b) == "json_schema" {
				return words
			}
			return ""
		}
	}
	noFormat := func(words string) func(map[string]any) string {
		return func(b map[string]any) string {
			if b["response_format"] != nil {
				return words
			}
			return ""
		}
	}
	for name, c := range map[string]struct {
		status  int
		refuses func(map[string]any) string
		mode    Mode
		refused int32
	}{
		"all":      {400, func(map[string]any) string { return "" }, ModeSchema, 0},
		"OpenAI":   {400, noSchema(`{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.","type":"invalid_request_error","param":"response_format","code":null}}`), ModeObject, 1},
		"DeepSeek": {400, noSchema(`{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`), ModeObject, 1},
		"FastAPI":  {422, noSchema(`{"detail":[{"loc":["body","response_format","type"],"msg":"unexpected value; permitted: 'text', 'json_object'","type":"value_error.const"}]}`), ModeObject, 1},
		"plain":    {501, noFormat("structured output is not implemented"), ModeFenced, 2},
		"gateway":  {404, noFormat(`{"error":{"message":"No endpoints found that can handle the requested parameters.","code":404}}`), ModeFenced, 2},
		"terse":    {400, noFormat(`{"error":"unsupported"}`), ModeFenced, 2},
	} {
		t.Run(name, func(t *testing.T) {
			store := newMemory()
			s := &picky{refuses: c.refuses, status: c.status}
			cl := client(t, s, keepIn(store))
			for sample := range 3 {
				r := wantsJSON()
				r.Sample = sample
				if got := answers(t, cl, r); got.Text != `{"a":1}` || got.Retries != 0 {
					t.Errorf("%+v", got)
				}
			}
			if s.refused.Load() != c.refused || s.asked.Load() != 3+c.refused {
				t.Errorf("%d of %d requests were refused, want %d", s.refused.Load(), s.asked.Load(), c.refused)
			}
			if got := store.modes["https://models.test/v1 m"]; got != c.mode || store.len() != 3 {
				t.Errorf("stored mode %q, want %q; %d stored", got, c.mode, store.len())
			}
			next := wantsJSON()
			next.Sample = 9
			answers(t, client(t, s, keepIn(store)), next)
			if s.refused.Load() != c.refused {
				t.Error("the next client was refused again")
			}
			if store.calls != 3 { // looked up and set by the first client, looked up by the next
				t.Errorf("%d calls about the mode", store.calls)
			}
			last := *s.last.Load()
			if c.mode != ModeSchema && (!strings.Contains(last, "JSON") || !strings.Contains(last, `\"required\":[\"a\"]`) || strings.Count(last, `"role":"system"`) != 1) {
				t.Errorf("the schema is not in the one system message: %s", last)
			}
			if c.mode == ModeSchema && !strings.Contains(last, `"json_schema":{"name":"greeting","schema":{"type":"object","required":["a"]},"strict":false}`) {
				t.Errorf("the schema was not sent: %s", last)
			}
		})
	}
}

func TestFencedWithoutSystemMessage(t *testing.T) {
	r := wantsJSON()
	r.Messages = r.Messages[1:]
	text, err := encode(r, "m", Sampling{}, shape{mode: ModeFenced})
	if err != nil || !strings.Contains(string(text), `"messages":[{"role":"system","content":"Answer with one JSON document in one fenced block`) {
		t.Errorf("%s, %v", text, err)
	}
	if len(r.Messages) != 1 {
		t.Error("the request was changed")
	}
	r = wantsJSON()
	if _, err := encode(r, "m", Sampling{}, shape{mode: ModeFenced}); err != nil || r.Messages[0].Text != "Be brief." {
		t.Errorf("the request was changed to %+v, %v", r.Messages, err)
	}
}

// Parameters that a model does not take are left out, or called otherwise, once.
func TestParameters(t *testing.T) {
	one, seed := 0.7, 3
	all := Sampling{Temperature: &one, TopP: &one, Seed: &seed, MaxTokens: 100, ReasoningEffort: "low"}
	openAI := func(param, message string) string {
		return fmt.Sprintf(`{"error":{"message":%q,"type":"invalid_request_error","param":%q,"code":"unsupported_parameter"}}`, message, param)
	}
	for name, c := range map[string]struct {
		model   string
		refuses func(b map[string]any) string
		refused int32
		want    string // names that are no longer sent
		limit   string
	}{
		"o-series by another name": {"thinker", func(b map[string]any) string {
			switch {
			case b["max_tokens"] != nil:
				return openAI("max_tokens", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
			case b["temperature"] != nil:
				return openAI("temperature", "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.")
			case b["top_p"] != nil:
				return openAI("top_p", "Unsupported parameter: 'top_p' is not supported with this model.")
			}
			return ""
		}, 3, "temperature top_p", "max_completion_tokens"},
		"an old server, a new name": {"gpt-5-mini", func(b map[string]any) string {
			if b["max_completion_tokens"] != nil {
				return `{"error":"unknown field: max_completion_tokens"}`
			}
			return ""
		}, 1, "", "max_tokens"},
		"strict about what it knows": {"m", func(b map[string]any) string {
			if b["user"] != nil {
				return `{"detail":[{"type":"extra_forbidden","loc":["body","user"],"msg":"Extra inputs are not permitted","input":"e1/m1/user/1"}]}`
			}
			if b["seed"] != nil {
				return `{"message":"Unrecognized request argument supplied: seed"}`
			}
			if b["reasoning_effort"] != nil {
				return `{"error":{"message":"\"m\" does not support reasoning_effort"}}`
			}
			return ""
		}, 3, "reasoning_effort seed user", "max_tokens"},
		"not both": {"m", func(b map[string]any) string {
			if b["temperature"] != nil && b["top_p"] != nil {
				return `{"error":{"message":"temperature and top_p cannot both be specified for this model"}}`
			}
			return ""
		}, 1, "temperature", "max_tokens"},
		"o4-mini takes it all": {"o4-mini", func(map[string]any) string { return "" }, 0, "", "max_completion_tokens"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &picky{refuses: c.refuses, status: 400}
			cl := client(t, s, with(all), called(c.model))
			for range 2 {
				answers(t, cl, hello())
			}
			if s.refused.Load() != c.refused {
				t.Errorf("%d refusals, want %d", s.refused.Load(), c.refused)
			}
			if got := strings.Join(cl.Refused(), " "); got != c.want {
				t.Errorf("left out: %q, want %q", got, c.want)
			}
			if last := *s.last.Load(); !strings.Contains(last, `"`+c.limit+`":100`) {
				t.Errorf("the limit is not called %s in %s", c.limit, last)
			}
		})
	}
}

// What is no refusal of a parameter is told to the user at once.
func TestNoFall(t *testing.T) {
	one := 0.7
	for _, text := range []string{
		`{"error":{"message":"max_tokens is too large: 100. This model supports at most 4 completion tokens","param":"max_tokens"}}`,
		`{"error":{"message":"temperature must be between 0 and 0.5","param":"temperature"}}`,
		`{"error":{"message":"roles must alternate between user and assistant"}}`,
		`{"error":{"message":"Unsupported value: 'messages[0].role' does not support 'system' with this model.","param":"messages[0].role"}}`,
	} {
		s := &picky{refuses: func(map[string]any) string { return text }, status: 400}
		e := fails(t, client(t, s, with(Sampling{Temperature: &one, MaxTokens: 100})), wantsJSON())
		if e.Kind != BadRequest || s.asked.Load() != 1 {
			t.Errorf("%+v after %d requests", e, s.asked.Load())
		}
	}
	for _, status := range []int{401, 402, 404, 413, 500} {
		s := &picky{refuses: func(map[string]any) string { return "response_format is not supported: model not found" }, status: status}
		if e := fails(t, client(t, s), wantsJSON()); e.Status != status || s.asked.Load() != 1 {
			t.Errorf("%+v after %d requests", e, s.asked.Load())
		}
	}
}

// Whatever it is that an endpoint always says, it comes to an end.
func TestFallEnds(t *testing.T) {
	one, seed := 0.7, 3
	text := `{"error":{"message":"unsupported: temperature, top_p, max_tokens, max_completion_tokens, 'seed', 'user', reasoning_effort, response_format"}}`
	s := &picky{refuses: func(map[string]any) string { return text }, status: 400}
	c := client(t, s, with(Sampling{Temperature: &one, TopP: &one, Seed: &seed, MaxTokens: 1, ReasoningEffort: "low"}))
	if e := fails(t, c, wantsJSON()); e.Kind != BadRequest || s.asked.Load() != 9 {
		t.Errorf("%+v after %d requests", e, s.asked.Load())
	}
}

// Many workers who begin at once hear each refusal once.
func TestRefusedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &picky{status: 400, delay: time.Second, refuses: func(b map[string]any) string {
			if b["response_format"] != nil {
				return `{"error":"response_format is not supported"}`
			}
			return ""
		}}
		c := client(t, s)
		began := time.Now()
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				r := wantsJSON()
				if i%2 == 0 {
					r = hello()
				}
				answers(t, c, r)
			})
		}
		wg.Wait()
		if s.refused.Load() != 2 {
			t.Errorf("%d refusals, want 2", s.refused.Load())
		}
		if d := time.Since(began); d > 8*time.Second {
			t.Errorf("took %v: 32 in flight after the first few", d)
		}
	})
}

// A refusal of what is no longer sent changes nothing.
func TestLateRefusal(t *testing.T) {
	top, middle, low := shape{mode: ModeSchema}, shape{mode: ModeObject}, shape{mode: ModeFenced}
	l := &ladder{shape: top}
	l.fell(top, middle)
	l.fell(middle, low)
	l.accepted(low, wantsJSON())
	l.fell(top, middle)
	if l.shape != low || !l.settled[1] {
		t.Errorf("shape %+v, settled %v", l.shape, l.settled)
	}
	if mode := l.accepted(top, wantsJSON()); mode != "" {
		t.Errorf("a late answer to the old shape stores %q", mode)
	}
	if l.fell(low, shape{mode: ModeFenced, dropped: parUser}); l.settled[1] {
		t.Error("what has not been accepted yet counts as settled")
	}
	if mode := (&ladder{shape: top}).accepted(top, hello()); mode != "" {
		t.Errorf("a text is taken to show that %q works", mode)
	}
}

// An endpoint that hangs for the first request does not hold up the others, and
// who waits can be cancelled.
func TestProbeHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{replies: []reply{{status: -1}, ok("Hi!")}}
		c := client(t, s)
		var wg sync.WaitGroup
		wg.Go(func() { fails(t, c, hello()) })
		synctest.Wait()
		began := time.Now()
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := c.Complete(ctx, hello()); err != context.DeadlineExceeded || time.Since(began) != time.Second {
				t.Errorf("cancelled: %v after %v", err, time.Since(began))
			}
		})
		answers(t, c, hello())
		if d := time.Since(began); d != patience {
			t.Errorf("waited %v, want %v", d, patience)
		}
		wg.Wait()
	})
}
