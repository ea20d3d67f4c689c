package worf

import (
	"slices"

	"switchyard/mission"
)

// most is how many orders of a correct workflow WorFEval looks at, and listed how many nodes,
// START and END included, a workflow has at least of which it only looks at the listed order.
const (
	most   = 20
	listed = 10
)

// goldOrders are the orders in which WorFEval compares the nodes of a correct workflow: numbers
// of nodes, with START and END only where it keeps them.
func goldOrders(gold *Workflow) ([][]int, error) {
	n := len(gold.Nodes) + 2
	if n >= listed {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		return [][]int{order}, nil
	}
	if err := acyclic(gold); err != nil {
		return nil, err
	}
	orders := sorts(n, gold.Edges)
	for i := range orders {
		orders[i] = slices.DeleteFunc(orders[i], func(node int) bool { return node == 0 || node == n-1 })
	}
	return orders, nil
}

// acyclic fails for a workflow whose nodes, START and END included, wait for each other, or
// that has edges to nodes that there are not.
func acyclic(w *Workflow) error {
	waits := make([][]int, w.End()+1)
	for _, e := range w.Edges {
		if e[0] < 0 || e[0] > w.End() || e[1] < 0 || e[1] > w.End() {
			return &CycleError{Cause: w.Check()}
		}
		if !slices.Contains(waits[e[1]], e[0]) {
			waits[e[1]] = append(waits[e[1]], e[0])
		}
	}
	if _, err := mission.NewGraph(waits); err != nil {
		return &CycleError{Cause: err}
	}
	return nil
}

// sorts lists the first topological sorts of a graph without cycles, in the order in which
// networkx.all_topological_sorts lists them: Knuth and Szwarcfiter, A Structured Program to
// Generate All Topological Sorting Arrangements (1974).
func sorts(n int, edges [][2]int) (all [][]int) {
	next, count := make([][]int, n), make([]int, n)
	for _, e := range edges {
		if !slices.Contains(next[e[0]], e[1]) {
			next[e[0]] = append(next[e[0]], e[1])
			count[e[1]]++
		}
	}
	var ready, bases, current []int
	for v := range n {
		if count[v] == 0 {
			ready = append(ready, v)
		}
	}
	for {
		if len(current) < n {
			q := ready[len(ready)-1]
			ready = ready[:len(ready)-1]
			for _, j := range next[q] {
				if count[j]--; count[j] == 0 {
					ready = append(ready, j)
				}
			}
			if current = append(current, q); len(bases) < len(current) {
				bases = append(bases, q)
			}
			continue
		}
		if all = append(all, slices.Clone(current)); len(all) == most {
			return all
		}
		for len(current) > 0 {
			q := current[len(current)-1]
			current = current[:len(current)-1]
			for _, j := range next[q] {
				count[j]++
			}
			for len(ready) > 0 && count[ready[len(ready)-1]] > 0 {
				ready = ready[:len(ready)-1]
			}
			ready = slices.Insert(ready, 0, q)
			if ready[len(ready)-1] != bases[len(bases)-1] {
				break
			}
			bases = bases[:len(bases)-1]
		}
		if len(bases) == 0 {
			return all
		}
	}
}
