package wholefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Folder is a set of files that is written into a hidden folder and put in its place when
// it is complete. If the place is free, the hidden folder is renamed. Otherwise its
// files move into the folder there, whose other files are never touched. A Folder holds its
// place, as [Hold] does, until it is committed or discarded. It is for one goroutine.
type Folder struct {
	path    string
	partial string // the hidden folder; empty if there is nothing left to do
	lock    *Lock
	begun   bool // some files may already be in their places
}

// InTheWayError says that a file that may not be replaced is in the way of a new one.
type InTheWayError struct{ Path string }

// Error implements error.
func (e *InTheWayError) Error() string { return e.Path + " is in the way" }

// CreateFolder begins a set of files below path. The error is a [*BusyError] if another
// writer holds the place. If the process is killed, the next [Hold] cleans up.
func CreateFolder(path string) (*Folder, error) {
	lock, err := Hold(path)
	if err != nil {
		return nil, err
	}
	f := &Folder{path: lock.path, lock: lock}
	dir := filepath.Dir(f.path)
	if lock.within {
		dir = f.path
	}
	if f.partial, err = os.MkdirTemp(dir, prefix(f.path)+"*"); err == nil {
		err = os.Chmod(f.partial, 0o755)
	}
	if err != nil {
		return nil, errors.Join(f.Told(err), f.Discard())
	}
	return f, nil
}

// prefix returns the beginning of the names of the hidden folders for a place.
func prefix(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole // so that "." has a name
	}
	return "." + strings.Trim(filepath.Base(path), string(filepath.Separator)) + ".partial-"
}

// hidden reports whether this is the hidden name of a file or folder that is being
// written.
func hidden(name string) bool {
	if !strings.HasPrefix(name, ".") {
		return false
	}
	i := strings.LastIndex(name, ".partial")
	return i > 0 && (i+len(".partial") == len(name) || numbered(name[i:]))
}

