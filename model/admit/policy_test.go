package admit

import (
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func after(d time.Duration) time.Time { return start.Add(d) }

func TestWindowEarliest(t *testing.T) {
	type use struct {
		at    time.Duration
		units int
	}
	for _, c := range []struct {
		name string
		uses []use
		now  time.Duration
		n    int
		want time.Duration
	}{
		{"nothing used", nil, 0, 1, 0},
		{"room left", []use{{0, 2}}, 1, 8, 1},
		{"full", []use{{0, 10}}, 5, 1, 100},
		{"the oldest makes room", []use{{0, 4}, {10, 6}}, 20, 4, 100},
		{"the oldest is not enough", []use{{0, 4}, {10, 6}}, 20, 5, 110},
		{"the oldest has left", []use{{0, 10}}, 100, 10, 100},
		{"more than the limit waits for an empty window", []use{{0, 1}, {30, 1}}, 40, 99, 130},
		{"more than the limit, window empty", nil, 7, 99, 7},
		{"a cost above the limit", []use{{0, 25}, {10, 1}}, 20, 9, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := window{span: 100, limit: 10}
			for _, u := range c.uses {
				w.add(after(u.at), u.units)
			}
			if got := w.earliest(after(c.now), c.n).Sub(start); got != c.want {
				t.Errorf("earliest = %d, want %d", got, c.want)
			}
		})
	}
}

func TestWindowSettle(t *testing.T) {
	w := window{span: 100, limit: 10}
	first := w.add(after(0), 10)
	w.settle(first, 3)
	if got := w.earliest(after(1), 7); !got.Equal(after(1)) {
		t.Errorf("after settling with less, 7 fit at %v", got.Sub(start))
	}
	second := w.add(after(50), 7)
	w.add(after(100), 1) // the first has left
	w.settle(first, 1000)
	w.settle(second, 2)
	if w.sum != 3 {
		t.Errorf("sum = %d, want 3", w.sum)
	}
}

// The window never lets too much into any span, and never waits a moment
// longer than it must, by a count over everything that was ever let in.
func TestWindowProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := window{span: 50, limit: rapid.IntRange(1, 12).Draw(t, "limit")}
		var all []mark
		within := func(from, to time.Time) (sum int) { // from < at <= to
			for _, m := range all {
				if m.at.After(from) && !m.at.After(to) {
					sum += m.units
				}
			}
			return sum
		}
		now := start
		for range rapid.IntRange(1, 60).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.IntRange(0, 20).Draw(t, "pause")))
			n := rapid.IntRange(1, w.limit+2).Draw(t, "units")
			fits := min(n, w.limit)
			at := w.earliest(now, n)
			if at.Before(now) {
				t.Fatalf("earliest %v is before now %v", at, now)
			}
			if sum := within(at.Add(-w.span), at); sum+fits > w.limit {
				t.Fatalf("%d units in the span, %d more let in, limit %d", sum, n, w.limit)
			}
			if at.After(now) {
				before := at.Add(-1)
				if sum := within(before.Add(-w.span), before); sum+fits <= w.limit {
					t.Fatalf("%d units would have fitted before %v", n, at)
				}
			}
			now = at
			number := w.add(now, fits)
			all = append(all, mark{now, fits})
			if rapid.Bool().Draw(t, "settle") {
				cost := rapid.IntRange(0, fits).Draw(t, "cost")
				w.settle(number, cost)
				all[len(all)-1].units = cost
			}
		}
	})
}

func TestPace(t *testing.T) {
	for rpm, want := range map[int]int{0: 0, 1: 1, 60: 1, 61: 2, 600: 10, 100_000: 1667} {
		if got := pace(rpm); got.limit != want || got.span != time.Second {
			t.Errorf("%d a minute: %d in %v, want %d in a second", rpm, got.limit, got.span, want)
		}
	}
}

func TestFlight(t *testing.T) {
	f := flight{limit: 32, ceiling: 32}
	var got []int
	for given := uint64(100); f.limit > 1; given += 100 {
		f = f.onRateLimit(given-1, given)
		got = append(got, f.limit)
	}
	want := []int{24, 18, 13, 9, 6, 4, 3, 2, 1}
	if len(got) != len(want) {
		t.Fatalf("limits = %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("limits = %v, want %v", got, want)
		}
	}
	if f = f.onRateLimit(5000, 5001); f.limit != 1 {
		t.Errorf("limit = %d, want at least 1", f.limit)
	}
}

