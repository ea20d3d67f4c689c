package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/mission"
	"switchyard/model"
	"switchyard/roles"
	"switchyard/schemas"
	"switchyard/tools/world"
)

// planner is a planner played by a model. It does not see the blueprint.
type planner struct{ *seat }

// Plan implements [roles.Planner].
func (p *planner) Plan(ctx context.Context, s *roles.Scene) (mission.Plan, error) {
	var plan mission.Plan
	messages, err := p.conversation(s)
	if err != nil {
		return plan, err
	}
	err = p.ask(ctx, s, taskPlan, schemas.Plan, messages, func(text string) error {
		plan = mission.Plan{}
		return p.readers.read(schemas.Plan, text, &plan)
	})
	return plan, err
}

// conversation is what the planner sees: each message of the user, each result
// and each of its own plans in turn.
func (p *planner) conversation(s *roles.Scene) ([]model.Message, error) {
	v := p.view(s)
	v.Tools = toolList(s.Offered)
	system, err := p.prompts.part(taskPlan, "system", v)
	if err != nil {
		return nil, err
	}
	c := &conversation{planner: p, out: []model.Message{{Role: "system", Text: system}}}
	for i := range s.Missions {
		m := &s.Missions[i]
		c.add(m.Dialogue, func(call int) (int, json.RawMessage) { return m.Calls[call].Status, m.Calls[call].Observation })
	}
	answers := map[int]world.Answer{}
	for _, made := range s.Made {
		answers[made.Call] = made.Answer
	}
	c.refused = s.Reasons
	c.add(s.Turns, func(call int) (int, json.RawMessage) { return answers[call].Status, answers[call].Body.JSON() })
	c.flush()
	return c.out, c.err
}

// conversation collects messages; what is said to the planner between two of
// its plans is one message.
type conversation struct {
	*planner
	out     []model.Message
	pending []string
	refused []string // reasons against the last plan, if it is to be shown
	err     error
}

func (c *conversation) part(name string, data *view) {
	text, err := c.prompts.part(taskPlan, name, data)
	if err != nil && c.err == nil {
		c.err = err
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
	text, err := json.Marshal(p)
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("a plan cannot be written: %w", err)
	}
	c.out = append(c.out, model.Message{Role: "assistant", Text: string(text)})
}

// add goes through a dialogue. Of refused plans only the last is shown, and
// only when the planner is to mend it.
func (c *conversation) add(turns []mission.Turn, answer func(call int) (int, json.RawMessage)) {
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
			type result struct {
				Status int             `json:"status"`
				Body   json.RawMessage `json:"body"`
			}
			var results []result
			for _, call := range t.Calls {
				status, body := answer(call)
				results = append(results, result{status, body})
			}
			text, err := json.Marshal(results)
			if err != nil && c.err == nil {
				c.err = fmt.Errorf("results cannot be written: %w", err)
			}
			c.part("results", &view{Text: string(text)})
		case mission.RoleAI:
			if i+1 == len(turns) {
				c.part("answered", &view{Text: t.Text})
			}
		}
	}
}
