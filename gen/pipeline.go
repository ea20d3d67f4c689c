package gen

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"switchyard/internal/caught"
)

// job is an entry for a worker to make.
type job struct {
	item  entryPlan
	first int // attempt to begin with
}

// draft is an entry under way. It has several versions if the requests of earlier
// ones are in the dataset already.
type draft struct {
	item     entryPlan
	versions []product
	pending  bool // a version is being made
}

// pipeline makes the rest of the plan. Workers make entries in any order. The entries
// are committed in the order of the plan, and only then compared with the requests
// before them, so the result does not depend on which worker is faster.
func (r *runner) pipeline(ctx context.Context, next func() (entryPlan, bool)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// Every entry under way holds a slot until it is committed, so that no worker
	// gets far ahead of a slow one.
	ahead := 4
	if len(r.config.Models) > 0 {
		ahead = 2 // conversations of models are large
	}
	slots := make(chan struct{}, ahead*r.config.Workers)
	// Each entry with a slot has at most one job or result, so sending never blocks.
	jobs, again, results := make(chan job), make(chan job, cap(slots)), make(chan product, cap(slots))
	group, working := errgroup.WithContext(ctx)
	group.Go(func() error {
		return caught.Do(func() string { return "the plan of the run" }, func() error { return feed(working, next, slots, jobs) })
	})
	for range r.config.Workers {
		group.Go(func() error { return r.work(working, jobs, again, results) })
	}
	finished := make(chan error, 1)
	go func() {
		finished <- group.Wait()
		close(results)
	}()
	failed := r.collect(results, again, slots)
	if failed != nil {
		cancel(failed)
		for range results { // until the workers have noticed
		}
	}
	if err := <-finished; failed == nil {
		failed = err
	}
	return failed
}

// feed hands out the entries of the plan.
func feed(ctx context.Context, next func() (entryPlan, bool), slots chan<- struct{}, jobs chan<- job) error {
	defer close(jobs)
	for item, ok := next(); ok; item, ok = next() {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		select {
		case jobs <- job{item, 0}:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// work makes entries until both channels are closed.
func (r *runner) work(ctx context.Context, jobs, again <-chan job, results chan<- product) error {
	for jobs != nil || again != nil {
		var j job
		var ok bool
		select {
		case j, ok = <-again:
			if !ok {
				again = nil
				continue
			}
		case j, ok = <-jobs:
			if !ok {
				jobs = nil
				continue
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		made, err := r.producer.produce(ctx, j.item, j.first)
		if err != nil {
			return err
		}
		made.planned = j.item
		results <- made
	}
	return nil
}

// mostFailing is how many entries may fail in a row before the run is stopped.
const mostFailing = 10

// SilentError says that several entries in a row failed because an endpoint did not
// answer. The run does not record them: it tries them again when it continues.
type SilentError struct {
	Entries int
	Message string // why the last of these entries failed
}

// Error implements error.
func (e *SilentError) Error() string {
	return fmt.Sprintf("%d entries in a row failed, the last because of this: %s", e.Entries, e.Message)
}

// collect commits what was made, in the order of the plan. It closes the channel
// again when everything is committed, and returns early when the results end.
// Entries that failed are held back until a later one shows that the endpoint
// answers.
func (r *runner) collect(results <-chan product, again chan<- job, slots <-chan struct{}) error {
	defer close(again)
	waiting := map[int]*draft{}
	var held []product
	commit := func(list ...product) error {
		for _, made := range list {
			if err := r.commit(made); err != nil {
				return err
			}
		}
		return nil
	}
	for total := r.space.total; r.done+len(held) < total; {
		made, ok := <-results
		if !ok {
			return nil // the workers have returned the error
		}
		d := waiting[made.planned.Index]
		if d == nil {
			d = &draft{item: made.planned}
			waiting[made.planned.Index] = d
		}
		d.versions, d.pending = append(d.versions, made), false
		if r.opens(d) && made.planned.Index != r.done+len(held) {
			d.another(again) // it would be refused when its turn comes
		}
		for d := waiting[r.done+len(held)]; d != nil; d = waiting[r.done+len(held)] {
			chosen, ok := r.fresh(d)
			if !ok {
				d.another(again)
				break
			}
			delete(waiting, d.item.Index)
			<-slots
			if chosen.entry == nil && chosen.failure.Final {
				if held = append(held, chosen); len(held) >= mostFailing {
					return &SilentError{len(held), chosen.failure.Message}
				}
				continue
			}
			if err := commit(append(held, chosen)...); err != nil {
				return err
			}
			held = nil
			for _, other := range waiting { // others may open with the request just committed
				if other.item.Index != r.done && r.opens(other) {
					other.another(again)
				}
			}
		}
	}
	return commit(held...)
}

// another has one more version made, if none is being made.
func (d *draft) another(again chan<- job) {
	if !d.pending && len(d.versions) <= attempts {
		d.pending = true
		again <- job{d.item, d.versions[len(d.versions)-1].attempt + 1}
	}
}

// said reports whether a request is already in the dataset.
func (r *runner) said(hash uint64) bool {
	_, ok := r.seen[hash]
	return ok
}

// opens reports whether the last version opens with a request that is already in
// the dataset.
func (r *runner) opens(d *draft) bool {
	last := &d.versions[len(d.versions)-1]
	return last.entry != nil && r.said(last.requests[0])
}

// fresh chooses the version to commit. No two entries open alike, and later requests
// are repeated only after some attempts to avoid it. The larger the dataset, the
// fewer such attempts are made, because there are only so many ways to ask for "only
// the booking codes". It is not ok when another version has to be made first.
func (r *runner) fresh(d *draft) (made product, ok bool) {
	most := max(1, freshAttempts/(1+r.done/freshEntries))
	if d.versions[0].log != nil {
		most = 0 // a whole conversation of models is too much for a later request
	}
	chosen, looked := 0, 0
	for n := 0; ; n++ {
		v := &d.versions[chosen]
		if v.entry == nil {
			break
		}
		repeated := 0
		for _, h := range v.requests {
			if r.said(h) {
				repeated++
			}
		}
		opening := r.said(v.requests[0])
		if repeated == 0 || n >= most && !opening {
			break
		}
		if n >= attempts {
			v.entry, v.lines, v.requests = nil, nil, nil
			v.log.Abandon([2]int{}) // the conversation led to nothing
			v.failure = &setback{Reason: "duplicate", Mission: 0, Message: "every opening request that was drawn stands in the dataset already"}
			break
		}
		if n+1 >= len(d.versions) {
			return made, false
		}
		looked = n + 1
		if d.versions[looked].entry == nil && !opening {
			break // a repeated request is better than no entry
		}
		chosen = looked
	}
	made = d.versions[chosen]
	for i := looked; i >= 0; i-- {
		if i != chosen {
			made.log = d.versions[i].log.Join(made.log)
		}
	}
	return made, true
}
