package sample

import (
	"regexp"
	"strings"
	"testing"

	"switchyard/internal/keyed"
)

// What is drawn matches, and is not always the same.
func TestMatches(t *testing.T) {
	said := regexp.MustCompile(`^[ -~]*$`)
	for _, pattern := range []string{`^MV-[0-9]{3}$`, `^[A-Z]{2}(-[A-Z]{3})?[0-9]{4,6}$`, `^(SO|PO)\d+$`, `^[^a]x.$`,
		`^(AB|C)[1-9][0-9]{2}X?$`, `^[^/]{3,5}$`, `\S+`, `[^a-z]{4}`, `^\w+@\W$`, `[\x00-\x{10ffff}]{6}`, `^(north|south)*[0-9]+$`} {
		fits := regexp.MustCompile(pattern)
		spoken, matched := make(map[string]bool), make(map[string]bool)
		for i := range 50 {
			v := Spoken(keyed.New(0, keyed.Int(i)), pattern)
			if spoken[v] = true; !fits.MatchString(v) || !said.MatchString(v) {
				t.Errorf("%s: %q cannot be said, or does not match", pattern, v)
			}
			for _, more := range []int{0, 3} {
				v, err := Match(keyed.New(0, keyed.Int(i)), pattern, more)
				if matched[v] = true; err != nil || !fits.MatchString(v) {
					t.Errorf("%s: %q does not match (%v)", pattern, v, err)
				}
			}
		}
		if len(spoken) < 5 || len(matched) < 5 {
			t.Errorf("%s: only %d and %d texts", pattern, len(spoken), len(matched))
		}
	}
}

// Bytes of generated files depend on these.
func TestSameKeySameText(t *testing.T) {
	const pattern = `^(SO|PO)-[A-Z0-9]{3}x?(ab)*$`
	r := keyed.New(7, "pattern")
	got := []string{Spoken(r, pattern), Spoken(r, pattern)}
	for _, more := range []int{0, 3} {
		v, err := Match(r, pattern, more)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, v)
	}
	if want := "PO-G1Jabab PO-1S9ab PO-JQH SO-504"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
}

// Patterns that are none, that match nothing or that demand very much end soon.
func TestOddPatterns(t *testing.T) {
	r := keyed.New(1)
	if v := Spoken(r, "("); v != "(" {
		t.Errorf("%q", v)
	}
	if _, err := Match(r, "(", 0); err == nil || !strings.Contains(err.Error(), `the pattern "(" cannot be read`) {
		t.Error(err)
	}
	for _, pattern := range []string{"", "$^", `[^\x00-\x{10FFFF}]`, "((((y*)*)*)*)*", "((a{100})*(b{1000})+)+(c{1000}d{1000})+"} {
		if v, err := Match(r, pattern, 4000); err != nil || len(v) > 2*maxText {
			t.Errorf("%s: %d bytes, %v", pattern, len(v), err)
		}
		if v := Spoken(r, pattern); len(v) > 2*maxText {
			t.Errorf("%s: %d bytes", pattern, len(v))
		}
	}
}

// A pattern is fixed if nothing can be chosen.
func TestFixed(t *testing.T) {
	for pattern, want := range map[string]bool{
		"a{1000}": true, "^a{2}(b)c$": true, "": true, "(": true, `a\b`: true, `[a]`: true, `\x41`: true,
		"a?": false, "a|b": false, "[ab]": false, ".": false, "a{1,2}": false, "(a{30}){1,2}": false, "b*": false, "b+": false,
	} {
		if Fixed(pattern) != want {
			t.Errorf("%q: %v", pattern, !want)
		}
		a, b := Spoken(keyed.New(1), pattern), Spoken(keyed.New(2), pattern)
		if want && a != b {
			t.Errorf("%q: %q and %q", pattern, a, b)
		}
	}
}
