package corpora

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"switchyard/flow/exchange"
	"switchyard/flow/flowbench"
	"switchyard/flow/follow"
	"switchyard/flow/forms"
	"switchyard/flow/session"
	"switchyard/internal/jsontext"
	"switchyard/mission"
	"switchyard/out"
)

// flowBench writes both files of FlowBench.
type flowBench struct {
	to        out.Output
	knowledge follow.Knowledge
}

func (f *flowBench) close() error { return nil }

func (f *flowBench) add(s *session.Session) error {
	apis, err := apisOf(s)
	if err != nil {
		return err
	}
	prompt := f.prompt(s, apis)
	for k, d := range follow.Decisions(s) {
		turn := flowbench.Turn{ID: fmt.Sprintf("%s_agent_turn%d", s.ID, k+1), APIs: apis, Messages: []flowbench.Message{{Role: "system", Content: prompt}}}
		for _, m := range d.Messages {
			text := m.Text
			for _, c := range m.Calls {
				text += flowbench.Call{Name: c.Name, Input: c.Arguments}.String()
			}
			turn.Messages = append(turn.Messages, flowbench.Message{Role: string(m.Role), Content: text})
		}
		if c := d.Call(); c != nil {
			turn.Thought = flowbench.Thought{Action: c.Tool, Input: c.Arguments}
		} else {
			turn.Response = s.Exchanges[d.Exchange].Reply
		}
		if err := line(f.to, "turn.jsonl", &turn); err != nil {
			return err
		}
	}
	whole := flowbench.Session{ID: s.ID, APIs: apis, Datetime: s.Environment.Now, Prompt: prompt, Target: target(s), Actions: actions(s)}
	whole.Functions.With, whole.Functions.Prompt = apis, "Answer each call with an observation that fits the response of the function."
	whole.Assistant.Prompt = prompt
	whole.User.First = "Begin with: " + s.Exchanges[0].User
	whole.User.Every = "Say one thing at a time, and end the conversation when everything is done. " + manner(&s.Persona)
	return line(f.to, "session.jsonl", &whole)
}

// prompt is the system prompt as FlowBench builds it.
func (f *flowBench) prompt(s *session.Session, apis []json.RawMessage) string {
	var b strings.Builder
	b.WriteString("Your capabilities are based on the following workflows and API information:\n")
	if f.knowledge != follow.None {
		for i := range s.Workflows {
			b.WriteString("\n" + strings.TrimSpace(forms.Write(follow.WorkflowOf(&s.Workflows[i], &s.Toolset), forms.Form(f.knowledge))) + "\n")
		}
	}
	for _, api := range apis {
		b.WriteString("\n" + string(api))
	}
	fmt.Fprintf(&b, "\n\nPlease note that the current time is: %s", s.Environment.Now)
	return b.String()
}

// apisOf lists the tools as FlowBench has them.
func apisOf(s *session.Session) (all []json.RawMessage, err error) {
	for _, t := range s.Toolset.Tools {
		raw, err := jsontext.Encode(struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
			Response    json.RawMessage `json:"response,omitempty"`
		}{t.Name, t.Description, t.Parameters, t.Returns})
		if err != nil {
			return nil, err
		}
		all = append(all, raw)
	}
	return all, nil
}

// target says what the user wants, with the values that the user says.
func target(s *session.Session) string {
	var b strings.Builder
	for i, ex := range s.Exchanges {
		if ex.Node == "" {
			fmt.Fprintf(&b, "%d. %s\n", ex.Run+1, ex.User)
		}
		for _, said := range ex.Said {
			fmt.Fprintf(&b, "   %s: %s\n", said.Slot, said.Value)
		}
		if ex.Wish != "" {
			fmt.Fprintf(&b, "   then the user %s\n", ex.Wish)
		}
		if ex.OOW != "" {
			fmt.Fprintf(&b, "   and leaves the workflow once (%s): %q\n", ex.OOW, s.Exchanges[i].User)
		}
	}
	return strings.TrimSpace(b.String())
}

// actions lists the calls of a session as FlowBench has them.
func actions(s *session.Session) string {
	var all []string
	for _, ex := range s.Exchanges {
		for _, c := range ex.Calls {
			all = append(all, flowbench.Call{Name: c.Tool, Input: c.Arguments}.String())
		}
	}
	return strings.Join(all, "\n\n")
}

