package toolfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// maxFile bounds what is read from one file.
const maxFile = 64 << 20

// Load reads the toolsets of a file (.yaml, .yml, .json, .jsonl), or of all such
// files below a folder in the order of their paths. A file holds a toolset in
// switchyard's own format, or lists of functions in OpenAI's format, whose meaning
// is then inferred. left lists the parts of function lists that could not be used
// and were skipped. Anything else that is wrong with the files comes as an error of
// type [Problems].
func Load(path string) (sets []*tools.Toolset, left Problems, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.IsDir() {
		return loadFile(path)
	}
	var problems Problems
	seen := map[string]bool{}
	err = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !entry.Type().IsRegular() || !readable(p) {
			return err
		}
		more, notes, err := loadFile(p)
		if ps := (Problems)(nil); errors.As(err, &ps) {
			problems = append(problems, ps...)
			return nil
		}
		for _, ts := range more {
			ts.Name = unused(ts.Name, seen)
		}
		sets, left = append(sets, more...), append(left, notes...)
		return err
	})
	switch {
	case err != nil:
		return nil, nil, err
	case len(problems) > 0:
		return nil, nil, problems
	case len(sets) == 0:
		return nil, nil, fmt.Errorf("%s contains no toolset; toolsets are files that end in .yaml, .yml, .json or .jsonl", path)
	}
	return sets, left, nil
}

func readable(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json", ".jsonl"}, strings.ToLower(filepath.Ext(path)))
}

func loadFile(path string) (sets []*tools.Toolset, left Problems, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if info.Size() > maxFile {
		return nil, nil, fmt.Errorf("%s has %d MiB, and at most %d MiB are read; split it", path, info.Size()>>20, maxFile>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case !readable(path):
		return nil, nil, fmt.Errorf("%s: the extension %q is not known; toolsets are files that end in .yaml, .yml, .json or .jsonl", path, ext)
	case ext == ".yaml", ext == ".yml", ext == ".json" && isOwnFormat(data):
		ts, err := Parse(path, data)
		if err != nil {
			return nil, nil, err
		}
		return []*tools.Toolset{ts}, nil, nil
	}
	return ParseFunctions(path, data)
}

// isOwnFormat reports whether a JSON document is a toolset in switchyard's own
// format.
func isOwnFormat(data []byte) bool {
	n, err := document.ParseJSON(data, 1, document.LastWins(func(string, document.Place, document.Place) {}))
	return err == nil && n.Kind == document.Object && n.Fields["toolset"] != nil
}

// unused adds a number to a name that was seen before.
func unused(name string, seen map[string]bool) string {
	out := name
	for n := 2; seen[out]; n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	seen[out] = true
	return out
}
