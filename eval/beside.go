package eval

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// Beside reports whether a call that is on no path is a look-up that an agent may make all
// the same, given the conversation so far.
type Beside func(t *Task, messages []corpus.Message, c *Called) bool

// MostBeside is how many calls beside the paths an agent may make in a mission. One more
// ends the mission, so that no agent goes round in circles.
const MostBeside = 4

// LooksUp reports whether a tool only looks something up, as far as its name, its
// description and its parameters tell. In doubt it does not: entries do not say
// what tools do to the world. The name must begin with a verb that only asks, and nothing may
// speak of a change or of something that is sent or kept.
func LooksUp(tool *mission.Tool) bool {
	words := nameWords(tool.Name)
	if len(words) == 0 || !slices.Contains(askingVerbs, words[0]) || slices.ContainsFunc(words[1:], func(w string) bool { return slices.Contains(joining, w) }) {
		return false
	}
	for _, sentence := range sentenceEnd.Split(tool.Description, -1) {
		first, _, _ := strings.Cut(strings.TrimSpace(strings.ToLower(sentence)), " ")
		if (changes(first) || alsoChanges.MatchString(sentence)) && !denies.MatchString(sentence) {
			return false
		}
	}
	var parameters struct {
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
	}
	if json.Unmarshal(tool.Parameters, &parameters) != nil {
		return false
	}
	for name, p := range parameters.Properties {
		if first := nameWords(name); p.Type == "boolean" && len(first) > 0 && changes(first[0]) {
			return false
		}
	}
	return true
}

var (
	askingVerbs = strings.Fields(`get list find search show view read look lookup fetch check query browse retrieve see count compare describe locate track`)
	// changing are verbs of tools that do something to the world.
	changing = strings.Fields(`create add book order submit post register place schedule reserve apply store insert upload import invite subscribe update edit change
		modify set adjust rename replace delete remove cancel clear revoke send pay buy sell transfer withdraw deposit start stop enable disable confirm approve assign
		save hold lock mark close open move redeem claim charge bill notify remind share publish print sign join accept reject decline request forward log record`)
	// joining are words that make another verb of the one before them: check_in, get_or_create.
	joining     = strings.Fields(`in out and or then`)
	sentenceEnd = regexp.MustCompile(`[.;]\s+|\n`)
	alsoChanges = regexp.MustCompile(`(?i)\b(?:and|then|also)\s+(?:` + strings.Join(changing, "|") + `)(?:e?s)?\b`)
	denies      = regexp.MustCompile(`(?i)\b(?:nothing|not|no|never|without|none|nobody)\b|n't\b`)
)

// changes reports whether a word is a changing verb, in any form of the present.
func changes(word string) bool {
	return slices.ContainsFunc(changing, func(v string) bool { return word == v || word == v+"s" || word == v+"es" })
}

// nameWords returns the words of a name in snake or camel case, in lower case.
func nameWords(name string) []string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.':
			r = ' '
		case r >= 'A' && r <= 'Z' && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z':
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.Fields(strings.ToLower(b.String()))
}

// notNow is what the environment answers to a look-up whose answer it does not know.
var notNow = json.RawMessage(`{"error":"This look-up is not available right now."}`)

// answerBeside is what the environment answers to a look-up beside the paths: what it answered
// to the same call before, if nothing was changed since, and otherwise that it is not
// available now. Step mode has no world that could be asked.
func (w *walk) answerBeside(c *Called) json.RawMessage {
	answer := notNow
	remember := func(tool string, arguments, observation json.RawMessage) {
		t := w.task.Tool(tool)
		switch {
		case t == nil || !LooksUp(t):
			answer = notNow // the world may be another one now
		case tool == c.Name && sameArguments(arguments, c.Arguments):
			answer = observation
		}
	}
	for i := range w.task.Entry.Missions[:w.task.Mission] {
		for k := range w.task.Entry.Missions[i].Calls {
			x := &w.task.Entry.Missions[i].Calls[k]
			remember(x.Tool, x.Arguments, x.Observation)
		}
	}
	for _, node := range w.done {
		if n := &w.task.Nodes[node]; n.Kind == Call {
			remember(n.Tool, n.Arguments, n.Observation)
		}
	}
	return answer
}

func sameArguments(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return equalJSON(x, y) || bytes.Equal(a, b)
}

// beside takes a step in which some calls are look-ups beside the paths. It returns a node
// for each call, -1 for such a look-up; nothing if the step is not possible like that.
func (w *walk) beside(a *Action) []int {
	if w.aside == nil || len(a.Calls) == 0 {
		return nil
	}
	around := make([]int, len(a.Calls))
	var kept []Called
	var places []int
	for i := range a.Calls {
		c := &a.Calls[i]
		if w.wanted(c, kept) {
			kept, places = append(kept, *c), append(places, i)
			continue
		}
		if w.asides++; w.asides > MostBeside || !w.aside(w.task, w.messages, c) {
			return nil
		}
		around[i] = -1
	}
	if len(kept) == len(a.Calls) {
		return nil
	}
	if len(kept) == 0 {
		return around
	}
	nodes := w.call(kept)
	if nodes == nil {
		return nil
	}
	for k, i := range places {
		around[i] = nodes[k]
	}
	w.done = append(w.done[:len(w.done):len(w.done)], nodes...)
	return around
}

// wanted reports whether the mission has a call of a tool that is not done yet, beside
// those that the step has already.
func (w *walk) wanted(c *Called, kept []Called) bool {
	open := 0
	for i := range w.task.Nodes {
		if n := &w.task.Nodes[i]; n.Kind == Call && n.Tool == c.Name && !slices.Contains(w.done, i) {
			open++
		}
	}
	for _, k := range kept {
		if k.Name == c.Name {
			open--
		}
	}
	return open > 0
}
