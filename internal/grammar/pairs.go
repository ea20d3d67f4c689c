package grammar

import "strings"

// pairs finds two prepositions in a row: "from with", "to at 5 pm". A preposition may
// stand alone before another one ("the hotel we are staying at in May") and after verbs
// ("check in at noon"); such pairs are let pass.
func (c *checker) pairs() *Fault {
	for i := 1; i < len(c.words); i++ {
		w := &c.words[i-1]
		if !w.is(prep|prepLoose|prepWide) || c.words[i].gap != blank || c.noun(i-1) {
			continue
		}
		if f := c.times(i - 1); f != nil {
			return f
		}
		if c.words[i].is(prep|prepLoose) && !c.fixed(i) && !c.alone(i-1) && c.clash(i-1) {
			return c.fault(Preposition, i-1, i, "are two prepositions in a row")
		}
	}
	return nil
}

// clash reports whether a preposition cannot stand before the next one.
func (c *checker) clash(i int) bool {
	first, second := &c.words[i], &c.words[i+1]
	switch {
	case first.is(prepWide):
		return second.low != "to" && !fine[first.low+" "+second.low]
	case first.is(prepLoose):
		// "Dial in from home", "send it on with a note": not behind a noun.
		return second.low != "to" && (second.is(prepLoose) || second.low == "of" || c.noun(i-1))
	}
	return !fine[first.low+" "+second.low]
}

// fine are pairs of prepositions that stand together.
var fine = func() map[string]bool {
	m := map[string]bool{}
	for first, seconds := range map[string]string{
		"from": "within", "since": "before", "until": "after", "through": "to with on at in by",
		"over": "to in at on from with for", "under": "in with for by", "near": "to by", "after": "in at on with for",
		"before": "in at on with for", "about": "to with in at on by for from", "among": "of", "without": "by in at",
	} {
		for second := range strings.FieldsSeq(seconds) {
			m[first+" "+second] = true
		}
	}
	return m
}()

// fixed reports whether a preposition begins a phrase that is one word to people.
func (c *checker) fixed(i int) bool {
	if i+1 >= len(c.words) || c.words[i+1].gap != blank {
		return i+1 >= len(c.words) || c.words[i].low == "in" // left alone: "ask for it to be sent to in"
	}
	return phrases[c.words[i+1].low]
}

// phrases are words that make one phrase with a preposition before them: "at least".
var phrases = set(`least most total all course particular general way example instance front top between person once free full now advance foot
	first last home work short store line time`)

// alone reports whether the preposition at a place may have lost its noun to the front
// of the sentence, or belongs to a verb.
func (c *checker) alone(i int) bool {
	if i == 0 || c.words[i].gap != blank {
		return i == 0 || c.words[i].is(prepLoose) // "in at 8:05, out at 17:00"
	}
	w := &c.words[i-1]
	if i > 1 && w.gap == blank && (c.words[i-2].low == "to" || c.words[i-2].is(modal|pronoun)) && !w.is(det) && !w.capital() {
		return true // a verb: "a list to choose from"
	}
	if c.words[i].low == "to" && moving[w.low] {
		return false
	}
	if w.low == "i" || w.is(slot) && c.words[i].is(prepLoose) || !c.noun(i-1) && (w.is(verbal) || strings.HasSuffix(w.low, "ing") || strings.HasSuffix(w.low, "ed")) {
		return true
	}
	if w.is(pronoun) {
		return !(i > 1 && moving[c.words[i-2].low]) || c.words[i].is(prepLoose) // "turn it on at seven", "sent it to in May"
	}
	if w.low == "there" || w.low == "" || w.capital() && !w.first || !isLetter(w.low[0]) {
		return false
	}
	if w.class&(prep|prepLoose|det|relative|month|weekday|numeral) != 0 || c.noun(i-1) {
		return false
	}
	return c.asks(i)
}

