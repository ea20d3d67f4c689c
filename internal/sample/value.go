package sample

import (
	"encoding/json"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
)

// Bounds of one value.
const (
	maxDepth  = 8     // levels, references included
	maxValues = 10000 // values within the value
	maxCount  = 4096  // items or characters that a schema can demand
	tries     = 64    // draws until one fits
	spread    = 100.0 // the distance between the bounds of a number if only one is known
)

// Drawer draws values of a JSON Schema. It supports prefixItems of later drafts and the
// keywords of draft-07 except not, if, dependencies, contains, patternProperties and
// propertyNames. It never fails. If a schema uses other keywords, contradicts itself
// or refers to itself without end, the value does not fit; so validate values that
// must fit.
type Drawer struct {
	random keyed.Rand
	root   any
	left   int // values that may still be drawn
}

// New returns a drawer for a schema. If the schema is not JSON, everything is allowed.
func New(r keyed.Rand, schema json.RawMessage) *Drawer {
	d := &Drawer{random: r}
	if json.Unmarshal(schema, &d.root) != nil {
		d.root = nil
	}
	return d
}

// Value draws a value for the whole schema, in the types of encoding/json. Objects get
// all required properties and half of the others. Without a type, it draws an object.
func (d *Drawer) Value() any {
	d.left = maxValues
	return d.value(d.root, 0)
}

// Property draws a value for one property of the object that the schema
// describes.
func (d *Drawer) Property(name string) any {
	d.left = maxValues
	return d.value(objectIn(d.plain(d.root, 0), "properties")[name], 1)
}

func (d *Drawer) value(schema any, depth int) any {
	if d.left--; d.left < 0 {
		return nil
	}
	s := d.plain(schema, depth)
	if c, has := s["const"]; has {
		return c
	}
	if enum, _ := s["enum"].([]any); len(enum) > 0 {
		return keyed.Pick(d.random, enum)
	}
	switch typeOf(s, depth == 0) {
	case "object":
		return d.object(s, depth)
	case "array":
		return d.array(s, depth)
	case "integer":
		return d.number(s, true)
	case "number", "float":
		return d.number(s, false)
	case "boolean":
		return d.random.Chance(0.5)
	case "null":
		return nil
	}
	return d.text(s)
}

// plain returns a schema without references and branches: it follows references, draws
// one of several alternatives, and merges everything.
func (d *Drawer) plain(schema any, depth int) map[string]any {
	s, _ := schema.(map[string]any)
	if depth > maxDepth {
		return s
	}
	if ref, is := s["$ref"].(string); is {
		return d.plain(resolve(d.root, ref), depth+1)
	}
	var parts []any
	if all, _ := s["allOf"].([]any); len(all) > 0 {
		parts = append(parts, all...)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if branches, _ := s[key].([]any); len(branches) > 0 {
			parts = append(parts, keyed.Pick(d.random, branches))
		}
	}
	if len(parts) == 0 {
		return s
	}
	merged := maps.Clone(s)
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		delete(merged, key)
	}
	for _, part := range parts {
		merge(merged, d.plain(part, depth+1))
	}
	return merged
}

// merge adds the demands of a second schema.
func merge(s, more map[string]any) {
	for key, v := range more {
		switch was := s[key].(type) {
		case map[string]any:
			both := maps.Clone(was)
			now, _ := v.(map[string]any)
			if key == "properties" {
				mergeProperties(both, now)
			} else {
				maps.Copy(both, now)
			}
			v = both
		case []any:
			if now, _ := v.([]any); key == "required" {
				v = slices.Concat(was, now)
			}
		}
		s[key] = v
	}
}

// mergeProperties adds the properties of a second schema.
func mergeProperties(both, now map[string]any) {
	for name, v := range now {
		was, _ := both[name].(map[string]any)
		more, _ := v.(map[string]any)
		if was != nil && more != nil {
			merged := maps.Clone(was)
			merge(merged, more)
			v = merged
		}
		both[name] = v
	}
}

// resolve returns the target of a reference within the schema, or nil.
func resolve(root any, ref string) any {
	pointer, local := strings.CutPrefix(ref, "#")
	if unescaped, err := url.PathUnescape(pointer); err == nil {
		pointer = unescaped
	}
	if at, found := jsonptr.Get(root, pointer); found && local {
		return at
	}
	return nil
}

// typeOf returns the type that a schema demands: the first that is not null.
func typeOf(s map[string]any, root bool) string {
	switch t := s["type"].(type) {
	case string:
		return t
	case []any:
		for _, one := range t {
			if name, is := one.(string); is && (name != "null" || len(t) == 1) {
				return name
			}
		}
	}
	if root || s["properties"] != nil {
		return "object"
	}
	if s["items"] != nil {
		return "array"
	}
	return "string"
}

func objectIn(s map[string]any, key string) map[string]any {
	object, _ := s[key].(map[string]any)
	return object
}

// count reads a keyword that counts.
func count(s map[string]any, key string, otherwise int) int {
	if v, is := s[key].(float64); is && v >= 0 {
		return int(min(v, maxCount))
	}
	return otherwise
}

