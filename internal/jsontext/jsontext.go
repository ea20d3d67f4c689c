// Package jsontext encodes values as JSON for files and people. Unlike
// encoding/json, it does not escape "<", ">" and "&".
package jsontext

import (
	"bytes"
	"encoding/json"
)

// Encode returns the JSON text of a value, without a newline at its end. The
// error is that of encoding/json.
func Encode(v any) ([]byte, error) {
	line, err := Line(v)
	return bytes.TrimSuffix(line, []byte("\n")), err
}

// Line returns the JSON text of a value as one line, with its newline.
func Line(v any) ([]byte, error) { return encode(v, "") }

// Indent returns the JSON text of a value over several lines, indented by two
// spaces, with a newline at its end.
func Indent(v any) ([]byte, error) { return encode(v, "  ") }

// Value returns the JSON text of a value that can always be encoded, such as one
// that was decoded from JSON. It returns null for any other.
func Value(v any) json.RawMessage {
	text, err := Encode(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// Compact returns a JSON document without white space between its parts. It returns
// text that is not JSON unchanged.
func Compact(document json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, document) != nil {
		return string(document)
	}
	return b.String()
}

func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
