// Package wholefile writes files that are never half there, and keeps two writers
// out of one folder.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Write replaces a file as a whole: it is either there with all its bytes
// or as it was before. Errors name that file, not the one beside it in which the
// bytes are first.
func Write(path string, data []byte) (err error) {
	// The name is always the same, so that what a crash leaves behind is
	// taken up by the next run.
	temp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".partial")
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, permissions(path))
	if err != nil {
		return placed(err, path)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
			err = placed(err, path)
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// placed makes an error about the hidden file speak of the place that it takes.
func placed(err error, path string) error {
	var (
		file *fs.PathError
		link *os.LinkError
	)
	switch {
	case errors.As(err, &link):
		return &fs.PathError{Op: "write", Path: path, Err: link.Err}
	case errors.As(err, &file):
		return &fs.PathError{Op: file.Op, Path: path, Err: file.Err}
	}
	return err
}

// permissions are those of the file that is replaced, or the usual ones.
func permissions(path string) os.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// syncFolder makes a rename in the folder safe against a power cut. Windows
// has no such call.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
