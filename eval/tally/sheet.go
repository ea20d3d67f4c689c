package tally

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchyard/eval"
	"switchyard/mission"
)

// firstMission is the key of missions without a relation, which are the first ones.
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

// list returns the cells: those of keys first, which it adds if they are missing, then
// the others in the order of less.
func (c cells) list(keys []string, less func(a, b string) int) []Cell {
	others := slices.DeleteFunc(slices.SortedFunc(maps.Keys(c), less), func(key string) bool { return slices.Contains(keys, key) })
	list := make([]Cell, 0, len(keys)+len(others))
	for _, key := range slices.Concat(keys, others) {
		list = append(list, Cell{Key: key, Rate: c.of(key).rate()})
	}
	return list
}

// numbers orders keys that are numbers.
func numbers(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// longerLater orders paths by length.
func longerLater(a, b string) int {
	return cmp.Or(cmp.Compare(strings.Count(a, ">"), strings.Count(b, ">")), strings.Compare(a, b))
}

// sheet holds the counts for all figures. Its ratios are by figure and key, such as
// "action" and "single"; figures without subdivision have the key "".
type sheet struct {
	ratios  map[string]cells
	faults  map[eval.Fault]int
	entries int // that have a scored mission
}

// The figures of a sheet.
const (
	overall  = "overall"
	whole    = "whole"
	action   = "action"
	count    = "missions"
	position = "position"
	relation = "relation"
	switches = "switch"
	toolset  = "toolset"
	domain   = "domain"
	path     = "path"
	optimal  = "optimal"
	progress = "progress"
)

func newSheet() *sheet { return &sheet{ratios: map[string]cells{}, faults: map[eval.Fault]int{}} }

// of returns a ratio of a figure.
func (s *sheet) of(figure, key string) *ratio { return s.cells(figure).of(key) }

func (s *sheet) cells(figure string) cells {
	if s.ratios[figure] == nil {
		s.ratios[figure] = cells{}
	}
	return s.ratios[figure]
}

// all lists all ratios in no particular order.
func (s *sheet) all() (list []*ratio) {
	for _, c := range s.ratios {
		list = slices.AppendSeq(list, maps.Values(c))
	}
	return list
}

// accuracies lists the accuracies in which a mission counts.
func (s *sheet) accuracies(f *Facts) []*ratio {
	list := []*ratio{s.of(overall, ""), s.of(action, string(f.kind())), s.of(count, strconv.Itoa(f.Missions)), s.of(position, strconv.Itoa(f.Mission+1)),
		s.of(relation, cmp.Or(string(f.Relation), firstMission)), s.of(toolset, f.Toolset), s.of(domain, f.Domain), s.of(path, f.Path)}
	if f.Previous != "" {
		list = append(list, s.of(switches, string(f.Previous)+">"+string(f.Type)))
	}
	return list
}

// optima lists the optimal path rates in which a mission counts.
func (s *sheet) optima(f *Facts) []*ratio {
	list := []*ratio{s.of(optimal, "all")}
	if f.Pattern == mission.Parallel || f.Pattern == mission.Mixed {
		list = append(list, s.of(optimal, "choice"), s.of(optimal, string(f.Pattern)))
	}
	return list
}

// progress lists the rates of accomplished progress in which a mission counts.
func (s *sheet) progress(f *Facts) []*ratio {
	list := []*ratio{s.of(progress, "all")}
	if f.Pattern == mission.Serial || f.Pattern == mission.Mixed {
		list = append(list, s.of(progress, "linked"), s.of(progress, string(f.Pattern)))
	}
	return list
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
		s.of(whole, "").add(s.entries, 0, 1)
	case scored < list[0].facts.Missions:
		s.of(whole, "").unscored++
	default:
		s.of(whole, "").add(s.entries, 1, 1)
	}
	if scored > 0 {
		s.entries++
	}
}

func (s *sheet) mission(r *record) {
	add := func(list []*ratio, hits, of int) {
		for _, x := range list {
			if r.scored {
				x.add(s.entries, hits, of)
			} else {
				x.unscored++
			}
		}
	}
	add(s.accuracies(&r.facts), one(r.correct), 1)
	add(s.optima(&r.facts), one(r.optimal), 1)
	add(s.progress(&r.facts), r.done, r.of)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Figures computes the figures. The error is that of ctx.
func (t *Tally) Figures(ctx context.Context, o Options) (*Figures, error) {
	list, s := t.sorted(), newSheet()
	entries := 0
	for start, end := 0, 0; start < len(list); start = end {
		for end = start; end < len(list) && list[end].facts.Entry == list[start].facts.Entry; end++ {
		}
		entries++
		s.entry(list[start:end])
	}
	if err := intervals(ctx, o, s.entries, s.all()); err != nil {
		return nil, err
	}
	rate := func(figure, key string) Rate { return s.of(figure, key).rate() }
	return &Figures{
		Format: FormatFigures, Entries: entries, Missions: len(list), Unscored: s.of(overall, "").unscored, Set: setOf(list), Bootstrap: o.bootstrap(),
		Accuracy: s.accuracy(),
		Optimal:  Optimal{Choice: rate(optimal, "choice"), Parallel: rate(optimal, string(mission.Parallel)), Mixed: rate(optimal, string(mission.Mixed)), All: rate(optimal, "all")},
		Progress: Progress{Linked: rate(progress, "linked"), Serial: rate(progress, string(mission.Serial)), Mixed: rate(progress, string(mission.Mixed)), All: rate(progress, "all")},
		Whole:    rate(whole, ""), Faults: s.faultCounts(), Beside: besides(list), Spent: spent(list),
	}, nil
}

// besides counts the missions with look-ups beside the paths.
func besides(list []*record) (n int) {
	for _, r := range list {
		n += one(r.beside)
	}
	return n
}

// setOf identifies the missions of records.
func setOf(list []*record) string {
	sum := sha256.New()
	for _, r := range list {
		fmt.Fprintln(sum, r.facts.ID())
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func (s *sheet) accuracy() Accuracy {
	return Accuracy{
		Overall:  s.of(overall, "").rate(),
		Action:   s.cells(action).list(words(mission.Kinds()), strings.Compare),
		Missions: s.cells(count).list(nil, numbers),
		Position: s.cells(position).list(nil, numbers),
		Relation: s.cells(relation).list(append(words(mission.Relations()), firstMission), strings.Compare),
		Switch:   s.cells(switches).list(pathsOf(2), strings.Compare),
		Toolset:  s.cells(toolset).list(nil, strings.Compare),
		Domain:   s.cells(domain).list(nil, strings.Compare),
		Path:     s.cells(path).list(slices.Concat(pathsOf(1), pathsOf(2), pathsOf(3), pathsOf(4)), longerLater),
	}
}

// faultCounts lists all faults, including those that did not occur.
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

// pathsOf lists the switch paths of n missions in writing.
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
