package blueprint

import (
	"errors"
	"fmt"
	"slices"

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
	Next     []mission.Type   // of the missions after it
	// NextRelations are the relations of the missions in Next; what is missing is not known.
	NextRelations []mission.Relation
}

// nextRelation is the relation of the mission after this one.
func (w Demand) nextRelation() mission.Relation {
	if len(w.NextRelations) == 0 {
		return ""
	}
	return w.NextRelations[0]
}

// returning lists the types of the missions with tools that can refer only to this one: the
// next one, if it refers to the last mission, and the third one of an entry, if it does not.
func (d *drawer) returning(w Demand) []mission.Type {
	var out []mission.Type
	for j, t := range w.Next[:min(len(w.Next), len(w.NextRelations), 2)] {
		far := w.NextRelations[j] == mission.LongTerm
		if t != mission.Chat && (j == 0 && !far || j == 1 && far && d.index() == 0) {
			out = append(out, t)
		}
	}
	return out
}

// beforeTool reports whether a mission with a tool comes right after this one.
func (w Demand) beforeTool() bool { return len(w.Next) > 0 && w.Next[0] != mission.Chat }

// beforeChat reports whether a chat comes right after this mission.
func (w Demand) beforeChat() bool { return len(w.Next) > 0 && w.Next[0] == mission.Chat }

// beforeMulti reports whether a multi mission comes right after this one.
func (w Demand) beforeMulti() bool { return len(w.Next) > 0 && w.Next[0] == mission.Multi }

// ErrNoWay says that no mission was found that meets the demand with this toolset and
// after this conversation.
var ErrNoWay = errors.New("no way to draw the mission")

// ErrHopeless is an [ErrNoWay] that took long: a thing that the toolset describes could
// not be made, so that another try is hardly worth its time.
var ErrHopeless = fmt.Errorf("%w: it needs a thing that cannot be made", ErrNoWay)

// tries is how often Draw starts over.
const tries = 8

// wordedTries is how often it first looks for calls that words were found for.
const wordedTries = 8

// worded is how often it does so.
const worded = 0.95

// insisting is how many tries insist on the tool of the story, where the story does.
const insisting = 6

// blanks is how many tries are made if none finds a single call.
const blanks = 5

// desperate is how many of the tries may draw what nobody would ask for at once.
const desperate = 3

const (
	// pointedShare of the missions that the next one points at show one list only.
	pointedShare = 0.85
	// featured is how often the tool of the story is tried first.
	featured = 0.4
	// openToMore of the calls that the next mission varies leave something to be added.
	openToMore = 0.6
	// openToChange of the calls that the next mission varies leave one value to be changed.
	openToChange = 0.4
	// addingTo is the same of a tool that few others can stand in for.
	addingTo = 0.9
	// contraryShare of the single missions try to break a business rule.
	contraryShare = 0.06
	// strayShare of the missions that may fail name a thing that does not exist.
	strayShare = 0.2
)

// drawer draws one blueprint. Its world is a copy in which it tries calls.
type drawer struct {
	Story
	r     keyed.Rand
	calls []Call
	tried []world.Answer  // the answers of calls
	used  map[string]bool // values that must not be drawn again, as valueKey writes them
	more  bool            // missions come after this one
	// nextAdds means that the mission after this one may add something to it.
	nextAdds bool
	// pointedTo means that the mission after this one points at something that this one shows.
	pointedTo bool
	// worded means that the calls should be such as words were found for.
	worded bool
	// desperate means that nothing better was found: things that nobody would ask for at once may
	// be asked for.
	desperate bool
	// chained means that some call of the mission needs the result of another.
	chained bool
	// insists means that the mission should use the tool of the story.
	insists bool
	// several means that the mission has several calls.
	several bool
	// varies means that the request asks for something beside an earlier one.
	varies bool
	// mishap allows that nothing is found or that the world refuses a call. stray
	// means that the user names a thing that does not exist, contrary that the world
	// has to refuse the call.
	mishap, stray, contrary bool
	others                  bool // the next value must not be the user's own
}

// index is the number of the mission being drawn.
func (d *drawer) index() int { return len(d.Past) }

