package toolfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/input"
	"switchyard/tools"
	"switchyard/tools/infer"
	"switchyard/tools/naming"
)

// maxFunctions bounds the functions of one toolset. No agent is offered more, and
// every function is compared with every other.
const maxFunctions = 512

// ParseFunctions reads lists of functions in OpenAI's format: a JSON document with
// one list or a list of lists, or JSONL with one list per line. If each line holds
// one function, all lines together are one toolset. Everything else is inferred.
//
// Unusable parts are skipped and listed in left: a line that is not JSON, a
// function without a name, a function whose name was used before, a parameter that
// is required but not described. If nothing remains, the error of type [Problems]
// lists them.
func ParseFunctions(file string, data []byte) (sets []*tools.Toolset, left Problems, err error) {
	d := functionDecoder{file: file}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	names := map[string]bool{}
	for i, list := range d.lists(data) {
		ts := d.toolset(list)
		if len(ts.Tools) == 0 {
			continue
		}
		infer.Toolset(ts)
		ts.Complete()
		ts.Name = unused(slug(ts, file, i), names)
		sets = append(sets, ts)
	}
	if len(sets) == 0 {
		return nil, nil, d.problems.err()
	}
	return sets, d.problems.sorted(), nil
}

// functionDecoder turns lists of functions into toolsets and collects what is
// wrong.
type functionDecoder struct {
	file     string
	problems Problems
}

