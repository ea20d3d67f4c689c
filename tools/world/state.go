package world

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/tools"
)

// Change is what became of one thing.
type Change struct {
	Entity *tools.Entity
	ID     any
	Was    tools.Object // nil when it was made
	Is     tools.Object // nil when it is gone
	// Made tells that the conversation made the thing, so that its identifier is
	// one that the world gave it.
	Made bool
	// Drawn are the attributes of a thing that was made which follow from nothing
	// that the call said: they would be others, had it been made at another time.
	Drawn []string
}

// Changes are what became of things, in the order in which they were touched
// first. A thing stands there once, and not at all when it is as it was.
type Changes []Change

// Played is a call that was made.
type Played struct {
	Answer  Answer
	Changes Changes
}

// Play makes a call and tells what it changed. as is the same call, made in a copy
// of the world at another time, or nil: what the call makes then gets the
// identifier that it has there, and whatever else was drawn, as long as no other
// thing has it.
func (w *World) Play(t *tools.Tool, args tools.Object, as *Played) Played {
	before := w.Clone()
	p := Played{Answer: w.Call(t, args)}
	if t.Effect == tools.Create && p.Answer.Status == 201 {
		s := w.store(t.Entity)
		r := s.records[len(s.records)-1]
		drawn := drawnOf(t, args)
		if as != nil {
			if r, ok := w.like(t, r, drawn, as.Changes); ok {
				w.forget(before)
				p.Answer = w.compute(t, args, r, visible(t, r))
				p.Answer.Status = 201
			}
		}
		p.Changes = w.since(before)
		for i := range p.Changes {
			if c := &p.Changes[i]; c.Entity == t.Entity && c.Was == nil {
				c.Drawn = drawn
			}
		}
		return p
	}
	p.Changes = w.since(before)
	return p
}

// like gives a thing that was just made what was drawn for the one of the same
// call.
func (w *World) like(t *tools.Tool, r *record, drawn []string, changes Changes) (*record, bool) {
	i := slices.IndexFunc(changes, func(c Change) bool { return c.Entity == t.Entity && c.Was == nil })
	if i < 0 {
		return nil, false
	}
	s := w.store(t.Entity)
	for _, other := range s.records {
		if id, _ := other.fields.Get(t.Entity.ID); other != r && equal(id, changes[i].ID) {
			return nil, false
		}
	}
	r = s.own(r)
	for _, name := range drawn {
		if v, ok := changes[i].Is.Get(name); ok {
			r.set(name, v)
		}
	}
	return r, true
}

// forget drops the things that were made up for a thing that is now another one:
// it names those of the other one.
func (w *World) forget(before *World) {
	for key, s := range w.stores {
		known := 0
		if b := before.stores[key]; b != nil {
			known = len(b.records)
		}
		rest := slices.DeleteFunc(slices.Clone(s.records[known:]), func(r *record) bool { return !r.made })
		s.records = append(s.records[:known:known], rest...)
	}
}

// drawnOf lists the attributes of what a call makes that it says nothing of, be
// it itself or by what follows from what it says.
func drawnOf(t *tools.Tool, args tools.Object) []string {
	said := newQuery(t, args)
	settled := map[string]bool{}
	for _, c := range said {
		settled[c.attribute] = true
	}
	for _, set := range t.Sets {
		settled[set.Attribute] = true
	}
	var drawn []string
	for _, a := range t.Entity.Attributes { // what one follows from stands before it
		if _, byDefault := defaultOf(t, a, args); byDefault {
			settled[a.Name] = true
		}
		if a.Values != nil && (a.Values.Kind == tools.ValueCopy || a.Values.Kind == tools.ValueOf) {
			base, _, _ := strings.Cut(a.Values.Text, ".")
			if _, given := args.Get(base); given || settled[base] {
				settled[a.Name] = true
			}
		}
		if v := a.Values; v != nil && v.Kind != tools.ValueCopy && len(v.By) > 0 && !slices.ContainsFunc(v.By, func(by string) bool {
			_, given := args.Get(by)
			return !given && !settled[by]
		}) {
			settled[a.Name] = true
		}
		if !settled[a.Name] {
			drawn = append(drawn, a.Name)
		}
	}
	return drawn
}

