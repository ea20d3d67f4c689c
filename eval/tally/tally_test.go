package tally

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/model"
)

// few resamples are enough where the intervals are not looked at.
var few = Options{Resamples: 20, Seed: 1, Workers: 2}

func right(entry string, index, nodes int, optimal bool) *eval.Verdict {
	return &eval.Verdict{Entry: entry, Mission: index, Scored: true, Correct: true, Optimal: optimal, Done: nodes, Of: nodes}
}

func wrong(entry string, index, done, nodes int, faults ...eval.Fault) *eval.Verdict {
	v := &eval.Verdict{Entry: entry, Mission: index, Scored: true, Done: done, Of: nodes}
	for _, f := range faults {
		v.Faults = append(v.Faults, eval.Found{Fault: f, Call: -1, Node: -1})
	}
	return v
}

func unscored(entry string, index int) *eval.Verdict {
	return &eval.Verdict{Entry: entry, Mission: index}
}

// entry makes the facts of an entry's missions. A kind is written as in paths.
func entry(id, toolset, domain string, kinds ...mission.Kind) []Facts {
	list := make([]Facts, len(kinds))
	var path []string
	for i, k := range kinds {
		path = append(path, string(k.Type()))
		list[i] = Facts{Entry: id, Mission: i, Missions: len(kinds), Type: k.Type(), Pattern: k.Pattern(), Path: strings.Join(path, ">"),
			Toolset: toolset, Domain: domain}
		if i > 0 {
			list[i].Previous, list[i].Relation = kinds[i-1].Type(), mission.Ellipsis
		}
	}
	return list
}

func mustAdd(t testing.TB, tally *Tally, f Facts, v *eval.Verdict, c Cost) {
	t.Helper()
	if err := tally.Add(f, v, c); err != nil {
		t.Fatal(err)
	}
}

