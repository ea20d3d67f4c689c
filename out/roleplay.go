package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// rolePlay writes a corpus for each of the five roles that play a mission: what the
// role saw, and what it said. A model that is trained on such a corpus can play that
// role.
//
// Everything comes from the entry. The prompts are those of this package, not those
// that a model was asked with. The built-in engine makes no plan that is refused. So
// that the checker learns to refuse, accepted plans of proven entries are spoiled and
// written again, with what is wrong with them: see [corpus.Refusal].
type rolePlay struct{}

func (rolePlay) Name() string  { return "roles" }
func (rolePlay) About() string { return "a corpus for each role: planner, user, tool, checker, ai" }

func (rolePlay) Choices() []Choice { return lineChoices }
func (rolePlay) Lacks() string     { return "this format needs the thoughts of planner and checker" }

func (rolePlay) Export(to Output, split string, o ExportOptions) (Sink, error) {
	pairer := corpus.NewPairer()
	return &partSink[roleTurn]{to: to, id: func(t *roleTurn) string { return t.id },
		list: func(e *mission.Entry) ([]roleTurn, error) { return roleTurns(e, pairer) },
		prepare: func(t *roleTurn) (func() error, error) {
			if t.skip != nil {
				return nil, t.skip
			}
			line, err := lineOf(t.RoleExample)
			if err != nil {
				return nil, err
			}
			return o.oneLine(to, string(t.Role)+"/"+split+".jsonl", line)
		}}, nil
}

// RoleExample is a line of the file of a role: a system prompt, what the role saw, and
// its answer. Planner, tool and checker answer in JSON, user and ai in words.
type RoleExample struct {
	ID       string        `json:"id"`       // entry#mission.turn, from 1; for a spoiled plan, followed by why it is refused
	Role     mission.Role  `json:"role"`     // that answers
	Kind     string        `json:"kind"`     // what was to be done, such as "plan" or "ask"
	Messages []RoleMessage `json:"messages"` // system, user, assistant
}

// RoleMessage is a message of a [RoleExample].
type RoleMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// RoleObservation is the tool role's answer to one call.
type RoleObservation struct {
	Status      int             `json:"status"` // of HTTP
	Observation json.RawMessage `json:"observation"`
}

// RoleVerdict is what the checker says.
type RoleVerdict struct {
	Accepted bool     `json:"accepted"`
	Reasons  []string `json:"reasons"` // at least one if the plan or result is refused
}

// The kinds of examples: what a role has to do.
const (
	kindPropose   = "propose"    // user: the first request
	kindFollow    = "follow"     // user: a later request
	kindReply     = "reply"      // user: answers a question
	kindPlan      = "plan"       // planner
	kindObserve   = "observe"    // tool
	kindCheckPlan = "check_plan" // checker
	kindCheckSeen = "check_observations"
	kindAsk       = "ask"       // ai
	kindSummarise = "summarise" // ai: tells what tools returned
	kindChat      = "chat"      // ai: answers without tools
)

// Reasons to skip turns.
const (
	roleNotKept    = cannotSay("an observation that was refused is not kept in the entry")
	roleRefused    = cannotSay("a plan that was refused is no example for planners")
	roleIncomplete = cannotSay("the turn before it is not in the dialogue")
)

// roleTurn is a turn of a dialogue as an example, or why it gives none.
type roleTurn struct {
	*RoleExample
	id   string
	skip error
}

