package blueprint

import (
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// Chats that talk about what was shown: which one the assistant would take, whether a value is
// much, and what else there is to choose from.

// talkFirst puts topics into a random order in which, most of the time, those that the
// assistant has an answer to come before those that it has to refuse.
func (d *drawer) talkFirst(list []*tools.Topic) []*tools.Topic {
	list = keyed.Shuffled(d.r, list)
	if d.r.Chance(0.7) {
		slices.SortStableFunc(list, func(a, b *tools.Topic) int { return refusal(a) - refusal(b) })
	}
	return list
}

// refusal is 1 for topics that the assistant has to refuse, and 0 for all others.
func refusal(t *tools.Topic) int {
	if t.Refuses() {
		return 1
	}
	return 0
}

// ends reports whether nothing after the mission can lean on it, so that it may leave nothing
// behind but talk.
func (w Demand) ends() bool {
	return w.nextRelation() == "" || w.nextRelation() == mission.LongTerm
}

// opinion asks which of the listed things the assistant would take.
func (d *drawer) opinion(b *Blueprint, k int, want Demand) bool {
	if !want.ends() && !(want.beforeChat() && want.nextRelation() == mission.Ellipsis) {
		return false
	}
	wanted := func(e *tools.Entity, by mission.Comparison) bool {
		return by.Wanted == mission.WantedChoose && d.onOffer(e)
	}
	if !d.compareBy(b, k, 0, wanted) {
		return false
	}
	claim, e := b.Chat.Compare, b.Chat.Entity
	b.Chat.Opinion = true
	rows := d.compared(claim)
	for _, by := range keyed.Shuffled(d.r, e.Comparisons) {
		winner, ok := bestOf(rows, claim.Items, by)
		if !ok || winner == claim.Winner || by.By == claim.By || by.By == e.ID || by.Wanted != mission.WantedChoose || !mentionedByAll(e.Lines, by.By) {
			continue
		}
		if b.Chat.InsteadForms = forms(e, makes(d.Set, e), by.By, by.Order, rows, claim.Items, winner); len(b.Chat.InsteadForms) > 0 {
			instead := *claim
			instead.By, instead.Order, instead.Winner = by.By, by.Order, winner
			b.Chat.Instead = &instead
			break
		}
	}
	return true
}

// tookOne reports whether mission k or one after it made or changed something with a thing that
// mission k showed: what was taken is no longer to be had, and nobody compares any more.
func (d *drawer) tookOne(k int) bool {
	items := d.shown(k)
	return slices.ContainsFunc(d.Past[k:], func(p *Past) bool {
		return slices.ContainsFunc(p.Calls, func(c PastCall) bool {
			return c.Tool.Effect.Changes() && slices.ContainsFunc(c.Args, func(a Arg) bool {
				return slices.ContainsFunc(items, func(it item) bool { return tools.Same(it.id, a.Value) })
			})
		})
	})
}

// sought is the order in which people choose things of the kind by an attribute; "" if they do
// not choose by it.
func sought(e *tools.Entity, by string) mission.Order {
	i := slices.IndexFunc(e.Comparisons, func(c mission.Comparison) bool { return c.By == by && c.Wanted == mission.WantedChoose })
	if i < 0 {
		return ""
	}
	return e.Comparisons[i].Order
}

// place asks how one of the listed things compares with the others.
func (d *drawer) place(b *Blueprint, k int, _ Demand) bool {
	items := slices.DeleteFunc(d.shown(k), func(it item) bool { return it.list == "" || !d.comparable(k, d.Past[k].Calls[it.call]) })
	if d.Past[k].Chat != nil || len(items) == 0 || d.tookOne(k) {
		return false
	}
	it := keyed.Pick(d.r, items)
	if !d.onOffer(it.entity) {
		return false // nobody doubts what is settled
	}
	for _, by := range keyed.Shuffled(d.r, it.entity.Comparisons) {
		claim := &mission.CompareClaim{Mission: k, Call: it.call, List: it.list, Items: indices(it.rows), By: by.By, Winner: it.pos}
		if !d.placed(claim, it.entity) || slices.ContainsFunc(it.rows, func(row any) bool { return !d.Past[k].shows(idText(it.entity, row)) }) {
			continue
		}
		way, choice, ok := d.referPlainly(items, it, k)
		if !ok {
			return false
		}
		a := it.arg(d.Set, nil, Shown, &choice, way)
		b.Way, b.Chat.Compare, b.Chat.Entity, b.Chat.It = way, claim, it.entity, &a
		b.Chat.Text, _ = IDText(it.id)
		return b.Chat.Text != ""
	}
	return false
}

// referPlainly refers to an item without a superlative: nobody asks whether the cheapest one is
// expensive, or what a word means for the one with the most seats.
func (d *drawer) referPlainly(items []item, it item, k int) (way mission.Way, choice mission.Choice, ok bool) {
	for range 4 {
		if way, choice, ok = d.refer(items, it, k); !ok || choice.Order != mission.OrderMin && choice.Order != mission.OrderMax {
			return way, choice, ok
		}
	}
	return way, choice, false
}

// placeOn asks how another of the things compares, after a question about one.
func (d *drawer) placeOn(b *Blueprint, k int, _ Demand) bool {
	past := d.Past[k].Chat
	if past == nil || past.Compare == nil || past.Compare.Place == 0 || k != d.index()-1 {
		return false
	}
	claim, e := *past.Compare, past.Entity
	rows := d.compared(&claim)
	at := slices.DeleteFunc(indices(rows), func(i int) bool { return i == claim.Winner || i > 3 })
	if d.stale(e, rows) || len(at) == 0 {
		return false
	}
	b.Chat.Text = idText(e, rows[claim.Winner])
	claim.Winner = keyed.Pick(d.r, at)
	b.Way, b.Opening, b.Chat.Compare, b.Chat.Entity = mission.WayNoAttribute, OpenAgain, &claim, e
	return b.Chat.Text != "" && d.placed(&claim, e)
}

// placed finds the place of a thing among the others, counted from the nearer end. It fails if
// the values are no measures that replies tell, or if others have the same.
func (d *drawer) placed(claim *mission.CompareClaim, e *tools.Entity) bool {
	rows := d.compared(claim)
	if !inMoney(e, claim.By) && d.r.Chance(0.9) || sought(e, claim.By) == "" || !mentionedByAll(e.Lines, claim.By) || !measurable(e, claim.By) {
		return false
	}
	mine, _ := row(rows, claim.Winner).Get(claim.By)
	less := 0
	for i := range rows {
		v, has := row(rows, i).Get(claim.By)
		c, ok := world.Compare(v, mine)
		if !has || !ok || shapeOf(row(rows, i), claim.By) != aNumber || c == 0 && i != claim.Winner {
			return false
		}
		if c < 0 {
			less++
		}
	}
	claim.Order, claim.Place = mission.OrderMin, less+1
	if more := len(rows) - 1 - less; more < less {
		claim.Order, claim.Place = mission.OrderMax, more+1
	}
	return true
}

// inMoney reports whether an attribute is a sum of money.
func inMoney(e *tools.Entity, by string) bool {
	a := e.Attribute(by)
	return a != nil && a.Told() != nil && a.Told().Kind == tools.ValueMoney
}

// measurable reports whether the values of an attribute are sums of money, or numbers with a unit
// or a noun.
func measurable(e *tools.Entity, by string) bool {
	a := e.Attribute(by)
	if a == nil {
		return false
	}
	if inMoney(e, by) {
		return true
	}
	words := naming.Words(strings.ToLower(by))
	if len(words) > 0 && slices.Contains(scales, words[len(words)-1]) {
		return true
	}
	return slices.ContainsFunc(e.Lines, func(p *tools.Phrase) bool {
		return slices.ContainsFunc(p.Slots(), func(s *tools.Slot) bool { return s.Name == by && s.Many != "" })
	})
}

// scales are words for numbers that people call high or low.
var scales = []string{"score", "rating"}

// alternatives asks what else could have been chosen for a parameter that mission k spoke of.
func (d *drawer) alternatives(b *Blueprint, k int, want Demand) bool {
	past := d.Past[k]
	if !want.ends() || slices.ContainsFunc(d.Past, func(p *Past) bool { return p.Chat != nil && p.Chat.Options != nil }) {
		return false
	}
	for _, i := range keyed.Shuffled(d.r, indices(past.Calls)) {
		c := past.Calls[i]
		for _, a := range keyed.Shuffled(d.r, c.Args) {
			if text := spokenIn(k, c, a); text != "" && c.Tool.Effect != tools.List && choosable(c.Tool, a.Param) && d.onlyOnce(k, a.Param) {
				b.Way, b.Chat.Options, b.Chat.Tool, b.Chat.Text = mission.WayMore, a.Param, c.Tool, text
				return true
			}
		}
	}
	return false
}

// onlyOnce reports whether one call of mission k has the parameter, so that it is plain what the
// question is about.
func (d *drawer) onlyOnce(k int, p *tools.Param) bool {
	n := 0
	for _, c := range d.Past[k].Calls {
		if slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Param.Name == p.Name || a.Param.Noun == p.Noun }) {
			n++
		}
	}
	return n == 1
}

