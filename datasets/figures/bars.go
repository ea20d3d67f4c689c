package figures

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/datasets/stats"
	"switchyard/internal/prose"
	"switchyard/mission"
)

// bar is one row of a bar chart.
type bar struct {
	name, explain string
	n             int
}

const (
	rowHeight = 46
	barHeight = 22
)

// bars draws counts by name; nil if all are zero. The known names come first, in their
// order.
func bars(name, title, noun string, counts map[string]int, known []bar) *Figure {
	total := 0
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return nil
	}
	rows := slices.Clone(known)
	for i := range rows {
		rows[i].n = counts[rows[i].name]
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		if !slices.ContainsFunc(known, func(b bar) bool { return b.name == key }) {
			rows = append(rows, bar{name: key, n: counts[key]})
		}
	}
	said := make([]string, len(rows))
	most := 1
	for i, r := range rows {
		said[i] = fmt.Sprintf("%s %s (%s)", r.name, prose.Thousands(r.n), percent(r.n, total))
		most = max(most, r.n)
	}
	f := &Figure{Name: name, Title: title, Alt: fmt.Sprintf("%s: %s.", title, strings.Join(said, ", ")), height: headHeight + rowHeight*float64(len(rows)) + 10}
	f.draw = func(s *sheet) {
		s.head(title, noun)
		const left = 244.0
		right := 650.0
		for _, r := range rows { // numbers may be long
			right = min(right, Width-margin-18-s.wide(s.label().strong(), prose.Thousands(r.n))-s.wide(s.label(), percent(r.n, total)))
		}
		for i, r := range rows {
			y := headHeight + rowHeight*float64(i)
			s.text(margin, y+18, s.label().strong(), s.fit(s.label().strong(), spaced(r.name), left-margin-12))
			s.text(margin, y+35, s.explain(), r.explain)
			length := (right - left) * float64(r.n) / float64(most)
			s.rect(left, y+9, length, barHeight, s.s.accent)
			s.text(left+length+10, y+25, s.label().strong(), prose.Thousands(r.n))
			s.text(left+length+10+s.wide(s.label().strong(), prose.Thousands(r.n))+8, y+25, s.label(), percent(r.n, total))
		}
	}
	return f
}

// spaced writes a word of the vocabulary as people do.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// balance shows the shares of action types, patterns and relations.
func balance(r *stats.Report) []*Figure {
	relations := 0
	for _, n := range r.Relations {
		relations += n
	}
	missions := func(n int) string { return prose.Count(n, "mission", "missions") }
	return []*Figure{
		bars("action-types", "Action types", "What an agent has to do: "+missions(r.Missions), r.Types, []bar{
			{name: string(mission.Single), explain: "one call of one tool"},
			{name: string(mission.Multi), explain: "two or more calls"},
			{name: string(mission.Clarify), explain: "ask for what is missing, then call"},
			{name: string(mission.Chat), explain: "answer without a tool"},
		}),
		bars("patterns", "Patterns", "How the calls of a multi mission depend on each other: "+missions(r.Types[string(mission.Multi)]), r.Patterns, []bar{
			{name: string(mission.Serial), explain: "one after another"},
			{name: string(mission.Parallel), explain: "all at once"},
			{name: string(mission.Mixed), explain: "some of each"},
		}),
		bars("relations", "Relations", "How a later mission leans on earlier ones: "+missions(relations), r.Relations, []bar{
			{name: string(mission.Implicit), explain: "refers to the mission before"},
			{name: string(mission.Ellipsis), explain: "leaves out or corrects a part"},
			{name: string(mission.LongTerm), explain: "needs something from further back"},
		}),
	}
}
