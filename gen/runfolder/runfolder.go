// Package runfolder keeps the folder of a run: it claims it for one writer, records what is done
// after the data of it, and finds out what an interrupted run left, so that the same command
// continues to the same bytes.
//
// [Claim] takes a folder, [OpenJournal] continues in it. What a run makes is not its concern.
package runfolder

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
	// Replaceable is set if [Wanted.Force] would replace what the folder holds: only files
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

// Wanted is a run that wants to have a folder.
type Wanted struct {
	Folder string
	Force  bool // replace what is there
	// Names are the files that the run, or one like it with other settings, writes. Native is the
	// file by which a run of its kind is known.
	Names  []string
	Native string
	// Differences lists how the run in the folder differs; none means that it is this one.
	Differences func(there *manifest.Manifest) []string
}

// Claim makes the folder and holds it until the lock is released. If the folder holds a run of the same
// configuration, Claim returns its manifest. A run that made nothing is replaced.
func Claim(c *Wanted) (found *manifest.Manifest, lock *wholefile.Lock, err error) {
	info, err := os.Stat(c.Folder)
	switch {
	case err == nil && !info.IsDir():
		return nil, nil, &fs.PathError{Op: "write to", Path: c.Folder, Err: errors.New("it is a file, not a folder")}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, nil, err
	}
	if lock, err = wholefile.HoldFolder(c.Folder); err != nil {
		return nil, nil, err
	}
	if found, err = look(c); err != nil {
		return nil, nil, errors.Join(err, lock.Release())
	}
	return found, lock, nil
}

// look finds out what the folder holds, and removes what may be replaced.
func look(c *Wanted) (*manifest.Manifest, error) {
	all := append([]string{manifest.JournalName, manifest.Name}, c.Names...)
	m, err := readManifest(c.Folder)
	switch {
	case err != nil && !c.Force && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case err != nil:
		if err := foreign(c, all); err != nil {
			return nil, err
		}
	case !c.Force:
		different := c.Differences(m)
		barren, err := barren(c.Folder, m, c.Names)
		switch {
		case err != nil:
			return nil, err
		case len(different) == 0 && (m.State != manifest.Finished || !barren):
			return m, nil
		case !barren:
			return nil, &DifferentError{c.Folder, different}
		}
	}
	for _, name := range all {
		if err := Remove(c.Folder, name); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// foreign refuses a folder without a manifest of a run, unless it is empty or holds only
// what may be replaced.
func foreign(c *Wanted, names []string) error {
	has := func(name string) bool {
		_, err := os.Stat(filepath.Join(c.Folder, name))
		return err == nil
	}
	if has(manifest.Name) { // but it cannot be read
		if has(c.Native) {
			return nil
		}
		// Other programs have files of that name, too.
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == manifest.Name })
	}
	file, err := wholefile.Foreign(c.Folder, names...)
	if err != nil {
		return err
	}
	if file != "" {
		return &ForeignError{Folder: c.Folder, File: file}
	}
	if file, err = wholefile.Foreign(c.Folder); err != nil || file == "" || c.Force {
		return err
	}
	return &ForeignError{c.Folder, file, true}
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

// Remove removes a file of the folder if it exists.
func Remove(folder, name string) error {
	if err := os.Remove(filepath.Join(folder, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
