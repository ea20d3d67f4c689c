package imports

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"switchyard/internal/document"
	"switchyard/tools"
)

// maxSkippedLines bounds the lines of a report that tell what was left out one by
// one; the rest is counted.
const maxSkippedLines = 1_000

// maxToolset is the most tools that an imported toolset has; longer lists are
// taken apart.
const maxToolset = 17

// functionReading is one import of functions: what was found, changed and left
// out so far.
type functionReading struct {
	source  string
	report  Report
	odd     oddities // of what was imported
	tools   int
	beyond  int             // tools past MaxTools
	skipped int             // notes past maxSkippedLines
	names   map[string]bool // of sets
}

func newFunctionReading(source string) *functionReading {
	return &functionReading{source: source, names: map[string]bool{}}
}

func (r *functionReading) skip(where, format string, args ...any) {
	if len(r.report.Skipped) >= maxSkippedLines {
		r.skipped++
		return
	}
	r.report.Skipped = append(r.report.Skipped, Note{where, fmt.Sprintf(format, args...)})
}

func (r *functionReading) note(where, format string, args ...any) {
	r.report.Notes = append(r.report.Notes, Note{where, fmt.Sprintf(format, args...)})
}

// finish closes the report.
func (r *functionReading) finish() (*Report, error) {
	if r.beyond > 0 {
		r.report.Skipped = append(r.report.Skipped, Note{r.source, fmt.Sprintf("%d functions more than the %d that are imported at once", r.beyond, MaxTools)})
	}
	if r.skipped > 0 {
		r.report.Skipped = append(r.report.Skipped, Note{r.source, fmt.Sprintf("%d more were left out for reasons like these", r.skipped)})
	}
	r.report.Notes = append(r.report.Notes, r.odd.notes(r.source)...)
	if len(r.report.Sets) == 0 {
		return &r.report, fmt.Errorf("%s: %w", r.source, ErrNothing)
	}
	return &r.report, nil
}

// function reads one function, with or without the wrapper that names its
// type; nil when it was skipped. root is what references lead into, nil for the
// function's own schema.
func (r *functionReading) function(n *document.Node, where string, root *document.Node) *Tool {
	if n.Kind == document.Object && n.Fields["function"] != nil && n.Fields["name"] == nil {
		n = n.Fields["function"]
	}
	if n.Kind != document.Object {
		r.skip(where, "this is %s, not a function", n.Kind)
		return nil
	}
	said, _ := fieldIn(n, "name").Value.(string)
	name := functionName(said)
	if name == "" {
		r.skip(where, "the function has no name that could be kept")
		return nil
	}
	var odd oddities
	if name != said {
		odd.add("the function %s was named %s: models accept letters, digits, _ and -, at most %d of them", shown(said), shown(name), maxNameLength)
	}
	parameters := fieldIn(n, "parameters", "inputSchema", "input_schema")
	reader := schemaReader{root: cmp.Or(root, parameters), odd: &odd}
	schema, err := reader.parameters(parameters)
	if err != nil {
		r.skip(where, "%s: %s", name, err)
		return nil
	}
	t := &Tool{Name: name, Parameters: schema}
	about, _ := fieldIn(n, "description").Value.(string)
	if t.About = reader.about(about); t.About == "" {
		t.About = reader.about(titleOf(n))
	}
	if t.About == "" {
		t.About = sentence(name)
		odd.add("functions without a description were given their name in words")
	}
	if returns := fieldIn(n, "outputSchema", "output_schema", "returns", "response"); returns.Kind == document.Object {
		reader = schemaReader{root: cmp.Or(root, returns), odd: &odd}
		t.Returns = reader.returns(returns)
	}
	r.odd.join(&odd)
	return t
}

// nothing stands for a field that is not there.
func nothing() *document.Node { return &document.Node{Kind: document.Null} }

// fieldIn is the first of the fields that is there; never nil.
func fieldIn(n *document.Node, names ...string) *document.Node {
	for _, name := range names {
		if f := n.Fields[name]; f != nil {
			return f
		}
	}
	return nothing()
}

