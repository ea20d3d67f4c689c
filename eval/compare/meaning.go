package compare

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"switchyard/internal/knowledge"
	"switchyard/mission"
)

// means reports whether two scalars that differ mean the same for a parameter. It
// does not check whether the given one fits the schema.
func (s *strict) means(at string, schema map[string]any, want, given any) bool {
	right, ok := want.(string)
	text, both := given.(string)
	if !ok || !both {
		return sameSpelled(want, given)
	}
	if schema["enum"] != nil {
		return false // another value of the enumeration
	}
	_, patterned := schema["pattern"]
	format, _ := schema["format"].(string)
	plain := !patterned && format == ""
	name := at[strings.LastIndexByte(at, '/')+1:]
	one, other := s.memo.text(right), s.memo.text(text)
	if same, ok := s.sameMoment(at, one, other, plain); ok {
		return same || s.memo.fair && sameFairMoment(right, text)
	}
	if plain && !s.memo.namesCode(name) {
		if a, ok := one.money(); ok {
			if b, ok := other.money(); ok {
				return a.same(b)
			}
		}
	}
	switch {
	case format == "email":
		return strings.EqualFold(right, text)
	case dials(right) && speaksOfPhone(name, schema):
		return samePhone(right, text)
	case patterned, s.memo.namesCode(name), isOneCode(right):
		return norm.NFC.String(right) == norm.NFC.String(text) || s.memo.fair && !patterned && sameRow(right, text)
	case s.memo.fair:
		if sameWords(one, other) || s.sameButArticle(right, text) {
			return true
		}
	case sameText(one, other):
		return true
	}
	return s.otherwise(at, name, want, other) || sameThing(one, other)
}

// sameSpelled compares a number or bool with its text. Whether the schema allows both
// is checked elsewhere.
func sameSpelled(a, b any) bool {
	spell := func(v any) (string, bool) {
		switch v := v.(type) {
		case string:
			return v, true
		case json.Number:
			return string(v), true
		case bool:
			return strconv.FormatBool(v), true
		}
		return "", false
	}
	x, ok := spell(a)
	y, ok2 := spell(b)
	return ok && ok2 && (x == y || sameNumber(x, y) && isDecimal(x) && isDecimal(y))
}

// isDecimal reports whether a text is a number as people write one: a sign, digits
// and a point, without leading zeros, which would make it a code.
func isDecimal(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, part, _ := strings.Cut(s, ".")
	digits := func(s string) bool {
		return strings.IndexFunc(s, func(r rune) bool { return !isNumeral(r) }) < 0
	}
	return whole != "" && digits(whole) && digits(part) && (whole == "0" || whole[0] != '0')
}

// codeNames are the last words of parameter names that hold identifiers.
var codeNames = []string{"id", "ids", "code", "codes", "reference", "ref", "iban", "isbn", "vin", "sku", "plate", "token", "key", "uuid", "url", "uri", "path", "filename"}

// namesCode reports whether a parameter of this name holds an identifier:
// "booking_id", "flightCode".
func namesCode(name string) bool {
	last := ""
	for word := range nameWords(name) {
		last = word
	}
	return slices.ContainsFunc(codeNames, func(code string) bool { return strings.EqualFold(code, last) })
}

// nameWords yields the words of a name: flight and Code for "flightCode".
func nameWords(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for i, r := range name {
			switch {
			case !unicode.IsLetter(r) && !unicode.IsDigit(r):
				if i > start && !yield(name[start:i]) {
					return
				}
				start = i + utf8.RuneLen(r)
			case unicode.IsUpper(r) && i > start && unicode.IsLower(rune(name[i-1])):
				if !yield(name[start:i]) {
					return
				}
				start = i
			}
		}
		if start < len(name) {
			yield(name[start:])
		}
	}
}

// isOneCode reports whether a value is a code, which must be given exactly: one word
// with a digit or a sign that ordinary words do not have.
func isOneCode(value string) bool {
	return !strings.ContainsFunc(value, unicode.IsSpace) && strings.ContainsAny(value, "0123456789/\\@_")
}