// spokenIn returns the words of mission k that say an argument.
func spokenIn(k int, c PastCall, a Arg) string {
	i := slices.IndexFunc(c.Sources, func(s mission.Source) bool {
		return s.Pointer == jsonptr.Join(a.Param.Name) && s.Mission == k && s.Text != "" && (s.Kind == mission.FromQuery || s.Kind == mission.FromReply)
	})
	if i < 0 {
		return ""
	}
	return c.Sources[i].Text
}

// choosable reports whether a parameter takes one of a few values that people choose from and
// that can be told.
func choosable(t *tools.Tool, p *tools.Param) bool {
	if p.Type != "string" || p.Entity != nil || p.Noun == "" || len(p.Enum) < 3 || len(p.Enum) > 8 || p.Values != nil && p.Values.Kind != tools.ValuePick {
		return false
	}
	if slices.ContainsFunc(strings.Fields(p.Noun), func(w string) bool { return slices.Contains(givens, w) }) {
		return false
	}
	return !slices.ContainsFunc(t.Labels[p.Name], func(l tools.Label) bool {
		return slices.ContainsFunc(l.Say, func(say string) bool {
			first, _, _ := strings.Cut(say, " ")
			return slices.Contains(leading, first)
		})
	})
}

// givens are what people have or know, and do not choose from a list; leading are words with
// which a label is no name of anything.
var (
	givens  = []string{"status", "department", "building", "office", "city", "district", "team", "branch", "country", "folder", "reason", "problem", "level", "value", "area", "region"}
	leading = []string{"in", "on", "at", "by", "with", "without", "from", "to", "for", "as", "still", "already", "being", "no", "before", "after", "only"}
)
