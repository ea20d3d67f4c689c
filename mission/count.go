package mission

import (
	"math/big"
	"math/bits"
	"slices"
)

// Count returns the number of paths and of optimal paths, exactly. It does not
// enumerate; see [Graph.CountBySteps] for what it costs.
func (g *Graph) Count() (total, optimal *big.Int) {
	counts := g.CountBySteps()
	return sum(counts), counts[g.Depth()]
}

// CountBySteps returns for every number of steps k from 0 to [Graph.Len] how many paths
// have exactly k steps. The caller may keep and change the numbers.
//
// Two parts of the graph are counted separately and combined if they are independent of
// each other, or if all calls of one come after all calls of the other. So the time
// depends on the largest part that cannot be divided in either way. For such a part it
// grows with the number of down-sets (sets of calls that may have been made at some
// moment): at most 2^n for n calls, and fewer with more dependencies. Twelve calls of any
// shape take less than a millisecond. Independent or series-parallel calls, as many as a
// graph can hold, take a few milliseconds. More than about twenty-five calls in a wide
// and irregular graph take too long: look at [Graph.Len] before you count untrusted
// graphs.
func (g *Graph) CountBySteps() []*big.Int {
	return g.countPart(g.all)
}

// countPart counts the paths of the part of the graph in set by number of steps.
func (g *Graph) countPart(set uint64) []*big.Int {
	switch n := bits.OnesCount64(set); n {
	case 0:
		return []*big.Int{big.NewInt(1)}
	case 1:
		return []*big.Int{new(big.Int), big.NewInt(1)}
	}
	related := func(j int) uint64 { return g.pred[j] | g.succ[j] }
	if parts := split(set, related); len(parts) > 1 {
		return g.countParallel(set, parts)
	}
	unrelated := func(j int) uint64 { return ^related(j) }
	if parts := split(set, unrelated); len(parts) > 1 {
		return g.countSeries(parts)
	}
	return g.countPrime(set)
}

// split divides set into the connected components of the given neighbourhoods. If
// neighbours are related calls, the components are independent of each other. If
// neighbours are unrelated calls, every pair of calls from two components is related,
// and always in the same direction, because otherwise some unrelated pair on the way
// from one to the other would be related.
func split(set uint64, neighbours func(int) uint64) []uint64 {
	var parts []uint64
	for set != 0 {
		part, todo := uint64(0), set&-set
		for todo != 0 {
			part |= todo
			var reached uint64
			for ; todo != 0; todo &= todo - 1 {
				reached |= neighbours(bits.TrailingZeros64(todo))
			}
			todo = reached & set &^ part
		}
		parts = append(parts, part)
		set &^= part
	}
	return parts
}

// countParallel combines parts that are independent of each other. Parts may share steps
// in any way, so counting by exact numbers of steps is difficult. But if steps may be
// empty, the parts are placed on m steps independently, and the numbers multiply.
func (g *Graph) countParallel(set uint64, parts []uint64) []*big.Int {
	n := bits.OnesCount64(set)
	product := make([]*big.Int, n+1)
	for m := range product {
		product[m] = big.NewInt(1)
	}
	for _, part := range parts {
		placed := make([]*big.Int, n+1)
		for k := copy(placed, g.countPart(part)); k <= n; k++ {
			placed[k] = new(big.Int)
		}
		allowEmpty(placed)
		for m, f := range placed {
			product[m].Mul(product[m], f)
		}
	}
	forbidEmpty(product)
	return product
}

// allowEmpty turns the numbers of ways by exact number of steps, c[k], into the numbers
// of ways with m steps of which some may be empty: the sum of c[k]·C(m,k) over k. This
// is a table of differences, read backwards.
func allowEmpty(c []*big.Int) {
	for k := len(c) - 1; k > 0; k-- {
		for m := k; m < len(c); m++ {
			c[m].Add(c[m], c[m-1])
		}
	}
}

// forbidEmpty undoes [allowEmpty].
func forbidEmpty(c []*big.Int) {
	for k := 1; k < len(c); k++ {
		for m := len(c) - 1; m >= k; m-- {
			c[m].Sub(c[m], c[m-1])
		}
	}
}

// countSeries combines parts that follow one another completely. They share no step, so
// the numbers of steps add up. The order of the parts does not change the numbers.
func (g *Graph) countSeries(parts []uint64) []*big.Int {
	product := []*big.Int{big.NewInt(1)}
	var term big.Int
	for _, part := range parts {
		factor := g.countPart(part)
		next := make([]*big.Int, len(product)+len(factor)-1)
		for k := range next {
			next[k] = new(big.Int)
		}
		for i, a := range product {
			for k, b := range factor {
				next[i+k].Add(next[i+k], term.Mul(a, b))
			}
		}
		product = next
	}
	return product
}