func (d *Drawer) object(s map[string]any, depth int) map[string]any {
	required, _ := s["required"].([]any)
	properties := objectIn(s, "properties")
	names := slices.Sorted(maps.Keys(properties))
	object := map[string]any{}
	for _, name := range names {
		needed := slices.Contains(required, any(name))
		if needed || depth < maxDepth && d.random.Chance(0.5) {
			object[name] = d.value(properties[name], depth+1)
		}
	}
	for _, name := range required {
		if key, is := name.(string); is && properties[key] == nil {
			object[key] = d.value(s["additionalProperties"], depth+1)
		}
	}
	least := count(s, "minProperties", 0)
	for i := 0; len(object) < least; i++ {
		if i < len(names) {
			if _, has := object[names[i]]; !has {
				object[names[i]] = d.value(properties[names[i]], depth+1)
			}
			continue
		}
		object["property"+keyed.Int(i)] = d.value(s["additionalProperties"], depth+1)
	}
	return object
}

func (d *Drawer) array(s map[string]any, depth int) []any {
	least := count(s, "minItems", 0)
	most := min(count(s, "maxItems", math.MaxInt), max(least, 1)+2)
	if depth >= maxDepth {
		most = least
	}
	places, rest := itemsOf(s)
	list, seen := []any{}, map[string]bool{}
	wanted := max(least, min(1, most)) + d.random.IntN(max(1, most-max(least, 1)+1))
	for range wanted + tries {
		if len(list) >= wanted {
			break
		}
		items := rest
		if len(list) < len(places) {
			items = places[len(list)]
		}
		v := d.value(items, depth+1)
		text, _ := json.Marshal(v)
		if s["uniqueItems"] != true || !seen[string(text)] {
			seen[string(text)] = true
			list = append(list, v)
		}
	}
	return list
}

// itemsOf returns the schemas of the first items, one for each place, and the schema of
// the other items.
func itemsOf(s map[string]any) (places []any, rest any) {
	if places, is := s["prefixItems"].([]any); is {
		return places, s["items"]
	}
	if places, is := s["items"].([]any); is { // as draft-07 writes it
		return places, s["additionalItems"]
	}
	return nil, s["items"]
}

// number draws a number within the bounds: a multiple of multipleOf, and a whole number
// if there is one. It is finite, whatever the bounds are.
func (d *Drawer) number(s map[string]any, whole bool) float64 {
	return min(max(d.multiple(s, whole), -math.MaxFloat64), math.MaxFloat64)
}

func (d *Drawer) multiple(s map[string]any, whole bool) float64 {
	low, open := bound(s, "minimum", "exclusiveMinimum", 1)
	high, shut := bound(s, "maximum", "exclusiveMaximum", -1)
	switch {
	case math.IsInf(low, 0) && math.IsInf(high, 0):
		low, high = 0, spread
	case math.IsInf(low, 0):
		low = high - spread
	case math.IsInf(high, 0):
		high = low + spread
	}
	step, stepped := s["multipleOf"].(float64)
	// Numbers this large compared with the step are multiples of it, as far as anybody can tell.
	if !stepped || step <= 0 || math.IsInf(low/step, 0) || math.IsInf(high/step, 0) {
		step, stepped = 1, false
	}
	first, last := math.Ceil(low/step), math.Floor(high/step)
	if open && first*step <= low {
		first++
	}
	if shut && last*step >= high {
		last--
	}
	if last < first {
		if whole || stepped {
			return first * step // no number fits
		}
		return low + (high-low)/2
	}
	for range tries {
		v := (first + float64(d.random.Int64N(int64(min(last-first, 1<<53))+1))) * step
		if !whole || v == math.Trunc(v) {
			return v
		}
	}
	return first * step
}

// bound reads a lower (way 1) or upper (way -1) bound as draft-07 or draft-04 writes it,
// and whether the bound itself is excluded. A missing bound is infinite.
func bound(s map[string]any, key, exclusive string, way float64) (at float64, excluded bool) {
	at = -way * math.Inf(1)
	if v, is := s[key].(float64); is {
		at, excluded = v, s[exclusive] == true
	}
	if v, is := s[exclusive].(float64); is && (v-at)*way >= 0 {
		return v, true
	}
	return at, excluded
}

// text draws a text for the format, if it is known, otherwise for the pattern, otherwise
// plain words.
func (d *Drawer) text(s map[string]any) string {
	least, most := count(s, "minLength", 0), count(s, "maxLength", math.MaxInt)
	format, _ := s["format"].(string)
	if v := formatted(d.random, format); v != "" {
		return v
	}
	if pattern, _ := s["pattern"].(string); pattern != "" {
		if v, err := d.matching(pattern, least, most); err == nil {
			return v
		}
	}
	v := word(d.random)
	for len(v) < least {
		v += " " + word(d.random)
	}
	return v[:min(len(v), most)]
}

// matching draws a text for a pattern, if possible with a length that fits.
func (d *Drawer) matching(pattern string, least, most int) (v string, err error) {
	for range tries {
		v, err = Match(d.random, pattern, 3)
		if n := utf8.RuneCountInString(v); err != nil || n >= least && n <= most {
			break
		}
	}
	return v, err
}
