package plain

import (
	"math"
	"slices"

	"switchyard/tools"
)

// The longest text that people say, and the most items that a tool is given.
const (
	mostLength = 500
	mostItems  = 9
)

// Unmet are the keywords of a schema that bound values such that nothing that can be drawn
// meets them: they contradict each other, or go beyond what people say and what JSON
// numbers hold. Without them, values fit the schema. kind is its type.
func Unmet(kind string, bounds map[string]float64) (keys []string) {
	drop := func(unmet bool, names ...string) {
		for _, name := range names {
			if _, given := bounds[name]; unmet && given && !slices.Contains(keys, name) {
				keys = append(keys, name)
			}
		}
	}
	between := func(low, high string) (bool, float64, float64) {
		l, hasLow := bounds[low]
		h, hasHigh := bounds[high]
		return hasLow && hasHigh, l, h
	}
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}} {
		both, l, h := between(pair[0], pair[1])
		drop(both && (l > h || kind == "integer" && math.Ceil(l) > math.Floor(h)), pair[0], pair[1])
	}
	for _, pair := range [][2]string{{"minimum", "exclusiveMaximum"}, {"exclusiveMinimum", "maximum"}, {"exclusiveMinimum", "exclusiveMaximum"}} {
		both, l, h := between(pair[0], pair[1])
		if kind == "integer" && pair[0] == "exclusiveMinimum" {
			l = math.Floor(l) + 1
		}
		if kind == "integer" && pair[1] == "exclusiveMaximum" {
			h = math.Ceil(h) - 1
			drop(both && math.Ceil(l) > math.Floor(h), pair[0], pair[1])
			continue
		}
		drop(both && (l >= h && kind != "integer" || l > h), pair[0], pair[1])
	}
	for key, bad := range map[string]func(f float64) bool{
		"minimum":          func(f float64) bool { return f > tools.Most },
		"exclusiveMinimum": func(f float64) bool { return f >= tools.Most },
		"maximum":          func(f float64) bool { return f < -tools.Most },
		"exclusiveMaximum": func(f float64) bool { return f <= -tools.Most },
		"multipleOf":       func(f float64) bool { return f > tools.Most || f < 1e-9 },
		"minLength":        func(f float64) bool { return f > mostLength },
		"maxLength":        func(f float64) bool { return f < 1 },
		"minItems":         func(f float64) bool { return f > mostItems },
		"maxItems":         func(f float64) bool { return f < 1 },
	} {
		if f, given := bounds[key]; given {
			drop(bad(f), key)
		}
	}
	slices.Sort(keys)
	return keys
}
