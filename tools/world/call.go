package world

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// growing is how often an answer is worked out at most to find one that grows with what
// is asked for.
const growing = 24

// Answer is the observation of one call.
type Answer struct {
	Status int // like an HTTP status
	Body   tools.Object
	Broken *tools.Rule // the rule that the call would break, if that is why it is refused
}

func failure(status int, format string, args ...any) Answer {
	return Answer{Status: status, Body: tools.Object{{Name: "error", Value: fmt.Sprintf(format, args...)}}}
}

func unknown(e *tools.Entity, id any) Answer { return failure(404, "There is no %s %v.", e.Noun, id) }

// Call plays one call. The status is 400 for arguments that do not fit the tool,
// 404 for things that do not exist, 409 for what a business rule forbids and 422
// for things that do not go together. The body of a failure has an "error".
func (w *World) Call(t *tools.Tool, args tools.Object) Answer {
	if answer, refused := w.refused(t, args); refused {
		return answer
	}
	answer := w.effect(t, args)
	w.noteCall(t, args, answer)
	return answer
}

// effect plays a call that is not refused beforehand.
func (w *World) effect(t *tools.Tool, args tools.Object) Answer {
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
	return w.consistent(t, args)
}

// consistent works an answer out that agrees with those to earlier calls.
func (w *World) consistent(t *tools.Tool, args tools.Object) Answer {
	for salt := range growing {
		answer := w.compute(t, args, nil, nil, salt)
		if answer.Status >= 300 || !w.falls(t, (&madeCall{t, args, answer.Body}).value) {
			return answer
		}
	}
	return failure(422, "That cannot be worked out with these details.")
}

// refused reports whether the call cannot be made: an argument is missing, has no
// parameter or names a thing that does not exist, or a rule is broken.
func (w *World) refused(t *tools.Tool, args tools.Object) (Answer, bool) {
	for _, p := range t.Params {
		if _, given := args.Get(p.Name); p.Required && !given {
			return failure(400, "The request has no value for %s.", p.Noun), true
		}
	}
	for _, arg := range args {
		p := t.Param(arg.Name)
		if p == nil {
			return failure(400, "The request has a field that is not known here."), true
		}
		for _, ref := range references(p, arg.Value) {
			if ref.entity == t.Entity && t.Effect != tools.Create && !ref.nested {
				continue // the effect itself looks it up
			}
			if w.find(ref.entity, ref.id) == nil {
				return unknown(ref.entity, ref.id), true
			}
		}
	}
	if answer, elsewhere := w.elsewhere(t, args); elsewhere {
		return answer, true
	}
	if answer, forbidden := w.forbidden(t, args); forbidden {
		return answer, true
	}
	if r := w.barred(t, args); r != nil {
		return ruledOut(r), true
	}
	return w.unfit(t, args)
}

// ruledOut is the answer to a call that would break a rule.
func ruledOut(r *tools.Rule) Answer {
	var answer Answer
	switch r.Kind {
	case mission.RuleDisjoint:
		answer = failure(409, "Not possible: it is taken.")
	case mission.RuleExcludes:
		answer = failure(409, "Not possible after what was done before.")
	default:
		answer = failure(422, "That does not go together with the time or what is there.")
	}
	answer.Broken = r
	return answer
}

// forbidden reports whether a rule of business forbids the call. The answer
// says what stands in the way.
func (w *World) forbidden(t *tools.Tool, args tools.Object) (Answer, bool) {
	for _, c := range t.OnlyIf {
		id, given := args.Get(c.Param)
		if !given {
			continue
		}
		e := t.Param(c.Param).Entity
		r := w.find(e, id)
		if r == nil {
			continue // the effect answers with a 404
		}
		have, _ := r.value(c.Attribute)
		if contains(c.Values, have) {
			continue
		}
		answer := failure(409, "Not possible: the %s of %s %v is %v.", spaced(c.Attribute), e.Noun, id, have)
		answer.Body = append(answer.Body, tools.Field{Name: c.Param, Value: id}, tools.Field{Name: c.Attribute, Value: have})
		return answer, true
	}
	return Answer{}, false
}

