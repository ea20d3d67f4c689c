package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// node is one value of a YAML or JSON document with its position. Objects keep
// the order of their keys.
type node struct {
	line, column int
	scalar       any // string, bool, int64, float64 or nil
	keys         []string
	fields       map[string]*node // of an object
	items        []*node          // of an array
	kind         nodeKind
}

type nodeKind int

const (
	scalarNode nodeKind = iota
	objectNode
	arrayNode
)

// maxDepth bounds the nesting of a document, so that hostile input cannot
// exhaust the stack.
const maxDepth = 64

// parseDocument reads YAML; JSON is a subset of it.
func parseDocument(data []byte) (*node, error) {
	if depth := nesting(data); depth > maxDepth*4 {
		return nil, fmt.Errorf("the document is nested more than %d deep", maxDepth)
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, err
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil, errors.New("the document is empty")
	}
	if len(file.Docs) > 1 {
		return nil, errors.New("the file holds more than one document; put each toolset into a file of its own")
	}
	c := converter{anchors: map[string]*node{}}
	return c.convert(file.Docs[0].Body, 0)
}

// nesting is a cheap upper bound of flow nesting, taken before the parser
// recurses.
func nesting(data []byte) int {
	depth, most := 0, 0
	for _, c := range data {
		switch c {
		case '[', '{':
			depth++
			most = max(most, depth)
		case ']', '}':
			depth--
		}
	}
	return most
}

type converter struct {
	anchors map[string]*node
	count   int
}

func (c *converter) convert(n ast.Node, depth int) (*node, error) {
	out := &node{}
	if tk := n.GetToken(); tk != nil && tk.Position != nil {
		out.line, out.column = tk.Position.Line, tk.Position.Column
	}
	if depth > maxDepth {
		return nil, &positionError{out.line, out.column, fmt.Sprintf("nested more than %d deep", maxDepth)}
	}
	// Aliases can blow a small file up without end.
	if c.count++; c.count > 2_000_000 {
		return nil, &positionError{out.line, out.column, "the document has more than two million values"}
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		out.kind = objectNode
		out.fields = make(map[string]*node, len(n.Values))
		for _, value := range n.Values {
			if err := c.field(out, value, depth); err != nil {
				return nil, err
			}
		}
		if len(n.Values) > 0 {
			out.line, out.column = n.Values[0].Key.GetToken().Position.Line, n.Values[0].Key.GetToken().Position.Column
		}
	case *ast.MappingValueNode:
		out.kind = objectNode
		out.fields = map[string]*node{}
		if err := c.field(out, n, depth); err != nil {
			return nil, err
		}
	case *ast.SequenceNode:
		out.kind = arrayNode
		for _, value := range n.Values {
			item, err := c.convert(value, depth+1)
			if err != nil {
				return nil, err
			}
			out.items = append(out.items, item)
		}
	case *ast.StringNode:
		out.scalar = n.Value
	case *ast.LiteralNode:
		out.scalar = n.Value.Value
	case *ast.IntegerNode:
		switch v := n.Value.(type) {
		case int64:
			out.scalar = v
		case uint64:
			if v > math.MaxInt64 {
				out.scalar = float64(v)
			} else {
				out.scalar = int64(v)
			}
		}
		// "+2" stays a string: it is the notation of a relative day, and no
		// field of a toolset needs a signed positive number.
		if strings.HasPrefix(n.Token.Value, "+") {
			out.scalar = n.Token.Value
		}
	case *ast.FloatNode:
		out.scalar = n.Value
	case *ast.BoolNode:
		out.scalar = n.Value
	case *ast.NullNode:
	case *ast.InfinityNode, *ast.NanNode:
		return nil, &positionError{out.line, out.column, "not a finite number"}
	case *ast.AnchorNode:
		value, err := c.convert(n.Value, depth+1)
		if err != nil {
			return nil, err
		}
		c.anchors[n.Name.GetToken().Value] = value
		return value, nil
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		value, ok := c.anchors[name]
		if !ok {
			return nil, &positionError{out.line, out.column, fmt.Sprintf("*%s names no anchor above it", name)}
		}
		if c.count += value.size(); c.count > 2_000_000 {
			return nil, &positionError{out.line, out.column, "the document has more than two million values"}
		}
		return value, nil
	case *ast.TagNode:
		return nil, &positionError{out.line, out.column, fmt.Sprintf("tags such as %s are not supported", n.Start.Value)}
	default:
		return nil, &positionError{out.line, out.column, "this kind of YAML value is not supported"}
	}
	return out, nil
}

