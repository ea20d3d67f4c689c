package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"switchyard/datasets/manifest"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/mission"
	"switchyard/model/spend"
	"switchyard/out"
)

// Report is what a run came to.
type Report struct {
	manifest.Accounting
	Coverage  []manifest.Coverage
	Balance   manifest.Balance
	Files     []manifest.File
	Out       string
	Resumed   int  // entries that an interrupted run had done already
	Unchanged bool // the folder held the finished run already
	Usage     spend.Usage
}

// InterruptedError says that a run was stopped before its end. What is done is
// safe; the same command goes on with the rest.
type InterruptedError struct {
	Done, Planned int
	Cause         error
}

// Error implements error.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("stopped after %d of %d entries", e.Done, e.Planned)
}

// Unwrap gives the cause, for example context.Canceled.
func (e *InterruptedError) Unwrap() error { return e.Cause }

// rejectedName and cardName are the files beside those of the formats.
const (
	rejectedName = "rejected.jsonl"
	cardName     = "README.md"
)

// Rejection is one line of rejected.jsonl.
type Rejection struct {
	Failed     bool           `json:"failed,omitempty"` // an endpoint did not answer; a later run may fare better
	ID         string         `json:"id"`
	SwitchPath []mission.Type `json:"switch_path"`
	Toolset    string         `json:"toolset"`
	Attempts   int            `json:"attempts"`
	Reason     string         `json:"reason"`
	Check      string         `json:"check,omitempty"`
	Message    string         `json:"message"`
	Mission    *int           `json:"mission,omitempty"`
	// Plans are the one that was wanted and the one that was made, where the
	// planner did not agree with the mission.
	Plans *Plans `json:"plans,omitempty"`
}

// Run makes the dataset that the configuration describes, or goes on with one
// that was interrupted. The same configuration gives the same bytes, however
// many workers there are and however often it was interrupted.
func Run(ctx context.Context, c Config) (*Report, error) {
	filter, err := c.complete()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range c.Formats {
		names = append(names, f.File())
	}
	names = append(names, rejectedName)
	if len(c.Models) > 0 {
		names = append(names, rolesName, candidatesName)
	}
	// What a run in other formats left is not to stand beside this one.
	claimed := append(slices.Clone(names), cardName)
	for _, f := range out.Formats() {
		if !slices.Contains(names, f.File()) {
			claimed = append(claimed, f.File())
		}
	}
	found, err := claim(&c, claimed)
	if err != nil {
		return nil, err
	}
	if found != nil && found.State == manifest.Finished {
		return finishedReport(&c, found)
	}
	space := newSpace(&c, filter)
	r := &runner{config: &c, space: space, producer: newProducer(&c, space), tally: newTally(space.Total(), c.Fine), seen: map[uint64]bool{}}
	m := &manifest.Manifest{Format: manifest.Format, Version: c.Version, State: manifest.Running, Config: c.runConfig(),
		Accounting: newTally(space.Total(), c.Fine).accounting}
	if err := m.Write(c.Out); err != nil {
		return nil, err
	}
	// The identity of the run stands there before anything is paid for.
	if _, err := os.Stat(filepath.Join(c.Out, UsageName)); errors.Is(err, fs.ErrNotExist) {
		if err := (usageFile{}).write(&c); err != nil {
			return nil, err
		}
	}
	if err := r.run(ctx, names); err != nil {
		return nil, err
	}
	return r.finish(m, names)
}

func finishedReport(c *Config, m *manifest.Manifest) (*Report, error) {
	for _, f := range m.Files {
		info, err := os.Stat(filepath.Join(c.Out, f.Name))
		if err != nil || info.Size() != f.Bytes {
			return nil, &DamagedError{c.Out, f.Name}
		}
	}
	j := journal{folder: c.Out}
	if err := j.remove(); err != nil { // killed between the manifest and here
		return nil, err
	}
	_, usage, err := ReadUsage(c.Out)
	if err != nil {
		return nil, err
	}
	return &Report{Accounting: m.Accounting, Coverage: m.Coverage, Balance: *m.Balance, Files: m.Files, Out: c.Out, Unchanged: true, Usage: usage}, nil
}

