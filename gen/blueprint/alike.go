package blueprint

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// Parameters whose values can stand for each other.

// isKind reports whether values of the parameter are of the kind.
func isKind(p *tools.Param, kinds ...tools.ValueKind) bool {
	return p.Values != nil && slices.Contains(kinds, p.Values.Kind)
}

// alike reports whether a value of parameter a can later be a value of b: both name a
// place, a day, a currency and so on.
func alike(a, b *tools.Param) bool {
	if a.Entity != nil || b.Entity != nil {
		return a.Entity != nil && a.Entity == b.Entity
	}
	if bound(a) && !bound(b) {
		return false // "from that day onwards" is not "on that day"
	}
	if a.Name == b.Name && a.Type == b.Type {
		return sameShape(a, b)
	}
	if a.Values == nil || b.Values == nil || len(b.There) == 0 || a.Values.Kind != b.Values.Kind {
		return false
	}
	switch a.Values.Kind {
	case tools.ValueKnown:
		return a.Values.Text == b.Values.Text
	case tools.ValueDate, tools.ValueCity:
		return true
	}
	return false
}

// bound reports whether the parameter limits a list to days before or after a day.
func bound(p *tools.Param) bool {
	return isKind(p, tools.ValueDate) && (p.Match == tools.MatchAtMost || p.Match == tools.MatchAtLeast)
}

// sameShape reports whether values of one parameter fit the other: arrays and
// objects of the same name may have other fields.
func sameShape(a, b *tools.Param) bool {
	if (a.Items == nil) != (b.Items == nil) || a.Items != nil && !sameShape(a.Items, b.Items) {
		return false
	}
	return a.Type == b.Type && slices.EqualFunc(a.Props, b.Props, func(p, q *tools.Param) bool { return p.Name == q.Name && sameShape(p, q) })
}

// likeArg finds the argument of the call that can serve as p. If there are several, it
// returns the last one, which is what "there" means.
func (d *drawer) likeArg(c PastCall, p *tools.Param) *Arg {
	var found *Arg
	for i := range c.Args {
		a := &c.Args[i]
		if a.Param.Name == p.Name && a.Param.Entity == p.Entity && !(bound(a.Param) && !bound(p)) && sameShape(a.Param, p) && d.within(p, a.Value) {
			return a
		}
		if alike(a.Param, p) && a.Param.Entity == nil && d.within(p, a.Value) {
			found = a
		}
	}
	return found
}

// disputed reports whether mission k also said or showed another value that could serve as
// p. After a mission without a call, "there" and "that day" can be those of the missions
// before, too.
func (d *drawer) disputed(k int, p *tools.Param, a *Arg) bool {
	return d.rivalled(k, p, a.Value) || d.unplaced(k, p, a.Value) || d.Past[k].Chat != nil && (placed(p) || isKind(p, tools.ValueDate)) && slices.ContainsFunc(indices(d.Past[:k]), func(j int) bool { return d.rivalled(j, p, a.Value) })
}

// unplaced reports whether a mission after k was about a thing that lies in some place, such
// as a practice in a city, and nobody has told where: "there" could be where that is.
func (d *drawer) unplaced(k int, p *tools.Param, value any) bool {
	if !placed(p) {
		return false
	}
	told := func(past *Past) bool {
		return slices.ContainsFunc(past.Calls, func(c PastCall) bool {
			shown, ok := c.Answer.Body.Get(p.Name)
			return ok && tools.Same(shown, value) || slices.ContainsFunc(c.Args, func(a Arg) bool {
				return sameKind(a.Param, p) && tools.Same(placeOf(a.Param, a.Value), placeOf(p, value))
			})
		})
	}
	for j := k + 1; j < d.index(); j++ {
		if told(d.Past[j]) {
			continue
		}
		for e, id := range d.named(j) {
			text, _ := IDText(id)
			if e.Attribute(p.Name) != nil && !slices.ContainsFunc(d.Past[:j], func(past *Past) bool { return past.shows(text) && told(past) }) {
				return true
			}
		}
	}
	return false
}

