package main

import (
	"context"
	"errors"
	"path/filepath"

	"switchyard/eval/results"
	"switchyard/eval/trial"
	"switchyard/out"
)

// mendHint is what to do about a prediction that cannot be read.
const mendHint = "remove the line, and switchyard eval will ask for that mission again; or replace all results with --force (nothing has been changed)"

// evalFailure explains the errors of evaluations that depend on the folder of results.
func evalFailure(folder string, err error) error {
	goesOn := folder + " is intact; the same command continues from there"
	if silent, is := errors.AsType[*trial.SilentError](err); is {
		return &failure{message: silent.Error(), code: exitFound, hint: "is the endpoint running? " + goesOn}
	}
	line, is := errors.AsType[*out.LineError](err)
	if is && line.Hint == "" && filepath.Clean(line.File) == filepath.Join(folder, results.PredictionsName) {
		return located(line.File, line.Line, mendHint, errors.New(line.Problems[0].Message))
	}
	if errors.Is(err, context.Canceled) {
		return &failure{message: "stopped", code: exitInterrupted, hint: goesOn}
	}
	if f, ok := modelFailure(goesOn, err); ok {
		return f
	}
	return resumes(err)
}
