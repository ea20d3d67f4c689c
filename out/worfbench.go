package out

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// worfBench writes tasks with their correct workflow, a graph of subtasks, for
// WorFBench. A task is one text, so only missions that stand alone can be written; see [entryMission.alone].
type worfBench struct{}

func (worfBench) Name() string  { return "worfbench" }
func (worfBench) About() string { return "tasks with their workflow as a graph, for WorFBench" }

func (worfBench) Choices() []Choice { return []Choice{ChooseMaxTokens} } // a JSON array, not lines
func (worfBench) Lacks() string     { return needsPurpose }

func (worfBench) Export(to Output, split string, o ExportOptions) (Sink, error) {
	file, err := to.Create(split + ".json")
	if err != nil {
		return nil, err
	}
	s := &worfSink{o: o, file: file}
	s.partSink = aloneSink(to, s.mission)
	return s, nil
}

// worfTask is one item of the file, which is an array.
type worfTask struct {
	Source        string        `json:"source"`
	Conversations []worfMessage `json:"conversations"` // system, user, assistant
	Target        string        `json:"target"`        // "graph"
	ID            string        `json:"id"`
	Category      string        `json:"category"` // "eval"
}

// worfMessage is one message of a task.
type worfMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type worfTool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

const worfSystem = `Break the task down into subtasks that the listed tools can do, and tell which of them has to wait for which. ` +
	`Answer with the subtasks, numbered, one a line after "Node:", and then with "Edges:" and every pair (a,b) of subtasks in which b waits for a. ` +
	`Begin with (START,a) for each subtask that waits for nothing, and end with (b,END) for each that nothing waits for.`

// worfAmbiguous is the reason to skip tasks whose subtasks look like the syntax around
// them.
const worfAmbiguous = cannotSay("a purpose reads like a part of the graph")

type worfSink struct {
	*partSink[entryMission]
	o     ExportOptions
	file  io.WriteCloser
	tasks int
}

func (s *worfSink) mission(x *entryMission) (write func() error, err error) {
	e, m := x.entry, x.Mission
	w, err := workflowOf(m)
	if err != nil {
		return nil, err
	}
	for _, node := range w.Nodes {
		if worfNode.MatchString(node) {
			return nil, worfAmbiguous
		}
	}
	text := w.String()
	if read, err := parseWorkflow(text); err != nil || !slices.Equal(read.Nodes, w.Nodes) || !slices.Equal(read.Edges, w.Edges) {
		return nil, worfAmbiguous
	}
	tools := make([]worfTool, len(e.Toolset.Tools))
	for i, t := range e.Toolset.Tools {
		tools[i] = worfTool{t.Name, t.Description}
	}
	list, err := lineOf(&tools)
	if err != nil {
		return nil, err
	}
	item, err := lineOf(&worfTask{
		Source: "switchyard", Target: "graph", ID: e.ID, Category: "eval",
		Conversations: []worfMessage{
			{"system", worfSystem}, {"user", "Task: " + m.Request + "\nTools: " + string(list)}, {"assistant", text},
		},
	})
	if err != nil {
		return nil, err
	}
	if s.o.tooLong(item) {
		return nil, cannotSay(TooLong)
	}
	return func() error {
		before := "[\n"
		if s.tasks++; s.tasks > 1 {
			before = ",\n"
		}
		_, err := s.file.Write(append([]byte(before), item...))
		return err
	}, nil
}

// Close implements [Sink].
func (s *worfSink) Close() error {
	end := "\n]\n"
	if s.tasks == 0 {
		end = "[]\n"
	}
	if _, err := io.WriteString(s.file, end); err != nil {
		_ = s.file.Close()
		return err
	}
	return s.file.Close()
}

// workflow is a graph of subtasks.
type workflow struct {
	Nodes []string // what is to be done; node 1 is the first
	// Edges are pairs of nodes in the order of the text; the second waits for the
	// first. As the first of a pair, 0 is START; as the second, END.
	Edges [][2]int
}

