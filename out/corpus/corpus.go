// Package corpus turns entries into training examples: chats in which an assistant
// calls tools, and preference pairs, of which one side is better. They have no format
// yet; package out writes them in the formats of trainers.
//
// Start with [Examples], which makes chats of an entry as it was played, without what
// the checker refused. [Options] say what becomes an example and which turns carry
// loss. [NewPairer] makes a [Pairer]. [Pairer.Pairs] makes preference pairs, and
// [Pairer.Refusals] makes plans that a checker has to refuse. Both need an entry that
// package proof accepts, and every rejected side is proven to fail a check.
//
// Everything is deterministic: the same entry and options give the same examples,
// pairs and refusals, in the order of the missions. Entries are never changed. All
// functions and Pairers may be used by several goroutines at once.
package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"switchyard/mission"
)

// Role is the sender of a message, as chat models name it.
type Role string

// The roles. The system prompt is not a message; see [Example.System].
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// Message is one message of a chat.
type Message struct {
	Role    Role
	Mission int    // index in the entry
	Text    string // for a tool, the observation as compact JSON
	Thought string // of the assistant, before it speaks or calls; needs [Options.Thoughts]
	Calls   []Call // of the assistant; several are made at once
	// CallID and Name say which call a tool answers.
	CallID, Name string
	// Train reports whether the turn carries loss. Only turns of the assistant do.
	Train bool
}

// Call is one call of a tool.
type Call struct {
	ID        string // unique in the example: "call_2_1" is the first of mission 2
	Name      string
	Arguments json.RawMessage // an object
}

// Example is one chat.
type Example struct {
	ID       string // of the entry; if an entry gives several examples, with a number: "2-0007#2"
	System   string
	Messages []Message // the user's first, the assistant's last; the answers of tools directly follow their calls
	Tools    []mission.Tool
	Entry    *mission.Entry
	Mission  int // the index of the last mission
}

// Parallel reports whether some turn makes several calls at once.
func (x *Example) Parallel() bool {
	for i := range x.Messages {
		if len(x.Messages[i].Calls) > 1 {
			return true
		}
	}
	return false
}

// Unit says what becomes one example.
type Unit string

// The units.
const (
	PerEntry   Unit = "entry"   // all missions of an entry in one chat
	PerMission Unit = "mission" // a chat for each mission, with the missions before it
)

// Loss says which turns of the assistant carry loss.
type Loss string

// The choices.
const (
	LossAll     Loss = "all"     // every turn of the entry or, with [PerMission], of the last mission
	LossMission Loss = "mission" // the turns of the last mission
	LossLast    Loss = "last"    // only the last turn
)

// Options say what examples are like. With the zero value, an example is a whole entry
// without thoughts, parallel calls are made at once, and every turn of the assistant
// carries loss.
type Options struct {
	Unit     Unit // PerEntry when empty
	Loss     Loss // LossAll when empty
	Thoughts bool // put the planner's thoughts into the assistant's messages
	Apart    bool // make parallel calls one after the other
	// System is the system prompt as a Go template with the fields Now, Weekday,
	// Locale, Domain and Facts (a list of texts); nil means [DefaultSystem]. An empty template means no
	// system prompt.
	System *template.Template
}

// DefaultSystem is the default system prompt. The agent has to know the time, because
// people say "tomorrow", and what the toolset declares.
const DefaultSystem = "You are an assistant who helps people with the tools that you are given. If a tool needs something that was not said and that you cannot find out, ask for it. If no tool can help, answer without one. It is {{.Weekday}}, {{.Now}}." +
	"{{if .Facts}}\n\nWhat you know besides:{{range .Facts}}\n- {{.}}{{end}}{{end}}"

var defaultSystem = template.Must(template.New("system").Parse(DefaultSystem))

// ParseSystem reads the template of a system prompt and tries it out.
func ParseSystem(text string) (*template.Template, error) {
	t, err := template.New("system").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, err
	}
	_, err = system(t, &mission.Entry{})
	return t, err
}

func system(t *template.Template, e *mission.Entry) (string, error) {
	if t == nil {
		t = defaultSystem
	}
	var b bytes.Buffer
	err := t.Execute(&b, struct {
		Now, Weekday, Locale, Domain string
		Facts                        []string
	}{e.Environment.Now, e.Environment.Weekday, e.Environment.Locale, e.Toolset.Domain, e.Toolset.Facts})
	return strings.TrimSpace(b.String()), err
}

