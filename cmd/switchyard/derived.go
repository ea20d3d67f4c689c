package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/datasets/subset"
	"switchyard/internal/jsontext"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

// What split, merge, filter and sample have in common: they read native files,
// and write folders that say in datasets.OriginName what they were made of.

// sourceFile is [datasets.NativeFile], but allows standard input.
func sourceFile(path string) (string, error) {
	if path == datasets.Stdin {
		return path, nil
	}
	return datasets.NativeFile(path)
}

// source is a file that is read, or standard input.
func (c *console) source(name string, workers int) datasets.Source {
	return datasets.Source{Path: name, Stdin: c.stdin, Workers: workers}
}

// shownName is what a file is called in messages.
func shownName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// derived is a folder that is being written, or standard output.
type derived struct {
	c      *console
	folder string // "-" for standard output
	force  bool
	origin datasets.Origin
	ours   []string    // files of the last time, below the folder
	to     *out.Folder // nil for standard output, and before the first file
	files  []*derivedFile
}

// derivedFile is a file below the folder, or standard output.
type derivedFile struct {
	datasets.File
	write func(line []byte) error
}

// derive looks whether a folder may be written. It holds nothing, or what the
// same command has made of the same files, or --force was given.
func (c *console) derive(folder string, force bool, made *datasets.Origin) (*derived, error) {
	d := &derived{c: c, folder: folder, force: force, origin: *made}
	if folder == "" {
		return nil, misuse("for example --out part", "tell where to write with --out FOLDER")
	}
	if folder == "-" {
		return d, nil
	}
	if err := usableOut(folder, "part"); err != nil {
		return nil, err
	}
	d.folder = filepath.Clean(folder)
	if err := wholefile.SweepFolder(d.folder); err != nil {
		return nil, err
	}
	var err error
	if d.ours, err = d.before(); err != nil {
		return nil, err
	}
	for _, name := range d.ours {
		if err := d.notInput(name); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// before lists the files of the last time, which may be replaced. It refuses when
// the folder holds something else.
func (d *derived) before() ([]string, error) {
	files, err := os.ReadDir(d.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var before datasets.Origin
	data, err := os.ReadFile(filepath.Join(d.folder, datasets.OriginName))
	if err == nil && json.Unmarshal(data, &before) == nil && (d.force || sameRun(&before, &d.origin)) {
		names := []string{datasets.OriginName}
		for _, f := range before.Files {
			names = append(names, f.Name)
		}
		return names, nil
	}
	for _, f := range files {
		if !d.force && !wholefile.Ours(f.Name()) {
			return nil, misuse("choose another folder with --out, or replace what is there with --force", "%s holds %s of another run", d.folder, f.Name())
		}
	}
	return nil, nil
}

// sameRun tells whether two folders were asked for in the same way.
func sameRun(o, other *datasets.Origin) bool {
	paths := func(list []datasets.Input) (paths []string) {
		for _, i := range list {
			paths = append(paths, i.Path)
		}
		return paths
	}
	plain := func(v any) (plain any) {
		data, err := json.Marshal(v)
		if err != nil || json.Unmarshal(data, &plain) != nil {
			return nil
		}
		return plain
	}
	return o.MadeBy == other.MadeBy && slices.Equal(paths(o.Inputs), paths(other.Inputs)) && reflect.DeepEqual(plain(o.Asked), plain(other.Asked))
}

// notInput refuses to write a file that is read.
func (d *derived) notInput(name string) error {
	for _, in := range d.origin.Inputs {
		if sameFile(in.Path, filepath.Join(d.folder, filepath.FromSlash(name))) {
			return misuse("choose another folder with --out", "%s would be read and written at once", in.Path)
		}
	}
	return nil
}

// create begins a file below the folder; slashes in the name are folders.
func (d *derived) create(name string) (*derivedFile, error) {
	f := &derivedFile{File: datasets.File{Name: name}}
	if d.folder == "-" {
		f.write = func(line []byte) error {
			d.c.stdout.Write(line) // errors stick, and are told in the end
			return d.c.stdout.WriteByte('\n')
		}
		return f, nil
	}
	if err := d.notInput(name); err != nil {
		return nil, err
	}
	if at := filepath.Join(d.folder, filepath.FromSlash(name)); exists(at) && !slices.Contains(d.ours, name) {
		return nil, &wholefile.InTheWayError{Path: at}
	}
	if d.to == nil {
		var err error
		if d.to, err = out.NewFolder(d.folder, out.FolderOptions{}); err != nil {
			return nil, err
		}
	}
	to := d.to.Root()
	f.write = func(line []byte) error { return to.Line(name, line) }
	d.files = append(d.files, f)
	return f, nil
}

// line writes an entry.
func (f *derivedFile) line(line []byte) error {
	f.Entries++
	return f.write(line)
}

// flush ends the files of entries, so that they can be read where [derived.at] says.
func (d *derived) flush() error {
	if d.to == nil {
		return nil
	}
	return d.to.Flush()
}

// at is where a file is before it is committed.
func (d *derived) at(name string) string { return d.to.At(name) }

// commit puts all files in their places, with one that says where they come from,
// and removes those of the last time that are not made any more.
func (d *derived) commit() error {
	if d.folder == "-" {
		return d.c.stdout.Flush()
	}
	if err := d.flush(); err != nil {
		return err
	}
	for _, f := range d.files {
		for _, w := range d.to.Files() {
			if w.Name == f.Name {
				f.Bytes, f.SHA256 = w.Bytes, w.SHA256
			}
		}
		d.origin.Files = append(d.origin.Files, f.File)
	}
	if err := d.document(datasets.OriginName, d.origin); err != nil {
		return err
	}
	return d.to.Commit(datasets.OriginName, func() ([]string, error) {
		names, err := d.before()
		return names, meanwhile(err)
	})
}

// listed writes a small file below the folder that datasets.OriginName lists.
func (d *derived) listed(name string, v any) error {
	d.files = append(d.files, &derivedFile{File: datasets.File{Name: name}})
	return d.document(name, v)
}

// document writes a small file below the folder.
func (d *derived) document(name string, v any) error {
	data, err := jsontext.Indent(v)
	if err != nil {
		return err
	}
	return writeSmall(d.to, name, data)
}

// discard removes what was written but not committed. It does nothing after
// commit.
func (d *derived) discard() {
	if d.to != nil {
		_ = d.to.Discard() // there is another error to be told
	}
}

// derivedFailure tells what to do about the errors of packages split and subset.
func derivedFailure(err error) error {
	var (
		option     *split.Error
		unknown    *split.UnknownError
		expression *subset.Error
	)
	switch {
	case errors.As(err, &option):
		return misuse(option.Hint, "%s", err.Error())
	case errors.As(err, &unknown):
		return misuse(didYouMean(unknown.Name, unknown.Known), "%s", err.Error())
	case errors.As(err, &expression):
		return misuse(expression.Hint, "%s: %s", expression.Expression, expression.Error())
	}
	return err
}

// checkOut refuses --json where standard output carries the entries.
func checkOut(folder string, asJSON bool) error {
	if folder == "-" && asJSON {
		return misuse("write into a folder, or leave --json out", "--json and --out - both want standard output")
	}
	return nil
}

// told writes a line of a report, unless the entries go to standard output.
func (d *derived) told(format string, args ...any) {
	if d.folder != "-" {
		d.c.printf(format+"\n", args...)
	}
}
