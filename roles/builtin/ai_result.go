package builtin

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// How replies tell what calls returned.

// section tells what one call returned. again means that a later section tells the same
// thing in full. What a later call changed does not stand so "at the moment".
func section(r keyed.Rand, s *roles.Scene, c *blueprint.Call, answer world.Answer, again bool) (string, bool) {
	text, ok := result(r, s, c, answer, again)
	if now, stale := strings.CutPrefix(text, "At the moment "); ok && stale && c.Tool.Entity != nil {
		if _, other := changedSince(s, c, []any{answer.Body}); other {
			text = capital(now)
		}
	}
	return text, ok
}

// result is a section without regard to the calls after it.
func result(r keyed.Rand, s *roles.Scene, c *blueprint.Call, answer world.Answer, again bool) (string, bool) {
	t := c.Tool
	switch {
	case answer.Status >= 300:
		return failed(r, c, answer), true
	case t.Effect == tools.List:
		return listSection(r, s, c, answer)
	}
	if words := asked(s, t); words != nil {
		if text, ok := fill(r, words, "", c, answer.Body); ok {
			return text, true
		}
	}
	head, ok := fill(r, t.Tell, "", c, answer.Body)
	if t.Entity == nil {
		return head, ok && head != ""
	}
	id, _ := answer.Body.Get(t.Entity.ID)
	named := blueprint.Holds(head, fmt.Sprint(id))
	headed := ok && head != ""
	colon := strings.HasSuffix(head, ":")
	switch {
	case again && headed && !named && !colon:
		return fmt.Sprintf("%s (%s **%v**)", strings.TrimSuffix(head, "."), t.Entity.Noun, id) + ".", true
	case t.Effect == tools.Delete:
		return head, headed
	case headed && named && !colon:
		return head, true
	}
	card := wordingFor(r, t.Entity.Cards, t.Entity, answer.Body)
	text, told := tellEntity(r, card, t.Entity, answer.Body)
	switch {
	case !told:
		return "", false
	case !headed:
		return text, true
	case colon && strings.Contains(text, ": "):
		return strings.TrimSuffix(head, ":") + ". " + capital(text), true // one colon is enough
	case colon && (strings.HasPrefix(strings.ToLower(text), t.Entity.Noun) || begins(text)):
		return head + " " + lower(text), true
	}
	return head + " " + capital(text), true
}

// asked returns the wordings that begin with the part of a result for which the user asked,
// or nil. A request that varies an earlier one may leave out for what.
func asked(s *roles.Scene, t *tools.Tool) []*tools.Phrase {
	texts := []string{s.Proposal.Text}
	for b := s.Blueprint; b.Relation == mission.Ellipsis && b.Way != mission.WayNeighbour; {
		past := s.Past[b.Target]
		if !slices.ContainsFunc(past.Calls, func(was blueprint.PastCall) bool { return was.Tool == t }) {
			break
		}
		texts, b = append(texts, past.Request), past.Blueprint
	}
	for _, text := range texts {
		text = strings.ToLower(text)
		for _, a := range t.Asked {
			if slices.ContainsFunc(a.Said, func(words string) bool { return strings.Contains(text, strings.ToLower(words)) }) {
				return a.Tell
			}
		}
	}
	return nil
}

// begins reports whether a text begins with a word that is lower case inside a
// sentence.
func begins(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return slices.Contains([]string{"With", "For", "In", "It", "On", "At", "From", "To", "The", "A", "An", "By", "Your", "There", "This", "You"}, first)
}

// listSection tells a list.
func listSection(r keyed.Rand, s *roles.Scene, c *blueprint.Call, answer world.Answer) (string, bool) {
	e := c.Tool.Entity
	rows, _ := answer.Body.Get(c.Tool.ListKey())
	items, _ := rows.([]any)
	if len(items) == 0 {
		return fill(r, c.Tool.Empty, "I found nothing that fits.", c, answer.Body)
	}
	count := fmt.Sprintf("%d %s", len(items), e.Plural)
	if len(items) == 1 {
		count = "1 " + e.Noun
	}
	head, ok := listHead(r, c, answer, "I found "+count+":")
	gone, other := changedSince(s, c, items)
	switch {
	case unasked(s, c, answer) && (gone || other):
		head, ok = pick(r, sentences["chosen from before"], "{x}", count), true
	case unasked(s, c, answer):
		head, ok = pick(r, sentences["chosen from"], "{x}", count), true
	case other && strings.HasSuffix(head, ":"):
		head = strings.TrimSuffix(head, ":") + " (as they stood before):"
	}
	if !ok {
		return "", false
	}
	line := wordingFor(r, e.Lines, e, items[0].(tools.Object))
	if len(items) == 1 {
		only, ok := tellEntity(r, line, e, items[0].(tools.Object))
		head := pick(r, sentences["only one"], "{noun}", e.Noun)
		if strings.Contains(only, ": ") {
			head = strings.TrimSuffix(head, ":") + "." // one colon is enough
		}
		return head + " " + only + ".", ok
	}
	if len(items) > fewItems && keyed.New(0, "table", s.Persona.Name, s.Persona.Background).Chance(0.35) {
		if rows, ok := table(s.Set, e, items); ok {
			return head + "\n\n" + rows, true
		}
	}
	lines := make([]string, len(items))
	for k, item := range items {
		if lines[k], ok = tellEntity(r, line, e, item.(tools.Object)); !ok {
			return "", false
		}
	}
	if len(items) <= fewItems {
		return inProse(head, lines), true
	}
	return head + "\n\n- " + strings.Join(lines, "\n- "), true
}

