package proof

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
)

// proveNeeded proves that every call that waits for another really has to: what it
// takes from the other's observation stands nowhere else that is known before.
func (v *view) proveNeeded(m *missionView) {
	for j := range m.calls {
		for s := range m.calls[j].Sources {
			src := &m.calls[j].Sources[s]
			if src.Kind != mission.FromObservation || src.Call < 0 || src.Call >= j {
				continue // reported by group 2 where it is wrong
			}
			value, ok := leafAt(m.calls[j].leaves, src.Pointer)
			if !ok || !v.isIdentifier(src, value) {
				continue
			}
			if where := v.hadElsewhere(m, j, src, value); where != "" {
				v.report(m, ReadingOrder, sourceAt(j, s), "call %d need not wait for call %d: %s has %s already", j, src.Call, where, show(value))
			}
		}
	}
}

// isIdentifier reports whether the value that a source takes from an observation says
// which thing is meant. Other values may be equal by chance.
func (v *view) isIdentifier(src *mission.Source, value any) bool {
	key := lastKey(src.At)
	return distinctive(value) || slices.ContainsFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool { return e.ID == key })
}

// hadElsewhere returns where a value stands that call j takes from another call's
// observation, if that place does not need the other call. An item that is chosen from a
// list needs the list, unless the same list was shown before.
func (v *view) hadElsewhere(m *missionView, j int, src *mission.Source, value any) string {
	list := ""
	if ch := src.Choice; ch != nil && ch.Order != mission.OrderIs && ch.Order != mission.OrderOnly {
		list = ch.List
	} else if here, ok := spotIn(m.calls[src.Call].observation, src.At); ok && ch == nil {
		list = here.list // another source of the call chooses the item
	}
	name := identity{value, [2]string{lastKey(src.At), lastKey(src.Pointer)}, distinctive(value)}
	known := name.in
	if list != "" {
		_, rest, _ := itemOf(list, src.At)
		by := ""
		if src.Choice != nil {
			by = src.Choice.By
		}
		wanted := columnOf(m.calls[src.Call].observation, list, rest, by)
		known = func(c *callView) bool { return holdsColumn(c.observation, rest, by, wanted) }
	} else if name.saidIn(m.request) || slices.ContainsFunc(m.replies, name.saidIn) {
		return "the user"
	}
	for k := range m.at {
		past := &v.missions[k]
		if list == "" && name.alone && past.says(spell(value)) {
			return fmt.Sprintf("mission %d", k)
		}
		for c := range past.calls {
			if known(&past.calls[c]) {
				return fmt.Sprintf("call %d of mission %d", c, k)
			}
		}
	}
	for h := range m.calls {
		switch {
		case h == j || reaches(m, j, h):
		case h == src.Call:
			if list == "" && anyLeaf(m.calls[h].arguments, "", name.is) {
				return fmt.Sprintf("whoever calls %d", h)
			}
		case !reaches(m, src.Call, h) && known(&m.calls[h]):
			return fmt.Sprintf("call %d", h)
		}
	}
	return ""
}

// columnOf returns, sorted, which things the items of a list are: the values at a pointer
// into each item, each with the attribute by which one was chosen.
func columnOf(doc any, list, rest, by string) []string {
	found, _ := resolve(doc, list)
	items, _ := found.([]any)
	column := make([]string, len(items))
	for i, item := range items {
		thing, _ := resolve(item, rest)
		value, _ := attribute(item, by)
		column[i] = show(thing) + show(value)
	}
	slices.Sort(column)
	return column
}

// holdsColumn reports whether some list of a document shows the same things.
func holdsColumn(doc any, rest, by string, wanted []string) bool {
	switch doc := doc.(type) {
	case []any:
		return len(doc) == len(wanted) && slices.Equal(columnOf(doc, "", rest, by), wanted) ||
			slices.ContainsFunc(doc, func(item any) bool { return holdsColumn(item, rest, by, wanted) })
	case map[string]any:
		for _, item := range doc {
			if holdsColumn(item, rest, by, wanted) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether call j needs call i, directly or through others.
func reaches(m *missionView, i, j int) bool {
	for s := range m.calls[j].Sources {
		src := &m.calls[j].Sources[s]
		if src.Kind == mission.FromObservation && src.Mission == m.at && src.Call >= 0 && src.Call < j && (src.Call == i || reaches(m, i, src.Call)) {
			return true
		}
	}
	return false
}

// identity is an identifier and the names of the places where it can stand: the key in the
// observation that it is taken from, and the parameter that takes it. A value that could
// be equal by chance, such as a small number, is the same only under one of these names.
type identity struct {
	value any
	keys  [2]string
	alone bool // the value is the same wherever it stands
}

// lastKey returns the last step of a pointer that is not an index.
func lastKey(pointer string) string {
	list := jsonptr.Split(pointer)
	for i := len(list) - 1; i >= 0; i-- {
		if _, isIndex := index(list[i]); !isIndex {
			return list[i]
		}
	}
	return ""
}

// distinctive reports whether a value is hardly ever equal to another by chance: it has
// four or more characters, both letters and digits, or five or more digits, and is no
// date or time.
func distinctive(value any) bool {
	s := spell(value)
	letters := strings.ContainsFunc(s, unicode.IsLetter)
	digits := strings.ContainsFunc(s, unicode.IsDigit)
	return digits && !looksTimed(s) && (letters && len(s) >= 4 || len(s) >= 5 && allDigits(s))
}

// is reports whether a value under a key is the identifier.
func (n identity) is(key string, value any) bool {
	return equal(value, n.value) && (n.alone && isString(value) || slices.Contains(n.keys[:], key))
}

// in reports whether a call takes the identifier or shows it.
func (n identity) in(c *callView) bool {
	return anyLeaf(c.arguments, "", n.is) || anyLeaf(c.observation, "", n.is)
}

// saidIn reports whether a text says the identifier.
func (n identity) saidIn(t text) bool { return n.alone && t.holds(spell(n.value)) }

// anyLeaf reports whether such holds for any leaf of a document, under the key that leads
// to it. The items of an array have its key.
func anyLeaf(doc any, key string, such func(key string, value any) bool) bool {
	switch doc := doc.(type) {
	case map[string]any:
		for k, item := range doc {
			if anyLeaf(item, k, such) {
				return true
			}
		}
		return false
	case []any:
		return slices.ContainsFunc(doc, func(item any) bool { return anyLeaf(item, key, such) })
	}
	return such(key, doc)
}
