package tally

import (
	"context"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"switchyard/internal/keyed"
)

// Options say how intervals are computed. Reports use the zero value.
type Options struct {
	Resamples int    // 1,000 when 0
	Seed      uint64 // of the draws
	Workers   int    // as many as there are processors when 0; they change no figure
}

// level is the share of the resamples within an interval.
const level = 0.95

func (o Options) resamples() int {
	if o.Resamples > 0 {
		return o.Resamples
	}
	return 1000
}

func (o Options) bootstrap() Bootstrap {
	return Bootstrap{Resamples: o.resamples(), Seed: o.Seed, Level: level}
}

// ratio is a number of hits out of a number of things that count, by entry.
type ratio struct {
	hits, of, unscored int
	parts              []part // by ascending entry
	low, high          *float64
}

// part is the contribution of an entry to a ratio.
type part struct {
	entry    int32 // index among the entries that are drawn
	hits, of int32
}

// add counts a mission of an entry. Entries must be in ascending order.
func (r *ratio) add(entry, hits, of int) {
	r.hits, r.of = r.hits+hits, r.of+of
	if last := len(r.parts) - 1; last >= 0 && r.parts[last].entry == int32(entry) {
		r.parts[last].hits += int32(hits)
		r.parts[last].of += int32(of)
		return
	}
	r.parts = append(r.parts, part{int32(entry), int32(hits), int32(of)})
}

func (r *ratio) rate() Rate {
	x := Rate{Hits: r.hits, Of: r.of, Unscored: r.unscored, Entries: len(r.parts), Share: share(r.hits, r.of), Low: r.low, High: r.high}
	if x.Share != nil && r.even() {
		low, high := wilson(*x.Share, x.Entries)
		x.Low, x.High = &low, &high
	}
	return x
}

// even reports whether all entries have the same share, so that every resample has it,
// too.
func (r *ratio) even() bool {
	return !slices.ContainsFunc(r.parts, func(p part) bool { return int(p.hits)*r.of != r.hits*int(p.of) })
}

// resampled returns the ratio if each entry counts as often as it was drawn; NaN if
// nothing that counts was drawn.
func (r *ratio) resampled(drawn []int32) float64 {
	hits, of := 0, 0
	for _, p := range r.parts {
		n := int(drawn[p.entry])
		hits += n * int(p.hits)
		of += n * int(p.of)
	}
	if of == 0 {
		return math.NaN()
	}
	return float64(hits) / float64(of)
}

// draw sets how often each entry is drawn in a resample.
func draw(seed uint64, resample int, drawn []int32) {
	clear(drawn)
	r := keyed.New(seed, "bootstrap", keyed.Int(resample))
	for range drawn {
		drawn[r.IntN(len(drawn))]++
	}
}

// intervals computes the intervals of ratios by resampling, using the same draws of
// entries for all. Ratios that are even have none, because resampling shows no spread of
// them. Every resample has its own generator, so the number of workers does not matter.
func intervals(ctx context.Context, o Options, entries int, ratios []*ratio) error {
	wanted := slices.DeleteFunc(slices.Clone(ratios), (*ratio).even)
	resamples := o.resamples()
	values := make([]float64, resamples*len(wanted)) // those of a ratio side by side
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			drawn := make([]int32, entries)
			for b := w; b < resamples; b += workers {
				if err := ctx.Err(); err != nil {
					return err
				}
				draw(o.Seed, b, drawn)
				for i, r := range wanted {
					values[i*resamples+b] = r.resampled(drawn)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, r := range wanted {
		r.low, r.high = percentiles(values[i*resamples : (i+1)*resamples])
	}
	return nil
}

// percentiles returns the ends of the interval of resampled values, and sorts them. At
// most half of 1-level of the values are beyond each end.
func percentiles(values []float64) (low, high *float64) {
	values = slices.DeleteFunc(values, math.IsNaN)
	n := len(values)
	if n == 0 {
		return nil, nil
	}
	slices.Sort(values)
	beyond := int(float64(n) * (1 - level) / 2)
	a, b := values[beyond], values[n-1-beyond]
	return &a, &b
}
