package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/card"
	"switchyard/datasets/export"
	"switchyard/datasets/split"
	"switchyard/datasets/subset"
	"switchyard/eval/results"
	"switchyard/eval/trial"
	"switchyard/flow"
	"switchyard/flow/exchange"
	flows "switchyard/flow/find"
	"switchyard/flow/foreign"
	"switchyard/gen"
	"switchyard/gen/runfolder"
	"switchyard/internal/prose"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/model/mock"
	"switchyard/model/store"
	"switchyard/out"
	"switchyard/roles/llm"
	"switchyard/tools/find"
	"switchyard/tools/imports"
)

// A rule explains the errors of one type; for all others it returns nil.
type rule func(err error) *failure

// when makes a rule for the errors of type E. The failure that explained completes
// has the message of the error and the exit code of misuse.
func when[E error](explained func(e E, f *failure)) rule {
	return func(err error) *failure {
		e, applies := errors.AsType[E](err)
		if !applies {
			return nil
		}
		f := &failure{message: prose.Error(err), code: exitMisuse}
		explained(e, f)
		return f
	}
}

// hint makes a rule for a type whose errors all have the same hint.
func hint[E error](code int, text string) rule {
	return when(func(_ E, f *failure) { f.hint, f.code = text, code })
}

// is makes a rule for a value that is an error.
func is(target error, code int, text string) rule {
	return func(err error) *failure {
		if !errors.Is(err, target) {
			return nil
		}
		return &failure{message: prose.Error(err), hint: text, code: code}
	}
}

// otherOut is the hint for a target that cannot be written.
const otherOut = "choose another folder with --out"

