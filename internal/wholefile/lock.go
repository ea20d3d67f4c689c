package wholefile

import (
	"errors"
	"fmt"
	"path/filepath"
)

// lockName is the file in a folder that says that somebody writes into it.
const lockName = ".lock"

// BusyError says that somebody else writes into a folder.
type BusyError struct{ Folder string }

// Error implements error.
func (e *BusyError) Error() string {
	return fmt.Sprintf("%s: another switchyard is at work in it", e.Folder)
}

// Lock is the right to write into a folder.
type Lock struct{ held held }

// errHeld says that somebody else has the lock.
var errHeld = errors.New("another process has locked it")

// Hold takes a folder for one writer alone. The folder must exist. The error is a
// [*BusyError] when another process, or another part of this one, holds it. It is
// free again after [Lock.Release], or when the process ends, however it ends. On
// file systems without locks, Hold refuses nobody.
func Hold(folder string) (*Lock, error) {
	held, err := hold(filepath.Join(folder, lockName))
	if errors.Is(err, errHeld) {
		return nil, &BusyError{folder}
	}
	if err != nil {
		return nil, err
	}
	return &Lock{held}, nil
}

// Release gives the folder back, and leaves nothing in it.
func (l *Lock) Release() error { return l.held.release() }

// Ours reports whether a file or folder of this name is one that this package
// leaves behind when the process is killed.
func Ours(name string) bool { return name == lockName || hidden(name) }
