package nearest_test

import (
	"testing"

	"switchyard/internal/nearest"
)

func TestName(t *testing.T) {
	names := []string{"seed", "temperature", "cancel_order", "café", "top_p", "top_k"}
	for word, want := range map[string]string{
		"seed":       "seed",
		"sede":       "seed",  // two exchanged
		"sxd":        "",      // two changes are too many for a short word
		"tpo_k":      "top_k", // one exchange is nearer than a replacement more
		"foo":        "",
		"seeds":      "seed",         // one deleted
		"sed":        "seed",         // one inserted
		"temprature": "temperature",  // one inserted
		"temprture":  "temperature",  // two
		"cncl_ordr":  "cancel_order", // three of nine
		"ccel_odr":   "",             // four of eight
		"top_x":      "top_p",        // the first of two that are as close
		"top_j":      "top_p",
		"cafe":       "café", // characters, not bytes
		"温度温度温度温":    "",     // and so its length is seven, not twenty-one
		"xyzzy":      "",
		"":           "",
	} {
		if got := nearest.Name(word, names); got != want {
			t.Errorf("Name(%q) = %q, want %q", word, got, want)
		}
	}
	if got := nearest.Name("", []string{"a"}); got != "" {
		t.Errorf("an empty word is close to %q", got)
	}
	if got := nearest.Name("seed", nil); got != "" {
		t.Errorf("of no names, %q is close", got)
	}
}
