package out

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// heldByMMTB is the entry without what the benchmark has no place for.
func heldByMMTB(t failer, e *mission.Entry) *mission.Entry {
	t.Helper()
	line, err := Native().Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	held := new(mission.Entry)
	if err := json.Unmarshal(line, held); err != nil {
		t.Fatal(err)
	}
	held.Persona = mission.Persona{}
	held.Toolset.Name, held.Toolset.Domain, held.Toolset.Entities = "", "", nil
	for i := range held.Toolset.Tools {
		tool := &held.Toolset.Tools[i]
		*tool = mission.Tool{Name: tool.Name, Description: tool.Description, Parameters: tool.Parameters}
	}
	for i := range held.Missions {
		m := &held.Missions[i]
		m.Reference, m.Chat = nil, nil
		for j := range m.Calls {
			m.Calls[j].Purpose, m.Calls[j].Sources, m.Calls[j].Status = "", []mission.Source{}, 200
		}
		m.Dialogue = heldDialogue(m.Dialogue)
	}
	return held
}

// heldDialogue leaves out the checker, what it refused, and what plans say in
// words.
func heldDialogue(turns []mission.Turn) []mission.Turn {
	var held []mission.Turn
	for _, turn := range turns {
		switch {
		case turn.Role == mission.RoleChecker && !*turn.Accepted:
			held = held[:len(held)-1]
			continue
		case turn.Role == mission.RoleChecker:
			continue
		case turn.Plan != nil:
			turn.Plan.Thought, turn.Plan.Plan = "", ""
			for k := range turn.Plan.ActionList {
				turn.Plan.ActionList[k].Purpose = ""
			}
		}
		held = append(held, turn)
	}
	return held
}

// readMMTB is what the MMTB line of an entry says.
func readMMTB(t failer, e *mission.Entry) *mission.Entry {
	t.Helper()
	line, err := MMTB().Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	read, err := DecodeMMTB(line)
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Entry()
	if err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	normal, err := NormalMMTB(line)
	if err != nil || !bytes.Equal(normal, line) {
		t.Fatalf("our own line changes (%v):\n%s\n%s", err, line, normal)
	}
	return got
}

func TestMMTBEntryOfSample(t *testing.T) {
	e := sample()
	got, want := readMMTB(t, e), heldByMMTB(t, e)
	for i := range want.Missions {
		// The paths of the sample are written by hand, in another order.
		got.Missions[i].Paths, want.Missions[i].Paths = nil, nil
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-native +MMTB):\n%s", diff)
	}
}

// drawEntry makes an entry with any graph, any questions and texts that look
// like other things.
func drawEntry(t *rapid.T) *mission.Entry {
	text := func(label string) string {
		return rapid.SampledFrom([]string{"User: a", "AI: b", "=====", "c\nd", "\"e\" 用户", "{}", "f"}).Draw(t, label)
	}
	e := &mission.Entry{Format: mission.FormatEntry, ID: "drawn", Toolset: sampleTools(),
		Environment: mission.Environment{Now: "2024-07-15 09:30:00", Weekday: "Monday", Locale: "en"}}
	request := "Do it"
	if rapid.Bool().Draw(t, "Chinese") {
		request, e.Environment.Locale = "查天气", "zh"
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "missions") {
		m := mission.Mission{Request: fmt.Sprintf("%s %d", request, i), Reply: text("reply"), Calls: []mission.Call{}}
		if i > 0 {
			m.Relation = rapid.SampledFrom(mission.Relations()).Draw(t, "relation")
		}
		m.Dialogue = []mission.Turn{user(m.Request)}
		drawCalls(t, &m, e.Toolset.Tools, text)
		e.SwitchPath = append(e.SwitchPath, m.Type)
		e.Missions = append(e.Missions, m)
	}
	return e
}

