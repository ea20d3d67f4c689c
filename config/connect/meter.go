package connect

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"switchyard/config"
	"switchyard/model/spend"
)

// Meter adds up the cost of models during a run and ends it when the budget is
// used up. It implements [spend.Ledger] and is safe for concurrent use.
type Meter struct {
	// Changed, if not nil, is called with the new account, at most five times a
	// second. Set it before anything is spent.
	Changed func(Account)

	prices *config.Prices
	budget *config.Budget

	mu    sync.Mutex
	spent spend.Usage
	told  time.Time // when Changed was called last
}

// Account is the cost so far.
type Account struct {
	Spent    spend.Spent
	Cost     float64
	Currency string // of the prices; empty when there are none
	Known    bool   // every model that was paid for has a price
}

// NewMeter makes a meter with the prices and the budget of a configuration.
func NewMeter(cfg *config.Config) *Meter { return &Meter{prices: cfg.Prices, budget: cfg.Budget} }

// Start implements [spend.Ledger].
func (m *Meter) Start(before spend.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent = slices.Clone(before)
}

// Spend implements [spend.Ledger]. The error is a [BudgetError].
func (m *Meter) Spend(who spend.Who, s spend.Spent) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent.Spend(who, s)
	if m.Changed != nil && time.Since(m.told) > 200*time.Millisecond {
		m.told = time.Now()
		m.Changed(m.account())
	}
	if m.budget == nil {
		return nil
	}
	if a := m.account(); a.Cost >= m.budget.Amount {
		return &BudgetError{m.budget, a.Cost}
	}
	return nil
}

// Usage is the cost so far by role and model.
func (m *Meter) Usage() spend.Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.spent)
}

// Account is the total cost so far.
func (m *Meter) Account() Account {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.account()
}

func (m *Meter) account() Account {
	a := Account{Spent: m.spent.Sum(), Known: true}
	if m.prices != nil {
		a.Currency = m.prices.Currency
	}
	for _, use := range m.spent {
		cost, known := CostOf(m.prices, use)
		a.Cost += cost
		a.Known = a.Known && known
	}
	return a
}

// CostOf is the cost of a use. Without a price it is unknown, unless nothing was
// paid.
func CostOf(prices *config.Prices, use spend.Use) (cost float64, known bool) {
	if use.Input == 0 && use.Output == 0 {
		return 0, true
	}
	if prices == nil {
		return 0, false
	}
	p, known := prices.Models[use.Model]
	return p.Cost(use.Input, use.Cached, use.Output), known
}

// BudgetError says that a budget is used up.
type BudgetError struct {
	Budget *config.Budget
	Cost   float64 // what was spent, in the currency of the budget
}

// Error implements error.
func (e *BudgetError) Error() string {
	return fmt.Sprintf("the budget of %s is used up: %.2f%s were spent", e.Budget, e.Cost, e.Budget.Currency)
}

// Ends reports that the run cannot go on.
func (e *BudgetError) Ends() bool { return true }
