package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"switchyard/config"
	"switchyard/gen"
	"switchyard/model"
	"switchyard/roles"
)

// meter keeps account of what models cost while a run is under way. It
// implements [gen.Ledger].
type meter struct {
	prices *config.Prices
	budget *config.Budget
	show   func(string) // shows the account; nil where there is no terminal

	clients []*model.Client

	mu    sync.Mutex
	spent map[roles.Spender]roles.Spent
	shown time.Time
}

func newMeter(cfg *config.Config) *meter {
	return &meter{prices: cfg.Prices, budget: cfg.Budget, spent: map[roles.Spender]roles.Spent{}}
}

// Start implements [gen.Ledger].
func (m *meter) Start(before gen.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range before {
		m.spent[roles.Spender{Role: u.Role, Model: u.Model}] = u.Spent
	}
}

// Spend implements [gen.Ledger].
func (m *meter) Spend(who roles.Spender, s roles.Spent) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	sum := m.spent[who]
	sum.Add(s)
	m.spent[who] = sum
	if m.show != nil && time.Since(m.shown) > 200*time.Millisecond {
		m.shown = time.Now()
		m.show(m.account())
	}
	if m.budget == nil {
		return nil
	}
	if cost, _ := m.cost(); cost >= m.budget.Amount {
		return &budgetError{m.budget, cost}
	}
	return nil
}

// leftOut says which settings were not sent, for a model refused them.
func (m *meter) leftOut() []string {
	var out []string
	for _, client := range m.clients {
		if refused := client.Refused(); len(refused) > 0 {
			out = append(out, fmt.Sprintf("%s does not take %s: left out", printable(fmt.Sprint(client)), join(refused)))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// cost is what was spent so far; known tells whether every model has a price.
func (m *meter) cost() (sum float64, known bool) {
	known = true
	for who, s := range m.spent {
		c, ok := costOf(m.prices, who.Model, s)
		sum += c
		known = known && ok
	}
	return sum, known
}

// costOf is what a model cost; unknown without a price, unless nothing was paid.
func costOf(prices *config.Prices, model string, s roles.Spent) (float64, bool) {
	if s.Input == 0 && s.Output == 0 {
		return 0, true
	}
	if prices == nil {
		return 0, false
	}
	p, ok := prices.Models[model]
	return p.Cost(s.Input, s.Cached, s.Output), ok
}

// now is the account so far. It may be called from any goroutine.
func (m *meter) now() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.account()
}

// account is the account in a few words.
func (m *meter) account() string {
	var all roles.Spent
	for _, s := range m.spent {
		all.Add(s)
	}
	text := fmt.Sprintf("%s, %s tokens", count(all.Calls, "call", "calls"), short(all.Input+all.Output))
	if cost, known := m.cost(); known {
		text += ", " + money(cost, m.prices)
	}
	return text
}

// short writes a large number for people: "1.2 M".
func short(n int) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%.0f M", float64(n)/1e6)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.0f k", float64(n)/1e3)
	}
	return thousands(n)
}

func money(amount float64, prices *config.Prices) string {
	if prices == nil {
		return "nothing paid"
	}
	return fmt.Sprintf("%.2f %s", amount, strings.ToUpper(prices.Currency))
}

// budgetError says that the budget of a run is used up.
type budgetError struct {
	budget *config.Budget
	cost   float64
}

func (e *budgetError) Error() string {
	return fmt.Sprintf("the budget of %s is used up: %.2f%s were spent", e.budget, e.cost, e.budget.Currency)
}

// Ends tells that the run cannot go on.
func (e *budgetError) Ends() bool { return true }
