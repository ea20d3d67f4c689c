// Package generate makes datasets of sessions: it walks every edge and every way of workflows, and
// every pair of a node and a sub-type of leaving the workflow there (the flow space), and has
// each walked way played and proved.
//
// [Run] makes a run folder, as package gen does for entries: the same configuration gives the
// same bytes, whatever the number of workers and however often it was interrupted.
package generate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"switchyard/datasets/card"
	"switchyard/datasets/manifest"
	"switchyard/flow"
	"switchyard/flow/retell"
	"switchyard/gen"
	"switchyard/gen/runfolder"
	"switchyard/internal/caught"
	"switchyard/model/spend"
	"switchyard/roles"
	"switchyard/tools"
)

// Name is the data file of a run.
const Name = "sessions.jsonl"

// Config says what a run makes.
type Config struct {
	Seed      uint64
	Workflows []*flow.Workflow
	// PerEdge is how many sessions pass each edge at least. If it is not 0, every way is walked
	// once, and edges that are passed too rarely are passed again.
	PerEdge int
	PerPair int // sessions for each pair of a node and a sub-type of leaving the workflow there
	Cross   int // sessions of several runs for each toolset
	Limit   int // the greatest number of sessions, taken evenly from the whole plan; 0 for all

	Out     string // run folder
	Force   bool   // replace whatever run the folder holds
	Workers int    // how many sessions are made at once; 0 for one per processor

	// Teller has models tell the sessions in their words; nil for those of the built-in engine.
	Teller *retell.Teller
	Models []manifest.Model // that the teller asks
	RunID  string           // distinguishes the costs of this run from those of others
	Ledger spend.Ledger     // told of each cost as it is spent; may be nil

	Version  string   // of the program; "devel" when empty
	Command  []string // as typed, for the README
	Progress Progress // may be nil
	// Repaired is told what an interrupted run had lost, before it continues; may be nil.
	Repaired func(runfolder.Repair)
	// Fault is told of each panic that cost a session: it is a fault of this program. Workers call
	// it concurrently. It may be nil.
	Fault func(error)
}

// Progress is told how a run proceeds. Its methods are called from one goroutine.
type Progress interface {
	Start(total, done int)
	Add(accepted bool)
	Finish()
}

// complete checks the configuration and fills in defaults.
func (c *Config) complete() error {
	switch {
	case len(c.Workflows) == 0:
		return errors.New("a run needs at least one workflow")
	case c.PerEdge < 0, c.PerPair < 0, c.Cross < 0, c.Limit < 0, c.Workers < 0:
		return errors.New("counts cannot be negative")
	case c.Out == "":
		return errors.New("a run needs a folder to write to")
	}
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	c.Version = cmp.Or(c.Version, "devel")
	if c.Repaired == nil {
		c.Repaired = func(runfolder.Repair) {}
	}
	if c.Fault == nil {
		c.Fault = func(error) {}
	}
	return nil
}

// toolsets lists the toolsets of the workflows.
func (c *Config) toolsets() (all []*tools.Toolset) {
	for _, w := range c.Workflows {
		if !slices.Contains(all, w.Set) {
			all = append(all, w.Set)
		}
	}
	return all
}

// identity is everything that decides the bytes of the dataset.
func (c *Config) identity() manifest.Config {
	f := &manifest.Flow{PerEdge: c.PerEdge, PerPair: c.PerPair, Cross: c.Cross}
	for _, w := range c.Workflows {
		f.Workflows = append(f.Workflows, manifest.Toolset{Name: w.Name, SHA256: w.Hash, Source: w.Source})
	}
	id := manifest.Config{Seed: c.Seed, Limit: c.Limit, Flow: f, Models: c.Models}
	for _, set := range c.toolsets() {
		id.Toolsets = append(id.Toolsets, manifest.Toolset{Name: set.Name, SHA256: set.Hash, Source: set.Source})
	}
	return id
}