// rivalled reports whether mission k said or showed another value than the one given that
// could serve as p.
func (s *Story) rivalled(k int, p *tools.Param, value any) bool {
	said := slices.ContainsFunc(s.Past[k].allCalls(), func(c PastCall) bool {
		return slices.ContainsFunc(c.Args, func(other Arg) bool {
			return other.Param.Entity == p.Entity && (other.Param.Name == p.Name || alike(other.Param, p) || sameKind(other.Param, p)) &&
				!tools.Same(placeOf(other.Param, other.Value), placeOf(p, value))
		})
	})
	return said || slices.ContainsFunc(s.Past[k].Calls, func(c PastCall) bool {
		shown, ok := c.Answer.Body.Get(p.Name)
		text, _ := shown.(string)
		return c.Answer.Status < 300 && (ok && text != "" && !tools.Same(shown, value) || isColour(value) &&
			slices.ContainsFunc(c.Answer.Body, func(f tools.Field) bool { return isColour(f.Value) && !tools.Same(f.Value, value) }))
	})
}

// isColour reports whether a value is a colour as programs write it.
func isColour(v any) bool {
	text, _ := v.(string)
	return len(text) == len("#1164C0") && text[0] == '#' && !strings.ContainsFunc(text[1:], func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) })
}

// Alone reports whether the conversation has no other value so far that could serve as the
// parameter, so that "there" or "the same day" can mean only this one.
func (s *Story) Alone(p *tools.Param, value any) bool {
	return !slices.ContainsFunc(indices(s.Past), func(k int) bool { return s.rivalled(k, p, value) })
}

// sameKind reports whether both parameters name places, days, people or sums, so that a
// word such as "there" could mean either.
func sameKind(a, b *tools.Param) bool {
	if shareThere(a, b) || placed(a) && placed(b) || len(b.There) > 0 && ofPeople(a) && ofPeople(b) && (b.Items == nil || a.Items != nil) {
		return true
	}
	return a.Values != nil && b.Values != nil && len(b.There) > 0 && kindOf(a) == kindOf(b) && slices.Contains([]tools.ValueKind{tools.ValueKnown, tools.ValueDate, tools.ValueMoney}, kindOf(a))
}

// placeOf returns the name of a place of which a parameter takes the coordinates, and other
// values as they are.
func placeOf(p *tools.Param, value any) any {
	if o, ok := value.(tools.Object); ok && p.IsPlace() {
		return p.Place(o)
	}
	return value
}

// placed reports whether the name of a parameter says that its values are places.
func placed(p *tools.Param) bool {
	if p.IsPlace() {
		return true
	}
	names := naming.Words(strings.ToLower(p.Name))
	return p.Type == "string" && p.Entity == nil && aboutAny(names, places) && !aboutAny(names, []string{"email", "mail", "name", "number", "code", "id", "time", "date"})
}

var places = []string{"city", "town", "place", "pickup", "destination", "origin", "airport", "country", "region", "district", "street", "address", "building", "office",
	"location", "area", "island", "harbour", "port", "station"}

// shareThere reports whether the same words can stand for both parameters.
func shareThere(a, b *tools.Param) bool {
	return slices.ContainsFunc(a.There, func(w string) bool { return slices.Contains(b.There, w) })
}

// kindOf is the kind of a parameter's values; all places are alike.
func kindOf(p *tools.Param) tools.ValueKind {
	if p.Values == nil || p.Values.Kind == tools.ValueCity || p.Values.Kind == tools.ValueStreet {
		return tools.ValueKnown
	}
	return p.Values.Kind
}

// lasting reports whether a value of the parameter tends to stay the same within
// a request: a place, a day or a person does, a quantity does not.
func lasting(p *tools.Param) bool {
	return p.Values != nil && slices.Contains([]tools.ValueKind{
		tools.ValueKnown, tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth, tools.ValueCity,
		tools.ValuePerson, tools.ValueEmail, tools.ValuePhone, tools.ValueStreet, tools.ValueCompany}, p.Values.Kind)
}
