package corpus_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/proof"
)

// checksOfPlans lists the beginnings of the checks that spoiled plans fail.
var checksOfPlans = map[corpus.Why][]string{
	corpus.WhyPath: {"dialogue.trajectory"}, corpus.WhyEarly: {"dialogue.trajectory"}, corpus.WhyIdentifier: {"source."}, corpus.WhyCorrected: {"source."},
	corpus.WhyFormat: {"schema.arguments", "source."}, corpus.WhyInvented: {"source.missing"}, corpus.WhyUnneeded: {"graph.type"},
	corpus.WhyClosed: {"dialogue.trajectory"}, corpus.WhyAsked: {"clarify.said"},
}

// TestRefusalsHold proves of every refusal of a dataset that the entry with its plan
// fails the check, and is the same up to that plan; and of the accepted plans that
// the entry holds.
func TestRefusalsHold(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	prover, pairer := proof.New(), corpus.NewPairer()
	count := map[corpus.Why]int{}
	accepted, refused := 0, 0
	entries := generated(t)
	for _, e := range entries {
		before := encoded(t, e)
		list, err := pairer.Refusals(e)
		if err != nil {
			t.Fatal(err)
		}
		if problems := prover.Entry(e); len(problems) > 0 {
			t.Fatalf("%s: the accepted plans fail: %v", e.ID, problems[0])
		}
		plans := 0
		for i := range e.Missions {
			for _, turn := range e.Missions[i].Dialogue {
				if turn.Plan != nil {
					plans++
				}
			}
		}
		if len(list) > plans {
			t.Errorf("%s: %d plans to refuse of %d", e.ID, len(list), plans)
		}
		accepted, refused = accepted+plans, refused+len(list)
		for i := range list {
			count[list[i].Why]++
			proveRefusal(t, prover, e, &list[i])
			if i > 0 && list[i].Mission == list[i-1].Mission && list[i].Turn == list[i-1].Turn && reflect.DeepEqual(list[i].Plan.ActionList, list[i-1].Plan.ActionList) {
				t.Errorf("%s: the same plan comes twice: %s", e.ID, toldRefusal(&list[i]))
			}
		}
		if !slices.IsSortedFunc(list, func(a, b corpus.Refusal) int { return 1000*(a.Mission-b.Mission) + a.Turn - b.Turn }) {
			t.Errorf("%s: they are not in the order of the dialogue", e.ID)
		}
		if !bytes.Equal(before, encoded(t, e)) {
			t.Fatalf("%s was changed", e.ID)
		}
	}
	t.Logf("%d accepted, %d refused: %v", accepted, refused, count)
	if refused < accepted*3/4 {
		t.Errorf("%d plans to refuse beside %d", refused, accepted)
	}
	for _, why := range corpus.RefusalWhys() {
		some := why != corpus.WhyCorrected || slices.ContainsFunc(entries, corrects)
		if some != (count[why] > 0) || count[why] > refused/3 {
			t.Errorf("%d of %d are for %q", count[why], refused, why)
		}
	}
}

func proveRefusal(t *testing.T, prover *proof.Prover, e *mission.Entry, r *corpus.Refusal) {
	t.Helper()
	at := fmt.Sprintf("%s#%d.%d.%s", e.ID, r.Mission+1, r.Turn+1, r.Why)
	was, is := e.Missions[r.Mission].Dialogue, r.Entry.Missions[r.Mission].Dialogue
	switch {
	case !slices.ContainsFunc(checksOfPlans[r.Why], func(begin string) bool { return strings.HasPrefix(r.Check, begin) }):
		t.Errorf("%s fails %s", at, r.Check)
	case !reflect.DeepEqual(is[r.Turn].Plan, r.Plan) || !reflect.DeepEqual(is[:r.Turn], was[:r.Turn]):
		t.Errorf("%s: the dialogue is another one", at)
	case was[r.Turn].Plan == nil || reflect.DeepEqual(was[r.Turn].Plan.ActionList, r.Plan.ActionList):
		t.Errorf("%s: the plan does what was accepted", at)
	case !reflect.DeepEqual(r.Entry.Missions[:r.Mission], e.Missions[:r.Mission]):
		t.Errorf("%s: earlier missions are others", at)
	}
	if !slices.ContainsFunc(prover.Entry(r.Entry), func(p proof.Problem) bool { return string(p.Check) == r.Check && p.Mission == r.Mission }) {
		t.Errorf("%s: %s does not fail", at, r.Check)
	}
	if r.Plan.Thought == "" || r.Plan.Plan == "" || r.Detail == "" || r.Advice == "" || strings.HasSuffix(r.Detail+r.Advice, ".") {
		t.Errorf("%s: %+v", at, r)
	}
	m := &r.Entry.Missions[r.Mission]
	switch r.Why {
	case corpus.WhyEarly: // what is told to wait has to
		waits, other, _ := strings.Cut(strings.TrimSuffix(r.Detail, ", which it has to wait for"), " is called together with ")
		if !slices.ContainsFunc(m.Calls, func(c mission.Call) bool {
			return c.Tool == waits && slices.ContainsFunc(c.Dependencies, func(d int) bool { return m.Calls[d].Tool == other })
		}) || !slices.ContainsFunc(r.Plan.ActionList, func(a mission.Action) bool { return a.Name == other }) {
			t.Errorf("%s: %s", at, r.Detail)
		}
		fallthrough
	case corpus.WhyPath:
		if strings.Contains(r.Plan.Thought, "one after the other") || strings.Contains(r.Plan.Thought, "at the same time") {
			t.Errorf("%s: the thought tells the order: %s", at, r.Plan.Thought)
		}
	case corpus.WhyClosed: // early, but where there are more steps not before the first
		steps := 0
		for _, turn := range was {
			if turn.Role == mission.RoleTool {
				steps++
			}
		}
		if begun := slices.ContainsFunc(is, func(t mission.Turn) bool { return t.Role == mission.RoleTool }); begun != (steps > 1) {
			t.Errorf("%s: it closes a mission of %d steps", at, steps)
		}
	}
	if reasons := r.Reasons(); !strings.HasPrefix(reasons[0], r.Check+": ") {
		t.Errorf("%s: the reasons are %q", at, reasons)
	}
}