// roleTurns makes examples of the turns of an entry. The plans that a checker has to
// refuse come after the one that it accepts in their place.
func roleTurns(e *mission.Entry, pairer *corpus.Pairer) ([]roleTurn, error) {
	d, err := newDialogue(e)
	if err != nil {
		return nil, err
	}
	refusals, err := pairer.Refusals(e)
	if err != nil && !errors.As(err, new(*corpus.UnprovenError)) {
		return nil, err
	}
	var list []roleTurn
	add := func(id string, x *RoleExample, err error) error {
		if err != nil && !errors.As(err, new(cannotSay)) {
			return err
		}
		if x != nil {
			x.ID = id
		}
		if x != nil || err != nil {
			list = append(list, roleTurn{x, id, err})
		}
		return nil
	}
	for i := range e.Missions {
		d.begin(i)
		for j := range e.Missions[i].Dialogue {
			id := fmt.Sprintf("%s#%d.%d", e.ID, i+1, j+1)
			x, err := d.turn(j)
			if err := add(id, x, err); err != nil {
				return nil, fmt.Errorf("/missions/%d/dialogue/%d: %w", i, j, err)
			}
			if x == nil || x.Kind != kindCheckPlan {
				continue
			}
			for ; len(refusals) > 0 && refusals[0].Mission == i && refusals[0].Turn < j; refusals = refusals[1:] {
				x, err := d.refusal(&refusals[0])
				if err := add(id+"."+string(refusals[0].Why), x, err); err != nil {
					return nil, err
				}
			}
		}
	}
	return list, nil
}

// dialogue follows an entry turn by turn. It knows what has been said and done before
// each turn.
type dialogue struct {
	e        *mission.Entry
	tools    string // the tools as planner and checker see them, one a line
	m        *mission.Mission
	index    int
	said     strings.Builder // by user and assistant since the beginning, with the calls between
	spoken   strings.Builder // by user and assistant alone
	results  strings.Builder // the calls and observations of this mission
	plan     *mission.Plan
	plansTo  string // the plan as JSON
	judged   string // the kind of the checker's next example; empty if the turn before it gives none
	unjudged error  // why there is none
	answered []int  // the calls to judge next
}

// newDialogue begins before the first turn.
func newDialogue(e *mission.Entry) (*dialogue, error) {
	d := &dialogue{e: e}
	var err error
	d.tools, err = d.toolLines(func(t *mission.Tool) *roleTool {
		return &roleTool{Name: t.Name, Description: t.Description, Parameters: t.Parameters}
	})
	return d, err
}

