package out

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	tests := []struct {
		name, in string
		strict   bool
		want     string // "line@offset-end:text" and the error at the end
	}{
		{"empty", "", false, "EOF"},
		{"one", "{}\n", false, "1@0-3:{} EOF"},
		{"two", "{}\n[1]\n", false, "1@0-3:{} 2@3-7:[1] EOF"},
		{"CRLF", "{}\r\n[1]\r\n", false, "1@0-4:{} 2@4-9:[1] EOF"},
		{"blank lines", "\n \t\r\n{}\n\n\n[1]\n\n", false, "3@5-8:{} 6@10-14:[1] EOF"},
		{"no newline", "{}\n[1]", false, "1@0-3:{} 2@3-6:[1] EOF"},
		{"no newline, strict", "{}\n[1]", true, "1@0-3:{} torn 2@3"},
		{"torn", "{}\n{\"a\": [1", false, "1@0-3:{} torn 2@3"},
		{"torn in a string", "{}\n{\"a", false, "1@0-3:{} torn 2@3"},
		{"torn at once", `{"a`, false, "torn 1@0"},
		{"torn in an escape", `{"a\`, false, "torn 1@0"},
		{"zero bytes", "{}\n\x00\x00\x00", false, "1@0-3:{} torn 2@3"},
		{"wrong, not torn", "{}\n{oops}", false, "1@0-3:{} 2@3-9:{oops} EOF"},
		{"blank end", "{}\n  ", true, "1@0-3:{} EOF"},
		{"BOM", "\xef\xbb\xbf{}\n", false, "f.jsonl:1: the file begins with a byte order mark"},
		{"UTF-16", "\xff\xfe{\x00}\x00\n", false, "f.jsonl:1: the file is UTF-16"},
		{"BOM later", "{}\n\xef\xbb\xbf{}\n", false, "1@0-3:{} 2@3-9:\xef\xbb\xbf{} EOF"},
	}
	for _, test := range tests {
		for _, slow := range []bool{false, true} {
			var in io.Reader = strings.NewReader(test.in)
			if slow {
				in = iotest.OneByteReader(in)
			}
			l := NewLines(in, "f.jsonl")
			l.Strict = test.strict
			if got := scanAll(l); got != test.want {
				t.Errorf("%s: got %q, want %q", test.name, got, test.want)
			}
			if _, err := l.Next(); err == nil {
				t.Errorf("%s: reading goes on after the end", test.name)
			}
			if strings.HasSuffix(test.want, "EOF") && l.End() != int64(len(test.in)) {
				t.Errorf("%s: the end is %d", test.name, l.End())
			}
		}
	}
}

// scanAll describes what Next gives up to the first error.
func scanAll(l *Lines) string {
	var parts []string
	for {
		line, err := l.Next()
		var torn *TornError
		switch {
		case errors.As(err, &torn):
			if !errors.Is(err, ErrTorn) || torn.File != "f.jsonl" {
				return "a strange torn error"
			}
			return strings.Join(append(parts, fmt.Sprintf("torn %d@%d", torn.Line, torn.Offset)), " ")
		case err != nil:
			return strings.Join(append(parts, err.Error()), " ")
		}
		parts = append(parts, fmt.Sprintf("%d@%d-%d:%s", l.Line(), l.Offset(), l.End(), line))
	}
}

// endless gives the same byte again and again, n times.
type endless struct {
	n int
	c byte
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.n)
	for i := range n {
		p[i] = e.c
	}
	e.n -= n
	return n, nil
}

func TestLinesLimit(t *testing.T) {
	l := NewLines(io.MultiReader(strings.NewReader("{}\n"), &endless{MaxLine, 'x'}, strings.NewReader("\r\n")), "f.jsonl")
	if _, err := l.Next(); err != nil {
		t.Fatal(err)
	}
	if line, err := l.Next(); err != nil || len(line) != MaxLine {
		t.Errorf("the longest line: %d bytes, %v", len(line), err)
	}
	l = NewLines(io.MultiReader(strings.NewReader("{}\n"), &endless{1 << 40, 'x'}), "f.jsonl")
	if _, err := l.Next(); err != nil {
		t.Fatal(err)
	}
	_, err := l.Next()
	var bad *LineError
	if !errors.As(err, &bad) || bad.Hint == "" || err.Error() != "f.jsonl:2: the line is longer than 64 MiB" {
		t.Errorf("an endless line: %v", err)
	}
}

func TestLinesReadError(t *testing.T) {
	l := NewLines(io.MultiReader(strings.NewReader("{}\n{"), iotest.ErrReader(errors.New("disk gone"))), "f.jsonl")
	if _, err := l.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Next(); err == nil || err.Error() != "f.jsonl:2: disk gone" {
		t.Error(err)
	}
}

// A file cut anywhere is either whole or torn at the start of its last line,
// and cutting it there leaves whole lines.
func TestLinesCutAnywhere(t *testing.T) {
	file := string(written(t, Native(), short())) + "{\"a\":\"é\"}\n12\n"
	for cut := range len(file) {
		if cut > 400 && cut < len(file)-400 {
			continue
		}
		l := NewLines(strings.NewReader(file[:cut]), "f")
		l.Strict = true
		n, err := 0, error(nil)
		for err == nil {
			if _, err = l.Next(); err == nil {
				n++
			}
		}
		whole := strings.LastIndexByte(file[:cut], '\n') + 1
		var torn *TornError
		switch {
		case errors.As(err, &torn):
			if int(torn.Offset) != whole || whole == cut {
				t.Fatalf("cut at %d: torn at %d, not %d", cut, torn.Offset, whole)
			}
		case whole != cut:
			t.Fatalf("cut at %d: not torn: %v", cut, err)
		}
		if n != strings.Count(file[:cut], "\n") {
			t.Fatalf("cut at %d: %d lines", cut, n)
		}
	}
}
