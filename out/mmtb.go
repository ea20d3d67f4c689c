package out

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// MMTB is the format of the Multi-Mission Tool Bench, as its runner reads it.
// Every text stands there twice, under the english_ keys and the plain ones,
// because the runner picks the keys by language.
func MMTB() Checker { return mmtb{cache: new(remembered[string])} }

type mmtb struct{ cache *remembered[string] } // of schemas

func (mmtb) Name() string { return "mmtb" }
func (mmtb) File() string { return "mmtb.jsonl" }

// The words of the benchmark for ours.
var (
	mmtbTypes = map[mission.Type]string{
		mission.Single: "单", mission.Multi: "多", mission.Clarify: "反", mission.Chat: "拒",
	}
	mmtbRelations = map[mission.Relation]string{
		mission.Implicit: "指代理解", mission.Ellipsis: "省略成分", mission.LongTerm: "长期记忆",
	}
	mmtbWeekdays = map[string]string{
		"Monday": "星期一", "Tuesday": "星期二", "Wednesday": "星期三", "Thursday": "星期四",
		"Friday": "星期五", "Saturday": "星期六", "Sunday": "星期日",
	}
)

// MMTBType is the action type that the benchmark has a word for.
func MMTBType(word string) (mission.Type, bool) { return keyOf(mmtbTypes, word) }

// MMTBRelation is the relation that the benchmark has a word for.
func MMTBRelation(word string) (mission.Relation, bool) { return keyOf(mmtbRelations, word) }

func keyOf[K comparable](words map[K]string, word string) (K, bool) {
	for k, w := range words {
		if w == word {
			return k, true
		}
	}
	var none K
	return none, false
}

// mmtbBetween stands between the messages of two missions.
const mmtbBetween = "====="

// Encode writes one line. A mission becomes a list of steps: its questions,
// one after the other, then its calls, then the reply. All calls that nothing
// else holds back wait for the last question, because a question never shares
// a step with a call.
func (f mmtb) Encode(e *mission.Entry) ([]byte, error) {
	weekday, ok := mmtbWeekdays[e.Environment.Weekday]
	if !ok {
		return nil, within("environment", within("weekday", fmt.Errorf("%q is not a day of the week", e.Environment.Weekday)))
	}
	b := &mmtbBuilder{dst: make([]byte, 0, 32<<10), entry: e, cache: f.cache}
	b.raw(`{"id":`)
	b.text(e.ID)
	task := b.block(`,"english_task":`, b.tasks)
	answers := b.block(`,"english_answer_list":`, b.answers)
	messages := b.block(`,"english_messages":`, b.messages)
	tools := b.block(`,"english_tools":`, b.tools)
	b.raw(`,"env_info":`)
	b.each(func(*mission.Mission) { b.text(e.Environment.Now + " " + weekday) })
	b.raw(`,"task_ids":`)
	b.each(func(*mission.Mission) { b.raw("0") })
	b.raw(`,"type":`)
	b.each(b.missionType)
	b.raw(`,"turn_type":`)
	b.each(func(m *mission.Mission) { b.raw(strconv.FormatBool(m.Relation != "")) })
	b.raw(`,"turn_subtypes":`)
	b.each(b.relation)
	b.again(`,"task":`, task)
	b.again(`,"answer_list":`, answers)
	b.again(`,"messages":`, messages)
	b.again(`,"tools":`, tools)
	b.raw("}")
	if b.err != nil {
		return nil, b.err
	}
	return b.dst, nil
}

// mmtbBuilder appends the parts of a line; the first error sticks.
type mmtbBuilder struct {
	dst   []byte
	entry *mission.Entry
	cache *remembered[string]
	index int // of the mission at hand
	err   error
}

