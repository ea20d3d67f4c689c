package agents

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
)

// Bounds of what is drawn.
const (
	deepest = 8  // levels, those of references included
	tries   = 64 // until a drawn value is what it must be
	spread  = 100.0
)

// drawer draws values that fit the schemas of a tool's parameters. It knows the
// keywords of draft-07 but for not, if, dependencies, contains, patternProperties
// and propertyNames; where a schema asks for more than it knows, what is drawn may
// not fit.
type drawer struct {
	random keyed.Rand
	root   any
}

// newDrawer draws for a tool. Without one, or where its schema cannot be read,
// nothing is known of any value.
func newDrawer(tool *mission.Tool, r keyed.Rand) *drawer {
	d := &drawer{random: r}
	if tool == nil || json.Unmarshal(tool.Parameters, &d.root) != nil {
		d.root = nil
	}
	return d
}

// arguments draws arguments: all that are required, and half of the others.
func (d *drawer) arguments() json.RawMessage {
	if object, is := d.value(d.root, 0).(map[string]any); is {
		return encoded(object)
	}
	return json.RawMessage("{}")
}

// other draws a value of a parameter that is not the given one.
func (d *drawer) other(name string, than any) any {
	schema := objectIn(d.plain(d.root, 0), "properties")[name]
	avoid := string(encoded(than))
	var v any
	for range tries {
		if v = d.value(schema, 1); string(encoded(v)) != avoid {
			break
		}
	}
	return v
}

