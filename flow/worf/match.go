package worf

import "math"

// match pairs the rows with the columns so that the similarities of the pairs have the largest
// sum, and each is above the threshold. It gives the column of each row, or -1.
//
// It is the assignment of the Hungarian method (Kuhn 1955; in the form of Jonker and Volgenant)
// in which a pair that may not be costs nothing and counts as none.
func match(alike [][]float64) []int {
	rows := len(alike)
	partner := make([]int, rows)
	if rows == 0 || len(alike[0]) == 0 {
		for i := range partner {
			partner[i] = -1
		}
		return partner
	}
	n := max(rows, len(alike[0]))
	cost := func(i, j int) float64 {
		if i < rows && j < len(alike[0]) && alike[i][j] > Threshold {
			return -alike[i][j]
		}
		return 0
	}
	for i, j := range assign(n, cost) {
		if i >= rows {
			break
		}
		if partner[i] = j; cost(i, j) == 0 {
			partner[i] = -1
		}
	}
	return partner
}

// assign gives each of n rows a column of its own, so that the sum of the costs is least.
func assign(n int, cost func(row, column int) float64) []int {
	// Rows and columns count from 1; 0 is nobody.
	rowPrice, columnPrice := make([]float64, n+1), make([]float64, n+1)
	owner := make([]int, n+1) // the row that has a column
	for row := 1; row <= n; row++ {
		owner[0] = row
		slack, back, seen := make([]float64, n+1), make([]int, n+1), make([]bool, n+1)
		for j := range slack {
			slack[j] = math.Inf(1)
		}
		at := 0
		for owner[at] != 0 {
			seen[at] = true
			least, next := math.Inf(1), 0
			for j := 1; j <= n; j++ {
				if seen[j] {
					continue
				}
				if over := cost(owner[at]-1, j-1) - rowPrice[owner[at]] - columnPrice[j]; over < slack[j] {
					slack[j], back[j] = over, at
				}
				if slack[j] < least {
					least, next = slack[j], j
				}
			}
			for j := range slack {
				if seen[j] {
					rowPrice[owner[j]] += least
					columnPrice[j] -= least
				} else {
					slack[j] -= least
				}
			}
			at = next
		}
		for at != 0 {
			owner[at] = owner[back[at]]
			at = back[at]
		}
	}
	columns := make([]int, n)
	for j := 1; j <= n; j++ {
		columns[owner[j]-1] = j - 1
	}
	return columns
}