// workflowOf returns the workflow of a mission. Its nodes are in the topological order
// that always takes the lowest call that is ready.
func workflowOf(m *mission.Mission) (*workflow, error) {
	deps := make([][]int, len(m.Calls))
	for i := range m.Calls {
		deps[i] = m.Calls[i].Dependencies
	}
	if _, err := mission.NewGraph(deps); err != nil {
		return nil, err
	}
	order := lowestFirst(deps)
	w := &workflow{}
	var inner, last [][2]int
	for at, call := range order {
		w.Nodes = append(w.Nodes, strings.Join(strings.Fields(m.Calls[call].Purpose), " "))
		if len(deps[call]) == 0 {
			w.Edges = append(w.Edges, [2]int{0, at + 1})
		}
		waited := false
		for next, other := range order {
			if slices.Contains(deps[other], call) {
				inner, waited = append(inner, [2]int{at + 1, next + 1}), true
			}
		}
		if !waited {
			last = append(last, [2]int{at + 1, 0})
		}
	}
	w.Edges = append(append(w.Edges, inner...), last...)
	return w, nil
}

// lowestFirst returns the topological order that always takes the lowest number that is
// ready. The graph has no cycle.
func lowestFirst(deps [][]int) []int {
	var order []int
	done := make([]bool, len(deps))
	for len(order) < len(deps) {
		for i := range deps {
			if !done[i] && !slices.ContainsFunc(deps[i], func(d int) bool { return !done[d] }) {
				done[i] = true
				order = append(order, i)
				break
			}
		}
	}
	return order
}

// String writes the workflow as WorFBench reads it.
func (w *workflow) String() string {
	var b strings.Builder
	b.WriteString("Node:\n")
	for i, node := range w.Nodes {
		fmt.Fprintf(&b, "%d: %s\n", i+1, node)
	}
	b.WriteString("Edges:")
	for _, e := range w.Edges {
		from, to := strconv.Itoa(e[0]), strconv.Itoa(e[1])
		if e[0] == 0 {
			from = "START"
		}
		if e[1] == 0 {
			to = "END"
		}
		fmt.Fprintf(&b, " (%s,%s)", from, to)
	}
	return b.String()
}

var (
	worfNode = regexp.MustCompile(`\p{Nd}+[:.] (.+)`)
	worfEdge = regexp.MustCompile(`\(\s*(\p{Nd}+|START)\s*,\s*(\p{Nd}+|END)\s*\)`)
)

// parseWorkflow reads a workflow with the patterns of WorFBench, and checks what it
// requires of a correct workflow: every edge is between nodes, START and END are where
// they belong, and the nodes are in the topological order of [lowestFirst].
func parseWorkflow(text string) (*workflow, error) {
	w := &workflow{}
	for _, match := range worfNode.FindAllStringSubmatch(text, -1) {
		w.Nodes = append(w.Nodes, match[1])
	}
	for _, match := range worfEdge.FindAllStringSubmatch(text, -1) {
		var e [2]int
		for i, name := range match[1:] {
			if name == "START" || name == "END" {
				continue
			}
			n, err := strconv.Atoi(name)
			if err != nil || n < 1 || n > len(w.Nodes) {
				return nil, fmt.Errorf("the edge %s: there is no node %s", match[0], name)
			}
			e[i] = n
		}
		w.Edges = append(w.Edges, e)
	}
	return w, w.check()
}

func (w *workflow) check() error {
	deps := make([][]int, len(w.Nodes))
	begins, ends, waited := make([]bool, len(w.Nodes)), make([]bool, len(w.Nodes)), make([]bool, len(w.Nodes))
	for _, e := range w.Edges {
		switch from, to := e[0], e[1]; {
		case from == 0 && to == 0:
			return fmt.Errorf("an edge leads from START to END")
		case from == 0:
			begins[to-1] = true
		case to == 0:
			ends[from-1] = true
		default:
			deps[to-1] = append(deps[to-1], from-1)
			waited[from-1] = true
		}
	}
	if _, err := mission.NewGraph(deps); err != nil {
		return err
	}
	for i := range w.Nodes {
		if begins[i] != (len(deps[i]) == 0) {
			return fmt.Errorf("node %d must wait for START exactly if it waits for no other node", i+1)
		}
		if ends[i] == waited[i] {
			return fmt.Errorf("END must wait for node %d exactly if no other node does", i+1)
		}
	}
	if !slices.IsSorted(lowestFirst(deps)) {
		return fmt.Errorf("the nodes are not in their topological order")
	}
	return nil
}
