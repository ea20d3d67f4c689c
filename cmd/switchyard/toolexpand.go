package main

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"switchyard/tools/author"
	"switchyard/tools/imports"
)

// expandAtOnce is how many APIs a model writes at once. Each has up to five
// requests under way; how many are sent, the limits of the provider say.
const expandAtOnce = 16

// expand lets the model write the tools of each API of a report, in the place of
// those of templates, and adds its notes. Of tools that are told in the same
// words only the first stays.
func (c *console) expand(ctx context.Context, w *writers, report *imports.Report, n int) error {
	progress := &bar{w: c.stderr, noun: "APIs"}
	if c.live {
		showCost(w.models, progress)
		progress.Start(len(report.Sets), 0)
		defer progress.Finish()
	}
	type expanded struct {
		set   *imports.Set
		notes []author.Note
	}
	all := make([]expanded, len(report.Sets))
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(expandAtOnce)
	for i, draft := range report.Sets {
		group.Go(func() error {
			set, notes, err := w.Expand(working, draft, n)
			if err != nil {
				return fmt.Errorf("%s: %w", draft.Name, err)
			}
			all[i] = expanded{set, notes}
			if progress.bar != nil {
				progress.Add(true)
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
			report.Skipped = append(report.Skipped, imports.Note{Where: drafts[i].Source, What: "no tool of " + drafts[i].Name + " was left after the review"})
			continue
		}
		set := *e.set
		set.Tools = nil
		for _, t := range e.set.Tools {
			if other, twice := said[t.About]; twice {
				report.Notes = append(report.Notes, imports.Note{Where: drafts[i].Source + ": " + t.Name, What: "left out, for it is told in the words of " + other})
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
