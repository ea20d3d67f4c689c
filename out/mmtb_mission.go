package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"switchyard/mission"
)

// mmtbPlayed is a mission while it is read from its steps and messages.
type mmtbPlayed struct {
	m     *mission.Mission
	steps []MMTBStep
	after []MMTBMessage // those after the task
	last  int           // the number of steps before the reply
	// For each step: the number of its call or question (the other is -1), the calls
	// that must come first, and its level: the least number of steps before it.
	call, ask []int
	needs     [][]int
	level     []int
}

// mission reads mission i.
func (r *mmtbTeller) mission(i int, tools []mission.Tool) (*mission.Mission, error) {
	m := &mission.Mission{Request: r.text.Tasks[i], Calls: []mission.Call{}}
	if m.Request == "" {
		return nil, within(r.prefix+"task", within(fmt.Sprint(i), errors.New("must not be empty")))
	}
	p := &mmtbPlayed{m: m, steps: r.text.Answers[i]}
	if err := r.opening(i, p); err != nil {
		return nil, err
	}
	if at, err := p.readSteps(tools); err != nil {
		return nil, within(r.prefix+"answer_list", within(fmt.Sprint(i), within(fmt.Sprint(at), err)))
	}
	err := p.readReply()
	if err == nil {
		err = p.paths()
	}
	if err != nil {
		return nil, within(r.prefix+"answer_list", within(fmt.Sprint(i), err))
	}
	if err := r.kind(i, m); err != nil {
		return nil, err
	}
	p.play()
	return m, nil
}

// opening reads the messages up to the task, and keeps those after it.
func (r *mmtbTeller) opening(i int, p *mmtbPlayed) error {
	if r.text.Messages == nil {
		p.m.Dialogue = []mission.Turn{{Role: mission.RoleUser, Text: p.m.Request}}
		return nil
	}
	block, task := r.text.Messages[i], 0
	if r.line.TaskIDs != nil {
		task = r.line.TaskIDs[i]
	}
	if task < 0 || task >= len(block) || block[task].Role != "user" {
		return within("task_ids", within(fmt.Sprint(i), errors.New("must be the index of a user message within the messages of its mission")))
	}
	for _, message := range block[:task+1] {
		turn := mission.Turn{Role: mission.RoleUser, Text: message.Said()}
		if message.Role != "user" {
			turn.Role = mission.RoleAI
		}
		p.m.Dialogue = append(p.m.Dialogue, turn)
	}
	p.after = block[task+1:]
	if said := &p.m.Dialogue[task]; !strings.Contains(said.Text, p.m.Request) {
		said.Text = p.m.Request
	}
	return nil
}

// said returns message n of a role after the task; empty if there is none.
func (p *mmtbPlayed) said(role string, n int) string {
	for _, message := range p.after {
		if message.Role != role {
			continue
		}
		if n--; n < 0 {
			return message.Said()
		}
	}
	return ""
}

// readSteps reads calls and questions, and what each of them waits for. An error is
// about the step at.
func (p *mmtbPlayed) readSteps(tools []mission.Tool) (at int, err error) {
	p.last = len(p.steps)
	if p.last > 0 && p.steps[p.last-1].Action.Name == mission.AnswerTool {
		p.last--
	}
	for i := range p.steps[:p.last] {
		s := &p.steps[i]
		call, ask := -1, -1
		arguments, err := mmtbArguments(s.Action.Arguments)
		if err != nil {
			return i, within("action", within("arguments", err))
		}
		needs, level, err := p.waits(i)
		if err != nil {
			return i, err
		}
		switch {
		case s.Action.Name == mission.AnswerTool:
			return i, within("action", within("name", fmt.Errorf("%s must be the last step", mission.AnswerTool)))
		case s.Action.Name == mission.AskTool:
			ask = len(p.m.Questions)
			if err := p.question(s, arguments); err != nil {
				return i, err
			}
		case !slices.ContainsFunc(tools, func(t mission.Tool) bool { return t.Name == s.Action.Name }):
			return i, within("action", within("name", fmt.Errorf("no tool is called %q", s.Action.Name)))
		default:
			call = len(p.m.Calls)
			observation := []byte("null")
			if len(s.Observation) > 0 {
				if observation, err = appendRaw(nil, s.Observation); err != nil {
					return i, within("observation", err)
				}
			}
			p.m.Calls = append(p.m.Calls, mission.Call{Tool: s.Action.Name, Arguments: arguments, Sources: []mission.Source{},
				Status: 200, Observation: observation, Dependencies: needs})
		}
		p.call, p.ask = append(p.call, call), append(p.ask, ask)
		p.needs, p.level = append(p.needs, needs), append(p.level, level)
	}
	for i := range p.m.Questions {
		q := &p.m.Questions[i]
		q.Complete = !slices.ContainsFunc(p.m.Questions[i+1:], func(later mission.Question) bool {
			return later.Tool == q.Tool && slices.ContainsFunc(later.Missing, func(name string) bool { return slices.Contains(q.Missing, name) })
		})
	}
	return 0, nil
}

