// Package foreign reads workflows that others wrote: dataset folders and procedure descriptions
// (PDL) of FlowAgent, and flowcharts as FlowBench has them.
//
// [Folder] reads a whole dataset folder; [Tools], [PDL] and [Flowchart] read one file. The
// results are documents in switchyard's own form, which can be written, changed and loaded.
// What cannot be understood is a problem with its file and line; what is left out is listed.
//
// These files say little that can be checked, so some things are guessed: which parameter a
// chart means by "the flight ID", or which value of a result it means by "flight is available".
// Guesses are made only where one answer stands out.
package foreign

import (
	"fmt"
	"regexp"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/toolfile"
)

// Imported is a workflow of others in our own form.
type Imported struct {
	Workflow *document.Node    // a workflow file
	Left     toolfile.Problems // what was left out
}

// reader collects what is wrong with a file.
type reader struct {
	file     string
	set      *tools.Toolset
	problems toolfile.Problems
	left     toolfile.Problems
}

func note(file string, line int, hint, format string, args ...any) toolfile.Problem {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = tools.Excerpt(text)
		}
	}
	return toolfile.Problem{File: file, Line: max(line, 1), Column: 1, Message: fmt.Sprintf(format, args...), Hint: hint}
}

func (r *reader) problem(line int, hint, format string, args ...any) {
	r.problems = append(r.problems, note(r.file, line, hint, format, args...))
}

func (r *reader) leave(line int, hint, format string, args ...any) {
	r.left = append(r.left, note(r.file, line, hint, format, args...))
}

func object(line int) *document.Node {
	n := document.Fields()
	n.Line, n.Column = line, 1
	return n
}

func text(line int, s string) *document.Node {
	if s == "" {
		return nil
	}
	n := document.NewText(s)
	n.Line, n.Column = line, 1
	return n
}

func list(line int, all []string) *document.Node {
	if len(all) == 0 {
		return nil
	}
	n := &document.Node{Kind: document.List}
	n.Line, n.Column = line, 1
	for _, s := range all {
		n.Items = append(n.Items, text(line, s))
	}
	return n
}

// add sets a field with its place.
func add(to *document.Node, key string, value *document.Node) {
	if value != nil {
		value.Key = value.Place
		to.Set(key, value)
	}
}

// snake turns a name into one that nodes and slots can have: "checkAvailability" becomes
// "check_availability".
func snake(name string) string {
	s := strings.Join(naming.Words(strings.ToLower(strings.Join(naming.Words(name), " "))), "_")
	if s = unfit.ReplaceAllString(s, ""); s == "" || s[0] < 'a' || s[0] > 'z' {
		s = "step_" + s
	}
	return s
}

var unfit = regexp.MustCompile(`[^a-z0-9_]`)

// flat is a text in one line, without the end of a sentence.
func flat(s string) string {
	return strings.TrimRight(strings.Join(strings.Fields(s), " "), ".;, ")
}

// lower makes the first letter of a text small, unless the first word is an abbreviation.
func lower(s string) string {
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && !(s[1] >= 'A' && s[1] <= 'Z') {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}
