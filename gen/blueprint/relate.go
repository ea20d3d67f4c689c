package blueprint

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// implicit draws a call that refers to what mission k said or showed.
func (d *drawer) implicit(b *Blueprint, k int) (Call, bool) {
	b.Target = k
	if d.r.Chance(0.8) {
		if c, ok := d.onItem(b, k, nil); ok {
			return c, true
		}
	}
	b.Way = mission.WayDemonstrative
	return d.neighbour(b, k, true)
}

// ellipsis draws a call that is understood only as a variation of mission k.
func (d *drawer) ellipsis(b *Blueprint, k int, want Demand) (Call, bool) {
	b.Target = k
	past := d.Past[k]
	if past.Chat != nil && past.Chat.Like == nil {
		b.Opening = OpenAlso
		c, ok := d.onItem(b, k, nil)
		b.Way = mission.WayNeighbour
		return c, ok
	}
	if past.Chat != nil {
		return d.then(b, k)
	}
	// The forms that fit seldom come first most of the time, or they would
	// hardly be seen.
	again := func() (Call, bool) {
		base := d.aboutListed(k)
		if base == nil || want.Type == mission.Clarify {
			return Call{}, false
		}
		c, ok := d.onItem(b, k, base)
		b.Opening, b.Way = OpenAgain, mission.WayNoAttribute
		return c, ok
	}
	add := func() (Call, bool) {
		if want.Type == mission.Clarify {
			return Call{}, false
		}
		return d.add(b, k)
	}
	vary := func() (Call, bool) { return d.vary(b, k, want) }
	also := func() (Call, bool) {
		b.Opening = OpenAlso
		draw := func() (Call, bool) { return d.onItem(b, k, nil) }
		if d.r.Chance(0.5) {
			draw = func() (Call, bool) { return d.neighbour(b, k, false) }
		}
		c, ok := draw()
		b.Way = mission.WayNeighbour
		return c, ok
	}
	forms := []func() (Call, bool){again, add, vary, also}
	switch n := d.r.IntN(10); {
	case n < 2:
		forms = []func() (Call, bool){also, vary}
	case n < 5:
		forms = []func() (Call, bool){again, vary, add, also}
	}
	for _, form := range forms {
		b.Opening = OpenPlain
		if c, ok := form(); ok {
			return c, true
		}
	}
	return Call{}, false
}

// longTerm draws a call that comes back to a mission before the last one.
func (d *drawer) longTerm(b *Blueprint, want Demand) (Call, bool) {
	if d.index() < 2 {
		return Call{}, false
	}
	k := d.r.IntN(d.index() - 1)
	b.Target = k
	var c Call
	var ok bool
	switch n := d.r.IntN(10); {
	case d.Past[k].Chat != nil && d.Past[k].Chat.Like != nil:
		c, ok = d.then(b, k)
	case n < 6:
		c, ok = d.onItem(b, k, nil)
	case n < 8:
		c, ok = d.vary(b, k, want)
	default:
		b.Opening = OpenAlso
		c, ok = d.neighbour(b, k, false)
	}
	if !ok {
		return c, false
	}
	b.Way = mission.WayEarlierSubject
	return c, true
}

// forgotten tells whether the last mission says nothing of what the call
// takes from mission k.
func (d *drawer) forgotten(c Call, k int) bool {
	last := d.Past[d.index()-1]
	for _, a := range c.Args {
		switch a.Origin {
		case Shown:
			if text, ok := IDText(a.Value); ok && last.Says(text) {
				return false
			}
			if a.Entity.Name != "" {
				if o, ok := d.World.Known(a.Entity, a.Value); ok {
					if name, _ := o.Get(a.Entity.Name); name != nil && last.Says(fmt.Sprint(name)) {
						return false
					}
				}
			}
		case Earlier:
			for _, s := range a.Sources {
				if s.Mission == k && last.Says(s.Text) {
					return false
				}
			}
		}
	}
	return true
}

