package gen

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"switchyard/datasets/manifest"
	"switchyard/internal/wholefile"
	"switchyard/model/spend"
)

// FormatUsage names the version of the format of usage.json.
const FormatUsage = "switchyard-usage/1"

// usageFile is what usage.json holds.
type usageFile struct {
	Format string      `json:"format"`
	Run    string      `json:"run"`
	Usage  spend.Usage `json:"usage"` // of the entries that are recorded
	// UnderWay is what was paid for other entries when the run stopped.
	UnderWay map[string]spend.Usage `json:"under_way,omitempty"`
}

// write keeps what was spent so far in the run folder, if models take part.
func (u usageFile) write(c *Config) error {
	if len(c.Models) == 0 {
		return nil
	}
	u.Format, u.Run = FormatUsage, c.RunID
	text, err := json.MarshalIndent(u, "", "  ")
	if err != nil {
		return fmt.Errorf("usage: %w", err)
	}
	return wholefile.Write(filepath.Join(c.Out, UsageName), append(text, '\n'))
}

// ReadUsage reads what the run of a folder has cost, and the identity of that
// run. Without such a run both are empty.
func ReadUsage(folder string) (run string, u spend.Usage, err error) {
	f, err := readUsage(folder)
	return f.Run, f.Usage, err
}

func readUsage(folder string) (f usageFile, err error) {
	name := filepath.Join(folder, UsageName)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return usageFile{}, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// account keeps what a run has paid, for the ledger. That can be more than what
// is recorded with its entries: when a run stops, entries are under way. When it
// goes on, their answers come out of the store and are spent a second time, but
// not paid. It is safe for concurrent use.
type account struct {
	ledger spend.Ledger // may be nil

	mu       sync.Mutex
	underWay map[string]spend.Usage // by entry: what was paid and is not recorded
	again    map[string]spend.Usage // the part of it that is to be spent again
}

// newAccount begins an account with the entries that were under way when the run
// stopped, as far as is known.
func newAccount(ledger spend.Ledger, before map[string]spend.Usage) *account {
	a := &account{ledger: ledger, underWay: map[string]spend.Usage{}, again: map[string]spend.Usage{}}
	for entry, u := range before {
		a.underWay[entry], a.again[entry] = u, slices.Clone(u)
	}
	return a
}

// open tells the ledger what was paid before. An error means that the run must
// not ask for anything.
func (a *account) open(recorded spend.Usage, first manifest.Model) error {
	if a.ledger == nil {
		return nil
	}
	paid := slices.Clone(recorded)
	for _, u := range a.underWay {
		paid.Add(u)
	}
	a.ledger.Start(paid)
	return a.ledger.Spend(spend.Who{Role: first.Role, Model: first.Model}, spend.Spent{})
}

// spend notes a request for an entry. The turns of an entry follow each other,
// so what was paid before is spent again before anything new.
func (a *account) spend(entry string, who spend.Who, s spend.Spent) error {
	a.mu.Lock()
	for i := range a.again[entry] {
		if u := &a.again[entry][i]; u.Who == who {
			offset(&s, &u.Spent)
		}
	}
	u := a.underWay[entry]
	u.Spend(who, s)
	a.underWay[entry] = u
	a.mu.Unlock()
	if a.ledger == nil {
		return nil
	}
	return a.ledger.Spend(who, s)
}

// recorded notes that what an entry cost is recorded with it.
func (a *account) recorded(entry string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.underWay, entry)
	delete(a.again, entry)
}

// offset takes from both what they have in common: answers and tokens.
func offset(a, b *spend.Spent) {
	for _, x := range [][2]*int{{&a.Calls, &b.Calls}, {&a.Input, &b.Input}, {&a.Cached, &b.Cached}, {&a.Output, &b.Output}} {
		n := min(*x[0], *x[1])
		*x[0], *x[1] = *x[0]-n, *x[1]-n
	}
}
