package world

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/internal/keyed"
	"switchyard/internal/sample"
	"switchyard/tools"
)

// fitting is how many things are made at most to find one that no earlier list
// should have told.
const fitting = 6

// ensure makes a thing that no earlier list should have told, unless the query
// names its identifier. It fails after so many tries.
func (w *World) ensure(e *tools.Entity, r keyed.Rand, q query, tries int) (id any, ok bool) {
	s := w.store(e)
	named := q.mentions(e.ID)
	if w.granting {
		q = w.asOwn(e, q)
	}
	for range tries {
		rec := w.make(nil, e, r, nil, q)
		switch {
		case rec == nil && named:
			return nil, false
		case rec == nil:
			continue
		case !named && s.excluded(rec):
			w.discard(rec)
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

// asOwn adds to a query what makes a thing the user's own, unless it asks for another.
func (w *World) asOwn(e *tools.Entity, q query) query {
	for _, f := range w.owned[e.Key] {
		if !q.mentions(f.Name) {
			q = append(slices.Clip(q), condition{f.Name, tools.MatchEqual, f.Value})
		}
	}
	return q
}

// make makes a thing that fits the query, with an identifier and a name that no
// other has. It returns nil when it cannot. t is the tool that asks, or nil.
func (w *World) make(t *tools.Tool, e *tools.Entity, random keyed.Rand, args tools.Object, q query) (made *record) {
	r := &record{fields: make(tools.Object, 0, len(e.Attributes))}
	now, ok := w.begin(e, r)
	if !ok {
		return nil
	}
	defer func() { w.end(made != nil) }()
	for _, c := range q {
		if e.Attribute(c.attribute) == nil && c.match == tools.MatchEqual {
			r.hide(c.attribute, c.value)
		}
	}
	lookup := w.lookup(r, args)
	var few [16]Made // most things have no more attributes; no allocation
	before := few[:0]
	for _, a := range e.Attributes {
		words := lowWords(a.Name)
		v, ok := defaultOf(t, a, args)
		if now.id != nil && a.Name == e.ID {
			v, ok = now.id, true
		}
		if !ok {
			if v, ok = w.attribute(e, a, random, q, lookup); !ok {
				w.discard(r)
				return nil
			}
			settled := a.Values != nil && len(a.Values.By) > 0 || a.Name == e.ID || a.Name == e.Name || q.mentions(a.Name)
			if !settled {
				v = Agree(random, Made{a.Name, a.Values, v, words}, before)
			}
		}
		before = append(before, Made{a.Name, a.Values, v, words})
		r.fields = append(r.fields, tools.Field{Name: a.Name, Value: v})
	}
	settle(t, r)
	if w.broken = w.breaks(e, r, nil); w.broken != nil {
		w.discard(r)
		return nil
	}
	return r
}

// settle fixes what a creating tool sets.
func settle(t *tools.Tool, r *record) {
	if t == nil || t.Effect != tools.Create {
		return
	}
	for _, set := range t.Sets {
		r.set(set.Attribute, set.Value)
	}
}

// defaultOf is the value of the attribute that a creating tool sets when its
// parameter is left out.
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

// attribute makes the value of one attribute, such that the query matches.
func (w *World) attribute(e *tools.Entity, a *tools.Attribute, random keyed.Rand, q query, known lookup) (any, bool) {
	var conditions query
	for _, c := range q {
		if c.attribute != a.Name {
			continue
		}
		if c.match == tools.MatchEqual {
			if list, ok := c.value.([]any); ok && len(list) > 0 && !copies(a) {
				return keyed.Pick(random, list), true
			}
			return c.value, true
		}
		conditions = append(conditions, c)
	}
	values, settled, depends := w.depending(random, a.Name, a.Values, known)
	switch {
	case slices.Contains(a.Values.By, e.ID): // its own: it may be what is wanted of it
		depends = false
	case depends:
		random = settled
	}
	if !depends { // otherwise it is what it is, and the thing fits or does not
		values = within(a.Name, narrowed(w.inSeason(e.Key, a.Name, values, known), conditions, w.now), known)
	}
	unique := a.Unique || a.Name == e.ID || a.Name == e.Name
	tries := 40
	if values.Kind == tools.ValuePattern && sample.Fixed(values.Text) {
		tries = 1
	}
	taken := func(v any) bool { return w.taken(e, a.Name, v) }
	for try := range tries {
		if try == 1 && unique { // there may be many to come
			taken = w.takers(e, a.Name)
		}
		v, ok := w.drawAttribute(values, random, known, origin{e, a, slices.Concat(onOrigin(e, a, q), commonWith(a.Values, known))})
		if !ok {
			return nil, false
		}
		misfit := slices.ContainsFunc(conditions, func(c condition) bool { return !c.holds(v) })
		if !misfit && !(unique && taken(v)) {
			return v, true
		}
		if depends {
			return nil, false
		}
	}
	return nil, false
}

// depending returns how a value is made as things are, and the generator that
// makes it. The generator of a value that depends on others knows only its name
// and those; depends reports whether this is one.
func (w *World) depending(r keyed.Rand, name string, v *tools.Values, known lookup) (values *tools.Values, random keyed.Rand, depends bool) {
	if len(v.By) == 0 || v.Kind == tools.ValueCopy {
		return v, r, false
	}
	var few [4]any
	on := few[:0]
	for _, by := range v.By {
		value, ok := known(by)
		depends = depends || ok
		on = append(on, value)
	}
	if !depends { // nobody asked for a thing in these words
		return v, r, false
	}
	key := append(make([]string, 0, 2+len(on)), "by", name)
	for _, value := range on {
		key = append(key, strings.ToLower(string(tools.EncodeValue(value))))
	}
	return v.For(on[0]), keyed.New(w.seed, key...), true
}

// narrowed limits a range so that the conditions hold where they can.
func narrowed(v *tools.Values, conditions query, now time.Time) *tools.Values {
	if len(conditions) == 0 {
		return v
	}
	out := *v
	for _, c := range conditions {
		limit, ok := Float(c.value)
		text, _ := c.value.(string)
		switch v.Kind {
		case tools.ValueTime:
			if t, err := time.Parse(TimeLayout, text); err == nil {
				limit, ok = float64(t.Hour()*60+t.Minute()), true
			}
		case tools.ValueDate:
			if t, err := time.Parse(DateLayout, text); err == nil {
				limit, ok = t.Sub(now.Truncate(24*time.Hour)).Hours()/24, true
			}
		}
		switch {
		case !ok:
		case c.match == tools.MatchAtMost:
			out.Max = max(min(out.Max, limit), out.Min)
		default:
			out.Min = min(max(out.Min, limit), out.Max)
		}
	}
	return &out
}

// origin says which thing a copied identifier is of: the entity that has it, the
// attribute that holds it, and what is asked of the thing it names.
type origin struct {
	entity    *tools.Entity
	attribute *tools.Attribute
	of        query
}

// onOrigin is what a query asks of the thing whose identifier the attribute
// holds: a submission about menus is one to a questionnaire about menus.
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

// commonWith is what the thing that a copied identifier names must have in common
// with the thing that holds it: what the identifier depends on.
func commonWith(v *tools.Values, known lookup) (q query) {
	if v.Kind != tools.ValueCopy {
		return nil
	}
	for _, name := range v.By {
		if value, ok := known(name); ok {
			q = append(q, condition{name, tools.MatchEqual, value})
		}
	}
	return q
}

// originOf makes the thing that a copied identifier names. Where an earlier list
// should have told it, it takes one that is there, if possible one that nothing
// else names yet. Entities that refer to each other in a circle would need one thing
// after the other without end: there the circle closes with a thing that is being made.
func (w *World) originOf(e *tools.Entity, random keyed.Rand, o origin) (any, bool) {
	more := w.more(e)
	switch {
	case more:
		if id, ok := w.ensure(e, random, o.of, 1); ok {
			return id, true
		}
	case e != o.entity: // nobody reports to himself if somebody else is there
		if id, ok := w.unfinished(e, random, o.of); ok {
			return id, true
		}
	}
	var free, used []any
	matching := w.store(e).matching(o.of)
	taken := func(id any) bool { return w.taken(o.entity, o.attribute.Name, id) }
	if len(matching) > oneByOne {
		taken = w.takers(o.entity, o.attribute.Name)
	}
	for _, r := range matching {
		if id := r.id(e); taken(id) {
			used = append(used, id)
		} else {
			free = append(free, id)
		}
	}
	switch {
	case len(free) > 0:
		return keyed.Pick(random, free), true
	case len(used) > 0:
		return keyed.Pick(random, used), true
	case more:
		return w.ensure(e, random, o.of, fitting)
	}
	return w.unfinished(e, random, o.of)
}

// oneByOne is how many things are at most looked at one by one.
const oneByOne = 8

// takers returns what [World.taken] does for an attribute, for more than a few values.
func (w *World) takers(e *tools.Entity, attribute string) func(v any) bool {
	have := map[string]bool{}
	folded := func(v any) (string, bool) {
		if f, ok := Float(v); ok {
			return "#" + strconv.FormatFloat(f, 'g', -1, 64), true
		}
		text, ok := v.(string)
		return strings.ToLower(text), ok
	}
	seen := 0
	return func(v any) bool {
		text, ok := folded(v)
		if !ok {
			return w.taken(e, attribute, v)
		}
		for records := w.store(e).records; seen < len(records); seen++ { // some may have been made since
			v, _ := records[seen].fields.Get(attribute)
			if text, ok := folded(v); ok {
				have[text] = true
			}
		}
		return have[text]
	}
}

// drawAttribute draws a value. A copied identifier that no argument gives gets a
// thing of its own, so that every identifier leads somewhere.
func (w *World) drawAttribute(values *tools.Values, random keyed.Rand, known lookup, o origin) (any, bool) {
	if v, ok := Draw(random, values, w.now, known); ok {
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
			p = p.Prop(field)
		}
		if p == nil {
			continue
		}
		if p.Entity != nil {
			return w.originOf(p.Entity, random, o)
		}
		if v, ok := DrawParam(random, p, w.now); ok {
			return v, true
		}
	}
	return nil, false
}
