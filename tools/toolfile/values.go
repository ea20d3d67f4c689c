package toolfile

import (
	"errors"
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/knowledge"
	"switchyard/tools"
)

var valueKeys = []string{"pick", "int", "number", "money", "bool", "date", "time", "datetime", "month", "pattern",
	"known", "is", "text", "copy", "of", "times", "sum", "colour", "after"}

var valueWords = []tools.ValueKind{tools.ValuePerson, tools.ValueEmail, tools.ValuePhone, tools.ValueStreet, tools.ValueCity, tools.ValueCompany, tools.ValueMoment, tools.ValuePastMoment}

var valueModifiers = []string{"step", "digits", "unit", "plus", "between", "among", "workdays", "by", "cases"}

// values reads how values are made. Exactly one key says the kind.
func (d *decoder) values(n *document.Node, what string, also ...string) *tools.Values {
	if !d.object(n, "values of "+what, slices.Concat(valueKeys, valueModifiers, also)...) {
		return nil
	}
	var kinds []string
	for _, key := range n.Keys {
		if slices.Contains(valueKeys, key) {
			kinds = append(kinds, key)
		}
	}
	if len(kinds) != 1 {
		d.problem(n, "say one of "+strings.Join(valueKeys, ", "), "the values of %s need exactly one kind; %d are given", what, len(kinds))
		return nil
	}
	v := &tools.Values{Kind: tools.ValueKind(kinds[0]), Step: d.quantity(n, "step", what), Digits: int(d.quantity(n, "digits", what)),
		Unit: d.text(n, "unit", what, false)}
	field := n.Fields[kinds[0]]
	if field.Kind.Scalar() && field.Value == nil {
		d.problem(field, "the value is empty", "the values of %s cannot be read", what)
		return nil
	}
	d.drawn(n, field, v, what)
	if err := v.Check(); err != nil {
		d.undrawable(field, err, what)
	}
	d.dependence(n, v, what, also)
	return v
}

// undrawable reports a range from which nothing can be drawn, and whether the error says
// that.
func (d *decoder) undrawable(n *document.Node, err error, what string) bool {
	var bad *tools.RangeError
	if !errors.As(err, &bad) {
		return false
	}
	d.problem(n, "write a smaller range, or a larger step", "the values of %s cannot be drawn: %s", what, bad)
	return true
}

// drawn reads how values of one kind are drawn, from the field of that kind.
func (d *decoder) drawn(n, field *document.Node, v *tools.Values, what string) {
	bad := func(hint string) { d.problem(field, hint, "the values of %s cannot be read", what) }
	word := rawWords(field)
	var err error
	switch v.Kind {
	case tools.ValuePick, tools.ValueText:
		for _, item := range field.Items {
			v.Pick = append(v.Pick, tools.PlainOf(item))
		}
		if len(v.Pick) == 0 {
			bad("write a list: [a, b, c]")
		}
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		if v.Min, v.Max, err = tools.Span(word); err != nil && !d.undrawable(field, err, what) {
			bad("write a range, for example 1-9")
		}
	case tools.ValueBool:
		if v.Share, err = strconv.ParseFloat(word, 64); err != nil || v.Share < 0 || v.Share > 1 {
			bad("write the share of true values, for example 0.3")
		}
	case tools.ValueDate, tools.ValueMonth, tools.ValueDateTime:
		v.Workdays = d.flag(n, "workdays", what)
		if v.Min, v.Max, err = tools.Days(word); err != nil {
			bad("write a range from now, for example +1..+30 or -30..-1")
		}
		if v.Kind == tools.ValueDateTime {
			v.Clock = [2]int{8 * 60, 18 * 60}
			if between := n.Fields["between"]; between != nil {
				if v.Clock[0], v.Clock[1], err = tools.Hours(rawWords(between)); err != nil {
					d.problem(between, "write, for example, 08:00-18:00", "the hours of %s cannot be read", what)
				}
			}
		}
	case tools.ValueTime:
		var low, high int
		if low, high, err = tools.Hours(word); err != nil {
			bad("write, for example, 08:00-18:00")
		}
		v.Min, v.Max = float64(low), float64(high)
	case tools.ValuePattern:
		v.Text = word
		if _, err := syntax.Parse(word, syntax.Perl); err != nil {
			bad("write a regular expression such as [A-Z]{2}[0-9]{4}")
		}
	case "is":
		v.Kind = tools.ValueKind(word)
		if !slices.Contains(valueWords, v.Kind) {
			bad("the kinds are " + join(valueWords))
		}
	case tools.ValueAfter:
		v.Text = word
		v.Workdays = d.flag(n, "workdays", what)
		if plus := n.Fields["plus"]; plus == nil {
			bad("add \"plus\", for example plus: 30-90 (minutes of a time, days of a date)")
		} else if v.Min, v.Max, err = tools.Span(rawWords(plus)); err != nil && !d.undrawable(plus, err, what) {
			d.problem(plus, "write a range, for example 30-90", "the distance of %s cannot be read", what)
		}
	case tools.ValueTimes, tools.ValueSum, tools.ValueColour:
		if hint := readTerms(field, v); hint != "" {
			bad(hint)
		}
	case tools.ValueKnown:
		v.Text = word
		if !slices.Contains(knowledge.Tables(), word) {
			bad("the tables are " + strings.Join(knowledge.Tables(), ", "))
		}
		for _, name := range d.texts(n, "among", what) {
			if _, ok := knowledge.Lookup(word, name); !ok {
				d.problem(n.Fields["among"], "", "the table %q does not know %q", word, name)
			}
			v.Pick = append(v.Pick, name)
		}
	case tools.ValueCopy, tools.ValueOf:
		v.Text = word
	}
}