func drawCalls(t *rapid.T, m *mission.Mission, tools []mission.Tool, text func(string) string) {
	n := rapid.IntRange(0, 5).Draw(t, "calls")
	deps := make([][]int, n)
	for i := range n {
		deps[i] = []int{}
		for j := range i {
			if rapid.Bool().Draw(t, "waits") {
				deps[i] = append(deps[i], j)
			}
		}
		m.Calls = append(m.Calls, mission.Call{Tool: rapid.SampledFrom(tools).Draw(t, "tool").Name, Purpose: "why",
			Arguments: raw(`{"a":%s,"n":%d}`, quoted(text("argument")), i), Status: 404, Sources: []mission.Source{},
			Observation: raw("%s", rapid.SampledFrom([]string{`null`, `"said"`, `{"b":[1.50]}`}).Draw(t, "observation")), Dependencies: deps[i]})
	}
	asked := 0
	if n > 0 {
		asked = rapid.IntRange(0, 2).Draw(t, "questions")
	}
	for i := range asked {
		q := mission.Question{Tool: m.Calls[n-1].Tool, Missing: []string{"a", "n"}[i:], Text: text("question"), Reply: text("answer"), Complete: i == asked-1}
		arguments := raw(`{"tool_name":%q,"missing_required_parameters":%s}`, q.Tool, must(json.Marshal(q.Missing)))
		m.Questions = append(m.Questions, q)
		m.Dialogue = append(m.Dialogue, planned("no", "ask", act(mission.AskTool, arguments)), judged(true), ai(q.Text), user(q.Reply))
	}
	kind := "chat"
	m.Type = mission.Chat
	if n > 0 {
		kind = "tool"
		graph, err := mission.NewGraph(deps)
		if err != nil {
			t.Fatal(err)
		}
		m.Paths = graph.Info(mission.DefaultPathLimit)
		switch {
		case asked > 0:
			m.Type = mission.Clarify
		case n == 1:
			m.Type = mission.Single
		default:
			m.Type, m.Pattern = mission.Multi, graph.Pattern()
		}
		for _, level := range graph.Levels() {
			var actions []mission.Action
			for _, c := range level {
				actions = append(actions, act(m.Calls[c].Tool, m.Calls[c].Arguments))
			}
			m.Dialogue = append(m.Dialogue, planned("no", "call", actions...), judged(true), answered(level...))
		}
	}
	m.Dialogue = append(m.Dialogue, planned("no", "wrong"), judged(false, "no"), planned("yes", "answer", answer(kind)), judged(true), ai(m.Reply))
}

func must(doc []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return doc
}

func TestMMTBEntryRoundTrip(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	rapid.Check(t, func(t *rapid.T) {
		e := drawEntry(t)
		if diff := cmp.Diff(heldByMMTB(t, e), readMMTB(t, e)); diff != "" {
			t.Fatalf("(-native +MMTB):\n%s", diff)
		}
	})
}

// A line of others with everything that may be different.
const oddMMTB = `{"id":"o","layer":[3],"task":["查天气"],"answer_list":[[` +
	`{"idx":0,"action":{"name":"w","arguments":"{\"city\": \"北京\"}"},"observation":"晴","dependency_list":[]},` +
	`{"idx":1,"action":{"name":"ask_user_for_required_parameters","arguments":{"tool_name":"v","missing_required_parameters":["day"]}},"observation":null,"dependency_list":[0]},` +
	`{"idx":2,"action":{"name":"v","arguments":{"day":"1"},"note":"kept"},"dependency_list":[1]},` +
	`{"idx":3,"action":{"name":"w","arguments":null},"observation":{"x":1},"dependency_list":[]}]],` +
	`"messages":[{"role":"user","content":"用户：你好"},{"role":"assistant","content":"AI：好"},{"role":"user","content":"用户：请查天气。"},` +
	`{"role":"assistant","content":"哪天？"},{"role":"user","content":"用户：一号"},{"role":"assistant","content":"晴"}],` +
	`"tools":[{"name":"w","parameters":null},{"type":"function","function":{"name":"v","description":"d","parameters":{"type":"object","properties":{}}}}],` +
	`"env_info":"2024-07-15 09:30 星期天","task_ids":[2],"turn_type":["假"]}`

