package proof

import (
	"cmp"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/jsonptr"
)

// leaf is a value that holds no other value, and the pointer to it.
type leaf struct {
	pointer string
	value   any
}

// leavesOf lists the leaves of a document in the order of the keys. Empty arrays and
// objects are leaves, too, but an empty document has no leaves, because a call without
// arguments needs no source.
func leavesOf(doc any) []leaf {
	var leaves []leaf
	var walk func(pointer string, v any)
	walk = func(pointer string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if len(v) > 0 {
				for _, key := range sortedKeys(v) {
					walk(pointer+"/"+jsonptr.Escape(key), v[key])
				}
				return
			}
		case []any:
			if len(v) > 0 {
				for i, item := range v {
					walk(pointer+"/"+strconv.Itoa(i), item)
				}
				return
			}
		}
		if pointer != "" {
			leaves = append(leaves, leaf{pointer, v})
		}
	}
	walk("", doc)
	return leaves
}

func sortedKeys(m map[string]any) []string {
	keys := slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))
	slices.Sort(keys)
	return keys
}

// steps splits a JSON pointer. The empty pointer has none.
func steps(pointer string) ([]string, bool) {
	if pointer == "" {
		return nil, true
	}
	if pointer[0] != '/' {
		return nil, false
	}
	return jsonptr.Split(pointer), true
}

// index reads a step as the index of an array: digits without leading zeros.
func index(step string) (int, bool) {
	if step == "" || len(step) > 9 || (step[0] == '0' && len(step) > 1) {
		return 0, false
	}
	n, err := strconv.ParseUint(step, 10, 32)
	return int(n), err == nil
}

// child returns the value one step down.
func child(doc any, step string) (any, bool) {
	switch doc := doc.(type) {
	case map[string]any:
		v, ok := doc[step]
		return v, ok
	case []any:
		if i, ok := index(step); ok && i < len(doc) {
			return doc[i], true
		}
	}
	return nil, false
}

// resolve follows a JSON pointer.
func resolve(doc any, pointer string) (any, bool) {
	list, ok := steps(pointer)
	if !ok {
		return nil, false
	}
	for _, step := range list {
		if doc, ok = child(doc, step); !ok {
			return nil, false
		}
	}
	return doc, true
}

// top returns the name of the parameter that a pointer leads into.
func top(pointer string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	return jsonptr.Unescape(name)
}

// equal compares decoded documents; numbers by value, so that 45 is 45.0.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && (a == b || sameNumber(string(a), string(b)))
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, equal)
	}
	switch b.(type) {
	case json.Number, []any, map[string]any:
		return false
	}
	return a == b
}

// sameNumber compares the texts of two decimal numbers exactly.
func sameNumber(a, b string) bool {
	x, err1 := strconv.ParseInt(a, 10, 64)
	y, err2 := strconv.ParseInt(b, 10, 64)
	if err1 == nil && err2 == nil {
		return x == y
	}
	if len(a) > 40 || len(b) > 40 { // an exponent could make a rational huge
		return a == b
	}
	r, ok1 := parseRat(a)
	s, ok2 := parseRat(b)
	return ok1 && ok2 && r.Cmp(s) == 0
}

func parseRat(s string) (*big.Rat, bool) {
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		if e, err := strconv.Atoi(s[i+1:]); err != nil || e > 400 || e < -400 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(s)
}

// spell returns a scalar as text.
func spell(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return string(v)
	case bool:
		return strconv.FormatBool(v)
	case nil:
		return "null"
	}
	b, _ := json.Marshal(v)
	return string(b)
}

// show returns a value as messages quote it.
func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	if len(b) > 80 {
		return string(b[:77]) + "..."
	}
	return string(b)
}

// compare orders two numbers or two strings; ok reports whether they compare.
func compare(a, b any) (c int, ok bool) {
	switch a := a.(type) {
	case json.Number:
		b, isNumber := b.(json.Number)
		if !isNumber {
			return 0, false
		}
		x, err1 := a.Float64()
		y, err2 := b.Float64()
		return cmp.Compare(x, y), err1 == nil && err2 == nil
	case string:
		b, isString := b.(string)
		return strings.Compare(a, b), isString
	}
	return 0, false
}