// TestRefusals holds what is made of the entries of these tests against what is to
// come out.
func TestRefusals(t *testing.T) {
	e := evening(t)
	for _, c := range []struct {
		entry *mission.Entry
		want  []string
	}{
		{e, []string{
			`2.2 corrected source.query: genre is comedy, which the user has just corrected. | search_movies{"genre":"comedy","date":"2026-07-18"} | What is needed is known.`,
			`2.2 format schema.arguments: genre is the text "thrillers" where the tool takes "thriller". | search_movies{"genre":"thrillers","date":"2026-07-18"} | What is needed is known.`,
			`2.2 asked clarify.said: genre is asked for, and the request says "thrillers". | ask_user_for_required_parameters{"tool_name":"search_movies","missing_required_parameters":["genre"]} | This needs one tool: search_movies. Missing and not to be derived: genre.`,
			`3.2 path dialogue.trajectory: calls that can be made at once are made one after the other: 2 steps, where 1 would do. | get_movie{"movie_id":"MV-202"} | What is needed is known.`,
			`3.2 identifier source.shown: the identifier MV-201 of another listed movie. | get_movie{"movie_id":"MV-201"} get_movie{"movie_id":"MV-203"} | What is needed is known.`,
			`3.2 closed dialogue.trajectory: get_movie is still to be called. | prepare_to_answer{"answer_type":"tool"} | All is known.`,
			`4.2 unneeded graph.type: search_movies is called for what can be answered without a tool. | search_movies{"genre":"thriller","date":"2026-07-18"} | One call of one tool solves this: search_movies.`,
		}},
		{asking(t, "Please book movie MV-202 for us."), []string{
			`1.2 invented source.missing: nobody said that seats is 3. | book_seats{"movie_id":"MV-202","seats":3} | What is needed is known.`,
			`1.6 format schema.arguments: seats is the text "4" where the tool takes 4. | book_seats{"movie_id":"MV-202","seats":"4","row":"B"} | What is needed is known.`,
			`1.6 closed dialogue.trajectory: book_seats is still to be called. | prepare_to_answer{"answer_type":"tool"} | All is known.`,
		}},
		// Three plans were accepted and one refused, so that there is room for two.
		{sentBack(t, "Hm.", act("get_movie", `{"movie_id":"MV-101"}`, "Use it.")), []string{
			`1.4 format schema.arguments: date is the text "18 July 2026" where the tool takes "2026-07-18". | get_movie{"movie_id":"MV-101"} search_movies{"genre":"thriller","date":"18 July 2026"} | What is needed is known.`,
			`1.8 identifier source.observation: the identifier MV-203 of another listed movie. | book_seats{"movie_id":"MV-203","seats":3} | What is needed is known.`,
		}},
	} {
		t.Run(c.entry.ID, func(t *testing.T) {
			list, err := corpus.NewPairer().Refusals(c.entry)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i := range list {
				got = append(got, toldRefusal(&list[i]))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			again, err := corpus.NewPairer().Refusals(c.entry)
			if err != nil || !reflect.DeepEqual(again, list) {
				t.Errorf("they differ the second time (%v)", err)
			}
		})
	}
	other := *e
	other.Environment.Locale = "fr"
	list, err := corpus.NewPairer().Refusals(&other)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		switch list[i].Why {
		case corpus.WhyPath, corpus.WhyEarly, corpus.WhyUnneeded, corpus.WhyAsked:
			t.Errorf("in French: %s", toldRefusal(&list[i]))
		}
	}
	e.Missions[0].Reply = "All done."
	var unproven *corpus.UnprovenError
	if _, err := corpus.NewPairer().Refusals(e); !errors.As(err, &unproven) || unproven.Entry != e.ID {
		t.Errorf("the error is %v", err)
	}
}

// toldRefusal writes a refusal in a line.
func toldRefusal(r *corpus.Refusal) string {
	var calls []string
	for _, a := range r.Plan.ActionList {
		var b bytes.Buffer
		if json.Compact(&b, a.Arguments) != nil {
			b.WriteString("?")
		}
		calls = append(calls, a.Name+b.String())
	}
	return fmt.Sprintf("%d.%d %s %s | %s | %s", r.Mission+1, r.Turn+1, r.Why, r.Reasons()[0], strings.Join(calls, " "), r.Plan.Thought)
}
