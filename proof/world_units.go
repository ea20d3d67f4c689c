package proof

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unitOf has the unit that a word or symbol means, also what a price is for.
var unitOf = func() map[string]string {
	out := map[string]string{}
	for line := range strings.SplitSeq(`eur € euro euros eur
		gbp £ pound pounds gbp
		usd $ dollar dollars usd
		yen ¥ yen jpy
		franc franc francs chf
		percent % percent percentage cent
		km/h km/h kmh kph
		km km kilometre kilometres kilometer kilometers
		mile mile miles
		mph mph
		m m metre metres meter meters
		m² m² sqm square
		m³ m³ cubic
		cm cm centimetre centimetres centimeter centimeters
		mm mm millimetre millimetres millimeter millimeters
		kg kg kilo kilos kilogram kilograms kilogrammes
		g g gram grams grammes
		gb gb gigabyte gigabytes
		tb tb terabyte terabytes
		mb mb megabyte megabytes
		kb kb kilobyte kilobytes
		kwh kwh kilowatt
		db db decibel decibels
		celsius °c celsius
		fahrenheit °f fahrenheit
		kcal kcal kilocalories calories
		litre litre litres liter liters
		pixel pixel pixels px
		second second seconds
		minute minute minutes min mins
		hour hour hours hourly h
		day day days daily
		night night nights
		week week weeks weekly
		month month months monthly
		year year years yearly annual annually
		person person persons people head guest guests adult traveller passenger each
		page page pages
		piece piece pieces unit units item items apiece each`, "\n") {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			if out[w] == "" {
				out[w] = words[0]
			}
		}
	}
	return out
}()

// quantity is a number with its unit, and what it is for: 43 euros an hour.
type quantity struct {
	n         float64
	unit, per string // "" if there is none
	words     string
}

// currencySymbols stand in front of a number.
const currencySymbols = "€£$¥"

// quantitiesIn finds the quantities of a text.
func quantitiesIn(s string) []quantity {
	var list []quantity
	for i := 0; i < len(s); {
		if !isDigit(s[i]) {
			i++
			continue
		}
		end := i
		for end < len(s) && (isDigit(s[end]) || (s[end] == '.' || s[end] == ',') && end+1 < len(s) && isDigit(s[end+1])) {
			end++
		}
		before, size := utf8.DecodeLastRuneInString(s[:i])
		start := i
		switch {
		case strings.ContainsRune(currencySymbols, before):
			start -= size
		case before == '-', unicode.IsLetter(before), before == ':':
			i = end // inside a code, date or time
			continue
		}
		q := quantity{unit: unitOf[s[start:i]]}
		q.n, _, _ = plainNumber(s[i:end])
		rest := strings.TrimLeft(s[end:], "*")
		if code := codeBefore(s[:start]); q.unit == "" && code != "" {
			start -= len(code) + 1
			q.unit = unitOf[strings.ToLower(code)]
		}
		if q.unit == "" {
			word, after := wordAfter(strings.TrimPrefix(rest, "-")) // a 45-minute walk
			if word == "per" && strings.HasPrefix(after, " cent") {
				word, after = "percent", after[len(" cent"):]
			}
			if q.unit = unitOf[word]; q.unit != "" {
				rest = after
			}
		}
		after, each := strings.CutPrefix(rest, "/")
		if !each {
			var article string
			article, after = wordAfter(rest)
			each = article == "a" || article == "an" || article == "per"
		}
		if each {
			word, after := wordAfter(after)
			if q.per = unitOf[word]; q.per != "" {
				rest = after
			}
		}
		if q.words = s[start : len(s)-len(rest)]; q.unit != "" || q.per != "" {
			list = append(list, q)
		}
		i = end
	}
	return list
}

// codeBefore returns the code of a currency at the end of a text: EUR 45.
func codeBefore(s string) string {
	s, ok := strings.CutSuffix(s, " ")
	code := s[strings.LastIndexByte(s, ' ')+1:]
	if code = strings.TrimLeft(code, "(*"); ok && len(code) == 3 && code == strings.ToUpper(code) && isLetter(code[0]) && isLetter(code[2]) && unitOf[strings.ToLower(code)] != "" {
		return code
	}
	return ""
}

// wordAfter returns the word or symbol at the start of a text, in lower case, and what
// follows it. There may be one blank in front of it.
func wordAfter(s string) (word, rest string) {
	s = strings.TrimPrefix(s, " ")
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("%°²³/"+currencySymbols, r) })
	if end < 0 {
		end = len(s)
	}
	if slash := strings.IndexByte(s[:end], '/'); slash >= 0 && unitOf[strings.ToLower(s[:end])] == "" {
		end = slash // euros/night
	}
	return strings.ToLower(s[:end]), s[end:]
}

// measure is a number that the agent knows, with the units that it is known to have.
type measure struct {
	n     float64
	units map[string]bool // from its name and description, or beside it
	tool  map[string]bool // from the description of the tool
}

