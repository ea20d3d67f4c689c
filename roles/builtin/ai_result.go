package builtin

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// section tells what one call returned.
func section(r keyed.Rand, s *roles.Scene, c *blueprint.Call, answer world.Answer, retold bool) (string, bool) {
	t := c.Tool
	if answer.Status >= 300 {
		return failed(r, c, answer)
	}
	if t.Effect == tools.List {
		rows, _ := answer.Body.Get(t.ListKey())
		items, _ := rows.([]any)
		if len(items) == 0 {
			return fill(r, t.Empty, "I found nothing that fits.", t, c, answer.Body)
		}
		head, ok := fill(r, t.Tell, fmt.Sprintf("I found %s:", counted(len(items), t.Entity)), t, c, answer.Body)
		if !ok {
			return "", false
		}
		line := linePhrase(r, t.Entity.Lines, t.Entity, items[0].(tools.Object))
		if len(items) == 1 {
			only, ok := tellEntity(r, line, t.Entity, items[0].(tools.Object))
			head := strings.ReplaceAll(keyed.Pick(r, onlyOne), "{noun}", t.Entity.Noun)
			if strings.Contains(only, ": ") {
				head = strings.TrimSuffix(head, ":") + "." // one colon is enough
			}
			return head + " " + only + ".", ok
		}
		if keyed.New(0, "table", s.Persona.Name, s.Persona.Background).Chance(0.35) {
			if rows, ok := table(s, t.Entity, items); ok {
				return head + "\n\n" + rows, true
			}
		}
		lines := make([]string, len(items))
		for k, item := range items {
			if lines[k], ok = tellEntity(r, line, t.Entity, item.(tools.Object)); !ok {
				return "", false
			}
			lines[k] = "- " + lines[k]
		}
		return head + "\n\n" + strings.Join(lines, "\n"), true
	}
	head, ok := fill(r, t.Tell, "", t, c, answer.Body)
	if id, _ := answer.Body.Get(idOf(t)); retold && ok && head != "" && !blueprint.Holds(head, fmt.Sprint(id)) && !strings.HasSuffix(head, ":") {
		return fmt.Sprintf("%s (%s **%v**)", strings.TrimSuffix(head, "."), t.Entity.Noun, id) + ".", true
	}
	if t.Entity == nil || t.Effect == tools.Delete {
		return head, ok && head != ""
	}
	id, _ := answer.Body.Get(t.Entity.ID)
	if ok && head != "" && blueprint.Holds(head, fmt.Sprint(id)) && !strings.HasSuffix(head, ":") {
		return head, true
	}
	card := linePhrase(r, t.Entity.Cards, t.Entity, answer.Body)
	text, told := tellEntity(r, card, t.Entity, answer.Body)
	if !told {
		return "", false
	}
	switch {
	case !ok || head == "":
		return text, true
	case strings.HasSuffix(head, ":") && strings.Contains(text, ": "):
		return strings.TrimSuffix(head, ":") + ". " + capital(text), true // one colon is enough
	case strings.HasSuffix(head, ":") && (strings.HasPrefix(strings.ToLower(text), t.Entity.Noun) || begins(text)):
		return head + " " + lower(text), true
	}
	return head + " " + capital(text), true
}

// begins tells whether a text begins with a word that is small inside a
// sentence.
func begins(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return slices.Contains([]string{"With", "For", "In", "It", "On", "At", "From", "To", "The", "A", "An", "By", "Your", "There", "This", "You"}, first)
}

func idOf(t *tools.Tool) string {
	if t.Entity == nil {
		return ""
	}
	return t.Entity.ID
}

// onlyOne tells that a list holds one item only.
var onlyOne = []string{"There is one {noun} that fits:", "I found just one {noun}:", "Only one {noun} fits:"}

// failed tells that the world refused a call, and why.
func failed(r keyed.Rand, c *blueprint.Call, answer world.Answer) (string, bool) {
	switch answer.Status {
	case 409:
		if text, ok := fill(r, c.Tool.Refused, "", c.Tool, c, answer.Body); ok && text != "" {
			return text, true
		}
	case 404:
		for _, a := range c.Args {
			if id, ok := blueprint.IDText(a.Value); ok && a.Param.Entity != nil {
				text := keyed.Pick(r, unknown)
				return strings.NewReplacer("{noun}", a.Param.Entity.Noun, "{id}", "**"+id+"**", "{number}", a.Param.Noun, "{a number}", article(a.Param.Noun), "{a noun}", article(a.Param.Entity.Noun)).Replace(text), true
			}
		}
	}
	text, _ := answer.Body.Get("error")
	return fmt.Sprint("I'm sorry, that did not work: ", text), true
}

// unknown tells that a thing does not exist.
var unknown = []string{
	"I can't find {a noun} {id}, I'm afraid. Could you check it once more?",
	"There is no {noun} {id} in the system. Perhaps a digit got mixed up?",
	"I'm sorry, but {id} is not {a number} that I know. Would you check it, please?",
	"No {noun} goes by {id}, so I couldn't do that. Please have another look at the {number}.",
}