// rules say what to do about errors. The first one that applies counts. What also
// depends on the command, such as the name of a flag, is added by that command.
var rules = []rule{
	hint[*gen.TooManyError](exitMisuse, "make several runs, each with a smaller --per-path and its own --seed"),

	// Cards.
	when(func(e *card.LicenceError, f *failure) {
		f.message = fmt.Sprintf("--licence cannot be %q", e.Licence)
		f.hint = "licences are named as on the Hub: apache-2.0, cc-by-4.0, mit, other, unknown"
	}),
	hint[*card.ForeignError](exitMisuse, "--force replaces it"),
	hint[*card.NoDatasetError](exitMisuse, "give a run folder, which switchyard generate makes, or a folder of exported files"),
	when(func(e *card.CountError, f *failure) { f.hint, f.code = verifyHint(e.Folder), exitFound }),
	when(func(e *card.FromError, f *failure) {
		switch e.Reason {
		case card.NotExport:
			f.hint = "leave --from out"
			return
		case card.FromExport:
			f.hint = "give the run folder"
		default:
			f.hint = "export again, or give the folder that it was made from"
		}
		f.message = "--from " + f.message
	}),
	when(func(e *card.FilesError, f *failure) {
		f.hint, f.code = verifyHint(e.Folder), exitFound
		if e.Command != "" {
			f.hint = "export again with --force: " + e.Command
		}
		lines := atMost(strings.Split(e.Error(), "\n"), mostTold+1)
		f.message, f.details = lines[0], lines[1:]
	}),

	// Exports.
	when(func(e *export.OptionError, f *failure) { f.message, f.hint = "--"+f.message, e.Hint }),
	hint[*export.TwiceError](exitMisuse, "name each file once"),
	hint[*export.DuplicateError](exitFound, "give each entry its own id; switchyard merge --rename does that for native files"),
	when(func(e *export.OccupiedError, f *failure) {
		f.hint = "choose another folder or file with --out"
		switch {
		case e.Replaceable:
			f.hint += ", or replace what is there with --force"
		case e.Err != nil:
			f.hint += ", or remove that file"
			return
		}
		f.message = "--out " + f.message
	}),
	when(func(e *export.OneFileError, f *failure) {
		f.message, f.hint = "--out "+f.message, "name a folder with --out"
	}),
	func(err error) *failure {
		e, applies := errors.AsType[*export.MMTBError](err)
		if !applies || e.Check != export.CheckLimits {
			return nil
		}
		return &failure{message: prose.Error(err), hint: hintFor(&e.Problem), code: exitFound}
	},

	// Runs.
	when(func(e *runfolder.DifferentError, f *failure) {
		f.message, f.details = e.Folder+" holds another run", e.Differences
		f.hint = otherOut + ", or replace that run with --force"
	}),
	when(func(e *runfolder.ForeignError, f *failure) {
		if f.hint = otherOut; e.Replaceable {
			f.hint += ", or overwrite the file with --force"
		}
	}),
	when(func(e *runfolder.DamagedError, f *failure) {
		f.hint = "move " + shell.Quote(e.Folder) + " away, or make the run again with --force; stored answers of models are not paid for again"
		f.code = exitFound
	}),
	hint[*gen.ModelsError](exitMisuse, "evaluate it with --mode step"),
	hint[*gen.ToolsetError](exitMisuse, "put the toolset back in its place, as it was when the run was made"),
	hint[*gen.RemakeError](exitMisuse, "make the run again with this version, or evaluate it with --mode step"),

	// Evaluations.
	when(trialFailure),
	when(func(e *results.DifferentError, f *failure) {
		f.details, f.hint = e.Differences, otherOut+", or replace those results with --force"
	}),
	hint[*results.ForeignError](exitMisuse, otherOut),
	hint[*results.PackedError](exitMisuse, "unpack it first, or "+otherOut),
	when(func(e *results.ManifestError, f *failure) {
		f.hint = "use the version of switchyard that wrote it"
		if !e.Other {
			f.hint, f.code = "restore it from a copy, or remove the folder and evaluate again", exitFound
		}
	}),

	// Settings and models.
	when(configFailure),
	when(func(e *mock.FaultError, f *failure) {
		f.message, f.hint = oneLine(fmt.Sprintf("--faults: %q: %s", e.Word, e.Problem)), e.Hint
	}),
	when(func(e *mock.AddressError, f *failure) { f.hint = e.Hint }),
	when(func(e *store.Error, f *failure) { f.hint = e.Hint }),
	when(func(e *llm.PromptError, f *failure) { f.hint = e.Hint }),

	// Toolsets.
	when(toolsetFailure),
	hint[*imports.ForeignError](exitMisuse, "choose another folder with --out: one that is empty or holds toolsets"),
	when(func(e *find.UnknownError, f *failure) {
		f.hint = "switchyard tools list shows the built-in toolsets; files end in .yaml, .json or .jsonl"
		if e.Near != "" {
			f.hint = fmt.Sprintf("did you mean %s?", e.Near)
		}
	}),
	when(func(e *flows.UnknownError, f *failure) {
		f.hint = "switchyard flow list shows the built-in workflows; workflow files end in .flow.yaml"
		if e.Near != "" {
			f.hint = fmt.Sprintf("did you mean %s?", e.Near)
		}
	}),
	hint[*flows.NoFileError](exitMisuse, "workflow files end in .flow.yaml, .flow.yml or .flow.json"),
	when(func(e *exchange.NotTextError, f *failure) { f.hint = e.Hint }),
	when(func(e *flow.TooManyError, f *failure) { f.hint, f.code = "split it into two workflows", exitFound }),
	hint[*exchange.NeedsToolsetError](exitMisuse, "name the toolset with --toolset"),
	hint[*exchange.TakenError](exitMisuse, "choose another folder with --out, or replace it with --force"),
	hint[*foreign.NoTasksError](exitMisuse, "a FlowAgent dataset has task_infos.json and the folders tools and pdl or flowchart"),
	hint[*find.NoFileError](exitMisuse, "a toolset file ends in .yaml, .yml, .json or .jsonl; words are checked with the toolset beside them"),
	when(func(_ *find.TwiceError, f *failure) {
		f.message, f.hint = "--toolset "+f.message, "leave one out, or give it another name"
	}),

	// Files.
	when(func(e *out.LineError, f *failure) {
		f.hint, f.code = e.Hint, exitFound
		if len(e.Problems) > 0 {
			f.message = inLine(e.Problems[0].At(e.File, e.Line))
		}
	}),
	hint[*out.TornError](exitFound, "run the generate command that makes the file again: it repairs the line"),
	hint[*wholefile.BusyError](exitMisuse, "wait until it has ended, or choose another folder or file"),
	when(func(e *wholefile.InTheWayError, f *failure) {
		f.message = e.Path + ": exists, and is not a file that this command may replace"
		f.hint = "move it away, or " + otherOut
	}),
	when(func(e *fs.PathError, f *failure) { *f = *pathFailure(e) }),

	// Datasets.
	when(func(e *split.Error, f *failure) { f.hint = e.Hint }),
	when(func(e *split.UnknownError, f *failure) { f.hint = didYouMean(e.Name, e.Known) }),
	when(func(e *subset.Error, f *failure) { f.message, f.hint = oneLine(e.Expression+": "+e.Error()), e.Hint }),
	when(func(e *datasets.TargetError, f *failure) {
		f.hint = otherOut
		if e.Replaceable {
			f.hint += ", or replace what is there with --force"
		}
	}),
	is(datasets.ErrSameFile, exitMisuse, otherOut),
	when(func(e *datasets.ConflictError, f *failure) {
		f.details, f.hint, f.code = e.First, conflictHint(e), exitFound
	}),
	when(func(e *datasets.NoneError, f *failure) {
		f.hint, f.code = "switchyard stats "+shell.Quote(e.Path)+" shows what it holds", exitFound
	}),
	when(func(e *datasets.TooFewError, f *failure) { f.hint = fmt.Sprintf("ask for %d at most", e.Has) }),
	when(noEntry),
	when(func(e *datasets.GraphError, f *failure) { f.hint, f.code = verifyHint(e.File), exitFound }),
	is(datasets.ErrStdin, exitMisuse, "write it into a file first"),
	when(func(e *datasets.FormatError, f *failure) {
		f.hint, f.code = "convert files of one format at a time; leave --from out or give their format", exitFound
		if e.Want == out.Native().Name() {
			f.hint = "give a run folder or its entries.jsonl; convert reads MMTB files too, one format at a time"
		}
	}),
	when(func(e *datasets.LineError, f *failure) { f.hint, f.code = verifyHint(e.File), exitFound }),
	is(datasets.ErrNoRun, exitMisuse, "a run folder is what switchyard generate --out FOLDER makes"),
	is(datasets.ErrUnfinished, exitFound, "run the same generate command again: it continues where it stopped"),
	when(func(e *datasets.ManifestError, f *failure) { f.hint, f.code = verifyHint(e.Folder), exitFound }),
	hint[*datasets.RecordError](exitFound, "run the command that made the folder again, with another --out"),
	is(datasets.ErrEmpty, exitFound, "give a dataset that holds entries"),
	is(datasets.ErrChanged, exitMisuse, "run the command again when nothing writes to it"),
}

