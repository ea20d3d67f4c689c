package split

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/keyed"
)

// Planner divides entries. It keeps only the id and the keys (toolset, tools or switch
// path) of each entry, and the hashes of the words of each wording. It is not safe for
// concurrent use.
type Planner struct {
	o        Options
	ids      []string
	seen     map[string]struct{}
	keys     [][]int32 // of each entry
	names    []string  // of keys
	keyOf    map[string]int32
	words    store
	wordings [][]uint32 // the sets of words
	wording  map[uint64]int32
	said     map[uint64]int32 // requests by their hash → their first wording
	same     [][2]int32       // wordings of one request
	uses     [][]int32        // wordings of each entry
}

// NewPlanner returns a planner without entries. Errors are of type [*Error].
func NewPlanner(o Options) (*Planner, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return &Planner{o: o, seen: map[string]struct{}{}, keyOf: map[string]int32{}, wording: map[uint64]int32{}, said: map[uint64]int32{}}, nil
}

// Add adds an entry. It fails if another one has the same id.
func (p *Planner) Add(e *Entry) error {
	if _, ok := p.seen[e.id]; ok {
		return fmt.Errorf("entry %s: %w", e.id, errTwice)
	}
	id := strings.Clone(e.id)
	p.seen[id] = struct{}{}
	p.ids = append(p.ids, id)
	var keys, uses []int32
	for _, key := range e.keys(p.o.By) {
		n, ok := p.keyOf[key]
		if !ok {
			n = int32(len(p.names))
			p.keyOf[key] = n
			p.names = append(p.names, key)
		}
		keys = append(keys, n)
	}
	for i := range e.requests {
		uses = append(uses, p.place(&e.requests[i]))
	}
	p.keys, p.uses = append(p.keys, keys), append(p.uses, uses)
	return nil
}

// place returns the number of a request's wording.
func (p *Planner) place(r *request) int32 {
	hash := uint64(0)
	for _, w := range r.words {
		hash = mix(hash ^ uint64(w))
	}
	n, ok := p.wording[hash]
	if !ok {
		n = int32(len(p.wordings))
		p.wording[hash] = n
		p.wordings = append(p.wordings, p.words.keep(r.words))
	}
	// The calls decide what is a value, so the same request may be masked in
	// different ways.
	if first, ok := p.said[r.said]; !ok {
		p.said[r.said] = n
	} else if first != n {
		p.same = append(p.same, [2]int32{first, n})
	}
	return n
}

// Side is a side of a [Plan].
type Side struct {
	Name    string  `json:"name"`
	Wanted  float64 `json:"wanted,omitempty"` // share of all entries; 0 where toolsets were named
	Share   float64 `json:"share"`            // of all entries
	Entries int     `json:"entries"`
	Missing int     `json:"missing,omitempty"` // how many entries the side has too few; negative when it has too many
	Keys    int     `json:"keys,omitempty"`    // toolsets, tools or switch paths
}

// Left is an entry that is on no side: its key (toolset, tool or switch path) is on one
// side, and its near duplicates are kept on another.
type Left struct {
	ID      string `json:"id"`
	Mission int    `json:"mission"` // the mission with the near duplicate request, from 1
	From    string `json:"from"`    // the side that its key is on
	Near    string `json:"near"`    // the mission that it is a near duplicate of, such as "b-007#3"
	For     string `json:"for"`     // the side that keeps the near duplicates
}

// String returns "a-001#1 (train) ~ b-007#3 (test)".
func (l Left) String() string {
	return fmt.Sprintf("%s#%d (%s) ~ %s (%s)", l.ID, l.Mission, l.From, l.Near, l.For)
}

// Plan says which entry is on which side.
type Plan struct {
	By      By     `json:"by"`
	Seed    uint64 `json:"seed"`
	Entries int    `json:"entries"`
	Sides   []Side `json:"sides"`
	// Groups is the number of groups that are kept together, and Largest the number
	// of entries of the largest one.
	Groups  int    `json:"groups"`
	Largest int    `json:"largest"`
	LeftOut []Left `json:"left_out"`
	side    map[string]int16
}

// Side returns the name of the side of an entry; false if it is on none.
func (p *Plan) Side(id string) (string, bool) {
	n, ok := p.side[id]
	if !ok || n < 0 {
		return "", false
	}
	return p.Sides[n].Name, true
}

// atom is a group of entries that stay together.
type atom struct {
	entries []int32
	order   uint64
}

// Plan divides the entries. If a side would be empty, it fails with an [*Error].
// The planner cannot be used afterwards.
func (p *Planner) Plan() (*Plan, error) {
	if len(p.ids) == 0 {
		return nil, wrong("give a dataset with entries", "there is no entry to divide")
	}
	near := newForest(len(p.wordings))
	for _, pair := range p.same {
		near.join(pair[0], pair[1])
	}
	joinNear(near, p.wordings)
	atoms := p.atoms(near)
	sides, err := p.assign(atoms)
	if err != nil {
		return nil, err
	}
	plan := &Plan{By: p.o.By, Seed: p.o.Seed, Entries: len(p.ids), Groups: len(atoms), LeftOut: []Left{}, side: make(map[string]int16, len(p.ids))}
	for _, a := range atoms {
		plan.Largest = max(plan.Largest, len(a.entries))
	}
	p.leaveOut(plan, sides, near)
	for i, id := range p.ids {
		plan.side[id] = sides[i]
	}
	return plan, p.count(plan, sides)
}

