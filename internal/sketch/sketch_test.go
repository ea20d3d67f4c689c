package sketch

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Beyond the limit the number of different things is estimated, within one
// percent, and does not depend on the order.
func TestDistinctEstimates(t *testing.T) {
	const n = exactLimit * 3
	r := rand.New(rand.NewPCG(1, 2))
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	var a, b Distinct
	for i := range hashes {
		a.Add(hashes[i])
		a.Add(hashes[i/2])
		b.Add(hashes[n-1-i])
		b.Add(hashes[(n-1-i)/2])
	}
	got := a.Share()
	if !got.Estimated || got.Of != 2*n || float64(got.Different) < 0.99*n || float64(got.Different) > 1.01*n {
		t.Errorf("%d different of %d: %+v", n, 2*n, got)
	}
	if got != b.Share() {
		t.Errorf("another order gives %+v instead of %+v", b.Share(), got)
	}
	var few Distinct
	for i := range 5000 {
		few.Add(uint64(i % 700))
	}
	if s := few.Share(); s.Different != 700 || s.Estimated {
		t.Errorf("700 different things: %+v", s)
	}
}

// Against a brute-force count: exact while there is room, never too great
// beyond, and what is really frequent is found.
func TestFrequent(t *testing.T) {
	for _, room := range []int{2000, 200} {
		f, exact := NewFrequent(room), map[string]int{}
		r := rand.New(rand.NewPCG(3, uint64(room)))
		for range 40_000 {
			text := fmt.Sprint(int(r.ExpFloat64() * 12))
			if r.IntN(3) == 0 {
				text = fmt.Sprint("rare ", r.IntN(1500))
			}
			f.Add(text)
			exact[text]++
		}
		top := f.Top(10)
		for i, got := range top {
			if got.Count > exact[got.Text] || room > len(exact) && got.Count != exact[got.Text] {
				t.Errorf("room for %d: %q counts %d, really %d", room, got.Text, got.Count, exact[got.Text])
			}
			if i > 0 && got.Count > top[i-1].Count {
				t.Errorf("room for %d: %v is not sorted", room, top)
			}
			more := 0
			for _, n := range exact {
				if n > exact[got.Text] {
					more++
				}
			}
			if more > 15 {
				t.Errorf("room for %d: %d texts are more frequent than %q", room, more, got.Text)
			}
		}
	}
}

// Numbers beyond the limit count as the limit, except in the mean and the most.
func TestHistogram(t *testing.T) {
	var h Histogram
	for _, n := range []int{3, 5, 5, 7, 600} {
		h.Add(n)
	}
	got := fmt.Sprint(h.Count(), h.Mean(), h.Most(), h.At(0.1), h.At(0.5), h.At(0.8), h.At(1))
	if want := "5 124 600 3 5 7 511"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
