package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/eval"
)

// treeView is the graph of a mission, drawn from left to right; nodes in one column can
// be done at once.
type treeView struct {
	Wide, High string
	Alt        string
	Edges      []string // paths
	Nodes      []nodeView
	Done       int // nodes that are marked as done
}

// nodeView is a node of the graph with its state.
type nodeView struct {
	X, Y   string
	Number int
	Class  string // state
	Mark   string
	State  string // in words
	Label  string // short enough for its box
	Title  string // whole
	Code   string // arguments of a call
	Text   string // of a question and of the reply
	After  string // nodes that it waits for
}

// The measures of the drawing.
const (
	nodeWide  = 176.0
	nodeHigh  = 46.0
	nodeGapX  = 44.0
	nodeGapY  = 14.0
	nodeLabel = 22 // characters in a box
)

// stateOf returns the mark of a state and its name.
func stateOf(state string) (mark, text string) {
	switch state {
	case "":
		return "", ""
	case "done":
		return "✓", "done"
	case "wrong":
		return "✗", "done wrong"
	case "late":
		return "◐", "after the error"
	case "due":
		return "●", "was due"
	}
	return "○", "not reached"
}

func treeOf(x *Failure) *treeView {
	t := x.Task
	states := statesOf(x)
	levels := t.Graph().Levels()
	tallest := 0
	for _, l := range levels {
		tallest = max(tallest, len(l))
	}
	high := float64(tallest)*(nodeHigh+nodeGapY) - nodeGapY + 4
	v := &treeView{Wide: number(float64(len(levels))*(nodeWide+nodeGapX) - nodeGapX + 4), High: number(high)}
	v.Nodes = make([]nodeView, len(t.Nodes))
	type point struct{ x, y float64 }
	at := make([]point, len(t.Nodes))
	for i, level := range levels {
		top := (high - float64(len(level))*(nodeHigh+nodeGapY) + nodeGapY) / 2
		for k, n := range level {
			at[n] = point{2 + float64(i)*(nodeWide+nodeGapX), top + float64(k)*(nodeHigh+nodeGapY)}
		}
	}
	var said []string
	for i := range t.Nodes {
		n := &t.Nodes[i]
		label := nodeLabelOf(n)
		mark, state := stateOf(states[i])
		if states[i] == "done" {
			v.Done++
		}
		v.Nodes[i] = nodeView{X: number(at[i].x), Y: number(at[i].y), Number: i + 1, Class: states[i], Mark: mark, State: state,
			Label: clipped(label, nodeLabel), Title: plain(label), Text: n.Text, After: listed(n.Dependencies)}
		if n.Kind == eval.Call {
			v.Nodes[i].Code = pretty(n.Arguments)
		}
		said = append(said, strings.TrimSuffix(fmt.Sprintf("%d %s: %s", i+1, plain(label), state), ": "))
		for _, d := range direct(t, i) {
			fromX, fromY := at[d].x+nodeWide, at[d].y+nodeHigh/2
			toX, toY := at[i].x, at[i].y+nodeHigh/2
			bend := nodeGapX / 2
			v.Edges = append(v.Edges, fmt.Sprintf("M%s %sC%s %s %s %s %s %s", number(fromX), number(fromY), number(fromX+bend), number(fromY),
				number(toX-bend), number(toY), number(toX), number(toY)))
		}
	}
	v.Alt = "Decision tree. " + strings.Join(said, "; ") + "."
	return v
}

func nodeLabelOf(n *eval.Node) string {
	switch n.Kind {
	case eval.Ask:
		return "ask for " + strings.Join(n.Missing, ", ")
	case eval.Answer:
		return "reply"
	}
	return n.Tool
}

// direct lists the direct dependencies of a node, without those that follow from others.
func direct(t *eval.Task, i int) []int {
	var list []int
	deps := t.Nodes[i].Dependencies
	for _, d := range deps {
		if !slices.ContainsFunc(deps, func(k int) bool { return k != d && t.Graph().Before(d, k) }) {
			list = append(list, d)
		}
	}
	return list
}

// statesOf returns the state of each node: as many are "done" as the verdict counts,
// except for those that it finds fault with, which are "wrong". What was right after the
// first error is "late". Of the others, those are "due" that nothing kept from being done.
// In a session no step stands for a node, and no node has a state.
func statesOf(x *Failure) []string {
	t := x.Task
	states := make([]string, len(t.Nodes))
	if x.Lived != nil {
		return states
	}
	left := x.Verdict.Done // nodes that count and are not met yet
	for i := range x.Prediction.Steps {
		for k := range takenFor(x, i) {
			n, ok := nodeAt(x, i, k)
			if !ok || states[n] != "" {
				continue
			}
			switch faulty, refused := blame(x, i, n); {
			case faulty:
				states[n] = "wrong"
			case left > 0:
				states[n] = "done"
				left--
			case !refused:
				states[n] = "late"
			}
		}
	}
	met := slices.Clone(states)
	for i := range t.Nodes {
		switch {
		case met[i] != "":
		case slices.ContainsFunc(t.Nodes[i].Dependencies, func(d int) bool { return met[d] == "" }):
			states[i] = "open"
		default:
			states[i] = "due"
		}
	}
	return states
}

// blame reports whether a verdict finds fault with what a step did for a node, and
// whether it refuses the whole step, because the step is not on any path.
func blame(x *Failure, step, node int) (faulty, refused bool) {
	nodes := takenFor(x, step)
	for i := range x.Verdict.Faults {
		f := &x.Verdict.Faults[i]
		if f.Step != step {
			continue
		}
		at := f.Node
		known := slices.Contains(nodes, at)
		if !known && f.Fault.Group() == eval.ParameterFaults && f.Call >= 0 && f.Call < len(nodes) {
			// mmtb-1 may compare a call with another node than the walk did.
			at, known = nodes[f.Call], true
		}
		faulty = faulty || at == node || at < 0
		refused = refused || !known
	}
	return faulty, refused
}

// listed writes the numbers of nodes as the page counts them.
func listed(nodes []int) string {
	list := make([]string, len(nodes))
	for i, n := range nodes {
		list[i] = strconv.Itoa(n + 1)
	}
	return strings.Join(list, ", ")
}
