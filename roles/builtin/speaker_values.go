package builtin

import (
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// The words for values of arguments, recorded as said.

// value says a value that the request must say.
func (s *speaker) value(slot *tools.Slot, i int, c *blueprint.Call, a *blueprint.Arg) (string, bool) {
	p := a.Param
	labels := c.Tool.Labels[p.Name]
	switch v := a.Value.(type) {
	case []any:
		return s.array(slot, i, p, v, labels)
	case tools.Object:
		return s.object(slot, i, p, v, labels)
	}
	if text, ok := blueprint.IDText(a.Value); ok && p.Entity != nil {
		s.said = append(s.said, roles.Saying{Call: i, Pointer: jsonptr.Join(p.Name), Text: text, Kind: mission.FromQuery})
		if slot.Bare {
			return text, true
		}
		return p.Entity.Noun + " " + text, true
	}
	return s.leaf(slot, i, p, jsonptr.Join(p.Name), a.Value, labels)
}

func (s *speaker) array(slot *tools.Slot, i int, p *tools.Param, items []any, labels []tools.Label) (string, bool) {
	words := make([]string, len(items))
	for k, item := range items {
		pointer := jsonptr.Join(p.Name, keyed.Int(k))
		var ok bool
		if o, isObject := item.(tools.Object); isObject {
			words[k], ok = s.item(i, p, o, pointer, labels)
		} else {
			words[k], ok = s.leaf(&tools.Slot{Bare: k > 0 || slot.Bare}, i, element(p), pointer, item, labels)
			if e := element(p).Entity; ok && e != nil && k == 0 {
				words[k] = e.Plural + " " + words[k]
			}
		}
		if !ok {
			return "", false
		}
	}
	return list(words, "and"), true
}

// element is the parameter that stands for one element of an array.
func element(p *tools.Param) *tools.Param {
	if p.Items == nil {
		return p
	}
	e := *p.Items
	if e.Values == nil {
		e.Values = p.Values
	}
	return &e
}

// item says one element of an array of objects.
func (s *speaker) item(i int, p *tools.Param, o tools.Object, pointer string, labels []tools.Label) (string, bool) {
	for _, phrase := range keyed.Shuffled(s.r, p.SayItem) {
		m := s.mark()
		text, ok := phrase.Render(func(slot *tools.Slot) (string, bool) {
			v, ok := o.Get(slot.Name)
			q := element(p).Prop(slot.Name)
			if !ok || q == nil {
				return "", false
			}
			return s.leaf(slot, i, q, pointer+jsonptr.Join(q.Name), v, labels)
		}, s.r.IntN)
		if ok {
			return text, true
		}
		s.reset(m)
	}
	return "", false
}

// object says a whole object: in the parameter's own words, without their preposition if the slot
// is bare; without such words, one value after the other.
func (s *speaker) object(slot *tools.Slot, i int, p *tools.Param, o tools.Object, labels []tools.Label) (string, bool) {
	if place := p.Place(o); place != "" {
		for _, q := range p.Props {
			s.said = append(s.said, roles.Saying{Call: i, Pointer: jsonptr.Join(p.Name, q.Name), Text: place, Kind: mission.FromKnowledge, Rule: q.Values.Text})
		}
		return place, true
	}
	for _, phrase := range keyed.Shuffled(s.r, p.Say) {
		m := s.mark()
		text, ok := phrase.Render(func(part *tools.Slot) (string, bool) {
			q := p.Prop(part.Field)
			v, ok := o.Get(part.Field)
			if !ok || q == nil {
				return "", false
			}
			return s.leaf(part, i, q, jsonptr.Join(p.Name, q.Name), v, labels)
		}, s.r.IntN)
		if ok && slot.Bare {
			_, text = leadOff(text)
		}
		if ok && len(s.said)-m.said == len(o) {
			return spaced(text), true
		}
		s.reset(m)
	}
	var words []string
	for _, f := range o {
		q := p.Prop(f.Name)
		if q == nil {
			continue
		}
		w, ok := s.leaf(&tools.Slot{}, i, q, jsonptr.Join(p.Name, f.Name), f.Value, labels)
		if !ok {
			return "", false
		}
		words = append(words, w)
	}
	return strings.Join(words, ", "), true
}

// leaf says one leaf value and records it.
func (s *speaker) leaf(slot *tools.Slot, i int, p *tools.Param, pointer string, v any, labels []tools.Label) (string, bool) {
	w, complete, ok := s.words.say(p, labels, v, slot)
	if !ok {
		return "", false
	}
	s.said = append(s.said, roles.Saying{Call: i, Pointer: pointer, Text: w.text, Kind: w.kind, Rule: w.rule})
	text := w.text
	switch {
	case slot.A:
		text = article(text)
	case !slot.Bare:
		text = w.lead + text
	}
	switch {
	case slot.One == "" && slot.Many == "" || complete:
	case v == int64(1):
		text += " " + slot.One
	default:
		text += " " + slot.Many
	}
	return strings.TrimSpace(text), true
}

// fragment says one argument with its parameter's own words: "to Porto".
func (s *speaker) fragment(i int, c *blueprint.Call, a *blueprint.Arg) (string, bool) {
	if len(a.Param.Say) == 0 && a.Param.Type == "boolean" {
		return s.value(&tools.Slot{}, i, c, a)
	}
	for _, p := range keyed.Shuffled(s.r, a.Param.Say) {
		m := s.mark()
		text, ok := p.Render(func(slot *tools.Slot) (string, bool) {
			named := *slot
			if named.Name == "" {
				named.Name = a.Param.Name
			}
			return s.slot(&named, i, c)
		}, s.r.IntN)
		if ok && text != "" {
			return spaced(text), true
		}
		s.reset(m)
	}
	return "", false
}

// bareWorks reports whether a value of the parameter can be said without words around
// it: "What about Porto?", "Make that Friday".
func bareWorks(p *tools.Param) bool {
	return ofKind(p, tools.ValueKnown, tools.ValueDate, tools.ValueDateTime, tools.ValuePerson, tools.ValueCity)
}

// ofKind reports whether values of the parameter are of one of the kinds.
func ofKind(p *tools.Param, kinds ...tools.ValueKind) bool {
	return p.Values != nil && slices.Contains(kinds, p.Values.Kind)
}

// leaves lists the JSON pointers of the leaf values.
func leaves(pointer string, v any) []string {
	var out []string
	switch v := v.(type) {
	case []any:
		for k, item := range v {
			out = append(out, leaves(pointer+"/"+keyed.Int(k), item)...)
		}
	case tools.Object:
		for _, f := range v {
			out = append(out, leaves(pointer+jsonptr.Join(f.Name), f.Value)...)
		}
	default:
		out = append(out, pointer)
	}
	return out
}
