package blueprint

import (
	"errors"
	"slices"
	"strconv"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Demand is what a mission has to be.
type Demand struct {
	Type     mission.Type
	Pattern  mission.Pattern  // of multi missions
	Relation mission.Relation // of all missions but the first
	Next     []mission.Type   // what comes after it in the entry
	// NextRelation is how the mission after it leans on it.
	NextRelation mission.Relation
}

// ErrNoWay says that the toolset and the conversation so far leave no way to
// meet a demand, or none was found in a reasonable number of tries.
var ErrNoWay = errors.New("no way to draw the mission")

// tries bounds how often one mission is drawn anew within an attempt.
const tries = 24

// Draw decides the next mission of a story. It returns the world in which the
// mission can be played: the story's world with the things that the mission
// takes for granted.
func Draw(s Story, want Demand, r keyed.Rand) (*Blueprint, *world.World, error) {
	contrary := want.Type == mission.Single && r.Chance(contraryShare)
	for try := range tries {
		d := &drawer{Story: s, r: r, used: map[string]bool{}, contrary: contrary && try < tries/2}
		d.World = s.World.Clone()
		b, ok := d.draw(want)
		if !ok {
			continue
		}
		b.Type, b.Pattern, b.Relation, b.Calls = want.Type, want.Pattern, want.Relation, d.calls
		if w, ok := d.replay(s.World); ok {
			return b, w, nil
		}
	}
	return nil, nil, ErrNoWay
}

// replay plays the calls on a fresh copy of the story's world and makes sure
// that they are answered as planned.
func (d *drawer) replay(before *world.World) (*world.World, bool) {
	if !d.World.TookForGranted(before) {
		return before.Clone(), true // the calls were tried in this very world
	}
	w := before.Clone()
	w.Adopt(d.World)
	ready := w.Clone()
	for i, c := range d.calls {
		answer := w.Call(c.Tool, c.Values())
		if answer.Status != d.tried[i].Status || string(answer.Body.JSON()) != string(d.tried[i].Body.JSON()) {
			return nil, false
		}
	}
	return ready, true
}

func (d *drawer) draw(want Demand) (*Blueprint, bool) {
	d.more = len(want.Next) > 0
	// Nothing found, or a refusal, is an end: there is nothing to lean on
	// afterwards but the request itself.
	if want.Type == mission.Single {
		d.mishap = !d.more || d.contrary || want.NextRelation == mission.Ellipsis && d.r.Chance(0.3)
	}
	if want.Type == mission.Chat {
		return d.chat(want)
	}
	b := &Blueprint{Target: d.index() - 1}
	var first Call
	var ok bool
	switch want.Relation {
	case "":
		first, ok = d.fresh(want)
	case mission.Implicit:
		first, ok = d.implicit(b, d.index()-1, want)
	case mission.Ellipsis:
		first, ok = d.ellipsis(b, d.index()-1, want)
	case mission.LongTerm:
		first, ok = d.longTerm(b, want)
	}
	if !ok {
		return nil, false
	}
	switch want.Type {
	case mission.Single:
		ok = d.try(first)
	case mission.Clarify:
		ok = d.withhold(b, &first) && d.try(first)
	case mission.Multi:
		ok = d.shape(b, first, want.Pattern)
	}
	ok = ok && !slices.ContainsFunc(d.calls, d.gainsays)
	if want.Relation == mission.LongTerm {
		ok = ok && !slices.ContainsFunc(d.calls, func(c Call) bool { return !d.forgotten(c, b.Target) })
	}
	return b, ok
}

// fresh draws a call that leans on nothing.
func (d *drawer) fresh(want Demand) (Call, bool) {
	var fit []*tools.Tool
	for _, t := range d.Set.Tools {
		if want.Type == mission.Clarify && !d.askable(t, nil) {
			continue
		}
		weight := 1
		switch {
		case t.Effect == tools.List:
			weight = 3 // what is listed can be referred to later
		case t.Effect == tools.Get || t.Effect == tools.Create:
			weight = 2
		case t.Effect == tools.Delete && len(want.Next) > 0:
			weight = 0 // what is gone cannot
		}
		for range weight {
			fit = append(fit, t)
		}
	}
	if len(fit) == 0 {
		return Call{}, false
	}
	t := keyed.Pick(d.r, fit)
	if slices.Contains(fit, d.Feature) && d.r.Chance(featured) {
		t = d.Feature
	}
	if d.contrary {
		rules := slices.DeleteFunc(slices.Clone(d.Set.Tools), func(t *tools.Tool) bool { return len(t.OnlyIf) == 0 || len(t.Refused) == 0 })
		if len(rules) == 0 {
			return Call{}, false
		}
		t = keyed.Pick(d.r, rules)
	}
	named := slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Required && p.Entity != nil })
	d.stray = d.mishap && !d.contrary && named && t.Effect != tools.Create && d.r.Chance(strayShare)
	return d.call(t)
}

