package corpus_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/proof"
	"switchyard/tools/catalog"
)

var update = flag.Bool("update", false, "rewrite the examples in the docs")

var exhaustive = flag.Bool("exhaustive", false, "make an entry for each switch path, not for some")

// generated makes an entry for each switch path, or for some without -exhaustive.
func generated(t testing.TB) []*mission.Entry {
	t.Helper()
	sets, err := catalog.All()
	if err != nil {
		t.Fatal(err)
	}
	c := gen.Config{Seed: 11, Toolsets: sets, Out: filepath.Join(t.TempDir(), "ds"), Version: "test", Distractors: 2, PerPath: 1}
	switch {
	case testing.Short():
		c.Limit = 60
	case !*exhaustive:
		c.Limit = 170
	}
	if _, err := gen.Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(c.Out, "entries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []*mission.Entry
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		e := new(mission.Entry)
		if err := json.Unmarshal(lines.Bytes(), e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestPairsHold puts both sides of every pair of a dataset back into its entry,
// by what the messages say alone.
func TestPairsHold(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	entries := generated(t)
	if want := 340; *exhaustive && len(entries) != want {
		t.Fatalf("there are %d entries, not %d", len(entries), want)
	}
	prover, pairer := proof.New(), corpus.NewPairer()
	for _, o := range []corpus.Options{{}, {Thoughts: true, Apart: true}} {
		count := make(map[corpus.Why]int)
		ids := make(map[string]bool)
		for k, e := range entries {
			if o.Apart && k%4 != 0 && !corrects(e) {
				continue
			}
			before := encoded(t, e)
			pairs, err := pairer.Pairs(e, o)
			if err != nil {
				t.Fatal(err)
			}
			if problems := prover.Entry(e); len(problems) > 0 {
				t.Fatalf("%s: the chosen sides fail: %v", e.ID, problems[0])
			}
			examples, err := corpus.Examples(e, o)
			if err != nil {
				t.Fatal(err)
			}
			for i := range pairs {
				p := &pairs[i]
				count[p.Why]++
				if ids[p.ID] {
					t.Errorf("%s comes twice", p.ID)
				}
				ids[p.ID] = true
				provePair(t, prover, p, &examples[0])
			}
			if !bytes.Equal(before, encoded(t, e)) {
				t.Fatalf("%s was changed", e.ID)
			}
		}
		t.Logf("%+v: %v", o, count)
		for _, why := range corpus.Whys() {
			// The built-in engine makes no plan that is refused.
			some := why != corpus.WhyRefused && !(o.Apart && why == corpus.WhyPath)
			if why == corpus.WhyCorrected {
				some = slices.ContainsFunc(entries, corrects)
			}
			if some != (count[why] > 0) {
				t.Errorf("%d pairs for %q", count[why], why)
			}
		}
	}
}

// corrects reports whether a mission corrects the one before it, as few do.
func corrects(e *mission.Entry) bool {
	return slices.ContainsFunc(e.Missions, func(m mission.Mission) bool { return m.Reference != nil && m.Reference.Way == mission.WayCorrection })
}

// checksOf lists the beginnings of the checks that the rejected sides of a kind
// fail.
var checksOf = map[corpus.Why][]string{
	corpus.WhyPath: {"dialogue.trajectory"}, corpus.WhyIdentifier: {"source."}, corpus.WhyCorrected: {"source."},
	corpus.WhyFormat: {"schema.arguments", "source."}, corpus.WhyInvented: {"source.missing"}, corpus.WhyUnneeded: {"graph.type"},
	corpus.WhyDropped: {"text.identifiers", "chat.restate"},
}

// provePair proves what is promised of a pair.
func provePair(t *testing.T, prover *proof.Prover, p *corpus.Pair, whole *corpus.Example) {
	t.Helper()
	said := slices.Concat(p.Context, p.Chosen)
	switch {
	case len(p.Chosen) == 0 || len(p.Rejected) == 0 || p.Chosen[0].Role != corpus.Assistant || p.Rejected[0].Role != corpus.Assistant:
		t.Errorf("%s: the sides do not begin with the assistant", p.ID)
		return
	case reflect.DeepEqual(p.Chosen[0], p.Rejected[0]):
		t.Errorf("%s: the sides begin alike", p.ID)
	case len(said) > len(whole.Messages) || !reflect.DeepEqual(quiet(said), quiet(whole.Messages[:len(said)])):
		t.Errorf("%s: the chosen side is not what the entry has", p.ID)
	case p.System != whole.System || p.Detail == "" || strings.HasSuffix(p.Detail, "."):
		t.Errorf("%s: system or detail is odd: %q", p.ID, p.Detail)
	}
	for _, m := range p.Context {
		if m.Train {
			t.Errorf("%s: the context carries loss", p.ID)
			break
		}
	}
	for _, m := range slices.Concat(p.Chosen, p.Rejected) {
		if m.Train != (m.Role == corpus.Assistant) {
			t.Errorf("%s: loss does not lie on the assistant", p.ID)
		}
	}
	if !slices.ContainsFunc(checksOf[p.Why], func(prefix string) bool { return strings.HasPrefix(p.Check, prefix) }) {
		t.Errorf("%s: %s is no check of this kind", p.ID, p.Check)
	}
	upTo := upToMission(p)
	if p.Why == corpus.WhyPath {
		provePath(t, p)
		return
	}
	if p.Why == corpus.WhyInvented {
		proveInvented(t, p)
	}
	putInto(t, upTo, p)
	problems := prover.Entry(upTo)
	if !slices.ContainsFunc(problems, func(q proof.Problem) bool { return string(q.Check) == p.Check && q.Mission == p.Mission }) {
		t.Errorf("%s: %s does not fail: %v", p.ID, p.Check, problems)
	}
	fits := !slices.ContainsFunc(problems, func(q proof.Problem) bool { return q.Check == proof.SchemaArguments })
	if wrong := p.Why == corpus.WhyFormat && p.Check == string(proof.SchemaArguments); p.Why != corpus.WhyRefused && fits == wrong {
		t.Errorf("%s: the arguments fit the schema: %v", p.ID, fits)
	}
}

// proveInvented looks for every value that a rejected call has and the true one has
// not: it stands nowhere in the chat before.
func proveInvented(t *testing.T, p *corpus.Pair) {
	t.Helper()
	var before strings.Builder
	for _, m := range p.Context {
		fmt.Fprintln(&before, m.Text)
		for _, c := range m.Calls {
			fmt.Fprintln(&before, string(c.Arguments))
		}
	}
	truth, invented := map[string]any{}, map[string]any{}
	if err := errors.Join(json.Unmarshal(p.Entry.Missions[p.Mission].Calls[0].Arguments, &truth), json.Unmarshal(p.Rejected[0].Calls[0].Arguments, &invented)); err != nil {
		t.Fatal(err)
	}
	some := false
	for name, value := range invented {
		if reflect.DeepEqual(value, truth[name]) {
			continue
		}
		some = true
		for _, leaf := range leaves(value) {
			word := regexp.MustCompile(`(?i)(^|[^\pL\pN])` + regexp.QuoteMeta(leaf) + `($|[^\pL\pN])`)
			if at := word.FindStringIndex(before.String()); at != nil {
				t.Errorf("%s: %s is %s, which stands in the chat: %q", p.ID, name, leaf, before.String()[max(0, at[0]-20):min(at[1]+20, before.Len())])
			}
		}
	}
	if !some {
		t.Errorf("%s: nothing is invented", p.ID)
	}
}

// leaves are the values within a value, as they are written in JSON without quotes.
func leaves(value any) (list []string) {
	switch v := value.(type) {
	case map[string]any:
		for _, one := range v {
			list = append(list, leaves(one)...)
		}
	case []any:
		for _, one := range v {
			list = append(list, leaves(one)...)
		}
	default:
		text, _ := json.Marshal(v)
		list = append(list, strings.Trim(string(text), `"`))
	}
	return list
}

// provePath follows the calls of both sides through the dependency graph.
func provePath(t *testing.T, p *corpus.Pair) {
	t.Helper()
	deps := make([][]int, len(p.Entry.Missions[p.Mission].Calls))
	for i, c := range p.Entry.Missions[p.Mission].Calls {
		deps[i] = c.Dependencies
	}
	graph, err := mission.NewGraph(deps)
	if err != nil {
		t.Fatal(err)
	}
	steps := func(messages ...corpus.Message) (path [][]int) {
		for _, m := range messages {
			if m.Mission == p.Mission && len(m.Calls) > 0 {
				path = append(path, callsOf(m))
			}
		}
		return path
	}
	before := steps(p.Context...)
	chosen, rejected := append(slices.Clone(before), steps(p.Chosen...)...), append(slices.Clone(before), steps(p.Rejected...)...)
	if !graph.IsOptimal(chosen) || graph.IsOptimal(rejected) || graph.IsPath(rejected) != nil {
		t.Errorf("%s: %v and %v are not optimal and suboptimal", p.ID, chosen, rejected)
	}
	// A format with room for one message takes the first: it has to be enough.
	for _, side := range []struct {
		first   corpus.Message
		optimal bool
	}{{p.Chosen[0], true}, {p.Rejected[0], false}} {
		m := mission.NewMatcher(graph, make([]string, graph.Len()))
		for _, step := range before {
			if !m.NextCalls(step) {
				t.Errorf("%s: %v leads nowhere", p.ID, step)
			}
		}
		if !m.Optimal() || !m.NextCalls(callsOf(side.first)) || m.Optimal() != side.optimal {
			t.Errorf("%s: behind %v, %v is on an optimal path: %v", p.ID, before, callsOf(side.first), !side.optimal)
		}
	}
	for path := range graph.Paths() {
		if len(path) > graph.Depth() {
			break
		}
		if k := len(before); reflect.DeepEqual([][]int(path[:k]), append([][]int{}, before...)) && slices.Equal(path[k], rejected[k]) {
			t.Errorf("%s: %v is the beginning of an optimal path", p.ID, rejected[:k+1])
		}
	}
}

// callsOf reads which calls a message makes out of their ids.
func callsOf(m corpus.Message) []int {
	var calls []int
	for _, c := range m.Calls {
		n, _ := strconv.Atoi(c.ID[strings.LastIndexByte(c.ID, '_')+1:])
		calls = append(calls, n-1)
	}
	return calls
}

// putInto makes the last mission of an entry say what is rejected.
func putInto(t *testing.T, e *mission.Entry, p *corpus.Pair) {
	t.Helper()
	m, said := &e.Missions[p.Mission], p.Rejected[0]
	switch {
	case said.Text != "":
		m.Reply = said.Text
		m.Dialogue[len(m.Dialogue)-1].Text = said.Text
	case p.Why == corpus.WhyUnneeded:
		m.Calls = []mission.Call{{Tool: said.Calls[0].Name, Arguments: said.Calls[0].Arguments, Observation: json.RawMessage("{}"), Status: 200}}
	case p.Why == corpus.WhyInvented:
		for _, name := range m.Questions[0].Missing {
			m.Calls[0].Sources = slices.DeleteFunc(m.Calls[0].Sources, func(s mission.Source) bool { return strings.HasPrefix(s.Pointer+"/", "/"+name+"/") })
		}
		m.Type, m.Questions, m.Calls[0].Arguments = mission.Single, nil, said.Calls[0].Arguments
	default:
		for i, c := range callsOf(said) {
			if m.Calls[c].Tool != said.Calls[i].Name {
				t.Errorf("%s: call %d is of %s", p.ID, c, m.Calls[c].Tool)
			}
			m.Calls[c].Arguments = said.Calls[i].Arguments
		}
	}
}

// upToMission copies the entry of a pair up to its mission, of which dialogue,
// calls and sources may be changed.
func upToMission(p *corpus.Pair) *mission.Entry {
	e := *p.Entry
	e.Missions, e.SwitchPath = slices.Clone(e.Missions[:p.Mission+1]), e.SwitchPath[:p.Mission+1]
	m := &e.Missions[p.Mission]
	m.Dialogue, m.Calls = slices.Clone(m.Dialogue), slices.Clone(m.Calls)
	for i := range m.Calls {
		m.Calls[i].Sources = slices.Clone(m.Calls[i].Sources)
	}
	return &e
}

func encoded(t *testing.T, e *mission.Entry) []byte {
	t.Helper()
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// quiet takes the marks of loss off messages.
func quiet(list []corpus.Message) []corpus.Message {
	list = slices.Clone(list)
	for i := range list {
		list[i].Train = false
	}
	return list
}

func TestPairsAreStable(t *testing.T) {
	e := evening(t)
	first, err := corpus.NewPairer().Pairs(e, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		again, err := corpus.NewPairer().Pairs(evening(t), corpus.Options{Unit: corpus.PerMission, Loss: corpus.LossLast})
		for i := range again {
			again[i].Entry = first[i].Entry
		}
		if err != nil || !reflect.DeepEqual(first, again) {
			t.Fatalf("the pairs differ: %v", err)
		}
	}
}

func TestPairerIsShared(t *testing.T) {
	e, pairer := evening(t), corpus.NewPairer()
	want, err := pairer.Pairs(e, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got, err := pairer.Pairs(e, corpus.Options{}); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("the pairs differ: %v", err)
			}
		})
	}
	all.Wait()
}

func TestPairsOfUnprovenEntries(t *testing.T) {
	e := evening(t)
	e.Missions[0].Reply = "All done."
	var unproven *corpus.UnprovenError
	if _, err := corpus.NewPairer().Pairs(e, corpus.Options{}); !errors.As(err, &unproven) || unproven.Entry != e.ID {
		t.Errorf("the error is %v", err)
	}
}

// TestKinds holds one entry with something for every kind against what is to
// come out.
func TestKinds(t *testing.T) {
	e := evening(t)
	pairs, err := corpus.NewPairer().Pairs(e, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]*corpus.Pair)
	var order []string
	for i := range pairs {
		p := &pairs[i]
		got[strings.TrimPrefix(p.ID, e.ID)] = p
		order = append(order, strings.TrimPrefix(p.ID, e.ID))
	}
	if want := "#1.format #1.dropped #2.corrected #2.format #2.dropped #3.path #3.identifier #3.dropped #4.unneeded"; strings.Join(order, " ") != want {
		t.Errorf("got %s", strings.Join(order, " "))
	}
	for id, want := range map[string]struct{ check, detail, chosen, rejected string }{
		"#1.format": {"schema.arguments", `genre is the text "comedies" where the tool takes "comedy"`,
			`call_1_1 search_movies{"genre":"comedy","date":"2026-07-18"}`, `call_1_1 search_movies{"genre":"comedies","date":"2026-07-18"}`},
		"#1.dropped": {"text.identifiers", "the reply leaves out the identifier MV-101 of the movie",
			"There is movie **MV-101** for €9.", "There is the movie for €9."},
		"#2.corrected": {"source.query", "genre is comedy, which the user has just corrected",
			`call_2_1 search_movies{"genre":"thriller","date":"2026-07-18"}`, `call_2_1 search_movies{"genre":"comedy","date":"2026-07-18"}`},
		"#2.dropped": {"text.identifiers", "the reply leaves out the identifier MV-203 of the movie",
			"There are three:\n\n1. **MV-201**: €9\n2. **MV-202**: €8\n3. **MV-203**: €12",
			"There are three:\n\n1. **MV-201**: €9\n2. **MV-202**: €8"},
		"#3.path": {"dialogue.trajectory", "calls that can be made at once are made one after the other: 2 steps, where 1 would do",
			`call_3_1 get_movie{"movie_id":"MV-202"} call_3_2 get_movie{"movie_id":"MV-203"} | call_3_1: {"movie_id":"MV-202","director":"Ana Freire"} | call_3_2: {"movie_id":"MV-203","director":"Tom Hale"}`,
			`call_3_1 get_movie{"movie_id":"MV-202"} | call_3_1: {"movie_id":"MV-202","director":"Ana Freire"} | call_3_2 get_movie{"movie_id":"MV-203"} | call_3_2: {"movie_id":"MV-203","director":"Tom Hale"}`},
		"#3.identifier": {"source.shown", "the identifier MV-201 of another listed movie",
			`call_3_1 get_movie{"movie_id":"MV-202"} call_3_2 get_movie{"movie_id":"MV-203"}`,
			`call_3_1 get_movie{"movie_id":"MV-201"} call_3_2 get_movie{"movie_id":"MV-203"}`},
		"#4.unneeded": {"graph.type", "search_movies is called for what can be answered without a tool",
			"**MV-202** is the cheaper one.", `call_4_1 search_movies{"genre":"thriller","date":"2026-07-18"}`},
	} {
		t.Run(id, func(t *testing.T) {
			p := got[id]
			if p == nil {
				t.Fatal("there is no such pair")
			}
			if p.Check != want.check || p.Detail != want.detail {
				t.Errorf("it fails %s: %q", p.Check, p.Detail)
			}
			if s := line(p.Chosen); s != want.chosen {
				t.Errorf("chosen is  %s", s)
			}
			if s := line(p.Rejected); s != want.rejected {
				t.Errorf("rejected is %s", s)
			}
		})
	}
}

