package blueprint

import (
	"cmp"
	"slices"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// Chats that compare listed things, so that the answer is in the conversation.

// compareTwo asks which of two listed things is better in some way.
func (d *drawer) compareTwo(b *Blueprint, k int, _ Demand) bool {
	return d.r.Chance(0.2) && d.compare(b, k, 2) // people rather ask about all of them
}

// compareAll asks which of all listed things is best in some way.
func (d *drawer) compareAll(b *Blueprint, k int, _ Demand) bool { return d.compare(b, k, 0) }

// chosenBy reports whether the user has chosen a thing of the kind by the comparison, or asked for
// it, and so has heard which one it is.
func (d *drawer) chosenBy(e *tools.Entity, by mission.Comparison) bool {
	return slices.ContainsFunc(d.Past, func(past *Past) bool {
		if chat := past.Chat; chat != nil && chat.Compare != nil && chat.Entity == e && chat.Compare.By == by.By && chat.Compare.Order == by.Order {
			return true
		}
		return slices.ContainsFunc(past.allCalls(), func(c PastCall) bool {
			return slices.ContainsFunc(c.Args, func(a Arg) bool {
				return a.Param.Entity == e && a.Choice != nil && a.Choice.By == by.By && a.Choice.Order == by.Order
			})
		})
	})
}

// compared returns the list that a comparison is about.
func (d *drawer) compared(claim *mission.CompareClaim) []any {
	return rowsOf(d.Past[claim.Mission].Calls[claim.Call].Answer, claim.List)
}

// idle is how often things are compared in a way by which nobody chooses, where there is no other.
const idle = 0.15

// compare asks which of n listed things is best in some way. 0 means all of them.
func (d *drawer) compare(b *Blueprint, k, n int) bool {
	return d.compareBy(b, k, n, func(_ *tools.Entity, by mission.Comparison) bool { return by.Wanted != mission.WantedNeutral }) ||
		d.r.Chance(idle) && d.compareBy(b, k, n, func(_ *tools.Entity, by mission.Comparison) bool { return by.Wanted == mission.WantedNeutral })
}

// compareBy compares in one of the ways that fit.
func (d *drawer) compareBy(b *Blueprint, k, n int, fits func(*tools.Entity, mission.Comparison) bool) bool {
	if d.tookOne(k) {
		return false
	}
	for _, i := range keyed.Shuffled(d.r, indices(d.Past[k].Calls)) {
		c := d.Past[k].Calls[i]
		if c.Tool.Effect != tools.List || !d.comparable(k, c) {
			continue
		}
		e := c.Tool.Entity
		list := jsonptr.Join(c.Tool.ListKey())
		rows := rowsOf(c.Answer, list)
		at := indices(rows)
		if n > 0 {
			at = keyed.Shuffled(d.r, at)[:n]
			slices.Sort(at)
		}
		ways := slices.DeleteFunc(slices.Clone(e.Comparisons), func(by mission.Comparison) bool { return !fits(e, by) })
		if len(ways) == 0 {
			continue
		}
		by := keyed.Pick(d.r, ways)
		if by.By == e.ID || !mentionedByAll(e.Lines, by.By) { // nobody asks which code is higher
			continue
		}
		if n == 0 && d.chosenBy(e, by) {
			continue
		}
		winner, ok := bestOf(rows, at, by)
		if ok {
			b.Chat.Forms = forms(e, makes(d.Set, e), by.By, by.Order, rows, at, winner)
		}
		if !ok || len(b.Chat.Forms) == 0 || slices.ContainsFunc(at, func(j int) bool { return !d.Past[k].shows(idText(e, rows[j])) }) {
			continue
		}
		first := at[0]
		b.Way = mission.WayOrdinalFront
		if n == 0 {
			first, b.Way = winner, mission.WayInterrogative
		}
		b.Chat.Text, b.Chat.Entity = idText(e, rows[first]), e
		b.Chat.Compare = &mission.CompareClaim{Mission: k, Call: i, List: list, Items: at, By: by.By, Order: by.Order, Winner: winner}
		return true
	}
	return false
}

// compareOn asks about another difference between the things that mission k
// compared.
func (d *drawer) compareOn(b *Blueprint, k int, _ Demand) bool {
	past := d.Past[k].Chat
	if past == nil || past.Compare == nil || past.Compare.Place > 0 {
		return false
	}
	claim, e := *past.Compare, past.Entity
	rows := d.compared(&claim)
	if d.stale(e, rows) {
		return false
	}
	ways := keyed.Shuffled(d.r, e.Comparisons)
	slices.SortStableFunc(ways, func(a, b mission.Comparison) int { // what people choose by first
		return cmp.Compare(last(a), last(b))
	})
	for _, by := range ways {
		winner, ok := bestOf(rows, claim.Items, by)
		if by.By == claim.By || by.By == e.ID || !ok || !mentionedByAll(e.Lines, by.By) {
			continue
		}
		if b.Chat.Forms = forms(e, makes(d.Set, e), by.By, by.Order, rows, claim.Items, winner); len(b.Chat.Forms) == 0 {
			continue
		}
		b.Chat.Text = idText(e, rows[claim.Winner])
		claim.By, claim.Order, claim.Winner = by.By, by.Order, winner
		b.Way, b.Opening = mission.WayNoSubject, OpenAlso
		b.Chat.Compare, b.Chat.Entity = &claim, e
		return b.Chat.Text != ""
	}
	return false
}

// last is 1 for comparisons by which hardly anybody chooses.
func last(by mission.Comparison) int {
	if by.Wanted == mission.WantedNeutral {
		return 1
	}
	return 0
}

// comparable reports whether it is clear which list of mission k is meant, and whether
// its items can be compared.
func (d *drawer) comparable(k int, c PastCall) bool {
	lists := 0
	for _, other := range d.Past[k].Calls {
		if other.Tool.Effect == tools.List {
			lists++ // "the first one" of which list?
		}
	}
	e := c.Tool.Entity
	if lists != 1 || len(e.Comparisons) == 0 || k < d.index()-1 && d.listedElsewhere(k, e) {
		return false
	}
	rows := rowsOf(c.Answer, jsonptr.Join(c.Tool.ListKey()))
	return len(rows) >= 3 && !d.stale(e, rows)
}

// bestOf is best for some of the rows, by their indices.
func bestOf(rows []any, at []int, by mission.Comparison) (int, bool) {
	some := make([]any, len(at))
	for i, j := range at {
		some[i] = rows[j]
	}
	winner, ok := best(some, by.By, by.Order)
	if !ok {
		return 0, false
	}
	return at[winner], true
}

// idText is the identifier of a listed thing as replies say it.
func idText(e *tools.Entity, row any) string {
	o, _ := row.(tools.Object)
	id, _ := o.Get(e.ID)
	text, _ := IDText(id)
	return text
}

// listedElsewhere reports whether another mission than k listed things of the kind.
func (d *drawer) listedElsewhere(k int, e *tools.Entity) bool {
	return slices.ContainsFunc(indices(d.Past), func(j int) bool {
		return j != k && slices.ContainsFunc(d.Past[j].Calls, func(c PastCall) bool { return c.Tool.Effect == tools.List && c.Tool.Entity == e })
	})
}

// stale reports whether any of the listed things is gone or has changed since.
func (d *drawer) stale(e *tools.Entity, rows []any) bool {
	return slices.ContainsFunc(rows, func(row any) bool {
		o, _ := row.(tools.Object)
		id, _ := o.Get(e.ID)
		now, alive := d.World.Known(e, id)
		return !alive || slices.ContainsFunc(o, func(f tools.Field) bool {
			v, ok := now.Get(f.Name)
			return ok && !tools.Same(v, f.Value)
		})
	})
}
