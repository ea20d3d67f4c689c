package proof

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"switchyard/internal/knowledge"
	"switchyard/mission"
)

// Reading is one way in which words of a text say a value.
type Reading struct {
	Text       string             // the words, as they stand in the text
	Start, End int                // where they stand, in bytes
	Kind       mission.SourceKind // FromQuery when the words say it themselves, FromClock, FromKnowledge
	Rule       string             // as in [mission.Source]
}

// Want is a value that a text may say: a leaf of the arguments of a call.
type Want struct {
	Tool    *mission.Tool
	Call    int    // tells apart the same parameter of several calls
	Pointer string // JSON pointer of the leaf in the arguments
	Value   any    // decoded; numbers as json.Number
}

// Read finds where a text says each of the wanted values, as the proofs will
// read it: nil where it does not. A number that is said once serves one
// parameter only, unless several calls share it.
func Read(env mission.Environment, said string, wants []Want) []*Reading {
	c, _ := readClock(env.Now)
	r := newReader(c, said)
	found := make([][]Reading, len(wants))
	order := make([]int, len(wants))
	for i, w := range wants {
		found[i] = r.readings(w)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(found[a]) - len(found[b]) })
	out := make([]*Reading, len(wants))
	for _, i := range order {
		for k := range found[i] {
			if unused(wants, out, i, &found[i][k]) {
				out[i] = &found[i][k]
				break
			}
		}
	}
	return out
}

// unused tells whether words are not what says another number.
func unused(wants []Want, taken []*Reading, i int, r *Reading) bool {
	for j, other := range taken {
		if other == nil || j == i || r.End <= other.Start || other.End <= r.Start {
			continue
		}
		same := equal(wants[i].Value, wants[j].Value)
		if (isFigure(wants[i].Value) || isFigure(wants[j].Value)) && !(same && wants[i].Pointer == wants[j].Pointer) &&
			r.Kind != mission.FromKnowledge && other.Kind != mission.FromKnowledge {
			return false
		}
	}
	return true
}

func isFigure(v any) bool {
	_, ok := v.(json.Number)
	return ok
}

// token is a word of a text with its place.
type token struct {
	start, end int    // without punctuation around
	fold       string // folded
	figures    bool   // it can begin a number, date or time
}

// reader looks for values in one text.
type reader struct {
	clock  clock
	said   string
	alike  string
	tokens []token
}

func newReader(c clock, said string) *reader {
	r := &reader{clock: c, said: said, alike: alike(said)}
	at := 0
	for at < len(said) {
		rest := said[at:]
		start := strings.IndexFunc(rest, func(c rune) bool { return !unicode.IsSpace(c) })
		if start < 0 {
			break
		}
		start += at
		end := len(said)
		if n := strings.IndexFunc(said[start:], unicode.IsSpace); n >= 0 {
			end = start + n
		}
		at = end
		trimmed := strings.TrimLeft(said[start:end], "(\"'[*_“‘¿¡")
		start = end - len(trimmed)
		trimmed = strings.TrimRight(trimmed, ",;:!?)\"'”’]*_")
		if !dotted[fold(trimmed)] {
			trimmed = strings.TrimSuffix(trimmed, ".")
		}
		trimmed = strings.TrimRight(trimmed, ")\"'”’]*_")
		if trimmed == "" {
			continue
		}
		t := token{start: start, end: start + len(trimmed), fold: fold(trimmed)}
		t.figures = hasDigit(t.fold) || figureWords[bare(t.fold)] || ones[t.fold] > 0 || tens[firstPart(t.fold)] > 0 ||
			months[bare(t.fold)] != 0 || isWeekday(bare(t.fold)) || ordinalWord(t.fold)
		r.tokens = append(r.tokens, t)
	}
	return r
}

func firstPart(w string) string {
	head, _, _ := strings.Cut(w, "-")
	return head
}

func ordinalWord(w string) bool {
	_, ok := ordinal(w)
	return ok
}

