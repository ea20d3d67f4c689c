// Package corpus makes training examples of entries: chats in which an assistant
// calls tools, and pairs of which one side is better. They are in no format yet;
// package out writes them in the formats of trainers.
//
// Start with [Examples], which takes an entry as it was played, without what the
// checker refused, and [Options], which say what becomes an example and which
// turns carry loss. [NewPairer] makes a [Pairer]: its method Pairs makes preference
// pairs, and Refusals makes plans that a checker has to refuse. Both need an entry
// that package proof accepts, and every rejected side is proven to fail a check.
//
// All of it is deterministic: the same entry and options give the same examples,
// pairs and refusals, in the order of the missions. Nothing is changed in an
// entry. Every function and a Pairer may be used by several goroutines at once.
package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"switchyard/mission"
)

// Role is who a message is from, as chat models know it.
type Role string

// The roles. The system prompt is no message here; see [Example.System].
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// Message is one message of a chat.
type Message struct {
	Role    Role
	Mission int    // index in the entry
	Text    string // of a tool: the observation, as compact JSON
	Thought string // of the assistant, before it speaks or calls; empty unless asked for
	Calls   []Call // of the assistant; made at once when there are several
	// CallID and Name say which call a tool answers.
	CallID, Name string
	// Train is true for a turn that carries loss. Only turns of the assistant do.
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
	ID       string // of the entry; with a number behind it where an entry gives several: "2-0007#2"
	System   string
	Messages []Message // user first, assistant last; a tool answers each call right behind it
	Tools    []mission.Tool
	Entry    *mission.Entry
	Mission  int // index of the mission that it ends with
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

// Unit is what becomes one example.
type Unit string

// The units.
const (
	PerEntry   Unit = "entry"   // all missions of an entry in one chat
	PerMission Unit = "mission" // a chat for each mission, which begins with those before it
)

// Loss says which turns of the assistant carry loss.
type Loss string

// The choices.
const (
	LossAll     Loss = "all"     // every turn of what the example is about: the entry, or with [PerMission] the last mission
	LossMission Loss = "mission" // the turns of the last mission
	LossLast    Loss = "last"    // the last turn alone
)

// Options say what examples are like. The zero value is the whole entry without
// thoughts, parallel calls together, every turn of the assistant with loss.
type Options struct {
	Unit     Unit // PerEntry when empty
	Loss     Loss // LossAll when empty
	Thoughts bool // the assistant's messages have the planner's thoughts
	Apart    bool // calls that could be made at once are made one after the other
	// System is the system prompt as a Go template with the fields Now,
	// Weekday, Locale, Domain; [DefaultSystem] when nil. The empty template is
	// no system prompt.
	System *template.Template
}

// DefaultSystem is the system prompt unless something else is said: the agent
// has to know the time, for people say "tomorrow".
const DefaultSystem = "You are an assistant who helps people with the tools that you are given. You ask for what you need and cannot know, and you answer without tools where none serves. It is {{.Weekday}}, {{.Now}}."

var defaultSystem = template.Must(template.New("system").Parse(DefaultSystem))

// ParseSystem reads the template of a system prompt, and tries it.
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
	err := t.Execute(&b, struct{ Now, Weekday, Locale, Domain string }{e.Environment.Now, e.Environment.Weekday, e.Environment.Locale, e.Toolset.Domain})
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
		ends     []int // of missions in messages
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
		answered = -1 // where the messages of the last calls begin, until they are judged
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
			plan, answered = t.Plan, -1 // what was answered was not objected to
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
