// Package stats counts what a dataset holds, entry by entry, in memory that does
// not grow with the number of entries. It is for statistics, dataset cards and
// figures.
//
// [Decode] reads the part of an entry that is counted, which packages split, subset and
// figures use too. [Look] also measures its missions. Both may run for many lines at
// once. [Counter.Add] adds the results one after the other, and [Counter.Report] returns
// a [Report]. The order of the entries makes no difference, except to the list of the
// most frequent requests once there are too many to remember.
package stats

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"

	"switchyard/internal/sketch"
	"switchyard/mission"
)

// Report is what a dataset holds. Shares are between 0 and 1.
type Report struct {
	Entries   int            `json:"entries"`
	Missions  int            `json:"missions"`
	Calls     int            `json:"calls"`
	Types     map[string]int `json:"types"`     // missions by action type
	Patterns  map[string]int `json:"patterns"`  // multi missions by pattern
	Relations map[string]int `json:"relations"` // later missions by relation
	Ways      map[string]int `json:"ways"`      // later missions by the way in which they express the relation
	Chats     map[string]int `json:"chats"`     // chat missions by the reason why they need no tool
	Domains   map[string]int `json:"domains"`   // entries by domain
	Toolsets  map[string]int `json:"toolsets"`  // entries by toolset
	Scenarios map[string]int `json:"scenarios"` // calls by "toolset: scenario"
	Tools     map[string]int `json:"tools"`     // calls by "toolset: tool"; 0 for tools that are never called
	Unused    []string       `json:"unused"`    // tools that are never called, without distractors
	Statuses  map[string]int `json:"statuses"`  // calls by status
	Tones     map[string]int `json:"tones"`     // entries by tone
	Requests  Requests       `json:"requests"`
	Lengths   []Length       `json:"lengths"` // of requests, by tone and for all
	PerCalls  map[int]int    `json:"calls_per_mission"`
	Depths    map[int]int    `json:"depths"` // missions with calls, by the depth of their graph
	Widths    map[int]int    `json:"widths"` // and by its width
	Paths     []Bucket       `json:"paths"`  // and by the number of their paths
}

// Requests says how much requests differ.
type Requests struct {
	Distinct  sketch.Share `json:"distinct"`  // different requests, letter case and blanks aside
	Masked    sketch.Share `json:"masked"`    // different requests after their values are masked
	Distinct1 sketch.Share `json:"distinct1"` // different words
	Distinct2 sketch.Share `json:"distinct2"` // different pairs of neighbouring words
	// Most lists the ten most frequent masked requests.
	Most []Frequent `json:"most_frequent"`
}

// Frequent is a masked request and how often it occurs.
type Frequent struct {
	Text  string  `json:"text"`
	Count int     `json:"count"` // a lower bound
	Share float64 `json:"share"` // of all requests
}

// Length is how long requests are, in words.
type Length struct {
	Tone   string  `json:"tone"` // "all" for all
	Count  int     `json:"count"`
	Mean   float64 `json:"mean"`
	P10    int     `json:"p10"`
	Median int     `json:"median"`
	P90    int     `json:"p90"`
	Most   int     `json:"most"`
}

// Bucket counts missions by the number of their paths.
type Bucket struct {
	Paths string `json:"paths"` // "1", "3-9"
	Count int    `json:"count"`
}

// frequentCapacity is how many different requests are counted at once.
const frequentCapacity = 1 << 16

// Counter counts samples. It is not safe for concurrent use.
type Counter struct {
	r        Report
	offered  map[string]bool
	lengths  map[string]*sketch.Histogram
	paths    []int
	requests sketch.Distinct
	masked   sketch.Distinct
	words    sketch.Distinct
	pairs    sketch.Distinct
	frequent *sketch.Frequent
}

// New returns an empty counter.
func New() *Counter {
	c := &Counter{offered: map[string]bool{}, lengths: map[string]*sketch.Histogram{}, frequent: sketch.NewFrequent(frequentCapacity), paths: make([]int, len(buckets))}
	for _, m := range []*map[string]int{&c.r.Types, &c.r.Patterns, &c.r.Relations, &c.r.Ways, &c.r.Chats, &c.r.Domains, &c.r.Toolsets,
		&c.r.Scenarios, &c.r.Tools, &c.r.Statuses, &c.r.Tones} {
		*m = map[string]int{}
	}
	c.r.PerCalls, c.r.Depths, c.r.Widths = map[int]int{}, map[int]int{}, map[int]int{}
	return c
}