// figureWords begin words for numbers, dates, times and lengths of time.
var figureWords = map[string]bool{
	"a": true, "an": true, "the": true, "half": true, "quarter": true, "in": true, "this": true, "next": true, "last": true, "coming": true,
	"today": true, "tomorrow": true, "tonight": true, "yesterday": true, "later": true, "noon": true, "midnight": true, "midday": true,
	"twice": true, "once": true, "hundred": true, "thousand": true, "dozen": true, "couple": true, "zero": true, "day": true, "week": true,
	"$": true, "€": true, "£": true, "¥": true,
}

// timeTails end words for dates and times, besides figures.
var timeTails = map[string]bool{
	"am": true, "pm": true, "a.m.": true, "p.m.": true, "a.m": true, "p.m": true, "o'clock": true, "morning": true, "afternoon": true,
	"evening": true, "night": true, "week": true, "weeks": true, "week's": true, "day": true, "days": true, "days'": true, "month": true, "months": true,
	"fortnight": true, "fortnights": true, "now": true, "time": true, "hours": true, "midnight": true, "noon": true, "midday": true, "sharp": true, "lunchtime": true,
}

// The most words in which values are said.
const (
	mostForFigures = 12
	mostForNames   = 4 // more than the value has words
)

// readings lists the ways in which the text says a value, the best first.
func (r *reader) readings(w Want) []Reading {
	t := &tool{Tool: w.Tool}
	var out []Reading
	add := func(i, n int, kind mission.SourceKind, rule string) {
		start, end := r.tokens[i].start, r.tokens[i+n-1].end
		out = append(out, Reading{Text: r.said[start:end], Start: start, End: end, Kind: kind, Rule: rule})
	}
	each := func(most int, figures bool, try func(words string, i, n int) bool) {
		for i := range r.tokens {
			if figures && !r.tokens[i].figures {
				continue
			}
			for n := min(most, len(r.tokens)-i); n > 0; n-- {
				if try(r.said[r.tokens[i].start:r.tokens[i+n-1].end], i, n) {
					break
				}
			}
		}
	}
	labels := labelsOf(t, w)
	switch value := w.Value.(type) {
	case string:
		want := alike(value)
		if want != "" && strings.Contains(r.alike, want) {
			most := len(strings.Fields(want))
			each(most, false, func(words string, i, n int) bool {
				if alike(words) != want || allDigits(want) && r.within(i, n) {
					return false
				}
				add(i, n, mission.FromQuery, mission.RuleLiteral)
				return true
			})
			if start, end, ok := r.verbatim(value); ok && len(out) == 0 && !allDigits(want) {
				out = append(out, Reading{value, start, end, mission.FromQuery, mission.RuleLiteral})
				out[0].Text = r.said[start:end]
			}
		}
		if looksTimed(value) {
			each(mostForFigures, true, func(words string, i, n int) bool {
				if last := &r.tokens[i+n-1]; !last.figures && !timeTails[last.fold] {
					return false
				}
				kind, rule, ok := r.timed(words, value, t, w.Pointer)
				if !ok || rule == mission.RuleMonthDay && r.counts(i, n) {
					return false
				}
				if _, _, part := r.larger(i, n, value); part {
					return false
				}
				add(i, n, kind, rule)
				return true
			})
		}
	case json.Number:
		for i := range r.tokens {
			if rule, n := r.number(i, value, t, w.Pointer); n > 0 {
				add(i, n, mission.FromQuery, rule)
			}
		}
	}
	if labels > 0 {
		each(labels+mostForNames, false, func(words string, i, n int) bool {
			// From the longest down, so that nothing stands before the words
			// that the label does not need.
			if n > 1 && labelled(r.said[r.tokens[i+1].start:r.tokens[i+n-1].end], w.Value, t, w.Pointer) || !labelled(words, w.Value, t, w.Pointer) {
				return false
			}
			add(i, n, mission.FromQuery, mission.RuleLabel)
			return true
		})
	}
	if len(out) == 0 {
		for _, table := range knowledge.Tables() {
			if !mayHold(table, w.Value) {
				continue
			}
			each(mostForNames, false, func(words string, i, n int) bool {
				if n > 1 && lead[r.tokens[i].fold] || !looksUp(table, words, w.Value) {
					return false
				}
				add(i, n, mission.FromKnowledge, table)
				return true
			})
		}
	}
	return out
}

