package card

import (
	"cmp"
	"context"
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
	"switchyard/tools/catalog"
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
	NotExport    FromReason = iota // the dataset is not an export: it holds its own entries
	FromExport                     // From is an export, too
	OtherEntries                   // From holds other entries
)

func (e *FromError) Error() string {
	switch e.Reason {
	case NotExport:
		return e.Folder + ": is not an export: it holds its own entries"
	case FromExport:
		return e.From + ": is an export, too"
	}
	return fmt.Sprintf("%s: %s was made from other entries, those of %s", e.From, e.Folder, strings.Join(e.Inputs, ", "))
}

// origin is where the entries of a dataset are, and how they were made.
type origin struct {
	entries  []string // files; for an export, those that it was made from
	runs     []madeBy // that the entries come from
	commands []string // that made the dataset, in order
	missing  string   // which source of an export is missing, and why
}

// madeBy is a run, and its file of entries.
type madeBy struct {
	*manifest.Manifest
	file string
}

// run returns the run if the dataset has exactly its entries; otherwise nil.
func (o *origin) run() *manifest.Manifest {
	if len(o.runs) == 1 && len(o.entries) == 1 && o.entries[0] == o.runs[0].file {
		return o.runs[0].Manifest
	}
	return nil
}

// sessions reports whether the dataset holds sessions.
func (o *origin) sessions(ctx context.Context) bool {
	if len(o.entries) == 0 {
		return false
	}
	source := datasets.Source{Path: o.entries[0]}
	format, err := source.Format(ctx)
	return err == nil && format == datasets.Sessions
}

// originOf follows a dataset back to the runs that it was made from. If from is not empty,
// it is the folder that an export was made from.
func originOf(ctx context.Context, f *folder, from string) (*origin, error) {
	o := &origin{entries: f.Entries}
	if from != "" {
		given, err := readFolder(from)
		if err != nil {
			return nil, err
		}
		if err := mayBeFrom(ctx, f, given); err != nil {
			return nil, err
		}
		o.follow(ctx, given, 0)
		o.entries = given.Entries
		o.command(f.export.Command)
		return o, nil
	}
	files, missing := o.follow(ctx, f, 0)
	if f.export == nil {
		return o, nil
	}
	if o.missing = missing; missing != "" { // counts of a part of the entries would mislead
		return o, nil
	}
	for _, name := range files {
		source := datasets.Source{Path: name}
		if format, err := source.Format(ctx); err != nil || format != out.Native().Name() && format != datasets.Sessions {
			return o, err // the export was converted from a file without native entries
		}
	}
	o.entries = files
	return o, nil
}

// mayBeFrom refuses a folder if the export was not made from it.
func mayBeFrom(ctx context.Context, f, given *folder) error {
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
		return nil // old versions did not record them
	}
	if len(inputs) == 1 && len(given.Entries) == 1 {
		_, hash, err := datasets.ContentDigest(ctx, given.Entries[0])
		if err != nil || hash == inputs[0].SHA256 {
			return err
		}
	}
	for _, in := range inputs {
		refused.Inputs = append(refused.Inputs, in.Path)
	}
	return refused
}

// follow records what made a folder, beginning with the first run. It returns the files of
// entries that the folder was made from, or says why one is missing.
func (o *origin) follow(ctx context.Context, f *folder, depth int) (files []string, missing string) {
	if f.Manifest != nil {
		o.runs = append(o.runs, madeBy{f.Manifest, f.Entries[0]})
		o.command(runCommand(&f.Manifest.Config))
	}
	for _, in := range f.inputs() {
		name, why := in.Find(ctx, f.Path)
		if why != "" {
			missing = cmp.Or(missing, why)
			continue
		}
		files = append(files, name)
		if depth < datasets.MostSteps {
			o.follow(ctx, &folder{Folder: datasets.FolderOf(name, in.SHA256)}, depth+1)
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

// command records a command once.
func (o *origin) command(text string) {
	if text != "" && !slices.Contains(o.commands, text) {
		o.commands = append(o.commands, text)
	}
}

// derivedCommand returns the command that made a folder, with its settings from
// origin.json as a comment.
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

// runCommand returns the command that makes a run again, as far as flags can express it.
func runCommand(rc *manifest.Config) string {
	if rc.Flow != nil {
		return flowCommand(rc)
	}
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
	add("pool", rc.Pool)
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

// flowCommand returns the command that makes a run of sessions again.
func flowCommand(rc *manifest.Config) string {
	words := []string{"switchyard", "flow", "generate"}
	builtIn := true
	for _, w := range rc.Flow.Workflows {
		builtIn = builtIn && strings.HasPrefix(w.Source, "catalog/")
	}
	if all := len(catalog.Workflows()); !builtIn || len(rc.Flow.Workflows) < all {
		for _, w := range rc.Flow.Workflows {
			word := w.Name
			if !strings.HasPrefix(w.Source, "catalog/") {
				word = w.Source
			}
			if !slices.Contains(words, shell.Quote(word)) {
				words = append(words, shell.Quote(word))
			}
		}
	}
	add := func(flag string, n, usual int) {
		if n != usual {
			words = append(words, flag, strconv.Itoa(n))
		}
	}
	words = append(words, "--seed", strconv.FormatUint(rc.Seed, 10))
	add("--per-edge", rc.Flow.PerEdge, 1)
	add("--per-pair", rc.Flow.PerPair, 1)
	add("--cross", rc.Flow.Cross, 12)
	add("--limit", rc.Limit, 0)
	for _, m := range rc.Models {
		words = append(words, "--role", shell.Quote(m.Role+"="+m.Model))
	}
	return strings.Join(words, " ")
}

// licenceOf returns the licence that the file of a toolset states; empty if the file is
// gone or has changed.
func licenceOf(ctx context.Context, ref manifest.Toolset) string {
	sets, _, err := toolfile.Load(ctx, ref.Source)
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

// besideFolder lists the configs of the files in a folder without any record.
func besideFolder(path string) (list []SubSet) {
	names := []string{datasets.SessionsFile}
	for _, format := range out.Formats() {
		names = append(names, format.File())
	}
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(path, name)); err == nil && info.Size() > 0 {
			list = append(list, RunSubSet(name))
		}
	}
	return list
}