// titleOf is the title of a tool for people, if it has one.
func titleOf(n *document.Node) string {
	title, _ := fieldIn(n, "title").Value.(string)
	hint, _ := fieldIn(fieldIn(n, "annotations"), "title").Value.(string)
	return cmp.Or(title, hint)
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// functionName makes a name that models accept; empty when nothing of it can be
// kept.
func functionName(name string) string {
	if len(name) > 10*maxNameLength {
		return ""
	}
	if clean := notInNames.ReplaceAllString(strings.TrimSpace(name), "_"); clean != name {
		name = strings.Trim(clean, "_-")
	}
	if strings.Trim(name, "_-") == "" {
		return ""
	}
	return name[:min(len(name), maxNameLength)]
}

// sentence says a name in words.
func sentence(name string) string {
	words := strings.ToLower(strings.Join(tools.Words(name), " "))
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

// slug makes the last part of the name of a toolset.
func slug(name string) string {
	words := strings.ToLower(strings.Join(tools.Words(name), "_"))
	words = strings.Trim(notInNames.ReplaceAllString(words, "_"), "_")
	return words[:min(len(words), maxNameLength)]
}

// stem is the name of a source without folders, endings and addresses.
func stem(source string) string {
	base := path.Base(strings.ReplaceAll(source, "\\", "/"))
	return cmp.Or(slug(strings.TrimSuffix(base, path.Ext(base))), "functions")
}

// add makes toolsets of the functions of one list: one, or several when there
// are more than fit together. set says what is common to them.
func (r *functionReading) add(set Set, list []Tool) {
	list = r.once(list)
	if room := MaxTools - r.tools; len(list) > room {
		r.beyond += len(list) - room
		list = list[:room]
	}
	if len(list) == 0 {
		return
	}
	r.tools += len(list)
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	groups := grouped(names)
	for _, g := range groups {
		one := set
		one.Tools = make([]Tool, len(g.members))
		for i, at := range g.members {
			one.Tools[i] = list[at]
		}
		if len(groups) > 1 {
			if one.Name += "/" + cmp.Or(g.word, "other"); one.Title != "" {
				one.Title += ": " + cmp.Or(g.word, "other")
			}
		}
		name := one.Name
		for n := 2; r.names[one.Name]; n++ {
			one.Name = fmt.Sprintf("%s_%d", name, n)
		}
		r.names[one.Name] = true
		r.report.Sets = append(r.report.Sets, one)
	}
	if len(groups) > 1 {
		r.note(set.Source, "%d functions were put into %d toolsets by the words of their names", len(list), len(groups))
	}
}

// once leaves out what stands twice in a list: the same function, or another
// one of the same name.
func (r *functionReading) once(list []Tool) []Tool {
	var out []Tool
	at := map[string]int{}
	for _, t := range list {
		first, twice := at[t.Name]
		switch {
		case !twice:
			at[t.Name] = len(out)
			out = append(out, t)
		case same(&out[first], &t):
			r.odd.add("functions that stand twice in a list are imported once")
		default:
			r.skip(t.Source, "another function of the list is named %s, too", t.Name)
		}
	}
	return out
}

// same tells whether two functions say the same.
func same(a, b *Tool) bool {
	return a.Name == b.Name && a.About == b.About && bytes.Equal(a.Parameters, b.Parameters) && bytes.Equal(a.Returns, b.Returns)
}

// parsed reads JSON within bounds. The error is of type [*Error].
func parsed(source string, data []byte, line int, hint string) (*document.Node, error) {
	// Nodes are much larger than what they are read from.
	if n := bytes.Count(data, []byte(",")) + bytes.Count(data, []byte("[")) + bytes.Count(data, []byte("{")); n > maxImportValues {
		return nil, &Error{Source: source, Line: line, Message: fmt.Sprintf("the document has more than %d values", maxImportValues), Hint: "split it, or put one list on every line of a .jsonl file"}
	}
	if err := notUTF8(source, data, line); err != nil {
		return nil, err
	}
	n, err := document.ParseJSON(data, line)
	if err != nil {
		out := &Error{Source: source, Line: line, Column: 1, Message: err.Error(), Hint: hint}
		if e := (*document.Error)(nil); errors.As(err, &e) {
			out.Line, out.Column, out.Hint = e.Line, e.Column, cmp.Or(e.Hint, hint)
		}
		return nil, out
	}
	return n, nil
}

// notUTF8 tells where a text that begins at a line is not UTF-8; nil when it is.
func notUTF8(source string, data []byte, line int) error {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return &Error{Source: source, Line: line, Column: 1, Message: "the file is UTF-16", Hint: "save it as UTF-8"}
	case utf8.Valid(data):
		return nil
	}
	column := 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1:
			return &Error{Source: source, Line: line, Column: column, Message: "the file is not UTF-8", Hint: "save it as UTF-8"}
		case r == '\n':
			line, column = line+1, 0
		}
		data, column = data[size:], column+1
	}
	return nil
}

// maxImportValues bounds the values of one document.
const maxImportValues = 1_000_000
