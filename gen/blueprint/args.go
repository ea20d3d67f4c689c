package blueprint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// drawer draws one blueprint. Its world is a copy in which planned calls are
// tried out.
type drawer struct {
	Story
	r     keyed.Rand
	calls []Call
	tried []world.Answer // the answers of calls, as far as they were tried
	used  map[string]bool
	more  bool // missions come after this one
	// mishap lets the mission end in nothing found or in a refusal; stray is
	// set when the user names a thing that does not exist.
	mishap, stray bool
	contrary      bool // a refusal is what is wanted
	others        bool // the value is to be somebody else's
}

// index is the number of the mission being drawn.
func (d *drawer) index() int { return len(d.Past) }

// optional is how often an optional parameter is given.
const optional = 0.3

// mostExtras is how many optional parameters one call is given at most.
const mostExtras = 2

// call builds a call: fixed arguments as given, the other required ones drawn
// as said, some optional ones too.
func (d *drawer) call(t *tools.Tool, fixed ...Arg) (Call, bool) {
	c := Call{Tool: t}
	extras := 0 // people who list many wishes at once are rare
	for _, p := range t.Params {
		if i := slices.IndexFunc(fixed, func(a Arg) bool { return a.Param == p }); i >= 0 {
			c.Args = append(c.Args, fixed[i])
			continue
		}
		if !p.Required && extras == mostExtras {
			continue
		}
		if !p.Required && (holdsEntity(p) || !d.r.Chance(optional) || !sayable(t, p)) {
			continue
		}
		a, ok := d.said(p, &Call{Tool: t, Args: slices.Concat(c.Args, slices.DeleteFunc(slices.Clone(fixed), func(a Arg) bool { return c.Arg(a.Param.Name) != nil }))})
		if !ok {
			if p.Required {
				return c, false
			}
			continue
		}
		if !p.Required {
			extras++
		}
		c.Args = append(c.Args, a)
	}
	return c, t.Effect != tools.Update || d.changes(&c)
}

// changes makes sure that an update changes something.
func (d *drawer) changes(c *Call) bool {
	if slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Param.Entity != c.Tool.Entity }) || len(c.Tool.Sets) > 0 {
		return true
	}
	for i, p := range c.Tool.Params {
		if p.Required || holdsEntity(p) || !sayable(c.Tool, p) {
			continue
		}
		if a, ok := d.said(p, c); ok {
			at := 0
			for at < len(c.Args) && slices.Index(c.Tool.Params, c.Args[at].Param) < i {
				at++
			}
			c.Args = slices.Insert(c.Args, at, a)
			return true
		}
	}
	return false
}

// sayable tells whether every way to speak of the tool can mention the
// parameter, and whether it has words at all.
func sayable(t *tools.Tool, p *tools.Param) bool {
	if p.Type == "boolean" {
		return slices.ContainsFunc(t.Labels[p.Name], func(l tools.Label) bool { return l.Value == true })
	}
	return len(p.Say) > 0 || mentioned(t, p)
}

func mentioned(t *tools.Tool, p *tools.Param) bool {
	for _, phrase := range t.Do {
		if !phrase.Mentions(p.Name) {
			return false
		}
	}
	return len(t.Do) > 0
}

// said draws a value that the request will say.
func (d *drawer) said(p *tools.Param, c *Call) (Arg, bool) {
	for range 12 {
		var v any
		var ok bool
		switch {
		case p.Entity != nil && p.Type != "array" && d.stray:
			v, ok = d.World.Unused(p.Entity, d.r)
		case p.Entity != nil && p.Type != "array":
			if d.listedAll(p.Entity) {
				return Arg{}, false
			}
			v, ok = d.World.Ensure(p.Entity, d.r, slices.Concat(d.ours(p.Entity), d.World.Suited(c.Tool, p, c.Values())))
		case p.Type == "array" && p.Items != nil && p.Items.Entity != nil:
			return d.saidIDs(p)
		case p.Type == "boolean":
			v, ok = true, true
		case p.Values != nil && p.Values.Kind == tools.ValueAfter:
			v, ok = world.Draw(d.r, p.Values, d.Now, func(name string) (any, bool) {
				if a := c.Arg(name); a != nil {
					return a.Value, true
				}
				return nil, false
			})
		default:
			v, ok = world.DrawParam(d.r, p, d.Now)
		}
		if !ok {
			return Arg{}, false
		}
		if mine, own := d.own(p); own && !d.used[valueKey(p, mine)] {
			v = mine
		}
		v = d.agreeing(p, v, c)
		if p.Default != nil && same(p.Default, v) {
			continue
		}
		if other := c.Arg(p.Differs); other != nil && same(other.Value, v) {
			continue
		}
		if d.used[valueKey(p, v)] {
			continue
		}
		return Arg{Param: p, Value: v, Origin: Said}, true
	}
	return Arg{}, false
}

