package llm

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"switchyard/mission"
	"switchyard/model"
	"switchyard/roles"
	"switchyard/tools/world"
)

// planner is a planner played by a model. It does not see the blueprint.
type planner struct{ *seat }

// Plan implements [roles.Planner].
func (p *planner) Plan(ctx context.Context, s *roles.Scene) (mission.Plan, error) {
	messages, err := p.conversation(s)
	if err != nil {
		return mission.Plan{}, err
	}
	return ask[mission.Plan](ctx, p.seat, s, TaskPlan, messages, nil)
}

// conversation is what the planner sees: in turn, each message of the user, each
// result and each of its own plans.
func (p *planner) conversation(s *roles.Scene) ([]model.Message, error) {
	v := p.view(s)
	v.Tools = toolList(s.Offered)
	system, err := p.prompts.part(TaskPlan, "system", v)
	if err != nil {
		return nil, err
	}
	c := &conversation{prompts: p.prompts, out: []model.Message{{Role: "system", Text: system}}}
	for i := range s.Missions {
		m := &s.Missions[i]
		c.add(m.Dialogue, func(call int) Observation { return Observation{m.Calls[call].Status, m.Calls[call].Observation} })
	}
	answers := map[int]world.Answer{}
	for _, made := range s.Made {
		answers[made.Call] = made.Answer
	}
	c.refused = s.Reasons
	c.add(s.Turns, func(call int) Observation { return Observation{answers[call].Status, answers[call].Body.JSON()} })
	c.flush()
	return c.out, errors.Join(c.problems...)
}

// conversation collects messages. Everything said to the planner between two of its
// plans is one message.
type conversation struct {
	prompts  *Prompts
	out      []model.Message
	pending  []string
	refused  []string // reasons against the last plan, if it is to be shown
	problems []error  // of templates
}

// part adds a part of the prompt to the pending message.
func (c *conversation) part(name string, data *view) {
	text, err := c.prompts.part(TaskPlan, name, data)
	if err != nil {
		c.problems = append(c.problems, err)
	}
	c.pending = append(c.pending, text)
}

func (c *conversation) flush() {
	if len(c.pending) > 0 {
		c.out = append(c.out, model.Message{Role: "user", Text: strings.Join(c.pending, "\n\n")})
		c.pending = nil
	}
}

func (c *conversation) plan(p *mission.Plan) {
	c.flush()
	c.out = append(c.out, model.Message{Role: "assistant", Text: encode(p)})
}

// encode returns the JSON of something that was decoded from JSON, so that it can
// always be encoded.
func encode(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// add goes through a dialogue. It shows only the last refused plan, and only if the
// planner is to correct it.
func (c *conversation) add(turns []mission.Turn, answer func(call int) Observation) {
	for i := range turns {
		t := &turns[i]
		switch t.Role {
		case mission.RoleUser:
			if i > 0 && turns[i-1].Role == mission.RoleAI {
				c.part("asked", &view{Question: turns[i-1].Text, Text: t.Text})
			} else {
				c.part("user", &view{Text: t.Text})
			}
		case mission.RolePlanner:
			verdict := &turns[i+1] // a plan is always followed by one
			last := i+2 == len(turns)
			switch {
			case *verdict.Accepted:
				c.plan(t.Plan)
			case last && c.refused != nil:
				c.plan(t.Plan)
				c.part("refused", &view{Reasons: c.refused})
			}
		case mission.RoleTool:
			var results []Observation
			for _, call := range t.Calls {
				results = append(results, answer(call))
			}
			c.part("results", &view{Text: encode(results)})
		case mission.RoleAI:
			if i+1 == len(turns) {
				c.part("answered", &view{Text: t.Text})
			}
		}
	}
}
