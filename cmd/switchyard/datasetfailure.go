package main

import (
	"errors"

	"switchyard/datasets"
	"switchyard/internal/shell"
	"switchyard/out"
)

// datasetFailure says what to do about the errors of package datasets; nil for any
// other error.
func datasetFailure(err error) *failure {
	var (
		broken     *brokenLine
		format     *datasets.FormatError
		line       *datasets.LineError
		none       *datasets.NoRunError
		unfinished *datasets.UnfinishedError
		manifest   *datasets.ManifestError
		record     *datasets.RecordError
		empty      *datasets.EmptyError
		changed    *datasets.ChangedError
	)
	f := &failure{message: oneLine(err.Error()), code: exitFound}
	switch {
	case errors.Is(err, datasets.ErrStdin):
		f.hint, f.code = "write it into a file first", exitMisuse
	case errors.As(err, &broken) && broken.Check == checkLimits:
		f.hint = hintFor(&broken.Problem)
	case errors.As(err, &format) && format.Want == out.Native().Name():
		f.hint = "give a run folder or its entries.jsonl; convert reads MMTB files too, one format at a time"
	case errors.As(err, &format):
		f.hint = "convert files of one format at a time, and leave --from out or name theirs"
	case errors.As(err, &line):
		f.hint = verifyHint(line.File)
	case errors.As(err, &none):
		f.hint, f.code = "a run folder is what switchyard generate --out FOLDER makes", exitMisuse
	case errors.As(err, &unfinished):
		f.hint = "give the same generate command again: it goes on where it stopped"
	case errors.As(err, &manifest):
		f.hint = verifyHint(manifest.Folder)
	case errors.As(err, &record):
		f.hint = "give the command again that made the folder"
	case errors.As(err, &empty):
		f.hint = "give a dataset that holds entries"
	case errors.As(err, &changed):
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
