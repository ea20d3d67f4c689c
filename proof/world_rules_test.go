package proof

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"switchyard/mission"
)

// ruled gives the tools of the cinema their effects, and the toolset a rule.
func ruled(e *mission.Entry, r mission.Rule) {
	for name, is := range map[string]struct {
		effect mission.Effect
		thing  string
	}{"search_movies": {mission.EffectList, "movie_id"}, "get_movie": {mission.EffectGet, "movie_id"}, "book_seats": {mission.EffectCreate, "booking_id"},
		"send_ticket": {mission.EffectCompute, ""}, "convert_price": {mission.EffectCompute, ""}} {
		i := slices.IndexFunc(e.Toolset.Tools, func(t mission.Tool) bool { return t.Name == name })
		e.Toolset.Tools[i].Effect, e.Toolset.Tools[i].Thing = is.effect, is.thing
	}
	if r.Kind != "" {
		e.Toolset.Rules = append(e.Toolset.Rules, r)
	}
}

// worldMutations break rules of each kind, and act without a motive.
func worldMutations() []mutation {
	rule := func(name string, entry func() *mission.Entry, r mission.Rule) mutation {
		return mutation{name, entry, func(e *mission.Entry) { ruled(e, r) }, WorldRule}
	}
	movie := []string{"movie_id"}
	wanted := func(w mission.Wanted) func(e *mission.Entry) {
		return func(e *mission.Entry) {
			ruled(e, mission.Rule{})
			e.Toolset.Entities[0].Comparisons[0].Wanted = w
		}
	}
	return []mutation{
		rule("two movies at a time", evening, mission.Rule{Kind: mission.RuleDisjoint, Of: movie, At: []string{"starts"}, Hours: "price"}),
		rule("a show in the past", evening, mission.Rule{Kind: mission.RuleAfter, Of: movie, At: []string{mission.Now}, Than: []string{"starts"}}),
		rule("a price that is not allowed", evening, mission.Rule{Kind: mission.RuleWithin, Of: movie, At: []string{"price"}, Among: []json.RawMessage{raw("9.5")}}),
		rule("a price that does not fit the month", evening, mission.Rule{Kind: mission.RuleWithin, Of: movie, At: []string{"price"}, Month: "starts",
			Months: slices.Repeat([][2]int{{8, 11}}, 12)}),
		{"more that costs less", evening, func(e *mission.Entry) {
			c := &e.Missions[0].Calls[0]
			for i, price := range []string{"9.5", "8,", "12"} {
				c.Observation = raw(strings.Replace(string(c.Observation), `"price":`+price, fmt.Sprintf(`"stars":%d,"price":%s`, i, price), 1))
			}
			ruled(e, mission.Rule{Kind: mission.RuleMonotone, Of: movie, At: []string{"price"}, With: "stars"})
		}, WorldRule},
		rule("a call after one that forbids it", mailed, mission.Rule{Kind: mission.RuleExcludes, Of: []string{"book_seats", "send_ticket"}, Same: movie}),
		{"a change to what there is already", evening, func(e *mission.Entry) {
			ruled(e, mission.Rule{Kind: mission.RuleExcludes, Of: []string{"book_seats"}, At: []string{"seats"}, Than: []string{"stars"}})
			c := &e.Missions[0].Calls[0]
			c.Observation = raw(strings.Replace(string(c.Observation), `"price":8,`, `"stars":4,"price":8,`, 1))
			e.Toolset.Tools[2].Effect, e.Toolset.Tools[2].Thing = mission.EffectUpdate, "movie_id"
		}, WorldRule},
		{"a stranger's booking", evening, func(e *mission.Entry) {
			ruled(e, mission.Rule{Kind: mission.RuleOwner, Of: movie, At: []string{"title"}})
			e.Toolset.Tools[2].Effect, e.Toolset.Tools[2].Thing = mission.EffectUpdate, "movie_id"
		}, WorldRule},
		{"the worst is booked", friday, wanted(mission.WantedAvoid), WorldMotive},
		{"booked for no reason", friday, wanted(mission.WantedNeutral), WorldMotive},
		{"the worst of two is changed", winner, func(e *mission.Entry) {
			wanted(mission.WantedAvoid)(e)
			e.Toolset.Tools[1].Effect = mission.EffectUpdate
		}, WorldMotive},
		{"the best is removed", friday, func(e *mission.Entry) {
			wanted(mission.WantedChoose)(e)
			e.Toolset.Tools[2].Effect = mission.EffectDelete
		}, WorldMotive},
	}
}

