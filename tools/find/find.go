// Package find finds the toolsets that a word means: a built-in toolset
// ("travel/flight_inquiry"), a group of them ("travel"), a file, or a folder of
// files.
//
// [Toolsets] loads them, [All] loads those of several words, and [Files] only
// lists the files. Built-in toolsets come in the order of the catalogue, files in
// the order of their paths. All functions are safe for concurrent use.
package find

import (
	"context"
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

// NoFileError says that the name of a file does not end in .yaml, .yml, .json or
// .jsonl, or that a folder holds no file whose name does.
type NoFileError struct {
	Path   string
	Folder bool
}

// Error implements error.
func (e *NoFileError) Error() string {
	if e.Folder {
		return e.Path + ": holds no toolset files"
	}
	return e.Path + ": does not end like a toolset file"
}

// Toolsets loads the toolsets that a word means; left lists what could not be used,
// see [toolfile.Load]. The error is an [*UnknownError], a [*NoFileError],
// [toolfile.Problems], or one of the file system.
func Toolsets(ctx context.Context, word string) (sets []*tools.Toolset, left toolfile.Problems, err error) {
	names := catalog.Names()
	if slices.Contains(names, word) {
		set, err := catalog.Toolset(word)
		return []*tools.Toolset{set}, nil, err
	}
	if _, err := os.Stat(word); err == nil {
		if _, err := Files(word); err != nil {
			return nil, nil, err
		}
		return toolfile.Load(ctx, word)
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

// TwiceError says that two words mean the same toolset.
type TwiceError struct{ Toolset, Word, First string }

// Error implements error.
func (e *TwiceError) Error() string {
	return fmt.Sprintf("%s: the toolset %s was already given by %s", e.Word, e.Toolset, e.First)
}

// All loads the toolsets of a run: those that the words mean, or all built-in ones if
// there are no words. Relative paths start at the folder. The errors are those of
// [Toolsets] and, if two words mean the same toolset, a [*TwiceError].
func All(ctx context.Context, words []string, folder string) (sets []*tools.Toolset, left toolfile.Problems, err error) {
	if len(words) == 0 {
		sets, err = catalog.All()
		return sets, nil, err
	}
	first := map[string]string{}
	for _, word := range words {
		more, problems, err := Toolsets(ctx, within(folder, word))
		if err != nil {
			return nil, nil, err
		}
		for _, s := range more {
			if by, twice := first[s.Name]; twice {
				return nil, nil, &TwiceError{s.Name, word, by}
			}
			first[s.Name] = word
		}
		sets, left = append(sets, more...), append(left, problems...)
	}
	return sets, left, nil
}

// within returns what a word means in a file of a folder: a path relative to the
// folder, unless it names built-in toolsets.
func within(folder, word string) string {
	names := catalog.Names()
	if folder == "" || filepath.IsAbs(word) || slices.Contains(names, word) {
		return word
	}
	path := filepath.Join(folder, word)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	group := strings.TrimSuffix(word, "/") + "/"
	if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, group) }) {
		return word
	}
	return path
}

// Files lists the toolset files of a folder in the order of their paths. If path is
// a toolset file, the list holds only that file.
func Files(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		if !toolfile.Named(path) {
			return nil, &NoFileError{Path: path}
		}
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && toolfile.Named(p) {
			files = append(files, p)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = &NoFileError{path, true}
	}
	return files, err
}
