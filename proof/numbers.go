package proof

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/knowledge"
)

var ones = map[string]int64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"seventeen": 17, "eighteen": 18, "nineteen": 19,
}

var tens = map[string]int64{
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

// digits reads "45", "1,200", "2.5", "-3", "+2". The grouping must be right.
func digits(s string) (*big.Rat, bool) {
	body := s
	if len(body) > 1 && (body[0] == '-' || body[0] == '+') {
		body = body[1:]
	}
	whole, frac, dot := strings.Cut(body, ".")
	if !allDigits(strings.ReplaceAll(whole, ",", "")) || (dot && !allDigits(frac)) || len(s) > 40 {
		return nil, false
	}
	if groups := strings.Split(whole, ","); len(groups) > 1 {
		for i, g := range groups {
			if (i > 0 && len(g) != 3) || len(g) < 1 || len(g) > 3 {
				return nil, false
			}
		}
	}
	return new(big.Rat).SetString(strings.TrimPrefix(strings.ReplaceAll(s, ",", ""), "+"))
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// wordNumber reads a number in words from the front of the list and returns how many
// words it took: "twenty-five", "a hundred and twenty", "two thousand", "a dozen", "a
// couple of", "half a dozen", "two and a half".
func wordNumber(list []string) (n *big.Rat, took int) {
	switch {
	case starts(list, "a", "couple", "of"), starts(list, "a", "pair", "of"):
		return big.NewRat(2, 1), 3
	case starts(list, "a", "couple"), starts(list, "a", "pair"):
		return big.NewRat(2, 1), 2
	case starts(list, "half", "a", "dozen"):
		return big.NewRat(6, 1), 3
	case starts(list, "a", "dozen"):
		return big.NewRat(12, 1), 2
	case starts(list, "one", "and", "a", "half"), starts(list, "two", "and", "a", "half"),
		starts(list, "three", "and", "a", "half"), starts(list, "four", "and", "a", "half"):
		return big.NewRat(2*ones[list[0]]+1, 2), 4
	}
	whole, took := cardinal(list)
	if took == 0 {
		return nil, 0
	}
	return new(big.Rat).SetInt64(whole), took
}

// starts reports whether a list begins with these words.
func starts(list []string, head ...string) bool {
	return len(list) >= len(head) && slices.Equal(list[:len(head)], head)
}

// cardinal reads a whole number below a million in words.
func cardinal(list []string) (n int64, took int) {
	return scaled(list, "thousand", 1000, 999, hundreds)
}

func hundreds(list []string) (n int64, took int) {
	return scaled(list, "hundred", 100, 19, below100)
}

// scaled reads a number that may have a scale word: "a hundred", "two hundred and five".
// part reads what stands before and after that word; at most most may stand before it.
func scaled(list []string, word string, scale, most int64, part func([]string) (int64, int)) (n int64, took int) {
	if starts(list, "a", word) {
		n, took = scale, 2
	} else {
		n, took = part(list)
		if took == 0 || !starts(list[took:], word) || n == 0 || n > most {
			return n, took
		}
		n, took = n*scale, took+1
	}
	rest := list[took:]
	and := 0
	if starts(rest, "and") {
		and = 1
	}
	if more, k := part(rest[and:]); k > 0 && more > 0 {
		return n + more, took + and + k
	}
	return n, took
}

func below100(list []string) (n int64, took int) {
	if len(list) == 0 {
		return 0, 0
	}
	if n, ok := ones[list[0]]; ok {
		return n, 1
	}
	if a, b, ok := strings.Cut(list[0], "-"); ok {
		t, ok1 := tens[a]
		o, ok2 := ones[b]
		if ok1 && ok2 && o > 0 && o < 10 {
			return t + o, 1
		}
		return 0, 0
	}
	t, ok := tens[list[0]]
	if !ok {
		return 0, 0
	}
	if len(list) > 1 {
		if o, ok := ones[list[1]]; ok && o > 0 && o < 10 {
			return t + o, 2
		}
	}
	return t, 1
}

// bounds are words that turn a number into a limit without changing the number.
var bounds = [][]string{
	{"no", "more", "than"}, {"not", "more", "than"}, {"no", "less", "than"}, {"no", "fewer", "than"}, {"more", "than"}, {"less", "than"}, {"fewer", "than"},
	{"at", "least"}, {"at", "most"}, {"up", "to"}, {"a", "maximum", "of"}, {"a", "minimum", "of"}, {"a", "total", "of"},
	{"maximum"}, {"minimum"}, {"max"}, {"exactly"}, {"only"}, {"just"}, {"make", "it"},
	{"under"}, {"below"}, {"over"}, {"above"}, {"about"}, {"around"}, {"within"}, {"for"}, {"of"}, {"with"}, {"by"},
	{"at"}, {"in"}, {"on"}, {"to"}, {"from"}, {"the"}, {"all"}, {"and"},
}

// skipBounds drops bounds at the front of the list.
func skipBounds(list []string) []string {
	for again := true; again; {
		again = false
		for _, b := range bounds {
			if len(list) > len(b) && starts(list, b...) {
				list, again = list[len(b):], true
				break
			}
		}
	}
	return list
}

// amount reads a number in digits or words from the front of the list.
func amount(list []string) (n *big.Rat, took int) {
	if len(list) == 0 {
		return nil, 0
	}
	if n, ok := digits(list[0]); ok {
		if len(list) > 1 && (list[1] == "thousand" || list[1] == "million") {
			unit := int64(1000)
			if list[1] == "million" {
				unit = 1_000_000
			}
			return n.Mul(n, big.NewRat(unit, 1)), 2
		}
		return n, 1
	}
	if list[0] == "minus" {
		if n, k := amount(list[1:]); k > 0 {
			return n.Neg(n), k + 1
		}
		return nil, 0
	}
	return wordNumber(list)
}

// readNumber is the rule "number": a number in digits or words, with bounds before it and
// up to three words after it that say what is counted.
func readNumber(said string) (*big.Rat, bool) {
	list := skipBounds(words(fold(said)))
	n, took := amount(list)
	if took == 0 && len(list) > 1 && (list[0] == "a" || list[0] == "an") {
		n, took = big.NewRat(1, 1), 1 // "a ticket"
	}
	if took == 0 || !counted(list[took:]) {
		return nil, false
	}
	return n, true
}

// counted reports whether words can be what a number counts: at most three, none of
// which is part of another number.
func counted(list []string) bool {
	return len(list) <= 3 && !slices.ContainsFunc(list, func(w string) bool {
		_, isNumber := digits(w)
		return isNumber || isNumberWord(w) || partOfNumber[w]
	})
}

// isNumberWord reports whether a word is a number below a hundred without a hyphen.
func isNumberWord(w string) bool {
	_, isOne := ones[w]
	_, isTen := tens[w]
	return isOne || isTen
}

var partOfNumber = set("hundred thousand million dozen half or and minus plus")

var symbols = []string{"us$", "a$", "c$", "hk$", "nz$", "$", "€", "£", "¥", "₹", "₩", "₽", "zł", "chf"}

var loose = set("bucks buck quid euro euros dollar dollars pound pounds yen franc francs cents crowns")

// readMoney is the rule "money": a number with a currency before or after it. Bounds may
// stand before it, and what it pays for after it ("a night", "each", "or less").
func readMoney(said string) (*big.Rat, bool) {
	list := skipBounds(words(fold(said)))
	if len(list) == 0 {
		return nil, false
	}
	marked := false
	for _, s := range symbols {
		if rest, ok := strings.CutPrefix(list[0], s); ok {
			marked = true
			if list = list[1:]; rest != "" {
				list = append([]string{rest}, list...)
			}
			break
		}
	}
	if !marked && len(list) > 1 && isCurrency(list[0]) {
		marked, list = true, list[1:]
	}
	if !marked && len(list) > 0 {
		for _, s := range symbols { // "45€"
			if rest, ok := strings.CutSuffix(list[0], s); ok && rest != "" {
				marked, list = true, append([]string{rest}, list[1:]...)
				break
			}
		}
	}
	n, took := amount(list)
	if took == 0 {
		return nil, false
	}
	list = list[took:]
	for k := min(3, len(list)); k > 0 && !marked; k-- {
		if isCurrency(strings.Join(list[:k], " ")) {
			marked, list = true, list[k:]
		}
	}
	return n, marked && paidFor(list)
}

func isCurrency(name string) bool {
	if loose[name] || slices.Contains(symbols, name) {
		return true
	}
	if _, ok := knowledge.Lookup("currency", name); ok {
		return true
	}
	return len(name) == 3 && knowledge.Is("currency", strings.ToUpper(name))
}

// paidFor accepts what may follow an amount.
func paidFor(list []string) bool {
	switch strings.Join(list, " ") {
	case "", "each", "total", "in total", "altogether", "max", "maximum", "or less", "or more", "at most", "at least", "tops":
		return true
	}
	return len(list) <= 3 && len(list) > 1 && (list[0] == "per" || list[0] == "a" || list[0] == "an") && counted(list[1:])
}

// isNumber reports whether a value is that number. Texts of numbers count, too, because
// some tools take "3".
func isNumber(v any, n *big.Rat) bool {
	switch v := v.(type) {
	case bool, nil, []any, map[string]any:
		return false
	case string:
		if _, err := strconv.ParseFloat(v, 64); err != nil {
			return false
		}
	}
	r, ok := parseRat(spell(v))
	return ok && r.Cmp(n) == 0
}

// minutesOf and daysOf say how many minutes or days a unit of time has.
var (
	minutesOf = map[string]int64{"minute": 1, "minutes": 1, "hour": 60, "hours": 60}
	daysOf    = map[string]int64{"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14}
)

// readLength reads a length of time in a unit: "half an hour", "three quarters
// of an hour", "an hour and a half", "one and a half hours", "two hours",
// "a fortnight", "90 minutes".
func readLength(said string, units map[string]int64) (*big.Rat, bool) {
	list := skipBounds(words(fold(said)))
	share := func(n, of int64, unit string) (*big.Rat, bool) {
		return big.NewRat(n*units[unit], of), units[unit] > 0
	}
	switch {
	case len(list) == 3 && starts(list, "half", "an"), len(list) == 3 && starts(list, "half", "a"):
		return share(1, 2, list[2])
	case len(list) == 5 && starts(list, "three", "quarters", "of", "an"):
		return share(3, 4, list[4])
	case len(list) == 5 && starts(list, "a", "quarter", "of", "an"):
		return share(1, 4, list[4])
	case len(list) == 5 && (list[0] == "a" || list[0] == "an") && starts(list[2:], "and", "a", "half"):
		return share(3, 2, list[1])
	case len(list) == 2 && (list[0] == "a" || list[0] == "an"):
		return share(1, 1, list[1])
	}
	n, took := amount(list)
	if took == 0 || took != len(list)-1 || units[list[took]] == 0 {
		return nil, false
	}
	return n.Mul(n, big.NewRat(units[list[took]], 1)), true
}
