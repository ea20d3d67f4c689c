package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
	"switchyard/out/corpus"
)

func (openAI) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	readBackExamples(t, openAI{}, to, entries, o, func(*corpus.Example) {})
}

func TestSafeNames(t *testing.T) {
	long := strings.Repeat("x", 64)
	for _, c := range []struct{ names, want []string }{
		{[]string{"a_b", "A-9"}, []string{"a_b", "A-9"}},
		{[]string{"pets.find", "pets/find", "pets_find"}, []string{"pets_find_2", "pets_find_3", "pets_find"}},
		{[]string{"suche.flüge", "検索"}, []string{"suche_fl_ge", "__"}},
		{[]string{long + "1", long, long + "2"}, []string{long[:62] + "_2", long, long[:62] + "_3"}},
		{[]string{"", "a.b", "a.b"}, []string{"_", "a_b", "a_b"}},
	} {
		var tools []mission.Tool
		for _, name := range c.names {
			tools = append(tools, mission.Tool{Name: name})
		}
		names := safeNames(tools)
		var got []string
		for _, name := range c.names {
			got = append(got, chatStyle{names: names}.name(name))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q become %q, want %q", c.names, got, c.want)
		}
	}
}

// TestOpenAINames: a name is changed wherever it stands.
func TestOpenAINames(t *testing.T) {
	e := sample()
	e.Toolset.Tools[0].Name = "flights.search"
	e.Missions[0].Calls[0].Tool = "flights.search"
	line := exported(t, openAI{}, ExportOptions{}, e).lines["train.jsonl"][0]
	if strings.Contains(line, "flights.search") || strings.Count(line, `"flights_search"`) != 2 {
		t.Errorf("the names in %s", line)
	}
}

func TestOpenAITooManyTools(t *testing.T) {
	e := sample()
	for i := range 130 {
		e.Toolset.Tools = append(e.Toolset.Tools, tool(fmt.Sprintf("tool_%d", i), "One of many.", 0))
	}
	to := exported(t, openAI{}, ExportOptions{}, e)
	if len(to.lines) > 0 || to.skipped[e.ID] != string(tooManyTools) {
		t.Errorf("skipped is %v", to.skipped)
	}
}

// TestOpenAIRules checks what a schema cannot say, knowing nothing of our types.
func TestOpenAIRules(t *testing.T) {
	for name, o := range exportChoices() {
		for _, line := range exported(t, openAI{}, o, sample(), short()).lines["train.jsonl"] {
			doc := decoded(t, line).(map[string]any)
			checkPairs(t, name, doc["messages"].([]any))
			walk(doc, func(key string, v any) {
				if v == nil {
					t.Errorf("%s: %s is null", name, key)
				}
				if key == "arguments" {
					if _, ok := decoded(t, v.(string)).(map[string]any); !ok {
						t.Errorf("%s: arguments %s", name, v)
					}
				}
			})
			if want := strings.Contains(line, `},{"id":"call_`); doc["parallel_tool_calls"] != want {
				t.Errorf("%s: parallel_tool_calls is %v", name, doc["parallel_tool_calls"])
			}
		}
	}
}

func TestOpenAIWeight(t *testing.T) {
	weights := func(o corpus.Options) string {
		to := exported(t, openAI{}, ExportOptions{Options: o}, short())
		var said []string
		for _, m := range decoded(t, to.lines["train.jsonl"][0]).(map[string]any)["messages"].([]any) {
			m := m.(map[string]any)
			weight, ok := m["weight"]
			if ok && m["role"] != "assistant" {
				t.Errorf("a weight of %v", m["role"])
			}
			if m["role"] == "assistant" {
				said = append(said, fmt.Sprint(ok, weight))
			}
		}
		return strings.Join(said, " ")
	}
	if got := weights(corpus.Options{}); strings.Contains(got, "true") {
		t.Errorf("weights of an entry: %s", got)
	}
	if got := weights(corpus.Options{Loss: corpus.LossLast}); got != strings.Repeat("true 0 ", 5)+"false <nil>" {
		t.Errorf("weights of the last turn: %s", got)
	}
}

// checkPairs checks that every call is answered right behind it, by id.
func checkPairs(t *testing.T, name string, messages []any) {
	t.Helper()
	var open []any
	for i, m := range messages {
		m := m.(map[string]any)
		if m["role"] == "tool" {
			if len(open) == 0 || open[0] != m["tool_call_id"] {
				t.Errorf("%s: message %d answers %v, open are %v", name, i, m["tool_call_id"], open)
				return
			}
			open = open[1:]
			continue
		}
		if len(open) > 0 {
			t.Errorf("%s: message %d comes before the answers to %v", name, i, open)
		}
		calls, _ := m["tool_calls"].([]any)
		for _, c := range calls {
			open = append(open, c.(map[string]any)["id"])
		}
	}
	if len(open) > 0 {
		t.Errorf("%s: no answers to %v", name, open)
	}
}

