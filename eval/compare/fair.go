package compare

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Fair returns a Memo that compares by the rules of strict-2. They differ from those of
// strict-1 in seven ways: identifiers inside texts must match, other forms of numbers in
// texts are equal, so are more forms of ISO dates, a leading article with which people said
// a text does not count, nor do blanks behind the commas of codes, coordinates are equal if
// they are in the same town, and a default that only the description of a parameter tells
// counts as declared.
func (c *Comparer) Fair() *Memo { return &Memo{c: c, fair: true} }

// Fits reports whether arguments are an object that the parameters of a tool allow, with
// everything that is required. It returns the first value that nobody said or showed, if
// known says so of one.
func (m *Memo) Fits(g *Gold, given []byte, known func(value any) bool) (unknown string, ok bool) {
	s := m.strictly(g, given)
	var err error
	s.given, err = m.decode(given)
	object, isObject := s.given.(map[string]any)
	if err != nil || !isObject {
		return "", false
	}
	required, _ := s.tool.doc["required"].([]any)
	for _, name := range required {
		if text, isText := name.(string); isText {
			if _, has := object[text]; !has {
				return "", false
			}
		}
	}
	properties, _ := s.tool.doc["properties"].(map[string]any)
	for name := range object {
		if _, declared := properties[name]; !declared && !takesMore(s.tool.doc) {
			return "", false
		}
	}
	s.misfit("")
	if len(s.misfits) > 0 {
		return "", false
	}
	s.known = known
	for _, name := range slices.Sorted(maps.Keys(object)) {
		of, _ := properties[name].(map[string]any)
		if !s.isKnown(of, object[name]) {
			return fmt.Sprintf("%s %s", name, marshal(object[name])), true
		}
	}
	return "", true
}

// defaulting finds a default that a description tells: "defaults to celsius", "defaulting to
// 5 days", "(default: 10)".
var defaulting = regexp.MustCompile("(?i)\\bdefault(?:s|ing)?(?: value)?(?: to| is|:| =|=)?\\s*[\"'“`]?([\\pL\\pN_+-]+(?:\\.\\d+)?)[\"'”`]?")

// isDefault reports whether a value is the declared default of a parameter.
func (s *strict) isDefault(of map[string]any, value any) bool {
	if def, ok := of["default"]; ok {
		return equal(def, value)
	}
	if !s.memo.fair {
		return false
	}
	description, _ := of["description"].(string)
	m := defaulting.FindStringSubmatch(description)
	return m != nil && sameSpelled(value, m[1])
}

// sameTown is how far the coordinates of one town may be from each other, in degrees: about
// 5 km.
const sameTown = 0.05

// sameCoordinate reports whether two numbers are the latitude or longitude of one town. An
// agent knows that of a town, but not which point of it somebody else had in mind.
func sameCoordinate(name string, a, b any) bool {
	switch strings.ToLower(name) {
	case "latitude", "longitude", "lat", "lon", "lng":
	default:
		return false
	}
	x, ok := a.(json.Number)
	y, ok2 := b.(json.Number)
	if !ok || !ok2 {
		return false
	}
	f, err := x.Float64()
	g, err2 := y.Float64()
	return err == nil && err2 == nil && math.Abs(f-g) <= sameTown
}

// sameWords compares free texts by the rules of strict-2: as strict-1 does, but the codes in
// them must be the same, and numbers count by value.
func sameWords(a, b *text) bool {
	if sameText(a, b) {
		return sameCodes(a.text, b.text)
	}
	x, y := plainNumbers(a.text), plainNumbers(b.text)
	return (x != a.text || y != b.text) && Fold(x) == Fold(y) && sameCodes(x, y)
}

// commas matches the blanks behind commas.
var commas = regexp.MustCompile(`,\s+`)

// sameRow reports whether two texts are the same but for blanks behind commas: a pair of days
// or of coordinates.
func sameRow(a, b string) bool {
	return strings.Contains(a, ",") && commas.ReplaceAllString(a, ",") == commas.ReplaceAllString(b, ",")
}

// leading matches an article at the beginning of a text.
var leading = regexp.MustCompile(`(?i)^(?:the|an?)\s+`)

