package proof

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"switchyard/mission"
)

// How many words before and behind a date or time can belong to it.
const (
	mostBefore = 3
	mostBehind = 4
)

// larger reports whether words that say a date or time are part of words that say
// another one: in "November 2nd", "2nd" is not a day of this month.
func (r *reader) larger(i, n int, value string) (said, means string, is bool) {
	first, last := i, i+n
	for i-first < mostBefore && first > 0 && r.joins(first-1, first) && r.dated(first-1) {
		first--
	}
	for last-i-n < mostBehind && last < len(r.tokens) && r.joins(last-1, last) && r.dated(last) {
		last++
	}
	if day, err := time.Parse(time.DateOnly, value[:min(len(value), len(time.DateOnly))]); err == nil {
		named := slices.ContainsFunc(r.tokens[i:i+n], func(t token) bool { _, ok := weekdays[bare(t.fold)]; return ok })
		for _, k := range []int{i - 1, i + n} { // "Wednesday 31st", but not "Tuesday, Wednesday"
			if k < first || k >= last || named {
				continue
			}
			if w, ok := weekdays[bare(r.tokens[k].fold)]; ok && w != day.Weekday() {
				from, to := min(i, k), max(i+n, k+1)
				return r.words(from, to-from), "no day", true
			}
		}
		if from, to, ok := r.otherMonth(i, n, day.Month()); ok {
			return r.words(from, to-from), "no day", true
		}
	}
	for from := first; from <= i; from++ {
		for to := last; to >= i+n; to-- {
			if from == i && to == i+n {
				continue
			}
			words := r.words(from, to-from)
			for _, means := range r.clock.meanings(words) {
				if !sameTime(means, value) {
					return words, means, true
				}
			}
		}
	}
	return "", "", false
}

// otherMonth finds the name of another month beside a day that is said without one. "November
// 31st" is no day, and no 31st of July either.
func (r *reader) otherMonth(i, n int, month time.Month) (from, to int, is bool) {
	at := func(k int) time.Month {
		if k < 0 || k >= len(r.tokens) {
			return 0
		}
		return time.Month(months[bare(r.tokens[k].fold)])
	}
	beside := func(a, b int) bool { return strings.TrimSpace(r.said[r.tokens[a].end:r.tokens[b].start]) == "" }
	for k := i; k < i+n; k++ {
		if at(k) != 0 {
			return 0, 0, false
		}
	}
	last := i + n - 1
	switch {
	case at(i-1) != 0 && at(i-1) != month && beside(i-1, i):
		return i - 1, last + 1, true
	case at(last+1) != 0 && at(last+1) != month && beside(last, last+1):
		return i, last + 2, true
	case at(last+2) != 0 && at(last+2) != month && r.tokens[last+1].fold == "of" && beside(last, last+1) && beside(last+1, last+2):
		return i, last + 3, true
	}
	return 0, 0, false
}

// dated reports whether a word can be part of a date or time.
func (r *reader) dated(i int) bool {
	t := &r.tokens[i]
	switch t.fold {
	case "of", "after", "past", "at":
		return true
	}
	return t.figures || timeTails[t.fold]
}

// joins reports whether no sentence ends between two words.
func (r *reader) joins(i, j int) bool {
	return !strings.ContainsAny(r.said[r.tokens[i].end:r.tokens[j].start], ".;:!?()\n")
}

// meanings returns the dates and times that words say.
func (c clock) meanings(words string) (out []string) {
	for _, rule := range wordTimes {
		if s, ok := timeRules[rule](words); ok {
			out = append(out, s)
		}
	}
	list := foldedWords(words)
	for _, rule := range clockRules {
		if s, ok := c.readClockWords(rule, list); ok {
			out = append(out, s)
		}
	}
	return out
}

// sameTime reports whether one date or time is part of the other, such as the day of a
// month or the time of a day.
func sameTime(a, b string) bool {
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// partly returns why the words of a source do not say its date or time: wherever the user
// says them, they are part of words for another one. It ignores words that it finds
// nowhere.
func (v *view) partly(src *mission.Source, value any) string {
	when, ok := value.(string)
	said := src.Kind == mission.FromClock || slices.Contains(wordTimes, src.Rule)
	if !ok || !said || !looksTimed(when) || src.Mission < 0 || src.Mission >= len(v.missions) {
		return ""
	}
	from := &v.missions[src.Mission]
	why := ""
	for _, t := range append([]text{from.request}, from.replies...) {
		r := newReader(v.clock, t.raw)
		n := len(newReader(v.clock, src.Text).tokens)
		for i := 0; n > 0 && i+n <= len(r.tokens); i++ {
			if !strings.Contains(fold(r.words(i, n)), fold(src.Text)) && !strings.Contains(fold(src.Text), fold(r.words(i, n))) {
				continue
			}
			words, means, part := r.larger(i, n, when)
			if !part {
				return ""
			}
			why = fmt.Sprintf("%q is a part of %q, which is %s, not %s", src.Text, words, means, when)
		}
	}
	return why
}