// unfit reports whether the call brings things together that differ in what
// they must have in common. The answer says in what they differ.
func (w *World) unfit(t *tools.Tool, args tools.Object) (Answer, bool) {
	if t.Effect != tools.Create && t.Effect != tools.Update {
		return Answer{}, false
	}
	for _, p := range t.Params {
		id, given := args.Get(p.Name)
		if !given || p.Entity == nil {
			continue
		}
		other := w.find(p.Entity, id)
		if other == nil {
			continue // the effect answers with a 404
		}
		for _, want := range w.Suited(t, p, args) {
			if have, ok := other.value(want.Name); ok && !equal(have, want.Value) {
				return failure(422, "That does not go together: the %s of %s %v is %v, not %v.",
					spaced(want.Name), p.Entity.Noun, id, have, want.Value), true
			}
		}
	}
	return Answer{}, false
}

// spaced is the name of an attribute as it is written in a sentence.
func spaced(attribute string) string { return strings.ReplaceAll(attribute, "_", " ") }

// Suited returns the attribute values that a thing must have to be an argument of
// the call, as far as the other arguments determine them. For example, the pickup
// point of a booking must be at the place where the booking starts.
func (w *World) Suited(t *tools.Tool, p *tools.Param, args tools.Object) (out tools.Object) {
	if t == nil || t.Entity == nil || p.Entity == nil {
		return nil
	}
	known := w.lookup(&record{}, args)
	if id, of := idArgument(t, args); of != nil && of != p {
		if r := w.find(t.Entity, id); r != nil {
			known = w.lookup(r, nil)
		}
	}
	for _, a := range t.Entity.Attributes {
		if !copies(a) || len(a.Values.By) == 0 {
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
			return copies(b) && b.Values.Text == p.Entity.ID
		}):
			out = append(out, w.asCopied(t, a.Values, p.Entity, args)...)
		}
	}
	return out
}

// asCopied returns what the thing whose identifier a value copies has of the
// attributes that the value depends on, as far as e has them, too.
func (w *World) asCopied(t *tools.Tool, copied *tools.Values, e *tools.Entity, args tools.Object) (out tools.Object) {
	for _, q := range t.Params {
		id, given := args.Get(q.Name)
		if !given || q.Entity == nil || q.Entity.ID != copied.Text {
			continue
		}
		other := w.find(q.Entity, id)
		if other == nil {
			continue
		}
		for _, by := range copied.By {
			if v, ok := other.value(by); ok && e.Attribute(by) != nil {
				out = append(out, tools.Field{Name: by, Value: v})
			}
		}
	}
	return out
}

// copies reports whether the attribute copies the identifier of another thing.
func copies(a *tools.Attribute) bool { return a.Values != nil && a.Values.Kind == tools.ValueCopy }

type reference struct {
	entity *tools.Entity
	id     any
	nested bool // inside an array or an object
}

// references lists the identifiers in an argument.
func references(p *tools.Param, v any) (out []reference) {
	nested := func(p *tools.Param, v any) {
		for _, ref := range references(p, v) {
			ref.nested = true
			out = append(out, ref)
		}
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if p.Items != nil {
				nested(p.Items, item)
			}
		}
	case tools.Object:
		for _, f := range v {
			if q := p.Prop(f.Name); q != nil {
				nested(q, f.Value)
			}
		}
	default:
		if p.Entity != nil {
			out = []reference{{p.Entity, v, false}}
		}
	}
	return out
}

// random is the generator of one call. It depends on the call and on how much
// there is already, so that two equal creations make two things.
func (w *World) random(t *tools.Tool, args tools.Object, salt int) keyed.Rand {
	return keyed.New(w.seed, t.Name, string(args.JSON()), keyed.Int(salt))
}

