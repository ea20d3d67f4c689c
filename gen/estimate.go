package gen

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Estimate is what a run would ask of models.
type Estimate struct {
	Entries int   // that the run would make
	Sampled int   // of them, rehearsed
	Usage   Usage // of the sampled ones
}

// Rehearse plays some entries of a run, evenly from all over its plan, and
// tells what they ask of models. The cast of the configuration should be one of
// a rehearsal. Nothing is written.
func Rehearse(ctx context.Context, c Config, sample int) (*Estimate, error) {
	c.Out = "." // nothing is written
	filter, err := c.complete()
	if err != nil {
		return nil, err
	}
	whole := newSpace(&c, filter)
	total := whole.Total()
	sample = min(sample, total)
	producer := newProducer(&c, whole)
	estimate := &Estimate{Entries: total}
	var mu sync.Mutex
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(c.Workers)
	n := 0
	for item := range whole.Items() {
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
			estimate.Sampled++
			estimate.Usage.add(usageOf(made.log))
			return nil
		})
	}
	return estimate, group.Wait()
}
