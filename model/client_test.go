package model

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"switchyard/model/admit"
)

func TestComplete(t *testing.T) {
	s := &script{replies: []reply{ok("Hi!")}}
	zero, half, seed := 0.0, 0.5, 7
	c := client(t, s, with(Sampling{Temperature: &zero, TopP: &half, Seed: &seed, MaxTokens: 90, ReasoningEffort: "low"}))
	r := hello()
	r.Trace = strings.Repeat("é", 40)
	got := answers(t, c, r)
	want := Response{Text: "Hi!", Finish: "stop", Usage: Usage{Input: 11, Cached: 3, Output: 7}, Waited: got.Waited, Took: got.Took}
	if !reflect.DeepEqual(*got, want) {
		t.Errorf("response %+v, want %+v", *got, want)
	}
	asked := s.asked[0]
	for name, want := range map[string]any{
		"model": "m", "temperature": 0.0, "top_p": 0.5, "seed": 7.0, "max_tokens": 90.0,
		"reasoning_effort": "low", "stream": false, "user": strings.Repeat("é", 32),
		"messages": []any{map[string]any{"role": "system", "content": "Be brief."}, map[string]any{"role": "user", "content": "Hello?"}},
	} {
		if fmt.Sprint(asked[name]) != fmt.Sprint(want) {
			t.Errorf("%s = %v, want %v", name, asked[name], want)
		}
	}
	if len(asked) != 9 {
		t.Errorf("more was sent than asked for: %v", asked)
	}
}

func TestFinishReasons(t *testing.T) {
	for body, want := range map[string]Response{
		`{"choices":[{"message":{"content":"cut o"},"finish_reason":"length"}]}`:                                       {Text: "cut o", Finish: "length"},
		`{"choices":[{"message":{"content":null},"finish_reason":"length"}],"usage":null}`:                             {Finish: "length"},
		`{"choices":[{"message":{},"finish_reason":null}]}`:                                                            {},
		`{"choices":[{"message":{"content":null,"refusal":"No."},"finish_reason":"stop"}]}`:                            {Text: "No.", Finish: FinishRefusal},
		`{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"text":"b"}]},"finish_reason":"stop"}]}`:       {Text: "ab", Finish: "stop"},
		"\ufeff" + `{"choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":9,"prompt_cache_hit_tokens":4}}`: {Text: "x", Usage: Usage{Input: 9, Cached: 4}},
	} {
		got := answers(t, client(t, &script{replies: []reply{{status: 200, body: body}}}), hello())
		got.Waited, got.Took = 0, 0
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("%s: %+v, want %+v", body, *got, want)
		}
	}
}

// Faults of the endpoint are retried, and stored, also as failures.
func TestRetries(t *testing.T) {
	for name, bad := range map[string]reply{
		"server":            {status: 500, body: `{"error":{"message":"oh"}}`},
		"bad gateway":       {status: 502, body: "<html><body>bad gateway</body></html>"},
		"broken connection": {status: 0},
		"hang":              {status: -1},
		"garbage":           {status: 200, body: "not JSON"},
		"cut off":           {status: 200, body: say("Hi!")[:60]},
		"no choices":        {status: 200, body: `{"choices":[]}`},
		"an error with 200": {status: 200, body: `{"error":{"message":"upstream"}}`},
		"broken off":        {status: 200, body: `{"choices":[{"message":{"content":""},"finish_reason":"error"}]}`},
		"conflict":          {status: 409, body: `{}`},
		"request timeout":   {status: 408, body: ``},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := newMemory()
				s := &script{replies: []reply{bad, bad, ok("Hi!")}}
				got := answers(t, client(t, s, retries(2), keepIn(store)), hello())
				if got.Text != "Hi!" || got.Retries != 2 || got.Stored || len(s.asked) != 3 || store.len() != 3 {
					t.Errorf("%+v after %d requests, %d stored", got, len(s.asked), store.len())
				}
				// Once more: nothing is asked, and nothing waited for.
				began := time.Now()
				again := answers(t, client(t, s, retries(2), keepIn(store)), hello())
				if again.Text != "Hi!" || again.Retries != 2 || !again.Stored || len(s.asked) != 3 || time.Since(began) != 0 {
					t.Errorf("from the store: %+v after %v and %d requests", again, time.Since(began), len(s.asked))
				}
				// Stored failures use up no retries: with fewer, nothing changes.
				again = answers(t, client(t, s, retries(0), keepIn(store)), hello())
				if again.Text != "Hi!" || again.Retries != 2 || len(s.asked) != 3 {
					t.Errorf("two failures from the store: %+v", again)
				}
			})
		})
	}
}

