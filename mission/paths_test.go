package mission_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
)

func TestCountKnown(t *testing.T) {
	for _, tt := range []struct {
		name           string
		deps           [][]int
		total, optimal string
	}{
		{"no calls", nil, "1", "1"},
		{"1 independent", independent(1), "1", "1"},
		{"2 independent", independent(2), "3", "1"},
		{"3 independent", independent(3), "13", "1"},
		{"4 independent", independent(4), "75", "1"},
		{"5 independent", independent(5), "541", "1"},
		{"6 independent", independent(6), "4683", "1"},
		{"7 independent", independent(7), "47293", "1"},
		{"8 independent", independent(8), "545835", "1"},
		{"20 independent", independent(20), "2677687796244384203115", "1"},
		{"chain of 64", chain(64), "1", "1"},
		{"paper", paperExample, "5", "2"},
		{"zigzag", zigzag, "11", "1"},
		{"two before three before one", layers(2, 3, 1), "39", "1"},
		// Two chains of n calls interleave in Delannoy(n, n) ways.
		{"two chains of 3", [][]int{{}, {0}, {1}, {}, {3}, {4}}, "63", "1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			total, optimal := mustGraph(t, tt.deps).Count()
			if total.String() != tt.total || optimal.String() != tt.optimal {
				t.Errorf("got %v, %v; want %s, %s", total, optimal, tt.total, tt.optimal)
			}
		})
	}
}

// TestCountWide counts parts for which the sums need one, two and more words, by a
// second method: the paths of a fence of n calls by dynamic programming along the
// fence.
func TestCountWide(t *testing.T) {
	for _, n := range []int{4, 15, 16, 17, 18, 21, 24} {
		got := mustGraph(t, fence(n)).CountBySteps()
		if want := countFence(n); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("fence of %d calls:\n got %v\nwant %v", n, got, want)
		}
	}
	// A ladder has few down-sets, so that many calls, and words, are possible.
	// Adding one call that all others wait for adds one step to every path.
	ladder := make([][]int, 40)
	for j := 2; j < len(ladder); j++ {
		ladder[j] = []int{j - 2}
		if j%4 == 2 {
			ladder[j] = append(ladder[j], j-1)
		}
	}
	below := make([][]int, len(ladder)+1)
	for j, deps := range ladder {
		below[j+1] = []int{0}
		for _, i := range deps {
			below[j+1] = append(below[j+1], i+1)
		}
	}
	counts, more := mustGraph(t, ladder).CountBySteps(), mustGraph(t, below).CountBySteps()
	if fmt.Sprint(more[1:]) != fmt.Sprint(counts) || more[0].Sign() != 0 {
		t.Errorf("ladder:\n got %v\nwant %v", more[1:], counts)
	}
	if last, orders := counts[len(counts)-1], linearOrders(ladder); last.Cmp(orders) != 0 {
		t.Errorf("ladder: %v paths of one call a step, but %v orders", last, orders)
	}
}

// TestCountFactors counts graphs that would be out of reach in one piece.
func TestCountFactors(t *testing.T) {
	twenty, _ := mustGraph(t, independent(20)).Count()
	want := new(big.Int).Exp(twenty, big.NewInt(3), nil)
	total, optimal := mustGraph(t, layers(20, 20, 20)).Count()
	if total.Cmp(want) != 0 || optimal.Int64() != 1 {
		t.Errorf("three layers of twenty calls: %v paths, want %v; %v optimal, want 1", total, want, optimal)
	}
}

// countFence places the calls of fence(n) on m steps from one end to the other, and
// takes differences over m.
func countFence(n int) []*big.Int {
	placed := make([]*big.Int, n+1)
	for m := range placed {
		ways := make([]*big.Int, m)
		for level := range ways {
			ways[level] = big.NewInt(1)
		}
		for j := 1; j < n; j++ {
			next := make([]*big.Int, m)
			for level := range next {
				next[level] = new(big.Int)
				for before := range m {
					if j%2 == 1 && before < level || j%2 == 0 && before > level {
						next[level].Add(next[level], ways[before])
					}
				}
			}
			ways = next
		}
		placed[m] = new(big.Int)
		for _, w := range ways {
			placed[m].Add(placed[m], w)
		}
	}
	counts := make([]*big.Int, n+1)
	for k := range counts {
		counts[k] = new(big.Int)
		for m := 0; m <= k; m++ { // inclusion and exclusion over the empty steps
			term := new(big.Int).Binomial(int64(k), int64(m))
			term.Mul(term, placed[m])
			if (k-m)%2 == 1 {
				term.Neg(term)
			}
			counts[k].Add(counts[k], term)
		}
	}
	return counts
}

