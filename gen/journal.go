package gen

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"switchyard/mission"
	"switchyard/model/spend"
)

// journalName is the file that records each entry that is done, with the lengths of
// the data files after it. It exists only while a run is unfinished.
const journalName = "journal.jsonl"

// record is one line of the journal: an entry that was accepted, rejected or failed.
type record struct {
	ID       string   `json:"id"`
	Attempt  int      `json:"attempt"`
	Accepted bool     `json:"accepted"`
	Reason   string   `json:"reason,omitempty"` // why not
	Ways     []string `json:"ways,omitempty"`
	Requests []uint64 `json:"requests,omitempty"`
	Failed   bool     `json:"failed,omitempty"` // not rejected: an endpoint did not answer
	// For runs with models: lines of the side files, and what the entry cost.
	Roles      int         `json:"roles,omitempty"`
	Candidates int         `json:"candidates,omitempty"`
	Usage      spend.Usage `json:"usage,omitempty"`
	// Relations and Patterns of the entry, if they differ from the plan.
	Relations []mission.Relation `json:"relations,omitempty"`
	Patterns  []mission.Pattern  `json:"patterns,omitempty"`
	Ends      []int64            `json:"ends"` // length of each data file after this entry
}

// journal writes the data files of a run and the records of what is in them. Data
// are written before their record, so no record refers to missing data.
type journal struct {
	files []*os.File // of data, in the order of record.Ends
	bufs  []*bufio.Writer
	ends  []int64
	log   *os.File
	buf   *bufio.Writer
}

// openJournal opens the data files and reads what an interrupted run left. It calls
// each with the records of entries whose data are complete, and cuts off data that
// are incomplete or were never recorded.
func openJournal(folder string, names []string, each func(record) error) (_ *journal, err error) {
	j := &journal{ends: make([]int64, len(names))}
	defer func() {
		if err != nil {
			_ = j.close() // err is the one to report
		}
	}()
	for _, name := range names {
		f, err := os.OpenFile(filepath.Join(folder, name), os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		j.files = append(j.files, f)
	}
	if j.log, err = os.OpenFile(filepath.Join(folder, journalName), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	length, err := j.replay(each)
	if err != nil {
		return nil, err
	}
	if err := truncate(j.log, length); err != nil {
		return nil, err
	}
	j.buf = bufio.NewWriterSize(j.log, 1<<16)
	for i, f := range j.files {
		if err := truncate(f, j.ends[i]); err != nil {
			return nil, err
		}
		j.bufs = append(j.bufs, bufio.NewWriterSize(f, 1<<18))
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

// replay reads the records up to the first one that is incomplete or whose data are
// missing. It returns the length of what it read.
func (j *journal) replay(each func(record) error) (int64, error) {
	sizes := make([]int64, len(j.files))
	for i, f := range j.files {
		info, err := f.Stat()
		if err != nil {
			return 0, err
		}
		sizes[i] = info.Size()
	}
	var length int64
	r := bufio.NewReaderSize(j.log, 1<<16)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return length, nil // a last line without a newline is incomplete
		}
		if err != nil {
			return 0, err
		}
		var rec record
		if json.Unmarshal(line, &rec) != nil || len(rec.Ends) != len(sizes) {
			return length, nil
		}
		for i, end := range rec.Ends {
			if end > sizes[i] || end < j.ends[i] {
				return length, nil
			}
		}
		if err := each(rec); err != nil {
			return 0, err
		}
		copy(j.ends, rec.Ends)
		length += int64(len(line))
	}
}

// add appends a line to each data file that has one, and the record.
func (j *journal) add(lines [][]byte, rec *record) error {
	for i, line := range lines {
		if line == nil {
			continue
		}
		if _, err := j.bufs[i].Write(line); err != nil {
			return err
		}
		if err := j.bufs[i].WriteByte('\n'); err != nil {
			return err
		}
		j.ends[i] += int64(len(line)) + 1
	}
	rec.Ends = slices.Clone(j.ends)
	line, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	// The record must not reach its file before the data.
	if j.buf.Available() < len(line)+1 {
		if err := j.flush(); err != nil {
			return err
		}
	}
	_, err = j.buf.Write(append(line, '\n'))
	return err
}

// flush writes the buffered data, and then the records.
func (j *journal) flush() error {
	for _, b := range append(slices.Clip(j.bufs), j.buf) {
		if err := b.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// sync flushes everything to the disk.
func (j *journal) sync() error {
	if err := j.flush(); err != nil {
		return err
	}
	for _, f := range append(slices.Clip(j.files), j.log) {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return nil
}

// close closes all files and returns the first error.
func (j *journal) close() (err error) {
	for _, f := range append(slices.Clip(j.files), j.log) {
		if f != nil { // it was not opened
			err = cmp.Or(err, f.Close())
		}
	}
	return err
}
