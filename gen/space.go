package gen

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// standardSplit is the number of entries for each number of missions when
// nothing else is asked for: every switch path 64, 16, 4 or 1 times.
const standardSplit = 256

// Space is the plan of a run: which entries there are and what each must be.
// It holds counts, not entries, so its size does not depend on the run's.
type Space struct {
	config    *Config
	filter    mission.Filter
	able      []ability // by toolset
	patterns  *spread   // of multi missions in the coarse space
	relations *spread
	total     int
	whole     int // what total would be without a limit
}

// ability is what a toolset can realise.
type ability struct{ kinds [6]bool }

func (a ability) can(k mission.Kind) bool { return a.kinds[slices.Index(mission.Kinds(), k)] }

// class groups the missions among which patterns or relations are spread
// evenly.
type class struct {
	late bool             // third or later, where long-term memory is possible
	kind mission.Type     // of the mission
	rel  mission.Relation // for patterns
}

// spread deals options out to the missions of each class so that the totals
// differ by at most one wherever the classes allow it.
type spread struct {
	quota map[class][]int // by option
	dealt map[class][]int
	seen  map[class]int
}

// newSpread works out the quotas. may tells whether a class allows an option.
func newSpread(sizes map[class]int, order []class, options int, may func(class, int) bool) *spread {
	s := &spread{quota: map[class][]int{}, dealt: map[class][]int{}, seen: map[class]int{}}
	totals := make([]int, options)
	// Narrow classes first: the wide ones can make up for them.
	slices.SortStableFunc(order, func(a, b class) int { return width(a, options, may) - width(b, options, may) })
	for _, c := range order {
		s.quota[c], s.dealt[c] = make([]int, options), make([]int, options)
	}
	for len(order) > 0 {
		// Classes that are equally wide take turns, so that none gets all of
		// what the totals lack.
		same := order
		for i, c := range order {
			if width(c, options, may) != width(order[0], options, may) {
				same = order[:i]
				break
			}
		}
		order = order[len(same):]
		for round, left := 0, true; left; round++ {
			left = false
			for _, c := range same {
				if round < sizes[c] {
					left = true
					s.assign(c, totals, may)
				}
			}
		}
	}
	return s
}

// assign adds one mission of the class to the option with the least total;
// among equals, to the one that the class has least of.
func (s *spread) assign(c class, totals []int, may func(class, int) bool) {
	best := -1
	for o := range totals {
		if may(c, o) && (best < 0 || totals[o] < totals[best] || totals[o] == totals[best] && s.quota[c][o] < s.quota[c][best]) {
			best = o
		}
	}
	if best >= 0 {
		s.quota[c][best]++
		totals[best]++
	}
}

func width(c class, options int, may func(class, int) bool) int {
	n := 0
	for o := range options {
		if may(c, o) {
			n++
		}
	}
	return n
}

// next deals one option out to a mission of the class: the one that is
// furthest behind its share.
func (s *spread) next(c class, turn int) int {
	quota, dealt := s.quota[c], s.dealt[c]
	size := 0
	for _, q := range quota {
		size += q
	}
	if size == 0 {
		return -1
	}
	s.seen[c]++
	best, lag := -1, 0
	for k := range quota {
		o := (k + turn) % len(quota)
		if dealt[o] >= quota[o] {
			continue
		}
		behind := quota[o]*s.seen[c] - dealt[o]*size
		if best < 0 || behind > lag {
			best, lag = o, behind
		}
	}
	if best >= 0 {
		dealt[best]++
	}
	return best
}

