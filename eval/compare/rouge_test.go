package compare

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLongestCommon: the row of bits says what the table says, also of texts that are
// longer than a word of the machine.
func TestLongestCommon(t *testing.T) {
	m := New().Memo()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "b", "c", "d"})
		draw := func(name string, most int) *text {
			return m.text(strings.Join(rapid.SliceOfN(word, 1, most).Draw(t, name), " "))
		}
		x, y := draw("x", 60), draw("y", 60)
		if got, want := m.longestCommon(x, y), longestCommon(m.tokensOf(x), m.tokensOf(y)); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
}
