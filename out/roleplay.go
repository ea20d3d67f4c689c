package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// rolePlay writes a corpus for each of the five roles that play a mission: what
// the role saw, and what it said. Whoever trains a model on one can put it in
// the place of that role.
//
// All is taken from the entry: the words of the prompts are those of this file,
// not those that some model was asked with. The built-in engine makes no plan that
// is refused; so that the checker learns to refuse, accepted plans of proven entries
// are spoiled, and come once more with what is wrong: see [corpus.Refusal].
type rolePlay struct{}

func (rolePlay) Name() string  { return "roles" }
func (rolePlay) About() string { return "a corpus for each role: planner, user, tool, checker, ai" }

func (rolePlay) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return &roleSink{to: to, split: split, o: o, pairer: corpus.NewPairer()}, nil
}

// RoleExample is a line of the file of a role: a system prompt, what the role
// saw, and its one answer. Planner, tool and checker answer in JSON, user and
// ai in words.
type RoleExample struct {
	ID       string        `json:"id"`       // entry#mission.turn, from 1; of a spoiled plan with why it is refused behind it
	Role     mission.Role  `json:"role"`     // whose the answer is
	Kind     string        `json:"kind"`     // what was to be done, such as "plan" or "ask"
	Messages []RoleMessage `json:"messages"` // system, user, assistant
}

// RoleMessage is a message of a [RoleExample].
type RoleMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// RoleObservation is what the tool role says about one call.
type RoleObservation struct {
	Status      int             `json:"status"` // as of HTTP
	Observation json.RawMessage `json:"observation"`
}

// RoleVerdict is what the checker says.
type RoleVerdict struct {
	Accepted bool     `json:"accepted"`
	Reasons  []string `json:"reasons"` // at least one when it refuses
}

// What a role is to do: the kinds of examples.
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

// Why turns are skipped.
const (
	roleNotKept    = "an observation that was refused is not kept in the entry"
	roleRefused    = "a plan that was refused is no example for planners"
	roleIncomplete = "the turn before it is not in the dialogue"
)

type roleSink struct {
	to     Output
	split  string
	o      ExportOptions
	pairer *corpus.Pairer
}

// Close implements [Sink].
func (s *roleSink) Close() error { return nil }

// Prepare implements [Sink].
func (s *roleSink) Prepare(e *mission.Entry) (write func() error, err error) {
	var b batch
	d, err := newDialogue(e)
	if err != nil {
		return nil, &EntryError{e.ID, err}
	}
	refusals, err := s.refusals(e)
	if err != nil {
		return nil, &EntryError{e.ID, err}
	}
	add := func(id string, x *RoleExample) error {
		x.ID = id
		line, err := lineOf(x)
		if err == nil {
			b.add(&s.o, id, batchItem{file: string(x.Role) + "/" + s.split + ".jsonl", line: line})
		}
		return err
	}
	for i := range e.Missions {
		d.begin(i)
		for j := range e.Missions[i].Dialogue {
			x, skip, err := d.turn(j)
			if err != nil {
				return nil, &EntryError{e.ID, fmt.Errorf("/missions/%d/dialogue/%d: %w", i, j, err)}
			}
			id := fmt.Sprintf("%s#%d.%d", e.ID, i+1, j+1)
			if skip != "" {
				b.skip(id, skip)
			}
			if x == nil {
				continue
			}
			if err := add(id, x); err != nil {
				return nil, &EntryError{e.ID, err}
			}
			if x.Kind != kindCheckPlan {
				continue
			}
			for ; len(refusals) > 0 && refusals[0].Mission == i && refusals[0].Turn < j; refusals = refusals[1:] {
				x, err := d.refusal(&refusals[0])
				if err == nil {
					err = add(id+"."+string(refusals[0].Why), x)
				}
				if err != nil {
					return nil, &EntryError{e.ID, err}
				}
			}
		}
	}
	return func() error { return b.write(s.to) }, nil
}

