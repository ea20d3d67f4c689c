package wholefile

import (
	"errors"
	"os"
	"path/filepath"
)

// File is a file that is being written under a hidden name. Only [File.Commit] makes it
// visible. It is for one goroutine.
type File struct {
	f    *os.File
	path string
}

// Create begins a file that replaces the one at path, if there is one. Errors name path.
// Only one writer at a time may do this: hold the file or its folder ([Hold]).
func Create(path string) (*File, error) {
	// The hidden name is always the same, so that the next run overwrites what a crash
	// leaves behind.
	temp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".partial")
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, permissions(path))
	if err != nil {
		return nil, placed(err, path)
	}
	return &File{f, path}, nil
}

// Write implements [io.Writer].
func (w *File) Write(p []byte) (int, error) {
	n, err := w.f.Write(p)
	return n, placed(err, w.path)
}

// Commit puts the file in its place. If it fails, the old file is unchanged.
func (w *File) Commit() error {
	if err := w.f.Sync(); err != nil {
		return errors.Join(placed(err, w.path), w.Discard())
	}
	err := w.f.Close()
	if err == nil {
		err = os.Rename(w.f.Name(), w.path)
	}
	if err != nil {
		return errors.Join(placed(err, w.path), os.Remove(w.f.Name()))
	}
	return syncFolder(filepath.Dir(w.path))
}

// Discard removes what was written. Call it only instead of Commit.
func (w *File) Discard() error { return errors.Join(w.f.Close(), os.Remove(w.f.Name())) }