func (d *drawer) value(schema any, depth int) any {
	s := d.plain(schema, depth)
	if c, has := s["const"]; has {
		return c
	}
	if enum, _ := s["enum"].([]any); len(enum) > 0 {
		return keyed.Pick(d.random, enum)
	}
	switch kindOf(s, depth == 0) {
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

// plain is a schema without references and branches: of those that may be chosen
// one is drawn.
func (d *drawer) plain(schema any, depth int) map[string]any {
	s, _ := schema.(map[string]any)
	if depth > deepest {
		return s
	}
	if ref, is := s["$ref"].(string); is {
		return d.plain(d.resolve(ref), depth+1)
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

// merge adds what a second schema asks for.
func merge(s, more map[string]any) {
	for key, v := range more {
		switch was := s[key].(type) {
		case map[string]any:
			both := maps.Clone(was)
			now, _ := v.(map[string]any)
			maps.Copy(both, now)
			v = both
		case []any:
			if now, _ := v.([]any); key == "required" {
				v = slices.Concat(was, now)
			}
		}
		s[key] = v
	}
}

// resolve follows a reference within the schema; nil if it leads nowhere.
func (d *drawer) resolve(ref string) any {
	at := d.root
	pointer, local := strings.CutPrefix(ref, "#")
	if !local {
		return nil
	}
	for _, name := range jsonptr.Split(pointer) {
		object, _ := at.(map[string]any)
		at = object[name]
	}
	return at
}

// kindOf is the type that a schema wants: the first that is not null.
func kindOf(s map[string]any, root bool) string {
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

// size is a keyword that counts.
func size(s map[string]any, key string, otherwise int) int {
	if v, is := s[key].(float64); is && v >= 0 {
		return int(min(v, 4096))
	}
	return otherwise
}

func (d *drawer) object(s map[string]any, depth int) map[string]any {
	required, _ := s["required"].([]any)
	properties := objectIn(s, "properties")
	object := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		needed := slices.Contains(required, any(name))
		if needed || depth < deepest && d.random.Chance(0.5) {
			object[name] = d.value(properties[name], depth+1)
		}
	}
	for _, name := range required {
		if key, is := name.(string); is && properties[key] == nil {
			object[key] = d.value(s["additionalProperties"], depth+1)
		}
	}
	return object
}

func (d *drawer) array(s map[string]any, depth int) []any {
	least := size(s, "minItems", 0)
	most := min(size(s, "maxItems", math.MaxInt), max(least, 1)+2)
	list, seen := []any{}, map[string]bool{}
	if depth >= deepest {
		most = least
	}
	places, _ := s["items"].([]any) // a schema a place
	wanted := max(least, min(1, most)) + d.random.IntN(max(1, most-max(least, 1)+1))
	for range wanted + tries {
		if len(list) >= wanted {
			break
		}
		items := s["items"]
		if places != nil {
			items = s["additionalItems"]
			if len(list) < len(places) {
				items = places[len(list)]
			}
		}
		v := d.value(items, depth+1)
		if text := string(encoded(v)); s["uniqueItems"] != true || !seen[text] {
			seen[text] = true
			list = append(list, v)
		}
	}
	return list
}

// number draws a multiple of what it must be a multiple of, and a whole number
// where there is one within the bounds.
func (d *drawer) number(s map[string]any, whole bool) float64 {
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

// bound reads an end of what fits, in the way of draft-07 or of draft-04, and
// whether it is not itself among it. The way is 1 for a lower end, -1 for an
// upper one; without an end it is infinite.
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

// words are what texts are drawn from of which nothing is known.
var words = [...]string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "iris", "juniper", "kestrel", "linden", "maple", "nectar", "opal", "poplar"}

func (d *drawer) text(s map[string]any) string {
	least, most := size(s, "minLength", 0), size(s, "maxLength", math.MaxInt)
	pattern, _ := s["pattern"].(string)
	format, _ := s["format"].(string)
	if v := d.formatted(format); v != "" {
		return v
	}
	if tree, err := syntax.Parse(pattern, syntax.Perl); err == nil && pattern != "" {
		var v string
		for range tries {
			var b strings.Builder
			d.match(&b, tree)
			if v = b.String(); utf8.RuneCountInString(v) >= least && utf8.RuneCountInString(v) <= most {
				break
			}
		}
		return v
	}
	v := words[d.random.IntN(len(words))]
	for len(v) < least {
		v += " " + words[d.random.IntN(len(words))]
	}
	return v[:min(len(v), most)]
}

// formatted draws a text of a format; empty if it is not known.
func (d *drawer) formatted(format string) string {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(d.random.IntN(2*365*24)) * time.Hour)
	switch format {
	case "date":
		return at.Format(time.DateOnly)
	case "date-time":
		return at.Format(time.RFC3339)
	case "time":
		return at.Format("15:04:05Z07:00")
	case "email":
		return words[d.random.IntN(len(words))] + "@example.com"
	case "uri", "url":
		return "https://example.com/" + words[d.random.IntN(len(words))]
	case "hostname":
		return words[d.random.IntN(len(words))] + ".example.com"
	case "ipv4":
		return "192.0.2." + strconv.Itoa(d.random.IntN(256))
	case "uuid":
		return fmt.Sprintf("%08x-0000-4000-8000-%012x", d.random.Uint32(), d.random.Uint64()>>16)
	}
	return ""
}

// match writes a text that fits a pattern. What may come any number of times
// comes up to three times more than it must.
func (d *drawer) match(b *strings.Builder, re *syntax.Regexp) {
	if b.Len() > 4096 {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		if len(re.Rune) > 1 {
			k := 2 * d.random.IntN(len(re.Rune)/2)
			b.WriteRune(re.Rune[k] + rune(d.random.IntN(min(int(re.Rune[k+1]-re.Rune[k])+1, 64))))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			d.match(b, sub)
		}
	case syntax.OpAlternate:
		d.match(b, re.Sub[d.random.IntN(len(re.Sub))])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := times(re)
		for range least + d.random.IntN(most-least+1) {
			d.match(b, re.Sub[0])
		}
	}
}

// times is how often a part of a pattern comes.
func times(re *syntax.Regexp) (least, most int) {
	switch re.Op {
	case syntax.OpPlus:
		return 1, 4
	case syntax.OpQuest:
		return 0, 1
	case syntax.OpRepeat:
		if re.Max >= 0 {
			return re.Min, min(re.Max, re.Min+3)
		}
		return re.Min, re.Min + 3
	}
	return 0, 3
}
