package describe

import (
	"errors"

	"switchyard/tools/toolfile"
)

// Checked is what came of checking a toolset file.
type Checked struct {
	File     string    `json:"file"`
	Toolsets []Line    `json:"toolsets"` // none when there are problems
	Problems []Problem `json:"problems"`
}

// Problem is something that is wrong with a toolset file.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// Check checks one toolset file. The error is not about its content.
func Check(file string) (Checked, error) {
	checked := Checked{File: file, Toolsets: []Line{}, Problems: []Problem{}}
	sets, err := toolfile.Load(file)
	var problems toolfile.Problems
	switch {
	case errors.As(err, &problems):
		for _, p := range problems {
			checked.Problems = append(checked.Problems, Problem{p.File, p.Line, p.Column, p.Message, p.Hint})
		}
	case err != nil:
		return checked, err
	}
	checked.Toolsets = append(checked.Toolsets, List(sets)...)
	return checked, nil
}
