package gen

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"switchyard/datasets/card"
	"switchyard/datasets/manifest"
	"switchyard/gen/runfolder"
	"switchyard/mission"
	"switchyard/model/spend"
	"switchyard/out"
)

// Report is the result of a run.
type Report struct {
	manifest.Accounting
	Coverage  []manifest.Coverage
	Balance   manifest.Balance
	Files     []manifest.File
	Out       string
	Resumed   int  // entries that were made before the run was interrupted
	Unchanged bool // the folder already held the finished run
	Usage     spend.Usage
}

// InterruptedError says that a run was stopped before its end. The entries that
// were made are safe, and the same command makes the rest.
type InterruptedError struct {
	Done, Planned int
	Cause         error
}

// Error implements error.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("stopped after %d of %d entries", e.Done, e.Planned)
}

// Unwrap returns the cause, for example context.Canceled.
func (e *InterruptedError) Unwrap() error { return e.Cause }

// Rejection is one line of rejected.jsonl: an entry that was not made, and why.
type Rejection struct {
	Failed     bool           `json:"failed,omitempty"` // an endpoint did not answer, so a later run may succeed
	ID         string         `json:"id"`
	SwitchPath []mission.Type `json:"switch_path"`
	Toolset    string         `json:"toolset"`
	Attempts   int            `json:"attempts"`
	Reason     string         `json:"reason"`
	Check      string         `json:"check,omitempty"`
	Message    string         `json:"message"`
	Mission    *int           `json:"mission,omitempty"`
	// Plans are the plan that was wanted and the plan that was made, when the planner
	// did not agree with the mission.
	Plans *Plans `json:"plans,omitempty"`
}

// Run makes the dataset that the configuration describes, or continues one that
// was interrupted. The same configuration gives the same bytes, whatever the number
// of workers and however often it was interrupted.
//
// Run does not touch a folder that holds something else: a
// [runfolder.DifferentError], [runfolder.ForeignError] or [runfolder.DamagedError] says what. Until Run returns, no other writer gets
// into the folder; if one is there already, the error is a [wholefile.BusyError]. When
// ctx ends, Run records what is done and returns an [InterruptedError]. A [SilentError]
// says that an endpoint stopped answering. Other errors are those of players and of the ledger. After any
// of these errors, the same call continues the run.
func Run(ctx context.Context, c Config) (_ *Report, err error) {
	filter, err := c.complete()
	if err != nil {
		return nil, err
	}
	space, err := newSpace(ctx, &c, filter)
	if err != nil {
		return nil, err
	}
	names := append(formatFiles(c.Formats), manifest.Rejected)
	if len(c.Models) > 0 {
		names = append(names, RolesName, CandidatesName)
	}
	// Files of a run in other formats must not stay in the folder.
	found, lock, err := runfolder.Claim(&runfolder.Wanted{
		Folder: c.Out, Force: c.Force, Names: slices.Concat(names, []string{runfolder.UsageName, card.Name}, formatFiles(out.Formats())),
		Native: out.Native().File(), Differences: c.differences,
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, lock.Release()) }()
	if found != nil && found.State == manifest.Finished {
		return finishedReport(&c, found)
	}
	r := &runner{config: &c, space: space, producer: newProducer(&c, space), tally: newTally(space.total, c.Fine), seen: map[uint64]struct{}{}}
	m := &manifest.Manifest{Format: manifest.Format, Version: c.Version, State: manifest.Running, Config: c.identity(), Accounting: r.tally.accounting}
	if err := m.Write(c.Out); err != nil {
		return nil, err
	}
	// The identity of the run is written before anything is paid.
	if len(c.Models) > 0 {
		if err := runfolder.Begin(c.Out, c.RunID); err != nil {
			return nil, err
		}
	}
	if err := r.run(ctx, m, names); err != nil {
		return nil, err
	}
	return r.finish(m, names)
}

func formatFiles(formats []out.Format) []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.File())
	}
	return names
}

func finishedReport(c *Config, m *manifest.Manifest) (*Report, error) {
	if err := runfolder.Unchanged(c.Out, m); err != nil {
		return nil, err
	}
	if err := runfolder.Remove(c.Out, manifest.JournalName); err != nil { // the run was killed after it wrote the manifest
		return nil, err
	}
	usage, err := runfolder.ReadUsage(c.Out)
	if err != nil {
		return nil, err
	}
	report := reportOf(c, m, usage.Usage)
	report.Unchanged = true
	return report, nil
}

func reportOf(c *Config, m *manifest.Manifest, usage spend.Usage) *Report {
	return &Report{Accounting: m.Accounting, Coverage: m.Coverage, Balance: *m.Balance, Files: m.Files, Out: c.Out, Usage: usage}
}

// runner is a run under way.
type runner struct {
	config   *Config
	space    *space
	producer *producer
	journal  *runfolder.Journal
	tally    *tally
	seen     map[uint64]struct{} // hashes of all requests so far
	done     int                 // entries recorded
	resumed  int
	end      int64 // of the native file
	first    span  // of the first entry
	sample   span  // of the first entry with three missions
}

// span is the place of an entry in the native file.
type span struct{ start, end int64 }

// unflushed is how many entries a crash can lose.
const unflushed = 64

