package split

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
)

// made is an entry of these tests.
type made struct {
	id, toolset string
	path        []mission.Type
	tools       []string // one call of each, in the first mission
	city        string   // an argument of each call, said in the first request
	requests    []string
}

func (m made) line() []byte {
	e := mission.Entry{Format: mission.FormatEntry, ID: m.id, SwitchPath: m.path, Persona: mission.Persona{Name: "Ana Torres"}, Toolset: mission.Toolset{Name: m.toolset}}
	for i, r := range m.requests {
		out := mission.Mission{Type: mission.Chat, Request: r, Calls: []mission.Call{}}
		if i == 0 {
			for _, t := range m.tools {
				out.Calls = append(out.Calls, mission.Call{Tool: t, Arguments: json.RawMessage(fmt.Sprintf(`{"where":{"city":%q},"n":1}`, m.city)), Status: 200,
					Sources: []mission.Source{{Pointer: "/where/city", Kind: mission.FromQuery, Text: m.city}}, Observation: json.RawMessage(`{}`), Dependencies: []int{}})
			}
		}
		e.Missions = append(e.Missions, out)
	}
	line, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return line
}

func look(t interface{ Fatal(...any) }, m made) *Entry {
	e, err := Look(m.line())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestLook(t *testing.T) {
	e := look(t, made{id: "a", toolset: "travel", path: []mission.Type{mission.Single, mission.Chat}, tools: []string{"y", "x"}, city: "Vila Nova", requests: []string{"Fly  to Vila Nova!", "你好 _ 12"}})
	if e.id != "a" || e.toolset != "travel" || e.path != "single>chat" || !slices.Equal(e.tools, []string{"x", "y"}) || !slices.Equal(e.values, []string{"Vila Nova", "Vila Nova"}) {
		t.Errorf("%+v", e)
	}
	if got := e.requests[0].masked; got != "Fly to _!" {
		t.Errorf("masked: %q", got)
	}
	if n := len(e.requests[1].words); n != 3 { // 你, 好 and the blank
		t.Errorf("%d words", n)
	}
	for _, line := range []string{"", "{}", `{"format":"switchyard-entry/1"}`, `{"format":"switchyard-entry/3","id":"a"}`} {
		if _, err := Look([]byte(line)); err == nil {
			t.Errorf("%q is an entry", line)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"Book it, please.", "book it – PLEASE", 1},
		{"one two three four", "one two three five", 3.0 / 5},
		{"don't", "don t", 0},
		{"?!", "?!", 1},
		{"?!", "...", 0},
		{"", "", 1},
	} {
		if got := overlap(wordsOf(c.a), wordsOf(c.b)); got != c.want {
			t.Errorf("%q and %q overlap by %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestParseShares(t *testing.T) {
	got, err := ParseShares(" train=0.8, validation=.1,test.easy_1=0.1")
	if want := []Share{{"train", 0.8}, {"validation", 0.1}, {"test.easy_1", 0.1}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                      `"" is not a share`,
		"train":                 `"train" is not a share`,
		"train=0.9,test=0.2":    "the shares add up to 1.1, not to 1",
		"train=0.9":             "the shares add up to 0.9, not to 1",
		"train=1":               `the share of train is "1", not a number between 0 and 1`,
		"train=NaN,test=0.5":    `the share of train is "NaN", not a number between 0 and 1`,
		"train=-1,test=2":       `the share of train is "-1", not a number between 0 and 1`,
		"a=0.5,A=0.5":           "side A is given twice",
		"my-train=0.5,test=0.5": `"my-train" cannot be the name of a side`,
		"../train=0.5,test=0.5": `"../train" cannot be the name of a side`,
		"train.=0.5,test=0.5":   `"train." cannot be the name of a side`,
		"train=0.5,,test=0.5":   `"" is not a share`,
		"train=0.5,test=half":   `the share of test is "half", not a number between 0 and 1`,
	} {
		_, err := ParseShares(text)
		var e *Error
		if !errors.As(err, &e) || e.Problem != want || e.Hint == "" {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// MinHash finds what comparing everything with everything finds.
func TestJoinNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		var sets [][]uint32
		for range 60 {
			var set []uint32
			if len(sets) > 0 && r.IntN(2) == 0 {
				set = slices.Clone(sets[r.IntN(len(sets))])
				for range r.IntN(3) {
					set[r.IntN(len(set))] = r.Uint32()
				}
			} else {
				for range 1 + r.IntN(20) {
					set = append(set, r.Uint32N(200))
				}
			}
			slices.Sort(set)
			sets = append(sets, slices.Compact(set))
		}
		got, want := newForest(len(sets)), newForest(len(sets))
		joinNear(got, sets)
		for i := range sets {
			for j := range i {
				if overlap(sets[i], sets[j]) >= Threshold {
					want.join(int32(i), int32(j))
				}
			}
		}
		for i := range sets {
			if got.root(int32(i)) != want.root(int32(i)) {
				t.Fatalf("set %d is in group %d, want %d", i, got.root(int32(i)), want.root(int32(i)))
			}
		}
	})
}

// some makes entries with many near duplicates.
func some(seed uint64, n int) []made {
	r := rand.New(rand.NewPCG(seed, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	sentence := func() string {
		var words []string
		for range 1 + r.IntN(9) {
			words = append(words, pick("find", "me", "a", "flight", "hotel", "to", "from", "the", "cheapest", "please", "table", "book", "it", "for", "two", "friday", "refund", "order", "status", "cancel"))
		}
		return strings.Join(words, " ")
	}
	var list []made
	for i := range n {
		m := made{id: fmt.Sprintf("e%03d", i), toolset: pick("a", "b", "c", "d", "e", "f", "g", "h"), city: pick("Porto", "Lyon", "Graz")}
		for j := range 1 + r.IntN(3) {
			m.path = append(m.path, mission.Type(pick("single", "chat", "multi")))
			text := sentence()
			if len(list) > 0 && r.IntN(8) == 0 {
				text = strings.ToUpper(list[r.IntN(len(list))].requests[0])
			}
			if j == 0 {
				text += " in " + m.city
				m.tools = []string{m.toolset + pick("1", "2", "3")}
			}
			m.requests = append(m.requests, text)
		}
		list = append(list, m)
	}
	return list
}

func planOf(t interface{ Fatal(...any) }, o Options, list []made) (*Plan, error) {
	p, err := NewPlanner(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if err := p.Add(look(t, m)); err != nil {
			t.Fatal(err)
		}
	}
	return p.Plan()
}

// bruteForce says how many wordings and requests are on two sides.
func bruteForce(sides [][]*Entry) (requests, near int) {
	type placed struct {
		side int
		r    request
	}
	var all []placed
	for s, list := range sides {
		for _, e := range list {
			for _, r := range e.requests {
				all = append(all, placed{s, r})
			}
		}
	}
	leaking, said := map[string]bool{}, map[uint64]bool{}
	for _, a := range all {
		for _, b := range all {
			if a.side == b.side {
				continue
			}
			if overlap(a.r.words, b.r.words) >= Threshold {
				leaking[fmt.Sprint(a.r.words)] = true
			}
			if a.r.said == b.r.said {
				said[a.r.said] = true
			}
		}
	}
	return len(said), len(leaking)
}

// Whatever the entries, nothing leaks, keys stay on one side, nothing is lost,
// and the order of the entries makes no difference.
func TestPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := some(rapid.Uint64().Draw(t, "entries"), rapid.IntRange(2, 80).Draw(t, "n"))
		o := Options{Seed: rapid.Uint64().Draw(t, "seed"), By: rapid.SampledFrom(Bys()).Draw(t, "by"),
			Shares: rapid.SampledFrom([][]Share{{{"train", 0.5}, {"test", 0.5}}, {{"test", 0.2}, {"train", 0.8}}, {{"train", 0.6}, {"validation", 0.2}, {"test", 0.2}}}).Draw(t, "shares")}
		plan, err := planOf(t, o, list)
		var e *Error
		if errors.As(err, &e) {
			return // a side would be empty
		}
		if err != nil {
			t.Fatal(err)
		}
		sides := make([][]*Entry, len(plan.Sides))
		of := map[string]string{}
		checker, err := NewChecker("a", "b", "c")
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		for _, m := range list {
			side, ok := plan.Side(m.id)
			if !ok {
				left++
				continue
			}
			i := slices.IndexFunc(plan.Sides, func(s Side) bool { return s.Name == side })
			x := look(t, m)
			sides[i] = append(sides[i], x)
			checker.Add(i, x)
			for _, key := range x.keys(o.By) {
				if of[key] != "" && of[key] != side {
					t.Fatalf("%s is on %s and %s", key, of[key], side)
				}
				of[key] = side
			}
		}
		for _, l := range plan.LeftOut {
			id, _, named := strings.Cut(l.Near, "#")
			if side, _ := plan.Side(id); !named || side != l.For && side != "" || l.From == l.For || l.Mission < 1 || id == l.ID {
				t.Fatalf("%s is left out, and %s is on %q", l, id, side)
			}
		}
		if left != len(plan.LeftOut) || (o.By == ByRandom && left > 0) {
			t.Fatalf("%d entries are on no side, %d are listed", left, len(plan.LeftOut))
		}
		for i, s := range plan.Sides {
			if s.Entries != len(sides[i]) {
				t.Fatalf("%+v has %d entries", s, len(sides[i]))
			}
		}
		if requests, near := bruteForce(sides); requests+near > 0 {
			t.Fatalf("%d requests and %d near duplicates leak", requests, near)
		}
		if leaks := checker.Leaks(); !leaks.Clean() {
			t.Fatalf("%+v", leaks)
		}
		slices.Reverse(list)
		again, err := planOf(t, o, list)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			a, _ := plan.Side(m.id)
			b, _ := again.Side(m.id)
			if a != b {
				t.Fatalf("%s is on %q, and backwards on %q", m.id, a, b)
			}
		}
	})
}

// The checker finds what comparing everything with everything finds, in sides
// that were divided without any care.
func TestChecker(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := make([][]*Entry, 3)
		checker, err := NewChecker("a", "b", "c")
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range some(rapid.Uint64().Draw(t, "entries"), rapid.IntRange(0, 60).Draw(t, "n")) {
			e := look(t, m)
			sides[i%3] = append(sides[i%3], e)
			checker.Add(i%3, e)
		}
		leaks := checker.Leaks()
		requests, near := bruteForce(sides)
		if leaks.Requests.On != requests || leaks.Near.On != near || leaks.Clean() != (requests+near == 0) {
			t.Fatalf("%d requests and %d near duplicates, want %d and %d", leaks.Requests.On, leaks.Near.On, requests, near)
		}
	})
	c, err := NewChecker("train", "test")
	if err != nil {
		t.Fatal(err)
	}
	c.Add(0, look(t, made{id: "x", toolset: "a", tools: []string{"t"}, city: "Porto", requests: []string{"Find something nice in Porto"}}))
	c.Add(1, look(t, made{id: "x", toolset: "b", tools: []string{"t"}, city: "Porto", requests: []string{"Cancel that"}}))
	l := c.Leaks()
	if l.IDs.On != 1 || l.Tools.On != 1 || l.Toolsets.On != 0 || l.Values.On != 1 || l.Near.On != 0 || !slices.Equal(l.Values.Examples, []string{"Porto"}) || l.Clean() {
		t.Errorf("%+v", l)
	}
	if c, err = NewChecker("train", "test"); err != nil {
		t.Fatal(err)
	}
	c.Add(0, &Entry{id: "x", harvested: []string{"0a", "0b", "0a"}})
	c.Add(1, &Entry{id: "y", harvested: []string{"0b", "0c"}})
	if l := c.Leaks(); l.Words.Of != 3 || l.Words.On != 1 || !slices.Equal(l.Words.Examples, []string{"0b"}) || !l.Clean() {
		t.Errorf("harvested words: %+v", l.Words)
	}
	if _, err := NewChecker(make([]string, 65)...); err == nil {
		t.Error("65 sides can be compared")
	}
}

