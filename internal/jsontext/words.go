package jsontext

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Words says what an error of encoding/json means, in words for the author of the
// document; empty for any other error.
func Words(err error) string {
	var (
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
	)
	switch {
	case errors.As(err, &syntax):
		return ofSyntax(syntax.Error())
	case errors.As(err, &kind):
		text := "must be " + Kind(kind.Type) + ", is " + Found(kind.Value)
		if kind.Field != "" {
			text = "/" + strings.ReplaceAll(kind.Field, ".", "/") + ": " + text
		}
		return text
	}
	return ""
}

// expected says what the parts of messages of encoding/json expect.
var expected = []struct{ context, what string }{
	{" looking for beginning of value", "a value"},
	{" looking for beginning of object key string", "a key in quotes"},
	{" after object key:value pair", "a comma or }"},
	{" after object key", "a colon"},
	{" after array element", "a comma or ]"},
	{" in exponent of numeric literal", "a digit"},
	{" after decimal point in numeric literal", "a digit"},
	{" in numeric literal", "a digit"},
	{" in literal true", "true"},
	{" in literal false", "false"},
	{" in literal null", "null"},
}

// ofSyntax puts a message of encoding/json into the words of this module.
func ofSyntax(said string) string {
	character, _ := strings.CutPrefix(said, "invalid character ")
	switch {
	case strings.HasPrefix(said, "unexpected end"):
		return "the document ends too early"
	case strings.Contains(said, "max depth"):
		return "nested too deeply"
	case strings.Contains(said, "after top-level value"):
		return "more text after the end of the document"
	case strings.Contains(said, " in string literal"):
		return "a control character inside a string has to be escaped"
	case strings.Contains(said, " escape"):
		return "an escape that JSON does not have"
	}
	for _, e := range expected {
		if before, _, ok := strings.Cut(character, e.context); ok {
			return fmt.Sprintf("%s stands where %s is expected", before, e.what)
		}
	}
	return "it cannot be read"
}

// Kind says in words what a Go type is in JSON.
func Kind(t reflect.Type) string {
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
		return Kind(t.Elem())
	}
	return "another value"
}

// Found says in words which kind of value encoding/json found.
func Found(value string) string {
	switch {
	case value == "bool":
		return "true or false"
	case value == "object" || value == "array":
		return "an " + value
	case strings.HasPrefix(value, "number "): // a number out of range
		return strings.TrimPrefix(value, "number ")
	}
	return "a " + value
}
