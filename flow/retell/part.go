package retell

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchyard/flow"
	"switchyard/flow/session"
	"switchyard/internal/jsonptr"
	"switchyard/internal/jsontext"
	"switchyard/mission"
	"switchyard/roles/llm"
	"switchyard/schemas"
)

// meanings say what the user does in each way of leaving a workflow.
var meanings = map[flow.OOW]string{
	flow.Detail:       "changes a detail: says another value for something that was said before",
	flow.Confirmation: "takes back what was just agreed to or decided, and decides otherwise",
	flow.Attitude:     "is no longer happy with what was chosen, and wants to choose again",
	flow.Cancellation: "wants nothing of it any more",
	flow.Addition:     "adds a wish to what was said before",
	flow.Incorrect:    "answers with something that cannot be",
	flow.Vague:        "answers vaguely, without saying any value",
	flow.TopicShift:   "does not answer, but brings up another subject",
	flow.Counter:      "does not answer, but asks back about what was asked for",
	flow.Irrelevant:   "says something that has nothing to do with it, and does not answer",
	flow.Partial:      "answers only a part of what was asked",
	flow.Skip:         "wants a step to be left out",
	flow.Reorder:      "wants a later step to be done first",
	flow.Repeat:       "wants to hear the last message of the assistant again",
	flow.BackToStart:  "wants to begin again from the start",
	flow.IgnoreRule:   "does not want to give what was asked for, and wants it done without",
	flow.Split:        "wants to be asked for one thing at a time",
}

// Options are what the user of an exchange may do there, and which of it the user does.
func Options(s *session.Session, i int) (all []string, right int) {
	ex := &s.Exchanges[i]
	if ex.Node == "" || ex.Mission != nil {
		return nil, 0
	}
	w := &s.Workflows[s.Runs[ex.Run].Workflow]
	n := &w.Nodes[slices.IndexFunc(w.Nodes, func(n session.Node) bool { return n.ID == ex.Node })]
	right = -1
	for _, e := range n.Edges {
		if e.User == "" {
			continue
		}
		if e.User == ex.Wish && ex.OOW == "" {
			right = len(all)
		}
		all = append(all, e.User)
	}
	if len(n.Ask) > 0 {
		if ex.Wish == "" && ex.OOW == "" {
			right = len(all)
		}
		all = append(all, "answers what was asked")
	}
	switch {
	case ex.OOW != "":
		right = len(all)
		all = append(all, meanings[flow.OOW(ex.OOW)])
	case len(all) > 1:
		all = append(all, meanings[flow.Vague])
	}
	return all, right
}

// does says what the user does in an exchange.
func does(s *session.Session, i int) (all []string) {
	ex := &s.Exchanges[i]
	switch {
	case ex.OOW != "":
		all = append(all, "The person "+meanings[flow.OOW(ex.OOW)]+".")
		if ex.Wish != "" {
			all = append(all, "The person now "+ex.Wish+".")
		}
	case ex.Wish != "":
		all = append(all, "The person "+ex.Wish+".")
	case ex.Node != "":
		all = append(all, "The person answers what was asked.")
	case ex.Run > 0:
		all = append(all, "The person comes to another request.")
	default:
		all = append(all, "The person begins the conversation, and says what it is about, but nothing more than that.")
	}
	return all
}

// acts says what the assistant does at the end of an exchange.
func acts(s *session.Session, i int) (all []string) {
	ex := &s.Exchanges[i]
	w := &s.Workflows[s.Runs[ex.Run].Workflow]
	nouns := func(slots []string) string {
		var list []string
		for _, name := range slots {
			list = append(list, noun(slotOf(s, i, name)))
		}
		return strings.Join(list, ", ")
	}
	for _, a := range ex.Acts {
		switch a.Kind {
		case session.Tell:
			if len(a.Shows) == 0 && ex.OOW != "" {
				all = append(all, "You come back to what you asked last.")
				continue
			}
			n := slices.IndexFunc(w.Nodes, func(n session.Node) bool { return n.ID == a.Node })
			all = append(all, "You tell "+w.Nodes[n].Tell+".")
		case session.Ask:
			if !a.Passed {
				all = append(all, "You ask for: "+nouns(a.Slots)+".")
			}
		case session.Answer:
			all = append(all, "You answer the question of the user.")
		case session.Refuse:
			all = append(all, "You say politely that this cannot be, and why, as far as the plain wording says it.")
		case session.Accept:
			all = append(all, "You take note of what the user adds.")
		case session.Close:
			all = append(all, "You end it, as the user wishes.")
		}
	}
	for _, text := range declared(w) {
		if s.Environment.Locale != english {
			break
		}
		if strings.Contains(ex.Reply, text) {
			all = append(all, "This stands in your message word for word, as the company has it: "+text)
		}
	}
	return all
}

// declared are the texts of a workflow that say what is so, and that the proofs look for: answers,
// and why something is needed or comes first.
func declared(w *session.Workflow) (all []string) {
	for _, t := range slices.Concat(w.Answers, w.Outside) {
		all = append(all, t.Answers...)
	}
	for _, s := range w.Slots {
		all = append(all, s.Why)
	}
	for _, tool := range slices.Sorted(maps.Keys(w.Because)) {
		all = append(all, w.Because[tool])
	}
	return slices.DeleteFunc(all, func(text string) bool { return text == "" })
}

// results are the calls of an exchange with what they returned.
func results(s *session.Session, i int) (all []llm.Result) {
	for _, c := range s.Exchanges[i].Calls {
		all = append(all, llm.Result{Tool: c.Tool, Arguments: c.Arguments, Status: c.Status, Observation: c.Observation})
	}
	return all
}

// slotOf is a slot of the workflow of an exchange. Sessions that were proved have it.
func slotOf(s *session.Session, i int, name string) *session.Slot {
	w := &s.Workflows[s.Runs[s.Exchanges[i].Run].Workflow]
	return &w.Slots[slices.IndexFunc(w.Slots, func(x session.Slot) bool { return x.Name == name })]
}

// noun is what people call a slot.
func noun(s *session.Slot) string {
	if s.Noun != "" {
		return s.Noun
	}
	return strings.ReplaceAll(s.Param, "_", " ")
}

// nounAt is what people call a part of a slot.
func nounAt(s *session.Slot, pointer string) string {
	text := noun(s)
	for _, step := range jsonptr.Split(pointer)[1:] {
		if strings.Trim(step, "0123456789") == "" {
			n, err := strconv.Atoi(step)
			if err == nil {
				step = fmt.Sprintf("number %d", n+1)
			}
		}
		text += ", " + strings.ReplaceAll(step, "_", " ")
	}
	return text
}

// leaf is the part of a value that a source is of. Its pointer begins with the parameter.
func leaf(said *session.Said, x *mission.Source) any {
	v, err := schemas.Decode(said.Value)
	if err != nil {
		return nil
	}
	if steps := jsonptr.Split(x.Pointer); len(steps) > 1 {
		v, _ = jsonptr.Get(v, jsonptr.Join(steps[1:]...))
	}
	return v
}

func shown(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// encoded is a text as it stands in JSON.
func encoded(text string) string {
	line, err := jsontext.Line(text)
	if err != nil {
		return text
	}
	return strings.TrimSuffix(string(line), "\n")
}
