package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"switchyard/schemas"
)

// MMTBEntry is one line of a Multi-Mission Tool Bench file from any program.
type MMTBEntry struct {
	ID      string
	English *MMTBText // from the english_ keys; nil without them
	Plain   *MMTBText // from the plain keys; nil without them
	// EnvInfo has one string for each mission. If a file has one string for all
	// missions, it is repeated.
	EnvInfo      []string
	TaskIDs      []int
	Types        []string
	TurnTypes    []bool
	TurnSubtypes []string // empty where the file has null
	// Extra holds the keys that the format does not have, unchanged.
	Extra map[string]json.RawMessage
}

// Text returns the English text, otherwise the plain one, or nil if there is none.
func (e *MMTBEntry) Text() *MMTBText {
	if e.English != nil {
		return e.English
	}
	return e.Plain
}

// MMTBText is what an entry says in one language. The list of a missing key is nil.
type MMTBText struct {
	Tasks    []string
	Answers  [][]MMTBStep
	Messages [][]MMTBMessage // one block for each mission
	Tools    []json.RawMessage
}

// MMTBStep is one step of an answer list.
type MMTBStep struct {
	Idx          int             `json:"idx"`
	Action       MMTBAction      `json:"action"`
	Observation  json.RawMessage `json:"observation"`
	Dependencies []int           `json:"dependency_list"`
	UserInput    *string         `json:"user_input,omitempty"` // of questions
}

// MMTBAction is a call, or one of the two internal tools.
type MMTBAction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// MMTBMessage is a message of the user or the assistant.
type MMTBMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Said returns the content without a speaker's name in front, as the benchmark's
// runner passes it to a model.
func (m MMTBMessage) Said() string {
	if n := mmtbSpeaker(m.Content); n > 0 {
		return m.Content[n:]
	}
	if speaker, rest, ok := strings.Cut(m.Content, "："); ok {
		switch speaker {
		case "用户", "AI Agent助手", "AI Agent":
			return rest
		}
	}
	return m.Content
}

// DecodeMMTB reads one line. It is as lenient as the benchmark's runner: each key
// needs the right kind of value, but the rules of the format are not checked;
// [CheckMMTB] does that.
func DecodeMMTB(line []byte) (*MMTBEntry, error) {
	if _, err := schemas.Decode(line); err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return nil, errors.New("must be a JSON object")
	}
	if fields == nil {
		return nil, errors.New("must be a JSON object, is null")
	}
	d := mmtbDecoder{fields: fields}
	e := new(MMTBEntry)
	d.field("id", &e.ID)
	e.English = d.language("english_")
	e.Plain = d.language("")
	d.field("task_ids", &e.TaskIDs)
	d.field("type", &e.Types)
	missions := 0
	if t := e.Text(); t != nil {
		missions = len(t.Tasks)
	}
	e.EnvInfo = d.envInfo(missions)
	e.TurnTypes = d.turnTypes()
	e.TurnSubtypes = d.subtypes()
	if d.err == nil && e.Text() == nil {
		d.err = errors.New(`neither "english_task" nor "task" is there`)
	}
	if d.err != nil {
		return nil, d.err
	}
	if len(fields) > 0 {
		e.Extra = maps.Clone(fields)
	}
	return e, nil
}

// mmtbDecoder removes fields as it reads them; what is left is extra.
type mmtbDecoder struct {
	fields map[string]json.RawMessage
	err    error
}

func (d *mmtbDecoder) take(key string) (json.RawMessage, bool) {
	v, ok := d.fields[key]
	delete(d.fields, key)
	return v, ok
}

func (d *mmtbDecoder) fail(key string, err error) {
	if d.err != nil {
		return
	}
	var kind *schemas.KindError
	if errors.As(err, &kind) {
		err = &placeError{pointer: kind.Pointer, err: errors.New("must be " + kind.Want + ", is " + kind.Have)}
	}
	d.err = within(key, err)
}

func (d *mmtbDecoder) field(key string, into any) {
	if v, ok := d.take(key); ok {
		if err := schemas.Unmarshal(v, into); err != nil {
			d.fail(key, err)
		}
	}
}

// language reads the four keys that each language has.
func (d *mmtbDecoder) language(prefix string) *MMTBText {
	_, hasTask := d.fields[prefix+"task"]
	_, hasAnswers := d.fields[prefix+"answer_list"]
	_, hasMessages := d.fields[prefix+"messages"]
	if !hasTask && !hasAnswers && !hasMessages {
		return nil
	}
	t := new(MMTBText)
	d.field(prefix+"task", &t.Tasks)
	d.field(prefix+"answer_list", &t.Answers)
	d.field(prefix+"tools", &t.Tools)
	var flat []json.RawMessage
	d.field(prefix+"messages", &flat)
	var err error
	if t.Messages, err = mmtbBlocks(flat); err != nil {
		d.fail(prefix+"messages", err)
	}
	return t
}

// mmtbBlocks cuts the flat list at strings with the separator.
func mmtbBlocks(flat []json.RawMessage) ([][]MMTBMessage, error) {
	if flat == nil {
		return nil, nil
	}
	blocks := [][]MMTBMessage{}
	block := []MMTBMessage{}
	for i, v := range flat {
		var between string
		if json.Unmarshal(v, &between) == nil && strings.Contains(between, mmtbBetween) {
			blocks = append(blocks, block)
			block = []MMTBMessage{}
			continue
		}
		var m MMTBMessage
		if err := json.Unmarshal(v, &m); err != nil {
			return nil, within(fmt.Sprint(i), errors.New("must be a message or a string with "+mmtbBetween))
		}
		block = append(block, m)
	}
	if len(block) > 0 {
		blocks = append(blocks, block)
	}
	return blocks, nil
}

// envInfo reads a list, or one string for all missions.
func (d *mmtbDecoder) envInfo(missions int) []string {
	v, ok := d.take("env_info")
	if !ok {
		return nil
	}
	var one string
	if json.Unmarshal(v, &one) == nil {
		list := make([]string, missions)
		for i := range list {
			list[i] = one
		}
		return list
	}
	var list []string
	if err := schemas.Unmarshal(v, &list); err != nil {
		d.fail("env_info", err)
	}
	return list
}

// turnTypes reads booleans, and 真 for true, which older files have.
func (d *mmtbDecoder) turnTypes() []bool {
	var list []any
	d.field("turn_type", &list)
	var turns []bool
	for i, v := range list {
		switch v := v.(type) {
		case bool:
			turns = append(turns, v)
		case string:
			turns = append(turns, v == "真")
		default:
			d.fail("turn_type", within(fmt.Sprint(i), errors.New("must be a boolean")))
		}
	}
	return turns
}

func (d *mmtbDecoder) subtypes() []string {
	var list []*string
	d.field("turn_subtypes", &list)
	var subtypes []string
	for _, s := range list {
		if s == nil {
			subtypes = append(subtypes, "")
			continue
		}
		subtypes = append(subtypes, *s)
	}
	return subtypes
}

// ProblemOf splits an error of this package into its place and its message.
func ProblemOf(err error) Problem {
	var place *placeError
	if errors.As(err, &place) {
		return Problem{Pointer: place.pointer, Message: place.err.Error()}
	}
	return Problem{Message: err.Error()}
}
