package reply

import "testing"

// A denial is read however it is written, and only where it stands.
func TestTruthIn(t *testing.T) {
	for text, want := range map[string]bool{
		"It is pinned.": true, "It's pinned now.": true, "It isn't hidden, and is pinned.": true, "It was pinned, wasn't it": true,
		"It is not pinned.": false, "It isn't pinned.": false, "It isn’t pinned.": false, "They aren't pinned.": false, "It wasn't pinned.": false, "They weren't pinned.": false,
		"It hasn't been pinned.": false, "They haven't been pinned.": false, "It doesn't look pinned.": false, "They don't look pinned.": false, "It didn't get pinned.": false,
		"It won't be pinned.": false, "It is not yet pinned.": false, "It isn't pinned yet.": false, "It ain't pinned.": false, "ISN'T PINNED": false,
	} {
		is, ok := truthIn(&statement{sentence: &linesOf(text)[0].sentences[0]}, []string{stem("pinned")})
		if !ok || is != want {
			t.Errorf("%s: %t, %t, want %t", text, is, ok, want)
		}
	}
}

// "Leaving out any that were rejected" does not say that the listed things were rejected.
func TestDeniedByLeavingOut(t *testing.T) {
	for text, want := range map[string]bool{
		"4 claims are on file, leaving out any whose offer has been rejected:": true,
		"All claims except those that were rejected:":                          true,
		"The claims, excluding the rejected ones:":                             true,
		"4 claims are on file, all of them rejected:":                          false,
		"I left it as it was, and the claim is rejected.":                      false,
	} {
		if got := denied(&statement{sentence: &linesOf(text)[0].sentences[0]}, "rejected"); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
