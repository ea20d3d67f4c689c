package compare

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"switchyard/knowledge"
	"switchyard/mission"
)

// means tells whether two single values that differ mean the same for a
// parameter. Whether the given one fits the schema is asked elsewhere.
func (s *strict) means(at string, schema map[string]any, want, given any) bool {
	right, ok := want.(string)
	text, both := given.(string)
	if !ok || !both {
		return sameSpelled(want, given)
	}
	if schema["enum"] != nil {
		return false // another one of the values that there are
	}
	_, patterned := schema["pattern"]
	format, _ := schema["format"].(string)
	plain := !patterned && format == ""
	name := at[strings.LastIndexByte(at, '/')+1:]
	if same, ok := s.sameMoment(at, right, text, plain); ok {
		return same
	}
	if plain && !namesCode(name) {
		if a, ok := readMoney(right); ok {
			if b, ok := readMoney(text); ok {
				return a.same(b)
			}
		}
	}
	switch {
	case format == "email":
		return strings.EqualFold(right, text)
	case speaksOfPhone(name, schema) && dials(right):
		return samePhone(right, text)
	case isIdentifier(name, right, patterned):
		return norm.NFC.String(right) == norm.NFC.String(text)
	case sameText(right, text):
		return true
	}
	return s.otherwise(at, name, want, text) || sameThing(right, text)
}

// sameSpelled compares a number or bool with its text; that the schema allows
// both is a question of whether the given value fits.
func sameSpelled(a, b any) bool {
	spell := func(v any) (string, bool) {
		switch v := v.(type) {
		case string:
			return v, true
		case json.Number:
			return string(v), true
		case bool:
			if v {
				return "true", true
			}
			return "false", true
		}
		return "", false
	}
	x, ok := spell(a)
	y, ok2 := spell(b)
	return ok && ok2 && (x == y || sameNumber(x, y) && isDecimal(x) && isDecimal(y))
}

// isDecimal tells whether a text is a number as people write one: digits, a sign,
// a point, and no zeros in front, which would make a code of it.
func isDecimal(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, part, _ := strings.Cut(s, ".")
	digits := func(s string) bool {
		return strings.IndexFunc(s, func(r rune) bool { return !isNumeral(r) }) < 0
	}
	return whole != "" && digits(whole) && digits(part) && (whole == "0" || whole[0] != '0')
}

// codeNames end names of parameters that hold identifiers.
var codeNames = []string{"id", "ids", "code", "codes", "reference", "ref", "iban", "isbn", "vin", "sku", "plate", "token", "key", "uuid", "url", "uri", "path", "filename"}

// namesCode tells whether the name of a parameter is that of an identifier:
// "booking_id", "flightCode".
func namesCode(name string) bool {
	list := nameWords(name)
	return len(list) > 0 && slices.Contains(codeNames, list[len(list)-1])
}

// nameWords are the words of a name: those of "flightCode" are flight and code.
func nameWords(name string) []string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 && unicode.IsLower(rune(name[i-1])) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isIdentifier tells whether a value has to be given exactly: its parameter is
// named or patterned like that, or it is one word with a digit in it.
func isIdentifier(name, value string, patterned bool) bool {
	if patterned || namesCode(name) {
		return true
	}
	return !strings.ContainsFunc(value, unicode.IsSpace) && strings.ContainsAny(value, "0123456789/\\@_")
}

// Fold makes free texts comparable: composed characters in lower case, no
// apostrophes, and single blanks in the place of all that is no letter, digit or
// sign. A point, comma or colon inside of a number stays.
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
func sameText(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	x := Fold(a)
	return x != "" && x == Fold(b)
}

// otherwise tells whether a text is one that the entry has for the right value:
// the words by which it was said, or a label of the tool.
func (s *strict) otherwise(at, name string, want any, text string) bool {
	if src := s.source(at); src != nil && src.Text != "" && src.Kind != mission.FromClock && sameText(src.Text, text) {
		return true
	}
	top, _, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	for _, of := range []string{top, name} {
		for value, labels := range s.gold.Tool.Labels[of] {
			if value != string(marshal(want)) {
				continue
			}
			if slices.ContainsFunc(labels, func(label string) bool { return sameText(label, text) }) {
				return true
			}
		}
	}
	return false
}

// sameThing tells whether two texts name the same currency, country, language or
// airport, by name or by code. Two cities are not the same for having the same
// airport.
func sameThing(a, b string) bool {
	for _, table := range [...]string{"currency", "country", "language", "nationality", "airport"} {
		x, named := knowledge.Lookup(table, a)
		y, named2 := knowledge.Lookup(table, b)
		switch {
		case named && named2:
			if x == y && !knowledge.OfCity(table) {
				return true
			}
		case named && knowledge.Is(table, b):
			if x == any(b) {
				return true
			}
		case named2 && knowledge.Is(table, a):
			if y == any(a) {
				return true
			}
		}
	}
	return false
}

// money is an amount, and its currency where one is said.
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

// currencyOf is the code of a currency that is named, by its sign, code or name.
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

// speaksOfPhone tells whether a parameter is a telephone number.
func speaksOfPhone(name string, schema map[string]any) bool {
	list := nameWords(name)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	if has("phone", "telephone", "mobile", "fax", "tel") {
		return true
	}
	description, _ := schema["description"].(string)
	description = strings.ToLower(description)
	return strings.Contains(description, "phone number") || strings.Contains(description, "telephone")
}

// dials tells whether a text has as many digits as a telephone number.
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
