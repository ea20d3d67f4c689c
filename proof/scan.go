package proof

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"switchyard/internal/grammar"
)

// scan holds the numbers, dates, times and codes of texts in a form that does not depend
// on how they are written.
type scan struct {
	numbers   map[float64]bool
	dates     map[int]bool // 20240719
	monthDays map[int]bool // 719
	months    map[int]bool // 202407
	times     map[int]bool // minutes since midnight
	codes     map[string]bool
}

// fact is one thing that a text says.
type fact struct {
	kind     factKind
	n        float64 // number
	decimals int     // digits after the point
	date     int     // 20240719, 719, 202407
	minutes  int     // time
	words    string  // as written, folded
	before   string  // the word before it
	after    string  // the word after it
}

type factKind int

const (
	aNumber factKind = iota
	aDate
	aMonthDay
	aMonth
	aTime
	aCode
)

func newScan(raw string) *scan {
	s := &scan{}
	s.add(raw)
	return s
}

func (s *scan) add(raw string) {
	if !hasDigit(raw) {
		return
	}
	factsIn(raw, func(f fact) bool {
		s.take(f)
		return true
	})
}

func put[K comparable](set *map[K]bool, k K) {
	if *set == nil {
		*set = make(map[K]bool)
	}
	(*set)[k] = true
}

func (s *scan) take(f fact) {
	switch f.kind {
	case aNumber:
		put(&s.numbers, f.n)
	case aDate:
		put(&s.dates, f.date)
		put(&s.monthDays, f.date%10000)
		put(&s.months, f.date/100)
		put(&s.numbers, float64(f.date/10000))
	case aMonthDay:
		put(&s.monthDays, f.date)
	case aMonth:
		put(&s.months, f.date)
		put(&s.numbers, float64(f.date/100))
	case aTime:
		put(&s.times, f.minutes)
	case aCode:
		put(&s.codes, f.words)
	}
}

// addValue adds every scalar of a decoded document and the length of its lists.
func (s *scan) addValue(v any, text func(string)) {
	switch v := v.(type) {
	case map[string]any:
		for _, item := range v {
			s.addValue(item, text)
		}
	case []any:
		put(&s.numbers, float64(len(v)))
		for _, item := range v {
			s.addValue(item, text)
		}
	case string:
		s.add(v)
		text(v)
	case json.Number:
		if f, err := v.Float64(); err == nil {
			put(&s.numbers, f)
		}
		text(string(v))
	}
}

// has reports whether texts say a value, however it is written.
func (s *scan) has(v any) bool {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		return err == nil && s.numbers[f]
	case string:
		all, any := true, false
		factsIn(v, func(f fact) bool {
			any = true
			all = all && s.knows(f)
			return all
		})
		return any && all
	}
	return false
}

// knows reports whether the scan has a fact, however it is written.
func (s *scan) knows(f fact) bool {
	switch f.kind {
	case aNumber:
		return s.knowsNumber(f)
	case aDate:
		return s.dates[f.date]
	case aMonthDay:
		return s.monthDays[f.date]
	case aMonth:
		return s.months[f.date]
	case aTime:
		return s.times[f.minutes]
	}
	return s.codes[f.words]
}

func (s *scan) knowsNumber(f fact) bool {
	if s.numbers[f.n] || s.numbers[-f.n] {
		return true
	}
	if strings.HasSuffix(f.words, "%") || strings.HasPrefix(f.after, "percent") {
		for n := range s.numbers {
			if math.Abs(n*100-f.n) < 1e-9*math.Max(1, f.n) {
				return true
			}
		}
	}
	if f.decimals > 0 { // rounded
		scale := math.Pow(10, float64(f.decimals))
		for n := range s.numbers {
			if math.Round(math.Abs(n)*scale) == math.Round(f.n*scale) {
				return true
			}
		}
	}
	return false
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if '0' <= s[i] && s[i] <= '9' {
			return true
		}
	}
	return false
}

// factsIn finds the facts of a text. The number of a list item is layout, not a fact.
func factsIn(raw string, yield func(fact) bool) {
	for line := range strings.SplitSeq(raw, "\n") {
		line = strings.TrimLeft(line, " >-*+#•")
		line = line[grammar.ListMark(line):]
		if !hasDigit(line) {
			continue
		}
		f := finder{clean: fields(fold(line)), yield: yield}
		if !f.run() {
			return
		}
	}
}

