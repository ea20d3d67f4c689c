package world

import (
	"slices"
	"strings"
	"time"

	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/tools"
)

// Least and most things that a list tells when it is drawn for the first time.
const (
	leastListed = 3
	mostListed  = 5
	// emptyShare of the lists that nobody asked for before hold nothing.
	emptyShare = 0.06
)

// query is what the arguments of a call demand of a thing.
type query []condition

type condition struct {
	attribute string
	match     tools.Match
	value     any
}

func newQuery(t *tools.Tool, args tools.Object) query {
	var q query
	for _, arg := range args {
		p := t.Param(arg.Name)
		if p == nil || p.Match == tools.MatchNone || p.Entity == t.Entity && t.Entity != nil && t.Effect != tools.Create {
			continue
		}
		attribute := p.Attribute
		if attribute == "" {
			attribute = p.Name
		}
		q = append(q, condition{attribute, p.Match, arg.Value})
	}
	return q
}

func (q query) matches(r *record) bool {
	for _, c := range q {
		v, ok := r.value(c.attribute)
		if !ok || !c.holds(v) {
			return false
		}
	}
	return true
}

func (c condition) holds(v any) bool {
	switch c.match {
	case tools.MatchAtMost, tools.MatchAtLeast:
		order, ok := Compare(v, c.value)
		return ok && (c.match == tools.MatchAtMost && order <= 0 || c.match == tools.MatchAtLeast && order >= 0)
	}
	if want, ok := c.value.([]any); ok {
		// A list demands that the thing has one of the values, or, when the
		// attribute is a list itself, all of them.
		if have, ok := v.([]any); ok {
			for _, x := range want {
				if !contains(have, x) {
					return false
				}
			}
			return true
		}
		return contains(want, v)
	}
	return equal(v, c.value)
}

func contains(list []any, v any) bool {
	for _, x := range list {
		if equal(x, v) {
			return true
		}
	}
	return false
}

// Compare orders two numbers or two texts; dates and times are texts that
// order as they read. It fails for anything else.
func Compare(a, b any) (int, bool) {
	if x, ok := Float(a); ok {
		y, ok := Float(b)
		switch {
		case !ok:
			return 0, false
		case x < y:
			return -1, true
		case x > y:
			return 1, true
		}
		return 0, true
	}
	x, ok1 := a.(string)
	y, ok2 := b.(string)
	return strings.Compare(x, y), ok1 && ok2
}

func (w *World) list(t *tools.Tool, args tools.Object) Answer {
	s := w.store(t.Entity)
	q := newQuery(t, args)
	var found []*record
	for _, r := range s.records {
		if !r.gone && q.matches(r) {
			found = append(found, r)
		}
	}
	if !s.asked(q) {
		random := w.random(t, args, 0)
		want := leastListed + random.IntN(mostListed-leastListed+1)
		if len(t.Empty) > 0 && random.Chance(emptyShare) || w.childless(t, args) {
			want = 0
		}
		for tries := 0; len(found) < want && tries < 4*mostListed; tries++ {
			r := w.make(t, t.Entity, random, args, q)
			if r == nil || !q.matches(r) || s.excluded(r) {
				continue
			}
			s.records = append(s.records, r)
			found = append(found, r)
		}
		s.queries = append(s.queries, q)
	}
	items := make([]any, len(found))
	for i, r := range found {
		items[i] = visible(t, r)
	}
	body := tools.Object{{Name: "count", Value: int64(len(found))}, {Name: t.ListKey(), Value: items}}
	return w.compute(t, args, nil, body)
}

// childless tells whether the list is about a thing that was only just made: it
// has no orders or requests yet but those that the conversation made.
func (w *World) childless(t *tools.Tool, args tools.Object) bool {
	creatable := slices.ContainsFunc(w.set.Tools, func(o *tools.Tool) bool { return o.Effect == tools.Create && o.Entity == t.Entity })
	return creatable && slices.ContainsFunc(args, func(arg tools.Field) bool {
		return slices.ContainsFunc(references(t.Param(arg.Name), arg.Value), func(ref reference) bool {
			r := w.store(ref.entity).find(ref.entity, ref.id)
			return r != nil && r.made
		})
	})
}

func (s *store) asked(q query) bool {
	for _, old := range s.queries {
		if len(old) != len(q) {
			continue
		}
		same := true
		for i := range q {
			same = same && old[i].attribute == q[i].attribute && old[i].match == q[i].match && equal(old[i].value, q[i].value)
		}
		if same {
			return true
		}
	}
	return false
}

// excluded tells whether the thing should have been in an earlier answer.
func (s *store) excluded(r *record) bool {
	for _, q := range s.queries {
		if q.matches(r) {
			return true
		}
	}
	return false
}

