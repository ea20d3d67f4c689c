package blueprint

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// The things that missions show, and the ways to refer to them.

// item is something shown that a call can be about.
type item struct {
	entity  *tools.Entity
	mission int // index in Past, or the index of the mission being drawn
	call    int
	at      string // pointer of the identifier
	id      any
	list    string // pointer of the list that holds it; empty for a single thing
	pos     int    // position in the list
	size    int    // length of the list
	fields  tools.Object
	rows    []any // the list
}

// itemsOf lists what the answer of a call shows.
func itemsOf(t *tools.Tool, answer world.Answer, m, call int, entities []*tools.Entity) []item {
	if answer.Status >= 300 || t.Effect == tools.Delete {
		return nil
	}
	var out []item
	if t.Effect == tools.List {
		list := jsonptr.Join(t.ListKey())
		rows := rowsOf(answer, list)
		out = make([]item, 0, len(rows))
		for i, row := range rows {
			o, _ := row.(tools.Object)
			if id, ok := o.Get(t.Entity.ID); ok {
				out = append(out, item{t.Entity, m, call, list + jsonptr.Join(keyed.Int(i), t.Entity.ID), id, list, i, len(rows), o, rows})
			}
		}
		return out
	}
	for _, e := range entities {
		if id, ok := answer.Body.Get(e.ID); ok {
			out = append(out, item{entity: e, mission: m, call: call, at: jsonptr.Join(e.ID), id: id, fields: answer.Body})
		}
	}
	return out
}

// rowsOf returns a list of an answer by its pointer.
func rowsOf(answer world.Answer, list string) []any {
	v, _ := answer.Body.At(list)
	rows, _ := v.([]any)
	return rows
}

// shown lists the items that an earlier mission showed in its closing reply.
func (d *drawer) shown(k int) []item {
	past := d.Past[k]
	if past.Chat != nil {
		return d.settled(k)
	}
	var out []item
	for i, c := range past.Calls {
		for _, it := range itemsOf(c.Tool, c.Answer, k, i, d.Set.Entities) {
			if d.present(it) {
				out = append(out, it)
			}
		}
	}
	return out
}

// settled lists the one item that a chat mission resulted in, if there is one.
func (d *drawer) settled(k int) []item {
	chat := d.Past[k].Chat
	it := item{entity: chat.Entity, mission: k}
	switch {
	case chat.Opinion:
		return nil // another assistant may like another one best
	case chat.Compare != nil:
		rows := d.compared(chat.Compare)
		it.fields, _ = rows[chat.Compare.Winner].(tools.Object)
		it.id, _ = it.fields.Get(it.entity.ID)
		if slices.ContainsFunc(chat.Compare.Items, func(i int) bool { return i != chat.Compare.Winner && d.Past[k].shows(idText(it.entity, rows[i])) }) {
			return nil // two were told of
		}
	case chat.Restate:
		ids := d.Identifiers(d.Past[k].Target)
		if len(ids) != 1 {
			return nil
		}
		it.id = ids[0]
	default:
		return nil
	}
	if !d.present(it) {
		return nil
	}
	return []item{it}
}

// present reports whether the item still exists and its mission's closing reply
// shows it.
func (d *drawer) present(it item) bool {
	text, ok := IDText(it.id)
	if !ok {
		return false
	}
	_, alive := d.World.Known(it.entity, it.id)
	return alive && d.Past[it.mission].shows(text)
}

// arg returns an argument whose value is the item's identifier.
func (it item) arg(set *tools.Toolset, p *tools.Param, origin Origin, choice *mission.Choice, way mission.Way) Arg {
	a := Arg{Param: p, Value: it.id, Origin: origin, Mission: it.mission, Call: it.call, At: it.at, Choice: choice, Way: way, Entity: it.entity, Dated: it.dated()}
	if choice.Order == mission.OrderMin || choice.Order == mission.OrderMax {
		a.Forms = it.forms(set, choice.By, choice.Order)
	}
	return a
}

// forms lists the forms of a comparison that mean only the item.
func (it item) forms(set *tools.Toolset, by string, order mission.Order) []string {
	return forms(it.entity, makes(set, it.entity), by, order, it.rows, indices(it.rows), it.pos)
}

