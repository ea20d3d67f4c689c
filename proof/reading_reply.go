package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What a closing reply must tell. Words alone are not enough: it has to answer each call.

// denials are words with which a reply says that something is not there or not done.
var denials = set(`no not none nothing nobody never without neither nor cannot unable sorry afraid unfortunately already only still yet unchanged fixed must late before longer off cancelled`)

// denies reports whether a text says that something is not so.
func denies(s string) bool {
	found := false
	eachWord(s, func(w string) bool {
		found = denials[w] || strings.HasSuffix(w, "n't")
		return !found
	})
	return found
}

// proveAnswered proves that a closing reply answers each call: an empty list and a refusal
// are told, and so is what the request asks for by name, the wish that was fulfilled and,
// plainly, the one that was not.
func (v *view) proveAnswered(m *missionView) {
	if len(m.calls) == 0 {
		return
	}
	asked := vocabulary{}
	asked.say(m.Request)
	for _, r := range m.Questions {
		asked.say(r.Reply)
	}
	for c := range m.calls {
		call := &m.calls[c]
		result, ok := call.observation.(map[string]any)
		if call.tool == nil || !ok {
			continue
		}
		if why := v.unanswered(m, call, result, asked); why != "" {
			v.report(m, ReadingReply, "/reply", "call %d: %s", c, why)
			return
		}
	}
}

// unanswered returns what a reply should have told about a call, or "".
func (v *view) unanswered(m *missionView, call *callView, result map[string]any, asked vocabulary) string {
	rows, listed := rowsOf(result)
	switch {
	case call.Status >= 400:
		if !denies(m.Reply) {
			return "it was refused, and the reply does not say so"
		}
		return ""
	case listed && rows == nil && emptyList(call, result):
		if !denies(m.Reply) {
			return "it found nothing, and the reply does not say so"
		}
		return ""
	}
	args, _ := call.arguments.(map[string]any)
	if rows != nil {
		return v.overstated(m, call, args, len(rows))
	}
	for _, name := range sortedKeys(args) {
		if why := v.unconfirmed(m, name, args[name], result); why != "" {
			return why
		}
	}
	for _, key := range sortedKeys(result) {
		value := result[key]
		echoed := slices.ContainsFunc(call.leaves, func(l leaf) bool { return equal(l.value, value) })
		if isScalar(value) && !echoed && !elsewhere(m, call, key) && askedFor(key, asked) && !v.tells(m, call, key, value) {
			return fmt.Sprintf("the request asks for %s, and the reply does not tell %s", spelled(key), show(value))
		}
	}
	return ""
}

// elsewhere reports whether the request may mean something else with the name of a field:
// a parameter of the call, or what another call takes or tells.
func elsewhere(m *missionView, call *callView, key string) bool {
	if _, own := call.tool.params.parameter("/" + key); own {
		return true
	}
	for c := range m.calls {
		other := &m.calls[c]
		if other.Call == call.Call || other.tool == nil {
			continue
		}
		if _, takes := other.tool.params.parameter("/" + key); takes || bytes.Contains(other.Observation, []byte(`"`+key+`":`)) {
			return true
		}
	}
	return false
}

// emptyList reports whether every list of a result is empty, and it has nothing else to
// tell. What the call said itself, and which page it is, is nothing to tell.
func emptyList(call *callView, result map[string]any) bool {
	for key, item := range result {
		if key == "page" || isScalar(item) && slices.ContainsFunc(call.leaves, func(l leaf) bool { return equal(l.value, item) }) {
			continue
		}
		switch item := item.(type) {
		case []any:
			if len(item) > 0 {
				return false
			}
		case json.Number:
			if item != "0" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// unconfirmed returns which wish the result did not fulfil without the reply saying so.
func (v *view) unconfirmed(m *missionView, name string, want any, result map[string]any) string {
	have, ok := result[name]
	if !ok {
		have, ok = result[strings.TrimPrefix(name, "new_")]
	}
	if !ok || v.identifies(name) || !isScalar(want) || !isScalar(have) || sameFilter(want, have) {
		return ""
	}
	plainly := false
	eachSentence(m.Reply, func(s string) bool {
		plainly = denies(s) && newText(s).holds(spell(have))
		return !plainly
	})
	if plainly {
		return ""
	}
	return fmt.Sprintf("%s was to be %s and is %s, which the reply does not say plainly", spelled(name), show(want), show(have))
}

// askedFor reports whether the words asked for have every word of a field's name.
func askedFor(key string, asked vocabulary) bool {
	all, words := true, 0
	eachWord(splitName(key), func(w string) bool {
		words++
		all = asked[stem(w)]
		return all
	})
	return all && words > 0
}

func spelled(key string) string { return strings.ReplaceAll(splitName(key), "_", " ") }

// monthDay is the month and day of a date as a scan has them: 718 for 18 July.
func monthDay(date string) int {
	month, _ := strconv.Atoi(date[5:7])
	day, _ := strconv.Atoi(date[8:10])
	return month*100 + day
}

// isnt matches the plain denial of what a sentence is about.
var isnt = regexp.MustCompile(`(?i)\b(isn|aren|wasn|doesn|don|hasn|cannot|can)['’]t\b|\b(is|are|was|does|do|has|can) ?not\b`)

// tells reports whether a reply says a value under a key, in whatever form.
func (v *view) tells(m *missionView, call *callView, key string, value any) bool {
	switch value := value.(type) {
	case bool: // it is said in words, such as "not anonymous"
		found := false
		eachSentence(m.Reply, func(s string) bool {
			said := vocabulary{}
			said.say(s)
			eachWord(splitName(key), func(w string) bool {
				found = said[stem(w)] && !(value && isnt.MatchString(s))
				return !found
			})
			return !found
		})
		return found
	case json.Number:
		said := newScan(m.Reply)
		if said.has(value) {
			return true
		}
		n, err := value.Float64()
		for word, k := range ones {
			if k > 1 && float64(k) == n && m.reply.holds(word) {
				return true
			}
		}
		all := quantitiesIn(m.Reply)
		return err == nil && slices.ContainsFunc(all, func(q quantity) bool {
			return q.n == n || q.n == -n || q.n == n*100 || n >= 60 && inHours(q, n, all)
		})
	}
	s := spell(value)
	if isDay(s) && newScan(m.Reply).monthDays[monthDay(s)] {
		return true
	}
	if m.reply.holds(s) || m.reply.holds(strings.ReplaceAll(s, "_", " ")) || newScan(m.Reply).has(value) {
		return true
	}
	for _, name := range codeNames()[strings.ToLower(s)] {
		if m.reply.holds(name) {
			return true
		}
	}
	for _, values := range call.tool.Labels {
		for _, label := range values[fmt.Sprintf("%q", s)] {
			if m.reply.holds(label) {
				return true
			}
		}
	}
	return false
}
