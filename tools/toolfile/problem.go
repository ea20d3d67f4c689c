package toolfile

import (
	"cmp"
	"errors"
	"fmt"
	"sort"
	"strings"

	"switchyard/internal/document"
)

// Problem is one thing that is wrong with a toolset file.
type Problem struct {
	File    string
	Line    int // 1 for the first; 0 for the whole file
	Column  int
	Message string // one line
	Hint    string // what to do; may be empty
}

// String gives "file:line:column: message".
func (p Problem) String() string {
	at := p.File
	if p.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
	text := at + ": " + p.Message
	if p.Hint != "" {
		text += "; " + p.Hint
	}
	return text
}

// noDocument is the problem of a file that is not YAML or JSON.
func noDocument(file string, err error, hint string) Problem {
	p := Problem{File: file, Line: 1, Column: 1, Message: err.Error(), Hint: hint}
	if e := (*document.Error)(nil); errors.As(err, &e) {
		p.Line, p.Column, p.Hint = e.Line, e.Column, cmp.Or(e.Hint, hint)
		if way := e.Way(); way != "" {
			p.Message += ": " + way
		}
	}
	return p
}

// Problems are the problems of a file, in the order of their positions.
type Problems []Problem

// Error gives one line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

func (ps Problems) sorted() Problems {
	sort.SliceStable(ps, func(i, j int) bool {
		a, b := ps[i], ps[j]
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
	return ps
}

// err is nil when there are no problems.
func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps.sorted()
}
