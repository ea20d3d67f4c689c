package export

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/internal/input"
	"switchyard/internal/prose"
	"switchyard/out"
	"switchyard/proof"
)

// Convert writes native or MMTB files in other formats. Its errors are those of [Run],
// [*LacksError] and [*OneFileError]. Native entries are proved as by Run; MMTB lines that
// cannot be read are left out.
func Convert(ctx context.Context, c ConvertConfig) (*Report, error) {
	j, err := newJob(c.Config, Targets())
	if err != nil {
		return nil, err
	}
	j.stdin, j.file, j.to = c.Stdin, c.File, c.To
	if c.From != "" && c.From != out.MMTB().Name() && c.From != out.Native().Name() {
		return nil, &OptionError{"from", "files in the format " + quoted(c.From) + " cannot be read", "formats that can be read are native and mmtb"}
	}
	for _, path := range c.Sources {
		name, err := sourceFile(path, c.From)
		if err == nil {
			err = j.addSource(path, name)
		}
		if err != nil {
			return nil, err
		}
	}
	from := c.From
	if from == "" && len(j.files) > 0 {
		first := j.source(j.files[0])
		if from, err = first.Format(ctx); err != nil {
			return nil, err
		}
		j.first = &first
	}
	if from == out.MMTB().Name() {
		for _, x := range j.exporters {
			if lacks := x.Lacks(); lacks != "" {
				return nil, &LacksError{x.Name(), lacks}
			}
		}
		if j.Options.Thoughts {
			return nil, &OptionError{"thoughts", "an MMTB file has no thoughts", "leave it out, or export the run itself"}
		}
		j.lines = &mmtbLines{whole: len(j.exporters) > 0, ignored: map[string]int{}}
		j.read = j.lines.read
	} else {
		j.read, j.prover = datasets.DecodeEntry, proof.New()
	}
	if j.file != "" || j.to != nil {
		if err := j.freeFile(); err != nil {
			return nil, err
		}
	}
	if j.to != nil {
		scratch, err := os.MkdirTemp("", "switchyard-convert-*")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(scratch) // a rest that cannot be removed does no harm
		j.Folder = filepath.Join(scratch, "file")
	}
	return j.run(ctx)
}

// sourceFile returns the file that a path means.
func sourceFile(path, from string) (string, error) {
	if path == datasets.Stdin {
		return path, nil
	}
	if info, err := os.Stat(path); from == out.MMTB().Name() && err == nil && info.IsDir() {
		name := input.Named(filepath.Join(path, out.MMTB().File()))
		_, err := os.Stat(name)
		return name, err
	}
	return datasets.NativeFile(path)
}

// freeFile checks that the result fits into one file, and that it may be written.
func (j *job) freeFile() error {
	name := cmp.Or(j.file, datasets.Stdin)
	switch {
	case len(j.formats()) > 1:
		return &OneFileError{name, "several formats do not fit into one file"}
	case j.ShardSize > 0 || j.Zstd:
		return &OneFileError{name, "shards and compressed files need a folder"}
	}
	if j.to != nil {
		return nil
	}
	j.Folder = j.file
	target, err := os.Stat(j.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := j.notSource(j.file); err != nil {
		return err
	}
	if target.IsDir() || !j.Force {
		return &OccupiedError{Path: j.file, Replaceable: !target.IsDir(), file: true}
	}
	return nil
}

// takeOut puts the only file of an export into its place.
func (j *job) takeOut(record *Record, folder *out.Folder) error {
	// The labels of pairs are separate files, which only a folder can hold.
	record.Files = slices.DeleteFunc(record.Files, func(f out.WrittenFile) bool { return strings.HasPrefix(f.Name, out.LabelsFolder) })
	name := "nothing" // if all examples are skipped, there is no file yet
	switch len(record.Files) {
	case 0:
		if err := out.WriteFile(folder.Root(), name, nil); err != nil {
			return err
		}
		record.Files = []out.WrittenFile{{}}
	case 1:
		name = record.Files[0].Name
	default:
		return &OneFileError{cmp.Or(j.file, datasets.Stdin), prose.Join(record.Formats) + " does not fit into one file"}
	}
	if j.to == nil {
		record.Files[0].Name = filepath.Base(j.file)
		err := folder.CommitFile(name, j.Force)
		if errors.Is(err, fs.ErrExist) {
			return late(&OccupiedError{Path: j.file, Replaceable: true, file: true})
		}
		return err
	}
	f, err := os.Open(folder.At(name))
	if err != nil {
		return err
	}
	_, err = io.Copy(j.to, f)
	return errors.Join(err, f.Close())
}