// aboutListed finds the one call of mission k that is about an item of a list
// that the same mission shows: the same can be asked of another item.
func (d *drawer) aboutListed(k int) *PastCall {
	var found *PastCall
	for i := range d.Past[k].Calls {
		c := &d.Past[k].Calls[i]
		listed := slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result && a.Choice.List != "" })
		if !listed || c.Tool.Effect == tools.Create {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// onItem draws a call about something that mission k showed. With again, it is
// that call of mission k with another item.
func (d *drawer) onItem(b *Blueprint, k int, again *PastCall) (Call, bool) {
	items := d.shown(k)
	if len(items) == 0 {
		return Call{}, false
	}
	it := keyed.Pick(d.r, items)
	listed := slices.DeleteFunc(slices.Clone(items), func(i item) bool { return i.list == "" })
	if len(listed) > 0 && d.r.Chance(0.8) {
		it = keyed.Pick(d.r, listed)
	}
	way, choice, ok := d.refer(items, it, k)
	if !ok {
		return Call{}, false
	}
	b.Way = way
	list := d.Set.Tools
	if again != nil {
		list = []*tools.Tool{again.Tool}
	}
	for _, t := range keyed.Shuffled(d.r, list) {
		p := entityParam(t, it.entity)
		if p == nil || d.done(t, p, it.id) || t.Effect == tools.List && t.Entity == it.entity {
			continue
		}
		// What is gone gives a later mission nothing to lean on.
		if t.Effect == tools.Delete && (d.more || d.r.Chance(0.3)) {
			continue
		}
		fixed := []Arg{it.arg(p, Shown, &choice, way)}
		if again != nil { // the same question again: the other arguments stay
			for _, a := range again.Args {
				if a.Param == p {
					continue
				}
				earlier, ok := d.inherit(k, *again, a, a.Param)
				if !ok {
					return Call{}, false
				}
				fixed = append(fixed, earlier)
			}
			c := Call{Tool: t}
			for _, q := range t.Params {
				if i := slices.IndexFunc(fixed, func(a Arg) bool { return a.Param == q }); i >= 0 {
					c.Args = append(c.Args, fixed[i])
				} else if q.Required {
					return Call{}, false
				}
			}
			return c, true
		}
		if c, ok := d.call(t, fixed...); ok {
			return c, true
		}
	}
	return Call{}, false
}

// done tells whether the story has the same question about the same thing.
func (d *drawer) done(t *tools.Tool, p *tools.Param, id any) bool {
	for _, past := range d.Past {
		for _, c := range past.Calls {
			if a := c.Arg(p.Name); c.Tool == t && a != nil && same(a.Value, id) {
				return true
			}
			// Looking up what was just made tells nothing new.
			if t.Effect == tools.Get && c.Tool.Effect == tools.Create && c.Tool.Entity == t.Entity {
				if have, _ := c.Answer.Body.Get(t.Entity.ID); same(have, id) {
					return true
				}
			}
		}
	}
	return false
}

// refer decides by which words an item is referred to.
func (d *drawer) refer(items []item, it item, k int) (mission.Way, mission.Choice, bool) {
	type option struct {
		way    mission.Way
		choice mission.Choice
	}
	var options []option
	if it.list != "" {
		for _, other := range items {
			if other.entity == it.entity && (other.call != it.call || other.list == "") {
				return "", mission.Choice{}, false // "the second one" of which list?
			}
		}
		if it.pos < 4 {
			options = append(options, option{mission.WayOrdinalFront, mission.Choice{List: it.list, Order: mission.OrderFront, N: it.pos + 1}})
		}
		if back := it.size - it.pos; back == 1 || back == 2 && it.size > 3 {
			options = append(options, option{mission.WayOrdinalBack, mission.Choice{List: it.list, Order: mission.OrderBack, N: back}})
		}
		call := d.Past[k].Calls[it.call]
		list, _ := call.Answer.Body.At(it.list)
		rows, _ := list.([]any)
		for _, choice := range it.choices(rows, call.Tool) {
			options = append(options, option{mission.WayDescription, choice})
		}
		if name, ok := it.fields.Get(it.entity.Name); ok {
			text, _ := name.(string)
			if Short(text) != "" && d.Past[k].Says(text) && d.onlyOne(rows, it.entity.Name, Short(text)) {
				options = append(options, option{mission.WayAbbreviation,
					mission.Choice{List: it.list, Order: mission.OrderIs, By: it.entity.Name, Value: text}})
			}
		}
		if len(options) == 0 {
			return "", mission.Choice{}, false
		}
		// Every way has the same chance, however many descriptions fit.
		var ways []mission.Way
		for _, o := range options {
			if !slices.Contains(ways, o.way) {
				ways = append(ways, o.way)
			}
		}
		way := keyed.Pick(d.r, ways)
		options = slices.DeleteFunc(options, func(o option) bool { return o.way != way })
		o := keyed.Pick(d.r, options)
		return o.way, o.choice, true
	}
	sameKind, others := 0, 0
	for _, other := range items {
		switch {
		case other.entity != it.entity:
			others++
		case !same(other.id, it.id):
			sameKind++
		}
	}
	if sameKind > 0 {
		return "", mission.Choice{}, false
	}
	way := mission.WayDemonstrative
	if others == 0 && d.r.Chance(0.5) && d.index()-1 == k {
		way = mission.WayPersonal
	}
	return way, mission.Choice{Order: mission.OrderOnly}, true
}

// onlyOne tells whether the short name fits one row only.
func (d *drawer) onlyOne(rows []any, attribute, short string) bool {
	n := 0
	for _, row := range rows {
		o, _ := row.(tools.Object)
		if name, ok := o.Get(attribute); ok {
			if text, _ := name.(string); Holds(text, short) {
				n++
			}
		}
	}
	return n == 1
}

// plainWords begin names without being a name.
var plainWords = []string{"from", "with", "your", "this", "that", "these", "into", "over", "under", "about", "between", "behind", "when", "what",
	"where", "some", "more", "most", "next", "last", "first", "second", "third", "their", "there"}

// Short is the name by which people call a thing with a longer name: its
// first word that is more than an article, or nothing when the name is short.
func Short(name string) string {
	words := strings.Fields(name)
	if len(words) > 0 && slices.Contains([]string{"the", "a", "an", "le", "la", "el"}, strings.ToLower(words[0])) {
		words = words[1:]
	}
	if len(words) < 2 || len(words[0]) < 4 || slices.Contains(plainWords, strings.ToLower(words[0])) {
		return ""
	}
	return strings.Trim(words[0], ",.;:")
}

// another refers to a second item of the list that a shows one of, in the
// same way.
func (d *drawer) another(a Arg) (Arg, bool) {
	items := d.shown(a.Mission)
	for _, it := range keyed.Shuffled(d.r, items) {
		if it.call != a.Call || it.entity != a.Entity || d.usesItem(it.id) {
			continue
		}
		for range 6 {
			way, choice, ok := d.refer(items, it, a.Mission)
			if ok && way == a.Way {
				return it.arg(a.Param, Shown, &choice, way), true
			}
		}
	}
	return Arg{}, false
}

func (d *drawer) usesItem(id any) bool {
	for _, c := range d.calls {
		for _, a := range c.Args {
			if a.Entity != nil && same(a.Value, id) {
				return true
			}
		}
	}
	return false
}

// inherit carries an argument of mission k over to the mission being drawn.
// It fails when what the value came from cannot be pointed at any more.
func (d *drawer) inherit(k int, from PastCall, a Arg, to *tools.Param) (Arg, bool) {
	out := Arg{Param: to, Value: a.Value, Origin: Earlier, Mission: k}
	prefix := "/" + a.Param.Name
	for _, s := range from.Sources {
		if s.Pointer != prefix && !strings.HasPrefix(s.Pointer, prefix+"/") {
			continue
		}
		s.Pointer = "/" + to.Name + strings.TrimPrefix(s.Pointer, prefix)
		switch s.Kind {
		case mission.FromQuery, mission.FromReply:
			s.Kind = mission.FromEarlier
		case mission.FromClock, mission.FromKnowledge:
			if s.Said == mission.FromShown {
				return out, false
			}
			s.Said = mission.FromEarlier
		case mission.FromObservation:
			text, ok := IDText(a.Value)
			if !ok || !d.Past[k].Shows(text) {
				return out, false
			}
			s.Kind, s.Text, s.Rule, s.Choice = mission.FromShown, text, "", nil
		case mission.FromShown:
			s.Choice = nil
		case mission.FromEarlier:
		default:
			return out, false
		}
		out.Sources = append(out.Sources, s)
	}
	return out, len(out.Sources) > 0
}

// base picks the call of mission k that a short follow-up can vary: there
// must be no doubt which one is meant.
func (d *drawer) base(k int) (PastCall, bool) {
	calls := d.Past[k].allCalls()
	if len(calls) == 0 {
		return PastCall{}, false
	}
	for _, c := range calls[1:] {
		if c.Tool != calls[0].Tool {
			return PastCall{}, false
		}
	}
	return keyed.Pick(d.r, calls), true
}

// vary draws the base call of mission k with one said value changed.
func (d *drawer) vary(b *Blueprint, k int, want Demand) (Call, bool) {
	base, ok := d.base(k)
	if !ok || base.Tool.Effect == tools.Delete || base.Tool.Effect == tools.Update {
		return Call{}, false
	}
	var fit []int
	for i, a := range base.Args {
		p := a.Param
		if p.Type == "boolean" || p.Type == "array" || p.Type == "object" || p.Entity != nil || len(p.Say) == 0 {
			continue
		}
		// What was made once is made again for somebody else only.
		if base.Tool.Effect == tools.Create && !forOthers(base.Call, p) {
			continue
		}
		// Where several calls were made, the one that differs must be the one
		// that changes, or the rest would be unclear.
		if !d.sameElsewhere(k, base, p) {
			continue
		}
		fit = append(fit, i)
	}
	if len(fit) == 0 {
		return Call{}, false
	}
	changed := keyed.Pick(d.r, fit)
	c := Call{Tool: base.Tool}
	for i, a := range base.Args {
		if i == changed {
			for _, old := range d.Past[k].allCalls() {
				if o := old.Arg(a.Param.Name); o != nil {
					d.used[valueKey(a.Param, o.Value)] = true
				}
			}
			next, ok := d.said(a.Param, &Call{Args: slices.Concat(c.Args, base.Args[i+1:])})
			if !ok {
				return c, false
			}
			c.Args = append(c.Args, next)
			continue
		}
		next, ok := d.inherit(k, base, a, a.Param)
		if !ok {
			return c, false
		}
		c.Args = append(c.Args, next)
	}
	if !d.leans(c, k) {
		return c, false
	}
	several := 0
	for _, a := range base.Args {
		if a.Param.Required {
			several++
		}
	}
	b.Opening = OpenChange
	switch n := d.r.IntN(6); {
	case want.Type == mission.Clarify, want.Relation == mission.LongTerm:
		b.Way = mission.WayNoParts
	case n <= 1 && want.Type == mission.Single && len(d.Past[k].Calls) == 1 && base.Tool.Effect != tools.Create:
		b.Opening, b.Way = OpenCorrect, mission.WayCorrection
	case n == 2:
		b.Opening, b.Way = OpenMore, mission.WayMore
	case several > 2 || n < 4:
		b.Way = mission.WayNoParts
	default:
		b.Way = mission.WayNoModifier
	}
	return c, true
}

// forOthers tells whether making the same thing again with another value of p
// makes sense: for another person, and not of one particular thing.
func forOthers(c Call, p *tools.Param) bool {
	return p.Values != nil && p.Values.Kind == tools.ValuePerson &&
		!slices.ContainsFunc(c.Args, func(a Arg) bool { return holdsEntity(a.Param) })
}

// sameElsewhere tells whether the calls of mission k agree in all arguments
// but p.
func (d *drawer) sameElsewhere(k int, base PastCall, p *tools.Param) bool {
	for _, c := range d.Past[k].allCalls() {
		for _, a := range c.Args {
			other := base.Arg(a.Param.Name)
			if a.Param != p && (other == nil || !same(other.Value, a.Value)) {
				return false
			}
		}
	}
	return true
}

// leans tells whether the call takes anything from mission k itself.
func (d *drawer) leans(c Call, k int) bool {
	for _, a := range c.Args {
		if a.Origin == Shown && a.Mission == k {
			return true
		}
		for _, s := range a.Sources {
			if s.Mission == k {
				return true
			}
		}
	}
	return false
}

// add draws the base call of mission k with an optional parameter added.
func (d *drawer) add(b *Blueprint, k int) (Call, bool) {
	base, ok := d.base(k)
	if !ok || len(d.Past[k].Calls) != 1 || base.Tool.Effect != tools.List && base.Tool.Effect != tools.Compute {
		return Call{}, false
	}
	var fit []*tools.Param
	for _, p := range base.Tool.Params {
		if !p.Required && base.Arg(p.Name) == nil && (len(p.Say) > 0 || p.Type == "boolean" && sayable(base.Tool, p)) && p.Type != "array" && p.Type != "object" && !holdsEntity(p) {
			fit = append(fit, p)
		}
	}
	if len(fit) == 0 {
		return Call{}, false
	}
	added := keyed.Pick(d.r, fit)
	c := Call{Tool: base.Tool}
	for _, p := range base.Tool.Params {
		if p == added {
			a, ok := d.said(p, &Call{Args: base.Args})
			if !ok {
				return c, false
			}
			c.Args = append(c.Args, a)
		} else if a := base.Arg(p.Name); a != nil {
			next, ok := d.inherit(k, base, *a, p)
			if !ok {
				return c, false
			}
			c.Args = append(c.Args, next)
		}
	}
	if !d.leans(c, k) {
		return c, false
	}
	b.Opening, b.Way = OpenAdd, mission.WayAddModifier
	if len(added.Enum) > 0 || added.Values != nil && (added.Values.Kind == tools.ValuePick || added.Values.Kind == tools.ValuePerson || added.Values.Kind == tools.ValueKnown) {
		b.Way = mission.WayAddSubject
	}
	return c, true
}

// neighbour draws a call of another tool that takes over values of mission k.
// With words, at least one of them must be taken up by a word such as "there".
func (d *drawer) neighbour(b *Blueprint, k int, words bool) (Call, bool) {
	for _, t := range keyed.Shuffled(d.r, d.Set.Tools) {
		if slices.ContainsFunc(d.Past[k].Calls, func(c PastCall) bool { return c.Tool == t }) {
			continue
		}
		if slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Required && p.Entity != nil }) {
			continue
		}
		var fixed []Arg
		there := false
		for _, p := range t.Params {
			if !p.Required {
				continue // nobody can tell that it is meant to stay
			}
			for _, c := range keyed.Shuffled(d.r, d.Past[k].allCalls()) {
				a := d.likeArg(c, p)
				if a == nil || d.disputed(k, p, a) || p.Differs != "" && slices.ContainsFunc(fixed, func(f Arg) bool { return f.Param.Name == p.Differs && same(f.Value, a.Value) }) {
					continue
				}
				next, ok := d.inherit(k, c, *a, p)
				if !ok || words && (len(p.There) == 0 || there && !d.r.Chance(0.6)) {
					continue
				}
				if words && len(p.There) > 0 {
					next.There, there = true, true
				}
				fixed = append(fixed, next)
				break
			}
		}
		if len(fixed) == 0 || words && !there {
			continue
		}
		c, ok := d.call(t, fixed...)
		if ok && d.leans(c, k) {
			return c, true
		}
	}
	return Call{}, false
}

