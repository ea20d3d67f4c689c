// Package tokens counts the tokens of texts, entries and exports, with the tokenizer of
// OpenAI's newer models. Its vocabulary is part of the program
// (github.com/tiktoken-go/tokenizer), so nothing is downloaded. Other models divide texts
// differently, so for them the numbers are only a good estimate.
//
// Start with [New]. A [Counter] counts texts and entries, and its [Tally] counts the files
// of an export. [Sum] estimates a total from the lines that [Sampled] selects. A counter may
// be used by many goroutines at once, the other types by only one.
package tokens

import (
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tiktoken-go/tokenizer/codec"

	"switchyard/mission"
	"switchyard/out"
)

// Encoding is the name of the tokenizer's encoding.
const Encoding = "o200k_base"

// Counter counts tokens. It remembers pieces of texts, because every line of a
// dataset repeats the same tools. It is safe for concurrent use.
type Counter struct {
	codec *codec.Codec
	known sync.Map // of piece → int
	kept  atomic.Int64
}

// A counter remembers at most mostPieces pieces of at most longestPiece bytes.
const (
	longestPiece = 256
	mostPieces   = 40_000
)

// New returns a counter. The first one reads the vocabulary, which takes about a tenth
// of a second.
func New() *Counter { return &Counter{codec: codec.NewO200kBase()} }

// Count returns the number of tokens of a text. Names of special tokens in it count
// like any other words.
func (c *Counter) Count(text string) int {
	total := 0
	for text != "" {
		n := piece(text)
		total += c.piece(text[:n])
		text = text[n:]
	}
	return total
}

// piece returns the length of the first part of a text that can be counted by itself. It
// ends before a blank after a letter, where the encoding always divides.
func piece(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] == ' ' && isLetter(text[i-1]) {
			return i
		}
	}
	return len(text)
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func (c *Counter) piece(text string) int {
	if len(text) > longestPiece {
		return c.count(text)
	}
	if n, ok := c.known.Load(text); ok {
		return n.(int)
	}
	n := c.count(text)
	if c.kept.Load() < mostPieces {
		c.kept.Add(1)
		c.known.Store(strings.Clone(text), n)
	}
	return n
}

func (c *Counter) count(text string) int {
	n, err := c.codec.Count(text)
	if err != nil {
		return len(text) // never happens: only limits, which are not set, make it fail
	}
	return n
}

// Entry returns the number of tokens of an entry: those of its line in OpenAI's chat
// format, with all missions in one chat and the tools included.
func (c *Counter) Entry(e *mission.Entry) (int, error) {
	format, err := out.LookupExporter("openai")
	if err != nil {
		return 0, err
	}
	lines := &lineCounter{count: c.Count}
	sink, err := format.Export(lines, "train", out.ExportOptions{})
	if err != nil {
		return 0, err
	}
	if err := out.Add(sink, e); err != nil {
		return 0, err
	}
	return lines.total, sink.Close()
}

// lineCounter is an [out.Output] that keeps nothing.
type lineCounter struct {
	count func(string) int
	total int
}

func (l *lineCounter) Line(_ string, line []byte) error {
	l.total += l.count(string(line))
	return nil
}

func (l *lineCounter) Create(string) (io.WriteCloser, error) {
	return nil, errors.New("only lines have tokens")
}

func (l *lineCounter) Label(string, string, []byte) error { return nil }
func (l *lineCounter) Skip(string, string)                {}