// toolLines writes the tools for which show gives something, one a line.
func (d *dialogue) toolLines(show func(t *mission.Tool) *roleTool) (string, error) {
	var b strings.Builder
	for i := range d.e.Toolset.Tools {
		t := show(&d.e.Toolset.Tools[i])
		if t == nil {
			continue
		}
		line, err := lineOf(t)
		if err != nil {
			return "", fmt.Errorf("/toolset/tools/%d: %w", i, err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.String(), nil
}

func (d *dialogue) begin(i int) {
	d.m, d.index, d.plan, d.judged = &d.e.Missions[i], i, nil, ""
	d.unjudged = roleIncomplete
	d.results.Reset()
}

// turn returns the example of a turn, and moves on behind it. There is no example of
// a turn of another role. The error is a cannotSay if the turn is to be skipped.
func (d *dialogue) turn(j int) (x *RoleExample, err error) {
	t := &d.m.Dialogue[j]
	switch t.Role {
	case mission.RoleUser:
		x = d.user(t, j)
		d.say("User", t.Text)
	case mission.RoleAI:
		x, err = d.ai(t)
		d.say("Assistant", t.Text)
	case mission.RolePlanner:
		x, err = d.planner(t, j)
	case mission.RoleTool:
		x, err = d.tool(t, j)
	case mission.RoleChecker:
		x, err = d.checker(t)
	}
	return x, err
}

func (d *dialogue) say(who, text string) {
	fmt.Fprintf(&d.said, "%s: %s\n", who, text)
	fmt.Fprintf(&d.spoken, "%s: %s\n", who, text)
}

// example makes an example of what a role saw and said.
func (d *dialogue) example(role mission.Role, kind, saw, said string) *RoleExample {
	return &RoleExample{Role: role, Kind: kind, Messages: []RoleMessage{
		{"system", roleSystems[kind]}, {"user", strings.TrimSpace(saw)}, {"assistant", said},
	}}
}

// now is the line about the time.
func (d *dialogue) now() string {
	return fmt.Sprintf("It is %s, %s.\n", d.e.Environment.Weekday, d.e.Environment.Now)
}

// conversationSoFar says what was said before, or that nothing was said.
func conversationSoFar(said string) string {
	if said == "" {
		return "\nNothing has been said yet.\n"
	}
	return "\nThe conversation so far:\n" + said
}

func (d *dialogue) user(t *mission.Turn, j int) *RoleExample {
	kind, wish := kindReply, ""
	if j == 0 {
		kind, wish = kindFollow, roleWish(d.m)
		if d.index == 0 {
			kind = kindPropose
		}
	}
	saw := d.now() + rolePersona(&d.e.Persona) + "\nWhat the assistant's tools can do:\n" + d.abilities() +
		conversationSoFar(d.spoken.String()) + wish
	return d.example(mission.RoleUser, kind, saw, t.Text)
}

// abilities lists the descriptions of the tools, without their names, which no user
// knows.
func (d *dialogue) abilities() string {
	var b strings.Builder
	for i := range d.e.Toolset.Tools {
		b.WriteString("- " + d.e.Toolset.Tools[i].Description + "\n")
	}
	return b.String()
}

// planner makes an example of a plan that the next turn accepts.
func (d *dialogue) planner(t *mission.Turn, j int) (*RoleExample, error) {
	if t.Plan == nil {
		return nil, roleIncomplete
	}
	d.plan, d.judged = t.Plan, kindCheckPlan
	text, err := lineOf(t.Plan)
	if err != nil {
		return nil, within("plan", err)
	}
	d.plansTo = string(text)
	if d.refused(j) {
		return nil, roleRefused
	}
	saw := d.now() + "\nThe tools:\n" + d.tools + conversationSoFar(d.said.String())
	return d.example(mission.RolePlanner, kindPlan, saw, d.plansTo), nil
}

// refused reports whether the checker refuses what turn j says.
func (d *dialogue) refused(j int) bool {
	if j+1 == len(d.m.Dialogue) {
		return false
	}
	next := &d.m.Dialogue[j+1]
	return next.Role == mission.RoleChecker && next.Accepted != nil && !*next.Accepted
}

// tool makes an example of the observations of one turn. An entry keeps only the last
// observation of a call, so refused ones are unknown.
func (d *dialogue) tool(t *mission.Turn, j int) (*RoleExample, error) {
	calls, results, err := d.calls(t.Calls)
	if err != nil {
		return nil, err
	}
	if d.refused(j) {
		d.judged, d.unjudged = "", roleNotKept
		return nil, roleNotKept
	}
	used := map[string]bool{}
	for _, c := range t.Calls {
		used[d.m.Calls[c].Tool] = true
	}
	tools, err := d.toolLines(func(t *mission.Tool) *roleTool {
		if !used[t.Name] {
			return nil
		}
		return &roleTool{t.Name, t.Description, t.Parameters, t.Returns}
	})
	if err != nil {
		return nil, err
	}
	answer, err := lineOf(&results)
	if err != nil {
		return nil, err
	}
	saw := d.now() + "\nThe tools that are called:\n" + tools + conversationSoFar(d.said.String()) +
		"\nThe calls to answer:\n" + calls
	x := d.example(mission.RoleTool, kindObserve, saw, string(answer))
	for i, c := range t.Calls {
		call := &d.m.Calls[c]
		arguments, err := appendRaw(nil, call.Arguments)
		if err != nil {
			return nil, err
		}
		observation, err := appendRaw(nil, results[i].Observation)
		if err != nil {
			return nil, err
		}
		line := fmt.Sprintf("Call: %s %s\nResult %d: %s\n", call.Tool, arguments, call.Status, observation)
		d.said.WriteString(line)
		d.results.WriteString(line)
	}
	d.answered, d.judged = t.Calls, kindCheckSeen
	return x, nil
}

// roleTool is a tool as the tool role sees it.
type roleTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Returns     json.RawMessage `json:"returns,omitempty"`
}

// calls writes calls, one on each line, and returns what they returned.
func (d *dialogue) calls(numbers []int) (string, []RoleObservation, error) {
	var b strings.Builder
	var results []RoleObservation
	for _, c := range numbers {
		if c < 0 || c >= len(d.m.Calls) {
			return "", nil, fmt.Errorf("there is no call %d", c)
		}
		call := &d.m.Calls[c]
		arguments, err := appendRaw(nil, call.Arguments)
		if err != nil {
			return "", nil, fmt.Errorf("the arguments of call %d: %w", c, err)
		}
		fmt.Fprintf(&b, "%s %s\n", call.Tool, arguments)
		results = append(results, RoleObservation{call.Status, call.Observation})
	}
	return b.String(), results, nil
}

// checker makes an example of a verdict on a plan or on observations.
func (d *dialogue) checker(t *mission.Turn) (*RoleExample, error) {
	if t.Accepted == nil {
		return nil, roleIncomplete
	}
	verdict, err := lineOf(&RoleVerdict{*t.Accepted, t.Reasons})
	if err != nil {
		return nil, err
	}
	kind, none := d.judged, d.unjudged
	d.judged, d.unjudged = "", roleIncomplete
	switch kind {
	case kindCheckPlan:
		if !*t.Accepted {
			d.plan = nil
		}
		return d.judge(kind, "\nThe plan to judge:\n"+d.plansTo, verdict), nil
	case kindCheckSeen:
		// The observations are part of the conversation by now.
		calls, _, err := d.calls(d.answered)
		return d.judge(kind, "\nJudge the results of these calls, the last of the conversation:\n"+calls, verdict), err
	}
	return nil, none
}

// judge makes an example of a verdict on what is shown last.
func (d *dialogue) judge(kind, shown string, verdict []byte) *RoleExample {
	saw := d.now() + "\nThe tools:\n" + d.tools + conversationSoFar(d.said.String()) + shown
	return d.example(mission.RoleChecker, kind, saw, string(verdict))
}

// refusal makes an example of a spoiled plan, in the place of the plan that was just
// accepted.
func (d *dialogue) refusal(r *corpus.Refusal) (*RoleExample, error) {
	plan, err := lineOf(r.Plan)
	if err != nil {
		return nil, within("plan", err)
	}
	verdict, err := lineOf(&RoleVerdict{false, r.Reasons()})
	if err != nil {
		return nil, err
	}
	return d.judge(kindCheckPlan, "\nThe plan to judge:\n"+string(plan), verdict), nil
}

// ai makes an example of what the assistant says: a question if the plan asks one,
// otherwise the closing reply.
func (d *dialogue) ai(t *mission.Turn) (*RoleExample, error) {
	if d.plan == nil {
		return nil, roleIncomplete
	}
	saw := d.now() + conversationSoFar(d.spoken.String())
	kind := kindChat
	switch last := len(d.plan.ActionList) - 1; {
	case last >= 0 && d.plan.ActionList[last].Name == mission.AskTool:
		kind = kindAsk
		saw += "\nWhat is missing: " + d.missing(d.plan.ActionList[last].Arguments) + "\n"
	case d.results.Len() > 0:
		kind = kindSummarise
		saw += "\nWhat was done for the last request:\n" + d.results.String()
	}
	return d.example(mission.RoleAI, kind, saw, t.Text), nil
}

// missing says what the parameters mean that the user has to be asked for.
func (d *dialogue) missing(arguments json.RawMessage) string {
	var ask mission.Asked
	if json.Unmarshal(arguments, &ask) != nil {
		return string(arguments)
	}
	var list []string
	for _, name := range ask.Missing {
		list = append(list, d.meaning(ask.Tool, name))
	}
	return strings.Join(list, "; ")
}

// meaning returns the description of a parameter, or its name if it has none.
func (d *dialogue) meaning(tool, parameter string) string {
	for i := range d.e.Toolset.Tools {
		t := &d.e.Toolset.Tools[i]
		if t.Name != tool {
			continue
		}
		var schema struct {
			Properties map[string]struct{ Description string }
		}
		if json.Unmarshal(t.Parameters, &schema) == nil && schema.Properties[parameter].Description != "" {
			return schema.Properties[parameter].Description
		}
	}
	return strings.ReplaceAll(parameter, "_", " ")
}
