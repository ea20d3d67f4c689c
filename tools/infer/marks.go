package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// How people tell things of which little is known: by who they are from or for, and when.

// mark adds how people tell a thing that tools list from others. Only what reads well for any
// noun is said.
func (in *inference) mark(e *tools.Entity) {
	if !slices.ContainsFunc(in.set.Tools, func(t *tools.Tool) bool { return t.Effect == tools.List && t.Entity == e }) {
		return
	}
	list, _ := attributesOf(e.Noun)
	invented := list == attributesOfAny && fullest(e, in.answering(e)) == nil
	when := 0
	for _, a := range e.Attributes {
		if isWhen(a) {
			when++
		}
	}
	for _, a := range e.Attributes {
		if a.Detail || a.Name == e.ID || a.Name == e.Name {
			continue
		}
		var say []string
		switch {
		case a.Name == "updated" && invented: // nobody thinks of the taco that was updated yesterday
		case isWhen(a):
			say = whenSaid(e, a, when == 1)
		case a.Values.Kind == tools.ValuePerson:
			say = whoSaid(a)
		}
		if len(say) > 0 {
			e.Marks = append(e.Marks, tools.Mark{By: a.Name, Say: phrases(say...)})
		}
	}
}

// isWhen reports whether an attribute is a day, a time of day, or both.
func isWhen(a *tools.Attribute) bool {
	return slices.Contains([]tools.ValueKind{tools.ValueDate, tools.ValueTime, tools.ValueDateTime}, a.Values.Kind)
}

// whenVerbs are what things do at the times that are called so.
var whenVerbs = map[string]string{"starts": "starts", "start": "starts", "begins": "begins", "ends": "ends", "end": "ends", "departs": "leaves", "departure": "leaves",
	"arrives": "arrives", "arrival": "arrives", "opens": "opens", "opening": "opens", "closes": "closes", "closing": "closes", "expires": "expires", "expiry": "expires", "expiration": "expires"}

// done are participles that do not end in "ed"; doing are those of what things do themselves.
var (
	done  = strings.Fields("sent paid made built held born")
	doing = strings.Fields("joined started ended expired arrived departed happened occurred")
)

// whenSaid is how things are told by a day or a time. Only one that is alone needs no words
// that tell it from others.
func whenSaid(e *tools.Entity, a *tools.Attribute, alone bool) []string {
	words := naming.Words(strings.ToLower(a.Name))
	if n := len(words); n > 1 && slices.Contains([]string{"at", "on", "date", "day", "time"}, words[n-1]) {
		words = words[:n-1]
	}
	name, slot := strings.Join(words, " "), " {"+tools.SlotName(a.Name)+"}"
	switch {
	case slices.Contains(doing, name):
		return []string{"{noun} that " + name + slot}
	case strings.HasSuffix(name, "ed") || slices.Contains(done, name):
		return []string{"{noun} " + tools.EscapeText(name) + slot, "{noun} that was " + tools.EscapeText(name) + slot}
	case whenVerbs[name] != "":
		return []string{"{noun} that " + whenVerbs[name] + slot}
	case name == "due":
		return []string{"{noun} due" + slot, "{noun} that is due" + slot}
	case alone && (slices.Contains([]string{"date", "day", "time"}, name) || strings.EqualFold(name, e.Noun)):
		return []string{"{noun}" + slot}
	}
	return nil
}

// roles are the words between a thing and somebody, by what that person is to the thing.
var roles = func() map[string]string {
	out := map[string]string{}
	for with, nouns := range map[string]string{
		"by":   "author writer artist singer creator poster reviewer composer director speaker reporter",
		"from": "sender from seller supplier submitter requester",
		"for":  "customer client guest passenger patient recipient attendee assignee student applicant visitor",
		"with": "doctor teacher coach instructor therapist trainer tutor driver",
	} {
		for _, n := range strings.Fields(nouns) {
			out[n] = with
		}
	}
	return out
}()

// whoSaid is how things are told by a person.
func whoSaid(a *tools.Attribute) []string {
	words := naming.Words(strings.ToLower(a.Name))
	if n := len(words); n > 1 && slices.Contains([]string{"name", "by"}, words[n-1]) {
		words = words[:n-1]
	}
	slot := " {" + tools.SlotName(a.Name) + "}"
	switch role := words[len(words)-1]; {
	case strings.HasSuffix(strings.ToLower(a.Name), "by") && strings.HasSuffix(role, "ed"):
		return []string{"{noun} " + tools.EscapeText(role) + " by" + slot}
	case roles[role] != "":
		return []string{"{noun} " + roles[role] + slot}
	}
	return nil
}