// noun reports whether a word is sure to be a noun: "the meeting", "rooms".
func (c *checker) noun(i int) bool {
	if i < 0 || c.words[i].is(slot|quoted) {
		return false
	}
	w := &c.words[i]
	return i > 0 && w.gap == blank && c.words[i-1].is(det) && c.words[i-1].low != "a" && !w.is(prep|prepLoose) ||
		i > 0 && w.gap == blank && c.words[i-1].low == "a" || nounOnly[w.low]
}

// nounOnly are the counted nouns that are no verbs.
var nounOnly = func() map[string]bool {
	m := map[string]bool{}
	for singular, plural := range units {
		if verb := lexicon[singular].class&(verbal|action) != 0; !verb {
			m[singular], m[plural] = true, true
		}
	}
	return m
}()

// moving are verbs whose "to" has its noun behind it.
var moving = set("move moved change changed shift shifted set reschedule rescheduled postpone postponed")

// asks reports whether a word stands before a place, in the same sentence, that may
// stand for what a preposition needs.
func (c *checker) asks(i int) bool {
	for k := i - 1; k >= 0; k-- {
		if c.words[k].is(wh) {
			return true
		}
		if c.words[k].first {
			return false
		}
	}
	return false
}

// times finds a preposition that does not fit the time behind it: "on tomorrow",
// "at Friday", "on 7 pm".
func (c *checker) times(i int) *Fault {
	w, next := &c.words[i], &c.words[i+1]
	if w.low != "on" && w.low != "at" && w.low != "in" || c.phrasal(i) {
		return nil
	}
	bad := false
	switch {
	case next.is(relative):
		bad = !strings.HasSuffix(next.raw, "s") && !c.possessive(i+1)
	case next.is(weekday):
		bad = w.low != "on" && !c.capitalised(i+2)
	case next.low == "this" || next.low == "next" || next.low == "last" || next.low == "every":
		bad = i+2 < len(c.words) && c.words[i+2].gap == blank && c.words[i+2].is(weekday|dayPart) &&
			!(next.low == "this" && w.low != "on" || next.low == "last")
	case next.is(month):
		bad = w.low == "at" && next.low != "may" && next.low != "march"
	case next.is(digits):
		bad = c.wrongTime(w.low, i+1)
	}
	if bad {
		return c.fault(Preposition, i, i+1, "do not go together")
	}
	return nil
}

// phrasal reports whether a preposition belongs to the verb before it: "move in
// tomorrow", "check in this Friday".
func (c *checker) phrasal(i int) bool {
	if i == 0 || c.words[i].gap != blank || c.words[i].low == "at" {
		return false
	}
	w := &c.words[i-1]
	if c.words[i].low == "on" && c.yesNo(i) && !standing[w.low] {
		return true // "is dinner on tonight?"
	}
	return particles[c.words[i].low][w.low] || w.is(pronoun) || strings.HasSuffix(w.low, "ing") || strings.HasSuffix(w.low, "ed") || w.low == "is" || w.low == "are" || w.low == "be"
}

// yesNo reports whether the sentence begins with a form of "be".
func (c *checker) yesNo(i int) bool {
	for !c.words[i].first {
		i--
	}
	return c.words[i].low == "is" || c.words[i].low == "are" || c.words[i].low == "was"
}

// standing are adjectives of shops and rooms.
var standing = set("open closed free available due")

// particles are words that "in" and "on" belong to.
var particles = map[string]map[string]bool{
	"in": set("check move log come comes sign turn go hand send drop fill bring put get call phone pick count early late later what's live"),
	"on": set("move go carry turn hold put keep log sign switch work get live what's later early late from"),
}

// possessive reports whether a word is one like "today's" in other words: "in tomorrow
// morning's meeting" is too rare to judge.
func (c *checker) possessive(i int) bool {
	return c.words[i].raw != "" && c.words[i].capital() && !c.words[i].first
}

// capitalised reports whether a word is written with a capital, behind a blank.
func (c *checker) capitalised(i int) bool {
	return i < len(c.words) && c.words[i].gap == blank && c.words[i].capital() && !c.words[i].is(month|weekday)
}

