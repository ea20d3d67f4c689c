package toolfile

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/nearest"
	"switchyard/tools"
)

// names says which names values can follow from.
type names struct {
	// known reports whether a name is known where values are made, beside the attributes
	// before; choices are its values if they are listed.
	known func(name string) (choices []any, ok bool)
	copy  func(name string) bool // also reports what only a copy can name
	all   func() []string        // to guess what was meant
}

// dependences checks that attributes follow only from what is known when they are
// made: from earlier attributes, or from other names.
func (d *decoder) dependences(n *document.Node, list []*tools.Attribute, what string, other names) {
	if n.Kind != document.Object {
		return
	}
	for i, a := range list {
		field := n.Fields[a.Name]
		if a.Values == nil || field == nil {
			continue
		}
		earlier := func(name string) (choices []any, ok bool) {
			at := slices.IndexFunc(list[:i], func(b *tools.Attribute) bool { return b.Name == name })
			if at >= 0 {
				return listed(list[at].Values), true
			}
			if base, attribute, dotted := strings.Cut(name, "."); dotted && slices.ContainsFunc(list[:i], func(b *tools.Attribute) bool { return b.Name == base }) {
				return attributeChoices(d.set, attribute)
			}
			return other.known(name)
		}
		for k, name := range a.Values.By {
			choices, ok := earlier(name)
			if !ok {
				d.problem(field.Fields["by"], "name an earlier attribute, or a parameter", "attribute %q of %s depends on %q, which is not known at that point", a.Name, what, name)
				continue
			}
			for _, c := range a.Values.Cases {
				if k == 0 && len(choices) > 0 && !slices.ContainsFunc(choices, func(v any) bool { return (&tools.Values{Cases: []tools.Case{c}}).For(v) == c.Values }) {
					d.problem(field.Fields["cases"].Fields[c.When], "", "attribute %q of %s has a case for %q, which %s never is", a.Name, what, c.When, name)
				}
			}
		}
		for _, name := range followed(a.Values) {
			if _, ok := earlier(name); ok || a.Values.Kind == tools.ValueCopy && other.copy(name) {
				continue
			}
			before := other.all()
			for _, b := range list[:i] {
				before = append(before, b.Name)
			}
			hint := guess(name, before)
			if slices.ContainsFunc(list[i+1:], func(b *tools.Attribute) bool { return b.Name == name }) {
				hint = fmt.Sprintf("put %q before it", name)
			}
			d.dangling(field, a.Values, fmt.Sprintf("attribute %q of %s", a.Name, what), name, hint)
		}
	}
}

// followed are the names that a value is computed from.
func followed(v *tools.Values) (names []string) {
	switch v.Kind {
	case tools.ValueCopy, tools.ValueOf, tools.ValueAfter:
		names = append(names, v.Text)
	case tools.ValueColour:
		for _, term := range v.Terms[min(1, len(v.Terms)):] {
			if name, ok := term.(string); ok {
				names = append(names, name)
			}
		}
	case tools.ValueTimes, tools.ValueSum:
		for _, term := range v.Terms {
			if name, ok := term.(string); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// guess says what may have been meant by a name.
func guess(name string, known []string) string {
	if near := nearest.Name(name, known); near != "" && near != name {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "name an earlier attribute, or a parameter"
}

// dangling reports a value that follows from something that is not there.
func (d *decoder) dangling(n *document.Node, v *tools.Values, what, name, hint string) {
	d.problem(n.Fields[string(v.Kind)], hint, "%s follows from %q, which is not known at that point", what, name)
}

// attributesKnow are the names for the attributes of an entity.
func (d *decoder) attributesKnow(e *tools.Entity) names {
	return names{
		known: func(name string) ([]any, bool) { return knownTo(d.set, e, name) },
		copy: func(name string) bool {
			base, field, nested := strings.Cut(name, ".")
			return slices.ContainsFunc(d.set.Entities, func(o *tools.Entity) bool { return o.ID == name }) ||
				slices.ContainsFunc(d.set.Tools, func(t *tools.Tool) bool {
					p := t.Param(base)
					return p != nil && (!nested || p.Prop(field) != nil)
				})
		},
		all: func() (all []string) {
			for _, o := range d.set.Entities {
				all = append(all, o.ID)
			}
			for _, t := range d.set.Tools {
				for _, p := range t.Params {
					all = append(all, p.Name)
				}
			}
			return all
		},
	}
}

// answersKnow are the names for what a tool answers.
func (d *decoder) answersKnow(t *tools.Tool) names {
	return names{
		known: func(name string) ([]any, bool) {
			if name == "count" && t.Effect == tools.List {
				return nil, true
			}
			return knownIn(d.set, t, name)
		},
		copy: func(string) bool { return false },
		all: func() (all []string) {
			for _, p := range t.Params {
				all = append(all, p.Name)
			}
			if t.Entity != nil && t.Effect != tools.List {
				for _, a := range t.Entity.Attributes {
					all = append(all, a.Name)
				}
			}
			return all
		},
	}
}

// follows checks that the values of a parameter, which the user says, follow at most from
// another parameter.
func (d *decoder) follows(params *document.Node, t *tools.Tool, what string) {
	for i, p := range t.Params {
		if p.Values == nil || params.Fields[p.Name] == nil || params.Fields[p.Name].Fields["values"] == nil {
			continue
		}
		n, of := params.Fields[p.Name].Fields["values"], fmt.Sprintf("parameter %q of %s", p.Name, what)
		before := []string{}
		for _, q := range t.Params[:i] {
			before = append(before, q.Name)
		}
		for _, name := range followed(p.Values) {
			switch {
			case p.Values.Kind != tools.ValueAfter:
				d.problem(n.Fields[string(p.Values.Kind)], "only attributes and the keys of \"gives\" can be computed", "the user says the values of %s, so they cannot follow from others", of)
			case !slices.Contains(before, name):
				d.dangling(n, p.Values, of, name, guess(name, before))
			}
		}
	}
}
