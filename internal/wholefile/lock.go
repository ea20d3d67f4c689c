package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// lockName is the file in a folder that marks it as being written. The file that marks a
// file, or a folder that does not exist yet, is beside it: a dot, its name and lockName.
const lockName = ".switchyard.lock"

// BusyError says that another writer holds a place.
type BusyError struct {
	Path string
	// Holder names the process: "process 4711 on build7"; empty if it is unknown.
	Holder string
}

// Error implements error.
func (e *BusyError) Error() string {
	text := e.Path + ": another switchyard is writing there"
	if e.Holder != "" {
		text += " (" + e.Holder + ")"
	}
	return text
}

// Lock is the right to write a file, or to write into a folder.
type Lock struct {
	path   string // of the place
	held   held
	within bool     // the lock file is in the folder at path, not beside it
	made   []string // folders that were made for it, the outermost first
}

// heldError says that another process has a lock, and which one if it said so.
type heldError struct{ by string }

func (e *heldError) Error() string { return "another process has locked it" }

// errMoved says that a folder was made or removed while it was being locked.
var errMoved = errors.New("the folder was made or removed meanwhile")

// Hold reserves a place for one writer. The place is a file, or a folder with everything in
// it; it need not exist. The error is a [*BusyError] if another process, or another part of
// this one, holds the place. It is free again after [Lock.Release], or when the process
// ends for any reason: the lock is the operating system's, and the file that carries it
// means nothing without it.
//
// What killed processes left in or beside the place is then cleaned up: files that they had
// not committed are removed, and commits that they had begun are completed. On file systems
// without locks, Hold always succeeds and cleans nothing up.
func Hold(path string) (*Lock, error) {
	path = filepath.Clean(path)
	if info, err := os.Stat(path); err == nil && !info.IsDir() { // links are followed, as for folders
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	for try := 1; ; try++ {
		l := &Lock{path: path, within: isFolder(path)}
		err := l.take()
		if err == nil {
			if err = l.sweep(); err == nil {
				return l, nil
			}
			return nil, errors.Join(err, l.Release())
		}
		l.unmake()
		busy := (*heldError)(nil)
		switch {
		case errors.As(err, &busy) && busy.by == "" && try < 20:
			time.Sleep(5 * time.Millisecond) // its holder is about to say who it is
		case errors.As(err, &busy):
			return nil, &BusyError{path, busy.by}
		case !errors.Is(err, errMoved) && !errors.Is(err, fs.ErrNotExist) || try > 100:
			return nil, err
		}
	}
}

// HoldFolder is [Hold] for a folder, which is made if it does not exist.
func HoldFolder(path string) (*Lock, error) {
	l, err := Hold(path)
	if err != nil || l.within {
		return l, err
	}
	// Whoever wants the same folder is kept out by the lock beside it until the lock within
	// is taken.
	if err = os.Mkdir(l.path, 0o755); err == nil {
		l.made = append(l.made, l.path)
	}
	if err == nil || isFolder(l.path) {
		err = l.enter()
	}
	if err != nil {
		return nil, errors.Join(err, l.Release())
	}
	return l, nil
}

// take locks the place as it is now.
func (l *Lock) take() (err error) {
	if !l.within {
		if l.made, err = makeFolders(filepath.Dir(l.path)); err != nil {
			return err
		}
	}
	if l.held, err = hold(l.file()); err != nil {
		return l.told(err)
	}
	if isFolder(l.path) != l.within {
		return errors.Join(errMoved, l.held.release())
	}
	return nil
}

// enter moves the lock into the folder, which exists now.
func (l *Lock) enter() error {
	in, err := hold(filepath.Join(l.path, lockName))
	if busy := (*heldError)(nil); errors.As(err, &busy) {
		return &BusyError{l.path, busy.by}
	}
	if err != nil {
		return l.told(err)
	}
	err = l.held.release()
	l.held, l.within = in, true
	return err
}

// Release frees the place. It removes the file that marked it, and the folders that were
// made for it if they are still empty. Releasing it again does nothing.
func (l *Lock) Release() error {
	if l == nil || l.path == "" {
		return nil
	}
	err := l.held.release()
	l.unmake()
	l.path = ""
	return err
}

func (l *Lock) unmake() {
	for _, folder := range slices.Backward(l.made) {
		if os.Remove(folder) != nil { // it holds something
			break
		}
	}
	l.made = nil
}

// file is the path of the lock file.
func (l *Lock) file() string {
	if l.within {
		return filepath.Join(l.path, lockName)
	}
	return beside(l.path)
}

// beside is the path of the lock file of a file, or of a folder that does not exist.
func beside(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+lockName)
}

// told makes an error about the lock file name the place.
func (l *Lock) told(err error) error {
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		return &fs.PathError{Op: "write to", Path: l.path, Err: file.Err}
	}
	return err
}

// makeFolders makes a folder and its parents, and lists those that did not exist.
func makeFolders(path string) (made []string, err error) {
	for at := path; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		made = append(made, at)
	}
	slices.Reverse(made)
	return made, os.MkdirAll(path, 0o755)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// signature is what a lock file says about its holder. It only serves to be told: whether
// there is a holder is decided by the lock alone.
func signature() string {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	return fmt.Sprintf("process %d on %s\n", os.Getpid(), host)
}

// plain are the names of hosts that can be printed.
var plain = regexp.MustCompile(`^[\w.-]+$`)

// holder reads a signature. The result is empty if the text is not a signature.
func holder(text []byte) string {
	line, _, whole := strings.Cut(string(text), "\n")
	var process int
	var host string
	if _, err := fmt.Sscanf(line, "process %d on %s", &process, &host); !whole || err != nil || !plain.MatchString(host) {
		return ""
	}
	return fmt.Sprintf("process %d on %s", process, host)
}

// Ours reports whether this package leaves a file or folder of this name behind when the
// process is killed.
func Ours(name string) bool {
	return strings.HasPrefix(name, ".") && strings.HasSuffix(name, lockName) || hidden(name)
}

// harmless are names that folders have although nobody has put anything into them: those of
// version control and of operating systems.
var harmless = []string{".git", ".gitignore", ".gitattributes", ".gitkeep", ".keep", ".hg", ".hgignore", ".svn",
	".DS_Store", ".directory", "Thumbs.db", "desktop.ini", "lost+found"}

// Foreign returns the name of something in a folder that is not a leftover of this package;
// empty if there is nothing, or no folder. Files that version control and operating systems
// put into folders do not count, nor do the names in except.
func Foreign(folder string, except ...string) (name string, err error) {
	list, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, file := range list {
		if name := file.Name(); !Ours(name) && !slices.Contains(harmless, name) && !slices.Contains(except, name) {
			return name, nil
		}
	}
	return "", nil
}
