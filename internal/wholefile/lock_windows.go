//go:build windows

package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// held is a lock: a file that is open for writing, which nobody else can do at the same
// time. The file vanishes when it is closed, which Windows does when the process ends.
//
// This needs no LockFileEx, which would keep others from reading the bytes that it locks.
// The holder allows others to read (FILE_SHARE_READ) and nothing else. A second holder
// wants to write, so that its CreateFile fails with a sharing violation; this holds on
// network shares too, where the server decides. A process that only wants to know the
// holder asks for reading, and for its part allows everything, also the writing and
// deleting that the holder does. Its handle does not keep a next holder out, because that
// one allows reading.
type held struct{ file windows.Handle }

// real reports whether nobody else can have the lock.
func (h held) real() bool { return h.file != 0 }

// hold locks a file, which it makes if necessary, until it is released or the process ends
// for any reason. The error is a [*heldError] if it is locked already.
func hold(path string) (held, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return held{}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	for try := 1; ; try++ {
		file, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE|windows.DELETE, windows.FILE_SHARE_READ, nil, windows.CREATE_ALWAYS,
			windows.FILE_ATTRIBUTE_NORMAL|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
		switch {
		case err == nil:
			var written uint32
			_ = windows.WriteFile(file, []byte(signature()), &written, nil) // without it, the lock is nameless, and not invalid
			return held{file}, nil
		case errors.Is(err, windows.ERROR_SHARING_VIOLATION):
			return held{}, &heldError{holderOf(name)}
		case errors.Is(err, windows.ERROR_ACCESS_DENIED) && try < 20:
			// The last holder has closed the file, and it vanishes as soon as those who read
			// it close it too.
			time.Sleep(5 * time.Millisecond)
		default:
			return held{}, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

// holderOf reads who holds a lock file; empty if that is unknown.
func holderOf(name *uint16) string {
	file, err := windows.CreateFile(name, windows.GENERIC_READ, windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE, nil,
		windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return ""
	}
	defer windows.CloseHandle(file)
	text := make([]byte, 512)
	var n uint32
	if err := windows.ReadFile(file, text, &n, nil); err != nil {
		return ""
	}
	return holder(text[:n])
}

func (h held) release() error {
	if h.file == 0 {
		return nil
	}
	return windows.CloseHandle(h.file)
}

// owned reports whether a folder is what a killed process of this program may have left:
// a folder, and not a link. Windows lets other users write only where they are allowed to.
func owned(folder string) bool {
	info, err := os.Lstat(folder)
	return err == nil && info.IsDir()
}
