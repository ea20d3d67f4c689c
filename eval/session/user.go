package session

import (
	"slices"
	"strings"

	"switchyard/eval/compare"
	"switchyard/mission"
)

// user is what the user of a mission has said so far.
type user struct {
	answered int  // how many questions of the entry
	reminded bool // the request was repeated
}

// hear lets the user listen to a text, and returns the answer if it is a question.
//
// The user gives what was withheld when the text asks for it, or asks any question
// that nothing said before answers, in the words of the entry. Asked for something
// that was said, the user repeats those words. Any other question makes the user
// repeat the request, once and only while something is left to do. Everything else is
// a closing reply.
func (s *session) hear(a *act, text string) (answer string, asked bool) {
	gold := a.task.Gold()
	open := s.withheld(a)
	asking := strings.ContainsAny(text, "?？")
	if open >= 0 && s.strict.Asks(a.task, open, text) {
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

// withheld returns the next question of the entry that has not been asked; -1 if there is
// none or its answer is no longer needed.
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

// saidBefore returns the words with which the user already said what a question asks
// for: the values of arguments whose names stand in the question. What the user says
// only when asked counts only if answered, that is, after that has happened.
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

// named reports whether a question has all words of a parameter's name that say
// something.
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