// Entries of version 1 have rules of which nothing is asked, and the motive of a
// comparison that says nothing is not asked either.
func TestWorldSilent(t *testing.T) {
	p := New()
	for _, m := range worldMutations() {
		e := m.entry()
		m.spoil(e)
		e.Format = "switchyard-entry/1"
		wantChecks(t, p.Entry(e))
	}
	for _, w := range []mission.Wanted{"", mission.WantedChoose} {
		e := friday()
		ruled(e, mission.Rule{})
		e.Toolset.Entities[0].Comparisons[0].Wanted = w
		wantChecks(t, p.Entry(e))
	}
}

// small is an entry that shows the rows, each as the answer of one call, on 1 March 2026.
func small(tool mission.Tool, rules []mission.Rule, rows ...map[string]any) *mission.Entry {
	e := &mission.Entry{Format: mission.FormatEntry, Environment: mission.Environment{Now: "2026-03-01 09:00:00", Weekday: "Sunday"},
		Toolset: mission.Toolset{Tools: []mission.Tool{tool}, Rules: rules}, Missions: make([]mission.Mission, 1)}
	for _, r := range rows {
		body, _ := json.Marshal(r)
		e.Missions[0].Calls = append(e.Missions[0].Calls, mission.Call{Tool: tool.Name, Arguments: raw(`{}`), Status: 200, Observation: body})
	}
	return e
}

// broken reports whether a small entry breaks a rule.
func broken(e *mission.Entry) bool {
	v := New().newView(e)
	v.proveRules()
	return len(v.problems) > 0
}

var anyTool = json.RawMessage(`{"type":"object"}`)

// Intervals of random stays are compared day by day with what the rule finds.
func TestDisjointOracle(t *testing.T) {
	tool := mission.Tool{Name: "get_stay", Parameters: anyTool, Effect: mission.EffectGet, Thing: "id"}
	rule := mission.Rule{Kind: mission.RuleDisjoint, Of: []string{"id"}, Same: []string{"room"}, At: []string{"from"}, Days: "nights",
		When: map[string][]json.RawMessage{"status": {raw(`"kept"`)}}}
	r := rand.New(rand.NewPCG(1, 2))
	clashes := 0
	for range 3000 {
		var rows []map[string]any
		for range 2 + r.IntN(3) { // things can be shown again with other values
			rows = append(rows, map[string]any{"id": fmt.Sprint("S", r.IntN(3)), "room": fmt.Sprint("R", r.IntN(2)), "nights": 1 + r.IntN(4),
				"from": fmt.Sprintf("2026-04-%02d", 1+r.IntN(12)), "status": []string{"kept", "kept", "gone"}[r.IntN(3)]})
		}
		want := false
		now := map[any]map[string]any{}
		for _, row := range rows {
			now[row["id"]] = row
			for day := 1; day <= 20 && !want; day++ {
				taken := map[any]int{}
				for _, s := range now {
					var first int
					fmt.Sscanf(s["from"].(string), "2026-04-%d", &first)
					if s["status"] == "kept" && first <= day && day < first+s["nights"].(int) {
						taken[s["room"]]++
					}
				}
				for _, n := range taken {
					want = want || n > 1
				}
			}
		}
		if got := broken(small(tool, []mission.Rule{rule}, rows...)); got != want {
			t.Fatalf("%v: broken is %v, want %v", rows, got, want)
		}
		if want {
			clashes++
		}
	}
	if clashes < 300 || clashes > 2700 {
		t.Errorf("%d of 3000 worlds have a clash, which tells little", clashes)
	}
}

// A quantity is part of another one if each of its items can be given one of the other's:
// all ways to give them are tried.
func TestMonotoneOracle(t *testing.T) {
	tool := mission.Tool{Name: "quote", Parameters: anyTool, Effect: mission.EffectCompute}
	rule := mission.Rule{Kind: mission.RuleMonotone, Of: []string{"quote"}, At: []string{"total"}, With: "items"}
	r := rand.New(rand.NewPCG(3, 4))
	var within func(part, all []string) bool
	within = func(part, all []string) bool {
		if len(part) == 0 {
			return true
		}
		for i, item := range all {
			if item == part[0] && within(part[1:], slices.Delete(slices.Clone(all), i, i+1)) {
				return true
			}
		}
		return false
	}
	for range 2000 {
		a, b := map[string]any{"total": r.IntN(3)}, map[string]any{"total": r.IntN(3)}
		lists := [2][]string{}
		for i, row := range []map[string]any{a, b} {
			lists[i] = []string{}
			for range r.IntN(4) {
				lists[i] = append(lists[i], string(rune('a'+r.IntN(3))))
			}
			row["items"] = lists[i]
		}
		up, down := within(lists[0], lists[1]), within(lists[1], lists[0])
		want := up && !down && a["total"].(int) > b["total"].(int) || down && !up && b["total"].(int) > a["total"].(int)
		if got := broken(small(tool, []mission.Rule{rule}, a, b)); got != want {
			t.Fatalf("%v, %v: broken is %v, want %v", a, b, got, want)
		}
	}
}

