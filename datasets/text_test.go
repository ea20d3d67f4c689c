package datasets_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"switchyard/datasets"
	"switchyard/datasets/stats"
	"switchyard/out"
	"switchyard/proof"
)

// stringIn matches a string in JSON, keys included.
var stringIn = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// firstLines are the first entry of a run in both formats.
func firstLines(t *testing.T) (native, mmtb []byte) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testRun(t), "entries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	native, _, _ = bytes.Cut(data, []byte("\n"))
	e, err := datasets.DecodeEntry(native)
	if err == nil {
		mmtb, err = out.MMTB().Encode(e)
	}
	if err != nil {
		t.Fatal(err)
	}
	return native, mmtb
}

// Half of a surrogate pair, or a byte that is not UTF-8, is found in every string and key of
// a line, by every reader.
func TestEveryStringIsText(t *testing.T) {
	const every = 5
	prover := proof.New()
	lineOf := [2][]byte{}
	lineOf[0], lineOf[1] = firstLines(t)
	for k, readers := range []map[string]func([]byte) error{{
		"proof": func(line []byte) error {
			_, problems := prover.Bytes(line)
			return first(problems)
		},
		"datasets": func(line []byte) error { _, err := datasets.DecodeEntry(line); return err },
		"out": func(line []byte) error {
			_, problems := out.DecodeEntry(line)
			return first(problems)
		},
		"stats": func(line []byte) error { _, err := stats.Decode(line); return err },
	}, {
		"rules":  func(line []byte) error { return first(out.CheckMMTB(line)) },
		"decode": func(line []byte) error { _, err := out.DecodeMMTB(line); return err },
	}} {
		line := lineOf[k]
		for name, read := range readers {
			if err := read(line); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		places := stringIn.FindAllIndex(line, -1)
		if len(places) < 100 {
			t.Fatalf("there are only %d strings", len(places))
		}
		for i := 0; i < len(places); i += every {
			at := places[i][0] + 1
			wrong := []string{`\ud800`, `\uDE00x`, "\xff"}[i%3]
			spoilt := append(append(bytes.Clone(line[:at]), wrong...), line[at:]...)
			for name, read := range readers {
				err := read(spoilt)
				if err == nil || !strings.Contains(err.Error(), "half of a surrogate pair") && !strings.Contains(err.Error(), "not UTF-8") {
					t.Fatalf("%s: %q in string %d of format %d: %v", name, wrong, i, k, err)
				}
			}
		}
	}
}

// first is the first problem as an error.
func first[P fmt.Stringer](problems []P) error {
	if len(problems) == 0 {
		return nil
	}
	return errors.New(problems[0].String())
}

// Whatever comes before the first line that is JSON, its format is that of the file, by path
// and on standard input, and everything can still be read.
func TestFormatOfTheFirstLine(t *testing.T) {
	native, mmtb := firstLines(t)
	for _, c := range []struct {
		before string
		line   []byte
		want   string
	}{
		{"", native, "native"},
		{"", mmtb, "mmtb"},
		{"\n\r\n \n", mmtb, "mmtb"},
		{"broken\n{\"a\":\n", mmtb, "mmtb"},
		{strings.Repeat("x", 100_000) + "\n", mmtb, "mmtb"},
		{"", []byte("broken"), "native"},
		{"\n", nil, "native"},
	} {
		text := append([]byte(c.before), c.line...)
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write(text) // neither fails: it is in memory
		_ = w.Close()
		for _, data := range [][]byte{text, packed.Bytes()} {
			path := filepath.Join(t.TempDir(), "f.jsonl")
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			lines := [2]string{}
			for i, source := range []datasets.Source{{Path: path}, {Path: datasets.Stdin, Stdin: bytes.NewReader(data)}} {
				if got, err := source.Format(t.Context()); err != nil || got != c.want {
					t.Errorf("%.20q, %d: %q, %v", c.before, i, got, err)
				}
				_, err := datasets.Each(t.Context(), source, func(line []byte) (string, error) { return string(line), nil }, func(line []byte, number int, _ string) error {
					lines[i] += fmt.Sprintf("%d %s\n", number, line)
					return nil
				})
				if err != nil && !errors.Is(err, datasets.ErrEmpty) {
					t.Error(err)
				}
			}
			if lines[0] != lines[1] || strings.TrimSpace(c.before+string(c.line)) != "" && !strings.Contains(lines[0], string(c.line)) {
				t.Errorf("%.20q: standard input has other lines than the file", c.before)
			}
		}
	}
}
