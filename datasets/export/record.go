package export

import (
	"errors"
	"path/filepath"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

const (
	RecordName   = "export.json"         // the file of a [Record]
	RecordFormat = "switchyard-export/1" // its [Record.Format]
	RunFolder    = "export"              // the folder within a run folder for the export of the run
)

// Record is what the folder of an export says about itself.
type Record struct {
	Format  string           `json:"format"`  // [RecordFormat]
	Version string           `json:"version"` // of the program
	Inputs  []datasets.Input `json:"inputs"`
	Command string           `json:"command"` // the command that makes it again
	Formats []string         `json:"formats"`
	Splits  []string         `json:"splits"`
	Entries map[string]int   `json:"entries"`            // by split
	Skipped map[string]int   `json:"skipped"`            // examples, by "format: reason"
	Ignored map[string]int   `json:"ignored,omitempty"`  // MMTB lines with a key that the MMTB format does not define, by key
	Proof   *Proof           `json:"proof,omitempty"`    // nil in records of old versions
	LeftOut *LeftOut         `json:"left_out,omitempty"` // nil if all entries were written
	// Division says how the entries were divided, and names those that are in no
	// split. It is nil if there is one split.
	Division *split.Plan               `json:"division,omitempty"`
	Pairs    map[string]map[string]int `json:"pairs,omitempty"` // preference pairs, by format and kind
	Files    []out.WrittenFile         `json:"files"`
	Tokens   *Tokens                   `json:"tokens,omitempty"` // nil if no file has lines
}

// Tokens says how many tokens the files of lines have.
type Tokens struct {
	By        string         `json:"by"`        // the encoding
	Estimated bool           `json:"estimated"` // not all lines were counted
	Files     map[string]int `json:"files"`     // by "format/file", shards together
}

// Proof says how the exported entries are known to be true.
type Proof struct {
	Recorded int `json:"recorded"` // entries of unchanged files that were made from proven entries
	Proved   int `json:"proved"`   // entries that were proved while they were exported
	Unknown  int `json:"unknown"`  // lines of MMTB files, which do not say where values come from
}

// LeftOut are the entries that no format has, because they fail a proof or cannot be
// written.
type LeftOut struct {
	Entries int                `json:"entries"`
	ByCheck map[string]int     `json:"by_check"` // entries, by the first check that they fail
	First   []datasets.Problem `json:"first"`    // the first problem of each of the first five
}

// Report is what came of an export.
type Report struct {
	*Record
	Leaks *split.Leaks `json:"leaks,omitempty"` // what the splits have in common; nil if there is one split
	Gone  []string     `json:"gone,omitempty"`  // formats that only the replaced export had
	Kept  []string     `json:"kept,omitempty"`  // what else the folder holds; folders end in a slash
}

// Checks besides those of package proof.
const (
	CheckLimits = "convert.limits" // an MMTB line follows the rules of the format, but an entry cannot express it
	checkFormat = "export."        // the name of the format that cannot write the entry follows
)

// mostNamed is how many of the entries that are left out are named.
const mostNamed = 5

// Add counts an entry that is left out, with the first problem of it.
func (l *LeftOut) Add(p *datasets.Problem) {
	l.Entries++
	if l.ByCheck == nil {
		l.ByCheck = map[string]int{}
	}
	l.ByCheck[p.Check]++
	if len(l.First) < mostNamed {
		l.First = append(l.First, *p)
	}
}

// unproven says why an unproven entry is left out. The caller adds file and line.
func unproven(e *mission.Entry, p *proof.Problem) *datasets.Problem {
	made := &datasets.Problem{Check: string(p.Check), Pointer: p.Pointer, Message: datasets.InLine(p.Message)}
	if e != nil {
		made.Entry = e.ID
	}
	return made
}

// unwritable says why an entry that a format cannot write is left out; nil if the error is
// not about the entry.
func unwritable(format string, err error) *datasets.Problem {
	var broken *out.EntryError
	if !errors.As(err, &broken) {
		return nil
	}
	if rule := (*ruleError)(nil); errors.As(err, &rule) {
		return &datasets.Problem{Check: datasets.CheckMMTB, Entry: broken.Entry, Pointer: rule.Pointer, Message: datasets.InLine(rule.Message)}
	}
	return &datasets.Problem{Check: checkFormat + format, Entry: broken.Entry, Message: broken.Err.Error()}
}

// ReadRecord reads the record of the export in a folder; nil if there is none. A record
// that cannot be read is a [*datasets.RecordError].
func ReadRecord(folder string) (*Record, error) {
	return datasets.ReadRecord[Record](filepath.Join(folder, RecordName))
}

// Names lists the files of an export, and the record itself.
func (r *Record) Names() []string {
	names := []string{RecordName}
	for _, f := range r.Files {
		names = append(names, f.Name)
	}
	return names
}