func line[T any](to out.Output, file string, v *T) error {
	text, err := jsontext.Encode(v)
	if err != nil {
		return err
	}
	return to.Line(file, text)
}

func manner(p *mission.Persona) string {
	words := []string{"The tone is " + string(p.Tone) + "."}
	for _, h := range p.Habits {
		words = append(words, "The user "+string(h)+".")
	}
	return strings.Join(words, " ")
}

// flowAgent writes a dataset folder of FlowAgent with the users and conversations of sessions.
type flowAgent struct {
	to    out.Output
	order []string // workflows
	flows map[string]*agentFlow
}

// agentFlow is a workflow with its users.
type agentFlow struct {
	knowledge *session.Workflow
	set       *mission.Toolset
	users     []exchange.Profile
	talks     []exchange.Talk
}

func newFlowAgent(to out.Output) *flowAgent {
	return &flowAgent{to: to, flows: map[string]*agentFlow{}}
}

// add takes a session of one workflow; those of several have no place in the format.
func (f *flowAgent) add(s *session.Session) error {
	if len(s.Runs) != 1 {
		f.to.Skip(s.ID, "it has several runs")
		return nil
	}
	w := &s.Workflows[0]
	a := f.flows[w.Name]
	if a == nil {
		a = &agentFlow{knowledge: w, set: &s.Toolset}
		f.flows[w.Name] = a
		f.order = append(f.order, w.Name)
	}
	u := exchange.Profile{Persona: s.Persona.Background, Details: "- Name: " + s.Persona.Name, Needs: target(s), Style: manner(&s.Persona), APIs: []string{}}
	if oow := s.Runs[0].OOW; oow != "" {
		u.Interactive = "Leaves the workflow once: " + oow
	}
	for _, ex := range s.Exchanges {
		for _, c := range ex.Calls {
			if !slices.Contains(u.APIs, c.Tool) {
				u.APIs = append(u.APIs, c.Tool)
			}
		}
	}
	talk := exchange.Talk{Intention: target(s)}
	for _, m := range follow.Conversation(s) {
		text := m.Text
		for _, c := range m.Calls {
			text += flowbench.Call{Name: c.Name, Input: c.Arguments}.String()
		}
		talk.Conversation = append(talk.Conversation, exchange.Said{Role: string(m.Role), Content: text})
	}
	a.users, a.talks = append(a.users, u), append(a.talks, talk)
	return nil
}

func (f *flowAgent) close() error {
	infos := map[string]map[string]string{}
	for i, name := range f.order {
		a, id := f.flows[name], fmt.Sprintf("%03d", i)
		infos[id] = map[string]string{"name": a.knowledge.Title, "task_description": a.knowledge.Title, "task_detailed_description": a.knowledge.About}
		w := follow.WorkflowOf(a.knowledge, a.set)
		for file, form := range map[string]forms.Form{"text/" + id + ".txt": forms.Text, "code/" + id + ".py": forms.Code, "flowchart/" + id + ".md": forms.Flowchart, "pdl/" + id + ".yaml": forms.PDL} {
			if err := out.WriteFile(f.to, file, []byte(forms.Write(w, form))); err != nil {
				return err
			}
		}
		list, err := toolList(a)
		if err != nil {
			return err
		}
		if err := out.WriteFile(f.to, "tools/"+id+".yaml", list); err != nil {
			return err
		}
		for file, v := range map[string]any{"user_profile/" + id + ".json": a.users, "user_profile_w_conversation/" + id + ".json": a.talks} {
			if err := indented(f.to, file, v); err != nil {
				return err
			}
		}
	}
	return indented(f.to, "task_infos.json", map[string]any{"version": "switchyard", "task_infos": infos})
}

func indented(to out.Output, file string, v any) error {
	text, err := jsontext.Indent(v)
	if err != nil {
		return err
	}
	return out.WriteFile(to, file, append(text, '\n'))
}

// toolList writes the tools of a workflow as FlowAgent has them.
func toolList(a *agentFlow) ([]byte, error) {
	var b strings.Builder
	for _, t := range a.set.Tools {
		if !slices.ContainsFunc(a.knowledge.Nodes, func(n session.Node) bool { return n.Call == t.Name }) {
			continue
		}
		text, err := exchange.Tool(t.Name, t.Description, t.Parameters, t.Returns)
		if err != nil {
			return nil, err
		}
		b.WriteString(text)
	}
	return []byte(b.String()), nil
}

