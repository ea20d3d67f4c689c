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
	Text       string             // the words, unchanged
	Start, End int                // where they begin and end in the text, in bytes
	Kind       mission.SourceKind // FromQuery if the words say it by themselves, else FromClock or FromKnowledge
	Rule       string             // as in [mission.Source]
}

// Want is a value that a text may say: a leaf of the arguments of a call.
type Want struct {
	Tool    *mission.Tool
	Call    int    // distinguishes the same parameter of several calls
	Pointer string // JSON pointer of the leaf in the arguments
	Value   any    // decoded; numbers as json.Number
}

// Read finds where a text says each of the wanted values, in the same way as the proofs.
// The reading of a value that the text does not say is nil. A number that is said once
// serves only one parameter, unless it is the same parameter of several calls.
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

// unused reports whether the words of a reading do not say another wanted number.
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
	start, end int    // without the punctuation around it
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
	for at := 0; ; {
		start := strings.IndexFunc(said[at:], func(c rune) bool { return !unicode.IsSpace(c) })
		if start < 0 {
			return r
		}
		start += at
		end := start + wordEnd(said[start:])
		at = end
		trimmed := strings.TrimLeft(said[start:end], "(\"'[*_“‘¿¡")
		start = end - len(trimmed)
		trimmed = strings.TrimRight(trimmed, ",;:!?)\"'”’]*_")
		if !dotted[fold(trimmed)] {
			trimmed = strings.TrimSuffix(trimmed, ".")
		}
		trimmed = strings.TrimRight(trimmed, ")\"'”’]*_")
		if trimmed != "" {
			w := fold(trimmed)
			r.tokens = append(r.tokens, token{start: start, end: start + len(trimmed), fold: w, figures: beginsFigure(w)})
		}
	}
}

// beginsFigure reports whether a folded word can begin a number, date or time.
func beginsFigure(w string) bool {
	head, _, _ := strings.Cut(w, "-")
	_, isOrdinal := ordinal(w)
	return isOrdinal || hasDigit(w) || figureWords[bare(w)] || ones[w] > 0 || tens[head] > 0 || months[bare(w)] != 0 || isWeekday(bare(w))
}

// figureWords are the first words of numbers, dates, times and lengths of time.
var figureWords = set(`a an the half quarter in this next last coming today tomorrow tonight yesterday later noon midnight midday twice once hundred
	thousand dozen couple zero day week $ € £ ¥`)

// timeTails are the last words of dates and times, besides figures.
var timeTails = set(`am pm a.m. p.m. a.m p.m o'clock morning afternoon evening night week weeks week's day days days' month months fortnight
	fortnights now time hours midnight noon midday sharp lunchtime`)

// The most words in which values are said.
const (
	mostForFigures = 12
	mostForNames   = 4 // in addition to the words of the value
)

// readings lists the ways in which the text says a value, the best one first.
func (r *reader) readings(w Want) []Reading {
	s := search{reader: r, Want: w, tool: &tool{Tool: w.Tool}}
	switch value := w.Value.(type) {
	case string:
		s.literally(value)
		if looksTimed(value) {
			s.times(value)
		}
	case json.Number:
		for i := range r.tokens {
			if rule, n := r.number(i, value, s.tool, w.Pointer); n > 0 {
				s.add(i, n, mission.FromQuery, rule)
			}
		}
	}
	if w.Tool != nil {
		s.labels()
	}
	if len(s.out) == 0 {
		s.tables()
	}
	return s.out
}

// search is a search for the ways in which a text says one value.
type search struct {
	*reader
	Want
	tool *tool
	out  []Reading
}

// add notes that the n words from word i on say the value.
func (s *search) add(i, n int, kind mission.SourceKind, rule string) {
	start, end := s.tokens[i].start, s.tokens[i+n-1].end
	s.out = append(s.out, Reading{Text: s.said[start:end], Start: start, End: end, Kind: kind, Rule: rule})
}

// each tries sequences of words: at every place the longest first, until try takes one.
func (s *search) each(most int, try func(words string, i, n int) bool) {
	for i := range s.tokens {
		for n := min(most, len(s.tokens)-i); n > 0; n-- {
			if try(s.words(i, n), i, n) {
				break
			}
		}
	}
}

// literally looks for the words of a text.
func (s *search) literally(value string) {
	want := alike(value)
	if want == "" || !strings.Contains(s.alike, want) {
		return
	}
	s.each(len(strings.Fields(want)), func(words string, i, n int) bool {
		if alike(words) != want || allDigits(want) && s.within(i, n) {
			return false
		}
		s.add(i, n, mission.FromQuery, mission.RuleLiteral)
		return true
	})
	if start, end, ok := s.verbatim(value); ok && len(s.out) == 0 && !allDigits(want) {
		s.out = append(s.out, Reading{s.said[start:end], start, end, mission.FromQuery, mission.RuleLiteral})
	}
}

// times looks for words that say a date or time.
func (s *search) times(value string) {
	s.each(mostForFigures, func(words string, i, n int) bool {
		if last := &s.tokens[i+n-1]; !s.tokens[i].figures || !last.figures && !timeTails[last.fold] {
			return false
		}
		kind, rule, ok := s.timed(words, value, s.tool, s.Pointer)
		if !ok || rule == mission.RuleMonthDay && s.counts(i, n) {
			return false
		}
		if _, _, part := s.larger(i, n, value); part {
			return false
		}
		s.add(i, n, kind, rule)
		return true
	})
}

