package builtin

import (
	"strings"
	"testing"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// Several things of one list are named together, and the list once, at the end.
func TestJoinReferences(t *testing.T) {
	for want, all := range map[string][]string{
		"the first and the third one":                                    {"the first one", "the third one"},
		"the first and the third one on the list":                        {"the first one on the list", "the third one on the list"},
		"the second, the first and the third one on the list":            {"the second one", "the first one on the list", "the third one"},
		"the first flight and the third flight on the list from earlier": {"the first flight on the list from earlier", "the third flight from earlier"},
		"the cheapest and the third one":                                 {"the cheapest one", "the third one"},
	} {
		s := &speaker{}
		if strings.Contains(want, "from earlier") {
			s.tail = " from earlier"
		}
		for _, words := range all {
			s.referrals = append(s.referrals, roles.Referral{Text: words})
			s.phrases = append(s.phrases, words)
		}
		got := s.joinReferences(all)
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
		for k := range all {
			if s.referrals[k].Text != all[k] || s.phrases[k] != all[k] {
				t.Errorf("%q and %q are recorded for %q", s.referrals[k].Text, s.phrases[k], all[k])
			}
		}
	}
}

// "The same team as for the orders earlier" goes only with a mission that was about orders and
// nothing else.
func TestAnchored(t *testing.T) {
	order, file := &tools.Tool{Effect: tools.List, Entity: &tools.Entity{Noun: "order", Plural: "orders"}}, &tools.Tool{Effect: tools.List, Entity: &tools.Entity{Noun: "file", Plural: "files"}}
	for _, c := range []struct {
		calls []*tools.Tool
		want  bool
	}{{[]*tools.Tool{order}, true}, {[]*tools.Tool{order, order}, true}, {[]*tools.Tool{order, file}, false}} {
		past := &blueprint.Past{Blueprint: &blueprint.Blueprint{}}
		for _, tool := range c.calls {
			past.Calls = append(past.Calls, blueprint.PastCall{Call: blueprint.Call{Tool: tool}})
		}
		s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Set: &tools.Toolset{}, Past: []*blueprint.Past{past}}, Blueprint: &blueprint.Blueprint{Relation: mission.LongTerm}},
			r: keyed.New(1), severalSuch: true, phrases: []string{"the same team"}}
		if text, ok := s.anchored("list the letters of the same team"); ok != c.want {
			t.Errorf("%d calls: %q", len(c.calls), text)
		}
	}
}