// unitsIn has the units that a text speaks of.
func (k *kit) unitsIn(s string) map[string]bool {
	units, _ := k.units.get([]byte(s), func() (map[string]bool, error) {
		var out map[string]bool
		for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("%°²³/"+currencySymbols, r) }) {
			if u := unitOf[w]; u != "" {
				put(&out, u)
				continue
			}
			for w := range strings.SplitSeq(w, "/") { // EUR/night
				if u := unitOf[w]; u != "" {
					put(&out, u)
				}
			}
		}
		return out, nil
	})
	return units
}

// measureText adds the quantities of a text.
func (v *view) measureText(s string) {
	for _, q := range quantitiesIn(s) {
		v.measures = append(v.measures, measure{n: q.n, units: map[string]bool{q.unit: true, q.per: true}})
	}
}

// measureAll adds the numbers of a document with what its schema says about them.
func (v *view) measureAll(doc, schema any, about string, tool map[string]bool) {
	s, _ := schema.(map[string]any)
	if text, ok := s["description"].(string); ok {
		about += " " + text
	}
	switch doc := doc.(type) {
	case map[string]any:
		props, _ := s["properties"].(map[string]any)
		beside := unitValues(doc)
		for k, item := range doc {
			v.measureAll(item, props[k], splitName(k)+beside, tool)
		}
	case []any:
		for _, item := range doc {
			v.measureAll(item, s["items"], about, tool)
		}
	case json.Number:
		if n, err := doc.Float64(); err == nil {
			v.measures = append(v.measures, measure{n, v.kit.unitsIn(about), tool})
		}
	case string:
		if hasDigit(doc) {
			v.measureText(doc)
		}
	}
}

// unitValues lists the values of a document that are units: "currency": "USD".
func unitValues(doc any) (units string) {
	fields, _ := doc.(map[string]any)
	for _, item := range fields {
		if s, ok := item.(string); ok && len(s) <= longestUnit && unitOf[strings.ToLower(s)] != "" {
			units += " " + s
		}
	}
	return units
}

// longestUnit is the length of the longest unit that may be a value.
const longestUnit = 12

// proveUnits proves that the unit of each number in a closing reply, and what the number
// is for, stand beside it, in the description of the value or in that of its tool.
func (v *view) proveUnits(m *missionView) {
	said := quantitiesIn(m.Reply)
	v.measureText(m.Request)
	for q := range m.Questions {
		v.measureText(m.Questions[q].Text)
		v.measureText(m.Questions[q].Reply)
	}
	for c := range m.calls {
		call := &m.calls[c]
		if call.tool == nil {
			continue
		}
		units := v.kit.unitsIn(splitName(call.Tool) + " " + call.tool.Description + unitValues(call.arguments))
		v.measureAll(call.arguments, call.tool.params.doc, "", units)
		var returns any
		if call.tool.returns != nil {
			returns = call.tool.returns.doc
		}
		v.measureAll(call.observation, returns, "", units)
	}
	if len(m.calls) > 0 {
		for _, q := range said {
			if why := v.wrongUnit(q, said); why != "" {
				v.report(m, WorldUnit, "/reply", "%s", why)
				return
			}
		}
	}
}

// wrongUnit returns why a quantity cannot be said. The claim about a number that the
// agent does not know at all is not for this check.
func (v *view) wrongUnit(q quantity, said []quantity) string {
	missing := ""
	for i := range v.measures {
		have := &v.measures[i]
		same := math.Abs(have.n) == q.n || math.Abs(math.Abs(have.n)-q.n) < 0.005 || q.unit == "percent" && math.Abs(math.Abs(have.n)*100-q.n) < 1e-6
		if have.units["minute"] && inHours(q, have.n, said) {
			return ""
		}
		if !same {
			continue
		}
		switch {
		case q.unit != "" && !have.units[q.unit] && !have.tool[q.unit]:
			missing = q.unit
		case q.per != "" && !have.units[q.per] && !have.tool[q.per]:
			missing = q.per
		default:
			return ""
		}
	}
	if missing == "" {
		return ""
	}
	return fmt.Sprintf("nothing says that %q is about the unit %q", q.words, missing)
}

// inHours reports whether a quantity is a part of so many minutes, and the other part is said,
// too: 2 hours and 15 minutes.
func inHours(q quantity, total float64, said []quantity) bool {
	hours, minutes := math.Trunc(total/60), math.Mod(total, 60)
	says := func(n float64, unit string) bool {
		return slices.ContainsFunc(said, func(q quantity) bool { return q.n == n && q.unit == unit })
	}
	switch q.unit {
	case "hour":
		return q.n == hours && (minutes == 0 || says(minutes, "minute"))
	case "minute":
		other := slices.ContainsFunc(said, func(q quantity) bool { return q.unit == "hour" })
		return q.n == minutes && (says(hours, "hour") || hours == 1 && !other) // an hour and 15 minutes
	}
	return false
}