// What was given up is asked again another time, as often as at first and with
// pauses as short.
func TestGivesUpUntilAnotherTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		bad := reply{status: 503, body: `{"error":"no capacity"}`}
		s := &script{replies: []reply{bad, bad, bad, bad, bad, bad, bad, ok("Hi!")}}
		fails(t, client(t, s, retries(5), keepIn(store)), hello())
		if len(s.asked) != 6 {
			t.Fatalf("%d requests", len(s.asked))
		}
		got := answers(t, client(t, s, retries(1), keepIn(store)), hello())
		if got.Text != "Hi!" || got.Retries != 7 || len(s.asked) != 8 || store.len() != 8 || got.Waited > backoffBase {
			t.Errorf("%+v after %d requests, %d stored", got, len(s.asked), store.len())
		}
	})
}

func TestGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{replies: []reply{{status: 503, body: `{"error":"no capacity"}`}}}
		c := client(t, s, retries(3))
		began := time.Now()
		e := fails(t, c, hello())
		if e.Kind != ServerFault || e.Kind.Ends() || e.Status != 503 || e.Attempts != 4 || e.Message != "no capacity" || e.Hint == "" {
			t.Errorf("error %+v", e)
		}
		first := time.Since(began)
		if first == 0 || first > (500+1000+2000)*time.Millisecond {
			t.Errorf("waited %v between attempts", first)
		}
		if a, b := s.at[1].Sub(s.at[0]), s.at[2].Sub(s.at[1]); b == 2*a {
			t.Errorf("pauses of %v and %v: both are the same share of what they may be", a, b)
		}
		// The pauses depend on the request alone.
		began = time.Now()
		fails(t, c, hello())
		if second := time.Since(began); second != first {
			t.Errorf("waited %v, and %v the second time", first, second)
		}
	})
}

func TestRetryAfterOfAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{replies: []reply{{status: 503, headers: []string{"Retry-After: 40"}}, ok("Hi!")}, delay: time.Second}
		if got := answers(t, client(t, s, retries(1)), hello()); got.Waited != 40*time.Second || got.Took != 2*time.Second {
			t.Errorf("waited %v, want 40s; took %v, want 2s", got.Waited, got.Took)
		}
	})
}

func TestRateLimit(t *testing.T) {
	date := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
	for name, c := range map[string]struct {
		header   func() string
		min, max time.Duration
	}{
		"seconds":        {func() string { return "Retry-After: 3" }, 3 * time.Second, 3 * time.Second},
		"decimals":       {func() string { return "Retry-After: 2.5" }, 2500 * time.Millisecond, 2500 * time.Millisecond},
		"milliseconds":   {func() string { return "Retry-After-Ms: 1500" }, 1500 * time.Millisecond, 1500 * time.Millisecond},
		"a date":         {func() string { return "Retry-After: " + date(20*time.Second) }, 19 * time.Second, 20 * time.Second},
		"nothing":        {func() string { return "X-None: 1" }, 1, 1500 * time.Millisecond},
		"no time at all": {func() string { return "Retry-After: 0" }, 1, 1500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, gate := newMemory(), admit.New(admit.Limits{})
				limited := reply{status: 429, body: `{"error":{"message":"slow down"}}`, headers: []string{c.header()}}
				replies := []reply{limited, ok("Hi!")}
				if c.max != c.min && c.max < 2*time.Second {
					replies = []reply{limited, limited, ok("Hi!")}
				}
				s := &script{replies: replies}
				got := answers(t, client(t, s, keepIn(store), func(c *ClientConfig) { c.Gate = gate }), hello())
				if got.Waited < c.min || got.Waited > c.max {
					t.Errorf("waited %v, want %v to %v", got.Waited, c.min, c.max)
				}
				if got.Retries != 0 || store.len() != 1 {
					t.Errorf("a 429 was counted or stored: %+v, %d stored", got, store.len())
				}
				if st := gate.Stats(); st.RateLimited != len(replies)-1 || st.InFlight != 0 || st.Limit >= st.Ceiling {
					t.Errorf("gate: %+v", st)
				}
			})
		})
	}
}

