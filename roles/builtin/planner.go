package builtin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Planner is the built-in planner: it follows the blueprint. It is safe for concurrent
// use.
type Planner struct{}

// Plan implements [roles.Planner].
func (Planner) Plan(_ context.Context, s *roles.Scene) (mission.Plan, error) {
	p := planning{s, s.Rand(mission.RolePlanner)}
	b := s.Blueprint
	switch {
	case b.Type == mission.Chat:
		return p.chat(), nil
	case b.Type == mission.Clarify && len(p.Open()) > 0:
		return p.ask(), nil
	case len(s.Made) < len(b.Calls):
		return p.act()
	}
	return p.finish(), nil
}

type planning struct {
	*roles.Scene
	r keyed.Rand
}

// tool is the tool of call i.
func (p *planning) tool(i int) *tools.Tool { return p.Blueprint.Calls[i].Tool }

// names joins the names of the tools of some calls.
func (p *planning) names(calls []int) string {
	out := make([]string, len(calls))
	for k, i := range calls {
		out[k] = p.tool(i).Name
	}
	return list(out, "and")
}

func (p *planning) chat() mission.Plan {
	thought := "None of the tools in the list does what the user asks for"
	switch {
	case p.Blueprint.Chat.Opinion:
		thought = "The user wants to know which of the listed items I would choose. Their values are in the conversation, so no tool is needed"
	case p.Blueprint.Chat.Options != nil:
		thought = "The user asks what else there is to choose from. The description of the tool says it, so no call is needed"
	case p.Blueprint.Chat.Compare != nil && p.Blueprint.Chat.Compare.Place > 0:
		thought = "The user wants to know how one of the listed items compares with the others. Their values are in the conversation, so no tool is needed"
	case p.Blueprint.Chat.Compare != nil:
		thought = "The user asks to compare two items that were listed before. Their values are in the conversation, so no tool is needed"
	case p.Blueprint.Chat.Restate:
		thought = "The user wants what was shown before in a shorter form. It is in the conversation, so no tool is needed"
	case p.Blueprint.Chat.Topic.Kind == mission.ChatFact:
		thought = "The user asks how something works here. That is among the facts that I was given, and no tool in the list serves it"
	case p.Blueprint.Chat.Topic.Kind == mission.ChatKnowledge:
		thought = "The user asks a general question. It can be answered from general knowledge, and no tool in the list serves it"
	}
	return mission.Plan{MissionFinish: "yes", Thought: thought + ".",
		Plan:       keyed.Pick(p.r, []string{"Answer the user directly.", "Reply to the user without using a tool."}),
		ActionList: []mission.Action{answerAction("chat", "Answer the user directly.")}}
}

func answerAction(kind, purpose string) mission.Action {
	return mission.Action{Name: mission.AnswerTool,
		Arguments: tools.Object{{Name: "answer_type", Value: kind}}.JSON(), Purpose: purpose}
}

func (p *planning) ask() mission.Plan {
	t := p.tool(0)
	var names []any
	var nouns []string
	for _, name := range p.Open() {
		names = append(names, name)
		nouns = append(nouns, the(t.Param(name).Noun))
	}
	thought := "This needs one tool: " + t.Name + ". " + p.parameters(0)
	if len(p.Answers) > 0 {
		thought += " The user's answer still leaves this open."
	}
	return mission.Plan{MissionFinish: "no", Thought: thought,
		Plan: fmt.Sprintf("Ask the user for %s, then use %s.", list(nouns, "and"), t.Name),
		ActionList: []mission.Action{{Name: mission.AskTool,
			Arguments: tools.Object{{Name: "tool_name", Value: t.Name}, {Name: "missing_required_parameters", Value: names}}.JSON(),
			Purpose:   "Get " + list(nouns, "and") + " from the user."}}}
}

func (p *planning) act() (mission.Plan, error) {
	ready, all := p.Ready(), len(p.Blueprint.Calls)
	first := len(p.Made) == 0
	plan := mission.Plan{MissionFinish: "no", Plan: p.scheme(ready, first)}
	switch {
	case first && all == 1:
		plan.Thought = fmt.Sprintf("One call of one tool solves this: %s.", p.tool(0).Name)
	case first:
		calls := make([]int, all)
		for i := range calls {
			calls[i] = i
		}
		plan.Thought = fmt.Sprintf("This takes %s calls: %s. %s", numberWord(all), p.names(calls), p.order())
	default:
		plan.Thought = fmt.Sprintf("The results so far give what is needed for %s.", p.names(ready))
	}
	for _, i := range ready {
		c := &p.Blueprint.Calls[i]
		args, err := p.arguments(c)
		if err != nil {
			return plan, err
		}
		plan.ActionList = append(plan.ActionList, mission.Action{Name: c.Tool.Name, Arguments: args, Purpose: Purpose(c)})
		plan.Thought += " " + p.parameters(i)
	}
	return plan, nil
}

// answer returns the answer to a call of the mission, or nil.
func (p *planning) answer(call int) *world.Answer {
	for i := range p.Made {
		if p.Made[i].Call == call {
			return &p.Made[i].Answer
		}
	}
	return nil
}

