// Package card writes the card of a dataset: the README.md that the Hugging Face
// Hub shows, and pictures of what the dataset holds.
//
// [Write] writes the card of a folder, as its [Config] says, and returns a [Report]. The
// folder may be a run folder, a folder made by split, merge, filter or sample, or an
// export. Write finds the runs that the entries come from. Code that knows everything
// about a dataset, such as package gen, fills in [Data] and calls [Render].
//
// The same folder gives the same bytes, with any number of workers. Files appear only
// when they are complete.
package card

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"switchyard/datasets/figures"
	"switchyard/internal/progress"
	"switchyard/internal/wholefile"
)

// Name is the file of a card.
const Name = "README.md"

// Config says which card to write. Only Folder is needed.
type Config struct {
	Folder string // that of a run, of a derived dataset, or of an export
	Name   string // of the dataset, for people
	// Licence is an identifier as the Hub knows it. If it is empty, the card says
	// apache-2.0 for datasets of built-in toolsets alone, and unknown for others.
	Licence string
	// From is the folder that an export was made from, if that folder has been moved.
	From    string
	Workers int  // lines that are looked at simultaneously; 0 means one for each processor
	Force   bool // replace a README.md that this package did not write
}

// Report says what was written.
type Report struct {
	File    string // the card
	Entries int    // that the card describes
	Unit    string // what they are: "entries" or "sessions"
	Figures int
	// Missing says why the entries of an export could not be counted; empty if they
	// were.
	Missing string
}

// ForeignError is a README.md that this package did not write.
type ForeignError struct{ File string }

func (e *ForeignError) Error() string {
	return e.File + ": exists and was not written by switchyard"
}

// LicenceError is a licence that does not look like an identifier of the Hub.
type LicenceError struct{ Licence string }

func (e *LicenceError) Error() string {
	return fmt.Sprintf("%q cannot be the name of a licence", e.Licence)
}

// licenceID matches the Hub's names of licences, and the empty text.
var licenceID = regexp.MustCompile(`^([a-z0-9][a-z0-9.+-]*)?$`)

// Write counts what a dataset holds, and writes its card and its figures. Besides the
// errors of package datasets, it fails with a [*NoDatasetError], [*FilesError],
// [*CountError], [*FromError], [*ForeignError] or [*LicenceError], or with a
// [*wholefile.BusyError] if another writer is in the folder. In these cases nothing has been
// written.
func Write(ctx context.Context, c Config) (_ *Report, err error) {
	if !licenceID.MatchString(c.Licence) {
		return nil, &LicenceError{c.Licence}
	}
	if _, err := readFolder(c.Folder); err != nil { // before anything is written
		return nil, err
	}
	lock, err := wholefile.Hold(c.Folder)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	f, err := readFolder(c.Folder)
	if err != nil {
		return nil, err
	}
	report := &Report{File: filepath.Join(c.Folder, Name)}
	if err := replaceable(report.File, c.Force); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	from, err := originOf(ctx, f, c.From)
	if err != nil {
		return nil, err
	}
	var counted *counted
	if from.sessions(ctx) {
		counted, err = countSessions(ctx, from.entries, c.Workers)
	} else {
		counted, err = countEntries(ctx, from.entries, c.Workers, f.export == nil)
	}
	if err != nil {
		return nil, err
	}
	if m := from.run(); m != nil && m.Accounting.Accepted != counted.report.Entries {
		return nil, &CountError{Folder: filepath.Dir(from.entries[0]), Claimed: m.Accounting.Accepted, Counted: counted.report.Entries}
	}
	data := dataOf(ctx, f, from, counted)
	data.Name, data.License = c.Name, cmp.Or(c.Licence, data.License)
	if counted.sessions == nil {
		data.Figures = figures.All(&counted.report, counted.counts)
	}
	var page bytes.Buffer
	if err := Render(&page, data); err != nil {
		return nil, err
	}
	if err := writeFigures(ctx, filepath.Join(c.Folder, "figures"), data.Figures); err != nil {
		return nil, err
	}
	report.Unit = data.Unit()
	report.Entries, report.Figures, report.Missing = data.Accepted, len(data.Figures), from.missing
	return report, wholefile.Write(report.File, page.Bytes())
}

// replaceable refuses a README.md that somebody else wrote. Every card has the tag
// of the program.
func replaceable(name string, force bool) error {
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case force || bytes.HasPrefix(data, []byte("---\n")) && bytes.Contains(data, []byte("\n- \"switchyard\"\n")):
		return nil
	}
	return &ForeignError{name}
}

// writeFigures draws the figures, and removes those of an earlier card that are
// no longer drawn.
func writeFigures(ctx context.Context, folder string, list []*figures.Figure) error {
	stale := map[string]bool{}
	for _, name := range figures.Names() {
		for _, s := range figures.Schemes() {
			stale[name+"-"+s.Name+".svg"], stale[name+"-"+s.Name+".png"] = true, true
		}
	}
	if len(list) > 0 {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	counter := progress.Begin(ctx, progress.Part{Doing: "drawing", Noun: "figures", Total: int64(len(list))})
	defer counter.End()
	for _, f := range list {
		counter.Add(1)
		for _, s := range figures.Schemes() {
			for ending, draw := range map[string]func(*figures.Scheme) ([]byte, error){".svg": f.SVG, ".png": f.PNG} {
				if err := ctx.Err(); err != nil {
					return err
				}
				data, err := draw(s)
				if err != nil {
					return err
				}
				name := f.Name + "-" + s.Name + ending
				if err := wholefile.Write(filepath.Join(folder, name), data); err != nil {
					return err
				}
				delete(stale, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stale)) {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