// The first request to an endpoint, by which it is tried, holds up no other
// while it waits after a 429.
func TestRateLimitOfTheFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{replies: []reply{{status: 429, body: "{}"}, ok("Hi!")}}
		c := client(t, s)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() { answers(t, c, hello()) })
		}
		wg.Wait()
		if len(s.at) != 3 || s.at[1] != s.at[0] {
			t.Errorf("requests at %v", s.at)
		}
	})
}

func TestRateLimitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{replies: []reply{{status: 429, body: `{"error":{"message":"slow down"}}`}}}
		e := fails(t, client(t, s, retries(5)), hello())
		if e.Kind != Overloaded || e.Kind.Ends() || len(s.asked) != mostLimited || e.Attempts != mostLimited {
			t.Errorf("%+v after %d requests", e, len(s.asked))
		}
		if a, b := s.at[1].Sub(s.at[0]), s.at[2].Sub(s.at[1]); b == 2*a {
			t.Errorf("pauses of %v and %v: both are the same share of what they may be", a, b)
		}
	})
}

// The time in the gate is not the time of the call.
func TestTimeoutCountsFromSending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{replies: []reply{ok("Hi!")}, delay: 50 * time.Second}
		c := client(t, s, func(c *ClientConfig) { c.Gate = admit.New(admit.Limits{InFlight: 1}) })
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() {
				if got := answers(t, c, hello()); got.Took != 50*time.Second {
					t.Errorf("took %v", got.Took)
				}
			})
		}
		wg.Wait()
	})
}

// Errors that end the run are not stored, so that the run can be started again;
// those of this request only are, if they are answers.
func TestWhatIsStored(t *testing.T) {
	for _, c := range []struct {
		reply  reply
		kind   Kind
		stored int
	}{
		{reply{status: 401, body: `{"error":{"message":"Incorrect API key"}}`}, BadKey, 0},
		{reply{status: 404, body: `{"error":{"message":"The model m does not exist"}}`}, UnknownModel, 0},
		{reply{status: 400, body: `{"error":{"message":"no good"}}`}, BadRequest, 0},
		{reply{status: 307, headers: []string{"Location: https://other.test/v1"}}, BadRequest, 0},
		{reply{status: 402, body: `{}`}, OutOfFunds, 0},
		{reply{status: 429, body: `{"error":{"message":"quota","code":"insufficient_quota"}}`}, OutOfFunds, 0},
		{reply{status: 400, body: `{"error":{"code":"content_filter","message":"filtered"}}`}, Filtered, 1},
		{reply{status: 400, body: `{"error":{"code":"context_length_exceeded","message":"long"}}`}, TooLong, 0},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			store := newMemory()
			s := &script{replies: []reply{c.reply}}
			cl := client(t, s, retries(3), keepIn(store))
			e := fails(t, cl, hello())
			if e.Kind != c.kind || e.Status != c.reply.status || e.Attempts != 1 || e.Hint == "" || e.Endpoint != "https://models.test/v1" || e.Model != "m" {
				t.Errorf("error %+v", e)
			}
			if store.len() != c.stored {
				t.Errorf("%d stored, want %d", store.len(), c.stored)
			}
			asked := len(s.asked)
			if again := fails(t, cl, hello()); again.Kind != c.kind || len(s.asked)-asked != 1-c.stored {
				t.Errorf("the second time: %+v after %d requests", again, len(s.asked)-asked)
			}
		})
	}
}

func TestUnknownModelNamesSome(t *testing.T) {
	lists := 0
	c := client(t, server(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/models") {
			lists++
			if r.Header.Get("X-Team") != "blue-and-green" {
				t.Errorf("asked with %v", r.Header)
			}
			_, _ = w.Write([]byte(`{"data":[{"id":"gpt-one"},{"id":"blue-and-green"}` + strings.Repeat(`,{"id":"x"}`, 20) + `]}`))
			return
		}
		http.Error(w, `{"error":{"message":"model \"m\" not found, try pulling it first"}}`, http.StatusNotFound)
	}), at(Endpoint{Headers: map[string]string{"X-Team": "blue-and-green"}}))
	for range 3 {
		if e := fails(t, c, hello()); !strings.HasSuffix(e.Hint, "gpt-one, [redacted]"+strings.Repeat(", x", 6)) {
			t.Errorf("hint %q", e.Hint)
		}
	}
	if lists != 1 {
		t.Errorf("models were listed %d times", lists)
	}
}