// table tells the items of a list in columns: what the lines of their entity
// tell, the identifier first.
func table(s *roles.Scene, e *tools.Entity, items []any) (string, bool) {
	if len(e.Lines) == 0 {
		return "", false
	}
	columns := []*tools.Slot{{Name: e.ID}}
	behind := map[string]string{} // units that the line writes behind a value
	var walk func(parts []tools.Part)
	walk = func(parts []tools.Part) {
		for i, p := range parts {
			if p.Slot != nil && i+1 < len(parts) {
				behind[p.Slot.Name] = unitIn(parts[i+1].Text)
			}
			switch {
			case p.Slot != nil && !slices.ContainsFunc(columns, func(c *tools.Slot) bool { return c.Name == p.Slot.Name }):
				columns = append(columns, p.Slot)
			case p.Group != nil:
				walk(p.Group)
			}
		}
	}
	walk(e.Lines[0].Parts)
	if len(columns) < 3 || len(columns) > 6 {
		return "", false
	}
	var out strings.Builder
	for _, c := range columns {
		a := e.Attribute(c.Name)
		if a == nil {
			return "", false
		}
		head := hyphened(heading(c), a.About)
		if unit := behind[c.Name]; unit != "" && c.Many == "" && !strings.Contains(head, "(") {
			head += " (" + unit + ")"
		}
		if c.Name == e.ID {
			head = idNoun(s.Set, e)
		}
		out.WriteString("| " + capital(head) + " ")
	}
	out.WriteString("|\n" + strings.Repeat("| --- ", len(columns)) + "|")
	for _, item := range items {
		row, _ := item.(tools.Object)
		out.WriteString("\n")
		for i, c := range columns {
			v, ok := row.Get(c.Name)
			a := e.Attribute(c.Name)
			if !ok {
				return "", false
			}
			words := number(tell(v, a.Told(), true), v, c)
			if slices.Contains(strings.Fields(heading(c)), strings.ToLower(c.Many)) {
				words = tell(v, a.Told(), true)
			}
			if i == 0 {
				words = "**" + words + "**"
			}
			out.WriteString("| " + strings.ReplaceAll(words, "|", "\\|") + " ")
		}
		out.WriteString("|")
	}
	return out.String(), true
}

// units are the words at the end of attribute names that say in what something
// is measured, as people write them.
var units = map[string]string{"kwh": "kWh", "km": "km", "kg": "kg", "gb": "GB", "mb": "MB", "sqm": "m²", "percent": "%", "minutes": "minutes",
	"hours": "hours", "days": "days", "metres": "m", "litres": "litres", "cents": "cents", "m2": "m²", "m3": "m³", "cm": "cm", "mm": "mm", "db": "dB"}

// heading names a column by its attribute. The unit stands in brackets, or
// nowhere when the cells have it.
func heading(c *tools.Slot) string {
	words := tools.Words(strings.ToLower(c.Name))
	last := len(words) - 1
	unit := units[words[last]]
	if last == 0 || unit == "" {
		return strings.Join(words, " ")
	}
	head := strings.Join(words[:last], " ")
	if c.Many != "" {
		return head
	}
	return head + " (" + unit + ")"
}

// unitIn is the unit that a text begins with, if it does.
func unitIn(text string) string {
	word, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	word = strings.TrimRight(word, ".,;:)")
	for _, unit := range units {
		if word == unit {
			return unit
		}
	}
	return ""
}

// hyphened joins words of a heading that the description of the attribute joins:
// "call-out fee".
func hyphened(head, about string) string {
	words := strings.Fields(head)
	about = strings.ToLower(about)
	for i := len(words) - 1; i > 0; i-- {
		if pair := words[i-1] + "-" + words[i]; strings.Contains(about, pair) {
			words = slices.Replace(words, i-1, i+1, pair)
		}
	}
	return strings.Join(words, " ")
}

func counted(n int, e *tools.Entity) string {
	if n == 1 {
		return "1 " + e.Noun
	}
	return fmt.Sprintf("%d %s", n, e.Plural)
}

// linePhrase picks a wording that the fields can fill; without one, all
// fields are told in their order.
func linePhrase(r keyed.Rand, phrases []*tools.Phrase, e *tools.Entity, fields tools.Object) *tools.Phrase {
	fit := slices.DeleteFunc(slices.Clone(phrases), func(p *tools.Phrase) bool {
		return slices.ContainsFunc(p.Needs(), func(s *tools.Slot) bool { _, ok := fields.Get(s.Name); return !ok })
	})
	if len(fit) > 0 {
		return keyed.Pick(r, fit)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "**{%s}**", e.ID)
	first := true
	for _, f := range fields {
		if a := e.Attribute(f.Name); a == nil || f.Name == e.ID {
			continue
		}
		if first {
			out.WriteString(": ")
		} else {
			out.WriteString(", ")
		}
		first = false
		fmt.Fprintf(&out, "%s {%s:bare}", strings.ToLower(strings.Join(tools.Words(f.Name), " ")), f.Name)
	}
	if len(fields) > 1 {
		p, err := tools.ParsePhrase(out.String())
		if err == nil {
			return p
		}
	}
	return &tools.Phrase{Parts: []tools.Part{{Text: "**"}, {Slot: &tools.Slot{Name: e.ID}}, {Text: "**"}}}
}

