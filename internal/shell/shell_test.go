package shell

import (
	"os/exec"
	"strings"
	"testing"
)

// A real shell reads back every word as it was, and runs nothing in it.
func TestShellReadsBack(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	words := []string{
		"", "plain-word_1.yaml", "a b", "it's", `"quoted"`, "`touch pwned`", "$(touch pwned)", "$HOME", "${HOME}", "a;b", "a&b", "a|b",
		"a>b", "<a", "*", "?", "[a]", "~", "~root", "!x", "#x", `back\slash`, "new\nline", "tab\there", "{a,b}", "(a)", "ünïcödé", "'", "''", "a=b", "-x",
	}
	for _, word := range words {
		out, err := exec.Command(sh, "-c", "printf %s "+Quote(word)).Output()
		if word == "-x" {
			out, err = exec.Command(sh, "-c", "printf %s -- "+Quote(word)).Output()
			out = []byte(strings.TrimPrefix(string(out), "--"))
		}
		if err != nil || string(out) != word {
			t.Errorf("Quote(%q) = %s, which the shell reads as %q (%v)", word, Quote(word), out, err)
		}
	}
}

func TestPlainWordsStay(t *testing.T) {
	for _, word := range []string{"generate", "--role", "user=gpt-4o", "a,b", "x/y.yaml", "50%", "a@b", "http://localhost:8000/v1"} {
		if got := Quote(word); got != word {
			t.Errorf("Quote(%q) = %s", word, got)
		}
	}
}