// agreeing gives a value that goes with the other arguments of the call: the
// address of the person, the last day after the first.
func (d *drawer) agreeing(p *tools.Param, v any, c *Call) any {
	if p.Values == nil || p.Entity != nil || p.Type == "array" || p.Type == "object" || len(p.Enum) > 0 {
		return v
	}
	var before []world.Made
	for _, a := range c.Args {
		if a.Param.Values == nil || a.Param.Entity != nil {
			continue
		}
		if p.Values.Kind == tools.ValueEmail && a.Param.Values.Kind == tools.ValuePerson && a.Value == any(d.Persona.Name) {
			return d.Persona.Email
		}
		if p.Values.Kind == tools.ValuePerson && a.Value == any(d.Persona.Email) {
			return d.Persona.Name
		}
		before = append(before, world.Made{Name: a.Param.Name, Values: a.Param.Values, Value: a.Value})
	}
	return world.Agree(d.r, world.Made{Name: p.Name, Values: p.Values, Value: v}, before)
}

// self names people who can be the user; other names people who are not.
var (
	self = []string{"passenger", "guest", "customer", "patient", "holder", "applicant", "tenant", "client", "buyer", "member", "visitor",
		"contact", "caller", "claimant", "payer", "requester", "requested", "traveller", "subscriber", "resident", "booked", "reporter", "your", "my"}
	other = []string{"recipient", "receiver", "attendee", "colleague", "deputy", "approver", "doctor", "driver", "to", "new"}
)

// own gives the user's own name, telephone number or address, where the
// parameter is about the user.
func (d *drawer) own(p *tools.Param) (any, bool) {
	if p.Values == nil || p.Type != "string" || d.others || d.mine(p.Values.Kind) == "" {
		return nil, false
	}
	names := append(tools.Words(strings.ToLower(p.Name)), strings.Fields(strings.ToLower(p.Noun))...)
	if aboutAny(names, other) {
		return nil, false
	}
	// People book for others, too.
	return d.mine(p.Values.Kind), p.Values.Kind != tools.ValuePerson || aboutAny(names, self) && d.r.Chance(0.7)
}

// mine is the user's name, telephone number or address.
func (d *drawer) mine(kind tools.ValueKind) string {
	switch kind {
	case tools.ValuePerson:
		return d.Persona.Name
	case tools.ValuePhone:
		return d.Persona.Phone
	case tools.ValueEmail:
		return d.Persona.Email
	}
	return ""
}

// ours is what a thing that a user names has from being the user's own: people
// ask about their own bookings, not about those of strangers.
func (d *drawer) ours(e *tools.Entity) tools.Object {
	var out tools.Object
	if d.Set.Staff {
		return nil
	}
	for _, a := range e.Attributes {
		v := a.Told()
		if v == nil || a.Name == e.Name || d.mine(v.Kind) == "" {
			continue
		}
		if names := tools.Words(strings.ToLower(a.Name)); aboutAny(names, self) && !aboutAny(names, other) {
			out = append(out, tools.Field{Name: a.Name, Value: d.mine(v.Kind)})
		}
	}
	return out
}

// aboutAny tells whether a name holds one of the words.
func aboutAny(names, words []string) bool {
	return slices.ContainsFunc(names, func(w string) bool { return slices.Contains(words, strings.TrimSuffix(w, "'s")) })
}

// listedAll tells whether the conversation has seen all things of the kind:
// naming one that was not among them would be odd.
func (d *drawer) listedAll(e *tools.Entity) bool {
	return slices.ContainsFunc(d.Past, func(p *Past) bool {
		return slices.ContainsFunc(p.Calls, func(c PastCall) bool {
			return c.Tool.Effect == tools.List && c.Tool.Entity == e && len(c.Args) == 0
		})
	})
}

func (d *drawer) saidIDs(p *tools.Param) (Arg, bool) {
	a := Arg{Param: p, Origin: Said}
	var ids []any
	for range p.Count[0] {
		id, ok := d.World.Ensure(p.Items.Entity, d.r, d.ours(p.Items.Entity))
		if !ok {
			return a, false
		}
		ids = append(ids, id)
	}
	a.Value = ids
	return a, true
}

func same(a, b any) bool { return string(tools.EncodeValue(a)) == string(tools.EncodeValue(b)) }

func valueKey(p *tools.Param, v any) string { return p.Name + "\x00" + string(tools.EncodeValue(v)) }

