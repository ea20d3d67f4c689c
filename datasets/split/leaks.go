package split

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"switchyard/internal/keyed"
)

// MaxSides is how many sides a [Checker] can compare.
const MaxSides = 64

// examples is the number of examples of each kind in a report.
const examples = 10

// Leaks is what the sides of a dataset have in common. A split is clean if no id, no
// request and no near duplicate is on two sides. How much of the rest is shared depends
// on what the dataset was divided by.
type Leaks struct {
	Sides    []LeakSide `json:"sides"`
	IDs      Shared     `json:"ids"`
	Requests Shared     `json:"requests"` // without regard to letter case and blanks
	Near     Shared     `json:"near_duplicates"`
	Toolsets Shared     `json:"toolsets"`
	Tools    Shared     `json:"tools"` // that are called
	Paths    Shared     `json:"switch_paths"`
	Values   Shared     `json:"values"` // texts in the arguments
	// Words are the harvested words of requests. Two requests in the same words need not be near
	// duplicates, because words may say more or less.
	Words Shared `json:"harvested_words"`
}

// LeakSide counts what a side holds.
type LeakSide struct {
	Name     string `json:"name"`
	Entries  int    `json:"entries"`
	Requests int    `json:"requests"`
}

// Shared counts what is on at least two sides. For near duplicates, Of is the number of
// wordings, and On the number of those with a near duplicate on another side.
type Shared struct {
	Of int `json:"of"` // distinct things on all sides together
	On int `json:"shared"`
	// Examples are the first ones that were found. Near duplicates are written with
	// entry and mission: "a-001#1 ~ b-007#3", or with "=" if the words are the same.
	Examples []string `json:"examples,omitempty"`
}

// Clean reports whether the sides share nothing that a split promises to keep apart.
func (l *Leaks) Clean() bool {
	return !slices.ContainsFunc(l.Kinds(), func(k LeakKind) bool { return k.Never && k.On > 0 })
}

// LeakKind is one kind of things that sides can share.
type LeakKind struct {
	Key   string // in the JSON of [Leaks]
	One   string // the noun for one of them
	Name  string // the noun for several
	Never bool   // a split promises that none is on two sides
	Shared
}

// Kinds lists what was compared, in the order of reports.
func (l *Leaks) Kinds() []LeakKind {
	return []LeakKind{
		{"ids", "id", "ids", true, l.IDs},
		{"requests", "request", "requests", true, l.Requests},
		{"near_duplicates", "near duplicate", "near duplicates", true, l.Near},
		{"toolsets", "toolset", "toolsets", false, l.Toolsets},
		{"tools", "tool", "tools", false, l.Tools},
		{"switch_paths", "switch path", "switch paths", false, l.Paths},
		{"values", "argument value", "argument values", false, l.Values},
		{"harvested_words", "harvested wording", "harvested wordings", false, l.Words},
	}
}

// Checker finds out what sides have in common, from their entries only. It is not safe
// for concurrent use.
type Checker struct {
	leaks    Leaks
	seen     map[*Shared]map[uint64]uint64 // the sides of each thing, as bits, by its hash
	names    []string                      // ids of entries
	wordings map[uint64]int32
	words    store
	sets     [][]uint32
	on       []uint64 // the sides of each wording, as bits
	first    []spot   // where each wording occurs first
}

// spot is a mission of an entry.
type spot struct{ entry, mission int32 }

// note counts a thing on a side.
func (c *Checker) note(to *Shared, side int, hash uint64, text string) {
	sides := c.seen[to]
	if sides == nil {
		sides = map[uint64]uint64{}
		c.seen[to] = sides
	}
	before := sides[hash]
	sides[hash] = before | 1<<side
	if before == 0 {
		to.Of++
	}
	if bits.OnesCount64(before) == 1 && before != 1<<side {
		to.On++
		if len(to.Examples) < examples {
			to.Examples = append(to.Examples, strings.Clone(text))
		}
	}
}

// NewChecker begins a comparison of sides. It fails if there are more than [MaxSides].
func NewChecker(names ...string) (*Checker, error) {
	if len(names) > MaxSides {
		return nil, fmt.Errorf("there are %d sides, but at most %d can be compared", len(names), MaxSides)
	}
	c := &Checker{seen: map[*Shared]map[uint64]uint64{}, wordings: map[uint64]int32{}}
	for _, name := range names {
		c.leaks.Sides = append(c.leaks.Sides, LeakSide{Name: name})
	}
	return c, nil
}