// An attempt that was never sent is the same attempt when it is sent: the
// answer is found again by a run in which the network is up from the start.
func TestUnsentIsNoAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, s, down := newMemory(), &script{replies: []reply{ok("Hi!")}}, true
		tr := transport(func(r *http.Request) (*http.Response, error) {
			if down {
				down = false
				return nil, &net.OpError{Op: "dial", Err: errors.New("no route to host")}
			}
			return s.RoundTrip(r)
		})
		if got := answers(t, client(t, tr, keepIn(store), retries(1), reached), hello()); got.Retries != 1 {
			t.Errorf("%+v", got)
		}
		if got := answers(t, client(t, tr, keepIn(store)), hello()); !got.Stored || len(s.asked) != 1 {
			t.Errorf("%+v after %d requests", got, len(s.asked))
		}
	})
}

// Whoever asked the same at the same time and was first decides for all, whatever
// came back then and comes back now, also when the run is being stopped. Both
// have paid.
func TestTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			rival   Raw
			replies []reply
			text    string
			retries int
		}{
			"two answers":          {Raw{Status: 200, Body: []byte(say("Theirs."))}, []reply{ok("Mine.")}, "Theirs.", 0},
			"an answer, a failure": {Raw{Status: 200, Body: []byte(say("Theirs."))}, []reply{{status: 500}}, "Theirs.", 0},
			"a failure, an answer": {Raw{Status: 0, Body: []byte(TimedOut)}, []reply{ok("Mine."), ok("Second.")}, "Second.", 1},
		} {
			c.rival.Run = "other"
			store, s := newMemory(), &script{replies: c.replies, delay: time.Second}
			store.rival = &c.rival
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if c.retries == 0 {
				time.AfterFunc(500*time.Millisecond, cancel)
			}
			mine := func(c *ClientConfig) { c.Run = "mine" }
			got, err := client(t, s, keepIn(store), retries(1), mine).Complete(ctx, hello())
			if err != nil || got.Text != c.text || got.Stored || got.Retries != c.retries || len(s.asked) != len(c.replies) {
				t.Errorf("%s: %+v, %v after %d requests", name, got, err, len(s.asked))
			}
			again := answers(t, client(t, s, keepIn(store), mine), hello())
			if again.Text != c.text || again.Stored != (c.text == "Theirs.") || again.Retries != c.retries || len(s.asked) != len(c.replies) {
				t.Errorf("%s, again: %+v after %d requests", name, again, len(s.asked))
			}
		}
		store, s := newMemory(), &script{replies: []reply{{status: 500}}}
		store.rival = &Raw{Status: 503}
		if e := fails(t, client(t, s, keepIn(store)), hello()); e.Status != 503 || len(s.asked) != 1 {
			t.Errorf("two failures without retries: %+v after %d requests", e, len(s.asked))
		}
	})
}

// A process that dies between storing and reading finds the answer.
func TestCrashAfterPut(t *testing.T) {
	store := newMemory()
	s := &script{replies: []reply{ok("Hi!")}}
	store.after = func() { panic("crash") }
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no crash")
			}
		}()
		_, _ = client(t, s, keepIn(store)).Complete(t.Context(), hello())
	}()
	next := newMemory()
	next.raws = store.raws
	if got := answers(t, client(t, s, keepIn(next)), hello()); !got.Stored || got.Text != "Hi!" || len(s.asked) != 1 {
		t.Errorf("after the crash: %+v, %d requests", got, len(s.asked))
	}
}

func TestStoreFails(t *testing.T) {
	store := newMemory()
	store.fail = errors.New("disk full")
	e := fails(t, client(t, &script{replies: []reply{ok("Hi!")}}, keepIn(store), retries(3)), hello())
	if e.Kind != StoreFault || !e.Kind.Ends() || e.Message != "disk full" {
		t.Errorf("error %+v", e)
	}
}