// linearOrders counts the paths of one call a step by a memo over the calls made.
func linearOrders(deps [][]int) *big.Int {
	memo := map[uint64]*big.Int{1<<len(deps) - 1: big.NewInt(1)}
	var count func(made uint64) *big.Int
	count = func(made uint64) *big.Int {
		if known, ok := memo[made]; ok {
			return known
		}
		total := new(big.Int)
		for j := range deps {
			waits := slices.ContainsFunc(deps[j], func(i int) bool { return made>>i&1 == 0 })
			if made>>j&1 == 0 && !waits {
				total.Add(total, count(made|1<<j))
			}
		}
		memo[made] = total
		return total
	}
	return count(0)
}

// TestPathsProperties compares counts and enumeration, order included, with the
// list of all paths.
func TestPathsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deps := graphs(7).Draw(t, "deps")
		g, want := rapidGraph(t, deps), allPaths(deps)

		var got []mission.Path
		for path := range g.Paths() {
			got = append(got, path.Clone())
		}
		if !samePaths(got, want) {
			t.Fatalf("paths of %v\n got %v\nwant %v", deps, got, want)
		}

		bySteps := make([]int, len(deps)+1)
		for _, path := range want {
			bySteps[len(path)]++
		}
		if counts := g.CountBySteps(); fmt.Sprint(counts) != fmt.Sprint(bySteps) {
			t.Fatalf("counts of %v: %v, want %v", deps, counts, bySteps)
		}
		total, optimal := g.Count()
		if total.Int64() != int64(len(want)) || optimal.Int64() != int64(bySteps[g.Depth()]) {
			t.Fatalf("count of %v: %v, %v; want %d, %d", deps, total, optimal, len(want), bySteps[g.Depth()])
		}
	})
}

// TestPathsAgreeWithCounts goes on where the straightforward version is too slow.
func TestPathsAgreeWithCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		deps := randomGraph(rng, 8+rng.IntN(4), 0.3+0.5*rng.Float64())
		g := mustGraph(t, deps)
		if total, _ := g.Count(); !total.IsInt64() || total.Int64() > 300_000 {
			continue
		}
		bySteps := make([]int, len(deps)+1)
		for path := range g.Paths() {
			bySteps[len(path)]++
		}
		if counts := g.CountBySteps(); fmt.Sprint(counts) != fmt.Sprint(bySteps) {
			t.Fatalf("%v: counted %v, enumerated %v", deps, counts, bySteps)
		}
	}
}

func TestPathsStop(t *testing.T) {
	// Any prefix can be taken, of graphs with any number of paths.
	g := mustGraph(t, independent(64))
	for _, limit := range []int{1, 2, 3, 100} {
		n := 0
		for path := range g.Paths() {
			if err := g.IsPath(path); err != nil {
				t.Fatal(err)
			}
			if n++; n == limit {
				break
			}
		}
		if n != limit {
			t.Errorf("stopped after %d paths, not %d", n, limit)
		}
	}
	// The sequence can be used again, and by two loops at once.
	paths := mustGraph(t, paperExample).Paths()
	pairs := 0
	for a := range paths {
		before := fmt.Sprint(a)
		for range paths {
			pairs++
		}
		if fmt.Sprint(a) != before {
			t.Fatalf("a second loop changed %s to %v", before, a)
		}
	}
	if pairs != 25 {
		t.Errorf("%d pairs, want 25", pairs)
	}
}

