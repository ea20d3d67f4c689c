package openapi

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools/imports/internal/plain"
)

// The bounds of the schema of one tool. The rest is left out, with a note.
const (
	maxDepth   = 6    // objects and lists inside of each other
	maxSchemas = 1000 // schemas in all
	maxEnum    = 100  // values of an enumeration
	maxAbout   = 250  // characters of the description of a parameter
)

// boundKeys are the keywords of numbers that bound values, in the order in which they
// are written.
var boundKeys = []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems"}

// writer writes shapes as JSON Schema (draft-07).
type writer struct {
	shaper
	answer bool              // of an answer, not of arguments
	texts  map[string]string // descriptions that were cut already
	left   int               // how many schemas may still be written
}

// unknownError says why a required schema cannot be written.
type unknownError struct{ why string }

func (e unknownError) Error() string { return e.why }

// fields writes the fields of a JSON object in their order.
type fields struct{ out []byte }

func (f *fields) add(key string, value any) {
	data, ok := value.(json.RawMessage)
	if !ok {
		var err error
		if data, err = json.Marshal(value); err != nil {
			return // what comes from JSON can be written as JSON
		}
	}
	if len(f.out) == 0 {
		f.out = append(f.out, '{')
	} else {
		f.out = append(f.out, ',')
	}
	name, err := json.Marshal(key)
	if err != nil {
		return // a text can always be written
	}
	f.out = append(append(append(f.out, name...), ':'), data...)
}

func (f *fields) raw() json.RawMessage {
	if len(f.out) == 0 {
		return json.RawMessage("{}")
	}
	return append(f.out, '}')
}

// write writes a shape. hint is an example for it from the schema around it.
func (w *writer) write(s *shape, hint any, depth int) (json.RawMessage, error) {
	w.left--
	switch {
	case s.why != "":
		return nil, unknownError{s.why}
	case s.loop != "":
		return nil, unknownError{""}
	}
	w.stack = append(w.stack, s.lead...)
	defer func() { w.stack = w.stack[:len(w.stack)-len(s.lead)] }()
	var f fields
	switch {
	case s.kind != "" && s.nullable && w.answer:
		f.add("type", []string{s.kind, "null"})
	case s.kind != "":
		f.add("type", s.kind)
	}
	if about := w.describe(s.about); about != "" {
		f.add("description", about)
	}
	if s.format != "" {
		f.add("format", s.format)
	}
	w.enum(&f, s)
	if d := fitted(s.kind, s.def); d != nil && !w.answer {
		if values := s.allowed(); values == nil || slices.ContainsFunc(values, func(v any) bool { return same(v, d) }) {
			f.add("default", d)
		}
	}
	example := s.example
	if example == nil {
		example = hint
	}
	w.examples(&f, s, example)
	if _, err := regexp.Compile(s.pattern); s.pattern != "" && err == nil && len(s.pattern) <= 500 {
		f.add("pattern", s.pattern)
	}
	unmet := plain.Unmet(s.kind, s.numbers)
	for _, key := range boundKeys {
		n, ok := s.numbers[key]
		switch {
		case !ok:
		case slices.Contains(unmet, key):
			w.notes.of("left out bounds that no value can meet", w.at+" "+key)
		default:
			f.add(key, n)
		}
	}
	if s.unique {
		f.add("uniqueItems", true)
	}
	return w.inside(&f, s, example, depth)
}

// describe shortens a description, and remembers the result, because the same
// schemas occur many times.
func (w *writer) describe(about string) string {
	if about == "" {
		return ""
	}
	most := maxAbout
	if w.answer {
		most /= 2
	}
	key := strconv.Itoa(most) + about
	text, ok := w.texts[key]
	if !ok {
		text = shortened(about, most)
		w.texts[key] = text
	}
	return text
}

