// Package wholefile writes files that appear only when they are complete, and lets only one
// writer at a time into a place.
//
// [Write] replaces one file, [Create] begins a file that is written piece by piece, and
// [CreateFolder] begins many files that appear together. Until they are complete, they
// have hidden names. [Hold] and [HoldFolder] reserve a file or folder for one writer, and
// remove what a crash left incomplete there. [Foreign] finds files in a folder that a
// command must not take for its own.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// Write replaces a file as a whole: afterwards the file has either all the bytes or its
// old content. Errors name that file, not the hidden one.
func Write(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}

// placed makes an error about a hidden file name the file that it is to replace.
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

// permissions returns those of the file that is replaced, or the usual ones.
func permissions(path string) os.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// syncFolder makes a rename in the folder survive a power cut. Windows has no such call.
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

// Same reports whether two paths lead to the same existing file.
func Same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