// changedSince reports whether the mission removed one of the things of a list after it was
// made, and whether a value that the list shows of one is another one since.
func changedSince(s *roles.Scene, c *blueprint.Call, items []any) (gone, other bool) {
	e := c.Tool.Entity
	listed := slices.IndexFunc(s.Made, func(m roles.Made) bool { return &s.Blueprint.Calls[m.Call] == c })
	for _, m := range s.Made[listed+1:] {
		t := s.Blueprint.Calls[m.Call].Tool
		if m.Answer.Status >= 300 || t.Entity != e || t.Effect != tools.Update && t.Effect != tools.Delete {
			continue
		}
		for _, item := range items {
			row, _ := item.(tools.Object)
			id, _ := row.Get(e.ID)
			if !slices.ContainsFunc(s.Blueprint.Calls[m.Call].Args, func(a blueprint.Arg) bool { return a.Param.Entity == e && tools.Same(a.Value, id) }) {
				continue
			}
			gone = gone || t.Effect == tools.Delete
			other = other || slices.ContainsFunc(row, func(f tools.Field) bool {
				now, told := m.Answer.Body.Get(f.Name)
				return told && !tools.Same(now, f.Value)
			})
		}
	}
	return gone, other
}

// listHead introduces a list. If the list is only a part of what there is, the words must
// not say that it is all.
func listHead(r keyed.Rand, c *blueprint.Call, answer world.Answer, plain string) (string, bool) {
	var narrowed []string
	for _, a := range c.Args {
		if !a.Param.Required && !(a.Param.Default != nil && tools.Same(a.Value, a.Param.Default)) {
			narrowed = append(narrowed, a.Param.Name)
		}
	}
	for _, p := range keyed.Shuffled(r, c.Tool.Tell) {
		silent := func(name string) bool { return !p.Mentions(name) }
		if head, ok := fill(r, []*tools.Phrase{p}, "", c, answer.Body); ok && !slices.ContainsFunc(narrowed, silent) {
			return head, true
		}
	}
	for _, p := range keyed.Shuffled(r, c.Tool.Tell) {
		if head, ok := fill(r, []*tools.Phrase{p}, "", c, answer.Body); ok && ofThatKind.MatchString(head) {
			return head, true
		}
	}
	return plain, true
}

// ofThatKind matches introductions of a list that say it is of what was asked for.
var ofThatKind = regexp.MustCompile(`(?i)\b(found|find|see|came across|choose|choice|suggest|offer you|fits?|match(es)?|suits?|kind|like that|looking for|your request|as you asked|for you|there you are)\b`)

// failed tells that the world refused a call, and why.
func failed(r keyed.Rand, c *blueprint.Call, answer world.Answer) string {
	switch answer.Status {
	case 409:
		if text, ok := fill(r, c.Tool.Refused, "", c, answer.Body); ok && text != "" {
			return text
		}
	case 404:
		for _, a := range c.Args {
			if id, ok := blueprint.IDText(a.Value); ok && a.Param.Entity != nil {
				thing, number := a.Param.Entity.Noun, a.Param.Noun
				return pick(r, sentences["unknown"], "{noun}", thing, "{id}", "**"+id+"**", "{number}", number, "{a number}", article(number), "{a noun}", article(thing))
			}
		}
	}
	text, _ := answer.Body.Get("error")
	return fmt.Sprint("I'm sorry, that did not work: ", text)
}

