package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/schemas"
)

func TestMMTBGolden(t *testing.T) {
	var doc bytes.Buffer
	if err := json.Indent(&doc, bytes.TrimSpace(written(t, MMTB(), sample())), "", " "); err != nil {
		t.Fatal(err)
	}
	doc.WriteByte('\n')
	golden(t, "testdata/mmtb.json", doc.Bytes())
}

// steps gives the names and dependencies of a mission's steps.
func stepsOf(t *testing.T, e *mission.Entry, index int) string {
	t.Helper()
	got, err := DecodeMMTB(bytes.TrimSpace(written(t, MMTB(), e)))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, s := range got.English.Answers[index] {
		deps, err := json.Marshal(s.Dependencies)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, s.Action.Name+string(deps))
	}
	return strings.Join(parts, " ")
}

func TestMMTBSteps(t *testing.T) {
	e := sample()
	for i, want := range []string{
		"search_flights[] prepare_to_answer[0]",
		"get_flight[] get_weather[] book_flight[0] prepare_to_answer[1,2]",
		mission.AskTool + "[] " + mission.AskTool + "[0] book_table[1] prepare_to_answer[2]",
		"prepare_to_answer[]",
	} {
		if got := stepsOf(t, e, i); got != want {
			t.Errorf("mission %d: got %s, want %s", i, got, want)
		}
	}
	// A question must not share a step with a call that it does not serve.
	m := &e.Missions[2]
	look := e.Missions[1].Calls[1]
	m.Calls = []mission.Call{look, m.Calls[0], look}
	m.Calls[1].Dependencies = []int{0}
	m.Calls[2].Dependencies = []int{0, 1}
	want := mission.AskTool + "[] " + mission.AskTool + "[0] get_weather[1] book_table[1,2] get_weather[2,3] prepare_to_answer[4]"
	if got := stepsOf(t, e, 2); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if p := CheckMMTB(bytes.TrimSpace(written(t, MMTB(), e))); p != nil {
		t.Error(p)
	}
	m.Calls[1].Dependencies = []int{2}
	if _, err := MMTB().Encode(e); err == nil || !strings.HasPrefix(err.Error(), "/missions/2/calls/1/dependencies/0: ") {
		t.Errorf("a call that depends on a later one: %v", err)
	}
}

