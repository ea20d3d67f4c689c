package gen

import (
	"context"
	"slices"
	"strings"
	"switchyard/model/spend"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Estimate is what a run would ask of models.
type Estimate struct {
	Entries int // that the run would make
	Sampled int // of them, rehearsed
	// Usage is what the whole run would use, extrapolated: calls and tokens.
	Usage spend.Usage
}

// Rehearse plays some entries of a run, taken evenly from all over its plan, and
// estimates from them what the whole run asks of models. The cast of the
// configuration should be one of a rehearsal. Nothing is written.
func Rehearse(ctx context.Context, c Config, sample int) (*Estimate, error) {
	estimate := &Estimate{}
	var err error
	estimate.Entries, err = c.sample(ctx, sample, attempts, func(made product) {
		estimate.Sampled++
		estimate.Usage.Add(made.log.Spent)
	})
	scale := float64(estimate.Entries) / float64(max(1, estimate.Sampled))
	scaled := func(n int) int { return int(float64(n)*scale + 0.5) }
	for i, u := range estimate.Usage {
		estimate.Usage[i].Spent = spend.Spent{Calls: scaled(u.Calls), Input: scaled(u.Input), Output: scaled(u.Output)}
	}
	return estimate, err
}

// Trial says what became of a few entries of a run.
type Trial struct {
	Entries  int // that were tried
	Accepted int
	// Rejected are the others, by their ids. With the reason "draw", the toolset
	// cannot do what the entry asks for: a mixed pattern needs three tools that
	// fit.
	Rejected []Rejection
}

// Try makes some entries of a run, taken evenly from all over its plan, to see
// whether its toolsets are any good. Nothing is written.
func Try(ctx context.Context, c Config, entries int) (*Trial, error) {
	trial := &Trial{}
	_, err := c.sample(ctx, entries, trialAttempts, func(made product) {
		trial.Entries++
		if made.entry != nil {
			trial.Accepted++
			return
		}
		trial.Rejected = append(trial.Rejected, rejectionOf(&made))
	})
	slices.SortFunc(trial.Rejected, func(a, b Rejection) int { return strings.Compare(a.ID, b.ID) })
	return trial, err
}

// trialAttempts is how many conversations are tried for an entry of a trial:
// enough for what a toolset can do, with a few that leave the plan.
const trialAttempts = asPlanned + 2*perToolset

// sample makes some entries of a run, taken evenly from all over its plan, and
// hands them to the function one by one, in no particular order. It returns how
// many entries the run has.
func (c Config) sample(ctx context.Context, sample, attempts int, each func(product)) (int, error) {
	c.Out = "." // nothing is written
	filter, err := c.complete()
	if err != nil {
		return 0, err
	}
	whole := newSpace(&c, filter)
	total := whole.total
	sample = min(sample, total)
	producer := newProducer(&c, whole)
	producer.attempts = attempts
	var mu sync.Mutex
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(c.Workers)
	n := 0
	for item := range whole.entries() {
		// The kth of the sample stands at k/sample of the plan.
		at := n
		n++
		if at*sample/total == (at-1)*sample/total && at > 0 {
			continue
		}
		group.Go(func() error {
			made, err := producer.produce(working, item, 0)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			each(made)
			return nil
		})
	}
	return total, group.Wait()
}
