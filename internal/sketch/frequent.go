package sketch

import (
	"cmp"
	"container/heap"
	"slices"
)

// Counted is a text and how often it occurs at least.
type Counted struct {
	Text  string
	Count int
}

// Frequent finds the most frequent texts of a stream, with the Space-Saving algorithm of
// Metwally, Agrawal and El Abbadi (2005). Counts are exact as long as all different texts
// fit; otherwise they may be too small.
type Frequent struct {
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

// NewFrequent returns a counter that remembers as many different texts as it has room for.
func NewFrequent(room int) *Frequent {
	return &Frequent{room: room, items: map[string]*tallied{}}
}

// Add counts a text.
func (f *Frequent) Add(text string) {
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

// Top returns the n most frequent texts. Their counts are lower bounds.
func (f *Frequent) Top(n int) []Counted {
	list := make([]Counted, 0, len(f.least))
	for _, t := range f.least {
		list = append(list, Counted{Text: t.text, Count: t.count - t.over})
	}
	slices.SortFunc(list, func(a, b Counted) int {
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
