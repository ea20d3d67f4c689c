package document

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/jsontext"
)

// Field is a key of an object with its value.
type Field struct {
	Key   string
	Value *Node
}

// Fields returns an object with these fields in this order. It skips fields without a
// value.
func Fields(fields ...Field) *Node {
	n := &Node{Kind: Object, Fields: map[string]*Node{}}
	for _, f := range fields {
		if f.Value != nil {
			n.Keys = append(n.Keys, f.Key)
			n.Fields[f.Key] = f.Value
		}
	}
	return n
}

// Encode writes a tree as YAML in blocks, with the keys in their order and short lists
// of scalars on one line. [Parse] reads the same tree back, except for places and
// spellings. (The YAML library's encoder does not guarantee this: it writes a number
// as 1e-09 and reads that as a text.)
func Encode(n *Node) []byte {
	var e encoder
	e.block(n, 0)
	return []byte(strings.TrimPrefix(e.b.String(), "\n") + "\n")
}

type encoder struct{ b strings.Builder }

// block writes a value after a key, after a dash, or at the start.
func (e *encoder) block(n *Node, depth int) {
	switch {
	case n == nil || n.Kind.Scalar() || len(n.Keys)+len(n.Items) == 0 || n.short():
		if e.b.Len() > 0 {
			e.b.WriteByte(' ')
		}
		e.b.WriteString(n.line())
	case n.Kind == Object:
		for _, key := range n.Keys {
			e.newline(depth)
			e.b.WriteString(textOf(key) + ":")
			e.block(n.Fields[key], depth+1)
		}
	default:
		for _, item := range n.Items {
			e.newline(depth)
			e.b.WriteByte('-')
			e.block(item, depth+1)
		}
	}
}

// newline begins a line. The first key of an object in a list stands on the line of the
// dash.
func (e *encoder) newline(depth int) {
	if strings.HasSuffix(e.b.String()[max(0, e.b.Len()-1):], "-") && e.dashed() {
		e.b.WriteByte(' ')
		return
	}
	e.b.WriteString("\n" + strings.Repeat("  ", depth))
}

// dashed reports whether the line consists of dashes only so far.
func (e *encoder) dashed() bool {
	text := e.b.String()
	return strings.TrimLeft(text[strings.LastIndexByte(text, '\n')+1:], " -") == ""
}

// short reports whether a value is a list of scalars that fits on one line.
func (n *Node) short() bool {
	if n.Kind != List || slices.ContainsFunc(n.Items, func(i *Node) bool { return i != nil && !i.Kind.Scalar() }) {
		return false
	}
	return len(n.line()) <= 100
}

// line returns a value on one line.
func (n *Node) line() string {
	switch {
	case n == nil:
		return "null"
	case n.Kind == Object:
		return "{}" // objects with keys are written in blocks
	case n.Kind == List:
		words := make([]string, len(n.Items))
		for i, item := range n.Items {
			words[i] = item.line()
			if s, ok := item.scalarText(); ok && !plainInList.MatchString(s) {
				words[i] = string(jsontext.Value(s))
			}
		}
		return "[" + strings.Join(words, ", ") + "]"
	}
	switch v := n.Value.(type) {
	case string:
		return textOf(v)
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		s := strconv.FormatFloat(v, 'g', -1, 64)
		if mantissa, exponent, ok := strings.Cut(s, "e"); ok && !strings.Contains(mantissa, ".") {
			s = mantissa + ".0e" + exponent
		}
		return s
	}
	return "null"
}

func (n *Node) scalarText() (string, bool) {
	if n == nil {
		return "", false
	}
	s, ok := n.Value.(string)
	return s, ok
}

// Texts that YAML cannot read as anything else need no quotes.
var (
	plainText   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./()'+-]*(?:[,;]? [A-Za-z0-9_./()'+-]+)*[,;.!?]?$`)
	plainInList = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./()'+-]*(?: [A-Za-z0-9_./()'+-]+)*$`)
	otherwise   = regexp.MustCompile(`(?i)^(?:null|true|false|yes|no|on|off|y|n|inf|nan)$`)
)

func textOf(s string) string {
	if plainText.MatchString(s) && !otherwise.MatchString(s) {
		return s
	}
	return string(jsontext.Value(s))
}
