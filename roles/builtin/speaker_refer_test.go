package builtin

import (
	"slices"
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
		s := &speaker{tail: " from earlier"}
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

// Of a thing that is told by what it is like, no long time stands before the noun.
func TestMarked(t *testing.T) {
	phrase := func(text string) *tools.Phrase {
		p, err := tools.ParsePhrase(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	e := &tools.Entity{Attributes: []*tools.Attribute{{Name: "starts", Values: &tools.Values{Kind: tools.ValueTime}}, {Name: "task", Values: &tools.Values{Kind: tools.ValuePick}}, {Name: "paid", Values: &tools.Values{Kind: tools.ValueBool}}}}
	for _, c := range []struct {
		by, value string
		say       []string
		want      []string
	}{
		{"starts", "18:30", []string{"{starts:bare} {noun}", "{noun} {starts}"}, []string{"slot at half past six in the evening", "slot at 6:30 pm", "slot at 18:30", "6:30 pm slot", "18:30 slot"}},
		{"starts", "12:00", []string{"{starts:bare} {noun}", "{noun} {starts}"}, []string{"slot at noon", "slot at 12:00"}},
		{"task", "extra_pillows", []string{"{noun} for {task}"}, []string{"slot for extra pillows"}},
		{"paid", "true", []string{"{noun} that is {paid}", "paid {noun}"}, []string{"paid slot"}},
	} {
		m := &tools.Mark{By: c.by}
		for _, say := range c.say {
			m.Say = append(m.Say, phrase(say))
		}
		seen := map[string]bool{}
		for seed := range uint64(200) {
			r := keyed.New(seed)
			s := &speaker{r: r, words: sayer{r: r, tone: mission.Polite}}
			got := s.marked(e, m, c.value, "slot")
			seen[got] = true
			if !slices.Contains(c.want, got) {
				t.Errorf("%s %s: %q", c.by, c.value, got)
			}
		}
		if len(seen) < min(2, len(c.want)) && c.by == "starts" && c.value != "12:00" {
			t.Errorf("%s %s: only %v", c.by, c.value, seen)
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

// An object is said in the parameter's own words, without their preposition where the sentence has
// one, and one value after the other if it has none.
func TestSayObject(t *testing.T) {
	p := &tools.Param{Name: "patient", Type: "object", Props: []*tools.Param{
		{Name: "name", Values: &tools.Values{Kind: tools.ValuePerson}}, {Name: "age", Type: "integer", Values: &tools.Values{Kind: tools.ValueInt}}}}
	value := tools.Object{{Name: "name", Value: "Nora Pereira"}, {Name: "age", Value: int64(30)}}
	for _, c := range []struct {
		say, want string
		bare      bool
	}{
		{"for {patient.name}, aged {patient.age}", "for Nora Pereira, aged 30", false},
		{"for {patient.name}, aged {patient.age}", "Nora Pereira, aged 30", true},
		{"for {patient.name}", "Nora Pereira, 30", false}, // which leaves something out
		{"", "Nora Pereira, 30", false},
	} {
		p.Say = nil
		if c.say != "" {
			phrase, err := tools.ParsePhrase(c.say)
			if err != nil {
				t.Fatal(err)
			}
			p.Say = []*tools.Phrase{phrase}
		}
		r := keyed.New(1)
		s := &speaker{r: r, words: sayer{r: r, tone: mission.Polite}}
		if got, ok := s.object(&tools.Slot{Name: "patient", Bare: c.bare}, 0, p, value, nil); got != c.want || !ok || len(s.said) != 2 {
			t.Errorf("%q, bare %v: %q, said %v", c.say, c.bare, got, s.said)
		}
	}
}

// What nobody asks of any thing is asked of a certain one.
func TestCertain(t *testing.T) {
	for text, want := range map[string]bool{"who has {claim_code}?": true, "what's {invoice_number} about?": true, "Who is handling {claim_code}?": true,
		"what would {offer_code} cost for {hours}?": false, "please move {claim_code} to {date}": false} {
		if got := mannerOf(text)&whose != 0; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