// differences lists how the run in the folder and the present one differ.
func (c *Config) differences(there *manifest.Manifest) (list []string) {
	differ := func(name string, x, y any) {
		if x != y {
			list = append(list, fmt.Sprintf("%s: %v there, %v now", name, x, y))
		}
	}
	now := c.identity()
	was := there.Config.Flow
	if was == nil {
		return []string{"it holds entries, not sessions"}
	}
	differ("program", there.Version, c.Version)
	differ("seed", there.Config.Seed, now.Seed)
	differ("per edge", was.PerEdge, c.PerEdge)
	differ("per pair", was.PerPair, c.PerPair)
	differ("cross", was.Cross, c.Cross)
	differ("limit", there.Config.Limit, c.Limit)
	if !slices.Equal(there.Config.Models, now.Models) {
		list = append(list, "other models, or other settings or prompts of them")
	}
	same := func(what string, x, y []manifest.Toolset) {
		if !slices.EqualFunc(x, y, func(a, b manifest.Toolset) bool { return a.Name == b.Name }) {
			differ(what+"s", len(x), len(y))
			if len(x) == len(y) {
				list = append(list, "other "+what+"s now")
			}
			return
		}
		for i := range x {
			if x[i].SHA256 != y[i].SHA256 {
				list = append(list, fmt.Sprintf("%s %s: its bytes have changed", what, x[i].Name))
			}
		}
	}
	same("workflow", was.Workflows, now.Flow.Workflows)
	same("toolset", there.Config.Toolsets, now.Toolsets)
	return list
}

// Report is the result of a run.
type Report struct {
	manifest.Accounting
	Space     manifest.FlowSpace
	Files     []manifest.File
	Out       string
	Resumed   int  // sessions that were made before the run was interrupted
	Unchanged bool // the folder already held the finished run
	Usage     spend.Usage
}

// InterruptedError says that a run was stopped before its end. What was made is safe, and the
// same command makes the rest.
type InterruptedError struct {
	Done, Planned int
	Cause         error
}

// Error implements error.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("stopped after %d of %d sessions", e.Done, e.Planned)
}

// Unwrap returns the cause, for example context.Canceled.
func (e *InterruptedError) Unwrap() error { return e.Cause }

// Rejection is one line of rejected.jsonl: a session that was not made, and why.
type Rejection struct {
	ID       string `json:"id"`
	Workflow string `json:"workflow"`
	Attempts int    `json:"attempts"`
	Reason   string `json:"reason"`
	Check    string `json:"check,omitempty"`
	Message  string `json:"message"`
	Failed   bool   `json:"failed,omitempty"` // an endpoint did not answer, so a later run may succeed
}

// record is one line of the journal.
type record struct {
	ID       string        `json:"id"`
	Accepted bool          `json:"accepted"`
	Reason   string        `json:"reason,omitempty"`
	Runs     []covered     `json:"runs,omitempty"`
	Failed   bool          `json:"failed,omitempty"` // not rejected: an endpoint did not answer
	Counts   card.Sessions `json:"counts,omitzero"`
	// For runs with models: lines of the side files, and what the session cost.
	Roles      int         `json:"roles,omitempty"`
	Candidates int         `json:"candidates,omitempty"`
	Usage      spend.Usage `json:"usage,omitempty"`
	manifest.Mark
}

// covered is what a run of a workflow covers of the flow space.
type covered struct {
	Workflow int    `json:"workflow"`
	Edges    []int  `json:"edges,omitempty"` // that were taken
	Way      int    `json:"way"`             // that was walked without leaving it; -1 if none
	At       string `json:"at,omitempty"`    // where the user left it
	OOW      string `json:"oow,omitempty"`
}

