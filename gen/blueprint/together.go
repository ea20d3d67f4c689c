package blueprint

import (
	"slices"

	"switchyard/tools"
)

// What makes several calls one request: they have something in common, and are said in one
// breath.

// beside adds a call that depends on none of the others.
func (d *drawer) beside(b *Blueprint, i int) bool {
	if d.r.Chance(0.55) && d.twin(b, i) {
		return true
	}
	for _, t := range d.order(d.Set.Tools) {
		if t.Effect == tools.Delete || slices.ContainsFunc(d.calls, func(c Call) bool { return c.Tool == t || related(t, c.Tool) }) {
			continue
		}
		fixed := d.aboutSame(t)
		if !t.Described && !slices.ContainsFunc(fixed, func(a Arg) bool { return a.Param.Entity != nil || connects(a.Param) && !d.ownValue(a.Value) }) {
			continue // what has nothing to do with the rest is a request of its own
		}
		if c, ok := d.call(t, fixed...); ok && d.try(c) {
			return true
		}
	}
	return d.twin(b, i)
}

// aboutSame returns arguments that connect a call of the tool with the other calls of the
// mission: it is about a thing that one of them is about, or has some of their values.
func (d *drawer) aboutSame(t *tools.Tool) []Arg {
	for i := range d.calls {
		for _, a := range d.calls[i].Args {
			p := entityParam(t, a.Param.Entity)
			if a.Param.Entity == nil || p == nil || a.Origin != Said && a.Origin != Shown || d.repeated(t, p, a.Value) || d.removes(t, a.Value) || d.undoes(t, a.Value) {
				continue
			}
			about := a
			about.Param = p
			if about.Origin == Said && about.Echo == nil {
				about.Echo = &Echo{i, a.Param.Name}
			}
			return append([]Arg{about}, d.echoes(t, p)...)
		}
	}
	return d.echoes(t, nil)
}

// ownValue reports whether a value is the user's own name or address, which all requests share.
func (d *drawer) ownValue(v any) bool {
	return v == d.Persona.Name || v == d.Persona.Email || v == d.Persona.Phone
}

// connects reports whether calls with the same value of a parameter belong together: they are
// about the same place, day or person, and not only of the same importance.
func connects(p *tools.Param) bool {
	return isKind(p, tools.ValueKnown, tools.ValueCity, tools.ValueStreet, tools.ValuePerson, tools.ValueEmail, tools.ValueDate, tools.ValueDateTime, tools.ValueMonth)
}

// mostValues is how many values a request for several calls says at most: nobody dictates a
// form in one breath.
const mostValues = 5

// longWinded reports whether a request for all calls would have to say too much. Tools that
// only a description tells of may need more.
func (d *drawer) longWinded() bool {
	n := 0
	for i, c := range d.calls {
		if c.Tool.Described {
			return false
		}
		for _, a := range c.Args {
			if a.Origin == Said && a.Echo == nil {
				n += values(a.Value)
			}
		}
		if i > 1 {
			n++
		}
	}
	return n > mostValues
}

// values is how many values a value holds.
func values(v any) int {
	n := 0
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			n += values(item)
		}
	case tools.Object:
		for _, f := range v {
			n += values(f.Value)
		}
	default:
		return 1
	}
	return n
}

// hasWords reports whether words were found for such calls. What people were ready to put into
// words is what they would ask for at once.
func (d *drawer) hasWords() bool { return len(d.Set.Words.Of(tools.ToRequest, "", d.names())) > 0 }

// names are the tools of the calls so far, as [tools.Wording] lists them: calls that differ in
// one value count once.
func (d *drawer) names() []string {
	var out []string
	for i, c := range d.calls {
		if i == 0 || c.Tool != d.calls[i-1].Tool || slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result }) {
			out = append(out, c.Tool.Name)
		}
	}
	return out
}
