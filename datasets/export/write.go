package export

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/datasets/tokens"
	"switchyard/internal/caught"
	"switchyard/internal/intact"
	"switchyard/internal/jsontext"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

// nearElsewhere is the reason why an entry is in no split.
const nearElsewhere = "a near duplicate is in another split"

// writer writes a job into a folder and keeps the record.
type writer struct {
	*job
	plan    *split.Plan // nil if there is one split
	folder  *out.Folder
	sinks   map[string][]formatSink // by split
	checker *split.Checker
	record  *Record
	ids     map[[16]byte]position // by the start of the SHA-256 of the id

	mmtbFormat out.Checker // caches the toolsets that it has seen
}

// formatSink is the sink of one split and format.
type formatSink struct {
	format string
	out.Sink
}

// position is the place of an entry: the number of its source, and its line.
type position struct{ source, line int32 }

func newWriter(j *job, plan *split.Plan, folder *out.Folder) (*writer, error) {
	w := &writer{job: j, plan: plan, folder: folder, sinks: map[string][]formatSink{}, ids: map[[16]byte]position{}, mmtbFormat: out.MMTB(),
		record: &Record{Format: RecordFormat, Version: cmp.Or(j.Version, "devel"), Command: j.Command, Formats: j.formats(), Splits: j.splits,
			Entries: map[string]int{}, Proof: &Proof{}, Division: plan}}
	for _, name := range j.splits {
		w.record.Entries[name] = 0
		for _, x := range j.exporters {
			sink, err := x.Export(j.tally.Output(x.Name(), folder.Sub(x.Name())), name, j.Options)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", x.Name(), err)
			}
			w.sinks[name] = append(w.sinks[name], formatSink{x.Name(), sink})
		}
	}
	var err error
	w.checker, err = split.NewChecker(j.splits...)
	return w, err
}

// write writes all sources.
func (w *writer) write(ctx context.Context) (*Report, error) {
	for _, name := range w.files {
		if err := w.source(ctx, name); err != nil {
			return nil, err
		}
	}
	for _, name := range w.splits {
		for _, sink := range w.sinks[name] {
			if err := sink.Close(); err != nil {
				return nil, err
			}
		}
	}
	for _, x := range w.exporters {
		if f, ok := x.(out.Finisher); ok {
			if err := f.Finish(w.folder.Sub(x.Name()), w.splits); err != nil {
				return nil, err
			}
		}
	}
	if err := w.folder.Flush(); err != nil {
		return nil, err
	}
	report := &Report{Record: w.record}
	if w.plan != nil {
		report.Leaks = w.checker.Leaks()
		text, err := jsontext.Indent(report.Leaks)
		if err == nil {
			err = out.WriteFile(w.folder.Root(), datasets.LeaksName, text)
		}
		if err != nil {
			return nil, err
		}
	}
	r := w.record
	r.Skipped, r.Pairs, r.Files = w.folder.Skipped(), w.folder.Labels(), w.folder.Files()
	if w.lines != nil {
		r.Ignored = w.lines.ignored
	}
	if files, estimated := w.tally.Files(); len(files) > 0 {
		r.Tokens = &Tokens{By: tokens.Encoding, Estimated: estimated, Files: files}
	}
	return report, nil
}

// source writes the proven entries of one file.
func (w *writer) source(ctx context.Context, name string) error {
	prover, written, made := w.prover, &w.record.Proof.Unknown, ""
	if name != datasets.Stdin {
		standing, err := datasets.StandingOf(name)
		if err != nil {
			return err
		}
		if made = standing.Proven; standing.Changed != nil && w.Changed != nil {
			w.Changed(standing.Changed)
		}
	}
	if prover != nil {
		if written = &w.record.Proof.Proved; made != "" {
			prover, written = nil, &w.record.Proof.Recorded
		}
	}
	read := false     // some line is an entry
	var noEntry error // why the first line is not an entry, until a line is one
	input, err := datasets.Each(ctx, w.job.source(name), func(line []byte) (prepared, error) { return w.prepare(line, prover) },
		func(_ []byte, number int, p prepared) error {
			if p.unread == nil {
				noEntry, read = nil, true
			} else if noEntry == nil && !read {
				noEntry = &datasets.LineError{File: datasets.Shown(name), Line: number, Err: p.unread}
			}
			if p.leftOut != nil {
				if w.record.LeftOut == nil {
					w.record.LeftOut = &LeftOut{}
				}
				p.leftOut.File, p.leftOut.Line = datasets.Shown(name), number
				w.record.LeftOut.Add(p.leftOut)
				return nil
			}
			return w.take(&p, position{int32(len(w.record.Inputs)), int32(number)}, written)
		})
	if err == nil {
		err = noEntry
	}
	if err == nil && made != "" && input.SHA256 != made {
		err = fmt.Errorf("%s: %w", name, datasets.ErrChanged)
	}
	w.record.Inputs = append(w.record.Inputs, input)
	return err
}

