package world

import (
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/tools"
)

// What calls change of things, and what follows from it.

func (w *World) update(t *tools.Tool, args tools.Object) Answer {
	id, p := idArgument(t, args)
	r := w.find(t.Entity, id)
	if p == nil || r == nil {
		return unknown(t.Entity, id)
	}
	s := w.store(t.Entity)
	before, old := s.records, r
	r = s.own(r)
	var changed []string
	for _, arg := range args {
		if q := t.Param(arg.Name); q != p {
			r.set(q.Target(), w.added(t.Entity, old, q.Target(), arg.Value))
			changed = append(changed, q.Target())
		}
	}
	for _, set := range t.Sets {
		r.set(set.Attribute, set.Value)
	}
	w.follow(t.Entity, r, args, changed)
	w.asOfNow(t, r, args)
	if broken := w.breaks(t.Entity, r, old); broken != nil {
		s.records = before
		return ruledOut(broken)
	}
	return w.tell(t, args, r)
}

// added is the new value of an attribute: where a list only grows, what it has and what
// is new.
func (w *World) added(e *tools.Entity, old *record, attribute string, v any) any {
	more, isList := v.([]any)
	have, _ := old.value(attribute)
	before, wasList := have.([]any)
	if !isList || !wasList || !w.grows(e, attribute) {
		return v
	}
	return slices.Concat(before, slices.DeleteFunc(slices.Clone(more), func(x any) bool { return contains(before, x) }))
}

// follow works out again what follows from the changed attributes.
func (w *World) follow(e *tools.Entity, r *record, args tools.Object, changed []string) {
	given := changed // what the call itself says stays
	has := func(name string) bool { return slices.Contains(changed, name) }
	for i, f := range r.fields {
		a := e.Attribute(f.Name)
		if a == nil || a.Values == nil || slices.Contains(given, a.Name) {
			continue
		}
		again := slices.ContainsFunc(a.Values.By, has) && !w.outgrown(a, r)
		base, _, _ := strings.Cut(a.Values.Text, ".")
		switch a.Values.Kind {
		case tools.ValueTimes, tools.ValueSum:
			again = true
		case tools.ValueCopy:
			again = false
		case tools.ValueAfter:
			again = again || has(a.Values.Text)
		case tools.ValueOf: // of another thing now?
			again = has(base)
		}
		if !again {
			continue
		}
		random := keyed.New(w.seed, "follow", e.Key, a.Name, string(r.fields.JSON()))
		values, random, _ := w.depending(random, a.Name, a.Values, w.lookup(r, args))
		if v, ok := Draw(random, values, w.now, w.lookup(r, args)); ok {
			r.fields[i].Value = v
			changed = append(changed, a.Name)
		}
	}
}

// outgrown reports whether a value follows from an attribute only for some of its values, and
// the attribute has none of these any more. It stays then: a message that is filed under
// "Archive" keeps its subject, which came of the folder that it was in.
func (w *World) outgrown(a *tools.Attribute, r *record) bool {
	if a.Values.Kind != tools.ValuePick || len(a.Values.Cases) == 0 {
		return false
	}
	now, ok := r.value(a.Values.By[0])
	return ok && a.Values.For(now) == a.Values
}
