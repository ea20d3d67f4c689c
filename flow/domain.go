package flow

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"switchyard/tools"
)

// domain is what is known of the values that a test is about.
type domain struct {
	kind   string // boolean, integer, number, string, array or object; empty if anything may come
	values []any  // all values there are; nil if they are not known
	low    float64
	high   float64
}

// fieldDomain finds what a dotted path in the result of a tool may hold. It reports false if
// there is no such field.
func fieldDomain(set *tools.Toolset, t *tools.Tool, path string) (domain, bool) {
	var schema any
	if json.Unmarshal(t.Returns, &schema) != nil {
		return domain{}, false
	}
	d := domain{low: math.Inf(-1), high: math.Inf(1)}
	for _, step := range strings.Split(path, ".") {
		object, _ := schema.(map[string]any)
		properties, _ := object["properties"].(map[string]any)
		if schema = properties[step]; schema == nil {
			return domain{}, false
		}
	}
	field, _ := schema.(map[string]any)
	d.kind, _ = field["type"].(string)
	if enum, ok := field["enum"].([]any); ok {
		d.values = enum
	}
	if !strings.Contains(path, ".") {
		d.know(set, t, path)
	}
	return d, true
}

// fieldOf is a field of the result of a tool.
type fieldOf struct {
	tool *tools.Tool
	path string
}

// domain is [fieldDomain], remembered: walking a workflow asks for the same fields again and again.
func (w *Workflow) domain(t *tools.Tool, path string) domain {
	key := fieldOf{t, path}
	if kept, ok := w.domains.Load(key); ok {
		return kept.(domain)
	}
	d, _ := fieldDomain(w.Set, t, path)
	w.domains.Store(key, d)
	return d
}

// know adds what the toolset says about an attribute of the answer.
func (d *domain) know(set *tools.Toolset, t *tools.Tool, name string) {
	attribute := find(t.Gives, func(a *tools.Attribute) bool { return a.Name == name })
	if attribute == nil && t.Entity != nil && t.Effect != tools.List {
		attribute = t.Entity.Attribute(name)
	}
	if attribute == nil || attribute.Told() == nil {
		return
	}
	switch v := attribute.Told(); v.Kind {
	case tools.ValueBool:
		d.kind = "boolean"
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		if len(v.Cases) == 0 {
			d.low, d.high = v.Min, v.Max
		}
	case tools.ValuePick:
		values := slices.Clone(v.Pick)
		for _, c := range v.Cases {
			values = append(values, c.Values.Pick...)
		}
		d.values = append(values, settings(set, attribute.Told(), name)...)
	}
}

// settings are the values that tools give to an attribute whose values are made so.
func settings(set *tools.Toolset, v *tools.Values, name string) (values []any) {
	for _, t := range set.Tools {
		if t.Entity == nil {
			continue
		}
		mine := func(attribute string) bool {
			a := t.Entity.Attribute(attribute)
			return a != nil && a.Told() == v
		}
		for _, s := range t.Sets {
			if mine(s.Attribute) {
				values = append(values, s.Value)
			}
		}
		for _, p := range t.Params {
			if t.Effect.Changes() && mine(p.Target()) {
				values = append(values, p.Enum...)
			}
		}
	}
	return values
}

// slotDomain is what a slot may hold.
func slotDomain(s *Slot) domain {
	d := domain{kind: s.Param.Type, low: math.Inf(-1), high: math.Inf(1), values: s.Param.Enum}
	if v := s.Param.Values; v != nil && d.values == nil && v.Kind == tools.ValuePick {
		d.values = v.Pick
	}
	return d
}

