package card

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/export"
	"switchyard/datasets/manifest"
	"switchyard/out"
)

// NoDatasetError is a folder without a dataset.
type NoDatasetError struct{ Folder string }

func (e *NoDatasetError) Error() string {
	return fmt.Sprintf("%s: not a dataset: there is no %s, no %s, no %s and no %s in it", e.Folder, manifest.Name, export.RecordName, out.Native().File(), datasets.SessionsFile)
}

// FilesError says which files differ from what the folder says about them.
type FilesError struct {
	Folder   string             // of the dataset
	Problems []datasets.Problem // at least one
	Command  string             // the command that makes the export again; empty for other folders
}

func (e *FilesError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// CountError is a run folder with another number of entries than its manifest says.
type CountError struct {
	Folder           string
	Claimed, Counted int
}

func (e *CountError) Error() string {
	return fmt.Sprintf("%s: the manifest says that there are %d entries, but there are %d", e.Folder, e.Claimed, e.Counted)
}

// folder is what a folder says about itself. An export has neither a manifest nor an
// origin.
type folder struct {
	*datasets.Folder
	export *export.Record
	within *export.Record // the export in a run folder
}

// readFolder finds out what a folder holds.
func readFolder(path string) (*folder, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("it is a file, not a folder")}
	}
	found, err := datasets.ReadFolder(path)
	switch {
	case err == nil && found.Manifest != nil:
		f := &folder{Folder: found}
		return f, f.lookWithin()
	case err != nil && !errors.Is(err, datasets.ErrNoRun):
		return nil, err
	}
	record, errRecord := export.ReadRecord(path)
	switch {
	case errRecord != nil:
		return nil, errRecord
	case record != nil:
		return &folder{Folder: &datasets.Folder{Path: path}, export: record}, nil
	case err != nil:
		return nil, &NoDatasetError{path}
	}
	return &folder{Folder: found}, nil
}

// lookWithin reads the record of the export in a run folder. An export of other entries is
// not a part of the dataset.
func (f *folder) lookWithin() error {
	x, err := export.ReadRecord(filepath.Join(f.Path, export.RunFolder))
	if err != nil || x == nil || len(x.Inputs) != 1 {
		return err
	}
	if slices.ContainsFunc(f.Manifest.Files, func(file manifest.File) bool {
		return (file.Name == out.Native().File() || file.Name == datasets.SessionsFile) && file.SHA256 == x.Inputs[0].SHA256
	}) {
		f.within = x
	}
	return nil
}

// check compares the files of the folder with what the folder says about them.
func (f *folder) check() error {
	compare := func(record, command string, files []manifest.File) error {
		var list []datasets.File
		for _, file := range files {
			list = append(list, datasets.File(file))
		}
		if problems := datasets.CheckFiles(filepath.Join(f.Path, record), list); len(problems) > 0 {
			return &FilesError{f.Path, problems, command}
		}
		return nil
	}
	if f.Manifest != nil {
		if err := compare(manifest.Name, "", f.Manifest.Files); err != nil {
			return err
		}
	}
	if f.Origin != nil {
		return compare(datasets.OriginName, "", derivedFiles(f.Origin))
	}
	if f.within != nil {
		return compare(filepath.Join(export.RunFolder, export.RecordName), f.within.Command, exportedFiles(f.within, ""))
	}
	if f.export != nil {
		return compare(export.RecordName, f.export.Command, exportedFiles(f.export, ""))
	}
	return nil
}

func derivedFiles(o *datasets.Origin) (list []manifest.File) {
	for _, f := range o.Files {
		list = append(list, manifest.File(f))
	}
	return list
}

// exportedFiles lists the files of an export below a folder.
func exportedFiles(x *export.Record, below string) (list []manifest.File) {
	for _, f := range x.Files {
		list = append(list, manifest.File{Name: below + f.Name, Entries: f.Lines, Bytes: f.Bytes, SHA256: f.SHA256})
	}
	return list
}

// inputs returns the files that the folder was made from.
func (f *folder) inputs() []datasets.Input {
	if f.export != nil {
		return f.export.Inputs
	}
	return f.Inputs()
}
