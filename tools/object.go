package tools

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
	"switchyard/internal/jsontext"
)

// Object is a JSON object that keeps the order of its fields. Values are
// string, bool, int64, float64, nil, []any and Object.
type Object []Field

// Field is one member of an [Object].
type Field struct {
	Name  string
	Value any
}

// Get returns the value of a field.
func (o Object) Get(name string) (any, bool) {
	for _, f := range o {
		if f.Name == name {
			return f.Value, true
		}
	}
	return nil, false
}

// At resolves a JSON pointer (RFC 6901).
func (o Object) At(pointer string) (any, bool) {
	var v any = o
	for pointer != "" {
		step, rest, more := strings.Cut(pointer[1:], "/")
		pointer = ""
		if more {
			pointer = "/" + rest
		}
		switch c := v.(type) {
		case Object:
			var ok bool
			if v, ok = c.Get(jsonptr.Unescape(step)); !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(c) {
				return nil, false
			}
			v = c[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// JSON encodes the object with its fields in order and without escaping the
// characters of HTML.
func (o Object) JSON() json.RawMessage { return appendJSON(make([]byte, 0, 256), o) }

// MarshalJSON implements [json.Marshaler].
func (o Object) MarshalJSON() ([]byte, error) { return o.JSON(), nil }

// EncodeValue encodes one value of an [Object] as JSON.
func EncodeValue(v any) []byte { return appendJSON(nil, v) }

// Same reports whether two values, as [Object] holds them, have the same JSON.
func Same(a, b any) bool {
	if x, ok := a.(string); ok {
		y, ok := b.(string)
		return ok && x == y
	}
	return bytes.Equal(EncodeValue(a), EncodeValue(b))
}

func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case Object:
		b = append(b, '{')
		for i, f := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, f.Name), ':')
			b = appendJSON(b, f.Value)
		}
		return append(b, '}')
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item)
		}
		return append(b, ']')
	case string:
		return appendString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return append(b, "null"...)
		}
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case nil:
		return append(b, "null"...)
	}
	return append(b, jsontext.Value(v)...)
}

func appendString(b []byte, s string) []byte {
	plain := utf8.ValidString(s)
	for i := 0; plain && i < len(s); i++ {
		// encoding/json escapes U+2028 and U+2029, which begin with 0xE2.
		plain = s[i] >= 0x20 && s[i] != '"' && s[i] != '\\' && s[i] != 0xE2 && s[i] != 0x7f
	}
	if plain {
		b = append(b, '"')
		b = append(b, s...)
		return append(b, '"')
	}
	return append(b, jsontext.Value(s)...)
}

// PlainOf returns a value of a document as the values of an [Object], with the keys of
// objects sorted.
func PlainOf(n *document.Node) any { return ObjectOf(n.Plain()) }

// ObjectOf turns decoded JSON into the values of an [Object], with the keys of
// maps sorted.
func ObjectOf(v any) any {
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		o := make(Object, 0, len(keys))
		for _, key := range keys {
			o = append(o, Field{key, ObjectOf(v[key])})
		}
		return o
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = ObjectOf(v[i])
		}
		return out
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		f, _ := v.Float64()
		return document.Number(f)
	}
	return v
}
