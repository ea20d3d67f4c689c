package subset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/datasets/stats"
	"switchyard/internal/keyed"
)

// Balance says which values are equally frequent in a sample.
type Balance string

// The ways to balance a sample.
const (
	None     Balance = "none"     // every entry has the same chance
	Path     Balance = "path"     // switch paths
	Type     Balance = "type"     // action types, counted in missions
	Toolset  Balance = "toolset"  // toolsets
	Relation Balance = "relation" // relations, counted in missions; entries without any are "none"
)

// Balances lists the ways to balance a sample.
func Balances() []Balance { return []Balance{None, Path, Type, Toolset, Relation} }

// values returns what is counted of an entry: at least one value.
func values(e *stats.Entry, b Balance) []string {
	var values []string
	switch b {
	case Path:
		return []string{e.Path()}
	case Toolset:
		return []string{e.Toolset.Name}
	case Type:
		for _, m := range e.Missions {
			values = append(values, string(m.Type))
		}
	case Relation:
		for _, m := range e.Missions {
			if m.Relation != "" {
				values = append(values, string(m.Relation))
			}
		}
	default:
		return []string{"entries"}
	}
	if len(values) == 0 {
		return []string{"none"}
	}
	return values
}

// Sampler picks entries of a dataset. It keeps a few numbers for each entry. The same
// entries in any order give the same sample. It is not safe for concurrent use.
type Sampler struct {
	balance Balance
	seed    uint64
	seen    map[uint64]bool
	lots    []lot
	names   []string // of values
	number  map[string]int32
	waiting [][]int32 // for each value, the lots that have it
}

// lot is an entry in the draw.
type lot struct {
	order  uint64 // lots of lower order are drawn first
	key    uint64
	values []int32 // repeated if the entry has a value several times
	taken  bool
}

// NewSampler begins a sample.
func NewSampler(balance Balance, seed uint64) (*Sampler, error) {
	if !slices.Contains(Balances(), balance) {
		return nil, fmt.Errorf("samples cannot be balanced by %q; the ways are %s", balance, strings.Join(stringsOf(Balances()), ", "))
	}
	return &Sampler{balance: balance, seed: seed, seen: map[uint64]bool{}, number: map[string]int32{}}, nil
}

// Add adds an entry. It fails if another one has the same id.
func (s *Sampler) Add(e *stats.Entry) error {
	l := lot{order: keyed.Hash(s.seed, "sample", e.ID), key: keyed.Hash(0, e.ID)}
	if s.seen[l.key] {
		return fmt.Errorf("another entry is called %q", e.ID)
	}
	s.seen[l.key] = true
	for _, v := range values(e, s.balance) {
		n, ok := s.number[v]
		if !ok {
			n = int32(len(s.names))
			v = strings.Clone(v)
			s.number[v] = n
			s.names, s.waiting = append(s.names, v), append(s.waiting, nil)
		}
		if !slices.Contains(l.values, n) {
			s.waiting[n] = append(s.waiting[n], int32(len(s.lots)))
		}
		l.values = append(l.values, n)
	}
	s.lots = append(s.lots, l)
	return nil
}

// Len is the number of entries that were added.
func (s *Sampler) Len() int { return len(s.lots) }

// Sample describes what was picked.
type Sample struct {
	Entries int `json:"entries"`
	// Counts says how often each value occurs in the sample, and Had how often it occurs
	// in the dataset.
	Counts map[string]int `json:"counts"`
	Had    map[string]int `json:"had"`
	keys   map[uint64]bool
}

// Has reports whether an entry was picked.
func (s *Sample) Has(id string) bool { return s.keys[keyed.Hash(0, id)] }

// Spread returns the least and the greatest of the counts.
func (s *Sample) Spread() (least, most int) {
	counts := slices.Collect(maps.Values(s.Counts))
	if len(counts) == 0 {
		return 0, 0
	}
	return slices.Min(counts), slices.Max(counts)
}

// Pick picks n entries, one after the other. Each time it looks at the values that the
// remaining entries have, chooses the value that is rarest in the sample so far, and
// picks an entry with that value. It prefers an entry whose other values balance the
// sample, too. Pick fails if there are fewer than n entries. The sampler cannot be used
// afterwards.
func (s *Sampler) Pick(n int) (*Sample, error) {
	if n > len(s.lots) {
		return nil, fmt.Errorf("there are only %d entries, but %d are wanted", len(s.lots), n)
	}
	for _, list := range s.waiting {
		slices.SortFunc(list, func(a, b int32) int {
			return cmp.Or(cmp.Compare(s.lots[a].order, s.lots[b].order), cmp.Compare(s.lots[a].key, s.lots[b].key))
		})
	}
	sample := &Sample{Entries: n, Counts: map[string]int{}, Had: map[string]int{}, keys: make(map[uint64]bool, n)}
	for _, l := range s.lots {
		for _, v := range l.values {
			sample.Had[s.names[v]]++
		}
	}
	// Of values with equal counts, the first in this random order is next.
	turns := slices.SortedFunc(maps.Keys(s.number), func(a, b string) int {
		return cmp.Or(cmp.Compare(keyed.Hash(s.seed, "turn", a), keyed.Hash(s.seed, "turn", b)), strings.Compare(a, b))
	})
	counts := make([]int, len(s.names))
	for range n {
		l := s.next(turns, counts)
		l.taken = true
		sample.keys[l.key] = true
		for _, v := range l.values {
			counts[v]++
		}
	}
	for v, name := range s.names {
		sample.Counts[name] = counts[v]
	}
	return sample, nil
}

// choice is the number of entries that are compared to find the best one.
const choice = 16

// next returns an entry with the value of the least count: among the first ones that are
// not taken, the one after which the counts differ least.
func (s *Sampler) next(turns []string, counts []int) *lot {
	value := -1
	for _, name := range turns {
		v := int(s.number[name])
		for len(s.waiting[v]) > 0 && s.lots[s.waiting[v][0]].taken {
			s.waiting[v] = s.waiting[v][1:]
		}
		if len(s.waiting[v]) > 0 && (value < 0 || counts[v] < counts[value]) {
			value = v
		}
	}
	var (
		best    int32 = -1
		least   int
		passed  []int32 // those that are not taken now; they go behind the others
		waiting = s.waiting[value]
	)
	for len(waiting) > 0 && len(passed) < choice {
		i := waiting[0]
		waiting = waiting[1:]
		l := &s.lots[i]
		if l.taken {
			continue
		}
		differ := difference(counts, l.values)
		if best < 0 || differ < least {
			i, best, least = best, i, differ
		}
		if i >= 0 {
			passed = append(passed, i)
		}
		if len(l.values) == 1 {
			break // it has no other values to balance
		}
	}
	s.waiting[value] = append(waiting, passed...)
	return &s.lots[best]
}

// difference returns the change of the variance of the counts by more values, times the
// square of the number of counts.
func difference(counts []int, more []int32) int {
	sum, square := 0, 0
	for _, c := range counts {
		sum += c
	}
	for i, v := range more {
		before := counts[v]
		for _, w := range more[:i] {
			if w == v {
				before++
			}
		}
		square += 2*before + 1 // (c+1)² − c²
	}
	n := len(more)
	return len(counts)*square - (2*sum*n + n*n)
}
