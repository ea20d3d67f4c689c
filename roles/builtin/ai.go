package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// AI is the built-in assistant: it says what the observations say.
type AI struct{}

// Ask implements [roles.AI].
func (AI) Ask(_ context.Context, s *roles.Scene, tool string, missing []string) (string, error) {
	r := s.Rand(mission.RoleAI)
	t := s.Set.Tool(tool)
	if t == nil {
		return "", ErrNoWords
	}
	again := len(s.Questions) > 0
	var out string
	switch {
	case again && len(missing) < len(s.Questions[len(s.Questions)-1].Missing):
		out = "Thank you. "
	case again:
		out = insisting[(int(keyed.Hash(0, s.Persona.Name)%97)+s.Index())%len(insisting)] + " "
	}
	if len(missing) == 1 {
		p := t.Param(missing[0])
		if len(p.AskFor) == 0 {
			return out + generalQuestion(p.Noun, s.Persona.Tone), nil
		}
		fresh := slices.DeleteFunc(slices.Clone(p.AskFor), func(q string) bool {
			return slices.ContainsFunc(s.Questions, func(old mission.Question) bool { return strings.HasSuffix(old.Text, q) })
		})
		if len(fresh) == 0 {
			fresh = p.AskFor
		}
		question := keyed.Pick(r, fresh)
		if !again && r.Chance(0.4) {
			out = keyed.Pick(r, []string{"Sure. ", "Happy to help. ", "Gladly. ", "Of course. "})
		}
		return out + question, nil
	}
	nouns := make([]string, len(missing))
	for i, name := range missing {
		nouns[i] = the(t.Param(name).Noun)
	}
	return out + keyed.Pick(r, []string{
		fmt.Sprintf("I need a little more for that: %s. Could you give me those?", list(nouns, "and")),
		fmt.Sprintf("Could you tell me %s?", list(nouns, "and")),
		fmt.Sprintf("Before I can do that, please let me know %s.", list(nouns, "and")),
	}), nil
}

// insisting introduces a question that is asked again.
var insisting = []string{"I understand, but I'm afraid I need to know.", "I'm sorry to ask again.", "Take your time.",
	"No hurry, but I do need to know."}

// Summarise implements [roles.AI].
func (AI) Summarise(_ context.Context, s *roles.Scene) (string, error) {
	r := s.Rand(mission.RoleAI)
	sections, labels := make([]string, len(s.Made)), make([]string, len(s.Made))
	apart := false // results of twins that do not say whose they are
	for i, made := range s.Made {
		c := &s.Blueprint.Calls[made.Call]
		text, ok := section(r, s, c, made.Answer, retold(s, i))
		if !ok {
			return "", ErrNoWords
		}
		sections[i], labels[i] = text, distinction(s, c)
		apart = apart || labels[i] != "" && !blueprint.Holds(text, labels[i])
	}
	for i, label := range labels {
		if apart && label != "" {
			sections[i] = "**" + capital(label) + "**\n\n" + sections[i]
		}
	}
	short := !slices.ContainsFunc(sections, func(t string) bool { return strings.Contains(t, "\n") || len(t) > 160 })
	text := strings.Join(sections, "\n\n")
	if short && len(sections) == 2 {
		text = sections[0] + " " + sections[1]
	}
	return text + offer(r, s), nil
}

// offer is what the assistant offers to do next, if anything.
func offer(r keyed.Rand, s *roles.Scene) string {
	if len(s.Made) != 1 || s.Persona.Patience == mission.Hasty || !r.Chance(0.3) {
		return ""
	}
	made := s.Made[0]
	t := s.Blueprint.Calls[made.Call].Tool
	count, _ := made.Answer.Body.Get("count")
	if made.Answer.Status >= 300 || t.Effect == tools.List && (count == int64(0) || count == int64(1)) || len(t.Next) == 0 {
		return ""
	}
	if t.Effect == tools.List {
		return "\n\n" + keyed.Pick(r, t.Next)
	}
	if actedOn(s, &s.Blueprint.Calls[made.Call]) {
		return ""
	}
	return " " + keyed.Pick(r, t.Next)
}