func (n *node) size() int {
	size := 1
	for _, f := range n.fields {
		size += f.size()
	}
	for _, i := range n.items {
		size += i.size()
	}
	return size
}

func (c *converter) field(out *node, value *ast.MappingValueNode, depth int) error {
	tk := value.Key.GetToken()
	key := tk.Value
	if value.Key.IsMergeKey() {
		return &positionError{tk.Position.Line, tk.Position.Column, "merge keys (<<) are not supported"}
	}
	if s, ok := value.Key.(*ast.StringNode); ok {
		key = s.Value
	}
	if _, twice := out.fields[key]; twice {
		return &positionError{tk.Position.Line, tk.Position.Column, fmt.Sprintf("%q stands twice", key)}
	}
	child, err := c.convert(value.Value, depth+1)
	if err != nil {
		return err
	}
	if child.line == 0 || child.kind == scalarNode && child.scalar == nil {
		child.line, child.column = tk.Position.Line, tk.Position.Column
	}
	out.keys = append(out.keys, key)
	out.fields[key] = child
	return nil
}

type positionError struct {
	line, column int
	message      string
}

func (e *positionError) Error() string { return e.message }

// position finds line and column of an error of the YAML parser.
func position(err error) (line, column int, message string) {
	var pe *positionError
	if errors.As(err, &pe) {
		return pe.line, pe.column, pe.message
	}
	var located interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &located) {
		if tk := located.GetToken(); tk != nil && tk.Position != nil {
			return tk.Position.Line, tk.Position.Column, located.GetMessage()
		}
		return 1, 1, located.GetMessage()
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return 1, 1, text
}

// value is the document as encoding/json would decode it with numbers as
// json.Number.
func (n *node) value() any {
	switch n.kind {
	case objectNode:
		out := make(map[string]any, len(n.fields))
		for key, field := range n.fields {
			out[key] = field.value()
		}
		return out
	case arrayNode:
		out := make([]any, len(n.items))
		for i, item := range n.items {
			out[i] = item.value()
		}
		return out
	}
	switch v := n.scalar.(type) {
	case int64:
		return json.Number(strconv.FormatInt(v, 10))
	case float64:
		return json.Number(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return n.scalar
}

// raw is the document as JSON with the keys in their order.
func (n *node) raw() json.RawMessage {
	var b strings.Builder
	n.write(&b)
	return json.RawMessage(b.String())
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case objectNode:
		b.WriteByte('{')
		for i, key := range n.keys {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(key))
			b.WriteByte(':')
			n.fields[key].write(b)
		}
		b.WriteByte('}')
	case arrayNode:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b)
		}
		b.WriteByte(']')
	default:
		b.Write(encodeJSON(n.value()))
	}
}

func quote(s string) string { return string(encodeJSON(s)) }

// encodeJSON encodes a value that is known to be encodable, without escaping
// the characters of HTML.
func encodeJSON(v any) []byte {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte("null")
	}
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}

// at follows a JSON pointer as far as it leads.
func (n *node) at(pointer string) *node {
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if pointer == "" {
			return n
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		var next *node
		switch n.kind {
		case objectNode:
			next = n.fields[step]
		case arrayNode:
			if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.items) {
				next = n.items[i]
			}
		}
		if next == nil {
			return n
		}
		n = next
	}
	return n
}