// disputed tells whether mission k said two values that could serve as p.
func (d *drawer) disputed(k int, p *tools.Param, a *Arg) bool {
	for _, c := range d.Past[k].allCalls() {
		if other := d.likeArg(c, p); other != nil && !same(other.Value, a.Value) {
			return true
		}
	}
	return false
}

// likeArg finds an argument of the call that can serve as p. Where several
// could, there is no telling which one is meant.
func (d *drawer) likeArg(c PastCall, p *tools.Param) *Arg {
	var found *Arg
	for i := range c.Args {
		a := &c.Args[i]
		if a.Param.Name == p.Name && a.Param.Type == p.Type && a.Param.Entity == p.Entity {
			return a
		}
		if alike(a.Param, p) && a.Param.Entity == nil {
			// The last place that was named is the one "there" means.
			found = a
		}
	}
	return found
}

// then draws what the user falls back on after a chat about something that no
// tool does: the tool that the topic is like, with what was said.
func (d *drawer) then(b *Blueprint, k int) (Call, bool) {
	past := d.Past[k]
	if past.Chat == nil || past.Chat.Like == nil {
		return Call{}, false
	}
	like := past.allCalls()[0]
	var fixed []Arg
	for _, a := range like.Args {
		next, ok := d.inherit(k, like, a, a.Param)
		if !ok {
			return Call{}, false
		}
		fixed = append(fixed, next)
	}
	if len(fixed) == 0 {
		return Call{}, false
	}
	c, ok := d.call(like.Tool, fixed...)
	b.Opening, b.Way = OpenThen, mission.WayNoParts
	return c, ok && d.leans(c, k)
}
