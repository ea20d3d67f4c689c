// Package reading reads the functions that lists and tool servers describe:
// their names, descriptions and schemas of parameters. It also decides which
// functions belong in one toolset. The importers of lists and of tool servers
// share it.
package reading

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/input"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/plain"
	"switchyard/tools/naming"
)

// MaxSkipped bounds the lines of a report about skipped parts; the rest is only
// counted.
const MaxSkipped = 1_000

// maxToolset bounds the tools of an imported toolset; longer lists are divided.
const maxToolset = 17

// MaxNested is how deep lists of functions may be nested in other lists.
const MaxNested = 4

// Reading is an import of functions under way: what was found, changed and skipped
// so far.
type Reading struct {
	Source  string
	report  imports.Report
	Odd     Oddities // changes to the functions that were imported
	Tools   int
	Beyond  int             // tools past imports.MaxTools
	skipped int             // notes past MaxSkipped
	names   map[string]bool // of sets
	again   int             // keys that occur twice in an object
	places  []string        // of the first ones
}

// mostPlaces bounds the places in a note about many.
const mostPlaces = 8

// New begins an import.
func New(source string) *Reading {
	return &Reading{Source: source, names: map[string]bool{}}
}

// Skip reports something that is not imported.
func (r *Reading) Skip(where, format string, args ...any) {
	if len(r.report.Skipped) >= MaxSkipped {
		r.skipped++
		return
	}
	r.report.Skipped = append(r.report.Skipped, imports.Notef(where, format, args...))
}

// Note reports a change.
func (r *Reading) Note(where, format string, args ...any) {
	r.report.Notes = append(r.report.Notes, imports.Notef(where, format, args...))
}

// Finish completes the report. The error wraps [imports.ErrNothing] if it has
// no toolset.
func (r *Reading) Finish() (*imports.Report, error) {
	if r.Beyond > 0 {
		r.report.Skipped = append(r.report.Skipped, imports.Notef(r.Source, "%d functions were left out: one import has at most %d", r.Beyond, imports.MaxTools))
	}
	if r.skipped > 0 {
		r.report.Skipped = append(r.report.Skipped, imports.Notef(r.Source, "%d more were left out for reasons like these", r.skipped))
	}
	r.report.Notes = append(r.report.Notes, r.Odd.Notes(r.Source)...)
	if r.again > 0 {
		more := ""
		if n := r.again - len(r.places); n > 0 {
			more = fmt.Sprintf(" and %d more", n)
		}
		r.Note(r.Source, "used the last value of keys that occur twice in an object: %s%s", strings.Join(r.places, ", "), more)
	}
	if len(r.report.Sets) == 0 {
		return &r.report, fmt.Errorf("%s: %w", r.Source, imports.ErrNothing)
	}
	return &r.report, nil
}

// Function reads one function, with or without the wrapper {"type": "function",
// "function": …}; nil if it was skipped. References lead into root, or into the
// function's own schema if root is nil.
func (r *Reading) Function(n *document.Node, where string, root *document.Node) *imports.Tool {
	if n.Kind == document.Object && n.Fields["function"] != nil && n.Fields["name"] == nil {
		n = n.Fields["function"]
	}
	if n.Kind != document.Object {
		r.Skip(where, "this is %s, not a function", n.Kind)
		return nil
	}
	said, _ := Field(n, "name").Value.(string)
	name := functionName(said)
	if name == "" {
		r.Skip(where, "the function has no usable name")
		return nil
	}
	var odd Oddities
	if name != said {
		odd.Add("the function %s was named %s: models accept letters, digits, _ and -, at most %d of them", Quoted(said), Quoted(name), maxNameLength)
	}
	parameters := Field(n, "parameters", "inputSchema", "input_schema")
	reader := SchemaReader{Root: cmp.Or(root, parameters), Odd: &odd}
	schema, err := reader.Parameters(parameters)
	if err != nil {
		r.Skip(where, "%s: %s", name, err)
		return nil
	}
	t := &imports.Tool{Name: name, Parameters: schema}
	about, _ := Field(n, "description").Value.(string)
	if t.About = reader.About(about); t.About == "" {
		t.About = reader.About(titleOf(n))
	}
	if t.About == "" {
		t.About = sentence(name)
		odd.Add("functions without a description were given their name in words")
	}
	if returns := Field(n, "outputSchema", "output_schema", "returns", "response"); returns.Kind == document.Object {
		reader = SchemaReader{Root: cmp.Or(root, returns), Odd: &odd}
		t.Returns = reader.Returns(returns)
	}
	r.Odd.Join(&odd)
	return t
}

