package model

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"switchyard/model/admit"
)

// A request is the same whatever its trace and the order in its schema, and
// another one in every other respect.
func TestKey(t *testing.T) {
	warm, hot := 0.5, 0.9
	keyOf := func(r *Request, options ...func(*ClientConfig)) Key {
		c := client(t, &script{}, options...)
		q, err := c.question(r)
		if err != nil {
			t.Fatal(err)
		}
		key, err := q.id.key()
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	endpoint := func(change func(*Endpoint)) func(*ClientConfig) {
		return func(c *ClientConfig) { change(&c.Endpoint) }
	}
	base := keyOf(wantsJSON(), with(Sampling{Temperature: &warm}))
	for name, same := range map[string]Key{
		"trace": keyOf(func() *Request { r := wantsJSON(); r.Trace = "other"; return r }(), with(Sampling{Temperature: &warm})),
		"order": keyOf(func() *Request {
			r := wantsJSON()
			r.Schema.JSON = []byte(` { "required": ["a"], "type": "object" } `)
			return r
		}(), with(Sampling{Temperature: &warm})),
		"key":         keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), endpoint(func(e *Endpoint) { e.Key = NewSecret("other") })),
		"header":      keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), endpoint(func(e *Endpoint) { e.Headers = map[string]string{"X": "y"} })),
		"spelling":    keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), endpoint(func(e *Endpoint) { e.BaseURL = " https://u:p@MODELS.test:443/v1/?k=v#part\n" })),
		"whole URL":   keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), endpoint(func(e *Endpoint) { e.BaseURL += "/chat/completions" })),
		"the retries": keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), retries(9)),
	} {
		if same != base {
			t.Errorf("%s: another key", name)
		}
	}
	seen := map[Key]string{base: "the request"}
	for name, other := range map[string]Key{
		"text":     keyOf(func() *Request { r := wantsJSON(); r.Messages[1].Text += "!"; return r }(), with(Sampling{Temperature: &warm})),
		"role":     keyOf(func() *Request { r := wantsJSON(); r.Messages[1].Role = "assistant"; return r }(), with(Sampling{Temperature: &warm})),
		"sample":   keyOf(func() *Request { r := wantsJSON(); r.Sample = 1; return r }(), with(Sampling{Temperature: &warm})),
		"schema":   keyOf(func() *Request { r := wantsJSON(); r.Schema.JSON = []byte(`{}`); return r }(), with(Sampling{Temperature: &warm})),
		"none":     keyOf(hello(), with(Sampling{Temperature: &warm})),
		"sampling": keyOf(wantsJSON(), with(Sampling{Temperature: &hot})),
		"default":  keyOf(wantsJSON()),
		"model":    keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), called("n")),
		"endpoint": keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), endpoint(func(e *Endpoint) { e.BaseURL = "https://models.test/v2" })),
		"port":     keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), endpoint(func(e *Endpoint) { e.BaseURL = "https://models.test:80/v1" })),
		"API":      keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), endpoint(func(e *Endpoint) { e.API = APIAzure })),
		"deployment": keyOf(wantsJSON(), with(Sampling{Temperature: &warm}), endpoint(func(e *Endpoint) {
			e.API, e.Deployments = APIAzure, map[string]string{"m": "d"}
		})),
	} {
		if twin, ok := seen[other]; ok {
			t.Errorf("%s: the same key as %s", name, twin)
		}
		seen[other] = name
	}
	const written = "" +
		"0dcb3741fe97abfbe973bb7909660deb" // the beginning of base's key: stored answers depend on it
	if got := fmt.Sprintf("%x", base[:16]); got != written {
		t.Errorf("the key has changed to %s: stored answers are lost", got)
	}
}

func TestNewClient(t *testing.T) {
	for name, c := range map[string]ClientConfig{
		"no model":       {},
		"scheme":         {Model: "m", Endpoint: Endpoint{BaseURL: "ftp://u:hunter2000@x"}},
		"no URL":         {Model: "m", Endpoint: Endpoint{BaseURL: "https://u:hunter2000@x:%%"}},
		"API":            {Model: "m", Endpoint: Endpoint{API: "soap"}},
		"key":            {Model: "m", Endpoint: Endpoint{Key: NewSecret("hunter2000\n")}},
		"header":         {Model: "m", Endpoint: Endpoint{Headers: map[string]string{"X": "hunter2000\r\nY: z"}}},
		"header name":    {Model: "m", Endpoint: Endpoint{Headers: map[string]string{"X: y": "hunter2000"}}},
		"time-out":       {Model: "m", Timeout: -1},
		"number retries": {Model: "m", Retries: -1},
	} {
		_, err := NewClient(c)
		if err == nil || strings.Contains(err.Error(), "hunter2000") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The estimate follows what answers cost, and what they cost is settled.
func TestTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := admit.New(admit.Limits{TPM: 1300})
		c := client(t, &script{replies: []reply{ok("Hi!")}}, func(c *ClientConfig) {
			c.Gate, c.Sampling.MaxTokens = gate, 1000
		})
		for range 20 { // 18 tokens each, 1,000 and more reserved the first time
			r := hello()
			if got := answers(t, c, r); got.Waited != 0 {
				t.Fatalf("waited %v", got.Waited)
			}
		}
		if got := c.outputs.expect(1000); got != 7 {
			t.Errorf("7 tokens an answer, %d expected", got)
		}
		for tokens, free := range map[int]bool{1300 - 20*18: true, 1300 - 20*18 + 1: false} {
			pass, err := gate.Enter(t.Context(), tokens)
			if err != nil || (pass.Waited() == 0) != free {
				t.Errorf("%d tokens more waited %v, %v", tokens, pass.Waited(), err)
			}
			pass.Leave(admit.Outcome{})
		}
	})
}

func TestExpect(t *testing.T) {
	a := &average{}
	if none, limited := a.expect(0), a.expect(90); none != 500 || limited != 90 {
		t.Errorf("before the first answer: %d, and %d with a limit of 90", none, limited)
	}
	a.add(10)
	if got := a.expect(90); got != 10 {
		t.Errorf("after one answer of 10 tokens: %d", got)
	}
	a.add(26)
	if got := a.expect(0); got != 11 {
		t.Errorf("after answers of 10 and 26 tokens: %d, want 11", got)
	}
}

// A newer version may have stored a kind of failure that this one does not know.
func TestStoredKinds(t *testing.T) {
	c := client(t, &script{})
	for body, want := range map[string]Kind{"timeout": TimedOut, "unreachable": Unreachable, "auth": Unreachable, "of tomorrow": Unreachable} {
		if _, e := c.read(&Raw{Body: []byte(body)}, readProblem); e == nil || e.Kind != want {
			t.Errorf("%s: %+v", body, e)
		}
	}
}

func TestEstimate(t *testing.T) {
	if got := estimate(make([]byte, 350), 7); got != 107 {
		t.Errorf("350 bytes and 7 tokens are %d tokens, want 107", got)
	}
}

// Numbers that differ only where a float would not make other keys all the same.
func TestSorted(t *testing.T) {
	got, err := sorted([]byte(` {"b": 12345678901234567890, "a": [1.0]} `))
	if want := `{"a":[1.0],"b":12345678901234567890}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
