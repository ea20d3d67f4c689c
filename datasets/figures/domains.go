package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"switchyard/internal/prose"
)

// mostGroups is the greatest number of bars.
const mostGroups = 12

const groupHeight = 76

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

// groupsOf lists the domains; those with the most tools come first.
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
		rest := group{name: prose.Count(len(groups)-mostGroups+1, "other domain", "other domains")}
		for _, g := range groups[mostGroups-1:] {
			rest.tools, rest.calls = rest.tools+g.tools, rest.calls+g.calls
		}
		shown = append(slices.Clone(groups[:mostGroups-1]), rest)
	}
	most := 1
	said := make([]string, len(shown))
	for i, g := range shown {
		most = max(most, g.tools)
		said[i] = fmt.Sprintf("%s %s", visible(g.name), prose.Count(g.tools, "tool", "tools"))
	}
	f := &Figure{Name: "tools", Title: "Tools by domain", height: headHeight + groupHeight*float64(len(shown)) + 4,
		Alt: fmt.Sprintf("%s of %s in %s: %s.", prose.Count(tools, "tool", "tools"), prose.Count(sets, "toolset", "toolsets"), prose.Count(len(groups), "domain", "domains"), strings.Join(said, ", "))}
	f.draw = func(s *sheet) {
		explain := fmt.Sprintf("%s of %s, called %s", prose.Count(tools, "tool", "tools"), prose.Count(sets, "toolset", "toolsets"), prose.Count(calls, "time", "times"))
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
	said := fmt.Sprintf("%s, %s", prose.Count(g.tools, "tool", "tools"), prose.Count(g.calls, "call", "calls"))
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
			room = Width - margin - x // there is nothing to its right
		}
		s.text(x, y+60, small, s.fit(small, shortName(set.name), room))
		x += width
	}
}

// shortName is the name of a toolset without its domain.
func shortName(name string) string { return spaced(name[strings.LastIndexByte(name, '/')+1:]) }
