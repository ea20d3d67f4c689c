package imports

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/wholefile"
	"switchyard/tools/toolfile"
)

// ForeignError says that a folder holds files, and is not one of toolsets.
type ForeignError struct{ Folder, File string }

// Error implements error.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s holds %s and is not a folder of toolsets", e.Folder, e.File)
}

// records are the files by which other commands of switchyard know their folders. Some of
// these folders also hold files that could be lists of functions.
var records = []string{"manifest.json", "export.json", "origin.json", "results.json"}

// CheckFolder fails with a [*ForeignError] if a folder is not one to which toolsets are
// added: it is not empty, and it is that of another command, or neither it nor a folder
// within it holds a toolset.
func CheckFolder(folder string) error {
	file, err := wholefile.Foreign(folder)
	if err != nil || file == "" {
		return err
	}
	for _, name := range records {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return &ForeignError{folder, name}
		}
	}
	for _, depth := range []string{"*", "*/*"} {
		files, err := fs.Glob(os.DirFS(folder), depth)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(files, func(name string) bool { return isToolset(filepath.Join(folder, filepath.FromSlash(name))) }) {
			return nil
		}
	}
	return &ForeignError{folder, file}
}

// The most that is read of a file to find out whether it is a toolset.
const (
	head = 64 << 10 // of YAML
	most = 1 << 20  // of JSON, which is read as a whole
)

// isToolset reports whether a file is a toolset, maybe one with mistakes.
func isToolset(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml":
		f, err := os.Open(path)
		if err != nil {
			return false
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, head))
		return err == nil && bytes.Contains(append([]byte("\n"), text...), []byte("\ntoolset:"))
	case ".json", ".jsonl":
		if info.Size() > most {
			return false
		}
		sets, _, err := toolfile.Load(context.Background(), path) // a regular file, which nobody waits for
		return err == nil && len(sets) > 0
	}
	return false
}
