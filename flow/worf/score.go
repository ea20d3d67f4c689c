package worf

import (
	"context"
	"fmt"
	"slices"
)

// Rules are a version of the rules by which workflows are compared. A version never changes.
type Rules string

const (
	// WorFEval1 are the rules of WorFEval as its code has them.
	//
	// Node chain: the predicted subtasks are matched with those of a correct order, and the
	// longest run whose partners come in that order is counted, at least 1. Orders are the
	// first 20 that networkx lists, and the best one counts. With ten nodes or more, START and
	// END included, there is one order: the nodes as listed, with START and END.
	//
	// Graph: START and END are nodes. Edges between matched nodes are compared by their own
	// numbers, not through the matching. The largest connected part of the common edges counts.
	WorFEval1 Rules = "worfeval-1"
	// Strict mends what WorFEval1 gets wrong. An edge is common if it joins the partners of its
	// nodes, START and END match themselves alone, all orders of the correct workflow count, and
	// neither a subtask without a partner nor a connected part of a single node counts.
	Strict Rules = "strict"
)

// AllRules lists the versions.
func AllRules() []Rules { return []Rules{WorFEval1, Strict} }

// Score is how well a predicted workflow agrees with the correct one, from 0 to 1.
type Score struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1_score"`
}

// scoreOf is the score when so many nodes of each side agree.
func scoreOf(pred, predAll, gold, goldAll int) Score {
	if pred == 0 || gold == 0 {
		return Score{}
	}
	p, r := float64(pred)/float64(predAll), float64(gold)/float64(goldAll)
	return Score{p, r, 2 * p * r / (p + r)}
}

// Similarity says how much the texts of a are like those of b: one row for each text of a, from
// 0 to 1. Values below 0 count as 0.
type Similarity func(ctx context.Context, a, b []string) ([][]float64, error)

// Threshold is how similar two subtasks must be, at least, to be partners; WorFEval has it.
const Threshold = 0.6

// CycleError says that the subtasks of a correct workflow wait for each other.
type CycleError struct{ Cause error }

// Error implements error.
func (e *CycleError) Error() string { return fmt.Sprintf("the correct workflow: %v", e.Cause) }

// Evaluate compares a predicted workflow with the correct one: its nodes as a chain, and the
// whole graph. The error is that of the similarity, or a [*CycleError].
func Evaluate(ctx context.Context, rules Rules, pred, gold *Workflow, alike Similarity) (chain, graph Score, err error) {
	all, err := alike(ctx, pred.named(), gold.named())
	if err != nil {
		return Score{}, Score{}, err
	}
	if rules == Strict {
		return strict(pred, gold, all)
	}
	if chain, err = chainScore(pred, gold, all); err != nil {
		return Score{}, Score{}, err
	}
	return chain, graphScore(pred, gold, all), nil
}

// chainScore compares the nodes, as WorFEval does.
func chainScore(pred, gold *Workflow, all [][]float64) (best Score, err error) {
	orders, err := goldOrders(gold)
	if err != nil || len(pred.Nodes) == 0 {
		return Score{}, err
	}
	for _, order := range orders {
		if len(order) == 0 {
			continue
		}
		alike := make([][]float64, len(pred.Nodes))
		for i := range alike {
			for _, node := range order {
				alike[i] = append(alike[i], all[i+1][node])
			}
		}
		run := longestRun(match(alike))
		if s := scoreOf(run, len(pred.Nodes), run, len(order)); s.F1 > best.F1 {
			best = s
		}
	}
	return best, nil
}

// longestRun is the length of the longest series of nodes whose partners increase. As in
// WorFEval, one node without a partner is a run of 1.
func longestRun(partner []int) int {
	longest := make([]int, len(partner))
	for i := range partner {
		longest[i] = 1
		for j := range i {
			if partner[j] >= 0 && partner[i] > partner[j] {
				longest[i] = max(longest[i], longest[j]+1)
			}
		}
	}
	return slices.Max(longest)
}

// graphScore compares the graphs, as WorFEval does.
func graphScore(pred, gold *Workflow, all [][]float64) Score {
	partner := match(all)
	matchedPred, matchedGold := map[int]bool{}, map[int]bool{}
	for i, j := range partner {
		if j >= 0 {
			matchedPred[i], matchedGold[j] = true, true
		}
	}
	var common [][2]int
	for _, e := range pred.Edges {
		if matchedPred[e[0]] && matchedPred[e[1]] && matchedGold[e[0]] && matchedGold[e[1]] && slices.Contains(gold.Edges, e) {
			common = append(common, e)
		}
	}
	return scoreOf(largestPart(matchedPred, common), len(partner), largestPart(matchedGold, common), len(gold.Nodes)+2)
}

// largestPart is the number of nodes of the largest connected part.
func largestPart(nodes map[int]bool, edges [][2]int) int {
	part := map[int]int{} // a node further on in its part; the last one is not there
	end := func(n int) int {
		for {
			next, ok := part[n]
			if !ok {
				return n
			}
			n = next
		}
	}
	for _, e := range edges {
		if a, b := end(e[0]), end(e[1]); a != b {
			part[a] = b
		}
	}
	size := map[int]int{}
	for n := range nodes {
		size[end(n)]++
	}
	largest := 0
	for _, n := range size {
		largest = max(largest, n)
	}
	return largest
}
