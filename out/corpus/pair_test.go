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
	"slices"
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
				some = slices.ContainsFunc(entries, corrects) && count[why] > 0 // a new wording may leave no value behind
			}
			if some != (count[why] > 0) {
				t.Errorf("%d pairs for %q", count[why], why)
			}
		}
	}
}

// corrects reports whether a mission corrects the one before it, as few do.
func corrects(e *mission.Entry) bool {
	return slices.ContainsFunc(e.Missions, func(m mission.Mission) bool {
		return m.Reference != nil && (m.Reference.Way == mission.WayCorrection || m.Reference.Way == mission.WayRewording)
	})
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