// readTerms reads what a value is worked out of. It returns what should be written instead
// if that is not possible.
func readTerms(field *document.Node, v *tools.Values) string {
	odd := false
	for _, item := range field.Items {
		odd = odd || item.Kind != document.Text && item.Kind != document.Whole && item.Kind != document.Real
		v.Terms = append(v.Terms, item.Plain())
	}
	switch {
	case v.Kind == tools.ValueColour && !tools.ColourTerms(v.Terms):
		return "write convert, complement, grey or contrast and the parameters: [contrast, first, second]"
	case len(v.Terms) < 2 || odd:
		return "write a list of fields, parameters and numbers: [price, nights]"
	}
	return ""
}

// dependence reads what a value depends on ("by"), and the ranges for each value of
// the first of these ("cases").
func (d *decoder) dependence(n *document.Node, v *tools.Values, what string, also []string) {
	by, cases := n.Fields["by"], n.Fields["cases"]
	if by != nil {
		v.By = d.texts(n, "by", what)
		switch v.Kind {
		case tools.ValueOf, tools.ValueTimes, tools.ValueSum, tools.ValueColour:
			d.problem(by, "leave it out", "%s is computed from other values and cannot have %q", what, "by")
		}
	}
	switch {
	case cases == nil:
		return
	case by == nil:
		d.problem(cases, "write, for example, by: class", "the cases of %s need %q, which names the value that they depend on", what, "by")
		return
	case v.Kind == tools.ValueCopy:
		d.problem(cases, "leave them out", "%s is copied from elsewhere and cannot have cases", what)
		return
	case cases.Kind != document.Object:
		d.problem(cases, "write, for example, {express: 1-2, standard: 3-6}", "the cases of %s must be an object (value: range)", what)
		return
	}
	key := n.Keys[slices.IndexFunc(n.Keys, func(k string) bool { return slices.Contains(valueKeys, k) })]
	if v.Kind == tools.ValueAfter {
		key = "plus" // the case says how much later
	}
	for _, when := range cases.Keys {
		one := *n
		one.Fields = maps.Clone(n.Fields)
		one.Keys = slices.DeleteFunc(slices.Clone(n.Keys), func(k string) bool { return k == "by" || k == "cases" })
		delete(one.Fields, "by")
		delete(one.Fields, "cases")
		one.Fields[key] = cases.Fields[when]
		if values := d.values(&one, fmt.Sprintf("%s for %s", what, when), also...); values != nil {
			v.Cases = append(v.Cases, tools.Case{When: when, Values: values})
		}
	}
}

// knownTo reports whether a call that creates a thing may know a name: a parameter,
// or an attribute of something that a parameter or an attribute identifies. choices
// are its values if they are listed.
func knownTo(ts *tools.Toolset, e *tools.Entity, name string) (choices []any, ok bool) {
	base, attribute, dotted := strings.Cut(name, ".")
	if dotted && e.Attribute(base) != nil {
		return attributeChoices(ts, attribute)
	}
	for _, t := range ts.Tools {
		if t.Entity == e && t.Param(base) != nil {
			return knownIn(ts, t, name)
		}
	}
	return nil, false
}

// knownIn reports whether a call of the tool knows a name, and its values if they
// are listed.
func knownIn(ts *tools.Toolset, t *tools.Tool, name string) (choices []any, ok bool) {
	base, attribute, dotted := strings.Cut(name, ".")
	switch p := t.Param(base); {
	case p == nil:
		if t.Entity == nil || t.Entity.Attribute(base) == nil || t.Effect == tools.Compute || t.Effect == tools.List {
			return nil, false
		}
		if dotted {
			return attributeChoices(ts, attribute)
		}
		return listed(t.Entity.Attribute(base).Values), true
	case dotted && p.Entity != nil:
		return attributeChoices(ts, attribute)
	case dotted:
		return nil, slices.ContainsFunc(p.Props, func(q *tools.Param) bool { return q.Name == attribute })
	case p.Type == "boolean":
		return []any{true, false}, true
	default:
		return p.Enum, true
	}
}

// attributeChoices are the listed values of an attribute of any entity.
func attributeChoices(ts *tools.Toolset, name string) (choices []any, ok bool) {
	for _, e := range ts.Entities {
		if a := e.Attribute(name); a != nil {
			return listed(a.Values), true
		}
	}
	return nil, false
}

// listed gives the values if they are listed, else nil.
func listed(v *tools.Values) []any {
	switch {
	case v == nil:
		return nil
	case v.Kind == tools.ValuePick:
		return v.Pick
	case v.Kind == tools.ValueBool:
		return []any{true, false}
	}
	return nil
}

func join(kinds []tools.ValueKind) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
	}
	return strings.Join(words, ", ")
}

func (d *decoder) quantity(n *document.Node, key, what string) float64 {
	field := n.Fields[key]
	if field == nil {
		return 0
	}
	f, ok := field.Plain().(float64)
	if !ok {
		if i, isInt := field.Plain().(int64); isInt {
			return float64(i)
		}
		d.problem(field, "", "%q of %s must be a number", key, what)
	}
	return f
}

// rawWords gives a scalar as text.
func rawWords(n *document.Node) string {
	switch v := n.Value.(type) {
	case string:
		return v
	case nil:
		return ""
	default:
		return fmt.Sprint(v)
	}
}
