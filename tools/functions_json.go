package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// parseJSON reads one JSON value with the positions of everything in it. It is
// made for lists of functions that run to megabytes, where the YAML parser
// would take its time. line is the number of the first line.
func parseJSON(data []byte, line int) (*node, error) {
	r := jsonReader{data: data, line: line, dec: json.NewDecoder(bytes.NewReader(data))}
	r.dec.UseNumber()
	n, err := r.value(0)
	if err != nil {
		return nil, r.located(err)
	}
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, r.at(r.next(), "there is more text after the end of the JSON value")
	}
	return n, nil
}

type jsonReader struct {
	data []byte
	dec  *json.Decoder
	// line and start are where the reader has counted lines up to.
	line, start, counted int
}

// next is the offset of the next value.
func (r *jsonReader) next() int {
	i := int(r.dec.InputOffset())
	for i < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[i]) >= 0 {
		i++
	}
	return i
}

// at gives line and column of an offset that is not before the last one asked
// for.
func (r *jsonReader) at(offset int, format string, args ...any) *positionError {
	offset = min(offset, len(r.data))
	for i := r.counted; i < offset; i++ {
		if r.data[i] == '\n' {
			r.line++
			r.start = i + 1
		}
	}
	r.counted = max(r.counted, offset)
	return &positionError{r.line, utf8.RuneCount(r.data[min(r.start, offset):offset]) + 1, fmt.Sprintf(format, args...)}
}

// located turns an error of the decoder into one with a position.
func (r *jsonReader) located(err error) error {
	var pe *positionError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &pe):
		return err
	case errors.As(err, &syntax):
		return r.at(max(int(syntax.Offset)-1, 0), "%s", syntax.Error())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return r.at(len(r.data), "the JSON ends too early")
	}
	return r.at(r.next(), "%s", err)
}

func (r *jsonReader) value(depth int) (*node, error) {
	start := r.at(r.next(), "")
	n := &node{line: start.line, column: start.column}
	if depth > maxDepth {
		return nil, &positionError{n.line, n.column, fmt.Sprintf("nested more than %d deep", maxDepth)}
	}
	token, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '[' {
			n.kind = arrayNode
			for r.dec.More() {
				item, err := r.value(depth + 1)
				if err != nil {
					return nil, err
				}
				n.items = append(n.items, item)
			}
		} else {
			n.kind, n.fields = objectNode, map[string]*node{}
			for r.dec.More() {
				if err := r.field(n, depth); err != nil {
					return nil, err
				}
			}
		}
		_, err := r.dec.Token()
		return n, err
	case json.Number:
		if i, err := v.Int64(); err == nil {
			n.scalar = i
			return n, nil
		}
		f, err := v.Float64()
		if err != nil || math.IsInf(f, 0) {
			return nil, &positionError{n.line, n.column, "the number is too large"}
		}
		n.scalar = f
	default:
		n.scalar = v
	}
	return n, nil
}

func (r *jsonReader) field(n *node, depth int) error {
	at := r.at(r.next(), "")
	token, err := r.dec.Token()
	if err != nil {
		return err
	}
	key, _ := token.(string)
	if _, twice := n.fields[key]; twice {
		return &positionError{at.line, at.column, fmt.Sprintf("%q stands twice", key)}
	}
	value, err := r.value(depth + 1)
	if err != nil {
		return err
	}
	n.keys = append(n.keys, key)
	n.fields[key] = value
	return nil
}
