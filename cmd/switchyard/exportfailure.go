package main

import (
	"errors"
	"fmt"
	"strings"

	"switchyard/datasets/export"
	"switchyard/internal/nearest"
	"switchyard/internal/prose"
	"switchyard/out"
)

// formatFailure says what to do about the name of a format in a flag.
func formatFailure(flag string, err error) error {
	var (
		unknown *export.UnknownFormatError
		lacks   *export.LacksError
	)
	switch {
	case errors.As(err, &lacks):
		return misuse("export the run that made the file: switchyard export RUN --format "+lacks.Format, "%s %s", flag, err)
	case !errors.As(err, &unknown):
		return err
	case unknown.Name == out.Native().Name() && flag == "--to":
		return misuse("the run that made the file has native entries: entries.jsonl in its folder", "--to native: not possible, because no other format says where values come from")
	case unknown.Name == out.Native().Name():
		return misuse("they are in entries.jsonl; switchyard filter, sample and split make parts of them", "%s: the entries are native already", flag)
	case unknown.Name == out.MMTB().Name():
		return misuse("switchyard convert PATH --to mmtb writes it", "%s: switchyard export does not write mmtb", flag)
	}
	hint := "the formats are " + strings.Join(unknown.Known, ", ")
	if near := nearest.Name(unknown.Name, unknown.Known); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return misuse(hint, "%s: %s", flag, prose.Error(err))
}
