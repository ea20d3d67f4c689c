package grammar

import "strings"

// repeated finds what nobody says twice in a sentence: "please", "the same".
func (c *checker) repeated() *Fault {
	please, same, also := -1, -1, 0
	for i := range c.words {
		w := &c.words[i]
		if w.first {
			please, same = -1, -1
		}
		switch w.low {
		case "please", "pls":
			if please >= 0 {
				return &Fault{Repeated, w.raw, "stands twice in a sentence"}
			}
			please = i
		case "same":
			if i == 0 || c.words[i-1].low != "the" || i+1 == len(c.words) || c.words[i+1].gap != blank || c.words[i+1].is(prep|prepLoose|conj|pronoun) {
				continue // "they cost the same"
			}
			if same >= 0 && !(i > 1 && c.words[i-2].is(conj)) && !(i > 2 && c.words[i-3].is(conj)) { // "with the same words and the same tune"
				return &Fault{Repeated, "the same", "stands twice in a sentence"}
			}
			same = i
		case "also":
			if i > 0 && c.words[i-1].low == "and" {
				if also++; also > 2 {
					return &Fault{Repeated, "and also", "stands three times"}
				}
			}
		}
	}
	return nil
}

// formulas finds two formulas that announce a reference to what was said long before:
// "Coming back to my first request: … from earlier". Within one phrase they are one
// ("the list from earlier that you showed me before").
func (c *checker) formulas() *Fault {
	last := -1
	for i := range c.words {
		if !c.formula(i) {
			continue
		}
		if last >= 0 && c.apart(last, i) {
			return c.fault(Repeated, max(i-1, 0), i+1, "is the second formula that points far back")
		}
		if last < 0 {
			last = i
		}
	}
	return nil
}

// formula reports whether such a formula stands at a place.
func (c *checker) formula(i int) bool {
	w := &c.words[i]
	before := func(n int) string {
		if i < n {
			return ""
		}
		return c.words[i-n].low
	}
	switch w.low {
	case "earlier":
		return before(1) == "from" || recalled[before(1)] || before(2) == "mentioned"
	case "before":
		return before(1) == "from"
	case "mind":
		return before(1) == "in" && (before(2) == "request" || before(2) == "question")
	case "back":
		return i+2 < len(c.words) && c.words[i+1].low == "to" && (strings.HasSuffix(before(1), "ing") || before(1) == "go" || before(1) == "come" || before(1) == "get")
	case "again":
		return before(1) == "request" || before(1) == "question"
	case "about":
		return before(1) == "more" && before(2) == "once"
	}
	return false
}

var recalled = set("mentioned listed showed shown said told gave asked found booked named sent saw looked did had")

// apart reports whether two formulas stand in different clauses.
func (c *checker) apart(a, b int) bool {
	for k := a + 1; k <= b; k++ {
		if c.words[k].gap != blank {
			return true
		}
	}
	return b-a > 9
}

// ends finds words in front of nothing: "Book the.", "from Rome and, please."
func (c *checker) ends() *Fault {
	for i := range c.words {
		w := &c.words[i]
		if !w.is(conj | prep | prepLoose | prepWide | det) {
			continue
		}
		last := i+1 == len(c.words)
		if !last && c.words[i+1].gap == blank {
			if f := c.joins(i); f != nil {
				return f
			}
			continue
		}
		if last && c.open {
			continue // the wording goes on
		}
		if c.cutOff(i, last || c.words[i+1].gap == stop || c.words[i+1].low == "please") {
			return c.fault(Dangling, i-1, i, "stands in front of nothing")
		}
	}
	return nil
}

// cutOff reports whether nothing follows a word that needs something. whole says that the
// clause ends behind it.
func (c *checker) cutOff(i int, whole bool) bool {
	w := &c.words[i]
	switch {
	case w.is(conj):
		return whole && i > 0 && !w.first && w.raw != "OR"
	case w.is(det):
		return w.low != "his" && w.low != "her" && w.raw != "A" && !(w.low == "a" && (c.words[max(i-1, 0)].low != "book" && i > 0 && c.words[i-1].capital())) &&
			!w.first && w.low != "another" && !c.named(i)
	case !whole || i == 0:
		return false
	case w.low == "for", w.low == "to", w.is(prepLoose), w.low == "by", w.low == "before", w.low == "after", w.low == "over", w.low == "through",
		w.low == "without", w.low == "about", w.low == "since", w.low == "near", w.low == "under", w.low == "within":
		return false // "anything you can think of for", "go on", "nobody knew it before"
	}
	return !c.alone(i) && !c.asks(i) && c.words[i-1].low != "in" // "in between"
}

// named reports whether an article stands in a name, or is spoken of: "The The".
func (c *checker) named(i int) bool { return i > 0 && c.words[i].capital() && !c.words[i].first }

