package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"switchyard/mission"
)

// MMTBMaxCalls is the largest number of calls of a mission that [MMTBEntry.Entry]
// accepts. Entry counts the paths of each mission. Graphs from other programs can have any
// shape, and counting the paths of a larger one could take forever.
const MMTBMaxCalls = 24

// Entry converts a line to an entry: the missions with their calls, dependencies and
// paths, the time, the tools, and the dialogue. The dialogue has the messages before
// the request, the request, each question with its answer, each set of calls made at
// once with its plan and observations, and the reply. A dependency on a question is
// replaced by the question's own dependencies.
//
// The benchmark has no place for the persona, the name and domain of the toolset,
// what tools return, entities, sources, status and purpose of calls, references,
// what chats claim, thoughts, plans in words, and what the checker said. They are
// empty, and every status is 200, so the entry cannot be proved. A user's reply
// counts as complete unless a later question for the same tool asks again for
// something that the first question asked for. The locale is zh if the tasks have
// Chinese characters, otherwise en. If a line has two languages, the English one is
// used.
//
// Entry is as lenient as [DecodeMMTB]. Arguments may be a JSON string with an object.
// Tools may lack OpenAI's envelope. What the steps do not say is taken from the
// messages. If the line has no action types, they follow from the steps. If an
// entry cannot express something, the error gives its place as a JSON pointer.
func (e *MMTBEntry) Entry() (*mission.Entry, error) {
	r := mmtbTeller{line: e, text: e.Plain}
	if e.English != nil && (len(e.English.Answers) > 0 || e.Plain == nil) {
		r.text, r.prefix = e.English, "english_"
	}
	return r.entry()
}

// mmtbTeller reads an entry from a line.
type mmtbTeller struct {
	line   *MMTBEntry
	text   *MMTBText // in the language that is read
	prefix string    // of the keys of that language
}

func (r *mmtbTeller) entry() (*mission.Entry, error) {
	if r.line.ID == "" {
		return nil, within("id", errors.New("must not be empty"))
	}
	n := len(r.text.Tasks)
	if n == 0 {
		return nil, within(r.prefix+"task", errors.New("there is no mission"))
	}
	if err := r.lengths(n); err != nil {
		return nil, err
	}
	env, err := r.environment()
	if err != nil {
		return nil, err
	}
	e := &mission.Entry{Format: mission.FormatEntry, ID: r.line.ID, Environment: env}
	if e.Toolset.Tools, err = r.tools(); err != nil {
		return nil, err
	}
	for i := range n {
		m, err := r.mission(i, e.Toolset.Tools)
		if err != nil {
			return nil, err
		}
		e.SwitchPath = append(e.SwitchPath, m.Type)
		e.Missions = append(e.Missions, *m)
	}
	return e, nil
}

// lengths checks that the lists have an item for each mission. Only the answers and
// the times are required.
func (r *mmtbTeller) lengths(missions int) error {
	for _, list := range []struct {
		key    string
		length int
		needed bool
	}{
		{r.prefix + "answer_list", len(r.text.Answers), true},
		{r.prefix + "messages", len(r.text.Messages), r.text.Messages != nil},
		{"env_info", len(r.line.EnvInfo), true},
		{"task_ids", len(r.line.TaskIDs), r.line.TaskIDs != nil},
		{"type", len(r.line.Types), r.line.Types != nil},
		{"turn_type", len(r.line.TurnTypes), r.line.TurnTypes != nil},
		{"turn_subtypes", len(r.line.TurnSubtypes), r.line.TurnSubtypes != nil},
	} {
		if list.needed && list.length != missions {
			return within(list.key, fmt.Errorf("has %d items for %d missions", list.length, missions))
		}
	}
	return nil
}

// environment is the time of the first mission, since an entry has only one. Later
// missions may be some hours later, but not on another day: there, words such as
// "tomorrow" would mean something else.
func (r *mmtbTeller) environment() (mission.Environment, error) {
	env := mission.Environment{Locale: "en"}
	if slices.ContainsFunc(r.text.Tasks, func(task string) bool {
		return strings.ContainsFunc(task, func(c rune) bool { return unicode.Is(unicode.Han, c) })
	}) {
		env.Locale = "zh"
	}
	for i, info := range r.line.EnvInfo {
		before, weekday, ok := strings.Cut(info, "星期")
		if !ok {
			continue // the runner ignores such strings
		}
		now, err := mmtbTime(before)
		if err != nil {
			return env, within("env_info", within(fmt.Sprint(i), err))
		}
		if env.Now != "" && env.Now[:len(time.DateOnly)] != now.Format(time.DateOnly) {
			return env, within("env_info", within(fmt.Sprint(i), errors.New("is on another day than the earlier missions, but an entry has one day")))
		}
		if env.Now == "" {
			env.Now, env.Weekday = now.Format(time.DateTime), now.Weekday().String()
			for name, word := range mmtbWeekdays {
				if strings.HasPrefix(strings.Replace(weekday, "天", "日", 1), strings.TrimPrefix(word, "星期")) {
					env.Weekday = name
				}
			}
		}
	}
	if env.Now == "" {
		return env, within("env_info", errors.New("has no time such as 2024-07-15 09:30:00 星期一"))
	}
	return env, nil
}

// mmtbTime reads the text before the day of the week.
func mmtbTime(text string) (time.Time, error) {
	text = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(text, "当前时间：", ""), "环境：", ""))
	for _, layout := range []string{time.DateTime, "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil && t.Year() > 0 {
			return t, nil
		}
	}
	return time.Time{}, errors.New("must begin with a time such as 2024-07-15 09:30:00")
}

// tools reads the tools; if this language has none, those of the other one.
func (r *mmtbTeller) tools() ([]mission.Tool, error) {
	list, key := r.text.Tools, r.prefix+"tools"
	if list == nil && r.line.Plain != nil && r.line.English != nil {
		list, key = append(r.line.Plain.Tools, r.line.English.Tools...), "tools"
	}
	tools := make([]mission.Tool, 0, len(list))
	for i, doc := range list {
		t, err := mmtbTool(doc)
		if err == nil && slices.ContainsFunc(tools, func(o mission.Tool) bool { return o.Name == t.Name }) {
			err = fmt.Errorf("another tool is called %s", t.Name)
		}
		if err != nil {
			return nil, within(key, within(fmt.Sprint(i), err))
		}
		tools = append(tools, t)
	}
	return tools, nil
}

func mmtbTool(doc json.RawMessage) (mission.Tool, error) {
	type function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	var tool struct {
		function
		Function *function `json:"function"`
	}
	if err := json.Unmarshal(doc, &tool); err != nil {
		return mission.Tool{}, errors.New(`must be {"type":"function","function":{…}}`)
	}
	f := tool.function
	if tool.Function != nil {
		f = *tool.Function
	}
	switch {
	case f.Name == "":
		return mission.Tool{}, errors.New("the tool has no name")
	case f.Name == mission.AskTool || f.Name == mission.AnswerTool:
		return mission.Tool{}, fmt.Errorf("%s is an internal tool and is not offered", f.Name)
	case len(f.Parameters) == 0 || string(f.Parameters) == "null":
		f.Parameters = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	if _, err := readObject(f.Parameters); err != nil {
		return mission.Tool{}, errors.New("its parameters are not the schema of an object")
	}
	parameters, err := appendRaw(nil, f.Parameters)
	return mission.Tool{Name: f.Name, Description: f.Description, Parameters: parameters}, err
}