// wrongTime reports whether a preposition does not fit a time of day, or a date.
func (c *checker) wrongTime(p string, i int) bool {
	raw := c.words[i].raw
	next := ""
	var after class
	if i+1 < len(c.words) && c.words[i+1].gap == blank {
		next, after = c.words[i+1].low, c.words[i+1].class
	}
	day := after&month != 0 && (len(raw) <= 2 || ordinal(raw)) // "5 May", "5th May"
	clock := next == "pm" || next == "am" || next == "p.m." || next == "a.m." || next == "o'clock" || strings.HasSuffix(raw, "pm") && isDigit(raw[0])
	switch p {
	case "on":
		return clock
	case "at":
		return day
	}
	return day && !strings.HasSuffix(raw, "0") || clock
}

// ordinal reports whether a number ends as in "5th".
func ordinal(s string) bool {
	n := strings.TrimLeft(s, "0123456789")
	return n != s && (n == "st" || n == "nd" || n == "rd" || n == "th")
}

// places finds a country before what lies in it, and two places where one is meant: "in
// Germany in Paris", "in a location in Porto".
func (c *checker) places() *Fault {
	for i := 0; i+3 < len(c.words); i++ {
		w := &c.words[i]
		if !w.is(prep|prepLoose) || c.words[i+1].gap != blank || c.words[i+2].gap != blank || c.words[i+3].gap != blank {
			continue
		}
		if c.words[i+1].is(country) && c.words[i+1].capital() && c.words[i+2].low == w.low && (w.low == "in" || w.low == "from") &&
			c.words[i+3].capital() && !c.words[i+3].is(month|weekday) {
			return c.fault(Preposition, i, i+3, "say the place twice")
		}
		article := c.words[i+1].low == "a" || c.words[i+1].low == "the"
		second := c.words[i+3].low == "in" || c.words[i+3].low == "at"
		if article && c.words[i+2].is(place) && c.words[i+2].low != "place" && c.words[i+2].low != "area" && second && w.low != "of" &&
			i+4 < len(c.words) && c.words[i+4].gap == blank && c.words[i+4].capital() && !c.words[i+4].is(country) {
			return c.fault(Preposition, i, i+4, "say the place twice")
		}
	}
	return nil
}

// determiners finds two determiners in a row, or one before a word that begins no noun
// phrase.
func (c *checker) determiners() *Fault {
	for i := range len(c.words) - 1 {
		w, next := &c.words[i], &c.words[i+1]
		if !w.is(det) || next.gap != blank || next.capital() && next.low != "i" || w.capital() && !w.first {
			continue
		}
		switch {
		case next.is(det) && !(w.low == "her" && (next.low == "the" || next.low == "a")) && !c.letter(i+1):
			return c.fault(Preposition, i, i+1, "are two determiners in a row")
		case next.low == "this" || next.low == "these" || next.low == "those" || next.low == "that" || next.low == "some" || next.low == "any" && w.low != "every":
			return c.fault(Preposition, i, i+1, "are two determiners in a row")
		case next.is(pronoun) && !strings.Contains(next.low, "'") && w.low != "another" && next.low != "us":
			return c.fault(Preposition, i, i+1, "cannot stand together")
		case next.is(prep|prepLoose) && !c.modifier(i+1) && !w.is(pronoun) && w.low != "another" && w.low != "every":
			return c.fault(Preposition, i, i+1, "cannot stand together")
		}
	}
	return nil
}

// letter reports whether an "a" is the letter.
func (c *checker) letter(i int) bool {
	return c.words[i].low == "a" && (i+1 == len(c.words) || c.words[i+1].gap != blank)
}

// modifier reports whether a preposition begins what stands before a noun: "the to do
// list", "the on call engineer".
func (c *checker) modifier(i int) bool {
	return i+1 < len(c.words) && c.words[i+1].gap == blank && modified[c.words[i+1].low]
}

var modified = set("do sign reply call duty board site house store app flight person game room stock time line demand screen")
