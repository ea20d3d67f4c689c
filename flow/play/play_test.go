package play_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/play"
	"switchyard/flow/walk"
	"switchyard/gen"
	"switchyard/internal/keyed"
	"switchyard/proof"
)

// Every way of every built-in workflow becomes a session that holds, and so does every way to
// leave one.
func TestSessionsHold(t *testing.T) {
	all, err := find.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	prover := proof.New()
	made, counts := 0, map[string]int{}
	for _, w := range all {
		if only := os.Getenv("FLOW"); only != "" && only != w.Name {
			continue
		}
		offered := gen.Offer(w.Set)
		space, err := flow.SpaceOf(w)
		if err != nil {
			t.Fatal(err)
		}
		play := func(id string, way flow.Way, d *flow.Departure) bool {
			k, ok := walk.Find(w, way, keyed.Hash(1, id))
			if !ok {
				return false
			}
			p := play.Begin(id, k.Story, offered, keyed.Hash(2, id))
			if err := p.Run(w, k, d); err != nil {
				return false
			}
			line, err := json.Marshal(p.Session)
			if err != nil {
				t.Fatal(err)
			}
			made++
			_, problems := prover.SessionBytes(line)
			for i, problem := range problems {
				counts[string(problem.Check)]++
				if i == 0 && counts[string(problem.Check)] < 4 {
					at := ""
					if problem.Mission >= 0 && problem.Mission < len(p.Session.Exchanges) {
						ex := p.Session.Exchanges[problem.Mission]
						at = fmt.Sprintf("\n  U(%s%s): %s\n  %v\n  A: %s", ex.OOW, ex.Wish, ex.User, ex.Acts, ex.Reply)
					}
					t.Errorf("%s: %s: %s%s", w.Name, id, problem, at)
				}
			}
			return true
		}
		for i, way := range space.Ways {
			if !play(fmt.Sprint(w.Name, " way ", i), way, nil) {
				t.Errorf("%s: no session of %s", w.Name, way.Text(w))
			}
		}
		rest := func(n *flow.Node, known flow.Known) []flow.Way { return w.WaysFrom(n, known, 2) }
		pairs := map[string]bool{}
		for k, way := range space.Ways {
			for i, d := range w.Departures(way, rest) {
				pair := d.Node().ID + " / " + string(d.OOW)
				if !pairs[pair] && play(fmt.Sprint(w.Name, " ", pair, " ", k, " ", i), d.Way, &d) {
					pairs[pair] = true
				}
			}
			if testing.Short() && k > 5 {
				break
			}
		}
	}
	var keys []string
	for k := range counts {
		keys = append(keys, fmt.Sprint(k, " ", counts[k]))
	}
	slices.Sort(keys)
	t.Log(made, "sessions", keys)
}
