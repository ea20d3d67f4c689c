package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// node is one value of a YAML document with its position. Objects keep the
// order of their keys.
type node struct {
	line, column int
	kind         nodeKind
	text         string // of a scalar, as written; without quotes
	keys         []objectKey
	fields       map[string]*node
	items        []*node
}

// objectKey is the key of an object with its position.
type objectKey struct {
	name         string
	line, column int
}

// nodeKind says what a value is, in the words of messages.
type nodeKind string

const (
	nullNode   nodeKind = "nothing"
	textNode   nodeKind = "a text"
	wholeNode  nodeKind = "a whole number"
	realNode   nodeKind = "a number"
	boolNode   nodeKind = "true or false"
	objectNode nodeKind = "an object"
	listNode   nodeKind = "a list"
)

// The bounds of a document. They are far above what anybody writes, and keep
// hostile input from exhausting the stack or memory.
const (
	maxBytes = 4 << 20
	maxDepth = 32
	maxNodes = 200_000
)

// parseDocument reads one YAML document; JSON is a subset of it.
func (d *decoder) parseDocument(data []byte) *node {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case len(data) > maxBytes:
		d.at(1, 1, "", "the file is larger than %d MiB", maxBytes>>20)
		return nil
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		d.at(1, 1, "save it as UTF-8", "the file is UTF-16")
		return nil
	case !utf8.Valid(data):
		d.at(1, 1, "save it as UTF-8", "the file is not UTF-8")
		return nil
	case flowDepth(data) > maxDepth:
		d.at(1, 1, "", "nested more than %d deep", maxDepth)
		return nil
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		line, column, message := syntaxError(err)
		d.at(line, column, "", "not YAML: %s", message)
		return nil
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		d.at(1, 1, "", "the document is empty")
		return nil
	}
	if len(file.Docs) > 1 {
		line, column := placeOf(file.Docs[1].Start)
		d.at(line, column, "put each into a file of its own", "the file holds more than one document")
		return nil
	}
	c := converter{d: d, anchors: make(map[string]*node)}
	return c.convert(file.Docs[0].Body, 0)
}

// flowDepth is an upper bound of how deep brackets are nested, taken before
// the parser recurses.
func flowDepth(data []byte) int {
	depth, most := 0, 0
	for _, c := range data {
		switch c {
		case '[', '{':
			depth++
			most = max(most, depth)
		case ']', '}':
			depth = max(0, depth-1)
		}
	}
	return most
}

// converter turns the parser's tree into nodes.
type converter struct {
	d       *decoder
	anchors map[string]*node
	count   int
	full    bool
}

