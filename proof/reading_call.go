package proof

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveCalled proves that no look-up asks only for what the conversation shows already.
func (v *view) proveCalled() {
	var past []*callView
	for i := range v.missions {
		m := &v.missions[i]
		for c := range m.calls {
			call := &m.calls[c]
			if onlyLooks(call) && call.Status < 300 && len(past) > 0 {
				v.proveNew(m, c, past)
				v.proveUnlisted(m, c, past)
			}
			v.proveUncomputed(m, c, past)
			past = append(past, call)
		}
	}
}

// onceMore matches the words of somebody who wants a thing to be looked up once more, though
// the answer was shown.
var onceMore = regexp.MustCompile(`\b(again|once more|another look|still|by now|news|update|updates|currently|meanwhile|in the meantime|become of|double-check|recheck)\b`)

// proveNew proves that call c tells something that was asked for and not known, unless it
// is to be looked up once more.
func (v *view) proveNew(m *missionView, c int, past []*callView) {
	call := &m.calls[c]
	told, _ := call.observation.(map[string]any)
	args, _ := call.arguments.(map[string]any)
	for _, key := range v.identifiersIn(told) {
		id := told[key]
		if !anyLeaf(args, "", func(_ string, value any) bool { return equal(value, id) }) {
			continue
		}
		known := v.knownOf(key, id, told, past)
		if len(known) == 0 {
			continue
		}
		asked := v.askedFor(m, c, key, told, known)
		fresh := slices.ContainsFunc(asked, func(name string) bool {
			have, ok := known[name]
			return !ok || !equal(have, told[name])
		})
		if len(asked) > 0 && !fresh && !onceMore.MatchString(m.request.fold) {
			v.report(m, ReadingCall, fmt.Sprintf("/calls/%d", c), "%s tells nothing that was asked for and not shown before: %s of %s", call.Tool, strings.Join(asked, ", "), show(id))
			return
		}
	}
}

// identifiersIn lists the keys of an object that identify things, in the order of the
// entities.
func (v *view) identifiersIn(object map[string]any) (keys []string) {
	for i := range v.entry.Toolset.Entities {
		key := v.entry.Toolset.Entities[i].ID
		if id, ok := object[key]; ok && isScalar(id) && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any, nil:
		return false
	}
	return true
}

// knownOf returns what the calls so far have told of a thing. An object tells of the thing
// if it identifies no other thing than the new one does: a booking says of its flight only
// the number. A call that changes the thing makes what it does not tell unknown.
func (v *view) knownOf(key string, id any, like map[string]any, past []*callView) map[string]any {
	known := map[string]any{}
	allowed := v.identifiersIn(like)
	for _, call := range past {
		if call.Status >= 300 {
			continue
		}
		if !onlyLooks(call) && anyLeaf(call.arguments, "", func(_ string, value any) bool { return equal(value, id) }) {
			clear(known)
		}
		eachObject(call.observation, func(object map[string]any) {
			if have, ok := object[key]; !ok || !equal(have, id) {
				return
			}
			if !slices.ContainsFunc(v.identifiersIn(object), func(k string) bool { return !slices.Contains(allowed, k) }) {
				for name, value := range object {
					known[name] = value
				}
			}
		})
	}
	return known
}

func eachObject(doc any, visit func(map[string]any)) {
	switch doc := doc.(type) {
	case map[string]any:
		visit(doc)
		for _, key := range sortedKeys(doc) {
			eachObject(doc[key], visit)
		}
	case []any:
		for _, item := range doc {
			eachObject(item, visit)
		}
	}
}

