package tools

import (
	"fmt"
	"sort"
	"strings"
)

// Problem is one thing that is wrong with a toolset file.
type Problem struct {
	File    string
	Line    int // 1 for the first; 0 when the whole file is meant
	Column  int
	Message string // one line, in the user's words
	Hint    string // what to do about it; may be empty
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

// Problems are all the problems of a file, in the order of their positions.
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

// nearest is the known word closest to an unknown one, for hints; empty when
// none is close.
func nearest(word string, known []string) string {
	best, distance := "", 3
	for _, k := range known {
		if d := editDistance(word, k, distance); d < distance {
			best, distance = k, d
		}
	}
	return best
}

func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