func tellEntity(r keyed.Rand, p *tools.Phrase, e *tools.Entity, fields tools.Object) (string, bool) {
	return p.Render(func(slot *tools.Slot) (string, bool) {
		v, ok := fields.Get(slot.Name)
		if !ok {
			return "", false
		}
		a := e.Attribute(slot.Name)
		if items, isList := v.([]any); a == nil || isList && len(items) == 0 {
			return "", false
		}
		return number(tell(v, a.Told(), slot.Bare), v, slot), true
	}, r.IntN)
}

// number adds the article or the noun that agrees. For true and false the slot says the words
// for each.
func number(words string, v any, slot *tools.Slot) string {
	if slot.A {
		words = article(words)
	}
	if yes, ok := v.(bool); ok && slot.One+slot.Many != "" {
		if yes {
			return slot.One
		}
		return slot.Many
	}
	if slot.One == "" && slot.Many == "" {
		return words
	}
	f, ok := world.Float(v)
	switch {
	case ok && f == 1:
		return words + " " + slot.One
	case ok && f >= 1000 && bareNumber(words):
		words = amountOf(f)
	}
	return words + " " + slot.Many
}

// fill tells the result of a call in one of the tool's ways.
func fill(r keyed.Rand, phrases []*tools.Phrase, other string, t *tools.Tool, c *blueprint.Call, body tools.Object) (string, bool) {
	for _, p := range keyed.Shuffled(r, phrases) {
		text, ok := p.Render(func(slot *tools.Slot) (string, bool) {
			if v, ok := body.Get(slot.Name); ok {
				return number(tell(v, resultValues(t, slot.Name), slot.Bare), v, slot), true
			}
			a := c.Arg(slot.Name)
			if a == nil {
				return "", false
			}
			if slot.Field != "" {
				o, _ := a.Value.(tools.Object)
				v, ok := o.Get(slot.Field)
				return number(tell(v, nil, slot.Bare), v, slot), ok
			}
			if words, ok := tellItems(r, a); ok {
				return words, true
			}
			if words, ok := labelled(t.Labels[slot.Name], a.Value); ok {
				return words, true
			}
			if o, ok := a.Value.(tools.Object); ok && a.Param.IsPlace() {
				place := a.Param.Place(o)
				return place, place != ""
			}
			values := a.Param.Values
			if values == nil && len(a.Param.Enum) > 0 {
				values = &tools.Values{Kind: tools.ValuePick}
			}
			return number(tell(a.Value, values, slot.Bare), a.Value, slot), true
		}, r.IntN)
		if ok {
			return capital(strings.TrimSpace(text)), true
		}
	}
	return other, len(phrases) == 0 || other != ""
}

// tellItems tells an array of objects in the words that the user has for one.
func tellItems(r keyed.Rand, a *blueprint.Arg) (string, bool) {
	items, _ := a.Value.([]any)
	if len(items) == 0 || len(a.Param.SayItem) == 0 {
		return "", false
	}
	words := make([]string, len(items))
	for i, item := range items {
		o, ok := item.(tools.Object)
		if !ok {
			return "", false
		}
		words[i], ok = a.Param.SayItem[0].Render(func(slot *tools.Slot) (string, bool) {
			v, ok := o.Get(slot.Name)
			return number(tell(v, nil, slot.Bare), v, slot), ok
		}, r.IntN)
		if !ok {
			return "", false
		}
	}
	return list(words, "and"), true
}

// labelled gives the other words for a value, or for each element of an array.
func labelled(labels []tools.Label, v any) (string, bool) {
	if items, ok := v.([]any); ok && len(items) > 0 {
		words := make([]string, len(items))
		for i, item := range items {
			if words[i], ok = labelled(labels, item); !ok {
				return "", false
			}
		}
		return list(words, "and"), true
	}
	for _, l := range labels {
		if l.Value == v && len(l.Say) > 0 {
			return l.Say[0], true
		}
	}
	return "", false
}

// resultValues finds how a field of the answer is made.
func resultValues(t *tools.Tool, name string) *tools.Values {
	for _, a := range t.Gives {
		if a.Name == name {
			return a.Told()
		}
	}
	if t.Entity != nil {
		if a := t.Entity.Attribute(name); a != nil {
			return a.Told()
		}
	}
	return nil
}