// Draw decides the next mission of a story. It also returns the world in which the
// mission can be played: the story's world with the things that the mission takes for
// granted. The story's own world does not change. The error is [ErrNoWay]
// or [ErrHopeless].
func Draw(s Story, want Demand, r keyed.Rand) (*Blueprint, *world.World, error) {
	contrary := want.Type == mission.Single && r.Chance(contraryShare)
	failed, own := s.World, s.owned()
	first := 0
	if want.Type != mission.Chat && len(s.Set.Words.All) > 0 && r.Chance(worded) {
		first = -wordedTries
	}
	blank := 0 // tries that did not find a single call, if none did
	for try := first; try < tries && blank < blanks; try++ {
		d := &drawer{Story: s, r: r, used: map[string]bool{}, contrary: contrary && try < tries/2, worded: try < 0, insists: try < first+insisting, desperate: try >= tries-desperate}
		d.World = s.World.Clone()
		d.World.GiveUp(failed)
		d.World.Belong(own)
		b, ok := d.draw(want)
		if !ok {
			failed = d.World
			if len(d.calls) > 0 {
				blank = -tries - wordedTries
			} else if !d.insists {
				blank++
			}
			continue
		}
		b.Type, b.Pattern, b.Relation, b.Calls = want.Type, want.Pattern, want.Relation, d.calls
		if w, ok := d.replay(s.World); ok {
			return b, w, nil
		}
	}
	if failed.GaveUp() {
		return nil, nil, ErrHopeless
	}
	return nil, nil, ErrNoWay
}

// replay makes the calls in a fresh copy of the story's world and checks that they are
// answered as planned.
func (d *drawer) replay(before *world.World) (*world.World, bool) {
	if !d.World.TookForGranted(before) {
		return before.Clone(), true // the calls were tried in this very world
	}
	w := before.Clone()
	w.Adopt(d.World)
	ready := w.Clone()
	for i, c := range d.calls {
		answer := w.Call(c.Tool, c.Values())
		if answer.Status != d.tried[i].Status || !tools.Same(answer.Body, d.tried[i].Body) {
			return nil, false
		}
	}
	return ready, true
}

func (d *drawer) draw(want Demand) (*Blueprint, bool) {
	d.more, d.several = len(want.Next) > 0, want.Type == mission.Multi
	d.chained = d.several && want.Pattern != mission.Parallel
	d.insists = d.insists && d.Insist && d.index() == 0 && (!d.more || want.beforeChat())
	d.pointedTo = want.nextRelation() == mission.Implicit && d.r.Chance(pointedShare)
	d.nextAdds = want.nextRelation() == mission.Ellipsis && d.more && (want.Next[0] == mission.Single || want.Next[0] == mission.Multi)
	// If nothing is found, or a call is refused, a later mission can refer only to the
	// request itself.
	if want.Type == mission.Single {
		d.mishap = !d.more || d.contrary || want.nextRelation() == mission.Ellipsis && d.r.Chance(0.3)
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
		d.varies = b.Opening != OpenAdd && b.Opening != OpenCorrect && b.Opening != OpenReword // whose list takes the place of the other
	case mission.LongTerm:
		first, ok = d.longTerm(b, want)
	}
	if !ok {
		return nil, false
	}
	d.worded = d.worded && (b.Opening == OpenPlain || b.Opening == OpenAlso)
	switch want.Type {
	case mission.Single:
		ok = d.try(first)
	case mission.Clarify:
		ok = d.withhold(b, &first) && d.try(first)
	case mission.Multi:
		ok = d.shape(b, first, want.Pattern)
	}
	ok = ok && (!d.worded || d.insists && d.usesFeature() || d.hasWords())
	ok = ok && !slices.ContainsFunc(d.calls, d.gainsays)
	if want.Relation == mission.LongTerm {
		ok = ok && !slices.ContainsFunc(d.calls, func(c Call) bool { return !d.forgotten(c, b.Target) })
	}
	return b, ok
}

