package builtin

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// AI is the built-in assistant: it says what the observations say. It is safe for
// concurrent use.
type AI struct{}

// Ask implements [roles.AI].
func (AI) Ask(_ context.Context, s *roles.Scene, tool string, missing []string) (string, error) {
	r := s.Rand(mission.RoleAI)
	t := s.Set.Tool(tool)
	if t == nil {
		return "", errNoWords
	}
	again := len(s.Questions) > 0
	var out string
	if again && len(missing) < len(s.Questions[len(s.Questions)-1].Missing) {
		out = "Thanks. "
	}
	if len(missing) != 1 {
		params := make([]*tools.Param, len(missing))
		for i, name := range missing {
			params[i] = t.Param(name)
		}
		return out + askSeveral(r, s, params), nil
	}
	p := t.Param(missing[0])
	if again && out == "" {
		reply := s.Answers[len(s.Answers)-1].Text
		if question := askExactly(r, p, reply); question != "" {
			return question, nil
		}
		question := fresh(r, s, p)
		return insisting(s, t, p, reply, question) + question, nil
	}
	if len(p.AskFor) > 0 && !again && r.Chance(0.3) {
		out = "Happy to help. "
		if !inquires(s.Proposal.Text) {
			out = keyed.Pick(r, []string{"Sure. ", "Sure. ", out, "Of course. "})
		}
	}
	return out + fresh(r, s, p), nil
}

// fresh is a question for a parameter, if possible one that was not asked yet.
func fresh(r keyed.Rand, s *roles.Scene, p *tools.Param) string {
	if len(p.AskFor) == 0 {
		please := ""
		if s.Persona.Tone == mission.Formal {
			please = "please "
		}
		return "Could you " + please + "tell me " + the(p.Noun) + "?"
	}
	unasked := slices.DeleteFunc(slices.Clone(p.AskFor), func(q string) bool {
		return slices.ContainsFunc(s.Questions, func(old mission.Question) bool { return strings.HasSuffix(old.Text, q) })
	})
	if len(unasked) == 0 {
		unasked = p.AskFor
	}
	return keyed.Pick(r, unasked)
}

// askSeveral asks for several values: two of them by their own questions, if these can be put together,
// and otherwise by their names.
func askSeveral(r keyed.Rand, s *roles.Scene, params []*tools.Param) string {
	for range triesOfTwo {
		if len(params) != 2 {
			break
		}
		first, second := fresh(r, s, params[0]), fresh(r, s, params[1])
		if asksOne.MatchString(first) && asksOne.MatchString(second) && len(first)+len(second) < mostAsked {
			return strings.TrimSuffix(first, "?") + ", and " + strings.ToLower(second[:1]) + second[1:]
		}
	}
	nouns := make([]string, len(params))
	for i, p := range params {
		nouns[i] = the(p.Noun)
	}
	return pick(r, sentences["ask several"], "{x}", list(nouns, "and"))
}

// asksOne finds questions that can be put together with another one.
var asksOne = regexp.MustCompile(`^(?:What|Which|When|Where|Who|How|(?:In|On|At|For|From|To|By|Under) (?:what|which|whom|whose))\b[^.?!,:;]*\?$`)

// triesOfTwo is how many pairs of questions are tried.
const triesOfTwo = 6

// mostAsked is how long two questions in one sentence may be, in bytes.
const mostAsked = 120

// askExactly asks for the rest of what a reply gives roughly, or "".
func askExactly(r keyed.Rand, p *tools.Param, reply string) string {
	switch {
	case own.MatchString(reply):
		return keyed.Pick(r, sentences["ask exactly name"])
	case !rough.MatchString(reply):
	case ofKind(p, tools.ValueTime):
		return keyed.Pick(r, sentences["ask exactly time"])
	case ofKind(p, tools.ValueDate):
		return keyed.Pick(r, sentences["ask exactly day"])
	}
	return ""
}