// mayHold tells whether a table could give a value, whatever is looked up.
func mayHold(table string, value any) bool {
	switch v := value.(type) {
	case string:
		return knowledge.Is(table, v)
	case json.Number:
		return table == "latitude" || table == "longitude"
	}
	return false
}

// timed finds the rule by which words say a date or time.
func (r *reader) timed(words, value string, t *tool, pointer string) (kind mission.SourceKind, rule string, ok bool) {
	for _, rule := range wordTimes {
		if yields(rule, words, value, t, pointer) {
			return mission.FromQuery, rule, true
		}
	}
	for _, rule := range clockRules {
		if r.clock.clocked(rule, words, value) {
			return mission.FromClock, rule, true
		}
	}
	return "", "", false
}

// number reads a number from the fewest words that say it, and no part of a
// larger one: "two" of "two and a half" says nothing.
func (r *reader) number(i int, value json.Number, t *tool, pointer string) (rule string, n int) {
	if !r.tokens[i].figures {
		return "", 0
	}
	most := min(mostForFigures, len(r.tokens)-i)
	for n := 1; n <= most; n++ {
		words := r.words(i, n)
		at := slices.IndexFunc(wordNumbers, func(rule string) bool { return yields(rule, words, value, t, pointer) })
		if at < 0 || r.within(i, n) {
			continue
		}
		length := wordNumbers[at] == mission.RuleMinutes || wordNumbers[at] == mission.RuleDays
		for more := n + 1; !length && more <= min(n+3, most); more++ {
			if x, ok := readNumber(r.words(i, more)); ok && !isNumber(value, x) {
				return "", 0
			}
		}
		return wordNumbers[at], n
	}
	return "", 0
}

// counts tells whether an ordinal in letters counts things and names no day:
// "my first request".
func (r *reader) counts(i, n int) bool {
	last := &r.tokens[i+n-1]
	if hasDigit(last.fold) || i+n == len(r.tokens) {
		return false
	}
	next := &r.tokens[i+n]
	return r.said[last.end:next.start] == " " && !filler[next.fold] && !afterDay[next.fold]
}

// afterDay are words that go on after a day, besides filler.
var afterDay = map[string]bool{
	"please": true, "then": true, "or": true, "if": true, "instead": true, "until": true, "till": true, "by": true, "onwards": true,
	"onward": true, "would": true, "should": true, "works": true, "rather": true, "as": true, "but": true,
}

func (r *reader) words(i, n int) string { return r.said[r.tokens[i].start:r.tokens[i+n-1].end] }

// verbatim finds words that stand in the text as they are, letter case aside,
// also where they are a part of a longer word: "comfort-class".
func (r *reader) verbatim(words string) (start, end int, ok bool) {
	for at := 0; words != "" && at+len(words) <= len(r.said); at++ {
		if strings.EqualFold(r.said[at:at+len(words)], words) && holds(strings.ToLower(r.said[max(0, at-4):min(len(r.said), at+len(words)+4)]), strings.ToLower(words)) {
			return at, at + len(words), true
		}
	}
	return 0, 0, false
}

