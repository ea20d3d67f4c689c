package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"switchyard/datasets"
	"switchyard/internal/wholefile"
)

// What an export may do to the folder that it is written into.

// free tidies up after exports that were killed, and refuses to write over what
// no export of ours accounts for.
func (j *exportJob) free() error {
	if err := usableOut(j.folder, "corpus"); err != nil {
		return err
	}
	if err := wholefile.SweepFolder(j.folder); err != nil {
		return err
	}
	_, err := j.before()
	return err
}

// usableOut refuses what cannot become a folder.
func usableOut(folder, example string) error {
	if folder == "" {
		return misuse("for example --out "+example, "--out is empty, and needs a folder")
	}
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		if target, err := os.Readlink(folder); err == nil {
			return misuse("make that folder, or choose another with --out", "--out %s: is a link to %s, which is not there", folder, target)
		}
	}
	return usableFolder(folder)
}

// before is the export that the folder holds and this one replaces; nil when the
// folder is free. Anything else refuses.
func (j *exportJob) before() (*exportRecord, error) {
	const other = "choose another folder with --out"
	list, err := os.ReadDir(j.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(list, func(d os.DirEntry) bool { return !wholefile.Ours(d.Name()) }) {
		return nil, nil
	}
	record, err := datasets.ReadRecord[exportRecord](filepath.Join(j.folder, exportName))
	switch {
	case err != nil && j.force:
		return nil, misuse("choose another folder with --out, or remove that file", "%s", explain(context.Background(), err).message)
	case err == nil && record == nil:
		return nil, misuse(other, "--out %s: holds files, but no export", j.folder)
	case !j.force:
		return nil, misuse(other+", or replace that export with --force", "--out %s: holds another export", j.folder)
	}
	for _, name := range record.names() {
		for _, source := range j.sources {
			if sameFile(source, filepath.Join(j.folder, filepath.FromSlash(name))) {
				return nil, misuse(other, "%s would be read and written at once", source)
			}
		}
	}
	return record, nil
}

// sameFile tells whether two paths are of the same file, which is there.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// names lists the files of an export, and the record itself.
func (r *exportRecord) names() []string {
	names := []string{exportName}
	for _, f := range r.Files {
		names = append(names, f.Name)
	}
	return names
}

// meanwhile adds to a refusal that it could not be known before.
func meanwhile(err error) error {
	var f *failure
	if !errors.As(err, &f) {
		return err
	}
	late := *f
	late.message += ", which was not so when this began"
	return &late
}

// gone are the words of the first list that are not in the second.
func gone(before, now []string) []string {
	return slices.DeleteFunc(slices.Clone(before), func(word string) bool { return slices.Contains(now, word) })
}

// kept lists what a folder holds beside the files of the names. What holds none of
// them is told as a whole.
func kept(folder string, names []string) []string {
	ours := map[string]bool{".": true}
	for _, name := range names {
		for ; !ours[name]; name = path.Dir(name) {
			ours[name] = true
		}
	}
	var list []string
	_ = filepath.WalkDir(folder, func(at string, d fs.DirEntry, err error) error { // it is only told
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