// inquires reports whether the last question of a request asks for an answer, not for
// something to be done. "Of course" would be no reply to "Who'd come?"
func inquires(request string) bool {
	request = request[:strings.LastIndex(request, "?")+1]
	first := plain(request[strings.LastIndexAny(strings.TrimSuffix(request, "?"), ".!?:")+1:])
	return len(first) > 0 && !slices.Contains([]string{"can", "could", "would", "will", "may", "might", "mind", "please"}, first[0])
}

// insisting is what the assistant says before it asks again, after a reply that gave
// nothing. A question of the user is answered, and nobody in a hurry is told to take time.
func insisting(s *roles.Scene, t *tools.Tool, p *tools.Param, reply, question string) string {
	heading := insistence(reply)
	words := ""
	switch heading {
	case "waiting":
		patience := s.Persona.Patience
		if hurried.MatchString(s.Proposal.Text) {
			patience = mission.Hasty
		}
		heading += " " + string(patience)
	case "options":
		if !offered(t, p, question) { // the question lists them
			return ""
		}
		words = list(choices(t, p), "and")
		words = mine.ReplaceAllString(words, "your") // labels are the user's words
	case "limit":
		words = limit(p)
	case "meaning", "rough":
		return ""
	}
	return filled(varied(s, sentences[strings.TrimSpace("insisting "+heading)]), "{x}", words) + " "
}

var mine = regexp.MustCompile(`\bmy\b`)

// insistence tells what kind of reply a reply is that gave nothing: what the user asks back,
// or what keeps the user from answering.
func insistence(reply string) string {
	question := strings.ToLower(reply[strings.LastIndexAny(strings.TrimRight(reply, ".!?"), ".!?")+1:])
	asks := plain(question)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(asks, w) })
	}
	switch back := strings.HasSuffix(question, "?"); {
	case back && has("options", "choose", "there", "have") && has("what"):
		if has("most") {
			return "limit"
		}
		return "options"
	case back && has("limit", "maximum"):
		return "limit"
	case back && has("usual", "normal"):
		return "usual"
	case has("mean", "exactly"):
		return "meaning"
	case back && has("why"):
		return "why"
	case back:
		return "needed"
	case rough.MatchString(reply):
		return "rough"
	case waits.MatchString(reply):
		return "waiting"
	case unsettled.MatchString(reply):
		return "open"
	}
	return ""
}

// waits matches replies of users who are going to answer.
var waits = regexp.MustCompile(`(?i)\blet me\b|\b(have|need) to (think|check|look|see|find|count)\b`)

// rough matches replies that narrow a day or time.
var rough = regexp.MustCompile(`(?i)\bsometime (in|next|last)\b|\b(later|earlier) this (week|month)\b`)

// own matches replies of users who only say that they mean themselves.
var own = regexp.MustCompile(`^(Mine|That's me|It's me)\.$`)

// unsettled matches replies of users who do not know it yet. Nobody tells them that they have
// to know.
var unsettled = regexp.MustCompile(`(?i)\b(not sure|don't know|no idea|haven't (decided|thought)|not decided|don't have (it|that))\b`)

// Summarise implements [roles.AI].
func (AI) Summarise(_ context.Context, s *roles.Scene) (string, error) {
	r := s.Rand(mission.RoleAI)
	sections, labels := make([]string, len(s.Made)), make([]string, len(s.Made))
	apart := false // results of twins that do not say whose they are
	for i, made := range s.Made {
		c := &s.Blueprint.Calls[made.Call]
		text, ok := section(r, s, c, made.Answer, retold(s, i))
		if !ok {
			return "", errNoWords
		}
		sections[i], labels[i] = text, distinction(s, c)
		apart = apart || labels[i] != "" && !blueprint.Holds(text, labels[i])
	}
	for i, label := range labels {
		if apart && label != "" {
			sections[i] = "**" + capital(label) + "**\n\n" + sections[i]
		}
	}
	sections = lastUnasked(r, s, sections)
	short := !slices.ContainsFunc(sections, func(t string) bool { return strings.Contains(t, "\n") || len(t) > 160 })
	text := strings.Join(sections, "\n\n")
	if short && len(sections) == 2 && oneMatter(s) {
		text = sections[0] + " " + sections[1]
	}
	return text + offer(r, s), nil
}

