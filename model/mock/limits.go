package mock

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// span is how long limits look back: a sliding minute, its beginning excluded.
const span = time.Minute

// window is what happened in the last minute. It is a pure function of the
// times it is given, which must not go backwards. It is not safe for
// concurrent use.
type window struct {
	events []event
	sum    int
}

type event struct {
	at     time.Time
	amount int
}

// forget drops what is a minute old or older.
func (w *window) forget(now time.Time) {
	old := 0
	for old < len(w.events) && now.Sub(w.events[old].at) >= span {
		w.sum -= w.events[old].amount
		old++
	}
	// append moves the rest to the front of a new array when this one is
	// used up, so the memory follows the events of a minute.
	w.events = w.events[old:]
}

func (w *window) add(now time.Time, amount int) {
	w.events = append(w.events, event{now, amount})
	w.sum += amount
}

// wait is how long it takes until need more fits under the limit; it needs a
// window without old events, and a need that the limit can hold at all.
func (w *window) wait(now time.Time, need, limit int) time.Duration {
	left := w.sum
	for _, e := range w.events {
		if left+need <= limit {
			break
		}
		left -= e.amount
		if left+need <= limit {
			return e.at.Add(span).Sub(now)
		}
	}
	return 0
}

// empty is how long it takes until nothing is left in the window.
func (w *window) empty(now time.Time) time.Duration {
	if len(w.events) == 0 {
		return 0
	}
	return w.events[len(w.events)-1].at.Add(span).Sub(now)
}

// limits admits requests. What is refused does not count, so that a client
// that insists is still served as fast as it may be.
type limits struct {
	rpm, tpm int

	mu       sync.Mutex
	requests window
	tokens   window
}

// admit lets a request in, or says when it may come again. Its prompt counts
// at once, its answer when it is there (settle). The rate-limit headers are
// set either way.
func (l *limits) admit(h http.Header, model string, prompt int) *apiError {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.requests.forget(now)
	l.tokens.forget(now)
	defer func() { l.announce(h, now) }()
	if l.tpm > 0 && prompt > l.tpm {
		// Waiting does not help, so no Retry-After.
		return exceeded("tokens", fmt.Sprintf("Request too large for `%s` on tokens per min (TPM): Limit %d, Requested %d.", model, l.tpm, prompt))
	}
	if l.rpm > 0 {
		if wait := l.requests.wait(now, 1, l.rpm); wait > 0 {
			return refuse(h, "requests", model, "requests per min (RPM)", l.rpm, l.requests.sum, 1, wait)
		}
	}
	if l.tpm > 0 {
		if wait := l.tokens.wait(now, prompt, l.tpm); wait > 0 {
			return refuse(h, "tokens", model, "tokens per min (TPM)", l.tpm, l.tokens.sum, prompt, wait)
		}
	}
	if l.rpm > 0 {
		l.requests.add(now, 1)
	}
	if l.tpm > 0 {
		l.tokens.add(now, prompt)
	}
	return nil
}

// settle counts the tokens of an answer.
func (l *limits) settle(tokens int) {
	if l.tpm == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.tokens.forget(now)
	l.tokens.add(now, tokens)
}

func (l *limits) announce(h http.Header, now time.Time) {
	say := func(kind string, limit int, w *window) {
		if limit == 0 {
			return
		}
		h.Set("X-Ratelimit-Limit-"+kind, strconv.Itoa(limit))
		h.Set("X-Ratelimit-Remaining-"+kind, strconv.Itoa(max(0, limit-w.sum)))
		h.Set("X-Ratelimit-Reset-"+kind, roundUp(w.empty(now)).String())
	}
	say("Requests", l.rpm, &l.requests)
	say("Tokens", l.tpm, &l.tokens)
}

func refuse(h http.Header, kind, model, what string, limit, used, need int, wait time.Duration) *apiError {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return exceeded(kind, fmt.Sprintf("Rate limit reached for `%s` on %s: Limit %d, Used %d, Requested %d. Please try again in %v.",
		model, what, limit, used, need, roundUp(wait)))
}

func exceeded(kind, says string) *apiError {
	return &apiError{Status: http.StatusTooManyRequests, Type: kind, Code: "rate_limit_exceeded", Message: says}
}

// roundUp gives whole milliseconds, never fewer than there are.
func roundUp(d time.Duration) time.Duration {
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}