// Examples makes the examples of an entry.
func Examples(e *mission.Entry, o Options) ([]Example, error) {
	prompt, err := system(o.System, e)
	if err != nil {
		return nil, err
	}
	var (
		messages []Message
		ends     []int // where each mission ends in messages
	)
	for i := range e.Missions {
		said, err := missionMessages(&e.Missions[i], i, o)
		if err != nil {
			return nil, fmt.Errorf("/missions/%d: %w", i, err)
		}
		messages = append(messages, said...)
		ends = append(ends, len(messages))
	}
	example := func(id string, last int) Example {
		x := Example{ID: id, System: prompt, Messages: append([]Message(nil), messages[:ends[last]]...), Tools: e.Toolset.Tools, Entry: e, Mission: last}
		x.train(o)
		return x
	}
	if o.Unit != PerMission {
		return []Example{example(e.ID, len(ends)-1)}, nil
	}
	var list []Example
	for i := range ends {
		list = append(list, example(fmt.Sprintf("%s#%d", e.ID, i+1), i))
	}
	return list, nil
}

// train marks the turns that carry loss.
func (x *Example) train(o Options) {
	first := 0
	switch {
	case o.Loss == LossLast:
		first = len(x.Messages) - 1
	case o.Loss == LossMission || o.Unit == PerMission:
		for first < len(x.Messages) && x.Messages[first].Mission < x.Mission {
			first++
		}
	}
	for i := first; i < len(x.Messages); i++ {
		x.Messages[i].Train = x.Messages[i].Role == Assistant
	}
}

// missionMessages makes the messages of a mission from its dialogue.
func missionMessages(m *mission.Mission, index int, o Options) ([]Message, error) {
	var (
		messages []Message
		thought  string
		plan     *mission.Plan
		answered = -1 // where the messages of the last calls begin, until the checker has judged them
	)
	add := func(s Message) {
		if s.Role == Assistant && o.Thoughts {
			s.Thought, thought = thought, ""
		}
		s.Mission = index
		messages = append(messages, s)
	}
	for i, t := range m.Dialogue {
		switch t.Role {
		case mission.RoleUser:
			add(Message{Role: User, Text: t.Text})
		case mission.RolePlanner:
			plan, answered = t.Plan, -1 // nobody objected to the answers
		case mission.RoleChecker:
			refused := t.Accepted != nil && !*t.Accepted
			switch {
			case refused && answered >= 0:
				thought = messages[answered].Thought
				messages = messages[:answered]
			case refused:
				plan = nil
			case answered < 0 && plan != nil:
				thought = strings.TrimSpace(plan.Thought)
			}
			answered = -1
		case mission.RoleTool:
			answered = len(messages)
			steps := [][]int{t.Calls}
			if o.Apart {
				steps = nil
				for _, c := range t.Calls {
					steps = append(steps, []int{c})
				}
			}
			for _, step := range steps {
				said, err := stepMessages(m, index, step)
				if err != nil {
					return nil, fmt.Errorf("dialogue/%d: %w", i, err)
				}
				for _, s := range said {
					add(s)
				}
			}
		case mission.RoleAI:
			add(Message{Role: Assistant, Text: t.Text})
		}
	}
	return messages, nil
}

// stepMessages makes the messages of calls that are made at once.
func stepMessages(m *mission.Mission, index int, step []int) ([]Message, error) {
	calls := Message{Role: Assistant}
	var answers []Message
	for _, c := range step {
		if c < 0 || c >= len(m.Calls) {
			return nil, fmt.Errorf("there is no call %d", c)
		}
		call := &m.Calls[c]
		var arguments, observation bytes.Buffer
		if err := json.Compact(&arguments, call.Arguments); err != nil {
			return nil, fmt.Errorf("the arguments of call %d: %w", c, err)
		}
		if err := json.Compact(&observation, call.Observation); err != nil {
			return nil, fmt.Errorf("the observation of call %d: %w", c, err)
		}
		id := fmt.Sprintf("call_%d_%d", index+1, c+1)
		calls.Calls = append(calls.Calls, Call{ID: id, Name: call.Tool, Arguments: arguments.Bytes()})
		answers = append(answers, Message{Role: Tool, Text: observation.String(), CallID: id, Name: call.Tool})
	}
	return append([]Message{calls}, answers...), nil
}