func TestMMTBSpeaker(t *testing.T) {
	for text, guarded := range map[string]bool{
		"User: hello": true, "ai:x": true, "AI Agent: x": true, "AI agent assistant:x": true, "Users: x": false, "Ask: x": false,
		"": false, ":": false, "user": false, strings.Repeat("é", 30) + "user:": false,
	} {
		e := hostile(text + " .")
		if text == "" {
			continue
		}
		line := written(t, MMTB(), e)
		if got := bytes.Contains(line, []byte(`"User:`+text)); got != guarded {
			t.Errorf("%q: guarded %v", text, got)
		}
		got, err := DecodeMMTB(bytes.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range got.Text().Messages {
			for _, m := range block {
				if m.Said() != text+" ." {
					t.Errorf("%q: said %q", text, m.Said())
				}
			}
		}
	}
	if got := (MMTBMessage{Content: "用户：你好"}).Said(); got != "你好" {
		t.Error(got)
	}
}

func TestMMTBEncodeRefuses(t *testing.T) {
	tests := []struct {
		want   string
		change func(e *mission.Entry)
	}{
		{"/environment/weekday: ", func(e *mission.Entry) { e.Environment.Weekday = "Lundi" }},
		{"/missions/1/type: ", func(e *mission.Entry) { e.Missions[1].Type = "many" }},
		{"/missions/1/relation: ", func(e *mission.Entry) { e.Missions[1].Relation = "vague" }},
		{"/toolset/tools/0/name: ", func(e *mission.Entry) { e.Toolset.Tools[0].Name = mission.AskTool }},
		{"/toolset/tools/0/parameters: ", func(e *mission.Entry) { e.Toolset.Tools[0].Parameters = raw(`[]`) }},
		{"/missions/0: the arguments of a call are not a JSON object", func(e *mission.Entry) { e.Missions[0].Calls[0].Arguments = raw(`"{}"`) }},
	}
	for _, test := range tests {
		e := sample()
		test.change(e)
		if _, err := MMTB().Encode(e); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func TestMMTBParameters(t *testing.T) {
	tests := []struct{ in, want string }{
		{`{"type":"object", "properties":{"a":{"type":"float"}}, "required":["a"]}`, `{"type":"object","properties":{"a":{"type":"float"}},"required":["a"]}`},
		{`{}`, `{"type":"object","properties":{}}`},
		{`{"type":"object"}`, `{"type":"object","properties":{}}`},
		{`{"properties":null}`, `{"properties":{},"type":"object"}`},
		{`{"type":"object","properties":{"a":{"type":["null","integer"],"minimum":0}}}`, `{"type":"object","properties":{"a":{"type":"integer","minimum":0}}}`},
		{`{"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"const":1},"c":{"default":true},"d":{}}}`,
			`{"type":"object","properties":{"a":{"enum":["x","y"],"type":"string"},"b":{"const":1,"type":"number"},"c":{"default":true,"type":"boolean"},"d":{"type":"string"}}}`},
		{`{"type":"object","properties":{"a":{"type":"dict","properties":{"b":{"type":"int"}}}}}`,
			`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"integer"}}}}}`},
		{`{"type":"object","properties":{"a":{"type":"array","items":[{"type":"bool"},{}]},"b":{"type":"array","items":true}}}`,
			`{"type":"object","properties":{"a":{"type":"array","items":{"type":"boolean"}},"b":{"type":"array","items":{"type":"string"}}}}`},
		{`{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"array","items":{"type":"number"}}]},"b":true}}`,
			`{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"array","items":{"type":"number"}}],"items":{"type":"number"},"type":"array"},"b":{"type":"string"}}}`},
		{`{"type":"object","properties":{"a":{"properties":{"b":{}}},"c":{"items":{}}}}`,
			`{"type":"object","properties":{"a":{"properties":{"b":{"type":"string"}},"type":"object"},"c":{"items":{"type":"string"},"type":"array"}}}`},
	}
	var cache remembered[encoded]
	for _, test := range tests {
		for range 2 { // the second time from the cache
			got, err := cache.get([]byte(test.in), mmtbParameters)
			if err != nil || string(got) != test.want {
				t.Errorf("%s\ngot  %s (%v)\nwant %s", test.in, got, err, test.want)
			}
		}
		decoded, err := schemas.Decode([]byte(test.want))
		if err != nil {
			t.Fatal(err)
		}
		checkParameters(decoded, "", func(pointer, message string) { t.Errorf("%s: %s: %s", test.want, pointer, message) })
	}
}

// The shared toolsets are test input only, and may be absent.
func TestMMTBParametersOfRealToolsets(t *testing.T) {
	paths, err := filepath.Glob("../../shared/data/functions/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Skip("no shared data")
	}
	file, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	var cache remembered[encoded]
	n := 0
	lines := NewLines(bytes.NewReader(file), paths[0])
	for line, err := range all(lines.Next) {
		if err != nil {
			t.Fatal(err)
		}
		var tools []struct {
			Function struct{ Parameters json.RawMessage }
		}
		if err := json.Unmarshal(line, &tools); err != nil {
			t.Fatal(err)
		}
		for _, tool := range tools {
			got, err := cache.get(tool.Function.Parameters, mmtbParameters)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := schemas.Decode([]byte(got))
			if err != nil {
				t.Fatal(err)
			}
			checkParameters(decoded, "", func(pointer, message string) { t.Errorf("line %d: %s: %s", lines.Line(), pointer, message) })
			n++
		}
	}
	t.Logf("%d functions", n)
}

// A line as others may write it: one language, one time for all, 真 for true.
const foreignMMTB = `{"id":"x-1","task":["查天气","那里呢"],"answer_list":[[{"idx":0,"action":{"name":"w","arguments":{"city":"北京"}},"observation":"晴","dependency_list":[]},` +
	`{"idx":1,"action":{"name":"prepare_to_answer","arguments":{"answer_type":"tool"}},"observation":"今天晴","dependency_list":[0]}],` +
	`[{"idx":0,"action":{"name":"prepare_to_answer","arguments":{"answer_type":"chat"}},"observation":"好","dependency_list":[]}]],` +
	`"messages":[{"role":"user","content":"用户：查天气"},{"role":"assistant","content":"AI Agent助手：今天晴"},"==========",{"role":"user","content":"用户：那里呢"},{"role":"assistant","content":"好"}],` +
	`"tools":[{"type":"function","function":{"name":"w","description":"d","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}}],` +
	`"env_info":"当前时间：2024-07-15 09:30:00 星期一","task_ids":[0,0],"type":["单","拒"],"turn_type":[false,true],"turn_subtypes":[null,"省略成分"],"layer":3,"note":{"a":[1]}}`

func TestMMTBReaderForeign(t *testing.T) {
	if p := CheckMMTB([]byte(foreignMMTB)); p != nil {
		t.Errorf("the line is right, but: %v", p)
	}
	old := strings.Replace(foreignMMTB, "[false,true]", `["假","真"]`, 1)
	r := newMMTBReader(strings.NewReader("\ufeff"[:0]+old+"\r\n\nnonsense\n"+`{"id":"y"}`+"\n"+string(written(t, Native(), short()))), "m.jsonl")
	e, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	if e.English != nil || e.Text() != e.Plain || len(e.Plain.Messages) != 2 || e.Plain.Messages[0][1].Said() != "今天晴" {
		t.Errorf("%+v", e.Plain)
	}
	if !reflect.DeepEqual(e.TurnTypes, []bool{false, true}) || !reflect.DeepEqual(e.TurnSubtypes, []string{"", "省略成分"}) ||
		len(e.EnvInfo) != 2 || e.EnvInfo[1] != "当前时间：2024-07-15 09:30:00 星期一" {
		t.Errorf("%+v", e)
	}
	if len(e.Extra) != 2 || string(e.Extra["layer"]) != "3" || string(e.Extra["note"]) != `{"a":[1]}` {
		t.Errorf("extra: %s", e.Extra)
	}
	for _, want := range []string{
		"m.jsonl:3: not JSON: line 1, column 1: 'o' stands where a value is expected",
		`m.jsonl:4: neither "english_task" nor "task" is there`,
		`m.jsonl:5: neither "english_task" nor "task" is there`,
	} {
		_, err := r.Read()
		if err == nil || (err.Error() != want && !strings.Contains(want, "not JSON")) {
			t.Errorf("got %v, want %s", err, want)
		}
		var bad *LineError
		if errors.As(err, &bad); strings.Contains(want, ":5:") && bad.Hint == "" {
			t.Error("no hint for an entry in another format")
		}
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

func TestDecodeMMTBErrors(t *testing.T) {
	tests := []struct{ old, new, want string }{
		{`"id":"x-1"`, `"id":7`, "/id: must be a string, is a number"},
		{`"task":["查天气"`, `"task":[1`, "/task/0: must be a string, is a number"},
		{`"idx":0,"action":{"name":"w"`, `"idx":"0","action":{"name":"w"`, "/answer_list/0/0/idx: must be a whole number, is a string"},
		{`"=========="`, `"----"`, "/messages/2: must be a message or a string with ====="},
		{`[false,true]`, `[false,1]`, "/turn_type/1: must be a boolean"},
		{`"env_info":"当前`, `"env_info":["a",3],"x":"当前`, "/env_info/1: must be a string, is a number"},
		{`"turn_subtypes":[null,`, `"turn_subtypes":[2,`, "/turn_subtypes/0: must be a string, is a number"},
	}
	for _, test := range tests {
		line := strings.Replace(foreignMMTB, test.old, test.new, 1)
		if line == foreignMMTB {
			t.Fatalf("%s is not there", test.old)
		}
		if _, err := DecodeMMTB([]byte(line)); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	for _, line := range []string{`null`, `[]`, `"x"`, `{`, ``} {
		if _, err := DecodeMMTB([]byte(line)); err == nil {
			t.Errorf("%s is taken", line)
		}
	}
}

// edit changes the JSON of the sample line at a path of keys and indices.
func edit(t *testing.T, line []byte, value string, path ...any) []byte {
	t.Helper()
	root, err := readOrdered(line)
	if err != nil {
		t.Fatal(err)
	}
	var leaf any
	if value != "" {
		if leaf, err = readOrdered([]byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	at := root
	for _, step := range path[:len(path)-1] {
		switch step := step.(type) {
		case string:
			at = at.(*ordered).get(step)
		case int:
			at = at.([]any)[step]
		}
	}
	switch step := path[len(path)-1].(type) {
	case int:
		at.([]any)[step] = leaf
	case string:
		o := at.(*ordered)
		if value != "" {
			o.set(step, leaf)
			break
		}
		o.members = slices.DeleteFunc(o.members, func(m member) bool { return m.key == step })
	}
	return appendDecoded(nil, root)
}

func TestCheckMMTB(t *testing.T) {
	line := bytes.TrimSpace(written(t, MMTB(), sample()))
	const en = "english_"
	answers := en + "answer_list"
	tests := []struct {
		name, value string
		path        []any
		want        []string
	}{
		{"id", `""`, []any{"id"}, []string{"/id: must be a string that is not empty"}},
		{"task gone", ``, []any{"task"}, []string{`"task" is missing`}},
		{"one task less", `["a"]`, []any{"task"}, []string{"/messages: has 4 blocks for 1 missions", "/task: has 1 items for 4 missions"}},
		{"task elsewhere", `"another"`, []any{en + "task", 1}, []string{"/english_messages/3/content: does not contain the text of mission 1"}},
		{"role", `"tool"`, []any{en + "messages", 1, "role"}, []string{`/english_messages/1/role: must be "assistant": user and assistant take turns in every block`}},
		{"no separator", `{"role":"user","content":"x"}`, []any{en + "messages", 2}, []string{
			"/english_messages: has 3 blocks for 4 missions", `/english_messages/3/role: must be "assistant"`, `/english_messages/4/role: must be "user"`,
			"/english_messages/0: block 0 must begin with the user and end", "/english_messages/6/content: does not contain", "/english_messages/13/content: does not contain"}},
		{"odd separator", `"--"`, []any{"messages", 2}, []string{"/messages/2: a string between messages must hold ====="}},
		{"task id", `1`, []any{"task_ids", 2}, []string{"/task_ids/2: must be the index of a message of the user in block 2"}},
		{"task id elsewhere", `2`, []any{"task_ids", 2}, []string{"/english_messages/8/content: does not contain the text of mission 2", "/messages/8/content: does not contain"}},
		{"task ids", `[0]`, []any{"task_ids"}, []string{"/task_ids: has 1 items for 4 missions"}},
		{"env_info", `"2024-07-15 09:30:00 Monday"`, []any{"env_info", 0}, []string{"/env_info/0: must contain 星期"}},
		{"env_info time", `"今天 星期一"`, []any{"env_info", 3}, []string{"/env_info/3: must begin with a time"}},
		{"type", `"chat"`, []any{"type", 0}, []string{"/type/0: must be one of 单 多 反 拒"}},
		{"first turn", `true`, []any{"turn_type", 0}, []string{"/turn_subtypes/0: must be one of", "/turn_type/0: must be false"}},
		{"turn word", `"真"`, []any{"turn_type", 1}, []string{"/turn_subtypes/1: must be null", "/turn_type/1: must be a boolean"}},
		{"subtype", `null`, []any{"turn_subtypes", 1}, []string{"/turn_subtypes/1: must be one of 指代理解 省略成分 长期记忆"}},
		{"subtype of nothing", `"指代理解"`, []any{"turn_subtypes", 0}, []string{"/turn_subtypes/0: must be null where turn_type is false"}},
		{"internal tool", `"prepare_to_answer"`, []any{"tools", 5, "function", "name"}, []string{"/tools/5/function/name: prepare_to_answer is an internal tool"}},
		{"same name", `"get_flight"`, []any{"tools", 5, "function", "name"}, []string{"/tools/5/function/name: another tool has the name get_flight"}},
		{"bare tool", `{"name":"x"}`, []any{"tools", 5}, []string{`/tools/5: must be {"type":"function"`}},
		{"kind", `"date"`, []any{"tools", 0, "function", "parameters", "properties", "date", "type"}, []string{"/tools/0/function/parameters/properties/date: the type must be one of"}},
		{"no properties", ``, []any{"tools", 0, "function", "parameters", "properties"}, []string{`/tools/0/function/parameters: "properties" is missing`}},
		{"answers", `[]`, []any{answers, 0}, []string{"/english_answer_list/0: needs at least the step prepare_to_answer"}},
		{"no such tool", `"fly"`, []any{answers, 0, 0, "action", "name"}, []string{"/english_answer_list/0/0/action/name: no tool is called fly"}},
		{"arguments", `"{}"`, []any{answers, 0, 0, "action", "arguments"}, []string{"/english_answer_list/0/0/action/arguments: must be an object"}},
		{"idx", `1`, []any{answers, 0, 0, "idx"}, []string{"/english_answer_list/0/0/idx: must be 0"}},
		{"observation", ``, []any{answers, 0, 0, "observation"}, []string{`/english_answer_list/0/0: "observation" is missing`}},
		{"reply", `{"a":1}`, []any{answers, 0, 1, "observation"}, []string{"/english_answer_list/0/1/observation: must be what the assistant says"}},
		{"answer type", `"done"`, []any{answers, 0, 1, "action", "arguments", "answer_type"}, []string{`/english_answer_list/0/1/action/arguments/answer_type: must be "tool" or "chat"`}},
		{"last step", `"get_flight"`, []any{answers, 0, 1, "action", "name"}, []string{"/english_answer_list/0/1/action/name: the last step must be prepare_to_answer"}},
		{"early answer", `"prepare_to_answer"`, []any{answers, 0, 0, "action", "name"}, []string{
			"/english_answer_list/0/0/action/arguments/answer_type", "/english_answer_list/0/0/action/name: prepare_to_answer must be the last step", "/english_answer_list/0/0/observation: "}},
		{"later step", `[2]`, []any{answers, 1, 2, "dependency_list"}, []string{"/english_answer_list/1/2/dependency_list/0: must be the number of an earlier step", "/english_answer_list/1/3/dependency_list: step 0 is missing"}},
		{"twice", `[0,0]`, []any{answers, 1, 2, "dependency_list"}, []string{"/english_answer_list/1/2/dependency_list/1: step 0 is listed twice"}},
		{"no list", `null`, []any{answers, 1, 0, "dependency_list"}, []string{"/english_answer_list/1/0/dependency_list: must be a list"}},
		{"leaf", `[2]`, []any{answers, 1, 3, "dependency_list"}, []string{"/english_answer_list/1/3/dependency_list: step 1 is missing: nothing else depends on it"}},
		{"question tool", `""`, []any{answers, 2, 0, "action", "arguments", "tool_name"}, []string{"/english_answer_list/2/0/action/arguments/tool_name: must be the name"}},
		{"question parameters", `[]`, []any{answers, 2, 0, "action", "arguments", "missing_required_parameters"}, []string{"/english_answer_list/2/0/action/arguments/missing_required_parameters: "}},
		{"no reply", ``, []any{answers, 2, 1, "user_input"}, []string{"/english_answer_list/2/1/user_input: must be the user's reply"}},
		{"question and call together", `[0]`, []any{answers, 2, 2, "dependency_list"}, []string{
			"/english_answer_list/2/1: no call of book_table depends on this question", "/english_answer_list/2/1/dependency_list: step 2 could be made together", "/english_answer_list/2/3/dependency_list: step 1 is missing"}},
	}
	if p := CheckMMTB(line); p != nil {
		t.Fatal(p)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			changed := edit(t, line, test.value, test.path...)
			if bytes.Equal(changed, line) {
				t.Fatal("nothing was changed")
			}
			var got []string
			for _, p := range CheckMMTB(changed) {
				got = append(got, p.String())
			}
			for _, want := range test.want {
				if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, want) }) {
					t.Errorf("%q is not said", want)
				}
			}
			if len(got) != len(test.want) {
				t.Errorf("got\n\t%s", strings.Join(got, "\n\t"))
			}
		})
	}
	for _, bad := range []string{``, `[]`, `{}`, `null`, `{"task":1}`, `{"task":[]}`, `{"task":["a"],"messages":3,"answer_list":[3],"tools":{}}`} {
		if p := CheckMMTB([]byte(bad)); len(p) == 0 {
			t.Errorf("%s passes", bad)
		}
	}
}

// FuzzMMTBReader reads and judges anything. A line that passes the checks must
// be readable and consistent.
func FuzzMMTBReader(f *testing.F) {
	f.Add(written(f, MMTB(), tiny()))
	f.Add([]byte(foreignMMTB))
	f.Add([]byte(foreignMMTB + "\r\n{\"task\":[1]}\n" + foreignMMTB[:300]))
	f.Add([]byte(strings.NewReplacer("[0]", "[0,0]", "[]", "[-1]", "单", "双").Replace(foreignMMTB)))
	f.Fuzz(func(t *testing.T, file []byte) {
		r := newMMTBReader(bytes.NewReader(file), "f")
		for e, err := range all(r.Read) {
			var bad *LineError
			if errors.As(err, &bad) {
				if len(bad.Problems) == 0 || bad.Line < 1 {
					t.Fatalf("an error that says nothing: %#v", bad)
				}
				continue
			}
			if err != nil {
				if !errors.Is(err, ErrTorn) {
					t.Fatal(err)
				}
				return
			}
			if e.Text() == nil {
				t.Fatal("an entry without text")
			}
		}
		for line := range bytes.SplitSeq(file, []byte("\n")) {
			if CheckMMTB(line) != nil {
				continue
			}
			e, err := DecodeMMTB(line)
			if err != nil {
				t.Fatalf("passes the checks, but cannot be read: %v\n%s", err, line)
			}
			n := len(e.Text().Tasks)
			if n == 0 || len(e.Types) != n || len(e.TurnTypes) != n || len(e.TurnSubtypes) != n || len(e.EnvInfo) != n ||
				len(e.TaskIDs) != n || len(e.Text().Answers) != n || len(e.Text().Messages) != n {
				t.Fatalf("passes the checks with lists of different lengths: %s", line)
			}
		}
	})
}
