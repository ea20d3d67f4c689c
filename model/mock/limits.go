package mock

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// span is the length of the sliding minute that limits apply to, excluding its
// start.
const span = time.Minute

// window holds the events of the last minute. It depends only on the times that it
// is given, which must not go backwards. It is not safe for concurrent use.
type window struct {
	events []event
	sum    int
}

type event struct {
	at     time.Time
	amount int
}

// forget drops events that are at least a minute old.
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

// wait returns how long it takes until need more fit under the limit. It expects
// that old events are forgotten and that need is not above the limit.
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

// empty returns how long it takes until the window is empty.
func (w *window) empty(now time.Time) time.Duration {
	if len(w.events) == 0 {
		return 0
	}
	return w.events[len(w.events)-1].at.Add(span).Sub(now)
}

// limits admits requests. Refused requests do not count, so that a client that
// retries too often is still served at the full rate.
type limits struct {
	rpm, tpm int

	mu       sync.Mutex
	requests window
	tokens   window
}

// admit lets a request in, or says when it may come again. The prompt counts
// immediately and the answer when it is complete (settle). It always sets the
// rate-limit headers.
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

// roundUp rounds up to whole milliseconds.
func roundUp(d time.Duration) time.Duration {
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}