// atoms returns the groups that stay together, in a seeded order that does not
// depend on the order of the entries.
func (p *Planner) atoms(near forest) []atom {
	n := int32(len(p.ids))
	f := newForest(len(p.ids) + len(p.names) + len(p.wordings))
	for i := range p.ids {
		for _, key := range p.keys[i] {
			f.join(int32(i), n+key)
		}
		if p.o.By != ByRandom {
			continue
		}
		for _, w := range p.uses[i] {
			f.join(int32(i), n+int32(len(p.names))+near.root(w))
		}
	}
	byRoot := map[int32]*atom{}
	for i, id := range p.ids {
		root := f.root(int32(i))
		a := byRoot[root]
		if a == nil {
			a = &atom{order: math.MaxUint64}
			byRoot[root] = a
		}
		a.entries = append(a.entries, int32(i))
		a.order = min(a.order, keyed.Hash(p.o.Seed, "split", id))
	}
	atoms := make([]atom, 0, len(byRoot))
	for _, a := range byRoot {
		atoms = append(atoms, *a)
	}
	// One of its keys decides the place of a group, so that the choice of toolsets
	// does not depend on how many entries they have.
	if p.o.By != ByRandom {
		for i := range atoms {
			lot := uint64(math.MaxUint64)
			for _, e := range atoms[i].entries {
				for _, key := range p.keys[e] {
					lot = min(lot, keyed.Hash(p.o.Seed, "key", p.names[key]))
				}
			}
			if lot != math.MaxUint64 {
				atoms[i].order = lot
			}
		}
	}
	slices.SortFunc(atoms, func(a, b atom) int {
		return cmp.Or(cmp.Compare(a.order, b.order), strings.Compare(p.ids[a.entries[0]], p.ids[b.entries[0]]))
	})
	return atoms
}

// assign gives every entry a side. The smaller sides take groups in order as long as they
// fit, and one more if that brings them closer to their share. The largest side takes the
// rest.
func (p *Planner) assign(atoms []atom) ([]int16, error) {
	sides := make([]int16, len(p.ids))
	put := func(a *atom, side int) {
		for _, e := range a.entries {
			sides[e] = int16(side)
		}
	}
	if len(p.o.Test) > 0 {
		return sides, p.named(atoms, put)
	}
	order := smallestFirst(p.o.Shares)
	last := order[len(order)-1]
	free := make([]*atom, len(atoms))
	for i := range atoms {
		free[i] = &atoms[i]
	}
	for _, side := range order[:len(order)-1] {
		want, have := int(math.Round(p.o.Shares[side].Share*float64(len(p.ids)))), 0
		free = slices.DeleteFunc(free, func(a *atom) bool {
			if have+len(a.entries) > want {
				return false
			}
			have += len(a.entries)
			put(a, side)
			return true
		})
		best := -1
		for i, a := range free {
			over := have + len(a.entries) - want // positive, because the group did not fit
			if over < want-have && (best < 0 || len(a.entries) < len(free[best].entries)) {
				best = i
			}
		}
		if best >= 0 {
			put(free[best], side)
			free = slices.Delete(free, best, best+1)
		}
	}
	for _, a := range free {
		put(a, last)
	}
	return sides, nil
}

// named puts the groups of the named toolsets on side 1, and all others on
// side 0.
func (p *Planner) named(atoms []atom, put func(*atom, int)) error {
	for _, name := range p.o.Test {
		if _, ok := p.keyOf[name]; !ok {
			return &UnknownError{Name: name, Known: slices.Sorted(maps.Keys(p.keyOf))}
		}
	}
	for i := range atoms {
		toolset := p.names[p.keys[atoms[i].entries[0]][0]]
		side := 0
		if slices.Contains(p.o.Test, toolset) {
			side = 1
		}
		put(&atoms[i], side)
	}
	return nil
}

// UnknownError is a toolset for the test side that no entry has.
type UnknownError struct {
	Name  string
	Known []string // sorted
}

func (e *UnknownError) Error() string { return fmt.Sprintf("no entry uses toolset %q", e.Name) }