// askedFor lists the attributes that the user wants to hear: those that the request names,
// or else those that the name of the tool names, or else all that the call tells. Words such
// as "who" and "when" are answered by what is known of that nature.
func (v *view) askedFor(m *missionView, c int, key string, told, known map[string]any) []string {
	call := &m.calls[c]
	args, _ := call.arguments.(map[string]any)
	var all []string
	for _, name := range sortedKeys(told) {
		if have, given := args[name]; name != key && !(given && equal(have, told[name])) {
			all = append(all, name)
		}
	}
	for i, said := range [...][]string{clauseOf(m, c, told[key]), v.clauseBefore(m, call.Tool), plainWords(splitName(call.Tool))} {
		if i < 2 {
			said = asStatus(said)
		}
		var named []string
		for _, name := range all {
			if v.names(said, name, told[name]) {
				named = append(named, name)
			}
		}
		more := false
		if i < 2 {
			named = append(named, call.answering(said, all, told, known)...)
		}
		for _, w := range said {
			if len(w) <= 2 || asking[w] || statuses[w] || lookups[w] || v.isNoun(w) || slices.ContainsFunc(named, func(name string) bool {
				return beginsAs(w, plainWords(splitName(name))) || beginsAs(w, plainWords(spell(told[name])))
			}) {
				continue
			}
			meant := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !call.speaksOf(w, name) })
			named = append(named, meant...)
			more = more || len(meant) == 0 || i == 2 // the name of a tool says little
		}
		switch {
		case more:
			return all // the user may want something else
		case len(named) > 0:
			return named
		}
	}
	return all
}

// speaksOf reports whether a word of a request can be about an attribute: it is in its name
// or description, or means a sum of money.
func (call *callView) speaksOf(w, name string) bool {
	var about []string
	if call.tool != nil && call.tool.returns != nil {
		schema, _ := call.tool.returns.parameter("/" + name)
		text, _ := schema["description"].(string)
		about = plainWords(text)
	}
	sum := func(w string) bool { return currencies[w] }
	return beginsAs(w, plainWords(splitName(name))) || beginsAs(w, about) || (w == "money" || w == "left") && slices.ContainsFunc(about, sum)
}

// asStatus puts "status" for the last word of a question for a state: "whether it has been
// accepted", "if it is open".
func asStatus(said []string) []string {
	n := len(said) - 1
	if n < 2 || !slices.ContainsFunc(said, func(w string) bool { return w == "whether" || w == "if" }) {
		return said
	}
	before := n - 1
	for before > 0 && (said[before] == "already" || said[before] == "yet") {
		before--
	}
	if w := said[before]; w != "been" && w != "is" && w != "are" || len(said[n]) <= 2 {
		return said
	}
	return append(slices.Clone(said[:n]), "status")
}

// asking are words of requests that say nothing about what is asked for.
var asking = set(`a an the of on for to in at with it its is are was be been has have that this these those and or if so just now then also too again
	me my i you your we us could can would will may might shall should please kindly quickly check tell find out see show give get look report know
	whether how what when which where want need like order hoping wonder grateful obliged appreciate appreciated appreciate lovely favour star sorry
	able much very good great okay right thanks thank lovely inform advise let hear ask read glad up into about from earlier there while going
	back first second third fourth request question mind same do does did not any who whom whose
	enquire inquire involved concerned exactly`)

// answering lists the attributes that the question words of a request ask for: a person for
// "who", a day or time for "when", a place for "where". Those that are known answer it; if
// none is, all of the nature do.
func (call *callView) answering(said, all []string, told, known map[string]any) (named []string) {
	has := func(name string, words map[string]bool) bool {
		return slices.ContainsFunc(plainWords(splitName(name)), func(w string) bool { return words[w] })
	}
	for word, fits := range map[string]func(name, text string) bool{
		"who":  func(name, text string) bool { return text != "" && has(name, personNames) && !has(name, set("name")) },
		"when": func(_, text string) bool { return text != "" && natureOfText(text) != otherNature },
		"where": func(name, text string) bool {
			return text != "" && natureOfText(text) == otherNature && has(name, placeNames)
		},
		"much": func(name, _ string) bool { return call.speaksOf("money", name) },
	} {
		if !slices.Contains(said, word) {
			continue
		}
		var of, have []string
		for _, name := range all {
			if text, _ := told[name].(string); !fits(name, text) {
				continue
			}
			of = append(of, name)
			if old, ok := known[name]; ok && equal(old, told[name]) {
				have = append(have, name)
			}
		}
		if len(have) > 0 {
			of = have
		}
		named = append(named, of...)
	}
	slices.Sort(named)
	return named
}

// statuses are words for the state of a thing, besides the state itself.
var statuses = set(`status state stands stand standing progress progressing things matters getting coming along`)