// sameButArticle reports whether two free texts differ only in an article at the beginning,
// with which people said the text: "the parcel for reception" for "parcel for reception".
func (s *strict) sameButArticle(right, given string) bool {
	bare, full := leading.ReplaceAllString(right, ""), given
	if bare != right {
		bare, full = leading.ReplaceAllString(given, ""), right
		if bare != given {
			return false // two different articles
		}
	}
	rest := leading.ReplaceAllString(full, "")
	return rest != full && s.gold.Heard != nil && sameWords(s.memo.text(bare), s.memo.text(rest)) && s.gold.Heard(full)
}

var (
	thousands = regexp.MustCompile(`\b\d{1,3}(?:,\d{3})+\b`)
	zeros     = regexp.MustCompile(`\b(\d+)\.0+\b|\b(\d+\.\d*[1-9])0+\b`)
)

// plainNumbers writes the numbers of a text in one way: without separators of thousands and
// without zeros at the end of a fraction.
func plainNumbers(s string) string {
	s = thousands.ReplaceAllStringFunc(s, func(n string) string { return strings.ReplaceAll(n, ",", "") })
	return zeros.ReplaceAllString(s, "$1$2")
}

// sameCodes reports whether two texts hold the same codes, whatever the case of letters.
func sameCodes(a, b string) bool {
	return holdsCodes(a, b) && holdsCodes(b, a)
}

func holdsCodes(text, of string) bool {
	if !strings.ContainsAny(of, "0123456789") {
		return true
	}
	words := codeWords(text)
	for _, code := range codeWords(of) {
		if !isCode(code) {
			continue
		}
		i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, code) })
		if i < 0 {
			return false
		}
		words = slices.Delete(words, i, i+1)
	}
	return true
}

// codeWords splits a text into words, with the signs inside them.
func codeWords(text string) []string {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = strings.Trim(w, `.,;:!?()[]{}"'“”‘’`)
	}
	return words
}

// isCode reports whether a word in a text is a code or a negative number: it has a digit
// beside a letter, a digit and a sign of paths and addresses, or capital letters and a digit
// with a hyphen between them.
func isCode(word string) bool {
	var before rune
	digits, capitals, hyphen, sign, beside := 0, 0, false, false, false
	for i, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
			beside = beside || unicode.IsLetter(before)
		case unicode.IsUpper(r):
			capitals++
			beside = beside || unicode.IsDigit(before)
		case r == '-' && i == 0:
			sign = true
		case r == '-':
			hyphen = true
		case strings.ContainsRune(`/\_@#`, r):
			sign = true
		}
		before = r
	}
	return digits > 0 && (beside || sign || hyphen && capitals > 0)
}

// fairLayouts are further forms of ISO 8601, which strict-1 does not read.
var fairLayouts = []struct {
	layout string
	moment
}{
	{"20060102", moment{month: true, day: true}},
	{"2006-002", moment{month: true, day: true}},
	{"20060102T1504", moment{month: true, day: true, clock: true}},
	{"20060102T150405", moment{month: true, day: true, clock: true}},
	{"20060102T150405Z07:00", moment{month: true, day: true, clock: true, zoned: true}},
	{"2006-01-02T15:04:05Z0700", moment{month: true, day: true, clock: true, zoned: true}},
}

// readFairMoment reads a moment in one of the forms of strict-2, such as 20260415 and
// 2026-W16-3.
func readFairMoment(s string) (moment, bool) {
	if m, ok := readMoment(s); ok {
		return m, true
	}
	for _, l := range fairLayouts {
		if t, err := time.Parse(l.layout, s); err == nil {
			m := l.moment
			m.at = t
			return m, true
		}
	}
	m := weekDate.FindStringSubmatch(s)
	if m == nil {
		return moment{}, false
	}
	year, week, day := number(m[1]), number(m[2]), number(m[3])
	fourth := time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC) // of January, which is in week 1
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
	at := monday.AddDate(0, 0, 7*(week-1)+day-1)
	if y, w := at.ISOWeek(); y != year || w != week {
		return moment{}, false
	}
	return moment{month: true, day: true, at: at}, true
}

var weekDate = regexp.MustCompile(`^(\d{4})-?W(\d\d)-?([1-7])$`)

// number reads a few digits.
func number(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

// sameFairMoment compares two moments in the further forms of strict-2. A right value that
// could be a plain number is none.
func sameFairMoment(want, given string) bool {
	a, ok := readMoment(want)
	b, ok2 := readFairMoment(given)
	return ok && ok2 && a.same(b)
}
