package proof

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// proveGap proves that the request of a clarify mission is one that a person would say,
// and that it does not imply what is asked for then.
func (v *view) proveGap(m *missionView) {
	for c := range m.calls {
		if name := v.mostlyNeeded(m, &m.calls[c]); name != "" {
			v.report(m, ReadingGap, fmt.Sprintf("/calls/%d/arguments", c), "%s can be left out only in a case that is not this one", name)
		}
	}
	if m.Type != mission.Clarify || len(m.calls) != 1 || len(m.Questions) == 0 {
		return
	}
	if hole := dangling.FindString(m.request.fold); hole != "" {
		v.report(m, ReadingGap, "/request", "nobody would stop at %q", hole)
		return
	}
	call := &m.calls[0]
	if call.tool == nil {
		return
	}
	_, sources := repliedTo(m)
	if name := v.servedBy(call, sources); name != "" {
		v.report(m, ReadingGap, "/questions", "%s can be called with what the request says", name)
		return
	}
	for _, src := range sources {
		value, ok := leafAt(call.leaves, src.Pointer)
		if !ok {
			continue
		}
		if r := Read(v.entry.Environment, m.request.raw, []Want{{Tool: call.tool.Tool, Pointer: src.Pointer, Value: value}})[0]; r != nil && !v.saysAnother(m, src, r) {
			v.report(m, ReadingGap, "/questions", "%s is asked for, but the request says %q", top(src.Pointer), r.Text)
			return
		}
		if words := impliedBy(m.request, top(src.Pointer), value); words != "" {
			v.report(m, ReadingGap, "/questions", "%s is asked for, but the request says %q", top(src.Pointer), words)
			return
		}
		if announces.MatchString(m.request.fold) {
			if v.onlyOther(m, call, src) {
				v.report(m, ReadingGap, "/questions", "%s is asked for, but only one other value exists", top(src.Pointer))
				return
			}
			continue // "but in another city"
		}
		if why := cmp.Or(v.givenByThing(m, src, value), v.shownUnder(m, src), allOfThem(call, src)); why != "" {
			v.report(m, ReadingGap, "/questions", "%s is asked for, but %s", top(src.Pointer), why)
			return
		}
	}
}

// onlySometimes matches what is said of a parameter that can be left out only in one case:
// "not required when modifying an order".
var onlySometimes = regexp.MustCompile(`(?i)\b(?:not (?:required|needed|mandatory|necessary)|optional) (?:when|if|for|unless|while|with)\s+(?:(?:a|an|the|you|your|it|is|are)\s+)*(\w+)`)

// onlyWith finds the cases in which a parameter has to be given. Descriptions say, for
// example, that a key is "required only when updating or deleting".
var onlyWith = regexp.MustCompile(`(?i)(?:^|[^t] )(?:required|needed|mandatory|necessary) only (?:when|if|for|while|with)\b([^.;()]*)`)

// stemLength is how many letters "deleting" and "delete" share.
const stemLength = 5

// anyBegins reports whether a text among the leaves begins as one of the words does.
func anyBegins(leaves []leaf, words []string) bool {
	return slices.ContainsFunc(leaves, func(l leaf) bool {
		text, _ := l.value.(string)
		return slices.ContainsFunc(words, func(w string) bool { return len(w) >= stemLength && strings.HasPrefix(fold(text), w[:stemLength]) })
	})
}

// mostlyNeeded returns a parameter that a call leaves out although it can be left out only
// in a case that neither the request nor the arguments speak of, or must be given in theirs.
func (v *view) mostlyNeeded(m *missionView, call *callView) string {
	if call.tool == nil || call.tool.params == nil || call.tool.params.err != nil {
		return ""
	}
	props, _ := child(call.tool.params.doc, "properties")
	list, _ := props.(map[string]any)
	for _, name := range sortedKeys(list) {
		if _, has := child(call.arguments, name); has {
			continue
		}
		about, _ := child(list[name], "description")
		text, _ := about.(string)
		if strings.Contains(text, " only ") { // much faster than the expression
			if only := onlyWith.FindStringSubmatch(text); only != nil && anyBegins(call.leaves, plainWords(only[1])) {
				return name
			}
		}
		when := onlySometimes.FindStringSubmatch(text)
		if when == nil {
			continue
		}
		stem := fold(when[1])
		stem = stem[:min(len(stem), stemLength)]
		if !strings.Contains(m.request.fold, stem) && !strings.Contains(fold(string(call.Arguments)), stem) {
			return name
		}
	}
	return ""
}

// announces matches words that say that another value is wanted than the one that is known.
var announces = regexp.MustCompile(`\b(another|other|different|differently|new|elsewhere|else)\b`)

