// Package language counts how the users of a dataset talk, and how they are answered: the
// habits that give a program away, with goals beside them. docs/language.md defines each
// count; package comments say no more than the code needs.
//
// [Native] and [MMTB] read and measure one line each; both may run for many lines at once.
// [Counter.Add] adds the results one after the other, in memory that does not grow with
// them, and [Counter.Report] returns a [Report]. Patterns are English.
package language

import (
	"math"

	"switchyard/internal/sketch"
)

// Report is how a dataset talks.
type Report struct {
	Entries  int       `json:"entries"`
	Missions int       `json:"missions"`
	Measures []Measure `json:"measures"` // only those that the files can tell
	Lists    []List    `json:"most_frequent"`
}

// Measure is one count.
type Measure struct {
	Name  string `json:"name"` // "far_formula"
	Text  string `json:"text"` // for people
	Count int    `json:"count"`
	// Of is what Count is a part of, and Share between 0 and 1 says how much of it. Both are
	// 0 if it is not a part of anything.
	Of        int     `json:"of,omitempty"`
	Share     float64 `json:"share,omitempty"`
	Estimated bool    `json:"estimated,omitempty"` // Count is an estimate
	Goal      *Goal   `json:"goal,omitempty"`
	Missed    bool    `json:"missed,omitempty"` // the goal
}

// Goal is the range in which a measure should be: its share if it has one, else its count.
type Goal struct {
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// List holds the most frequent texts of one kind, values masked.
type List struct {
	Name string `json:"name"`
	Text string `json:"text"` // for people
	Of   int    `json:"of"`   // how many there are, equal ones too
	Most []Text `json:"texts"`
}

// Text is one of a [List].
type Text struct {
	Text  string  `json:"text"`
	Count int     `json:"count"` // a lower bound
	Share float64 `json:"share"` // of all in the list
}

const (
	// texts is how many different texts of a list are counted at once, and mostTexts how many
	// are told.
	texts, mostTexts = 1 << 13, 10
	// longRequest is the number of words that a request should not exceed.
	longRequest = 45
	// frequentOpening is the share of requests that should not begin with the same two words.
	frequentOpening = 0.04
)

// Sample is what was measured in an entry.
type Sample struct {
	missions          int
	count, of         [measures]int
	texts             [lists][]string
	words             []int // of each request
	unigrams, bigrams []uint64
}

// tell counts one of the things that a measure is about, and whether it is the case.
func (s *Sample) tell(m measure, holds bool) {
	s.of[m]++
	if holds {
		s.count[m]++
	}
}

// Counter counts samples. It is not safe for concurrent use.
type Counter struct {
	entries, missions int
	count, of         [measures]int
	texts             [lists]*sketch.Frequent
	listed            [lists]int
	words             sketch.Histogram
	unigrams, bigrams sketch.Distinct
}

// New returns an empty counter.
func New() *Counter {
	c := new(Counter)
	for i := range c.texts {
		c.texts[i] = sketch.NewFrequent(texts)
	}
	return c
}

// Add counts an entry.
func (c *Counter) Add(s *Sample) {
	c.entries++
	c.missions += s.missions
	for m := range s.count {
		if kinds[m].most {
			c.count[m] = max(c.count[m], s.count[m])
		} else {
			c.count[m] += s.count[m]
		}
		c.of[m] += s.of[m]
	}
	for l, list := range s.texts {
		c.listed[l] += len(list)
		for _, text := range list {
			c.texts[l].Add(text)
		}
	}
	for _, n := range s.words {
		c.words.Add(n)
	}
	for _, hash := range s.unigrams {
		c.unigrams.Add(hash)
	}
	for _, hash := range s.bigrams {
		c.bigrams.Add(hash)
	}
}

// Report returns the counts so far.
func (c *Counter) Report() Report {
	r := Report{Entries: c.entries, Missions: c.missions, Measures: []Measure{}, Lists: []List{}}
	for l, name := range listNames {
		list := List{Name: name.name, Text: name.text, Of: c.listed[l], Most: []Text{}}
		for _, t := range c.texts[l].Top(mostTexts) {
			list.Most = append(list.Most, Text{t.Text, t.Count, float64(t.Count) / float64(c.listed[l])})
		}
		if len(list.Most) > 0 {
			r.Lists = append(r.Lists, list)
		}
	}
	for m := range measures {
		if told := c.measure(m); !kinds[m].part || told.Of > 0 {
			r.Measures = append(r.Measures, told)
		}
	}
	return r
}

// measure returns one measure.
func (c *Counter) measure(m measure) Measure {
	k := &kinds[m]
	out := Measure{Name: k.name, Text: k.text, Count: c.count[m], Of: c.of[m], Goal: k.goal}
	switch m {
	case wordsMedian:
		out.Count = c.words.At(0.5)
	case wordsMost:
		out.Count = c.words.At(0.9)
	case openings:
		for _, t := range c.texts[openingWords].Top(int(1 / frequentOpening)) {
			if float64(t.Count) > frequentOpening*float64(c.listed[openingWords]) {
				out.Count++
			}
		}
	case distinct1, distinct2:
		hashes := &c.unigrams
		if m == distinct2 {
			hashes = &c.bigrams
		}
		s := hashes.Share()
		out.Count, out.Of, out.Estimated = s.Different, s.Of, s.Estimated
	}
	value := float64(out.Count)
	if out.Of > 0 {
		out.Share = value / float64(out.Of)
		value = out.Share
	}
	out.Missed = k.goal != nil && (value < k.goal.Least || value > k.goal.Most) && !math.IsNaN(value)
	return out
}