// problem says why a test makes no sense for the values there are; empty if it does.
func (d *domain) problem(t *Test) string {
	numeric := d.kind == "integer" || d.kind == "number"
	for _, v := range t.Values {
		_, isText := v.(string)
		_, isBool := v.(bool)
		switch {
		case d.kind == "boolean" && !isBool, numeric && (isText || isBool), d.kind == "string" && !isText, d.kind == "array" || d.kind == "object":
			return fmt.Sprintf("it is %s, and is compared with %s", article(d.kind), literal(v))
		case d.values != nil && (t.Op == Is || t.Op == In || t.Op == IsNot || t.Op == NotIn) &&
			!slices.ContainsFunc(d.values, func(w any) bool { return tools.Same(v, w) }):
			return fmt.Sprintf("it is never %s; it can be %s", literal(v), d.list())
		}
	}
	return ""
}

func article(kind string) string {
	switch kind {
	case "boolean":
		return "true or false"
	case "integer":
		return "a whole number"
	case "array", "object":
		return "an " + kind
	case "string":
		return "a text"
	}
	return "a " + kind
}

// list writes the values there are.
func (d *domain) list() string {
	var texts []string
	for _, v := range d.values {
		if text := literal(v); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	sort.Strings(texts)
	if len(texts) > 8 {
		texts = append(texts[:8], "…")
	}
	return strings.Join(texts, ", ")
}

// other stands for any value that no test names.
const other = "\x00another value"

// samples are values that tell all tests of one field or slot apart: every test gives the same
// for two values between which none of the samples lies.
func (d *domain) samples(tests []*Test) (values []any) {
	if d.kind == "boolean" {
		return []any{true, false}
	}
	var cuts []float64
	ordered := false
	var texts []string
	for _, t := range tests {
		for _, v := range t.Values {
			switch v := v.(type) {
			case string:
				texts = append(texts, v)
			case int64:
				cuts = append(cuts, float64(v))
			case float64:
				cuts = append(cuts, v)
			}
		}
		ordered = ordered || t.Op == Less || t.Op == AtMost || t.Op == More || t.Op == AtLeast
		if (t.Op == Holds || t.Op == Lacks) && (d.kind == "integer" || d.kind == "number") {
			cuts = append(cuts, 0)
		}
	}
	switch {
	case d.kind == "array":
		return []any{[]any{}, []any{other}}
	case d.kind == "object":
		return []any{nil, other}
	case len(d.values) > 0 && !ordered:
		return unique(d.values)
	case len(cuts) > 0:
		return d.between(cuts)
	case ordered:
		sort.Strings(texts)
		values = append(values, "\x01") // before all of them
		for _, text := range slices.Compact(texts) {
			values = append(values, text, text+"\x01")
		}
		return values
	}
	for _, text := range texts {
		values = append(values, text)
	}
	return unique(append(values, "", other))
}

// between are the numbers at, below, between and above some numbers, as far as there are such
// values.
func (d *domain) between(cuts []float64) (values []any) {
	sort.Float64s(cuts)
	cuts = slices.Compact(cuts)
	add := func(f float64) {
		if f >= d.low && f <= d.high && (d.kind != "integer" || f == math.Trunc(f)) {
			values = append(values, number(f))
		}
	}
	for i, c := range cuts {
		switch {
		case i == 0:
			add(math.Max(c-1, math.Min(d.low, c-0.5)))
			if d.low < c && c-1 < d.low {
				add(d.low)
			}
		case d.kind == "integer":
			if c-cuts[i-1] > 1 {
				add(math.Floor(cuts[i-1]) + 1)
			}
		default:
			add((cuts[i-1] + c) / 2)
		}
		add(c)
	}
	last := cuts[len(cuts)-1]
	if d.high > last && d.high < last+1 {
		add(d.high)
	} else {
		add(last + 1)
	}
	return unique(values)
}

// number is a number as tools.Object holds it.
func number(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < tools.Most {
		return int64(f)
	}
	return f
}

func unique(values []any) (kept []any) {
	for _, v := range values {
		if !slices.ContainsFunc(kept, func(w any) bool { return tools.Same(v, w) }) {
			kept = append(kept, v)
		}
	}
	return kept
}