// joins finds conjunctions that join nothing: "the and", "and or but".
func (c *checker) joins(i int) *Fault {
	w, next := &c.words[i], &c.words[i+1]
	if !next.is(conj) || next.capital() {
		return nil
	}
	switch {
	case w.is(det) && !c.letter(i) && !w.capital():
		return c.fault(Dangling, i, i+1, "stands in front of nothing")
	case w.is(conj) && w.low != next.low && !(i+2 < len(c.words) && c.words[i+2].low == "not"):
		return c.fault(Dangling, i, i+1, "are two conjunctions in a row")
	case w.low == "of" && i > 0 && !c.words[i-1].is(verbal), (w.low == "from" || w.low == "with") && !c.paired(i+2) && !c.alone(i):
		return c.fault(Dangling, i, i+1, "stands in front of nothing")
	}
	return nil
}

// paired reports whether another preposition follows: "from and to", "with or without".
func (c *checker) paired(i int) bool {
	return i < len(c.words) && c.words[i].is(prep|prepLoose|prepWide)
}

// verbless finds requests whose verb was lost, or stands where none can.
func (c *checker) verbless() *Fault {
	for i := range c.words {
		w := &c.words[i]
		switch {
		case w.low == "you" && i > 0 && c.words[i-1].is(modal) && c.words[i].gap == blank:
			if f := c.noVerb(i - 1); f != nil {
				return f
			}
		case w.low == "to" && c.wished(i-1) && c.words[i].gap == blank && i+1 < len(c.words) && c.words[i+1].gap == blank:
			if next := &c.words[i+1]; (next.is(det) && !next.capital() || next.low == "is" || next.low == "are") && !c.open {
				return c.fault(Sentence, i-1, i+1, "lacks a verb")
			}
		case (w.low == "i" || w.low == "i'd" || w.low == "we") && i+1 < len(c.words) && c.words[i+1].gap == blank && c.words[i+1].is(det):
			return c.fault(Sentence, i, i+1, "lacks a verb")
		case w.low == "please" && i+1 < len(c.words) && c.words[i+1].gap == blank && c.words[i+1].low == "to":
			return c.fault(Sentence, i, i+1, "cannot stand together")
		case i > 0 && w.gap == blank && verbPairs[c.words[i-1].low] && seconds[w.low]:
			return c.fault(Sentence, i-1, i, "are two verbs in a row")
		case i > 0 && w.gap == blank && w.is(action) && w.capital() && capitalAfter[c.words[i-1].low] && i+1 < len(c.words) && !c.words[i+1].capital():
			return c.fault(Sentence, i-1, i, "has a capital in the middle")
		}
	}
	return nil
}

var (
	wishes       = set("like love want wanted wish need needed")
	verbPairs    = set("find get want need show cancel send")
	seconds      = set("find get cancel create add need want tell")
	capitalAfter = set("and also then please you to me or but")
)

// wished reports whether "want" or "want you" stands at a place.
func (c *checker) wished(i int) bool {
	if i > 0 && c.words[i].low == "you" {
		i--
	}
	return i >= 0 && wishes[c.words[i].low]
}

// noVerb finds what follows "could you" in the place of a verb.
func (c *checker) noVerb(i int) *Fault {
	at := i + 2
	for at < len(c.words) && c.words[at].gap == blank && fillers[c.words[at].low] {
		at++
	}
	if at >= len(c.words) || c.words[at].gap != blank {
		return nil
	}
	next := &c.words[at]
	if next.is(det) || next.low == "to" || next.low == "is" || next.low == "are" || next.low == "from" || next.low == "with" || next.low == "in" {
		return c.fault(Sentence, i, at, "lacks a verb")
	}
	return nil
}

var fillers = set("please also kindly then now just")

// doubledPair finds two or three words that stand twice: "in the in the", "show me show
// me".
func (c *checker) doubledPair() *Fault {
	for i := 3; i < len(c.words); i++ {
		for n := 2; n <= 3; n++ {
			if 2*n-1 <= i && c.twice(i, n) {
				return c.fault(Residue, i-2*n+1, i, "says the same words twice")
			}
		}
	}
	return nil
}

// twice reports whether the last words up to a place stand there twice.
func (c *checker) twice(i, n int) bool {
	for k := i - n + 1; k <= i; k++ {
		w := &c.words[k]
		if w.gap != blank || w.low == "" || w.low != c.words[k-n].low || w.is(digits|conj) || w.capital() || w.low == "by" || w.low == "after" || w.low == c.words[k-1].low {
			return false
		}
	}
	return true
}

// glued finds a value that stands beside the name of its parameter: "the location Paris
// city", "on the date 5 May", "with the start date 37".
func (c *checker) glued() *Fault {
	for i := range len(c.words) - 1 {
		w := &c.words[i]
		if !w.is(place|field) || w.capital() || c.words[i+1].gap != blank {
			continue
		}
		if f := c.bracketed(i); f != nil && c.words[i+1].value() {
			return f
		}
		if f := c.filled(i); f != nil {
			return f
		}
	}
	return nil
}

