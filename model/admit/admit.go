// Package admit decides when a request may be sent to an endpoint. It limits
// requests and tokens per minute and requests in flight, and reacts to status 429.
//
// There is one [Gate] for each provider and key, shared by all models and roles
// that use it. A caller asks for admission with [Gate.Enter] and reports the end
// of the request with [Pass.Leave]. Requests are admitted in order of arrival,
// each as soon as all limits allow it.
package admit

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// Limits are the limits of a provider and key.
type Limits struct {
	RPM      int // requests started in any minute, spread over its seconds; 0: no limit
	TPM      int // tokens in any minute, of prompts and answers; 0: no limit
	InFlight int // the most requests in flight; 0: [DefaultInFlight]
}

// DefaultInFlight is the limit of requests in flight if none is set.
const DefaultInFlight = 32

// span is the minute that limits apply to, with a margin. The endpoint counts
// requests when they arrive, and delays on the way differ. The margin costs 2.4 %
// of the allowed rate.
const span = time.Minute + 1500*time.Millisecond

// pace limits how many requests may start in any second: their share of a minute,
// rounded up. Some endpoints also count in shorter spans, and a minute's requests
// all at once are hard on them. The seconds have no margin, so that time lost to a
// late timer can be made up in later seconds.
func pace(rpm int) window { return window{span: time.Second, limit: (rpm + 59) / 60} }

// Gate admits requests. It is safe for concurrent use, and starts no goroutine.
type Gate struct {
	mu       sync.Mutex
	requests window // of a minute
	pace     window // of a second; used if requests are limited
	tokens   window
	flight   flight
	closed   time.Time // a 429 closed the gate until then
	inFlight int
	given    uint64     // passes so far
	queue    *list.List // of *waiter, first come first
	limited  int        // 429s
	// The integrals over time of the requests in flight and waiting, up to at.
	busy, waited time.Duration
	at           time.Time
}

// waiter is a request that waits. It is admitted by whoever makes room for it, so
// that no place stays idle until its goroutine runs. Only the first in the queue
// waits for a point in time, and it does that itself.
type waiter struct {
	tokens int
	came   time.Time
	pass   *Pass         // when it is admitted
	opens  time.Time     // when the limits allow it, if it is first and only time is missing
	wake   chan struct{} // a signal that pass or opens has changed; holds one
}

// New returns a gate.
func New(l Limits) *Gate {
	if l.InFlight <= 0 {
		l.InFlight = DefaultInFlight
	}
	return &Gate{
		requests: window{span: span, limit: l.RPM},
		pace:     pace(l.RPM),
		tokens:   window{span: span, limit: l.TPM},
		flight:   flight{limit: l.InFlight, ceiling: l.InFlight},
		queue:    list.New(),
		at:       time.Now(),
	}
}

// Pass is the permission to send one request.
type Pass struct {
	gate   *Gate
	number uint64
	tokens uint64 // number of the mark in the window of tokens
	waited time.Duration
	left   bool
}

// Outcome says how a request ended.
type Outcome struct {
	// Tokens is the cost of prompt and answer. If it is negative, it is unknown
	// and the estimate stands.
	Tokens int
	// OK: it was answered.
	OK bool
	// RateLimited: it was refused with status 429.
	RateLimited bool
	// RetryAfter is how long the endpoint asks to wait; 0 if it does not say. With
	// RateLimited it closes the gate to all requests.
	RetryAfter time.Duration
}

// Enter waits until a request may be sent and reserves tokens for it: an estimate
// of the cost of prompt and answer. If ctx ends first, it returns ctx's error and
// the request has used up nothing. Leave must be called on each pass.
func (g *Gate) Enter(ctx context.Context, tokens int) (*Pass, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	w := &waiter{tokens: max(0, tokens), came: g.advance(), wake: make(chan struct{}, 1)}
	place := g.queue.PushBack(w)
	g.pump(w.came)
	for w.pass == nil {
		opens := w.opens
		g.mu.Unlock()
		err := w.wait(ctx, opens)
		g.mu.Lock()
		now := g.advance()
		if err != nil && w.pass == nil {
			g.queue.Remove(place)
			g.pump(now)
			return nil, err
		}
		g.pump(now)
	}
	return w.pass, nil
}

