// Package progress lets long work tell how far it is.
//
// Whoever starts the work puts a [Watcher] into the context with [With]. The work begins
// parts with [Begin], and adds to the [Counter] of each. Without a watcher, counters do
// nothing and cost nothing, so packages count without asking who looks.
package progress

import (
	"context"
	"sync/atomic"
)

// Watcher is told when parts of the work begin and end. Parts may overlap. It is safe for
// concurrent use.
type Watcher interface {
	Begin(c *Counter)
	End(c *Counter)
}

// Part says what is done.
type Part struct {
	Doing string // "proving entries.jsonl"
	Noun  string // what is counted: "entries"
	Total int64  // all of them; 0 if unknown
	// Bytes, if Total is unknown, is the size of what is read. The share that was read is
	// then the share of the work.
	Bytes int64
	// Beside returns further words, the most important first. It may be nil.
	Beside func() []string
}

// Counter counts a part of the work. It is safe for concurrent use; nil counts nothing.
type Counter struct {
	Part
	watcher     Watcher
	done, bytes atomic.Int64
}

type key struct{}

// With returns a context whose work is watched.
func With(ctx context.Context, w Watcher) context.Context { return context.WithValue(ctx, key{}, w) }

// Begin begins a part of the work. The result is nil if nobody watches.
func Begin(ctx context.Context, p Part) *Counter {
	w, watched := ctx.Value(key{}).(Watcher)
	if !watched {
		return nil
	}
	return Watch(w, p)
}

// Watch begins a part for a watcher that is at hand.
func Watch(w Watcher, p Part) *Counter {
	c := &Counter{Part: p, watcher: w}
	w.Begin(c)
	return c
}

// Add counts n more things.
func (c *Counter) Add(n int) {
	if c != nil {
		c.done.Add(int64(n))
	}
}

// Read counts bytes that were read.
func (c *Counter) Read(bytes int) {
	if c != nil {
		c.bytes.Add(int64(bytes))
	}
}

// Far returns how many things were counted, and how many there are; 0 if that is unknown.
func (c *Counter) Far() (done, total int64) {
	done, total = c.done.Load(), c.Total
	if read := c.bytes.Load(); total == 0 && c.Bytes > 0 && read > 0 && done > 0 {
		total = max(done, int64(float64(done)*float64(c.Bytes)/float64(read)))
	}
	return done, total
}

// End ends the part.
func (c *Counter) End() {
	if c != nil {
		c.watcher.End(c)
	}
}
