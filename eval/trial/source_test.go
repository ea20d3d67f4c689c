package trial

import "testing"

// TestSpread: a limit takes entries from all over, as many as there may be, and a
// larger one takes the same and more.
func TestSpread(t *testing.T) {
	for _, entries := range []int{0, 1, 2, 3, 7, 8, 9, 100, 1024, 1025} {
		before := make([]bool, entries)
		for limit := 1; limit <= entries+2; limit++ {
			chosen, n, gap, widest := spread(entries, limit), 0, 0, 0
			for i, c := range chosen {
				if before[i] && !c {
					t.Fatalf("%d of %d: %d is not taken any more", limit, entries, i)
				}
				if gap++; c {
					n, gap = n+1, 0
				}
				widest = max(widest, gap)
			}
			if n != min(limit, entries) {
				t.Fatalf("%d of %d: %d", limit, entries, n)
			}
			// Evenly: within a factor of four of the gap that there has to be.
			if widest > 4*(entries/limit+1) {
				t.Fatalf("%d of %d: a gap of %d", limit, entries, widest)
			}
			before = chosen
		}
	}
}