// runner is one run under way.
type runner struct {
	config   *Config
	space    *Space
	producer *producer
	journal  *journal
	tally    *tally
	seen     map[uint64]bool // hashes of all requests so far
	done     int             // entries recorded
	resumed  int
	end      int64 // of the native file
	first    span  // of the first entry
	sample   span  // of the first entry with three missions
}

// span is where an entry stands in the native file.
type span struct{ start, end int64 }

// unflushed is how many entries may be lost to a crash.
const unflushed = 64

// run makes the entries that are not there yet. Workers make them in any
// order; they are committed in the order of the plan.
func (r *runner) run(ctx context.Context, names []string) error {
	next, stop := iter.Pull(r.space.Items())
	defer stop()
	before, err := readUsage(r.config.Out)
	if err != nil {
		return err
	}
	r.producer.account = newAccount(r.config.Ledger, before.UnderWay)
	r.journal, err = openJournal(r.config.Out, names, func(rec record) error {
		item, ok := next()
		if !ok || item.ID != rec.ID {
			return fmt.Errorf("the journal in %s speaks of %s, which is not next in the plan", r.config.Out, rec.ID)
		}
		r.record(item, rec)
		return nil
	})
	if err != nil {
		return err
	}
	r.resumed = r.done
	r.config.Progress.Start(r.space.Total(), r.done)
	defer r.config.Progress.Finish()
	if len(r.config.Models) > 0 && r.done < r.space.Total() {
		if err := r.producer.account.open(r.tally.usage, r.config.Models[0]); err != nil {
			return r.settle(err)
		}
	}
	return r.settle(r.pipeline(ctx, next))
}

// commit records one entry.
func (r *runner) commit(made product) error {
	rec := record{ID: made.item.ID, Attempt: made.attempt, Accepted: made.entry != nil, Requests: made.requests}
	lines := append([][]byte(nil), made.lines...)
	if made.entry == nil {
		rec.Reason, rec.Failed = made.failure.Reason, made.failure.Final
		line, err := json.Marshal(rejectionOf(&made))
		if err != nil {
			return fmt.Errorf("rejection of %s: %w", made.item.ID, err)
		}
		lines = append(make([][]byte, len(r.producer.formats)), line)
	} else {
		lines = append(lines, nil)
		if made.attempt >= asPlanned {
			rec.Relations, rec.Patterns = made.item.Relations, made.item.Patterns
		}
		for _, m := range made.entry.Missions {
			if m.Reference != nil {
				rec.Ways = append(rec.Ways, string(m.Reference.Way))
			}
		}
	}
	if made.log != nil {
		side, err := sideLines(made.item.ID, made.log)
		if err != nil {
			return err
		}
		lines = append(lines, side.roles, side.candidates)
		rec.Roles, rec.Candidates, rec.Usage = side.roleCount, side.candidateCount, made.log.Spent
	}
	if err := r.journal.add(lines, &rec); err != nil {
		return err
	}
	r.record(made.item, rec)
	r.config.Progress.Add(rec.Accepted)
	if r.done%unflushed == 0 {
		return r.journal.flush()
	}
	return nil
}

