package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"switchyard/blueprint"
	"switchyard/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// AI is the built-in assistant: it says what the observations say.
type AI struct{}

// Ask implements [roles.AI].
func (AI) Ask(_ context.Context, s *roles.Scene, tool string, missing []string) (string, error) {
	r := s.Rand(mission.RoleAI)
	t := s.Set.Tool(tool)
	if t == nil {
		return "", ErrNoWords
	}
	again := len(s.Questions) > 0
	var out string
	switch {
	case again && len(missing) < len(s.Questions[len(s.Questions)-1].Missing):
		out = "Thank you. "
	case again:
		out = insisting[(int(keyed.Hash(0, s.Persona.Name)%97)+s.Index())%len(insisting)] + " "
	}
	if len(missing) == 1 {
		p := t.Param(missing[0])
		if len(p.AskFor) == 0 {
			return out + generalQuestion(p.Noun, s.Persona.Tone), nil
		}
		fresh := slices.DeleteFunc(slices.Clone(p.AskFor), func(q string) bool {
			return slices.ContainsFunc(s.Questions, func(old mission.Question) bool { return strings.HasSuffix(old.Text, q) })
		})
		if len(fresh) == 0 {
			fresh = p.AskFor
		}
		question := keyed.Pick(r, fresh)
		if !again && r.Chance(0.4) {
			out = keyed.Pick(r, []string{"Sure. ", "Happy to help. ", "Gladly. ", "Of course. "})
		}
		return out + question, nil
	}
	nouns := make([]string, len(missing))
	for i, name := range missing {
		nouns[i] = the(t.Param(name).Noun)
	}
	return out + keyed.Pick(r, []string{
		fmt.Sprintf("I need a little more for that: %s. Could you give me those?", list(nouns, "and")),
		fmt.Sprintf("Could you tell me %s?", list(nouns, "and")),
		fmt.Sprintf("Before I can do that, please let me know %s.", list(nouns, "and")),
	}), nil
}

// insisting introduces a question that is asked again.
var insisting = []string{"No problem, but I can't do it without that.", "I understand, but I'm afraid I need to know.",
	"I'm sorry to ask again.", "Take your time.", "No hurry, but I do need that from you."}

// Summarise implements [roles.AI].
func (AI) Summarise(_ context.Context, s *roles.Scene) (string, error) {
	r := s.Rand(mission.RoleAI)
	sections, labels := make([]string, len(s.Made)), make([]string, len(s.Made))
	apart := false // results of twins that do not say whose they are
	for i, made := range s.Made {
		c := &s.Blueprint.Calls[made.Call]
		text, ok := section(r, s, c, made.Answer, retold(s, i))
		if !ok {
			return "", ErrNoWords
		}
		sections[i], labels[i] = text, distinction(s, c)
		apart = apart || labels[i] != "" && !blueprint.Holds(text, labels[i])
	}
	for i, label := range labels {
		if apart && label != "" {
			sections[i] = "**" + capital(label) + "**\n\n" + sections[i]
		}
	}
	short := !slices.ContainsFunc(sections, func(t string) bool { return strings.Contains(t, "\n") || len(t) > 160 })
	text := strings.Join(sections, "\n\n")
	if short && len(sections) == 2 {
		text = sections[0] + " " + sections[1]
	}
	return text + offer(r, s), nil
}

// offer is what the assistant offers to do next, if anything.
func offer(r keyed.Rand, s *roles.Scene) string {
	if len(s.Made) != 1 || s.Persona.Patience == mission.Hasty || !r.Chance(0.3) {
		return ""
	}
	made := s.Made[0]
	t := s.Blueprint.Calls[made.Call].Tool
	count, _ := made.Answer.Body.Get("count")
	if made.Answer.Status >= 300 || t.Effect == tools.List && (count == int64(0) || count == int64(1)) || len(t.Next) == 0 {
		return ""
	}
	if t.Effect == tools.List {
		return "\n\n" + keyed.Pick(r, t.Next)
	}
	return " " + keyed.Pick(r, t.Next)
}

// retold tells whether a later result of the mission tells the same thing as
// the ith one, so that it need not be told in full twice.
func retold(s *roles.Scene, i int) bool {
	e := s.Blueprint.Calls[s.Made[i].Call].Tool.Entity
	if e == nil {
		return false
	}
	id, ok := s.Made[i].Answer.Body.Get(e.ID)
	return ok && slices.ContainsFunc(s.Made[i+1:], func(m roles.Made) bool {
		c := &s.Blueprint.Calls[m.Call]
		later, _ := m.Answer.Body.Get(e.ID)
		if m.Answer.Status >= 300 || c.Tool.Entity != e || c.Tool.Effect == tools.List || c.Tool.Effect == tools.Delete ||
			string(tools.EncodeValue(later)) != string(tools.EncodeValue(id)) {
			return false
		}
		// No other identifier may be lost.
		for _, other := range s.Set.Entities {
			have, told := s.Made[i].Answer.Body.Get(other.ID)
			if again, _ := m.Answer.Body.Get(other.ID); told && string(tools.EncodeValue(again)) != string(tools.EncodeValue(have)) {
				return false
			}
		}
		return true
	})
}

