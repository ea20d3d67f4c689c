package follow

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/eval"
	evalsession "switchyard/eval/session"
	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/out/corpus"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Stage is where a session is lived through: the session with the tools and worlds behind it.
type Stage struct {
	Session *session.Session
	Set     *tools.Toolset
	Worlds  []*world.World // before each run, if the runs before it went as the session has them
	User    User           // nil says what the session has
}

// User says what the user of a session says, in its own words. It is safe for concurrent use.
type User interface {
	// Say says what the user says at the beginning of an exchange, in a conversation that may have
	// gone otherwise than the session has it.
	Say(ctx context.Context, s *session.Session, exchange int, heard []corpus.Message) (string, error)
}

// Controller is what stands around an agent in a live session.
//
// Source: FlowAgent, section 3.3 (controllers before and after a decision).
type Controller struct {
	Pre  bool // tells before each step which tools cannot be called yet
	Post bool // refuses calls: without what has to come first, repeated, or too many
}

// Name is none, pre, post or both.
func (c Controller) Name() string {
	switch c {
	case Controller{true, true}:
		return "both"
	case Controller{true, false}:
		return "pre"
	case Controller{false, true}:
		return "post"
	}
	return "none"
}

// ControllerOf is the controller of that name; ok is false if there is none.
func ControllerOf(name string) (c Controller, ok bool) {
	for _, c := range []Controller{{}, {Pre: true}, {Post: true}, {true, true}} {
		if c.Name() == name {
			return c, true
		}
	}
	return c, false
}

// Limits of a live session.
const (
	mostRepeated = 2  // identical calls, with a controller
	mostCalls    = 12 // of one turn
	nudges       = 1  // of the user in one exchange
)

// Made is a call that the agent made.
type Made struct {
	Exchange  int             `json:"exchange"` // of the session at which it was made
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Status    int             `json:"status"` // 0 if a controller refused it
}

// Outcome is what came of a live session.
type Outcome struct {
	Success  bool    `json:"success"`
	Goals    Counts  `json:"goals"`
	Tools    Counts  `json:"tools"`
	Turns    int     `json:"turns"`
	Refused  int     `json:"refused"`  // calls that a controller refused
	Needless int     `json:"needless"` // changes of the world that nobody wanted
	Calls    []Made  `json:"calls"`
	Usage    []Usage `json:"usage,omitempty"`
	Lost     *Lost   `json:"lost,omitempty"` // nil if it succeeded

	said []string // replies
}

// Lost is where a session went wrong first: at the first goal that was not reached, or at the first
// change that nobody wanted.
type Lost struct {
	Exchange int    `json:"exchange"`
	Workflow string `json:"workflow"`
	Node     string `json:"node"`
}

// Usage is what one answer of a model used.
type Usage = model.Usage

// Progress is the share of goals that were reached; 1 if there are none.
func (o *Outcome) Progress() float64 {
	_, recall, _ := o.Goals.Rates()
	return recall
}

// mostTurns bounds a session: 15 turns for one run, 20 for two, else twice those of the session.
//
// Source: FlowBench, appendix C (15 and 20).
func mostTurns(s *session.Session) int {
	switch len(s.Runs) {
	case 1:
		return 15
	case 2:
		return 20
	}
	return 2 * len(s.Exchanges)
}

// live is a session under way.
type live struct {
	*Stage
	agent    Agent
	control  Controller
	schemas  *evalsession.Schemas
	world    *world.World
	messages []corpus.Message
	done     map[string]bool // tools that have succeeded in the run
	repeated map[string]int  // calls, by what they say
	out      *Outcome
}

// Liver lets agents live through sessions. It is safe for concurrent use.
type Liver struct{ schemas evalsession.Schemas }