// Run makes the dataset that the configuration describes, or continues one that was interrupted.
//
// Run does not touch a folder that holds something else: a [runfolder.DifferentError],
// [runfolder.ForeignError] or [runfolder.DamagedError] says what. When ctx ends, Run records what
// is done and returns an [InterruptedError]. A [gen.SilentError] says that an endpoint stopped
// answering. Other errors are those of models and of the ledger; after any of them, the same call
// continues the run. A [flow.TooManyError] says that a workflow has too
// many ways.
func Run(ctx context.Context, c Config) (_ *Report, err error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	plan, err := newPlan(&c)
	if err != nil {
		return nil, err
	}
	names := []string{Name, manifest.Rejected}
	side := []string{gen.RolesName, gen.CandidatesName}
	found, lock, err := runfolder.Claim(&runfolder.Wanted{Folder: c.Out, Force: c.Force, Names: slices.Concat(names, side, []string{runfolder.UsageName, card.Name}), Native: Name, Differences: c.differences})
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, lock.Release()) }()
	if found != nil && found.State == manifest.Finished {
		if err := runfolder.Unchanged(c.Out, found); err != nil {
			return nil, err
		}
		usage, err := runfolder.ReadUsage(c.Out)
		if err != nil {
			return nil, err
		}
		return &Report{Accounting: found.Accounting, Space: *found.Space, Files: found.Files, Out: c.Out, Unchanged: true, Usage: usage.Usage},
			runfolder.Remove(c.Out, manifest.JournalName)
	}
	if len(c.Models) > 0 {
		names = append(names, side...)
	}
	m := &manifest.Manifest{Format: manifest.Format, Version: c.Version, State: manifest.Running, Config: c.identity()}
	r := &runner{config: &c, plan: plan, player: newPlayer(&c, plan), tally: newTally(plan)}
	m.Accounting = r.tally.accounting
	if err := m.Write(c.Out); err != nil {
		return nil, err
	}
	if len(c.Models) > 0 { // before anything is paid
		if err := runfolder.Begin(c.Out, c.RunID); err != nil {
			return nil, err
		}
	}
	if err := r.run(ctx, m, names); err != nil {
		return nil, err
	}
	return r.finish(m, names)
}

// runner is a run under way.
type runner struct {
	config  *Config
	plan    *plan
	player  *player
	journal *runfolder.Journal
	tally   *tally
	done    int
	resumed int
}

// batch is how many sessions a worker makes before what was made is written.
const batch = 16

// run makes the missing sessions. Those of a batch are made in any order and written in the
// order of the plan.
func (r *runner) run(ctx context.Context, m *manifest.Manifest, names []string) error {
	c := r.config
	before, err := runfolder.ReadUsage(c.Out)
	if err != nil {
		return err
	}
	r.player.account = runfolder.NewAccount(c.Ledger, before.UnderWay)
	r.journal, err = runfolder.OpenJournal(runfolder.Opening{Folder: c.Out, Manifest: m, Names: names, Paid: len(c.Models) > 0, Repaired: c.Repaired}, func(line []byte, _ manifest.Mark) error {
		var rec record
		if err := json.Unmarshal(line, &rec); err != nil || r.done >= len(r.plan.items) || r.plan.items[r.done].id != rec.ID {
			return &runfolder.DamagedError{Folder: c.Out, File: manifest.JournalName, What: fmt.Sprintf("it records %q, which is not the next session of the plan", rec.ID)}
		}
		r.record(&rec)
		return nil
	})
	if err != nil {
		return err
	}
	r.resumed = r.done
	if c.Progress != nil {
		c.Progress.Start(len(r.plan.items), r.done)
		defer c.Progress.Finish()
	}
	if len(c.Models) > 0 && r.done < len(r.plan.items) {
		err = r.player.account.Open(r.tally.usage, c.Models[0])
	}
	if err == nil {
		err = r.rest(ctx)
	}
	err = cmp.Or(err, r.journal.Sync())
	if len(c.Models) > 0 {
		err = cmp.Or(err, runfolder.Usage{Run: c.RunID, Usage: r.tally.usage, UnderWay: r.player.account.UnderWay()}.Write(c.Out))
	}
	err = cmp.Or(err, r.journal.Close())
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &InterruptedError{Done: r.done, Planned: len(r.plan.items), Cause: err}
	}
	return err
}

// mostFailing is how many sessions may fail in a row before the run is stopped.
const mostFailing = 10

// rest makes batch after batch. Sessions that failed because an endpoint did not answer are held
// back until a later one shows that it answers.
func (r *runner) rest(ctx context.Context) error {
	var held []product
	for next := r.done; next < len(r.plan.items); {
		items := r.plan.items[next:min(len(r.plan.items), next+batch*r.config.Workers)]
		made := make([]product, len(items))
		whole := make([]bool, len(items))
		group, working := errgroup.WithContext(ctx)
		group.SetLimit(r.config.Workers)
		for i := range items {
			group.Go(func() (err error) {
				if err := working.Err(); err != nil {
					return err
				}
				made[i], err = r.player.make(working, &items[i])
				whole[i] = err == nil
				return err
			})
		}
		stopped := group.Wait()
		for i := range made {
			if !whole[i] {
				break // it was stopped
			}
			next++
			if held = append(held, made[i]); made[i].rejection != nil && made[i].rejection.Failed {
				if len(held) >= mostFailing {
					return &gen.SilentError{Entries: len(held), Message: made[i].rejection.Message}
				}
				continue
			}
			for k := range held {
				if err := r.commit(&held[k]); err != nil {
					return err
				}
			}
			held = nil
		}
		if err := cmp.Or(stopped, ctx.Err(), r.journal.Flush()); err != nil {
			return err
		}
	}
	for k := range held {
		if err := r.commit(&held[k]); err != nil {
			return err
		}
	}
	return nil
}

