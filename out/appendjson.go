package out

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Lines escape what JSON requires, and the characters that some readers take for
// the end of a line: U+0085, U+2028 and U+2029. Nothing else is escaped: "<", ">"
// and "&" stay as they are.

const hexDigits = "0123456789abcdef"

// plain holds the bytes that need no escape in a string.
var plain = func() (t [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

var errNotUTF8 = errors.New("the text is not UTF-8")

// appendString appends s as a JSON string. The error is errNotUTF8.
func appendString(dst []byte, s string) ([]byte, error) {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = append(dst, s[start:i]...)
			dst = appendEscape(dst, c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			return nil, errNotUTF8
		}
		if breaksLine(r) {
			dst = append(dst, s[start:i]...)
			dst = appendHex(dst, r)
			start = i + size
		}
		i += size
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"'), nil
}

func breaksLine(r rune) bool { return r == '\u0085' || r == '\u2028' || r == '\u2029' }

func appendHex(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	return appendHex(dst, rune(c))
}

// appendRaw appends a JSON document without its blanks. Keys keep their order,
// numbers and strings keep their spelling. The error says where it is not JSON.
func appendRaw(dst []byte, doc []byte) ([]byte, error) {
	c := compactor{dst: dst, doc: doc}
	c.space()
	if err := c.value(0); err != nil {
		return nil, err
	}
	c.space()
	if c.at < len(doc) {
		return nil, c.error("more text after the document")
	}
	return c.dst, nil
}

// maxDepth is how deep encoding/json allows documents to be nested.
const maxDepth = 10000

// compactor copies a document from doc to dst and checks it on the way.
type compactor struct {
	dst, doc []byte
	at       int
}

func (c *compactor) error(message string) error {
	return fmt.Errorf("not JSON at byte %d: %s", c.at, message)
}

func (c *compactor) space() {
	for c.at < len(c.doc) {
		switch c.doc[c.at] {
		case ' ', '\t', '\n', '\r':
			c.at++
		default:
			return
		}
	}
}

// take copies one expected byte.
func (c *compactor) take(b byte) bool {
	if c.at < len(c.doc) && c.doc[c.at] == b {
		c.dst = append(c.dst, b)
		c.at++
		return true
	}
	return false
}

func (c *compactor) value(depth int) error {
	if c.at >= len(c.doc) {
		return c.error("the document ends where a value is expected")
	}
	if depth > maxDepth {
		return c.error("nested too deep")
	}
	switch b := c.doc[c.at]; {
	case b == '"':
		return c.string()
	case b == '{':
		return c.container('}', depth, true)
	case b == '[':
		return c.container(']', depth, false)
	case b == '-' || ('0' <= b && b <= '9'):
		return c.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if len(c.doc)-c.at >= len(word) && string(c.doc[c.at:c.at+len(word)]) == word {
			c.dst = append(c.dst, word...)
			c.at += len(word)
			return nil
		}
	}
	return c.error("a value is expected")
}

func (c *compactor) container(end byte, depth int, keys bool) error {
	c.dst = append(c.dst, c.doc[c.at])
	c.at++
	c.space()
	if c.take(end) {
		return nil
	}
	for {
		if keys {
			if c.at >= len(c.doc) || c.doc[c.at] != '"' {
				return c.error("a key is expected")
			}
			if err := c.string(); err != nil {
				return err
			}
			c.space()
			if !c.take(':') {
				return c.error("a colon is expected")
			}
			c.space()
		}
		if err := c.value(depth + 1); err != nil {
			return err
		}
		c.space()
		if c.take(end) {
			return nil
		}
		if !c.take(',') {
			return c.error("a comma is expected")
		}
		c.space()
	}
}

func (c *compactor) string() error {
	start := c.at
	i := start + 1
	for i < len(c.doc) {
		b := c.doc[i]
		switch {
		case plain[b]:
			i++
		case b == '"':
			i++
			c.dst = append(c.dst, c.doc[start:i]...)
			c.at = i
			return nil
		case b == '\\':
			size := escapeSize(c.doc[i:])
			if size == 0 {
				c.at = i
				return c.error("an escape that JSON does not have")
			}
			i += size
		case b < ' ':
			c.at = i
			return c.error("a control character inside a string")
		default:
			r, size := utf8.DecodeRune(c.doc[i:])
			if r == utf8.RuneError && size == 1 {
				return errNotUTF8
			}
			if breaksLine(r) {
				c.dst = append(c.dst, c.doc[start:i]...)
				c.dst = appendHex(c.dst, r)
				start = i + size
			}
			i += size
		}
	}
	c.at = i
	return c.error("the document ends inside a string")
}

// escapeSize is the length of the escape at the start of b, or 0.
func escapeSize(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(b) < 6 {
			return 0
		}
		for _, h := range b[2:6] {
			if !('0' <= h && h <= '9' || 'a' <= h && h <= 'f' || 'A' <= h && h <= 'F') {
				return 0
			}
		}
		return 6
	}
	return 0
}

func (c *compactor) number() error {
	start := c.at
	i := start
	digits := func() bool {
		from := i
		for i < len(c.doc) && '0' <= c.doc[i] && c.doc[i] <= '9' {
			i++
		}
		return i > from
	}
	has := func(set string) bool {
		if i < len(c.doc) && (c.doc[i] == set[0] || c.doc[i] == set[1]) {
			i++
			return true
		}
		return false
	}
	has("--")
	ok := has("00") || digits()
	if ok && has("..") {
		ok = digits()
	}
	if ok && has("eE") {
		has("+-")
		ok = digits()
	}
	c.at = i
	if !ok {
		return c.error("a digit is expected")
	}
	c.dst = append(c.dst, c.doc[start:i]...)
	return nil
}
