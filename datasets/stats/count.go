package stats

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/axiomhq/hyperloglog"
)

// exactLimit is the number of different hashes up to which all are remembered. Beyond it
// their number is estimated.
const exactLimit = 1 << 18

// distinct counts different hashes.
type distinct struct {
	n      int
	exact  map[uint64]struct{}
	sketch *hyperloglog.Sketch
}

func (d *distinct) add(hash uint64) {
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

func (d *distinct) share() Share {
	s := Share{Different: len(d.exact), Of: d.n}
	if d.sketch != nil {
		s.Different, s.Estimated = min(int(d.sketch.Estimate()), d.n), true
	}
	if d.n > 0 {
		s.Share = float64(s.Different) / float64(d.n)
	}
	return s
}

// frequentCapacity is how many different texts are counted at once.
const frequentCapacity = 1 << 16

// frequent finds the most frequent texts of a stream, with the Space-Saving algorithm of
// Metwally, Agrawal and El Abbadi (2005). Counts are exact as long as all different texts
// fit; otherwise they may be too small.
type frequent struct {
	room  int
	items map[string]*tallied
	least tallies
	round int
}

type tallied struct {
	text        string
	count, over int // the count may be too great by over
	since       int // breaks ties, so that the result does not depend on the map
	at          int
}

func newFrequent(room int) *frequent { return &frequent{room: room, items: map[string]*tallied{}} }

func (f *frequent) add(text string) {
	f.round++
	if t := f.items[text]; t != nil {
		t.count++
		heap.Fix(&f.least, t.at)
		return
	}
	if len(f.least) < f.room {
		t := &tallied{text: text, count: 1, since: f.round}
		f.items[text] = t
		heap.Push(&f.least, t)
		return
	}
	t := f.least[0]
	delete(f.items, t.text)
	t.text, t.over, t.since = text, t.count, f.round
	t.count++
	f.items[text] = t
	heap.Fix(&f.least, 0)
}

// top returns the n most frequent texts. Their counts are lower bounds.
func (f *frequent) top(n int) []Frequent {
	list := make([]Frequent, 0, len(f.least))
	for _, t := range f.least {
		list = append(list, Frequent{Text: t.text, Count: t.count - t.over})
	}
	slices.SortFunc(list, func(a, b Frequent) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text))
	})
	return slices.Clip(list[:min(n, len(list))])
}

// tallies is a heap with the smallest count on top; of equal ones, the oldest.
type tallies []*tallied

func (t tallies) Len() int { return len(t) }
func (t tallies) Less(i, j int) bool {
	return t[i].count < t[j].count || t[i].count == t[j].count && t[i].since < t[j].since
}
func (t tallies) Swap(i, j int) {
	t[i], t[j] = t[j], t[i]
	t[i].at, t[j].at = i, j
}
func (t *tallies) Push(x any) {
	item, _ := x.(*tallied)
	item.at = len(*t)
	*t = append(*t, item)
}
func (t *tallies) Pop() any {
	old := *t
	last := old[len(old)-1]
	*t = old[:len(old)-1]
	return last
}