// waits returns the calls that must come before step i, and its level.
func (p *mmtbPlayed) waits(i int) (needs []int, level int, err error) {
	needs = []int{}
	for j, d := range p.steps[i].Dependencies {
		if d < 0 || d >= i {
			return nil, 0, within("dependency_list", within(fmt.Sprint(j), errors.New("must be the number of an earlier step")))
		}
		level = max(level, p.level[d]+1)
		if p.call[d] >= 0 {
			needs = append(needs, p.call[d])
		} else {
			needs = append(needs, p.needs[d]...)
		}
	}
	slices.Sort(needs)
	return slices.Compact(needs), level, nil
}

// mmtbArguments returns arguments as a compact object.
func mmtbArguments(doc json.RawMessage) (json.RawMessage, error) {
	var text string
	if json.Unmarshal(doc, &text) == nil {
		doc = json.RawMessage(strings.TrimSpace(text)) // also of null
	}
	if len(doc) == 0 {
		return json.RawMessage("{}"), nil
	}
	arguments, err := appendRaw(nil, doc)
	if err != nil || arguments[0] != '{' {
		return nil, errors.New("must be an object")
	}
	return arguments, nil
}

// question reads what is asked and what is replied.
func (p *mmtbPlayed) question(s *MMTBStep, arguments json.RawMessage) error {
	n := len(p.m.Questions)
	var asked mission.Asked
	if err := json.Unmarshal(arguments, &asked); err != nil || asked.Tool == "" || len(asked.Missing) == 0 {
		return within("action", within("arguments", errors.New("must name the tool and the parameters that the question is about")))
	}
	q := mission.Question{Tool: asked.Tool, Missing: asked.Missing, Text: spokenText(s.Observation)}
	if q.Text == "" {
		q.Text = p.said("assistant", n)
	}
	if s.UserInput != nil {
		q.Reply = *s.UserInput
	}
	if q.Reply == "" {
		q.Reply = p.said("user", n)
	}
	switch {
	case q.Text == "":
		return within("observation", errors.New("must be what the assistant asks, a string"))
	case q.Reply == "":
		return within("user_input", errors.New("must be the user's reply, a string"))
	}
	p.m.Questions = append(p.m.Questions, q)
	return nil
}

// spokenText returns an observation that is a text; empty if it is something else.
func spokenText(observation json.RawMessage) string {
	var text string
	if json.Unmarshal(observation, &text) != nil {
		return ""
	}
	return text
}

// readReply reads the closing reply.
func (p *mmtbPlayed) readReply() error {
	asked := len(p.m.Questions)
	if p.last < len(p.steps) {
		p.m.Reply = spokenText(p.steps[p.last].Observation)
	}
	if p.m.Reply == "" {
		p.m.Reply = p.said("assistant", asked)
	}
	if p.m.Reply == "" {
		return within(fmt.Sprint(p.last), within("observation", errors.New("must be what the assistant says at the end, a string")))
	}
	if p.said("user", asked) != "" {
		return fmt.Errorf("the user replies more often than the mission asks (questions: %d)", asked)
	}
	return nil
}

