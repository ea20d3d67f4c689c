package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/nearest"
)

// Problem is one thing that is wrong with the settings of a run. It never contains
// a value that could be a key.
type Problem struct {
	File    string // where it stands; empty for flags and the environment
	Line    int    // from 1
	Column  int    // from 1, in characters
	Message string // one line, in the user's words
	Hint    string // what to do about it; may be empty
}

// String is "file:line:column: message", or only the message if no file is at
// fault.
func (p Problem) String() string {
	if p.File == "" {
		return p.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// Problems is everything that is wrong: problems in files first, ordered by
// position.
type Problems []Problem

// Error gives one line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
		if p.Hint != "" {
			lines[i] += "; " + p.Hint
		}
	}
	return strings.Join(lines, "\n")
}

// err returns nil if there are no problems.
func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	slices.SortStableFunc(ps, func(a, b Problem) int {
		if (a.File == "") != (b.File == "") {
			return cmp.Compare(b.File, a.File)
		}
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.Compact(ps)
}

// didYouMean is the hint for an unknown word: a similar known one, or else otherwise.
func didYouMean(word string, known []string, otherwise string) string {
	if near := nearest.Name(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return otherwise
}