// make makes a thing that fits the query, with an id and a name that no other
// has. It returns nil when it cannot.
func (w *World) make(t *tools.Tool, e *tools.Entity, random keyed.Rand, args tools.Object, q query) *record {
	r := &record{fields: make(tools.Object, 0, len(e.Attributes))}
	for _, c := range q {
		if e.Attribute(c.attribute) == nil && c.match == tools.MatchEqual {
			r.hide(c.attribute, c.value)
		}
	}
	lookup := w.lookup(r, args)
	var before []Made
	for _, a := range e.Attributes {
		v, ok := defaultOf(t, a, args)
		if !ok {
			v, ok = w.attribute(e, a, random, q, lookup)
			asked := a.Values != nil && len(a.Values.By) > 0 || a.Name == e.ID || a.Name == e.Name || slices.ContainsFunc(q, func(c condition) bool { return c.attribute == a.Name })
			if ok && !asked {
				v = Agree(random, Made{a.Name, a.Values, v}, before)
			}
		}
		if !ok {
			return nil
		}
		before = append(before, Made{a.Name, a.Values, v})
		r.fields = append(r.fields, tools.Field{Name: a.Name, Value: v})
	}
	return r
}

// defaultOf is the value that a parameter has when it is left out.
func defaultOf(t *tools.Tool, a *tools.Attribute, args tools.Object) (any, bool) {
	if t == nil || t.Effect != tools.Create {
		return nil, false
	}
	for _, p := range t.Params {
		if p.Default == nil || p.Attribute != a.Name && p.Name != a.Name {
			continue
		}
		if _, given := args.Get(p.Name); !given {
			return p.Default, true
		}
	}
	return nil, false
}

func (w *World) attribute(e *tools.Entity, a *tools.Attribute, random keyed.Rand, q query, lookup func(string) (any, bool)) (any, bool) {
	var conditions query
	for _, c := range q {
		if c.attribute != a.Name {
			continue
		}
		if c.match == tools.MatchEqual {
			if list, ok := c.value.([]any); ok && len(list) > 0 && !listed(a) {
				return keyed.Pick(random, list), true
			}
			return c.value, true
		}
		conditions = append(conditions, c)
	}
	values, settled, depends := w.depending(random, a.Name, a.Values, lookup)
	switch {
	case slices.Contains(a.Values.By, e.ID): // its own: it may be what is wanted of it
		depends = false
	case depends:
		random = settled
	}
	if !depends { // else it is what it is, and the thing fits or not
		values = narrowed(values, conditions, w.now)
	}
	unique := a.Unique || a.Name == e.ID || a.Name == e.Name
	for range 40 {
		v, ok := w.drawAttribute(values, random, lookup, origin{e, a, slices.Concat(onOrigin(e, a, q), alike(a.Values, lookup))})
		if !ok {
			return nil, false
		}
		fits := true
		for _, c := range conditions {
			fits = fits && c.holds(v)
		}
		if fits && !(unique && w.taken(e, a.Name, v)) {
			return v, true
		}
		if depends {
			return nil, false
		}
	}
	return nil, false
}

func listed(a *tools.Attribute) bool { return a.Values != nil && a.Values.Kind == tools.ValueCopy }

// onOrigin is what a query asks of the thing whose id the attribute has: a
// submission about menus is one to a questionnaire about menus.
func onOrigin(e *tools.Entity, id *tools.Attribute, q query) (of query) {
	for _, c := range q {
		a := e.Attribute(c.attribute)
		if a == nil || a.Values == nil || a.Values.Kind != tools.ValueOf {
			continue
		}
		if name, ok := strings.CutPrefix(a.Values.Text, id.Name+"."); ok {
			of = append(of, condition{name, c.match, c.value})
		}
	}
	return of
}

// alike is what a copied id asks of the thing that has it: to be the same in what
// the id depends on.
func alike(v *tools.Values, lookup func(string) (any, bool)) (q query) {
	if v.Kind != tools.ValueCopy {
		return nil
	}
	for _, name := range v.By {
		if value, ok := lookup(name); ok {
			q = append(q, condition{name, tools.MatchEqual, value})
		}
	}
	return q
}

// origin is a thing that comes from another one, the attribute that has the id of
// that, and what is asked of that.
type origin struct {
	entity    *tools.Entity
	attribute *tools.Attribute
	of        query
}

// originOf makes the thing that another one comes from. Where an earlier list
// should have told it, it is one that is there, if possible one that nothing
// comes from yet.
func (w *World) originOf(e *tools.Entity, random keyed.Rand, o origin) (any, bool) {
	if id, ok := w.ensure(e, random, o.of, 1); ok {
		return id, true
	}
	var free, used []any
	for _, r := range w.store(e).records {
		id, _ := r.fields.Get(e.ID)
		switch {
		case r.gone || !o.of.matches(r):
		case w.taken(o.entity, o.attribute.Name, id):
			used = append(used, id)
		default:
			free = append(free, id)
		}
	}
	if len(free) == 0 {
		free = used
	}
	if len(free) == 0 {
		return w.ensure(e, random, o.of, fitting)
	}
	return keyed.Pick(random, free), true
}