// finder walks the words of a line.
type finder struct {
	clean []string // the words without punctuation around
	yield func(fact) bool
}

const around = `*_|()[]"',;:!?~<>=`

// cleanWord drops punctuation and markup around a word.
func cleanWord(w string) string {
	if n := len(w); n > 0 && isAlnum(w[0]) && isAlnum(w[n-1]) {
		return bare(w)
	}
	w = strings.Trim(w, around)
	if !dotted[w] {
		w = strings.TrimRight(w, "."+around)
	}
	return bare(w)
}

func isAlnum(c byte) bool { return isDigit(c) || isLetter(c) }

func (f *finder) run() bool {
	for i, w := range f.clean {
		f.clean[i] = cleanWord(w)
	}
	for i := 0; i < len(f.clean); {
		took := f.dateAt(i)
		if took == 0 {
			took = f.timeAt(i)
		}
		if took < 0 || (took == 0 && hasDigit(f.clean[i]) && !f.other(i, f.clean[i])) {
			return false
		}
		i += max(took, 1)
	}
	return true
}

// around returns the words before and after a word.
func (f *finder) around(i int) (before, after string) {
	if i > 0 {
		before = f.clean[i-1]
	}
	if i+1 < len(f.clean) {
		after = f.clean[i+1]
	}
	return before, after
}

// dateAt reads a date. It returns how many words it took, 0 if there is none, and -1 if
// yield wants no more.
func (f *finder) dateAt(i int) int {
	w := f.clean[i]
	if w == "" || (!isDigit(w[0]) && months[w] == 0 && !isWeekday(w)) {
		return 0
	}
	d, took := readDay(f.clean[i:])
	if took == 0 || (d.day == 0 && (d.year == 0 || d.weekday >= 0)) {
		return 0
	}
	got := fact{words: strings.Join(f.clean[i:i+took], " ")}
	switch {
	case d.year == 0:
		got.kind, got.date = aMonthDay, int(d.month)*100+d.day
	case d.day == 0:
		got.kind, got.date = aMonth, d.year*100+int(d.month)
	default:
		t, ok := d.date(d.year)
		if !ok {
			got.kind = aCode // there is no such day, so it must be known literally
			break
		}
		got.kind, got.date = aDate, t.Year()*10000+int(t.Month())*100+t.Day()
	}
	if !f.yield(got) {
		return -1
	}
	return took
}

func isWeekday(w string) bool {
	_, ok := weekdays[w]
	return ok
}

// timeAt reads what can only be a time: "19:30", "7 pm". It returns the same as dateAt.
func (f *finder) timeAt(i int) int {
	w := f.clean[i]
	if w == "" || !isDigit(w[0]) {
		return 0
	}
	t, took := readClockTime(f.clean[i:])
	if took == 0 || (!t.exact && !strings.Contains(w, ":")) || (took == 1 && !strings.Contains(w, ":") && !strings.HasSuffix(strings.TrimRight(w, "."), "m")) {
		return 0
	}
	if !t.exact {
		if part, k := readPart(f.clean[i+took:]); k > 0 {
			if u, ok := t.in(part); ok {
				t, took = u, took+k
			}
		}
	}
	if !f.yield(fact{kind: aTime, minutes: t.hour*60 + t.minute, words: strings.Join(f.clean[i:i+took], " ")}) {
		return -1
	}
	return took
}

