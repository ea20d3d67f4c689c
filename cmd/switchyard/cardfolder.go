package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/manifest"
	"switchyard/internal/shell"
	"switchyard/out"
)

// What a folder says of itself, and where what it holds comes from: an export
// of a sample of a run names the sample's file, whose folder names the run's.

// cardFolder is what a folder says of itself. An export has neither a manifest nor
// an origin.
type cardFolder struct {
	*datasets.Folder
	export *exportRecord
	within *exportRecord // the export in a run folder, see lookWithin
}

// readCardFolder finds out what a folder holds.
func readCardFolder(path string) (*cardFolder, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, misuse("give the folder that holds it", "%s: is a file, not a folder", path)
	}
	folder, err := datasets.ReadFolder(path)
	if err == nil && folder.Manifest != nil {
		return &cardFolder{Folder: folder}, nil
	}
	var none *datasets.NoRunError
	if err != nil && !errors.As(err, &none) {
		return nil, err
	}
	export, errExport := datasets.ReadRecord[exportRecord](filepath.Join(path, exportName))
	switch {
	case errExport != nil:
		return nil, errExport
	case export != nil:
		return &cardFolder{Folder: &datasets.Folder{Path: path}, export: export}, nil
	case err != nil:
		return nil, misuse("give a run folder, which switchyard generate makes, or a folder of exported files",
			"%s: holds no dataset: there is no %s, no %s and no %s", path, manifest.Name, exportName, out.Native().File())
	}
	return &cardFolder{Folder: folder}, nil
}

// lookWithin reads what a run folder says of the export in it. One that is not of
// the run's own entries is none of the dataset.
func (f *cardFolder) lookWithin() error {
	if f.Manifest == nil {
		return nil
	}
	x, err := datasets.ReadRecord[exportRecord](filepath.Join(f.Path, exportFolder, exportName))
	if err != nil || x == nil || len(x.Inputs) != 1 {
		return err
	}
	if slices.ContainsFunc(f.Manifest.Files, func(file manifest.File) bool {
		return file.Name == out.Native().File() && file.SHA256 == x.Inputs[0].SHA256
	}) {
		f.within = x
	}
	return nil
}

// check compares the files of the folder with what it says of them.
func (f *cardFolder) check() error {
	compare := func(record, hint string, files []datasets.File) error {
		told := &failure{code: exitFound, hint: hint}
		for _, p := range datasets.CheckFiles(record, files) {
			told.details = append(told.details, p.String())
		}
		if len(told.details) == 0 {
			return nil
		}
		told.message, told.details = told.details[0], told.details[1:]
		if more := len(told.details) - mostLeftOut; more > 0 {
			told.details = append(told.details[:mostLeftOut], fmt.Sprintf("… and %s more", thousands(more)))
		}
		return told
	}
	verify := verifyHint(f.Path)
	var files []datasets.File
	switch {
	case f.Manifest != nil:
		for _, file := range f.Manifest.Files {
			files = append(files, datasets.File{Name: file.Name, Bytes: file.Bytes, SHA256: file.SHA256})
		}
		if err := compare(filepath.Join(f.Path, manifest.Name), verify, files); err != nil || f.within == nil {
			return err
		}
	case f.Origin != nil:
		return compare(filepath.Join(f.Path, datasets.OriginName), verify, f.Origin.Files)
	}
	folder, x := f.Path, f.export
	if f.within != nil {
		folder, x = filepath.Join(f.Path, exportFolder), f.within
	}
	if x == nil {
		return nil
	}
	files = nil
	for _, file := range x.Files {
		files = append(files, datasets.File{Name: file.Name, Bytes: file.Bytes, SHA256: file.SHA256})
	}
	return compare(filepath.Join(folder, exportName), "export again with --force: "+x.Command, files)
}

// inputs are the files that the folder was made of.
func (f *cardFolder) inputs() []datasets.Input {
	if f.export != nil {
		return f.export.Inputs
	}
	return f.Inputs()
}

// cardRun is a run, and its file of entries.
type cardRun struct {
	*manifest.Manifest
	file string
}

