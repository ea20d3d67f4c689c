package main

import (
	"errors"
	"fmt"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/datasets/subset"
	"switchyard/internal/shell"
	"switchyard/out"
)

// datasetFailure says what to do about the errors of package datasets; nil for any
// other error.
func datasetFailure(err error) *failure {
	var (
		format     *datasets.FormatError
		line       *datasets.LineError
		manifest   *datasets.ManifestError
		record     *datasets.RecordError
		target     *datasets.TargetError
		conflict   *datasets.ConflictError
		nobody     *datasets.NoneError
		few        *datasets.TooFewError
		missing    *datasets.NoEntryError
		graph      *datasets.GraphError
		option     *split.Error
		toolset    *split.UnknownError
		expression *subset.Error
	)
	f := &failure{message: oneLine(err.Error()), code: exitFound}
	switch {
	case errors.As(err, &option):
		f.hint, f.code = option.Hint, exitMisuse
	case errors.As(err, &toolset):
		f.hint, f.code = didYouMean(toolset.Name, toolset.Known), exitMisuse
	case errors.As(err, &expression):
		f.message, f.hint, f.code = oneLine(expression.Expression+": "+expression.Error()), expression.Hint, exitMisuse
	case errors.As(err, &target) && target.Taken != "":
		f.hint, f.code = "choose another folder with --out, or replace what is there with --force", exitMisuse
	case errors.As(err, &target):
		f.hint, f.code = "choose another folder with --out", exitMisuse
	case errors.Is(err, datasets.ErrSameFile):
		f.hint, f.code = "choose another folder with --out", exitMisuse
	case errors.As(err, &conflict):
		f.details, f.hint = conflict.First, conflictHint(conflict)
	case errors.As(err, &nobody):
		f.hint = "switchyard stats " + shell.Quote(nobody.Path) + " says what there is"
	case errors.As(err, &few):
		f.hint, f.code = fmt.Sprintf("ask for %d at most", few.Has), exitMisuse
	case errors.As(err, &missing):
		return noEntry(missing)
	case errors.As(err, &graph):
		f.hint = verifyHint(graph.File)
	case errors.Is(err, datasets.ErrStdin):
		f.hint, f.code = "write it into a file first", exitMisuse
	case errors.As(err, &format) && format.Want == out.Native().Name():
		f.hint = "give a run folder or its entries.jsonl; convert reads MMTB files too, one format at a time"
	case errors.As(err, &format):
		f.hint = "convert files of one format at a time, and leave --from out or name theirs"
	case errors.As(err, &line):
		f.hint = verifyHint(line.File)
	case errors.Is(err, datasets.ErrNoRun):
		f.hint, f.code = "a run folder is what switchyard generate --out FOLDER makes", exitMisuse
	case errors.Is(err, datasets.ErrUnfinished):
		f.hint = "give the same generate command again: it goes on where it stopped"
	case errors.As(err, &manifest):
		f.hint = verifyHint(manifest.Folder)
	case errors.As(err, &record):
		f.hint = "give the command again that made the folder"
	case errors.Is(err, datasets.ErrEmpty):
		f.hint = "give a dataset that holds entries"
	case errors.Is(err, datasets.ErrChanged):
		f.hint, f.code = "give the command again when nothing writes it", exitMisuse
	default:
		return nil
	}
	return f
}

// verifyHint names the command that lists everything wrong with a file or folder.
func verifyHint(path string) string {
	if path == "standard input" {
		return "switchyard verify says all that is wrong"
	}
	return "switchyard verify " + shell.Quote(path) + " says all that is wrong"
}

// conflictHint says how datasets can be merged that have something in common.
func conflictHint(e *datasets.ConflictError) string {
	switch {
	case e.Requests == 0:
		return "--rename gives later entries new ids"
	case e.IDs == 0:
		return "--drop-duplicates leaves later entries out"
	}
	return "--drop-duplicates leaves later entries out that open with the same request, --rename gives new ids to those that stay"
}

// noEntry says that no entry has an id, and names one that is there.
func noEntry(e *datasets.NoEntryError) *failure {
	f := &failure{message: e.Error(), hint: "the first one is --entry " + e.First, code: exitMisuse}
	switch {
	case e.First == "":
		f.hint = verifyHint(e.File)
	case e.ID == "":
		f.message = "tell which entry is meant with --entry ID"
	case e.Near != "":
		f.hint = "did you mean " + e.Near + "?"
	}
	return f
}
