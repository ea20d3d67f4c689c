// Package nearest finds the word that somebody may have meant, for hints such
// as "did you mean …?".
package nearest

// Name is the one of names closest to a word that is not known; the first of
// them when several are, and empty when none is close. Close is a word of which
// about a third of the characters, and one of a short word, have to be inserted,
// deleted, replaced or exchanged with their neighbour. Nothing is close to an
// empty word.
func Name(word string, names []string) string {
	if word == "" {
		return ""
	}
	written := []rune(word)
	best, distance := "", max(1, (len(written)+1)/3)+1
	for _, name := range names {
		if d := changes(written, []rune(name)); d < distance {
			best, distance = name, d
		}
	}
	return best
}

// changes is the least number of characters to insert, delete, replace or
// exchange with their neighbour to make b of a (the distance of optimal string
// alignment).
func changes(a, b []rune) int {
	var before, last []int // the rows of the last two characters of a
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j, s := range b {
			change := last[j]
			if r != s {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && r == b[j-1] && a[i-1] == s {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
