package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets/manifest"
	"switchyard/internal/shell"
	"switchyard/out"
)

// What a folder says of itself, and where what it holds comes from: an export
// of a sample of a run names the sample's file, whose folder names the run's.

// cardFolder is what a folder says of itself. At most one of manifest, export
// and origin is not nil.
type cardFolder struct {
	path     string
	manifest *manifest.Manifest // of a run
	export   *exportRecord
	within   *exportRecord // the export in a run folder, see lookWithin
	origin   *origin       // of what split, merge, filter and sample make
	entries  []string      // files that hold whole entries
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
	folder := &cardFolder{path: path}
	manifest, err := manifest.Read(path)
	switch {
	case err == nil && manifest.State != "finished":
		return nil, &failure{code: exitFound, message: path + ": the run has not finished",
			hint: "give the same generate command again: it goes on where it stopped"}
	case err == nil:
		folder.manifest, folder.entries = manifest, []string{filepath.Join(path, out.Native().File())}
		return folder, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, &failure{code: exitFound, message: oneLine(err.Error()), hint: "switchyard verify " + path + " says all that is wrong"}
	}
	if folder.export, err = readJSONFile[exportRecord](filepath.Join(path, exportName)); err != nil || folder.export != nil {
		return folder, err
	}
	if folder.origin, err = readJSONFile[origin](filepath.Join(path, originName)); err != nil {
		return nil, err
	}
	if folder.origin != nil {
		for _, f := range folder.origin.Files {
			if name := filepath.FromSlash(f.Name); filepath.Base(name) == out.Native().File() && filepath.IsLocal(name) {
				folder.entries = append(folder.entries, filepath.Join(path, name))
			}
		}
	} else if name := filepath.Join(path, out.Native().File()); exists(name) {
		folder.entries = []string{name}
	}
	if len(folder.entries) == 0 {
		return nil, misuse("give a run folder, which switchyard generate makes, or a folder of exported files",
			"%s: holds no dataset: there is no %s, no %s and no %s", path, manifestName, exportName, out.Native().File())
	}
	return folder, nil
}

// lookWithin reads what a run folder says of the export in it. One that is not of
// the run's own entries is none of the dataset.
func (f *cardFolder) lookWithin() error {
	if f.manifest == nil {
		return nil
	}
	x, err := readJSONFile[exportRecord](filepath.Join(f.path, exportFolder, exportName))
	if err != nil || x == nil || len(x.Inputs) != 1 {
		return err
	}
	if slices.ContainsFunc(f.manifest.Files, func(file manifest.File) bool {
		return file.Name == out.Native().File() && file.SHA256 == x.Inputs[0].SHA256
	}) {
		f.within = x
	}
	return nil
}

