package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

func (c *console) mergeCommand() *cobra.Command {
	var (
		folder  string
		force   bool
		rename  bool
		drop    bool
		workers int
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "merge PATH... --out FOLDER [flags]",
		Short: "Put several datasets into one",
		Long: `Put the entries of several datasets into one, in the order in which they are
given. PATH is a run folder or a file in the native format. Ids are unique
afterwards, and no two entries open with the same request: where the datasets
have some in common, nothing is written, unless --rename gives later entries new
ids ("X" becomes "X.2") and --drop-duplicates leaves later ones out.

The entries are written into FOLDER/entries.jsonl, or to standard output with
--out -. FOLDER/origin.json says which lines come from where, and what was renamed
and left out. What FOLDER holds of another run is only replaced with --force.

` + exitCodes,
		Example: `  switchyard merge a b --out both
  switchyard merge a/entries.jsonl more.jsonl --rename --drop-duplicates --out all`,
		Args: wantPaths("PATH", "switchyard merge a b --out both", 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("workers") && workers < 1 {
				return noWorkers(workers)
			}
			if err := checkOut(folder, asJSON); err != nil {
				return err
			}
			m := &merger{c: c, rename: rename, drop: drop, workers: cmp.Or(workers, runtime.GOMAXPROCS(0)), ids: map[[16]byte]lineOf{}, requests: proof.NewDataset(nil)}
			made := datasets.Origin{MadeBy: mergeBy, Version: version, Asked: map[string]any{"rename": rename, "drop_duplicates": drop}}
			for _, path := range args {
				name, err := datasets.NativeFile(path)
				if err != nil {
					return err
				}
				made.Inputs = append(made.Inputs, datasets.Input{Path: name})
			}
			d, err := c.derive(folder, force, &made)
			if err != nil {
				return err
			}
			defer d.discard()
			if err := m.run(cmd.Context(), d); err != nil {
				return err
			}
			if asJSON {
				return c.printJSON(d.origin)
			}
			m.report(d)
			return nil
		},
	}
	cmd.Flags().BoolVar(&rename, "rename", false, "give new ids to later entries whose ids are taken")
	cmd.Flags().BoolVar(&drop, "drop-duplicates", false, "leave out later entries that open with the same request")
	addOut(cmd, &folder, &force)
	cmd.Flags().IntVar(&workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was done as JSON")
	return cmd
}

// lineOf is a line of one of the inputs.
type lineOf struct{ input, line int32 }

// mergePart says which lines of the output come from an input.
type mergePart struct {
	Path    string `json:"path"`
	From    int    `json:"from"` // the first line, from 1
	To      int    `json:"to"`   // the last line; less than From when there is none
	Renamed int    `json:"renamed"`
	Dropped int    `json:"dropped"`
}

// mergeRename is an entry with another id than it had.
type mergeRename struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// mergeDrop is an entry that was left out.
type mergeDrop struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	ID   string `json:"id"`
}

// merger puts files into one. Of each entry it keeps hashes.
type merger struct {
	c            *console
	rename, drop bool
	workers      int
	ids          map[[16]byte]lineOf
	requests     *proof.Dataset // only asked about requests
	inputs       []datasets.Input
	equalIDs     int
	equal        int // requests
	first        []string
	details      mergeDetails
}

// mergeBy is what makes the folder, as [datasets.OriginName] has it.
const mergeBy = "switchyard merge"

// mergeDetails is what a merge tells of what it did.
type mergeDetails struct {
	Parts   []mergePart   `json:"parts"`
	Renamed []mergeRename `json:"renamed"`
	Dropped []mergeDrop   `json:"dropped"`
}

// mostConflicts is how many conflicts are told one by one.
const mostConflicts = 5

