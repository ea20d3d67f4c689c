package card

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"switchyard/config"
	"switchyard/datasets"
	"switchyard/datasets/export"
	"switchyard/datasets/manifest"
	"switchyard/internal/shell"
	"switchyard/out"
	"switchyard/tools/toolfile"
)

// FromError says why an export was not made from the folder of [Config.From].
type FromError struct {
	Folder, From string
	Reason       FromReason
	Inputs       []string // what the export was made from
}

// FromReason is why [Config.From] cannot be used.
type FromReason int

const (
	NotExport    FromReason = iota // the dataset is no export, and holds its entries itself
	FromExport                     // From is an export itself
	OtherEntries                   // From holds other entries
)

func (e *FromError) Error() string {
	switch e.Reason {
	case NotExport:
		return e.Folder + ": is no export, and holds its entries itself"
	case FromExport:
		return e.From + ": is an export itself"
	}
	return fmt.Sprintf("%s: %s was made from %s, with other entries", e.From, e.Folder, strings.Join(e.Inputs, ", "))
}

// origin is where the entries of a dataset are, and how they came to be.
type origin struct {
	entries  []string // files; for an export, those that it was made from
	runs     []madeBy // that the entries come from
	commands []string // in the order in which they were given
	missing  string   // which source of an export is not there, and why
}

// madeBy is a run, and its file of entries.
type madeBy struct {
	*manifest.Manifest
	file string
}

// run is the run whose entries these are, all of them; nil when there is none.
func (o *origin) run() *manifest.Manifest {
	if len(o.runs) == 1 && len(o.entries) == 1 && o.entries[0] == o.runs[0].file {
		return o.runs[0].Manifest
	}
	return nil
}

// originOf follows a dataset back to the runs that it was made from. from may be the
// folder that an export was made from.
func originOf(f *folder, from string) (*origin, error) {
	o := &origin{entries: f.Entries}
	if from != "" {
		given, err := readFolder(from)
		if err != nil {
			return nil, err
		}
		if err := mayBeFrom(f, given); err != nil {
			return nil, err
		}
		o.follow(given, 0)
		o.entries = given.Entries
		o.command(f.export.Command)
		return o, nil
	}
	files, missing := o.follow(f, 0)
	if f.export == nil {
		return o, nil
	}
	if o.missing = missing; missing != "" { // some of the entries would say something else than all
		return o, nil
	}
	for _, name := range files {
		source := datasets.Source{Path: name}
		if format, err := source.Format(); err != nil || format != out.Native().Name() {
			return o, err // the file was converted, and there are no entries
		}
	}
	o.entries = files
	return o, nil
}

// mayBeFrom refuses a folder that an export was not made from.
func mayBeFrom(f, given *folder) error {
	refused := &FromError{Folder: f.Path, From: given.Path, Reason: OtherEntries}
	switch {
	case f.export == nil:
		refused.Reason = NotExport
		return refused
	case given.export != nil:
		refused.Reason = FromExport
		return refused
	}
	inputs := f.inputs()
	if len(inputs) == 0 {
		return nil // old versions did not note them
	}
	if len(inputs) == 1 && len(given.Entries) == 1 {
		_, hash, err := manifest.Digest(given.Entries[0])
		if err != nil || hash == inputs[0].SHA256 {
			return err
		}
	}
	for _, in := range inputs {
		refused.Inputs = append(refused.Inputs, in.Path)
	}
	return refused
}

// follow notes what made a folder, from the first run on. It returns the files of
// entries that the folder itself was made from, or says why one is missing.
func (o *origin) follow(f *folder, depth int) (files []string, missing string) {
	if f.Manifest != nil {
		o.runs = append(o.runs, madeBy{f.Manifest, f.Entries[0]})
		o.command(runCommand(&f.Manifest.Config))
	}
	for _, in := range f.inputs() {
		name, why := in.Find(f.Path)
		if why != "" {
			missing = cmp.Or(missing, why)
			continue
		}
		files = append(files, name)
		if depth < datasets.MostSteps {
			o.follow(&folder{Folder: datasets.FolderOf(name, in.SHA256)}, depth+1)
		}
	}
	switch {
	case f.export != nil:
		if len(f.export.Inputs) == 0 {
			missing = export.RecordName + " does not say what it was made from"
		}
		o.command(f.export.Command)
	case f.Origin != nil:
		o.command(derivedCommand(f.Origin))
	}
	return files, missing
}

// command notes a command once.
func (o *origin) command(text string) {
	if text != "" && !slices.Contains(o.commands, text) {
		o.commands = append(o.commands, text)
	}
}

// derivedCommand is the command that made a folder, followed by a comment with what
// it was asked for in the words of origin.json.
func derivedCommand(o *datasets.Origin) string {
	words := []string{o.MadeBy}
	for _, in := range o.Inputs {
		words = append(words, shell.Quote(in.Path))
	}
	if asked, err := json.Marshal(o.Asked); err == nil && len(o.Asked) > 0 {
		words = append(words, "#", string(asked))
	}
	return strings.Join(words, " ")
}

// runCommand is the command that makes a run again, as far as flags can say it.
func runCommand(rc *manifest.Config) string {
	words := []string{"switchyard", "generate"}
	usual := map[string]string{}
	for _, s := range config.Settings() {
		usual[s.Flag] = s.Default
	}
	add := func(flag, value string) {
		if value != "" && (value != usual[flag] || flag == "seed") {
			words = append(words, "--"+flag, shell.Quote(value))
		}
	}
	if !slices.Equal(rc.Missions, []int{1, 2, 3, 4}) {
		add("missions", strings.Trim(strings.ReplaceAll(fmt.Sprint(rc.Missions), " ", ","), "[]"))
	}
	if rc.PerPath > 0 {
		add("per-path", strconv.Itoa(rc.PerPath))
	}
	add("paths", rc.Paths)
	if rc.Fine {
		words = append(words, "--fine")
	}
	add("seed", strconv.FormatUint(rc.Seed, 10))
	for _, word := range manifest.ToolsetWords(rc.Toolsets) {
		add("toolset", word)
	}
	add("distractors", strconv.Itoa(rc.Distractors))
	add("limit", strconv.Itoa(rc.Limit))
	for _, m := range rc.Models {
		if m.Role == "judge" {
			add("judge", m.Model)
		} else {
			add("role", m.Role+"="+m.Model)
		}
	}
	add("strategy", rc.Strategy)
	add("lang", rc.Language)
	return strings.Join(words, " ")
}

// licenceOf is what the file of a toolset says about its licence. A file that is
// gone or has changed since says nothing.
func licenceOf(ref manifest.Toolset) string {
	sets, _, err := toolfile.Load(ref.Source)
	if err != nil {
		return ""
	}
	for _, set := range sets {
		if set.Name == ref.Name && set.Hash == ref.SHA256 {
			return set.Licence
		}
	}
	return ""
}

// besideFolder lists the formats of which a folder without any record holds a file.
func besideFolder(path string) (list []SubSet) {
	for _, format := range out.Formats() {
		if info, err := os.Stat(filepath.Join(path, format.File())); err == nil && info.Size() > 0 {
			list = append(list, RunSubSet(format.File()))
		}
	}
	return list
}
