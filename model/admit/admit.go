// Package admit decides when a request may be sent to an endpoint: requests
// and tokens per minute, requests in flight, and what the endpoint says by
// status 429.
//
// There is one [Gate] for a provider and key, shared by all models and roles
// that use it. Who wants to send calls [Gate.Enter], and [Pass.Leave] when the
// answer has come. Requests are admitted in the order in which they came, each
// one as soon as every limit allows it.
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

// DefaultInFlight is the ceiling of requests in flight if none is set.
const DefaultInFlight = 32

// span is the minute of the limits, and a margin. The endpoint counts when
// requests arrive, and one may arrive later after its start than the next. The
// margin costs 2.4 % of what is allowed.
const span = time.Minute + 1500*time.Millisecond

// pace returns how many requests may start in any second: their share of a
// minute, rounded up. Endpoints count in spans shorter than a minute too, and a
// minute's requests all at once are hard on them. The seconds have no margin, so
// that time lost in one of them, by a timer that is late, is made good in others.
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
	// The integrals of the requests in flight and waiting over time, up to at.
	busy, waited time.Duration
	at           time.Time
}

// waiter is a request that waits. It is admitted by whoever makes room for it,
// so that places are not idle until its goroutine runs; only the first in the
// queue waits for a time, and that it does by itself.
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

// Pass is the leave to send one request.
type Pass struct {
	gate   *Gate
	number uint64
	tokens uint64 // number of the mark in the window of tokens
	waited time.Duration
	left   bool
}

// Outcome is what became of a request.
type Outcome struct {
	// Tokens is what it cost, of prompt and answer; negative if that is not
	// known: then the estimate stands.
	Tokens int
	// OK: it was answered.
	OK bool
	// RateLimited: it was refused with status 429.
	RateLimited bool
	// RetryAfter is how long the endpoint asks to wait; with RateLimited it
	// closes the gate to all requests. 0 if it does not say.
	RetryAfter time.Duration
}

// Enter waits until a request may be sent, and reserves tokens for it: an
// estimate of what prompt and answer will cost. It returns ctx's error when
// ctx ends first; then the request has used up nothing. Each pass must leave.
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

// pump admits everyone for whom there is room, in the order of the queue, and
// tells the first of the others how long to wait. It is called after every
// change.
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

// opens returns when a request may be sent for which there is a place.
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

// admit gives a pass.
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

// wait sleeps until a signal, or until the time if there is one.
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

// advance brings the integrals up to now.
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

// Leave tells that the endpoint has answered, or that it will not. A pass
// leaves once; further calls do nothing.
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

// Settle tells what the request cost, when that is read from the answer after
// the pass has left.
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
	// Waited is the time that all requests together have waited, those that
	// still wait included.
	Waited time.Duration
	// Busy is the time that all requests together have been in flight. Over a
	// stretch of time T, Busy / (Ceiling × T) is the share of what the endpoint
	// could have been used.
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
