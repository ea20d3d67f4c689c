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
