package worf

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"switchyard/mission"
)

// Workflow is a graph of subtasks.
type Workflow struct {
	Nodes []string // what is to be done; node 1 is the first
	// Edges are pairs of nodes in the order of the text; the second waits for the first. START
	// is 0, and END is one more than the number of nodes.
	Edges [][2]int
}

// End is the number of END in the edges.
func (w *Workflow) End() int { return len(w.Nodes) + 1 }

// named are the nodes with START in front and END behind, so that the numbers in edges are
// places in it.
func (w *Workflow) named() []string {
	return append(append([]string{"START"}, w.Nodes...), "END")
}

// Of makes the workflow of subtasks of which each waits for some others, given by their
// numbers from 0. Its nodes are in the topological order that always takes the lowest
// subtask that is ready. It fails if the subtasks wait for each other in a circle.
func Of(subtasks []string, waits [][]int) (*Workflow, error) {
	if _, err := mission.NewGraph(waits); err != nil {
		return nil, err
	}
	order := lowestFirst(waits)
	w := &Workflow{}
	var inner, last [][2]int
	for at, task := range order {
		w.Nodes = append(w.Nodes, strings.Join(strings.Fields(subtasks[task]), " "))
		if len(waits[task]) == 0 {
			w.Edges = append(w.Edges, [2]int{0, at + 1})
		}
		waited := false
		for next, other := range order {
			if slices.Contains(waits[other], task) {
				inner, waited = append(inner, [2]int{at + 1, next + 1}), true
			}
		}
		if !waited {
			last = append(last, [2]int{at + 1, len(subtasks) + 1})
		}
	}
	w.Edges = append(append(w.Edges, inner...), last...)
	return w, nil
}

// lowestFirst returns the topological order that always takes the lowest number that is
// ready. The graph has no cycle.
func lowestFirst(waits [][]int) []int {
	var order []int
	done := make([]bool, len(waits))
	for len(order) < len(waits) {
		for i := range waits {
			if !done[i] && !slices.ContainsFunc(waits[i], func(d int) bool { return !done[d] }) {
				done[i] = true
				order = append(order, i)
				break
			}
		}
	}
	return order
}

// String writes the workflow as WorFBench has it in its files.
func (w *Workflow) String() string {
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
		if e[1] == w.End() {
			to = "END"
		}
		fmt.Fprintf(&b, " (%s,%s)", from, to)
	}
	return b.String()
}

// The patterns with which WorFBench reads workflows. Its \d are digits of any script.
var (
	nodeLine = regexp.MustCompile(`\p{Nd}+[:.] (.+)`)
	edgePair = regexp.MustCompile(`\(\s*(\p{Nd}+|START)\s*,\s*(\p{Nd}+|END)\s*\)`)
)

// Misread reports whether a subtask would be misread in the text of a workflow, because it
// looks like the numbering.
func Misread(subtask string) bool { return nodeLine.MatchString(subtask) }

// Prompt asks an agent for a workflow in the form that [Parse] reads.
const Prompt = `Break the task down into subtasks that the listed tools can do, and tell which of them has to wait for which. ` +
	`Answer with the subtasks, numbered, one a line after "Node:", and then with "Edges:" and every pair (a,b) of subtasks in which b waits for a. ` +
	`Begin with (START,a) for each subtask that waits for nothing, and end with (b,END) for each that nothing waits for.`

// Parse reads a workflow in the text of an agent as WorFBench does. It reports false for a
// text that counts as nothing: one without the word Node or without an edge. Edges may name
// nodes that there are not.
func Parse(text string) (*Workflow, bool) {
	if !strings.Contains(text, "Node") {
		return nil, false
	}
	w := &Workflow{}
	for _, match := range nodeLine.FindAllStringSubmatch(text, -1) {
		w.Nodes = append(w.Nodes, strings.TrimSpace(match[1]))
	}
	for _, match := range edgePair.FindAllStringSubmatch(text, -1) {
		var e [2]int
		for i, name := range match[1:] {
			switch name {
			case "START":
			case "END":
				e[i] = w.End()
			default:
				n, ok := decimal(name)
				if !ok {
					return nil, false // too large to be the number of a node
				}
				e[i] = n
			}
		}
		w.Edges = append(w.Edges, e)
	}
	return w, len(w.Edges) > 0
}

// decimal reads digits of any script, as Python's int does.
func decimal(digits string) (n int, ok bool) {
	for _, r := range digits {
		n = n*10 + digit(r)
		if n > 1<<30 {
			return 0, false
		}
	}
	return n, true
}

// digit is the value of a decimal digit. In Unicode, the digits 0 to 9 of a script stand in a
// row, and such rows in others.
func digit(r rune) int {
	n := 0
	for unicode.Is(unicode.Nd, r-rune(n)-1) {
		n++
	}
	return n % 10
}

// Check says why a workflow is no correct one: every edge is between nodes, nothing waits for
// itself, a node waits for START exactly if it waits for no other, END waits for it exactly if
// no other does, and the nodes are in the topological order that always takes the
// lowest-numbered one that is ready.
func (w *Workflow) Check() error {
	waits := make([][]int, len(w.Nodes))
	begins, ends, waited := make([]bool, len(w.Nodes)), make([]bool, len(w.Nodes)), make([]bool, len(w.Nodes))
	for _, e := range w.Edges {
		from, to := e[0], e[1]
		for _, n := range e {
			if n < 0 || n > w.End() {
				return fmt.Errorf("an edge names node %d, but there are %d nodes", n, len(w.Nodes))
			}
		}
		switch {
		case from == w.End() || to == 0:
			return fmt.Errorf("an edge leads from END or to START")
		case from == 0 && to == w.End():
			return fmt.Errorf("an edge leads from START to END")
		case from == 0:
			begins[to-1] = true
		case to == w.End():
			ends[from-1] = true
		default:
			waits[to-1] = append(waits[to-1], from-1)
			waited[from-1] = true
		}
	}
	if _, err := mission.NewGraph(waits); err != nil {
		return err
	}
	for i := range w.Nodes {
		if begins[i] != (len(waits[i]) == 0) {
			return fmt.Errorf("node %d must wait for START exactly if it waits for no other node", i+1)
		}
		if ends[i] == waited[i] {
			return fmt.Errorf("END must wait for node %d exactly if no other node does", i+1)
		}
	}
	if !slices.IsSorted(lowestFirst(waits)) {
		return fmt.Errorf("the nodes are not in their topological order")
	}
	return nil
}
