package toolfile

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/naming"
)

func (d *decoder) params(n *document.Node, what string) []*tools.Param {
	if n.Kind != document.Object {
		d.problem(n, "", "the parameters of %s must be an object (name: parameter)", what)
		return nil
	}
	var out []*tools.Param
	for _, key := range n.Keys {
		p := &tools.Param{Name: key}
		d.param(n.Fields[key], p, fmt.Sprintf("parameter %q of %s", key, what))
		out = append(out, p)
	}
	for _, p := range out {
		if p.Differs != "" && !slices.ContainsFunc(out, func(q *tools.Param) bool { return q.Name == p.Differs }) {
			d.problem(n.Fields[p.Name], "", "parameter %q of %s differs from %q, which is not a parameter of it", p.Name, what, p.Differs)
		}
	}
	return out
}

// The keys of a parameter: those that a schema could say, and all others. "vague" had evasive
// answers, which users find for themselves now; files may still have it, and it is not read.
var (
	paramSchemaKeys  = []string{"type", "format", "pattern", "minimum", "maximum", "enum", "default", "required", "about"}
	paramMeaningKeys = []string{"entity", "attribute", "at_most", "at_least", "filter", "values", "props", "items", "count", "differs",
		"say", "say_item", "ask", "vague", "noun", "there", "other", "labels"}
)

// param reads a parameter. If a schema describes the parameter, only the keys
// beyond the schema are read.
func (d *decoder) param(n *document.Node, p *tools.Param, what string) {
	if p.Schema != nil {
		if d.told[p] = true; d.object(n, what, paramMeaningKeys...) {
			d.meaning(n, p, what)
		}
		return
	}
	if !d.object(n, what, slices.Concat(paramSchemaKeys, paramMeaningKeys)...) {
		return
	}
	d.paramSchema(n, p, what)
	p.Count = [2]int{2, 3}
	d.meaning(n, p, what)
	switch {
	case p.Type == "object" && len(p.Props) == 0:
		d.problem(n, "", "%s is an object and needs \"props\"", what)
	case p.Type == "array" && p.Items == nil:
		d.problem(n, "", "%s is an array and needs \"items\"", what)
	}
	if p.Noun == "" {
		p.Noun = strings.ToLower(strings.Join(naming.Words(p.Name), " "))
	}
	p.Schema = n
	d.later = append(d.later, func() {
		if p.Entity == nil && p.Values == nil && len(p.Enum) == 0 && p.Type != "object" && p.Type != "array" && p.Type != "boolean" {
			d.problem(n, "add \"values\", \"enum\" or \"entity\"", "%s has no values to draw from", what)
		}
	})
}

// paramSchema reads the keys that a schema could say.
func (d *decoder) paramSchema(n *document.Node, p *tools.Param, what string) {
	p.Type = d.text(n, "type", what, true)
	if !slices.Contains([]string{"string", "integer", "number", "boolean", "array", "object"}, p.Type) && p.Type != "" {
		d.problem(n.Fields["type"], "the types are string, integer, number, boolean, array, object", "%s has no type %q", what, p.Type)
	}
	p.About = d.text(n, "about", what, false)
	p.Required = d.flag(n, "required", what)
	if enum := n.Fields["enum"]; enum != nil {
		for _, item := range enum.Items {
			p.Enum = append(p.Enum, tools.PlainOf(item))
		}
		if len(enum.Items) == 0 {
			d.problem(enum, "", "the enum of %s must be a list of values", what)
		}
	}
	if v := n.Fields["default"]; v != nil {
		p.Default = tools.PlainOf(v)
	}
}

// meaning reads the keys beyond a schema.
func (d *decoder) meaning(n *document.Node, p *tools.Param, what string) {
	if key := d.text(n, "entity", what, false); key != "" {
		if p.Entity, p.Thing = d.set.Entity(key), key; p.Entity == nil && p.Schema == nil {
			d.problem(n.Fields["entity"], "", "%s names the entity %q, which the toolset does not have", what, key)
		}
	}
	p.Attribute = d.text(n, "attribute", what, false)
	for _, m := range []tools.Match{tools.MatchAtMost, tools.MatchAtLeast} {
		if a := d.text(n, string(m), what, false); a != "" {
			p.Match, p.Attribute = m, a
		}
	}
	if f := n.Fields["filter"]; f != nil {
		if b, ok := f.Value.(bool); !ok || b {
			d.problem(f, "", "\"filter\" of %s can only be false", what)
		}
		p.Match = tools.MatchNone
	}
	if values := n.Fields["values"]; values != nil {
		p.Values = d.values(values, what)
		if by := values.Fields["by"]; by != nil {
			d.problem(by, "only attributes and the keys of \"gives\" can have \"by\"", "the user says the values of %s, so they cannot depend on others", what)
		}
	}
	if props := n.Fields["props"]; props != nil {
		switch {
		case p.Schema == nil:
			p.Props = d.params(props, what)
		case len(p.Props) == 0: // the schema has no fields
			p.Props = d.params(props, what)
			for _, q := range p.Props {
				q.Made = true
			}
		default:
			d.toldBeyond(props, p.Props, what)
		}
	}
	if items := n.Fields["items"]; items != nil {
		if p.Items == nil {
			p.Items = &tools.Param{Name: p.Name}
		}
		d.param(items, p.Items, "the items of "+what)
	}
	if p.Values != nil && p.Values.Kind == tools.ValueDateTime && n.Fields["format"] != nil {
		d.problem(n.Fields["format"], "leave the format out and describe it: YYYY-MM-DDTHH:MM", "%s holds local times, which the format date-time does not allow", what)
	}
	if count := d.text(n, "count", what, false); count != "" {
		low, high, err := tools.Span(count)
		if err != nil || low < 1 || high > 9 {
			d.problem(n.Fields["count"], "write, for example, \"2-4\"", "the count of %s must be a range within 1-9", what)
		} else {
			p.Count = [2]int{int(low), int(high)}
		}
	}
	p.Differs = d.text(n, "differs", what, false)
	p.Say, p.SayItem = d.phrases(n, "say", what), d.phrases(n, "say_item", what)
	d.endings(n, "ask", what, sentenceEnd)
	p.AskFor, p.Noun = d.texts(n, "ask", what), d.text(n, "noun", what, false)
	for _, words := range d.texts(n, "there", what) {
		if !points.MatchString(words) {
			d.problem(n.Fields["there"], "write, for example, \"there\", \"on the same day\", \"for those people\"", "the words %q of %s do not refer to anything", words, what)
		}
	}
	p.There, p.Other = d.texts(n, "there", what), d.texts(n, "other", what)
}

// toldBeyond reads what a file says about parameters that a schema describes.
func (d *decoder) toldBeyond(n *document.Node, params []*tools.Param, what string) {
	if n.Kind != document.Object {
		d.problem(n, "", "the parameters of %s must be an object (name: parameter)", what)
		return
	}
	for _, key := range n.Keys {
		i := slices.IndexFunc(params, func(p *tools.Param) bool { return p.Name == key })
		if i < 0 {
			d.problem(n.Fields[key], "", "%s has no parameter %q in its schema", what, key)
			continue
		}
		d.param(n.Fields[key], params[i], fmt.Sprintf("parameter %q of %s", key, what))
	}
}
