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

// Balance is what a sample has equally often of.
type Balance string

// What samples may be balanced by.
const (
	None     Balance = "none"     // every entry has the same chance
	Path     Balance = "path"     // switch paths
	Type     Balance = "type"     // action types, counted in missions
	Toolset  Balance = "toolset"  // toolsets
	Relation Balance = "relation" // relations, counted in missions; entries without any are "none"
)

// Balances lists them.
func Balances() []Balance { return []Balance{None, Path, Type, Toolset, Relation} }

// values are what is counted of an entry; never nothing.
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

// Sampler takes in the entries of a dataset and picks some. Of each it keeps a
// few numbers. The same entries, in whatever order, give the same sample. It
// belongs to one goroutine.
type Sampler struct {
	balance Balance
	seed    uint64
	seen    map[uint64]bool
	lots    []lot
	names   []string // of values
	number  map[string]int32
	waiting [][]int32 // lots with each value
}

// lot is an entry in the draw.
type lot struct {
	order  uint64 // which is drawn first
	key    uint64
	values []int32 // a value as often as the entry has it
	taken  bool
}

// NewSampler begins a sample.
func NewSampler(balance Balance, seed uint64) (*Sampler, error) {
	if !slices.Contains(Balances(), balance) {
		return nil, fmt.Errorf("samples cannot be balanced by %q, but by %s", balance, strings.Join(stringsOf(Balances()), ", "))
	}
	return &Sampler{balance: balance, seed: seed, seen: map[uint64]bool{}, number: map[string]int32{}}, nil
}

// Add takes an entry in. It fails when another one has the same id.
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

// Sample is what was picked.
type Sample struct {
	Entries int `json:"entries"`
	// Counts says how often each value is in the sample, Had in the dataset.
	Counts map[string]int `json:"counts"`
	Had    map[string]int `json:"had"`
	keys   map[uint64]bool
}

// Has reports whether an entry was picked.
func (s *Sample) Has(id string) bool { return s.keys[keyed.Hash(0, id)] }

// Spread is the least and the greatest of the counts.
func (s *Sample) Spread() (least, most int) {
	counts := slices.Collect(maps.Values(s.Counts))
	if len(counts) == 0 {
		return 0, 0
	}
	return slices.Min(counts), slices.Max(counts)
}

// Pick picks n entries: again and again one with the value that the sample has
// least of, as long as there are such. Of entries that count several times, it
// prefers those that even out the rest. It fails when there are fewer than n.
// The sampler is of no use afterwards.
func (s *Sampler) Pick(n int) (*Sample, error) {
	if n > len(s.lots) {
		return nil, fmt.Errorf("there are %d entries, and %d are wanted", len(s.lots), n)
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
	// Where there is not one more for each value, lots decide which have it.
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

// choice is how many entries are looked at to find the one that fits best.
const choice = 16

// next is an entry with the value of the least count: of the first ones that are
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
		passed  []int32 // over; they wait behind the others
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
			break // nothing comes with it
		}
	}
	s.waiting[value] = append(waiting, passed...)
	return &s.lots[best]
}

// difference tells how the variance of the counts changes by more values, times
// the square of their number.
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
