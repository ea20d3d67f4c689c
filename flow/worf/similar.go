package worf

import (
	"context"
	"math"
	"strings"
	"unicode"
)

// Exact is 1 for subtasks with the same words, whatever their case and punctuation, and 0 for
// all others.
func Exact(_ context.Context, a, b []string) ([][]float64, error) {
	return table(a, b, func(x, y string) float64 {
		if strings.Join(words(x), " ") == strings.Join(words(y), " ") {
			return 1
		}
		return 0
	}), nil
}

// Lexical is the cosine of how often the three-letter parts of words occur in two subtasks:
// 1 for the same words in any order, above 0.6 for texts that share most of their stems.
func Lexical(_ context.Context, a, b []string) ([][]float64, error) {
	counts := map[string]map[string]float64{}
	for _, text := range append(append([]string{}, a...), b...) {
		counts[text] = parts(text)
	}
	return table(a, b, func(x, y string) float64 { return cosine(counts[x], counts[y]) }), nil
}

func table(a, b []string, alike func(x, y string) float64) [][]float64 {
	rows := make([][]float64, len(a))
	for i := range a {
		rows[i] = make([]float64, len(b))
		for j := range b {
			rows[i][j] = alike(a[i], b[j])
		}
	}
	return rows
}

// words are the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// parts counts the three-letter parts of the words of a text, with their beginnings and ends.
func parts(text string) map[string]float64 {
	counts := map[string]float64{}
	for _, w := range words(text) {
		letters := []rune(" " + w + " ")
		for i := range len(letters) - 2 {
			counts[string(letters[i:i+3])]++
		}
	}
	return counts
}

func cosine(a, b map[string]float64) float64 {
	var both, aa, bb float64
	for part, n := range a {
		both += n * b[part]
		aa += n * n
	}
	for _, n := range b {
		bb += n * n
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return both / math.Sqrt(aa*bb)
}
