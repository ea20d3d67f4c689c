package worf

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
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

// Embedded is the cosine of the vectors of two subtasks, as WorFEval's code has it. The error is
// one text that has no vector.
func Embedded(vectors map[string][]float64) Similarity {
	return func(_ context.Context, a, b []string) ([][]float64, error) {
		for _, text := range slices.Concat(a, b) {
			if vectors[text] == nil {
				return nil, fmt.Errorf("there is no vector for the subtask %q", text)
			}
		}
		return table(a, b, func(x, y string) float64 { return angle(vectors[x], vectors[y]) }), nil
	}
}

// Texts lists the subtasks of workflows and of predictions, each once.
func Texts(gold []Gold, predictions []string) []string {
	all := map[string]bool{}
	add := func(w *Workflow) {
		for _, n := range w.named() {
			all[n] = true
		}
	}
	for _, g := range gold {
		if g.Workflow != nil {
			add(g.Workflow)
		}
	}
	for _, p := range predictions {
		if w, ok := Parse(p); ok {
			add(w)
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// angle is the cosine of the angle between two vectors; 0 if they have not the same length.
func angle(a, b []float64) float64 {
	if len(a) != len(b) {
		return 0
	}
	var both, aa, bb float64
	for i := range a {
		both += a[i] * b[i]
		aa += a[i] * a[i]
		bb += b[i] * b[i]
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return both / math.Sqrt(aa*bb)
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
