package document

import (
	"bytes"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"switchyard/internal/input"
)

// Parse reads one YAML document. It follows aliases, and refuses tags. Without [MergeKeys]
// it refuses merge keys, and without [LastWins] keys that occur twice. The error is of type
// *[Error] and is about the first thing that is wrong.
func Parse(data []byte, options ...Option) (*Node, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	start := Place{1, 1}
	if err := foreign(data, 1); err != nil {
		return nil, err
	}
	switch {
	case !utf8.Valid(data):
		return nil, &Error{Place: start, Message: "the file is not UTF-8", Hint: "save it as UTF-8"}
	}
	if at, beginning := tooNested(data); beginning != nil {
		// The beginning shows the way to what is nested too deep, if it is YAML.
		var e *Error
		if _, err := Parse(beginning, MergeKeys(), LastWins(func(string, Place, Place) {})); errors.As(err, &e) && e.deep {
			return nil, e
		}
		return nil, tooDeep(at)
	}
	c := converter{reading: newReading(options), anchors: make(map[string]*Node)}
	var accept []parser.Option
	if c.again != nil {
		accept = append(accept, parser.AllowDuplicateMapKey())
	}
	file, err := parser.ParseBytes(data, 0, accept...)
	if err != nil {
		return nil, syntaxError(err)
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil, start.errorf("the document is empty")
	}
	if len(file.Docs) > 1 {
		return nil, &Error{Place: placeOf(file.Docs[1].Start), Message: "the file holds more than one document", Hint: "put each into a file of its own"}
	}
	n, err := c.convert(file.Docs[0].Body, 0)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// foreign refuses what is not text. The result is a plain error so that nil means none.
func foreign(data []byte, line int) error {
	if kind, is := input.KindOf(data); is {
		return &Error{Place: Place{line, 1}, Message: "the file is " + kind.Name, Hint: kind.Hint}
	}
	return nil
}

// tooNested reports whether the parser would recurse too deep, and where; brackets in texts
// count, too. beginning is nil if it would not. Otherwise it is the document up to some
// levels more than are allowed, with the brackets closed again.
func tooNested(data []byte) (at Place, beginning []byte) {
	const shown = 2 * maxDepth // levels of the beginning
	line, column, cut := 1, 0, 0
	var open []byte                       // the brackets that close what is open
	dashes, begins, tag := 0, true, false // of the line: "- - !tag - x"
	for i, c := range data {
		if utf8.RuneStart(c) {
			column++
		}
		switch c {
		case '[', '{':
			if open = append(open, c+2); len(open) == shown {
				cut = i + 1
			}
		case ']', '}':
			open = open[:max(0, len(open)-1)]
		}
		switch {
		case c == '\n':
			line, column = line+1, 0
			dashes, begins, tag = 0, true, false
		case c == ' ' || c == '\t':
			tag = false
		case begins && c == '-':
			if dashes++; dashes == shown && len(open) < shown {
				cut = i + 1
			}
		case begins && !tag:
			tag = c == '!' || c == '&'
			begins = tag
		}
		if len(open) > maxNested || dashes > maxNested {
			ends := slices.Clone(open[:min(len(open), shown)])
			slices.Reverse(ends)
			return Place{line, column}, slices.Concat(data[:cut], ends)
		}
	}
	return Place{}, nil
}

// converter turns the parser's tree into nodes.
type converter struct {
	reading
	anchors map[string]*Node
}

func (c *converter) convert(n ast.Node, depth int) (*Node, error) {
	out := &Node{Place: Place{1, 1}, Kind: Null}
	if n == nil {
		return out, nil
	}
	out.Place = placeOf(n.GetToken())
	if depth > maxDepth {
		return nil, tooDeep(out.Place)
	}
	if err := c.add(out.Place, 1); err != nil {
		return nil, err
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return c.object(out, n.Values, depth)
	case *ast.MappingValueNode:
		return c.object(out, []*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		out.Kind = List
		for i, value := range n.Values {
			item, err := c.convert(value, depth+1)
			if err != nil {
				return nil, within(err, strconv.Itoa(i))
			}
			out.Items = append(out.Items, item)
		}
		return out, nil
	case *ast.AnchorNode:
		value, err := c.convert(n.Value, depth+1)
		if err == nil && n.Name != nil {
			c.anchors[n.Name.GetToken().Value] = value
		}
		return value, err
	case *ast.AliasNode:
		named := c.anchors[n.Value.GetToken().Value]
		if named == nil {
			return nil, out.errorf("an alias that names no anchor above it")
		}
		value := *named
		value.Key = Place{}
		size, inner := value.extent()
		if depth+inner > maxDepth {
			return nil, tooDeep(out.Place)
		}
		return &value, c.add(out.Place, size)
	}
	return out, out.scalar(n)
}

func (c *converter) object(out *Node, values []*ast.MappingValueNode, depth int) (*Node, error) {
	out.Kind, out.Fields = Object, make(map[string]*Node, len(values))
	merged := map[string]bool{} // the fields that are not the object's own
	for i, value := range values {
		tk := value.Key.GetToken()
		place, name := placeOf(tk), tk.Value
		if i == 0 {
			out.Place = place
		}
		if s, ok := value.Key.(*ast.StringNode); ok {
			name = s.Value
		}
		if value.Key.IsMergeKey() {
			if err := c.mergeInto(out, merged, value, depth); err != nil {
				return nil, err
			}
			continue
		}
		if merged[name] {
			delete(merged, name)
		} else if err := c.known(out, name, place); err != nil {
			return nil, err
		}
		child, err := c.convert(value.Value, depth+1)
		if err != nil {
			return nil, within(err, name)
		}
		if child.Key = place; child.Kind == Null {
			child.Place = place
		}
		out.Fields[name] = child
	}
	return out, nil
}

// mergeInto gives an object the fields behind a merge key that it does not have, and adds
// them to merged.
func (c *converter) mergeInto(out *Node, merged map[string]bool, from *ast.MappingValueNode, depth int) error {
	place := placeOf(from.Key.GetToken())
	if !c.merge {
		return place.errorf("merge keys (<<) are not supported")
	}
	n, err := c.convert(from.Value, depth)
	if err != nil {
		return within(err, "<<")
	}
	list := n.Items
	if n.Kind == Object {
		list = []*Node{n}
	} else if n.Kind != List {
		return place.errorf("a merge key (<<) takes an object or a list of objects, not %s", n.Kind)
	}
	for _, source := range list {
		if source.Kind != Object {
			return place.errorf("a merge key (<<) takes an object or a list of objects, not a list with %s", source.Kind)
		}
		for _, key := range source.Keys {
			if out.Fields[key] == nil {
				out.Set(key, source.Fields[key])
				merged[key] = true
			}
		}
	}
	return nil
}

// scalar reads a value that holds no other values.
func (n *Node) scalar(from ast.Node) error {
	switch from := from.(type) {
	case *ast.StringNode:
		n.Kind, n.Text, n.Value = Text, from.Value, from.Value
	case *ast.LiteralNode:
		n.Kind, n.Text, n.Value = Text, from.Value.Value, from.Value.Value
	case *ast.IntegerNode:
		n.Kind, n.Text, n.Value = Whole, from.Token.Value, from.Value
		v, large := from.Value.(uint64)
		switch {
		case strings.HasPrefix(n.Text, "+"):
			n.Value = n.Text
		case large && v > math.MaxInt64:
			n.Value = float64(v)
		case large:
			n.Value = int64(v)
		}
	case *ast.FloatNode:
		n.Kind, n.Text, n.Value = Real, from.Token.Value, from.Value
	case *ast.BoolNode:
		n.Kind, n.Text, n.Value = Bool, from.Token.Value, from.Value
	case *ast.NullNode:
	case *ast.InfinityNode, *ast.NanNode:
		return n.errorf("not a finite number")
	case *ast.TagNode:
		return n.errorf("tags are not supported")
	default:
		return n.errorf("this kind of YAML value is not supported")
	}
	return nil
}

func placeOf(tk *token.Token) Place {
	if tk == nil || tk.Position == nil {
		return Place{1, 1}
	}
	return Place{max(1, tk.Position.Line), max(1, tk.Position.Column)}
}

// quoted matches a text of more than one character that a message of the parser quotes.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.){2,}"`)

// syntaxError turns an error of the YAML parser into one with a position. It drops from
// the message what that quotes, except single characters.
func syntaxError(err error) *Error {
	var located interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if !errors.As(err, &located) {
		return Place{1, 1}.errorf("not YAML: it cannot be read")
	}
	message := strings.ReplaceAll(located.GetMessage(), "\t", `\t`)
	message = quoted.ReplaceAllString(strings.Join(strings.Fields(message), " "), "…")
	message = strings.Replace(message, "mapping key … already", "this key is already", 1)
	return placeOf(located.GetToken()).errorf("not YAML: %s", message)
}
