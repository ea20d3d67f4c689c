package proof

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Replies that introduce a narrower list as if it were all there is.

var (
	// totals are the verbs with which the line above a list says how many there are.
	totals = regexp.MustCompile(`(?i)\b(is|are|was|were|has|have|had|belongs?|shows?|holds?|held|counts?|waiting|stop|stops|collected|offers?|turned up|owns?|includes?|contains?)\b`)
	// narrowed are words which tell that the list is of what was asked for.
	narrowed = regexp.MustCompile(`(?i)\b(found|find|see|came across|choose|choice|suggest|offer you|fits?|match(es|ing)?|suits?|kind|sort|such|like that|like these|looking for|your request|as you asked|` +
		`you asked for|for you|there you are|here you are|here are|these are the \d+ \w+ that)\b`)
)

// overstated returns why the line above the rows of a call says that there are no others,
// although the call left some out: "4 orders belong to it" when only open ones were asked
// for.
func (v *view) overstated(m *missionView, call *callView, args map[string]any, rows int) string {
	filters := slices.DeleteFunc(sortedKeys(args), func(name string) bool { return !call.filters(name, args[name]) })
	if len(filters) == 0 {
		return ""
	}
	n := json.Number(fmt.Sprint(rows))
	for line := range strings.SplitSeq(m.Reply, "\n") {
		line = strings.Trim(line, " *#")
		if !strings.HasSuffix(line, ":") {
			continue
		}
		head := line
		eachSentence(line, func(s string) bool { head = s; return true })
		if !newScan(head).has(n) || !totals.MatchString(head) || narrowed.MatchString(head) || v.listsAll(m, rows) {
			continue
		}
		for _, name := range filters {
			if !tellsFilter(head, call, name, args[name]) {
				return fmt.Sprintf("%q counts only what has the %s %s, and does not say so", head, spelled(name), show(args[name]))
			}
		}
	}
	return ""
}

// filters reports whether a parameter that a call need not have leaves things out of its
// list.
func (call *callView) filters(name string, value any) bool {
	return !call.tool.params.required[name] && !call.tool.params.defaultsTo("/"+name, value) && !limits[strings.ToLower(name)]
}

// listsAll reports whether another call of the mission lists as many things with no filter,
// so that a count can be about that list.
func (v *view) listsAll(m *missionView, n int) bool {
	for c := range m.calls {
		call := &m.calls[c]
		rows, _, ok := soleList(call.observation)
		if !ok || len(rows) != n || call.tool == nil {
			continue
		}
		all := true
		args, _ := call.arguments.(map[string]any)
		for name, value := range args {
			all = all && !call.filters(name, value)
		}
		if all {
			return true
		}
	}
	return false
}

// tellsFilter reports whether a sentence tells the value of a filter.
func tellsFilter(head string, call *callView, name string, value any) bool {
	said := newText(head)
	switch value := value.(type) {
	case bool:
		key, _, _ := boundOf(name)
		return beginsAny(plainWords(head), plainWords(splitName(key)))
	case []any:
		for _, item := range value {
			if !tellsFilter(head, call, name, item) {
				return false
			}
		}
		return true
	case json.Number:
		return newScan(head).has(value)
	}
	s := spell(value)
	if said.holds(s) || said.holds(strings.ReplaceAll(s, "_", " ")) || newScan(head).has(value) {
		return true
	}
	for _, label := range call.tool.Labels[name][fmt.Sprintf("%q", s)] {
		if said.holds(label) {
			return true
		}
	}
	return false
}

// beginsAny reports whether one of the words begins like one of a list.
func beginsAny(said, list []string) bool {
	for _, w := range said {
		if len(w) > 2 && beginsAs(w, list) {
			return true
		}
	}
	return false
}