// try plays the call in the drawer's world and keeps both. A call that the
// world refuses is no good.
func (d *drawer) try(c Call) bool {
	if c.Tool.Effect == tools.Update && !d.alters(c) || confused(c) || d.answered(c) || d.madeBefore(c) {
		return false
	}
	answer := d.World.Call(c.Tool, c.Values())
	if d.contrary && answer.Status != 409 {
		return false
	}
	switch {
	case answer.Status == 409 && d.foreseen(c):
		return false
	case answer.Status == 409 && d.mishap && len(c.Tool.Refused) > 0, answer.Status == 404 && d.stray:
	case answer.Status >= 300 || d.stray:
		return false
	case c.Tool.Effect == tools.List:
		n, _ := answer.Body.Get("count")
		if n == int64(0) && !(d.mishap && len(c.Tool.Empty) > 0) || n.(int64) > 8 {
			return false
		}
	}
	d.calls, d.tried = append(d.calls, c), append(d.tried, answer)
	return true
}

// foreseen tells whether an earlier mission gave away that the world will refuse
// the call: nobody cancels what was just listed as cancelled.
func (d *drawer) foreseen(c Call) bool {
	for _, rule := range c.Tool.OnlyIf {
		a := c.Arg(rule.Param)
		if a == nil {
			continue
		}
		for k, past := range d.Past {
			for i, old := range past.Calls {
				told := slices.ContainsFunc(itemsOf(old.Tool, old.Answer, k, i, d.Set.Entities), func(it item) bool {
					state, ok := it.fields.Get(rule.Attribute)
					return ok && it.entity == a.Param.Entity && same(it.id, a.Value) &&
						!slices.ContainsFunc(rule.Values, func(v any) bool { return same(v, state) })
				})
				refused, _ := old.Answer.Body.Get(rule.Param)
				if told || old.Answer.Status == 409 && same(refused, a.Value) {
					return true
				}
			}
		}
	}
	return false
}

// madeBefore tells whether the call would make once more what an earlier mission
// told: the same in all that has to be said of it.
func (d *drawer) madeBefore(c Call) bool {
	if c.Tool.Effect != tools.Create || !slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Param.Required }) {
		return false
	}
	for k, past := range d.Past {
		for i, old := range past.Calls {
			if slices.ContainsFunc(itemsOf(old.Tool, old.Answer, k, i, d.Set.Entities), func(it item) bool {
				return it.entity == c.Tool.Entity && !slices.ContainsFunc(c.Args, func(a Arg) bool {
					have, told := it.fields.Get(cmp.Or(a.Param.Attribute, a.Param.Name))
					return a.Param.Required && !(told && same(have, a.Value))
				})
			}) {
				return true
			}
		}
	}
	return false
}

// answered tells whether the story has the very same question already.
func (d *drawer) answered(c Call) bool {
	if c.Tool.Effect == tools.Create || c.Tool.Effect == tools.Update || c.Tool.Effect == tools.Delete {
		return false
	}
	values := ""
	for _, past := range d.Past {
		for _, old := range past.Calls {
			if old.Tool != c.Tool || len(old.Args) != len(c.Args) {
				continue
			}
			if values == "" {
				values = string(c.Values().JSON())
			}
			if string(old.Values().JSON()) == values {
				return true
			}
		}
	}
	return false
}

// confused tells whether two arguments that must differ are the same.
func confused(c Call) bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool {
		other := c.Arg(a.Param.Differs)
		return other != nil && same(other.Value, a.Value)
	})
}

// alters tells whether an update would change anything of the thing as it is.
func (d *drawer) alters(c Call) bool {
	var thing tools.Object
	for _, a := range c.Args {
		if a.Param.Entity == c.Tool.Entity && a.Param.Type != "array" {
			thing, _ = d.World.Known(c.Tool.Entity, a.Value)
		}
	}
	for _, a := range c.Args {
		have, known := thing.Get(a.Param.Attribute)
		if a.Param.Entity != c.Tool.Entity && !(known && same(have, a.Value)) {
			return true
		}
	}
	return slices.ContainsFunc(c.Tool.Sets, func(s tools.Setting) bool {
		have, known := thing.Get(s.Attribute)
		return !known || !same(have, s.Value)
	}) || len(thing) == 0
}

// holdsEntity tells whether the value names things of the world.
func holdsEntity(p *tools.Param) bool {
	return p.Entity != nil || p.Items != nil && holdsEntity(p.Items) || slices.ContainsFunc(p.Props, holdsEntity)
}

