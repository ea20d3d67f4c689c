package eval

import "math"

// bestPairs gives every row a column of its own so that the sum of their worths is the
// greatest. This is the assignment problem, solved by shortest augmenting paths
// (Jonker and Volgenant, Computing 38, 1987). There must be at least as many columns
// as rows. Of equal sums, it finds the one that comes of taking rows and columns in
// order.
func bestPairs(worth [][]float64) []int {
	rows := len(worth)
	if rows == 0 {
		return nil
	}
	cols := len(worth[0])
	// Costs are numbered from 1; row 0 and column 0 stand for none.
	u, v := make([]float64, rows+1), make([]float64, cols+1)
	taken := make([]int, cols+1) // the row of each column
	for row := 1; row <= rows; row++ {
		taken[0] = row
		least := make([]float64, cols+1)
		for c := range least {
			least[c] = math.Inf(1)
		}
		back, used := make([]int, cols+1), make([]bool, cols+1)
		at := 0
		for {
			used[at] = true
			r, delta, next := taken[at], math.Inf(1), 0
			for c := 1; c <= cols; c++ {
				if used[c] {
					continue
				}
				if cost := -worth[r-1][c-1] - u[r] - v[c]; cost < least[c] {
					least[c], back[c] = cost, at
				}
				if least[c] < delta {
					delta, next = least[c], c
				}
			}
			for c := 0; c <= cols; c++ {
				if used[c] {
					u[taken[c]] += delta
					v[c] -= delta
				} else {
					least[c] -= delta
				}
			}
			if at = next; taken[at] == 0 {
				break
			}
		}
		for at != 0 {
			taken[at] = taken[back[at]]
			at = back[at]
		}
	}
	column := make([]int, rows)
	for c := 1; c <= cols; c++ {
		if taken[c] > 0 {
			column[taken[c]-1] = c - 1
		}
	}
	return column
}