// drawAttribute draws a value; a copied id of a thing that no argument names
// gets a thing of its own, so that every id leads somewhere.
func (w *World) drawAttribute(values *tools.Values, random keyed.Rand, lookup func(string) (any, bool), o origin) (any, bool) {
	if v, ok := Draw(random, values, w.now, lookup); ok {
		return v, true
	}
	if values.Kind != tools.ValueCopy {
		return nil, false
	}
	for _, e := range w.set.Entities {
		if e.ID == values.Text {
			return w.originOf(e, random, o)
		}
	}
	base, field, nested := strings.Cut(values.Text, ".")
	for _, t := range w.set.Tools {
		p := t.Param(base)
		if nested && p != nil {
			i := slices.IndexFunc(p.Props, func(q *tools.Param) bool { return q.Name == field })
			if i < 0 {
				continue
			}
			p = p.Props[i]
		}
		if p != nil {
			if p.Entity != nil {
				return w.originOf(p.Entity, random, o)
			}
			if v, ok := DrawParam(random, p, w.now); ok {
				return v, true
			}
		}
	}
	return nil, false
}

func (w *World) taken(e *tools.Entity, attribute string, v any) bool {
	for _, r := range w.store(e).records {
		if have, _ := r.fields.Get(attribute); equal(have, v) {
			return true
		}
	}
	return false
}

// narrowed limits a range so that the conditions hold where they can.
func narrowed(v *tools.Values, conditions query, now time.Time) *tools.Values {
	if len(conditions) == 0 {
		return v
	}
	out := *v
	for _, c := range conditions {
		limit, ok := Float(c.value)
		if v.Kind == tools.ValueTime {
			if t, err := time.Parse(TimeLayout, text(c.value)); err == nil {
				limit, ok = float64(t.Hour()*60+t.Minute()), true
			}
		}
		if v.Kind == tools.ValueDate {
			if t, err := time.Parse(DateLayout, text(c.value)); err == nil {
				limit, ok = t.Sub(now.Truncate(24*time.Hour)).Hours()/24, true
			}
		}
		if !ok {
			continue
		}
		if c.match == tools.MatchAtMost {
			out.Max = max(min(out.Max, limit), out.Min)
		} else {
			out.Min = min(max(out.Min, limit), out.Max)
		}
	}
	return &out
}

func text(v any) string { s, _ := v.(string); return s }

// DrawParam makes a value for a parameter that stands alone: an enumerated
// value, a scalar, or an array or object of such.
func DrawParam(r keyed.Rand, p *tools.Param, now time.Time) (any, bool) {
	none := func(string) (any, bool) { return nil, false }
	switch {
	case p.Values != nil && p.Type != "array" && p.Type != "object":
		return Draw(r, p.Values, now, none)
	case len(p.Enum) > 0:
		return keyed.Pick(r, p.Enum), true
	case p.Type == "boolean":
		return r.Chance(0.5), true
	case p.Type == "array" && p.Items != nil:
		var out []any
		want := p.Count[0] + r.IntN(p.Count[1]-p.Count[0]+1)
		for tries := 0; len(out) < want && tries < 30; tries++ {
			items := p.Items
			v, ok := DrawParam(r, items, now)
			if !ok && p.Values != nil {
				v, ok = Draw(r, p.Values, now, none)
			}
			if !ok {
				return nil, false
			}
			if !contains(out, v) && !sameName(out, v, items.Props) {
				out = append(out, v)
			}
		}
		return out, len(out) > 0
	case p.Type == "object":
		if v, ok := drawPlace(r, p); ok {
			return v, true
		}
		var o tools.Object
		var before []Made
		for _, q := range p.Props {
			if q.Entity != nil {
				return nil, false
			}
			if !q.Required && r.Chance(0.5) {
				continue
			}
			v, ok := DrawParam(r, q, now)
			if !ok {
				return nil, false
			}
			if len(q.Enum) == 0 {
				v = Agree(r, Made{q.Name, q.Values, v}, before)
			}
			before = append(before, Made{q.Name, q.Values, v})
			o = append(o, tools.Field{Name: q.Name, Value: v})
		}
		return o, len(o) > 0
	}
	return nil, false
}

// sameName tells whether an object with the same name is there already: nobody
// orders the same dish in two lines. The text that can be the most different
// things is the name.
func sameName(list []any, v any, props []*tools.Param) bool {
	name, most := "", 0
	for _, p := range props {
		choices := len(p.Enum)
		if p.Values != nil {
			choices = max(choices, len(p.Values.Pick))
		}
		if p.Type == "string" && p.Required && choices > most {
			name, most = p.Name, choices
		}
	}
	of := func(v any) any {
		o, _ := v.(tools.Object)
		called, _ := o.Get(name)
		return called
	}
	n := of(v)
	return n != nil && slices.ContainsFunc(list, func(x any) bool { return of(x) == n })
}

// drawPlace makes the coordinates of one place.
func drawPlace(r keyed.Rand, p *tools.Param) (any, bool) {
	if !p.IsPlace() {
		return nil, false
	}
	name := ""
	var o tools.Object
	for _, q := range p.Props {
		if name == "" {
			if name, _ = keyed.Pick(r, q.Values.Pick).(string); name == "" {
				return nil, false
			}
		}
		v, ok := knowledge.Lookup(q.Values.Text, name)
		if !ok {
			return nil, false
		}
		o = append(o, tools.Field{Name: q.Name, Value: v})
	}
	return o, true
}
