package runfolder

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"switchyard/datasets/manifest"
	"switchyard/internal/intact"
)

// Journal writes the data files of a run and the records of what is in them. Data
// are written before their record, so no record refers to missing data. Each record
// has the sums of the data as they were written, and a seal of its own.
type Journal struct {
	manifest *manifest.Manifest
	folder   string
	names    []string
	files    []*os.File // of data, in the order of manifest.Mark
	bufs     []*bufio.Writer
	sums     []*intact.Hash // of what the data files hold, as it was written
	mark     manifest.Mark  // of the last record
	log      *os.File
	buf      *bufio.Writer
	headed   bool // the log has its first line
}

// Opening says which data files a run writes.
type Opening struct {
	Folder   string
	Manifest *manifest.Manifest
	Names    []string
	Paid     bool         // models made the data: then a damaged log is not mended
	Repaired func(Repair) // is told what was lost
}

// OpenJournal opens the data files and reads what an interrupted run left. It calls
// each with the records whose data are complete and as they were written, and with the
// mark in it. It cuts off data that are incomplete or were never recorded, and tells
// o.Repaired. Anything else that is not as it was written is a [DamagedError], and
// nothing has changed.
func OpenJournal(o Opening, each func(record []byte, m manifest.Mark) error) (_ *Journal, err error) {
	j := &Journal{manifest: o.Manifest, folder: o.Folder, names: o.Names}
	defer func() {
		if err != nil {
			_ = j.Close() // err is the one to report
		}
	}()
	old := &replay{Journal: j, each: each}
	for i, name := range o.Names {
		f, err := os.OpenFile(filepath.Join(o.Folder, name), os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		j.files = append(j.files, f)
		if err := old.data.Follow(f, i, name); err != nil {
			return nil, err
		}
	}
	if j.log, err = os.OpenFile(filepath.Join(o.Folder, manifest.JournalName), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if err := old.read(o.Paid); err != nil {
		return nil, err
	}
	for _, r := range old.repairs {
		o.Repaired(r)
	}
	if err := truncate(j.log, old.length); err != nil {
		return nil, err
	}
	j.buf, j.headed = bufio.NewWriterSize(j.log, 1<<16), old.length > 0
	for i, f := range j.files {
		sum := old.data.Hash(i)
		if err := truncate(f, sum.Bytes()); err != nil {
			return nil, err
		}
		j.bufs, j.sums = append(j.bufs, bufio.NewWriterSize(f, 1<<18)), append(j.sums, sum)
		j.mark.Ends, j.mark.Sums = append(j.mark.Ends, sum.Bytes()), append(j.mark.Sums, sum.SoFar())
	}
	return j, nil
}

func truncate(f *os.File, length int64) error {
	if err := f.Truncate(length); err != nil {
		return err
	}
	_, err := f.Seek(length, io.SeekStart)
	return err
}

// Add appends a line to each data file that has one, and the record, which must contain
// the mark.
func (j *Journal) Add(lines [][]byte, record func(manifest.Mark) any) error {
	for i, line := range lines {
		if line == nil {
			continue
		}
		to := io.MultiWriter(j.bufs[i], j.sums[i])
		if _, err := to.Write(line); err != nil {
			return err
		}
		if _, err := to.Write([]byte("\n")); err != nil {
			return err
		}
		j.mark.Ends[i], j.mark.Sums[i] = j.sums[i].Bytes(), j.sums[i].SoFar()
	}
	rec := record(manifest.Mark{Ends: slices.Clone(j.mark.Ends), Sums: slices.Clone(j.mark.Sums)})
	if !j.headed {
		if err := j.line(manifest.JournalHead{Format: manifest.JournalFormat, Files: j.names}); err != nil {
			return err
		}
		j.headed = true
	}
	return j.line(rec)
}

// line appends a line to the log. It must not reach its file before the data.
func (j *Journal) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	text = append(j.manifest.SealLine(text), '\n')
	if j.buf.Available() < len(text) {
		if err := j.Flush(); err != nil {
			return err
		}
	}
	_, err = j.buf.Write(text)
	return err
}

// Flush writes the buffered data, and then the records.
func (j *Journal) Flush() error {
	for _, b := range append(slices.Clip(j.bufs), j.buf) {
		if err := b.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// Sync flushes everything to the disk.
func (j *Journal) Sync() error {
	if err := j.Flush(); err != nil {
		return err
	}
	for _, f := range append(slices.Clip(j.files), j.log) {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return nil
}

// Close closes all files and returns the first error.
func (j *Journal) Close() (err error) {
	for _, f := range append(slices.Clip(j.files), j.log) {
		if f != nil { // it was not opened
			err = cmp.Or(err, f.Close())
		}
	}
	return err
}

// Sums are those of data file i, as it was written.
func (j *Journal) Sums(i int) intact.Sums { return j.sums[i].Sums() }
