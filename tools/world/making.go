package world

import (
	"slices"

	"switchyard/internal/keyed"
	"switchyard/tools"
)

// Limits of the things that are made because one refers to the next.
const (
	deepest = 64  // things one below the other
	most    = 512 // things for one
	wasted  = 250 // things for those of one entity that could not be made; catalogues have less than 50
)

// making is what is being made: things, outermost first, each of which needs the next.
type making struct {
	things []*thing
	count  int // that were begun for the outermost
	// wasted counts, by its entity, what was begun for an outermost thing that could not be
	// made. If that is too much, no more of the entity is made.
	wasted map[*tools.Entity]int
}

// thing is a thing that is being made.
type thing struct {
	entity *tools.Entity
	record *record
	id     any // its identifier, if another thing needed it before its turn came
}

// begin notes that a thing is being made. It fails if too many are under way, or could not
// be made before.
func (w *World) begin(e *tools.Entity, r *record) (*thing, bool) {
	m := &w.making
	if len(m.things) == 0 {
		m.count = 0
	}
	if m.count++; m.count > most || len(m.things) >= deepest || len(m.things) == 0 && m.wasted[e] > wasted {
		return nil, false
	}
	now := &thing{entity: e, record: r}
	m.things = append(m.things, now)
	return now, true
}

// end notes that the last thing that was begun is made, or cannot be made.
func (w *World) end(made bool) {
	m := &w.making
	now := m.things[len(m.things)-1]
	if m.things = m.things[:len(m.things)-1]; len(m.things) == 0 && !made {
		if m.wasted == nil {
			m.wasted = map[*tools.Entity]int{}
		}
		m.wasted[now.entity] += m.count
	}
}

// GiveUp gives up on the entities that another world gave up on, because too much was begun
// for things of them that could not be made.
func (w *World) GiveUp(other *World) {
	for e, n := range other.making.wasted {
		if n > wasted {
			if w.making.wasted == nil {
				w.making.wasted = map[*tools.Entity]int{}
			}
			w.making.wasted[e] = n
		}
	}
}

// GaveUp reports whether the world gave up on an entity.
func (w *World) GaveUp() bool {
	for _, n := range w.making.wasted {
		if n > wasted {
			return true
		}
	}
	return false
}

// more reports whether one more thing of the entity may be made for the current one.
func (w *World) more(e *tools.Entity) bool {
	m := &w.making
	return m.count < most && len(m.things) < deepest && !slices.ContainsFunc(m.things, func(t *thing) bool { return t.entity == e })
}

// unfinished returns the identifier of a thing that is being made and fits the query.
// The things that are made for it refer to it.
func (w *World) unfinished(e *tools.Entity, random keyed.Rand, q query) (any, bool) {
	for i, t := range slices.Backward(w.making.things) {
		if t.entity != e || slices.ContainsFunc(q, func(c condition) bool {
			v, made := t.record.value(c.attribute)
			return !made || !c.holds(v)
		}) {
			continue
		}
		if !w.identify(t, random) {
			continue
		}
		t.record.dependents = append(t.record.dependents, w.making.things[i+1:]...)
		return t.id, true
	}
	return nil, false
}

// identify gives a thing that is being made its identifier, if it has none yet.
func (w *World) identify(t *thing, random keyed.Rand) bool {
	if t.id != nil {
		return true
	}
	if id, made := t.record.fields.Get(t.entity.ID); made {
		t.id = id
		return true
	}
	a := t.entity.Attribute(t.entity.ID)
	if a == nil || a.Values == nil {
		return false
	}
	for range 40 {
		id, ok := Draw(random, a.Values, w.now, nil)
		if ok && !w.taken(t.entity, t.entity.ID, id) {
			t.id = id
			return true
		}
	}
	return false
}

// discard removes the things that were made for a thing and refer to it: the thing
// itself does not come to be.
func (w *World) discard(r *record) {
	for _, d := range r.dependents {
		s := w.store(d.entity)
		s.records = slices.DeleteFunc(slices.Clone(s.records), func(other *record) bool { return other == d.record })
		w.granted = slices.DeleteFunc(slices.Clone(w.granted), func(g granted) bool { return g.record == d.record })
	}
}
