package proof

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// The meanings of words that compare: which attributes of the listed things "latest" or
// "cheapest" can be about.

// nature is what kind of value an attribute has.
type nature int

const (
	otherNature nature = iota
	aDay               // a date or month, as text
	aMoment            // a date with a time
	aClock             // a time of day
	aYear              // a year, as a number
	anAge              // years since something
	aPrice             // money that somebody pays
	aLength            // a length of time
	aSize              // how many or how much
	aRank              // a place in a queue
)

// The names of attributes that are money, lengths of time and sizes, and those that are
// money which nobody pays for the thing.
var (
	moneyNames   = set("price fee fees fare rent cost costs total amount charge charges deposit sum bill")
	notPaid      = set("limit cover insured reward balance allowance threshold value minimum cap discount refund credit points percent rating interest offer accepted")
	currencies   = set("euro euros pound pounds dollar dollars cent cents price fare fee cost")
	lengthNames  = set("minutes hours days nights weeks months seconds duration minute hour")
	sizeNames    = set("quantity pieces people portions size capacity places rooms seats units copies guests adults")
	countNames   = set("pages km kg pieces items people visitors guests points rooms seats")
	amountNames  = set("amount total sum")
	aheadNames   = set("due by until deadline expires expected delivery ready ends end return next new arrival arrives valid last check")
	yearNames    = set("built installed renovated year made opened founded")
	rankNames    = set("queue position rank ahead turn")
	comparedKeys = 24 // of one thing; more would take too long
)

// orderedBy is an attribute that all items of a list have.
type orderedBy struct {
	name   string
	nature nature
}

// comparables lists the attributes of a list that have an order.
func (v *view) comparables(l *listing) []orderedBy {
	var out []orderedBy
	if len(l.items) == 0 {
		return nil
	}
	first, _ := l.items[0].(map[string]any)
	for _, key := range sortedKeys(first) {
		if len(out) == comparedKeys {
			break
		}
		n := otherNature
		for i, item := range l.items {
			value, ok := child(item, key)
			here := v.natureOf(l, key, value)
			if !ok || i > 0 && here != n {
				n = otherNature
				break
			}
			n = here
		}
		if n != otherNature {
			out = append(out, orderedBy{key, n})
		}
	}
	return out
}

// natureOf tells the nature of a value from its form, its name and its description.
func (v *view) natureOf(l *listing, key string, value any) nature {
	switch value := value.(type) {
	case string:
		return natureOfText(value)
	case json.Number:
		return natureOfNumber(plainWords(splitName(key)), plainWords(v.describes(l, key)))
	}
	return otherNature
}

func natureOfText(s string) nature {
	digit := func(layout string) bool {
		if len(s) < len(layout) {
			return false
		}
		for i := range len(layout) {
			if layout[i] == '0' && !isDigit(s[i]) || layout[i] != '0' && s[i] != layout[i] {
				return false
			}
		}
		return true
	}
	switch {
	case digit("0000-00-00T00:00"), digit("0000-00-00 00:00"):
		return aMoment
	case digit("0000-00-00") && len(s) == 10, digit("0000-00") && len(s) == 7:
		return aDay
	case digit("00:00") && len(s) <= 8:
		return aClock
	}
	return otherNature
}

func natureOfNumber(name, about []string) nature {
	has := func(list []string, words map[string]bool) bool {
		return slices.ContainsFunc(list, func(w string) bool { return words[w] })
	}
	last := ""
	if len(name) > 0 {
		last = name[len(name)-1]
	}
	switch {
	case has(name, rankNames):
		return aRank
	case has(name, notPaid):
		return otherNature
	case hasRun(about, []string{"years", "since"}):
		return anAge
	case last == "year" || has(name, yearNames) || len(about) > 0 && about[0] == "year":
		return aYear
	case lengthNames[last]:
		return aLength
	case countNames[last]:
		return aSize
	case has(name, moneyNames), has(about, currencies):
		return aPrice
	case slices.Contains(about, "minutes"), slices.Contains(about, "hours"):
		return aLength
	case has(name, sizeNames):
		return aSize
	}
	return otherNature
}

// describes returns the description of an attribute in the schema of what the tool
// returns.
func (v *view) describes(l *listing, key string) string {
	t := v.missions[l.mission].calls[l.call].tool
	if t == nil || t.returns == nil {
		return ""
	}
	schema, _ := t.returns.parameter(l.pointer + "/0/" + key)
	about, _ := schema["description"].(string)
	return about
}