// pump admits waiting requests in order as long as there is room, and tells the
// next one how long to wait. It is called after every change.
func (g *Gate) pump(now time.Time) {
	for first := g.queue.Front(); first != nil; first = g.queue.Front() {
		w := first.Value.(*waiter)
		if g.inFlight >= g.flight.limit {
			w.opens = time.Time{} // it is not time that is missing; whoever leaves calls again
			return
		}
		opens := g.opens(now, w.tokens)
		if opens.After(now) {
			if !opens.Equal(w.opens) {
				w.opens = opens
				w.signal()
			}
			return
		}
		g.queue.Remove(first)
		w.pass = g.admit(now, w)
		w.signal()
	}
}

// opens returns when the limits allow a request to be sent.
func (g *Gate) opens(now time.Time, tokens int) time.Time {
	at := later(now, g.closed)
	if g.requests.limit > 0 {
		at = later(at, g.requests.earliest(now, 1))
		at = later(at, g.pace.earliest(now, 1))
	}
	if g.tokens.limit > 0 {
		at = later(at, g.tokens.earliest(now, tokens))
	}
	return at
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// admit makes a pass.
func (g *Gate) admit(now time.Time, w *waiter) *Pass {
	p := &Pass{gate: g, number: g.given, waited: now.Sub(w.came)}
	g.given++
	g.inFlight++
	if g.requests.limit > 0 {
		g.requests.add(now, 1)
		g.pace.add(now, 1)
	}
	if g.tokens.limit > 0 {
		p.tokens = g.tokens.add(now, w.tokens)
	}
	return p
}

// wait sleeps until a signal, or until the given time if it is not zero.
func (w *waiter) wait(ctx context.Context, until time.Time) error {
	var opens <-chan time.Time
	if !until.IsZero() {
		t := time.NewTimer(time.Until(until))
		defer t.Stop()
		opens = t.C
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-w.wake:
	case <-opens:
	}
	return nil
}

// signal wakes the waiter, if it waits.
func (w *waiter) signal() {
	select {
	case w.wake <- struct{}{}:
	default: // it has a signal already
	}
}

// advance updates the integrals to the current time.
func (g *Gate) advance() time.Time {
	now := time.Now()
	d := now.Sub(g.at)
	g.busy += time.Duration(g.inFlight) * d
	g.waited += time.Duration(g.queue.Len()) * d
	g.at = now
	return now
}

// Waited returns how long the request waited to be admitted.
func (p *Pass) Waited() time.Duration { return p.waited }

// Leave reports that the endpoint has answered or will not answer. Only the first
// call has an effect.
func (p *Pass) Leave(o Outcome) {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if p.left {
		return
	}
	p.left = true
	now := g.advance()
	g.inFlight--
	if o.Tokens >= 0 {
		p.settle(o.Tokens)
	}
	switch {
	case o.RateLimited:
		g.limited++
		g.flight = g.flight.onRateLimit(p.number, g.given)
		if until := now.Add(o.RetryAfter); until.After(g.closed) {
			g.closed = until
		}
	case o.OK:
		g.flight = g.flight.onSuccess()
	}
	g.pump(now)
}

// Settle reports the cost of a request if it becomes known only after Leave.
func (p *Pass) Settle(tokens int) {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.settle(tokens)
	p.gate.pump(p.gate.advance())
}

func (p *Pass) settle(tokens int) {
	if p.gate.tokens.limit > 0 {
		p.gate.tokens.settle(p.tokens, max(0, tokens))
	}
}

// Stats is the state of a gate.
type Stats struct {
	InFlight int // requests that have entered and not left
	Limit    int // how many may be in flight now
	Ceiling  int // how many may be at most
	Waiting  int // requests that want to enter
	// Waited is the total time that requests have waited, including those that
	// still wait.
	Waited time.Duration
	// Busy is the total time that requests have been in flight. Over a time T,
	// Busy / (Ceiling × T) is the share of the endpoint's capacity that was used.
	Busy        time.Duration
	RateLimited int       // 429s so far
	ClosedUntil time.Time // until when the endpoint asked to wait; may have passed
}

// Stats returns the state of the gate.
func (g *Gate) Stats() Stats {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.advance()
	return Stats{
		InFlight: g.inFlight, Limit: g.flight.limit, Ceiling: g.flight.ceiling,
		Waiting: g.queue.Len(), Waited: g.waited, Busy: g.busy,
		RateLimited: g.limited, ClosedUntil: g.closed,
	}
}
