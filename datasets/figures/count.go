package figures

import (
	"strings"

	"switchyard/datasets/stats"
	"switchyard/mission"
)

// Counts is what figures need in addition to the counts of package stats.
type Counts struct {
	// Paths counts entries by switch path, such as "single>chat".
	Paths map[string]int
	// Domains counts the calls of each tool, by domain, toolset and name. Distractors
	// are left out.
	Domains map[string]map[string]map[string]int
	// First and Later count requests by their number of words: those that open an
	// entry, and the others.
	First, Later map[int]int
	// Shapes counts missions with calls, by the depth and width of their graphs.
	Shapes map[Shape]int
}

// Shape is the size of a dependency graph.
type Shape struct{ Depth, Width int }

// Counter counts samples. It is not safe for concurrent use.
type Counter struct{ counts Counts }

// New returns an empty counter.
func New() *Counter {
	return &Counter{Counts{Paths: map[string]int{}, Domains: map[string]map[string]map[string]int{},
		First: map[int]int{}, Later: map[int]int{}, Shapes: map[Shape]int{}}}
}

// Sample is the part of an entry that is counted.
type Sample struct {
	path            string
	domain, toolset string
	tools           map[string]int // their calls
	words           []int          // of each request
	shapes          []Shape
}

// Missions is how many missions the entry has.
func (s *Sample) Missions() int { return len(s.words) }

// longest is the number of words beyond which requests count as equally long. It limits
// the memory of a counter.
const longest = 4096

// Measure finds what is counted in an entry.
func Measure(e *stats.Entry) (*Sample, error) {
	s := &Sample{domain: e.Toolset.Domain, toolset: e.Toolset.Name, tools: map[string]int{}}
	for _, t := range e.Toolset.Tools {
		if !t.Distractor {
			s.tools[t.Name] = 0
		}
	}
	var types []mission.Type
	for i := range e.Missions {
		m := &e.Missions[i]
		types = append(types, m.Type)
		s.words = append(s.words, min(longest, len(strings.Fields(m.Request))))
		for _, c := range m.Calls {
			if _, own := s.tools[c.Tool]; own {
				s.tools[c.Tool]++
			}
		}
		graph, err := e.Graph(i)
		if err != nil {
			return nil, err
		}
		if graph != nil {
			s.shapes = append(s.shapes, Shape{graph.Depth(), graph.Width()})
		}
	}
	s.path = pathName(types)
	return s, nil
}

// Add counts an entry.
func (c *Counter) Add(s *Sample) {
	c.counts.Paths[s.path]++
	if c.counts.Domains[s.domain] == nil {
		c.counts.Domains[s.domain] = map[string]map[string]int{}
	}
	sets := c.counts.Domains[s.domain]
	if sets[s.toolset] == nil {
		sets[s.toolset] = map[string]int{}
	}
	for name, calls := range s.tools {
		sets[s.toolset][name] += calls
	}
	to := c.counts.First
	for _, n := range s.words {
		to[n]++
		to = c.counts.Later
	}
	for _, shape := range s.shapes {
		c.counts.Shapes[shape]++
	}
}

// Counts returns the counts so far, which later calls of Add change.
func (c *Counter) Counts() *Counts { return &c.counts }
