package toolfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/input"
	"switchyard/tools"
)

// maxFile bounds what is read from one file.
const maxFile = 64 << 20

// Load reads the toolsets of a file (.yaml, .yml, .json, .jsonl), or of all such
// files below a folder in the order of their paths. Files may be compressed, such as
// .jsonl.gz. A file holds a toolset in
// switchyard's own format, or lists of functions in OpenAI's format, whose meaning
// is then inferred. left lists the parts of function lists that could not be used
// and were skipped. Anything else that is wrong with the files comes as an error of
// type [Problems].
func Load(ctx context.Context, path string) (sets []*tools.Toolset, left Problems, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.IsDir() {
		return loadFile(ctx, path)
	}
	var problems Problems
	seen := map[string]bool{}
	err = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !entry.Type().IsRegular() || !Named(p) {
			return err
		}
		more, notes, err := loadFile(ctx, p)
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

// Named reports whether a name is that of a toolset file, which may be compressed. Word files
// are read with the toolset that they belong to.
func Named(path string) bool {
	return !isWords(path) && !isWorkflow(path) && slices.Contains([]string{".yaml", ".yml", ".json", ".jsonl"}, input.Ending(path))
}

// isWorkflow reports whether a name is that of a workflow file, such as hotels.booking.flow.yaml.
func isWorkflow(path string) bool {
	name := strings.ToLower(input.Unpacked(path))
	return strings.HasSuffix(strings.TrimSuffix(name, filepath.Ext(name)), ".flow")
}

// Read returns the text of a toolset file, unpacked. A file that has more than 64 MiB or
// cannot be unpacked is an error of type [Problems].
func Read(ctx context.Context, path string) ([]byte, error) {
	data, err := input.ReadFile(ctx, path, maxFile)
	var (
		damaged *input.Error
		large   *input.SizeError
	)
	switch {
	case errors.As(err, &damaged):
		return nil, Problems{{File: path, Message: damaged.Message, Hint: damaged.Hint}}
	case errors.As(err, &large):
		return nil, Problems{{File: path, Message: large.Error(), Hint: "split it"}}
	}
	return data, err
}

func loadFile(ctx context.Context, path string) (sets []*tools.Toolset, left Problems, err error) {
	data, err := Read(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	switch ext := input.Ending(path); {
	case !Named(path):
		return nil, nil, fmt.Errorf("%s: the extension %q is not known; toolsets are files that end in .yaml, .yml, .json or .jsonl", path, ext)
	case ext == ".yaml", ext == ".yml", ext == ".json" && isOwnFormat(data):
		ts, err := Parse(path, data)
		if err == nil {
			err = withWords(ctx, ts, path)
		}
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