func (b *mmtbBuilder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

func (b *mmtbBuilder) failInMission(err error) {
	b.fail(within("missions", within(strconv.Itoa(b.index), err)))
}

func (b *mmtbBuilder) raw(s string) { b.dst = append(b.dst, s...) }

func (b *mmtbBuilder) text(s string) {
	dst, err := appendString(b.dst, s)
	if err != nil {
		b.failInMission(err)
		return
	}
	b.dst = dst
}

// block writes a key and a value, and says where the value stands.
func (b *mmtbBuilder) block(key string, value func()) (at [2]int) {
	b.raw(key)
	at[0] = len(b.dst)
	value()
	at[1] = len(b.dst)
	return at
}

// again repeats a value under another key.
func (b *mmtbBuilder) again(key string, at [2]int) {
	b.raw(key)
	b.dst = append(b.dst, b.dst[at[0]:at[1]]...)
}

// each writes a list with one value a mission.
func (b *mmtbBuilder) each(value func(*mission.Mission)) {
	b.raw("[")
	for i := range b.entry.Missions {
		if i > 0 {
			b.raw(",")
		}
		b.index = i
		value(&b.entry.Missions[i])
	}
	b.raw("]")
}

func (b *mmtbBuilder) missionType(m *mission.Mission) {
	t, ok := mmtbTypes[m.Type]
	if !ok {
		b.failInMission(within("type", fmt.Errorf("%q is not an action type", m.Type)))
	}
	b.text(t)
}

func (b *mmtbBuilder) relation(m *mission.Mission) {
	if m.Relation == "" {
		b.raw("null")
		return
	}
	r, ok := mmtbRelations[m.Relation]
	if !ok {
		b.failInMission(within("relation", fmt.Errorf("%q is not a relation", m.Relation)))
	}
	b.text(r)
}

func (b *mmtbBuilder) tasks() { b.each(func(m *mission.Mission) { b.text(m.Request) }) }

func (b *mmtbBuilder) messages() {
	b.raw("[")
	for i := range b.entry.Missions {
		m := &b.entry.Missions[i]
		b.index = i
		if i > 0 {
			b.raw(`,"` + mmtbBetween + `",`)
		}
		b.message("user", m.Request)
		for _, q := range m.Questions {
			b.raw(",")
			b.message("assistant", q.Text)
			b.raw(",")
			b.message("user", q.Reply)
		}
		b.raw(",")
		b.message("assistant", m.Reply)
	}
	b.raw("]")
}

// message writes one message. The runner takes "User:" and the like off the
// front of a content, so a text that begins so by itself gets one more.
func (b *mmtbBuilder) message(role, content string) {
	if mmtbSpeaker(content) > 0 {
		speaker := "User:"
		if role == "assistant" {
			speaker = "AI:"
		}
		content = speaker + content
	}
	b.raw(`{"role":"` + role + `","content":`)
	b.text(content)
	b.raw("}")
}

// mmtbSpeaker is the length of the name of a speaker, colon included, that the
// runner takes off the front of an English content; 0 if there is none.
func mmtbSpeaker(content string) int {
	const longest = len("ai agent assistant")
	colon := strings.IndexByte(content[:min(len(content), longest+1)], ':')
	if colon < 0 {
		return 0
	}
	switch strings.ToLower(content[:colon]) {
	case "ai", "ai agent", "user", "ai agent assistant":
		return colon + 1
	}
	return 0
}

func (b *mmtbBuilder) tools() {
	b.raw("[")
	for i := range b.entry.Toolset.Tools {
		t := &b.entry.Toolset.Tools[i]
		if i > 0 {
			b.raw(",")
		}
		fail := func(key string, err error) {
			b.fail(within("toolset", within("tools", within(strconv.Itoa(i), within(key, err)))))
		}
		if t.Name == mission.AskTool || t.Name == mission.AnswerTool {
			fail("name", fmt.Errorf("%s is an internal tool", t.Name))
		}
		b.raw(`{"type":"function","function":{"name":`)
		b.text(t.Name)
		b.raw(`,"description":`)
		b.text(t.Description)
		b.raw(`,"parameters":`)
		parameters, err := b.cache.get(t.Parameters, mmtbParameters)
		if err != nil {
			fail("parameters", err)
		}
		b.raw(parameters)
		b.raw("}}")
	}
	b.raw("]")
}

func (b *mmtbBuilder) answers() {
	b.each(func(m *mission.Mission) {
		steps, err := mmtbSteps(m)
		if err != nil {
			b.failInMission(err)
			return
		}
		b.raw("[")
		for i := range steps {
			if i > 0 {
				b.raw(",")
			}
			b.step(i, &steps[i])
		}
		b.raw("]")
	})
}

// mmtbStep is one step of an answer list before it is written.
type mmtbStep struct {
	call         *mission.Call     // a call,
	ask          *mission.Question // or a question,
	answer, said string            // or the reply: its kind and its words
	depends      []int
}

// mmtbSteps lays out the steps of a mission.
func mmtbSteps(m *mission.Mission) ([]mmtbStep, error) {
	asked := len(m.Questions)
	steps := make([]mmtbStep, 0, asked+len(m.Calls)+1)
	for i := range m.Questions {
		s := mmtbStep{ask: &m.Questions[i]}
		if i > 0 {
			s.depends = []int{i - 1}
		}
		steps = append(steps, s)
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		s := mmtbStep{call: c}
		serves := slices.ContainsFunc(m.Questions, func(q mission.Question) bool { return q.Tool == c.Tool })
		if asked > 0 && (serves || len(c.Dependencies) == 0) {
			s.depends = append(s.depends, asked-1)
		}
		for j, d := range c.Dependencies {
			if d < 0 || d >= i {
				return nil, within("calls", within(strconv.Itoa(i), within("dependencies", within(strconv.Itoa(j),
					fmt.Errorf("call %d is not an earlier call", d)))))
			}
			s.depends = append(s.depends, asked+d)
		}
		slices.Sort(s.depends)
		s.depends = slices.Compact(s.depends)
		steps = append(steps, s)
	}
	last := mmtbStep{answer: "tool", said: m.Reply, depends: leaves(steps)}
	if len(m.Calls) == 0 {
		last.answer = "chat"
	}
	return append(steps, last), nil
}

// leaves lists the steps on which no other depends.
func leaves(steps []mmtbStep) []int {
	needed := make([]bool, len(steps))
	for _, s := range steps {
		for _, d := range s.depends {
			needed[d] = true
		}
	}
	var list []int
	for i, n := range needed {
		if !n {
			list = append(list, i)
		}
	}
	return list
}

func (b *mmtbBuilder) step(i int, s *mmtbStep) {
	b.raw(`{"idx":` + strconv.Itoa(i) + `,"action":{"name":`)
	switch {
	case s.call != nil:
		b.text(s.call.Tool)
		b.raw(`,"arguments":`)
		if !bytes.HasPrefix(bytes.TrimSpace(s.call.Arguments), []byte("{")) {
			b.failInMission(errors.New("the arguments of a call are not a JSON object"))
		}
		b.document(s.call.Arguments)
		b.raw(`},"observation":`)
		b.document(s.call.Observation)
	case s.ask != nil:
		b.raw(`"` + mission.AskTool + `","arguments":{"tool_name":`)
		b.text(s.ask.Tool)
		b.raw(`,"missing_required_parameters":[`)
		for j, name := range s.ask.Missing {
			if j > 0 {
				b.raw(",")
			}
			b.text(name)
		}
		b.raw(`]}},"observation":`)
		b.text(s.ask.Text)
	default:
		b.raw(`"` + mission.AnswerTool + `","arguments":{"answer_type":"` + s.answer + `"}},"observation":`)
		b.text(s.said)
	}
	b.raw(`,"dependency_list":[`)
	for j, d := range s.depends {
		if j > 0 {
			b.raw(",")
		}
		b.dst = strconv.AppendInt(b.dst, int64(d), 10)
	}
	b.raw("]")
	if s.ask != nil {
		b.raw(`,"user_input":`)
		b.text(s.ask.Reply)
	}
	b.raw("}")
}

func (b *mmtbBuilder) document(doc []byte) {
	dst, err := appendRaw(b.dst, doc)
	if err != nil {
		b.failInMission(err)
		return
	}
	b.dst = dst
}
