package runfolder

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
	"switchyard/internal/intact"
	"switchyard/internal/prose"
	"switchyard/internal/wholefile"
	"switchyard/model/spend"
)

// FormatUsage names the version of the format of usage.json.
const FormatUsage = "switchyard-usage/1"

// UsageName is the file that says what a run has cost so far. It is not part of the dataset,
// because the cost differs each time the same dataset is made.
const UsageName = "usage.json"

// Usage is what usage.json holds.
type Usage struct {
	Format string      `json:"format"`
	Run    string      `json:"run"`   // identity of the run that pays
	Usage  spend.Usage `json:"usage"` // of what is recorded
	// UnderWay is what was paid for unfinished entries, by entry, when the run stopped.
	UnderWay map[string]spend.Usage `json:"under_way,omitempty"`
}

// Write saves the file in a run folder.
func (u Usage) Write(folder string) error {
	u.Format = FormatUsage
	text, err := json.MarshalIndent(u, "", "  ")
	if err != nil {
		return fmt.Errorf("usage: %w", err)
	}
	return wholefile.Write(filepath.Join(folder, UsageName), intact.Seal(append(text, '\n'), ""))
}

// Begin saves the identity of a run in its folder, before anything is paid, unless it is there.
func Begin(folder, run string) error {
	if _, err := os.Stat(filepath.Join(folder, UsageName)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return Usage{Run: run}.Write(folder)
}

// ReadUsage reads what the run in a folder has cost. It is empty if the folder has no usage.json.
func ReadUsage(folder string) (f Usage, err error) {
	name := filepath.Join(folder, UsageName)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	err = json.Unmarshal(text, &f)
	if err == nil {
		_, err = intact.CheckSeal(text, "")
	}
	if err != nil {
		return Usage{}, &DamagedError{Folder: folder, File: UsageName, What: prose.OneLine(err.Error())}
	}
	return f, nil
}

// Account tracks what a run has paid, for the ledger. That can be more than what is
// recorded with its entries, because entries are unfinished when a run stops. When the
// run continues, their answers come from the store: they are spent again, but not paid
// again. An Account is safe for concurrent use.
type Account struct {
	ledger spend.Ledger // may be nil

	mu       sync.Mutex
	underWay map[string]spend.Usage // what was paid for entries that are not recorded
	again    map[string]spend.Usage // the part of it that will be spent again
}

// NewAccount returns an account with the entries that were unfinished when the run
// stopped.
func NewAccount(ledger spend.Ledger, before map[string]spend.Usage) *Account {
	a := &Account{ledger: ledger, underWay: map[string]spend.Usage{}, again: map[string]spend.Usage{}}
	for entry, u := range before {
		a.underWay[entry], a.again[entry] = u, slices.Clone(u)
	}
	return a
}

// Open tells the ledger what was paid before. An error means that the run must not
// send any request.
func (a *Account) Open(recorded spend.Usage, first manifest.Model) error {
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

// Spend records the cost of a request for an entry. The turns of an entry follow each
// other, so those that were paid before come before any new one.
func (a *Account) Spend(entry string, who spend.Who, s spend.Spent) error {
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

// Recorded says that the cost of an entry is now recorded with it.
func (a *Account) Recorded(entry string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.underWay, entry)
	delete(a.again, entry)
}

// offset subtracts from both what they have in common.
func offset(a, b *spend.Spent) {
	for _, x := range [][2]*int{{&a.Calls, &b.Calls}, {&a.Input, &b.Input}, {&a.Cached, &b.Cached}, {&a.Output, &b.Output}} {
		n := min(*x[0], *x[1])
		*x[0], *x[1] = *x[0]-n, *x[1]-n
	}
}

// UnderWay is what was paid for entries that are not recorded. Nothing may be spent meanwhile.
func (a *Account) UnderWay() map[string]spend.Usage { return a.underWay }