// bracketed finds a value between two names of parameters.
func (c *checker) bracketed(i int) *Fault {
	for k := i + 2; k < len(c.words) && k <= i+4 && c.words[k].gap == blank; k++ {
		w := &c.words[k]
		if w.is(place|field) && !w.capital() && !c.words[k].is(month) && !(c.words[i].low == "day" || c.words[i].low == "number") {
			if k+1 < len(c.words) && c.words[k+1].gap == blank && !c.words[k+1].is(prep|prepLoose|conj|wh) && c.words[k+1].low != "please" {
				return nil // "the city Porto price list"
			}
			return c.fault(Glued, i, k, "names the value on both sides")
		}
		if !w.value() {
			return nil
		}
	}
	return nil
}

// filled finds "in the city Paris", "for the date 5 May", "with the value 7".
func (c *checker) filled(i int) *Fault {
	if i == 0 || c.words[i].gap != blank {
		return nil
	}
	w, next := &c.words[i], &c.words[i+1]
	from := i - 1
	if !c.words[from].is(det) && from > 0 && c.words[from].gap == blank && starts[c.words[from].low] {
		from-- // "the start date"
	}
	if c.words[from].low != "the" || from == 0 || c.words[from].gap != blank || !c.words[from-1].is(prep|prepLoose|prepWide) {
		return nil
	}
	fits := false
	switch w.low {
	case "date", "day":
		fits = next.is(digits | month | weekday)
	case "time":
		fits = next.is(digits)
	case "month":
		fits = next.is(month)
	case "year":
		fits = false // "the year 2018" is what people say
	case "location", "place", "city", "town", "country", "region", "area", "language":
		fits = next.capital() && next.class&quoted == 0
	case "value":
		fits = next.value()
	case "parameter", "argument", "field", "query":
		fits = !next.is(prep | prepLoose | prepWide | conj | wh | pronoun | verbal)
	}
	if fits {
		return c.fault(Glued, from-1, i+1, "names the parameter beside its value")
	}
	return nil
}

var starts = set("start end pickup return arrival departure birth due")

// misfit finds particles that do not fit what they answer: "Sure, gluten.", "Fair
// enough: fifty euros." A bare value needs none. "Sure" answers what asks for a favour.
func (c *checker) misfit(s Speech) *Fault {
	if s.By != User || len(c.words) < 2 {
		return nil
	}
	n := c.particle()
	if n == 0 || n >= len(c.words) {
		return nil
	}
	switch gap := c.words[n].gap; {
	case gap == colon:
		return c.fault(Particle, 0, n, "is no way to begin an answer")
	case gap != comma || agreeing[c.words[0].low] == 0 || len(c.words)-n > 4 || c.says(n):
		return nil
	}
	if s.Question == "" || open(s.Question) {
		return c.fault(Particle, 0, n, "does not fit an answer that is a bare value")
	}
	return nil
}

// agreeing are the first words of particles that agree to something, with how many words
// they have.
var agreeing = map[string]int{"sure": 1, "certainly": 1, "absolutely": 1, "definitely": 1, "fair": 2, "of": 2, "no": 2, "good": 2}

// announcing are the first words of those that only announce something.
var announcing = map[string]int{"right": 1, "okay": 1, "ok": 1, "alright": 1, "well": 1, "ah": 1, "oh": 1, "yes": 1, "great": 1, "understood": 1}

// particle returns how many words the particle at the start has.
func (c *checker) particle() int {
	first := c.words[0].low
	second := c.words[1].low
	switch {
	case agreeing[first] == 1, announcing[first] == 1:
		return 1
	case first == "fair" && second == "enough", first == "of" && second == "course", first == "no" && second == "problem",
		first == "good" && second == "point":
		return 2
	}
	return 0
}

// says reports whether a clause begins at a place, rather than a bare value.
func (c *checker) says(i int) bool {
	for ; i < len(c.words); i++ {
		w := &c.words[i]
		if w.is(pronoun|wh|modal|action) || w.low == "is" || w.low == "are" || w.low == "please" || clauses[w.low] {
			return true
		}
	}
	return false
}

var clauses = set("go do make try use thanks thank works sounds let's lets why fine thing not ahead then great perfect good yes no have need want")

// open reports whether a question asks for a value and not for a favour: "Which day is
// it?" and not "Could you tell me the day?"
func open(question string) bool {
	words := split(question, false)
	for i := len(words) - 1; i >= 0; i-- {
		if words[i].first {
			return words[i].is(wh) || i+1 < len(words) && words[i+1].is(wh)
		}
	}
	return false
}
