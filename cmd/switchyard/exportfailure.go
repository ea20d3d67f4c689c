package main

import (
	"errors"
	"fmt"
	"strings"

	"switchyard/datasets/export"
	"switchyard/internal/nearest"
	"switchyard/out"
)

// formatFailure says what to do about the name of a format in a flag, and about the
// other errors of package export.
func formatFailure(flag string, err error) error {
	var (
		unknown *export.UnknownFormatError
		lacks   *export.LacksError
	)
	switch {
	case errors.As(err, &lacks):
		return misuse("export the run that made the file: switchyard export RUN --format "+lacks.Format, "%s %s", flag, err)
	case !errors.As(err, &unknown):
		return exportFailure(err)
	case unknown.Name == out.Native().Name() && flag == "--to":
		return misuse("the run that made the file has native entries: entries.jsonl in its folder", "--to native: native entries say where values come from, and no other format does")
	case unknown.Name == out.Native().Name():
		return misuse("they are in entries.jsonl; switchyard filter, sample and split make parts of them", "%s: the entries are native already", flag)
	case unknown.Name == out.MMTB().Name():
		return misuse("switchyard convert PATH --to mmtb", "%s: mmtb is what switchyard convert writes", flag)
	}
	hint := "the formats are " + strings.Join(unknown.Known, ", ")
	if near := nearest.Name(unknown.Name, unknown.Known); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return misuse(hint, "%s: %s", flag, err)
}

// exportFailure says what to do about the errors of package export.
func exportFailure(err error) error {
	var (
		option    *export.OptionError
		twice     *export.TwiceError
		duplicate *export.DuplicateError
		occupied  *export.OccupiedError
		one       *export.OneFileError
		limits    *export.MMTBError
	)
	const other = "choose another folder or file with --out"
	switch {
	case errors.As(err, &option):
		return misuse(option.Hint, "--%s", err)
	case errors.As(err, &twice):
		return misuse("name each file once", "%s", err)
	case errors.As(err, &duplicate):
		return &failure{message: err.Error(), hint: "give each entry an id of its own: for native files, switchyard merge --rename does", code: exitFound}
	case errors.As(err, &occupied) && occupied.Replaceable:
		return misuse(other+", or replace what is there with --force", "--out %s", err)
	case errors.As(err, &occupied) && occupied.Err != nil:
		return misuse(other+", or remove that file", "%s", oneLine(err.Error()))
	case errors.As(err, &occupied):
		return misuse(other, "--out %s", err)
	case errors.As(err, &one):
		return misuse("name a folder with --out", "--out %s", err)
	case errors.As(err, &limits) && limits.Check == export.CheckLimits:
		return &failure{message: oneLine(err.Error()), hint: hintFor(&limits.Problem), code: exitFound}
	}
	return err
}
