package schemas

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// KindError says that a document has the wrong kind of value somewhere.
type KindError struct {
	Pointer string // JSON pointer (RFC 6901); empty for the whole document
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

// Unmarshal is [json.Unmarshal] with errors that tell the author of the document what is
// wrong: a [*SyntaxError] or a [*KindError].
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

// pointerAt returns the pointer of the last value that starts before an offset.
func pointerAt(doc []byte, offset int64) string {
	last := ""
	eachPlace(doc, func(pointer string, start int) bool {
		if int64(start) < offset {
			last = pointer
		}
		return int64(start) < offset
	})
	return last
}

// wanted says in words what a Go type is in JSON.
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

// found says in words which kind of value encoding/json found.
func found(value string) string {
	switch {
	case value == "bool":
		return "true or false"
	case value == "object" || value == "array":
		return "an " + value
	case strings.HasPrefix(value, "number "): // a number out of range
		return strings.TrimPrefix(value, "number ")
	}
	return fmt.Sprintf("a %s", value)
}
