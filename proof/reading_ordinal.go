package proof

import (
	"fmt"
	"slices"

	"switchyard/mission"
)

// anotherInTime returns why "the second meeting" can be another item: the one that comes
// second in time. "The second one", and words such as "on the list", count the rows.
func (v *view) anotherInTime(r chosenItem) string {
	n := len(r.list.items)
	ch := r.src.Choice
	if r.noun < 0 || ch.N < 1 || ch.N > n || slices.ContainsFunc(r.said, func(w string) bool { return onList[w] }) {
		return ""
	}
	place := ch.N - 1
	if ch.Order == mission.OrderBack {
		place = n - ch.N
	}
	for _, by := range inTime(v.comparables(&r.list)) {
		if at := placed(r.list.items, by, place); at >= 0 {
			if c, ok := compareBy(r.list.items[at], r.list.items[r.at], by); ok && c != 0 {
				return fmt.Sprintf("%q is item %d in the order of %q, not item %d", ch.Text, at, by, r.at)
			}
		}
	}
	return ""
}

// inTime lists the orders in time that the attributes of things allow: by each moment or
// day, with the time of day if there is one, or else by the time of day alone.
func inTime(attributes []orderedBy) (orders [][]string) {
	var days, clocks []string
	for _, a := range attributes {
		switch a.nature {
		case aMoment:
			orders = append(orders, []string{a.name})
		case aDay:
			days = append(days, a.name)
		case aClock:
			clocks = append(clocks, a.name)
		}
	}
	switch {
	case len(clocks) == 0:
		for _, day := range days {
			orders = append(orders, []string{day})
		}
	case len(days) == 0:
		for _, clock := range clocks {
			orders = append(orders, []string{clock})
		}
	default:
		for _, day := range days {
			for _, clock := range clocks {
				orders = append(orders, []string{day, clock})
			}
		}
	}
	return orders
}

// placed returns which item is at a place when they are ordered by attributes; -1 if they
// cannot be ordered.
func placed(items []any, by []string, place int) int {
	at, ok := allOf(items), true
	slices.SortStableFunc(at, func(a, b int) int {
		c, can := compareBy(items[a], items[b], by)
		ok = ok && can
		return c
	})
	if !ok {
		return -1
	}
	return at[place]
}

// bestOfMore returns why a superlative can choose another thing: two or more lists of its
// kind were shown, and another thing is the best of them all. A list that the same request
// asks for is meant alone, unless the request only varies the one for an earlier list and
// does not correct it.
func (v *view) bestOfMore(r chosenItem) string {
	ch := r.src.Choice
	own := r.src.Kind == mission.FromObservation
	if ch.Order != mission.OrderMin && ch.Order != mission.OrderMax || r.list.kind < 0 || own && (r.m.Relation != mission.Ellipsis || r.m.Reference == nil || amends[r.m.Reference.Way]) {
		return ""
	}
	all := r.list
	all.items = slices.Clone(r.list.items)
	id := v.entry.Toolset.Entities[r.list.kind].ID
	for k := 0; k <= r.list.mission || k < r.m.at; k++ {
		for _, l := range v.standingIn(k).lists {
			for _, item := range l.items {
				name, _ := child(item, id)
				if l.kind == r.list.kind && !slices.ContainsFunc(all.items, func(old any) bool { have, _ := child(old, id); return equal(have, name) }) {
					all.items = append(all.items, item)
				}
			}
		}
	}
	best := v.winners(&all, allOf(all.items), meaning{by: []string{ch.By}, max: ch.Order == mission.OrderMax})
	if len(best) > 0 && !slices.Contains(best, r.at) {
		return fmt.Sprintf("%q can also be %s of the lists before", ch.Text, v.idIn(&all, best[0]))
	}
	return ""
}

// countedOtherwise returns why an ordinal can count something else than the rows of its
// list: the order of a superlative that was said of the same list ("the second one" after
// the lightest), things of the kind that were mentioned beside the list, or the things in
// the rows of a list of another kind. Words such as "on the list" count the rows.
func (v *view) countedOtherwise(r chosenItem) string {
	if slices.ContainsFunc(r.said, func(w string) bool { return onList[w] }) {
		return ""
	}
	for k := r.list.mission; k <= r.m.at; k++ {
		m := &v.missions[k]
		for src := range m.sources() {
			if ch := src.Choice; ch != nil && src.Call == r.list.call && ch.List == r.list.pointer && src.Mission == r.list.mission {
				if why := v.rankedOtherwise(r, ch.By, ch.Order); why != "" {
					return why
				}
			}
		}
		if claim := m.Mission.Chat; claim != nil && claim.Compare != nil && claim.Compare.Place == 0 && claim.Compare.Mission == r.list.mission && claim.Compare.Call == r.list.call && len(claim.Compare.Items) == len(r.list.items) && k < r.m.at {
			if why := v.rankedOtherwise(r, claim.Compare.By, claim.Compare.Order); why != "" {
				return why
			}
		}
	}
	return v.besideList(r)
}