// countPrime counts a part that cannot be divided in either way.
//
// A path with steps S1, S2, … is a chain of down-sets ∅ ⊂ S1 ⊂ S1∪S2 ⊂ … in which no step
// has a dependency inside. The obvious method checks every pair of down-sets for that,
// which is slow. Without this condition, chains are counted by summing over all larger
// down-sets repeatedly, and such a sum takes only one addition for each down-set and
// call. Stanley's reciprocity theorem for order polynomials then gives the wanted
// numbers: if w[k] is the number of strictly growing chains of k steps without the
// condition, the number of paths with j steps is the sum of (-1)^(n-k)·w[k]·C(k-1,j-1).
//
// Intermediate numbers may be far larger than the results. But sums may be taken modulo
// any power of two that exceeds the results, so a few machine words are enough.
func (g *Graph) countPrime(set uint64) []*big.Int {
	n := bits.OnesCount64(set)
	// Every path is a permutation of the calls, cut at some of n-1 places.
	bound := new(big.Int).MulRange(1, int64(n))
	words := (bound.Lsh(bound, uint(n-1)).BitLen() + 63) / 64

	lattice := newLattice(g.compact(set))
	sums := lattice.chains(words)
	forbidEmpty(sums)

	modulus := new(big.Int).Lsh(big.NewInt(1), uint(64*words))
	counts := make([]*big.Int, n+1)
	var term big.Int
	for j := range counts {
		counts[j] = new(big.Int)
		for k := max(j, 1); j > 0 && k <= n; k++ {
			term.Binomial(int64(k-1), int64(j-1))
			term.Mul(&term, sums[k])
			if (n-k)%2 == 1 {
				term.Neg(&term)
			}
			counts[j].Add(counts[j], &term)
		}
		counts[j].Mod(counts[j], modulus)
	}
	return counts
}

// compact renumbers the calls of set so that all that come before a call have
// lower numbers, and returns for each the calls that come before it.
func (g *Graph) compact(set uint64) []uint64 {
	calls := make([]int, 0, bits.OnesCount64(set))
	for _, level := range g.levels {
		calls = appendCalls(calls, level&set)
	}
	pred := make([]uint64, len(calls))
	for a, i := range calls {
		for b, j := range calls[:a] {
			if g.pred[i]&(1<<j) != 0 {
				pred[a] |= 1 << b
			}
		}
	}
	return pred
}

// lattice is the set of all down-sets of a part of a graph, ordered by inclusion.
type lattice struct {
	calls int
	size  int
	// grow lists, for the last call first, every pair of down-sets of which the
	// second is the first with that call added.
	grow [][][2]int32
}

// newLattice finds the down-sets of calls numbered as [Graph.compact] does.
func newLattice(pred []uint64) *lattice {
	sets := []uint64{0}
	for i := 0; i < len(sets); i++ {
		// Making the calls of a down-set in ascending order gives a down-set at every
		// point, so adding only higher calls finds each down-set once.
		for j := bits.Len64(sets[i]); j < len(pred); j++ {
			if pred[j]&^sets[i] == 0 {
				sets = append(sets, sets[i]|1<<j)
			}
		}
	}
	slices.Sort(sets)

	l := &lattice{calls: len(pred), size: len(sets)}
	for j := len(pred) - 1; j >= 0; j-- {
		var pairs [][2]int32
		// Adding the same call keeps the order of the sets, so one pass with two
		// fingers finds all pairs.
		to := 0
		for from, set := range sets {
			if set&(1<<j) != 0 || pred[j]&^set != 0 {
				continue
			}
			for sets[to] != set|1<<j {
				to++
			}
			pairs = append(pairs, [2]int32{int32(from), int32(to)})
		}
		l.grow = append(l.grow, pairs)
	}
	return l
}

// chains returns for every m from 0 to the number of calls how many chains of m steps
// lead from no call to all calls, modulo 2^(64·words). A step may add any calls, or none.
func (l *lattice) chains(words int) []*big.Int {
	counts := make([]*big.Int, l.calls+1)
	counts[0] = new(big.Int)
	ways := make([]uint64, l.size*words) // for each down-set, lowest word first
	ways[(l.size-1)*words] = 1
	number := make([]byte, 8*words)
	for m := 1; m <= l.calls; m++ {
		l.sumLarger(ways, words)
		for i, word := range ways[:words] {
			for b := range 8 {
				number[len(number)-1-8*i-b] = byte(word >> (8 * b))
			}
		}
		counts[m] = new(big.Int).SetBytes(number)
	}
	return counts
}

// sumLarger replaces the number at each down-set by the sum of the numbers at all
// down-sets that contain it. A larger one is reached by adding its further calls from
// the first to the last; taking the last call first counts each larger one once.
func (l *lattice) sumLarger(ways []uint64, words int) {
	if words == 1 {
		for _, pairs := range l.grow {
			for _, p := range pairs {
				ways[p[0]] += ways[p[1]]
			}
		}
		return
	}
	for _, pairs := range l.grow {
		for _, p := range pairs {
			to := ways[int(p[0])*words:][:words]
			from := ways[int(p[1])*words:][:words]
			var carry uint64
			for i := range to {
				to[i], carry = bits.Add64(to[i], from[i], carry)
			}
		}
	}
}

// sum adds up numbers.
func sum(numbers []*big.Int) *big.Int {
	total := new(big.Int)
	for _, x := range numbers {
		total.Add(total, x)
	}
	return total
}
