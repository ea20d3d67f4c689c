package gen

import (
	"switchyard/datasets/manifest"
	"switchyard/mission"
	"switchyard/model/spend"
)

// tally counts what becomes of the planned entries.
type tally struct {
	accounting manifest.Accounting
	balance    manifest.Balance
	covered    map[int]map[string]bool // switch paths, by number of missions
	fine       bool
	// The rest is for runs with models.
	roles, candidates int // lines of the side files
	usage             spend.Usage
}

func newTally(planned int, fine bool) *tally {
	return &tally{
		accounting: manifest.Accounting{Planned: planned, Rejected: map[string]int{}, Failed: map[string]int{}},
		balance:    manifest.Balance{Types: map[string]int{}, Patterns: map[string]int{}, Relations: map[string]int{}, Ways: map[string]int{}},
		covered:    map[int]map[string]bool{}, fine: fine,
	}
}

// add counts an entry that is recorded.
func (t *tally) add(e entryPlan, rec record) {
	t.roles += rec.Roles
	t.candidates += rec.Candidates
	t.usage.Add(rec.Usage)
	switch {
	case rec.Failed:
		t.accounting.Failed[rec.Reason]++
		return
	case !rec.Accepted:
		t.accounting.Rejected[rec.Reason]++
		return
	}
	t.accounting.Accepted++
	if rec.Relations != nil {
		e.Relations, e.Patterns = rec.Relations, rec.Patterns
	}
	kinds := make([]mission.Kind, len(e.Types))
	for i, ty := range e.Types {
		kinds[i] = mission.KindOf(ty, e.Patterns[i])
		t.balance.Types[string(ty)]++
		if e.Patterns[i] != "" {
			t.balance.Patterns[string(e.Patterns[i])]++
		}
		if e.Relations[i] != "" {
			t.balance.Relations[string(e.Relations[i])]++
		}
	}
	for _, way := range rec.Ways {
		t.balance.Ways[way]++
	}
	if t.covered[len(kinds)] == nil {
		t.covered[len(kinds)] = map[string]bool{}
	}
	t.covered[len(kinds)][pathName(kinds, t.fine)] = true
}

// coverage says how much of the switching space the dataset covers.
func (t *tally) coverage(missions []int) []manifest.Coverage {
	var out []manifest.Coverage
	for _, n := range missions {
		paths, covered := switchPaths(n, t.fine), len(t.covered[n])
		out = append(out, manifest.Coverage{Missions: n, Paths: paths, Covered: covered, MSSS: float64(covered) / float64(paths)})
	}
	return out
}
