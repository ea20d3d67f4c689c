//go:build unix && !aix && !solaris

package wholefile

import (
	"errors"
	"os"
	"syscall"
)

// held is a lock that is held; its file is nil where there are no locks.
type held struct{ f *os.File }

func hold(path string) (held, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return held{}, err
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		for errors.Is(err, syscall.EINTR) {
			err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		}
		switch {
		case errors.Is(err, syscall.EWOULDBLOCK):
			return held{}, errors.Join(errHeld, f.Close())
		case err != nil: // the file system knows no locks
			return held{}, errors.Join(f.Close(), os.Remove(path))
		}
		// Whoever had it may have removed the file meanwhile: then this lock is on a
		// file that nobody else will find.
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
