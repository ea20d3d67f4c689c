package out

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// MMTB is the format of the Multi-Mission Tool Bench, as its runner reads it.
// Every text occurs twice in a line, under an english_ key and under the plain
// key, because the runner chooses the keys by language.
func MMTB() Checker { return mmtb{cache: new(remembered[encoded])} }

type mmtb struct{ cache *remembered[encoded] } // of parameter schemas

func (mmtb) Name() string { return "mmtb" }
func (mmtb) File() string { return "mmtb.jsonl" }

// The benchmark's words for ours.
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

// MMTBType returns the action type for which the benchmark has this word. The second
// result is false if it has no such word.
func MMTBType(word string) (mission.Type, bool) { return keyOf(mmtbTypes, word) }

// MMTBRelation returns the relation for which the benchmark has this word. The second
// result is false if it has no such word.
func MMTBRelation(word string) (mission.Relation, bool) { return keyOf(mmtbRelations, word) }

func keyOf[K comparable](words map[K]string, word string) (key K, ok bool) {
	for k, w := range words {
		if w == word {
			return k, true
		}
	}
	return key, false
}

// mmtbBetween stands between the messages of two missions.
const mmtbBetween = "====="

// mmtbLine is a line of the file. Both languages share their JSON.
type mmtbLine struct {
	ID              string    `json:"id"`
	EnglishTasks    encoded   `json:"english_task"`
	EnglishAnswers  encoded   `json:"english_answer_list"`
	EnglishMessages encoded   `json:"english_messages"`
	EnglishTools    encoded   `json:"english_tools"`
	EnvInfo         []string  `json:"env_info"`
	TaskIDs         []int     `json:"task_ids"`
	Types           []string  `json:"type"`
	TurnTypes       []bool    `json:"turn_type"`
	TurnSubtypes    []*string `json:"turn_subtypes"`
	Tasks           encoded   `json:"task"`
	Answers         encoded   `json:"answer_list"` // for each mission, a list of MMTBStep
	Messages        encoded   `json:"messages"`    // MMTBMessage, and mmtbBetween
	Tools           encoded   `json:"tools"`       // mmtbFunction
}

// mmtbFunction is a tool that the line offers.
type mmtbFunction struct {
	Type     string `json:"type"`
	Function struct {
		Name        string  `json:"name"`
		Description string  `json:"description"`
		Parameters  encoded `json:"parameters"`
	} `json:"function"`
}

// Encode writes one line. A mission becomes a list of steps: its questions,
// one after the other, then its calls, then the reply. A call that depends on no
// other call waits for the last question, because a question never shares a step
// with a call.
func (f mmtb) Encode(e *mission.Entry) ([]byte, error) {
	weekday, ok := mmtbWeekdays[e.Environment.Weekday]
	if !ok {
		return nil, within("environment", within("weekday", fmt.Errorf("%q is not a day of the week", e.Environment.Weekday)))
	}
	line := mmtbLine{ID: e.ID}
	w := mmtbWords{messages: append(make(encoded, 0, 8<<10), '[')}
	for i := range e.Missions {
		line.EnvInfo, line.TaskIDs = append(line.EnvInfo, e.Environment.Now+" "+weekday), append(line.TaskIDs, 0)
		if err := w.add(&e.Missions[i], &line); err != nil {
			return nil, within("missions", within(strconv.Itoa(i), err))
		}
	}
	w.tools = make([]mmtbFunction, len(e.Toolset.Tools))
	for i := range w.tools {
		if err := f.offer(&w.tools[i], &e.Toolset.Tools[i]); err != nil {
			return nil, within("toolset", within("tools", within(strconv.Itoa(i), err)))
		}
	}
	if err := w.encode(&line); err != nil {
		return nil, err
	}
	return appendValue(make([]byte, 0, 48<<10), &line)
}

// mmtbWords is what a line says, before it is JSON.
type mmtbWords struct {
	tasks    []string
	answers  [][]MMTBStep
	messages encoded // open at its end
	tools    []mmtbFunction
}

// encode fills in both languages of a line. The errors of answers name a step, which
// is no place in the entry, so only their mission is kept.
func (w *mmtbWords) encode(l *mmtbLine) (err error) {
	var place *placeError
	if l.Answers, err = lineOf(&w.answers); errors.As(err, &place) {
		mission, _, _ := strings.Cut(place.pointer[1:], "/")
		return within("missions", within(mission, place.err))
	}
	if l.Tools, err = lineOf(&w.tools); err != nil {
		return within("toolset", within("tools", err))
	}
	l.Tasks, _ = appendValue(make([]byte, 0, 1<<10), &w.tasks) // no error: the messages hold the same texts
	l.Messages = append(w.messages, ']')
	l.EnglishTasks, l.EnglishAnswers, l.EnglishMessages, l.EnglishTools = l.Tasks, l.Answers, l.Messages, l.Tools
	return nil
}

