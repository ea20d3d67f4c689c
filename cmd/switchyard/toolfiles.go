package main

import (
	"errors"
	"fmt"

	"switchyard/tools"
	"switchyard/tools/find"
	"switchyard/tools/toolfile"
)

// toolsetsOf loads the toolsets that a word on the command line means, and says
// what was left out of them.
func (c *console) toolsetsOf(word string) ([]*tools.Toolset, error) {
	return c.loader(false, false)(word)
}

// loader loads the toolsets that a word on the command line means. What would be
// left out of them is an error when it is strict; otherwise it says so, unless it
// is quiet.
func (c *console) loader(strict, quiet bool) func(word string) ([]*tools.Toolset, error) {
	return func(word string) ([]*tools.Toolset, error) {
		sets, left, err := find.Toolsets(word)
		if err == nil && strict && len(left) > 0 {
			err = left
		}
		if err == nil && !quiet {
			c.leftOut(left)
		}
		return sets, findFailure(err)
	}
}

// leftOut says what was left out of toolset files: the first thing of each file,
// and where to find the others.
func (c *console) leftOut(left toolfile.Problems) {
	for len(left) > 0 {
		first, n := left[0], 1
		for n < len(left) && left[n].File == first.File {
			n++
		}
		more := ""
		if first.Hint = ""; n > 1 {
			more = fmt.Sprintf("; switchyard tools check %s lists %s more", first.File, thousands(n-1))
		}
		c.remark("note: left out: %s", printable(first.String()+more))
		left = left[n:]
	}
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