// cardSource is where the entries of a folder are, and how they came to be.
type cardSource struct {
	entries  []string  // files; of an export, those that it was made of
	runs     []cardRun // that the entries come from
	commands []string  // the first first
	lost     string    // what of an export's sources is missing, and why
}

// run is the run whose entries these are, all of them; nil when there is none.
func (s *cardSource) run() *manifest.Manifest {
	if len(s.runs) == 1 && len(s.entries) == 1 && s.entries[0] == s.runs[0].file {
		return s.runs[0].Manifest
	}
	return nil
}

// sourceOf follows a folder back to the runs that it was made of. from is the
// folder that an export was made of, where that is told.
func (c *console) sourceOf(folder *cardFolder, from string) (*cardSource, error) {
	s := &cardSource{entries: folder.Entries}
	if from != "" {
		given, err := readCardFolder(from)
		if err != nil {
			return nil, err
		}
		if err := mayBeFrom(folder, given); err != nil {
			return nil, err
		}
		s.follow(given, 0)
		s.entries, s.lost = given.Entries, ""
		s.command(folder.export.Command)
		return s, nil
	}
	files, lost := s.follow(folder, 0)
	if folder.export != nil {
		if s.entries, s.lost = files, lost; lost != "" {
			s.entries = nil // some of them would tell something else than all
		}
		for _, name := range s.entries {
			format, err := c.firstFormat(name)
			if err != nil {
				return nil, err
			}
			if format != out.Native().Name() { // it was converted, and there are no entries
				s.entries = nil
				break
			}
		}
	}
	return s, nil
}

// mayBeFrom refuses a folder that an export was not made of.
func mayBeFrom(folder, given *cardFolder) error {
	if folder.export == nil {
		return misuse("leave --from out", "%s: is no export, and holds its entries itself", folder.Path)
	}
	if given.export != nil {
		return misuse("give the run folder", "--from %s: is an export itself", given.Path)
	}
	inputs := folder.inputs()
	if len(inputs) == 0 {
		return nil // nobody noted them
	}
	if len(inputs) == 1 && len(given.Entries) == 1 {
		_, hash, err := manifest.Digest(given.Entries[0])
		if err != nil || hash == inputs[0].SHA256 {
			return err
		}
	}
	var names []string
	for _, in := range inputs {
		names = append(names, in.Path)
	}
	return misuse("export again, or give the folder that it was made of",
		"--from %s: %s was made of %s, with other entries", given.Path, folder.Path, strings.Join(names, ", "))
}

// follow notes what made a folder, from the first run on, and gives the files of
// entries that it was made of itself, or says what is lost of them.
func (s *cardSource) follow(f *cardFolder, depth int) (files []string, lost string) {
	if f.Manifest != nil {
		s.runs = append(s.runs, cardRun{f.Manifest, f.Entries[0]})
		s.command(commandOf(&f.Manifest.Config))
	}
	for _, in := range f.inputs() {
		name, why := in.Find(f.Path)
		if why != "" {
			lost = cmp.Or(lost, why)
			continue
		}
		files = append(files, name)
		if depth < datasets.MostSteps {
			s.follow(&cardFolder{Folder: datasets.FolderOf(name, in.SHA256)}, depth+1)
		}
	}
	switch {
	case f.export != nil:
		if len(f.export.Inputs) == 0 {
			lost = exportName + " does not say of what it was made"
		}
		s.command(f.export.Command)
	case f.Origin != nil:
		s.command(originCommand(f.Origin))
	}
	return files, lost
}

// command notes a command once.
func (s *cardSource) command(text string) {
	if text != "" && !slices.Contains(s.commands, text) {
		s.commands = append(s.commands, text)
	}
}

// originCommand tells a command that made a folder. What it was asked for stands
// behind it, in the words of [datasets.OriginName].
func originCommand(o *datasets.Origin) string {
	words := []string{o.MadeBy}
	for _, in := range o.Inputs {
		words = append(words, shell.Quote(in.Path))
	}
	if asked, err := json.Marshal(o.Asked); err == nil && len(o.Asked) > 0 {
		words = append(words, "#", string(asked))
	}
	return strings.Join(words, " ")
}