// names reports whether words name an attribute: all words of its name, a word for its
// state, or, of a state, the value.
func (v *view) names(said []string, name string, value any) bool {
	parts := plainWords(splitName(name))
	if len(parts) > 1 {
		parts = slices.DeleteFunc(parts, func(w string) bool { return w == "is" || w == "has" || w == "id" || w == "code" || w == "number" })
	}
	state := slices.ContainsFunc(parts, func(w string) bool { return w == "status" || w == "state" })
	has := func(part string) bool {
		return slices.ContainsFunc(said, func(w string) bool { return len(w) > 2 && len(part) > 2 && samePrefix(w, part) && !v.isNoun(w) })
	}
	if state {
		text, _ := value.(string)
		return slices.ContainsFunc(said, func(w string) bool { return statuses[w] }) || len(plainWords(text)) > 0 && !slices.ContainsFunc(plainWords(text), func(w string) bool { return !has(w) })
	}
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(w string) bool { return !has(w) })
}

// clauseOf returns the words of the clause of a request that asks for a call about a thing,
// without the words that say which thing. What follows a thing of another call's result can
// say of which list it is, and does not count if it does not begin with a verb.
func clauseOf(m *missionView, c int, id any) []string {
	for s := range m.calls[c].Sources {
		src := &m.calls[c].Sources[s]
		value, ok := leafAt(m.calls[c].leaves, src.Pointer)
		if !ok || !equal(value, id) {
			continue
		}
		which := src.Text
		if src.Choice != nil {
			which = src.Choice.Text
		}
		for _, clause := range between.Split(m.request.fold, -1) {
			before, after, found := strings.Cut(clause, fold(which))
			switch {
			case which == "" || !found:
			case src.Kind == mission.FromObservation && !saysOf(after):
				return plainWords(before + " " + goesOn.FindString(after))
			default:
				return plainWords(before + " " + after)
			}
		}
	}
	return nil
}

// goesOn matches what is asked besides, behind the words for a thing.
var goesOn = regexp.MustCompile(`\band (?:who|when|where|what|how)\b.*`)

// saysOf reports whether the words behind a thing say something of it: "has been accepted".
func saysOf(after string) bool {
	list := plainWords(after)
	return len(list) > 0 && being[list[0]]
}

// clauseBefore returns the words with which the mission that an ellipsis varies asked for a
// call of the same tool: "and the third one?" asks the same about another thing.
func (v *view) clauseBefore(m *missionView, tool string) []string {
	ref := m.Reference
	if m.Relation != mission.Ellipsis || ref == nil || ref.Mission < 0 || ref.Mission >= m.at {
		return nil
	}
	from := &v.missions[ref.Mission]
	for c := range from.calls {
		if from.calls[c].Tool == tool && len(from.calls[c].leaves) > 0 {
			return clauseOf(from, c, from.calls[c].leaves[0].value)
		}
	}
	return nil
}

// beginsAs reports whether a word begins like one of a list.
func beginsAs(w string, list []string) bool {
	return slices.ContainsFunc(list, func(part string) bool { return len(part) > 2 && samePrefix(w, part) })
}

// isNoun reports whether a word is a noun of the toolset.
func (v *view) isNoun(w string) bool {
	return slices.ContainsFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool { return hasWord(e.Name, w) || hasWord(e.Plural, w) })
}

// between matches what stands between the clauses of a request.
var between = regexp.MustCompile(`[.?!;:]+ |,? and (?:then|also) |, (?:and|then|but) `)

// lookups are the first words of the names and descriptions of tools that change nothing.
var lookups = set(`get gets list lists show shows find finds search searches look looks lookup check checks view views read reads fetch fetches
	retrieve retrieves query queries track tracks describe describes tell tells see browse status report reports give gives return returns`)

// onlyLooks reports whether the tool of a call only looks something up, by the first word of
// its name or description.
func onlyLooks(c *callView) bool {
	if c.tool == nil {
		return false
	}
	for _, said := range [...][]string{plainWords(splitName(c.tool.Name)), plainWords(c.tool.Description)} {
		if len(said) > 0 && lookups[said[0]] {
			return true
		}
	}
	return false
}
