package out

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

func (bfcl) schemaOf(file string) string {
	if strings.Contains(file, "possible_answer/") {
		return "bfcl_answer"
	}
	return "bfcl"
}

// bfclPairs reads everything that was written, by category.
func bfclPairs(t testing.TB, to *memory) map[string][]*bfclPair {
	t.Helper()
	pairs := map[string][]*bfclPair{}
	for file, lines := range to.lines {
		name, ok := strings.CutPrefix(file, "train/BFCL_v4_")
		if !ok {
			continue
		}
		category := strings.TrimSuffix(name, ".json")
		answers := to.lines["train/possible_answer/BFCL_v4_"+category+".json"]
		r := newBFCLReader(strings.NewReader(strings.Join(lines, "\n")), strings.NewReader(strings.Join(answers, "\n")), "questions", "answers")
		for p, err := range all(r.Read) {
			if err != nil {
				t.Fatal(err)
			}
			pairs[category] = append(pairs[category], p)
		}
		if len(pairs[category]) != len(lines) || len(to.lines) != 2*len(pairs) && len(to.lines)%2 != 0 {
			t.Fatalf("%s: %d pairs of %d questions and %d answers", category, len(pairs[category]), len(lines), len(answers))
		}
	}
	return pairs
}

func (bfcl) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	t.Helper()
	var want []*mission.Entry // those whose first mission stands alone
	missions := 0
	for _, e := range entries {
		missions += len(e.Missions)
		if to.skipped[e.ID+"#1"] == "" {
			want = append(want, e)
		}
	}
	if missions != len(want)+len(to.skipped) {
		t.Errorf("%d missions are %d written and %d skipped", missions, len(want), len(to.skipped))
	}
	var asked []string
	for category, list := range bfclPairs(t, to) {
		for i, p := range list {
			turn := p.Question.Question[0]
			said := turn[len(turn)-1].Content
			at := slices.IndexFunc(want, func(e *mission.Entry) bool { return e.Missions[0].Request == said })
			if at < 0 {
				t.Fatalf("%s: nobody asked %q", p.Question.ID, said)
			}
			asked = append(asked, said)
			calls := want[at].Missions[0].Calls
			several, offered := len(calls) > 1, len(p.Question.Function) > 1
			if strings.Contains(category, "parallel") != several || strings.Contains(category, "multiple") != offered {
				t.Errorf("%s: %d calls, %d functions", p.Question.ID, len(calls), len(p.Question.Function))
			}
			if len(p.Answer.GroundTruth) != len(calls) {
				t.Fatalf("%s: %d answers to %d calls", p.Question.ID, len(p.Answer.GroundTruth), len(calls))
			}
			for j, c := range calls {
				if err := bfclAccepts(p.Question.Function, p.Answer.GroundTruth[j], c.Tool, c.Arguments); err != nil {
					t.Errorf("%s: the true call is not accepted: %v", list[i].Question.ID, err)
				}
			}
		}
	}
	for _, e := range want {
		if !slices.Contains(asked, e.Missions[0].Request) {
			t.Errorf("%s is neither written nor skipped", e.ID)
		}
	}
}

// oneCall is an entry with one tool and one call of it.
func oneCall(parameters, arguments string, sources ...mission.Source) *mission.Entry {
	e := shortest()
	e.Toolset.Tools[0].Parameters = raw("%s", parameters)
	c := &e.Missions[0].Calls[0]
	c.Arguments, c.Sources = raw("%s", arguments), sources
	return e
}

