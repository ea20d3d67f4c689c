package schemas

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"switchyard/internal/jsontext"
)

// SyntaxError says where and why [Decode] does not accept a document.
type SyntaxError struct {
	Line, Column int    // from 1; columns in characters
	Offset       int    // in bytes, from 0
	Message      string // in words
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not JSON: line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Decode reads one JSON document: objects as map[string]any, arrays as []any, numbers as
// [json.Number]. It is faster and stricter than encoding/json. A key that occurs twice
// in one object, text that is not UTF-8, half of a surrogate pair (\ud800 alone), and
// text after the document are errors of type [*SyntaxError].
func Decode(doc []byte) (any, error) {
	d := decoder{text: string(doc)}
	d.space()
	if d.at == len(d.text) {
		return nil, d.error(d.at, "the document is empty")
	}
	v, err := d.value()
	if err != nil {
		return nil, err
	}
	d.space()
	if d.at < len(d.text) {
		return nil, d.error(d.at, "more text after the end of the document")
	}
	return v, nil
}

// maxDepth is how deep documents may be nested, as in encoding/json.
const maxDepth = 10000

// decoder reads text from offset at. Strings without escapes are slices of text, so that
// nothing is copied.
type decoder struct {
	text  string
	at    int
	depth int
}

func (d *decoder) error(offset int, format string, args ...any) *SyntaxError {
	line, column := position([]byte(d.text), offset)
	return &SyntaxError{Line: line, Column: column, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// unexpected returns an error about the character at the current offset.
func (d *decoder) unexpected(wanted string) *SyntaxError {
	if d.at >= len(d.text) {
		return d.error(len(d.text), "the document ends where %s is expected", wanted)
	}
	r, _ := utf8.DecodeRuneInString(d.text[d.at:])
	return d.error(d.at, "%q stands where %s is expected", r, wanted)
}

func (d *decoder) space() {
	for d.at < len(d.text) && isSpace(d.text[d.at]) {
		d.at++
	}
}

func (d *decoder) value() (any, error) {
	if d.at >= len(d.text) {
		return nil, d.unexpected("a value")
	}
	switch c := d.text[d.at]; {
	case c == '"':
		return d.string()
	case c == '{':
		return d.nested((*decoder).object)
	case c == '[':
		return d.nested((*decoder).array)
	case c == '-' || ('0' <= c && c <= '9'):
		return d.number()
	}
	for _, word := range [...]struct {
		text  string
		value any
	}{{"true", true}, {"false", false}, {"null", nil}} {
		if strings.HasPrefix(d.text[d.at:], word.text) {
			d.at += len(word.text)
			return word.value, nil
		}
	}
	return nil, d.unexpected("a value")
}

func (d *decoder) nested(read func(*decoder) (any, error)) (any, error) {
	if d.depth++; d.depth > maxDepth {
		return nil, d.error(d.at, "nested deeper than %d levels", maxDepth)
	}
	v, err := read(d)
	d.depth--
	return v, err
}

func (d *decoder) object() (any, error) {
	m := make(map[string]any)
	return m, d.each('}', func() error {
		if d.at >= len(d.text) || d.text[d.at] != '"' {
			return d.unexpected("a key in quotes")
		}
		start := d.at
		key, err := d.string()
		if err != nil {
			return err
		}
		d.space()
		if !d.take(':') {
			return d.unexpected("a colon")
		}
		d.space()
		v, err := d.value()
		if err != nil {
			return err
		}
		before := len(m)
		if m[key] = v; len(m) == before {
			return d.error(start, "the key %q occurs twice", short(key))
		}
		return nil
	})
}

func (d *decoder) array() (any, error) {
	list := []any{}
	err := d.each(']', func() error {
		v, err := d.value()
		list = append(list, v)
		return err
	})
	return list, err
}

// each reads the parts of an object or array, with the brackets and commas.
func (d *decoder) each(end byte, part func() error) error {
	d.at++
	d.space()
	if d.take(end) {
		return nil
	}
	for {
		if err := part(); err != nil {
			return err
		}
		d.space()
		if d.take(end) {
			return nil
		}
		if !d.take(',') {
			return d.unexpected("a comma or " + string(end))
		}
		d.space()
	}
}

func (d *decoder) take(c byte) bool {
	if d.at < len(d.text) && d.text[d.at] == c {
		d.at++
		return true
	}
	return false
}

// number reads -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
func (d *decoder) number() (any, error) {
	start := d.at
	d.take('-')
	if !d.take('0') && !d.digits() {
		return nil, d.unexpected("a digit")
	}
	if d.take('.') && !d.digits() {
		return nil, d.unexpected("a digit")
	}
	if d.take('e') || d.take('E') {
		_ = d.take('+') || d.take('-')
		if !d.digits() {
			return nil, d.unexpected("a digit")
		}
	}
	return json.Number(d.text[start:d.at]), nil
}

func (d *decoder) digits() bool {
	start := d.at
	for d.at < len(d.text) && '0' <= d.text[d.at] && d.text[d.at] <= '9' {
		d.at++
	}
	return d.at > start
}

// string reads a string in quotes.
func (d *decoder) string() (string, error) {
	start := d.at + 1
	ascii := true
	for i := start; i < len(d.text); i++ {
		switch c := d.text[i]; {
		case c == '"':
			d.at = i + 1
			s := d.text[start:i]
			if !ascii && !utf8.ValidString(s) {
				return "", d.error(start, "%s", jsontext.NotUTF8)
			}
			return s, nil
		case c == '\\':
			return d.escaped(start, i)
		case c < ' ':
			return "", d.error(i, "a control character inside a string has to be escaped")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return "", d.error(len(d.text), "the document ends inside a string")
}

// escaped reads a string whose first escape is at offset i.
func (d *decoder) escaped(start, i int) (string, error) {
	b := append(make([]byte, 0, 64), d.text[start:i]...)
	for i < len(d.text) {
		c := d.text[i]
		switch {
		case c == '"':
			d.at = i + 1
			if !utf8.Valid(b) {
				return "", d.error(start, "%s", jsontext.NotUTF8)
			}
			return string(b), nil
		case c < ' ':
			return "", d.error(i, "a control character inside a string has to be escaped")
		case c != '\\':
			b = append(b, c)
			i++
			continue
		}
		if i+1 == len(d.text) {
			break
		}
		if plain := strings.IndexByte(`"\/bfnrt`, d.text[i+1]); plain >= 0 {
			b = append(b, "\"\\/\b\f\n\r\t"[plain])
			i += 2
			continue
		}
		r, ok := hex4(d.text[i:])
		if !ok {
			return "", d.error(i, "an escape that JSON does not have")
		}
		i += 6
		if utf16.IsSurrogate(r) {
			low, ok := hex4(d.text[i:])
			pair := utf16.DecodeRune(r, low)
			if !ok || pair == utf8.RuneError {
				return "", d.error(i-6, "%s", jsontext.LoneSurrogate)
			}
			r = pair
			i += 6
		}
		b = utf8.AppendRune(b, r)
	}
	return "", d.error(len(d.text), "the document ends inside a string")
}

// hex4 reads \uXXXX.
func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for i := 2; i < 6; i++ {
		if !strings.ContainsRune("0123456789abcdefABCDEF", rune(s[i])) {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}