// within tells whether figures are a part of something larger: of a date, a
// time, or words such as "this one".
func (r *reader) within(i, n int) bool {
	before, after := "", ""
	if i > 0 {
		before = r.tokens[i-1].fold
	}
	if i+n < len(r.tokens) {
		after = r.tokens[i+n].fold
	}
	for k := i + 1; k < i+n; k++ {
		if months[bare(r.tokens[k].fold)] != 0 { // "24 July"
			return true
		}
	}
	// Of "24 July, 24 cubic metres" the date ends at the comma, unless a year follows.
	parted := i > 0 && strings.ContainsAny(r.said[r.tokens[i-1].end:r.tokens[i].start], ",;:.!?")
	year := len(r.tokens[i].fold) == len("2026") && allDigits(r.tokens[i].fold)
	ended := parted && !year
	if months[bare(before)] != 0 && !ended || months[bare(after)] != 0 || meridiem[after] {
		return true
	}
	only := n == 1 && (r.tokens[i].fold == "one" || r.tokens[i].fold == "two")
	return only && before != "" && !parted && (after == "" || pointing[before] || strings.HasSuffix(before, "est")) || only && after == "of"
}

var meridiem = map[string]bool{"am": true, "pm": true, "a.m.": true, "p.m.": true, "a.m": true, "p.m": true, "o'clock": true}

// pointing words make a thing of "one" and "two".
var pointing = map[string]bool{
	"the": true, "this": true, "that": true, "these": true, "those": true, "which": true, "first": true, "last": true, "second": true,
	"third": true, "fourth": true, "other": true, "another": true, "same": true, "new": true, "every": true, "no": true, "any": true,
}

var (
	wordNumbers = []string{mission.RuleLiteral, mission.RuleMinutes, mission.RuleDays, mission.RuleMoney, mission.RuleNumber}
	wordTimes   = []string{mission.RuleDate, mission.RuleTime, mission.RuleMonth}
	clockRules  = append(slices.Clone(dateRules), mission.RuleThisMonth, mission.RuleNextMonth, mission.RuleLastMonth, mission.RuleDateTime)
)

// looksTimed tells whether a text is a date, month, time or both.
func looksTimed(s string) bool {
	return len(s) >= 5 && isDigit(s[0]) && isDigit(s[1]) && (s[2] == ':' || len(s) >= 7 && s[4] == '-')
}

// labelsOf is the number of words of the longest label for a value; 0 when it
// has none.
func labelsOf(t *tool, w Want) int {
	most := 0
	if t.Tool == nil {
		return 0
	}
	names := []string{top(w.Pointer)}
	if list, _ := steps(w.Pointer); len(list) > 1 {
		names = append(names, list[len(list)-1])
	}
	for _, name := range names {
		for text, labels := range t.Labels[name] {
			if v, err := decode([]byte(text)); err != nil || !equal(v, w.Value) {
				continue
			}
			for _, label := range labels {
				most = max(most, len(strings.Fields(alike(label))))
			}
		}
	}
	return most
}

// Leaves lists the values of a JSON document that hold no other value, with
// their pointers, in the order in which proofs go through them.
func Leaves(document json.RawMessage) ([]Leaf, error) {
	doc, err := decode(document)
	if err != nil {
		return nil, err
	}
	var out []Leaf
	for _, l := range leavesOf(doc) {
		out = append(out, Leaf{l.pointer, l.value})
	}
	return out, nil
}

// Leaf is a value that holds no other, and its JSON pointer.
type Leaf struct {
	Pointer string
	Value   any // string, bool, json.Number or nil
}

// Words proves what has been said so far in a mission that comes next in an
// entry: only the texts that are there, and only what concerns their words.
func (p *Prover) Words(e *mission.Entry, m *mission.Mission) []Problem {
	with := *e
	with.Missions = append(slices.Clip(slices.Clone(e.Missions)), *m)
	v := p.newView(&with)
	last := &v.missions[len(v.missions)-1]
	v.proveTexts(last)
	return slices.DeleteFunc(v.problems, func(p Problem) bool {
		return last.reply.raw == "" && strings.HasSuffix(p.Pointer, "/reply") && !strings.Contains(p.Pointer, "/questions/") ||
			last.request.raw == "" && strings.HasSuffix(p.Pointer, "/request")
	})
}