func (w *World) get(t *tools.Tool, args tools.Object) Answer {
	if id, p := idArgument(t, args); p != nil {
		r := w.find(t.Entity, id)
		if r == nil {
			return unknown(t.Entity, id)
		}
		return w.tell(t, args, w.settle(t, args, r))
	}
	// Looked up by something else than its identifier: there is exactly one.
	q := newQuery(t, args)
	s := w.store(t.Entity)
	if found := s.matching(q); len(found) > 0 {
		return w.tell(t, args, found[0])
	}
	random := w.random(t, args, len(s.records))
	for range fitting {
		r := w.make(t, t.Entity, random, args, q)
		if r == nil {
			continue
		}
		if s.excluded(r) {
			w.discard(r)
			continue
		}
		w.asOfNow(t, r, args)
		s.records = append(s.records, r)
		return w.tell(t, args, r)
	}
	return failure(404, "Nothing was found.")
}

// idArgument returns the argument that names the thing that the effect is on,
// and its parameter, which is nil if there is none.
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

// visible are the attributes that the tool tells of a thing.
func visible(t *tools.Tool, r *record) tools.Object {
	out := make(tools.Object, 0, len(r.fields)+2)
	for _, f := range r.fields {
		if a := t.Entity.Attribute(f.Name); a != nil && t.Shows(a) {
			out = append(out, f)
		}
	}
	return out
}

// tell answers with a thing.
func (w *World) tell(t *tools.Tool, args tools.Object, r *record) Answer {
	return w.compute(t, args, r, visible(t, r), 0)
}

func (w *World) create(t *tools.Tool, args tools.Object) Answer {
	s := w.store(t.Entity)
	random := w.random(t, args, len(s.records))
	var broken *tools.Rule
	for range fitting {
		w.broken = nil
		r := w.make(t, t.Entity, random, args, newQuery(t, args))
		if r == nil && w.broken == nil {
			break
		}
		if broken = w.broken; broken != nil {
			continue // what the call leaves open may be made otherwise
		}
		w.asOfNow(t, r, args)
		r.made = true
		answer := w.tell(t, args, r)
		if answer.Status < 300 && w.falls(t, (&madeCall{t, args, answer.Body}).value) {
			continue
		}
		s.records = append(s.records, r)
		if answer.Status == 200 {
			answer.Status = 201
		}
		return answer
	}
	if broken != nil {
		return ruledOut(broken)
	}
	return failure(422, "That cannot be done with these details.")
}

func (w *World) delete(t *tools.Tool, args tools.Object) Answer {
	id, p := idArgument(t, args)
	r := w.find(t.Entity, id)
	if p == nil || r == nil {
		return unknown(t.Entity, id)
	}
	status := any("deleted")
	for _, set := range t.Sets {
		if set.Attribute == "status" {
			status = set.Value
		}
	}
	answer := w.compute(t, args, r, tools.Object{{Name: t.Entity.ID, Value: id}, {Name: "status", Value: status}}, 0)
	w.store(t.Entity).own(r).gone = true
	return answer
}

// compute adds the fields that the tool gives to the body of an answer about a
// thing, which may be nil.
func (w *World) compute(t *tools.Tool, args tools.Object, r *record, body tools.Object, salt int) Answer {
	random := w.random(t, args, salt)
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
		v, ok := w.today(t, a.Name, values)
		if !ok {
			v, ok = Draw(random, within(a.Name, w.inSeason(t.Name, a.Name, values, lookup), lookup), w.now, lookup)
		}
		if !ok {
			return failure(422, "That cannot be worked out with these details.")
		}
		body = append(body, tools.Field{Name: a.Name, Value: v})
	}
	return Answer{Status: 200, Body: body}
}

// lookup resolves the names that values follow from: attributes of the thing
// itself, arguments, and "argument.attribute" for the thing that an argument
// names.
func (w *World) lookup(r *record, args tools.Object) lookup {
	return func(name string) (any, bool) {
		base, attribute, dotted := strings.Cut(name, ".")
		if !dotted {
			if v, ok := r.value(name); ok {
				return v, true
			}
			return args.Get(name)
		}
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
			if other := w.find(e, id); other != nil {
				return other.value(attribute)
			}
		}
		if o, ok := id.(tools.Object); ok {
			return o.Get(attribute)
		}
		return nil, false
	}
}