// featured is how often the tool of the story is tried first.
const featured = 0.4

// order puts tools into a random order, mostly with the story's tool in front.
func (d *drawer) order(list []*tools.Tool) []*tools.Tool {
	list = keyed.Shuffled(d.r, list)
	if i := slices.Index(list, d.Feature); i > 0 && d.r.Chance(featured) {
		list[0], list[i] = list[i], list[0]
	}
	return list
}

// contraryShare of the single missions are meant to run against a rule of
// business.
const contraryShare = 0.06

// strayShare of the missions that may fail name a thing that does not exist.
const strayShare = 0.2

// withhold decides what the user leaves out of a clarify mission.
func (d *drawer) withhold(b *Blueprint, c *Call) bool {
	var fit []int
	for i, a := range c.Args {
		if !a.Param.Required || a.Origin != Said || a.Param.Type == "boolean" || a.Param.Type == "object" {
			continue
		}
		if d.wasSaid(a.Param) && !(b.Opening == OpenChange && len(a.Param.Other) > 0) {
			continue
		}
		if b.Opening == OpenChange && len(a.Param.Other) == 0 || d.heard(a.Value) {
			continue
		}
		fit = append(fit, i)
	}
	if b.Opening != OpenChange && (len(fit) == 0 || d.r.Chance(0.2)) {
		if i, ok := d.reopen(b, c); ok {
			fit = []int{i}
		}
	}
	if len(fit) == 0 {
		return false
	}
	fit = keyed.Shuffled(d.r, fit)
	n := 1
	if len(fit) > 1 && b.Opening != OpenChange && d.r.Chance(0.3) {
		n = 2
	}
	chosen := slices.Sorted(slices.Values(fit[:n]))
	for _, i := range chosen {
		a := &c.Args[i]
		a.Origin, a.Open = Asked, a.Open || b.Opening == OpenChange
		b.Missing = append(b.Missing, a.Param.Name)
	}
	b.Vague = d.r.Chance(0.25)
	if d.Persona.Has(mission.Volunteers) {
		for i := range c.Args {
			a := &c.Args[i]
			if !a.Param.Required && a.Origin == Said && a.Echo == nil && len(a.Param.Say) > 0 && !holdsEntity(a.Param) && !d.heard(a.Value) {
				a.Origin, a.Volunteered = Asked, true
				break
			}
		}
	}
	return true
}

// askable tells whether the tool has a required parameter, other than the one
// that is given, that a user may have left out.
func (d *drawer) askable(t *tools.Tool, given *tools.Param) bool {
	return slices.ContainsFunc(t.Params, func(p *tools.Param) bool {
		return p != given && p.Required && p.Type != "boolean" && p.Type != "object" && !d.wasSaid(p)
	})
}

// reopen replaces a value that is carried over by one that is only announced:
// "but on another day".
func (d *drawer) reopen(b *Blueprint, c *Call) (int, bool) {
	for _, i := range keyed.Shuffled(d.r, indices(c.Args)) {
		a := c.Args[i]
		if a.Origin != Earlier || a.There || !a.Param.Required || len(a.Param.Other) == 0 {
			continue
		}
		d.used[valueKey(a.Param, a.Value)] = true
		rest := Call{Tool: c.Tool, Args: slices.Delete(slices.Clone(c.Args), i, i+1)}
		d.others = true
		next, ok := d.said(a.Param, &rest)
		d.others = false
		if !ok || !d.leans(rest, b.Target) || d.heard(next.Value) {
			continue
		}
		next.Open = true
		c.Args[i] = next
		return i, true
	}
	return 0, false
}

