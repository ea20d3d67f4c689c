package world

import (
	"cmp"
	"slices"
	"strings"

	"switchyard/tools"
)

// Least and most things that a list tells when it is answered for the first time.
const (
	leastListed = 3
	mostListed  = 5
	mostSpanned = 24 // values of a forecast
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
		q = append(q, condition{p.Target(), p.Match, arg.Value})
	}
	return q
}

func (q query) matches(r *record) bool {
	for _, c := range q {
		if v, ok := r.value(c.attribute); !ok || !c.holds(v) {
			return false
		}
	}
	return true
}

// mentions reports whether the query demands anything of the attribute.
func (q query) mentions(attribute string) bool {
	return slices.ContainsFunc(q, func(c condition) bool { return c.attribute == attribute })
}

func (c condition) holds(v any) bool {
	switch c.match {
	case tools.MatchAtMost, tools.MatchAtLeast:
		order, ok := Compare(v, c.value)
		return ok && (c.match == tools.MatchAtMost && order <= 0 || c.match == tools.MatchAtLeast && order >= 0)
	}
	want, ok := c.value.([]any)
	if !ok {
		return equal(v, c.value)
	}
	// A list demands that the thing has one of the values or, where the attribute
	// is a list itself, all of them.
	if have, ok := v.([]any); ok {
		return !slices.ContainsFunc(want, func(x any) bool { return !contains(have, x) })
	}
	return contains(want, v)
}

func contains(list []any, v any) bool {
	return slices.ContainsFunc(list, func(x any) bool { return equal(x, v) })
}

// equal compares values as the systems behind tools do: the letter case of texts
// does not count, nor whether a whole number is written as a decimal.
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
	case nil, bool:
		return a == b
	}
	return tools.Same(a, b) // lists and objects cannot be compared with ==
}

// Compare orders two numbers or two texts; the layouts of dates and times order
// as texts. It fails for anything else.
func Compare(a, b any) (int, bool) {
	if x, ok := Float(a); ok {
		y, ok := Float(b)
		return cmp.Compare(x, y), ok
	}
	x, ok1 := a.(string)
	y, ok2 := b.(string)
	return strings.Compare(x, y), ok1 && ok2
}

func (w *World) list(t *tools.Tool, args tools.Object) Answer {
	s := w.store(t.Entity)
	q := newQuery(t, args)
	found := slices.DeleteFunc(s.matching(q), func(r *record) bool { return w.hides(t, r) })
	limit, exactly := wanted(t, args)
	if !s.asked(q) {
		random := w.random(t, args, 0)
		want := leastListed + random.IntN(mostListed-leastListed+1)
		if len(t.Empty) > 0 && random.Chance(emptyShare) || w.childless(t, args) {
			want = 0
		}
		if exactly > 0 {
			want = int(min(exactly, mostSpanned))
		}
		for tries := 0; len(found) < want && tries < 4*max(want, mostListed); tries++ {
			r := w.make(t, t.Entity, random, args, q)
			if r == nil {
				continue
			}
			if !q.matches(r) || s.excluded(r) || w.hides(t, r) {
				w.discard(r)
				continue
			}
			s.records = append(s.records, r)
			found = append(found, r)
		}
		s.queries = append(s.queries, q)
	}
	if limit = max(limit, exactly); limit > 0 && int64(len(found)) > limit {
		found = found[:limit]
	}
	items := make([]any, len(found))
	for i, r := range found {
		items[i] = visible(t, r)
	}
	body := tools.Object{{Name: "count", Value: int64(len(found))}, {Name: t.ListKey(), Value: items}}
	return w.compute(t, args, nil, body, 0)
}

// childless reports whether the list is about a thing that the conversation has
// just made: it has no orders or requests yet but those made since.
func (w *World) childless(t *tools.Tool, args tools.Object) bool {
	creatable := slices.ContainsFunc(w.set.Tools, func(o *tools.Tool) bool { return o.Effect == tools.Create && o.Entity == t.Entity })
	return creatable && slices.ContainsFunc(args, func(arg tools.Field) bool {
		return slices.ContainsFunc(references(t.Param(arg.Name), arg.Value), func(ref reference) bool {
			r := w.find(ref.entity, ref.id)
			return r != nil && r.made
		})
	})
}

// matching returns the things that are there and match the query.
func (s *store) matching(q query) (found []*record) {
	for _, r := range s.records {
		if !r.gone && q.matches(r) {
			found = append(found, r)
		}
	}
	return found
}

// asked reports whether the same list was answered before.
func (s *store) asked(q query) bool {
	return slices.ContainsFunc(s.queries, func(old query) bool {
		return slices.EqualFunc(old, q, func(a, b condition) bool {
			return a.attribute == b.attribute && a.match == b.match && equal(a.value, b.value)
		})
	})
}

// excluded reports whether the thing should have been in an earlier answer.
func (s *store) excluded(r *record) bool {
	return slices.ContainsFunc(s.queries, func(q query) bool { return q.matches(r) })
}
