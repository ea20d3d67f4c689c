package tools

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/document"
)

// maxFile bounds what is read from one file.
const maxFile = 64 << 20

// maxFunctions bounds the functions of one toolset: no agent is offered more,
// and every one of them is compared with every other.
const maxFunctions = 512

// Load reads the toolsets of a file (.yaml, .yml, .json, .jsonl) or of all such
// files below a folder, in the order of their paths. A file holds a toolset in
// switchyard's own format, or lists of functions as OpenAI has them, whose
// meaning is then inferred. What is wrong with the files comes as [Problems].
func Load(path string) ([]*Toolset, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return loadFile(path)
	}
	var sets []*Toolset
	var problems Problems
	seen := map[string]bool{}
	err = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !entry.Type().IsRegular() || !readable(p) {
			return err
		}
		more, err := loadFile(p)
		if ps := (Problems)(nil); errors.As(err, &ps) {
			problems = append(problems, ps...)
			return nil
		}
		for _, ts := range more {
			ts.Name = unused(ts.Name, seen)
		}
		sets = append(sets, more...)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case len(problems) > 0:
		return nil, problems
	case len(sets) == 0:
		return nil, fmt.Errorf("%s holds no toolset; toolsets are files that end with .yaml, .yml, .json or .jsonl", path)
	}
	return sets, nil
}

func readable(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json", ".jsonl"}, strings.ToLower(filepath.Ext(path)))
}

func loadFile(path string) ([]*Toolset, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s has %d MiB; a file of toolsets may have at most %d MiB, so split it", path, info.Size()>>20, maxFile>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case !readable(path):
		return nil, fmt.Errorf("%s: the ending %q is not known; toolsets are files that end with .yaml, .yml, .json or .jsonl", path, ext)
	case ext == ".yaml", ext == ".yml", ext == ".json" && isOwnFormat(data):
		ts, err := Parse(path, data)
		if err != nil {
			return nil, err
		}
		return []*Toolset{ts}, nil
	}
	return ParseFunctions(path, data)
}

// isOwnFormat tells whether a JSON document is a toolset in switchyard's own
// format.
func isOwnFormat(data []byte) bool {
	n, err := document.ParseJSON(data, 1)
	return err == nil && n.Kind == document.Object && n.Fields["toolset"] != nil
}

// ParseFunctions reads lists of functions as OpenAI has them: a JSON document
// with one list (or a list of lists), or JSONL with one list a line. Where the
// lines hold one function each, all lines together are one toolset. Everything
// that such a list does not say is inferred. The error is of type [Problems]
// and lists everything that is wrong.
func ParseFunctions(file string, data []byte) ([]*Toolset, error) {
	d := functionDecoder{file: file}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	lists := d.lists(data)
	var sets []*Toolset
	names := map[string]bool{}
	for i, list := range lists {
		ts := d.toolset(list)
		if ts == nil || len(d.problems) > 0 {
			continue
		}
		infer(ts)
		ts.complete()
		ts.Name = unused(slug(ts, file, i), names)
		sets = append(sets, ts)
	}
	if err := d.problems.err(); err != nil {
		return nil, err
	}
	return sets, nil
}

// unused makes a name unique among those seen.
func unused(name string, seen map[string]bool) string {
	out := name
	for n := 2; seen[out]; n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	seen[out] = true
	return out
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

// functionList is the functions of one toolset.
type functionList struct {
	items  []*document.Node
	at     *document.Node
	source string
	bytes  []byte
}

const listHint = "a list of functions is [{\"type\": \"function\", \"function\": {\"name\": …, \"description\": …, \"parameters\": …}}, …]"

// lists finds the lists of functions in a document or in its lines.
func (d *functionDecoder) lists(data []byte) []functionList {
	whole, err := document.ParseJSON(data, 1)
	if err == nil {
		return d.document(whole, data)
	}
	first, _, _ := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	if _, lineErr := document.ParseJSON(first, 1); lineErr != nil {
		d.problems = append(d.problems, noDocument(d.file, err, listHint))
		return nil
	}
	return d.lines(data)
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
				d.problem(item, listHint, "this is no list of functions")
				continue
			}
			out = append(out, functionList{items, item, fmt.Sprintf("%s:%d", d.file, item.Line), item.JSON()})
		}
		return out
	}
	d.problem(n, listHint, "this is no list of functions")
	return nil
}

// functionsOf gives the functions of a list, of an object that holds one, or
// of a lone function.
func functionsOf(n *document.Node) ([]*document.Node, bool) {
	switch n.Kind {
	case document.List:
		isList := len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(item *document.Node) bool { return item.Kind == document.List })
		// A list of objects that hold lists is no list of functions.
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

// lines reads JSONL. The first line says what every line holds.
func (d *functionDecoder) lines(data []byte) []functionList {
	var out []functionList
	alone := functionList{source: d.file, bytes: bytes.TrimSpace(data)}
	mode := document.Kind("")
	for i, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		n, err := document.ParseJSON(line, i+1)
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
			d.problem(n, listHint, "this line holds no list of functions")
		case kind != mode:
			d.problem(n, "put one list on every line, or one function on every line", "this line holds something else than the first one")
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

func (d *functionDecoder) toolset(list functionList) *Toolset {
	if len(list.items) > maxFunctions {
		d.problem(list.at, "split the list into toolsets of what belongs together", "the list holds %d functions; a toolset may have at most %d", len(list.items), maxFunctions)
		return nil
	}
	sum := sha256.Sum256(list.bytes)
	ts := &Toolset{Source: list.source, Hash: hex.EncodeToString(sum[:]), Inferred: true, Domain: "Functions"}
	for _, item := range list.items {
		t := d.function(item)
		if t == nil {
			continue
		}
		if ts.Tool(t.Name) != nil {
			d.problem(item, "every function of a list needs a name of its own", "the function %q stands twice", t.Name)
			continue
		}
		ts.Tools = append(ts.Tools, t)
	}
	return ts
}

// function reads one function, with or without the wrapper that names its type.
func (d *functionDecoder) function(n *document.Node) *Tool {
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
		d.problem(name, "", "the name of a function must be a text of one line")
		return nil
	}
	t := &Tool{Name: text, described: true}
	what := fmt.Sprintf("function %q", text)
	if about := n.Fields["description"]; about != nil && about.Kind.Scalar() {
		t.Description, _ = about.Value.(string)
		if about.Value != nil && t.Description == "" && about.Value != "" {
			d.problem(about, "", "the description of %s must be a text", what)
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
	t.Parameters = schema.JSON()
	t.Params = paramsOf(schema)
	return t
}
