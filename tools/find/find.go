// Package find finds the toolsets that a word means: a built-in toolset
// ("travel/flight_inquiry"), a group of them ("travel"), a file, or a folder of
// files.
//
// [Toolsets] loads them; [Files] only lists the files. Both keep the order of the
// catalogue and of paths, and are safe for concurrent use.
package find

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/nearest"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/toolfile"
)

// UnknownError says that a word means no toolset.
type UnknownError struct {
	Word string
	Near string // the built-in toolset that may have been meant; empty for none
}

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s: neither a built-in toolset nor a file", e.Word)
}

// NoFileError says that a file is no toolset file by its name, or that a folder
// holds none.
type NoFileError struct {
	Path   string
	Folder bool
}

// Error implements error.
func (e *NoFileError) Error() string {
	if e.Folder {
		return e.Path + ": holds no toolset files"
	}
	return e.Path + ": not a toolset file by its name"
}

// Toolsets loads the toolsets that a word means; left is what was left out of them,
// see [toolfile.Load]. The error is an [*UnknownError], a [*NoFileError],
// [toolfile.Problems], or one of the file system.
func Toolsets(word string) (sets []*tools.Toolset, left toolfile.Problems, err error) {
	names := catalog.Names()
	if slices.Contains(names, word) {
		set, err := catalog.Toolset(word)
		return []*tools.Toolset{set}, nil, err
	}
	if _, err := os.Stat(word); err == nil {
		if _, err := Files(word); err != nil {
			return nil, nil, err
		}
		return toolfile.Load(word)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	for _, name := range names {
		if strings.HasPrefix(name, strings.TrimSuffix(word, "/")+"/") {
			set, err := catalog.Toolset(name)
			if err != nil {
				return nil, nil, err
			}
			sets = append(sets, set)
		}
	}
	if len(sets) == 0 {
		return nil, nil, &UnknownError{word, nearest.Name(word, names)}
	}
	return sets, nil, nil
}

// Files lists the toolset files of a folder in the order of their paths, or gives
// the file itself.
func Files(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		if !named(path) {
			return nil, &NoFileError{Path: path}
		}
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && named(p) {
			files = append(files, p)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = &NoFileError{path, true}
	}
	return files, err
}

// named reports whether a name is that of a toolset file.
func named(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json", ".jsonl"}, strings.ToLower(filepath.Ext(path)))
}
