package mock

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/jsonptr"
)

// Bounds of a document that is made up for a schema.
const (
	deepest   = 64   // levels, references included
	mostNodes = 4000 // values tried, and characters of a string
)

// schemaError says why no document was found for a schema.
type schemaError struct{ says string }

func (e *schemaError) Error() string { return e.says }

func unfit(format string, args ...any) error { return &schemaError{fmt.Sprintf(format, args...)} }

// fit makes a small document that fits a JSON Schema: required properties and
// least lengths only, the first of what may be chosen. It knows the keywords
// of draft-07 but for not, if, dependencies, contains and propertyNames, and
// prefixItems of later drafts; elements of a list are made to differ where they
// are plain strings, numbers or members of an enum. Errors are of type
// *schemaError.
func fit(schema json.RawMessage) (string, error) {
	root := parse(schema)
	if !root.is('{') && !root.is('b') {
		return "", unfit("schema must be an object")
	}
	var err error
	// With few levels first, so that what refers to itself stays small.
	for levels := 2; levels <= deepest; levels *= 2 {
		f := &fitter{root: root, levels: levels, left: mostNodes}
		var doc *node
		if doc, err = f.value(root, 0, 0); err == nil {
			return doc.String(), nil
		}
		if !f.short {
			break // more levels would not help
		}
	}
	return "", err
}

type fitter struct {
	root   *node
	levels int
	left   int  // values that may still be tried
	short  bool // something went deeper than levels
}

// value makes a value for a schema; nth asks for another one than before, as
// the elements of a list of unique ones must be.
func (f *fitter) value(s *node, depth, nth int) (*node, error) {
	if f.left--; f.left < 0 {
		return nil, unfit("no small document fits")
	}
	if depth > f.levels {
		f.short = true
		return nil, unfit("it goes too deep, or refers to itself without end")
	}
	if s.is('b') && s.text == "false" {
		return nil, unfit("nothing fits the schema false")
	}
	if ref := s.get("$ref"); ref.is('"') {
		target, err := f.resolve(ref.text)
		if err != nil {
			return nil, err
		}
		return f.value(target, depth+1, nth)
	}
	if c := s.get("const"); c != nil {
		return c, nil
	}
	if enum := s.get("enum").elements(); len(enum) > 0 {
		return enum[nth%len(enum)], nil
	}
	if all := s.get("allOf").elements(); len(all) > 0 {
		return f.all(s, all, depth, nth)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if branches := s.get(key).elements(); len(branches) > 0 {
			return f.any(s, key, branches, depth, nth)
		}
	}
	switch typeOf(s) {
	case "object":
		return f.object(s, depth)
	case "array":
		return f.array(s, depth)
	case "number":
		return number(s, false, nth)
	case "integer":
		return number(s, true, nth)
	case "boolean":
		return boolean(nth%2 == 0), nil
	case "null":
		return null(), nil
	}
	return text(s, nth)
}

// resolve follows a reference within the schema.
func (f *fitter) resolve(ref string) (*node, error) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if unescaped, err := url.PathUnescape(pointer); err == nil {
		pointer = unescaped
	}
	at := f.root
	if pointer != "" {
		ok = ok && strings.HasPrefix(pointer, "/")
		for _, token := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
			token = jsonptr.Unescape(token)
			if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(at.elements()) {
				at = at.items[i]
				continue
			}
			at = at.get(token)
		}
	}
	if !ok || at == nil {
		return nil, unfit("the reference %q leads nowhere", ref)
	}
	return at, nil
}

// all fits all of several schemas by making one of them.
func (f *fitter) all(s *node, list []*node, depth, nth int) (*node, error) {
	merged := s.but("allOf")
	for _, part := range list {
		for hops := 0; part.get("$ref").is('"'); hops++ {
			target, err := f.resolve(part.get("$ref").text)
			if err != nil {
				return nil, err
			}
			if hops > deepest {
				return nil, unfit("it refers to itself without end")
			}
			part = target
		}
		merged = merge(merged, part)
	}
	return f.value(merged, depth+1, nth)
}

