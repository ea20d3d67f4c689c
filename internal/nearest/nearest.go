// Package nearest finds the word that somebody may have meant, for hints such
// as "did you mean …?".
package nearest

// Name returns the name that is closest to an unknown word, the first of several that are
// equally close, or "" if none is close. A name is close if at most about a third of
// the characters, or one in a short word, must be inserted, deleted, replaced or
// swapped with a neighbour. No name is close to an empty word.
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

// changes returns how many characters must at least be inserted, deleted, replaced or
// swapped with a neighbour to turn a into b (the optimal string alignment distance).
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
