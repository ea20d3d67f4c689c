//go:build unix && !aix && !solaris

package wholefile

import (
	"errors"
	"os"
	"syscall"
)

// flock locks an open file or folder until it is closed or the process ends for any
// reason. If another process has the lock, flock waits or fails with errHeld. If the
// file system has no such locks, the error is errors.ErrUnsupported.
func flock(f *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), how); err {
		case nil:
			return nil
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return errHeld
		default:
			return errors.ErrUnsupported
		}
	}
}

// lock locks a folder itself, which needs no file in it and lasts when the folder moves.
// Unlike locks on files, some network file systems do not support this.
func lock(folder string, wait bool) (*os.File, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := flock(f, wait); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// owned reports whether a file belongs to the user who runs this program.
func owned(f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// held is a lock on a file; its file is nil on file systems without locks.
type held struct{ f *os.File }

func hold(path string) (held, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return held{}, err
		}
		err = flock(f, false)
		switch {
		case errors.Is(err, errHeld):
			return held{}, errors.Join(err, f.Close())
		case err != nil:
			return held{}, errors.Join(f.Close(), os.Remove(path))
		}
		// The last holder may have removed the file meanwhile. Then this lock is on a file
		// that nobody else can find.
		mine, err := f.Stat()
		if err != nil {
			return held{}, errors.Join(err, f.Close())
		}
		if there, err := os.Stat(path); err == nil && os.SameFile(mine, there) {
			return held{f}, nil
		}
		if err := f.Close(); err != nil {
			return held{}, err
		}
	}
}

func (h held) release() error {
	if h.f == nil {
		return nil
	}
	return errors.Join(os.Remove(h.f.Name()), h.f.Close())
}
