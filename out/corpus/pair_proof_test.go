package corpus_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/proof"
)

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