// run makes the missing entries. Workers make them in any order, and they are
// committed in the order of the plan.
func (r *runner) run(ctx context.Context, m *manifest.Manifest, names []string) error {
	next, stop := iter.Pull(r.space.entries())
	defer stop()
	before, err := runfolder.ReadUsage(r.config.Out)
	if err != nil {
		return err
	}
	r.producer.account = runfolder.NewAccount(r.config.Ledger, before.UnderWay)
	opening := runfolder.Opening{Folder: r.config.Out, Manifest: m, Names: names, Paid: len(r.config.Models) > 0, Repaired: r.config.Repaired}
	r.journal, err = runfolder.OpenJournal(opening, func(line []byte, _ manifest.Mark) error {
		var rec record
		if err := json.Unmarshal(line, &rec); err != nil {
			return &runfolder.DamagedError{Folder: r.config.Out, File: manifest.JournalName, What: "it holds what is no record"}
		}
		e, ok := next()
		if !ok || e.ID != rec.ID {
			return &runfolder.DamagedError{Folder: r.config.Out, File: manifest.JournalName, What: fmt.Sprintf("it records %s, which is not the next entry of the plan", rec.ID)}
		}
		r.record(e, rec)
		return nil
	})
	if err != nil {
		return err
	}
	r.resumed = r.done
	r.config.Progress.Start(r.space.total, r.done)
	defer r.config.Progress.Finish()
	if len(r.config.Models) > 0 && r.done < r.space.total {
		if err := r.producer.account.Open(r.tally.usage, r.config.Models[0]); err != nil {
			return r.settle(err)
		}
	}
	return r.settle(r.pipeline(ctx, next))
}

// commit writes one entry and records it.
func (r *runner) commit(made product) error {
	rec := record{ID: made.item.ID, Attempt: made.attempt, Accepted: made.entry != nil, Requests: made.requests}
	lines := append(slices.Clone(made.lines), nil) // the last one is for rejected.jsonl
	if made.entry == nil {
		rec.Reason, rec.Failed = made.failure.Reason, made.failure.Final
		line, err := json.Marshal(rejectionOf(&made))
		if err != nil {
			return fmt.Errorf("rejection of %s: %w", made.item.ID, err)
		}
		lines = append(make([][]byte, len(r.producer.formats)), line)
	} else {
		if !slices.Equal(made.item.Relations, made.planned.Relations) || !slices.Equal(made.item.Patterns, made.planned.Patterns) {
			rec.Relations, rec.Patterns = made.item.Relations, made.item.Patterns
		}
		for _, m := range made.entry.Missions {
			if m.Reference != nil {
				rec.Ways = append(rec.Ways, string(m.Reference.Way))
			}
		}
	}
	if made.log != nil {
		asked, candidates, err := SideLines(made.item.ID, made.log)
		if err != nil {
			return err
		}
		lines = append(lines, asked, candidates)
		rec.Roles, rec.Candidates, rec.Usage = len(made.log.Asked), len(made.log.Candidates), made.log.Spent
	}
	if err := r.journal.Add(lines, func(m manifest.Mark) any { rec.Mark = m; return &rec }); err != nil {
		return err
	}
	r.record(made.item, rec)
	r.config.Progress.Add(rec.Accepted)
	if r.done%unflushed == 0 {
		return r.journal.Flush()
	}
	return nil
}

// record counts an entry that is in the journal.
func (r *runner) record(e entryPlan, rec record) {
	r.done++
	if at := (span{r.end, rec.Ends[0]}); rec.Accepted {
		if r.first == (span{}) {
			r.first = at
		}
		if len(e.Types) == 3 && r.sample == (span{}) {
			r.sample = at
		}
		r.end = at.end
	}
	r.tally.add(e, rec)
	r.producer.account.Recorded(e.ID)
	for _, h := range rec.Requests {
		r.seen[h] = struct{}{}
	}
}

// rejectionOf says why an entry was not made.
func rejectionOf(made *product) Rejection {
	f := made.failure
	rej := Rejection{ID: made.item.ID, SwitchPath: made.item.Types, Toolset: made.toolset, Attempts: made.attempt + 1,
		Reason: f.Reason, Check: f.Check, Message: f.Message, Failed: f.Final, Plans: f.Plans}
	if f.Mission >= 0 {
		rej.Mission = &f.Mission
	}
	return rej
}

// settle saves what is done, whatever stopped the run.
func (r *runner) settle(err error) error {
	err = cmp.Or(err, r.journal.Sync())
	if len(r.config.Models) > 0 {
		use := runfolder.Usage{Run: r.config.RunID, Usage: r.tally.usage, UnderWay: r.producer.account.UnderWay()}
		err = cmp.Or(err, use.Write(r.config.Out))
	}
	err = cmp.Or(err, r.journal.Close())
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &InterruptedError{Done: r.done, Planned: r.space.total, Cause: err}
	}
	return err
}

// finish writes the card and the manifest, and removes the journal.
func (r *runner) finish(m *manifest.Manifest, names []string) (*Report, error) {
	c := r.config
	m.State, m.Accounting, m.Coverage, m.Balance = manifest.Finished, r.tally.accounting, r.tally.coverage(c.Missions), &r.tally.balance
	for i, name := range names {
		sums := r.journal.Sums(i) // as the file was written, not as it is found
		entries := m.Accounting.Accepted
		switch name {
		case manifest.Rejected:
			entries = m.Accounting.Planned - m.Accounting.Accepted
		case RolesName:
			entries = r.tally.roles
		case CandidatesName:
			entries = r.tally.candidates
		}
		m.Files = append(m.Files, manifest.File{Name: name, Entries: entries, Bytes: sums.Bytes, SHA256: sums.SHA256, Blocks: sums.Blocks})
	}
	if err := r.writeCard(m); err != nil {
		return nil, err
	}
	if err := m.Write(c.Out); err != nil {
		return nil, err
	}
	if err := runfolder.Remove(c.Out, manifest.JournalName); err != nil {
		return nil, err
	}
	report := reportOf(c, m, r.tally.usage)
	report.Resumed = r.resumed
	return report, nil
}
