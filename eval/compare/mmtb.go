package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Enough is the least score that the Multi-Mission Tool Bench counts as right.
const Enough = 0.7

// Score is how the Multi-Mission Tool Bench scores a call.
type Score struct {
	Value float64 // 0 to 1: the mean over the given parameters
	// Faults are the errors that it notes, in its order. There may be some although
	// the score is high enough. For a nested value they are those of its parts.
	Faults []Fault
}

// MMTB scores arguments as the Multi-Mission Tool Bench does (check_arguments of its
// analysis_result.py). An error means that the benchmark's code fails on the
// arguments. The bench then counts the mission as wrong.
func (m *Memo) MMTB(g *Gold, given json.RawMessage) (Score, error) {
	return m.mmtb(g, given, true)
}

// MMTBValue returns the value of the score without the faults, which is faster.
func (m *Memo) MMTBValue(g *Gold, given json.RawMessage) (float64, error) {
	s, err := m.mmtb(g, given, false)
	return s.Value, err
}

func (m *Memo) mmtb(g *Gold, given json.RawMessage, noting bool) (Score, error) {
	s := mmtbScorer{memo: m, noting: noting, mmtbTool: &m.tool(g.Tool.Parameters).mmtb}
	if s.wrong != "" {
		return Score{}, fmt.Errorf(s.wrong, g.Tool.Name)
	}
	want, err := m.decodePython(g.Arguments)
	right, ok := want.(*object)
	if err != nil || !ok {
		return Score{}, errors.New("the right arguments are no object")
	}
	value := s.arguments(given, right)
	if s.err != nil {
		return Score{}, s.err
	}
	return Score{Value: value, Faults: s.faults}, nil
}

// mmtbTool is what the bench's scoring needs of the parameters of a tool.
type mmtbTool struct {
	required   []string
	properties any
	wrong      string // what is wrong with them, %s standing for the name of the tool
}

// absent stands for a missing value.
var absent any = struct{ _ string }{"absent"}

// mmtbToolOf reads the decoded parameters of a tool.
func mmtbToolOf(tree any) (t mmtbTool) {
	schema, ok := tree.(*object)
	if !ok {
		t.wrong = "the parameters of %s are no object"
		return t
	}
	if v, ok := schema.values["required"]; ok {
		list, ok := v.([]any)
		if !ok {
			t.wrong = "required of %s is no list"
			return t
		}
		for _, name := range list {
			text, ok := name.(string)
			if !ok {
				t.wrong = "required of %s holds something else than names"
				return t
			}
			t.required = append(t.required, text)
		}
	}
	t.properties = absent
	if v, ok := schema.values["properties"]; ok {
		t.properties = v
	}
	return t
}

// mmtbScorer scores one call. Once err is set, the score has no meaning.
type mmtbScorer struct {
	*mmtbTool
	memo   *Memo
	noting bool // faults are collected
	faults []Fault
	err    error
}

func (s *mmtbScorer) fail(format string, args ...any) float64 {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
	return 0
}

func (s *mmtbScorer) fault(kind Kind, at string, given, want any, detail string) {
	if !s.noting {
		return
	}
	f := Fault{Kind: kind, Pointer: at, Detail: detail}
	if given != absent {
		f.Given = json.RawMessage(dumps(given))
	}
	if want != absent {
		f.Want = json.RawMessage(dumps(want))
	}
	s.faults = append(s.faults, f)
}

// arguments is check_arguments.
func (s *mmtbScorer) arguments(raw json.RawMessage, want *object) float64 {
	if s.err != nil {
		return 0
	}
	v, err := s.memo.decodePython(raw)
	if text, isText := v.(string); isText && err == nil { // what the agent wrote instead of an object
		v, err = s.memo.text(text).python()
	}
	if err != nil {
		return s.fail("the arguments are not JSON")
	}
	given, ok := v.(*object)
	for _, name := range s.required {
		if !holdsName(v, name) {
			s.fault(MissingRequired, below("", name), absent, s.wanted(want, name), "the required parameter "+name+" is left out")
			return 0
		}
	}
	if !ok {
		return s.fail("the arguments are no object")
	}
	if len(given.keys) == 0 && len(want.keys) == 0 {
		return 1
	}
	properties, ok := s.properties.(*object)
	if !ok {
		return s.fail("the tool has no properties")
	}
	sum := 0.0
	for _, name := range given.keys {
		at, value := below("", name), given.values[name]
		right, both := want.values[name]
		switch {
		case !properties.has(name):
			s.fault(InventedName, at, value, absent, "the tool has no parameter "+name)
		case both:
			sum += s.single(value, right, properties.values[name], at)
		default:
			sum += s.extra(value, properties.values[name], at)
		}
	}
	if len(given.keys) == 0 {
		return s.fail("no arguments where there are some: a division by zero")
	}
	return sum / float64(len(given.keys))
}

// holdsName is Python's "name in v". It also works on what is no object: a text that
// happens to contain the name passes.
func holdsName(v any, name string) bool {
	switch v := v.(type) {
	case *object:
		return v.has(name)
	case string:
		return strings.Contains(v, name)
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return equalPython(item, name) })
	}
	return true // fails for another reason
}

func (s *mmtbScorer) wanted(want *object, name string) any {
	if v, ok := want.values[name]; ok {
		return v
	}
	return absent
}