// other reads a number, a number with a unit, a range or date-time, or a code.
func (f *finder) other(i int, w string) bool {
	before, after := f.around(i)
	number := func(n float64, decimals int, before string) bool {
		return f.yield(fact{kind: aNumber, n: n, decimals: decimals, words: w, before: before, after: after})
	}
	if fs := stamp(w); fs != nil {
		return !slices.ContainsFunc(fs, func(got fact) bool { return !f.yield(got) })
	}
	if len(w) == 7 && w[4] == '-' {
		if t, err := time.Parse("2006-01", w); err == nil {
			return f.yield(fact{kind: aMonth, date: t.Year()*100 + int(t.Month()), words: w})
		}
	}
	if n, decimals, ok := plainNumber(w); ok {
		return number(n, decimals, before)
	}
	if rest, ok := strings.CutPrefix(w, "#"); ok && allDigits(rest) && len(rest) < 9 {
		n, _ := strconv.Atoi(rest)
		return number(float64(n), 0, "number")
	}
	if idioms[w] {
		return true
	}
	if n, decimals, ok := numberAndWord(w); ok {
		return number(n, decimals, before)
	}
	if n, ok := ordinal(w); ok {
		return number(float64(n), 0, "number")
	}
	for _, cut := range []string{"-", "/", "x", "×", "+"} { // 19-21, 4/5, 3x
		if !strings.Contains(w, cut) {
			continue
		}
		parts := strings.Split(w, cut)
		if !allFacts(parts) {
			continue
		}
		for _, part := range parts {
			if part == "" {
				continue
			}
			var more bool
			if h, m, ok := digitalTime(part, false); ok {
				more = f.yield(fact{kind: aTime, minutes: h*60 + m, words: w})
			} else {
				n, decimals, _ := plainNumber(part)
				more = number(n, decimals, before)
			}
			if !more {
				return false
			}
		}
		return true
	}
	return f.yield(fact{kind: aCode, words: w})
}

// idioms have digits but say no number.
var idioms = set("24/7 50/50 50-50")

// numberAndWord reads "10-minute" and "€45/night", but not codes such as "12-AX".
func numberAndWord(w string) (n float64, decimals int, ok bool) {
	i := strings.IndexAny(w, "-/")
	if i <= 0 {
		return 0, 0, false
	}
	word := w[i+1:]
	for j := range len(word) {
		if !isLetter(word[j]) && word[j] != '-' {
			return 0, 0, false
		}
	}
	if len(word) < 4 && word != "day" && word != "way" {
		return 0, 0, false
	}
	return plainNumber(w[:i])
}

func allFacts(parts []string) bool {
	some := false
	for _, p := range parts {
		if p == "" {
			continue
		}
		_, _, isNum := plainNumber(p)
		_, _, isTime := digitalTime(p, false)
		if !isNum && !isTime {
			return false
		}
		some = true
	}
	return some
}

// plainNumber reads a number with what may be written directly beside it: a currency, "%"
// or a unit of up to four letters.
func plainNumber(w string) (n float64, decimals int, ok bool) {
	if w != "" && !isDigit(w[0]) && w[0] != '-' && w[0] != '+' {
		for _, s := range symbols {
			if rest, cut := strings.CutPrefix(w, s); cut {
				w = rest
				break
			}
		}
	}
	end := len(w)
	for end > 0 && !isDigit(w[end-1]) {
		end--
	}
	unit := w[end:]
	if utf8.RuneCountInString(unit) > 4 || strings.ContainsAny(unit, "-_/.,:") {
		return 0, 0, false
	}
	if allDigits(w[:end]) && end < 16 { // nearly always; digits would make a rational
		for i := range end {
			n = n*10 + float64(w[i]-'0')
		}
		return n, 0, true
	}
	r, ok := digits(w[:end])
	if !ok {
		return 0, 0, false
	}
	if i := strings.IndexByte(w[:end], '.'); i >= 0 {
		decimals = end - i - 1
	}
	n, _ = r.Float64()
	return n, decimals, true
}

// stamp reads "2024-07-19t19:30:00z".
func stamp(w string) []fact {
	if len(w) < 16 || (w[10] != 't' && w[10] != ' ') {
		return nil
	}
	t, err := time.Parse("2006-01-02t15:04", w[:16])
	if err != nil {
		return nil
	}
	list := []fact{
		{kind: aDate, date: t.Year()*10000 + int(t.Month())*100 + t.Day(), words: w},
		{kind: aTime, minutes: t.Hour()*60 + t.Minute(), words: w},
	}
	if len(w) >= 19 && w[16] == ':' {
		if s, err := strconv.Atoi(w[17:19]); err == nil && s > 0 {
			list = append(list, fact{kind: aCode, words: w[:19]})
		}
	}
	return list
}
