//go:build windows

package wholefile

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/windows"
)

// held is a lock: a file that nobody else can open and that vanishes when it is closed.
type held struct{ file windows.Handle }

func hold(path string) (held, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return held{}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	file, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE|windows.DELETE, 0, nil, windows.OPEN_ALWAYS,
		windows.FILE_ATTRIBUTE_NORMAL|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	switch {
	case errors.Is(err, windows.ERROR_SHARING_VIOLATION):
		return held{}, errHeld
	case err != nil:
		return held{}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return held{file}, nil
}

func (h held) release() error { return windows.CloseHandle(h.file) }
