package reply

import "testing"

// Lengths with halves and quarters are numbers like others.
func TestHalved(t *testing.T) {
	for text, want := range map[string]string{
		"five and a half hours":                  "5.5 hours",
		"it takes an hour and a half.":           "it takes 1.5 hours.",
		"an hour and three quarters, or 2 weeks": "1.75 hours, or 2 weeks",
		"two and a quarter days":                 "2.25 days",
		"at a quarter past two and a half later": "at a quarter past two and a half later",
		"one and a half of them":                 "one and a half of them",
	} {
		if got := halved(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
