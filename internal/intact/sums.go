// Package intact notices files that are no longer as they were written.
//
// A [Hash] sums up a file of lines while it is written: as a whole, and each block of
// 1,000 lines. [Compare] says later in which lines the file on disk differs. [Seal] closes
// a small JSON document, or one line of a file, with a sum of its own, and [CheckSeal]
// notices when any of its bytes has changed. Sums are SHA-256.
//
// What counts is what was written, never what is found on disk, so that damage is not
// taken for the truth. A [Hash] is for one goroutine; the functions are safe for
// concurrent use.
package intact

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"strings"

	"switchyard/internal/input"
	"switchyard/internal/prose"
)

// BlockLines is the number of lines in a block.
const BlockLines = 1000

// Sums identify the bytes of a file.
type Sums struct {
	Bytes  int64
	Lines  int      // a last line without a newline counts
	SHA256 string   // of the whole file, in hexadecimal
	Blocks []string // of each [BlockLines] lines, the last of which may be fewer; may be unknown
}

// Hash sums up what is written to it. The zero value is not usable.
type Hash struct {
	whole, block hash.Hash
	bytes        int64
	lines        int // complete ones
	blocks       []string
	begun        bool // the block has bytes
	open         bool // the last line has no newline yet
}

// NewHash returns a Hash that has seen nothing.
func NewHash() *Hash { return &Hash{whole: sha256.New(), block: sha256.New()} }

