package author

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"switchyard/internal/caught"
	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// Refined is a completed toolset file.
type Refined struct {
	Text  []byte
	Added []string // paths such as "tools.getPet.do"; none when nothing was missing
	Asked int      // parts that the model was asked for
	Held  int      // how many of them were accepted, at least in part
	Notes []Note   // which of the model's words were left out, and why
	Trial *Trial   // of the result; nil without [Author.Try]
}

// Refine adds to a toolset file what it does not say, in the words of the model
// or, where those are not accepted, by the rules of [toolfile.Refine]. What the
// file says stays as it is, and the model is not asked for it.
func (a *Author) Refine(ctx context.Context, file string, data []byte) (*Refined, error) {
	draft, err := toolfile.NewDraft(file, data)
	if err != nil {
		return nil, err
	}
	r := &refinement{Author: a, draft: draft}
	if r.trial, err = a.try(ctx, draft); err != nil {
		return nil, err
	}
	r.rules = r.trial
	for _, parts := range []func() ([]*proposal, error){r.things, r.words} {
		list, err := parts()
		if err != nil {
			return nil, err
		}
		if err := r.write(ctx, list); err != nil {
			return nil, err
		}
	}
	r.refined.Trial = r.trial
	r.refined.Text, r.refined.Added, err = r.draft.Refined()
	return &r.refined, err
}

// refinement is one toolset being refined.
type refinement struct {
	*Author
	draft   *toolfile.Draft // with all that holds so far
	trial   *Trial          // of the draft
	rules   *Trial          // of what the rules make of the file alone
	refined Refined
}

// proposal is a part of a toolset that a model writes.
type proposal struct {
	where string // "things", the name of a tool, "topics"
	q     *question
	wrap  func(*document.Node) *document.Node      // from an answer to a toolset with that part
	check func(*proposal, *tools.Toolset) []string // what is wrong beyond loading
	said  *document.Node                           // the last answer
	wrong []string                                 // what is still wrong with it
}

// write asks for the parts, all at once, and keeps what holds: all of them if
// they hold together, else those that do.
func (r *refinement) write(ctx context.Context, parts []*proposal) error {
	set := r.draft.Toolset().Name
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(r.AtOnce, 8))
	for _, p := range parts {
		group.Go(func() error {
			return caught.Do(func() string { return set + ": " + p.where }, func() error { return r.propose(working, p) })
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	r.refined.Asked += len(parts)
	before, held := r.draft, 0
	var notes []Note
	for _, p := range parts {
		kept, left := r.keep(p)
		held, notes = held+kept, append(notes, left...)
	}
	trial, err := r.try(ctx, r.draft)
	if err != nil {
		return err
	}
	if r.good(trial) {
		r.settled(trial, held, notes)
		return nil
	}
	r.draft = before
	for _, p := range parts {
		if err := r.alone(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// good reports whether conversations hold as well as when the rules say
// everything, and nearly all kinds of missions can still be made: which ones a
// sample meets, changes a little with every word.
func (r *refinement) good(t *Trial) bool {
	return t == nil || t.Spoilt() <= r.rules.Spoilt() && t.Accepted*10 >= r.rules.Accepted*9
}

// reasons says what is wrong with a trial.
func (t *Trial) reasons() []string {
	if len(t.Reasons) > 0 {
		return t.Reasons
	}
	return []string{fmt.Sprintf("it leaves only %d of %d kinds of entries possible", t.Entries-t.Unable, t.Entries)}
}

// settled puts down what came of parts that are in the draft now.
func (r *refinement) settled(t *Trial, held int, notes []Note) {
	r.trial = t
	r.refined.Held += held
	r.refined.Notes = append(r.refined.Notes, notes...)
}

// alone adds a part to the draft, if conversations with it hold. If not, the
// model is told why, once.
func (r *refinement) alone(ctx context.Context, p *proposal) error {
	before := r.draft
	for again := false; ; again = true {
		held, notes := r.keep(p)
		trial, err := r.try(ctx, r.draft)
		if err != nil {
			return err
		}
		if r.good(trial) {
			r.settled(trial, held, notes)
			return nil
		}
		r.draft = before
		if again {
			r.refined.Notes = append(r.refined.Notes, Note{Where: p.where, What: "left to the rules, because conversations with it failed: " + strings.Join(trial.reasons(), "; ")})
			return nil
		}
		why := fmt.Errorf("conversations with it did not hold:\n%s", strings.Join(trial.reasons(), "\n"))
		if err := p.q.object(why); err != nil {
			return err
		}
		if err := r.propose(ctx, p); err != nil {
			return err
		}
	}
}

// propose asks for a part. What no answer holds for stays as it was said last.
func (r *refinement) propose(ctx context.Context, p *proposal) error {
	err := r.ask(ctx, r.Voice, p.q, func(answer json.RawMessage) error {
		n, err := document.ParseJSON(answer, 1)
		if err != nil {
			return err
		}
		p.said = p.wrap(n)
		p.wrong = r.wrong(p)
		if len(p.wrong) > 0 {
			return errors.New(strings.Join(p.wrong, "\n"))
		}
		return nil
	})
	if refused := (*RefusedError)(nil); errors.As(err, &refused) {
		p.wrong = refused.Reasons
		return nil
	}
	return err
}

// wrong says what is wrong with a part.
func (r *refinement) wrong(p *proposal) []string {
	draft, err := r.draft.With(p.said)
	if err != nil {
		return reasonsOf(err)
	}
	return p.check(p, draft.Toolset())
}

// keep adds a part to the draft: the whole, or of one that does not load the
// pieces that do. It reports whether anything was added (0 or 1), and what was
// left out.
func (r *refinement) keep(p *proposal) (held int, notes []Note) {
	before := r.draft
	if p.said == nil {
		return 0, []Note{{Where: p.where, What: "left to the rules, because " + strings.Join(p.wrong, "; ")}}
	}
	if draft, err := r.draft.With(p.said); err == nil {
		if r.draft = draft; len(p.wrong) > 0 {
			notes = []Note{{Where: p.where, What: "kept, although " + strings.Join(p.wrong, "; "), Kept: true}}
		}
	} else {
		for _, piece := range pieces(p.said) {
			if draft, err := r.draft.With(piece.doc); err == nil {
				r.draft = draft
			} else {
				notes = append(notes, Note{Where: p.where, What: piece.path + " is left to the rules: " + strings.Join(reasonsOf(err), "; ")})
			}
		}
	}
	if r.draft != before {
		held = 1
	}
	return held, notes
}

// try makes a few entries of a draft.
func (a *Author) try(ctx context.Context, draft *toolfile.Draft) (*Trial, error) {
	if a.Try == nil {
		return nil, nil
	}
	return a.Try(ctx, draft.Toolset())
}

// reasonsOf lists what is wrong with a toolset, without the lines of a file
// that nobody sees.
func reasonsOf(err error) []string {
	var problems toolfile.Problems
	if !errors.As(err, &problems) {
		return []string{err.Error()}
	}
	var reasons []string
	for _, p := range problems {
		text := p.Message
		if p.Hint != "" {
			text += "; " + p.Hint
		}
		if !slices.Contains(reasons, text) {
			reasons = append(reasons, text)
		}
	}
	return reasons
}