func TestBFCLAccepted(t *testing.T) {
	tests := []struct {
		name, parameters, arguments string
		sources                     []mission.Source
		want                        string
	}{
		{"a value", `{"properties":{"city":{"type":"string"}},"required":["city"]}`, `{"city":"Porto"}`, nil, `{"city":["Porto"]}`},
		{"a default that is given", `{"properties":{"n":{"type":"integer","default":3}}}`, `{"n":3}`, nil, `{"n":[3,""]}`},
		{"another value than the default", `{"properties":{"n":{"type":"integer","default":3}}}`, `{"n":4}`, nil, `{"n":[4]}`},
		{"a default that is left out", `{"properties":{"n":{"type":"integer","default":3}}}`, `{}`, nil, `{"n":[3,""]}`},
		{"an optional one without default", `{"properties":{"n":{"type":"integer"}}}`, `{}`, nil, `{}`},
		{"a required one with default", `{"properties":{"n":{"type":"integer","default":3}},"required":["n"]}`, `{"n":3}`, nil, `{"n":[3]}`},
		{"floats", `{"properties":{"n":{"type":"number"},"m":{"type":"number","default":1}}}`, `{"n":20}`, nil, `{"m":[1.0,""],"n":[20.0]}`},
		{"an object", `{"properties":{"o":{"type":"object"}}}`, `{"o":{"a":1,"b":{"c":"d"}}}`, nil, `{"o":[{"a":[1],"b":[{"c":"d"}]}]}`},
		{"objects in a list", `{"properties":{"o":{"type":"array","items":{"type":"object"}}}}`, `{"o":[{"a":1}]}`, nil, `{"o":[[{"a":[1]}]]}`},
		{"as the user said it", `{"properties":{"s":{"type":"string"}}}`, `{"s":"Rua da Rosa"}`,
			[]mission.Source{{Pointer: "/s", Kind: mission.FromQuery, Text: "Rúa da Rosa"}}, `{"s":["Rua da Rosa","Rúa da Rosa"]}`},
		{"as the user said it, which is no value", `{"properties":{"s":{"enum":["Rua da Rosa"]}}}`, `{"s":"Rua da Rosa"}`,
			[]mission.Source{{Pointer: "/s", Kind: mission.FromQuery, Text: "Rúa da Rosa"}}, `{"s":["Rua da Rosa"]}`},
		{"as it is compared anyway", `{"properties":{"s":{"type":"string"}}}`, `{"s":"FL-101"}`,
			[]mission.Source{{Pointer: "/s", Kind: mission.FromQuery, Text: "fl 101"}}, `{"s":["FL-101"]}`},
		{"by a rule", `{"properties":{"s":{"type":"string"}}}`, `{"s":"2024-07-19"}`,
			[]mission.Source{{Pointer: "/s", Kind: mission.FromQuery, Text: "19 July 2024", Rule: mission.RuleDate}}, `{"s":["2024-07-19"]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			to := exported(t, bfcl{}, ExportOptions{}, oneCall(test.parameters, test.arguments, test.sources...))
			if len(to.skipped) > 0 {
				t.Fatal(to.skipped)
			}
			want := `{"id":"simple_python_0","ground_truth":[{"search_flights":` + test.want + `}]}`
			if got := to.lines["train/possible_answer/BFCL_v4_simple_python.json"]; len(got) != 1 || got[0] != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			checkExport(t, bfcl{}, to)
		})
	}
}

// Types are those of the leaderboard, at every depth, and nothing else changes.
func TestBFCLTypes(t *testing.T) {
	e := oneCall(`{"type":"object","properties":{"a":{"type":"number","minimum":1},"b":{"type":"array","items":{"type":"object","properties":{"c":{"type":["boolean","null"]}}}},`+
		`"d":{},"e":{"enum":["x"]},"f":true,"g":{"type":"array"}}}`, `{}`)
	to := exported(t, bfcl{}, ExportOptions{}, e)
	want := `{"type":"dict","properties":{"a":{"type":"float","minimum":1},"b":{"type":"array","items":{"type":"dict","properties":{"c":{"type":"boolean"}}}},` +
		`"d":{"type":"any"},"e":{"enum":["x"],"type":"string"},"f":{"type":"any"},"g":{"type":"array","items":{"type":"any"}}},"required":[]}`
	if got := string(bfclPairs(t, to)["simple_python"][0].Question.Function[0].Parameters); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestBFCLCategories(t *testing.T) {
	parallel := alike(mission.Multi)
	parallel.Missions[0].Calls = parallel.Missions[0].Calls[:2]
	same := alike(mission.Single)
	same.Missions[0].Calls = append(same.Missions[0].Calls, same.Missions[0].Calls[0])
	tests := []struct {
		name    string
		e       *mission.Entry
		written []string
		skipped cannotSay
	}{
		{"single", alike(mission.Single), []string{"multiple", "simple_python"}, ""},
		{"single of one tool", shortest(), []string{"simple_python"}, ""},
		{"parallel of two tools", parallel, []string{"parallel_multiple"}, ""},
		{"parallel of one tool", same, []string{"parallel", "parallel_multiple"}, ""},
		{"mixed", alike(mission.Multi), nil, callsDepend},
		{"clarify", alike(mission.Clarify), nil, notAnswered},
		{"chat", alike(mission.Chat), nil, noCalls},
		{"a list of mixed types", oneCall(`{"properties":{"n":{"type":"array","items":{"type":"string"}}}}`, `{"n":["a",1]}`), nil, bfclNotEqual},
		{"the schema of no type", oneCall(`{"properties":{"n":{}}}`, `{"n":1}`), nil, bfclNotEqual},
	}
	for _, test := range tests {
		to := exported(t, bfcl{}, ExportOptions{}, test.e)
		var written []string
		for category := range bfclPairs(t, to) {
			written = append(written, category)
		}
		slices.Sort(written)
		if !slices.Equal(written, test.written) || to.skipped[test.e.ID+"#1"] != string(test.skipped) {
			t.Errorf("%s: written as %v, skipped are %v", test.name, written, to.skipped)
		}
		checkExport(t, bfcl{}, to)
		bfcl{}.readBack(t, to, []*mission.Entry{test.e}, ExportOptions{})
	}
	for _, kind := range []mission.SourceKind{mission.FromReply, mission.FromShown, mission.FromEarlier} {
		e := alike(mission.Single)
		e.Missions[0].Calls[0].Sources[0].Kind = kind
		if to := exported(t, bfcl{}, ExportOptions{}, e); to.skipped[e.ID+"#1"] != string(fromElse) {
			t.Errorf("from %s: skipped are %v", kind, to.skipped)
		}
	}
	e := alike(mission.Single)
	e.Missions[0].Calls[0].Sources[2].Said = mission.FromReply
	if to := exported(t, bfcl{}, ExportOptions{}, e); to.skipped[e.ID+"#1"] != string(fromElse) {
		t.Errorf("a date that was said later: skipped are %v", to.skipped)
	}
}

// Who answers must know the time, and what was not said must not be in it.
func TestBFCLQuestion(t *testing.T) {
	p := bfclPairs(t, exported(t, bfcl{}, ExportOptions{}, sample()))["multiple"][0]
	turn := p.Question.Question[0]
	if len(turn) != 2 || turn[0].Role != "system" || !strings.Contains(turn[0].Content, "Monday, 2024-07-15 09:30:00") ||
		!reflect.DeepEqual(turn[1], bfclMessage{"user", sample().Missions[0].Request}) {
		t.Errorf("the question is %q", turn)
	}
	o := exportChoices()["no system prompt"]
	p = bfclPairs(t, exported(t, bfcl{}, o, sample()))["multiple"][0]
	if len(p.Question.Question[0]) != 1 {
		t.Errorf("there is a system prompt: %q", p.Question.Question)
	}
	o = ExportOptions{MaxTokens: 10, Count: func(s string) int { return len(s) }}
	if to := exported(t, bfcl{}, o, sample()); len(to.lines) > 0 || to.skipped["travel-0001#1"] != TooLong {
		t.Errorf("skipped are %v", to.skipped)
	}
}

// The rules are those that the leaderboard's own checker has for Python.
func TestBFCLAccepts(t *testing.T) {
	functions := []bfclFunction{{Name: "f", Parameters: raw(`{"type":"dict","properties":{
		"s":{"type":"string"},"i":{"type":"integer"},"x":{"type":"float"},"b":{"type":"boolean"},
		"l":{"type":"array","items":{"type":"string"}},"m":{"type":"array","items":{"type":"float"}},
		"d":{"type":"dict"},"e":{"type":"array","items":{"type":"dict"}}},"required":["s"]}`)}}
	truth := func(rest string) map[string]map[string][]jsonRaw {
		var a bfclAnswer
		mustUnmarshal(t, `{"ground_truth":[{"f":{"s":["New York, NY"]`+rest+`}}]}`, &a)
		return a.GroundTruth[0]
	}
	tests := []struct {
		truth, arguments string
		want             bool
	}{
		{``, `{"s":"new york ny"}`, true},
		{``, `{"s":"New-York_NY."}`, true},
		{``, `{"s":"York"}`, false},
		{``, `{"s":""}`, false},
		{``, `{}`, false},
		{``, `{"s":1}`, false},
		{``, `{"s":"New York, NY","i":1}`, false},
		{`,"q":[1,""]`, `{"s":"New York, NY","q":1}`, false}, // no such parameter
		{`,"i":[1]`, `{"s":"New York, NY"}`, false},
		{`,"i":[1,""]`, `{"s":"New York, NY"}`, true},
		{`,"i":[1,2]`, `{"s":"New York, NY","i":2}`, true},
		{`,"i":[1]`, `{"s":"New York, NY","i":1.0}`, false},
		{`,"i":[1]`, `{"s":"New York, NY","i":"1"}`, false},
		{`,"x":[20.0]`, `{"s":"New York, NY","x":20}`, true},
		{`,"x":[20.5]`, `{"s":"New York, NY","x":20.50}`, true},
		{`,"x":[20.5]`, `{"s":"New York, NY","x":20}`, false},
		{`,"b":[true]`, `{"s":"New York, NY","b":true}`, true},
		{`,"b":[true]`, `{"s":"New York, NY","b":false}`, false},
		{`,"b":[true]`, `{"s":"New York, NY","b":1}`, false},
		{`,"l":[["A b","c"]]`, `{"s":"New York, NY","l":["ab","C"]}`, true},
		{`,"l":[["a","b"]]`, `{"s":"New York, NY","l":["b","a"]}`, false},
		{`,"l":[["a"]]`, `{"s":"New York, NY","l":[1]}`, false},
		{`,"m":[[1,2.5]]`, `{"s":"New York, NY","m":[1,2.5]}`, true},
		{`,"m":[[2.5,1]]`, `{"s":"New York, NY","m":[2.5,1]}`, false}, // as the leaderboard does it
		{`,"d":[{"a":[1,2],"b":["X y",""]}]`, `{"s":"New York, NY","d":{"a":2,"b":"xy"}}`, true},
		{`,"d":[{"a":[1,2],"b":["X y",""]}]`, `{"s":"New York, NY","d":{"a":1}}`, true},
		{`,"d":[{"a":[1,2],"b":["X y",""]}]`, `{"s":"New York, NY","d":{"b":"xy"}}`, false},
		{`,"d":[{"a":[1]}]`, `{"s":"New York, NY","d":{"a":1,"c":1}}`, false},
		{`,"d":[{"a":[{"z":"Q"}]}]`, `{"s":"New York, NY","d":{"a":{"z":"Q"}}}`, true},
		{`,"d":[{"a":[{"z":"Q"}]}]`, `{"s":"New York, NY","d":{"a":{"z":"q"}}}`, false},
		{`,"e":[[{"a":[1]},{"a":[2]}]]`, `{"s":"New York, NY","e":[{"a":1},{"a":2}]}`, true},
		{`,"e":[[{"a":[1]},{"a":[2]}]]`, `{"s":"New York, NY","e":[{"a":1}]}`, false},
	}
	for _, test := range tests {
		if err := bfclAccepts(functions, truth(test.truth), "f", raw("%s", test.arguments)); (err == nil) != test.want {
			t.Errorf("%s with %s: %v", test.arguments, test.truth, err)
		}
	}
	if bfclAccepts(functions, truth(``), "g", raw(`{"s":"New York, NY"}`)) == nil {
		t.Error("another function is accepted")
	}
}

func TestBFCLReader(t *testing.T) {
	question := func(id string) string {
		return `{"id":"` + id + `","question":[[{"role":"user","content":"a"}]],"function":[]}` + "\n"
	}
	answer := func(id string) string { return `{"id":"` + id + `","ground_truth":[]}` + "\n" }
	tests := []struct{ questions, answers, want string }{
		{question("a") + question("b"), answer("a") + answer("b"), ""},
		{question("a") + question("b"), answer("b") + answer("a"), `answers:1: the answer is to "b"`},
		{question("a") + question("b"), answer("a"), "longer"},
		{question("a"), answer("a") + answer("b"), "longer"},
		{question("a"), "[]\n", "answers:1:"},
		{"[]\n", answer("a"), "questions:1:"},
	}
	for i, test := range tests {
		r := newBFCLReader(strings.NewReader(test.questions), strings.NewReader(test.answers), "questions", "answers")
		var err error
		for err == nil {
			_, err = r.Read()
		}
		if (test.want == "") != errors.Is(err, io.EOF) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d: %v, want %q", i, err, test.want)
		}
	}
}

// The formats of single missions with arguments tell in which one an entry is broken.
func TestBrokenMission(t *testing.T) {
	for _, x := range []Exporter{bfcl{}, taskBench{}} {
		e := alike(mission.Single)
		e.Missions[0].Calls[0].Arguments = nil
		var broken *EntryError
		if err := export(x, newMemory(), ExportOptions{}, e); !errors.As(err, &broken) || !strings.HasPrefix(broken.Err.Error(), "/missions/0") {
			t.Errorf("%s: %v", x.Name(), err)
		}
	}
}
