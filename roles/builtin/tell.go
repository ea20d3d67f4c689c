package builtin

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// How replies tell values.

// tell formats a value for a reply. values says how it is made, and may be nil; bare
// leaves out the preposition of dates and times.
func tell(v any, values *tools.Values, bare bool) string {
	switch v := v.(type) {
	case string:
		return tellText(v, values, bare)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case int64, float64:
		return tellNumber(v, values)
	case []any:
		words := make([]string, len(v))
		for i, item := range v {
			words[i] = tell(item, values, true)
		}
		return list(words, "and")
	case tools.Object:
		var words []string
		for _, f := range v {
			words = append(words, tell(f.Value, nil, true))
		}
		if len(v) > 0 {
			if _, counted := v[0].Value.(int64); counted {
				return strings.Join(words, " ") // "3 chairs"
			}
		}
		return strings.Join(words, ", ")
	}
	return fmt.Sprint(v)
}

// underscored matches the values of enumerations.
var underscored = regexp.MustCompile(`^[a-z]+(_[a-z]+)+$`)

func tellText(v string, values *tools.Values, bare bool) string {
	on, at := "on ", "at "
	if bare {
		on, at = "", ""
	}
	t, layout := timeOf(v)
	if m, err := time.Parse(time.RFC3339, v); err == nil && m.Second() == 0 && m.Location() == time.UTC { // all moments of the world are of its clock
		t, layout = m, world.DateTimeLayout
	}
	switch layout {
	case world.DateTimeLayout:
		return on + t.Format("2 January 2006 at 15:04")
	case world.DateLayout:
		return on + t.Format("2 January 2006")
	case world.TimeLayout:
		return at + v
	case world.MonthLayout:
		return t.Format("January 2006")
	}
	if values != nil && values.Kind == tools.ValueKnown {
		if name := knownName(values.Text, v); name != "" {
			return name
		}
	}
	if values == nil || values.Kind == tools.ValuePick || strings.Contains(v, "_") && underscored.MatchString(v) {
		return strings.ReplaceAll(v, "_", " ")
	}
	return v
}

func tellNumber(v any, values *tools.Values) string {
	f, _ := world.Float(v)
	switch {
	case values != nil && values.Unit != "":
		symbol, name := tools.Currency(values.Unit)
		switch {
		case symbol == "":
			return amountOf(f) + " " + name
		case f < 0:
			return "-" + symbol + amountOf(f)[1:]
		}
		return symbol + amountOf(f)
	case values != nil && grouped(f, values):
		return amountOf(f)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// grouped reports whether a number without a unit is written like an amount: money,
// sums with a fraction, and counts that cannot be mistaken for a year.
func grouped(f float64, values *tools.Values) bool {
	switch values.Kind {
	case tools.ValueMoney:
		return true
	case tools.ValueTimes, tools.ValueSum:
		return f != math.Trunc(f) && f >= 100 || f >= 1000
	case tools.ValueInt, tools.ValueNumber:
		return !values.Code && f >= 1000 && values.Max > 2200
	}
	return false
}

// tellSlot tells a value in a slot, with the article or the noun that agrees.
func tellSlot(v any, values *tools.Values, slot *tools.Slot) string {
	return inflected(tell(v, values, slot.Bare), v, slot)
}

// inflected adds the article or the noun that agrees with a value to the words for
// it. For true and false the slot has the words for each.
func inflected(words string, v any, slot *tools.Slot) string {
	if slot.A {
		words = article(words)
	}
	if yes, ok := v.(bool); ok && slot.One+slot.Many != "" {
		if yes {
			return slot.One
		}
		return slot.Many
	}
	if slot.One == "" && slot.Many == "" {
		return words
	}
	f, ok := world.Float(v)
	switch {
	case ok && f == 1:
		return words + " " + slot.One
	case ok && f >= 1000 && bareNumber(words):
		words = amountOf(f)
	}
	return words + " " + slot.Many
}

// bareNumber reports whether a text is only a number.
func bareNumber(s string) bool {
	return strings.Trim(s, "0123456789.") == ""
}

// units are the units of measurement, by the words that end the names of attributes.
var units = map[string]string{"kwh": "kWh", "km": "km", "kg": "kg", "gb": "GB", "mb": "MB", "sqm": "m²", "percent": "%", "minutes": "minutes",
	"hours": "hours", "days": "days", "metres": "m", "litres": "litres", "cents": "cents", "m2": "m²", "m3": "m³", "cm": "cm", "mm": "mm", "db": "dB"}

// wordsOf splits the name of an attribute into at least one word: it may have no letters.
func wordsOf(attribute string) []string {
	if words := naming.Words(strings.ToLower(attribute)); len(words) > 0 {
		return words
	}
	return []string{"value"}
}

// measured tells a number with its unit, or with the name of its attribute: "12 km",
// "rating 4.5".
func measured(attribute, n string) string {
	words := wordsOf(attribute)
	switch unit := units[words[len(words)-1]]; {
	case unit == "%":
		return n + unit
	case words[0] == "times": // "times_sent"
		return n + " times"
	case unit != "":
		return n + " " + unit
	}
	return strings.Join(words, " ") + " " + n
}

// labelled returns the other words for a value, or for each element of an array.
func labelled(labels []tools.Label, v any) (string, bool) {
	if items, ok := v.([]any); ok && len(items) > 0 {
		words := make([]string, len(items))
		for i, item := range items {
			if words[i], ok = labelled(labels, item); !ok {
				return "", false
			}
		}
		return list(words, "and"), true
	}
	i := slices.IndexFunc(labels, func(l tools.Label) bool { return l.Value == v && len(l.Say) > 0 })
	if i < 0 {
		return "", false
	}
	return labels[i].Say[0], true
}
