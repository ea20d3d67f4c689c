package tally

import (
	"slices"

	"switchyard/model"
)

// spent adds up the costs of missions.
func spent(list []*record) Spent {
	var s Spent
	// One at a time, so that only one list of numbers is in memory.
	values := make([]float64, 0, len(list))
	amount := func(of func(c *Cost) (float64, bool)) Amount {
		values = values[:0]
		for _, r := range list {
			if v, known := of(&r.cost); known {
				values = append(values, v)
			}
		}
		return amountOf(values)
	}
	tokens := func(of func(u *model.Usage) int) Amount {
		return amount(func(c *Cost) (float64, bool) {
			if c.Usage == nil {
				return 0, false
			}
			return float64(of(c.Usage)), true
		})
	}
	s.Input = tokens(func(u *model.Usage) int { return u.Input })
	s.Cached = tokens(func(u *model.Usage) int { return u.Cached })
	s.Output = tokens(func(u *model.Usage) int { return u.Output })
	s.Requests = amount(func(c *Cost) (float64, bool) { return float64(c.Requests), true })
	s.LatencyMS = amount(func(c *Cost) (float64, bool) {
		if c.LatencyMS == nil {
			return 0, false
		}
		return float64(*c.LatencyMS), true
	})
	s.Price = amount(func(c *Cost) (float64, bool) {
		if c.Price == nil {
			return 0, false
		}
		return *c.Price, true
	})
	return s
}

// amountOf sums up values. It sorts them first, so that their order does not affect the
// sum.
func amountOf(values []float64) Amount {
	a := Amount{Known: len(values)}
	if len(values) == 0 {
		return a
	}
	slices.Sort(values)
	for _, v := range values {
		a.Total += v
	}
	mean, median, p95 := a.Total/float64(len(values)), notExceeded(values, 50), notExceeded(values, 95)
	a.Mean, a.Median, a.P95 = &mean, &median, &p95
	return a
}

// notExceeded returns the smallest of sorted values that the given percentage of them do
// not exceed.
func notExceeded(sorted []float64, percent int) float64 {
	rank := (len(sorted)*percent + 99) / 100
	return sorted[rank-1]
}