// Live lets an agent talk to the user of a session over its world. The user says what the session
// has, in its order and maybe in other words; where the agent has not done what was asked, the user asks once more.
// Missions without a workflow happen as the session has them. The error is one of the agent or
// the context.
func (l *Liver) Live(ctx context.Context, stage *Stage, agent Agent, control Controller) (*Outcome, error) {
	v := &live{Stage: stage, agent: agent, control: control, schemas: &l.schemas, world: stage.Worlds[0].Clone(), out: &Outcome{Calls: []Made{}}}
	run := -1
	for i := range stage.Session.Exchanges {
		ex := &stage.Session.Exchanges[i]
		if v.out.Turns >= mostTurns(stage.Session) {
			break
		}
		if ex.Run != run {
			run, v.done, v.repeated = ex.Run, map[string]bool{}, map[string]int{}
			v.world.Adopt(stage.Worlds[run])
		}
		text := ex.User
		if stage.User != nil && ex.Mission == nil {
			var err error
			if text, err = stage.User.Say(ctx, stage.Session, i, clip(v.messages)); err != nil {
				return nil, err
			}
		}
		v.messages = append(v.messages, corpus.Message{Role: corpus.User, Mission: i, Text: text})
		if ex.Mission != nil {
			v.aside(i, ex)
			continue
		}
		if err := v.exchange(ctx, i, ex); err != nil {
			return nil, err
		}
	}
	v.count()
	return v.out, nil
}

// aside lets a mission happen as the session has it.
func (v *live) aside(i int, ex *session.Exchange) {
	for _, c := range ex.Mission.Calls {
		if t := v.Set.Tool(c.Tool); t != nil {
			if args, wrong := v.schemas.Read(t, c.Arguments); wrong == "" {
				v.world.Call(t, args)
			}
		}
	}
	v.messages = appendMission(v.messages, i, ex.Mission)
	v.out.Turns++
}

// exchange lets the agent act until it has answered.
func (v *live) exchange(ctx context.Context, i int, ex *session.Exchange) error {
	step, calls := 0, 0
	for nudged := 0; ; {
		d := &Decision{Session: v.Session, Exchange: i, Step: step, Messages: clip(v.messages), Live: true}
		if v.control.Pre {
			d.Blocked = v.blocked(d.Workflow())
		}
		a, err := v.agent.Act(ctx, d)
		if err != nil {
			return err
		}
		if a.Usage != (Usage{}) {
			v.out.Usage = append(v.out.Usage, a.Usage)
		}
		if len(a.Calls) == 0 {
			v.messages = append(v.messages, corpus.Message{Role: corpus.Assistant, Mission: i, Text: a.Text})
			v.out.said = append(v.out.said, a.Text)
			v.out.Turns++
			if step >= len(ex.Calls) || nudged == nudges || v.out.Turns >= mostTurns(v.Session) || references(v.agent) {
				return nil
			}
			nudged++
			v.messages = append(v.messages, corpus.Message{Role: corpus.User, Mission: i, Text: "Yes, please go ahead."})
			continue
		}
		v.messages = append(v.messages, corpus.Message{Role: corpus.Assistant, Mission: i, Text: a.Text, Calls: called(a.Calls)})
		for _, c := range a.Calls {
			text := v.call(i, &c, d.Workflow())
			v.messages = append(v.messages, corpus.Message{Role: corpus.Tool, Mission: i, Text: text, CallID: c.ID, Name: c.Name})
			for k := step; k < len(ex.Calls); k++ { // what is left out is passed
				if ex.Calls[k].Tool == c.Name && sameArguments(ex.Calls[k].Arguments, c.Arguments) {
					step = k + 1
					break
				}
			}
		}
		if calls++; calls > mostCalls {
			v.out.Turns++
			return nil
		}
	}
}

// references reports whether an agent is a reference agent, which answers once.
func references(a Agent) bool {
	_, is := a.(reference)
	return is
}

func called(calls []eval.Called) []corpus.Call {
	all := make([]corpus.Call, len(calls))
	for i, c := range calls {
		all[i] = corpus.Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments}
	}
	return all
}

// blocked lists the tools of a workflow for which something else must come first.
func (v *live) blocked(w *session.Workflow) (all []string) {
	for _, n := range w.Nodes {
		if n.Call != "" && !slices.Contains(all, n.Call) && v.missing(w, n.Call) != "" {
			all = append(all, n.Call)
		}
	}
	return all
}

// missing is a tool that must have succeeded before another one, and has not.
func (v *live) missing(w *session.Workflow, tool string) string {
	for _, need := range w.Before[tool] {
		if !v.done[need] {
			return need
		}
	}
	return ""
}