// Add adds an entry of a side. side is the index of its name.
func (c *Checker) Add(side int, e *Entry) {
	l := &c.leaks
	l.Sides[side].Entries++
	l.Sides[side].Requests += len(e.requests)
	c.names = append(c.names, strings.Clone(e.id))
	for _, kind := range []struct {
		to    *Shared
		names []string
	}{{&l.IDs, []string{e.id}}, {&l.Toolsets, []string{e.toolset}}, {&l.Paths, []string{e.path}}, {&l.Tools, e.tools}, {&l.Values, e.values}, {&l.Words, e.harvested}} {
		for _, name := range kind.names {
			c.note(kind.to, side, keyed.Hash(0, name), name)
		}
	}
	for i := range e.requests {
		r := &e.requests[i]
		c.note(&l.Requests, side, r.said, r.text)
		hash := uint64(14695981039346656037) // FNV-1a
		for _, w := range r.words {
			hash = (hash ^ uint64(w)) * 1099511628211
		}
		n, ok := c.wordings[hash]
		if !ok {
			n = int32(len(c.sets))
			c.wordings[hash] = n
			c.sets, c.on, c.first = append(c.sets, c.words.keep(r.words)), append(c.on, 0), append(c.first, spot{int32(len(c.names) - 1), int32(i)})
		}
		if before := c.on[n]; before != 0 && before&(1<<side) == 0 && len(c.leaks.Near.Examples) < examples {
			c.leaks.Near.Examples = append(c.leaks.Near.Examples, c.at(c.first[n])+" = "+c.at(spot{int32(len(c.names) - 1), int32(i)}))
		}
		c.on[n] |= 1 << side
	}
}

// at writes where a wording occurs: "s1.multi-001#2" is the second mission.
func (c *Checker) at(s spot) string {
	return fmt.Sprintf("%s#%d", c.names[s.entry], s.mission+1)
}

// Leaks compares the sides. The checker cannot be used afterwards.
func (c *Checker) Leaks() *Leaks {
	near := &c.leaks.Near
	near.Of = len(c.sets)
	shared := make([]bool, len(c.sets))
	note := func(i, j int32) {
		if i != j && len(near.Examples) < examples && !(shared[i] && shared[j]) {
			near.Examples = append(near.Examples, c.at(c.first[j])+" ~ "+c.at(c.first[i]))
		}
		for _, n := range []int32{i, j} {
			if !shared[n] {
				shared[n] = true
				near.On++
			}
		}
	}
	for i, on := range c.on {
		if bits.OnesCount64(on) > 1 {
			note(int32(i), int32(i))
		}
	}
	c.pairs(note)
	return &c.leaks
}

// pairs calls found for all near duplicates that are not both on one side only. The
// search is exact. Two sets that overlap so much must share one of the few rarest words
// of each (prefix filtering), and have similar sizes.
func (c *Checker) pairs(found func(i, j int32)) {
	frequent := map[uint32]int32{}
	for _, set := range c.sets {
		for _, w := range set {
			frequent[w]++
		}
	}
	rarer := func(a, b uint32) int { return cmp.Or(int(frequent[a]-frequent[b]), cmp.Compare(a, b)) }
	having := map[uint32][]int32{} // sets by the words of their prefixes
	var rare []uint32
	last := make([]int32, len(c.sets)) // which set each was compared with last, from 1
	for i, set := range c.sets {
		rare = append(rare[:0], set...)
		slices.SortFunc(rare, rarer)
		prefix := len(rare) - int(math.Ceil(Threshold*float64(len(rare))-1e-9)) + 1
		for _, w := range rare[:min(prefix, len(rare))] {
			for _, j := range having[w] {
				if last[j] == int32(i)+1 {
					continue
				}
				last[j] = int32(i) + 1
				if both := c.on[i] | c.on[j]; bits.OnesCount64(both) < 2 {
					continue
				}
				a, b := float64(len(set)), float64(len(c.sets[j]))
				if min(a, b) < Threshold*max(a, b)-1e-9 {
					continue
				}
				if overlap(set, c.sets[j]) >= Threshold {
					found(int32(i), j)
				}
			}
			having[w] = append(having[w], int32(i))
		}
	}
}