// givenByThing returns why what was shown of a thing that the request chooses gives a value
// that is asked for: the day, in "the doctor with the earliest free day".
func (v *view) givenByThing(m *missionView, asked *mission.Source, value any) string {
	call := &m.calls[0]
	name := top(asked.Pointer)
	for s := range call.Sources {
		src := &call.Sources[s]
		if src.Choice == nil || src.Kind != mission.FromShown || src.Mission < 0 || src.Mission >= m.at || src.Call < 0 || src.Call >= len(v.missions[src.Mission].calls) {
			continue
		}
		at := strings.LastIndexByte(src.At, '/')
		if at < 0 {
			continue
		}
		found, _ := resolve(v.missions[src.Mission].calls[src.Call].observation, src.At[:at])
		row, _ := found.(map[string]any)
		for _, key := range sortedKeys(row) {
			if gives(call.tool.Effect, key == src.Choice.By, key == name, row[key], value) {
				return "the " + key + " of what the words choose is known"
			}
		}
	}
	return ""
}

// shownUnder returns why a code that is asked for can be taken from what was shown under its
// name: "add the task to it", where the section has one task.
func (v *view) shownUnder(m *missionView, asked *mission.Source) string {
	for k := range m.at {
		for c := range v.missions[k].calls {
			past := &v.missions[k].calls[c]
			if value, ok := child(past.observation, top(asked.Pointer)); ok && past.Status < 300 && distinctive(value) && !strings.Contains(spell(value), " ") {
				return fmt.Sprintf("mission %d shows %s", k, show(value))
			}
		}
	}
	return ""
}

// gives reports whether the value of an attribute of a thing is one that a call takes. What
// changes a thing takes a new value, and what makes another thing has values of its own,
// apart from days and times.
func gives(effect mission.Effect, chosenBy, sameName bool, shown, value any) bool {
	a, _ := shown.(string)
	b, _ := value.(string)
	dated := natureOfText(a) != otherNature && natureOfText(a) == natureOfText(b)
	switch effect {
	case mission.EffectUpdate, mission.EffectDelete:
		return false
	case mission.EffectCreate:
		return dated && (chosenBy || sameName)
	}
	return dated && chosenBy || sameName
}

// onlyOther reports whether a value that is asked for is the only one of its list, or one of
// two, that the missions before have not taken, so that it is known which other one is meant.
func (v *view) onlyOther(m *missionView, call *callView, asked *mission.Source) bool {
	if call.tool.params == nil || call.tool.params.err != nil {
		return false
	}
	schema, _ := call.tool.params.parameter(asked.Pointer)
	list, _ := schema["enum"].([]any)
	taken := func(value any) bool {
		for k := range m.at {
			for c := range v.missions[k].calls {
				if have, ok := leafAt(v.missions[k].calls[c].leaves, asked.Pointer); ok && equal(have, value) {
					return true
				}
			}
		}
		return false
	}
	left := slices.DeleteFunc(slices.Clone(list), taken)
	return len(list) == 2 || len(list) > 0 && len(left) < 2
}

// fewKinds is how many values a parameter has at most if a list can be asked for each of
// them: "which seals do we have" means all four kinds.
const fewKinds = 8

// allOfThem returns why something can be asked for without a value that is asked for: a list,
// or what a tool that takes several kinds tells.
func allOfThem(call *callView, asked *mission.Source) string {
	in, _ := child(call.arguments, top(asked.Pointer))
	tells := call.tool.Effect == mission.EffectList || isList(in) && (call.tool.Effect == mission.EffectGet || call.tool.Effect == mission.EffectCompute)
	if !tells || call.tool.params == nil || call.tool.params.err != nil {
		return ""
	}
	schema, _ := call.tool.params.parameter(asked.Pointer)
	if list, ok := schema["enum"].([]any); ok && len(list) <= fewKinds {
		return "without it, all kinds are asked for"
	}
	return ""
}

// proveEvasion proves that a reply which gives nothing of what was asked for hands the
// question back, and that an assistant cannot take any of its words for a value.
func (v *view) proveEvasion(m *missionView) {
	if m.Type != mission.Clarify || len(m.calls) != 1 {
		return
	}
	needed, _ := repliedTo(m)
	for q := range m.Questions {
		reply := m.replies[q]
		partly := slices.ContainsFunc(needed, func(g given) bool { return slices.ContainsFunc(g.words, reply.holds) })
		if m.Questions[q].Complete || partly {
			continue
		}
		why := v.notEvasiveHere(m, q, needed)
		for _, name := range m.Questions[q].Missing {
			why = cmp.Or(why, namesOne(reply, m.calls[0].tool, name))
		}
		if why != "" {
			v.report(m, ReadingEvasion, "/questions/"+strconv.Itoa(q)+"/reply", "%s", why)
			return
		}
	}
}

