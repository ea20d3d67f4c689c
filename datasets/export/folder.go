package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"switchyard/datasets"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

// begin holds the folder or file to write, and refuses one with anything that is not an
// export.
func (j *job) begin() (*out.Folder, error) {
	oneFile := j.file != "" || j.to != nil
	if !oneFile {
		if err := datasets.CheckTarget(j.Folder); err != nil {
			return nil, err
		}
	}
	folder, err := out.NewFolder(j.Folder, out.FolderOptions{ShardSize: j.ShardSize, Zstd: j.Zstd, Outputs: len(j.exporters) * len(j.splits), OneFile: oneFile})
	if err != nil || oneFile {
		return folder, err
	}
	if _, err := j.before(); err != nil {
		return nil, errors.Join(err, folder.Discard())
	}
	return folder, nil
}

// before returns the export in the folder that this one replaces; nil if the folder is
// free. It fails if the folder has anything else.
func (j *job) before() (*Record, error) {
	if file, err := wholefile.Foreign(j.Folder); err != nil || file == "" {
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
	for _, name := range record.Names() {
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

// Idle fails with a [*wholefile.BusyError] if another writer is in the folder of an export,
// so that [Drop] would fail.
func Idle(folder string) error {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	lock, err := wholefile.Hold(folder)
	if err != nil {
		return err
	}
	return lock.Release()
}

// Drop removes the export in a folder, and nothing else. The report says what was removed
// and what is left; it is nil if the folder has no export.
func Drop(folder string) (*Report, error) {
	if _, err := os.Stat(filepath.Join(folder, RecordName)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	lock, err := wholefile.Hold(folder)
	if err != nil {
		return nil, err
	}
	record, err := ReadRecord(folder)
	if record != nil {
		err = wholefile.RemoveFiles(folder, record.Names())
	}
	if err = errors.Join(err, lock.Release()); err != nil || record == nil {
		return nil, err
	}
	report := &Report{Gone: record.Formats}
	if os.Remove(folder) != nil { // it has other files
		report.Kept = kept(folder, nil)
	}
	return report, nil
}
