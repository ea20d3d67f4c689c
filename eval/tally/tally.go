// Package tally aggregates verdicts: accuracies by every property of missions, with
// intervals, the faults, and the costs.
//
// A [Tally] takes the missions one by one, in any order. [Tally.Figures] computes the
// figures, and [Compare] compares two tallies.
package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/model"
)

// Facts are the properties of a mission by which figures are subdivided.
type Facts struct {
	Entry    string       `json:"entry"`
	Mission  int          `json:"mission"`            // index in the entry
	Missions int          `json:"missions"`           // of the entry
	Type     mission.Type `json:"type"`               //
	Previous mission.Type `json:"previous,omitempty"` // type of the mission before; empty for the first
	// Pattern is the shape of the graph of the calls, also for missions that are not
	// multi; empty with fewer than two calls.
	Pattern  mission.Pattern  `json:"pattern,omitempty"`
	Relation mission.Relation `json:"relation,omitempty"`
	Path     string           `json:"path"` // types of the missions up to this: "single>multi"
	Toolset  string           `json:"toolset"`
	Domain   string           `json:"domain,omitempty"`
}

// FactsOf returns the facts of a task.
func FactsOf(t *eval.Task) Facts {
	e, m := t.Entry, t.Gold()
	f := Facts{Entry: e.ID, Mission: t.Mission, Missions: len(e.Missions), Type: m.Type, Relation: m.Relation,
		Toolset: e.Toolset.Name, Domain: e.Toolset.Domain}
	types := make([]string, t.Mission+1)
	for i := range types {
		types[i] = string(e.Missions[i].Type)
	}
	f.Path = strings.Join(types, ">")
	if t.Mission > 0 {
		f.Previous = e.Missions[t.Mission-1].Type
	}
	// Questions come one by one before all calls, and the reply after them. The rest of
	// the depth is that of the calls.
	switch calls, depth := len(m.Calls), t.Depth()-len(m.Questions)-1; {
	case calls < 2:
	case depth == calls:
		f.Pattern = mission.Serial
	case depth == 1:
		f.Pattern = mission.Parallel
	default:
		f.Pattern = mission.Mixed
	}
	return f
}

// ID names the mission like [eval.Task.ID].
func (f *Facts) ID() string { return fmt.Sprintf("%s#%d", f.Entry, f.Mission+1) }

// kind is the kind of the mission.
func (f *Facts) kind() mission.Kind { return mission.KindOf(f.Type, f.Pattern) }

// Cost is the cost of a mission. nil means unknown.
type Cost struct {
	Usage    *model.Usage `json:"usage,omitempty"`
	Requests int          `json:"requests"` // that were answered
	// LatencyMS is the total time that the endpoint needed.
	LatencyMS *int64 `json:"latency_ms,omitempty"`
	// Price is in the currency of the price list.
	Price *float64 `json:"price,omitempty"`
}

// CostOf returns the cost of a prediction without its price. The usage is unknown if the
// usage of any request is unknown. The latency is unknown if any answer took no time,
// because such an answer came from a store.
func CostOf(p *eval.Prediction) Cost {
	c := Cost{Requests: len(p.Steps)}
	if len(p.Steps) == 0 {
		return c
	}
	var usage model.Usage
	var took int64
	used, timed := true, true
	for i := range p.Steps {
		if s := &p.Steps[i]; s.Usage == nil {
			used = false
		} else {
			usage.Add(*s.Usage)
		}
		took += p.Steps[i].TookMS
		timed = timed && p.Steps[i].TookMS > 0
	}
	if used {
		c.Usage = &usage
	}
	if timed {
		c.LatencyMS = &took
	}
	return c
}

// Tally collects missions. It is not safe for concurrent use.
type Tally struct {
	records []record
	seen    map[place]bool
	// Facts repeat, so each distinct word is kept once.
	words map[string]string
}

// place names a mission.
type place struct {
	entry   string
	mission int
}

// record is what is kept for a mission.
type record struct {
	facts                    Facts
	cost                     Cost
	scored, correct, optimal bool
	done, of                 int
	beside                   bool       // it has look-ups beside the paths
	fault                    eval.Fault // the first; empty when correct
}

// New returns an empty tally.
func New() *Tally {
	return &Tally{seen: map[place]bool{}, words: map[string]string{}}
}

// Add adds a mission. It refuses a mission that was added before, and inconsistent facts
// and verdicts.
func (t *Tally) Add(f Facts, v *eval.Verdict, c Cost) error {
	if err := check(&f, v); err != nil {
		return err
	}
	at := place{f.Entry, f.Mission}
	if t.seen[at] {
		return fmt.Errorf("%s: the mission was added twice", f.ID())
	}
	for _, word := range []*string{&f.Entry, (*string)(&f.Type), (*string)(&f.Previous), (*string)(&f.Pattern), (*string)(&f.Relation),
		&f.Path, &f.Toolset, &f.Domain} {
		*word = t.word(*word)
	}
	t.seen[at] = true
	r := record{facts: f, cost: c, scored: v.Scored}
	if v.Scored {
		r.correct, r.optimal, r.done, r.of, r.beside = v.Correct, v.Optimal, v.Done, v.Of, len(v.Notes) > 0
		if !v.Correct {
			r.fault = v.Faults[0].Fault
		}
	}
	t.records = append(t.records, r)
	return nil
}

func (t *Tally) word(s string) string {
	if kept, ok := t.words[s]; ok {
		return kept
	}
	t.words[s] = s
	return s
}

// check refuses inconsistent facts and verdicts.
func check(f *Facts, v *eval.Verdict) error {
	switch {
	case v.Entry != f.Entry || v.Mission != f.Mission:
		return fmt.Errorf("%s: the verdict belongs to %s#%d", f.ID(), v.Entry, v.Mission+1)
	case f.Mission < 0 || f.Mission >= f.Missions:
		return fmt.Errorf("%s: the entry has %d missions", f.ID(), f.Missions)
	case !slices.Contains(mission.Kinds(), f.kind()):
		return fmt.Errorf("%s: unknown kind of mission %q", f.ID(), f.kind())
	case !v.Scored:
		return nil
	case v.Done < 0 || v.Done > v.Of:
		return fmt.Errorf("%s: the verdict says that %d of %d nodes were done", f.ID(), v.Done, v.Of)
	case v.Correct != (len(v.Faults) == 0):
		return fmt.Errorf("%s: the verdict says correct: %v, but lists %d faults", f.ID(), v.Correct, len(v.Faults))
	case v.Optimal && len(v.Notes) > 0:
		return fmt.Errorf("%s: the verdict says optimal, but notes look-ups beside the paths", f.ID())
	case v.Optimal && !v.Correct:
		return fmt.Errorf("%s: the verdict says optimal, but not correct", f.ID())
	case !v.Correct && !slices.Contains(eval.Faults(), v.Faults[0].Fault):
		return fmt.Errorf("%s: unknown fault %q", f.ID(), v.Faults[0].Fault)
	}
	return nil
}

// sorted lists the records by entry and mission.
func (t *Tally) sorted() []*record {
	list := make([]*record, len(t.records))
	for i := range t.records {
		list[i] = &t.records[i]
	}
	slices.SortFunc(list, func(a, b *record) int { return compare(&a.facts, &b.facts) })
	return list
}

func compare(a, b *Facts) int {
	return cmp.Or(strings.Compare(a.Entry, b.Entry), cmp.Compare(a.Mission, b.Mission))
}

// share returns hits/of; nil if of is 0.
func share(hits, of int) *float64 {
	if of == 0 {
		return nil
	}
	s := float64(hits) / float64(of)
	return &s
}
