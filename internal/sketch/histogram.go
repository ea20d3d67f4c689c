package sketch

import "math"

// Histogram counts numbers from 0 up to a limit of 511; greater ones count as the limit.
// The zero value is ready for use.
type Histogram struct {
	counts [512]int
	n, sum int
	most   int
}

// Add counts a number.
func (h *Histogram) Add(n int) {
	h.counts[min(n, len(h.counts)-1)]++
	h.n++
	h.sum += n
	h.most = max(h.most, n)
}

// Count returns how many numbers were added.
func (h *Histogram) Count() int { return h.n }

// Mean returns their mean; 0 if there are none.
func (h *Histogram) Mean() float64 { return float64(h.sum) / float64(max(1, h.n)) }

// Most returns the greatest.
func (h *Histogram) Most() int { return h.most }

// At returns the smallest number that is not exceeded by this share of them: the median
// for 0.5.
func (h *Histogram) At(share float64) int {
	left := int(math.Ceil(share * float64(h.n)))
	for number, n := range h.counts {
		if left -= n; left <= 0 {
			return number
		}
	}
	return len(h.counts) - 1
}