// Times before now, and outside of a stay, are compared minute by minute.
func TestTimesOracle(t *testing.T) {
	tool := mission.Tool{Name: "get_ride", Parameters: anyTool, Effect: mission.EffectGet, Thing: "id"}
	after := mission.Rule{Kind: mission.RuleAfter, Of: []string{"id"}, At: []string{"day", "time"}, Than: []string{mission.Now}}
	within := mission.Rule{Kind: mission.RuleWithin, Of: []string{"id"}, At: []string{"day", "time"}, In: "id", By: "during", From: []string{"day", "time"}, Minutes: "minutes"}
	start := time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)
	row := func(id string, at int) map[string]any {
		when := start.Add(time.Duration(at) * time.Minute)
		return map[string]any{"id": id, "day": when.Format(time.DateOnly), "time": when.Format("15:04"), "minutes": 40}
	}
	for at := range 600 {
		if got, want := broken(small(tool, []mission.Rule{after}, row("A", at))), at < 180; got != want {
			t.Fatalf("minute %d before now: broken is %v", at, got)
		}
		ride := row("B", at)
		ride["during"] = "A"
		if got, want := broken(small(tool, []mission.Rule{within}, row("A", 300), ride)), at < 300 || at > 340; got != want {
			t.Fatalf("minute %d within: broken is %v", at, got)
		}
	}
}

// Rules that hold are told from those that do not by one value.
func TestRulesOfOneRow(t *testing.T) {
	tool := mission.Tool{Name: "get_thing", Parameters: anyTool, Effect: mission.EffectGet, Thing: "id"}
	months := slices.Repeat([][2]int{{0, 9}}, 12)
	months[6] = [2]int{20, 30}
	for _, c := range []struct {
		name string
		rule mission.Rule
		rows []map[string]any
		want bool
	}{
		{"the same day is not before", mission.Rule{Kind: mission.RuleAfter, At: []string{"a"}, Than: []string{"b"}}, []map[string]any{{"a": "2026-05-01", "b": "2026-05-01T10:00"}}, false},
		{"a month before", mission.Rule{Kind: mission.RuleAfter, At: []string{"a"}, Than: []string{"b"}}, []map[string]any{{"a": "2026-04", "b": "2026-05-01"}}, true},
		{"a time of day and a day", mission.Rule{Kind: mission.RuleAfter, At: []string{"a"}, Than: []string{"b"}}, []map[string]any{{"a": "10:00", "b": "2026-05-01"}}, false},
		{"no time at all", mission.Rule{Kind: mission.RuleAfter, At: []string{"a"}, Than: []string{"b"}}, []map[string]any{{"a": "soon", "b": "2026-05-01"}}, false},
		{"warm in July", mission.Rule{Kind: mission.RuleWithin, At: []string{"a"}, Month: "m", Months: months}, []map[string]any{{"a": 25, "m": "2026-07-09"}}, false},
		{"cold in July", mission.Rule{Kind: mission.RuleWithin, At: []string{"a"}, Month: "m", Months: months}, []map[string]any{{"a": 5, "m": "July"}}, true},
		{"what was added stays", mission.Rule{Kind: mission.RuleMonotone, At: []string{"a"}}, []map[string]any{{"a": []string{"x"}}, {"a": []string{"y", "x"}}}, false},
		{"what was added is gone", mission.Rule{Kind: mission.RuleMonotone, At: []string{"a"}}, []map[string]any{{"a": []string{"x"}}, {"a": []string{"y"}}}, true},
		{"put off", mission.Rule{Kind: mission.RuleMonotone, At: []string{"a"}}, []map[string]any{{"a": "2026-05-01"}, {"a": "2026-05-03"}}, false},
		{"brought forward", mission.Rule{Kind: mission.RuleMonotone, At: []string{"a"}}, []map[string]any{{"a": "2026-05-03"}, {"a": "2026-05-01"}}, true},
		{"a value that is not shown", mission.Rule{Kind: mission.RuleWithin, At: []string{"c"}, Among: []json.RawMessage{raw(`"x"`)}}, []map[string]any{{"a": 1}}, false},
		{"letter case does not count", mission.Rule{Kind: mission.RuleWithin, At: []string{"a"}, Among: []json.RawMessage{raw(`"x"`)}}, []map[string]any{{"a": "X"}}, false},
	} {
		c.rule.Of = []string{"id"}
		for _, r := range c.rows {
			r["id"] = "T1"
		}
		if got := broken(small(tool, []mission.Rule{c.rule}, c.rows...)); got != c.want {
			t.Errorf("%s: broken is %v", c.name, got)
		}
	}
}
