package main

import (
	"context"
	"fmt"

	"switchyard/tools"
	"switchyard/tools/find"
	"switchyard/tools/toolfile"
)

// toolsetsOf loads the toolsets that a word on the command line means, and reports
// what was left out of them.
func (c *console) toolsetsOf(ctx context.Context, word string) ([]*tools.Toolset, error) {
	sets, left, err := find.Toolsets(ctx, word)
	return sets, c.leftOut(left, err, false, false)
}

// leftOut reports what was left out of toolset files: the first thing of each file,
// and where to find the others. If it is strict, anything left out is an error. err
// is the error of loading them.
func (c *console) leftOut(left toolfile.Problems, err error, strict, quiet bool) error {
	switch {
	case err != nil:
		return err
	case strict && len(left) > 0:
		return left
	case quiet || c.quiet:
		return nil
	}
	for len(left) > 0 {
		first, n := left[0], 1
		for n < len(left) && left[n].File == first.File {
			n++
		}
		more := ""
		if first.Hint = ""; n > 1 {
			more = fmt.Sprintf("; switchyard tools check %s lists %s more", first.File, thousands(n-1))
		}
		c.notice("left out: %s", printable(first.String()+more))
		left = left[n:]
	}
	return nil
}

// toolsetFiles lists the toolset files that words on the command line name.
func toolsetFiles(words []string) ([]string, error) {
	var files []string
	for _, word := range words {
		more, err := find.Files(word)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}