// distinction names the argument in which a call differs from another one of
// the same tool, so that the user knows which result belongs to which.
func distinction(s *roles.Scene, c *blueprint.Call) string {
	for i := range s.Blueprint.Calls {
		other := &s.Blueprint.Calls[i]
		if other == c || !twins(c, other) {
			continue
		}
		a := c.Arg(differing(c, other)[0])
		if words, ok := labelled(c.Tool.Labels[a.Param.Name], a.Value); ok {
			return words
		}
		switch a.Value.(type) {
		case string, []any:
		default:
			return "" // a bare number tells nothing
		}
		values := a.Param.Values
		if values == nil {
			values = &tools.Values{Kind: tools.ValuePick}
		}
		return tell(a.Value, values, true)
	}
	return ""
}

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
	var walk func(parts []tools.Part)
	walk = func(parts []tools.Part) {
		for _, p := range parts {
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
		head := heading(c)
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
			if !ok || a == nil {
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
		return slices.ContainsFunc(p.Needs(), func(name string) bool { _, ok := fields.Get(name); return !ok })
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
			name, field, _ := strings.Cut(slot.Name, ".")
			a := c.Arg(name)
			if a == nil {
				return "", false
			}
			if field != "" {
				o, _ := a.Value.(tools.Object)
				v, ok := o.Get(field)
				return number(tell(v, nil, slot.Bare), v, slot), ok
			}
			if words, ok := tellItems(r, a); ok {
				return words, true
			}
			if words, ok := labelled(t.Labels[name], a.Value); ok {
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

// Chat implements [roles.AI].
func (AI) Chat(_ context.Context, s *roles.Scene) (string, error) {
	r := s.Rand(mission.RoleAI)
	chat := s.Blueprint.Chat
	if chat.Compare != nil {
		return compared(r, s, chat), nil
	}
	if chat.Restate {
		ids := s.Identifiers(s.Blueprint.Target)
		for i := range ids {
			ids[i] = "**" + ids[i] + "**"
		}
		return keyed.Pick(r, []string{"Here you go: ", "Of course: ", "Certainly: "}) + list(ids, "and") + ".", nil
	}
	answers := []*tools.Phrase(nil)
	if chat.Follow != nil {
		answers = chat.Follow.Answer
	} else if chat.Topic != nil {
		answers = chat.Topic.Answer
	}
	for _, p := range keyed.Shuffled(r, answers) {
		text, ok := p.Render(func(*tools.Slot) (string, bool) { return "", false }, r.IntN)
		if ok {
			return text, nil
		}
	}
	return "", ErrNoWords
}

// compared tells which of several listed things wins.
func compared(r keyed.Rand, s *roles.Scene, chat *blueprint.Chat) string {
	claim, e := chat.Compare, chat.Entity
	list, _ := s.Past[claim.Mission].Calls[claim.Call].Answer.Body.At(claim.List)
	rows := list.([]any)
	a := e.Attribute(claim.By)
	about := func(i int) (id, value string) {
		row, _ := rows[i].(tools.Object)
		key, _ := row.Get(e.ID)
		v, _ := row.Get(claim.By)
		return fmt.Sprint(key), withNoun(e, claim.By, v, a.Told())
	}
	winner, best := about(claim.Winner)
	if len(claim.Items) > 2 {
		frames := allAnswers
		if bareNumber(best) {
			best = measured(claim.By, best)
		}
		text := keyed.Pick(r, frames)
		return strings.NewReplacer("{n}", ordinalWord(claim.Winner+1), "{w}", winner, "{x}", best).Replace(text)
	}
	other := claim.Items[0]
	if other == claim.Winner {
		other = claim.Items[1]
	}
	loser, worse := about(other)
	frames := pairAnswers
	if bareNumber(best) {
		best, worse = measured(claim.By, best), measured(claim.By, worse)
	}
	text := keyed.Pick(r, frames)
	return strings.NewReplacer("{n}", ordinalWord(claim.Winner+1), "{w}", winner, "{l}", loser, "{x}", best, "{y}", worse).Replace(text)
}

// pairAnswers and allAnswers tell which of two things, or of all, wins.
var (
	pairAnswers = []string{
		"That would be the {n} one, **{w}** ({x}, as opposed to {y} for **{l}**).",
		"**{w}**, the {n} one: {x}, and {y} for **{l}**.",
		"The {n} one, **{w}**: {x}. For **{l}** it is {y}.",
	}
	allAnswers = []string{
		"That is the {n} one, **{w}**: {x}.",
		"It is **{w}**, the {n} one on the list: {x}.",
		"**{w}**, the {n} one ({x}).",
	}
)

// measured tells a number with what its attribute says about it: "12 km",
// "rating 4.5".
func measured(attribute, n string) string {
	words := tools.Words(strings.ToLower(attribute))
	last := len(words) - 1
	switch unit := units[words[last]]; {
	case unit == "%":
		return n + unit
	case words[0] == "times": // "times_sent"
		return n + " times"
	case unit != "":
		return n + " " + unit
	}
	return strings.Join(words, " ") + " " + n
}

// bareNumber tells whether a value is nothing but digits, so that nobody would
// know what is counted.
func bareNumber(s string) bool {
	return strings.Trim(s, "0123456789.") == ""
}

// withNoun tells a value with the noun that the entity's lines give it.
func withNoun(e *tools.Entity, attribute string, v any, values *tools.Values) string {
	words := tell(v, values, true)
	for _, line := range e.Lines {
		for _, part := range line.Parts {
			if part.Slot != nil && part.Slot.Name == attribute && part.Slot.Many != "" {
				return number(words, v, part.Slot)
			}
		}
	}
	return words
}

// Tool is the built-in executor: it plays the calls in the story's world.
type Tool struct{}

// Observe implements [roles.Tool].
func (Tool) Observe(_ context.Context, s *roles.Scene, calls []int) ([]world.Answer, error) {
	answers := make([]world.Answer, len(calls))
	for k, i := range calls {
		c := &s.Blueprint.Calls[i]
		answers[k] = s.World.Call(c.Tool, c.Values())
	}
	return answers, nil
}