// Requests that are the same may be masked differently; they stay together all
// the same.
func TestSameRequestMaskedDifferently(t *testing.T) {
	list := []made{
		{id: "1", tools: []string{"t"}, city: "blue house", requests: []string{"paint the blue house"}},
		{id: "2", tools: []string{"t"}, city: "paint the blue", requests: []string{"paint the blue house"}},
	}
	for i := range 8 {
		list = append(list, made{id: fmt.Sprint("other", i), requests: []string{fmt.Sprintf("%c%c %c", 'a'+i, 'b'+i, 'c'+i)}})
	}
	for seed := range uint64(20) {
		plan, err := planOf(t, Options{Seed: seed, By: ByRandom, Shares: []Share{{"a", 0.5}, {"b", 0.5}}}, list)
		if err != nil {
			t.Fatal(err)
		}
		if a, _ := plan.Side("1"); a == "" {
			t.Error("an entry is lost")
		} else if b, _ := plan.Side("2"); a != b {
			t.Errorf("seed %d: %s and %s", seed, a, b)
		}
	}
}

func TestShares(t *testing.T) {
	var list []made
	for i := range 200 {
		list = append(list, made{id: fmt.Sprintf("e%d", i), toolset: fmt.Sprint(i % 20), requests: []string{fmt.Sprintf("%s%s", strings.Repeat(string(rune('a'+i%26)), 1+i/26), "x")}})
	}
	o := Options{Seed: 1, By: ByRandom, Shares: []Share{{"train", 0.8}, {"validation", 0.05}, {"test", 0.15}}}
	plan, err := planOf(t, o, list)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{160, 10, 30} {
		if s := plan.Sides[i]; s.Entries != want || s.Missing != 0 {
			t.Errorf("%+v, want %d entries", s, want)
		}
	}
	other := o
	other.Seed = 2
	second, err := planOf(t, other, list)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for _, m := range list {
		a, _ := plan.Side(m.id)
		if b, _ := second.Side(m.id); a == b {
			same++
		}
	}
	if same == len(list) {
		t.Error("the seed makes no difference")
	}
	// Groups of ten cannot make up a side of 3 %: it has ten too few or seven
	// too many, whichever is nearer.
	o.By, o.Shares = ByToolset, []Share{{"train", 0.97}, {"test", 0.03}}
	if plan, err = planOf(t, o, list); err != nil {
		t.Fatal(err)
	}
	if s := plan.Sides[1]; s.Entries != 10 || s.Missing != -4 || s.Keys != 1 {
		t.Errorf("%+v", s)
	}
}

