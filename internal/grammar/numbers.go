package grammar

import "strings"

// units are common nouns that are counted, with their plurals.
var units = func() map[string]string {
	m := map[string]string{}
	pairs := `day days night nights hour hours minute minutes week weeks month months year years person people guest guests ticket tickets
		seat seats room rooms item items result results option options passenger passengers adult adults child children euro euros dollar dollars
		mile miles kilometre kilometres kilometer kilometers page pages copy copies bag bags stop stops match matches second seconds degree degrees
		bed beds bedroom bedrooms point points review reviews table tables hotel hotels restaurant restaurants flight flights song songs movie movies
		film films book books order orders message messages meeting meetings appointment appointments visitor visitors traveller travellers
		traveler travelers pound pounds dollar dollars cent cents portion portions parcel parcels package packages box boxes bottle bottles
		apartment apartments house houses city cities country countries student students friend friends colleague colleagues employee employees
		car cars bike bikes bus buses train trains dog dogs cat cats kid kids star stars voucher vouchers coupon coupons invoice invoices
		payment payments device devices printer printers photo photos picture pictures video videos file files document documents word words
		character characters letter letters crate crates pallet pallets metre metres meter meters litre litres player players game games team teams
		job jobs task tasks event events reminder reminders alert alerts alarm alarms note notes user users customer customers
		account accounts bathroom bathrooms suitcase suitcases concert concerts class classes lesson lessons slot slots name names
		place places thing things booking bookings reservation reservations recipe recipes dish dishes meal meals appliance appliances
		shop shops store stores article articles product products review reviews dataset datasets playlist playlists`
	list := strings.Fields(pairs)
	for i := 0; i < len(list); i += 2 {
		m[list[i]] = list[i+1]
	}
	return m
}()

// singulars are the nouns of units by their plurals.
var singulars = func() map[string]string {
	m := make(map[string]string, len(units))
	for singular, plural := range units {
		m[plural] = singular
	}
	return m
}()

// wrongCount finds a noun that does not agree with the number before it.
func (c *checker) wrongCount(nouns []Noun) *Fault {
	for i := range len(c.words) - 1 {
		if c.words[i+1].gap != blank || c.words[i].class&(digits|numeral|many|single|det|pronoun) == 0 {
			continue
		}
		if f := c.quantified(i); f != nil {
			return f
		}
		one, ok := c.howMany(i)
		if !ok {
			continue
		}
		for _, n := range nouns {
			if f := c.agrees(i, one, n); f != nil {
				return f
			}
		}
		next := c.words[i+1].low
		if plural, ok := units[next]; ok && !one {
			if f := c.agrees(i, one, Noun{next, plural}); f != nil {
				return f
			}
		}
		if singular, ok := singulars[next]; ok && one {
			if f := c.agrees(i, one, Noun{singular, next}); f != nil {
				return f
			}
		}
		if f := c.thereIs(i, one); f != nil {
			return f
		}
	}
	return nil
}

// thereIs finds "there is 3 rooms" and "there are one room".
func (c *checker) thereIs(i int, one bool) *Fault {
	if i < 2 || c.words[i].gap != blank || c.words[i-2].low != "there" {
		return nil
	}
	next := c.words[i+1].low
	switch verb := c.words[i-1].low; {
	case verb == "is" && !one && singulars[next] != "":
		return c.fault(Number, i-2, i+1, `must have "are"`)
	case verb == "are" && one && units[next] != "":
		return c.fault(Number, i-2, i+1, `must have "is"`)
	}
	return nil
}

// quantified finds a noun that does not fit "several", "each", "a" or "how many".
func (c *checker) quantified(i int) *Fault {
	w, next := &c.words[i], &c.words[i+1]
	switch {
	case (w.is(many) || w.low == "many") && units[next.low] != "" && !c.inCompound(i+1):
		return c.fault(Number, i, i+1, "need the plural")
	case (w.is(single) || w.low == "a" || w.low == "an") && singulars[next.low] != "" && !c.inCompound(i+1) && next.low != "people":
		return c.fault(Number, i, i+1, "need the singular")
	}
	return nil
}

// inCompound reports whether a noun may qualify another one: "a two night stay".
func (c *checker) inCompound(i int) bool {
	return i+1 < len(c.words) && c.words[i+1].gap == blank && !c.words[i+1].is(notAfter)
}

// howMany returns whether the number at a place is one. ok is false if there is none, or
// if it does not count anything ("July 1", "room 2").
func (c *checker) howMany(i int) (one, ok bool) {
	w := &c.words[i]
	if i > 0 && w.gap == blank && c.words[i-1].class&(month|labelling|numeral) != 0 {
		return false, false
	}
	switch {
	case w.low == "one":
		return true, true
	case w.is(numeral):
		return false, true
	case !w.is(digits) || len(w.raw) > 4 || strings.Trim(w.raw, "0123456789") != "":
		return false, false
	}
	return w.raw == "1", true
}

// agrees compares a noun behind a number with its singular and plural.
func (c *checker) agrees(i int, one bool, n Noun) *Fault {
	have, want := n.One, n.Many
	if one {
		have, want = n.Many, n.One
	}
	size := c.match(i+1, have)
	if size == 0 || have == want || !one && c.inCompound(i+size) {
		return nil
	}
	return c.fault(Number, i, i+size, `must be "`+c.words[i].raw+" "+want+`"`)
}

// match returns how many words a noun takes at a place; 0 if it does not stand there.
func (c *checker) match(i int, noun string) int {
	n := 0
	for w := range strings.FieldsSeq(noun) {
		if i+n >= len(c.words) || n > 0 && c.words[i+n].gap != blank || !strings.EqualFold(c.words[i+n].raw, w) {
			return 0
		}
		n++
	}
	return n
}