// Fold makes free texts comparable. It composes characters, turns them into lower
// case, drops apostrophes, and puts single blanks in place of everything that is no
// letter, digit or sign. A point, comma or colon inside a number stays.
func Fold(s string) string {
	var b strings.Builder
	blank := true
	text := []rune(norm.NFC.String(s))
	for i, r := range text {
		switch {
		case r == '\'' || r == '’' || r == '‘' || r == 'ʼ':
			continue // "Ann's", "Anns"
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), unicode.IsSymbol(r), strings.ContainsRune("&%@#", r):
		case (r == '.' || r == ',' || r == ':') && i > 0 && i+1 < len(text) && unicode.IsDigit(text[i-1]) && unicode.IsDigit(text[i+1]):
			// "2.5" is not "2 5"
		default:
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		blank = false
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSuffix(b.String(), " ")
}

// sameText compares free texts.
func sameText(a, b *text) bool {
	return strings.EqualFold(a.text, b.text) || a.fold() != "" && a.fold() == b.fold()
}

// otherwise reports whether the entry has a text for the right value: the words with
// which it was said, or a label of the tool.
func (s *strict) otherwise(at, name string, want any, given *text) bool {
	if src := s.source(at); src != nil && src.Text != "" && src.Kind != mission.FromClock && sameText(s.memo.text(src.Text), given) {
		return true
	}
	top, _, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	for _, of := range []string{top, name} {
		for value, labels := range s.gold.Tool.Labels[of] {
			if value != string(marshal(want)) {
				continue
			}
			if slices.ContainsFunc(labels, func(label string) bool { return sameText(s.memo.text(label), given) }) {
				return true
			}
		}
	}
	return false
}

// sameThing reports whether two texts name the same currency, country, language or
// airport, by name or by code. Two cities with the same airport are not the same.
func sameThing(a, b *text) bool {
	for i, table := range thingTables {
		x, y := a.thing(i), b.thing(i)
		switch {
		case x.named && y.named:
			if x.code == y.code && !knowledge.OfCity(table) {
				return true
			}
		case x.named && y.is:
			if x.code == any(b.text) {
				return true
			}
		case y.named && x.is:
			if y.code == any(a.text) {
				return true
			}
		}
	}
	return false
}

// money is an amount, with its currency if one is said.
type money struct {
	amount   string
	currency any
}

func (m money) same(o money) bool {
	return sameNumber(m.amount, o.amount) && (m.currency == nil || o.currency == nil || m.currency == o.currency)
}

var moneySigns = map[string]string{"€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY"}

// readMoney reads a number with or without a currency: "45", "45.00", "€45",
// "1,250 euros", "USD 45".
func readMoney(s string) (money, bool) {
	s = strings.TrimSpace(s)
	first := strings.IndexFunc(s, func(r rune) bool { return unicode.IsDigit(r) })
	if first < 0 {
		return money{}, false
	}
	last := strings.LastIndexFunc(s, func(r rune) bool { return unicode.IsDigit(r) })
	if first > 0 && s[first-1] == '-' {
		first--
	}
	number := s[first : last+1]
	if groups := strings.Split(number, ","); len(groups) > 1 {
		for i, g := range groups[1:] {
			if i == len(groups)-2 {
				g, _, _ = strings.Cut(g, ".")
			}
			if len(g) != 3 {
				return money{}, false
			}
		}
		number = strings.Join(groups, "")
	}
	if !isDecimal(number) {
		return money{}, false
	}
	m := money{amount: number}
	for _, word := range []string{strings.TrimSpace(s[:first]), strings.TrimSpace(s[last+1:])} {
		if word == "" {
			continue
		}
		code, ok := currencyOf(word)
		if !ok || m.currency != nil {
			return money{}, false
		}
		m.currency = code
	}
	return m, true
}

// currencyOf returns the code of a currency, given its sign, code or name.
func currencyOf(word string) (any, bool) {
	if code, ok := moneySigns[word]; ok {
		return code, true
	}
	if upper := strings.ToUpper(word); knowledge.Is("currency", upper) {
		return upper, true
	}
	if code, ok := knowledge.Lookup("currency", word); ok {
		return code, true
	}
	return knowledge.Lookup("currency", strings.TrimSuffix(word, "s"))
}

// phoneNames are words in the names of parameters that hold telephone numbers.
var phoneNames = []string{"phone", "telephone", "mobile", "fax", "tel"}

// speaksOfPhone reports whether a parameter holds a telephone number.
func speaksOfPhone(name string, schema map[string]any) bool {
	for word := range nameWords(name) {
		if slices.ContainsFunc(phoneNames, func(w string) bool { return strings.EqualFold(w, word) }) {
			return true
		}
	}
	description, _ := schema["description"].(string)
	description = strings.ToLower(description)
	return strings.Contains(description, "phone number") || strings.Contains(description, "telephone")
}

// dials reports whether a text has as many digits as a telephone number.
func dials(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n >= 5
}

// samePhone compares telephone numbers by their digits and leading plus.
func samePhone(a, b string) bool {
	bare := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || strings.ContainsRune("-().\u00a0/", r) {
				return -1
			}
			return r
		}, s)
	}
	return bare(a) != "" && bare(a) == bare(b)
}
