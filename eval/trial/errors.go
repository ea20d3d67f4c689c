package trial

import (
	"fmt"

	"switchyard/internal/prose"
	"switchyard/out"
)

// Trouble is the kind of an [Error]. It decides what to do about it.
type Trouble string

// The kinds.
const (
	NoAgent       Trouble = "no agent"            // nothing is to be evaluated
	NoRunFolder   Trouble = "no run folder"       // a folder is not what a run writes
	NoRun         Trouble = "no run"              // sessions need the run that made the dataset
	NoResults     Trouble = "no results"          // a folder holds no results
	Unfinished    Trouble = "unfinished"          // the evaluation was stopped
	NoResultFile  Trouble = "no result file"      // a file is not a result file of the Multi-Mission Tool Bench
	IsSession     Trouble = "sessions"            // that benchmark has no sessions
	DatasetGone   Trouble = "dataset gone"        // it is at none of the known places
	OtherDataset  Trouble = "other dataset"       // it is not the one that was evaluated
	Missing       Trouble = "missing predictions" // some missions have no prediction
	Misplaced     Trouble = "misplaced"           // a prediction is out of order, or its mission is not in the dataset
	StaleVerdicts Trouble = "stale verdicts"      // the verdicts do not match the predictions
	NoJudge       Trouble = "no judge"            // no model was asked about the texts
	OpinionsGone  Trouble = "opinions gone"       // the file with the opinions of the judge no longer exists
)

// Error says why an operation cannot be done.
type Error struct {
	Trouble Trouble
	Message string
	Details []string // more lines
	Folder  string   // of the results, if the error is about results
	Command string   // that made the folder, if that helps
	Judge   string   // the model, of OpinionsGone
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

func trouble(kind Trouble, folder, format string, args ...any) error {
	return &Error{Trouble: kind, Folder: folder, Message: fmt.Sprintf(format, args...)}
}

// inLine reports a problem in a line of a file, with a hint.
func inLine(file string, line int, hint string, err error) error {
	return &out.LineError{File: file, Line: line, Hint: hint, Problems: []out.Problem{{Message: prose.Error(err)}}}
}
