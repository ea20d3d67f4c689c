package admit

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// window allows at most limit units in any span of time, counted at the moment of
// each mark.
type window struct {
	span  time.Duration
	limit int
	marks []mark // by time, the oldest first
	first uint64 // the number of marks[0]
	sum   int    // of the units of all marks
}

// mark is a number of units at a moment.
type mark struct {
	at    time.Time
	units int
}

// earliest returns the first moment, now or later, at which n more units fit. More
// units than the limit fit when the window is otherwise empty, so that a large
// request does not wait for ever.
func (w *window) earliest(now time.Time, n int) time.Time {
	over := w.sum + min(n, w.limit) - w.limit
	at := now
	for _, m := range w.marks {
		if over <= 0 {
			break
		}
		over -= m.units
		if end := m.at.Add(w.span); end.After(at) {
			at = end
		}
	}
	return at
}

// add marks n units at a moment that is not before the last mark, and returns the
// number of the mark.
func (w *window) add(now time.Time, n int) uint64 {
	for len(w.marks) > 0 && !w.marks[0].at.Add(w.span).After(now) {
		w.sum -= w.marks[0].units
		w.marks = w.marks[1:]
		w.first++
	}
	w.marks = append(w.marks, mark{now, n})
	w.sum += n
	return w.first + uint64(len(w.marks)) - 1
}

// settle changes the units of a mark, if it is still in the window.
func (w *window) settle(number uint64, n int) {
	if number < w.first {
		return
	}
	m := &w.marks[number-w.first]
	w.sum += n - m.units
	m.units = n
}

// growAfter is the number of successes that raise the in-flight limit by one.
const growAfter = 25

// flight adapts the limit of requests in flight to what the endpoint can handle.
type flight struct {
	limit, ceiling int
	successes      int    // since the limit last changed
	shrunk         uint64 // passes that had been given when it last shrank
}

// onSuccess counts an answer.
func (f flight) onSuccess() flight {
	if f.successes++; f.successes < growAfter {
		return f
	}
	f.successes = 0
	f.limit = min(f.limit+1, f.ceiling)
	return f
}

// onRateLimit reacts to a 429 for the request with this number (from 0); given is
// the number of passes so far. Requests that were admitted before the limit last
// shrank belong to the burst that made it shrink, and do not shrink it again.
func (f flight) onRateLimit(number, given uint64) flight {
	if number < f.shrunk {
		return f
	}
	f.limit = max(1, f.limit*3/4)
	f.successes = 0
	f.shrunk = given
	return f
}

// Backoff returns how long to wait after a failed attempt (from 0). It is rand
// (from 0 to 1) times a duration that starts at base and doubles with each
// attempt, up to ceiling. This is the "full jitter" of
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
func Backoff(attempt int, rand float64, base, ceiling time.Duration) time.Duration {
	longest := ceiling
	if attempt < 62 && base <= ceiling>>max(0, attempt) {
		longest = base << max(0, attempt)
	}
	return time.Duration(rand * float64(longest))
}

// longestRetryAfter limits what an endpoint may ask for: the longest windows of
// known providers are one day.
const longestRetryAfter = 24 * time.Hour

// RetryAfter returns how long the headers of a response ask to wait.
// retry-after-ms, which OpenAI and Azure send, takes precedence over Retry-After.
// A date is compared with the endpoint's own clock, if it sends the time.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if ms, ok := number(h.Get("Retry-After-Ms")); ok {
		return bounded(ms * float64(time.Millisecond)), true
	}
	if theirs, err := http.ParseTime(h.Get("Date")); err == nil {
		now = theirs
	}
	return parseRetryAfter(h.Get("Retry-After"), now)
}

// parseRetryAfter reads a Retry-After header: seconds, also with decimals, or an
// HTTP date. A date in the past means no wait; a wait is limited to one day.
func parseRetryAfter(header string, now time.Time) (time.Duration, bool) {
	if s, ok := number(header); ok {
		return bounded(s * float64(time.Second)), true
	}
	at, err := http.ParseTime(strings.TrimSpace(header))
	if err != nil {
		return 0, false
	}
	return min(max(0, at.Sub(now)), longestRetryAfter), true
}

// number reads a plain decimal number; strconv alone would also accept "inf",
// "0x1p3" and "-1".
func number(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	if s == "" || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

func bounded(d float64) time.Duration {
	return time.Duration(min(d, float64(longestRetryAfter)))
}