// heard tells whether a value stands somewhere in the conversation already: a
// question for it could be answered from there.
func (d *drawer) heard(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, d.heard)
	case tools.Object:
		return slices.ContainsFunc(v, func(f tools.Field) bool { return d.heard(f.Value) })
	}
	if text, ok := v.(string); ok {
		return slices.ContainsFunc(d.Past, func(p *Past) bool { return p.Says(text) })
	}
	n, ok := v.(int64)
	if !ok {
		return false
	}
	for _, past := range d.Past {
		if past.Says(strconv.FormatInt(n, 10)) {
			return true
		}
		if n >= 0 && n < int64(len(smallNumbers)) && past.Says(smallNumbers[n]) {
			return true
		}
	}
	return false
}

var smallNumbers = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// wasSaid tells whether an earlier mission gave a value for the parameter, or
// for one that means the same, so that leaving it out would be no gap.
func (d *drawer) wasSaid(p *tools.Param) bool {
	for _, past := range d.Past {
		for _, c := range past.allCalls() {
			for _, a := range c.Args {
				if a.Param.Name == p.Name || alike(a.Param, p) {
					return true
				}
			}
		}
		// What was shown can be meant without being named.
		if p.Entity != nil {
			for _, c := range past.Calls {
				if len(itemsOf(c.Tool, c.Answer, 0, 0, []*tools.Entity{p.Entity})) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// allCalls are the calls that were made, and the one that a chat spoke of.
func (p *Past) allCalls() []PastCall {
	if p.Chat != nil && p.Chat.Like != nil {
		return []PastCall{{Call: *p.Chat.Like, Sources: p.LikeSources}}
	}
	return p.Calls
}

// alike tells whether the value of one parameter can be that of another one later
// in a conversation: both name a place, a day, a currency, …
func alike(a, b *tools.Param) bool {
	if a.Entity != nil || b.Entity != nil {
		return a.Entity != nil && a.Entity == b.Entity
	}
	if bound(a) && !bound(b) {
		return false // "from that day onwards" is not "on that day"
	}
	if a.Name == b.Name && a.Type == b.Type {
		return sameShape(a, b)
	}
	if a.Values == nil || b.Values == nil || len(b.There) == 0 {
		return false
	}
	switch a.Values.Kind {
	case tools.ValueKnown:
		return b.Values.Kind == tools.ValueKnown && a.Values.Text == b.Values.Text
	case tools.ValueDate, tools.ValueCity:
		return b.Values.Kind == a.Values.Kind
	}
	return false
}

// bound tells whether the parameter is the first or the last day of what a list
// holds.
func bound(p *tools.Param) bool {
	return p.Values != nil && p.Values.Kind == tools.ValueDate && (p.Match == tools.MatchAtMost || p.Match == tools.MatchAtLeast)
}

// sameShape tells whether values of one parameter fit the other: arrays and
// objects of the same name may have other fields.
func sameShape(a, b *tools.Param) bool {
	if (a.Items == nil) != (b.Items == nil) || len(a.Props) != len(b.Props) {
		return false
	}
	if a.Items != nil && !sameShape(a.Items, b.Items) {
		return false
	}
	for i := range a.Props {
		if a.Props[i].Name != b.Props[i].Name || a.Props[i].Type != b.Props[i].Type || !sameShape(a.Props[i], b.Props[i]) {
			return false
		}
	}
	return a.Type == b.Type
}

// Dependencies gives, for each call, the calls that must come before it: those
// whose results it uses, and those that the toolset declares.
func Dependencies(calls []Call) [][]int {
	out := make([][]int, len(calls))
	for j, c := range calls {
		deps := []int{}
		for i, other := range calls {
			if i == j {
				continue
			}
			uses := slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result && a.Call == i })
			declared := slices.Contains(c.Tool.After, other.Tool.Name) && agree(c, other)
			if uses || declared {
				deps = append(deps, i)
			}
		}
		out[j] = deps
	}
	return out
}

// agree tells whether no parameter that both calls have differs, so that both
// are about the same thing.
func agree(a, b Call) bool {
	for _, x := range a.Args {
		if y := b.Arg(x.Param.Name); y != nil && !same(x.Value, y.Value) {
			return false
		}
	}
	return true
}

// entityParam is the required parameter of t that takes the id of one e.
func entityParam(t *tools.Tool, e *tools.Entity) *tools.Param {
	for _, p := range t.Params {
		if p.Entity == e && p.Required && p.Type != "array" {
			return p
		}
	}
	return nil
}
