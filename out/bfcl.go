package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/schemas"
)

// bfcl writes the single-turn files of the Berkeley Function-Calling
// Leaderboard, version 4: a file of questions and one of answers for each
// category, which align by line.
//
// A question is one message with all the calls that it needs, so only missions that
// stand alone can be written; see [entryMission.alone].
type bfcl struct{}

func (bfcl) Name() string { return "bfcl" }
func (bfcl) About() string {
	return "questions and accepted calls for the Berkeley Function-Calling Leaderboard"
}

func (bfcl) Choices() []Choice { return append(slices.Clone(lineChoices), ChooseSystem) }
func (bfcl) Lacks() string     { return "" }

func (bfcl) Export(to Output, split string, o ExportOptions) (Sink, error) {
	s := &bfclSink{to: to, split: split, o: o, written: map[string]int{}}
	return aloneSink(to, s.mission), nil
}

// The categories, by the number of functions offered and of calls needed.
const (
	bfclSimple           = "simple_python"     // one function, one call
	bfclMultiple         = "multiple"          // several functions, one call
	bfclParallel         = "parallel"          // one function, several calls
	bfclParallelMultiple = "parallel_multiple" // several functions, several calls
)

// bfclQuestion is a line of a file of questions.
type bfclQuestion struct {
	ID       string          `json:"id"`
	Question [][]bfclMessage `json:"question"` // turns, here one
	Function []bfclFunction  `json:"function"`
}

// bfclMessage is a message of a question.
type bfclMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// bfclFunction is a function that is offered. Its parameters are a schema with
// the leaderboard's names of types: "dict" for object, "float" for number.
type bfclFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// bfclAnswer is a line of a file of answers. For every call it lists the accepted
// values, by function and parameter; the value "" means that the parameter may be
// left out.
type bfclAnswer struct {
	ID          string                                    `json:"id"`
	GroundTruth []map[string]map[string][]json.RawMessage `json:"ground_truth"`
}

// Reasons to skip missions.
const (
	callsDepend  = cannotSay("the calls depend on each other")
	bfclNotEqual = cannotSay("the leaderboard cannot compare a value")
)

type bfclSink struct {
	to      Output
	split   string
	o       ExportOptions
	written map[string]int              // lines of each category
	fits    remembered[*schemas.Schema] // compiled schemas of parameters
	renamed remembered[json.RawMessage] // schemas of parameters with the leaderboard's types
}

// mission prepares a mission that stands alone: once with the functions that it
// calls, if that is one, and once with all that the entry offers, if those are
// several.
func (s *bfclSink) mission(x *entryMission) (write func() error, err error) {
	e, m := x.entry, x.Mission
	for i := range m.Calls {
		if len(m.Calls[i].Dependencies) > 0 {
			return nil, callsDepend
		}
	}
	prompted := *e
	prompted.Missions = []mission.Mission{{}} // only the system prompt is asked for
	chat, err := corpus.Examples(&prompted, corpus.Options{System: s.o.System})
	if err != nil {
		return nil, err
	}
	var turn []bfclMessage
	if chat[0].System != "" {
		turn = append(turn, bfclMessage{"system", chat[0].System})
	}
	turn = append(turn, bfclMessage{"user", m.Request})

	var all, called []bfclFunction
	for i := range e.Toolset.Tools {
		t := &e.Toolset.Tools[i]
		parameters, err := s.renamed.get(t.Parameters, bfclParameters)
		if err != nil {
			return nil, fmt.Errorf("tool %s: parameters: %w", t.Name, err)
		}
		f := bfclFunction{t.Name, t.Description, parameters}
		all = append(all, f)
		if slices.ContainsFunc(m.Calls, func(c mission.Call) bool { return c.Tool == t.Name }) {
			called = append(called, f)
		}
	}
	truth, err := s.truth(e, m)
	if err != nil {
		return nil, err
	}
	for i := range m.Calls {
		if bfclAccepts(all, truth[i], m.Calls[i].Tool, m.Calls[i].Arguments) != nil {
			return nil, bfclNotEqual
		}
	}
	narrow, wide := bfclSimple, bfclMultiple
	if len(m.Calls) > 1 {
		narrow, wide = bfclParallel, bfclParallelMultiple
	}
	var pairs []*bfclLines
	add := func(category string, functions []bfclFunction) {
		if err == nil {
			var p *bfclLines
			p, err = newBFCLLines(category, turn, functions, truth)
			pairs = append(pairs, p)
		}
	}
	if len(called) == 1 {
		add(narrow, called)
	}
	if len(all) > 1 {
		add(wide, all)
	}
	if err != nil {
		return nil, err
	}
	return func() error {
		for _, p := range pairs {
			if long, err := s.write(p); long || err != nil {
				if long {
					s.to.Skip(x.id, TooLong)
				}
				return err
			}
		}
		return nil
	}, nil
}

