// Package sketch counts streams in memory that does not grow with them: how many things
// differ, which texts are the most frequent, and how numbers are spread.
package sketch

import "github.com/axiomhq/hyperloglog"

// exactLimit is the number of different hashes up to which all are remembered. Beyond it
// their number is estimated.
const exactLimit = 1 << 18

// Distinct counts different hashes. The zero value is ready for use.
type Distinct struct {
	n      int
	exact  map[uint64]struct{}
	sketch *hyperloglog.Sketch
}

// Add counts a hash.
func (d *Distinct) Add(hash uint64) {
	d.n++
	if d.sketch != nil {
		d.sketch.InsertHash(hash)
		return
	}
	if d.exact == nil {
		d.exact = map[uint64]struct{}{}
	}
	d.exact[hash] = struct{}{}
	if len(d.exact) <= exactLimit {
		return
	}
	d.sketch = hyperloglog.New16NoSparse()
	for h := range d.exact { // a sketch does not depend on the order
		d.sketch.InsertHash(h)
	}
	d.exact = nil
}

// Share says how many of a number of things are distinct: Different, out of Of.
type Share struct {
	Different int     `json:"different"`
	Of        int     `json:"of"`
	Share     float64 `json:"share"`
	// Estimated means that there are too many to count each; the error is about 0.4 %.
	Estimated bool `json:"estimated,omitempty"`
}

// Share returns the counts so far.
func (d *Distinct) Share() Share {
	s := Share{Different: len(d.exact), Of: d.n}
	if d.sketch != nil {
		s.Different, s.Estimated = min(int(d.sketch.Estimate()), d.n), true
	}
	if d.n > 0 {
		s.Share = float64(s.Different) / float64(d.n)
	}
	return s
}
