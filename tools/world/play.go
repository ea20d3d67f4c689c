package world

import (
	"slices"
	"strings"

	"switchyard/tools"
)

// Played is a call that was made, with what it changed.
type Played struct {
	Answer  Answer
	Changes Changes
}

// Play makes a call and reports what it changed. other is the same call, made at
// another time in a copy of the world, or nil. If it is not nil, a thing that the
// call makes gets the identifier and the other drawn values that it has there, unless
// another thing already has that identifier.
func (w *World) Play(t *tools.Tool, args tools.Object, other *Played) Played {
	before := w.Clone()
	p := Played{Answer: w.Call(t, args)}
	if t.Effect != tools.Create || p.Answer.Status != 201 {
		p.Changes = w.since(before)
		return p
	}
	s := w.store(t.Entity)
	made, drawn := s.records[len(s.records)-1], drawnOf(t, args)
	if other != nil {
		if r, ok := w.like(t, made, drawn, other.Changes); ok {
			w.forget(before)
			p.Answer = w.tell(t, args, r)
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

// like gives a thing that was just made the values that were drawn for the thing
// of the same call in changes.
func (w *World) like(t *tools.Tool, r *record, drawn []string, changes Changes) (*record, bool) {
	i := slices.IndexFunc(changes, func(c Change) bool { return c.Entity == t.Entity && c.Was == nil })
	if i < 0 {
		return nil, false
	}
	s := w.store(t.Entity)
	if slices.ContainsFunc(s.records, func(other *record) bool { return other != r && equal(other.id(t.Entity), changes[i].ID) }) {
		return nil, false
	}
	r = s.own(r)
	for _, name := range drawn {
		if v, ok := changes[i].Is.Get(name); ok {
			r.set(name, v)
		}
	}
	return r, true
}

// forget drops the things that were made up for a thing whose values have been
// replaced since: it names others now.
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

// drawnOf lists the attributes that the world draws when the call makes a thing:
// those that neither the call says nor follow from what it says.
func drawnOf(t *tools.Tool, args tools.Object) []string {
	settled := map[string]bool{}
	for _, c := range newQuery(t, args) {
		settled[c.attribute] = true
	}
	for _, set := range t.Sets {
		settled[set.Attribute] = true
	}
	said := func(name string) bool {
		_, given := args.Get(name)
		return given || settled[name]
	}
	var drawn []string
	for _, a := range t.Entity.Attributes { // what one follows from stands before it
		if _, byDefault := defaultOf(t, a, args); byDefault {
			settled[a.Name] = true
		}
		if v := a.Values; v != nil && (v.Kind == tools.ValueCopy || v.Kind == tools.ValueOf) {
			base, _, _ := strings.Cut(v.Text, ".")
			settled[a.Name] = settled[a.Name] || said(base)
		}
		if v := a.Values; v != nil && v.Kind != tools.ValueCopy && len(v.By) > 0 && !slices.ContainsFunc(v.By, func(by string) bool { return !said(by) }) {
			settled[a.Name] = true
		}
		if !settled[a.Name] {
			drawn = append(drawn, a.Name)
		}
	}
	return drawn
}

// since lists what one call changed. A thing that is there only because somebody
// asked for it is no change.
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
			c := Change{Entity: e, ID: r.id(e), Made: r.made}
			switch {
			case i >= len(old) && !r.made, i < len(old) && old[i] == r:
				continue
			case i < len(old):
				c.Was = old[i].all()
			}
			c.Is = r.all()
			list = append(list, c)
		}
	}
	return slices.DeleteFunc(list, Change.idle)
}

// Foresee copies into w what a call in a clone of w has shown to exist: things, and
// lists that are complete. Later calls find the same, in whatever order they are
// made. before and after are the clone before and after the call. Things that the
// call made are not copied, nor things that should have been in a list that the clone
// had returned before the call.
func (w *World) Foresee(before, after *World) {
	w.takeOver(after, func(e *tools.Entity, r *record) bool {
		s := before.stores[e.Key]
		return s == nil || !slices.Contains(s.records, r) && !s.excluded(r)
	})
}

// Reveal copies everything that exists in a clone of the world, except what the
// conversation made.
func (w *World) Reveal(from *World) {
	w.takeOver(from, func(*tools.Entity, *record) bool { return true })
}

func (w *World) takeOver(from *World, wanted func(*tools.Entity, *record) bool) {
	for _, e := range w.set.Entities {
		theirs := from.stores[e.Key]
		if theirs == nil {
			continue
		}
		s := w.store(e)
		for _, r := range theirs.records {
			// Ours may be the same thing in another state. But one of ours that is
			// theirs as well is another thing, whatever its identifier.
			known := func(mine *record) bool {
				return mine == r || equal(mine.id(e), r.id(e)) && (mine.says(r) || !slices.ContainsFunc(theirs.records, mine.says))
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

// says reports whether two records say the same.
func (r *record) says(other *record) bool {
	return r == other || len(r.fields) == len(other.fields) && tools.Same(r.all(), other.all())
}
