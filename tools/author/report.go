package author

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"switchyard/internal/caught"
	"switchyard/tools/imports"
)

// setsAtOnce is how many APIs are written at once. Each has up to five requests
// under way; the limits of the provider say how many are sent.
const setsAtOnce = 16

// ExpandReport lets the model write n tools for each API of a report, see
// [Author.Expand]. They replace the tools from templates, and the notes of Expand
// are added to the report. If several tools have the same description, only the
// first is kept. written is called after each API, from any goroutine; it may be
// nil.
func (a *Author) ExpandReport(ctx context.Context, report *imports.Report, n int, written func()) error {
	type expanded struct {
		set   *imports.Set
		notes []Note
	}
	all := make([]expanded, len(report.Sets))
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(setsAtOnce)
	for i, draft := range report.Sets {
		group.Go(func() (err error) {
			defer caught.As(&err, func() string { return draft.Name })
			set, notes, err := a.Expand(working, draft, n)
			if err != nil {
				return fmt.Errorf("%s: %w", draft.Name, err)
			}
			if all[i] = (expanded{set, notes}); written != nil {
				written()
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	drafts := report.Sets
	report.Sets = nil
	said := map[string]string{}
	for i, e := range all {
		for _, note := range e.notes {
			where := drafts[i].Source + ": " + drafts[i].Name
			if note.Where != drafts[i].Name {
				where += ": " + note.Where
			}
			report.Notes = append(report.Notes, imports.Note{Where: where, What: note.What})
		}
		if e.set == nil {
			report.Skipped = append(report.Skipped, imports.Notef(drafts[i].Source, "no tool of %s was left after the review", drafts[i].Name))
			continue
		}
		set := *e.set
		set.Tools = nil
		for _, t := range e.set.Tools {
			if other, twice := said[t.About]; twice {
				report.Notes = append(report.Notes, imports.Notef(drafts[i].Source+": "+t.Name, "left out: its description is that of %s", other))
				continue
			}
			said[t.About] = set.Name + ": " + t.Name
			set.Tools = append(set.Tools, t)
		}
		if len(set.Tools) > 0 {
			report.Sets = append(report.Sets, set)
		}
	}
	return nil
}
