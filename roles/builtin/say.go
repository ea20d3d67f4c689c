package builtin

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// How users say values.

// wording is a value in words, with the rule by which the words yield the value.
type wording struct {
	lead string // preposition that comes with the words, outside of them: "on "
	text string
	kind mission.SourceKind
	rule string
}

// sayer chooses the words for values. It says values that are said together in the same
// way.
type sayer struct {
	r         keyed.Rand
	now       time.Time
	tone      mission.Tone
	spell     bool        // small numbers and round amounts are spelled out
	signs     bool        // amounts are written with the sign of their currency
	days      dateStyle   // how a day and its month are said
	clock24   bool        // times of day are written "15:30"
	spellTime bool        // times of day are spelled out: "half past three in the afternoon"
	away      func() bool // days of another month are spoken of
	level     bool        // several dates are said in the same style
	talk      bool        // the request only talks
	style     dateStyle   // with level
}

// say puts one leaf value into words. complete reports whether the words include the
// noun that the slot adds to a number.
func (y *sayer) say(p *tools.Param, labels []tools.Label, v any, slot *tools.Slot) (w wording, complete, ok bool) {
	for _, l := range labels {
		if l.Value == v && len(l.Say) > 0 {
			return wording{text: keyed.Pick(y.r, l.Say), kind: mission.FromQuery, rule: mission.RuleLabel}, false, true
		}
	}
	values := p.Values
	if values == nil {
		values = &tools.Values{Kind: tools.ValueText}
	}
	switch v := v.(type) {
	case int64, float64:
		if values.Kind == tools.ValueKnown {
			w := known(values.Text, v)
			return w, false, w.text != ""
		}
		return y.number(v, values, slot)
	case string:
		switch values.Kind {
		case tools.ValueKnown:
			w = known(values.Text, v)
		case tools.ValueDate, tools.ValueAfter, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth:
			w = y.when(v, slot.Bare)
		default:
			if slices.Contains(p.Enum, any(v)) {
				v = strings.ReplaceAll(v, "_", " ")
			}
			w = wording{text: v, kind: mission.FromQuery}
		}
	}
	return w, false, w.text != ""
}

// known says a value of a knowledge table by its name. The text is empty if it has
// none.
func known(table string, v any) wording {
	return wording{text: knownName(table, v), kind: mission.FromKnowledge, rule: table}
}

// knownName is the name by which people call a value of a knowledge table.
func knownName(table string, value any) string {
	for _, name := range knowledge.Names(table) {
		if v, ok := knowledge.Lookup(table, name); ok && v == value {
			return name
		}
	}
	return ""
}

// rated are nouns for marks on a scale. Nobody says "a couple of stars".
var rated = []string{"stars", "points", "percent", "per cent"}

func (y *sayer) number(v any, values *tools.Values, slot *tools.Slot) (w wording, complete, ok bool) {
	f, _ := world.Float(v)
	w = wording{kind: mission.FromQuery}
	if values.Unit != "" && values.Kind == tools.ValueMoney {
		w.text, w.rule = y.money(f, values.Unit), mission.RuleMoney
		return w, false, true
	}
	if w.text, w.rule = y.length(v, slot.Many); w.text != "" {
		return w, true, true
	}
	if n, whole := v.(int64); whole && n > 0 && n < int64(len(blueprint.NumberWords)) && y.spell {
		w.text, w.rule = blueprint.NumberWords[n], mission.RuleNumber
		if n == 2 && slot.Many != "" && !slices.Contains(rated, slot.Many) && y.tone == mission.Colloquial && y.r.Chance(0.5) {
			w.text = "a couple of"
		}
		return w, false, true
	}
	w.text = strconv.FormatFloat(f, 'f', -1, 64)
	return w, false, true
}

// lengths are the ways in which people say some lengths of time, noun included.
var lengths = map[string]map[int64][]string{
	"minutes": {30: {"half an hour"}, 60: {"an hour"}, 90: {"an hour and a half", "one and a half hours"}},
	"days":    {7: {"a week"}, 14: {"two weeks", "a fortnight"}, 21: {"three weeks"}},
}

// length says a length of time as people do, noun included: "half an hour". The text is
// empty if people have no special words for it.
func (y *sayer) length(v any, noun string) (text, rule string) {
	n, ok := v.(int64)
	if !ok || !y.spell {
		return "", ""
	}
	rule = mission.RuleMinutes
	if noun == "days" {
		rule = mission.RuleDays
	}
	switch ways := lengths[noun][n]; {
	case len(ways) == 1:
		return ways[0], rule
	case len(ways) > 1:
		return keyed.Pick(y.r, ways), rule
	case noun == "minutes" && n == 45 && y.tone != mission.Direct:
		return "three quarters of an hour", rule
	case noun == "minutes" && n%60 == 0 && n > 60 && n <= 12*60:
		return blueprint.NumberWords[n/60] + " hours", rule
	}
	return "", ""
}

// roundAmounts are the amounts that people spell out.
var roundAmounts = map[float64]string{10: "ten", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 80: "eighty",
	100: "a hundred", 150: "a hundred and fifty", 200: "two hundred", 300: "three hundred", 400: "four hundred", 500: "five hundred", 1000: "a thousand",
	2000: "two thousand", 5000: "five thousand"}

func (y *sayer) money(f float64, unit string) string {
	symbol, name := tools.Currency(unit)
	if words, ok := roundAmounts[f]; ok && y.spell && symbol != "" && y.tone != mission.Direct && y.r.Chance(0.5) {
		return words + " " + name
	}
	if symbol != "" && y.signs {
		return symbol + amountOf(f)
	}
	return amountOf(f) + " " + name
}

// amountOf writes an amount of money, with cents if there are any and with commas from
// a thousand on.
func amountOf(f float64) string {
	amount := strconv.FormatFloat(f, 'f', -1, 64)
	if strings.Contains(amount, ".") {
		amount = strconv.FormatFloat(f, 'f', 2, 64)
	}
	if f < 1000 {
		return amount
	}
	whole, cents, dot := strings.Cut(amount, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if dot {
		whole += "." + cents
	}
	return whole
}
