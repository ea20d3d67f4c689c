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
	tries     = 64    // draws until one is what it must be
	spread    = 100.0 // between the bounds of numbers where only one is known
)

// Drawer draws values of a JSON Schema. It knows the keywords of draft-07 except
// not, if, dependencies, contains, patternProperties and propertyNames, and
// prefixItems of later drafts. It never fails: where a schema demands what the
// drawer does not know, contradicts itself or refers to itself without end,
// the value does not fit, so check values that must.
type Drawer struct {
	random keyed.Rand
	root   any
	left   int // values that may still be drawn
}

// New returns a drawer for a schema. From one that is not JSON, the drawer
// draws as if anything were allowed.
func New(r keyed.Rand, schema json.RawMessage) *Drawer {
	d := &Drawer{random: r}
	if json.Unmarshal(schema, &d.root) != nil {
		d.root = nil
	}
	return d
}

// Value draws a value for the whole schema, in the types of encoding/json:
// required properties of objects, and half of the others. A schema that names
// no type gives an object.
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

// plain is a schema with its references followed and its branches merged; where
// one of several branches may be chosen, it draws one.
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

// merge adds what a second schema demands.
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

// mergeProperties merges the schemas of properties that both have.
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

// resolve follows a reference within the schema; nil if it leads nowhere.
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

// typeOf is the type that a schema wants: the first that is not null.
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

// itemsOf gives the schemas of the first items, one a place, and that of the
// rest.
func itemsOf(s map[string]any) (places []any, rest any) {
	if places, is := s["prefixItems"].([]any); is {
		return places, s["items"]
	}
	if places, is := s["items"].([]any); is { // as draft-07 writes it
		return places, s["additionalItems"]
	}
	return nil, s["items"]
}

// number draws a multiple of what it must be a multiple of, and a whole number
// where there is one within the bounds.
func (d *Drawer) number(s map[string]any, whole bool) float64 {
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
	if !stepped || step <= 0 {
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
			return first * step // nothing fits
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

// bound reads one end of the numbers that fit, as draft-07 or draft-04 writes
// it, and whether the end itself is excluded. The way is 1 for a lower end, -1
// for an upper one; a missing end is infinite.
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

// text draws a text: of the format if it is known, else of the pattern, else
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

// matching draws a text for a pattern, of a fitting length if one comes up.
func (d *Drawer) matching(pattern string, least, most int) (v string, err error) {
	for range tries {
		v, err = Match(d.random, pattern, 3)
		if n := utf8.RuneCountInString(v); err != nil || n >= least && n <= most {
			break
		}
	}
	return v, err
}
