package wholefile

import (
	"errors"
	"fmt"
	"path/filepath"
)

// lockName is the file that marks a folder as being written.
const lockName = ".lock"

// BusyError says that another writer holds a folder.
type BusyError struct{ Folder string }

// Error implements error.
func (e *BusyError) Error() string {
	return fmt.Sprintf("%s: another switchyard is at work in it", e.Folder)
}

// Lock is the right to write into a folder.
type Lock struct{ held held }

// errHeld says that another process has the lock.
var errHeld = errors.New("another process has locked it")

// Hold reserves a folder, which must exist, for one writer. The error is a [*BusyError]
// if another process, or another part of this one, holds it. The folder is free again
// after [Lock.Release], or when the process ends for any reason. On file systems
// without locks, Hold always succeeds.
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

// Release frees the folder and removes the file that marked it.
func (l *Lock) Release() error { return l.held.release() }

// Ours reports whether this package leaves a file or folder of this name behind when the
// process is killed.
func Ours(name string) bool { return name == lockName || hidden(name) }