// convert gives nil after it has reported what is wrong.
func (c *converter) convert(n ast.Node, depth int) *node {
	out := &node{kind: nullNode}
	if n == nil {
		out.line, out.column = 1, 1
		return out
	}
	out.line, out.column = placeOf(n.GetToken())
	if c.count++; depth > maxDepth || c.count > maxNodes {
		if !c.full {
			c.full = true
			c.d.at(out.line, out.column, "", "nested too deep, or with too many values")
		}
		return nil
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return c.object(out, n.Values, depth)
	case *ast.MappingValueNode:
		return c.object(out, []*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		out.kind = listNode
		for _, value := range n.Values {
			if item := c.convert(value, depth+1); item != nil {
				out.items = append(out.items, item)
			}
		}
		return out
	case *ast.AnchorNode:
		value := c.convert(n.Value, depth+1)
		if value != nil && n.Name != nil {
			c.anchors[n.Name.GetToken().Value] = value
		}
		return value
	case *ast.AliasNode:
		value := c.anchors[n.Value.GetToken().Value]
		if value == nil {
			c.d.at(out.line, out.column, "", "an alias that names no anchor above it")
			return nil
		}
		c.count += value.size()
		return value
	}
	return c.scalar(out, n)
}

func (c *converter) scalar(out *node, n ast.Node) *node {
	switch n := n.(type) {
	case *ast.StringNode:
		out.kind, out.text = textNode, n.Value
	case *ast.LiteralNode:
		out.kind, out.text = textNode, n.Value.Value
	case *ast.IntegerNode:
		out.kind, out.text = wholeNode, n.Token.Value
	case *ast.FloatNode:
		out.kind, out.text = realNode, n.Token.Value
	case *ast.BoolNode:
		out.kind, out.text = boolNode, n.Token.Value
	case *ast.NullNode:
	case *ast.TagNode:
		c.d.at(out.line, out.column, "", "tags are not supported")
		return nil
	default:
		c.d.at(out.line, out.column, "", "this kind of YAML value is not supported")
		return nil
	}
	return out
}

func (c *converter) object(out *node, values []*ast.MappingValueNode, depth int) *node {
	out.kind, out.fields = objectNode, make(map[string]*node, len(values))
	for i, value := range values {
		tk := value.Key.GetToken()
		key := objectKey{name: tk.Value}
		key.line, key.column = placeOf(tk)
		if i == 0 {
			out.line, out.column = key.line, key.column
		}
		if s, ok := value.Key.(*ast.StringNode); ok {
			key.name = s.Value
		}
		if value.Key.IsMergeKey() {
			c.d.at(key.line, key.column, "", "merge keys (<<) are not supported")
			continue
		}
		child := c.convert(value.Value, depth+1)
		if child == nil {
			continue
		}
		if child.kind == nullNode {
			child.line, child.column = key.line, key.column
		}
		if _, twice := out.fields[key.name]; twice {
			c.d.at(key.line, key.column, "", "%q stands twice", short(key.name))
			continue
		}
		out.keys = append(out.keys, key)
		out.fields[key.name] = child
	}
	return out
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

func placeOf(tk *token.Token) (line, column int) {
	if tk == nil || tk.Position == nil {
		return 1, 1
	}
	return max(1, tk.Position.Line), max(1, tk.Position.Column)
}

// syntaxError finds line and column of an error of the YAML parser. Its
// messages quote single characters, never values.
func syntaxError(err error) (line, column int, message string) {
	var located interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &located) {
		line, column = placeOf(located.GetToken())
		message = oneLine(located.GetMessage())
		if strings.HasPrefix(message, "mapping key") {
			message = "this key stands there already" // its own words quote it
		}
		return line, column, message
	}
	return 1, 1, "it cannot be read"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// short cuts a word for a message: what is longer could be a key that stands
// in the wrong place.
func short(s string) string {
	const most, kept = 32, 6
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:kept]) + "…"
}

// decoder collects what is wrong with a file.
type decoder struct {
	file     string
	problems Problems
}

func (d *decoder) at(line, column int, hint, format string, args ...any) {
	d.problems = append(d.problems, Problem{File: d.file, Line: line, Column: column, Message: fmt.Sprintf(format, args...), Hint: hint})
}

func (d *decoder) problem(n *node, hint, format string, args ...any) {
	d.at(n.line, n.column, hint, format, args...)
}

// unknown reports a key that an object must not have.
func (d *decoder) unknown(key objectKey, what string, known []string) {
	if slices.Contains(keyWords(), strings.ToLower(key.name)) {
		d.at(key.line, key.column, "put it into the environment and write key_env: NAME, or into a file and write key_file: PATH",
			"%s: a key must not stand in the file", what)
		return
	}
	hint := didYouMean(key.name, known)
	if hint == "" {
		hint = "the keys are " + strings.Join(known, ", ")
	}
	d.at(key.line, key.column, hint, "%s has no key %q", what, short(key.name))
}

// is checks the kind of a value.
func (d *decoder) is(n *node, name string, kinds ...nodeKind) bool {
	if slices.Contains(kinds, n.kind) {
		return true
	}
	if n.kind == nullNode {
		d.problem(n, "leave the key out, or write its value behind it", "%s has no value", name)
		return false
	}
	hint := ""
	if slices.Contains(kinds, textNode) && n.kind != objectNode && n.kind != listNode {
		hint = "put it in quotes"
	}
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
	}
	d.problem(n, hint, "%s must be %s, is %s", name, strings.Join(words, " or "), n.kind)
	return false
}

// version checks that an object says version: 1.
func (d *decoder) version(n *node, what string) {
	v := n.fields["version"]
	switch {
	case v == nil:
		d.problem(n, "begin it with the line version: 1", "%s has no version", what)
	case !d.is(v, "version", wholeNode):
	case v.text != "1":
		d.problem(v, "this switchyard reads version: 1", "version %s of %s is not known", short(v.text), what)
	}
}
