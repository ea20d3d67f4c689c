// Package spend counts what requests to models cost: answers, tokens and time, by
// role and model.
//
// [On] and [InVain] make a [Spent] from one request; a [Usage] adds them up for
// each [Who], and [Usage.Sum] is the total. Whoever pays implements [Ledger]. The
// package knows no prices; config/connect has a ledger that does.
//
// The types are plain values and not safe for concurrent changes.
package spend

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"switchyard/model"
)

// Who says who spends: a role and the model that plays it.
type Who struct {
	Role  string `json:"role"`  // such as "user", or "judge"
	Model string `json:"model"` // as the endpoint calls it
}

// Spent is the cost of requests.
type Spent struct {
	Calls    int           `json:"calls"`             // answers used
	Stored   int           `json:"stored,omitempty"`  // answers among them that had been paid for before
	Retries  int           `json:"retries,omitempty"` // requests that were not answered and were repeated
	Failed   int           `json:"failed,omitempty"`  // requests that were given up
	Input    int           `json:"input_tokens"`      // paid for now
	Cached   int           `json:"cached_tokens"`     // input tokens that came from the endpoint's cache
	Output   int           `json:"output_tokens"`     // paid for now
	Endpoint time.Duration `json:"endpoint_ns"`       // spent waiting for the endpoint
	Waiting  time.Duration `json:"waiting_ns"`        // spent waiting for rate limits
}

// On is the cost of an answer. A stored answer costs nothing.
func On(a *model.Response) Spent {
	spent := Spent{Calls: 1, Retries: a.Retries, Endpoint: a.Took, Waiting: a.Waited}
	if a.Stored {
		spent.Stored = 1
		return spent
	}
	spent.Add(Tokens(a.Usage))
	return spent
}

// Tokens is the cost of tokens alone.
func Tokens(u model.Usage) Spent { return Spent{Input: u.Input, Cached: u.Cached, Output: u.Output} }

// InVain is the cost of a request that failed.
func InVain(err error) Spent {
	spent := Spent{Failed: 1}
	if e := (*model.Error)(nil); errors.As(err, &e) {
		spent.Retries = max(0, e.Attempts-1)
	}
	return spent
}

// Of is the cost of a request, whether it was answered or failed.
func Of(a *model.Response, err error) Spent {
	if err != nil {
		return InVain(err)
	}
	return On(a)
}

// Add adds o to s.
func (s *Spent) Add(o Spent) {
	s.Calls += o.Calls
	s.Stored += o.Stored
	s.Retries += o.Retries
	s.Failed += o.Failed
	s.Input += o.Input
	s.Cached += o.Cached
	s.Output += o.Output
	s.Endpoint += o.Endpoint
	s.Waiting += o.Waiting
}

// Use is what one role spent on one model.
type Use struct {
	Who
	Spent
}

// Usage is what several roles spent, in the order of [Roles].
type Usage []Use

// Roles lists the roles of a run in the order in which accounts list them.
func Roles() []string { return []string{"user", "planner", "tool", "ai", "checker", "judge"} }

// Spend adds what one role spent.
func (u *Usage) Spend(who Who, s Spent) {
	if i := slices.IndexFunc(*u, func(x Use) bool { return x.Who == who }); i >= 0 {
		(*u)[i].Add(s)
		return
	}
	*u = append(*u, Use{who, s})
	order := Roles()
	slices.SortFunc(*u, func(a, b Use) int {
		return cmp.Or(slices.Index(order, a.Role)-slices.Index(order, b.Role), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Model, b.Model))
	})
}

// Add adds everything in more.
func (u *Usage) Add(more Usage) {
	for _, use := range more {
		u.Spend(use.Who, use.Spent)
	}
}

// Sum is the total.
func (u Usage) Sum() Spent {
	var s Spent
	for _, use := range u {
		s.Add(use.Spent)
	}
	return s
}

// Ledger is told about costs as they arise. It is safe for concurrent use.
type Ledger interface {
	// Start is called once, with what was paid before an interruption, including the
	// cost of entries that were in progress.
	Start(spent Usage)
	// Spend is called with the cost of each request. Before the first request it is
	// called once with a cost of zero, so that the ledger can stop the run. Costs
	// that Start was called with do not come again when the answers come from the
	// store. An error ends the run.
	Spend(who Who, s Spent) error
}