// any fits the first of several schemas that can be fitted.
func (f *fitter) any(s *node, key string, branches []*node, depth, nth int) (*node, error) {
	var first error
	for _, branch := range branches {
		if ref := branch.get("$ref"); ref.is('"') {
			if target, err := f.resolve(ref.text); err == nil {
				branch = target
			}
		}
		v, err := f.value(merge(s.but(key), branch), depth+1, nth)
		if err == nil {
			return v, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// but is an object without one of its keys.
func (n *node) but(key string) *node {
	out := &node{kind: '{', keys: slices.Clone(n.keys), items: slices.Clone(n.items)}
	out.remove(key)
	return out
}

// merge makes one schema of two: properties and required ones of both, of
// everything else what the second says.
func merge(a, b *node) *node {
	if !b.is('{') {
		if b.is('b') && b.text == "false" {
			return b
		}
		return a
	}
	out := a.but("")
	for i, key := range b.keys {
		was, now := out.get(key), b.items[i]
		switch {
		case key == "properties" && was.is('{') && now.is('{'):
			both := was.but("")
			for j, name := range now.keys {
				part := now.items[j]
				if old := both.get(name); old.is('{') {
					part = merge(old, part)
				}
				both.set(name, part)
			}
			now = both
		case (key == "required" || key == "allOf") && was.is('['):
			now = array(slices.Concat(was.items, now.elements())...)
		}
		out.set(key, now)
	}
	return out
}

// typeOf is the type that a schema wants: the first that is not null, or the
// one that its other keywords speak of.
func typeOf(s *node) string {
	t := s.get("type")
	for _, one := range t.elements() {
		if one.say() != "null" {
			return one.say()
		}
	}
	switch {
	case len(t.elements()) > 0:
		return "null"
	case t != nil:
		return t.say()
	}
	for _, hint := range []struct{ key, means string }{
		{"properties", "object"}, {"required", "object"}, {"minProperties", "object"}, {"additionalProperties", "object"},
		{"items", "array"}, {"prefixItems", "array"}, {"minItems", "array"},
		{"minimum", "number"}, {"maximum", "number"}, {"exclusiveMinimum", "number"}, {"exclusiveMaximum", "number"}, {"multipleOf", "number"},
	} {
		if s.get(hint.key) != nil {
			return hint.means
		}
	}
	return "string"
}

func (f *fitter) object(s *node, depth int) (*node, error) {
	out := object()
	properties := s.get("properties")
	required := map[string]bool{}
	for _, key := range s.get("required").elements() {
		required[key.say()] = true
	}
	add := func(key string, schema *node) error {
		v, err := f.value(schema, depth+1, 0)
		if err == nil {
			out.set(key, v)
		}
		return err
	}
	if properties.is('{') {
		for i, key := range properties.keys {
			if required[key] {
				if err := add(key, properties.items[i]); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, key := range s.get("required").elements() {
		if out.get(key.say()) == nil {
			if err := add(key.say(), s.get("additionalProperties")); err != nil {
				return nil, err
			}
		}
	}
	return out, f.fill(s, out, add)
}

// fill adds properties that are not required until there are enough.
func (f *fitter) fill(s, out *node, add func(string, *node) error) error {
	least := s.size("minProperties")
	if properties := s.get("properties"); properties.is('{') {
		for i, key := range properties.keys {
			if len(out.keys) < least && out.get(key) == nil {
				_ = add(key, properties.items[i]) // another one may do
			}
		}
	}
	for i := 1; len(out.keys) < least; i++ {
		if err := add("property"+strconv.Itoa(i), s.get("additionalProperties")); err != nil {
			return err
		}
	}
	return nil
}

// size is a keyword that counts: 0 if it is not there.
func (n *node) size(key string) int {
	v, err := strconv.ParseFloat(n.get(key).number(), 64)
	if err != nil || v < 0 {
		return 0
	}
	return int(min(v, mostNodes+1))
}

func (f *fitter) array(s *node, depth int) (*node, error) {
	out := array()
	items := s.get("items")
	first := s.get("prefixItems").elements()
	if items.is('[') { // draft-07: one schema a place
		first, items = items.items, s.get("additionalItems")
	}
	for i := range s.size("minItems") {
		schema := items
		if i < len(first) {
			schema = first[i]
		}
		v, err := f.value(schema, depth+1, i)
		if err != nil {
			return nil, err
		}
		out.items = append(out.items, v)
	}
	return out, nil
}

// number makes a number: zero, or what is nearest to it within the bounds.
func number(s *node, whole bool, nth int) (*node, error) {
	low, high := bounds(s)
	step, err := strconv.ParseFloat(s.get("multipleOf").number(), 64)
	stepped := err == nil && step > 0
	if !stepped {
		step = 1
	}
	ok := func(v float64) bool {
		return low.allows(v, 1) && high.allows(v, -1) && (!whole || v == math.Trunc(v))
	}
	v := 0.0
	if !ok(v) && low.set {
		v = math.Ceil(low.at/step) * step
	} else if !ok(v) {
		v = math.Floor(high.at/step) * step
	}
	away := step
	if low.set || ok(step) { // upwards, unless only a maximum is given and zero is beyond it
		if !ok(v) {
			v += step
		}
	} else {
		away = -step
		if !ok(v) {
			v -= step
		}
	}
	for range deepest { // a whole multiple of a broken step comes soon
		if ok(v) {
			break
		}
		v += away
	}
	if !ok(v) && !stepped && !whole && low.set && high.set {
		v = low.at + (high.at-low.at)/2
	}
	if !ok(v) {
		return nil, unfit("no number fits")
	}
	if other := v + float64(nth)*away; ok(other) {
		v = other
	} else if other := v - float64(nth)*away; ok(other) {
		v = other
	}
	return &node{kind: '0', text: strconv.FormatFloat(v, 'f', -1, 64)}, nil
}

// bound is one end of the numbers that fit.
type bound struct {
	at       float64
	set      bool
	excluded bool // at itself does not fit
}

// allows tells whether a number is on the right side: way is 1 for a lower
// bound and -1 for an upper one.
func (b bound) allows(v, way float64) bool {
	return !b.set || (v-b.at)*way > 0 || v == b.at && !b.excluded
}

// bounds reads the ends, in the way of draft-07 or of draft-04.
func bounds(s *node) (low, high bound) {
	read := func(key, exclusive string, way float64) bound {
		var b bound
		if v, err := strconv.ParseFloat(s.get(key).number(), 64); err == nil {
			b = bound{at: v, set: true, excluded: s.get(exclusive).is('b') && s.get(exclusive).text == "true"}
		}
		if v, err := strconv.ParseFloat(s.get(exclusive).number(), 64); err == nil && (!b.set || (v-b.at)*way >= 0) {
			b = bound{at: v, set: true, excluded: true}
		}
		return b
	}
	return read("minimum", "exclusiveMinimum", 1), read("maximum", "exclusiveMaximum", -1)
}
