//go:build unix && !aix && !solaris

package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// owned reports whether a folder belongs to the user who runs this program. Links do not
// count.
func owned(folder string) bool {
	info, err := os.Lstat(folder)
	if err != nil || !info.IsDir() {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// held is a lock on a file; its file is nil on file systems without locks.
type held struct{ f *os.File }

// real reports whether nobody else can have the lock.
func (h held) real() bool { return h.f != nil }

// hold locks a file, which it makes if necessary, until it is released or the process ends
// for any reason. The error is a [*heldError] if it is locked already.
func hold(path string) (held, error) {
	for {
		f, err := openLock(path)
		if err != nil {
			return held{}, err
		}
		switch err := flock(f); err {
		case nil:
		case syscall.EWOULDBLOCK:
			text := make([]byte, 512)
			n, _ := f.ReadAt(text, 0) // only to name the holder
			return held{}, errors.Join(&heldError{holder(text[:n])}, f.Close())
		default: // the file system has no such locks
			return held{}, errors.Join(f.Close(), os.Remove(path))
		}
		// The last holder may have removed the file meanwhile. Then this lock is on a file
		// that nobody else can find.
		mine, err := f.Stat()
		if err != nil {
			return held{}, errors.Join(err, f.Close())
		}
		if there, err := os.Stat(path); err == nil && os.SameFile(mine, there) {
			if f.Truncate(0) == nil { // a full disk makes the lock nameless, and not invalid
				_, _ = f.WriteString(signature())
			}
			return held{f}, nil
		}
		if err := f.Close(); err != nil {
			return held{}, err
		}
	}
}

// openLock opens a lock file. That of another user can perhaps only be read, which is
// enough for a lock.
func openLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o666)
	if errors.Is(err, fs.ErrPermission) {
		if other, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW, 0); err == nil {
			return other, nil
		}
	}
	return f, err
}

// flock locks an open file, unless it is locked.
func flock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != syscall.EINTR {
			return err
		}
	}
}

func (h held) release() error {
	if h.f == nil {
		return nil
	}
	_ = os.Remove(h.f.Name()) // a file that stays, because it is another user's, means nothing
	return h.f.Close()
}
