package document

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchyard/internal/jsontext"
)

// ParseJSON reads one JSON value. Use it for documents of megabytes, for which [Parse] is
// slow. line is the number of the first line. The error is of type *[Error] and is
// about the first thing that is wrong.
func ParseJSON(data []byte, line int, options ...Option) (*Node, error) {
	if err := foreign(data, line); err != nil {
		return nil, err
	}
	r := jsonReader{reading: newReading(options), data: data, line: line, dec: json.NewDecoder(bytes.NewReader(data))}
	r.dec.UseNumber()
	n, err := r.value(0)
	if err != nil {
		return nil, r.located(err)
	}
	end := r.next()
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, r.at(end).errorf("there is more text after the end of the JSON value")
	}
	if offset, why := jsontext.NotText(data); why != "" {
		again := jsonReader{data: data, line: line}
		return nil, again.at(offset).errorf("%s", why)
	}
	return n, nil
}

// JSON returns the tree as JSON with the keys in their order. It does not escape the
// special characters of HTML.
func (n *Node) JSON() json.RawMessage {
	var b strings.Builder
	n.writeJSON(&b)
	return json.RawMessage(b.String())
}

func (n *Node) writeJSON(b *strings.Builder) {
	switch n.Kind {
	case Object:
		b.WriteByte('{')
		for i, key := range n.Keys {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(string(jsontext.Value(key)) + ":")
			n.Fields[key].writeJSON(b)
		}
		b.WriteByte('}')
	case List:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.writeJSON(b)
		}
		b.WriteByte(']')
	default:
		switch v := n.Value.(type) {
		case string:
			b.WriteString(string(jsontext.Value(v)))
		case bool:
			b.WriteString(strconv.FormatBool(v))
		case int64:
			b.WriteString(strconv.FormatInt(v, 10))
		case float64:
			b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		default:
			b.WriteString("null")
		}
	}
}

type jsonReader struct {
	reading
	data []byte
	dec  *json.Decoder
	// line and column are the position of the offset counted.
	line, column, counted int
}

// next returns the offset of the next value.
func (r *jsonReader) next() int {
	i := int(r.dec.InputOffset())
	for i < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[i]) >= 0 {
		i++
	}
	return i
}

// at returns the place of an offset. Offsets must not decrease from call to call.
func (r *jsonReader) at(offset int) Place {
	for offset = min(offset, len(r.data)); r.counted < offset; r.counted++ {
		switch c := r.data[r.counted]; {
		case c == '\n':
			r.line++
			r.column = 0
		case utf8.RuneStart(c):
			r.column++
		}
	}
	return Place{r.line, r.column + 1}
}

// located turns an error of the decoder into one with a position.
func (r *jsonReader) located(err error) *Error {
	var located *Error
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &located):
		return located
	case errors.As(err, &syntax):
		return r.at(max(int(syntax.Offset)-1, 0)).errorf("not JSON: %s", jsontext.Words(syntax))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return r.at(len(r.data)).errorf("the JSON ends too early")
	}
	return r.at(r.next()).errorf("%s", cmp.Or(jsontext.Words(err), err.Error()))
}

func (r *jsonReader) value(depth int) (*Node, error) {
	n := &Node{Place: r.at(r.next())}
	if err := r.add(n.Place, 1); err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, tooDeep(n.Place)
	}
	token, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '[' {
			n.Kind = List
			for r.dec.More() {
				item, err := r.value(depth + 1)
				if err != nil {
					return nil, within(err, strconv.Itoa(len(n.Items)))
				}
				n.Items = append(n.Items, item)
			}
		} else {
			n.Kind, n.Fields = Object, map[string]*Node{}
			for r.dec.More() {
				if err := r.field(n, depth); err != nil {
					return nil, err
				}
			}
		}
		_, err := r.dec.Token()
		return n, err
	case json.Number:
		n.Text = v.String()
		if i, err := v.Int64(); err == nil {
			n.Kind, n.Value = Whole, i
			return n, nil
		}
		f, err := v.Float64()
		if err != nil || math.IsInf(f, 0) {
			return nil, n.errorf("the number is too large")
		}
		n.Kind, n.Value = Real, f
	case string:
		n.Kind, n.Text, n.Value = Text, v, v
	case bool:
		n.Kind, n.Text, n.Value = Bool, strconv.FormatBool(v), v
	default:
		n.Kind = Null
	}
	return n, nil
}

func (r *jsonReader) field(n *Node, depth int) error {
	at := r.at(r.next())
	token, err := r.dec.Token()
	if err != nil {
		return err
	}
	key, _ := token.(string)
	if err := r.known(n, key, at); err != nil {
		return err
	}
	value, err := r.value(depth + 1)
	if err != nil {
		return within(err, key)
	}
	value.Key = at
	n.Fields[key] = value
	return nil
}