// Field returns the first of the named fields that exists, or an empty node; never
// nil.
func Field(n *document.Node, names ...string) *document.Node {
	for _, name := range names {
		if f := n.Fields[name]; f != nil {
			return f
		}
	}
	return &document.Node{Kind: document.Null}
}

// titleOf is the title of a tool that people see; it may be empty.
func titleOf(n *document.Node) string {
	title, _ := Field(n, "title").Value.(string)
	hint, _ := Field(Field(n, "annotations"), "title").Value.(string)
	return cmp.Or(title, hint)
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// functionName makes a name that models accept; empty if no character can be kept.
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
	return tools.Unreserved(name[:min(len(name), maxNameLength)])
}

// sentence says a name in words.
func sentence(name string) string {
	words := strings.ToLower(strings.Join(naming.Words(name), " "))
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

// Slug turns a name into the last part of a toolset's name: small letters,
// digits and _.
func Slug(name string) string {
	words := strings.ToLower(strings.Join(naming.Words(name), "_"))
	words = strings.Trim(notInNames.ReplaceAllString(words, "_"), "_")
	return words[:min(len(words), maxNameLength)]
}

// Stem is the [Slug] of a source's file name without its extension.
func Stem(source string) string {
	return cmp.Or(Slug(input.Stem(strings.ReplaceAll(source, "\\", "/"))), "functions")
}

// Add makes toolsets of the functions of one list: one toolset, or several if there
// are too many for one. set says what they have in common.
func (r *Reading) Add(set imports.Set, list []imports.Tool) {
	list = r.once(list)
	if room := imports.MaxTools - r.Tools; len(list) > room {
		r.Beyond += len(list) - room
		list = list[:room]
	}
	if len(list) == 0 {
		return
	}
	r.Tools += len(list)
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	groups := grouped(names)
	for _, g := range groups {
		one := set
		one.Tools = make([]imports.Tool, len(g.members))
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
		r.Note(set.Source, "%d functions were put into %d toolsets by the words of their names", len(list), len(groups))
	}
}

// once leaves out the functions of a list whose name was used before.
func (r *Reading) once(list []imports.Tool) []imports.Tool {
	var out []imports.Tool
	at := map[string]int{}
	for _, t := range list {
		first, twice := at[t.Name]
		switch {
		case !twice:
			at[t.Name] = len(out)
			out = append(out, t)
		case same(&out[first], &t):
			r.Odd.Add("functions that occur twice in a list are imported once")
		default:
			r.Skip(t.Source, "the list already has a function named %s", t.Name)
		}
	}
	return out
}

// same reports whether two functions are equal.
func same(a, b *imports.Tool) bool {
	return a.Name == b.Name && a.About == b.About && bytes.Equal(a.Parameters, b.Parameters) && bytes.Equal(a.Returns, b.Returns)
}

// Parse reads a JSON document of at most [MaxValues] values. line is the number of its
// first line, or 0 if it is not in a file of its own. Of keys that occur twice in an
// object the last counts, which is noted. The error is of type [*imports.Error].
func (r *Reading) Parse(data []byte, line int, hint string) (*document.Node, error) {
	// Nodes are much larger than what they are read from.
	if n := bytes.Count(data, []byte(",")) + bytes.Count(data, []byte("[")) + bytes.Count(data, []byte("{")); n > MaxValues {
		return nil, &imports.Error{Source: r.Source, Line: max(line, 1), Message: fmt.Sprintf("the document has more than %d values", MaxValues), Hint: "split it, or put one list on every line of a .jsonl file"}
	}
	if err := plain.CheckUTF8(r.Source, data, max(line, 1)); err != nil {
		return nil, err
	}
	n, err := document.ParseJSON(data, max(line, 1), document.LastWins(func(key string, at, _ document.Place) {
		if r.again++; len(r.places) == mostPlaces {
			return
		}
		where := r.Source
		if line > 0 {
			where = fmt.Sprintf("%s:%d", r.Source, at.Line)
		}
		r.places = append(r.places, fmt.Sprintf("%s (%s)", where, Quoted(key)))
	}))
	if err != nil {
		out := &imports.Error{Source: r.Source, Line: max(line, 1), Column: 1, Message: err.Error(), Hint: hint}
		if e := (*document.Error)(nil); errors.As(err, &e) {
			out.Line, out.Column, out.Hint = e.Line, e.Column, cmp.Or(e.Hint, hint)
			if way := e.Way(); way != "" {
				out.Message += ": " + way
			}
		}
		return nil, out
	}
	return n, nil
}

// MaxValues bounds the values of one document.
const MaxValues = 1_000_000