// actedOn tells whether something was done with one of the things of a call in an
// earlier mission: it may be what would be offered.
func actedOn(s *roles.Scene, c *blueprint.Call) bool {
	for _, a := range c.Args {
		if a.Param.Entity == nil {
			continue
		}
		for _, past := range s.Past {
			for _, was := range past.Calls {
				if was.Tool.Effect != tools.Create && was.Tool.Effect != tools.Update || was.Answer.Status >= 300 {
					continue
				}
				if slices.ContainsFunc(was.Args, func(b blueprint.Arg) bool {
					return b.Param.Entity == a.Param.Entity && string(tools.EncodeValue(b.Value)) == string(tools.EncodeValue(a.Value))
				}) {
					return true
				}
			}
		}
	}
	return false
}

// retold tells whether a later result of the mission tells the same thing as
// the ith one, so that it need not be told in full twice.
func retold(s *roles.Scene, i int) bool {
	e := s.Blueprint.Calls[s.Made[i].Call].Tool.Entity
	if e == nil {
		return false
	}
	id, ok := s.Made[i].Answer.Body.Get(e.ID)
	return ok && slices.ContainsFunc(s.Made[i+1:], func(m roles.Made) bool {
		c := &s.Blueprint.Calls[m.Call]
		later, _ := m.Answer.Body.Get(e.ID)
		if m.Answer.Status >= 300 || c.Tool.Entity != e || c.Tool.Effect == tools.List || c.Tool.Effect == tools.Delete ||
			string(tools.EncodeValue(later)) != string(tools.EncodeValue(id)) {
			return false
		}
		// No other identifier may be lost.
		for _, other := range s.Set.Entities {
			have, told := s.Made[i].Answer.Body.Get(other.ID)
			if again, _ := m.Answer.Body.Get(other.ID); told && string(tools.EncodeValue(again)) != string(tools.EncodeValue(have)) {
				return false
			}
		}
		return true
	})
}

// distinction names the argument in which a call differs from another one of
// the same tool, so that the user knows which result belongs to which.
func distinction(s *roles.Scene, c *blueprint.Call) string {
	for i := range s.Blueprint.Calls {
		other := &s.Blueprint.Calls[i]
		if other == c || !twins(c, other) {
			continue
		}
		a := c.Arg(differing(c, other)[0])
		if words, ok := labelled(c.Tool.Labels[a.Param.Name], a.Value); ok {
			return words
		}
		switch a.Value.(type) {
		case string, []any:
		default:
			return "" // a bare number tells nothing
		}
		values := a.Param.Values
		if values == nil {
			values = &tools.Values{Kind: tools.ValuePick}
		}
		return tell(a.Value, values, true)
	}
	return ""
}

// pairAnswers and allAnswers tell which of two things, or of all, wins.
var (
	pairAnswers = []string{
		"That would be the {n} one, **{w}** ({x}, as opposed to {y} for **{l}**).",
		"**{w}**, the {n} one: {x}, and {y} for **{l}**.",
		"The {n} one, **{w}**: {x}. For **{l}** it is {y}.",
	}
	allAnswers = []string{
		"That is the {n} one, **{w}**: {x}.",
		"It is **{w}**, the {n} one on the list: {x}.",
		"**{w}**, the {n} one ({x}).",
	}
)

// Tool is the built-in executor: it plays the calls in the story's world.
type Tool struct{}

// Observe implements [roles.Tool].
func (Tool) Observe(_ context.Context, s *roles.Scene, calls []int) ([]world.Answer, error) {
	answers := make([]world.Answer, len(calls))
	for k, i := range calls {
		c := &s.Blueprint.Calls[i]
		answers[k] = s.World.Call(c.Tool, c.Values())
	}
	return answers, nil
}
