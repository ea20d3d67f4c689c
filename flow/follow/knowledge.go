package follow

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/flow/forms"
	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/schemas"
	"switchyard/tools"
)

// Knowledge is the form in which an agent is told workflows; empty if it is not.
type Knowledge string

// None means that the agent is not told the workflows.
const None Knowledge = "none"

// Knowledges lists the forms, the usual one first.
func Knowledges() []Knowledge {
	return []Knowledge{Knowledge(forms.Flowchart), Knowledge(forms.Text), Knowledge(forms.Code), Knowledge(forms.PDL), None}
}

// System is the system prompt of an agent in a session: who it is, when it is, and the workflows
// in a form.
//
// What it contains follows FlowBench's session level: workflow, tools, time (section 4.3).
func System(s *session.Session, k Knowledge) string {
	var b strings.Builder
	b.WriteString("You are the assistant of a company and help its customers with the tools that you are given. Ask for what you need, one message at a time, and never make values up. Tell customers what your calls return.")
	fmt.Fprintf(&b, "\n\nIt is %s, %s.", s.Environment.Weekday, s.Environment.Now)
	if len(s.Toolset.Facts) > 0 {
		b.WriteString("\n\nFacts:\n- " + strings.Join(s.Toolset.Facts, "\n- "))
	}
	if k == None {
		return b.String()
	}
	b.WriteString("\n\nFollow these workflows exactly. When customers leave one, bring them back to it politely, unless it says that what they want is possible; go back in it when they change what they said.")
	for i := range s.Workflows {
		w := WorkflowOf(&s.Workflows[i], &s.Toolset)
		fmt.Fprintf(&b, "\n\n## %s\n\n%s", w.Title, strings.TrimSpace(forms.Write(w, forms.Form(k))))
		for _, slot := range s.Workflows[i].Slots {
			if slot.Why != "" {
				fmt.Fprintf(&b, "\nWhy %s is needed: %s", slot.Name, slot.Why)
			}
		}
		for _, tool := range slices.Sorted(maps.Keys(s.Workflows[i].Because)) {
			fmt.Fprintf(&b, "\nWhy something comes before %s: %s", tool, s.Workflows[i].Because[tool])
		}
		for _, t := range slices.Concat(s.Workflows[i].Answers, s.Workflows[i].Outside) {
			switch {
			case len(t.Answers) > 0 && len(t.Asks) > 0:
				fmt.Fprintf(&b, "\nAsked %q, say: %s", t.Asks[0], t.Answers[0])
			case len(t.Answers) > 0:
				fmt.Fprintf(&b, "\nAbout %q say: %s", t.Name, t.Answers[0])
			}
		}
	}
	return b.String()
}

// Chart is the flowchart of a workflow, with more lines at its end.
func Chart(k *session.Workflow, set *mission.Toolset, more []string) string {
	text := strings.TrimSpace(forms.Write(WorkflowOf(k, set), forms.Flowchart))
	for _, line := range more {
		text += "\n    " + line
	}
	return text
}

// WorkflowOf is the workflow of a session with what the forms write of it.
func WorkflowOf(k *session.Workflow, set *mission.Toolset) *flow.Workflow {
	w := &flow.Workflow{Name: k.Name, Title: k.Title, Scenario: k.Scenario, About: k.About}
	called := map[string]*tools.Tool{}
	tool := func(name string) *tools.Tool {
		if t := called[name]; t != nil {
			return t
		}
		t := &tools.Tool{Name: name}
		if i := slices.IndexFunc(set.Tools, func(x mission.Tool) bool { return x.Name == name }); i >= 0 {
			t.Returns, t.Description = set.Tools[i].Returns, set.Tools[i].Description
			for _, name := range parameters(set.Tools[i].Parameters) {
				t.Params = append(t.Params, &tools.Param{Name: name})
			}
		}
		called[name] = t
		return t
	}
	for i := range k.Nodes {
		w.Nodes = append(w.Nodes, &flow.Node{ID: k.Nodes[i].ID, Tell: k.Nodes[i].Tell})
	}
	for _, s := range k.Slots {
		w.Slots = append(w.Slots, &flow.Slot{Name: s.Name, Tool: tool(s.Tool), Param: param(tool(s.Tool), s.Param), About: s.About, Optional: s.Optional, From: w.Node(s.From)})
	}
	slots := func(names []string) (all []*flow.Slot) {
		for _, name := range names {
			all = append(all, w.Slot(name))
		}
		return all
	}
	for i, n := range k.Nodes {
		to := w.Nodes[i]
		to.Ask = slots(n.Ask)
		for _, id := range n.Shows {
			to.Shows = append(to.Shows, w.Node(id))
		}
		if n.Call != "" {
			to.Call = tool(n.Call)
		}
		for _, a := range n.Args {
			to.Args = append(to.Args, flow.Arg{Param: param(to.Call, a.Param), Slot: w.Slot(a.Slot), Node: w.Node(a.Node), Field: a.Field, Value: decoded(a.Value)})
		}
		for _, e := range n.Edges {
			edge := &flow.Edge{From: to, To: w.Node(e.To), User: e.User, Gives: slots(e.Gives), Forgets: slots(e.Forgets)}
			for _, t := range e.If {
				test := flow.Test{Node: w.Node(t.Node), Field: t.Field, Slot: w.Slot(t.Slot), Op: flow.Op(t.Op)}
				for _, v := range t.Values {
					test.Values = append(test.Values, decoded(v))
				}
				edge.If = append(edge.If, test)
			}
			to.Edges = append(to.Edges, edge)
		}
	}
	for name, needs := range k.Before {
		p := flow.Precondition{Tool: tool(name), Because: k.Because[name]}
		for _, need := range needs {
			p.Needs = append(p.Needs, tool(need))
		}
		w.Before = append(w.Before, p)
	}
	slices.SortFunc(w.Before, func(a, b flow.Precondition) int { return strings.Compare(a.Tool.Name, b.Tool.Name) })
	for _, t := range k.Answers {
		w.Answers = append(w.Answers, &tools.Topic{Subject: t.Name})
	}
	for _, t := range k.Outside {
		w.Outside = append(w.Outside, &tools.Topic{Subject: t.Name})
	}
	return w
}

// param is the parameter of a tool with that name.
func param(t *tools.Tool, name string) *tools.Param {
	if i := slices.IndexFunc(t.Params, func(p *tools.Param) bool { return p.Name == name }); i >= 0 {
		return t.Params[i]
	}
	return &tools.Param{Name: name}
}

// parameters lists the parameters in the JSON Schema of arguments, in their order.
func parameters(schema json.RawMessage) (names []string) {
	var top struct {
		Properties json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &top) != nil || len(top.Properties) == 0 {
		return nil
	}
	in := json.NewDecoder(bytes.NewReader(top.Properties))
	if _, err := in.Token(); err != nil { // the brace
		return nil
	}
	for in.More() {
		name, err := in.Token()
		var value json.RawMessage
		if err != nil || in.Decode(&value) != nil {
			return names
		}
		names = append(names, name.(string)) // keys are texts
	}
	return names
}

// decoded is a JSON value as conditions compare it; nil if there is none.
func decoded(raw []byte) any {
	if len(raw) == 0 {
		return nil
	}
	var v any
	if schemas.Unmarshal(raw, &v) != nil {
		return nil
	}
	return v
}