// namesOne returns why a reply names one of the few values that a parameter can have.
func namesOne(reply text, t *tool, name string) string {
	if t == nil || t.params == nil || t.params.err != nil {
		return ""
	}
	schema, _ := t.params.parameter("/" + name)
	list, _ := schema["enum"].([]any)
	for _, value := range list {
		said := []string{strings.ReplaceAll(spell(value), "_", " ")}
		said = append(said, t.Labels[name][strconv.Quote(spell(value))]...)
		if i := slices.IndexFunc(said, reply.holds); i >= 0 {
			return "somebody could take " + strconv.Quote(said[i]) + " for an answer"
		}
	}
	return ""
}

// namesDay reports whether a word is the name of a day or month. "May" is mostly another word.
func namesDay(w string) bool { return len(w) > 3 && (isWeekday(w) || months[w] != 0) }

// longestEvasion is the greatest number of words of a reply that gives nothing.
const longestEvasion = 16

// notEvasive returns why a reply can be taken for an answer.
func notEvasive(reply text) string {
	if !isEnglish(reply.raw) && !hasDigit(reply.raw) {
		return "" // in another language
	}
	list := plainWords(reply.raw)
	for _, w := range plainWords(asksBack.ReplaceAllString(reply.fold, "?")) {
		if _, ok := count(w); ok || hints[w] || tens[w] > 0 || namesDay(w) || hasDigit(w) {
			return "somebody could take " + strconv.Quote(w) + " for an answer"
		}
	}
	switch {
	case len(list) > longestEvasion:
		return "a reply that gives nothing is said in a few words"
	case !handsBack.MatchString(reply.fold):
		return "the reply neither asks back nor says that the answer is not known"
	}
	return ""
}

// asksBack matches questions for what can be had, whose words are no answer.
var asksBack = regexp.MustCompile(`\b(?:what(?:'s| are) (?:my|the) (?:options|maximum|most i can have)|what can i choose from|is there a limit|what(?:'s| is) (?:usual|normal))\?`)

// handsBack matches words that leave a question to the one who asks it.
var handsBack = regexp.MustCompile(`\?|\b(not sure|don't know|do not know|no idea|can't say|cannot say|couldn't say|can't tell|haven't (decided|thought|made up)|not decided|undecided|` +
	`(have|need) to (look|check|think|ask|find|see|count)|let me (look|check|think|ask|find|see|count)|don't have (it|that)|that's me|it's me|mine|remember|forgotten|forgot)\b`)

// hints are words that an assistant can take for a value, a time, an amount or a wish.
var hints = set(`soon sooner soonest early earlier earliest late later latest today tonight tomorrow yesterday now immediately asap whenever morning noon
	afternoon evening night week weekend month year quick quickly short shortly long few many several couple little much enough more less most least
	half dozen hundred thousand single double usual usually normal normally ordinary standard regular typical recent recently last first next former previous
	cheap cheaper cheapest expensive price near nearby nearest close far central walk walking nice good best better fine fancy quiet big small large
	any anything anyone anybody anywhere whatever whichever whoever wherever everything everybody everyone all both none nothing nobody nowhere never
	same like prefer preferably preferred rather suit suits pick choose choice weather work home here us alone friends family
	something somewhere sometime someone somebody default open possible right`)

// impliedBy returns words of a request that imply a value without saying it: a number of the
// same unit ("the next five days"), or the value in the plural ("songs, artists and albums").
func impliedBy(t text, name string, value any) string {
	list := plainWords(t.raw)
	unit := plainWords(splitName(name))
	for i, w := range list {
		if single := fold(spell(value)); isString(value) && (w == single+"s" || w == single+"es" || strings.HasSuffix(single, "y") && w == single[:len(single)-1]+"ies") {
			return w
		}
		if n, ok := count(w); ok && n > 1 && isFigure(value) && len(unit) > 0 && i+1 < len(list) && list[i+1] == unit[len(unit)-1] {
			return w + " " + list[i+1]
		}
	}
	return ""
}

// saysAnother reports whether words of the request say another value of the call, so that
// they imply nothing about what is asked for.
func (v *view) saysAnother(m *missionView, asked *mission.Source, r *Reading) bool {
	for src := range m.sources() {
		if src.Pointer != asked.Pointer && src.Mission == m.at && src.Text != "" && (holds(fold(src.Text), fold(r.Text)) || holds(fold(r.Text), fold(src.Text))) {
			return true
		}
	}
	return false
}

// dangling matches a clause whose verb or preposition has lost its object, and quotation
// marks with nothing inside. A question may end with a preposition.
var dangling = regexp.MustCompile(`(?:^|[.,:!?] |\b(?:to|please|you|kindly|and|then|just|also) )(?:search|search for|look for|look up|find|set|get|show me|give me|tell me|send|book|list|translate|` +
	`convert|calculate|compute|generate|create|update|delete|remove|add|fetch|retrieve|analy[sz]e|say|ask)(?: for me)?(?:,? (?:please|thanks|thank you|if you would))?(?:[.?!:]|,? and (?:then|also)\b|$)` +
	`|\b(?:with|for|of|from|by|about|called|named|titled|saying|using|between|the|a|an)(?:,? please)?[.!:]|""`)
