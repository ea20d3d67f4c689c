// Package world plays the tools of a toolset against a small simulated world:
// what one call returns another can look up, what was made can be found, what
// was cancelled is gone. The same call in the same state gives the same
// answer, and everything follows from the seed.
package world

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
)

// World is the state behind a toolset in one conversation. It is not safe for
// concurrent use.
type World struct {
	set    *tools.Toolset
	now    time.Time
	seed   uint64
	stores map[string]*store
	// granted logs what existed before the conversation, as it was then;
	// granting is set while such a thing is made.
	granted  []granted
	granting bool
}

type granted struct {
	entity *tools.Entity
	record *record
}

// store holds the things of one entity. Copies of a world share the records, so
// nothing in them is ever changed: own makes one that may be.
type store struct {
	records []*record
	// queries are the narrowings that were answered: what matches one of them
	// and was not in the answer does not exist, so nothing may turn up later.
	queries []query
}

type record struct {
	fields tools.Object   // attributes, in the entity's order
	hidden map[string]any // values of parameters that name no attribute
	gone   bool
	made   bool // by a call of the conversation
}

func (r *record) clone() *record {
	return &record{fields: slices.Clone(r.fields), hidden: maps.Clone(r.hidden), gone: r.gone, made: r.made}
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

// Answer is the observation of one call.
type Answer struct {
	Status int // like an HTTP status
	Body   tools.Object
}

// New returns the world of a toolset at a time.
func New(set *tools.Toolset, now time.Time, seed uint64) *World {
	return &World{set: set, now: now, seed: seed, stores: map[string]*store{}}
}

// Clone returns a copy that goes its own way.
func (w *World) Clone() *World {
	out := &World{set: w.set, now: w.now, seed: w.seed, stores: make(map[string]*store, len(w.stores)),
		granted: slices.Clip(w.granted)}
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

// own puts a copy of the record in its place, which may be changed.
func (s *store) own(r *record) *record {
	s.records = slices.Clone(s.records)
	mine := r.clone()
	s.records[slices.Index(s.records, r)] = mine
	return mine
}

func (s *store) find(e *tools.Entity, id any) *record {
	for _, r := range s.records {
		if v, _ := r.fields.Get(e.ID); !r.gone && equal(v, id) {
			return r
		}
	}
	return nil
}

// Ensure makes a thing that existed before the conversation and returns its
// id: what a user knows from elsewhere. Attributes in given have these values. A
// thing that an earlier list should have told is none that can be known, unless
// its id is given.
func (w *World) Ensure(e *tools.Entity, r keyed.Rand, given tools.Object) (id any, ok bool) {
	w.granting = true
	defer func() { w.granting = false }()
	var q query
	for _, f := range given {
		q = append(q, condition{f.Name, tools.MatchEqual, f.Value})
	}
	return w.ensure(e, r, q, fitting)
}

// fitting is how many things are made until one is none that a list should have told.
const fitting = 6

// ensure makes a thing that no earlier list should have told. It fails when that
// does not come about in so many tries.
func (w *World) ensure(e *tools.Entity, r keyed.Rand, q query, tries int) (id any, ok bool) {
	s := w.store(e)
	named := slices.ContainsFunc(q, func(c condition) bool { return c.attribute == e.ID })
	for range tries {
		rec := w.make(nil, e, r, nil, q)
		if rec == nil && named {
			return nil, false
		}
		if rec == nil {
			continue
		}
		if !named && s.excluded(rec) {
			continue
		}
		s.records = append(s.records, rec)
		if w.granting {
			w.granted = append(w.granted, granted{e, rec})
		}
		return rec.fields.Get(e.ID)
	}
	return nil, false
}

// Unused gives an identifier that no thing has.
func (w *World) Unused(e *tools.Entity, r keyed.Rand) (id any, ok bool) {
	a := e.Attribute(e.ID)
	if a == nil || a.Values == nil || a.Values.Kind != tools.ValuePattern {
		return nil, false
	}
	id = FromPattern(r, a.Values.Text)
	return id, w.store(e).find(e, id) == nil && !w.taken(e, e.ID, id)
}

// Known returns the attributes of a thing by its id.
func (w *World) Known(e *tools.Entity, id any) (tools.Object, bool) {
	if r := w.store(e).find(e, id); r != nil {
		return r.fields, true
	}
	return nil, false
}

// Amend changes the wording of a text in the record of a thing. It is no event
// of the conversation: the thing was always told so.
func (w *World) Amend(e *tools.Entity, id any, attribute, text string) {
	s := w.store(e)
	r := s.find(e, id)
	if r == nil {
		return
	}
	if have, ok := r.fields.Get(attribute); ok && have != text {
		s.own(r).set(attribute, text)
	}
}

// Call plays one call. Arguments that do not fit the tool give a 400, things
// that do not exist a 404; both have a body with an "error".
func (w *World) Call(t *tools.Tool, args tools.Object) Answer {
	for _, p := range t.Params {
		if _, given := args.Get(p.Name); p.Required && !given {
			return failure(400, "The request has no value for %s.", p.Noun)
		}
	}
	for _, arg := range args {
		p := t.Param(arg.Name)
		if p == nil {
			return failure(400, "The request has a field that is not known here.")
		}
		for _, ref := range references(p, arg.Value) {
			if ref.entity == t.Entity && t.Effect != tools.Create && !ref.nested {
				continue // the effect itself looks it up
			}
			if w.store(ref.entity).find(ref.entity, ref.id) == nil {
				return failure(404, "There is no %s %v.", ref.entity.Noun, ref.id)
			}
		}
	}
	if answer, ok := w.allowed(t, args); !ok {
		return answer
	}
	if answer, ok := w.fits(t, args); !ok {
		return answer
	}
	switch t.Effect {
	case tools.List:
		return w.list(t, args)
	case tools.Get:
		return w.get(t, args)
	case tools.Create:
		return w.create(t, args)
	case tools.Update:
		return w.update(t, args)
	case tools.Delete:
		return w.delete(t, args)
	}
	return w.compute(t, args, nil, nil)
}

// allowed tells whether the rules of business let the call pass; if not, the
// answer is a 409 that says what stands in the way.
func (w *World) allowed(t *tools.Tool, args tools.Object) (Answer, bool) {
	for _, c := range t.OnlyIf {
		id, given := args.Get(c.Param)
		if !given {
			continue
		}
		e := t.Param(c.Param).Entity
		r := w.store(e).find(e, id)
		if r == nil {
			continue // the effect answers with a 404
		}
		have, _ := r.value(c.Attribute)
		if contains(c.Values, have) {
			continue
		}
		answer := failure(409, "Not possible: the %s of %s %v is %v.", strings.ReplaceAll(c.Attribute, "_", " "), e.Noun, id, have)
		answer.Body = append(answer.Body, tools.Field{Name: c.Param, Value: id}, tools.Field{Name: c.Attribute, Value: have})
		return answer, false
	}
	return Answer{}, true
}

// fits tells whether the things that a call brings together are the same in what
// they have to be the same in; if not, the answer is a 422 that says in what.
func (w *World) fits(t *tools.Tool, args tools.Object) (Answer, bool) {
	if t.Effect != tools.Create && t.Effect != tools.Update {
		return Answer{}, true
	}
	for _, p := range t.Params {
		id, given := args.Get(p.Name)
		if !given || p.Entity == nil {
			continue
		}
		other := w.store(p.Entity).find(p.Entity, id)
		if other == nil {
			continue // the effect answers with a 404
		}
		for _, want := range w.Suited(t, p, args) {
			if have, ok := other.value(want.Name); ok && !equal(have, want.Value) {
				return failure(422, "That does not go together: the %s of %s %v is %v, not %v.",
					strings.ReplaceAll(want.Name, "_", " "), p.Entity.Noun, id, have, want.Value), false
			}
		}
	}
	return Answer{}, true
}

// Suited tells what attributes a thing must have to be the argument of a call,
// as far as other arguments settle it: a pickup point for a booking is one of the
// place where the booking starts.
func (w *World) Suited(t *tools.Tool, p *tools.Param, args tools.Object) (out tools.Object) {
	if t == nil || t.Entity == nil || p.Entity == nil {
		return nil
	}
	known := w.lookup(&record{}, args)
	if id, of := idArgument(t, args); of != nil && of != p {
		if r := w.store(t.Entity).find(t.Entity, id); r != nil {
			known = w.lookup(r, nil)
		}
	}
	for _, a := range t.Entity.Attributes {
		if a.Values == nil || a.Values.Kind != tools.ValueCopy || len(a.Values.By) == 0 {
			continue
		}
		switch {
		case p.Entity.ID == a.Values.Text: // the thing that is copied
			for _, by := range a.Values.By {
				v, ok := known(by)
				if base := t.Entity.Attribute(by); !ok && base != nil && base.Values != nil && base.Values.Kind == tools.ValueOf {
					v, ok = known(base.Values.Text) // it is not made yet
				}
				if ok && p.Entity.Attribute(by) != nil {
					out = append(out, tools.Field{Name: by, Value: v})
				}
			}
		case p.Entity == t.Entity || slices.ContainsFunc(t.Entity.Attributes, func(b *tools.Attribute) bool {
			return b.Values != nil && b.Values.Kind == tools.ValueCopy && b.Values.Text == p.Entity.ID
		}):
			for _, q := range t.Params { // the thing that it is for
				id, given := args.Get(q.Name)
				if !given || q.Entity == nil || q.Entity.ID != a.Values.Text {
					continue
				}
				other := w.store(q.Entity).find(q.Entity, id)
				for _, by := range a.Values.By {
					if other == nil || p.Entity.Attribute(by) == nil {
						continue
					}
					if v, ok := other.value(by); ok {
						out = append(out, tools.Field{Name: by, Value: v})
					}
				}
			}
		}
	}
	return out
}

func failure(status int, format string, args ...any) Answer {
	return Answer{status, tools.Object{{Name: "error", Value: fmt.Sprintf(format, args...)}}}
}

type reference struct {
	entity *tools.Entity
	id     any
	nested bool
}

// references lists the ids that an argument holds.
func references(p *tools.Param, v any) []reference {
	switch v := v.(type) {
	case []any:
		var out []reference
		if p.Items != nil {
			for _, item := range v {
				for _, ref := range references(p.Items, item) {
					ref.nested = true
					out = append(out, ref)
				}
			}
		}
		return out
	case tools.Object:
		var out []reference
		for _, f := range v {
			for _, q := range p.Props {
				if q.Name == f.Name {
					for _, ref := range references(q, f.Value) {
						ref.nested = true
						out = append(out, ref)
					}
				}
			}
		}
		return out
	}
	if p.Entity != nil {
		return []reference{{p.Entity, v, false}}
	}
	return nil
}

// random is the generator of one call: it depends on the call and on how much
// there is already, so that two equal creations make two things.
func (w *World) random(t *tools.Tool, args tools.Object, salt int) keyed.Rand {
	return keyed.New(w.seed, t.Name, string(args.JSON()), keyed.Int(salt))
}

func (w *World) get(t *tools.Tool, args tools.Object) Answer {
	if id, p := idArgument(t, args); p != nil {
		r := w.store(t.Entity).find(t.Entity, id)
		if r == nil {
			return failure(404, "There is no %s %v.", t.Entity.Noun, id)
		}
		return w.compute(t, args, r, visible(t, r))
	}
	// Looked up by something else than its id: there is exactly one.
	q := newQuery(t, args)
	s := w.store(t.Entity)
	for _, r := range s.records {
		if !r.gone && q.matches(r) {
			return w.compute(t, args, r, visible(t, r))
		}
	}
	random := w.random(t, args, len(s.records))
	for range fitting {
		r := w.make(t, t.Entity, random, args, q)
		if r == nil || s.excluded(r) { // a list that was answered in full would have told it
			continue
		}
		s.records = append(s.records, r)
		return w.compute(t, args, r, visible(t, r))
	}
	return failure(404, "Nothing was found.")
}

// idArgument finds the argument that names the thing the effect is on.
func idArgument(t *tools.Tool, args tools.Object) (any, *tools.Param) {
	for _, p := range t.Params {
		if p.Entity != nil && p.Entity == t.Entity {
			if v, ok := args.Get(p.Name); ok {
				return v, p
			}
		}
	}
	return nil, nil
}

func visible(t *tools.Tool, r *record) tools.Object {
	out := make(tools.Object, 0, len(r.fields)+2)
	for _, f := range r.fields {
		if a := t.Entity.Attribute(f.Name); a != nil && t.Shows(a) {
			out = append(out, f)
		}
	}
	return out
}

func (w *World) create(t *tools.Tool, args tools.Object) Answer {
	s := w.store(t.Entity)
	r := w.make(t, t.Entity, w.random(t, args, len(s.records)), args, newQuery(t, args))
	if r == nil {
		return failure(422, "That cannot be done with these details.")
	}
	for _, set := range t.Sets {
		r.set(set.Attribute, set.Value)
	}
	w.asOfNow(t.Entity, r, args)
	r.made = true
	s.records = append(s.records, r)
	answer := w.compute(t, args, r, visible(t, r))
	if answer.Status == 200 {
		answer.Status = 201
	}
	return answer
}

// asOfNow gives a thing that was just made the day of today where it tells when
// it was made: values of the past are those of things that are there already.
func (w *World) asOfNow(e *tools.Entity, r *record, args tools.Object) {
	for i, f := range r.fields {
		a := e.Attribute(f.Name)
		if _, given := args.Get(f.Name); given || a == nil || a.Values == nil {
			continue
		}
		words := lowWords(f.Name)
		if len(words) == 0 || !slices.Contains([]string{"created", "creation", "added", "placed", "submitted", "registered", "recorded", "logged", "updated", "modified"}, words[0]) {
			continue
		}
		switch {
		case a.Values.Kind == tools.ValueDate && a.Values.Max < 0:
			r.fields[i].Value = w.now.Format(time.DateOnly)
		case a.Values.Kind == tools.ValuePastMoment:
			r.fields[i].Value = w.now.Format(MomentLayout)
		}
	}
}

func (w *World) update(t *tools.Tool, args tools.Object) Answer {
	id, p := idArgument(t, args)
	r := w.store(t.Entity).find(t.Entity, id)
	if p == nil || r == nil {
		return failure(404, "There is no %s %v.", t.Entity.Noun, id)
	}
	r = w.store(t.Entity).own(r)
	var changed []string
	for _, arg := range args {
		q := t.Param(arg.Name)
		if q == p {
			continue
		}
		attribute := q.Attribute
		if attribute == "" {
			attribute = q.Name
		}
		r.set(attribute, arg.Value)
		changed = append(changed, attribute)
	}
	for _, set := range t.Sets {
		r.set(set.Attribute, set.Value)
	}
	w.follow(t.Entity, r, args, changed)
	return w.compute(t, args, r, visible(t, r))
}

// follow works out again what follows from other attributes.
func (w *World) follow(e *tools.Entity, r *record, args tools.Object, changed []string) {
	given := changed // what the call says itself stays as it says
	for i, f := range r.fields {
		a := e.Attribute(f.Name)
		if a == nil || a.Values == nil || slices.Contains(given, a.Name) {
			continue
		}
		depends := slices.ContainsFunc(a.Values.By, func(by string) bool { return slices.Contains(changed, by) })
		switch a.Values.Kind {
		case tools.ValueTimes, tools.ValueSum:
		case tools.ValueCopy:
			continue
		case tools.ValueAfter:
			if !depends && !slices.Contains(changed, a.Values.Text) {
				continue
			}
		case tools.ValueOf: // of another thing now?
			if base, _, _ := strings.Cut(a.Values.Text, "."); !slices.Contains(changed, base) {
				continue
			}
		default:
			if !depends {
				continue
			}
		}
		random := keyed.New(w.seed, "follow", e.Key, a.Name, string(r.fields.JSON()))
		values, random, _ := w.depending(random, a.Name, a.Values, w.lookup(r, args))
		if v, ok := Draw(random, values, w.now, w.lookup(r, args)); ok {
			r.fields[i].Value = v
			changed = append(changed, a.Name)
		}
	}
}

func (w *World) delete(t *tools.Tool, args tools.Object) Answer {
	id, p := idArgument(t, args)
	r := w.store(t.Entity).find(t.Entity, id)
	if p == nil || r == nil {
		return failure(404, "There is no %s %v.", t.Entity.Noun, id)
	}
	status := any("deleted")
	for _, set := range t.Sets {
		if set.Attribute == "status" {
			status = set.Value
		}
	}
	body := tools.Object{{Name: t.Entity.ID, Value: id}, {Name: "status", Value: status}}
	answer := w.compute(t, args, r, body)
	w.store(t.Entity).own(r).gone = true
	return answer
}

// compute adds the fields that the tool gives.
func (w *World) compute(t *tools.Tool, args tools.Object, r *record, body tools.Object) Answer {
	random := w.random(t, args, 0)
	if r == nil {
		r = &record{}
	}
	known := w.lookup(r, args)
	for _, a := range t.Gives {
		lookup := func(name string) (any, bool) {
			if v, ok := body.Get(name); ok {
				return v, true
			}
			if v, ok := known(name); ok {
				return v, true
			}
			if p := t.Param(name); p != nil && p.Default != nil {
				return p.Default, true // the argument was left out
			}
			return nil, false
		}
		values, random, _ := w.depending(random, a.Name, a.Values, lookup)
		v, ok := Draw(random, values, w.now, lookup)
		if !ok {
			return failure(422, "That cannot be worked out with these details.")
		}
		body = append(body, tools.Field{Name: a.Name, Value: v})
	}
	return Answer{200, body}
}

// lookup resolves the names that values follow from: fields of the thing
// itself, arguments, and "argument.attribute" of the thing an argument names.
func (w *World) lookup(r *record, args tools.Object) func(string) (any, bool) {
	return func(name string) (any, bool) {
		if base, attribute, dotted := strings.Cut(name, "."); dotted {
			id, ok := args.Get(base)
			if !ok {
				if id, ok = r.value(base); !ok {
					return nil, false
				}
			}
			for _, e := range w.set.Entities {
				if e.Attribute(attribute) == nil {
					continue
				}
				if other := w.store(e).find(e, id); other != nil {
					return other.value(attribute)
				}
			}
			if o, ok := id.(tools.Object); ok {
				return o.Get(attribute)
			}
			return nil, false
		}
		if v, ok := r.value(name); ok {
			return v, true
		}
		return args.Get(name)
	}
}

func equal(a, b any) bool {
	if x, ok := a.(string); ok {
		y, ok := b.(string)
		return ok && strings.EqualFold(x, y)
	}
	if x, ok := Float(a); ok {
		y, ok := Float(b)
		return ok && x == y
	}
	switch a.(type) {
	case []any, tools.Object:
		return string(tools.EncodeValue(a)) == string(tools.EncodeValue(b))
	}
	return a == b
}

// TookForGranted tells whether anything was taken for granted in the world
// since it was copied from the other one.
func (w *World) TookForGranted(since *World) bool { return len(w.granted) > len(since.granted) }

// Adopt takes over what was taken for granted in a copy of the world.
func (w *World) Adopt(from *World) {
	for _, g := range from.granted[len(w.granted):] {
		s := w.store(g.entity)
		s.records = append(s.records, g.record)
		w.granted = append(w.granted, g)
	}
}
