package runfolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"switchyard/datasets/manifest"
	"switchyard/internal/intact"
	"switchyard/internal/prose"
)

// Repair says what was wrong with a file of an interrupted run, and was mended. What was
// lost is made again, so that the run ends with the same bytes.
type Repair struct {
	File string // in the run folder
	What string
}

// String is one line for people.
func (r Repair) String() string { return r.File + ": " + r.What }

// replay reads what an interrupted run left.
type replay struct {
	*Journal
	each    func([]byte, manifest.Mark) error
	data    manifest.Follower
	length  int64          // of the part of the log that counts
	short   *intact.Change // a data file ends before a record
	lost    int            // records from there on
	repairs []Repair
}

// read reads the records, and compares the data files with them. paid says that models
// made the entries: then a damaged log is not mended.
func (r *replay) read(paid bool) error {
	end, err := r.manifest.ReadJournal(r.log, r.take)
	if err != nil {
		return err
	}
	foreign := end.Lines == 0 && end.Rest > 0 && end.Later == 0
	switch {
	case foreign && (paid || !end.Torn):
		return r.damaged(manifest.JournalName, "it is not the journal of this run")
	case paid && end.Later > 0:
		return r.damaged(manifest.JournalName, fmt.Sprintf("line %s is not as it was written", prose.Thousands(end.Lines+1)))
	}
	r.mended(end)
	return nil
}

// take takes a line of the log.
func (r *replay) take(line []byte, number int, length int64) error {
	if number == 1 {
		var head manifest.JournalHead
		if err := json.Unmarshal(line, &head); err != nil || head.Format != manifest.JournalFormat || !slices.Equal(head.Files, r.names) {
			return r.damaged(manifest.JournalName, "it is not the journal of this run")
		}
		r.length = length
		return nil
	}
	if r.short != nil {
		r.lost++
		return nil
	}
	var mark manifest.Mark
	if err := json.Unmarshal(line, &mark); err != nil {
		return r.damaged(manifest.JournalName, fmt.Sprintf("line %s is not a record", prose.Thousands(number)))
	}
	change, err := r.data.Next(&mark)
	switch {
	case err != nil:
		return err
	case change != nil && change.Cut:
		r.short, r.lost = change, 1
		return nil
	case change != nil:
		return r.damaged(change.File, change.What())
	}
	r.length = length
	return r.each(line, mark)
}

// mended says what is cut off and made again.
func (r *replay) mended(end *manifest.JournalEnd) {
	repair := func(file, format string, args ...any) {
		r.repairs = append(r.repairs, Repair{filepath.Join(r.folder, file), fmt.Sprintf(format, args...)})
	}
	if r.short != nil {
		repair(r.short.File, "%s: %s made again", r.short.What(), prose.Count(r.lost, "entry that was recorded is", "entries that were recorded are"))
	}
	switch {
	case end.Later > 0:
		repair(manifest.JournalName, "line %s is not as it was written: the entries recorded from there on are made again", prose.Thousands(end.Lines+1))
	case end.Rest > 0:
		repair(manifest.JournalName, "what follows line %s (%s) is not a whole record and is cut off", prose.Thousands(end.Lines), prose.Count(int(end.Rest), "byte", "bytes"))
	}
	if r.short != nil || end.Later > 0 {
		return // that more than the records is in the files is a consequence
	}
	for i, name := range r.names {
		if change := r.data.Change(i); change != nil {
			repair(name, "%s and is cut off", change.What())
		}
	}
}

func (r *replay) damaged(file, what string) error { return &DamagedError{r.folder, file, what} }

// Unchanged compares the files of a finished run with what was written.
func Unchanged(folder string, m *manifest.Manifest) error {
	for _, f := range m.Files {
		change, err := intact.Compare(filepath.Join(folder, f.Name), f.Sums())
		if err != nil {
			return err
		}
		if change != nil {
			return &DamagedError{folder, f.Name, change.What()}
		}
	}
	return nil
}

// readManifest reads the manifest of a run folder. One that cannot be read, though it is
// there, is a [DamagedError].
func readManifest(folder string) (*manifest.Manifest, error) {
	m, err := manifest.Read(folder)
	if broken := (*manifest.Error)(nil); errors.As(err, &broken) {
		return nil, &DamagedError{folder, manifest.Name, broken.Problem}
	}
	return m, err
}
