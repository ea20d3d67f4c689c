package proof

import (
	"encoding/json"
	"slices"

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
		list = append(list, alike(joinWords(rest)))
	}
	return list
}

func joinWords(list []string) string {
	n := 0
	for _, w := range list {
		n += len(w) + 1
	}
	b := make([]byte, 0, n)
	for i, w := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, w...)
	}
	return string(b)
}

// labelled: the words are one of the tool's labels for the value.
func labelled(said string, value any, t *tool, pointer string) bool {
	if t == nil {
		return false
	}
	candidates := append([]string{alike(said)}, afterLead(said)...)
	names := []string{top(pointer)}
	if list, _ := steps(pointer); len(list) > 1 {
		names = append(names, list[len(list)-1]) // a field of an object
	}
	for _, name := range names {
		for text, labels := range t.Labels[name] {
			v, err := decode([]byte(text))
			if err != nil || !equal(v, value) {
				continue
			}
			for _, label := range labels {
				if slices.Contains(candidates, alike(label)) {
					return true
				}
			}
		}
	}
	return false
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
