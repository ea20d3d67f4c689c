package grammar

import (
	"os"
	"strings"
	"testing"
)

// sample is a line of a corpus.
type sample struct {
	line int
	kind string // empty for a good sentence
	text string
	Speech
}

// corpus reads the samples of a file: fields are divided by tabs, and "\n" is a line break.
func corpus(t *testing.T, file string, fields int) (list []sample) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) < fields || len(f) > fields+1 {
			t.Fatalf("%s:%d has %d fields", file, i+1, len(f))
		}
		s := sample{line: i + 1}
		if fields == 3 {
			s.kind, f = f[0], f[1:]
		}
		switch f[0] {
		case "assistant":
			s.By = Assistant
		case "user":
		default:
			t.Fatalf("%s:%d: %q does not speak", file, i+1, f[0])
		}
		s.text = strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(f[1])
		if len(f) == 3 {
			s.Question = f[2]
		}
		list = append(list, s)
	}
	return list
}

// Every bad sentence is caught by the kind of fault that it stands for.
func TestBad(t *testing.T) {
	list := corpus(t, "testdata/bad.txt", 3)
	if len(list) < 200 {
		t.Errorf("there are only %d bad sentences", len(list))
	}
	for _, s := range list {
		faults := Check(s.text, s.Speech)
		found := false
		for _, f := range faults {
			found = found || f.Kind.String() == s.kind
		}
		if !found {
			t.Errorf("bad.txt:%d: %q: no fault of kind %s, only %v", s.line, s.text, s.kind, faults)
		}
	}
}

// Nothing is wrong with a good sentence.
func TestGood(t *testing.T) {
	list := corpus(t, "testdata/good.txt", 2)
	if len(list) < 400 {
		t.Errorf("there are only %d good sentences", len(list))
	}
	for _, s := range list {
		for _, f := range Check(s.text, s.Speech) {
			t.Errorf("good.txt:%d: %q: %s: %s", s.line, s.text, f.Kind, f)
		}
	}
}
