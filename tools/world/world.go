// Package world plays the tools of a toolset in a small simulated world. A call
// can look up what another call listed. What was created can be found, and what
// was cancelled is gone. It gives answers to calls without the real systems
// behind the tools: the blueprint draws missions in it, the built-in tool role
// answers from it, and evaluation plays the calls of agents in it.
//
// Start with [New] and [World.Call]. [World.Ensure] makes a thing that a user
// already knows, [World.Clone] copies the world to try something out, and
// [World.Play] also reports what a call changed; [Changes.Diff] compares that
// with what was wanted. [Draw] and [Agree] make single values.
//
// Everything follows from the toolset, the time and the seed: the same calls in
// the same order give the same answers. Once a call has returned a list, that
// list stays complete: nothing turns up later that should have been in it.
// Every answer fits the tool's return schema. A World is not safe for
// concurrent use, but its clones are independent of each other.
package world

import (
	"maps"
	"slices"
	"time"

	"switchyard/internal/keyed"
	"switchyard/internal/sample"
	"switchyard/tools"
)

// World is the state behind a toolset in one conversation. It is not safe for
// concurrent use.
type World struct {
	set    *tools.Toolset
	now    time.Time
	seed   uint64
	stores map[string]*store // by the entity's key
	// granted logs what existed before the conversation, as it was then. While
	// granting is set, every new thing is logged there.
	granted  []granted
	granting bool
	making   making
	owned    map[string]tools.Object // by the entity's key: what makes a thing the user's own
	calls    []madeCall              // to which rules relate later ones
	broken   *tools.Rule             // which the last thing that could not be made would have broken
}

type granted struct {
	entity *tools.Entity
	record *record
}

// store holds the things of one entity. Clones of a world share the records, so
// a record is never changed in place: own makes a copy that may be.
type store struct {
	records []*record
	// queries are the lists that were answered. A thing that matches one of them
	// and was not in the answer does not exist, so it must not turn up later.
	queries []query
}

type record struct {
	fields tools.Object   // attributes, in the entity's order
	hidden map[string]any // values of parameters that name no attribute
	gone   bool
	made   bool // by a call of the conversation
	// dependents were made for this thing and refer to it.
	dependents []*thing
}

func (r *record) value(attribute string) (any, bool) {
	if v, ok := r.fields.Get(attribute); ok {
		return v, true
	}
	v, ok := r.hidden[attribute]
	return v, ok
}

func (r *record) set(attribute string, v any) {
	for i := range r.fields {
		if r.fields[i].Name == attribute {
			r.fields[i].Value = v
			return
		}
	}
	r.hide(attribute, v)
}

func (r *record) hide(name string, v any) {
	if r.hidden == nil {
		r.hidden = map[string]any{}
	}
	r.hidden[name] = v
}

// id is the identifier of the thing.
func (r *record) id(e *tools.Entity) any {
	id, _ := r.fields.Get(e.ID)
	return id
}

// New returns the world behind a toolset at a time. The seed decides everything
// in it.
func New(set *tools.Toolset, now time.Time, seed uint64) *World {
	return &World{set: set, now: now, seed: seed, stores: map[string]*store{}}
}

// Clone returns a copy that develops independently.
func (w *World) Clone() *World {
	out := New(w.set, w.now, w.seed)
	out.granted = slices.Clip(w.granted)
	out.making.wasted = maps.Clone(w.making.wasted)
	out.calls, out.owned = slices.Clip(w.calls), w.owned
	for key, s := range w.stores {
		out.stores[key] = &store{records: slices.Clip(s.records), queries: slices.Clip(s.queries)}
	}
	return out
}

func (w *World) store(e *tools.Entity) *store {
	s := w.stores[e.Key]
	if s == nil {
		s = &store{}
		w.stores[e.Key] = s
	}
	return s
}

// own replaces the record by a copy that may be changed, and returns the copy.
func (s *store) own(r *record) *record {
	s.records = slices.Clone(s.records)
	mine := &record{fields: slices.Clone(r.fields), hidden: maps.Clone(r.hidden), gone: r.gone, made: r.made}
	s.records[slices.Index(s.records, r)] = mine
	return mine
}

// find returns the thing with the identifier, or nil.
func (w *World) find(e *tools.Entity, id any) *record {
	for _, r := range w.store(e).records {
		if !r.gone && equal(r.id(e), id) {
			return r
		}
	}
	return nil
}

// taken reports whether some thing has, or had, the value.
func (w *World) taken(e *tools.Entity, attribute string, v any) bool {
	return slices.ContainsFunc(w.store(e).records, func(r *record) bool {
		have, _ := r.fields.Get(attribute)
		return equal(have, v)
	})
}

// Ensure makes a thing that a user knows from elsewhere, as if it had existed
// before the conversation, and returns its identifier. The thing has the attribute
// values in given. A thing that should have been in a list that a call already
// returned is not made, unless given names its identifier. Ensure fails if it cannot
// make a thing that fits.
func (w *World) Ensure(e *tools.Entity, r keyed.Rand, given tools.Object) (id any, ok bool) {
	w.granting = true
	defer func() { w.granting = false }()
	var q query
	for _, f := range given {
		q = append(q, condition{f.Name, tools.MatchEqual, f.Value})
	}
	return w.ensure(e, r, q, fitting)
}

// Belong says with which attributes things are the user's own. Where [World.Ensure] makes
// a thing that refers to another one, that is the user's, too.
func (w *World) Belong(own map[string]tools.Object) { w.owned = own }

// Unused draws an identifier that nothing has.
func (w *World) Unused(e *tools.Entity, r keyed.Rand) (id any, ok bool) {
	a := e.Attribute(e.ID)
	if a == nil || a.Values == nil || a.Values.Kind != tools.ValuePattern {
		return nil, false
	}
	id = sample.Spoken(r, a.Values.Text)
	return id, !w.taken(e, e.ID, id)
}

// Known returns the attributes of the thing with the identifier.
func (w *World) Known(e *tools.Entity, id any) (tools.Object, bool) {
	if r := w.find(e, id); r != nil {
		return r.fields, true
	}
	return nil, false
}

// Amend replaces a text attribute of a thing, as if the thing had always had
// this text. It does not count as a change.
func (w *World) Amend(e *tools.Entity, id any, attribute, text string) {
	r := w.find(e, id)
	if r == nil {
		return
	}
	if have, ok := r.fields.Get(attribute); ok && have != text {
		w.store(e).own(r).set(attribute, text)
	}
}

// TookForGranted reports whether [World.Ensure] made anything in w after w was cloned
// from since.
func (w *World) TookForGranted(since *World) bool { return len(w.granted) > len(since.granted) }

// Adopt copies from a clone of the world the things that [World.Ensure] made
// there.
func (w *World) Adopt(from *World) {
	for _, g := range from.granted[len(w.granted):] {
		s := w.store(g.entity)
		s.records = append(s.records, g.record)
		w.granted = append(w.granted, g)
	}
}