// meaning is one reading of words that compare: by these attributes, the first one
// first, the least or the greatest wins. With no attributes, the order is that of the
// list, or the one in which the things were made.
type meaning struct {
	by   []string
	max  bool
	made bool
}

// sense is what a superlative can be about when it names no attribute.
type sense int

const (
	noSense    sense = iota
	ofTime           // dates, moments and times of day
	ofPlace          // the same, or the place in the list
	ofAge            // dates, moments and years
	ofMoney          // prices
	ofHeight         // prices, or else what it is declared for, or the place in the list
	ofDuration       // lengths of time
	ofSize           // sizes and amounts
)

type superlative struct {
	sense sense
	max   bool
}

// superlatives are the words that compare without naming an attribute. The comparatives
// are said of two things.
var superlatives = map[string]superlative{
	"earliest": {ofTime, false}, "soonest": {ofTime, false}, "next": {ofTime, false}, "most immediate": {ofTime, false}, "earlier": {ofTime, false}, "sooner": {ofTime, false},
	"latest": {ofTime, true}, "later": {ofTime, true}, "furthest off": {ofTime, true}, "farthest off": {ofTime, true}, "further off": {ofTime, true},
	"comes first": {ofPlace, false}, "first": {ofPlace, false}, "comes up first": {ofPlace, false}, "comes next": {ofPlace, false}, "comes up next": {ofPlace, false},
	"comes earlier": {ofTime, false}, "comes last": {ofPlace, true}, "last": {ofPlace, true}, "comes up last": {ofPlace, true}, "comes later": {ofTime, true},
	"newest": {ofAge, true}, "most recent": {ofAge, true}, "newer": {ofAge, true}, "more recent": {ofAge, true},
	"oldest": {ofAge, false}, "older": {ofAge, false}, "least recent": {ofAge, false},
	"cheapest": {ofMoney, false}, "least expensive": {ofMoney, false}, "cheaper": {ofMoney, false}, "less expensive": {ofMoney, false},
	"most expensive": {ofMoney, true}, "dearest": {ofMoney, true}, "priciest": {ofMoney, true}, "costliest": {ofMoney, true},
	"more expensive": {ofMoney, true}, "dearer": {ofMoney, true}, "pricier": {ofMoney, true},
	"highest": {ofHeight, true}, "higher": {ofHeight, true}, "lowest": {ofHeight, false}, "lower": {ofHeight, false},
	"longest": {ofDuration, true}, "longer": {ofDuration, true}, "shortest": {ofDuration, false}, "shorter": {ofDuration, false},
	"largest": {ofSize, true}, "biggest": {ofSize, true}, "larger": {ofSize, true}, "bigger": {ofSize, true},
	"smallest": {ofSize, false}, "smaller": {ofSize, false},
}

// withinDay reports whether words make a comparison of times one within the day, whatever
// the day: "the earliest in the day". "The earliest pickup time" can be the first moment.
func withinDay(said []string) bool {
	return slices.ContainsFunc(said, func(w string) bool { return w == "hour" || w == "o'clock" }) ||
		slices.ContainsFunc(said, func(w string) bool { return w == "in" || w == "of" }) &&
			slices.ContainsFunc(said, func(w string) bool { return w == "day" || w == "morning" || w == "evening" })
}

// sequence are the words that put things in a row, by time or by a queue.
var sequence = set("first last next soonest")

// meanings lists the readings of words that compare the items of a list by what the
// toolset declares for them. content are the words without the noun and what is usual
// around it.
func (v *view) meanings(l *listing, content []string, by string, order mission.Order) []meaning {
	max := order == mission.OrderMax
	list := []meaning{{by: []string{by}, max: max}}
	if strings.HasPrefix(by, "/") {
		return list
	}
	attributes := v.comparables(l)
	sup, generic := superlatives[strings.Join(content, " ")]
	if !generic {
		inRow := slices.ContainsFunc(content, func(w string) bool { return sequence[w] })
		for _, a := range attributes {
			if inRow && a.nature == aRank && a.name != by && !slices.ContainsFunc(plainWords(splitName(by)), func(w string) bool { return rankNames[w] }) {
				list = append(list, meaning{by: []string{a.name}, max: max}) // "that is paid out last"
			}
		}
		if !withinDay(content) && slices.Contains(attributes, orderedBy{by, aClock}) { // "that leaves first" on different days
			for _, a := range attributes {
				if a.nature == aDay {
					list = append(list, meaning{by: []string{a.name, by}, max: max})
				}
			}
		}
		return list
	}
	return append(list, meaningsOf(attributes, sup, by)...)
}

