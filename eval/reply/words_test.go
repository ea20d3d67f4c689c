package reply

import "testing"

func TestColoursAreNoHeadings(t *testing.T) {
	for text, want := range map[string]string{"**#641143**": "#641143", "## The slots": "The slots", "- one": "one", "#1 is free": "#1 is free"} {
		if got := linesOf(text)[0].sentences[0].text; got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
