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

// Folder is a set of files that is being written in a hidden folder and put in its
// place when it is complete. Where there is no folder at that place, the hidden one
// becomes it; otherwise its files move there, and other files are never touched. A
// Folder belongs to one goroutine; any number of processes may write to the same
// place.
type Folder struct {
	path    string
	partial string   // where the files are; empty when there is nothing left to do
	within  bool     // partial is within path
	held    *os.File // locked as long as this process works on it; nil where that cannot be done
	made    []string // folders that were not there, the outermost first
	begun   bool     // files may be in their places
}

// InTheWayError says that a file stands where a new one goes, and may not be
// replaced.
type InTheWayError struct{ Path string }

func (e *InTheWayError) Error() string { return e.Path + " is in the way" }

// CreateFolder begins a set of files below path. When the process is killed,
// [SweepFolder] says what becomes of them.
func CreateFolder(path string) (*Folder, error) {
	f := &Folder{path: filepath.Clean(path)}
	info, err := os.Stat(f.path)
	dir := filepath.Dir(f.path)
	switch {
	case err == nil && info.IsDir():
		dir, f.within = f.path, true
	case err == nil: // a file, which is written through links as a folder is
		if f.path, err = filepath.EvalSymlinks(f.path); err != nil {
			return nil, err
		}
		dir = filepath.Dir(f.path)
	}
	if err := f.begin(dir); err != nil {
		return nil, errors.Join(f.Told(err), f.Discard())
	}
	return f, nil
}

// begin makes the hidden folder.
func (f *Folder) begin(dir string) error {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		f.made = slices.Insert(f.made, 0, at)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for {
		partial, err := os.MkdirTemp(dir, prefix(f.path)+"*")
		if err != nil {
			return err
		}
		// Until it is locked, it looks like what a killed process has left, and
		// may be swept away.
		held, err := lock(partial, false)
		if _, gone := os.Stat(partial); gone != nil || errors.Is(err, errHeld) {
			_ = held.Close()
			continue
		}
		f.partial, f.held = partial, held
		return os.Chmod(partial, 0o755)
	}
}

// prefix begins the names of the hidden folders of a place.
func prefix(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole // "." has a name too
	}
	return "." + strings.Trim(filepath.Base(path), string(filepath.Separator)) + ".partial-"
}

// hidden reports whether a file or folder of this name has not been put in its
// place.
func hidden(name string) bool {
	if !strings.HasPrefix(name, ".") {
		return false
	}
	i := strings.LastIndex(name, ".partial")
	return i > 0 && (i+len(".partial") == len(name) || numbered(name[i:]))
}

// numbered reports whether a name ends as os.MkdirTemp makes it.
func numbered(name string) bool {
	number, ok := strings.CutPrefix(name, ".partial-")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// At returns the path under which a file must be written. name is the file's path
// within the folder, with forward slashes.
func (f *Folder) At(name string) string { return filepath.Join(f.partial, filepath.FromSlash(name)) }

// Told makes an error name the place that a file takes, not the hidden one.
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
// places. It exists once that has begun.
const planName = ".commit"

// plan says which files of a place give way.
type plan struct {
	Record string   `json:"record"` // goes first and comes last
	Gone   []string `json:"gone"`   // have no successor
	Over   []string `json:"over"`   // have one
}

// Commit puts the files in their places. A folder that does not exist appears as a
// whole. Otherwise replaces lists the files that may go, or refuses; only one Commit
// at a time asks it. All other files stay. When one of them is in the way of a new
// file, the error is an [InTheWayError] and nothing has changed.
//
// record names the file that says what the folder holds. It exists only while
// everything that it lists does.
func (f *Folder) Commit(record string, replaces func() ([]string, error)) error {
	if !f.within {
		err := os.Rename(f.partial, f.path)
		if err == nil {
			f.partial, f.made = "", nil
			return errors.Join(syncFolder(filepath.Dir(f.path)), f.release())
		}
		if _, free := os.Lstat(f.path); errors.Is(free, fs.ErrNotExist) {
			return f.Told(err)
		}
	}
	held, err := lock(f.path, true)
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	defer held.Close()
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
	f.partial, f.made = "", nil
	return f.release()
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// free fails when something is in the way of a file.
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

// finish does what the plan of a hidden folder says, or what is left of it.
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

// CommitFile puts one of the files in the place of the folder, and drops the
// others. Without replace, it fails with [fs.ErrExist] when something is there.
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
	f.made = nil
	return errors.Join(syncFolder(filepath.Dir(f.path)), f.Discard())
}

// Discard removes what was written but not committed, and the folders that were
// made for it. What Commit could not bring to its end stays, for [SweepFolder].
func (f *Folder) Discard() error {
	var err error
	if f.partial != "" && !f.begun {
		err = os.RemoveAll(f.partial)
	}
	for _, folder := range slices.Backward(f.made) {
		_ = os.Remove(folder) // it stays when it holds something else
	}
	f.partial, f.made = "", nil
	return errors.Join(err, f.release())
}

func (f *Folder) release() error {
	if f.held == nil {
		return nil
	}
	err := f.held.Close()
	f.held = nil
	return err
}

// SweepFolder cleans up after killed processes: it removes files below path that
// they had not committed, and completes what they had begun to commit. It leaves
// alone what a running process works on, and everything on systems where it cannot
// tell whether a process still runs.
func SweepFolder(path string) error {
	path = filepath.Clean(path)
	for _, dir := range []string{path, filepath.Dir(path)} {
		list, _ := os.ReadDir(dir) // what cannot be read holds nothing of ours
		for _, d := range list {
			rest, ok := strings.CutPrefix(d.Name(), prefix(path))
			if !ok || !d.IsDir() || !numbered(".partial-"+rest) {
				continue
			}
			if err := sweep(filepath.Join(dir, d.Name()), path); err != nil {
				return err
			}
		}
	}
	return nil
}

func sweep(partial, path string) error {
	held, err := lock(partial, false)
	if err != nil {
		return nil
	}
	defer held.Close()
	if !owned(held) {
		return nil
	}
	_, unplanned := os.Lstat(filepath.Join(partial, planName))
	_, gone := os.Lstat(path)
	if unplanned != nil || errors.Is(gone, fs.ErrNotExist) {
		_ = os.RemoveAll(partial) // what cannot be removed is in nobody's way
		return nil
	}
	place, err := lock(path, true)
	if err != nil {
		return err
	}
	defer place.Close()
	return finish(partial, path)
}