// choices lists the comparisons by which the item is the best of its list, and for which
// there are words that mean no other. Those by what is neither good nor bad, by which hardly
// anybody picks a thing, are among them only if all is set.
func (it item) choices(set *tools.Toolset, rows []any, t *tools.Tool, all bool) []mission.Choice {
	var out []mission.Choice
	for _, c := range it.entity.Comparisons {
		if a := it.entity.Attribute(c.By); a == nil || !t.Shows(a) || it.list == "" || it.size < 2 || (c.Wanted == mission.WantedNeutral || c.Wanted == mission.WantedAvoid) && !all {
			continue
		}
		if at, ok := best(rows, c.By, c.Order); ok && at == it.pos && len(it.forms(set, c.By, c.Order)) > 0 {
			out = append(out, mission.Choice{List: it.list, By: c.By, Order: c.Order})
		}
	}
	return out
}

// toldByMark is how often something that lies further back is told by a mark, if it has one.
const toldByMark = 0.75

// marks lists the attributes whose values tell the item from all others of its list.
func (it item) marks(rows []any, t *tools.Tool) []mission.Choice {
	var out []mission.Choice
	for _, m := range it.entity.Marks {
		a := it.entity.Attribute(m.By)
		v, ok := it.fields.Get(m.By)
		if !ok || !t.Shows(a) || it.list == "" || it.size < 2 {
			continue
		}
		value, ok := markText(v)
		if ok && !slices.ContainsFunc(indices(rows), func(i int) bool { return i != it.pos && confusable(rows[i], m.By, v) }) {
			out = append(out, mission.Choice{List: it.list, Order: mission.OrderIs, By: m.By, Value: value})
		}
	}
	return out
}

// preferred repeats marks as often as people choose them: toolsets list those first that people
// think of first.
func preferred(marks []mission.Choice) []mission.Choice {
	var out []mission.Choice
	for i, ch := range marks {
		out = append(out, slices.Repeat([]mission.Choice{ch}, max(1, 8-6*i))...)
	}
	return out
}

// markText is a value as choices write it. People tell things by texts and by what is true
// of them.
func markText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, v != ""
	case bool:
		return strconv.FormatBool(v), v
	}
	return "", false
}

// confusable reports whether the words for the value of an attribute could be about another
// row, too: it has the value in any of its fields, or a day or time that it shares.
func confusable(row any, by string, v any) bool {
	o, _ := row.(tools.Object)
	text, isText := v.(string)
	if !isText {
		other, _ := o.Get(by)
		return tools.Same(other, v)
	}
	return slices.ContainsFunc(o, func(f tools.Field) bool {
		other, isText := f.Value.(string)
		return isText && (other == text || Holds(other, text) || sharesMoment(text, other))
	})
}

// sharesMoment reports whether one of two texts is a moment, and the other is the same day
// or the same time of day, or another moment that has it.
func sharesMoment(a, b string) bool {
	dayA, timeA, momentA := strings.Cut(a, "T")
	dayB, timeB, momentB := strings.Cut(b, "T")
	switch {
	case momentA && momentB:
		return dayA == dayB || timeA == timeB
	case momentA:
		return b == dayA || b == timeA
	case momentB:
		return a == dayB || a == timeB
	}
	return false
}

// best finds the row with the least or greatest value. It fails if several rows share
// this value.
func best(rows []any, by string, order mission.Order) (int, bool) {
	at, unique := -1, false
	var top any
	for i, row := range rows {
		o, _ := row.(tools.Object)
		v, ok := o.Get(by)
		if !ok {
			return 0, false
		}
		c := -1
		if at >= 0 {
			if c, ok = world.Compare(v, top); !ok {
				return 0, false
			}
			if order == mission.OrderMax {
				c = -c
			}
		}
		switch {
		case c < 0:
			at, top, unique = i, v, true
		case c == 0:
			unique = false
		}
	}
	return at, unique
}

// option is a way to refer to an item of a list.
type option struct {
	way    mission.Way
	choice mission.Choice
}

