package proof

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"switchyard/mission"
)

// TestNeeded compares the check with brute force: a call waits in vain if its value stands
// in anything that can be known when the other call is never made.
func TestNeeded(t *testing.T) {
	v := &view{entry: &mission.Entry{Toolset: mission.Toolset{Entities: []mission.Entity{{ID: "thing_id"}}}}}
	found := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 17))
		v.missions = smallWorld(r)
		m := &v.missions[len(v.missions)-1]
		for j := range m.calls {
			for _, src := range m.calls[j].Sources {
				if src.Kind != mission.FromObservation {
					continue
				}
				value, _ := leafAt(m.calls[j].leaves, src.Pointer)
				got := v.hadElsewhere(m, j, &src, value)
				if want := knownElsewhere(v, m, j, src.Call, spell(value)); (got != "") != want {
					t.Fatalf("seed %d: call %d takes %s from call %d; found elsewhere: %q, by brute force: %v", seed, j, spell(value), src.Call, got, want)
				}
				if got != "" {
					found++
				}
			}
		}
	}
	if found == 0 || found > 6000 {
		t.Errorf("%d needless dependencies in all small worlds", found)
	}
}

// smallWorld makes one earlier mission and one of up to four calls, with few identifiers,
// so that many stand in several places.
func smallWorld(r *rand.Rand) []missionView {
	id := func() string { return fmt.Sprintf("AB-10%d", r.IntN(5)) }
	text := func() text {
		if r.IntN(4) == 0 {
			return newText("Have a look at " + id() + ".")
		}
		return newText("Have a look.")
	}
	seen := func() any {
		switch r.IntN(3) {
		case 0:
			return map[string]any{"thing_id": id()}
		case 1:
			return map[string]any{"thing_id": id(), "part": map[string]any{"owner": id()}}
		}
		return map[string]any{"count": json.Number("3")}
	}
	past := missionView{Mission: &mission.Mission{}, request: text(), reply: text()}
	if r.IntN(3) == 0 {
		past.calls = []callView{{Call: &mission.Call{}, observation: seen()}}
	}
	m := missionView{Mission: &mission.Mission{}, at: 1, request: text(), reply: newText("Done.")}
	for j := range 2 + r.IntN(3) {
		c := callView{Call: &mission.Call{}, observation: seen()}
		args := map[string]any{}
		if j == 0 || r.IntN(3) == 0 {
			if r.IntN(2) == 0 {
				args["other"] = id()
			}
		} else {
			i := r.IntN(j)
			for _, l := range leavesOf(m.calls[i].observation) {
				if isString(l.value) {
					args["thing_id"] = l.value
					c.Sources = []mission.Source{{Pointer: "/thing_id", Kind: mission.FromObservation, Mission: 1, Call: i, At: l.pointer}}
				}
			}
		}
		c.arguments, c.leaves = args, leavesOf(args)
		m.calls = append(m.calls, c)
	}
	return []missionView{past, m}
}

// knownElsewhere collects everything that can be known if call i is never made and call j
// is the next one.
func knownElsewhere(v *view, m *missionView, j, i int, value string) bool {
	var known strings.Builder
	past := &v.missions[0]
	known.WriteString(past.request.raw + past.reply.raw + m.request.raw)
	add := func(doc any) { known.WriteString(show(doc)) }
	for c := range past.calls {
		add(past.calls[c].arguments)
		add(past.calls[c].observation)
	}
	made := map[int]bool{}
	for range m.calls {
		for h := range m.calls {
			ready := true
			for _, src := range m.calls[h].Sources {
				ready = ready && made[src.Call]
			}
			if !ready || h == j || made[h] {
				continue
			}
			add(m.calls[h].arguments)
			if h != i {
				made[h] = true
				add(m.calls[h].observation)
			}
		}
	}
	return strings.Contains(known.String(), value)
}
