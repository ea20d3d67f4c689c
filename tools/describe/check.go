package describe

import (
	"context"
	"errors"

	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// Checked is what came of checking a toolset file.
type Checked struct {
	File     string    `json:"file"`
	Toolsets []Line    `json:"toolsets"` // none when there are problems
	Problems []Problem `json:"problems"`

	Sets []*tools.Toolset `json:"-"` // the toolsets themselves
}

// Problem is something that is wrong with a toolset file. A run does not fail on an
// unusable part of a function list: it skips it; see [toolfile.Load].
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// Check checks one toolset file. The error is that of reading the file; what is
// wrong in it is listed in Problems.
func Check(ctx context.Context, file string) (Checked, error) {
	checked := Checked{File: file, Toolsets: []Line{}, Problems: []Problem{}}
	sets, problems, err := toolfile.Load(ctx, file)
	if err != nil && !errors.As(err, &problems) {
		return checked, err
	}
	for _, p := range problems {
		checked.Problems = append(checked.Problems, Problem{p.File, p.Line, p.Column, p.Message, p.Hint})
	}
	if len(problems) == 0 {
		checked.Toolsets, checked.Sets = append(checked.Toolsets, List(sets)...), sets
	}
	return checked, nil
}
