package proof

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Lists that are asked for although an earlier list shows all of them.

// fresher matches the words of somebody who expects another answer than before.
var fresher = regexp.MustCompile(`\b(another look|by now|news|updates?|currently|meanwhile|in the meantime|double-check|recheck|refresh)\b`)

// proveUnlisted proves that the answer to call c cannot be read off an earlier list of the
// same tool: nobody asks for the parcels up to 5 kg after all weights were listed.
func (v *view) proveUnlisted(m *missionView, c int, past []*callView) {
	call := &m.calls[c]
	for i, old := range past {
		if old.Tool != call.Tool || old.Status >= 300 || !readOff(call, old) {
			continue
		}
		if fresher.MatchString(m.request.fold) {
			return
		}
		same := equal(old.arguments, call.arguments) && onceMore.MatchString(m.request.fold)
		if !same && !slices.ContainsFunc(past[i+1:], func(p *callView) bool { return mayChange(p, call) }) {
			v.report(m, ReadingCall, fmt.Sprintf("/calls/%d", c), "%s tells nothing that the list before does not show: %s", call.Tool, show(call.arguments))
			return
		}
	}
}

// mayChange reports whether a call may have changed what another one lists.
func mayChange(p, list *callView) bool {
	return !onlyLooks(p) && p.Status < 300 && p.tool != nil && p.tool.Thing == list.tool.Thing
}

// readOff reports whether the rows of an earlier list show all that a call tells: the call
// only has narrower filters, each of them about an attribute that the rows show.
func readOff(call, old *callView) bool {
	rows, told, isList := soleList(call.observation)
	shown, before, wasList := soleList(old.observation)
	args, _ := call.arguments.(map[string]any)
	had, _ := old.arguments.(map[string]any)
	if !isList || !wasList || !isWhole(had, before, shown) {
		return false
	}
	for name, value := range told {
		if number, _ := value.(json.Number); number != json.Number(fmt.Sprint(len(rows))) && !equal(before[name], value) {
			return false // it tells more than the rows
		}
	}
	for name := range had {
		if _, given := args[name]; !given {
			return false
		}
	}
	left := shown
	for _, name := range sortedKeys(args) {
		was, given := had[name]
		switch {
		case given && equal(was, args[name]):
		case len(shown) == 0 && given:
			return false
		case len(shown) > 0:
			sieves := sievesOf(call.tool, name, args[name], was, shown, rows)
			if len(sieves) == 0 {
				return false
			}
			for _, passes := range sieves {
				left = slices.DeleteFunc(slices.Clone(left), func(row map[string]any) bool { return !passes(row) })
			}
		}
	}
	return slices.EqualFunc(left, rows, func(a, b map[string]any) bool { return equal(a, b) })
}

// soleList returns the rows of the only list of things in an observation, and what else
// the observation tells.
func soleList(doc any) (rows []map[string]any, rest map[string]any, ok bool) {
	fields, _ := doc.(map[string]any)
	rest = map[string]any{}
	for key, value := range fields {
		items, isList := value.([]any)
		if !isList {
			rest[key] = value
			continue
		}
		if ok {
			return nil, nil, false
		}
		ok = true
		for _, item := range items {
			row, isRow := item.(map[string]any)
			if !isRow {
				return nil, nil, false
			}
			rows = append(rows, row)
		}
	}
	return rows, rest, ok
}

// pageNames are words in the names of parameters and fields by which lists are cut.
var pageNames = set("page offset cursor skip limit next more token")

// isWhole reports whether a list was not cut off: nothing limits it or counts more.
func isWhole(args, rest map[string]any, rows []map[string]any) bool {
	for _, names := range [...][]string{sortedKeys(args), sortedKeys(rest)} {
		for _, name := range names {
			if limits[strings.ToLower(name)] && name != "count" || slices.ContainsFunc(plainWords(splitName(name)), func(w string) bool { return pageNames[w] }) {
				return false
			}
		}
	}
	for _, name := range []string{"count", "total", "total_count"} {
		if n := numberIn(rest, name); n != nil && n != json.Number(fmt.Sprint(len(rows))) {
			return false
		}
	}
	return true
}

// sievesOf lists the readings of a filter, each by an attribute that all shown rows have:
// those that keep the rows that were found. was is the value of the same filter in the
// earlier list, if it had one; the filter must then be narrower.
func sievesOf(t *tool, name string, want, was any, shown, found []map[string]any) (sieves []func(map[string]any) bool) {
	key, from, to := boundOf(name)
	schema, _ := t.params.parameter("/" + name)
	about, _ := schema["description"].(string)
	said := plainWords(splitName(name) + " " + about)
	for _, w := range said {
		from, to = from || fromWords[w], to || toWords[w]
	}
	for _, attribute := range sortedKeys(shown[0]) {
		if attribute != key && !isAbout(attribute, said, want, shown[0][attribute]) ||
			slices.ContainsFunc(shown, func(row map[string]any) bool { _, has := row[attribute]; return !has }) {
			continue
		}
		for order, may := range map[int]bool{0: was == nil && (!from && !to || !ordered(want)), 1: from, -1: to} {
			passes := func(row map[string]any) bool { return sifts(row[attribute], want, order) }
			narrower := was == nil || order != 0 && ordered(want) && sifts(want, was, order)
			if may && narrower && !slices.ContainsFunc(found, func(row map[string]any) bool { return !passes(row) }) {
				sieves = append(sieves, passes)
			}
		}
	}
	return sieves
}

// measuring are words of names and descriptions that say nothing about what is measured.
var measuring = set(`max min maximum minimum most least not more less than the and for with from until since number day date time minutes hours days kilograms
	metres euros pounds percent only which that has have whether how what its are last first latest earliest value per name`)

// isAbout reports whether a filter is about an attribute, by the words that are said of the
// filter, or because both are times of one form.
func isAbout(attribute string, said []string, want, have any) bool {
	text, _ := want.(string)
	if shape := natureOfText(text); shape != otherNature {
		value, _ := have.(string)
		return natureOfText(value) == shape
	}
	return slices.ContainsFunc(plainWords(splitName(attribute)), func(w string) bool {
		return len(w) > 2 && !measuring[w] && slices.ContainsFunc(said, func(s string) bool { return len(s) > 2 && !measuring[s] && samePrefix(s, w) })
	})
}

// ordered reports whether a value can be more or less than another one.
func ordered(want any) bool {
	text, isText := want.(string)
	_, isNumber := want.(json.Number)
	return isNumber || isText && natureOfText(text) != otherNature
}

// sifts reports whether a value is what a filter wants: at least that much for order 1, at
// most for -1, the same for 0.
func sifts(have, want any, order int) bool {
	list, isList := have.([]any)
	wanted, several := want.([]any)
	switch {
	case order != 0:
		c, comparable := compare(have, want)
		return comparable && c*order >= 0
	case several && isList:
		return !slices.ContainsFunc(wanted, func(w any) bool { return !sifts(list, w, 0) })
	case several:
		return slices.ContainsFunc(wanted, func(w any) bool { return sameFilter(w, have) })
	case isList:
		return slices.ContainsFunc(list, func(h any) bool { return sameFilter(want, h) })
	}
	return sameFilter(want, have)
}
