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

// wordNumber reads a number in words from the front of the list and says how
// many words it took: "twenty-five", "a hundred and twenty", "two thousand",
// "a dozen", "a couple of", "half a dozen", "two and a half".
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
	var total int64
	at := 0
	if starts(list, "a", "thousand") {
		total, at = 1000, 2
	} else {
		h, k := hundreds(list)
		if k == 0 {
			return 0, 0
		}
		at = k
		if at >= len(list) || list[at] != "thousand" {
			return h, at
		}
		total, at = h*1000, at+1
	}
	rest := at
	if rest < len(list) && list[rest] == "and" {
		rest++
	}
	if h, k := hundreds(list[rest:]); k > 0 {
		return total + h, rest + k
	}
	return total, at
}

func hundreds(list []string) (n int64, took int) {
	at := 0
	var total int64
	if starts(list, "a", "hundred") {
		total, at = 100, 2
	} else {
		n, k := below100(list)
		if k == 0 {
			return 0, 0
		}
		if k >= len(list) || list[k] != "hundred" || n == 0 || n > 19 {
			return n, k
		}
		total, at = n*100, k+1
	}
	rest := at
	if rest < len(list) && list[rest] == "and" {
		rest++
	}
	if n, k := below100(list[rest:]); k > 0 && n > 0 {
		return total + n, rest + k
	}
	return total, at
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

// bounds is words that make a limit of a number: the number is the same.
var bounds = [][]string{
	{"no", "more", "than"}, {"not", "more", "than"}, {"no", "less", "than"}, {"no", "fewer", "than"}, {"more", "than"}, {"less", "than"}, {"fewer", "than"},
	{"at", "least"}, {"at", "most"}, {"up", "to"}, {"a", "maximum", "of"}, {"a", "minimum", "of"}, {"a", "total", "of"},
	{"maximum"}, {"minimum"}, {"max"}, {"exactly"}, {"only"}, {"just"}, {"make", "it"},
	{"under"}, {"below"}, {"over"}, {"above"}, {"about"}, {"around"}, {"within"}, {"for"}, {"of"}, {"with"}, {"by"},
	{"at"}, {"in"}, {"on"}, {"to"}, {"from"}, {"the"}, {"all"}, {"and"},
}

// skipBounds drops words that stand before a number without changing it.
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

// readNumber is the rule "number": a number in digits or words, the words of a
// limit before it, and up to three words behind it that say what is counted.
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

// counted reports whether words can be what a number counts: at most three,
// and nothing that would say another number.
func counted(list []string) bool {
	if len(list) > 3 {
		return false
	}
	for _, w := range list {
		if _, isNumber := digits(w); isNumber {
			return false
		}
		if _, isOne := ones[w]; isOne {
			return false
		}
		if _, isTen := tens[w]; isTen || w == "hundred" || w == "thousand" || w == "million" || w == "dozen" ||
			w == "half" || w == "or" || w == "and" || w == "minus" || w == "plus" {
			return false
		}
	}
	return true
}

var symbols = []string{"us$", "a$", "c$", "hk$", "nz$", "$", "€", "£", "¥", "₹", "₩", "₽", "zł", "chf"}

var loose = set("bucks buck quid euro euros dollar dollars pound pounds yen franc francs cents crowns")

// readMoney is the rule "money": a number with a currency before or behind it,
// limits before, and what it is paid for behind ("a night", "each", "or less").
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
	if loose[name] {
		return true
	}
	for _, s := range symbols {
		if name == s {
			return true
		}
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

// isNumber reports whether a value is that number. Texts that are whole
// numbers count too: some tools take "3".
func isNumber(v any, n *big.Rat) bool {
	s := ""
	switch spelled := spell(v); v.(type) {
	case bool, nil, []any, map[string]any:
		return false
	case string:
		if _, err := strconv.ParseFloat(spelled, 64); err != nil {
			return false
		}
		s = spelled
	default:
		s = spelled
	}
	r, ok := parseRat(s)
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
