package builtin

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// Every heading that the code names is there, in every tone, length and patience,
// and every heading is named somewhere.
func TestSentencesAreComplete(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			code.Write(text)
		}
	}
	for _, m := range regexp.MustCompile(`(?:toned\(|sentences\[)"([^"]+)"`).FindAllStringSubmatch(code.String(), -1) {
		if !slices.ContainsFunc(headings(), func(h string) bool { return strings.HasPrefix(h+" ", strings.TrimSpace(m[1])+" ") }) {
			t.Errorf("the code names the heading %q, which does not exist", m[1])
		}
	}
	tones := []mission.Tone{mission.Colloquial, mission.Formal, mission.Polite, mission.Direct}
	axes := map[string][]string{"": nil}
	for _, tone := range tones {
		axes["tone"] = append(axes["tone"], string(tone))
	}
	axes["length"] = []string{string(mission.Terse), string(mission.Plain), string(mission.Chatty)}
	axes["patience"] = []string{string(mission.Patient), string(mission.Hasty)}
	for _, heading := range headings() {
		words := strings.Fields(heading)
		for i, word := range words {
			for axis, values := range axes {
				if !slices.Contains(values, word) {
					continue
				}
				for _, other := range values {
					sibling := slices.Clone(words)
					sibling[i] = other
					if sentences[strings.Join(sibling, " ")] == nil {
						t.Errorf("%q has no sibling for %s %s", heading, axis, other)
					}
				}
			}
		}
		name := strings.Join(slices.DeleteFunc(words, func(w string) bool {
			return slices.Contains(slices.Concat(axes["tone"], axes["length"], axes["patience"]), w)
		}), " ")
		if first, _, _ := strings.Cut(name, " "); !strings.Contains(code.String(), `"`+name) && !strings.Contains(code.String(), `"`+first) {
			t.Errorf("nothing uses %q", heading)
		}
	}
}

func headings() []string {
	var all []string
	for heading := range sentences {
		all = append(all, heading)
	}
	return all
}

// What is wrong with the file is said with its line.
func TestSentencesThatCannotBeRead(t *testing.T) {
	_, err := readSentences("f.txt", "# a note\n\tNobody's.\none\n\tFine {x}.\n\tBroken {x.\none\n\tMore.\nempty\n")
	want := `f.txt:2: a sentence without a heading: "Nobody's."
f.txt:5: a slot without its other brace: "Broken {x."
f.txt:6: the heading "one" occurs twice
f.txt: the heading "empty" has no sentences`
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestInsistence asks back in all ways of users: each question is answered by what it asks,
// and words that ask nothing are not.
func TestInsistence(t *testing.T) {
	want := map[string][]string{"thing": {"waiting"}, "fact": {"waiting"}, "count": {"waiting"}, "name": {"waiting"}, "list": {"waiting"}, "me": {""}, "street": {"waiting"}, "usual": {"usual"}, "reason": {"needed", "why"},
		"options": {"options"}, "limit": {"limit"}, "meaning": {"meaning"}, "undecided": {"open"}}
	for heading, list := range sentences {
		kind, evades := strings.CutPrefix(heading, "evasion ")
		if !evades {
			continue
		}
		kind, _, _ = strings.Cut(kind, " ")
		for _, reply := range list {
			if got := insistence(reply); !slices.Contains(want[kind], got) {
				t.Errorf("%q (%s) is answered as %q", reply, heading, got)
			}
		}
	}
	for reply, want := range map[string]string{"Sometime next week.": "rough", "Later this month, I think.": "rough", "Vienna.": ""} {
		if got := insistence(reply); got != want {
			t.Errorf("%q is answered as %q, not as %q", reply, got, want)
		}
	}
}

// In every tone, a deed is asked for once more in words that ask for a deed.
func TestSameForAnother(t *testing.T) {
	for _, tone := range []mission.Tone{mission.Colloquial, mission.Formal, mission.Polite, mission.Direct} {
		if !slices.ContainsFunc(sentences["again "+string(tone)], func(f string) bool { return strings.Contains(strings.ToLower(f), "same for") }) {
			t.Errorf("again %s: %q", tone, sentences["again "+string(tone)])
		}
	}
}
