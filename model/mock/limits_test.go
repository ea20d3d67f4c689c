package mock

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

func TestWindow(t *testing.T) {
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }
	fill := func(events ...float64) *window { // pairs of second and amount
		w := &window{}
		for i := 0; i < len(events); i += 2 {
			w.add(at(events[i]), int(events[i+1]))
		}
		return w
	}
	for _, c := range []struct {
		name        string
		w           *window
		now         float64
		need, limit int
		sum         int
		wait, empty float64
	}{
		{"nothing", fill(), 0, 1, 1, 0, 0, 0},
		{"room", fill(0, 1), 1, 1, 2, 1, 0, 59},
		{"full", fill(0, 1, 10, 1), 20, 1, 2, 2, 40, 50},
		{"just before the end", fill(0, 1), 59.999, 1, 1, 1, .001, .001},
		{"a minute later", fill(0, 1), 60, 1, 1, 0, 0, 0},
		{"needs two to leave", fill(0, 3, 10, 3, 20, 3), 30, 5, 10, 9, 40, 50},
		{"needs all to leave", fill(0, 3, 10, 3, 20, 3), 30, 10, 10, 9, 50, 50},
		{"over the limit", fill(0, 5, 30, 9), 31, 1, 10, 14, 29, 59},
		{"far over the limit", fill(0, 1, 30, 20), 31, 1, 10, 21, 59, 59},
	} {
		now := at(c.now)
		c.w.forget(now)
		if c.w.sum != c.sum {
			t.Errorf("%s: sum %d, want %d", c.name, c.w.sum, c.sum)
		}
		if got := c.w.wait(now, c.need, c.limit).Seconds(); got < c.wait-1e-9 || got > c.wait+1e-9 {
			t.Errorf("%s: wait %v, want %v", c.name, got, c.wait)
		}
		if got := c.w.empty(now).Seconds(); got < c.empty-1e-9 || got > c.empty+1e-9 {
			t.Errorf("%s: empty in %v, want %v", c.name, got, c.empty)
		}
	}
}

// TestWaitIsExact: after the wait it fits, a nanosecond earlier it does not.
func TestWaitIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now, w, limit := time.Unix(0, 0), &window{}, rapid.IntRange(1, 20).Draw(t, "limit")
		for range rapid.IntRange(0, 30).Draw(t, "events") {
			now = now.Add(time.Duration(rapid.IntRange(0, 10_000).Draw(t, "gap")) * time.Millisecond)
			w.forget(now)
			w.add(now, rapid.IntRange(0, 9).Draw(t, "amount"))
		}
		need := rapid.IntRange(1, limit).Draw(t, "need")
		wait := w.wait(now, need, limit)
		if wait == 0 {
			if w.sum+need > limit {
				t.Fatalf("%d of %d used, %d more is let in", w.sum, limit, need)
			}
			return
		}
		w.forget(now.Add(wait - 1))
		if w.sum+need <= limit {
			t.Fatal("it would have fitted earlier")
		}
		w.forget(now.Add(wait))
		if w.sum+need > limit {
			t.Fatal("it does not fit after the wait")
		}
	})
}

// TestRPM: in virtual time, a client that insists gets exactly the limit.
func TestRPM(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{RPM: 30, Latency: 50 * time.Millisecond})
		answered := 0
		var last http.Header
		for range 180 { // three minutes, one request a second
			status, _, header := answerOf(t, s, ask("x"))
			if last = header; status == http.StatusOK {
				answered++
				if left, err := strconv.Atoi(header.Get("X-Ratelimit-Remaining-Requests")); err != nil || left > 29 {
					t.Errorf("remaining %q", header.Get("X-Ratelimit-Remaining-Requests"))
				}
			} else if status != http.StatusTooManyRequests || header.Get("Retry-After") == "" || header.Get("X-Ratelimit-Remaining-Requests") != "0" {
				t.Errorf("%d %v", status, header)
			}
			time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(time.Second)))
		}
		if answered != 90 {
			t.Errorf("%d answered in three minutes, want 90", answered)
		}
		if last.Get("X-Ratelimit-Limit-Requests") != "30" || last.Get("X-Ratelimit-Limit-Tokens") != "" {
			t.Errorf("%v", last)
		}
		time.Sleep(5 * time.Minute)
		answerOf(t, s, "{") // after a lull, the peak is still the peak
		if st := s.Stats(); st.PeakMinute != 60 || st.Refused != 91 || st.Answered != 90 {
			t.Errorf("%+v", st)
		}
	})
}

