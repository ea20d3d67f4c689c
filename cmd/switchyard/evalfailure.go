package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"switchyard/eval/results"
	"switchyard/eval/trial"
	"switchyard/gen"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

// mendHint is what to do about a prediction that cannot be read.
const mendHint = "nothing is changed; take the line out, and switchyard eval asks for that mission again, or replace all with --force"

// evalHints say what to do about the troubles of evaluations. They may name the folder
// of results, the command that made it, and the judge.
var evalHints = map[trial.Trouble]func(e *trial.Error) string{
	trial.NoEntry:      hint("give a run folder, its entries.jsonl, or an MMTB file"),
	trial.NoRun:        hint("sessions take place on a run folder that switchyard generate has made"),
	trial.NoResults:    hint("switchyard eval makes such folders"),
	trial.NoResultFile: hint("give a folder that switchyard eval has written, or a result file of the Multi-Mission Tool Bench"),
	trial.IsSession:    hint("evaluate it with --mode step"),
	trial.DatasetGone:  hint("say where it is with --dataset"),
	trial.OtherDataset: hint("give the dataset that was evaluated with --dataset, or evaluate again with --force"),
	trial.Misplaced:    hint("are its lines in the order of the dataset? evaluate again with --force"),
	trial.Unfinished:   func(e *trial.Error) string { return "give the command again that began it: " + e.Command },
	trial.Missing: func(e *trial.Error) string {
		return "give the command again that made it, which asks for what is missing: " + e.Command
	},
	trial.StaleVerdicts: func(e *trial.Error) string { return "switchyard score " + shell.Quote(e.Folder) + " writes them again" },
	trial.NoJudge: func(e *trial.Error) string {
		return "switchyard score " + shell.Quote(e.Folder) + " --judge MODEL asks one"
	},
	trial.OpinionsGone: func(e *trial.Error) string {
		return "switchyard score " + shell.Quote(e.Folder) + " --judge " + shell.Quote(e.Judge) + " asks again"
	},
}

func hint(text string) func(*trial.Error) string { return func(*trial.Error) string { return text } }

// evalFailure says what to do about the errors of evaluations.
func evalFailure(folder string, err error) error {
	var (
		known     *failure
		problem   *trial.Error
		different *results.DifferentError
		foreign   *results.ForeignError
		manifest  *results.ManifestError
		silent    *trial.SilentError
		busy      *wholefile.BusyError
		line      *out.LineError
		models    *gen.ModelsError
		toolset   *gen.ToolsetError
		entry     *gen.RemakeError
	)
	goesOn := folder + " is whole so far; the same command goes on from there"
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &problem):
		f := &failure{message: problem.Message, details: problem.Details, code: exitMisuse}
		if problem.Trouble == trial.Missing {
			f.code = exitFound
		}
		if say := evalHints[problem.Trouble]; say != nil {
			f.hint = say(problem)
		}
		return f
	case errors.As(err, &different):
		return &failure{message: folder + " holds other results", details: different.Differences, code: exitMisuse,
			hint: "choose another folder with --out, or replace those results with --force"}
	case errors.As(err, &foreign):
		return misuse("choose another folder with --out", "%s", foreign)
	case errors.As(err, &manifest) && manifest.Other:
		return misuse("use the version of switchyard that has written it", "%s", oneLine(manifest.Error()))
	case errors.As(err, &manifest):
		return &failure{message: oneLine(manifest.Error()), code: exitFound, hint: "take it from a copy, or remove the folder and evaluate again"}
	case errors.As(err, &silent):
		return &failure{message: silent.Error(), code: exitFound, hint: "is the endpoint running? " + goesOn}
	case errors.As(err, &busy):
		return misuse("wait until it has ended", "%s", busy)
	case errors.As(err, &line) && line.Hint == "" && filepath.Clean(line.File) == filepath.Join(folder, results.PredictionsName):
		return located(line.File, line.Line, mendHint, errors.New(line.Problems[0].Message))
	case errors.As(err, &models):
		return misuse("evaluate it with --mode step", "%s", err)
	case errors.As(err, &toolset):
		return misuse("sessions need the toolsets as they were when the run was made, at the same place", "%s", err)
	case errors.As(err, &entry):
		return misuse("make the run again with this version, or evaluate it with --mode step", "%s", err)
	case errors.Is(err, context.Canceled):
		return &failure{message: "stopped", code: exitInterrupted, hint: goesOn}
	case errors.Is(err, os.ErrPermission):
		return err
	}
	if f, ok := modelFailure(goesOn, err); ok {
		return f
	}
	return resumes(err)
}