func (m *merger) run(ctx context.Context, d *derived) error {
	m.details.Renamed, m.details.Dropped = []mergeRename{}, []mergeDrop{}
	m.inputs = d.origin.Inputs
	file, err := d.create(out.Native().File())
	if err != nil {
		return err
	}
	for i := range d.origin.Inputs {
		name := d.origin.Inputs[i].Path
		part := mergePart{Path: name, From: file.Entries + 1}
		renamed, dropped := len(m.details.Renamed), len(m.details.Dropped)
		d.origin.Inputs[i], err = datasets.Each(ctx, m.c.source(name, m.workers), datasets.DecodeEntry, func(line []byte, number int, e *mission.Entry) error {
			line, err := m.take(line, lineOf{int32(i), int32(number)}, e)
			if err != nil || line == nil {
				return err
			}
			return file.line(line)
		})
		if err != nil {
			return err
		}
		part.To, part.Renamed, part.Dropped = file.Entries, len(m.details.Renamed)-renamed, len(m.details.Dropped)-dropped
		m.details.Parts = append(m.details.Parts, part)
	}
	if m.equalIDs+m.equal > 0 {
		return m.refuse()
	}
	if file.Entries == 0 {
		return &failure{code: exitFound, message: "there is no entry to merge", hint: "give datasets that hold entries"}
	}
	d.origin.Details = m.details
	return d.commit()
}

// take gives the line of an entry in the output; nil when it has none.
func (m *merger) take(line []byte, at lineOf, e *mission.Entry) ([]byte, error) {
	name := m.inputs[at.input].Path
	for _, p := range m.requests.Add(e) {
		if p.Check != proof.DatasetRequest {
			continue
		}
		if m.drop {
			m.details.Dropped = append(m.details.Dropped, mergeDrop{name, int(at.line), e.ID})
			return nil, nil
		}
		m.equal++
		m.conflict("%s:%d: another entry opens with the same request", name, at.line)
	}
	before, taken := m.ids[idDigest(e.ID)]
	if !taken {
		m.ids[idDigest(e.ID)] = at
		return line, nil
	}
	if !m.rename {
		m.equalIDs++
		m.conflict("%s:%d: the entry of %s:%d is called %q too", name, at.line, m.inputs[before.input].Path, before.line, e.ID)
		return nil, nil
	}
	old := e.ID
	for n := 2; taken; n++ {
		e.ID = fmt.Sprintf("%s.%d", old, n)
		_, taken = m.ids[idDigest(e.ID)]
	}
	m.ids[idDigest(e.ID)] = at
	m.details.Renamed = append(m.details.Renamed, mergeRename{name, int(at.line), old, e.ID})
	return out.Native().Encode(e)
}

func idDigest(id string) [16]byte {
	sum := sha256.Sum256([]byte(id))
	return [16]byte(sum[:16])
}

func (m *merger) conflict(format string, args ...any) {
	if len(m.first) < mostConflicts {
		m.first = append(m.first, fmt.Sprintf(format, args...))
	}
}

// refuse says what the datasets have in common.
func (m *merger) refuse() error {
	f := &failure{code: exitFound, details: m.first}
	ids, requests := count(m.equalIDs, "equal id", "equal ids"), count(m.equal, "equal request", "equal requests")
	switch {
	case m.equal == 0:
		f.message, f.hint = "there are "+ids, "--rename gives later entries new ids"
	case m.equalIDs == 0:
		f.message, f.hint = "there are "+requests, "--drop-duplicates leaves later entries out"
	default:
		f.message, f.hint = fmt.Sprintf("there are %s and %s", ids, requests), "--drop-duplicates leaves later entries out that open with the same request, --rename gives new ids to those that stay"
	}
	return f
}

// report says what was merged.
func (m *merger) report(d *derived) {
	total := 0
	for i, p := range m.details.Parts {
		kept := p.To - p.From + 1
		total += kept
		text := fmt.Sprintf("%s: %s of %s", printable(p.Path), thousands(kept), count(d.origin.Inputs[i].Entries, "entry", "entries"))
		if p.Renamed > 0 {
			text += fmt.Sprintf(", %s renamed", thousands(p.Renamed))
		}
		if p.Dropped > 0 {
			text += fmt.Sprintf(", %s left out as duplicates", thousands(p.Dropped))
		}
		d.told("%s", text)
	}
	d.told("%s merged", count(total, "entry", "entries"))
}