func TestNamedToolsets(t *testing.T) {
	list := []made{
		{id: "1", toolset: "a", requests: []string{"one thing"}}, {id: "2", toolset: "a", requests: []string{"another matter"}},
		{id: "3", toolset: "b", requests: []string{"something else"}}, {id: "4", toolset: "b", requests: []string{"one thing"}}, {id: "5", toolset: "a", requests: []string{"one thing"}},
	}
	plan, err := planOf(t, Options{By: ByToolset, Test: []string{"b"}}, list)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Left{{"4", 1, "test", "1#1", "train"}}; !slices.Equal(plan.LeftOut, want) {
		t.Errorf("left out: %v, want %v", plan.LeftOut, want)
	}
	for id, want := range map[string]string{"1": "train", "2": "train", "3": "test", "4": "", "5": "train", "6": ""} {
		if got, ok := plan.Side(id); got != want || ok != (want != "") {
			t.Errorf("%s is on %q, want %q", id, got, want)
		}
	}
	var unknown *UnknownError
	if _, err := planOf(t, Options{By: ByToolset, Test: []string{"c"}}, list); !errors.As(err, &unknown) || !slices.Equal(unknown.Known, []string{"a", "b"}) {
		t.Errorf("the error is %v", err)
	}
	var empty *Error
	if _, err := planOf(t, Options{By: ByToolset, Test: []string{"a", "b"}}, list); !errors.As(err, &empty) || !strings.HasPrefix(empty.Problem, "no entry is left for train") {
		t.Errorf("the error is %v", err)
	}
}

func TestPlannerRefuses(t *testing.T) {
	two := []Share{{"a", 0.5}, {"b", 0.5}}
	for _, o := range []Options{{By: "colour", Shares: two}, {By: ByRandom}, {By: ByRandom, Test: []string{"a"}}, {By: ByToolset, Test: []string{"a"}, Shares: two}, {Shares: two}} {
		var e *Error
		if _, err := NewPlanner(o); !errors.As(err, &e) || e.Hint == "" {
			t.Errorf("%+v: %v", o, err)
		}
	}
	p, err := NewPlanner(Options{By: ByRandom, Shares: two})
	if err != nil {
		t.Fatal(err)
	}
	x := look(t, made{id: "x", requests: []string{"hello"}})
	if err := p.Add(x); err != nil {
		t.Fatal(err)
	}
	if err := p.Add(x); err == nil {
		t.Error("an entry is taken twice")
	}
	if _, err := p.Plan(); err == nil {
		t.Error("one entry makes two sides")
	}
	if _, err := planOf(t, Options{By: ByRandom, Shares: two}, nil); err == nil {
		t.Error("no entry makes two sides")
	}
}
