// Package exchange brings workflows of others in and ours out, as files.
//
// [Import] reads a dataset folder of FlowAgent, a procedure description (PDL) or a flowchart, of
// others or in a form of [switchyard/flow/forms], and makes toolset and workflow files of it.
// [Dataset] writes workflows as a dataset folder of FlowAgent, and [Form] in one form each.
// [Save] writes the files.
package exchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"switchyard/internal/wholefile"
)

// File is a file to be written, with its name below a folder.
type File struct {
	Name string
	Data []byte
}

// TakenError says that a file exists and differs.
type TakenError struct{ Path string }

// Error implements error.
func (e *TakenError) Error() string { return e.Path + " exists and differs" }

// Save writes files below a folder. Files that exist and differ are replaced only with force;
// otherwise nothing is written and the error is a [*TakenError].
func Save(ctx context.Context, folder string, files []File, force bool) error {
	lock, err := wholefile.HoldFolder(folder)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Release() }()
	for _, f := range files {
		have, err := os.ReadFile(filepath.Join(folder, f.Name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case !force && !bytes.Equal(have, f.Data):
			return &TakenError{filepath.Join(folder, f.Name)}
		}
	}
	for _, f := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := wholefile.Write(path, f.Data); err != nil {
			return err
		}
	}
	return nil
}

// numbered is the id of a task: "007".
func numbered(i int) string { return fmt.Sprintf("%03d", i) }

// fileName is a name that can be one of a file.
func fileName(s string) string { return strings.ReplaceAll(s, "/", ".") }
