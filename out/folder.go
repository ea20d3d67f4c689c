package out

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"switchyard/internal/wholefile"
)

// packing returns how to compress when this many outputs write at once. Each output
// has about two files, and each file needs several times the window in memory: from
// 4 MB down to 0.8 MB. A large window pays, because lines of tens of kilobytes
// repeat each other.
func packing(outputs int) []zstd.EOption {
	level, window := zstd.SpeedDefault, 2<<20
	switch {
	case outputs > 48:
		level, window = zstd.SpeedFastest, 128<<10
	case outputs > 24:
		level, window = zstd.SpeedFastest, 256<<10
	case outputs > 8:
		level, window = zstd.SpeedFastest, 1<<20
	}
	// One thread, so that the bytes do not depend on the machine.
	return []zstd.EOption{zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(level), zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true)}
}

// lineBuffer is the size of the buffer of a file of lines. Hundreds may be open.
const lineBuffer = 64 << 10

// Folder is an [Output] below a folder on disk. The files appear in the folder when
// all are complete, so nobody ever sees half an export. Errors name their final
// places.
type Folder struct {
	place   *wholefile.Folder
	path    string // what errors name instead of the file; empty to name the file
	o       FolderOptions
	files   map[string]*lineFile
	written []WrittenFile
	skipped map[string]int
	labels  map[string]map[string]int
	open    int
}

// LabelsFolder is the folder of the labels (see [Output]). A file of labels has the
// same name and the same shards as the file that it describes. Labels are not in the
// folders of the formats, because some software reads every file in them.
const LabelsFolder = "labels/"

// FolderOptions say how files of lines are cut and compressed.
type FolderOptions struct {
	ShardSize int  // lines in a file; 0 means one file for all
	Zstd      bool // compress files of lines, and end their names in .zst; not for formats whose readers cannot decompress
	Outputs   int  // number of formats times number of splits. All their files are open at once, so with many, compression is set to need less memory for each
	OneFile   bool // the result is a single file instead of the folder
}

