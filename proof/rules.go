package proof

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"switchyard/internal/knowledge"
	"switchyard/mission"
)

// numberRules read words that say a number.
var numberRules = map[string]func(said string) (*big.Rat, bool){
	mission.RuleNumber:  readNumber,
	mission.RuleMoney:   readMoney,
	mission.RuleMinutes: func(said string) (*big.Rat, bool) { return readLength(said, minutesOf) },
	mission.RuleDays:    func(said string) (*big.Rat, bool) { return readLength(said, daysOf) },
}

// timeRules read words that say a date, month or time without knowing the current time.
var timeRules = map[string]func(said string) (string, bool){
	mission.RuleDate: readDate, mission.RuleMonth: readMonth, mission.RuleTime: readTime,
}

// yields reports whether words yield a value by a word rule.
func yields(rule, said string, value any, t *tool, pointer string) bool {
	switch rule {
	case mission.RuleLiteral:
		return literally(said, value)
	case mission.RuleLabel:
		return labelled(said, value, t, pointer)
	}
	if read := numberRules[rule]; read != nil {
		n, ok := read(said)
		return ok && isNumber(value, n)
	}
	if read := timeRules[rule]; read != nil {
		s, ok := read(said)
		return ok && (value == s || rule == mission.RuleTime && value == s+":00")
	}
	return false
}

// literally reports whether words are a value itself: a text, whatever the letter case
// and separators, or a number in digits. Booleans and null have no literal words.
func literally(said string, value any) bool {
	switch value := value.(type) {
	case string:
		want := alike(value)
		return want != "" && (alike(said) == want || slices.Contains(afterLead(said), want))
	case json.Number:
		list := skipBounds(words(fold(said)))
		if len(list) != 1 {
			return false
		}
		n, ok := digits(list[0])
		return ok && isNumber(value, n)
	}
	return false
}

// afterLead drops leading prepositions and articles, one after the other, and returns
// what remains each time.
func afterLead(said string) []string {
	var list []string
	rest := words(fold(said))
	for len(rest) > 1 && lead[rest[0]] {
		rest = rest[1:]
		list = append(list, alike(strings.Join(rest, " ")))
	}
	return list
}

// labelled reports whether words are one of the tool's labels for a value.
func labelled(said string, value any, t *tool, pointer string) bool {
	return t != nil && isLabel(said, t.labels(pointer, value))
}

// isLabel reports whether words are one of the labels, which are as [alike] has them.
func isLabel(said string, labels []string) bool {
	return len(labels) > 0 && (slices.Contains(labels, alike(said)) ||
		slices.ContainsFunc(afterLead(said), func(rest string) bool { return slices.Contains(labels, rest) }))
}

// labels lists the tool's labels for a value of a parameter or of a field in it, as [alike]
// has them.
func (t *tool) labels(pointer string, value any) []string {
	list := labelsOf(t.Labels[top(pointer)], value)
	if names, _ := steps(pointer); len(names) > 1 {
		list = append(list, labelsOf(t.Labels[names[len(names)-1]], value)...)
	}
	for i, label := range list {
		list[i] = alike(label)
	}
	return list
}

// labelsOf lists the labels of a value, given the labels of all values by JSON text.
func labelsOf(labels map[string][]string, value any) (list []string) {
	for text, of := range labels {
		if v, err := decode([]byte(text)); err == nil && equal(v, value) {
			list = append(list, of...)
		}
	}
	return list
}

// looksUp reports whether a table of general knowledge gives a value for words.
func looksUp(table, said string, value any) bool {
	for _, w := range append([]string{said}, afterLead(said)...) {
		found, ok := knowledge.Lookup(table, w)
		if !ok {
			continue
		}
		switch found := found.(type) {
		case string:
			if value == found {
				return true
			}
		case float64:
			n, isNum := value.(json.Number)
			if !isNum {
				continue
			}
			if f, err := n.Float64(); err == nil && f == found {
				return true
			}
		}
	}
	return false
}

// clocked reports whether folded words yield a value by a clock rule at the current time.
func (c clock) clocked(rule string, list []string, value any) bool {
	s, ok := c.readClockWords(rule, list)
	if !ok {
		return false
	}
	return value == s || (rule == mission.RuleDateTime && value == s+":00")
}