func TestFlightBurst(t *testing.T) {
	f := flight{limit: 32, ceiling: 32}.onRateLimit(10, 40)
	for number := uint64(11); number < 40; number++ {
		f = f.onRateLimit(number, 45)
	}
	if f.limit != 24 {
		t.Errorf("limit after one burst = %d, want 24", f.limit)
	}
	if f = f.onRateLimit(40, 45); f.limit != 18 {
		t.Errorf("limit after a 429 to a request sent later = %d, want 18", f.limit)
	}
}

func TestFlightGrows(t *testing.T) {
	f := flight{limit: 4, ceiling: 6}
	for i, want := range map[int]int{24: 4, 25: 5, 49: 5, 50: 6, 500: 6} {
		g := f
		for range i {
			g = g.onSuccess()
		}
		if g.limit != want {
			t.Errorf("limit after %d successes = %d, want %d", i, g.limit, want)
		}
	}
	g := f
	for range 24 {
		g = g.onSuccess()
	}
	g = g.onRateLimit(0, 1).onSuccess()
	if g.limit != 3 {
		t.Errorf("successes before a 429 still count: limit %d, want 3", g.limit)
	}
}

func TestBackoff(t *testing.T) {
	const base, ceiling = 500 * time.Millisecond, 30 * time.Second
	for attempt, longest := range map[int]time.Duration{
		-1: base, 0: base, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second,
		6: ceiling, 7: ceiling, 61: ceiling, 62: ceiling, 64: ceiling, 1 << 40: ceiling,
	} {
		for rand, want := range map[float64]time.Duration{0: 0, 0.5: longest / 2, 1: longest} {
			if got := Backoff(attempt, rand, base, ceiling); got != want {
				t.Errorf("Backoff(%d, %v) = %v, want %v", attempt, rand, got, want)
			}
		}
	}
	if got := Backoff(3, 1, time.Minute, time.Second); got != time.Second {
		t.Errorf("base above ceiling: %v, want 1s", got)
	}
}

func TestParseRetryAfter(t *testing.T) {
	for header, want := range map[string]time.Duration{
		"0": 0, "7": 7 * time.Second, " 1.5 ": 1500 * time.Millisecond, ".25": 250 * time.Millisecond,
		"99999999999999999999":           24 * time.Hour,
		"Sun, 01 Mar 2026 12:00:20 GMT":  20 * time.Second,
		"Sunday, 01-Mar-26 12:01:00 GMT": time.Minute,
		"Sun Mar  1 12:00:05 2026":       5 * time.Second,
		"Sun, 01 Mar 2026 11:00:00 GMT":  0,
		"Tue, 01 Mar 2078 11:00:00 GMT":  24 * time.Hour,
	} {
		if got, ok := parseRetryAfter(header, start); !ok || got != want {
			t.Errorf("parseRetryAfter(%q) = %v, %v, want %v", header, got, ok, want)
		}
	}
	for _, header := range []string{"", " ", "soon", "-1", "inf", "NaN", "0x10", "1e3", "1.2.3", "."} {
		if got, ok := parseRetryAfter(header, start); ok {
			t.Errorf("parseRetryAfter(%q) = %v, want no answer", header, got)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	for _, c := range []struct {
		name   string
		header map[string]string
		want   time.Duration
		ok     bool
	}{
		{"nothing", nil, 0, false},
		{"seconds", map[string]string{"retry-after": "3"}, 3 * time.Second, true},
		{"milliseconds come first", map[string]string{"retry-after": "3", "retry-after-ms": "250"}, 250 * time.Millisecond, true},
		{"bad milliseconds", map[string]string{"retry-after": "3", "retry-after-ms": "x"}, 3 * time.Second, true},
		{"a date by the endpoint's clock", map[string]string{
			"date": "Sun, 01 Mar 2026 13:00:00 GMT", "retry-after": "Sun, 01 Mar 2026 13:00:09 GMT"}, 9 * time.Second, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := http.Header{}
			for k, v := range c.header {
				h.Set(k, v)
			}
			if got, ok := RetryAfter(h, start); got != c.want || ok != c.ok {
				t.Errorf("RetryAfter = %v, %v, want %v, %v", got, ok, c.want, c.ok)
			}
		})
	}
}

func FuzzParseRetryAfter(f *testing.F) {
	f.Add("1.5")
	f.Add("Sun, 01 Mar 2026 12:00:20 GMT")
	f.Add("99999999999999999999999")
	f.Fuzz(func(t *testing.T, header string) {
		d, ok := parseRetryAfter(header, start)
		if d < 0 || d > 24*time.Hour || (!ok && d != 0) {
			t.Errorf("parseRetryAfter(%q) = %v, %v", header, d, ok)
		}
	})
}
