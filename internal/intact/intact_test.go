package intact_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/intact"
)

// numbered is a file of n lines.
func numbered(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "{\"line\": %d}\n", i+1)
	}
	return b.Bytes()
}

func hashed(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// However the bytes come, the sums are those of the whole and of each 1,000 lines.
func TestHash(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range [][]byte{nil, []byte("\n"), []byte("no newline"), numbered(999), numbered(1000), numbered(1001), numbered(2000),
		append(numbered(2000), "torn"...), append(numbered(1999), "torn"...), []byte(strings.Repeat("\n", 3500))} {
		want := intact.Sums{Bytes: int64(len(text)), SHA256: hashed(text)}
		var block []byte
		for line := range bytes.Lines(text) {
			if block = append(block, line...); want.Lines%intact.BlockLines == intact.BlockLines-1 {
				want.Blocks, block = append(want.Blocks, hashed(block)), nil
			}
			want.Lines++
		}
		if len(block) > 0 {
			want.Blocks = append(want.Blocks, hashed(block))
		}
		for range 4 {
			h := intact.NewHash()
			for rest := text; len(rest) > 0; {
				n := 1 + random.IntN(len(rest))
				if n > 100 {
					n = 1 + random.IntN(9000)
				}
				n = min(n, len(rest))
				if k, err := h.Write(rest[:n]); k != n || err != nil {
					t.Fatal(k, err)
				}
				_ = h.SoFar() // does not disturb it
				rest = rest[n:]
			}
			got := h.Sums()
			if got.Bytes != want.Bytes || got.Lines != want.Lines || got.SHA256 != want.SHA256 || !slices.Equal(got.Blocks, want.Blocks) {
				t.Errorf("of %d bytes: %d bytes, %d lines, %d blocks", len(text), got.Bytes, got.Lines, len(got.Blocks))
			}
		}
	}
}

// Every kind of damage is told with the lines.
func TestCompare(t *testing.T) {
	text := numbered(2500)
	at := func(line int) int { return len(numbered(line - 1)) }
	h := intact.NewHash()
	h.Write(text)
	was := h.Sums()
	changed := func(lines ...int) []byte {
		b := bytes.Clone(text)
		for _, l := range lines {
			b[at(l)+2] ^= 1
		}
		return b
	}
	for _, test := range []struct {
		name string
		text []byte
		want string // empty: nothing is told
		line int
	}{
		{"as it was", text, "", 0},
		{"a byte in the first block", changed(17), "lines 1–1,000 are not as they were written", 1},
		{"a byte in the last block", changed(2500), "lines 2,001–2,500 are not as they were written", 2001},
		{"bytes in two blocks apart", changed(1, 2001), "lines 1–1,000 and 2,001–2,500 are not as they were written", 1},
		{"bytes in two blocks beside each other", changed(1000, 1001), "lines 1–2,000 are not as they were written", 1},
		{"zeros", append(append(bytes.Clone(text[:at(1200)]), make([]byte, 100)...), text[at(1200)+100:]...), "lines 1,001–2,500 are not as they were written", 1001}, // newlines are gone
		{"cut in a line", text[:at(1201)+3], "it ends in line 1,201 of 2,500", 1201},
		{"cut after a line", text[:at(2001)], "it ends after line 2,000 of 2,500", 2000},
		{"cut, and a byte before", changed(5)[:at(1201)], "lines 1–1,000 are not as they were written; it ends after line 1,200 of 2,500", 1},
		{"empty", nil, "it is empty", 1},
		{"more", append(bytes.Clone(text), "junk\n"...), "what follows line 2,500 (5 bytes) was not written with it", 2501},
		{"one byte more", append(bytes.Clone(text), 0), "what follows line 2,500 (1 byte) was not written with it", 2501},
		{"a longer line", bytes.Replace(text, []byte("17}"), []byte("17 }"), 1), "lines 1–1,000 are not as they were written", 1},
		{"a shorter line", bytes.Replace(text, []byte(" 2017}"), []byte("2017}"), 1), "lines 2,001–2,500 are not as they were written", 2001},
		{"a line more at the start", append([]byte("{}\n"), text...), "lines 1–2,500 are not as they were written", 1},
		{"cut in its last line", text[:len(text)-1], "it ends in line 2,500 of 2,500", 2500},
		{"another file", append([]byte(strings.Repeat("x\n", len(text)/2)), "\n\n"...)[:len(text)], "lines 1–2,500 are not as they were written", 1},
		{"a shorter file", []byte(strings.Repeat("x\n", len(text)/3)), "lines 1–2,500 are not as they were written", 1},
	} {
		path := filepath.Join(t.TempDir(), "f.jsonl")
		if err := os.WriteFile(path, test.text, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, was := range []intact.Sums{was, {Bytes: was.Bytes, Lines: was.Lines, SHA256: was.SHA256}} { // older records have no blocks
			c, err := intact.Compare(path, was)
			switch {
			case err != nil:
				t.Fatal(err)
			case (c == nil) != (test.want == ""):
				t.Errorf("%s: %v", test.name, c)
			case c == nil:
			case was.Blocks == nil && (c.What() == "" || c.File != path):
				t.Errorf("%s: without blocks it is %q", test.name, c.What())
			case was.Blocks != nil && (c.What() != test.want || c.Line() != test.line || c.Error() != path+": "+test.want):
				t.Errorf("%s: line %d: %s", test.name, c.Line(), c.What())
			}
		}
	}
	if c, err := intact.Compare(filepath.Join(t.TempDir(), "f"), was); err != nil || !c.Missing || c.What() != "is missing" {
		t.Errorf("%v, %v", c, err)
	}
	if _, err := intact.Compare(t.TempDir(), was); err == nil {
		t.Error("a folder can be compared")
	}
	odd := numbered(12_000)
	h = intact.NewHash()
	h.Write(odd)
	path := filepath.Join(t.TempDir(), "f")
	for line := 1; line < 12_000; line += 2000 {
		odd[at(line)+2] ^= 1
	}
	if err := os.WriteFile(path, odd, 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err := intact.Compare(path, h.Sums()); err != nil || !strings.Contains(c.What(), "8,001–9,000 and 1 more range are not") {
		t.Errorf("%v, %v", c, err)
	}
}

// Any other byte, any cut and anything appended is noticed in both forms of a sealed
// document, and what has no seal is no error.
func TestSeal(t *testing.T) {
	for _, doc := range []string{`{"a":1,"b":"<x>"}`, "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  }\n}\n"} {
		if sealed, err := intact.CheckSeal([]byte(doc), ""); sealed || err != nil {
			t.Errorf("%s: %v, %v", doc, sealed, err)
		}
		whole := intact.Seal([]byte(doc), "salt")
		var v map[string]any
		if err := json.Unmarshal(whole, &v); err != nil || len(v["seal"].(string)) != 43 || len(v) != 3 {
			t.Fatalf("%s: %v", whole, err)
		}
		if sealed, err := intact.CheckSeal(whole, "salt"); !sealed || err != nil {
			t.Errorf("%s: %v, %v", whole, sealed, err)
		}
		broken := func(text []byte, what string) {
			t.Helper()
			sealed, err := intact.CheckSeal(text, "salt")
			if json.Valid(text) && (!sealed || !errors.Is(err, intact.ErrBroken)) {
				t.Errorf("%s: %v, %v: %q", what, sealed, err, text)
			}
		}
		if _, err := intact.CheckSeal(whole, "other"); !errors.Is(err, intact.ErrBroken) {
			t.Errorf("with another salt: %v", err)
		}
		for i := range whole {
			for c := range 256 {
				text := bytes.Clone(whole)
				if text[i] = byte(c); text[i] != whole[i] {
					broken(text, fmt.Sprintf("byte %d", i))
				}
			}
			broken(whole[:i], "cut")
		}
		for _, more := range []string{" ", "\n", "\n\n  ", "\t"} {
			broken(append(bytes.Clone(whole), more...), "appended")
		}
	}
}

// FuzzSeal: no document makes it panic, and a seal that was made holds.
func FuzzSeal(f *testing.F) {
	for _, seed := range []string{"", "{", "}", `{"a":1}`, "{\n  \"a\": 1\n}\n", `{"seal":"x"}`, `","seal":"` + strings.Repeat("a", 43) + `"}`, "\"\n}\n"} {
		f.Add([]byte(seed), "s")
	}
	f.Fuzz(func(t *testing.T, doc []byte, salt string) {
		_, _ = intact.CheckSeal(doc, salt)
		whole := intact.Seal(doc, salt)
		if sealed, err := intact.CheckSeal(whole, salt); !sealed || err != nil {
			t.Errorf("%q: %v, %v", whole, sealed, err)
		}
	})
}
