package proof

import (
	"slices"

	"switchyard/mission"
)

// Reply proves a text that takes the place of the closing reply of mission number
// m: that it keeps all identifiers that were observed ([TextIdentifiers]) and says
// nothing that the agent does not know ([TextFaithful]). It proves nothing else,
// and does not look at later missions.
func (p *Prover) Reply(e *mission.Entry, m int, text string) []Problem {
	with := *e
	with.Missions = slices.Clone(e.Missions[:m+1])
	with.Missions[m].Reply = text
	v := p.newView(&with)
	v.problems = nil // of the tools
	for i := range v.missions {
		v.proveFaithful(&v.missions[i])
	}
	return slices.DeleteFunc(v.problems, func(p Problem) bool { return p.Mission != m })
}