// message is a message as WorFBench has it.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// worfBench writes the calls of runs, and workflows, as graphs of subtasks.
type worfBench struct {
	file    io.WriteCloser
	tasks   tasks
	written int
}

func newWorF(to out.Output) (*worfBench, error) {
	file, err := to.Create("train.json")
	return &worfBench{file: file, tasks: tasks{seen: map[string]bool{}}}, err
}

func (f *worfBench) add(s *session.Session) error {
	all, err := f.tasks.of(s)
	if err != nil {
		return err
	}
	for _, t := range all {
		item, err := jsontext.Encode(struct {
			Source        string    `json:"source"`
			Conversations []message `json:"conversations"`
			Target        string    `json:"target"`
			ID            string    `json:"id"`
			Category      string    `json:"category"`
		}{"switchyard", []message{{"system", t.System}, {"user", t.User}, {"assistant", t.Gold.String()}}, "graph", t.ID, "eval"})
		if err != nil {
			return err
		}
		before := "[\n"
		if f.written++; f.written > 1 {
			before = ",\n"
		}
		if _, err := f.file.Write(append([]byte(before), item...)); err != nil {
			return err
		}
	}
	return nil
}

// runGraph are the calls of a run, each with those whose results it uses or that must come first.
func runGraph(s *session.Session, run int) (subtasks []string, waits [][]int) {
	at := map[[2]int]int{}
	tools := map[string]int{}
	w := &s.Workflows[s.Runs[run].Workflow]
	for i := range s.Exchanges {
		ex := &s.Exchanges[i]
		if ex.Run != run {
			continue
		}
		for k := range ex.Calls {
			c := &ex.Calls[k]
			deps := map[int]bool{}
			for _, src := range c.Sources {
				if n, ok := at[[2]int{src.Exchange, src.Call}]; ok && src.At != "" {
					deps[n] = true
				}
			}
			for _, need := range w.Before[c.Tool] {
				if n, ok := tools[need]; ok {
					deps[n] = true
				}
			}
			at[[2]int{i, k}] = len(subtasks)
			tools[c.Tool] = len(subtasks)
			subtasks, waits = append(subtasks, subtask(s, c.Tool)), append(waits, slices.Sorted(maps.Keys(deps)))
		}
	}
	return subtasks, waits
}

// workflowGraph are the tools of a workflow, each with those whose results it uses or that must
// come first.
func workflowGraph(s *session.Session, w *session.Workflow) (subtasks []string, waits [][]int) {
	at := map[string]int{} // of nodes
	tools := map[string]int{}
	for i := range w.Nodes {
		if n := &w.Nodes[i]; n.Call != "" {
			if _, known := tools[n.Call]; !known {
				tools[n.Call] = len(subtasks)
				subtasks = append(subtasks, subtask(s, n.Call))
			}
			at[n.ID] = tools[n.Call]
		}
	}
	deps := make([]map[int]bool, len(subtasks))
	for i := range deps {
		deps[i] = map[int]bool{}
	}
	for i := range w.Nodes {
		n := &w.Nodes[i]
		if n.Call == "" {
			continue
		}
		k := tools[n.Call]
		for _, a := range n.Args {
			if from, ok := at[a.Node]; ok && from < k {
				deps[k][from] = true
			}
		}
		for _, need := range w.Before[n.Call] {
			if from, ok := tools[need]; ok && from < k {
				deps[k][from] = true
			}
		}
	}
	for _, d := range deps {
		waits = append(waits, slices.Sorted(maps.Keys(d)))
	}
	return subtasks, waits
}

// subtask says what a tool does.
func subtask(s *session.Session, tool string) string {
	i := slices.IndexFunc(s.Toolset.Tools, func(t mission.Tool) bool { return t.Name == tool })
	if i < 0 {
		return sentence(tool)
	}
	text, _, _ := strings.Cut(s.Toolset.Tools[i].Description, ". ")
	return strings.TrimSuffix(text, ".") + "."
}

func (f *worfBench) close() error {
	end := "\n]\n"
	if f.written == 0 {
		end = "[]\n"
	}
	if _, err := io.WriteString(f.file, end); err != nil {
		_ = f.file.Close()
		return err
	}
	return f.file.Close()
}
