package session

import (
	"slices"
	"strings"

	"switchyard/eval/compare"
	"switchyard/mission"
)

// user is what the user of a mission still knows to say.
type user struct {
	answered int  // questions of the entry
	reminded bool // the request was said again
}

// hear has the user listen to a text, and gives the answer when it is a question.
//
// What was withheld is given when the text asks for it, in the words of the
// entry and as often as there, and to any question as long as something is
// withheld. What was said is said again in the same words. A question that asks
// for nothing of the kind, before everything is done, makes the user say the
// request once more. Everything else is a closing reply.
func (s *session) hear(a *act, text string) (answer string, asked bool) {
	gold := a.task.Gold()
	open := s.withheld(a)
	asking := strings.ContainsAny(text, "?？")
	if open >= 0 && s.asksFor(a, open, text) {
		return s.give(a, open), true
	}
	if !asking {
		return "", false
	}
	undone := false
	for g := range a.gold {
		if slices.Contains(a.done, a.gold[g].node) {
			continue
		}
		undone = true
		if words := saidBefore(&gold.Calls[g], text, open < 0); words != "" {
			return s.called(words), true
		}
	}
	switch {
	case open >= 0:
		return s.give(a, open), true
	case undone && !a.user.reminded:
		a.user.reminded = true
		return s.called(gold.Request), true
	}
	return "", false
}

// withheld is the next question of the entry that waits for being asked; -1 when
// there is none, or nobody needs its answer any more.
func (s *session) withheld(a *act) int {
	i := a.user.answered
	if i >= len(a.task.Gold().Questions) || slices.Contains(a.done, i) {
		return -1
	}
	return i
}

// give answers a question of the entry.
func (s *session) give(a *act, i int) string {
	a.user.answered++
	a.done = append(a.done, i)
	return s.called(a.task.Gold().Questions[i].Reply)
}

// asksFor reports whether a text asks for everything that a question of the entry
// asks for, be it with a question mark or not.
func (s *session) asksFor(a *act, i int, text string) bool { return s.strict.Asks(a.task, i, text) }

// saidBefore gives the words with which the user said what a question asks for
// again: a value of an argument whose name stands in the question.
// What was said when asked counts only where it has been.
func saidBefore(c *mission.Call, text string, answered bool) string {
	questions := ""
	for _, sentence := range strings.SplitAfter(text, "?") {
		if strings.HasSuffix(sentence, "?") {
			questions += " " + compare.Fold(sentence) + " "
		}
	}
	var words []string
	for _, source := range c.Sources {
		name, _, _ := strings.Cut(strings.TrimPrefix(source.Pointer, "/"), "/")
		said := source.Text
		if source.Choice != nil {
			said = source.Choice.Text
		}
		if said == "" || slices.Contains(words, said) || !named(questions, name) {
			continue
		}
		if answered || source.Kind != mission.FromReply && source.Said != mission.FromReply {
			words = append(words, said)
		}
	}
	return strings.Join(words, ", ")
}

// named reports whether a question has all telling words of the name of a
// parameter.
func named(questions, name string) bool {
	some := false
	for word := range strings.FieldsSeq(strings.ReplaceAll(name, "_", " ")) {
		switch word {
		case "id", "code", "number", "name", "value", "new":
			continue
		}
		some = true
		if !strings.Contains(questions, " "+strings.ToLower(word)) {
			return false
		}
	}
	return some
}