// call makes a call of the agent, and returns what it is told.
func (v *live) call(i int, c *eval.Called, w *session.Workflow) string {
	made := Made{Exchange: i, Tool: c.Name, Arguments: c.Arguments}
	defer func() { v.out.Calls = append(v.out.Calls, made) }()
	refuse := func(status int, format string, args ...any) string {
		made.Status = status
		text, _ := json.Marshal(map[string]string{"error": fmt.Sprintf(format, args...)}) // a text can always be written
		return string(text)
	}
	key := c.Name + string(c.Arguments)
	v.repeated[key]++
	if v.control.Post {
		need := v.missing(w, c.Name)
		if need != "" || v.repeated[key] > mostRepeated {
			v.out.Refused++
		}
		switch {
		case need != "":
			return refuse(0, "The controller refuses this call: %s has to come first.", need)
		case v.repeated[key] > mostRepeated:
			return refuse(0, "The controller refuses this call: it has been made %d times.", mostRepeated)
		}
	}
	t := v.Set.Tool(c.Name)
	if t == nil {
		return refuse(404, "There is no function of the name %s.", c.Name)
	}
	args, wrong := v.schemas.Read(t, c.Arguments)
	if wrong != "" {
		return refuse(400, "%s", wrong)
	}
	answer := v.world.Call(t, args)
	if made.Status = answer.Status; made.Status < 300 {
		v.done[c.Name] = true
	}
	return string(answer.Body.JSON())
}

func changes(t *mission.Tool) bool {
	return slices.Contains([]string{"create", "update", "delete"}, string(t.Effect))
}

// sameArguments reports whether the arguments of a call are those that are wanted.
func sameArguments(want, have json.RawMessage) bool {
	a, b := objectOf(want), objectOf(have)
	for name, value := range a {
		if !Empty(value) && !SameParam(value, b[name]) {
			return false
		}
	}
	return true
}

// count judges the session by what has changed and what was told.
func (v *live) count() {
	s, o := v.Session, v.out
	taken := make([]bool, len(o.Calls))
	find := func(c *session.Called, succeeded bool) bool {
		for i, m := range o.Calls {
			if !taken[i] && m.Tool == c.Tool && (!succeeded || m.Status > 0 && m.Status < 300) && sameArguments(c.Arguments, m.Arguments) {
				taken[i] = true
				return true
			}
		}
		return false
	}
	made := map[[2]int]bool{}
	for i := range s.Exchanges {
		for k := range s.Exchanges[i].Calls {
			c := &s.Exchanges[i].Calls[k]
			o.Tools.Gold++
			if find(c, c.Status < 300) {
				o.Tools.Right++
				made[[2]int{i, k}] = true
			}
		}
	}
	o.Tools.Made = len(o.Calls)
	for i, m := range o.Calls {
		t := slices.IndexFunc(s.Toolset.Tools, func(t mission.Tool) bool { return t.Name == m.Tool })
		if !taken[i] && m.Status > 0 && m.Status < 300 && t >= 0 && changes(&s.Toolset.Tools[t]) {
			o.Needless++
			v.lose(m.Exchange, -1)
		}
	}
	all := strings.Join(o.said, "\n")
	for _, run := range s.Runs {
		for _, g := range run.Goals {
			o.Goals.Gold++
			c := &s.Exchanges[g.Exchange].Calls[g.Call]
			d := &Decision{Session: s, Exchange: g.Exchange}
			reached := made[[2]int{g.Exchange, g.Call}]
			if !g.Changes && c.Status < 300 {
				reached = reached && !slices.ContainsFunc(d.identifiers(c), func(id string) bool { return !strings.Contains(all, id) })
			}
			if reached {
				o.Goals.Right++
			} else {
				v.lose(g.Exchange, g.Call)
			}
		}
	}
	o.Goals.Made = o.Goals.Right
	o.Success = o.Goals.Right == o.Goals.Gold && o.Needless == 0
}

// lose records that something went wrong in an exchange: at a call, or where it ends if there is none.
func (v *live) lose(exchange, call int) {
	if l := v.out.Lost; l != nil && l.Exchange <= exchange {
		return
	}
	d := &Decision{Session: v.Session, Exchange: exchange, Step: call}
	if call < 0 {
		d.Step = len(d.ex().Calls)
	}
	v.out.Lost = &Lost{exchange, d.Workflow().Name, d.Node()}
}
