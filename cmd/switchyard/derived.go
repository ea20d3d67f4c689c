package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"switchyard/datasets/split"
	"switchyard/datasets/subset"
	"switchyard/internal/jsontext"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/schemas"
)

// What split, merge, filter and sample have in common: they read native files,
// and write folders that say in originName what they were made of.

// originName is the file of a derived folder that says where it comes from.
const originName = "origin.json"

// origin says where the files of a folder come from.
type origin struct {
	MadeBy  string         `json:"made_by"` // "switchyard filter"
	Version string         `json:"version"`
	Asked   map[string]any `json:"asked"` // by the flags
	Inputs  []originInput  `json:"inputs"`
	Files   []originFile   `json:"files"`
	Details any            `json:"details,omitempty"`
}

// originInput is a file that was read.
type originInput struct {
	Path    string `json:"path"`
	Entries int    `json:"entries"`
	SHA256  string `json:"sha256"`
}

// originFile is a file that was written.
type originFile struct {
	Name    string `json:"name"`
	Entries int    `json:"entries,omitempty"` // of files of entries
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
}

// nativeName is the file that a path means: the native file of a run folder, or
// the file itself.
func nativeName(path string, stdin bool) (string, error) {
	if path == "-" {
		if !stdin {
			return "", misuse("write it into a file first", "standard input can be read only once, and here it is needed more often")
		}
		return path, nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path, err
	}
	name := filepath.Join(path, out.Native().File())
	if !exists(name) {
		return "", noRun(path)
	}
	return name, nil
}

// eachEntry reads a native file, or standard input for "-". Several workers
// look at its lines, and take gets what they see, in order. line may be kept.
func eachEntry[T any](ctx context.Context, c *console, name string, workers int, look func(line []byte) (T, error), take func(line []byte, number int, seen T) error) (originInput, error) {
	sum := originInput{Path: name}
	r := c.stdin
	if name != "-" {
		f, err := open(name)
		if err != nil {
			return sum, err
		}
		defer f.Close()
		r = f
	}
	name = shownName(name)
	type looked struct {
		line   []byte
		number int
		seen   T
		err    error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		first  error
		digest = sha256.New()
		lines  = out.NewLines(io.TeeReader(r, digest), name)
	)
	err := inOrder(ctx, workers, func() ([]byte, int, error) {
		line, err := lines.Next()
		return line, lines.Line(), err
	}, func(line []byte, number int) looked {
		l := looked{line: line, number: number}
		if l.seen, l.err = look(line); l.err != nil {
			if whole := (*failure)(nil); errors.As(l.err, &whole) {
				return l // it is not about the line
			}
			l.err = unread(name, number, line, l.err)
		}
		return l
	}, func(l looked) {
		if first == nil {
			if first = l.err; first == nil {
				first = take(l.line, l.number, l.seen)
			}
			sum.Entries++
		}
		if first != nil {
			cancel()
		}
	})
	sum.SHA256 = hex.EncodeToString(digest.Sum(nil))
	var torn *out.TornError
	switch {
	case first != nil:
		return sum, first
	case errors.As(err, &torn):
		return sum, located(name, torn.Line, "give the command that made the file again: it repairs the line and goes on", errors.New("the last line was not written to its end"))
	}
	return sum, err
}

// unread is the failure of a line that is no entry.
func unread(name string, number int, line []byte, err error) error {
	var (
		other  foreign
		broken *brokenLine
		hint   = verifyHint(name)
	)
	switch {
	case errors.As(err, &other):
		hint = oneFormat
	case errors.As(err, &broken):
		hint = broken.hint(name)
	case formatOf(line) != out.Native().Name():
		err, hint = errors.New("this is no entry in the native format"), "give a run folder or its entries.jsonl"
	}
	return located(name, number, hint, err)
}

// verifyHint names the command that says all that is wrong with a file.
func verifyHint(name string) string {
	if name == shownName("-") {
		return "switchyard verify says all that is wrong"
	}
	return "switchyard verify " + shell.Quote(name) + " says all that is wrong"
}

// shownName is what a file is called in messages.
func shownName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// decodeEntry reads an entry without proving it.
func decodeEntry(line []byte) (*mission.Entry, error) {
	var e mission.Entry
	if err := schemas.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("not an entry: %w", err)
	}
	if e.Format != mission.FormatEntry {
		return nil, fmt.Errorf("the format is %q, not %q", e.Format, mission.FormatEntry)
	}
	return &e, nil
}

// derived is a folder that is being written, or standard output.
type derived struct {
	c      *console
	folder string // "-" for standard output
	force  bool
	origin origin
	ours   []string    // files of the last time, below the folder
	to     *out.Folder // nil for standard output, and before the first file
	files  []*derivedFile
}

// derivedFile is a file below the folder, or standard output.
type derivedFile struct {
	originFile
	write func(line []byte) error
}

// derive looks whether a folder may be written. It holds nothing, or what the
// same command has made of the same files, or --force was given.
func (c *console) derive(folder string, force bool, made *origin) (*derived, error) {
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
	var before origin
	data, err := os.ReadFile(filepath.Join(d.folder, originName))
	if err == nil && json.Unmarshal(data, &before) == nil && (d.force || before.sameRun(&d.origin)) {
		names := []string{originName}
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
func (o *origin) sameRun(other *origin) bool {
	paths := func(list []originInput) (paths []string) {
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
	f := &derivedFile{originFile: originFile{Name: name}}
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
		d.origin.Files = append(d.origin.Files, f.originFile)
	}
	if err := d.document(originName, d.origin); err != nil {
		return err
	}
	return d.to.Commit(originName, func() ([]string, error) {
		names, err := d.before()
		return names, meanwhile(err)
	})
}

// listed writes a small file below the folder that originName lists.
func (d *derived) listed(name string, v any) error {
	d.files = append(d.files, &derivedFile{originFile: originFile{Name: name}})
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