// bfclLines is a question and its answer before they get an id, which is their
// number in the file.
type bfclLines struct {
	category         string
	question, answer []byte // without the id, which comes first
}

func newBFCLLines(category string, turn []bfclMessage, functions []bfclFunction, truth []map[string]map[string][]json.RawMessage) (*bfclLines, error) {
	question, err := lineOf(&bfclQuestion{"", [][]bfclMessage{turn}, functions})
	if err != nil {
		return nil, err
	}
	answer, err := lineOf(&bfclAnswer{"", truth})
	if err != nil {
		return nil, err
	}
	begin := len(`{"id":""`)
	return &bfclLines{category, question[begin:], answer[begin:]}, nil
}

// write adds a pair to its files, unless the question is too long.
func (s *bfclSink) write(p *bfclLines) (long bool, err error) {
	begin := fmt.Sprintf(`{"id":"%s_%d"`, p.category, s.written[p.category])
	question := append([]byte(begin), p.question...)
	if s.o.tooLong(question) {
		return true, nil
	}
	s.written[p.category]++
	file := "BFCL_v4_" + p.category + ".json"
	if err := s.to.Line(s.split+"/"+file, question); err != nil {
		return false, err
	}
	return false, s.to.Line(s.split+"/possible_answer/"+file, append([]byte(begin), p.answer...))
}

// truth returns the accepted values of each call.
func (s *bfclSink) truth(e *mission.Entry, m *mission.Mission) ([]map[string]map[string][]json.RawMessage, error) {
	var list []map[string]map[string][]json.RawMessage
	for i := range m.Calls {
		c := &m.Calls[i]
		at := slices.IndexFunc(e.Toolset.Tools, func(t mission.Tool) bool { return t.Name == c.Tool })
		if at < 0 {
			return nil, fmt.Errorf("/calls/%d: there is no tool %q", i, c.Tool)
		}
		schema, err := readObject(e.Toolset.Tools[at].Parameters)
		if err != nil {
			return nil, fmt.Errorf("tool %s: parameters: %w", c.Tool, err)
		}
		given, err := readObject(c.Arguments)
		if err != nil {
			return nil, fmt.Errorf("/calls/%d/arguments: %w", i, err)
		}
		accepted, err := s.parameters(schema, given, c.Sources)
		if err != nil {
			return nil, fmt.Errorf("/calls/%d: %w", i, err)
		}
		list = append(list, map[string]map[string][]json.RawMessage{c.Tool: accepted})
	}
	return list, nil
}

// parameters returns the accepted values of each parameter. A parameter whose value
// is its default may be left out, and one that was left out may have its default.
func (s *bfclSink) parameters(schema, given *ordered, sources []mission.Source) (map[string][]json.RawMessage, error) {
	accepted := map[string][]json.RawMessage{}
	required, _ := schema.get("required").([]any)
	properties, _ := schema.get("properties").(*ordered)
	if properties == nil {
		properties = new(ordered)
	}
	for _, g := range given.members {
		p, _ := properties.get(g.key).(*ordered)
		if p == nil {
			p = new(ordered)
		}
		values := []json.RawMessage{bfclValue(p, g.value)}
		said, err := s.said(p, g.value, "/"+jsonptr.Escape(g.key), sources)
		if err != nil {
			return nil, err
		}
		if said != nil {
			values = append(values, said)
		}
		if standard := p.get("default"); standard != nil && !slices.Contains(required, any(g.key)) &&
			sameDecoded(standard, g.value) {
			values = append(values, json.RawMessage(`""`))
		}
		accepted[g.key] = values
	}
	for _, p := range properties.members {
		schema, _ := p.value.(*ordered)
		if schema == nil || accepted[p.key] != nil || slices.Contains(required, any(p.key)) {
			continue
		}
		if standard := schema.get("default"); standard != nil {
			accepted[p.key] = []json.RawMessage{bfclValue(schema, standard), json.RawMessage(`""`)}
		}
	}
	return accepted, nil
}