// arguments are the values of a call. Values from results are taken from the answers.
func (p *planning) arguments(c *blueprint.Call) (json.RawMessage, error) {
	out := c.Values()
	for i, a := range c.Args {
		if a.Origin != blueprint.Result {
			continue
		}
		if answer := p.answer(a.Call); answer != nil {
			v, ok := answer.Body.At(a.At)
			if !ok {
				return nil, fmt.Errorf("the answer of %s has nothing at %s", p.tool(a.Call).Name, a.At)
			}
			out[i].Value = v
		}
	}
	return out.JSON(), nil
}

// order says how the calls depend on each other.
func (p *planning) order() string {
	switch p.Blueprint.Pattern {
	case mission.Serial:
		return "Each one needs what comes before it, so they are made one after the other."
	case mission.Parallel:
		return "None of them needs the result of another, so they can be made at the same time."
	}
	return "Some need the result of another and have to wait for it; the rest can be made at the same time."
}

// scheme is the plan in words, without values.
func (p *planning) scheme(ready []int, first bool) string {
	var now []string
	for _, i := range ready {
		c := &p.Blueprint.Calls[i]
		now = append(now, fmt.Sprintf("%s to %s", c.Tool.Name, lower(strings.TrimSuffix(Purpose(c), "."))))
	}
	how := "Now use "
	if len(ready) > 1 {
		how = "Now use at the same time "
	}
	text := how + list(now, "and") + "."
	var later []int
	for i := range p.Blueprint.Calls {
		if first && !slices.Contains(ready, i) {
			later = append(later, i)
		}
	}
	if len(later) > 0 {
		text += " Afterwards use " + p.names(later) + "."
	}
	if len(p.Made)+len(ready) == len(p.Blueprint.Calls) {
		text += " Then give the user the result."
	}
	return text
}

// forUser turns words of users about themselves into words about the user.
var forUser = strings.NewReplacer(" me ", " the user ", " me.", " the user.", " my ", " the user's ", " I have", " the user has", " us ", " the user ", " our ", " the user's ")

// Purpose says in one sentence what a call is for, without values.
func Purpose(c *blueprint.Call) string {
	for _, do := range c.Tool.Do {
		text, ok := do.Render(func(slot *tools.Slot) (string, bool) {
			a := c.Arg(slot.Name)
			if a == nil || a.Param.Entity == nil || len(do.Parts) == 0 {
				return "", false
			}
			return "the " + a.Param.Entity.Noun, true
		}, func(int) int { return 0 })
		if ok {
			return forUser.Replace(capital(strings.Join(strings.Fields(text), " ")) + ".")
		}
	}
	sentence, _, _ := strings.Cut(c.Tool.Description, ". ")
	return strings.TrimSuffix(sentence, ".") + "."
}

// parameters lists what the tool needs, and where each value comes from.
func (p *planning) parameters(i int) string {
	c := &p.Blueprint.Calls[i]
	var required, optional, missing, notes []string
	for _, param := range c.Tool.Params {
		if param.Required {
			required = append(required, param.Name)
		} else {
			optional = append(optional, param.Name)
		}
	}
	open := p.Open()
	for k := range c.Args {
		a := &c.Args[k]
		if slices.Contains(open, a.Param.Name) {
			missing = append(missing, a.Param.Name)
			continue
		}
		if a.Volunteered && !p.Answered(a.Param.Name) {
			continue // the user has not added it to an answer yet
		}
		notes = append(notes, a.Param.Name+" "+p.origin(i, a))
	}
	out := c.Tool.Name + " requires " + cmp.Or(list(required, "and"), "nothing")
	switch len(optional) {
	case 0:
	case 1:
		out += "; " + optional[0] + " is optional"
	default:
		out += "; " + list(optional, "and") + " are optional"
	}
	out += "."
	if len(notes) > 0 {
		out += " Given: " + strings.Join(notes, "; ") + "."
	}
	if len(missing) > 0 {
		out += " Missing and not to be derived: " + list(missing, "and") + "."
	}
	return out
}

// origin says where the value of an argument comes from.
func (p *planning) origin(i int, a *blueprint.Arg) string {
	switch a.Origin {
	case blueprint.Result:
		from := "will come from the result of "
		if p.answer(a.Call) != nil {
			from = "from the result of "
		}
		return from + p.tool(a.Call).Name
	case blueprint.Shown:
		return "from what was shown earlier in the conversation"
	case blueprint.Earlier:
		return "carried over from an earlier request"
	}
	said := p.Proposal.Said
	for _, answer := range p.Answers {
		said = slices.Concat(said, answer.Said)
	}
	for _, x := range said {
		if x.Call != i || x.Pointer != jsonptr.Join(a.Param.Name) {
			continue
		}
		switch x.Kind {
		case mission.FromClock:
			return fmt.Sprintf("derived from %q and the current time", x.Text)
		case mission.FromKnowledge:
			return fmt.Sprintf("is the code for %q", x.Text)
		}
	}
	if a.Origin == blueprint.Asked {
		return "given by the user when asked"
	}
	return "stated by the user"
}

func (p *planning) finish() mission.Plan {
	return mission.Plan{MissionFinish: "yes",
		Thought: keyed.Pick(p.r, []string{"All results are there, and the request is complete.",
			"The results answer the request; nothing is left to do.", "Everything the user asked for has been done."}),
		Plan:       keyed.Pick(p.r, []string{"Tell the user the result.", "Give the user a summary of the results."}),
		ActionList: []mission.Action{answerAction("tool", "Tell the user what came back.")}}
}