// line tells messages without their roles.
func line(list []corpus.Message) string {
	var parts []string
	for _, m := range list {
		var b bytes.Buffer
		if m.Thought != "" {
			fmt.Fprintf(&b, "(%s) ", m.Thought)
		}
		if m.CallID != "" {
			b.WriteString(m.CallID + ": ")
		}
		b.WriteString(m.Text)
		for _, c := range m.Calls {
			fmt.Fprintf(&b, "%s %s%s ", c.ID, c.Name, c.Arguments)
		}
		parts = append(parts, strings.TrimSpace(b.String()))
	}
	return strings.Join(parts, " | ")
}

func TestInvented(t *testing.T) {
	pairs, err := corpus.NewPairer().Pairs(asking(t, "Please book movie MV-202 for us."), corpus.Options{Thoughts: true})
	if err != nil {
		t.Fatal(err)
	}
	p := of(pairs, corpus.WhyInvented)
	if p == nil || p.Check != "source.missing" || p.Detail != "nobody said that seats is 3" || line(p.Chosen) != "(Something is missing.) How many seats would you like?" {
		t.Fatalf("got %+v", p)
	}
	// Only 3 and 4 fit the schema, 4 is the truth, and the row came with the answer.
	if got := line(p.Rejected); got != `(What is needed is known.) call_1_1 book_seats{"movie_id":"MV-202","seats":3}` {
		t.Errorf("rejected is %s", got)
	}
	if pairs, err = corpus.NewPairer().Pairs(asking(t, "Please book movie MV-202 for my 3 sisters."), corpus.Options{}); err != nil || of(pairs, corpus.WhyInvented) != nil {
		t.Errorf("what was said counts as invented: %v", err)
	}
}