// newSpace plans a run.
func newSpace(c *Config, filter mission.Filter) *Space {
	s := &Space{config: c, filter: filter}
	for _, set := range c.Toolsets {
		s.able = append(s.able, abilities(set))
	}
	for _, missions := range c.Missions {
		for kinds := range s.kinds(missions) {
			if s.wanted(kinds) {
				s.whole += s.perPath(missions)
			}
		}
	}
	sizes := map[class]int{}
	var order []class
	count := func(cl class) {
		if sizes[cl] == 0 {
			order = append(order, cl)
		}
		sizes[cl]++
	}
	n := 0
	for kinds := range s.paths() {
		n++
		for i, k := range kinds {
			if i > 0 {
				count(class{late: i > 1, kind: k.Type()})
			}
		}
	}
	s.total = n
	relations := mission.Relations()
	s.relations = newSpread(sizes, order, len(relations), func(cl class, o int) bool {
		return relations[o] != mission.LongTerm || cl.late
	})
	if !c.Fine {
		sizes, order = map[class]int{}, nil
		relations := s.relations.clone()
		for kinds, turn := range s.paths() {
			for i, k := range kinds {
				rel := s.relation(relations, i, k, turn)
				if k.Type() == mission.Multi {
					count(class{late: i > 1, rel: rel})
				}
			}
		}
		patterns := mission.Patterns()
		s.patterns = newSpread(sizes, order, len(patterns), func(_ class, o int) bool {
			return slices.ContainsFunc(s.able, func(a ability) bool { return a.can(mission.Kind(patterns[o])) })
		})
	}
	return s
}

func (s *spread) clone() *spread {
	out := &spread{quota: s.quota, dealt: map[class][]int{}, seen: map[class]int{}}
	for c, d := range s.dealt {
		out.dealt[c] = make([]int, len(d))
	}
	return out
}

func (s *Space) relation(from *spread, i int, k mission.Kind, turn int) mission.Relation {
	if i == 0 {
		return ""
	}
	o := from.next(class{late: i > 1, kind: k.Type()}, turn)
	if o < 0 {
		return ""
	}
	return mission.Relations()[o]
}

// Total is the number of planned entries.
func (s *Space) Total() int { return s.total }

// paths walks the switch paths of the plan, each as often as it is wanted,
// with a number that turns the order in which options are dealt out, so that
// options are not tied to places in the walk.
func (s *Space) paths() iter.Seq2[[]mission.Kind, int] {
	return func(yield func([]mission.Kind, int) bool) {
		n, all := 0, 0
		for _, missions := range s.config.Missions {
			for kinds := range s.kinds(missions) {
				if !s.wanted(kinds) {
					continue
				}
				for range s.perPath(missions) {
					all++
					// A limit takes entries from all over the plan, not its
					// beginning, which is all of one kind.
					if s.config.Limit > 0 && s.config.Limit < s.whole && all*s.config.Limit/s.whole == (all-1)*s.config.Limit/s.whole {
						continue
					}
					turn := int(keyed.Hash(s.config.Seed, "turn", keyed.Int(n)) % 6)
					n++
					if !yield(kinds, turn) {
						return
					}
				}
			}
		}
	}
}

// kinds walks the switching space of a number of missions. In the coarse
// space, multi missions stand as serial until a pattern is dealt out.
func (s *Space) kinds(missions int) iter.Seq[[]mission.Kind] {
	if s.config.Fine {
		return mission.FinePaths(missions)
	}
	return func(yield func([]mission.Kind) bool) {
		for types := range mission.SwitchPaths(missions) {
			kinds := make([]mission.Kind, len(types))
			for i, t := range types {
				kinds[i] = mission.KindOf(t, mission.Serial)
			}
			if !yield(kinds) {
				return
			}
		}
	}
}

func (s *Space) wanted(kinds []mission.Kind) bool {
	if s.config.Fine {
		return s.filter.Match(kinds)
	}
	types := make([]mission.Type, len(kinds))
	for i, k := range kinds {
		types[i] = k.Type()
	}
	return s.filter.MatchTypes(types)
}

// perPath is how many entries each path of so many missions gets.
func (s *Space) perPath(missions int) int {
	if s.config.PerPath > 0 {
		return s.config.PerPath
	}
	base := 4
	if s.config.Fine {
		base = 6
	}
	paths := 1
	for range missions {
		paths *= base
	}
	return max(1, standardSplit/paths)
}

