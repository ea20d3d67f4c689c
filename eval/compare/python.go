package compare

import (
	"bytes"
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

	"switchyard/internal/jsontext"
)

// The scoring of the Multi-Mission Tool Bench is written in Python, and this shows in
// its results: True equals 1, the text of 1 is not that of 1.0, and the order of
// members decides which one comes first. So documents are read as Python reads them,
// into nil, bool, string, float64, []any, integer and *object.

// integer is a number written without fraction or exponent.
type integer string

// object is a dict, which keeps its members in the order in which they were written.
type object struct {
	keys   []string
	values map[string]any
}

func (o *object) has(key string) bool { _, ok := o.values[key]; return ok }

var errNotJSON = errors.New("not JSON")

// decode reads a document. Numbers with a fraction or exponent are float64.
func decode(doc []byte) (any, error) {
	if !json.Valid(doc) {
		return nil, errNotJSON
	}
	r := json.NewDecoder(bytes.NewReader(doc))
	r.UseNumber()
	return readValue(r)
}

func readValue(r *json.Decoder) (any, error) {
	token, err := r.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Number:
		return readNumber(string(token))
	case json.Delim:
		if token == '{' {
			return readObject(r)
		}
		list := []any{}
		for r.More() {
			v, err := readValue(r)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := r.Token()
		return list, err
	}
	return token, nil
}

func readObject(r *json.Decoder) (*object, error) {
	o := &object{values: make(map[string]any)}
	for r.More() {
		name, err := r.Token()
		if err != nil {
			return nil, err
		}
		v, err := readValue(r)
		if err != nil {
			return nil, err
		}
		key := name.(string)
		if !o.has(key) {
			o.keys = append(o.keys, key)
		}
		o.values[key] = v
	}
	_, err := r.Token()
	return o, err
}

func readNumber(s string) (any, error) {
	if !strings.ContainsAny(s, ".eE") {
		if s == "-0" {
			s = "0"
		}
		return integer(s), nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if math.IsInf(f, 0) {
		err = nil // Python reads it as infinity, too
	}
	return f, err
}

// float returns the value of a number or of a bool, which is a number in Python.
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

// str is Python's str(): a text stays as it is, everything else is written by repr().
func str(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(repr.append(nil, v))
}

// dumps is Python's json.dumps with sorted keys. The bench sorts lists by it.
func dumps(v any) string { return string(dump.append(nil, v)) }

// notation is a way in which Python writes values.
type notation struct {
	yes, no, none, infinity string
	keys                    func(*object) []string // of an object, in order
	text                    func([]byte, string) []byte
}

var (
	repr = notation{"True", "False", "None", "inf", func(o *object) []string { return o.keys }, appendReprText}
	dump = notation{"true", "false", "null", "Infinity", func(o *object) []string { return slices.Sorted(slices.Values(o.keys)) }, appendDumpsText}
)

func (n *notation) append(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		if v {
			return append(b, n.yes...)
		}
		return append(b, n.no...)
	case integer:
		return append(b, v...)
	case float64:
		return n.appendFloat(b, v)
	case string:
		return n.text(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = n.append(b, item)
		}
		return append(b, ']')
	case *object:
		b = append(b, '{')
		for i, key := range n.keys(v) {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(n.text(b, key), ": "...)
			b = n.append(b, v.values[key])
		}
		return append(b, '}')
	}
	return append(b, n.none...)
}

// appendFloat writes a float with the fewest digits that identify it: 1.0, 0.1,
// 1e+16, 1e-05.
func (n *notation) appendFloat(b []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case math.IsInf(f, 1):
		return append(b, n.infinity...)
	case math.IsInf(f, -1):
		return append(append(b, '-'), n.infinity...)
	case abs != 0 && (abs < 1e-4 || abs >= 1e16):
		return strconv.AppendFloat(b, f, 'e', -1, 64)
	case f == math.Trunc(f):
		return strconv.AppendFloat(b, f, 'f', 1, 64)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
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

// appendDumpsText writes a text as JSON in pure ASCII.
func appendDumpsText(b []byte, s string) []byte {
	text := jsontext.Value(s)
	for _, r := range string(text) {
		if r < utf8.RuneSelf {
			b = append(b, byte(r))
			continue
		}
		for _, half := range utf16.Encode([]rune{r}) {
			b = fmt.Appendf(b, `\u%04x`, half)
		}
	}
	return b
}

// lower is Python's str.lower(), which differs from strings.ToLower for two letters.
func lower(s string) string {
	if strings.ContainsAny(s, "İΣ") {
		return cases.Lower(language.Und).String(s)
	}
	return strings.ToLower(s)
}

// unspaced removes the characters at which Python's str.split() splits.
func unspaced(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f {
			return -1
		}
		return r
	}, s)
}