func decoded(t failer, doc string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(doc), &v); err != nil {
		t.Fatalf("%v in %.300s", err, doc)
	}
	return v
}

// walk visits every member of every object.
func walk(v any, visit func(key string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			visit(key, value)
			walk(value, visit)
		}
	case []any:
		for _, value := range v {
			walk(value, visit)
		}
	}
}

// texts are pieces of what people say, some of them the tags of formats.
var (
	plainTexts = []string{
		"hello", "", " ", "\n", "\n\n", `{"name": "a"}`, "[", "]", `"`, `\`, "\u2028", "👩‍👧", "é", "null", "\\u003c",
	}
	texts = append([]string{
		"<think>\n", "\n</think>", "<think>", "\n</think>\n\n", "<tool_call>\n", "\n</tool_call>", "</tool_response>", "<tools>", "</tools>", "<",
	}, plainTexts...)
)

func drawText(t *rapid.T, texts []string, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(texts), 0, 4).Draw(t, label), "")
}

// drawJSON draws an object with hostile texts.
func drawJSON(t *rapid.T, label string) json.RawMessage {
	text := quoted(drawText(t, texts, label))
	forms := []string{`{}`, `{"a":%s}`, `{"a":1.50,"b":[%s,null,{"c":true}]}`, `{%s:[]}`}
	form := rapid.SampledFrom(forms).Draw(t, label+" form")
	return json.RawMessage(strings.Replace(form, "%s", text, 1))
}

// drawExample draws a chat, with or without tags in what people say. With beside,
// turns may both speak and call.
func drawExample(t *rapid.T, beside bool) *corpus.Example {
	said := plainTexts
	if rapid.Bool().Draw(t, "tags") {
		said = texts
	}
	x := &corpus.Example{ID: "x", System: drawText(t, said, "system")}
	for i := range rapid.IntRange(0, 2).Draw(t, "tools") {
		x.Tools = append(x.Tools, mission.Tool{
			Name: fmt.Sprintf("tool_%d", i), Description: drawText(t, said, "description"),
			Parameters: raw(`{"type":"object","properties":{"a":{"type":"string","default":%s}}}`, quoted(drawText(t, said, "default"))),
		})
	}
	thinks := rapid.Bool().Draw(t, "thinks")
	assistant := func(m corpus.Message) corpus.Message {
		m.Role, m.Train = corpus.Assistant, rapid.Bool().Draw(t, "train")
		if thinks {
			m.Thought = drawText(t, said, "thought")
		}
		return m
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "missions") {
		x.Messages = append(x.Messages, corpus.Message{Role: corpus.User, Text: drawText(t, said, "user")})
		for j := range rapid.IntRange(0, 2).Draw(t, "steps") {
			var step corpus.Message
			var answers []corpus.Message
			for k := range rapid.IntRange(1, 3).Draw(t, "calls") {
				c := corpus.Call{ID: fmt.Sprintf("call_%d_%d%d", i, j, k), Name: fmt.Sprintf("tool_%d", k), Arguments: drawJSON(t, "arguments")}
				step.Calls = append(step.Calls, c)
				answers = append(answers, corpus.Message{Role: corpus.Tool, Text: string(drawJSON(t, "answer")), CallID: c.ID, Name: c.Name})
			}
			if beside {
				step.Text = drawText(t, said, "beside")
			}
			x.Messages = append(append(x.Messages, assistant(step)), answers...)
		}
		x.Messages = append(x.Messages, assistant(corpus.Message{Text: drawText(t, said, "assistant")}))
	}
	return x
}

// plainChat reports whether nothing that people say could be a tag.
func plainChat(x *corpus.Example) bool {
	said := x.System
	for _, m := range x.Messages {
		if m.Role != corpus.Tool {
			said += m.Text + m.Thought
		}
	}
	return !strings.Contains(said, "<")
}

// roundTrip draws chats, writes and reads them. held makes of an example what
// the format can hold; what holds no tag may not be skipped.
func roundTrip(t *testing.T, x exampleReader, beside bool, encode func(x *corpus.Example) ([]byte, error), held func(x *corpus.Example)) {
	schema := formatSchema(t, x.Name())
	written := 0
	rapid.Check(t, func(t *rapid.T) {
		example := drawExample(t, beside)
		line, err := encode(example)
		var reason cannotSay
		if errors.As(err, &reason) && !plainChat(example) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		written++
		for _, v := range schema.ValidateValue(decoded(t, string(line))) {
			t.Error(v)
		}
		got, err := x.ReadExample(line)
		if err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		held(example)
		if got, want := heard(t, got), heard(t, example); got != want {
			t.Errorf("read\n%s\nwant\n%s\nline %s", got, want, line)
		}
	})
	if written == 0 {
		t.Error("nothing was written")
	}
}

func TestOpenAIRoundTrip(t *testing.T) {
	roundTrip(t, openAI{}, true, openAI{}.encode, func(*corpus.Example) {})
}

func TestOpenAIReaderRefuses(t *testing.T) {
	message := func(s string) string { return `{"messages":[` + s + `]}` }
	for name, line := range map[string]string{
		"not JSON":  `{"messages":`,
		"role":      message(`{"role":"developer","content":"a"}`),
		"arguments": message(`{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":"{'a': 1}"}}]}`),
		"pairing":   message(`{"role":"tool","tool_call_id":"1","content":"{}"}`),
		"twice":     message(`{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"a","arguments":"{}"}},{"id":"1","function":{"name":"a","arguments":"{}"}}]}`),
		"answered twice": message(`{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"a","arguments":"{}"}}]},` +
			`{"role":"tool","tool_call_id":"1","content":"{}"},{"role":"tool","tool_call_id":"1","content":"{}"}`),
		"system later": message(`{"role":"user","content":"a"},{"role":"system","content":"b"}`),
		"tools":        `{"messages":[],"tools":{"a":1}}`,
	} {
		if x, err := (openAI{}).ReadExample([]byte(line)); err == nil {
			t.Errorf("%s: read as %+v", name, x)
		}
	}
}

func TestSpoken(t *testing.T) {
	for _, c := range []struct{ thought, text, want string }{
		{"", "hello", "hello"},
		{"so", "hello", "<think>\nso\n</think>\n\nhello"},
		{"so", "", "<think>\nso\n</think>"},
		{"", "<think>\nso\n</think>", ""},
		{"so\n</think>\n\nso", "hello", ""},
		{"", "a <think>\nso\n</think>", "a <think>\nso\n</think>"},
	} {
		got, err := spoken(&corpus.Message{Role: corpus.Assistant, Thought: c.thought}, c.text)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q, %q: %q, %v", c.thought, c.text, got, err)
		}
	}
}

func TestOpenAIPair(t *testing.T) {
	p := onePair(t)
	line, err := openAIPreference{}.encode(p)
	if err != nil {
		t.Fatal(err)
	}
	checkPairLine(t, "openai-dpo", line)
	doc := decoded(t, string(line)).(map[string]any)
	preferred, other := fmt.Sprint(doc["preferred_output"]), fmt.Sprint(doc["non_preferred_output"])
	if !strings.Contains(preferred, "2024-07-19") || !strings.Contains(other, "this Friday") || strings.Contains(string(line), "weight") {
		t.Errorf("the line is %s", line)
	}
	if again, err := (openAIPreference{}).encode(longerPair(t)); err != nil || string(again) != string(line) {
		t.Errorf("several messages on a side: %v, %s", err, again)
	}
}

// longerPair is onePair with what comes behind its calls, which some formats
// have no room for.
func longerPair(t testing.TB) *corpus.Pair {
	p := onePair(t)
	answer := corpus.Message{Role: corpus.Tool, Text: "{}", CallID: p.Chosen[0].Calls[0].ID, Name: p.Chosen[0].Calls[0].Name}
	both := p.Chosen[0]
	both.Calls = []corpus.Call{{ID: "call_1_8", Name: both.Calls[0].Name, Arguments: raw(`{}`)}, {ID: "call_1_9", Name: both.Calls[0].Name, Arguments: raw(`{}`)}}
	p.Chosen = append(p.Chosen, answer, both)
	p.Rejected = append(p.Rejected, answer, both)
	return p
}

func checkPairLine(t *testing.T, name string, line []byte) {
	t.Helper()
	for _, v := range formatSchema(t, name).ValidateValue(decoded(t, string(line))) {
		t.Errorf("%s: %s", name, v)
	}
}

// TestUnprovenPairs: pairs come of proven entries only, and the others are not
// lost in silence.
func TestUnprovenPairs(t *testing.T) {
	for _, x := range []Exporter{openAIPreference{}, trlPreference{}, llamaPreference{}} {
		e := sample()
		e.Missions[0].Calls[0].Arguments = raw(`{}`)
		if to := exported(t, x, ExportOptions{}, e); to.skipped[e.ID] != string(notProven) || len(to.lines) > 0 {
			t.Errorf("%s: skipped is %v", x.Name(), to.skipped)
		}
	}
}

func TestOpenAIDocs(t *testing.T) {
	page := mustRead(t, "../docs/formats/openai.md")
	for _, reason := range []string{string(tooManyTools), string(notProven), string(thinkInText)} {
		if !regexp.MustCompile(regexp.QuoteMeta(reason)).MatchString(page) {
			t.Errorf("the page does not say that examples are skipped because of %q", reason)
		}
	}
}
