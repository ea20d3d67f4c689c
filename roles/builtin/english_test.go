package builtin

import "testing"

// Addresses and codes keep their letters, also at the beginning of a sentence.
func TestCapitalsOfCodes(t *testing.T) {
	for text, want := range map[string]string{
		"bd3d85483859, then.":              "bd3d85483859, then.",
		"fine. https://bit.ly/abc, please": "Fine. https://bit.ly/abc, please",
		"ida@example.com it is":            "ida@example.com it is",
		"small, please":                    "Small, please",
	} {
		if got := capitals(text); got != want {
			t.Errorf("%q is not %q", got, want)
		}
	}
}
