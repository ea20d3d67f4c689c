package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// The scoring of the Multi-Mission Tool Bench is Python, and shows it: True is 1,
// 1 is not 1.0 in a text, and the order of members decides which is met first. So
// documents are read as Python reads them: nil, bool, string, []any, and

// integer is a number written without fraction or exponent.
type integer string

// object is a dict: its members stay in the order in which they were written.
type object struct {
	keys   []string
	values map[string]any
}

func (o *object) has(key string) bool { _, ok := o.values[key]; return ok }

var errNotJSON = errors.New("not JSON")

// decode reads a document; numbers with a fraction or exponent are float64.
func decode(doc []byte) (any, error) {
	if !json.Valid(doc) {
		return nil, errNotJSON
	}
	r := pythonReader{doc: doc}
	return r.value()
}

// pythonReader reads a document that is known to be valid.
type pythonReader struct {
	doc []byte
	at  int
}

// peek is the next byte that is no blank.
func (r *pythonReader) peek() byte {
	for strings.IndexByte(" \t\r\n", r.doc[r.at]) >= 0 {
		r.at++
	}
	return r.doc[r.at]
}

func (r *pythonReader) value() (any, error) {
	switch c := r.peek(); c {
	case '{':
		return r.object()
	case '[':
		return r.list()
	case '"':
		return r.text()
	case 't', 'n':
		r.at += len("true")
		if c == 'n' {
			return nil, nil
		}
		return true, nil
	case 'f':
		r.at += len("false")
		return false, nil
	}
	return r.number()
}

func (r *pythonReader) object() (any, error) {
	o := &object{values: make(map[string]any)}
	for r.at++; r.peek() != '}'; {
		if r.peek() == ',' {
			r.at++
			r.peek()
		}
		key, err := r.text()
		if err != nil {
			return nil, err
		}
		r.peek()
		r.at++ // the colon
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		if !o.has(key) {
			o.keys = append(o.keys, key)
		}
		o.values[key] = v
	}
	r.at++
	return o, nil
}

func (r *pythonReader) list() (any, error) {
	list := []any{}
	for r.at++; r.peek() != ']'; {
		if r.peek() == ',' {
			r.at++
		}
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	r.at++
	return list, nil
}

func (r *pythonReader) text() (string, error) {
	start, plain := r.at, true
	for r.at++; r.doc[r.at] != '"'; r.at++ {
		if r.doc[r.at] == '\\' {
			plain = false
			r.at++
		}
	}
	r.at++
	if plain {
		return string(r.doc[start+1 : r.at-1]), nil
	}
	var s string
	err := json.Unmarshal(r.doc[start:r.at], &s)
	return s, err
}

func (r *pythonReader) number() (any, error) {
	start := r.at
	for r.at < len(r.doc) && strings.IndexByte("+-.0123456789eE", r.doc[r.at]) >= 0 {
		r.at++
	}
	s := string(r.doc[start:r.at])
	if !strings.ContainsAny(s, ".eE") {
		if s == "-0" {
			s = "0"
		}
		return integer(s), nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if math.IsInf(f, 0) {
		err = nil // as Python does
	}
	return f, err
}

// float is the value of a number, or of a bool, which is one in Python.
func float(v any) (f float64, ok bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case integer:
		f, err := strconv.ParseFloat(string(v), 64)
		return f, err == nil
	case float64:
		return v, true
	}
	return 0, false
}

// equalPython is Python's ==.
func equalPython(a, b any) bool {
	if x, ok := float(a); ok {
		y, ok := float(b)
		if i, isInt := a.(integer); isInt {
			if j, both := b.(integer); both {
				return i == j
			}
		}
		return ok && x == y
	}
	switch a := a.(type) {
	case *object:
		b, ok := b.(*object)
		if !ok || len(a.values) != len(b.values) {
			return false
		}
		for key, v := range a.values {
			if w, ok := b.values[key]; !ok || !equalPython(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equalPython)
	case string:
		b, ok := b.(string)
		return ok && a == b
	}
	return a == nil && b == nil
}

// str is Python's str(): a text is itself, everything else as repr() has it.
func str(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(appendRepr(nil, v))
}

func appendRepr(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		if v {
			return append(b, "True"...)
		}
		return append(b, "False"...)
	case integer:
		return append(b, v...)
	case float64:
		return append(b, reprFloat(v)...)
	case string:
		return appendReprText(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendRepr(b, item)
		}
		return append(b, ']')
	case *object:
		b = append(b, '{')
		for i, key := range v.keys {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(appendReprText(b, key), ": "...)
			b = appendRepr(b, v.values[key])
		}
		return append(b, '}')
	}
	return append(b, "None"...)
}

// reprFloat writes a float with the fewest digits that tell it apart: 1.0, 0.1,
// 1e+16, 1e-05.
func reprFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if abs := math.Abs(f); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func appendReprText(b []byte, s string) []byte {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b = append(b, quote)
	for _, r := range s {
		switch {
		case r == rune(quote) || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case unicode.IsPrint(r):
			b = utf8.AppendRune(b, r)
		case r < 0x100:
			b = fmt.Appendf(b, `\x%02x`, r)
		case r < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = fmt.Appendf(b, `\U%08x`, r)
		}
	}
	return append(b, quote)
}

// dumps is Python's json.dumps with sorted keys, by which lists are sorted.
func dumps(v any) string { return string(appendDumps(nil, v)) }

func appendDumps(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case integer:
		return append(b, v...)
	case float64:
		switch {
		case math.IsInf(v, 1):
			return append(b, "Infinity"...)
		case math.IsInf(v, -1):
			return append(b, "-Infinity"...)
		}
		return append(b, reprFloat(v)...)
	case string:
		return appendDumpsText(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendDumps(b, item)
		}
		return append(b, ']')
	case *object:
		b = append(b, '{')
		for i, key := range slices.Sorted(slices.Values(v.keys)) {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(appendDumpsText(b, key), ": "...)
			b = appendDumps(b, v.values[key])
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func appendDumpsText(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\b':
			b = append(b, `\b`...)
		case r == '\f':
			b = append(b, `\f`...)
		case r >= ' ' && r < utf8.RuneSelf && r != 0x7f:
			b = append(b, byte(r))
		case r == 0x7f:
			b = append(b, 0x7f)
		case r < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		}
	}
	return append(b, '"')
}

// lower is Python's str.lower(), which differs from strings.ToLower in two
// letters.
func lower(s string) string {
	if strings.ContainsAny(s, "İΣ") {
		return cases.Lower(language.Und).String(s)
	}
	return strings.ToLower(s)
}

// unspaced is a text without what Python's str.split() splits at.
func unspaced(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f {
			return -1
		}
		return r
	}, s)
}
