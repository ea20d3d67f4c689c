package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"switchyard/internal/jsonptr"
)

// KindError says that a document has another kind of value somewhere than the one
// that belongs there.
type KindError struct {
	Pointer string // JSON pointer (RFC 6901); empty for the document
	Want    string // in words: "an array"
	Have    string
}

func (e *KindError) Error() string {
	text := "must be " + e.Want + ", is " + e.Have
	if e.Pointer != "" {
		text = e.Pointer + ": " + text
	}
	return text
}

// Unmarshal is [json.Unmarshal] with errors for those who have written the document:
// a [*SyntaxError], or a [*KindError].
func Unmarshal(doc []byte, into any) error {
	err := json.Unmarshal(doc, into)
	var (
		kind   *json.UnmarshalTypeError
		syntax *json.SyntaxError
	)
	switch {
	case errors.As(err, &kind):
		return &KindError{pointerAt(doc, kind.Offset), wanted(kind.Type), found(kind.Value)}
	case errors.As(err, &syntax):
		if _, better := Decode(doc); better != nil {
			return better
		}
	}
	return err
}

// pointerAt is the pointer of the value that begins before an offset and has been
// read as far as there.
func pointerAt(doc []byte, offset int64) string {
	type level struct {
		list  bool
		index int
		key   string
		named bool // the key has been read
	}
	var stack []level
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return ""
		}
		top := len(stack) - 1
		if top >= 0 && !stack[top].list && !stack[top].named {
			if key, ok := token.(string); ok {
				stack[top].key, stack[top].named = key, true
				continue
			}
		}
		closing := token == json.Delim('}') || token == json.Delim(']')
		if d.InputOffset() >= offset && !closing {
			var b strings.Builder
			for _, l := range stack {
				b.WriteByte('/')
				if l.list {
					b.WriteString(strconv.Itoa(l.index))
				} else {
					b.WriteString(jsonptr.Escape(l.key))
				}
			}
			return b.String()
		}
		switch {
		case token == json.Delim('{'):
			stack = append(stack, level{})
			continue
		case token == json.Delim('['):
			stack = append(stack, level{list: true})
			continue
		case closing:
			stack = stack[:top]
			top--
		}
		if top >= 0 { // a value has ended
			stack[top].index++
			stack[top].named = false
		}
	}
}

// wanted is what a Go type is in JSON, in words.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number from 0"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Pointer:
		return wanted(t.Elem())
	}
	return "another value"
}

// found is what encoding/json calls a value, in words.
func found(value string) string {
	switch {
	case value == "bool":
		return "true or false"
	case value == "object" || value == "array":
		return "an " + value
	case strings.HasPrefix(value, "number "): // one that does not fit
		return strings.TrimPrefix(value, "number ")
	}
	return fmt.Sprintf("a %s", value)
}