func mustFigure(t testing.TB, tally *Tally, o Options) *Figures {
	t.Helper()
	f, err := tally.Figures(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// small is two entries of three missions and one, with one of everything.
func small(t testing.TB) *Tally {
	tally := New()
	a := entry("a", "rail", "travel", mission.KindMixed, mission.KindChat, mission.KindSerial)
	mustAdd(t, tally, a[2], wrong("a", 2, 1, 4, eval.WrongValue, eval.StoppedEarly), Cost{Requests: 2})
	mustAdd(t, tally, a[0], right("a", 0, 4, false), Cost{Requests: 4})
	mustAdd(t, tally, a[1], unscored("a", 1), Cost{})
	b := entry("b", "bank", "", mission.KindParallel)
	mustAdd(t, tally, b[0], right("b", 0, 3, true), Cost{Requests: 2})
	return tally
}

func cell(t testing.TB, list []Cell, key string) Rate {
	t.Helper()
	for _, c := range list {
		if c.Key == key {
			return c.Rate
		}
	}
	t.Fatalf("no cell %q", key)
	return Rate{}
}

// counts are the numbers of a rate without its interval.
func counts(r Rate) [4]int { return [4]int{r.Hits, r.Of, r.Unscored, r.Entries} }

func TestFigures(t *testing.T) {
	f := mustFigure(t, small(t), few)
	if f.Format != "switchyard-figures/1" || f.Entries != 2 || f.Missions != 4 || f.Unscored != 1 {
		t.Errorf("%s: %d entries, %d missions, %d unscored", f.Format, f.Entries, f.Missions, f.Unscored)
	}
	a := f.Accuracy
	for _, c := range []struct {
		name string
		got  Rate
		want [4]int // hits, of, unscored, entries
	}{
		{"overall", a.Overall, [4]int{2, 3, 1, 2}},
		{"action mixed", cell(t, a.Action, "mixed"), [4]int{1, 1, 0, 1}},
		{"action serial", cell(t, a.Action, "serial"), [4]int{0, 1, 0, 1}},
		{"action chat", cell(t, a.Action, "chat"), [4]int{0, 0, 1, 0}},
		{"action single", cell(t, a.Action, "single"), [4]int{}},
		{"three missions", cell(t, a.Missions, "3"), [4]int{1, 2, 1, 1}},
		{"one mission", cell(t, a.Missions, "1"), [4]int{1, 1, 0, 1}},
		{"position 1", cell(t, a.Position, "1"), [4]int{2, 2, 0, 2}},
		{"position 3", cell(t, a.Position, "3"), [4]int{0, 1, 0, 1}},
		{"ellipsis", cell(t, a.Relation, "ellipsis"), [4]int{0, 1, 1, 1}},
		{"no relation", cell(t, a.Relation, "none"), [4]int{2, 2, 0, 2}},
		{"implicit", cell(t, a.Relation, "implicit"), [4]int{}},
		{"multi>chat", cell(t, a.Switch, "multi>chat"), [4]int{0, 0, 1, 0}},
		{"chat>multi", cell(t, a.Switch, "chat>multi"), [4]int{0, 1, 0, 1}},
		{"rail", cell(t, a.Toolset, "rail"), [4]int{1, 2, 1, 1}},
		{"travel", cell(t, a.Domain, "travel"), [4]int{1, 2, 1, 1}},
		{"no domain", cell(t, a.Domain, ""), [4]int{1, 1, 0, 1}},
		{"path multi", cell(t, a.Path, "multi"), [4]int{2, 2, 0, 2}},
		{"path multi>chat>multi", cell(t, a.Path, "multi>chat>multi"), [4]int{0, 1, 0, 1}},
		{"path single>chat", cell(t, a.Path, "single>chat"), [4]int{}},
		{"optimal with a choice", f.Optimal.Choice, [4]int{1, 2, 0, 2}},
		{"optimal parallel", f.Optimal.Parallel, [4]int{1, 1, 0, 1}},
		{"optimal mixed", f.Optimal.Mixed, [4]int{0, 1, 0, 1}},
		{"optimal of all", f.Optimal.All, [4]int{1, 3, 1, 2}},
		{"progress linked", f.Progress.Linked, [4]int{5, 8, 0, 1}},
		{"progress serial", f.Progress.Serial, [4]int{1, 4, 0, 1}},
		{"progress mixed", f.Progress.Mixed, [4]int{4, 4, 0, 1}},
		{"progress of all", f.Progress.All, [4]int{8, 11, 1, 2}},
		{"whole entries", f.Whole, [4]int{1, 2, 0, 2}},
	} {
		if counts(c.got) != c.want {
			t.Errorf("%s: %v, want %v", c.name, counts(c.got), c.want)
		}
		if (c.got.Share == nil) != (c.got.Of == 0) {
			t.Errorf("%s: share %v of %d", c.name, c.got.Share, c.got.Of)
		}
		if (c.got.Low == nil) != (c.got.Of == 0) || (c.got.High == nil) != (c.got.Of == 0) {
			t.Errorf("%s: interval %v %v of %d entries", c.name, c.got.Low, c.got.High, c.got.Entries)
		}
	}
	if len(a.Action) != 6 || len(a.Switch) != 16 || len(a.Path) != 340 || len(a.Relation) != 4 {
		t.Errorf("%d actions, %d switches, %d paths, %d relations", len(a.Action), len(a.Switch), len(a.Path), len(a.Relation))
	}
}

func TestWholeEntries(t *testing.T) {
	for _, c := range []struct {
		name     string
		verdicts []*eval.Verdict // of an entry of three missions
		want     [3]int          // hits, of, unscored
	}{
		{"all correct", []*eval.Verdict{right("e", 0, 1, true), right("e", 1, 1, false), right("e", 2, 1, true)}, [3]int{1, 1, 0}},
		{"one wrong", []*eval.Verdict{right("e", 0, 1, true), wrong("e", 1, 0, 1, eval.WrongTool), right("e", 2, 1, true)}, [3]int{0, 1, 0}},
		{"one unscored", []*eval.Verdict{right("e", 0, 1, true), unscored("e", 1), right("e", 2, 1, true)}, [3]int{0, 0, 1}},
		{"one wrong, one unscored", []*eval.Verdict{right("e", 0, 1, true), unscored("e", 1), wrong("e", 2, 0, 1, eval.WrongTool)}, [3]int{0, 1, 0}},
		{"one not there", []*eval.Verdict{right("e", 0, 1, true), right("e", 2, 1, true)}, [3]int{0, 0, 1}},
		{"nothing scored", []*eval.Verdict{unscored("e", 0), unscored("e", 1), unscored("e", 2)}, [3]int{0, 0, 1}},
	} {
		tally, facts := New(), entry("e", "x", "", mission.KindChat, mission.KindChat, mission.KindChat)
		for _, v := range c.verdicts {
			mustAdd(t, tally, facts[v.Mission], v, Cost{})
		}
		w := mustFigure(t, tally, few).Whole
		if got := [3]int{w.Hits, w.Of, w.Unscored}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestFaults(t *testing.T) {
	tally := New()
	for i, f := range eval.Faults() {
		// The n-th fault opens n missions; the second fault of each counts for nothing.
		for n := range i {
			id := string(f) + string(rune('a'+n))
			mustAdd(t, tally, entry(id, "x", "", mission.KindSingle)[0], wrong(id, 0, 0, 1, f, eval.RefusedToCall), Cost{})
		}
	}
	f := mustFigure(t, tally, few).Faults
	if f.Missions != 105 || len(f.Kinds) != 15 || len(f.Groups) != 3 {
		t.Fatalf("%d missions, %d kinds, %d groups", f.Missions, len(f.Kinds), len(f.Groups))
	}
	for i, k := range f.Kinds {
		if k.Fault != eval.Faults()[i] || k.Group != k.Fault.Group() || k.Count != i || *k.Share != float64(i)/105 {
			t.Errorf("%d: %+v %v", i, k, *k.Share)
		}
	}
	for i, want := range []int{0 + 1 + 2 + 3 + 4 + 5 + 6, 7 + 8 + 9 + 10 + 11, 12 + 13 + 14} {
		if f.Groups[i].Count != want || *f.Groups[i].Share != float64(want)/105 {
			t.Errorf("%s: %d, want %d", f.Groups[i].Group, f.Groups[i].Count, want)
		}
	}
	if none := mustFigure(t, New(), few).Faults; len(none.Kinds) != 15 || none.Kinds[0].Share != nil || none.Groups[0].Share != nil {
		t.Errorf("without missions: %+v", none)
	}
}

func TestSpent(t *testing.T) {
	tally := New()
	price, latency := 0.25, int64(0)
	for i, ms := range []int64{400, 100, 300, 200} {
		id := string(rune('a' + i))
		latency = ms
		c := Cost{Requests: 1 + i, LatencyMS: new(int64)}
		*c.LatencyMS = latency
		if i < 2 {
			c.Usage = &model.Usage{Input: 10 * (i + 1), Cached: 4, Output: 3}
		}
		if i == 3 {
			c.Price = &price
		}
		mustAdd(t, tally, entry(id, "x", "", mission.KindChat)[0], unscored(id, 0), c)
	}
	s := mustFigure(t, tally, few).Spent
	p := func(v float64) *float64 { return &v }
	want := Spent{
		Input:     Amount{2, 30, p(15), p(10), p(20)},
		Cached:    Amount{2, 8, p(4), p(4), p(4)},
		Output:    Amount{2, 6, p(3), p(3), p(3)},
		Requests:  Amount{4, 10, p(2.5), p(2), p(4)},
		LatencyMS: Amount{4, 1000, p(250), p(200), p(400)},
		Price:     Amount{1, 0.25, p(0.25), p(0.25), p(0.25)},
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	if none := mustFigure(t, New(), few).Spent.Price; none != (Amount{}) {
		t.Errorf("price of nothing: %+v", none)
	}
}

func TestCostOf(t *testing.T) {
	u := func(in, out int) *model.Usage { return &model.Usage{Input: in, Cached: 1, Output: out} }
	ms := func(v int64) *int64 { return &v }
	for _, c := range []struct {
		name  string
		steps []eval.Step
		want  Cost
	}{
		{"nothing was answered", nil, Cost{}},
		{"all is known", []eval.Step{{Usage: u(5, 2), TookMS: 7}, {Usage: u(6, 3), TookMS: 8}},
			Cost{Usage: &model.Usage{Input: 11, Cached: 2, Output: 5}, Requests: 2, LatencyMS: ms(15)}},
		{"one from a store", []eval.Step{{Usage: u(5, 2), TookMS: 7}, {Usage: u(6, 3)}},
			Cost{Usage: &model.Usage{Input: 11, Cached: 2, Output: 5}, Requests: 2}},
		{"one without usage", []eval.Step{{TookMS: 7}, {Usage: u(6, 3), TookMS: 1}}, Cost{Requests: 2, LatencyMS: ms(8)}},
	} {
		if diff := cmp.Diff(c.want, CostOf(&eval.Prediction{Steps: c.steps})); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestAddRefuses(t *testing.T) {
	facts := entry("e", "x", "", mission.KindChat, mission.KindChat)
	strange := facts[0]
	strange.Type = "dance"
	beyond := facts[0]
	beyond.Mission = 2
	for _, c := range []struct {
		name    string
		facts   Facts
		verdict *eval.Verdict
		want    string
	}{
		{"another mission's verdict", facts[0], right("e", 1, 1, true), "e#1: the verdict belongs to e#2"},
		{"a mission too many", beyond, right("e", 2, 1, true), "e#3: the entry has 2 missions"},
		{"an unknown kind", strange, right("e", 0, 1, true), `e#1: unknown kind of mission "dance"`},
		{"more done than there is", facts[0], wrong("e", 0, 3, 2, eval.WrongTool), "e#1: the verdict says that 3 of 2 nodes were done"},
		{"wrong without a fault", facts[0], wrong("e", 0, 1, 2), "e#1: the verdict says correct: false, but lists 0 faults"},
		{"an unknown fault", facts[0], wrong("e", 0, 1, 2, "boredom"), `e#1: unknown fault "boredom"`},
		{"optimal and wrong", facts[0], func() *eval.Verdict { v := wrong("e", 0, 1, 2, eval.WrongTool); v.Optimal = true; return v }(),
			"e#1: the verdict says optimal, but not correct"},
	} {
		tally := New()
		if err := tally.Add(c.facts, c.verdict, Cost{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if n := len(tally.records); n != 0 {
			t.Errorf("%s: what was refused counts", c.name)
		}
	}
	tally := New()
	mustAdd(t, tally, facts[0], right("e", 0, 1, true), Cost{})
	if err := tally.Add(facts[0], unscored("e", 0), Cost{}); err == nil || err.Error() != "e#1: the mission was added twice" {
		t.Errorf("twice: %v", err)
	}
	if f, err := tally.Figures(t.Context(), Options{}); err != nil || f.Accuracy.Overall.Of != 1 || f.Unscored != 0 || *f.Accuracy.Overall.Share != 1 {
		t.Errorf("overall: %+v, %v", f.Accuracy.Overall, err)
	}
}

// The facts of a task come from its entry; the pattern also where the mission is
// no multi one.
func TestFactsOf(t *testing.T) {
	call := func(deps ...int) mission.Call {
		return mission.Call{Tool: "look", Arguments: json.RawMessage(`{}`), Observation: json.RawMessage(`{}`), Dependencies: deps}
	}
	ask := []mission.Question{{Tool: "look", Text: "Which?", Reply: "That.", Complete: true}}
	e := &mission.Entry{ID: "4-0001", Toolset: mission.Toolset{Name: "rail", Domain: "travel"}, Missions: []mission.Mission{
		{Type: mission.Multi, Pattern: mission.Mixed, Request: "One.", Calls: []mission.Call{call(), call(), call(0, 1)}, Reply: "Done."},
		{Type: mission.Clarify, Relation: mission.Implicit, Request: "Two.", Questions: ask, Calls: []mission.Call{call(), call()}, Reply: "Done."},
		{Type: mission.Clarify, Relation: mission.Ellipsis, Request: "Three.", Questions: append(ask, ask...),
			Calls: []mission.Call{call(), call(0)}, Reply: "Done."},
		{Type: mission.Chat, Relation: mission.LongTerm, Request: "Four.", Reply: "Done."},
	}}
	for i := range e.Missions {
		m := &e.Missions[i]
		m.Dialogue = []mission.Turn{{Role: mission.RoleUser, Text: m.Request}, {Role: mission.RoleAI, Text: m.Reply}}
	}
	tasks, err := eval.Tasks(e, eval.TaskOptions{History: eval.HistoryTalk})
	if err != nil {
		t.Fatal(err)
	}
	all := Facts{Entry: "4-0001", Missions: 4, Toolset: "rail", Domain: "travel"}
	want := []Facts{all, all, all, all}
	for i, path := range []string{"multi", "multi>clarify", "multi>clarify>clarify", "multi>clarify>clarify>chat"} {
		want[i].Mission, want[i].Path, want[i].Type, want[i].Relation = i, path, e.Missions[i].Type, e.Missions[i].Relation
	}
	want[0].Pattern, want[1].Pattern, want[2].Pattern = mission.Mixed, mission.Parallel, mission.Serial
	want[1].Previous, want[2].Previous, want[3].Previous = mission.Multi, mission.Clarify, mission.Clarify
	for i := range tasks {
		if diff := cmp.Diff(want[i], FactsOf(&tasks[i])); diff != "" {
			t.Errorf("%s: %s", tasks[i].ID(), diff)
		}
	}
}

// The keys of the format are what readers rely on.
func TestKeys(t *testing.T) {
	data, err := json.Marshal(mustFigure(t, small(t), few))
	if err != nil {
		t.Fatal(err)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(data, &top); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"format", "entries", "missions", "unscored", "missions_sha256", "bootstrap", "accuracy", "optimal",
		"progress", "entries_correct", "faults", "spent"} {
		if _, ok := top[key]; !ok {
			t.Errorf("no key %q", key)
		}
		delete(top, key)
	}
	for key := range top {
		t.Errorf("key %q is not in the format", key)
	}
	want := `{"key":"chat","hits":0,"of":0,"unscored":1,"entries":0,"share":null,"low":null,"high":null}`
	if !bytes.Contains(data, []byte(want)) {
		t.Errorf("no cell %s", want)
	}
	var back Figures
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(back); err != nil || !bytes.Equal(data, again) {
		t.Errorf("figures change when they are read back: %v", err)
	}
}

// Figures over the same missions have the same set, however the missions were judged.
func TestSet(t *testing.T) {
	of := func(list ...sample) string { return mustFigure(t, tallyOf(t, list), few).Set }
	a, b := entry("a", "x", "", mission.KindChat, mission.KindChat), entry("b", "x", "", mission.KindChat)
	first, second := sample{a[0], right("a", 0, 1, true), Cost{}}, sample{a[1], right("a", 1, 1, true), Cost{}}
	bad, unknown := sample{a[0], wrong("a", 0, 0, 1, eval.CalledWithoutNeed), Cost{}}, sample{a[1], unscored("a", 1), Cost{}}
	other := sample{b[0], right("b", 0, 1, true), Cost{}}
	if set := of(first, second); set != of(second, first) || set != of(bad, unknown) {
		t.Error("the same missions have another set")
	}
	if of(first, second) == of(first, other) || of(first) == of(second) {
		t.Error("other missions have the same set")
	}
}

func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := small(t).Figures(ctx, few); !errors.Is(err, context.Canceled) {
		t.Errorf("figures: %v", err)
	}
	if _, err := Compare(ctx, small(t), small(t), few); !errors.Is(err, context.Canceled) {
		t.Errorf("compare: %v", err)
	}
}