// extra scores a value that the right arguments do not have. It is right if the
// description contains its text.
func (s *mmtbScorer) extra(value, schema any, at string) float64 {
	properties, ok := schema.(*object)
	if !ok {
		return s.fail("the schema of %s is no object", at)
	}
	description := ""
	if v, ok := properties.values["description"]; ok {
		if description, ok = v.(string); !ok {
			return s.fail("the description of %s is no text", at)
		}
	}
	description = lower(description)
	text := lower(str(value))
	if strings.Contains(description, text) || text == "none" && strings.Contains(description, "null") {
		return 1
	}
	s.fault(InventedValue, at, value, absent, "a value for "+strings.TrimPrefix(at, "/")+", which is not needed and not in its description")
	return 0
}

// pythonType is Python's type(v), with float for integers.
func pythonType(v any) string {
	switch v.(type) {
	case bool:
		return "bool"
	case integer, float64:
		return "float"
	case string:
		return "str"
	case []any:
		return "list"
	case *object:
		return "dict"
	}
	return "NoneType"
}

// asFloat turns an integer into a float, but not one inside an object or list.
func asFloat(v any) any {
	if _, ok := v.(integer); ok {
		if f, ok := float(v); ok {
			return f
		}
	}
	return v
}

// coordinates matches pairs of coordinates, which all count as equal. Python's $ also
// matches before a final line break, and its \d matches the digits of every script.
var coordinates = regexp.MustCompile(`^\p{Nd}+\.\p{Nd}+,\p{Nd}+\.\p{Nd}+\n?$`)

func areCoordinates(s string) bool { return strings.Contains(s, ",") && coordinates.MatchString(s) }

// single is check_single_arguments.
func (s *mmtbScorer) single(given, want, types any, at string) float64 {
	if s.err != nil {
		return 0
	}
	if pythonType(given) != pythonType(want) {
		s.fault(WrongType, at, given, want, "a value of another type")
		return 0
	}
	if equalPython(asFloat(given), asFloat(want)) {
		return 1
	}
	text, isText := given.(string)
	other, _ := want.(string)
	if isText {
		x, y := s.memo.text(text), s.memo.text(other)
		if x.lower() == y.lower() || x.squeeze() == y.squeeze() {
			return 1
		}
	}
	schema, ok := types.(*object)
	if !ok {
		return s.fail("the schema of %s is no object", at)
	}
	if given, ok := given.(*object); ok {
		return s.members(given, want.(*object), schema, at)
	}
	name, ok := schema.values["type"]
	if !ok {
		return s.fail("the schema of %s has no type", at)
	}
	switch name {
	case "integer", "boolean", "float", "number":
		s.fault(WrongValue, at, given, want, "another value")
		return 0
	case "string":
		if !isText {
			return s.fail("%s is no text", at)
		}
		if areCoordinates(text) && areCoordinates(other) {
			return 1
		}
		score := s.memo.rougeL(text, other)
		if score <= Enough {
			s.fault(WrongValue, at, given, want, "another text")
		}
		return score
	case "array":
		list, ok := given.([]any)
		if !ok {
			return s.fail("%s is no list", at)
		}
		return s.items(list, want.([]any), schema, at)
	}
	return s.fail("the type of %s is not one that is known", at)
}

// members scores an object by its given members.
func (s *mmtbScorer) members(given, want, schema *object, at string) float64 {
	var of any = schema
	if v, ok := schema.values["items"]; ok {
		of = v
	} else if v, ok := schema.values["properties"]; ok {
		of = v
	}
	if o, ok := of.(*object); ok {
		if v, ok := o.values["properties"]; ok {
			of = v
		}
	}
	properties, ok := of.(*object)
	if !ok {
		return s.fail("the members of %s have no schemas", at)
	}
	sum, before := 0.0, len(s.faults)
	for _, key := range given.keys {
		here, value := below(at, key), given.values[key]
		if !properties.has(key) {
			// The whole object scores 0, and what was noted before is lost.
			s.faults = s.faults[:before]
			s.fault(InventedName, here, value, absent, "there is no member "+key)
			return 0
		}
		if right, ok := want.values[key]; ok {
			sum += s.single(value, right, properties.values[key], here)
		} else {
			sum += s.extra(value, properties.values[key], here)
		}
	}
	if len(given.keys) == 0 {
		s.fault(WrongValue, at, given, want, "nothing where there is something")
		return 0
	}
	return sum / float64(len(given.keys))
}

// items scores a list by its sorted items.
func (s *mmtbScorer) items(given, want []any, schema *object, at string) float64 {
	if len(given) != len(want) {
		s.fault(WrongValue, at, given, want, "another number of items")
		return 0
	}
	var of any = stringItems
	if v, ok := schema.values["items"]; ok {
		of = v
	}
	if o, ok := of.(*object); ok {
		if v, ok := o.values["properties"]; ok {
			of = v
		}
	}
	given, want = sorted(given), sorted(want)
	sum := 0.0
	for i := range given {
		sum += s.single(given[i], want[i], of, at)
	}
	return sum / float64(len(given))
}

var stringItems = &object{keys: []string{"type"}, values: map[string]any{"type": "string"}}

// sorted sorts items by their JSON.
func sorted(list []any) []any {
	type item struct {
		key   string
		value any
	}
	items := make([]item, len(list))
	for i, v := range list {
		items[i] = item{dumps(v), v}
	}
	slices.SortStableFunc(items, func(a, b item) int { return strings.Compare(a.key, b.key) })
	out := make([]any, len(list))
	for i := range items {
		out[i] = items[i].value
	}
	return out
}