// refer decides how to refer to an item. items is everything that mission k shows.
func (d *drawer) refer(items []item, it item, k int) (mission.Way, mission.Choice, bool) {
	if k < d.index()-1 && d.shownElsewhere(it, k) {
		return "", mission.Choice{}, false // "the booking from before": which one?
	}
	if it.list == "" {
		way, ok := d.referToOnly(items, it, k)
		return way, mission.Choice{Order: mission.OrderOnly}, ok
	}
	options := d.options(items, it, k)
	if len(options) == 0 {
		return "", mission.Choice{}, false
	}
	// Every way has the same chance, no matter how many descriptions fit.
	var ways []mission.Way
	for _, o := range options {
		if !slices.Contains(ways, o.way) {
			ways = append(ways, o.way)
		}
	}
	way := keyed.Pick(d.r, ways)
	// What it is called or what it is like, and not where it stands.
	for _, better := range []mission.Way{mission.WayAbbreviation, mission.WayDescription} {
		if slices.Contains(ways, better) && d.r.Chance(0.4) {
			way = better
			break
		}
	}
	options = slices.DeleteFunc(options, func(o option) bool { return o.way != way })
	return way, keyed.Pick(d.r, options).choice, true
}

// options lists the ways to refer to an item of a list.
func (d *drawer) options(items []item, it item, k int) []option {
	inList := func(id any) bool {
		return slices.ContainsFunc(items, func(i item) bool { return i.call == it.call && i.list != "" && tools.Same(i.id, id) })
	}
	for _, other := range items {
		// An item of the list may also be shown alone, which is clear enough.
		if other.entity == it.entity && other.call != it.call && (other.list != "" || !inList(other.id)) {
			return nil // "the second one" of which list?
		}
	}
	var options []option
	if it.pos < 4 {
		options = append(options, option{mission.WayOrdinalFront, mission.Choice{List: it.list, Order: mission.OrderFront, N: it.pos + 1}})
	}
	if back := it.size - it.pos; back == 1 || back == 2 && it.size > 3 && d.r.Chance(0.3) {
		options = append(options, option{mission.WayOrdinalBack, mission.Choice{List: it.list, Order: mission.OrderBack, N: back}})
	}
	call := d.Past[k].Calls[it.call]
	rows := rowsOf(call.Answer, it.list)
	for _, choice := range it.choices(d.Set, rows, call.Tool, false) {
		if !d.bestOfMore(it, choice) {
			continue
		}
		options = append(options, option{mission.WayDescription, choice})
	}
	marks := it.marks(rows, call.Tool)
	name, _ := it.fields.Get(it.entity.Name)
	text, _ := name.(string)
	named := Short(text) != "" && d.Past[k].says(text) && onlyOne(rows, it.entity.Name, Short(text))
	if (len(marks) > 0 || named) && (k < d.index()-1 || len(d.Past[k].Calls) > 1) && d.r.Chance(toldByMark) {
		options = nil // after a while, and among other things, people rather say what a thing was like than where it stood
	}
	for _, choice := range preferred(marks) {
		options = append(options, option{mission.WayDescription, choice})
	}
	if named {
		options = append(options, option{mission.WayAbbreviation,
			mission.Choice{List: it.list, Order: mission.OrderIs, By: it.entity.Name, Value: text}})
	}
	return options
}

// referToOnly decides between "it" and "that booking" for a single thing. It fails if
// the words could mean another thing.
func (d *drawer) referToOnly(items []item, it item, k int) (mission.Way, bool) {
	others := false // of other kinds
	for _, other := range items {
		if other.entity == it.entity && !tools.Same(other.id, it.id) {
			return "", false
		}
		others = others || other.entity != it.entity
	}
	for e, id := range d.named(k) {
		if e == it.entity && !tools.Same(id, it.id) {
			return "", false // "that account": the one that the user named?
		}
		others = others || e != it.entity
	}
	if d.aside(it, k) && slices.ContainsFunc(indices(d.Past[:k]), func(j int) bool { return d.spokenOf(it, j) }) {
		return "", false // "that flight": the one that the user spoke of?
	}
	if !others && d.r.Chance(0.65) && d.index()-1 == k {
		return mission.WayPersonal, true
	}
	return mission.WayDemonstrative, true
}

// aside reports whether mission k only told of an item beside something else, as the flight
// of a booking.
func (d *drawer) aside(it item, k int) bool {
	calls := d.Past[k].Calls
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(c PastCall) bool {
		return c.Tool.Entity == it.entity || c.Tool.Entity == nil || slices.ContainsFunc(c.Args, func(a Arg) bool { return takes(a.Param, it.entity) })
	})
}