// record takes note of an entry that stands in the journal.
func (r *runner) record(item Item, rec record) {
	r.done++
	if at := (span{r.end, rec.Ends[0]}); rec.Accepted {
		if r.first == (span{}) {
			r.first = at
		}
		if len(item.Types) == 3 && r.sample == (span{}) {
			r.sample = at
		}
		r.end = at.end
	}
	r.tally.add(item, rec)
	r.producer.account.recorded(item.ID)
	for _, h := range rec.Requests {
		r.seen[h] = true
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

// settle writes out what is done, whatever stopped the run.
func (r *runner) settle(err error) error {
	syncErr := r.journal.sync()
	use := usageFile{Usage: r.tally.usage, UnderWay: r.producer.account.underWay}
	if useErr := use.write(r.config); syncErr == nil {
		syncErr = useErr
	}
	if err == nil {
		err = syncErr
	}
	if closeErr := r.journal.close(); err == nil {
		err = closeErr
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &InterruptedError{Done: r.done, Planned: r.space.Total(), Cause: err}
	}
	return err
}

// finish writes the card and the manifest, and removes the journal.
func (r *runner) finish(m *manifest.Manifest, names []string) (*Report, error) {
	c := r.config
	m.State, m.Accounting, m.Coverage, m.Balance = manifest.Finished, r.tally.accounting, r.tally.coverage(c.Missions), &r.tally.balance
	for _, name := range names {
		size, sum, err := manifest.Digest(filepath.Join(c.Out, name))
		if err != nil {
			return nil, err
		}
		entries := m.Accounting.Accepted
		switch name {
		case rejectedName:
			entries = m.Accounting.Planned - m.Accounting.Accepted
		case rolesName:
			entries = r.tally.roles
		case candidatesName:
			entries = r.tally.candidates
		}
		m.Files = append(m.Files, manifest.File{Name: name, Entries: entries, Bytes: size, SHA256: sum})
	}
	sample, err := r.sampleEntry()
	if err != nil {
		return nil, err
	}
	var card bytes.Buffer
	if err := out.Card(&card, cardData(c, m, sample)); err != nil {
		return nil, fmt.Errorf("dataset card: %w", err)
	}
	if err := wholefile.Write(filepath.Join(c.Out, cardName), card.Bytes()); err != nil {
		return nil, err
	}
	if err := m.Write(c.Out); err != nil {
		return nil, err
	}
	if err := r.journal.remove(); err != nil {
		return nil, err
	}
	return &Report{Accounting: m.Accounting, Coverage: m.Coverage, Balance: *m.Balance, Files: m.Files, Out: c.Out, Resumed: r.resumed, Usage: r.tally.usage}, nil
}

// sampleEntry is the entry that the card shows: the first with three missions,
// or else the first of all.
func (r *runner) sampleEntry() (*mission.Entry, error) {
	at := r.sample
	if at == (span{}) {
		at = r.first
	}
	if at == (span{}) {
		return nil, nil
	}
	name := filepath.Join(r.config.Out, out.Native().File())
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return out.NewNativeReader(io.NewSectionReader(f, at.start, at.end-at.start), name).Read()
}

func cardData(c *Config, m *manifest.Manifest, sample *mission.Entry) out.CardData {
	d := out.CardData{Name: "switchyard dataset", License: "apache-2.0", Version: c.Version, Seed: strconv.FormatUint(c.Seed, 10),
		Planned: m.Accounting.Planned, Accepted: m.Accounting.Accepted, Rejected: m.Accounting.Rejected, Failed: m.Accounting.Failed,
		Types: m.Balance.Types, Patterns: m.Balance.Patterns, Relations: m.Balance.Relations, Ways: m.Balance.Ways, Fine: c.Fine,
		Sample: sample, Command: commandLine(c)}
	for _, ref := range m.Config.Toolsets {
		d.Toolsets = append(d.Toolsets, out.CardToolset{Name: ref.Name, SHA256: ref.SHA256, Source: ref.Source})
	}
	if m.Config.Formats != nil && d.Accepted > 0 { // the card takes the usual ones for granted
		for _, f := range c.Formats {
			d.Configs = append(d.Configs, out.CardConfig{Name: f.Name(), Splits: []out.CardSplit{{Name: "train", Paths: []string{f.File()}}}})
		}
	}
	for _, cov := range m.Coverage {
		d.Coverage = append(d.Coverage, out.CardCoverage{Missions: cov.Missions, Paths: cov.Paths, Covered: cov.Covered})
	}
	for _, f := range m.Files {
		d.Files = append(d.Files, out.CardFile{Name: f.Name, Entries: f.Entries, Bytes: f.Bytes, SHA256: f.SHA256})
	}
	return d
}

// commandLine is the command that makes the dataset again, as typed.
func commandLine(c *Config) string {
	if len(c.Command) == 0 {
		return "switchyard generate"
	}
	words := make([]string, len(c.Command))
	for i, w := range c.Command {
		words[i] = shell.Quote(w)
	}
	return strings.Join(words, " ")
}
