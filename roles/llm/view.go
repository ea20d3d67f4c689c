package llm

import (
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// view is the data of the templates. Each prompt uses the fields that it needs; a
// user's own prompts may use any.
type view struct {
	Language string // to write in: "English"
	Now      string // the time of the conversation
	Weekday  string
	Domain   string // the name of the toolset
	Persona  mission.Persona
	Tools    string   // one JSON object a line
	Earlier  [][]line // the missions so far
	Talk     []line   // of this mission
	Reasons  []string // why the last try was refused

	Kind     string // single, serial, parallel, mixed, clarify, chat
	Relation string
	Way      string
	WayNote  string
	Example  *example
	Target   int // index of the mission that the relation refers to
	First    bool
	Count    int // of candidates to propose

	Calls    []callView
	Refers   []string // names of the references
	Topic    string   // of a chat mission, in words that the model should not reuse
	Draft    string   // the request in the words of the built-in user
	Say      []fact
	Keep     []fact
	Vague    bool
	Free     bool // the user may answer anything
	Again    bool // the user has been asked before
	Recorded bool // the answers in the records are shown
	Observed []string
	Brief    bool
	Facts    []string // that the toolset declares
	Does     []string // what the speaker does in this turn of a session

	Candidates []string
	Text       string
	Question   string
	Plan       string
}

// line is one utterance.
type line struct{ Who, Text string }

// fact is a value to say, or not to say.
type fact struct {
	What  string // such as "date of departure"
	Value string // as JSON, texts without quotes
	Words string // words that say it
}

// callView is a call as prompts show it.
type callView struct {
	Purpose   string
	Say, Keep []fact
	Refer     []reference
	Follows   []follow

	Name      string
	Arguments string
	Status    int
	Record    string
}

// follow is a value that is not said, because the assistant finds it out or
// knows it.
type follow struct {
	What string
	Step int  // the step of the notes that finds it out, from 1; 0 when it is known
	Word bool // a word such as "there" stands for it
}

// reference is something that is referred to instead of being named.
type reference struct{ ID, What, Words string }

// view returns what every prompt may show of a scene.
func (k *seat) view(s *roles.Scene) *view {
	v := &view{Language: languageNames[k.prompts.Language], Now: s.Env.Now, Weekday: s.Env.Weekday, Persona: s.Persona,
		Reasons: s.Reasons, First: s.Index() == 0}
	if s.Set != nil {
		v.Domain = s.Set.Domain
	}
	for i := range s.Missions {
		v.Earlier = append(v.Earlier, talk(s.Missions[i].Dialogue))
	}
	v.Talk = talk(s.Turns)
	return v
}

// talk is what users and assistants say in a dialogue.
func talk(turns []mission.Turn) []line {
	var out []line
	for _, t := range turns {
		switch t.Role {
		case mission.RoleUser:
			out = append(out, line{"User", t.Text})
		case mission.RoleAI:
			out = append(out, line{"Assistant", t.Text})
		}
	}
	return out
}

// relate adds how the mission refers to earlier ones.
func (k *seat) relate(v *view, s *roles.Scene, relation mission.Relation, w mission.Way, target int) {
	v.Relation, v.Way, v.Target = string(relation), string(w), target
	if known, ok := k.prompts.ways[w]; ok {
		v.WayNote = known.Note
		v.Example = &known.Examples[keyed.New(s.Seed, "example", string(w)).IntN(len(known.Examples))]
	}
}

// kindOf names the kind of a mission as prompts do.
func kindOf(t mission.Type, p mission.Pattern) string {
	if t == mission.Multi {
		return string(p)
	}
	return string(t)
}

// noun is what a person calls the value at a pointer of a call's arguments. The tool
// may be nil.
func noun(t *tools.Tool, pointer string) string {
	steps := jsonptr.Split(pointer)
	var p *tools.Param
	if t != nil {
		p = t.Param(steps[0])
	}
	if p == nil {
		return plainName(steps[len(steps)-1])
	}
	out := p.Noun
	for _, step := range steps[1:] {
		out += ", " + plainName(step)
	}
	return out
}

func plainName(name string) string {
	if strings.Trim(name, "0123456789") == "" {
		return "number " + name
	}
	return strings.NewReplacer("_", " ", "-", " ").Replace(name)
}

// shown writes a value as prompts show it.
func shown(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(tools.EncodeValue(v))
}

// observed lists the calls of the mission with their answers, and if asked those of
// the earlier missions.
func observed(s *roles.Scene, earlier bool) []string {
	var out []string
	add := func(tool string, arguments json.RawMessage, status int, body json.RawMessage) {
		out = append(out, fmt.Sprintf("%s %s: status %d, %s", tool, arguments, status, body))
	}
	if earlier {
		for i := range s.Missions {
			for _, c := range s.Missions[i].Calls {
				add(c.Tool, c.Arguments, c.Status, c.Observation)
			}
		}
	}
	for _, made := range s.Made {
		c := &s.Blueprint.Calls[made.Call]
		add(c.Tool.Name, c.Values().JSON(), made.Answer.Status, made.Answer.Body.JSON())
	}
	return out
}