// refusals are plans of an entry for the checker to refuse; there are none of one
// that is not proven.
func (s *roleSink) refusals(e *mission.Entry) ([]corpus.Refusal, error) {
	list, err := s.pairer.Refusals(e)
	var unproven *corpus.UnprovenError
	if errors.As(err, &unproven) {
		return nil, nil
	}
	return list, err
}

// dialogue follows an entry turn by turn, and knows what has been said and done
// when a turn begins.
type dialogue struct {
	e        *mission.Entry
	tools    string // the tools as planner and checker see them, one a line
	m        *mission.Mission
	index    int
	said     strings.Builder // by user and assistant, with the calls between, since the beginning
	spoken   strings.Builder // by user and assistant alone
	results  strings.Builder // calls and observations of this mission
	plan     *mission.Plan
	plansTo  string // the plan as JSON
	judged   string // what the checker judges next: the kind of its example, or why there is none
	answered []int  // calls that are judged
}

// newDialogue begins before the first turn.
func newDialogue(e *mission.Entry) (*dialogue, error) {
	d := &dialogue{e: e}
	var b strings.Builder
	for i := range e.Toolset.Tools {
		t := &e.Toolset.Tools[i]
		line, err := lineOf(&roleTool{Name: t.Name, Description: t.Description, Parameters: t.Parameters})
		if err != nil {
			return nil, fmt.Errorf("/toolset/tools/%d: %w", i, err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	d.tools = b.String()
	return d, nil
}

func (d *dialogue) begin(i int) {
	d.m, d.index, d.plan, d.judged = &d.e.Missions[i], i, nil, roleIncomplete
	d.results.Reset()
}

// turn gives the example of a turn, or nil, and moves on behind the turn.
func (d *dialogue) turn(j int) (x *RoleExample, skip string, err error) {
	t := &d.m.Dialogue[j]
	switch t.Role {
	case mission.RoleUser:
		x = d.user(t, j)
		d.say("User", t.Text)
	case mission.RoleAI:
		x, skip = d.ai(t)
		d.say("Assistant", t.Text)
	case mission.RolePlanner:
		x, skip, err = d.planner(t, j)
	case mission.RoleTool:
		x, skip, err = d.tool(t, j)
	case mission.RoleChecker:
		x, skip, err = d.checker(t)
	}
	return x, skip, err
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

// conversationSoFar is what was said before, or that nothing was.
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

// abilities are the tools' descriptions without their names, which no user
// knows.
func (d *dialogue) abilities() string {
	var b strings.Builder
	for i := range d.e.Toolset.Tools {
		b.WriteString("- " + d.e.Toolset.Tools[i].Description + "\n")
	}
	return b.String()
}

// planner makes an example of a plan that the next turn accepts.
func (d *dialogue) planner(t *mission.Turn, j int) (*RoleExample, string, error) {
	if t.Plan == nil {
		return nil, roleIncomplete, nil
	}
	d.plan, d.judged = t.Plan, kindCheckPlan
	text, err := lineOf(t.Plan)
	if err != nil {
		return nil, "", within("plan", err)
	}
	d.plansTo = string(text)
	if d.refused(j) {
		return nil, roleRefused, nil
	}
	saw := d.now() + "\nThe tools:\n" + d.tools + conversationSoFar(d.said.String())
	return d.example(mission.RolePlanner, kindPlan, saw, d.plansTo), "", nil
}

// refused reports whether the checker refuses what turn j says.
func (d *dialogue) refused(j int) bool {
	if j+1 == len(d.m.Dialogue) {
		return false
	}
	next := &d.m.Dialogue[j+1]
	return next.Role == mission.RoleChecker && next.Accepted != nil && !*next.Accepted
}

// tool makes an example of the observations of one turn. Only the last ones of
// a call are kept in the entry, so those that were refused are not known.
func (d *dialogue) tool(t *mission.Turn, j int) (*RoleExample, string, error) {
	calls, results, err := d.calls(t.Calls)
	if err != nil {
		return nil, "", err
	}
	if d.refused(j) {
		d.judged = roleNotKept
		return nil, roleNotKept, nil
	}
	var b strings.Builder
	used := map[string]bool{}
	for _, c := range t.Calls {
		used[d.m.Calls[c].Tool] = true
	}
	for i := range d.e.Toolset.Tools {
		t := &d.e.Toolset.Tools[i]
		if !used[t.Name] {
			continue
		}
		line, err := lineOf(&roleTool{t.Name, t.Description, t.Parameters, t.Returns})
		if err != nil {
			return nil, "", fmt.Errorf("tool %s: %w", t.Name, err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	answer, err := lineOf(&results)
	if err != nil {
		return nil, "", err
	}
	saw := d.now() + "\nThe tools that are called:\n" + b.String() + conversationSoFar(d.said.String()) +
		"\nThe calls to answer:\n" + calls
	x := d.example(mission.RoleTool, kindObserve, saw, string(answer))
	for i, c := range t.Calls {
		call := &d.m.Calls[c]
		arguments, err := appendRaw(nil, call.Arguments)
		if err != nil {
			return nil, "", err
		}
		observation, err := appendRaw(nil, results[i].Observation)
		if err != nil {
			return nil, "", err
		}
		line := fmt.Sprintf("Call: %s %s\nResult %d: %s\n", call.Tool, arguments, call.Status, observation)
		d.said.WriteString(line)
		d.results.WriteString(line)
	}
	d.answered, d.judged = t.Calls, kindCheckSeen
	return x, "", nil
}

// roleTool is a tool as the tool role sees it.
type roleTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Returns     json.RawMessage `json:"returns,omitempty"`
}

// calls writes calls, one a line, and gives what they returned.
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
func (d *dialogue) checker(t *mission.Turn) (*RoleExample, string, error) {
	if t.Accepted == nil {
		return nil, roleIncomplete, nil
	}
	verdict, err := lineOf(&RoleVerdict{*t.Accepted, t.Reasons})
	if err != nil {
		return nil, "", err
	}
	kind, saw := d.judged, ""
	d.judged = roleIncomplete
	switch kind {
	case kindCheckPlan:
		if !*t.Accepted {
			d.plan = nil
		}
		return d.judgedPlan(d.plansTo, verdict), "", nil
	case kindCheckSeen:
		// The observations stand in the conversation already.
		calls, _, err := d.calls(d.answered)
		if err != nil {
			return nil, "", err
		}
		saw = "\nJudge the results of these calls, the last of the conversation:\n" + calls
	default:
		return nil, kind, nil
	}
	saw = d.now() + "\nThe tools:\n" + d.tools + conversationSoFar(d.said.String()) + saw
	return d.example(mission.RoleChecker, kind, saw, string(verdict)), "", nil
}

// judgedPlan is the example of a verdict on a plan, both as JSON.
func (d *dialogue) judgedPlan(plan string, verdict []byte) *RoleExample {
	saw := d.now() + "\nThe tools:\n" + d.tools + conversationSoFar(d.said.String()) + "\nThe plan to judge:\n" + plan
	return d.example(mission.RoleChecker, kindCheckPlan, saw, string(verdict))
}

// refusal is the example of a spoiled plan in the place of the one that was just
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
	return d.judgedPlan(string(plan), verdict), nil
}

// ai makes an example of what the assistant says: a question when the plan asks
// one, else the closing reply.
func (d *dialogue) ai(t *mission.Turn) (*RoleExample, string) {
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
	return d.example(mission.RoleAI, kind, saw, t.Text), ""
}

// missing tells what the parameters mean that have to be asked for.
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

// meaning is the description of a parameter, or its name if it has none.
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