// fresh draws a call that refers to nothing earlier.
func (d *drawer) fresh(want Demand) (Call, bool) {
	var fit []*tools.Tool
	for _, t := range d.Set.Tools {
		if !t.Unclear && (want.Type != mission.Clarify || d.askable(t, nil)) {
			fit = append(fit, slices.Repeat([]*tools.Tool{t}, d.weight(t.Effect, want))...)
		}
	}
	if len(fit) == 0 {
		return Call{}, false
	}
	if d.chained {
		open := slices.DeleteFunc(slices.Clone(fit), func(t *tools.Tool) bool { return !d.leadsOn(t) })
		if len(open) > 0 {
			fit = open
		}
	}
	if want.beforeChat() && want.nextRelation() == mission.Ellipsis {
		open := slices.DeleteFunc(slices.Clone(fit), func(t *tools.Tool) bool { return t.Effect != tools.List && !d.topical(t) })
		if len(open) > 0 {
			fit = open
		}
	}
	if d.nextAdds {
		open := slices.DeleteFunc(slices.Clone(fit), func(t *tools.Tool) bool {
			return !asks(t) || !slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return addable(t, p) })
		})
		if len(open) > 0 && d.r.Chance(openToMore) {
			fit = open
		}
	}
	if want.nextRelation() == mission.Ellipsis && !want.beforeChat() {
		open := slices.DeleteFunc(slices.Clone(fit), func(t *tools.Tool) bool { return !asks(t) || !variesAlone(t) })
		if len(open) > 0 && d.r.Chance(openToChange) {
			fit = open
		}
	}
	t := keyed.Pick(d.r, fit)
	if d.r.Chance(d.share()) {
		switch {
		case d.insists && d.chained && d.Feature.Effect != tools.List && d.r.Chance(0.7):
			// What the tool takes is found first.
			before := slices.DeleteFunc(slices.Clone(fit), func(t *tools.Tool) bool { return t.Effect != tools.List || entityParam(d.Feature, t.Entity) == nil })
			if len(before) > 0 {
				t = keyed.Pick(d.r, before)
			}
		case slices.Contains(fit, d.Feature):
			t = d.Feature
		}
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

// share is how often the tool of the story is tried first.
func (d *drawer) share() float64 {
	if d.nextAdds && (d.features(mission.WayAddSubject) || d.features(mission.WayAddModifier)) {
		return addingTo
	}
	if d.insists {
		return 1
	}
	return featured
}

// weight is how likely a fresh mission is to have the effect.
func (d *drawer) weight(effect tools.EffectKind, want Demand) int {
	switch {
	case effect == tools.List && (want.Pattern == mission.Mixed || want.beforeChat() || want.beforeMulti() || len(d.returning(want)) > 1):
		return 8 // of what is listed, there is something left for everybody
	case effect == tools.List:
		return 3 // later missions can refer to what is listed
	case (effect == tools.Get || effect == tools.Create) && want.nextRelation() == mission.Implicit && !want.beforeChat() && !want.beforeMulti():
		return 5 // one thing, which is "it" then
	case effect == tools.Get, effect == tools.Create:
		return 2
	case effect == tools.Delete && d.more:
		return 0 // and not to what is gone
	case effect == tools.Compute && slices.Contains(want.NextRelations, mission.LongTerm),
		(effect == tools.Compute || effect == tools.Update) && want.beforeMulti():
		return 0 // after a sum or a change, little is left to ask for
	}
	return 1
}

// order puts tools into a random order, often with the story's tool in front.
func (d *drawer) order(list []*tools.Tool) []*tools.Tool {
	list = keyed.Shuffled(d.r, list)
	if i := slices.Index(list, d.Feature); i > 0 && d.r.Chance(d.share()) {
		list[0], list[i] = list[i], list[0]
	}
	if d.chained && len(d.calls) == 0 {
		list = slices.DeleteFunc(list, func(t *tools.Tool) bool { return !d.leadsOn(t) })
	}
	if d.worded && (len(d.calls) > 0 || d.chained) {
		names := d.names()
		next, inside := d.Set.Words.Next(names), func(*tools.Tool) bool { return false }
		if d.choosesFrom() {
			inside = func(t *tools.Tool) bool { return d.Set.Words.Has(append(names[1:], t.Name)) }
		}
		list = slices.DeleteFunc(list, func(t *tools.Tool) bool { return !next[t.Name] && !inside(t) && !(d.insists && t == d.Feature) })
	}
	return list
}

// leadsOn reports whether another call can use what a call of the tool returns, or has to come
// before it.
func (d *drawer) leadsOn(t *tools.Tool) bool {
	if len(t.After) > 0 {
		return true
	}
	return t.Entity != nil && slices.ContainsFunc(d.Set.Entities, func(e *tools.Entity) bool {
		if t.Effect == tools.List && e != t.Entity || t.Effect != tools.List && (t.Entity.Attribute(e.ID) == nil || slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Entity == e })) {
			return false
		}
		return slices.ContainsFunc(d.Set.Tools, func(u *tools.Tool) bool { return u != t && entityParam(u, e) != nil })
	})
}

// usesFeature reports whether the mission uses the tool of the story.
func (d *drawer) usesFeature() bool {
	return slices.ContainsFunc(d.calls, func(c Call) bool { return c.Tool == d.Feature })
}

// features reports whether the story should use the way where it can.
func (d *drawer) features(w mission.Way) bool { return slices.Contains(d.FeatureWays, w) }

// topical reports whether a topic can take over what a request for the tool says.
func (d *drawer) topical(t *tools.Tool) bool {
	return slices.ContainsFunc(d.Set.Topics, func(topic *tools.Topic) bool {
		return topic.Like != nil && slices.ContainsFunc(topic.Like.Params, func(p *tools.Param) bool {
			return asksFor(topic, p) && slices.ContainsFunc(t.Params, func(q *tools.Param) bool { return q.Required && alike(q, p) })
		})
	})
}
