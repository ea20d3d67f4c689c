package gen

import (
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/proof"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// unfilled is the text of a wording without its slots, with all its groups and choices.
func unfilled(parts []tools.Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
		if p.Slot != nil {
			b.WriteString("7 " + p.Slot.One)
			if p.Slot.Many != "" {
				b.WriteString(", 7 " + p.Slot.Many)
			}
		}
		b.WriteString(unfilled(p.Group))
		for _, c := range p.Choice {
			b.WriteString(" " + unfilled(c) + " ")
		}
	}
	return b.String()
}

// tellings lists the texts, without values, in which replies tell the results of a tool.
func tellings(t *tools.Tool) []string {
	all := slices.Concat(t.Tell, t.Empty, t.Refused)
	if t.Entity != nil {
		for _, p := range slices.Concat(t.Entity.Lines, t.Entity.Cards) {
			if !slices.ContainsFunc(p.Needs(), func(s *tools.Slot) bool { return !strings.Contains(string(t.Returns), `"`+s.Name+`"`) }) {
				all = append(all, p)
			}
		}
	}
	texts := slices.Clone(t.Next)
	for _, phrase := range all {
		texts = append(texts, unfilled(phrase.Parts))
	}
	return texts
}

// TestFacts: every wording of a reply over a built-in toolset says only what the
// descriptions of the tool say, or what the conversation adds.
func TestFacts(t *testing.T) {
	sets, err := catalog.All()
	if err != nil {
		t.Fatal(err)
	}
	p := proof.New()
	for _, set := range sets {
		entry := &mission.Entry{Format: mission.FormatEntry, Environment: mission.Environment{Now: "2026-07-17 10:20:00"}, Toolset: Offer(set)}
		for _, tool := range set.Tools {
			for _, text := range tellings(tool) {
				call := mission.Call{Tool: tool.Name, Status: 200, Arguments: []byte("{}"), Observation: []byte("{}")}
				entry.Missions = []mission.Mission{{Type: mission.Single, Calls: []mission.Call{call}, Reply: text}}
				for _, problem := range p.Entry(entry) {
					if problem.Check == proof.WorldClaim {
						t.Errorf("%s, %s: %s", set.Name, tool.Name, problem.Message)
					}
				}
			}
		}
	}
}
