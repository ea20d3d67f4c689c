package out

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/mission"
)

// xlam is the format of xLAM and APIGen: a query, tools, and the calls that answer it,
// one example for each mission. The query is all that a model sees, so missions that
// refer to something else are skipped.
type xlam struct{}

func (xlam) Name() string { return "xlam" }
func (xlam) About() string {
	return "queries and the calls that answer them, in the style of xLAM and APIGen"
}

func (xlam) Choices() []Choice { return lineChoices }
func (xlam) Lacks() string     { return needsSources }

func (xlam) Export(to Output, split string, o ExportOptions) (Sink, error) {
	known := new(xlamSchemas)
	return missionSink(to, func(m *entryMission) (func() error, error) {
		line, err := m.encodeXLAM(known)
		if err != nil {
			return nil, err
		}
		return o.oneLine(to, split+".jsonl", line)
	}), nil
}

// Reasons to skip missions.
const (
	leansOnEarlier = cannotSay("the mission leans on earlier ones")
	leansOnAnswers = cannotSay("a call needs what another one returns")
)

type xlamExample struct {
	ID      string `json:"id"`
	Query   string `json:"query"`
	Tools   string `json:"tools"`   // JSON of a list
	Answers string `json:"answers"` // JSON of a list of calls
}

type xlamTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"` // name → xlamParameter, in the order of the schema
}

type xlamParameter struct {
	Type        string          `json:"type"`
	Description string          `json:"description"`
	Default     json.RawMessage `json:"default,omitempty"`
}

func (m *entryMission) encodeXLAM(known *xlamSchemas) ([]byte, error) {
	if m.Relation != "" {
		return nil, leansOnEarlier
	}
	line := xlamExample{ID: m.id, Query: m.query()}
	calls := make([]hermesCall, 0, len(m.Calls))
	for i := range m.Calls {
		c := &m.Calls[i]
		for _, s := range c.Sources {
			if s.Kind == mission.FromObservation {
				return nil, leansOnAnswers
			}
		}
		calls = append(calls, hermesCall{c.Tool, c.Arguments})
	}
	answers, err := lineOf(&calls)
	if err != nil {
		return nil, fmt.Errorf("%s: the calls: %w", m.id, err)
	}
	line.Answers = string(answers)
	if line.Tools, err = known.tools(m.entry.Toolset.Tools); err != nil {
		return nil, err
	}
	return lineOf(&line)
}

// query returns everything that the user says in the mission, with the time before it
// if the calls depend on the time.
func (m *entryMission) query() string {
	said := []string{m.Request}
	for i := range m.Questions {
		said = append(said, m.Questions[i].Reply)
	}
	return timed(m.entry, m.Mission, strings.Join(said, "\n"))
}

// timed puts the time before what is said in a mission, if a value of its calls
// follows from the time.
func timed(e *mission.Entry, m *mission.Mission, said string) string {
	for i := range m.Calls {
		for _, s := range m.Calls[i].Sources {
			if s.Kind == mission.FromClock {
				return fmt.Sprintf("It is %s, %s.\n%s", e.Environment.Weekday, e.Environment.Now, said)
			}
		}
	}
	return said
}

// xlamSchemas caches the parameters made from schemas.
type xlamSchemas struct{ remembered[json.RawMessage] }

func (known *xlamSchemas) tools(tools []mission.Tool) (string, error) {
	list := make([]xlamTool, 0, len(tools))
	for i := range tools {
		parameters, err := known.get(tools[i].Parameters, xlamParameters)
		if err != nil {
			return "", fmt.Errorf("/toolset/tools/%d/parameters: %w", i, err)
		}
		list = append(list, xlamTool{tools[i].Name, tools[i].Description, parameters})
	}
	doc, err := lineOf(&list)
	return string(doc), err
}

// xlamParameters turns a schema into a flat map of its parameters. Types have APIGen's
// names; parameters that may be left out are "optional"; the description holds the
// rest, see [xlamAbout].
func xlamParameters(schema []byte) (json.RawMessage, error) {
	doc, err := mmtbParameters(schema) // every parameter has one type
	if err != nil {
		return nil, err
	}
	tree, err := readOrdered(doc)
	if err != nil {
		return nil, err
	}
	root := tree.(*ordered)
	required, _ := root.get("required").([]any)
	flat := []byte("{")
	for i, p := range root.get("properties").(*ordered).members {
		about := p.value.(*ordered)
		parameter := xlamParameter{Type: xlamType(about), Description: xlamAbout(about)}
		if v := about.get("default"); v != nil {
			parameter.Default = appendDecoded(nil, v)
		}
		if !slices.Contains(required, any(p.key)) {
			parameter.Type += ", optional"
		}
		value, err := lineOf(&parameter)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			flat = append(flat, ',')
		}
		flat = append(append(appendDecoded(flat, p.key), ':'), value...)
	}
	return append(flat, '}'), nil
}

// xlamType returns APIGen's name of a type. Every schema has one type by now.
func xlamType(schema *ordered) string {
	kind, _ := schema.get("type").(string)
	switch kind {
	case "string":
		return "str"
	case "integer":
		return "int"
	case "number":
		return "float"
	case "boolean":
		return "bool"
	case "object":
		return "Dict"
	case "array":
		if items, ok := schema.get("items").(*ordered); ok {
			return "List[" + xlamType(items) + "]"
		}
		return "List"
	}
	return kind
}

// xlamAbout describes a schema in words. It includes what a flat map has no place for,
// at every depth: the allowed values, the keys of objects, and the items of lists.
func xlamAbout(schema *ordered) string {
	var said []string
	text, _ := schema.get("description").(string)
	if choice, ok := schema.get("enum").([]any); ok {
		said = append(said, "One of: "+listed(choice)+".")
	}
	if properties, ok := schema.get("properties").(*ordered); ok && len(properties.members) > 0 {
		required, _ := schema.get("required").([]any)
		var keys []string
		for _, p := range properties.members {
			keys = append(keys, xlamKey(p, slices.Contains(required, any(p.key))))
		}
		said = append(said, "Keys: "+strings.Join(keys, ", ")+".")
	}
	if items, ok := schema.get("items").(*ordered); ok {
		if about := xlamAbout(items); about != "" {
			said = append(said, "Each item: "+about)
		}
	}
	more := strings.Join(said, " ")
	switch end, _ := utf8.DecodeLastRuneInString(text); {
	case text == "" || more == "":
		return text + more
	case unicode.IsLetter(end) || unicode.IsDigit(end):
		return text + ". " + more
	}
	return text + " " + more
}

// xlamKey describes a key of an object: "city (str, optional: Where it is)".
func xlamKey(p member, required bool) string {
	schema, ok := p.value.(*ordered)
	if !ok {
		schema = new(ordered) // any value is allowed
	}
	what := xlamType(schema)
	if !required {
		what += ", optional"
	}
	if v := schema.get("default"); v != nil {
		what += ", default " + listed([]any{v})
	}
	if about := strings.TrimSuffix(xlamAbout(schema), "."); about != "" {
		what += ": " + about
	}
	return p.key + " (" + strings.TrimPrefix(what, ", ") + ")"
}

// listed writes values with commas between them.
func listed(values []any) string {
	var list []string
	for _, v := range values {
		if text, ok := v.(string); ok {
			list = append(list, text)
		} else {
			list = append(list, string(appendDecoded(nil, v)))
		}
	}
	return strings.Join(list, ", ")
}
