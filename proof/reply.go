package proof

import (
	"slices"

	"switchyard/mission"
)

// Reply proves a text in the place of the closing reply of mission m: that it keeps all
// identifiers that were observed and that the entry's own reply keeps ([TextIdentifiers]), and
// says nothing that the agent does not know ([TextFaithful]). It proves nothing else and ignores
// later missions.
func (p *Prover) Reply(e *mission.Entry, m int, text string) []Problem {
	with := *e
	with.Missions = slices.Clone(e.Missions[:m+1])
	with.Missions[m].Reply = text
	v := p.newView(&with)
	v.own = &e.Missions[m].Reply
	v.problems = nil // those of the tools do not matter here
	for i := range v.missions {
		v.proveFaithful(&v.missions[i])
	}
	return slices.DeleteFunc(v.problems, func(p Problem) bool { return p.Mission != m })
}
