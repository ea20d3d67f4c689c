package figures

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/datasets/stats"
	"switchyard/mission"
)

// bar is one row of a bar chart.
type bar struct {
	name, explain string
	n             int
}

const (
	rowHeight   = 46
	barHeight   = 22
	groupHeight = 76
)

// bars is a chart of counts whose names are known; nil when there is nothing to
// see. Names that are not known come last.
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
		said[i] = fmt.Sprintf("%s %s (%s)", r.name, thousands(r.n), percent(r.n, total))
		most = max(most, r.n)
	}
	f := &Figure{Name: name, Title: title, Alt: fmt.Sprintf("%s: %s.", title, strings.Join(said, ", ")), height: headHeight + rowHeight*float64(len(rows)) + 10}
	f.draw = func(s *sheet) {
		s.head(title, noun)
		const left = 244.0
		right := 650.0
		for _, r := range rows { // numbers may be long
			right = min(right, Width-margin-18-s.wide(s.label().strong(), thousands(r.n))-s.wide(s.label(), percent(r.n, total)))
		}
		for i, r := range rows {
			y := headHeight + rowHeight*float64(i)
			s.text(margin, y+18, s.label().strong(), s.fit(s.label().strong(), spaced(r.name), left-margin-12))
			s.text(margin, y+35, s.explain(), r.explain)
			length := (right - left) * float64(r.n) / float64(most)
			s.rect(left, y+9, length, barHeight, s.s.accent)
			s.text(left+length+10, y+25, s.label().strong(), thousands(r.n))
			s.text(left+length+10+s.wide(s.label().strong(), thousands(r.n))+8, y+25, s.label(), percent(r.n, total))
		}
	}
	return f
}

// spaced is a word of the vocabulary as people write it.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

func actionTypes(r *stats.Report) *Figure {
	return bars("action-types", "Action types", "What an agent has to do: "+amount(r.Missions, "mission", "missions"), r.Types, []bar{
		{name: string(mission.Single), explain: "one call of one tool"},
		{name: string(mission.Multi), explain: "two or more calls"},
		{name: string(mission.Clarify), explain: "ask for what is missing, then call"},
		{name: string(mission.Chat), explain: "answer without a tool"},
	})
}

func patterns(r *stats.Report) *Figure {
	return bars("patterns", "Patterns", "How the calls of a multi mission depend on each other: "+amount(r.Types[string(mission.Multi)], "mission", "missions"), r.Patterns, []bar{
		{name: string(mission.Serial), explain: "one after another"},
		{name: string(mission.Parallel), explain: "all at once"},
		{name: string(mission.Mixed), explain: "some of each"},
	})
}

func relations(r *stats.Report) *Figure {
	n := 0
	for _, m := range r.Relations {
		n += m
	}
	return bars("relations", "Relations", "How a later mission leans on earlier ones: "+amount(n, "mission", "missions"), r.Relations, []bar{
		{name: string(mission.Implicit), explain: "refers to the mission before"},
		{name: string(mission.Ellipsis), explain: "leaves out or corrects a part"},
		{name: string(mission.LongTerm), explain: "needs something from further back"},
	})
}

// group is the tools of a domain.
type group struct {
	name         string
	sets         []toolset
	tools, calls int
}

type toolset struct {
	name         string
	tools, calls int
}

// mostGroups is how many domains are shown on their own.
const mostGroups = 12

// groupsOf lists the domains, the greatest number of tools first.
func groupsOf(c *Counts) []group {
	var list []group
	for domain, sets := range c.Domains {
		g := group{name: cmp.Or(domain, "no domain")}
		for name, tools := range sets {
			t := toolset{name: name, tools: len(tools)}
			for _, calls := range tools {
				t.calls += calls
			}
			g.sets = append(g.sets, t)
			g.tools, g.calls = g.tools+t.tools, g.calls+t.calls
		}
		slices.SortFunc(g.sets, func(a, b toolset) int { return cmp.Or(b.tools-a.tools, strings.Compare(a.name, b.name)) })
		if g.tools > 0 {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b group) int { return cmp.Or(b.tools-a.tools, strings.Compare(a.name, b.name)) })
	return list
}

func toolsByDomain(c *Counts) *Figure {
	groups := groupsOf(c)
	if len(groups) == 0 {
		return nil
	}
	tools, calls, sets := 0, 0, 0
	for _, g := range groups {
		tools, calls, sets = tools+g.tools, calls+g.calls, sets+len(g.sets)
	}
	shown := groups
	if len(groups) > mostGroups {
		rest := group{name: amount(len(groups)-mostGroups+1, "other domain", "other domains")}
		for _, g := range groups[mostGroups-1:] {
			rest.tools, rest.calls = rest.tools+g.tools, rest.calls+g.calls
		}
		shown = append(slices.Clone(groups[:mostGroups-1]), rest)
	}
	most := 1
	said := make([]string, len(shown))
	for i, g := range shown {
		most = max(most, g.tools)
		said[i] = fmt.Sprintf("%s %s", visible(g.name), amount(g.tools, "tool", "tools"))
	}
	f := &Figure{Name: "tools", Title: "Tools by domain", height: headHeight + groupHeight*float64(len(shown)) + 4,
		Alt: fmt.Sprintf("%s of %s in %s: %s.", amount(tools, "tool", "tools"), amount(sets, "toolset", "toolsets"), amount(len(groups), "domain", "domains"), strings.Join(said, ", "))}
	f.draw = func(s *sheet) {
		explain := fmt.Sprintf("%s of %s, called %s", amount(tools, "tool", "tools"), amount(sets, "toolset", "toolsets"), amount(calls, "time", "times"))
		if sets > len(groups) {
			explain += "; each piece of a bar is a toolset"
		}
		s.head(f.Title, explain)
		for i := range shown {
			s.domain(headHeight+groupHeight*float64(i), &shown[i], most)
		}
	}
	return f
}

// domain draws the bar of a domain, a piece for each toolset.
func (s *sheet) domain(y float64, g *group, most int) {
	name := s.label().strong()
	said := fmt.Sprintf("%s, %s", amount(g.tools, "tool", "tools"), amount(g.calls, "call", "calls"))
	text := s.fit(name, spaced(g.name), Width-2*margin-s.wide(s.explain(), said)-10)
	s.text(margin, y+16, name, text)
	s.text(margin+s.wide(name, text)+10, y+16, s.explain(), said)
	small := style{size: 11, colour: s.s.muted}
	scale := float64(Width-2*margin) / float64(most)
	x := float64(margin)
	s.rect(x, y+24, float64(g.tools)*scale, barHeight, s.s.accent)
	for i, set := range g.sets {
		width := float64(set.tools) * scale
		if i > 0 && width > 3 {
			s.rect(x-1, y+24, 2, barHeight, s.s.page)
		}
		room := width - 6
		if i == len(g.sets)-1 {
			room = Width - margin - x // nothing stands behind it
		}
		s.text(x, y+60, small, s.fit(small, shortName(set.name), room))
		x += width
	}
}

// shortName is the name of a toolset without its domain.
func shortName(name string) string { return spaced(name[strings.LastIndexByte(name, '/')+1:]) }