// offer writes a tool.
func (f mmtb) offer(to *mmtbFunction, t *mission.Tool) (err error) {
	if t.Name == mission.AskTool || t.Name == mission.AnswerTool {
		return within("name", fmt.Errorf("%s is an internal tool", t.Name))
	}
	to.Type, to.Function.Name, to.Function.Description = "function", t.Name, t.Description
	if to.Function.Parameters, err = f.cache.get(t.Parameters, mmtbParameters); err != nil {
		return within("parameters", err)
	}
	return nil
}

// add adds a mission.
func (w *mmtbWords) add(m *mission.Mission, l *mmtbLine) error {
	kind, ok := mmtbTypes[m.Type]
	if !ok {
		return within("type", fmt.Errorf("%q is not an action type", m.Type))
	}
	var relation *string
	if m.Relation != "" {
		word, ok := mmtbRelations[m.Relation]
		if !ok {
			return within("relation", fmt.Errorf("%q is not a relation", m.Relation))
		}
		relation = &word
	}
	l.Types, l.TurnTypes, l.TurnSubtypes = append(l.Types, kind), append(l.TurnTypes, m.Relation != ""), append(l.TurnSubtypes, relation)
	steps, err := mmtbSteps(m)
	if err != nil {
		return err
	}
	if len(w.tasks) > 0 {
		w.messages = append(w.messages, `,"`+mmtbBetween+`"`...)
	}
	w.tasks, w.answers = append(w.tasks, m.Request), append(w.answers, steps)
	if err := w.say("user", "User:", m.Request); err != nil {
		return err
	}
	for _, q := range m.Questions {
		if err := errors.Join(w.say("assistant", "AI:", q.Text), w.say("user", "User:", q.Reply)); err != nil {
			return err
		}
	}
	return w.say("assistant", "AI:", m.Reply)
}

// say adds a message. The runner removes a speaker's name from the front of a
// message, so a text that begins with one gets another.
func (w *mmtbWords) say(role, speaker, content string) error {
	if mmtbSpeaker(content) > 0 {
		content = speaker + content
	}
	if len(w.messages) > 1 {
		w.messages = append(w.messages, ',')
	}
	var err error
	w.messages, err = appendValue(w.messages, &MMTBMessage{role, content})
	return err
}

// mmtbSpeaker is the length of the speaker's name, colon included, that the
// runner removes from the front of an English content; 0 if there is none.
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

// mmtbSteps lays out the steps of a mission.
func mmtbSteps(m *mission.Mission) ([]MMTBStep, error) {
	asked := len(m.Questions)
	steps := make([]MMTBStep, 0, asked+len(m.Calls)+1)
	for i := range m.Questions {
		q := &m.Questions[i]
		arguments, err := appendValue(make([]byte, 0, 128), &mission.Asked{Tool: q.Tool, Missing: q.Missing})
		if err != nil {
			return nil, err
		}
		text, err := appendString(make([]byte, 0, len(q.Text)+2), q.Text)
		if err != nil {
			return nil, err
		}
		s := MMTBStep{Idx: i, Action: MMTBAction{mission.AskTool, arguments}, Observation: text, UserInput: &q.Reply}
		if i > 0 {
			s.Dependencies = []int{i - 1}
		}
		steps = append(steps, s)
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		if !bytes.HasPrefix(bytes.TrimSpace(c.Arguments), []byte("{")) {
			return nil, errors.New("the arguments of a call are not a JSON object")
		}
		s := MMTBStep{Idx: asked + i, Action: MMTBAction{c.Tool, c.Arguments}, Observation: c.Observation}
		serves := slices.ContainsFunc(m.Questions, func(q mission.Question) bool { return q.Tool == c.Tool })
		if asked > 0 && (serves || len(c.Dependencies) == 0) {
			s.Dependencies = append(s.Dependencies, asked-1)
		}
		for j, d := range c.Dependencies {
			if d < 0 || d >= i {
				return nil, within("calls", within(strconv.Itoa(i), within("dependencies", within(strconv.Itoa(j),
					fmt.Errorf("call %d is not an earlier call", d)))))
			}
			s.Dependencies = append(s.Dependencies, asked+d)
		}
		slices.Sort(s.Dependencies)
		s.Dependencies = slices.Compact(s.Dependencies)
		steps = append(steps, s)
	}
	reply, err := appendString(make([]byte, 0, len(m.Reply)+2), m.Reply)
	return append(steps, MMTBStep{Idx: len(steps), Action: MMTBAction{mission.AnswerTool, mmtbAnswer(m)}, Observation: reply, Dependencies: leaves(steps)}), err
}

// mmtbAnswer is the arguments of the step that closes a mission.
func mmtbAnswer(m *mission.Mission) []byte {
	if len(m.Calls) == 0 {
		return []byte(`{"answer_type":"chat"}`)
	}
	return []byte(`{"answer_type":"tool"}`)
}

// leaves lists the steps that no other step depends on.
func leaves(steps []MMTBStep) []int {
	open := map[int]bool{}
	for i, s := range steps {
		for _, d := range s.Dependencies {
			delete(open, d)
		}
		open[i] = true
	}
	return slices.Sorted(maps.Keys(open))
}