// check compares the files of the folder with what it says of them.
func (f *cardFolder) check() error {
	type claim struct {
		name   string
		bytes  int64
		sha256 string
	}
	compare := func(folder, record, hint string, claims []claim) error {
		told := &failure{code: exitFound, hint: hint}
		for i, c := range claims {
			key, message := "name", fmt.Sprintf("%q is not the name of a file in the folder", c.name)
			if filepath.IsLocal(filepath.FromSlash(c.name)) {
				if key, message = differs(folder, c.name, c.bytes, c.sha256); key == "" {
					continue
				}
			}
			at := recordOf(filepath.Join(folder, record)).finding("", fmt.Sprintf("/files/%d/%s", i, key), "%s", message)
			told.details = append(told.details, fmt.Sprintf("%s:%d: %s: %s", at.File, at.Line, at.Pointer, at.Message))
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
	verify := "switchyard verify " + shell.Quote(f.path) + " says all that is wrong"
	var claims []claim
	switch {
	case f.manifest != nil:
		for _, file := range f.manifest.Files {
			claims = append(claims, claim{file.Name, file.Bytes, file.SHA256})
		}
		if err := compare(f.path, manifestName, verify, claims); err != nil || f.within == nil {
			return err
		}
	case f.origin != nil:
		for _, file := range f.origin.Files {
			claims = append(claims, claim{file.Name, file.Bytes, file.SHA256})
		}
		return compare(f.path, originName, verify, claims)
	}
	folder, x := f.path, f.export
	if f.within != nil {
		folder, x = filepath.Join(f.path, exportFolder), f.within
	}
	if x == nil {
		return nil
	}
	claims = nil
	for _, file := range x.Files {
		claims = append(claims, claim{file.Name, file.Bytes, file.SHA256})
	}
	return compare(folder, exportName, "export again with --force: "+x.Command, claims)
}

// recordOf reads a file for the lines of what is told about it.
func recordOf(path string) *record {
	data, _ := os.ReadFile(path) // it has been read before
	return &record{path, data}
}

// readJSONFile reads a small file that this program wrote; nil when there is none.
func readJSONFile[T any](name string) (*T, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	doc := new(T)
	if err := json.Unmarshal(data, doc); err != nil {
		return nil, &failure{code: exitFound, message: oneLine(fmt.Sprintf("%s: %v", name, err)), hint: "give the command again that made the folder"}
	}
	return doc, nil
}

// inputs are the files that the folder was made of.
func (f *cardFolder) inputs() []originInput {
	switch {
	case f.export != nil:
		return f.export.Inputs
	case f.origin != nil:
		return f.origin.Inputs
	}
	return nil
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
	s := &cardSource{entries: folder.entries}
	if from != "" {
		given, err := readCardFolder(from)
		if err != nil {
			return nil, err
		}
		if err := mayBeFrom(folder, given); err != nil {
			return nil, err
		}
		s.follow(given, 0)
		s.entries, s.lost = given.entries, ""
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
		return misuse("leave --from out", "%s: is no export, and holds its entries itself", folder.path)
	}
	if given.export != nil {
		return misuse("give the run folder", "--from %s: is an export itself", given.path)
	}
	inputs := folder.inputs()
	if len(inputs) == 0 {
		return nil // nobody noted them
	}
	if len(inputs) == 1 && len(given.entries) == 1 {
		_, hash, err := digest(given.entries[0])
		if err != nil || hash == inputs[0].SHA256 {
			return err
		}
	}
	var names []string
	for _, in := range inputs {
		names = append(names, in.Path)
	}
	return misuse("export again, or give the folder that it was made of",
		"--from %s: %s was made of %s, with other entries", given.path, folder.path, strings.Join(names, ", "))
}

// mostSteps is how far a folder is followed back.
const mostSteps = 16

// follow notes what made a folder, from the first run on, and gives the files of
// entries that it was made of itself, or says what is lost of them.
func (s *cardSource) follow(f *cardFolder, depth int) (files []string, lost string) {
	if f.manifest != nil {
		s.runs = append(s.runs, cardRun{f.manifest, f.entries[0]})
		s.command(commandOf(&f.manifest.Config))
	}
	for _, in := range f.inputs() {
		name, why := find(f.path, in)
		if why != "" {
			lost = cmp.Or(lost, why)
			continue
		}
		files = append(files, name)
		if depth < mostSteps {
			s.follow(folderOf(name, in.SHA256), depth+1)
		}
	}
	switch {
	case f.export != nil:
		if len(f.export.Inputs) == 0 {
			lost = exportName + " does not say of what it was made"
		}
		s.command(f.export.Command)
	case f.origin != nil:
		s.command(originCommand(f.origin))
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
// behind it, in the words of [originName].
func originCommand(o *origin) string {
	words := []string{o.MadeBy}
	for _, in := range o.Inputs {
		words = append(words, shell.Quote(in.Path))
	}
	if asked, err := json.Marshal(o.Asked); err == nil && len(o.Asked) > 0 {
		words = append(words, "#", string(asked))
	}
	return strings.Join(words, " ")
}

// find looks for a file that a folder was made of: as its path is written,
// beside the folder, and in the run folder that an export stands in. Only the
// same bytes count.
func find(folder string, in originInput) (name, lost string) {
	lost = in.Path + " is not there"
	for i, name := range placesOf(folder, in) {
		_, hash, err := digest(name)
		switch {
		case err == nil && hash == in.SHA256:
			return name, ""
		case err == nil && i < 2: // the last is a guess
			lost = in.Path + " has changed since"
		case !errors.Is(err, fs.ErrNotExist):
			lost = in.Path + " cannot be read"
		}
	}
	return "", lost
}

// placesOf are the places where a file that a folder was made of may be; the
// last is a guess.
func placesOf(folder string, in originInput) []string {
	list := []string{in.Path}
	if !filepath.IsAbs(in.Path) {
		beside := filepath.Dir(filepath.Clean(folder))
		list = append(list, filepath.Join(beside, in.Path), filepath.Join(beside, filepath.Base(in.Path)))
	}
	return list
}

// folderOf is the folder that a file of entries stands in: of a run, or of what
// was derived from one. Any other says nothing of itself.
func folderOf(name, digest string) *cardFolder {
	dir := filepath.Dir(name)
	if f, err := readCardFolder(dir); err == nil && f.manifest != nil && f.entries[0] == name {
		return f
	}
	for _, dir := range []string{dir, filepath.Dir(dir)} { // a split has folders within
		f, err := readCardFolder(dir)
		if err == nil && f.origin != nil && slices.ContainsFunc(f.origin.Files, func(of originFile) bool { return of.SHA256 == digest }) {
			return f
		}
	}
	return &cardFolder{path: dir, entries: []string{name}}
}