// TestRetryAfterIsEnough: whoever waits as long as told gets through at once.
func TestRetryAfterIsEnough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{RPM: 3})
		for i := range 3 {
			if status, _, header := answerOf(t, s, ask("x")); status != 200 || header.Get("X-Ratelimit-Reset-Requests") != "1m0s" {
				t.Fatalf("request %d: %d %v", i, status, header)
			}
		}
		time.Sleep(10500 * time.Millisecond)
		_, _, header := answerOf(t, s, ask("x"))
		if header.Get("Retry-After") != "50" || header.Get("X-Ratelimit-Reset-Requests") != "49.5s" {
			t.Fatalf("%v", header)
		}
		time.Sleep(50 * time.Second)
		if status, _, _ := answerOf(t, s, ask("x")); status != 200 {
			t.Errorf("%d after the wait", status)
		}
	})
}

func TestTPM(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// A prompt of 18 tokens, an answer of 13.
		s := New(Config{TPM: 60, Player: players()})
		for i, want := range []int{200, 200, 429} {
			status, _, header := answerOf(t, s, ask("e1/0/ai/0"))
			if status != want || header.Get("X-Ratelimit-Limit-Tokens") != "60" {
				t.Fatalf("request %d: %d %v", i, status, header)
			}
			if want == 429 && (header.Get("Retry-After") != "60" || header.Get("X-Ratelimit-Remaining-Tokens") != "0") {
				t.Errorf("%v", header)
			}
		}
		time.Sleep(time.Minute)
		if status, _, _ := answerOf(t, s, ask("e1/0/ai/0")); status != 200 {
			t.Errorf("%d a minute later", status)
		}
		// What can never fit gets no time to wait.
		status, _, header := answerOf(t, s, `{"model":"m","messages":[{"role":"user","content":"`+strings.Repeat("x", 400)+`"}]}`)
		if status != 429 || header.Get("Retry-After") != "" {
			t.Errorf("too large: %d %v", status, header)
		}
	})
}

// TestLatency: from the arrival to the answer, for all alike.
func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := playerFunc(func(string) (*Answer, error) { time.Sleep(30 * time.Millisecond); return &Answer{Text: "x"}, nil })
		s := New(Config{Player: slow, Latency: 50 * time.Millisecond})
		began := time.Now()
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { answerOf(t, s, ask("x")) })
		}
		all.Wait()
		if took := time.Since(began); took != 50*time.Millisecond {
			t.Errorf("took %v", took)
		}
		if st := s.Stats(); st.PeakFlight != 100 || st.InFlight != 0 || st.MostAsked != 100 || st.Repeated != 99 {
			t.Errorf("%+v", st)
		}
		began = time.Now()
		if answerOf(t, s, "{"); time.Since(began) != 0 {
			t.Errorf("a bad request took %v", time.Since(began))
		}
	})
}

// TestForgets: beyond what is remembered, the server says so, and faults of
// transport still let a second try through.
func TestForgets(t *testing.T) {
	s := New(Config{Faults: Faults{Status500: 0.5}})
	s.counts.kept = 10
	for i := range 40 {
		body, done := ask("t"+strconv.Itoa(i)), false
		for range 40 {
			if status, _, _ := answerOf(t, s, body); status == 200 {
				done = true
				break
			}
		}
		if !done {
			t.Fatalf("request %d never gets through", i)
		}
	}
	st := s.Stats()
	if !st.Forgot || st.Traces != 10 || st.Answered != 40 || len(s.counts.bodies) != 10 || len(s.counts.decided) != 10 {
		t.Errorf("%+v", st)
	}
}