func (d *functionDecoder) problem(n *document.Node, hint, format string, args ...any) {
	d.problems = append(d.problems, Problem{File: d.file, Line: n.Line, Column: n.Column, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// functionList holds the functions of one toolset.
type functionList struct {
	items  []*document.Node
	at     *document.Node
	source string
	bytes  []byte
}

const listHint = "a list of functions is [{\"type\": \"function\", \"function\": {\"name\": …, \"description\": …, \"parameters\": …}}, …]"

// lists finds the lists of functions in a document or in its lines.
func (d *functionDecoder) lists(data []byte) []functionList {
	whole, again, err := d.parse(data, 1)
	if err == nil {
		d.problems = again
		return d.document(whole, data)
	}
	first, _, _ := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	if _, _, lineErr := d.parse(first, 1); lineErr != nil {
		d.problems = append(d.problems, noDocument(d.file, err, listHint))
		return nil
	}
	return d.lines(data)
}

// mostAgain bounds the problems about keys that occur twice, of one document.
const mostAgain = 100

// parse reads JSON. again are the keys that occur twice in an object, whose last value
// counts.
func (d *functionDecoder) parse(data []byte, line int) (n *document.Node, again Problems, err error) {
	n, err = document.ParseJSON(data, line, document.LastWins(func(key string, at, before document.Place) {
		if len(again) < mostAgain {
			again = append(again, Problem{File: d.file, Line: at.Line, Column: at.Column, Hint: "leave one of them out",
				Message: fmt.Sprintf("the key %q occurs twice, first at [%d:%d]; its last value counts", key, before.Line, before.Column)})
		}
	}))
	return n, again, err
}

// document reads a JSON document: one list, a list of lists, or an object that
// holds a list.
func (d *functionDecoder) document(n *document.Node, data []byte) []functionList {
	trimmed := bytes.TrimSpace(data)
	if items, ok := functionsOf(n); ok {
		return []functionList{{items, n, d.file, trimmed}}
	}
	if n.Kind == document.List && len(n.Items) > 0 {
		var out []functionList
		for _, item := range n.Items {
			items, ok := functionsOf(item)
			if !ok {
				d.problem(item, listHint, "this is not a list of functions")
				continue
			}
			out = append(out, functionList{items, item, fmt.Sprintf("%s:%d", d.file, item.Line), item.JSON()})
		}
		return out
	}
	d.problem(n, listHint, "this is not a list of functions")
	return nil
}

// functionsOf gives the functions of a list, of an object that holds a list, or of
// a single function.
func functionsOf(n *document.Node) ([]*document.Node, bool) {
	switch n.Kind {
	case document.List:
		isList := len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(item *document.Node) bool { return item.Kind == document.List })
		// A list of objects that hold lists is not a list of functions.
		if isList && n.Items[0].Kind == document.Object && (n.Items[0].Fields["tools"] != nil || n.Items[0].Fields["functions"] != nil) {
			return nil, false
		}
		return n.Items, isList
	case document.Object:
		for _, key := range []string{"tools", "functions"} {
			if list := n.Fields[key]; list != nil && list.Kind == document.List && len(list.Items) > 0 {
				return list.Items, true
			}
		}
		if isFunction(n) {
			return []*document.Node{n}, true
		}
	}
	return nil, false
}

func isFunction(n *document.Node) bool {
	return n.Kind == document.Object && (n.Fields["function"] != nil || n.Fields["name"] != nil)
}

// lines reads JSONL. The first line decides what every line must hold.
func (d *functionDecoder) lines(data []byte) []functionList {
	var out []functionList
	alone := functionList{source: d.file, bytes: bytes.TrimSpace(data)}
	mode := document.Kind("")
	for i, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		n, again, err := d.parse(line, i+1)
		d.problems = append(d.problems, again...)
		if err != nil {
			d.problems = append(d.problems, noDocument(d.file, err, "every line of a JSONL file is one JSON value"))
			continue
		}
		kind := document.List
		if isFunction(n) {
			kind = document.Object
		}
		if mode == "" {
			mode = kind
		}
		items, ok := functionsOf(n)
		switch {
		case !ok:
			d.problem(n, listHint, "this line is not a list of functions")
		case kind != mode:
			d.problem(n, "write one list on every line, or one function on every line", "this line does not hold the same kind of value as the first line")
		case mode == document.Object:
			alone.items = append(alone.items, n)
			if alone.at == nil {
				alone.at = n
			}
		default:
			out = append(out, functionList{items, n, fmt.Sprintf("%s:%d", d.file, i+1), line})
		}
	}
	if len(alone.items) > 0 {
		out = append(out, alone)
	}
	if len(out) == 0 && len(d.problems) == 0 {
		d.problems = append(d.problems, Problem{File: d.file, Message: "the file holds no function", Hint: listHint})
	}
	return out
}

func (d *functionDecoder) toolset(list functionList) *tools.Toolset {
	if len(list.items) > maxFunctions {
		d.problem(list.at, "split the list into toolsets of related functions", "the list holds %d functions; a toolset may have at most %d", len(list.items), maxFunctions)
		return &tools.Toolset{}
	}
	sum := sha256.Sum256(list.bytes)
	ts := &tools.Toolset{Source: list.source, Hash: hex.EncodeToString(sum[:]), Inferred: true, Domain: "Functions"}
	for _, item := range list.items {
		t := d.function(item)
		if t == nil {
			continue
		}
		if ts.Tool(t.Name) != nil {
			d.problem(item, "give every function its own name", "the function %q occurs twice", t.Name)
			continue
		}
		ts.Tools = append(ts.Tools, t)
	}
	return ts
}

// function reads one function, with or without the wrapper {"type": "function",
// "function": …}.
func (d *functionDecoder) function(n *document.Node) *tools.Tool {
	if n.Kind == document.Object && n.Fields["function"] != nil {
		n = n.Fields["function"]
	}
	if n.Kind != document.Object {
		d.problem(n, listHint, "a function must be an object")
		return nil
	}
	name := n.Fields["name"]
	if name == nil {
		d.problem(n, "", "the function has no \"name\"")
		return nil
	}
	text, _ := name.Value.(string)
	if strings.TrimSpace(text) == "" || len(text) > 200 || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) {
		d.problem(name, "", "the name of a function must be text on one line")
		return nil
	}
	if why := tools.NameProblem(text); why != "" {
		d.problem(name, "names have letters, digits, \"_\" and \"-\"", "the name of the function %q cannot be used: %s", text, why)
		return nil
	}
	t := &tools.Tool{Name: text, Described: true}
	what := fmt.Sprintf("function %q", text)
	if about := n.Fields["description"]; about != nil && about.Kind.Scalar() {
		t.Description, _ = about.Value.(string)
		if about.Value != nil && t.Description == "" && about.Value != "" {
			d.problem(about, "", "the description of %s must be text", what)
		}
	}
	parameters := n.Fields["parameters"]
	for _, key := range []string{"input_schema", "inputSchema"} {
		if parameters == nil {
			parameters = n.Fields[key]
		}
	}
	s := schemaReader{d: d}
	schema := s.top(parameters, what)
	if schema == nil {
		return nil
	}
	t.Parameters = schema.JSON()
	t.Params = tools.ParamsOf(schema)
	return t
}

// slug names a toolset after what its tools have in common.
func slug(ts *tools.Toolset, file string, index int) string {
	theme := strings.ReplaceAll(strings.ToLower(infer.Theme(ts)), " ", "_")
	theme = strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return -1
	}, theme), "_")
	if theme == "" || theme == "services" {
		base := input.Stem(file)
		theme = strings.ToLower(strings.Join(naming.Words(base), "_")) + "_" + strconv.Itoa(index+1)
	}
	return "functions/" + theme
}
