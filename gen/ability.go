package gen

import (
	"slices"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// ability says which kinds of missions a toolset can do, or an entry needs, in the
// order of [mission.Kinds].
type ability [6]bool

func (a ability) can(k mission.Kind) bool { return a[slices.Index(mission.Kinds(), k)] }

func (a *ability) add(kinds ...mission.Kind) {
	for _, k := range kinds {
		a[slices.Index(mission.Kinds(), k)] = true
	}
}

// covers reports whether a can do all that is needed.
func (a ability) covers(needs ability) bool {
	for k, need := range needs {
		if need && !a[k] {
			return false
		}
	}
	return true
}

// needs is what an entry needs of its toolset.
func (e *entryPlan) needs() ability {
	var a ability
	for i, t := range e.Types {
		a.add(mission.KindOf(t, e.Patterns[i]))
	}
	return a
}

// abilities finds out which kinds of missions a toolset can do.
func abilities(set *tools.Toolset) ability {
	var a ability
	a.add(mission.KindSingle)
	if len(set.Topics) > 0 {
		a.add(mission.KindChat)
	}
	scalar, chain := false, false
	for _, t := range set.Tools {
		chain = chain || len(t.After) > 0 || t.Entity != nil && t.Effect != tools.Delete && feeds(set, t)
		for _, p := range t.Params {
			if !p.Required || p.Type == "boolean" || p.Type == "object" {
				continue
			}
			a.add(mission.KindClarify)
			scalar = scalar || p.Type != "array"
		}
	}
	if scalar || len(set.Tools) > 1 {
		a.add(mission.KindParallel)
	}
	if chain {
		a.add(mission.KindSerial)
		if scalar || len(set.Tools) > 2 {
			a.add(mission.KindMixed)
		}
	}
	return a
}

// feeds reports whether another tool requires what t lists or creates.
func feeds(set *tools.Toolset, t *tools.Tool) bool {
	if t.Effect != tools.Create && (t.Effect != tools.List || len(t.Entity.Comparisons) == 0) {
		return false
	}
	return slices.ContainsFunc(set.Tools, func(u *tools.Tool) bool {
		return u != t && slices.ContainsFunc(u.Params, func(p *tools.Param) bool { return p.Required && p.Entity == t.Entity && p.Type != "array" })
	})
}

// able lists the toolsets that can do what is needed.
func (s *space) able(needs ability) []int {
	var fit []int
	for i, a := range s.abilities {
		if a.covers(needs) {
			fit = append(fit, i)
		}
	}
	return fit
}

// alternative is the toolset of an entry for the nth round of attempts.
func (s *space) alternative(e entryPlan, n int) int {
	if n == 0 || len(s.abilities) == 1 {
		return e.Toolset
	}
	fit := s.able(e.needs())
	if len(fit) == 0 {
		return (e.Toolset + n) % len(s.abilities)
	}
	order := keyed.Shuffled(keyed.New(s.config.Seed, "alternatives", e.ID), fit)
	return order[n%len(order)]
}