// inside writes the items of a list and the properties of an object.
func (w *writer) inside(f *fields, s *shape, example any, depth int) (json.RawMessage, error) {
	if depth >= maxDepth || w.left <= 0 {
		if s.kind == "array" || s.kind == "object" {
			w.notes.of("cut schemas at a depth of "+strconv.Itoa(maxDepth)+" or when they have more than "+strconv.Itoa(maxSchemas)+" parts", w.at)
		}
		return f.raw(), nil
	}
	switch s.kind {
	case "array":
		var first any
		if list, ok := example.([]any); ok && len(list) > 0 {
			first = list[0]
		}
		item, err := w.part([]*document.Node{s.items}, first, depth)
		if err != nil {
			return nil, err
		}
		f.add("items", item)
	case "object":
		props, required, err := w.properties(s, example, depth)
		switch {
		case err != nil:
			return nil, err
		case len(props.out) > 0:
			f.add("properties", props.raw())
		case s.values != nil:
			values, err := w.part([]*document.Node{s.values}, nil, depth)
			if err == nil {
				f.add("additionalProperties", values)
			}
		}
		if len(required) > 0 {
			f.add("required", required)
		}
	}
	return f.raw(), nil
}

// part writes a schema inside another one.
func (w *writer) part(refs []*document.Node, hint any, depth int) (json.RawMessage, error) {
	s := w.shape(refs...)
	if s.loop != "" {
		w.notes.of("cut schemas that contain themselves", schemaName(s.loop))
	}
	return w.write(s, hint, depth+1)
}

// properties writes the properties of an object, without those that only answers,
// or only arguments, have.
func (w *writer) properties(s *shape, example any, depth int) (props *fields, required []string, err error) {
	props = &fields{}
	values, _ := example.(map[string]any)
	for _, name := range s.keys {
		needed := slices.Contains(s.required, name)
		p := w.shape(s.props[name]...)
		if w.left <= 0 && !needed || w.hidden(p, name, needed) {
			continue
		}
		if p.loop != "" {
			w.notes.of("cut schemas that contain themselves", schemaName(p.loop))
			continue
		}
		text, err := w.write(p, values[name], depth+1)
		if unknown, ok := err.(unknownError); ok && (w.answer || !needed || unknown.why == "") {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		props.add(name, text)
		if needed {
			required = append(required, name)
		}
	}
	return props, required, nil
}

// hidden reports whether a property is not part of arguments, or of answers.
func (w *writer) hidden(p *shape, name string, needed bool) bool {
	switch {
	case w.answer:
		return p.writeOnly
	case p.readOnly:
		w.notes.of("left read-only properties out of bodies", name)
		return true
	case p.old && !needed:
		w.notes.of("left out deprecated parameters", name)
		return true
	}
	return false
}

// allowed are the values of an enumeration; nil if there is none.
func (s *shape) allowed() []any {
	var out []any
	for _, v := range s.enum {
		if v = fitted(s.kind, v); v != nil && !slices.ContainsFunc(out, func(o any) bool { return same(o, v) }) {
			out = append(out, v)
		}
		if len(out) == maxEnum {
			break
		}
	}
	return out
}

func (w *writer) enum(f *fields, s *shape) {
	values := s.allowed()
	if len(s.enum) > maxEnum {
		w.notes.of(fmt.Sprintf("cut enumerations at %d values", maxEnum), w.at)
	}
	if len(values) == 0 {
		return
	}
	if s.nullable && w.answer {
		values = append(values, nil)
	}
	f.add("enum", values)
}

// same reports whether two values are the same JSON.
func same(a, b any) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && string(x) == string(y)
}

// examples writes an example that is a plain value. Examples of lists and objects
// are passed on to their contents.
func (w *writer) examples(f *fields, s *shape, example any) {
	if list, ok := example.([]any); ok && s.kind != "array" && len(list) > 0 {
		example = list[0]
	}
	v := fitted(s.kind, example)
	if text, ok := v.(string); ok && (len(text) > 200 || strings.TrimSpace(text) == "") || s.kind == "array" || s.kind == "object" || len(s.enum) > 0 {
		return
	}
	switch v.(type) {
	case string, int64, float64, bool:
		f.add("examples", []any{v})
	}
}
