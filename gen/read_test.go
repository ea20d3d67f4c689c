package gen

import (
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/proof"
)

// What the verifier accepts as said, it also finds by itself: the words of
// every request and reply give back the values of its calls.
func TestWordsAreFound(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	values, lost, withheld, leaked := 0, 0, 0, 0
	var took time.Duration
	for _, e := range standardEntries(t) {
		byName := map[string]*mission.Tool{}
		for i := range e.Toolset.Tools {
			byName[e.Toolset.Tools[i].Name] = &e.Toolset.Tools[i]
		}
		for i, m := range e.Missions {
			var wants, asked []proof.Want
			for k, call := range m.Calls {
				leaves, err := proof.Leaves(call.Arguments)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range leaves {
					want := proof.Want{Tool: byName[call.Tool], Call: k, Pointer: l.Pointer, Value: l.Value}
					for _, s := range call.Sources {
						if s.Pointer != l.Pointer {
							continue
						}
						switch {
						case s.Kind == mission.FromQuery || s.Said == mission.FromQuery:
							wants = append(wants, want)
						case s.Kind == mission.FromReply || s.Said == mission.FromReply:
							asked = append(asked, want)
						}
					}
				}
			}
			start := time.Now()
			found := proof.Read(e.Environment, m.Request, wants)
			took += time.Since(start)
			values += len(wants)
			for k, r := range found {
				if r == nil {
					lost++
					t.Logf("%s mission %d: %v of %s is not found in %q", e.ID, i, wants[k].Value, wants[k].Pointer, m.Request)
				}
			}
			withheld += len(asked)
			for k, r := range proof.Read(e.Environment, m.Request, asked) {
				if r != nil {
					leaked++
					t.Logf("%s mission %d: %v of %s is found as %q in %q", e.ID, i, asked[k].Value, asked[k].Pointer, r.Text, m.Request)
				}
			}
		}
	}
	t.Logf("%d values said, %d not found; %d withheld, %d found; %v a request", values, lost, withheld, leaked, took/time.Duration(max(values, 1)))
	if values == 0 || lost > 0 || leaked > 0 {
		t.Errorf("%d of %d values are not found, %d of %d withheld ones are", lost, values, leaked, withheld)
	}
}
