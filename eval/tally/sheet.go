package tally

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchyard/eval"
	"switchyard/mission"
)

// firstMission is the key of missions without a relation, which are first ones.
const firstMission = "none"

// cells are the ratios of one grouping.
type cells map[string]*ratio

func (c cells) of(key string) *ratio {
	r, ok := c[key]
	if !ok {
		r = &ratio{}
		c[key] = r
	}
	return r
}

// list gives the cells in the order of the keys, which it makes sure exist, and
// then the others in the order of less.
func (c cells) list(keys []string, less func(a, b string) int) []Cell {
	for _, key := range keys {
		c.of(key)
	}
	fixed := map[string]int{}
	for i, key := range keys {
		fixed[key] = i + 1
	}
	all := slices.Collect(maps.Keys(c))
	slices.SortFunc(all, func(a, b string) int {
		x, y := fixed[a], fixed[b]
		switch {
		case x > 0 && y > 0:
			return x - y
		case x > 0:
			return -1
		case y > 0:
			return 1
		}
		return less(a, b)
	})
	list := make([]Cell, len(all))
	for i, key := range all {
		list[i] = Cell{Key: key, Rate: c[key].rate()}
	}
	return list
}

// numbers orders keys that are numbers.
func numbers(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// longerLater orders paths: those of fewer missions first.
func longerLater(a, b string) int {
	return cmp.Or(cmp.Compare(strings.Count(a, ">"), strings.Count(b, ">")), strings.Compare(a, b))
}

// sheet holds the ratios of all figures.
type sheet struct {
	overall, whole                                                              ratio
	action, missions, position, relation, switches, toolsets, domains, pathways cells
	optimalChoice, optimalParallel, optimalMixed, optimalAll                    ratio
	progressLinked, progressSerial, progressMixed, progressAll                  ratio
	faults                                                                      map[eval.Fault]int
	entries                                                                     int // that have a scored mission
}

func newSheet() *sheet {
	return &sheet{action: cells{}, missions: cells{}, position: cells{}, relation: cells{}, switches: cells{}, toolsets: cells{},
		domains: cells{}, pathways: cells{}, faults: map[eval.Fault]int{}}
}

// ratios lists all ratios, in no order.
func (s *sheet) ratios() []*ratio {
	all := []*ratio{&s.overall, &s.whole, &s.optimalChoice, &s.optimalParallel, &s.optimalMixed, &s.optimalAll,
		&s.progressLinked, &s.progressSerial, &s.progressMixed, &s.progressAll}
	for _, c := range []cells{s.action, s.missions, s.position, s.relation, s.switches, s.toolsets, s.domains, s.pathways} {
		for _, r := range c {
			all = append(all, r)
		}
	}
	return all
}

// accuracies lists the ratios of accuracy in which a mission counts.
func (s *sheet) accuracies(f *Facts) []*ratio {
	relation := string(f.Relation)
	if relation == "" {
		relation = firstMission
	}
	list := []*ratio{&s.overall, s.action.of(string(f.kind())), s.missions.of(strconv.Itoa(f.Missions)), s.position.of(strconv.Itoa(f.Mission + 1)),
		s.relation.of(relation), s.toolsets.of(f.Toolset), s.domains.of(f.Domain), s.pathways.of(f.Path)}
	if f.Previous != "" {
		list = append(list, s.switches.of(string(f.Previous)+">"+string(f.Type)))
	}
	return list
}

// optima lists the optimal path rates in which a mission counts.
func (s *sheet) optima(f *Facts) []*ratio {
	switch f.Pattern {
	case mission.Parallel:
		return []*ratio{&s.optimalAll, &s.optimalChoice, &s.optimalParallel}
	case mission.Mixed:
		return []*ratio{&s.optimalAll, &s.optimalChoice, &s.optimalMixed}
	}
	return []*ratio{&s.optimalAll}
}

// progress lists the accomplished progress in which a mission counts.
func (s *sheet) progress(f *Facts) []*ratio {
	switch f.Pattern {
	case mission.Serial:
		return []*ratio{&s.progressAll, &s.progressLinked, &s.progressSerial}
	case mission.Mixed:
		return []*ratio{&s.progressAll, &s.progressLinked, &s.progressMixed}
	}
	return []*ratio{&s.progressAll}
}

// entry counts the missions of an entry.
func (s *sheet) entry(list []*record) {
	scored, wrong := 0, 0
	for _, r := range list {
		if r.scored {
			scored++
		}
		s.mission(r)
		if r.fault != "" {
			wrong++
			s.faults[r.fault]++
		}
	}
	switch {
	case wrong > 0:
		s.whole.add(s.entries, 0, 1)
	case scored < list[0].facts.Missions:
		s.whole.unscored++
	default:
		s.whole.add(s.entries, 1, 1)
	}
	if scored > 0 {
		s.entries++
	}
}

func (s *sheet) mission(r *record) {
	count := func(list []*ratio, hits, of int) {
		for _, x := range list {
			if r.scored {
				x.add(s.entries, hits, of)
			} else {
				x.unscored++
			}
		}
	}
	count(s.accuracies(&r.facts), one(r.correct), 1)
	count(s.optima(&r.facts), one(r.optimal), 1)
	count(s.progress(&r.facts), r.done, r.of)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Figures gives what the missions come to. The error is that of ctx.
func (t *Tally) Figures(ctx context.Context, o Options) (*Figures, error) {
	list, s := t.sorted(), newSheet()
	entries := 0
	for start, end := 0, 0; start < len(list); start = end {
		for end = start; end < len(list) && list[end].facts.Entry == list[start].facts.Entry; end++ {
		}
		entries++
		s.entry(list[start:end])
	}
	if err := intervals(ctx, o, s.entries, s.ratios()); err != nil {
		return nil, err
	}
	return &Figures{
		Format: FormatFigures, Entries: entries, Missions: len(list), Unscored: t.overall.Unscored, Bootstrap: o.bootstrap(),
		Accuracy: s.accuracy(),
		Optimal: Optimal{Choice: s.optimalChoice.rate(), Parallel: s.optimalParallel.rate(), Mixed: s.optimalMixed.rate(),
			All: s.optimalAll.rate()},
		Progress: Progress{Linked: s.progressLinked.rate(), Serial: s.progressSerial.rate(), Mixed: s.progressMixed.rate(),
			All: s.progressAll.rate()},
		Whole: s.whole.rate(), Faults: s.faultCounts(), Spent: spent(list),
	}, nil
}

func (s *sheet) accuracy() Accuracy {
	return Accuracy{
		Overall:  s.overall.rate(),
		Action:   s.action.list(words(mission.Kinds()), strings.Compare),
		Missions: s.missions.list(nil, numbers),
		Position: s.position.list(nil, numbers),
		Relation: s.relation.list(append(words(mission.Relations()), firstMission), strings.Compare),
		Switch:   s.switches.list(pathsOf(2), strings.Compare),
		Toolset:  s.toolsets.list(nil, strings.Compare),
		Domain:   s.domains.list(nil, strings.Compare),
		Path:     s.pathways.list(slices.Concat(pathsOf(1), pathsOf(2), pathsOf(3), pathsOf(4)), longerLater),
	}
}

// faultCounts is the taxonomy, zeroes included.
func (s *sheet) faultCounts() Faults {
	var f Faults
	groups := map[eval.FaultGroup]int{}
	for fault, n := range s.faults {
		f.Missions += n
		groups[fault.Group()] += n
	}
	for _, fault := range eval.Faults() {
		n := s.faults[fault]
		f.Kinds = append(f.Kinds, FaultCount{Fault: fault, Group: fault.Group(), Count: n, Share: share(n, f.Missions)})
	}
	for _, group := range []eval.FaultGroup{eval.ToolFaults, eval.ParameterFaults, eval.TextFaults} {
		f.Groups = append(f.Groups, GroupCount{Group: group, Count: groups[group], Share: share(groups[group], f.Missions)})
	}
	return f
}

// pathsOf lists the switch paths of n missions, as they are written.
func pathsOf(n int) []string {
	var list []string
	for path := range mission.SwitchPaths(n) {
		list = append(list, strings.Join(words(path), ">"))
	}
	return list
}

func words[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}
