package eval

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestBestPairs(t *testing.T) {
	for _, c := range []struct {
		name  string
		worth [][]float64
		want  []int
	}{
		{"nothing", nil, nil},
		{"one", [][]float64{{0}}, []int{0}},
		{"the better of two", [][]float64{{0.2, 0.7}}, []int{1}},
		{"the first gives way", [][]float64{{1, 0.9}, {1, 0}}, []int{1, 0}},
		{"everybody wants the same", [][]float64{{3, 2, 0}, {3, 1, 0}, {3, 2, 1}}, []int{1, 0, 2}},
		{"all alike", [][]float64{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, []int{0, 1, 2}},
		{"more columns than rows", [][]float64{{0, 0, 5, 0}, {0, 0, 5, 4}}, []int{2, 3}},
	} {
		if got := bestPairs(c.worth); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The sum is that of the best of all permutations.
func TestBestPairsAgainstAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 5).Draw(t, "rows")
		cols := rapid.IntRange(rows, 6).Draw(t, "columns")
		// Multiples of 1/8 are added without error, and are often alike.
		worth := make([][]float64, rows)
		for r := range worth {
			worth[r] = make([]float64, cols)
			for c := range worth[r] {
				worth[r][c] = float64(rapid.IntRange(0, 16).Draw(t, "worth")) / 8
			}
		}
		columns := bestPairs(worth)
		if len(columns) != rows {
			t.Fatalf("%d columns for %d rows", len(columns), rows)
		}
		sum := 0.0
		for r, c := range columns {
			if c < 0 || c >= cols || slices.Contains(columns[:r], c) {
				t.Fatalf("%v of %d columns", columns, cols)
			}
			sum += worth[r][c]
		}
		if best := bestSum(worth, 0, make([]bool, cols)); sum != best {
			t.Fatalf("%v is worth %v, the best %v", columns, sum, best)
		}
	})
}

// bestSum tries every way to give the rows from row on columns that are not used.
func bestSum(worth [][]float64, row int, used []bool) float64 {
	if row == len(worth) {
		return 0
	}
	best := math.Inf(-1)
	for c := range used {
		if !used[c] {
			used[c] = true
			best = max(best, worth[row][c]+bestSum(worth, row+1, used))
			used[c] = false
		}
	}
	return best
}