// since tells what one call changed: all that it touched was there before, or it
// was made. What is there only because it was asked for is no change.
func (w *World) since(before *World) Changes {
	var list Changes
	for _, e := range w.set.Entities {
		s := w.stores[e.Key]
		if s == nil {
			continue
		}
		var old []*record
		if b := before.stores[e.Key]; b != nil {
			old = b.records
		}
		for i, r := range s.records {
			id, _ := r.fields.Get(e.ID)
			c := Change{Entity: e, ID: id, Made: r.made}
			switch {
			case i >= len(old) && !r.made, i < len(old) && old[i] == r:
				continue
			case i < len(old):
				c.Was = old[i].all()
			}
			if !r.gone {
				c.Is = r.all()
			}
			list = append(list, c)
		}
	}
	return slices.DeleteFunc(list, Change.idle)
}

// all are the attributes of a thing and what else was said of it.
func (r *record) all() tools.Object {
	if r.gone {
		return nil
	}
	out := slices.Clone(r.fields)
	for _, name := range slices.Sorted(maps.Keys(r.hidden)) {
		out = append(out, tools.Field{Name: name, Value: r.hidden[name]})
	}
	return out
}

// idle tells whether nothing has changed in the end.
func (c Change) idle() bool {
	return c.Was == nil && c.Is == nil || c.Was != nil && c.Is != nil && string(c.Was.JSON()) == string(c.Is.JSON())
}

// Then gives what two changes come to, one after the other.
func (c Changes) Then(later Changes) Changes {
	out := slices.Clone(c)
	for _, next := range later {
		i := slices.IndexFunc(out, func(x Change) bool { return x.Entity == next.Entity && equal(x.ID, next.ID) })
		if i < 0 {
			out = append(out, next)
			continue
		}
		out[i].Is = next.Is
	}
	return slices.DeleteFunc(out, Change.idle)
}

// DifferenceKind says how changes differ.
type DifferenceKind string

// The kinds of differences.
const (
	NotDone   DifferenceKind = "not done"  // a change that is wanted is not there
	Unwanted  DifferenceKind = "unwanted"  // a change that nobody wants is there
	Different DifferenceKind = "different" // an attribute has another value than is wanted
)

// Difference is one thing in which changes are not as they should be.
type Difference struct {
	Kind      DifferenceKind
	Change    Change // the one that is wanted; with Unwanted the one that is there
	Attribute string // with Different
	Got, Want any    // its values; nil where it has none
}

// String tells a difference to people.
func (d Difference) String() string {
	thing := fmt.Sprintf("%s %v", d.Change.Entity.Noun, d.Change.ID)
	done := "changed"
	switch {
	case d.Change.Was == nil:
		done = "made"
	case d.Change.Is == nil:
		done = "removed"
	}
	switch d.Kind {
	case NotDone:
		return fmt.Sprintf("%s was not %s", thing, done)
	case Unwanted:
		return fmt.Sprintf("%s was %s, which nobody asked for", thing, done)
	}
	return fmt.Sprintf("the %s of %s is %s, not %s", strings.ReplaceAll(d.Attribute, "_", " "), thing, tools.EncodeValue(d.Got), tools.EncodeValue(d.Want))
}

// Diff tells how changes differ from those that are wanted. Things that the
// conversation made are the same when all that was said of them is, whatever
// their identifiers; what refers to them then refers to the same thing.
func (c Changes) Diff(want Changes) []Difference {
	m := c.paired(want)
	var list []Difference
	for i := range want {
		if m.of[i] < 0 {
			list = append(list, Difference{Kind: NotDone, Change: want[i]})
			continue
		}
		list = append(list, m.apart(&c[m.of[i]], &want[i])...)
	}
	for k := range c {
		if !slices.Contains(m.of, k) {
			list = append(list, Difference{Kind: Unwanted, Change: c[k]})
		}
	}
	return list
}

// paired finds for each change that is wanted the one that stands for it: of the
// same thing; of a thing that was made alike; of a thing that was made.
func (c Changes) paired(want Changes) *matching {
	m := &matching{of: make([]int, len(want)), names: map[string]string{}}
	for i := range want {
		m.of[i] = -1
	}
	for _, fits := range []func(got, want *Change) bool{
		func(got, want *Change) bool { return got.Made == want.Made && equal(got.ID, want.ID) },
		func(got, want *Change) bool { return got.Made && want.Made && len(m.apart(got, want)) == 0 },
		func(got, want *Change) bool { return got.Made && want.Made },
	} {
		for i := range want {
			if m.of[i] >= 0 {
				continue
			}
			for k := range c {
				got, want := &c[k], &want[i]
				if got.Entity.Key != want.Entity.Key || (got.Was == nil) != (want.Was == nil) || (got.Is == nil) != (want.Is == nil) ||
					slices.Contains(m.of, k) || !fits(got, want) {
					continue
				}
				m.of[i], m.names[name(got.ID)] = k, name(want.ID)
				break
			}
		}
	}
	return m
}