// prepared is what the formats write for an entry.
type prepared struct {
	id, split string       // split is empty if the entry is in none
	look      *split.Entry // for the check for leaks; nil if there is one split
	writes    []func() error
	leftOut   *datasets.Problem // why it is not written; nil if it is
	unread    error             // why the line is not an entry; such lines are left out, too
}

// prepare decodes, proves and encodes a line, so that only writing remains to be done in
// order. It runs in many goroutines at once. It fails for lines of another format, and for
// errors that are not about an entry. There is no prover if the entries are proven already,
// or cannot be proved.
func (w *writer) prepare(line []byte, prover *proof.Prover) (p prepared, err error) {
	defer func() {
		if fault, ok := errors.AsType[*caught.Error](err); ok { // only this entry is lost
			if w.job.Fault != nil {
				w.job.Fault(fault)
			}
			p, err = prepared{leftOut: &datasets.Problem{Entry: datasets.IDOf(line), Check: "fault", Message: "a fault in switchyard, not in the entry: " + fault.Cause}}, nil
		}
	}()
	defer caught.As(&err, func() string { return datasets.IDOf(line) })
	e, err := w.proven(line, prover, &p)
	if err != nil || p.leftOut != nil {
		return p, err
	}
	p.id, p.split = e.ID, w.splits[0]
	if w.plan != nil {
		p.split, _ = w.plan.Side(e.ID)
		if p.look, err = split.Look(line); err != nil {
			return p, err
		}
	}
	if w.mmtb {
		write, err := w.mmtbLine(line, e)
		if err := p.take(out.MMTB().Name(), write, err); err != nil || p.leftOut != nil {
			return p, err
		}
	}
	for _, sink := range w.sinks[p.split] {
		write, err := sink.Prepare(e)
		if err := p.take(sink.format, write, err); err != nil || p.leftOut != nil {
			return p, err
		}
	}
	return p, nil
}

// take keeps what a format has prepared. If one format cannot write an entry because it is
// broken, all formats leave it out.
func (p *prepared) take(format string, write func() error, err error) error {
	if err == nil {
		p.writes = append(p.writes, write)
		return nil
	}
	if p.leftOut = unwritable(format, err); p.leftOut != nil {
		return nil
	}
	return err
}

// proven reads an entry and, if there is a prover, proves it.
func (w *writer) proven(line []byte, prover *proof.Prover, p *prepared) (*mission.Entry, error) {
	if prover == nil {
		e, err := w.read(line)
		if broken := (*MMTBError)(nil); errors.As(err, &broken) {
			p.leftOut, p.unread = &broken.Problem, err
			return nil, nil
		}
		return e, err
	}
	e, problems := prover.Bytes(line)
	if len(problems) == 0 {
		return e, nil
	}
	if _, err := w.read(line); err != nil {
		if datasets.FormatOf(line) != out.Native().Name() {
			return nil, err
		}
		p.unread = err
	}
	p.leftOut = unproven(e, &problems[0])
	return e, nil
}

// take writes what was prepared for the entry at a position, and counts it in written.
func (w *writer) take(p *prepared, at position, written *int) error {
	sum := sha256.Sum256([]byte(p.id))
	id := [16]byte(sum[:])
	if first, twice := w.ids[id]; twice && p.id != "" {
		return &datasets.LineError{File: datasets.Shown(w.files[at.source]), Line: int(at.line),
			Err: &DuplicateError{fmt.Errorf("the id %q is already used in %s:%d", p.id, datasets.Shown(w.files[first.source]), first.line)}}
	}
	w.ids[id] = at
	if p.split == "" {
		w.folder.Root().Skip(p.id, nearElsewhere)
		return nil
	}
	if p.look != nil {
		w.checker.Add(slices.Index(w.splits, p.split), p.look)
	}
	w.record.Entries[p.split]++
	*written++
	for _, write := range p.writes {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// Write puts the record among the files of an export.
func (r *Record) Write(folder *out.Folder) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return out.WriteFile(folder.Root(), RecordName, intact.Seal(append(text, '\n'), ""))
}
