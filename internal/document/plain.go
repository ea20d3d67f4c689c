package document

import (
	"math"
	"slices"
)

// Plain returns the value without its places: string, bool, nil, int64, float64, []any or
// map[string]any. Equal numbers become equal values; see [Number].
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

// Number returns a whole number as int64, so that 2 and 2.0 become the same value, and any
// other number as float64.
func Number(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

// Set sets a field of an object. A new field comes last; a nil value changes nothing.
func (n *Node) Set(key string, value *Node) {
	if value == nil {
		return
	}
	if _, has := n.Fields[key]; !has {
		n.Keys = append(n.Keys, key)
	}
	n.Fields[key] = value
}

// Delete removes a field of an object.
func (n *Node) Delete(key string) {
	delete(n.Fields, key)
	n.Keys = slices.DeleteFunc(slices.Clone(n.Keys), func(k string) bool { return k == key })
}

// TextAt returns the text of a field of an object, or "" if there is none.
func (n *Node) TextAt(key string) string {
	if field := n.Fields[key]; field != nil {
		text, _ := field.Value.(string)
		return text
	}
	return ""
}

// NewText returns a node with a text.
func NewText(s string) *Node { return &Node{Kind: Text, Text: s, Value: s} }
