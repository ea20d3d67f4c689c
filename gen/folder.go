package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets/manifest"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

// The files that runs with models add to a run folder.
const (
	rolesName      = "roles.jsonl"      // requests to models with their answers, one a line
	candidatesName = "candidates.jsonl" // proposals that were not chosen, one a line
	// UsageName is the file that says what the run has cost so far. It is not part of
	// the dataset, because the cost differs each time the same dataset is made.
	UsageName = "usage.json"
)

// DifferentError says that a folder holds a run with another configuration.
type DifferentError struct {
	Folder      string
	Differences []string // "seed: 1 there, 2 now"
}

// Error implements error.
func (e *DifferentError) Error() string {
	return fmt.Sprintf("%s holds another run (%s)", e.Folder, strings.Join(e.Differences, "; "))
}

// ForeignError says that a folder is not empty, and has no manifest of a run.
type ForeignError struct {
	Folder, File string
	// Replaceable is set if [Config.Force] would replace what the folder holds: only files
	// with the names of those that a run writes.
	Replaceable bool
}

// Error implements error.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s holds %s, but no manifest that accounts for it", e.Folder, e.File)
}

// DamagedError says that a file of a run is not as it was written. The run has not been
// touched.
type DamagedError struct{ Folder, File, What string }

// Error implements error.
func (e *DamagedError) Error() string { return filepath.Join(e.Folder, e.File) + ": " + e.What }

// claim makes the folder and holds it until the lock is released. names are the files that
// the run, or one in other formats, writes. If the folder holds a run of the same
// configuration, claim returns its manifest. A run that made nothing is replaced.
func claim(c *Config, names []string) (found *manifest.Manifest, lock *wholefile.Lock, err error) {
	info, err := os.Stat(c.Out)
	switch {
	case err == nil && !info.IsDir():
		return nil, nil, &fs.PathError{Op: "write to", Path: c.Out, Err: errors.New("it is a file, not a folder")}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, nil, err
	}
	if lock, err = wholefile.HoldFolder(c.Out); err != nil {
		return nil, nil, err
	}
	if found, err = look(c, names); err != nil {
		return nil, nil, errors.Join(err, lock.Release())
	}
	return found, lock, nil
}

// look finds out what the folder holds, and removes what may be replaced.
func look(c *Config, names []string) (*manifest.Manifest, error) {
	all := append([]string{manifest.JournalName, manifest.Name, UsageName}, names...)
	m, err := readManifest(c.Out)
	switch {
	case err != nil && !c.Force && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case err != nil:
		if err := foreign(c, all); err != nil {
			return nil, err
		}
	case !c.Force:
		now := c.identity()
		different := differences(&m.Config, &now)
		if m.Version != c.Version {
			different = append(different, fmt.Sprintf("program: %s there, %s now", m.Version, c.Version))
		}
		barren, err := barren(c.Out, m, names)
		switch {
		case err != nil:
			return nil, err
		case len(different) == 0 && (m.State != manifest.Finished || !barren):
			return m, nil
		case !barren:
			return nil, &DifferentError{c.Out, different}
		}
	}
	for _, name := range all {
		if err := remove(c.Out, name); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// foreign refuses a folder without a manifest of a run, unless it is empty or holds only
// what may be replaced.
func foreign(c *Config, names []string) error {
	has := func(name string) bool {
		_, err := os.Stat(filepath.Join(c.Out, name))
		return err == nil
	}
	if has(manifest.Name) { // but it cannot be read
		if has(out.Native().File()) {
			return nil
		}
		// Other programs have files of that name, too.
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == manifest.Name })
	}
	file, err := wholefile.Foreign(c.Out, names...)
	if err != nil {
		return err
	}
	if file != "" {
		return &ForeignError{Folder: c.Out, File: file}
	}
	if file, err = wholefile.Foreign(c.Out); err != nil || file == "" || c.Force {
		return err
	}
	return &ForeignError{c.Out, file, true}
}

// barren reports whether the run in the folder made nothing, because it was stopped
// before its first entry or because no endpoint ever answered.
func barren(folder string, m *manifest.Manifest, names []string) (bool, error) {
	if m.State == manifest.Finished {
		failed := 0
		for _, n := range m.Accounting.Failed {
			failed += n
		}
		return failed > 0 && failed == m.Accounting.Planned, nil
	}
	for _, name := range append([]string{manifest.JournalName}, names...) {
		info, err := os.Stat(filepath.Join(folder, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return false, err
		case info.Size() > 0:
			return false, nil
		}
	}
	return true, nil
}

// remove removes a file of the folder if it exists.
func remove(folder, name string) error {
	if err := os.Remove(filepath.Join(folder, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
