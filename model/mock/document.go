package mock

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/jsontext"
)

// node is a JSON value that keeps the order of its keys, so that changing one
// place leaves all others as they are.
type node struct {
	kind  byte // '{', '[', '"', '0' a number, 'b' true or false, 'n' null
	text  string
	keys  []string // of an object, one for each item
	items []*node
}

// parse reads a JSON document; nil if it is invalid.
func parse(doc []byte) *node {
	if !json.Valid(doc) { // which also bounds how deep it goes
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	return read(dec)
}

func read(dec *json.Decoder) *node {
	token, err := dec.Token()
	if err != nil {
		return null()
	}
	switch v := token.(type) {
	case string:
		return str(v)
	case json.Number:
		return &node{kind: '0', text: v.String()}
	case bool:
		return boolean(v)
	case json.Delim:
		n := &node{kind: byte(v)}
		for dec.More() {
			if n.kind == '{' {
				key, _ := dec.Token()
				name, _ := key.(string)
				n.keys = append(n.keys, name)
			}
			n.items = append(n.items, read(dec))
		}
		_, _ = dec.Token() // the closing bracket, there because the document is valid
		return n
	}
	return null()
}

func null() *node            { return &node{kind: 'n', text: "null"} }
func str(s string) *node     { return &node{kind: '"', text: s} }
func array(n ...*node) *node { return &node{kind: '[', items: n} }

// object makes an object of keys and their values.
func object(keys []string, values ...*node) *node {
	return &node{kind: '{', keys: slices.Clone(keys), items: values}
}

func boolean(b bool) *node {
	return &node{kind: 'b', text: strconv.FormatBool(b)}
}

// is reports whether a node is of a kind; a nil node is of none.
func (n *node) is(kind byte) bool { return n != nil && n.kind == kind }

// get returns the value of a key; nil if there is none or n is not an object.
func (n *node) get(key string) *node {
	if !n.is('{') {
		return nil
	}
	if i := slices.Index(n.keys, key); i >= 0 {
		return n.items[i]
	}
	return nil
}

// set replaces the value of a key, or adds the key at the end.
func (n *node) set(key string, v *node) {
	if i := slices.Index(n.keys, key); i >= 0 {
		n.items[i] = v
		return
	}
	n.keys, n.items = append(n.keys, key), append(n.items, v)
}

func (n *node) remove(key string) {
	if i := slices.Index(n.keys, key); i >= 0 {
		n.keys, n.items = slices.Delete(n.keys, i, i+1), slices.Delete(n.items, i, i+1)
	}
}

// elements returns the items of a list, and nothing for other values.
func (n *node) elements() []*node {
	if n.is('[') {
		return n.items
	}
	return nil
}

// say returns the text of a string, and nothing for other values.
func (n *node) say() string {
	if n.is('"') {
		return n.text
	}
	return ""
}

// place is a value that can be changed in place, with its schema.
type place struct {
	key    string // the nearest key above it
	value  *node
	schema *node // may be nil
}

// leaves lists the strings, numbers and booleans of a value, in order.
func (n *node) leaves(key string, schema *node) []place {
	switch {
	case n.is('{'):
		var out []place
		for i, k := range n.keys {
			out = append(out, n.items[i].leaves(k, schema.get("properties").get(k))...)
		}
		return out
	case n.is('['):
		var out []place
		for _, item := range n.items {
			out = append(out, item.leaves(key, schema.get("items"))...)
		}
		return out
	case n == nil || n.is('n'):
		return nil
	}
	return []place{{key, n, schema}}
}

// String writes the document without white space.
func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case '"':
		b.WriteString(string(jsontext.Value(n.text)))
	case '{', '[':
		b.WriteByte(n.kind)
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			if n.kind == '{' {
				b.WriteString(string(jsontext.Value(n.keys[i])))
				b.WriteByte(':')
			}
			item.write(b)
		}
		b.WriteByte(n.kind + 2) // '}' and ']' stand two after '{' and '['
	default:
		b.WriteString(n.text)
	}
}