// Items walks the planned entries in order.
func (s *Space) Items() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		relations := s.relations.clone()
		var patterns *spread
		if s.patterns != nil {
			patterns = s.patterns.clone()
		}
		numbers := map[string]int{}
		dealt := map[[6]bool]int{}
		n := 0
		for kinds, turn := range s.paths() {
			item := Item{Index: n, Types: make([]mission.Type, len(kinds)), Patterns: make([]mission.Pattern, len(kinds)),
				Relations: make([]mission.Relation, len(kinds))}
			n++
			var needs [6]bool
			for i, k := range kinds {
				item.Types[i], item.Patterns[i] = k.Type(), k.Pattern()
				item.Relations[i] = s.relation(relations, i, k, turn)
				if patterns != nil && k.Type() == mission.Multi {
					if o := patterns.next(class{late: i > 1, rel: item.Relations[i]}, turn); o >= 0 {
						item.Patterns[i] = mission.Patterns()[o]
					}
				}
				needs[slices.Index(mission.Kinds(), mission.KindOf(item.Types[i], item.Patterns[i]))] = true
			}
			item.Toolset = s.toolset(needs, dealt)
			name := pathName(kinds, s.config.Fine)
			numbers[name]++
			item.ID = fmt.Sprintf("s%d.%s-%03d", s.config.Seed, name, numbers[name])
			if !yield(item) {
				return
			}
		}
	}
}

// pathName names a switch path in ids: "single.multi.chat".
func pathName(kinds []mission.Kind, fine bool) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
		if !fine {
			words[i] = string(k.Type())
		}
	}
	return strings.Join(words, ".")
}

// toolset deals toolsets out in turn to the entries that need the same
// abilities; when no toolset has them all, all toolsets take turns.
func (s *Space) toolset(needs [6]bool, dealt map[[6]bool]int) int {
	var fit []int
	for i, a := range s.able {
		ok := true
		for k, need := range needs {
			ok = ok && (!need || a.kinds[k])
		}
		if ok {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 {
		for i := range s.able {
			fit = append(fit, i)
		}
	}
	turn := dealt[needs]
	dealt[needs]++
	offset := int(keyed.Hash(s.config.Seed, "toolsets", fmt.Sprint(needs)) % uint64(len(fit)))
	// Each round walks the toolsets in another order.
	round := turn / len(fit)
	order := keyed.Shuffled(keyed.New(s.config.Seed, "round", fmt.Sprint(needs), keyed.Int(round)), fit)
	return order[(turn+offset)%len(fit)]
}

// abilities finds out what kinds of missions a toolset can realise.
func abilities(set *tools.Toolset) ability {
	var a ability
	set1 := func(k mission.Kind) { a.kinds[slices.Index(mission.Kinds(), k)] = true }
	set1(mission.KindSingle)
	for _, t := range set.Tools {
		for _, p := range t.Params {
			if p.Required && p.Type != "boolean" && p.Type != "object" {
				set1(mission.KindClarify)
			}
		}
	}
	if len(set.Topics) > 0 {
		set1(mission.KindChat)
	}
	chain := false
	for _, t := range set.Tools {
		if len(t.After) > 0 {
			chain = true
		}
		if t.Entity == nil || t.Effect == tools.Delete {
			continue
		}
		for _, u := range set.Tools {
			for _, p := range u.Params {
				if u != t && p.Required && p.Entity == t.Entity && p.Type != "array" && (t.Effect == tools.List && len(t.Entity.Comparisons) > 0 || t.Effect == tools.Create) {
					chain = true
				}
			}
		}
	}
	twins := false
	for _, t := range set.Tools {
		for _, p := range t.Params {
			twins = twins || p.Required && p.Type != "boolean" && p.Type != "array" && p.Type != "object"
		}
	}
	if twins || len(set.Tools) > 1 {
		set1(mission.KindParallel)
	}
	if chain {
		set1(mission.KindSerial)
		if twins || len(set.Tools) > 2 {
			set1(mission.KindMixed)
		}
	}
	return a
}
