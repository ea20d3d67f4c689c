package proof

import (
	"encoding/json"
	"slices"
	"strings"

	"switchyard/internal/knowledge"
	"switchyard/mission"
)

// yields reports whether words yield a value by a word rule.
func yields(rule, said string, value any, t *tool, pointer string) bool {
	switch rule {
	case mission.RuleLiteral:
		return literally(said, value)
	case mission.RuleNumber:
		n, ok := readNumber(said)
		return ok && isNumber(value, n)
	case mission.RuleMoney:
		n, ok := readMoney(said)
		return ok && isNumber(value, n)
	case mission.RuleDate:
		s, ok := readDate(said)
		return ok && value == s
	case mission.RuleMonth:
		s, ok := readMonth(said)
		return ok && value == s
	case mission.RuleTime:
		s, ok := readTime(said)
		return ok && (value == s || value == s+":00")
	case mission.RuleMinutes:
		n, ok := readLength(said, minutesOf)
		return ok && isNumber(value, n)
	case mission.RuleDays:
		n, ok := readLength(said, daysOf)
		return ok && isNumber(value, n)
	case mission.RuleLabel:
		return labelled(said, value, t, pointer)
	}
	return false
}

// literally: a text said as it is, letter case and separators aside, or a
// number in digits. Booleans and null have no literal words.
func literally(said string, value any) bool {
	switch value := value.(type) {
	case string:
		want := alike(value)
		if want == "" {
			return false
		}
		if alike(said) == want {
			return true
		}
		return slices.Contains(afterLead(said), want)
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

// afterLead gives what is left of words when leading prepositions and articles
// are dropped, one after the other.
func afterLead(said string) []string {
	var list []string
	rest := words(fold(said))
	for len(rest) > 1 && lead[rest[0]] {
		rest = rest[1:]
		list = append(list, alike(strings.Join(rest, " ")))
	}
	return list
}

// labelled: the words are one of the tool's labels for the value.
func labelled(said string, value any, t *tool, pointer string) bool {
	if t == nil {
		return false
	}
	candidates := append([]string{alike(said)}, afterLead(said)...)
	return slices.ContainsFunc(t.labels(pointer, value), func(label string) bool { return slices.Contains(candidates, alike(label)) })
}

// labels lists what the tool calls a value: that of a parameter, or of a field of
// an object.
func (t *tool) labels(pointer string, value any) []string {
	list := labelsOf(t.Labels[top(pointer)], value)
	if names, _ := steps(pointer); len(names) > 1 {
		list = append(list, labelsOf(t.Labels[names[len(names)-1]], value)...)
	}
	return list
}

// labelsOf lists the labels of a value, given those of each value by its JSON text.
func labelsOf(labels map[string][]string, value any) (list []string) {
	for text, of := range labels {
		if v, err := decode([]byte(text)); err == nil && equal(v, value) {
			list = append(list, of...)
		}
	}
	return list
}

// looksUp: the table gives the value for the words.
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

// clocked: with the current time, the words yield the value.
func (c clock) clocked(rule, said string, value any) bool {
	s, ok := c.readClockWords(rule, said)
	if !ok {
		return false
	}
	return value == s || (rule == mission.RuleDateTime && value == s+":00")
}
