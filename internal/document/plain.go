package document

import "math"

// Plain gives the value without its places: string, bool, nil, int64, float64,
// []any and map[string]any. Equal numbers are equal values; see [Number].
func (n *Node) Plain() any {
	switch n.Kind {
	case Object:
		out := make(map[string]any, len(n.Fields))
		for key, field := range n.Fields {
			out[key] = field.Plain()
		}
		return out
	case List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = item.Plain()
		}
		return out
	}
	if f, ok := n.Value.(float64); ok {
		return Number(f)
	}
	return n.Value
}

// Number gives a whole number as int64, so that 2 and 2.0 are the same value, and
// any other as float64.
func Number(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

// Set puts a field of an object in the place of the one with that key, or behind
// all others.
func (n *Node) Set(key string, value *Node) {
	if _, has := n.Fields[key]; !has {
		n.Keys = append(n.Keys, key)
	}
	n.Fields[key] = value
}

// TextAt is the text behind a key of an object; empty when no text is there.
func (n *Node) TextAt(key string) string {
	if field := n.Fields[key]; field != nil {
		text, _ := field.Value.(string)
		return text
	}
	return ""
}

// NewText makes a node of a text.
func NewText(s string) *Node { return &Node{Kind: Text, Text: s, Value: s} }