// item is something shown that a call can be about.
type item struct {
	entity  *tools.Entity
	mission int // of Past; the mission being drawn for results of its own calls
	call    int
	at      string // pointer of the id
	id      any
	list    string // pointer of the list that holds it; empty for a single thing
	pos     int    // position in the list
	size    int    // length of the list
	fields  tools.Object
}

// itemsOf lists what the answer of a call shows.
func itemsOf(t *tools.Tool, answer world.Answer, m, call int, entities []*tools.Entity) []item {
	if answer.Status >= 300 {
		return nil
	}
	var out []item
	if t.Effect == tools.List {
		key := t.ListKey()
		list, _ := answer.Body.Get(key)
		rows, _ := list.([]any)
		for i, row := range rows {
			o, _ := row.(tools.Object)
			if id, ok := o.Get(t.Entity.ID); ok {
				out = append(out, item{t.Entity, m, call, jsonptr.Join(key, keyed.Int(i), t.Entity.ID), id, jsonptr.Join(key), i, len(rows), o})
			}
		}
		return out
	}
	if t.Effect == tools.Delete {
		return nil
	}
	for _, e := range entities {
		if id, ok := answer.Body.Get(e.ID); ok {
			out = append(out, item{entity: e, mission: m, call: call, at: jsonptr.Join(e.ID), id: id, fields: answer.Body})
		}
	}
	return out
}

// shown lists what an earlier mission showed in its closing reply.
func (d *drawer) shown(k int) []item {
	past := d.Past[k]
	var out []item
	if past.Chat != nil {
		return d.settled(k)
	}
	for i, c := range past.Calls {
		for _, it := range itemsOf(c.Tool, c.Answer, k, i, d.Set.Entities) {
			text, isText := IDText(it.id)
			if _, alive := d.World.Known(it.entity, it.id); alive && isText && past.Shows(text) {
				out = append(out, it)
			}
		}
	}
	return out
}

// settled gives the one thing that a chat mission came to, if there is one.
func (d *drawer) settled(k int) []item {
	chat := d.Past[k].Chat
	it := item{entity: chat.Entity, mission: k}
	switch {
	case chat.Compare != nil:
		list, _ := d.Past[chat.Compare.Mission].Calls[chat.Compare.Call].Answer.Body.At(chat.Compare.List)
		rows, _ := list.([]any)
		it.fields, _ = rows[chat.Compare.Winner].(tools.Object)
		it.id, _ = it.fields.Get(it.entity.ID)
	case chat.Restate:
		ids := d.Identifiers(d.Past[k].Target)
		if len(ids) != 1 {
			return nil
		}
		it.id = ids[0]
	default:
		return nil
	}
	text, ok := IDText(it.id)
	if _, alive := d.World.Known(it.entity, it.id); !ok || !alive || !d.Past[k].Shows(text) {
		return nil
	}
	return []item{it}
}

// IDText is an identifier as replies say it.
func IDText(id any) (string, bool) {
	switch id := id.(type) {
	case string:
		return id, id != ""
	case int64:
		return strconv.FormatInt(id, 10), true
	}
	return "", false
}

// arg makes the argument that takes the item.
func (it item) arg(p *tools.Param, origin Origin, choice *mission.Choice, way mission.Way) Arg {
	return Arg{Param: p, Value: it.id, Origin: origin, Mission: it.mission, Call: it.call, At: it.at, Choice: choice, Way: way, Entity: it.entity}
}

// choices lists the comparisons that single the item out among the rows of
// its list.
func (it item) choices(rows []any, t *tools.Tool) []mission.Choice {
	var out []mission.Choice
	for _, c := range it.entity.Comparisons {
		if a := it.entity.Attribute(c.By); a == nil || !t.Shows(a) || it.list == "" || it.size < 2 {
			continue
		}
		if at, ok := best(rows, c.By, c.Order); ok && at == it.pos {
			out = append(out, mission.Choice{List: it.list, By: c.By, Order: c.Order})
		}
	}
	return out
}

// best finds the only row with the least or greatest value.
func best(rows []any, by string, order mission.Order) (int, bool) {
	at, unique := -1, false
	var top any
	for i, row := range rows {
		o, _ := row.(tools.Object)
		v, ok := o.Get(by)
		if !ok {
			return 0, false
		}
		if at < 0 {
			at, top, unique = i, v, true
			continue
		}
		c, ok := world.Compare(v, top)
		if !ok {
			return 0, false
		}
		if order == mission.OrderMax {
			c = -c
		}
		switch {
		case c < 0:
			at, top, unique = i, v, true
		case c == 0:
			unique = false
		}
	}
	return at, at >= 0 && unique
}
