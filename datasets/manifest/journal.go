package manifest

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"switchyard/internal/intact"
	"switchyard/internal/jsontext"
)

// JournalName is the file of an unfinished run that records each entry that is done, after
// its data. The first line is a [JournalHead], each other one has a [Mark]. Each line is
// sealed for this run.
const JournalName = "journal.jsonl"

// JournalFormat is the format of [JournalHead].
const JournalFormat = "switchyard-journal/1"

// JournalHead is the first line of a journal.
type JournalHead struct {
	Format string   `json:"format"` // [JournalFormat]
	Files  []string `json:"files"`  // the data files, in the order of [Mark]
}

// Mark is the part of a line of a journal that says what the data files held after it.
type Mark struct {
	Ends []int64  `json:"ends"` // their lengths
	Sums []string `json:"sums"` // SHA-256 of each from its beginning to there, in base64url
}

// SealLine seals a line of the journal of the run, so that it cannot be taken for one of
// another run.
func (m *Manifest) SealLine(line []byte) []byte { return intact.Seal(line, m.salt()) }

// salt identifies the run by what decides its bytes.
func (m *Manifest) salt() string {
	c := m.Config
	c.Toolsets = slices.Clone(c.Toolsets)
	for i := range c.Toolsets {
		c.Toolsets[i].Source = "" // toolsets may move
	}
	text, _ := jsontext.Encode(c) // numbers and texts can always be written
	sum := sha256.Sum256(append(text, m.Version...))
	return hex.EncodeToString(sum[:])
}

// JournalEnd says where the part of a journal ends that is as it was written.
type JournalEnd struct {
	Lines  int   // that are as they were written
	Length int64 // of these lines
	Rest   int64 // bytes after them
	Later  int   // lines in the rest that are as they were written: what is before them is damaged
	Torn   bool  // the rest is one line that was not written to its end
}

// ReadJournal passes the lines of a journal to take, as far as they are as they were
// written. length is that of the journal up to the end of the line.
func (m *Manifest) ReadJournal(r io.Reader, take func(line []byte, number int, length int64) error) (*JournalEnd, error) {
	end, salt := &JournalEnd{}, m.salt()
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		last := err != nil // it has no newline
		good := false
		if !last {
			sealed, err := intact.CheckSeal(line[:len(line)-1], salt)
			good = sealed && err == nil
		}
		switch {
		case good && end.Rest == 0:
			end.Lines++
			end.Length += int64(len(line))
			if err := take(line, end.Lines, end.Length); err != nil {
				return nil, err
			}
		case len(line) > 0:
			end.Torn = last && end.Rest == 0
			end.Rest += int64(len(line))
			if good {
				end.Later++
			}
		}
		if last {
			return end, nil
		}
	}
}

// A Follower compares data files with the marks of a journal, one mark after the other.
type Follower struct{ files []followed }

type followed struct {
	name string
	at   int // its place in [Mark]
	size int64
	in   *bufio.Reader
	hash *intact.Hash
}

// Follow begins with a data file, which is open at its beginning. at is its place in
// [JournalHead.Files], and name is its name in errors.
func (f *Follower) Follow(file *os.File, at int, name string) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	f.files = append(f.files, followed{name, at, info.Size(), bufio.NewReaderSize(file, 1<<16), intact.NewHash()})
	return nil
}

// Hash returns the sums of the file that was begun as the i-th, up to the last mark.
func (f *Follower) Hash(i int) *intact.Hash { return f.files[i].hash }

// Change says how the file that was begun as the i-th differs from the last mark, if all
// marks before agreed: it goes on after it. It is nil if the file ends there.
func (f *Follower) Change(i int) *intact.Change {
	d := &f.files[i]
	if d.size <= d.hash.Bytes() {
		return nil
	}
	return &intact.Change{File: d.name, Lines: d.hash.Lines(), Added: d.size - d.hash.Bytes(), Journal: true}
}

// Next compares the files up to the next mark. The first file that is too short or differs
// is the result; nil if all agree. A file that is too short was not read.
func (f *Follower) Next(m *Mark) (*intact.Change, error) {
	for _, d := range f.files {
		if d.at >= len(m.Ends) || d.at >= len(m.Sums) || m.Ends[d.at] < d.hash.Bytes() {
			return nil, fmt.Errorf("%s: its journal has no place for it", d.name)
		}
		if m.Ends[d.at] > d.size {
			return &intact.Change{File: d.name, Cut: true, End: d.hash.Lines(), Journal: true}, nil
		}
	}
	for _, d := range f.files {
		before := d.hash.Lines()
		if _, err := io.CopyN(d.hash, d.in, m.Ends[d.at]-d.hash.Bytes()); err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		if m.Sums[d.at] != d.hash.SoFar() {
			return &intact.Change{File: d.name, Ranges: []intact.Range{{From: before + 1, To: max(before+1, d.hash.Lines())}}}, nil
		}
	}
	return nil, nil
}

// CheckUnfinished compares data files of an unfinished run with its journal: the named
// ones, or all. It returns how they differ; first of all, how the journal itself is damaged.
// It returns nothing about files that the journal does not list.
func (m *Manifest) CheckUnfinished(folder string, names ...string) ([]*intact.Change, error) {
	path := filepath.Join(folder, JournalName)
	log, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // not one entry was recorded
	}
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c := &checking{folder: folder, names: names}
	defer c.close()
	end, err := m.ReadJournal(log, func(line []byte, number int, _ int64) error {
		if number == 1 {
			return c.begin(line)
		}
		return c.next(line)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if end.Rest > 0 && !end.Torn {
		return []*intact.Change{{File: path, Ranges: []intact.Range{{From: end.Lines + 1, To: end.Lines + 1}}}}, nil
	}
	return c.changes(), nil
}

// checking compares data files with a journal, each by itself.
type checking struct {
	folder string
	names  []string
	files  []*os.File
	data   []*Follower
	found  []*intact.Change // of each file
}

// begin takes the first line.
func (c *checking) begin(line []byte) error {
	var head JournalHead
	if err := json.Unmarshal(line, &head); err != nil {
		return err
	}
	for at, name := range head.Files {
		if len(c.names) > 0 && !slices.Contains(c.names, name) {
			continue
		}
		path := filepath.Join(c.folder, name)
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			c.data, c.found = append(c.data, nil), append(c.found, &intact.Change{File: path, Missing: true})
			continue
		}
		if err != nil {
			return err
		}
		c.files = append(c.files, f)
		c.data, c.found = append(c.data, &Follower{}), append(c.found, nil)
		if err := c.data[len(c.data)-1].Follow(f, at, path); err != nil {
			return err
		}
	}
	return nil
}

// next takes another line.
func (c *checking) next(line []byte) error {
	var mark Mark
	if err := json.Unmarshal(line, &mark); err != nil {
		return err
	}
	for i, data := range c.data {
		if c.found[i] != nil {
			continue
		}
		var err error
		if c.found[i], err = data.Next(&mark); err != nil {
			return err
		}
	}
	return nil
}

func (c *checking) changes() (list []*intact.Change) {
	for i, change := range c.found {
		if change == nil {
			change = c.data[i].Change(0)
		}
		if change != nil {
			list = append(list, change)
		}
	}
	return list
}

func (c *checking) close() {
	for _, f := range c.files {
		_ = f.Close() // it was only read
	}
}