func of(pairs []corpus.Pair, why corpus.Why) *corpus.Pair {
	for i := range pairs {
		if pairs[i].Why == why {
			return &pairs[i]
		}
	}
	return nil
}

func TestRefused(t *testing.T) {
	get, search := act("get_movie", `{"movie_id":"MV-101"}`, "Use it."), act("search_movies", `{"date":"2026-07-18","genre":"thriller"}`, "Use it.")
	book := act("book_seats", `{"movie_id":"MV-202","seats":3}`, "Use it.")
	for _, c := range []struct {
		name, check, rejected string
		o                     corpus.Options
		actions               []mission.Action
	}{
		{"a wrong value", "source.query", `call_1_1 get_movie{"movie_id":"MV-999"} call_1_2 search_movies{"date":"2026-07-18","genre":"thriller"}`,
			corpus.Options{}, []mission.Action{act("get_movie", `{"movie_id": "MV-999"}`, "Use it."), search}},
		{"with its thought", "schema.arguments", `(Hm.) call_1_1 get_movie{"movie_id":7} call_1_2 search_movies{"date":"2026-07-18","genre":"thriller"}`,
			corpus.Options{Thoughts: true}, []mission.Action{act("get_movie", `{"movie_id": 7}`, "Use it."), search}},
		{"an unknown tool", "dialogue.plan", `call_1_1 find_films{}`, corpus.Options{}, []mission.Action{act("find_films", `{}`, "Use it.")}},
		{"what waits for another", "dialogue.trajectory", `call_1_2 search_movies{"date":"2026-07-18","genre":"thriller"} call_1_3 book_seats{"movie_id":"MV-202","seats":3}`,
			corpus.Options{}, []mission.Action{search, book}},
		{"a longer path", "dialogue.trajectory", `call_1_1 get_movie{"movie_id":"MV-101"}`, corpus.Options{}, []mission.Action{get}},
		{"no longer path apart", "", "", corpus.Options{Apart: true}, []mission.Action{get}},
		{"another optimal path", "", "", corpus.Options{}, []mission.Action{search}},
		{"the same calls", "", "", corpus.Options{Thoughts: true}, []mission.Action{get, search}},
		{"a question", "", "", corpus.Options{}, []mission.Action{act(mission.AskTool, `{"tool_name":"get_movie","missing_required_parameters":["movie_id"]}`, "Ask.")}},
		{"no object", "", "", corpus.Options{}, []mission.Action{act("get_movie", `"MV-101"`, "Use it.")}},
		{"nothing", "", "", corpus.Options{}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			pairs, err := corpus.NewPairer().Pairs(sentBack(t, "Hm.", c.actions...), c.o)
			if err != nil {
				t.Fatal(err)
			}
			p := of(pairs, corpus.WhyRefused)
			switch {
			case c.check == "" && p == nil:
			case p == nil || c.check == "":
				t.Errorf("got %+v", p)
			case p.Check != c.check || p.Detail != "That is not right" || line(p.Rejected) != c.rejected || len(p.Chosen) != 1 || len(p.Context) != 1:
				t.Errorf("it fails %s: %q with %s", p.Check, p.Detail, line(p.Rejected))
			}
		})
	}
}