func TestMMTBEntryOfOthers(t *testing.T) {
	line, err := DecodeMMTB([]byte(oddMMTB))
	if err != nil {
		t.Fatal(err)
	}
	e, err := line.Entry()
	if err != nil {
		t.Fatal(err)
	}
	if want := (mission.Environment{Now: "2024-07-15 09:30:00", Weekday: "Sunday", Locale: "zh"}); e.Environment != want {
		t.Errorf("%+v", e.Environment)
	}
	m := e.Missions[0]
	if m.Type != mission.Clarify || m.Pattern != "" || m.Reply != "晴" || m.Request != "查天气" {
		t.Errorf("%+v", m)
	}
	if want := []mission.Question{{Tool: "v", Missing: []string{"day"}, Text: "哪天？", Reply: "一号", Complete: true}}; !cmp.Equal(m.Questions, want) {
		t.Errorf("%+v", m.Questions)
	}
	// Call 1 waits for the question, which waits for call 0.
	if got := [][]int{m.Calls[0].Dependencies, m.Calls[1].Dependencies, m.Calls[2].Dependencies}; !cmp.Equal(got, [][]int{{}, {0}, {}}) {
		t.Error(got)
	}
	if string(m.Calls[0].Arguments) != `{"city":"北京"}` || string(m.Calls[2].Arguments) != "{}" || string(m.Calls[1].Observation) != "null" || m.Paths.Total != "5" {
		t.Errorf("%+v %s", m.Calls, m.Paths.Total)
	}
	chat, err := corpus.Examples(e, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, s := range chat[0].Messages {
		text := string(s.Role) + " " + s.Text
		for _, c := range s.Calls {
			text += c.Name + " "
		}
		said = append(said, strings.TrimSpace(text))
	}
	want := []string{"user 你好", "assistant AI：好", "user 请查天气。", "assistant w w", `tool "晴"`, `tool {"x":1}`, "assistant 哪天？", "user 一号",
		"assistant v", "tool null", "assistant 晴"}
	if !cmp.Equal(said, want) {
		t.Errorf("%q", said)
	}
}

func TestNormalMMTB(t *testing.T) {
	got, err := NormalMMTB([]byte(oddMMTB))
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(got, &doc); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"layer": "[3]", "env_info": `["2024-07-15 09:30 星期天"]`, "task_ids": "[2]", "type": `["反"]`, "turn_type": "[false]", "turn_subtypes": "[null]",
		"tools":        `[{"type":"function","function":{"name":"w","parameters":{"type":"object","properties":{}}}},{"type":"function","function":{"name":"v","description":"d","parameters":{"type":"object","properties":{}}}}]`,
		"english_task": `["查天气"]`, "english_answer_list": string(doc["answer_list"]), "english_messages": string(doc["messages"]), "english_tools": string(doc["tools"])} {
		if string(doc[key]) != want {
			t.Errorf("%s: %s, want %s", key, doc[key], want)
		}
	}
	for _, want := range []string{`"arguments":{"city":"北京"}`, `"note":"kept"`, `"arguments":{}`} {
		if !strings.Contains(string(doc["answer_list"]), want) {
			t.Errorf("%s is not there: %s", want, doc["answer_list"])
		}
	}
	if again, err := NormalMMTB(got); err != nil || !bytes.Equal(again, got) {
		t.Errorf("the second time it changes again: %v\n%s", err, again)
	}
	english := strings.NewReplacer(`"task"`, `"english_task"`, `"answer_list"`, `"english_answer_list"`, `"messages"`, `"english_messages"`, `"tools"`, `"english_tools"`).Replace(oddMMTB)
	if got, err = NormalMMTB([]byte(english)); err != nil {
		t.Fatal(err)
	}
	other := map[string]json.RawMessage{}
	mustUnmarshal(t, string(got), &other)
	if !cmp.Equal(other, doc) {
		t.Errorf("of English keys other lines are made: %s", cmp.Diff(doc, other))
	}
	_, err = NormalMMTB([]byte(strings.Replace(oddMMTB, `"{\"city\": \"北京\"}"`, `"city"`, 1)))
	if err == nil || !strings.HasPrefix(err.Error(), "/answer_list/0/0/action/arguments: ") {
		t.Error(err)
	}
}

