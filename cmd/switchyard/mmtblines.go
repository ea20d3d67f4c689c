package main

import (
	"bytes"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/mission"
	"switchyard/out"
)

// mmtbLines writes the lines of MMTB files that are made of entries, or of the
// lines of other MMTB files, which keep what no entry has a place for.
type mmtbLines struct {
	to   out.Output
	mmtb out.Checker
}

func newMMTBLines(to out.Output) *mmtbLines { return &mmtbLines{to, out.MMTB()} }

// prepare makes the line; write adds it to the file. See [out.Sink]. A line that
// breaks a rule of the format is none.
func (l *mmtbLines) prepare(line []byte, e *mission.Entry) (write func() error, err error) {
	var made []byte
	if datasets.FormatOf(line) == l.mmtb.Name() {
		if made, err = out.NormalMMTB(line); err == nil {
			err = firstOf(l.mmtb.Check(made), bytes.Contains(line, []byte(`"english_task"`)))
		}
	} else {
		made, err = l.mmtb.Encode(e)
	}
	if err != nil {
		return nil, &out.EntryError{Entry: e.ID, Err: err}
	}
	return func() error { return l.to.Line("train.jsonl", made) }, nil
}

// firstOf is the first of some problems as an error, nil when there is none. What is
// told is in the language that the line had.
func firstOf(problems []out.Problem, english bool) error {
	if len(problems) == 0 {
		return nil
	}
	i := slices.IndexFunc(problems, func(p out.Problem) bool { return strings.Contains(p.String(), "english_") == english })
	return &brokenRule{problems[max(0, i)]}
}

// brokenRule is what a line of MMTB does against the rules.
type brokenRule struct{ out.Problem }

func (b *brokenRule) Error() string { return b.String() }