// A refused plan may be the same as what another kind makes up: it comes once.
func TestNoPairTwice(t *testing.T) {
	get, search := act("get_movie", `{"movie_id":"MV-101"}`, "Use it."), act("search_movies", `{"genre":"thriller","date":"2026-07-18"}`, "Use it.")
	plain, err := corpus.NewPairer().Pairs(sentBack(t, "Hm.", get), corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	format := of(plain, corpus.WhyFormat)
	if format == nil || len(format.Rejected[0].Calls) != 2 {
		t.Fatalf("got %+v", format)
	}
	get.Arguments, search.Arguments = format.Rejected[0].Calls[0].Arguments, format.Rejected[0].Calls[1].Arguments
	pairs, err := corpus.NewPairer().Pairs(sentBack(t, "Hm.", get, search), corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if of(pairs, corpus.WhyRefused) == nil || of(pairs, corpus.WhyFormat) != nil {
		t.Error("the same pair comes twice")
	}
}

// TestDocs holds the examples in docs/formats/pairs.md against what comes out
// of the entries of these tests; -update rewrites them.
func TestDocs(t *testing.T) {
	get, search := act("get_movie", `{"movie_id":"the first one"}`, "Use it."), act("search_movies", `{"date":"2026-07-18","genre":"thriller"}`, "Use it.")
	var all []corpus.Pair
	for _, e := range []*mission.Entry{sentBack(t, "Hm.", get, search), evening(t), asking(t, "Please book movie MV-202 for us.")} {
		pairs, err := corpus.NewPairer().Pairs(e, corpus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, pairs...)
	}
	var b strings.Builder
	for _, why := range corpus.Whys() {
		p := of(all, why)
		if p == nil {
			t.Fatalf("there is no pair for %q", why)
		}
		fmt.Fprintf(&b, "%s  %s: %s\n", why, p.Check, p.Detail)
		for i, side := range [][]corpus.Message{p.Chosen, p.Rejected} {
			for _, m := range side {
				fmt.Fprintf(&b, "  %c %-9s %s\n", "+-"[i], m.Role, strings.ReplaceAll(line([]corpus.Message{m}), "\n", "\n              "))
			}
		}
	}
	const path, begin, end = "../../docs/formats/pairs.md", "<!-- examples -->\n```text\n", "```\n<!-- end -->"
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(doc), begin)
	old, tail, ok2 := strings.Cut(rest, end)
	switch {
	case !ok || !ok2:
		t.Fatalf("%s has no place for examples", path)
	case old == b.String():
	case *update:
		if err := os.WriteFile(path, []byte(head+begin+b.String()+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the examples in %s are not those of the code: run the test with -update\n%s", path, b.String())
	}
}

// BenchmarkPairs tells how many entries a second one goroutine has pairs for,
// beside what encoding/json needs to write the same entries.
func BenchmarkPairs(b *testing.B) {
	entries := generated(b)
	pairer := corpus.NewPairer()
	b.Run("pairs", func(b *testing.B) {
		for i := range b.N {
			if _, err := pairer.Pairs(entries[i%len(entries)], corpus.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) {
		for i := range b.N {
			if _, err := json.Marshal(entries[i%len(entries)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}
