package gen

import (
	"cmp"
	"slices"

	"switchyard/mission"
)

// class is a group of missions among which options, patterns or relations, are spread
// evenly.
type class struct {
	late bool             // long-term memory is possible
	kind mission.Type     // of the mission
	rel  mission.Relation // for patterns
}

// spread distributes options to the missions of each class so that the totals of the
// options differ by at most one, if the classes allow it.
type spread struct {
	quota map[class][]int // by option
	dealt map[class][]int
	seen  map[class]int
}

// census counts the missions of each class, in the order in which the classes
// first occur.
type census struct {
	sizes map[class]int
	order []class
}

func (n *census) count(c class) {
	if n.sizes == nil {
		n.sizes = map[class]int{}
	}
	if n.sizes[c] == 0 {
		n.order = append(n.order, c)
	}
	n.sizes[c]++
}

// spread calculates the quotas of some options. may reports whether a class allows an
// option.
func (n *census) spread(options int, may func(class, int) bool) *spread {
	s := &spread{quota: map[class][]int{}}
	width := func(c class) int {
		w := 0
		for o := range options {
			if may(c, o) {
				w++
			}
		}
		return w
	}
	// Classes that allow few options come first, because the others can compensate.
	slices.SortStableFunc(n.order, func(a, b class) int { return cmp.Compare(width(a), width(b)) })
	totals := make([]int, options)
	for rest := n.order; len(rest) > 0; {
		// Classes that allow equally many options take turns, so that no single class
		// has to compensate for all of them.
		same := rest
		if i := slices.IndexFunc(rest, func(c class) bool { return width(c) != width(rest[0]) }); i > 0 {
			same = rest[:i]
		}
		rest = rest[len(same):]
		for round, left := 0, true; left; round++ {
			left = false
			for _, c := range same {
				if round < n.sizes[c] {
					left = true
					s.assign(c, totals, may)
				}
			}
		}
	}
	return s.afresh()
}

// assign adds one mission of the class to the option with the smallest total, and
// among several such options to the one that the class has least of.
func (s *spread) assign(c class, totals []int, may func(class, int) bool) {
	if s.quota[c] == nil {
		s.quota[c] = make([]int, len(totals))
	}
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

// afresh returns a spread with the same quotas of which nothing was distributed yet.
func (s *spread) afresh() *spread {
	out := &spread{quota: s.quota, dealt: map[class][]int{}, seen: map[class]int{}}
	for c, q := range s.quota {
		out.dealt[c] = make([]int, len(q))
	}
	return out
}

// next returns the option for the next mission of the class: the one that is furthest
// behind its share, or -1 when the class allows none.
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
