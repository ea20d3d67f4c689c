package mock

import (
	"maps"
	"sync"
	"time"

	"switchyard/internal/keyed"
)

// maxKept is how many hashes of each kind are remembered.
const maxKept = 1 << 20

// Stats is what a server has seen since it was made. Requests are those for chat
// completions, including refused ones, but not those for the list of models.
// Requests = Answered + Refused + Broken + Gone + InFlight.
type Stats struct {
	Requests int `json:"requests"`
	Answered int `json:"answered"` // with status 200 and to the end, those with a fault of content included
	Refused  int `json:"refused"`  // errors that are not injected faults: wrong key, bad request, limits, a player that failed
	Broken   int `json:"broken"`   // faults of transport
	Gone     int `json:"gone"`     // the client left before the answer
	InFlight int `json:"in_flight"`

	Faults     map[Fault]int `json:"faults"`      // how often each occurred; those of content count once per choice of an answer
	Traces     int           `json:"traces"`      // distinct ones, not empty
	Repeated   int           `json:"repeated"`    // answers to a body that had been answered before
	MostAsked  int           `json:"most_asked"`  // most answers that one and the same body got
	PeakMinute int           `json:"peak_minute"` // most requests that arrived in any sliding minute
	PeakFlight int           `json:"peak_flight"` // most in flight at a time
	// Forgot reports that a limit of what is remembered was reached, so that
	// Traces, Repeated and MostAsked are lower bounds.
	Forgot bool `json:"forgot"`
}

// ending is how a request ended.
type ending int

const (
	failed ending = iota // refused, by us or by the player
	answered
	faulty // a fault of transport
	gone   // the client left
)

// counters keep the statistics.
type counters struct {
	mu      sync.Mutex
	now     Stats
	minute  window
	kept    int               // how many hashes of a kind are remembered; maxKept but in tests
	traces  map[uint64]bool   // hashes
	bodies  map[uint64]uint32 // answers by body
	decided map[uint64]uint32 // by identity: how often a fault of transport was drawn
	drawn   int
}

func (c *counters) init() {
	c.kept = maxKept
	c.now.Faults = map[Fault]int{}
	c.traces, c.bodies, c.decided = map[uint64]bool{}, map[uint64]uint32{}, map[uint64]uint32{}
}

// Stats returns what has been counted so far.
func (s *Server) Stats() Stats {
	s.counts.mu.Lock()
	defer s.counts.mu.Unlock()
	out := s.counts.now
	out.Faults = maps.Clone(out.Faults)
	return out
}

func (c *counters) arrive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.now.Requests++
	c.now.InFlight++
	c.now.PeakFlight = max(c.now.PeakFlight, c.now.InFlight)
	c.minute.forget(now)
	c.minute.add(now, 1)
	c.now.PeakMinute = max(c.now.PeakMinute, c.minute.sum)
}

func (c *counters) leave(how ending) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.InFlight--
	switch how {
	case failed:
		c.now.Refused++
	case answered:
		c.now.Answered++
	case faulty:
		c.now.Broken++
	case gone:
		c.now.Gone++
	}
}

func (c *counters) fault(f Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.Faults[f]++
}

// answered records the answer to a body and the faults in it.
func (c *counters) answered(q *request, answer *completion) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, ch := range answer.choices {
		if ch.fault != "" {
			c.now.Faults[ch.fault]++
		}
	}
	n, known := c.bodies[q.body]
	if !known && len(c.bodies) >= c.kept {
		c.now.Forgot = true
		return
	}
	c.bodies[q.body] = n + 1
	c.now.MostAsked = max(c.now.MostAsked, int(n+1))
	if n > 0 {
		c.now.Repeated++
	}
}

// trace counts the distinct traces.
func (c *counters) trace(q *request) {
	if q.Trace == "" {
		return
	}
	h := keyed.Hash(0, q.Trace)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.traces[h]:
	case len(c.traces) >= c.kept:
		c.now.Forgot = true
	default:
		c.traces[h] = true
		c.now.Traces++
	}
}

// turn returns how often this request was made before. For a request that is not
// remembered, it returns a number that never repeats, so that asking again draws
// again.
func (c *counters) turn(q *request) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drawn++
	n, known := c.decided[q.identity]
	if !known && len(c.decided) >= c.kept {
		c.now.Forgot = true
		return c.drawn
	}
	c.decided[q.identity] = n + 1
	return int(n)
}