// Write implements [io.Writer]. It never fails.
func (h *Hash) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	h.whole.Write(p)
	h.bytes += int64(len(p))
	h.open = p[len(p)-1] != '\n'
	from := 0
	for at := 0; ; {
		i := bytes.IndexByte(p[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
		if h.lines++; h.lines%BlockLines == 0 {
			h.block.Write(p[from:at])
			h.blocks = append(h.blocks, hex.EncodeToString(h.block.Sum(nil)))
			h.block.Reset()
			from, h.begun = at, false
		}
	}
	if from < len(p) {
		h.block.Write(p[from:])
		h.begun = true
	}
	return len(p), nil
}

// Bytes is the number of bytes so far.
func (h *Hash) Bytes() int64 { return h.bytes }

// Lines is the number of lines so far. A last line without a newline counts.
func (h *Hash) Lines() int {
	if h.open {
		return h.lines + 1
	}
	return h.lines
}

// SoFar returns the SHA-256 of everything so far, in the letters of base64url.
func (h *Hash) SoFar() string { return base64.RawURLEncoding.EncodeToString(h.whole.Sum(nil)) }

// Sums returns the sums of everything so far.
func (h *Hash) Sums() Sums {
	s := Sums{Bytes: h.bytes, Lines: h.Lines(), SHA256: hex.EncodeToString(h.whole.Sum(nil)), Blocks: append([]string(nil), h.blocks...)}
	if h.begun {
		s.Blocks = append(s.Blocks, hex.EncodeToString(h.block.Sum(nil)))
	}
	return s
}

// Range is a range of lines, both ends included, from 1.
type Range struct{ From, To int }

// Change is the error of a file that is not as it was written.
type Change struct {
	File    string
	Missing bool
	Ranges  []Range // of lines that differ, or of blocks that hold such lines
	Cut     bool    // the file ends early, after End lines of Lines
	End     int     // lines that are there
	Torn    bool    // the last of them has no newline
	Lines   int     // lines that were written; 0 if unknown
	Added   int64   // bytes after the lines that were written
	Journal bool    // it was compared with the journal of an unfinished run
}

// Error says which file differs, and how.
func (c *Change) Error() string { return c.File + ": " + c.What() }

// Line is the first line that differs, or 0 if it is unknown.
func (c *Change) Line() int {
	switch {
	case len(c.Ranges) > 0:
		return c.Ranges[0].From
	case c.Cut && c.Lines > 0:
		return max(1, c.End)
	case c.Added > 0 && c.Lines > 0:
		return c.Lines + 1
	}
	return 0
}

// mostRanges is how many ranges are listed.
const mostRanges = 5

// What says how the file differs, without its name.
func (c *Change) What() string {
	if c.Missing {
		return "is missing"
	}
	var parts []string
	if n := len(c.Ranges); n > 0 {
		var list []string
		for _, r := range c.Ranges[:min(n, mostRanges)] {
			list = append(list, r.String())
		}
		if n > mostRanges {
			list = append(list, prose.Count(n-mostRanges, "more range", "more ranges"))
		}
		word, verb := "lines", "are not as they were written"
		if n == 1 && c.Ranges[0].From == c.Ranges[0].To {
			word, verb = "line", "is not as it was written"
		}
		parts = append(parts, word+" "+prose.Join(list)+" "+verb)
	}
	switch {
	case c.Cut && c.End == 0:
		parts = append(parts, "it is empty")
	case c.Cut && c.Lines == 0 && !c.Journal || c.Cut && c.End > c.Lines && c.Lines > 0:
		parts = append(parts, "it is shorter than it was")
	case c.Cut:
		what := "it ends after line " + prose.Thousands(c.End)
		if c.Torn {
			what = "it ends in line " + prose.Thousands(c.End)
		}
		if c.Lines > 0 {
			what += " of " + prose.Thousands(c.Lines)
		}
		parts = append(parts, what)
	case c.Added > 0:
		what, which := prose.Count(int(c.Added), "byte", "bytes"), "was not written with it"
		if c.Journal {
			which = "is not recorded in journal.jsonl"
		}
		after := "its end"
		if c.Lines > 0 || c.Journal {
			after = "line " + prose.Thousands(c.Lines)
		}
		parts = append(parts, fmt.Sprintf("what follows %s (%s) %s", after, what, which))
	}
	if len(parts) == 0 {
		return "it is not as it was written"
	}
	return strings.Join(parts, "; ")
}

// String is "7" or "1,001–2,000".
func (r Range) String() string {
	if r.From == r.To {
		return prose.Thousands(r.From)
	}
	return prose.Thousands(r.From) + "–" + prose.Thousands(r.To)
}

// Compare compares a file with the sums of what was written. The result is nil if they
// agree. If the file is missing, but its compressed form is there (see [input.Named]), that
// is compared.
func Compare(path string, was Sums) (*Change, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if packed := input.Named(path); packed != path {
			return comparePacked(packed, was)
		}
		return &Change{File: path, Missing: true}, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("it is not a regular file")}
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() == was.Bytes { // the usual case needs one sum only
		whole := sha256.New()
		if _, err := io.Copy(whole, f); err != nil {
			return nil, err
		}
		if hex.EncodeToString(whole.Sum(nil)) == was.SHA256 {
			return nil, nil
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	return compare(path, f, was)
}

// comparePacked compares the content of a compressed file.
func comparePacked(path string, was Sums) (*Change, error) {
	f, err := input.Open(context.Background(), path) // [input.Named] means a regular file, which nobody waits for
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return compare(path, f, was)
}

// compare compares what is read with the sums of what was written.
func compare(path string, from io.Reader, was Sums) (*Change, error) {
	h := NewHash()
	if _, err := io.Copy(h, io.LimitReader(from, was.Bytes)); err != nil {
		return nil, err
	}
	if h.Sums().SHA256 == was.SHA256 {
		added, err := io.Copy(io.Discard, from)
		if added += h.Bytes() - was.Bytes; err != nil || added == 0 {
			return nil, err
		}
		return &Change{File: path, Lines: was.Lines, Added: added}, nil
	}
	if _, err := io.Copy(h, from); err != nil {
		return nil, err
	}
	return differ(path, h, was), nil
}

// differ says how a file differs from what was written, of which it is not the beginning.
func differ(path string, h *Hash, was Sums) *Change {
	is := h.Sums()
	c := &Change{File: path, Lines: was.Lines, Cut: is.Bytes < was.Bytes && (h.open || is.Lines < was.Lines || was.Lines == 0)}
	known := len(was.Blocks)
	if c.Cut {
		c.End, c.Torn = is.Lines, h.open
		known = min(known, h.lines/BlockLines) // the block in which it ends cannot be compared
	}
	for i := range known {
		if i < len(is.Blocks) && is.Blocks[i] == was.Blocks[i] {
			continue
		}
		r := Range{i*BlockLines + 1, (i + 1) * BlockLines}
		if was.Lines > 0 {
			r.To = min(r.To, was.Lines)
		}
		if n := len(c.Ranges); n > 0 && c.Ranges[n-1].To+1 == r.From {
			c.Ranges[n-1].To = r.To
		} else {
			c.Ranges = append(c.Ranges, r)
		}
	}
	return c
}
