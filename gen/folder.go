package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"switchyard/datasets/manifest"
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

// ForeignError says that a folder holds a file that a run would overwrite, but no
// manifest that accounts for it.
type ForeignError struct{ Folder, File string }

// Error implements error.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s holds %s, but no manifest that accounts for it", e.Folder, e.File)
}

// DamagedError says that a file of a run is not as it was written. The run has not been
// touched.
type DamagedError struct{ Folder, File, What string }

// Error implements error.
func (e *DamagedError) Error() string { return filepath.Join(e.Folder, e.File) + ": " + e.What }

// claim prepares the folder for the run. names are the files that the run, or one in
// other formats, writes. If the folder holds a run of the same configuration, claim
// returns its manifest. A run that made nothing is replaced.
func claim(c *Config, names []string) (*manifest.Manifest, error) {
	info, err := os.Stat(c.Out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, os.MkdirAll(c.Out, 0o755)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, &fs.PathError{Op: "write to", Path: c.Out, Err: errors.New("it is a file, not a folder")}
	}
	m, err := readManifest(c.Out)
	switch {
	case c.Force:
	case errors.Is(err, fs.ErrNotExist):
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(c.Out, name)); err == nil {
				return nil, &ForeignError{c.Out, name}
			}
		}
		return nil, nil
	case err != nil:
		return nil, err
	default:
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
	for _, name := range append([]string{manifest.JournalName, manifest.Name, UsageName}, names...) {
		if err := remove(c.Out, name); err != nil {
			return nil, err
		}
	}
	return nil, nil
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