// rankedOtherwise returns why an ordinal is another item in the order of a superlative.
func (v *view) rankedOtherwise(r chosenItem, by string, order mission.Order) string {
	n, ch := len(r.list.items), r.src.Choice
	if order != mission.OrderMin && order != mission.OrderMax || ch.N < 1 || ch.N > n {
		return ""
	}
	place := ch.N - 1
	if (order == mission.OrderMax) != (ch.Order == mission.OrderBack) {
		place = n - ch.N
	}
	at := placed(r.list.items, []string{by}, place)
	if at < 0 {
		return ""
	}
	if c, ok := compareBy(r.list.items[at], r.list.items[r.at], []string{by}); ok && c != 0 {
		return fmt.Sprintf("%q is item %d in the order of %q, which was spoken of, not item %d", ch.Text, at, by, r.at)
	}
	return ""
}

// besideList returns which other thing the mission that showed a list mentioned, so that an
// ordinal can count it, too.
func (v *view) besideList(r chosenItem) string {
	s := v.standingIn(r.list.mission)
	for _, t := range s.things {
		if t.kind == r.list.kind && !slices.ContainsFunc(allOf(r.list.items), func(at int) bool { return v.idIn(&r.list, at) == t.id }) {
			return fmt.Sprintf("%q can count %s, which is not on the list", r.src.Choice.Text, t.id)
		}
	}
	if r.noun < 0 {
		return ""
	}
	noun := plainWords(v.entry.Toolset.Entities[r.noun].Name)
	for i := range s.lists {
		l := &s.lists[i]
		row, _ := l.items[0].(map[string]any)
		for _, key := range sortedKeys(row) {
			if name := plainWords(splitName(key)); l.kind != r.list.kind && len(name) >= len(noun) && slices.Equal(name[:len(noun)], noun) {
				return fmt.Sprintf("%q can count the %s of the list of call %d", r.src.Choice.Text, key, l.call)
			}
		}
	}
	return ""
}

// lastMadeWords are superlatives that can mean the thing that was made last.
var lastMadeWords = set("latest newest most recent recently")

// madeKeys are parts of the names of attributes that tell when a thing was made.
var madeKeys = set("created made placed ordered sent written reported received issued submitted opened published registered booked since filed recorded uploaded")

// madeUnseen returns why "the latest reply" can be the one that was set up last: people have
// such things made, and the list does not tell when.
func (v *view) madeUnseen(r chosenItem) string {
	if r.list.kind < 0 || len(r.content) == 0 || slices.ContainsFunc(r.content, func(w string) bool { return !lastMadeWords[w] }) {
		return ""
	}
	id := v.entry.Toolset.Entities[r.list.kind].ID
	if !slices.ContainsFunc(v.entry.Toolset.Tools, func(t mission.Tool) bool { return t.Effect == mission.EffectCreate && t.Thing == id }) {
		return ""
	}
	for _, a := range v.comparables(&r.list) {
		if a.nature != aDay && a.nature != aMoment {
			continue
		}
		if slices.ContainsFunc(plainWords(splitName(a.name)), func(w string) bool { return madeKeys[w] }) {
			return "" // anotherBy looks at it
		}
	}
	return fmt.Sprintf("%q can be the one that was made last, and the list does not tell when", r.src.Choice.Text)
}

// trailingBoth returns what follows two ordinals and belongs to the first, too: "on the
// list", of "the second and the fourth order on the list".
func (v *view) trailingBoth(list []span, at int) []string {
	if at+2 >= len(list) || list[at].word != "and" || list[at+1].word != "the" {
		return nil
	}
	if _, ok := ordinal(list[at+2].word); !ok {
		return nil
	}
	end := at + 3
	for n := 3; n > 0; n-- {
		if end+n <= len(list) && v.isNounOrOne(wordsOf(list[end:end+n])) {
			end += n
			break
		}
	}
	for _, run := range trailing {
		if end+len(run) <= len(list) && !list[end-1].stop && slices.Equal(wordsOf(list[end:end+len(run)]), run) {
			return run
		}
	}
	return nil
}
