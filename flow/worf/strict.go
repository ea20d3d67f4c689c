package worf

import "slices"

// strict compares workflows by the rules that mend those of WorFEval.
func strict(pred, gold *Workflow, all [][]float64) (chain, graph Score, err error) {
	if err := acyclic(gold); err != nil {
		return Score{}, Score{}, err
	}
	inner := make([][]float64, len(pred.Nodes))
	for i := range inner {
		inner[i] = all[i+1][1 : len(gold.Nodes)+1]
	}
	partner := make([]int, len(pred.Nodes)+2) // numbers of nodes, as in edges; -1 for none
	for i, j := range match(inner) {
		if partner[i+1] = j + 1; j < 0 {
			partner[i+1] = -1
		}
	}
	partner[pred.End()] = gold.End()
	n := inOrder(partner[1:pred.End()], gold)
	chain = scoreOf(n, len(pred.Nodes), n, len(gold.Nodes))

	nodes := map[int]bool{}
	for i := range partner {
		if partner[i] >= 0 {
			nodes[i] = true
		}
	}
	var common [][2]int
	for _, e := range pred.Edges {
		if nodes[e[0]] && nodes[e[1]] && slices.Contains(gold.Edges, [2]int{partner[e[0]], partner[e[1]]}) {
			common = append(common, e)
		}
	}
	part := largestPart(nodes, common)
	if part == 1 {
		part = 0 // no edge is right
	}
	return chain, scoreOf(part, len(pred.Nodes)+2, part, len(gold.Nodes)+2), nil
}

// inOrder is the largest number of partners, given in the order of the prediction, that come in
// this order in some topological order of the correct workflow.
//
// Some partners come in their order in a topological order exactly if none has to wait for a
// later one: a cycle of what must and what shall come first would need a step back. That one
// partner has to wait for a later one is a partial order over the partners, so the largest set
// of partners without such a pair is a largest antichain. It has as many elements as there are
// partners, less the largest matching of pairs (Dilworth 1950; Fulkerson 1956).
func inOrder(partner []int, gold *Workflow) int {
	after := reach(gold)
	partner = slices.DeleteFunc(slices.Clone(partner), func(p int) bool { return p < 0 })
	later := make([]int, len(partner)) // the one that is matched with a later partner; -1 if none is
	for i := range later {
		later[i] = -1
	}
	var seen []bool
	var augment func(i int) bool
	augment = func(i int) bool {
		for j := i + 1; j < len(partner); j++ {
			if !after[partner[j]][partner[i]] || seen[j] {
				continue
			}
			seen[j] = true
			if later[j] < 0 || augment(later[j]) {
				later[j] = i
				return true
			}
		}
		return false
	}
	n := len(partner)
	for i := range partner {
		seen = make([]bool, len(partner))
		if augment(i) {
			n--
		}
	}
	return n
}

// reach says of each node which others wait for it, directly or not.
func reach(w *Workflow) [][]bool {
	after := make([][]bool, w.End()+1)
	for i := range after {
		after[i] = make([]bool, len(after))
	}
	for _, e := range w.Edges {
		after[e[0]][e[1]] = true
	}
	for k := range after {
		for i := range after {
			for j := range after {
				after[i][j] = after[i][j] || after[i][k] && after[k][j]
			}
		}
	}
	return after
}