// wordingFor picks a wording that the fields can fill. If there is none, it makes one
// of all fields in their order.
func wordingFor(r keyed.Rand, phrases []*tools.Phrase, e *tools.Entity, fields tools.Object) *tools.Phrase {
	fit := slices.DeleteFunc(slices.Clone(phrases), func(p *tools.Phrase) bool {
		return slices.ContainsFunc(p.Needs(), func(s *tools.Slot) bool { _, ok := fields.Get(s.Name); return !ok })
	})
	if len(fit) > 0 {
		return keyed.Pick(r, fit)
	}
	var told []string
	for _, f := range fields {
		if a := e.Attribute(f.Name); a != nil && f.Name != e.ID {
			label := strings.ToLower(strings.Join(naming.Words(f.Name), " "))
			if _, flag := f.Value.(bool); flag {
				label += ":" // "in stock: yes"
			}
			told = append(told, fmt.Sprintf("%s {%s:bare}", label, f.Name))
		}
	}
	text := fmt.Sprintf("**{%s}**", e.ID)
	if len(told) > 0 {
		text += ": " + strings.Join(told, ", ")
	}
	if len(fields) > 1 {
		if p, err := tools.ParsePhrase(text); err == nil {
			return p
		}
	}
	return &tools.Phrase{Parts: []tools.Part{{Text: "**"}, {Slot: &tools.Slot{Name: e.ID}}, {Text: "**"}}}
}

func tellEntity(r keyed.Rand, p *tools.Phrase, e *tools.Entity, fields tools.Object) (string, bool) {
	needs := p.Needs()
	return p.Render(func(slot *tools.Slot) (string, bool) {
		v, ok := fields.Get(slot.Name)
		a := e.Attribute(slot.Name)
		if items, isList := v.([]any); !ok || a == nil || isList && len(items) == 0 || absent(v, slot) && !slices.Contains(needs, slot) {
			return "", false
		}
		return tellSlot(v, a.Told(), slot), true
	}, r.IntN)
}

// fill tells the result of a call in one of the tool's wordings. If there are none, or
// none can be filled, it returns other, which may be empty.
func fill(r keyed.Rand, phrases []*tools.Phrase, other string, c *blueprint.Call, body tools.Object) (string, bool) {
	for _, p := range keyed.Shuffled(r, phrases) {
		needs := p.Needs()
		text, ok := p.Render(func(slot *tools.Slot) (string, bool) {
			if v, ok := body.Get(slot.Name); ok {
				if items, isList := v.([]any); isList && len(items) == 0 || absent(v, slot) && !slices.Contains(needs, slot) {
					return "", false
				}
				if yes, flag := v.(bool); flag && slot.One+slot.Many == "" && !labels(p.Parts, slot) {
					return labelled(c.Tool.Labels[slot.Name], yes)
				}
				return tellSlot(v, resultValues(c.Tool, slot.Name), slot), true
			}
			return tellArg(r, c, slot)
		}, r.IntN)
		if ok {
			return capital(strings.TrimSpace(text)), true
		}
	}
	return other, len(phrases) == 0 || other != ""
}

// absent reports whether a value says that there is nothing, or that something is not so. In a
// group of a wording it is not told: "[; quiet ride: {quiet_ride}]", "[ and {n|child|children}]".
func absent(v any, slot *tools.Slot) bool {
	return v == nil || v == false || v == "none" || slot.Many != "" && tools.Same(v, 0)
}

// labels reports whether the text before a slot is a label: "quiet ride: ". Elsewhere, true
// and false need words of their own.
func labels(parts []tools.Part, slot *tools.Slot) bool {
	for i, part := range parts {
		switch {
		case part.Slot == slot:
			return i > 0 && strings.HasSuffix(parts[i-1].Text, ": ")
		case labels(part.Group, slot), slices.ContainsFunc(part.Choice, func(list []tools.Part) bool { return labels(list, slot) }):
			return true
		}
	}
	return false
}

// tellArg tells an argument of a call.
func tellArg(r keyed.Rand, c *blueprint.Call, slot *tools.Slot) (string, bool) {
	a := c.Arg(slot.Name)
	if a == nil {
		return "", false
	}
	o, isObject := a.Value.(tools.Object)
	if slot.Field != "" {
		v, ok := o.Get(slot.Field)
		return tellSlot(v, nil, slot), ok
	}
	if words, ok := tellItems(r, a); ok {
		return words, true
	}
	if words, ok := labelled(c.Tool.Labels[slot.Name], a.Value); ok {
		return words, true
	}
	if isObject && a.Param.IsPlace() {
		place := a.Param.Place(o)
		return place, place != ""
	}
	values := a.Param.Values
	if values == nil && len(a.Param.Enum) > 0 {
		values = &tools.Values{Kind: tools.ValuePick}
	}
	return tellSlot(a.Value, values, slot), true
}

// tellItems tells an array of objects in the words that users have for its elements.
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
			return tellSlot(v, nil, slot), ok
		}, r.IntN)
		if !ok {
			return "", false
		}
	}
	return list(words, "and"), true
}

// resultValues finds how the values of a field of the answer are made. It returns nil
// if that is unknown.
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