// verifyHint names the command that lists everything wrong with a file or folder.
func verifyHint(path string) string {
	if path == "standard input" {
		return "switchyard verify lists everything that is wrong"
	}
	return "switchyard verify " + shell.Quote(path) + " lists everything that is wrong"
}

// conflictHint says how to merge datasets that have ids or requests in common.
func conflictHint(e *datasets.ConflictError) string {
	switch {
	case e.Requests == 0:
		return "--rename gives later entries new ids"
	case e.IDs == 0:
		return "--drop-duplicates leaves later entries out"
	}
	return "--drop-duplicates leaves out later entries that open with the same request, --rename gives new ids to those that stay"
}

// noEntry reports that no entry has an id, and names one that exists.
func noEntry(e *datasets.NoEntryError, f *failure) {
	f.hint = "the first one is --entry " + e.First
	switch {
	case e.First == "":
		f.hint = verifyHint(e.File)
	case e.ID == "":
		f.message = "no entry is given: use --entry ID"
	case e.Near != "":
		f.hint = "did you mean " + e.Near + "?"
	}
}

// trialFailure says what to do about the troubles of evaluations.
func trialFailure(e *trial.Error, f *failure) {
	f.details = e.Details
	score := "switchyard score " + shell.Quote(e.Folder)
	f.hint = map[trial.Trouble]string{
		trial.NoRun:         "sessions need a run folder that switchyard generate has made",
		trial.NoResults:     "give a folder that switchyard eval has written",
		trial.NoResultFile:  "give a folder that switchyard eval has written, or a result file of the Multi-Mission Tool Bench",
		trial.IsSession:     "evaluate it with --mode step",
		trial.DatasetGone:   "name its new place with --dataset",
		trial.OtherDataset:  "name the evaluated dataset with --dataset, or evaluate again with --force",
		trial.Misplaced:     "put the lines into the order of the dataset, or evaluate again with --force",
		trial.Unfinished:    "run its command again: " + e.Command,
		trial.Missing:       "this command makes the missing predictions: " + e.Command,
		trial.StaleVerdicts: score + " writes them again",
		trial.NoJudge:       score + " --judge MODEL asks a judge",
		trial.OpinionsGone:  score + " --judge " + shell.Quote(e.Judge) + " asks the judge again",
	}[e.Trouble]
	if e.Trouble == trial.Missing {
		f.code = exitFound
	}
}