// spokenOf reports whether mission k took another thing of the item's kind.
func (d *drawer) spokenOf(it item, k int) bool {
	return slices.ContainsFunc(d.Past[k].Calls, func(c PastCall) bool {
		return slices.ContainsFunc(c.Args, func(a Arg) bool { return takes(a.Param, it.entity) && !tools.Same(a.Value, it.id) })
	})
}

// takes reports whether a parameter takes things of a kind, alone or as a list.
func takes(p *tools.Param, e *tools.Entity) bool {
	return p.Entity == e || p.Items != nil && p.Items.Entity == e
}

// shownElsewhere reports whether another mission than k showed or named other things of
// the kind.
func (d *drawer) shownElsewhere(it item, k int) bool {
	// Another item of the same list cannot be meant: "the third flight on the list" is the third.
	listed := func(id any) bool {
		return slices.ContainsFunc(it.rows, func(row any) bool {
			o, _ := row.(tools.Object)
			have, _ := o.Get(it.entity.ID)
			return tools.Same(have, id)
		})
	}
	other := func(e *tools.Entity, id any) bool { return e == it.entity && !tools.Same(id, it.id) && !listed(id) }
	for j := range d.Past {
		if j == k {
			continue
		}
		for e, id := range d.named(j) {
			if other(e, id) {
				return true
			}
		}
		for i, c := range d.Past[j].Calls {
			if slices.ContainsFunc(itemsOf(c.Tool, c.Answer, j, i, d.Set.Entities), func(o item) bool { return other(o.entity, o.id) }) {
				return true
			}
		}
	}
	return false
}

// named yields the things that the arguments of mission k's calls name, and those that
// the things which they list belong to.
func (d *drawer) named(k int) iter.Seq2[*tools.Entity, any] {
	return func(yield func(*tools.Entity, any) bool) {
		for _, c := range d.Past[k].Calls {
			for _, a := range c.Args {
				list, isList := a.Value.([]any)
				switch {
				case a.Param.Entity != nil && !yield(a.Param.Entity, a.Value):
					return
				case isList && a.Param.Items != nil && a.Param.Items.Entity != nil:
					for _, id := range list {
						if !yield(a.Param.Items.Entity, id) {
							return
						}
					}
				}
			}
			if c.Answer.Status >= 300 {
				continue
			}
			for _, f := range c.Answer.Body {
				if e := d.entityNamed(f); e != nil && !yield(e, f.Value) {
					return
				}
			}
			if c.Tool.Effect != tools.List {
				continue
			}
			for _, listed := range rowsOf(c.Answer, jsonptr.Join(c.Tool.ListKey())) {
				o, _ := listed.(tools.Object)
				for _, e := range d.Set.Entities {
					if id, ok := o.Get(e.ID); ok && e != c.Tool.Entity && !yield(e, id) {
						return
					}
				}
			}
		}
	}
}

// entityNamed returns the entity that a field identifies under a shorter name: "practice"
// can hold what is called "practice_id" elsewhere.
func (d *drawer) entityNamed(f tools.Field) *tools.Entity {
	text, _ := f.Value.(string)
	if !distinctive(text) || strings.Contains(text, " ") {
		return nil
	}
	for _, e := range d.Set.Entities {
		if base, suffix, cut := strings.Cut(e.ID, "_"); cut && base == f.Name && !strings.Contains(suffix, "_") {
			return e
		}
	}
	return nil
}

// onlyOne reports whether the short name fits one row only.
func onlyOne(rows []any, attribute, short string) bool {
	n := 0
	for _, row := range rows {
		o, _ := row.(tools.Object)
		name, _ := o.Get(attribute)
		if text, _ := name.(string); Holds(text, short) {
			n++
		}
	}
	return n == 1
}

// Refer decides how the user refers to a thing on a list that the last mission of the story
// showed: by its place, its name or what it is like. It reports false if no words mean only this
// thing.
func (s *Story) Refer(r keyed.Rand, p *tools.Param, id any) (Arg, bool) {
	k := len(s.Past) - 1
	d := &drawer{Story: *s, r: r, used: map[string]bool{}}
	items := d.shown(k)
	for _, it := range items {
		if it.list == "" || !tools.Same(it.id, id) {
			continue
		}
		way, choice, ok := d.refer(items, it, k)
		if !ok || choice.Order == mission.OrderOnly {
			return Arg{}, false
		}
		return it.arg(d.Set, p, Shown, &choice, way), true
	}
	return Arg{}, false
}
