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
	// Made reports that the conversation made the thing, so that the world gave it
	// its identifier.
	Made bool
	// Drawn lists the attributes of a new thing that were drawn, because the
	// arguments of the call did not decide them. They would differ if the call
	// were made at another time.
	Drawn []string
}

// Changes lists the things that changed, in the order in which they were first
// touched. Each thing is listed once, and not at all if it ended as it was.
type Changes []Change

// all are the attributes of a thing and what else was said of it; nil for a thing
// that is gone.
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

// idle reports whether nothing has changed in the end.
func (c Change) idle() bool {
	return c.Was == nil && c.Is == nil || c.Was != nil && c.Is != nil && tools.Same(c.Was, c.Is)
}

// Then returns the joint effect of c and later changes.
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
	NotDone   DifferenceKind = "not done"  // a wanted change is missing
	Unwanted  DifferenceKind = "unwanted"  // there is a change that nobody wants
	Different DifferenceKind = "different" // an attribute has another value than wanted
)

// Difference is one difference between changes and those that are wanted.
type Difference struct {
	Kind      DifferenceKind
	Change    Change // the wanted change; if Kind is Unwanted, the change that happened
	Attribute string // only if Kind is Different
	Got, Want any    // values of the attribute; nil where it has none
}

// String describes the difference in a sentence without capital and full stop.
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
	return fmt.Sprintf("the %s of %s is %s, not %s", spaced(d.Attribute), thing, tools.EncodeValue(d.Got), tools.EncodeValue(d.Want))
}

// Diff lists how changes differ from those that are wanted. The identifiers of
// things that the conversation made may differ, and references to these things
// differ with them. Attributes that are Drawn in both may differ, too.
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

// Names maps the identifiers of things made in want to the identifiers of the
// same things in c. It leaves out equal identifiers.
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

// matching pairs changes with those that are wanted.
type matching struct {
	of    []int             // the change for each one that is wanted; -1 for none
	names map[string]string // wanted identifiers, by those that are there
}

// paired finds the change that stands for each wanted one: first one of the same
// thing, then one of a thing that was made alike, then one of any thing that was
// made.
func (c Changes) paired(want Changes) *matching {
	m := &matching{of: slices.Repeat([]int{-1}, len(want)), names: map[string]string{}}
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
				if got.Entity.Key == want.Entity.Key && (got.Was == nil) == (want.Was == nil) && (got.Is == nil) == (want.Is == nil) &&
					!slices.Contains(m.of, k) && fits(got, want) {
					m.of[i], m.names[name(got.ID)] = k, name(want.ID)
					break
				}
			}
		}
	}
	return m
}

// name is an identifier as it is looked up.
func name(id any) string {
	return strings.ToLower(string(tools.EncodeValue(id)))
}

// apart lists the attributes that either change touched and in which they differ.
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

// touched names the attributes that the changes gave another value.
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
