package gen

import (
	"context"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"switchyard/model/spend"
)

// Estimate is what a run would ask of models.
type Estimate struct {
	Entries int // that the run would make
	Sampled int // entries that were rehearsed
	// Usage is what the whole run would use, extrapolated: calls and tokens.
	Usage spend.Usage
}

// Rehearse plays some entries of a run, taken evenly from its whole plan, and
// estimates from them what the run asks of models. The players of the configuration
// should be voices of package rehearse. Nothing is written.
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

// Trial is the result of trying a few entries of a run.
type Trial struct {
	Entries  int // that were tried
	Accepted int
	// Rejected are the other entries, ordered by id. The reason "draw" means that the
	// toolset cannot do what the entry needs: a mixed pattern, for example, needs three
	// tools that fit together.
	Rejected []Rejection
}

// Try makes some entries of a run, taken evenly from its whole plan, to see whether
// its toolsets are any good. Nothing is written.
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

// trialAttempts is how many conversations are tried for an entry of a trial: enough to
// show what a toolset can do.
const trialAttempts = 50

// sample makes some entries of a run, taken evenly from its whole plan, and passes
// them to the function one at a time, in no particular order. It returns the number of
// entries of the run.
func (c Config) sample(ctx context.Context, sample, attempts int, each func(product)) (int, error) {
	producer, err := c.unwritten(ctx)
	if err != nil {
		return 0, err
	}
	producer.attempts = attempts
	total := producer.space.total
	sample = min(sample, total)
	var mu sync.Mutex
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(producer.config.Workers)
	for item := range producer.space.entries() {
		// The kth entry of the sample stands at k/sample of the plan.
		if at := item.Index; at > 0 && at*sample/total == (at-1)*sample/total {
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