// commit writes a session, or why there is none, and records it.
func (r *runner) commit(p *product) error {
	rec := record{ID: p.item.id, Accepted: p.line != nil, Runs: p.runs, Counts: p.counts}
	lines := [][]byte{p.line, nil}
	if p.line == nil {
		line, err := json.Marshal(p.rejection)
		if err != nil {
			return fmt.Errorf("rejection of %s: %w", p.item.id, err)
		}
		rec.Reason, rec.Failed, rec.Runs, lines[1] = p.rejection.Reason, p.rejection.Failed, nil, line
	}
	if p.log != nil {
		asked, candidates, err := gen.SideLines(p.item.id, p.log)
		if err != nil {
			return err
		}
		lines = append(lines, asked, candidates)
		rec.Roles, rec.Candidates, rec.Usage = len(p.log.Asked), len(p.log.Candidates), p.log.Spent
	}
	if err := r.journal.Add(lines, func(m manifest.Mark) any { rec.Mark = m; return &rec }); err != nil {
		return err
	}
	r.record(&rec)
	if r.config.Progress != nil {
		r.config.Progress.Add(rec.Accepted)
	}
	return nil
}

// record counts a session that is in the journal.
func (r *runner) record(rec *record) {
	r.done++
	r.tally.add(rec)
	r.player.account.Recorded(rec.ID)
}

// finish writes the README and the manifest, and removes the journal.
func (r *runner) finish(m *manifest.Manifest, names []string) (*Report, error) {
	space := r.tally.space()
	m.State, m.Accounting, m.Space = manifest.Finished, r.tally.accounting, &space
	for i, name := range names {
		sums := r.journal.Sums(i)
		n := m.Accounting.Accepted
		switch name {
		case manifest.Rejected:
			n = m.Accounting.Planned - n
		case gen.RolesName:
			n = r.tally.roles
		case gen.CandidatesName:
			n = r.tally.candidates
		}
		m.Files = append(m.Files, manifest.File{Name: name, Entries: n, Bytes: sums.Bytes, SHA256: sums.SHA256, Blocks: sums.Blocks})
	}
	if err := r.writeCard(m); err != nil {
		return nil, err
	}
	if err := cmp.Or(m.Write(r.config.Out), runfolder.Remove(r.config.Out, manifest.JournalName)); err != nil {
		return nil, err
	}
	return &Report{Accounting: m.Accounting, Space: space, Files: m.Files, Out: r.config.Out, Resumed: r.resumed, Usage: r.tally.usage}, nil
}

// make makes a session. A panic costs the session. An error ends the run.
func (p *player) make(ctx context.Context, it *item) (product, error) {
	made := product{item: it, log: p.newLog(it.id)}
	err := caught.Do(func() string { return "session " + it.id }, func() error { return p.try(ctx, &made) })
	if fault, ok := errors.AsType[*caught.Error](err); ok {
		made.line, made.runs = nil, nil
		made.log.Abandon([2]int{})
		made.rejection = &Rejection{ID: it.id, Workflow: it.name(), Reason: "fault", Message: "a fault in the program: " + fault.Cause}
		p.config.Fault(fault)
		err = nil
	}
	made.played = nil // the worlds are large
	return made, err
}

// newLog returns a log for a session, or nil if no models take part.
func (p *player) newLog(id string) *roles.Log {
	if len(p.config.Models) == 0 {
		return nil
	}
	return &roles.Log{Ledger: func(who spend.Who, s spend.Spent) error { return p.account.Spend(id, who, s) }}
}

func (c *Config) file(name string) string { return filepath.Join(c.Out, name) }
