package main

import (
	"errors"
	"fmt"

	"switchyard/tools"
	"switchyard/tools/find"
)

// toolsetsOf loads the toolsets that a word on the command line means.
func toolsetsOf(word string) ([]*tools.Toolset, error) {
	sets, err := find.Toolsets(word)
	return sets, findFailure(err)
}

// toolsetFiles lists the toolset files that words on the command line name.
func toolsetFiles(words []string) ([]string, error) {
	var files []string
	for _, word := range words {
		more, err := find.Files(word)
		if err != nil {
			return nil, findFailure(err)
		}
		files = append(files, more...)
	}
	return files, nil
}

// findFailure says what to do where no toolset was found.
func findFailure(err error) error {
	unknown, none := (*find.UnknownError)(nil), (*find.NoFileError)(nil)
	switch {
	case errors.As(err, &unknown) && unknown.Near != "":
		return misuse(fmt.Sprintf("did you mean %s?", unknown.Near), "%s", unknown)
	case errors.As(err, &unknown):
		return misuse("switchyard tools list shows the built-in toolsets; files end in .yaml, .json or .jsonl", "%s", unknown)
	case errors.As(err, &none):
		return misuse("a toolset file ends in .yaml, .yml, .json or .jsonl", "%s", none)
	}
	return err
}
