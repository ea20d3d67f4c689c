package report

import (
	"strconv"
	"strings"
	"unicode"

	"switchyard/eval/tally"
)

// none stands for a missing figure.
const none = "–"

// plain returns text on one line: white space becomes single blanks, and control
// characters, invisible ones and those that change the direction of writing are removed.
func plain(s string) string {
	var b strings.Builder
	for _, word := range strings.Fields(strings.ToValidUTF8(s, "\uFFFD")) {
		start := b.Len()
		for _, r := range word {
			if !unicode.Is(unicode.C, r) && !unicode.Is(unicode.Z, r) {
				if b.Len() == start && start > 0 {
					b.WriteByte(' ')
				}
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// words returns the name of a fault, a relation or a protocol as people write it.
func words(key string) string { return strings.ReplaceAll(key, "_", " ") }

// percent formats a share as a percentage with one decimal.
func percent(share *float64) string {
	if share == nil {
		return none
	}
	return fixed(100**share, 1)
}

// fixed formats a number with so many decimals; never as "-0.0".
func fixed(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return s
}

// interval formats an interval as "[60.1, 66.4]"; empty if there is none.
func interval(low, high *float64) string {
	if low == nil || high == nil {
		return ""
	}
	return "[" + percent(low) + ", " + percent(high) + "]"
}

// signed formats a difference of shares in percentage points.
func signed(share *float64) string {
	s := percent(share)
	if share != nil && *share > 0 && strings.Trim(s, "0.") != "" {
		return "+" + s
	}
	return s
}

// probability formats a p-value with two significant digits.
func probability(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

// count formats a number with a comma before every third digit.
func count(n int) string { return thousands(strconv.Itoa(n)) }

func thousands(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// mean formats the mean of an amount.
func mean(a tally.Amount, decimals int) string {
	switch {
	case a.Mean == nil:
		return none
	case decimals == 0:
		return thousands(fixed(*a.Mean, 0))
	}
	return fixed(*a.Mean, decimals)
}

// seconds formats a time given in milliseconds.
func seconds(ms *float64) string {
	if ms == nil {
		return none
	}
	return fixed(*ms/1000, 2)
}

// money formats a price, with more decimals if it is small.
func money(v float64) string {
	if v < 1 {
		return fixed(v, 4)
	}
	return fixed(v, 2)
}