// matching pairs changes with those that are wanted.
type matching struct {
	of    []int             // the change for each one that is wanted; -1 for none
	names map[string]string // identifiers that are wanted, by those that are there
}

// name is an identifier as it is looked up.
func name(id any) string {
	return strings.ToLower(string(tools.EncodeValue(id)))
}

// apart lists the attributes in which two changes differ: those that either of
// them touched.
func (m *matching) apart(got, want *Change) []Difference {
	if want.Is == nil {
		return nil
	}
	var list []Difference
	for _, attribute := range touched(got, want) {
		if attribute == want.Entity.ID || slices.Contains(want.Drawn, attribute) && slices.Contains(got.Drawn, attribute) {
			continue
		}
		g, _ := got.Is.Get(attribute)
		v, _ := want.Is.Get(attribute)
		if !m.same(g, v) {
			list = append(list, Difference{Kind: Different, Change: *want, Attribute: attribute, Got: g, Want: v})
		}
	}
	return list
}

// touched names the attributes that a change gave a value.
func touched(list ...*Change) []string {
	var names []string
	for _, c := range list {
		for _, f := range c.Is {
			was, had := c.Was.Get(f.Name)
			if (!had || !equal(was, f.Value)) && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// same compares values up to the names of things that were made.
func (m *matching) same(got, want any) bool {
	switch g := got.(type) {
	case []any:
		w, ok := want.([]any)
		return ok && slices.EqualFunc(g, w, m.same)
	case tools.Object:
		w, ok := want.(tools.Object)
		return ok && len(g) == len(w) && !slices.ContainsFunc(g, func(f tools.Field) bool {
			v, has := w.Get(f.Name)
			return !has || !m.same(f.Value, v)
		})
	}
	if equal(got, want) {
		return true
	}
	other, renamed := m.names[name(got)]
	return renamed && other == name(want)
}

// Foresee takes over what a call brought to light in a copy of the world, before
// and after it, so that it turns out to be there whatever is asked first: things,
// and lists that are whole now. What the call made itself is not taken over, and
// neither is what a list that was answered before should have had.
func (w *World) Foresee(before, after *World) {
	w.takeOver(after, func(e *tools.Entity, r *record) bool {
		s := before.stores[e.Key]
		return s == nil || !slices.Contains(s.records, r) && !s.excluded(r)
	})
}

// Reveal takes over all that is there in a copy of the world, but for what the
// conversation made.
func (w *World) Reveal(from *World) {
	w.takeOver(from, func(*tools.Entity, *record) bool { return true })
}

// like tells whether two records say the same.
func (r *record) like(other *record) bool {
	return r == other || len(r.fields) == len(other.fields) && string(r.all().JSON()) == string(other.all().JSON())
}

func (w *World) takeOver(from *World, wanted func(*tools.Entity, *record) bool) {
	for _, e := range w.set.Entities {
		theirs := from.stores[e.Key]
		if theirs == nil {
			continue
		}
		s := w.store(e)
		for _, r := range theirs.records {
			id, _ := r.fields.Get(e.ID)
			// Ours may be the same thing in another state. One that is theirs just
			// as well is another thing, be the identifier what it may.
			known := func(mine *record) bool {
				have, _ := mine.fields.Get(e.ID)
				return mine == r || equal(have, id) && (mine.like(r) || !slices.ContainsFunc(theirs.records, mine.like))
			}
			if !r.made && !r.gone && !slices.ContainsFunc(s.records, known) && wanted(e, r) {
				s.records = append(s.records, r)
			}
		}
		for _, q := range theirs.queries {
			if !s.asked(q) {
				s.queries = append(s.queries, q)
			}
		}
	}
}

// Names tells what things that calls were to make are called where they are made
// otherwise, by what they are called where they are made as wanted. Those with
// the same name in both are left out.
func (c Changes) Names(want Changes) map[string]string {
	names := map[string]string{}
	for i, k := range c.paired(want).of {
		if k < 0 || c[k].Was != nil || equal(c[k].ID, want[i].ID) {
			continue
		}
		was, ok := want[i].ID.(string)
		is, also := c[k].ID.(string)
		if ok && also {
			names[was] = is
		}
	}
	return names
}
