package gen

import (
	"sync"

	"switchyard/datasets/manifest"
	"switchyard/model/spend"
)

// account keeps what a run has paid, for the ledger. That can be more than what
// is recorded with its entries: when a run stops, entries are under way. When it
// goes on, their answers come out of the store and are spent a second time, but
// not paid. It is safe for concurrent use.
type account struct {
	ledger spend.Ledger // may be nil

	mu       sync.Mutex
	underWay map[string]spend.Usage // by entry: what was paid and is not recorded
	again    map[string]spend.Usage // of it, what is to be spent again
}

// newAccount begins an account with the entries that were under way when the run
// stopped, as far as is known.
func newAccount(ledger spend.Ledger, before map[string]spend.Usage) *account {
	a := &account{ledger: ledger, underWay: map[string]spend.Usage{}, again: map[string]spend.Usage{}}
	for entry, u := range before {
		a.underWay[entry], a.again[entry] = u, append(spend.Usage(nil), u...)
	}
	return a
}

// open tells the ledger what was paid before. Its error says that the run must
// not ask for anything.
func (a *account) open(recorded spend.Usage, first manifest.Model) error {
	if a.ledger == nil {
		return nil
	}
	var paid spend.Usage
	paid.Add(recorded)
	for _, u := range a.underWay {
		paid.Add(u)
	}
	a.ledger.Start(paid)
	return a.ledger.Spend(spend.Who{Role: first.Role, Model: first.Model}, spend.Spent{})
}

// spend takes note of a request for an entry. The turns of an entry follow each
// other, so what was paid before is spent again before anything new.
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

// recorded tells that what an entry cost stands with it.
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