func TestListAndInfo(t *testing.T) {
	g := mustGraph(t, paperExample)
	for _, tt := range []struct {
		limit     int
		want      int
		truncated bool
	}{{-1, 5, false}, {0, 0, true}, {1, 1, true}, {4, 4, true}, {5, 5, false}, {6, 5, false}} {
		paths, truncated := g.List(tt.limit)
		if len(paths) != tt.want || truncated != tt.truncated {
			t.Errorf("List(%d): %d paths, truncated %v", tt.limit, len(paths), truncated)
		}
	}

	for _, tt := range []struct {
		deps  [][]int
		limit int
		want  string
	}{
		{paperExample, 3, `{"total":"5","optimal":"2","depth":3,"listed":[[[0,1],[2],[3]],[[1],[0,2],[3]],[[0],[1],[2],[3]]],"truncated":true}`},
		{independent(1), mission.DefaultPathLimit, `{"total":"1","optimal":"1","depth":1,"listed":[[[0]]],"truncated":false}`},
		{nil, mission.DefaultPathLimit, `{"total":"1","optimal":"1","depth":0,"listed":[[]],"truncated":false}`},
		{independent(2), 0, `{"total":"3","optimal":"1","depth":1,"listed":[],"truncated":true}`},
	} {
		got, err := json.Marshal(mustGraph(t, tt.deps).Info(tt.limit))
		if err != nil || string(got) != tt.want {
			t.Errorf("Info(%d) of %v:\n got %s %v\nwant %s", tt.limit, tt.deps, got, err, tt.want)
		}
	}
}

func TestClone(t *testing.T) {
	original := mission.Path{{0, 1}, {2}}
	clone := original.Clone()
	clone[0] = append(clone[0], 9) // must not reach into the next step
	original[0][0] = 7
	if fmt.Sprint(clone) != "[[0 1 9] [2]]" {
		t.Errorf("got %v", clone)
	}
}

// TestEnumerateMemory holds the promise that nothing is allocated per path.
func TestEnumerateMemory(t *testing.T) {
	g := mustGraph(t, independent(8))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for range g.Paths() {
		n++
	}
	runtime.ReadMemStats(&after)
	if n != 545_835 {
		t.Errorf("%d paths", n)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<20 {
		t.Errorf("%d bytes allocated", bytes)
	}
}

// BenchmarkEnumerate8 walks all 545,835 paths of eight independent calls.
func BenchmarkEnumerate8(b *testing.B) {
	g := mustGraph(b, independent(8))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range g.Paths() {
			n++
		}
		if n != 545_835 {
			b.Fatal(n)
		}
	}
}

// BenchmarkList8 keeps a copy of each of them.
func BenchmarkList8(b *testing.B) {
	g := mustGraph(b, independent(8))
	b.ReportAllocs()
	for b.Loop() {
		g.List(-1)
	}
}

func BenchmarkCount12Dense(b *testing.B)  { benchmarkCount12(b, 0.5) }
func BenchmarkCount12Medium(b *testing.B) { benchmarkCount12(b, 0.25) }
func BenchmarkCount12Sparse(b *testing.B) { benchmarkCount12(b, 0.1) }

// benchmarkCount12 counts random graphs of twelve calls, one each time.
func benchmarkCount12(b *testing.B, density float64) {
	rng := rand.New(rand.NewPCG(12, 12))
	var cases []*mission.Graph
	for range 64 {
		cases = append(cases, mustGraph(b, randomGraph(rng, 12, density)))
	}
	i := 0
	for b.Loop() {
		cases[i%len(cases)].Count()
		i++
	}
}

// BenchmarkCount12Worst counts a graph with nearly as many down-sets as twelve
// calls can have without falling apart.
func BenchmarkCount12Worst(b *testing.B) {
	g := mustGraph(b, [][]int{{}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {}, {0, 10}})
	for b.Loop() {
		g.Count()
	}
}

func BenchmarkCountIndependent20(b *testing.B) {
	g := mustGraph(b, independent(20))
	for b.Loop() {
		g.Count()
	}
}

func BenchmarkCountIndependent64(b *testing.B) {
	g := mustGraph(b, independent(64))
	for b.Loop() {
		g.Count()
	}
}

// BenchmarkCountSeriesParallel20 counts five layers of four calls next to each
// other in twos: (4 before 4 before 2) beside (2 before 4 before 4).
func BenchmarkCountSeriesParallel20(b *testing.B) {
	left, right := layers(4, 4, 2), layers(2, 4, 4)
	deps := slices.Clone(left)
	for _, list := range right {
		var moved []int
		for _, i := range list {
			moved = append(moved, i+len(left))
		}
		deps = append(deps, moved)
	}
	g := mustGraph(b, deps)
	for b.Loop() {
		g.Count()
	}
}

// BenchmarkCountFence20 counts twenty calls that fall apart in no way.
func BenchmarkCountFence20(b *testing.B) {
	g := mustGraph(b, fence(20))
	for b.Loop() {
		g.Count()
	}
}