// toldUnasked is how often a list that nobody asked to see is told all the same.
const toldUnasked = 0.2

// lastUnasked leaves out the lists that nobody asked to see, or puts them behind what was made of
// them.
func lastUnasked(r keyed.Rand, s *roles.Scene, sections []string) []string {
	var first, last []string
	for i, made := range s.Made {
		if c := &s.Blueprint.Calls[made.Call]; unasked(s, c, made.Answer) {
			if r.Chance(toldUnasked) || blueprint.Holds(strings.ToLower(s.Proposal.Text), strings.ToLower(c.Tool.Entity.Plural)) {
				last = append(last, sections[i])
			}
		} else {
			first = append(first, sections[i])
		}
	}
	return append(first, last...)
}

// unasked reports whether a call lists several things of which the user only asked for one.
func unasked(s *roles.Scene, c *blueprint.Call, answer world.Answer) bool {
	count, _ := answer.Body.Get("count")
	n, _ := count.(int64)
	return c.Tool.Effect == tools.List && n > 1 && slices.ContainsFunc(s.Proposal.Unasked, func(i int) bool { return &s.Blueprint.Calls[i] == c })
}

// oneMatter reports whether one of two calls was made for the other. The answers to two
// questions stand apart.
func oneMatter(s *roles.Scene) bool {
	return slices.ContainsFunc(blueprint.Dependencies(s.Blueprint.Calls), func(before []int) bool { return len(before) > 0 })
}

// offer is what the assistant offers to do next, or "".
func offer(r keyed.Rand, s *roles.Scene) string {
	if len(s.Made) != 1 || s.Persona.Patience == mission.Hasty || !r.Chance(0.3) {
		return ""
	}
	made := s.Made[0]
	c := &s.Blueprint.Calls[made.Call]
	count, _ := made.Answer.Body.Get("count")
	listed := c.Tool.Effect == tools.List
	switch {
	case made.Answer.Status >= 300, len(c.Tool.Next) == 0,
		listed && (count == int64(0) || count == int64(1)),
		!listed && actedOn(s, c):
		return ""
	case listed:
		return "\n\n" + keyed.Pick(r, c.Tool.Next)
	}
	return " " + keyed.Pick(r, c.Tool.Next)
}

// actedOn reports whether an earlier mission created or changed one of the things of a
// call. The assistant might then offer what was done already.
func actedOn(s *roles.Scene, c *blueprint.Call) bool {
	same := func(a, b blueprint.Arg) bool {
		return a.Param.Entity != nil && b.Param.Entity == a.Param.Entity && tools.Same(b.Value, a.Value)
	}
	return slices.ContainsFunc(s.Past, func(past *blueprint.Past) bool {
		return slices.ContainsFunc(past.Calls, func(was blueprint.PastCall) bool {
			acts := (was.Tool.Effect == tools.Create || was.Tool.Effect == tools.Update) && was.Answer.Status < 300
			return acts && slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool {
				return slices.ContainsFunc(was.Args, func(b blueprint.Arg) bool { return same(a, b) })
			})
		})
	})
}

