package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/internal/nearest"
	"switchyard/tools"
)

// toolsetHint says how toolsets are named.
const toolsetHint = "switchyard tools list shows the built-in toolsets; files end in .yaml, .json or .jsonl"

// toolsetsOf finds the toolsets that a word on the command line means: a
// built-in toolset, a group of them ("travel"), or a file or folder.
func toolsetsOf(word string) ([]*tools.Toolset, error) {
	names := tools.CatalogNames()
	if slices.Contains(names, word) {
		set, err := tools.Catalog(word)
		return []*tools.Toolset{set}, err
	}
	if _, err := os.Stat(word); err == nil {
		return loadToolsets(word)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var group []*tools.Toolset
	for _, name := range names {
		if strings.HasPrefix(name, strings.TrimSuffix(word, "/")+"/") {
			set, err := tools.Catalog(name)
			if err != nil {
				return nil, err
			}
			group = append(group, set)
		}
	}
	if len(group) > 0 {
		return group, nil
	}
	hint := toolsetHint
	if near := nearest.Name(word, names); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return nil, misuse(hint, "%s: neither a built-in toolset nor a file", word)
}

// loadToolsets reads a file or all toolset files of a folder.
func loadToolsets(path string) ([]*tools.Toolset, error) {
	files, err := toolsetFiles(path)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if err := refuseUTF16(file); err != nil {
			return nil, err
		}
	}
	return tools.Load(path)
}

// refuseUTF16 tells apart what would only look like a broken toolset.
func refuseUTF16(file string) error {
	f, err := datasets.OpenFile(file)
	if err != nil {
		return err
	}
	defer f.Close()
	var mark [2]byte
	if _, err := io.ReadFull(f, mark[:]); err != nil {
		return nil // too short to tell; reading it tells what else is wrong
	}
	if mark == [2]byte{0xff, 0xfe} || mark == [2]byte{0xfe, 0xff} {
		return tools.Problems{{File: file, Line: 1, Column: 1, Message: "the file is UTF-16", Hint: "save it as UTF-8"}}
	}
	return nil
}

// toolsetFiles lists the toolset files of a folder, or the file itself.
func toolsetFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		if !isToolsetFile(path) {
			return nil, misuse("a toolset file ends in .yaml, .yml, .json or .jsonl", "%s: not a toolset file by its name", path)
		}
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && isToolsetFile(p) {
			files = append(files, p)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = misuse("a toolset file ends in .yaml, .yml, .json or .jsonl", "%s: holds no toolset files", path)
	}
	return files, err
}

func isToolsetFile(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json", ".jsonl"}, strings.ToLower(filepath.Ext(path)))
}