// WrittenFile is a file of an export.
type WrittenFile struct {
	Name   string `json:"name"`            // within the folder, with forward slashes
	Lines  int    `json:"lines,omitempty"` // only for files with one document a line
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// NewFolder begins an export into a folder, which may exist.
func NewFolder(path string, o FolderOptions) (*Folder, error) {
	place, err := wholefile.CreateFolder(path)
	if err != nil {
		return nil, err
	}
	f := &Folder{place: place, o: o, files: map[string]*lineFile{}, written: []WrittenFile{}, skipped: map[string]int{}, labels: map[string]map[string]int{}}
	if o.OneFile {
		f.path = filepath.Clean(path)
	}
	return f, nil
}

// At returns where a complete file can be read before [Folder.Commit]. name is as in
// [Folder.Files].
func (f *Folder) At(name string) string { return f.place.At(name) }

// told makes an error name the final place of a file.
func (f *Folder) told(err error) error {
	var at *fs.PathError
	err = f.place.Told(err)
	if f.path != "" && errors.As(err, &at) {
		return &fs.PathError{Op: at.Op, Path: f.path, Err: at.Err}
	}
	return err
}

// Sub returns the output of a folder within, such as that of one format.
func (f *Folder) Sub(name string) Output { return &subFolder{f, name + "/"} }

// Root returns the output of the folder itself.
func (f *Folder) Root() Output { return &subFolder{f, ""} }

type subFolder struct {
	*Folder
	name string
}

func (s *subFolder) Line(file string, line []byte) error { return s.line(s.name+file, line) }
func (s *subFolder) Create(file string) (io.WriteCloser, error) {
	return s.create(s.name + file)
}
func (s *subFolder) Label(file, kind string, label []byte) error {
	format := strings.TrimSuffix(s.name, "/")
	if s.labels[format] == nil {
		s.labels[format] = map[string]int{}
	}
	s.labels[format][kind]++
	return s.line(LabelsFolder+s.name+file, label)
}
func (s *subFolder) Skip(_, reason string) {
	s.skipped[cmp.Or(strings.TrimSuffix(s.name, "/"), "all formats")+": "+reason]++
}

// Labels returns the number of labels, by the folder of the format and then by kind.
func (f *Folder) Labels() map[string]map[string]int { return f.labels }

// Skipped returns the number of examples that were not written, by "format: reason".
func (f *Folder) Skipped() map[string]int { return f.skipped }

// Files lists the complete files, by name.
func (f *Folder) Files() []WrittenFile {
	slices.SortFunc(f.written, func(a, b WrittenFile) int { return strings.Compare(a.Name, b.Name) })
	return f.written
}

// lineFile is a file of lines, or the shards of one.
type lineFile struct {
	name  string
	shard int
	lines int // of this shard
	w     *bufio.Writer
	close func() error
}

func (f *Folder) line(name string, line []byte) error {
	l := f.files[name]
	if l == nil {
		l = &lineFile{name: name}
		f.files[name] = l
	}
	if l.w != nil && f.o.ShardSize > 0 && l.lines == f.o.ShardSize {
		if err := f.endShard(l); err != nil {
			return err
		}
		l.shard++
	}
	if l.w == nil {
		if err := f.beginShard(l); err != nil {
			return err
		}
	}
	l.lines++
	if _, err := l.w.Write(line); err != nil {
		return err
	}
	return l.w.WriteByte('\n')
}

func (f *Folder) beginShard(l *lineFile) error {
	name := l.name
	if f.o.ShardSize > 0 {
		extension := filepath.Ext(name)
		name = fmt.Sprintf("%s-%05d%s", strings.TrimSuffix(name, extension), l.shard, extension)
	}
	packed := f.o.Zstd && !unpacked(name)
	if packed {
		name += ".zst"
	}
	file, err := f.create(name)
	if err != nil {
		return err
	}
	var to io.WriteCloser = file
	if packed {
		if to, err = zstd.NewWriter(file, packing(f.o.Outputs)...); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	w := bufio.NewWriterSize(to, lineBuffer)
	l.w, l.lines = w, 0
	l.close = func() error {
		err := w.Flush()
		if to != io.WriteCloser(file) {
			err = cmp.Or(err, to.Close())
		}
		file.(*wholeFile).lines = l.lines
		return cmp.Or(err, file.Close())
	}
	return nil
}

// unpacked reports whether the format of a file is only read uncompressed.
func unpacked(name string) bool {
	format, _, _ := strings.Cut(strings.TrimPrefix(name, LabelsFolder), "/")
	return format == llamaFactory{}.Name() || format == llamaPreference{}.Name()
}

func (f *Folder) endShard(l *lineFile) error {
	l.w = nil
	return l.close()
}

// wholeFile counts and hashes what is written.
type wholeFile struct {
	file   *os.File // not embedded: its other methods would write without counting
	folder *Folder
	name   string
	lines  int
	bytes  int64
	sum    hash.Hash
}

func (f *Folder) create(name string) (io.WriteCloser, error) {
	path := f.place.At(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, f.told(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, f.told(err)
	}
	f.open++
	return &wholeFile{file: file, folder: f, name: name, sum: sha256.New()}, nil
}

// Write implements [io.Writer].
func (w *wholeFile) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	w.sum.Write(p[:n])
	w.bytes += int64(n)
	return n, w.folder.told(err)
}

// Close puts the file on disk.
func (w *wholeFile) Close() error {
	w.folder.open--
	w.folder.written = append(w.folder.written, WrittenFile{w.name, w.lines, w.bytes, hex.EncodeToString(w.sum.Sum(nil))})
	return w.folder.told(errors.Join(w.file.Sync(), w.file.Close()))
}

// Flush completes all files of lines, so that [Folder.Files] lists them.
func (f *Folder) Flush() error {
	for _, l := range f.files {
		if l.w != nil {
			if err := f.endShard(l); err != nil {
				return err
			}
		}
	}
	return nil
}

// Commit puts the files in their places. If the folder exists, Commit calls
// replaces, which lists the old files that may go or returns an error; other files
// stay. record names the file that says what the folder holds. It exists only while
// everything that it lists exists.
func (f *Folder) Commit(record string, replaces func() ([]string, error)) error {
	if err := f.whole(); err != nil {
		return err
	}
	return f.place.Commit(record, replaces)
}

// CommitFile puts one file in the place of the folder and discards the others.
// Without replace, it fails with [fs.ErrExist] if something exists there.
func (f *Folder) CommitFile(name string, replace bool) error {
	if err := f.whole(); err != nil {
		return err
	}
	return f.place.CommitFile(name, replace)
}

// whole completes all files of lines. It fails if another file is still open.
func (f *Folder) whole() error {
	if err := f.Flush(); err != nil {
		return err
	}
	if f.open > 0 {
		return fmt.Errorf("%d files were not closed", f.open)
	}
	return nil
}

// Discard removes what was written. It does nothing after [Folder.Commit].
func (f *Folder) Discard() error {
	for _, l := range f.files {
		if l.w != nil {
			_ = f.endShard(l) // the file is removed in any case
		}
	}
	return f.place.Discard()
}
