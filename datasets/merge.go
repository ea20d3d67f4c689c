package datasets

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"switchyard/internal/prose"
	"switchyard/mission"
	"switchyard/proof"
)

// mergeBy is what makes the folder, as [OriginName] has it.
const mergeBy = "switchyard merge"

// MergeConfig says what to put into one dataset.
type MergeConfig struct {
	Paths          []string // run folders or native files, in this order
	Target         Target
	Workers        int  // 0 means one for each processor
	Rename         bool // give new ids to later entries whose ids are taken
	DropDuplicates bool // leave out later entries that open with the same request
	// Changed is told of a file that is not as its folder says that it was written. Its
	// entries are proved then. May be nil.
	Changed func(*Change)
}

// MergeDetails is the report of a merge.
type MergeDetails struct {
	Parts   []MergePart   `json:"parts"`
	Renamed []MergeRename `json:"renamed"`
	Dropped []MergeDrop   `json:"dropped"`
}

// MergePart says which lines of the output come from an input.
type MergePart struct {
	Path    string `json:"path"`
	From    int    `json:"from"` // the first line, from 1
	To      int    `json:"to"`   // the last line; less than From if there is none
	Renamed int    `json:"renamed"`
	Dropped int    `json:"dropped"`
}

// Kept is the number of lines that come from the input.
func (p MergePart) Kept() int { return p.To - p.From + 1 }

// MergeRename is an entry that got a new id.
type MergeRename struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// MergeDrop is an entry that was left out.
type MergeDrop struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	ID   string `json:"id"`
}

// MergeReport is what [Merge] made.
type MergeReport struct {
	Origin  *Origin
	Details *MergeDetails
}

// ConflictError is returned for datasets that have something in common.
type ConflictError struct {
	IDs      int      // entries whose id is taken
	Requests int      // entries that open with the request of another one
	First    []string // the first conflicts, with their places
}

func (e *ConflictError) Error() string {
	var parts []string
	if e.IDs > 0 {
		parts = append(parts, prose.Count(e.IDs, "equal id", "equal ids"))
	}
	if e.Requests > 0 {
		parts = append(parts, prose.Count(e.Requests, "equal request", "equal requests"))
	}
	return "there are " + strings.Join(parts, " and ")
}

// Merge puts several datasets into one. If they have ids or opening requests in
// common that the configuration does not settle, nothing is written and the error
// is a [*ConflictError].
func Merge(ctx context.Context, cfg MergeConfig) (*MergeReport, error) {
	var inputs []Input
	for _, path := range cfg.Paths {
		name, err := DataFile(path)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, Input{Path: name})
	}
	o, err := newOutput(cfg.Target, mergeBy, map[string]any{"rename": cfg.Rename, "drop_duplicates": cfg.DropDuplicates}, inputs...)
	if err != nil {
		return nil, err
	}
	defer o.discard()
	to, err := sameFormat(ctx, o.origin.Inputs)
	if err != nil {
		return nil, err
	}
	file, err := o.create(to)
	if err != nil {
		return nil, err
	}
	m := &merger{cfg: cfg, inputs: o.origin.Inputs, ids: map[[16]byte]place{}, requests: proof.NewDataset(nil),
		details: &MergeDetails{Renamed: []MergeRename{}, Dropped: []MergeDrop{}}}
	for i := range m.inputs {
		if err := m.add(ctx, i, file); err != nil {
			return nil, err
		}
	}
	if m.conflict.IDs+m.conflict.Requests > 0 {
		return nil, &m.conflict
	}
	o.origin.Details = m.details
	return &MergeReport{o.origin, m.details}, o.commit()
}

// sameFormat is the name of a file of what all inputs hold. If they differ, the error is a
// [*FormatError].
func sameFormat(ctx context.Context, inputs []Input) (string, error) {
	all := ""
	for i, in := range inputs {
		name, err := (&Source{Path: in.Path}).fileOf(ctx)
		if err != nil {
			return "", err
		}
		if i > 0 && name != all {
			return "", about(in.Path, &FormatError{Is: formatOfFile(name), Want: formatOfFile(all)})
		}
		all = name
	}
	return all, nil
}

// place is a line of one of the inputs.
type place struct{ input, line int32 }

// merger puts files into one. It keeps only hashes of each entry.
type merger struct {
	cfg      MergeConfig
	inputs   []Input
	ids      map[[16]byte]place
	requests *proof.Dataset // used only for requests
	conflict ConflictError
	details  *MergeDetails
}

// mostConflicts is how many conflicts are listed.
const mostConflicts = 5

// add adds an input.
func (m *merger) add(ctx context.Context, i int, file *outputFile) error {
	d, name := m.details, m.inputs[i].Path
	part := MergePart{Path: name, From: file.Entries + 1}
	renamed, dropped := len(d.Renamed), len(d.Dropped)
	source := Source{Path: name, Workers: m.cfg.Workers}
	if err := source.Check(m.cfg.Changed); err != nil {
		return err
	}
	read, err := Each(ctx, source, DecodeEntry, func(line []byte, number int, e *mission.Entry) error {
		line, err := m.take(line, place{int32(i), int32(number)}, e)
		if err != nil || line == nil {
			return err
		}
		return file.line(line)
	})
	m.inputs[i] = read
	part.To, part.Renamed, part.Dropped = file.Entries, len(d.Renamed)-renamed, len(d.Dropped)-dropped
	d.Parts = append(d.Parts, part)
	return err
}

// take returns the line of an entry in the output; nil if it has none.
func (m *merger) take(line []byte, at place, e *mission.Entry) ([]byte, error) {
	name := m.inputs[at.input].Path
	for _, p := range m.requests.Add(e) {
		if p.Check != proof.DatasetRequest {
			continue
		}
		if m.cfg.DropDuplicates {
			m.details.Dropped = append(m.details.Dropped, MergeDrop{name, int(at.line), e.ID})
			return nil, nil
		}
		m.conflict.Requests++
		m.note("%s:%d: another entry opens with the same request", name, at.line)
	}
	before, taken := m.ids[idHash(e.ID)]
	if taken && !m.cfg.Rename {
		m.conflict.IDs++
		m.note("%s:%d: the id %q is already used in %s:%d", name, at.line, e.ID, m.inputs[before.input].Path, before.line)
		return nil, nil
	}
	old := e.ID
	for n := 2; taken; n++ {
		e.ID = fmt.Sprintf("%s.%d", old, n)
		_, taken = m.ids[idHash(e.ID)]
	}
	m.ids[idHash(e.ID)] = at
	if e.ID == old {
		return line, nil
	}
	m.details.Renamed = append(m.details.Renamed, MergeRename{name, int(at.line), old, e.ID})
	return renamed(line, e)
}

func idHash(id string) [16]byte {
	sum := sha256.Sum256([]byte(id))
	return [16]byte(sum[:16])
}

func (m *merger) note(format string, args ...any) {
	if len(m.conflict.First) < mostConflicts {
		m.conflict.First = append(m.conflict.First, fmt.Sprintf(format, args...))
	}
}