// retold reports whether a later result of the mission tells the same thing as result
// i, so that this one can be told briefly.
func retold(s *roles.Scene, i int) bool {
	e := s.Blueprint.Calls[s.Made[i].Call].Tool.Entity
	if e == nil {
		return false
	}
	body := s.Made[i].Answer.Body
	id, ok := body.Get(e.ID)
	return ok && slices.ContainsFunc(s.Made[i+1:], func(m roles.Made) bool {
		t := s.Blueprint.Calls[m.Call].Tool
		later, _ := m.Answer.Body.Get(e.ID)
		if m.Answer.Status >= 300 || t.Entity != e || t.Effect == tools.List || t.Effect == tools.Delete || !tools.Same(later, id) {
			return false
		}
		// The later result must tell all that this one does, and every identifier.
		if slices.ContainsFunc(body, func(f tools.Field) bool { _, has := m.Answer.Body.Get(f.Name); return !has }) {
			return false
		}
		return !slices.ContainsFunc(s.Set.Entities, func(other *tools.Entity) bool {
			have, told := body.Get(other.ID)
			again, _ := m.Answer.Body.Get(other.ID)
			return told && !tools.Same(again, have)
		})
	})
}

// distinction names the argument in which a call differs from another call of the same
// tool, so that the user can tell the results apart.
func distinction(s *roles.Scene, c *blueprint.Call) string {
	for i := range s.Blueprint.Calls {
		name, ok := twins(c, &s.Blueprint.Calls[i])
		if !ok {
			continue
		}
		a := c.Arg(name)
		if words, ok := labelled(c.Tool.Labels[name], a.Value); ok {
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

// Chat implements [roles.AI].
func (AI) Chat(_ context.Context, s *roles.Scene) (string, error) {
	r := s.Rand(mission.RoleAI)
	chat := s.Blueprint.Chat
	var answers []*tools.Phrase
	switch {
	case chat.Opinion:
		return preferred(r, s, chat), nil
	case chat.Compare != nil && chat.Compare.Place > 0:
		return placed(r, s, chat), nil
	case chat.Compare != nil:
		return compared(r, s, chat), nil
	case chat.Options != nil:
		return pick(r, sentences["options answer"], "{y}", list(optionsOf(chat), "or")), nil
	case chat.Restate:
		ids := s.Identifiers(s.Blueprint.Target)
		for i := range ids {
			ids[i] = "**" + ids[i] + "**"
		}
		return keyed.Pick(r, []string{"Here you go: ", "Of course: ", "Certainly: "}) + list(ids, "and") + ".", nil
	case chat.Follow != nil:
		answers = chat.Follow.Answer
	case chat.Topic != nil:
		answers = chat.Topic.Answer
	}
	for _, p := range keyed.Shuffled(r, answers) {
		if text, ok := p.Render(noSlot, r.IntN); ok {
			return text, nil
		}
	}
	return "", errNoWords
}

// compared tells which of several listed things wins.
func compared(r keyed.Rand, s *roles.Scene, chat *blueprint.Chat) string {
	claim, e := chat.Compare, chat.Entity
	list, _ := s.Past[claim.Mission].Calls[claim.Call].Answer.Body.At(claim.List)
	rows := list.([]any)
	about := func(i int) (id, value string) {
		row, _ := rows[i].(tools.Object)
		key, _ := row.Get(e.ID)
		v, _ := row.Get(claim.By)
		return fmt.Sprint(key), withNoun(e, claim.By, v)
	}
	frames := "all answer"
	other := claim.Winner
	if len(claim.Items) == 2 {
		frames = "pair answer"
		other = claim.Items[0]
		if other == claim.Winner {
			other = claim.Items[1]
		}
	}
	winner, best := about(claim.Winner)
	_, worse := about(other)
	if bareNumber(best) {
		best, worse = measured(claim.By, best), measured(claim.By, worse)
	}
	return pick(r, sentences[frames], "{n}", ordinalWord(claim.Winner+1), "{w}", winner, "{x}", best, "{y}", worse)
}

// withNoun tells a value of an attribute with the noun that it has in the entity's
// lines.
func withNoun(e *tools.Entity, attribute string, v any) string {
	words := tell(v, e.Attribute(attribute).Told(), true)
	for _, line := range e.Lines {
		for _, part := range line.Parts {
			if part.Slot != nil && part.Slot.Name == attribute && part.Slot.Many != "" {
				return inflected(words, v, part.Slot)
			}
		}
	}
	return words
}