// said returns the user's spelling of a text if it is another one and fits the
// parameter. The verifier accepts both.
func (s *bfclSink) said(p *ordered, value any, pointer string, sources []mission.Source) (json.RawMessage, error) {
	text, ok := value.(string)
	if !ok {
		return nil, nil
	}
	for _, source := range sources {
		if source.Pointer != pointer || source.Kind != mission.FromQuery || source.Rule != mission.RuleLiteral || source.Text == "" ||
			bfclPlain(source.Text) == bfclPlain(text) {
			continue
		}
		fits, err := s.fits.get(p.append(nil), schemas.Compile)
		if err != nil {
			return nil, nil // the schema refers to something outside: only the value itself is accepted
		}
		if fits.ValidateValue(source.Text) == nil {
			return appendString(nil, source.Text)
		}
	}
	return nil, nil
}

// bfclValue writes an accepted value. If it is an object or a list of objects, each
// of their keys has its own list of values; deeper objects are compared as they are.
// The value of a float parameter is written as a float.
func bfclValue(schema *ordered, v any) json.RawMessage {
	switch v := v.(type) {
	case *ordered:
		return bfclMembers(v)
	case []any:
		b := []byte{'['}
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if o, ok := item.(*ordered); ok {
				b = append(b, bfclMembers(o)...)
			} else {
				b = appendDecoded(b, item)
			}
		}
		return append(b, ']')
	case json.Number:
		if bfclKinds[kindOf(schema)] == "float" && !strings.ContainsAny(string(v), ".eE") {
			return json.RawMessage(v + ".0")
		}
	}
	return appendDecoded(nil, v)
}

func bfclMembers(o *ordered) json.RawMessage {
	lists := new(ordered)
	for _, m := range o.members {
		lists.members = append(lists.members, member{m.key, []any{m.value}})
	}
	return lists.append(nil)
}

// readObject decodes an object and keeps the order of its keys.
func readObject(doc json.RawMessage) (*ordered, error) {
	if len(doc) == 0 {
		return nil, errors.New("is not set")
	}
	compact, err := appendRaw(nil, doc) // is stricter than a decoder
	if err != nil {
		return nil, err
	}
	tree, err := readOrdered(compact)
	if err != nil {
		return nil, err
	}
	o, ok := tree.(*ordered)
	if !ok {
		return nil, errors.New("is not a JSON object")
	}
	return o, nil
}

func sameDecoded(a, b any) bool { return bytes.Equal(appendDecoded(nil, a), appendDecoded(nil, b)) }

// bfclKinds are the leaderboard's names of types.
var bfclKinds = map[string]string{
	"string": "string", "integer": "integer", "boolean": "boolean", "number": "float", "float": "float", "array": "array", "object": "dict",
}

// bfclParameters rewrites a schema of parameters with the leaderboard's names of
// types. The root gets "properties" and "required", because the leaderboard expects
// them.
func bfclParameters(doc []byte) (json.RawMessage, error) {
	root, err := readObject(doc)
	if err != nil {
		return nil, err
	}
	root.set("type", "object")
	if root.get("properties") == nil {
		root.set("properties", new(ordered))
	}
	if root.get("required") == nil {
		root.set("required", []any{})
	}
	return bfclSchema(root).append(nil), nil
}

// tellingKeys are the keys that [kindOf] finds a type by.
var tellingKeys = []string{"type", "anyOf", "oneOf", "allOf", "properties", "items", "enum", "const", "default"}

func bfclSchema(v any) *ordered {
	s, ok := v.(*ordered)
	if !ok {
		s = new(ordered) // true: anything goes
	}
	kind := "any"
	if slices.ContainsFunc(s.members, func(m member) bool { return slices.Contains(tellingKeys, m.key) }) {
		kind = bfclKinds[kindOf(s)]
	}
	s.set("type", kind)
	if properties, ok := s.get("properties").(*ordered); ok {
		for i := range properties.members {
			properties.members[i].value = bfclSchema(properties.members[i].value)
		}
	}
	items := s.get("items")
	if list, ok := items.([]any); ok && len(list) > 0 {
		items = list[0]
	}
	if items != nil || kind == "array" {
		s.set("items", bfclSchema(items))
	}
	return s
}