// Add counts an entry.
func (c *Counter) Add(s *Sample) {
	e := s.entry
	c.r.Entries++
	c.r.Domains[e.Toolset.Domain]++
	c.r.Toolsets[e.Toolset.Name]++
	c.r.Tones[string(e.Persona.Tone)]++
	scenarios := map[string]string{} // by tool
	for _, t := range e.Toolset.Tools {
		if t.Distractor {
			continue
		}
		scenarios[t.Name] = t.Scenario
		if name := e.Toolset.Name + ": " + t.Name; !c.offered[name] {
			c.offered[name] = true
			c.r.Tools[name] += 0
		}
	}
	for i := range s.missions {
		m := &e.Missions[i]
		c.r.Missions++
		c.r.Types[string(m.Type)]++
		for _, count := range []struct {
			in  map[string]int
			key string
		}{{c.r.Patterns, string(m.Pattern)}, {c.r.Relations, string(m.Relation)}, {c.r.Ways, string(m.Reference.Way)}, {c.r.Chats, string(m.Chat.Kind)}} {
			if count.key != "" {
				count.in[count.key]++
			}
		}
		c.r.Calls += len(m.Calls)
		c.r.PerCalls[len(m.Calls)]++
		for _, call := range m.Calls {
			c.r.Tools[e.Toolset.Name+": "+call.Tool]++
			c.r.Statuses[strconv.Itoa(call.Status)]++
			if scenario := scenarios[call.Tool]; scenario != "" {
				c.r.Scenarios[e.Toolset.Name+": "+scenario]++
			}
		}
		c.measured(string(e.Persona.Tone), &s.missions[i])
	}
}

// measured counts the measurements of a mission.
func (c *Counter) measured(tone string, m *measured) {
	if m.depth > 0 {
		c.r.Depths[m.depth]++
		c.r.Widths[m.width]++
		c.paths[bucketOf(m.paths)]++
	}
	for _, tone := range []string{tone, "all"} {
		if c.lengths[tone] == nil {
			c.lengths[tone] = &sketch.Histogram{}
		}
		c.lengths[tone].Add(m.words)
	}
	c.requests.Add(m.request)
	c.masked.Add(m.wording)
	for _, w := range m.unigrams {
		c.words.Add(w)
	}
	for _, w := range m.bigrams {
		c.pairs.Add(w)
	}
	c.frequent.Add(m.masked)
}

// Report returns the counts so far.
func (c *Counter) Report() Report {
	r := c.r
	r.Unused = []string{}
	for _, name := range slices.Sorted(maps.Keys(c.offered)) {
		if r.Tools[name] == 0 {
			r.Unused = append(r.Unused, name)
		}
	}
	r.Requests = Requests{Distinct: c.requests.Share(), Masked: c.masked.Share(), Distinct1: c.words.Share(), Distinct2: c.pairs.Share(),
		Most: []Frequent{}}
	for _, f := range c.frequent.Top(10) {
		r.Requests.Most = append(r.Requests.Most, Frequent{f.Text, f.Count, float64(f.Count) / float64(max(1, r.Missions))})
	}
	r.Lengths = []Length{}
	for _, tone := range slices.SortedFunc(maps.Keys(c.lengths), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	}) {
		r.Lengths = append(r.Lengths, length(tone, c.lengths[tone]))
	}
	r.Paths = []Bucket{}
	for i, n := range c.paths {
		if n > 0 {
			r.Paths = append(r.Paths, Bucket{buckets[i].name, n})
		}
	}
	return r
}

// rank orders the tones; "all" is last.
func rank(tone string) int {
	return slices.Index([]string{string(mission.Colloquial), string(mission.Formal), string(mission.Polite), string(mission.Direct), "all"}, tone)
}

// bucket is a range of numbers of paths, up to the most.
type bucket struct {
	name string
	most int64
}

// buckets are ascending.
var buckets = []bucket{{"1", 1}, {"2", 2}, {"3-9", 9}, {"10-99", 99}, {"100-999", 999}, {"1,000 or more", math.MaxInt64}}

func bucketOf(paths *big.Int) int {
	if !paths.IsInt64() {
		return len(buckets) - 1
	}
	return slices.IndexFunc(buckets, func(b bucket) bool { return paths.Int64() <= b.most })
}

func length(tone string, h *sketch.Histogram) Length {
	return Length{Tone: tone, Count: h.Count(), Mean: math.Round(10*h.Mean()) / 10, P10: h.At(0.1), Median: h.At(0.5), P90: h.At(0.9), Most: h.Most()}
}