// leaveOut removes entries from their sides until no group of near duplicates is on two
// sides. The side that has most of a group keeps it; of equal sides, the smallest, because
// it can spare the least.
func (p *Planner) leaveOut(plan *Plan, sides []int16, near forest) {
	shares := p.o.sides()
	have := make([][]int32, len(p.wordings)) // entries of each side, by root
	for i, uses := range p.uses {
		for _, w := range uses {
			root := near.root(w)
			if have[root] == nil {
				have[root] = make([]int32, len(shares))
			}
			have[root][sides[i]]++
		}
	}
	total := make([]int, len(shares))
	for _, s := range sides {
		total[s]++
	}
	keeper := func(root int32) int16 {
		best := 0
		for s := range have[root] {
			if c := cmp.Compare(have[root][s], have[root][best]); c > 0 || c == 0 && total[s] < total[best] {
				best = s
			}
		}
		return int16(best)
	}
	before := slices.Clone(sides)
	var at []int // the entries of plan.LeftOut
	for i, uses := range p.uses {
		for m, w := range uses {
			if keep := keeper(near.root(w)); keep != before[i] {
				plan.LeftOut = append(plan.LeftOut, Left{ID: p.ids[i], Mission: m + 1, From: shares[before[i]].Name, For: shares[keep].Name})
				at = append(at, i)
				sides[i] = -1
				break
			}
		}
	}
	if len(at) > 0 {
		kept := p.kept(near, before, sides, keeper)
		for k, i := range at {
			l := &plan.LeftOut[k]
			l.Near = p.nearest(kept, near, p.uses[i][l.Mission-1])
		}
	}
	slices.SortFunc(plan.LeftOut, func(a, b Left) int { return strings.Compare(a.ID, b.ID) })
}

// keptUse is where a wording occurs on the side that keeps its group.
type keptUse struct {
	wording, entry, mission int32
	gone                    bool // the entry itself is left out because of another request
}

// kept lists, by the root of each group, the wordings on the side that keeps it, each
// once: in the entry with the first id among those that stay there.
func (p *Planner) kept(near forest, before, after []int16, keeper func(int32) int16) map[int32][]keptUse {
	uses := map[int32]keptUse{} // by wording
	sooner := func(a, b keptUse) bool {
		if a.gone != b.gone {
			return b.gone
		}
		return p.ids[a.entry] < p.ids[b.entry]
	}
	for i := range p.uses {
		for m, w := range p.uses[i] {
			if keeper(near.root(w)) != before[i] {
				continue
			}
			use := keptUse{w, int32(i), int32(m), after[i] < 0}
			if other, ok := uses[w]; !ok || sooner(use, other) {
				uses[w] = use
			}
		}
	}
	kept := map[int32][]keptUse{}
	for w, use := range uses {
		kept[near.root(w)] = append(kept[near.root(w)], use)
	}
	for _, list := range kept {
		slices.SortFunc(list, func(a, b keptUse) int {
			if sooner(a, b) {
				return -1
			}
			if sooner(b, a) {
				return 1
			}
			return cmp.Compare(a.mission, b.mission)
		})
	}
	return kept
}

// nearest returns what a wording is a near duplicate of on the side that keeps its group.
// If it is related to that side only through other wordings, it returns the first one
// there.
func (p *Planner) nearest(kept map[int32][]keptUse, near forest, w int32) string {
	list := kept[near.root(w)]
	if len(list) == 0 {
		return ""
	}
	best := list[0]
	if at := slices.IndexFunc(list, func(u keptUse) bool { return overlap(p.wordings[u.wording], p.wordings[w]) >= Threshold }); at >= 0 {
		best = list[at]
	}
	return fmt.Sprintf("%s#%d", p.ids[best.entry], best.mission+1)
}

// count fills in the sides of a plan.
func (p *Planner) count(plan *Plan, sides []int16) error {
	shares := p.o.sides()
	keys := make([]map[int32]bool, len(shares))
	for i, s := range shares {
		plan.Sides = append(plan.Sides, Side{Name: s.Name, Wanted: s.Share})
		keys[i] = map[int32]bool{}
	}
	for i, s := range sides {
		if s < 0 {
			continue
		}
		plan.Sides[s].Entries++
		for _, key := range p.keys[i] {
			keys[s][key] = true
		}
	}
	for i := range plan.Sides {
		s := &plan.Sides[i]
		s.Share = float64(s.Entries) / float64(plan.Entries)
		s.Keys = len(keys[i])
		if s.Wanted > 0 {
			s.Missing = int(math.Round(s.Wanted*float64(plan.Entries))) - s.Entries
		}
		if s.Entries == 0 {
			return p.empty(plan, s)
		}
	}
	return nil
}

// empty says why a side has no entries.
func (p *Planner) empty(plan *Plan, s *Side) error {
	hint := "give it a larger share, or divide by something else"
	if s.Wanted > 0 && math.Round(s.Wanted*float64(plan.Entries)) == 0 {
		return wrong(fmt.Sprintf("give it a share of at least %s", strconv.FormatFloat(math.Ceil(1e4/float64(plan.Entries))/1e4, 'f', -1, 64)),
			"no entry is left for %s: its share of %d entries is less than one entry", s.Name, plan.Entries)
	}
	if len(plan.LeftOut) > 0 {
		return wrong(hint, "no entry is left for %s: %d entries are near duplicates of entries on other sides", s.Name, len(plan.LeftOut))
	}
	return wrong(hint, "no entry is left for %s: the entries form groups that must stay together (groups: %d; the largest has %d of %d entries)",
		s.Name, plan.Groups, plan.Largest, plan.Entries)
}