func TestMMTBEntryErrors(t *testing.T) {
	line := bytes.TrimSpace(written(t, MMTB(), sample()))
	const answers = "english_answer_list"
	many := strings.Repeat(`{"action":{"name":"get_flight"},"dependency_list":[]},`, 24)
	tests := []struct {
		value string
		path  []any
		want  string
	}{
		{`""`, []any{"id"}, "/id: must not be empty"},
		{`[]`, []any{"english_task"}, "/english_task: there is no mission"},
		{`["a"]`, []any{"english_task"}, "/english_answer_list: has 4 items for 1 missions"},
		{`["单"]`, []any{"type"}, "/type: has 1 items for 4 missions"},
		{`"双"`, []any{"type", 1}, "/type/1: must be one of"},
		{`"x"`, []any{"turn_subtypes", 1}, "/turn_subtypes/1: must be null or one of"},
		{`"指代理解"`, []any{"turn_subtypes", 0}, "/turn_subtypes/0: must be null: no mission comes before the first"},
		{`""`, []any{"english_task", 2}, "/english_task/2: must not be empty"},
		{`["a","b","c","d"]`, []any{"env_info"}, "/env_info: has no time such as"},
		{`"now 星期一"`, []any{"env_info", 0}, "/env_info/0: must begin with a time"},
		{`"2024-07-16 09:30:00 星期二"`, []any{"env_info", 3}, "/env_info/3: is on another day"},
		{`1`, []any{"task_ids", 2}, "/task_ids/2: must be the index of a user message"},
		{`99`, []any{"task_ids", 2}, "/task_ids/2: must be the index"},
		{`2`, []any{"english_tools", 0}, `/english_tools/0: must be {"type":"function"`},
		{`{"type":"function"}`, []any{"english_tools", 0}, "/english_tools/0: the tool has no name"},
		{`"get_flight"`, []any{"english_tools", 0, "function", "name"}, "/english_tools/1: another tool is called get_flight"},
		{`[]`, []any{"english_tools", 0, "function", "parameters"}, "/english_tools/0: its parameters are not the schema"},
		{`"prepare_to_answer"`, []any{"english_tools", 0, "function", "name"}, "/english_tools/0: prepare_to_answer is an internal tool"},
		{`"fly"`, []any{answers, 0, 0, "action", "name"}, `/english_answer_list/0/0/action/name: no tool is called "fly"`},
		{`"prepare_to_answer"`, []any{answers, 0, 0, "action", "name"}, "/english_answer_list/0/0/action/name: prepare_to_answer must be the last step"},
		{`"x"`, []any{answers, 0, 0, "action", "arguments"}, "/english_answer_list/0/0/action/arguments: must be an object"},
		{`[3]`, []any{answers, 1, 2, "dependency_list"}, "/english_answer_list/1/2/dependency_list/0: must be the number of an earlier step"},
		{`[-1]`, []any{answers, 1, 2, "dependency_list"}, "/english_answer_list/1/2/dependency_list/0: must be the number of an earlier step"},
		{`{}`, []any{answers, 2, 0, "action", "arguments"}, "/english_answer_list/2/0/action/arguments: must name the tool"},
		{`[` + many + `{"action":{"name":"get_flight"}}]`, []any{answers, 0}, "/english_answer_list/0: has 25 calls"},
		{`[{"idx":0,"action":{"name":"prepare_to_answer"},"observation":"x"}]`, []any{answers, 2}, "/english_answer_list/2: the user replies more often than the mission asks"},
	}
	for _, test := range tests {
		read, err := DecodeMMTB(edit(t, line, test.value, test.path...))
		if err != nil {
			t.Errorf("%s at %v: %v", test.value, test.path, err)
			continue
		}
		if _, err := read.Entry(); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	silent := edit(t, edit(t, edit(t, line, `[]`, "english_messages"), `null`, "english_messages"), `null`, answers, 0, 1, "observation")
	read, err := DecodeMMTB(silent)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read.Entry(); err == nil || !strings.HasPrefix(err.Error(), "/english_answer_list/0/1/observation: must be what the assistant says") {
		t.Error(err)
	}
}

// FuzzMMTBEntry reads entries out of anything. What comes out can be written by
// every exporter that takes it.
func FuzzMMTBEntry(f *testing.F) {
	for _, line := range [][]byte{written(f, MMTB(), sample()), []byte(foreignMMTB), []byte(oddMMTB)} {
		f.Add(bytes.TrimSpace(line))
	}
	f.Add([]byte(strings.NewReplacer("[0]", "[0,0]", `"chat"`, `"tool"`, "单", "多").Replace(foreignMMTB)))
	f.Fuzz(func(t *testing.T, line []byte) {
		read, err := DecodeMMTB(line)
		if err != nil {
			return
		}
		normal, err := NormalMMTB(line)
		if err == nil {
			if _, err := DecodeMMTB(normal); err != nil {
				t.Fatalf("the normal form cannot be read: %v\n%s", err, normal)
			}
		}
		e, err := read.Entry()
		if err != nil {
			return
		}
		if _, err := corpus.Examples(e, corpus.Options{}); err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		for _, x := range Exporters() {
			if x.Lacks() != "" {
				continue
			}
			if err := export(x, newMemory(), ExportOptions{}, e); err != nil {
				t.Fatalf("%s: %v\n%s", x.Name(), err, line)
			}
		}
	})
}
