package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"switchyard/datasets"
	"switchyard/internal/wholefile"
)

// free removes what killed exports left, and refuses a folder with anything that is not
// an export.
func (j *job) free() error {
	if err := datasets.CheckTarget(j.Folder); err != nil {
		return err
	}
	if err := wholefile.SweepFolder(j.Folder); err != nil {
		return err
	}
	_, err := j.before()
	return err
}

// before returns the export in the folder that this one replaces; nil if the folder is
// free. It fails if the folder has anything else.
func (j *job) before() (*Record, error) {
	list, err := os.ReadDir(j.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || !slices.ContainsFunc(list, func(d os.DirEntry) bool { return !wholefile.Ours(d.Name()) }) {
		return nil, err
	}
	record, err := ReadRecord(j.Folder)
	switch {
	case err != nil && j.Force:
		return nil, &OccupiedError{Path: j.Folder, Err: err}
	case err == nil && record == nil:
		return nil, &OccupiedError{Path: j.Folder}
	case !j.Force:
		return nil, &OccupiedError{Path: j.Folder, Replaceable: true}
	}
	for _, name := range record.names() {
		if err := j.notSource(filepath.Join(j.Folder, filepath.FromSlash(name))); err != nil {
			return nil, err
		}
	}
	return record, nil
}

// notSource refuses to write a file that is read.
func (j *job) notSource(name string) error {
	for _, source := range j.files {
		if wholefile.Same(source, name) {
			return fmt.Errorf("%s: %w", source, datasets.ErrSameFile)
		}
	}
	return nil
}

// kept lists what a folder holds besides the named files. A folder without any of them is
// listed as a whole.
func kept(folder string, names []string) []string {
	ours := map[string]bool{".": true}
	for _, name := range names {
		for ; !ours[name]; name = path.Dir(name) {
			ours[name] = true
		}
	}
	var list []string
	_ = filepath.WalkDir(folder, func(at string, d fs.DirEntry, err error) error { // the list is only for information
		name, rel := filepath.Rel(folder, at)
		if name = filepath.ToSlash(name); err != nil || rel != nil || ours[name] {
			return nil
		}
		if !wholefile.Ours(d.Name()) {
			list = append(list, name+map[bool]string{true: "/"}[d.IsDir()])
		}
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return list
}

// Drop removes the export in a folder, and nothing else. The report says what was removed
// and what is left; it is nil if the folder has no export.
func Drop(folder string) (*Report, error) {
	record, err := ReadRecord(folder)
	if record == nil {
		return nil, err
	}
	if err := wholefile.RemoveFiles(folder, record.names()); err != nil {
		return nil, err
	}
	report := &Report{Gone: record.Formats}
	if os.Remove(folder) != nil { // it has other files
		report.Kept = kept(folder, nil)
	}
	return report, nil
}