// numbered reports whether an end of a name comes from os.MkdirTemp.
func numbered(name string) bool {
	number, ok := strings.CutPrefix(name, ".partial-")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// At returns the path to which a file must be written. name is its path within the folder,
// with forward slashes.
func (f *Folder) At(name string) string { return filepath.Join(f.partial, filepath.FromSlash(name)) }

// Told makes an error name the final place of a file, not the hidden one.
func (f *Folder) Told(err error) error {
	var (
		file *fs.PathError
		link *os.LinkError
	)
	switch {
	case errors.As(err, &link):
		return &fs.PathError{Op: "write", Path: link.New, Err: link.Err}
	case errors.As(err, &file) && f.partial == "" && hidden(filepath.Base(file.Path)):
		return &fs.PathError{Op: file.Op, Path: f.path, Err: file.Err}
	case errors.As(err, &file) && f.partial != "":
		if name, rel := filepath.Rel(f.partial, file.Path); rel == nil && filepath.IsLocal(name) {
			return &fs.PathError{Op: file.Op, Path: filepath.Join(f.path, name), Err: file.Err}
		}
	}
	return err
}

// planName is the file of a hidden folder that says how its files are put in their
// places. It exists as soon as that has begun.
const planName = ".commit"

// plan says which old files are removed or replaced.
type plan struct {
	Record string   `json:"record"` // is removed first and put in its place last
	Gone   []string `json:"gone"`   // are removed
	Over   []string `json:"over"`   // are replaced
}

// Commit puts the files in their places. A folder that does not exist appears as a whole.
// Otherwise, Commit calls replaces, which lists the old files that may go or returns an
// error. All other files stay. If one of them is in
// the way of a new file, the error is an [InTheWayError] and nothing has changed.
//
// record names the file that says what the folder holds. It exists only while everything
// that it lists exists.
func (f *Folder) Commit(record string, replaces func() ([]string, error)) error {
	if !f.lock.within {
		err := os.Rename(f.partial, f.path)
		if err == nil {
			f.partial = ""
			return errors.Join(syncFolder(filepath.Dir(f.path)), f.lock.Release())
		}
		if _, free := os.Lstat(f.path); errors.Is(free, fs.ErrNotExist) {
			return f.Told(err)
		}
		if err := f.lock.enter(); err != nil { // somebody has put a folder there meanwhile
			return err
		}
	}
	list, err := replaces()
	if err != nil {
		return err
	}
	names, err := filesBelow(f.partial)
	if err != nil {
		return err
	}
	p := plan{Record: record}
	ours := setOf(names)
	for _, name := range list {
		if ours[name] {
			p.Over = append(p.Over, name)
		} else {
			p.Gone = append(p.Gone, name)
		}
	}
	if err := f.free(names, &p); err != nil {
		return err
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := Write(filepath.Join(f.partial, planName), data); err != nil {
		return f.Told(err)
	}
	f.begun = true
	if err := finish(f.partial, f.path); err != nil {
		return f.Told(err)
	}
	f.partial = ""
	return f.lock.Release()
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// free fails if something is in the way of a new file.
func (f *Folder) free(names []string, p *plan) error {
	gone, over := setOf(p.Gone), setOf(p.Over)
	for _, name := range names {
		at := filepath.Join(f.path, filepath.FromSlash(name))
		if info, err := os.Lstat(at); err == nil && (info.IsDir() || !over[name]) {
			return &InTheWayError{at}
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			at := filepath.Join(f.path, filepath.FromSlash(dir))
			if info, err := os.Stat(at); err == nil && !info.IsDir() && !gone[dir] {
				return &InTheWayError{at}
			}
		}
	}
	return nil
}

// finish carries out the plan of a hidden folder, or the rest of it.
func finish(partial, path string) error {
	var p plan
	data, err := os.ReadFile(filepath.Join(partial, planName))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(partial, planName), err)
	}
	names, err := filesBelow(partial)
	if err != nil {
		return err
	}
	over := setOf(p.Over)
	if i := slices.Index(names, p.Record); i >= 0 {
		names = append(slices.Delete(names, i, i+1), p.Record)
		if over[p.Record] {
			p.Gone = slices.Insert(p.Gone, 0, p.Record)
		}
	}
	if err := RemoveFiles(path, p.Gone); err != nil {
		return err
	}
	for _, name := range names {
		to := filepath.Join(path, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if _, err := os.Lstat(to); err == nil && !over[name] {
			return &InTheWayError{to}
		}
		if err := os.Rename(filepath.Join(partial, filepath.FromSlash(name)), to); err != nil {
			return err
		}
	}
	if err := syncFolder(path); err != nil {
		return err
	}
	return os.RemoveAll(partial) // the plan, and folders without files
}

// filesBelow lists the files of a hidden folder, with forward slashes.
func filesBelow(folder string) (names []string, err error) {
	err = filepath.WalkDir(folder, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, at)
		if err == nil && name != planName {
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	return names, err
}

// RemoveFiles removes files below a folder, and the folders within it that this
// leaves empty. Files that do not exist are skipped.
func RemoveFiles(folder string, names []string) error {
	for _, name := range names {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if os.Remove(filepath.Join(folder, filepath.FromSlash(dir))) != nil {
				break // it holds something else
			}
		}
	}
	return nil
}

// CommitFile puts one of the files in the place of the folder and discards the others.
// Without replace, it fails with [fs.ErrExist] if something exists there.
func (f *Folder) CommitFile(name string, replace bool) error {
	if !replace {
		claim, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		if err := claim.Close(); err != nil {
			return err
		}
	}
	if err := os.Rename(f.At(name), f.path); err != nil {
		if !replace {
			err = errors.Join(err, os.Remove(f.path))
		}
		return f.Told(err)
	}
	return errors.Join(syncFolder(filepath.Dir(f.path)), f.Discard())
}

// Discard removes what was written but not committed, and frees the place. What an
// interrupted Commit left stays for the next [Hold]. Discarding again does nothing.
func (f *Folder) Discard() error {
	var err error
	if f.partial != "" && !f.begun {
		err = os.RemoveAll(f.partial)
	}
	f.partial = ""
	return errors.Join(err, f.lock.Release())
}

// sweep cleans up after killed processes: it removes the hidden folders of the place that
// they had not committed, and completes the commits that they had begun. Since the place is
// held, no running process writes into them.
func (l *Lock) sweep() error {
	if !l.held.real() {
		return nil
	}
	parent := filepath.Dir(l.path)
	if !l.within {
		return sweepIn(parent, l.path)
	}
	if err := sweepIn(l.path, l.path); err != nil || len(leftIn(parent, l.path)) == 0 {
		return err
	}
	// What was written before the folder existed is beside it, and has a lock of its own.
	outer, err := hold(beside(l.path))
	if err != nil {
		return nil
	}
	return errors.Join(sweepIn(parent, l.path), outer.release())
}

// leftIn lists what processes that write to a place have in a folder.
func leftIn(dir, path string) (names []string) {
	list, _ := os.ReadDir(dir) // a folder that cannot be read holds nothing of ours
	for _, d := range list {
		rest, partial := strings.CutPrefix(d.Name(), prefix(path))
		if partial && numbered(".partial-"+rest) || d.Name() == filepath.Base(beside(path)) {
			names = append(names, d.Name())
		}
	}
	return names
}

func sweepIn(dir, path string) error {
	for _, name := range leftIn(dir, path) {
		partial := filepath.Join(dir, name)
		if !owned(partial) {
			continue
		}
		_, unplanned := os.Lstat(filepath.Join(partial, planName))
		_, gone := os.Lstat(path)
		if unplanned != nil || errors.Is(gone, fs.ErrNotExist) {
			_ = os.RemoveAll(partial) // a rest that cannot be removed does no harm
		} else if err := finish(partial, path); err != nil {
			return err
		}
	}
	return nil
}