// meaningsOf lists what a superlative without an attribute can be about.
func meaningsOf(attributes []orderedBy, sup superlative, by string) []meaning {
	var list []meaning
	add := func(by ...string) { list = append(list, meaning{by: by, max: sup.max}) }
	for _, a := range attributes {
		names := plainWords(splitName(a.name))
		amount := slices.ContainsFunc(names, func(w string) bool { return amountNames[w] })
		switch {
		case sup.sense == ofTime || sup.sense == ofPlace:
			if a.nature == aDay || a.nature == aMoment || a.nature == aClock || a.nature == aRank && sup.sense == ofPlace {
				add(a.name)
			}
			for _, b := range attributes {
				if a.nature == aDay && b.nature == aClock {
					add(a.name, b.name)
				}
			}
		case sup.sense == ofAge:
			ahead := slices.ContainsFunc(names, func(w string) bool { return aheadNames[w] })
			switch {
			case (a.nature == aDay || a.nature == aMoment || a.nature == aYear) && !ahead:
				add(a.name)
			case a.nature == anAge:
				list = append(list, meaning{by: []string{a.name}, max: !sup.max})
			}
		case a.nature == aPrice && (sup.sense == ofMoney || sup.sense == ofHeight || sup.sense == ofSize && amount),
			a.nature == aLength && sup.sense == ofDuration, a.nature == aSize && sup.sense == ofSize:
			add(a.name)
		}
	}
	switch sup.sense {
	case ofPlace:
		list = append(list, meaning{max: sup.max})
	case ofHeight:
		list = append(list, meaning{max: !sup.max}) // the lowest one is the last on the list
	case ofTime, ofAge:
		list = append(list, meaning{max: sup.max, made: true})
	}
	return list
}

// winners returns the items that are best by a reading; none if it does not order them.
func (v *view) winners(l *listing, at []int, means meaning) []int {
	switch {
	case means.made:
		return v.lastMade(l, at, means.max)
	case len(means.by) == 0 && means.max:
		return at[len(at)-1:]
	case len(means.by) == 0:
		return at[:1]
	}
	var best []int
	for _, i := range at {
		c := -1
		if len(best) > 0 {
			var ok bool
			if c, ok = compareBy(l.items[i], l.items[best[0]], means.by); !ok {
				return nil
			}
			if means.max {
				c = -c
			}
		}
		switch {
		case c < 0:
			best = append(best[:0:0], i)
		case c == 0:
			best = append(best, i)
		}
	}
	if len(best) == len(at) {
		return nil // they are all the same
	}
	return best
}

func compareBy(a, b any, by []string) (int, bool) {
	for _, name := range by {
		x, ok1 := child(a, name)
		y, ok2 := child(b, name)
		c, ok := compare(x, y)
		if !ok1 || !ok2 || !ok || c != 0 {
			return c, ok1 && ok2 && ok
		}
	}
	return 0, true
}

// created is the status of calls that made something.
const created = 201

// lastMade returns the item that was made last in this conversation, or first if all
// were made in it.
func (v *view) lastMade(l *listing, at []int, last bool) []int {
	if l.kind < 0 {
		return nil
	}
	e := &v.entry.Toolset.Entities[l.kind]
	var order []int
	for k := 0; k <= l.mission; k++ {
		for c := range v.missions[k].calls {
			call := &v.missions[k].calls[c]
			id, ok := child(call.observation, e.ID)
			if !ok || call.Status != created {
				continue
			}
			for _, i := range at {
				if mine, _ := child(l.items[i], e.ID); equal(mine, id) {
					order = append(order, i)
				}
			}
		}
	}
	switch {
	case len(order) == 0, !last && len(order) < len(at):
		return nil
	case last:
		return order[len(order)-1:]
	}
	return order[:1]
}

// colour matches a colour as programs write it.
var colour = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// otherColour returns another colour that a result tells, if an argument is one: colours are
// known by their form, whatever they are called.
func otherColour(leaves []leaf, pointer string, observation any) (any, bool) {
	own, _ := leafAt(leaves, pointer)
	if text, ok := own.(string); !ok || !colour.MatchString(text) {
		return nil, false
	}
	result, _ := observation.(map[string]any)
	for _, key := range sortedKeys(result) {
		if text, ok := result[key].(string); ok && colour.MatchString(text) && !equal(own, result[key]) {
			return result[key], true
		}
	}
	return nil, false
}