// paths counts the paths and finds the pattern.
func (p *mmtbPlayed) paths() error {
	if len(p.m.Calls) == 0 {
		return nil
	}
	if len(p.m.Calls) > MMTBMaxCalls {
		return fmt.Errorf("has %d calls; the paths of more than %d cannot be counted", len(p.m.Calls), MMTBMaxCalls)
	}
	needs := make([][]int, len(p.m.Calls))
	for i := range p.m.Calls {
		needs[i] = p.m.Calls[i].Dependencies
	}
	graph, err := mission.NewGraph(needs)
	if err != nil {
		return err
	}
	p.m.Pattern = graph.Pattern() // kind removes it unless the mission is a multi mission
	p.m.Paths = graph.Info(mission.DefaultPathLimit)
	return nil
}

// kind finds the action type and the relation.
func (r *mmtbTeller) kind(i int, m *mission.Mission) error {
	switch {
	case r.line.Types != nil:
		var ok bool
		if m.Type, ok = MMTBType(r.line.Types[i]); !ok {
			return within("type", within(fmt.Sprint(i), errors.New("must be one of 单 多 反 拒")))
		}
	case len(m.Questions) > 0:
		m.Type = mission.Clarify
	case len(m.Calls) == 0:
		m.Type = mission.Chat
	case len(m.Calls) == 1:
		m.Type = mission.Single
	default:
		m.Type = mission.Multi
	}
	if m.Type != mission.Multi {
		m.Pattern = ""
	}
	if r.line.TurnSubtypes == nil || r.line.TurnSubtypes[i] == "" {
		return nil
	}
	var ok bool
	switch m.Relation, ok = MMTBRelation(r.line.TurnSubtypes[i]); {
	case !ok:
		return within("turn_subtypes", within(fmt.Sprint(i), errors.New("must be null or one of 指代理解 省略成分 长期记忆")))
	case i == 0:
		return within("turn_subtypes", within("0", errors.New("must be null: no mission comes before the first")))
	}
	return nil
}

// play adds the turns after the task: the questions and calls of each level, and the
// reply.
func (p *mmtbPlayed) play() {
	levels := 0
	for _, level := range p.level {
		levels = max(levels, level+1)
	}
	for level := range levels {
		var calls []int
		var actions []mission.Action
		for i, q := range p.ask {
			if q < 0 || p.level[i] != level {
				continue
			}
			arguments, _ := mmtbArguments(p.steps[i].Action.Arguments) // no error: they have been read before
			p.plan("no", mission.Action{Name: mission.AskTool, Arguments: arguments})
			p.m.Dialogue = append(p.m.Dialogue, mission.Turn{Role: mission.RoleAI, Text: p.m.Questions[q].Text},
				mission.Turn{Role: mission.RoleUser, Text: p.m.Questions[q].Reply})
		}
		for i, c := range p.call {
			if c >= 0 && p.level[i] == level {
				calls = append(calls, c)
				actions = append(actions, mission.Action{Name: p.m.Calls[c].Tool, Arguments: p.m.Calls[c].Arguments})
			}
		}
		if len(calls) > 0 {
			p.plan("no", actions...)
			p.m.Dialogue = append(p.m.Dialogue, mission.Turn{Role: mission.RoleTool, Calls: calls})
		}
	}
	p.plan("yes", mission.Action{Name: mission.AnswerTool, Arguments: mmtbAnswer(p.m)})
	p.m.Dialogue = append(p.m.Dialogue, mission.Turn{Role: mission.RoleAI, Text: p.m.Reply})
}

func (p *mmtbPlayed) plan(finish string, actions ...mission.Action) {
	p.m.Dialogue = append(p.m.Dialogue, mission.Turn{Role: mission.RolePlanner, Plan: &mission.Plan{MissionFinish: finish, ActionList: actions}})
}
