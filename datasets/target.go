package datasets

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"switchyard/internal/intact"
	"switchyard/internal/jsontext"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

// Target says where a derived dataset is written.
type Target struct {
	// Folder is the folder to write, or [Stdin] for Stdout. It is either written
	// completely or not changed, and held while it is written. It is empty, or holds an
	// earlier result of the same command for the same files.
	Folder  string
	Stdout  io.Writer // gets the entries if Folder is Stdin
	Force   bool      // replace any other result of split, merge, filter or sample; other files stay
	Version string    // of the program, for origin.json; "devel" if empty
}

// TargetError is a folder that cannot be written.
type TargetError struct {
	Folder  string
	Problem string
	// Replaceable is set if Target.Force would replace what the folder holds.
	Replaceable bool
}

func (e *TargetError) Error() string {
	if e.Folder == "" {
		return e.Problem
	}
	return e.Folder + ": " + e.Problem
}

// CheckTarget fails with a [*TargetError] if a path is empty, a file or a broken link, so
// that it cannot become a folder.
func CheckTarget(folder string) error {
	if folder == "" {
		return &TargetError{Problem: "no folder to write into is given"}
	}
	info, err := os.Stat(folder)
	switch {
	case err == nil && !info.IsDir():
		return &TargetError{Folder: folder, Problem: "is a file, not a folder"}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if target, err := os.Readlink(folder); err == nil {
		return &TargetError{Folder: folder, Problem: fmt.Sprintf("is a link to %s, which is not there", target)}
	}
	return nil
}

// output is a target that is being written.
type output struct {
	target Target
	origin *Origin
	ours   []string    // files of the earlier result, below the folder
	to     *out.Folder // nil for standard output
	files  []*outputFile
}

// outputFile is a file below the folder, or standard output.
type outputFile struct {
	File
	hash  *intact.Hash // of the lines; nil for small files
	write func(line []byte) error
}

// newOutput begins to write the target, if it may be written.
func newOutput(t Target, madeBy string, asked map[string]any, inputs ...Input) (*output, error) {
	o := &output{target: t, origin: &Origin{MadeBy: madeBy, Version: cmp.Or(t.Version, "devel"), Asked: asked, Inputs: inputs}}
	if t.Folder == Stdin {
		return o, nil
	}
	if err := CheckTarget(t.Folder); err != nil {
		return nil, err
	}
	o.target.Folder = filepath.Clean(t.Folder)
	var err error
	if o.to, err = out.NewFolder(o.target.Folder, out.FolderOptions{}); err != nil {
		return nil, err
	}
	if err := o.look(); err != nil {
		o.discard()
		return nil, err
	}
	return o, nil
}

// look finds out what the folder holds, and refuses to write it if it may not be written.
func (o *output) look() (err error) {
	if o.ours, err = o.before(); err != nil {
		return err
	}
	for _, name := range o.ours {
		if err := o.notInput(name); err != nil {
			return err
		}
	}
	return nil
}

// before lists the files of an earlier result, which may be replaced. It refuses a folder
// with anything else.
func (o *output) before() ([]string, error) {
	before, err := ReadRecord[Origin](filepath.Join(o.target.Folder, OriginName))
	switch {
	case err != nil:
		return nil, err
	case before == nil || !strings.HasPrefix(before.MadeBy, "switchyard "):
		file, err := wholefile.Foreign(o.target.Folder)
		if err == nil && file != "" {
			err = &TargetError{Folder: o.target.Folder, Problem: "holds " + file + ", but no result of split, merge, filter or sample"}
		}
		return nil, err
	case !o.target.Force && !sameRun(before, o.origin):
		return nil, &TargetError{Folder: o.target.Folder, Problem: "holds another result of " + before.MadeBy, Replaceable: true}
	}
	names := []string{OriginName}
	for _, f := range before.Files {
		names = append(names, f.Name)
	}
	return names, nil
}

// sameRun reports whether two folders come from the same command with the same settings.
func sameRun(a, b *Origin) bool {
	plain := func(v any) (plain any) {
		data, err := json.Marshal(v)
		if err != nil || json.Unmarshal(data, &plain) != nil {
			return nil
		}
		return plain
	}
	return a.MadeBy == b.MadeBy && reflect.DeepEqual(plain(a.Asked), plain(b.Asked)) &&
		slices.EqualFunc(a.Inputs, b.Inputs, func(x, y Input) bool { return x.Path == y.Path })
}

// notInput refuses to write a file that is read.
func (o *output) notInput(name string) error {
	written, err := os.Stat(filepath.Join(o.target.Folder, filepath.FromSlash(name)))
	if err != nil {
		return nil // it does not exist
	}
	for _, in := range o.origin.Inputs {
		if read, err := os.Stat(in.Path); err == nil && os.SameFile(read, written) {
			return about(in.Path, ErrSameFile)
		}
	}
	return nil
}

// create begins a file below the folder. The name may contain folders, with slashes.
func (o *output) create(name string) (*outputFile, error) {
	f := &outputFile{File: File{Name: name}, hash: intact.NewHash()}
	if o.target.Folder == Stdin {
		f.write = func(line []byte) error {
			_, err := o.target.Stdout.Write(append(line, '\n'))
			return err
		}
		return f, nil
	}
	if err := o.notInput(name); err != nil {
		return nil, err
	}
	if at := filepath.Join(o.target.Folder, filepath.FromSlash(name)); exists(at) && !slices.Contains(o.ours, name) {
		return nil, &wholefile.InTheWayError{Path: at}
	}
	to := o.to.Root()
	f.write = func(line []byte) error { return to.Line(name, line) }
	o.files = append(o.files, f)
	return f, nil
}

// line writes an entry.
func (f *outputFile) line(line []byte) error {
	f.Entries++
	f.hash.Write(line)
	f.hash.Write([]byte{'\n'})
	return f.write(line)
}

// commit puts all files into their places, together with origin.json, and removes other
// files of the earlier result.
func (o *output) commit() error {
	if o.target.Folder == Stdin {
		return nil
	}
	if err := o.to.Flush(); err != nil {
		return err
	}
	for _, f := range o.files {
		for _, w := range o.to.Files() {
			if w.Name == f.Name {
				f.Bytes, f.SHA256 = w.Bytes, w.SHA256
			}
		}
		if f.hash != nil {
			f.Blocks = f.hash.Sums().Blocks
		}
		o.origin.Files = append(o.origin.Files, f.File)
	}
	data, err := jsontext.Indent(o.origin)
	if err == nil {
		err = out.WriteFile(o.to.Root(), OriginName, intact.Seal(data, ""))
	}
	if err != nil {
		return err
	}
	return o.to.Commit(OriginName, func() ([]string, error) {
		names, err := o.before()
		if err != nil {
			err = fmt.Errorf("%w (changed while the command ran)", err)
		}
		return names, err
	})
}

// listed writes a small file below the folder, and lists it in the origin.
func (o *output) listed(name string, v any) error {
	o.files = append(o.files, &outputFile{File: File{Name: name}})
	data, err := jsontext.Indent(v)
	if err != nil {
		return err
	}
	return out.WriteFile(o.to.Root(), name, data)
}

// discard removes what was written but not committed. It does nothing after
// commit.
func (o *output) discard() {
	if o.to != nil {
		_ = o.to.Discard() // there is another error to report
	}
}