// labels looks for the tool's labels for the value.
func (s *search) labels() {
	most, labels := 0, s.tool.labels(s.Pointer, s.Value)
	for _, label := range labels {
		most = max(most, len(strings.Fields(label)))
	}
	if most == 0 {
		return
	}
	s.each(most+mostForNames, func(words string, i, n int) bool {
		// A label must not begin with words that it does not need.
		if n > 1 && isLabel(s.words(i+1, n-1), labels) || !isLabel(words, labels) {
			return false
		}
		s.add(i, n, mission.FromQuery, mission.RuleLabel)
		return true
	})
}

// tables looks for words for which a table of general knowledge has the value.
func (s *search) tables() {
	for _, table := range knowledge.Tables() {
		if !mayHold(table, s.Value) {
			continue
		}
		s.each(mostForNames, func(words string, i, n int) bool {
			if n > 1 && lead[s.tokens[i].fold] || !looksUp(table, words, s.Value) {
				return false
			}
			s.add(i, n, mission.FromKnowledge, table)
			return true
		})
	}
}

// mayHold reports whether a table gives a value for any words at all.
func mayHold(table string, value any) bool {
	switch v := value.(type) {
	case string:
		return knowledge.Is(table, v)
	case json.Number:
		return table == "latitude" || table == "longitude"
	}
	return false
}

// timed finds a rule by which words say a date or time.
func (r *reader) timed(words, value string, t *tool, pointer string) (kind mission.SourceKind, rule string, ok bool) {
	for _, rule := range wordTimes {
		if yields(rule, words, value, t, pointer) {
			return mission.FromQuery, rule, true
		}
	}
	list := foldedWords(words)
	for _, rule := range clockRules {
		if r.clock.clocked(rule, list, value) {
			return mission.FromClock, rule, true
		}
	}
	return "", "", false
}

// number finds the fewest words that say a number. They must not be part of a larger one:
// "two" in "two and a half" says nothing.
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

// counts reports whether an ordinal in letters counts things instead of naming a day, as
// in "my first request".
func (r *reader) counts(i, n int) bool {
	last := &r.tokens[i+n-1]
	if hasDigit(last.fold) || i+n == len(r.tokens) {
		return false
	}
	next := &r.tokens[i+n]
	return r.said[last.end:next.start] == " " && !filler[next.fold] && !afterDay[next.fold]
}

// afterDay are words that may follow a day, besides filler.
var afterDay = set("please then or if instead until till by onwards onward would should works rather as but")

func (r *reader) words(i, n int) string { return r.said[r.tokens[i].start:r.tokens[i+n-1].end] }

// verbatim finds words in the text, whatever their letter case, also as part of a longer
// word such as "comfort-class".
func (r *reader) verbatim(words string) (start, end int, ok bool) {
	for at := 0; words != "" && at+len(words) <= len(r.said); at++ {
		if strings.EqualFold(r.said[at:at+len(words)], words) && holds(strings.ToLower(r.said[max(0, at-4):min(len(r.said), at+len(words)+4)]), strings.ToLower(words)) {
			return at, at + len(words), true
		}
	}
	return 0, 0, false
}

// within reports whether figures are part of something larger: a date, a time, or words
// such as "this one".
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
	// In "24 July, 24 cubic metres" the date ends at the comma. Only a year may follow it.
	parted := i > 0 && strings.ContainsAny(r.said[r.tokens[i-1].end:r.tokens[i].start], ",;:.!?")
	year := len(r.tokens[i].fold) == len("2026") && allDigits(r.tokens[i].fold)
	ended := parted && !year
	if months[bare(before)] != 0 && !ended || months[bare(after)] != 0 || meridiem[after] {
		return true
	}
	only := n == 1 && (r.tokens[i].fold == "one" || r.tokens[i].fold == "two")
	ends := after == "" && !((before == "to" || before == "it") && r.tokens[i].fold == "two") // "change the number of guests to two", "make it two"
	return only && before != "" && !parted && (ends || pointing[before] || strings.HasSuffix(before, "est")) || only && after == "of"
}

var meridiem = set("am pm a.m. p.m. a.m p.m o'clock")

// pointing are words after which "one" and "two" stand for things.
var pointing = set("the this that these those which first last second third fourth other another same new every no any")

var (
	wordNumbers = []string{mission.RuleLiteral, mission.RuleMinutes, mission.RuleDays, mission.RuleMoney, mission.RuleNumber}
	wordTimes   = []string{mission.RuleDate, mission.RuleTime, mission.RuleMonth}
	clockRules  = append(slices.Clone(dateRules), mission.RuleThisMonth, mission.RuleNextMonth, mission.RuleLastMonth, mission.RuleDateTime)
)

// looksTimed reports whether a text is a date, month, time or both.
func looksTimed(s string) bool {
	return len(s) >= 5 && isDigit(s[0]) && isDigit(s[1]) && (s[2] == ':' || len(s) >= 7 && s[4] == '-')
}

// Leaves lists the values of a JSON document that hold no other value, with the keys of
// each object sorted. It fails if the document is not JSON.
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

// Leaf is a value that holds no other value, with its JSON pointer.
type Leaf struct {
	Pointer string
	Value   any // string, bool, json.Number, nil, or an empty map[string]any or []any
}

// Words proves only that the texts of an unfinished mission are well written. The mission
// follows those of e. Texts that are still empty are skipped.
func (p *Prover) Words(e *mission.Entry, m *mission.Mission) []Problem {
	v, last := p.next(e, m)
	v.proveTexts(last)
	return slices.DeleteFunc(v.problems, func(p Problem) bool {
		return last.reply.raw == "" && strings.HasSuffix(p.Pointer, "/reply") && !strings.Contains(p.Pointer, "/questions/") ||
			last.request.raw == "" && strings.HasSuffix(p.Pointer, "/request")
	})
}
