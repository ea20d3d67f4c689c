package tally

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"switchyard/eval"
	"switchyard/internal/keyed"
	"switchyard/internal/race"
	"switchyard/mission"
)

// sample is a mission as it is drawn for a test.
type sample struct {
	facts   Facts
	verdict *eval.Verdict
	cost    Cost
}

// drawEntries draws a few entries with everything that figures tell apart. Missions
// may be left out.
func drawEntries(t *rapid.T) []sample {
	kind := rapid.SampledFrom(mission.Kinds())
	var all []sample
	for i := range rapid.IntRange(0, 8).Draw(t, "entries") {
		id := "e" + strconv.Itoa(i)
		kinds := rapid.SliceOfN(kind, 1, 5).Draw(t, "kinds")
		facts := entry(id, rapid.SampledFrom([]string{"rail", "bank", ""}).Draw(t, "toolset"), rapid.SampledFrom([]string{"", "d"}).Draw(t, "domain"),
			kinds...)
		for m := range facts {
			if m > 0 {
				facts[m].Relation = rapid.SampledFrom(mission.Relations()).Draw(t, "relation")
			}
			if rapid.IntRange(0, 9).Draw(t, "left out") == 0 {
				continue
			}
			all = append(all, sample{facts[m], drawVerdict(t, id, m), drawCost(t)})
		}
	}
	return all
}

func drawVerdict(t *rapid.T, id string, m int) *eval.Verdict {
	of := rapid.IntRange(1, 5).Draw(t, "of")
	switch rapid.IntRange(0, 3).Draw(t, "verdict") {
	case 0:
		return unscored(id, m)
	case 1:
		return right(id, m, of, rapid.Bool().Draw(t, "optimal"))
	}
	return wrong(id, m, rapid.IntRange(0, of).Draw(t, "done"), of, rapid.SampledFrom(eval.Faults()).Draw(t, "fault"))
}

func drawCost(t *rapid.T) Cost {
	c := Cost{Requests: rapid.IntRange(0, 5).Draw(t, "requests")}
	if rapid.Bool().Draw(t, "priced") {
		price := rapid.Float64Range(0, 1).Draw(t, "price")
		c.Price = &price
	}
	return c
}

func tallyOf(t testing.TB, list []sample) *Tally {
	tally := New()
	for _, s := range list {
		mustAdd(t, tally, s.facts, s.verdict, s.cost)
	}
	return tally
}

// slow reckons rates and intervals from scratch: for every resample the missions
// of the drawn entries are laid side by side and counted.
type slow struct {
	list  []sample
	drawn [][]sample
}

func newSlow(list []sample, o Options) *slow {
	var ids []string // of entries with a scored mission, in order
	missions := map[string][]sample{}
	for _, s := range list {
		if s.verdict.Scored {
			ids = append(ids, s.facts.Entry)
		}
		missions[s.facts.Entry] = append(missions[s.facts.Entry], s)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	b := &slow{list: list, drawn: make([][]sample, o.Resamples)}
	for i := range b.drawn {
		random := keyed.New(o.Seed, "bootstrap", strconv.Itoa(i))
		for range ids {
			b.drawn[i] = append(b.drawn[i], missions[ids[random.IntN(len(ids))]]...)
		}
	}
	return b
}

// rate is over the missions that are in it.
func (b *slow) rate(in func(f *Facts) bool, score func(v *eval.Verdict) (int, int)) Rate {
	all := counted(b.list, in, score)
	from := map[string]bool{}
	for _, s := range b.list {
		if in(&s.facts) && s.verdict.Scored {
			from[s.facts.Entry] = true
		}
	}
	all.Entries = len(from)
	if all.Of == 0 {
		return all
	}
	v := float64(all.Hits) / float64(all.Of)
	all.Share = &v
	if b.even(all, in, score) {
		low, high := scored(v, all.Entries)
		all.Low, all.High = &low, &high
		return all
	}
	var shares []float64
	for _, drawn := range b.drawn {
		if r := counted(drawn, in, score); r.Of > 0 {
			shares = append(shares, float64(r.Hits)/float64(r.Of))
		}
	}
	slices.Sort(shares)
	for left := len(shares) / 40; left > 0; left-- { // 2.5 % on each side
		shares = shares[1 : len(shares)-1]
	}
	if len(shares) > 0 {
		all.Low, all.High = &shares[0], &shares[len(shares)-1]
	}
	return all
}

// even reports whether every entry has the share of all.
func (b *slow) even(all Rate, in func(f *Facts) bool, score func(v *eval.Verdict) (int, int)) bool {
	entries := map[string][]sample{}
	for _, s := range b.list {
		entries[s.facts.Entry] = append(entries[s.facts.Entry], s)
	}
	for _, missions := range entries {
		if r := counted(missions, in, score); r.Hits*all.Of != all.Hits*r.Of {
			return false
		}
	}
	return true
}

// scored solves the equation of the score interval by halving: the ends are the shares
// from which the observed one is z standard errors away.
func scored(share float64, n int) (low, high float64) {
	solve := func(from, to float64) float64 { // from is within the interval
		for range 100 {
			middle := (from + to) / 2
			if math.Abs(share-middle) <= 1.959963984540054*math.Sqrt(middle*(1-middle)/float64(n)) {
				from = middle
			} else {
				to = middle
			}
		}
		return (from + to) / 2
	}
	if low = 0; share > 0 {
		low = solve(share, 0)
	}
	if high = 1; share < 1 {
		high = solve(share, 1)
	}
	return low, high
}

func counted(list []sample, in func(f *Facts) bool, score func(v *eval.Verdict) (int, int)) (r Rate) {
	for i := range list {
		s := &list[i]
		switch {
		case !in(&s.facts):
		case !s.verdict.Scored:
			r.Unscored++
		default:
			hits, of := score(s.verdict)
			r.Hits, r.Of = r.Hits+hits, r.Of+of
		}
	}
	return r
}

func same(a, b *float64) bool {
	return a == nil && b == nil || a != nil && b != nil && math.Abs(*a-*b) < 1e-9
}

func sameRate(a, b Rate) bool {
	return counts(a) == counts(b) && same(a.Share, b.Share) && same(a.Low, b.Low) && same(a.High, b.High)
}

func show(r Rate) string {
	data, _ := json.Marshal(r) // a struct of numbers
	return string(data)
}

// Every rate is what counting from scratch gives, and so is its interval.
func TestRatesAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		list := drawEntries(rt)
		o := Options{Resamples: 41, Seed: rapid.Uint64().Draw(rt, "seed"), Workers: rapid.IntRange(1, 3).Draw(rt, "workers")}
		f := mustFigure(t, tallyOf(t, list), o)
		correct := func(v *eval.Verdict) (int, int) { return one(v.Correct), 1 }
		optimal := func(v *eval.Verdict) (int, int) { return one(v.Optimal), 1 }
		done := func(v *eval.Verdict) (int, int) { return v.Done, v.Of }
		truth := newSlow(list, o)
		check := func(name string, got Rate, in func(f *Facts) bool, score func(v *eval.Verdict) (int, int)) {
			if want := truth.rate(in, score); !sameRate(got, want) {
				rt.Fatalf("%s: %s, want %s", name, show(got), show(want))
			}
		}
		every := func(*Facts) bool { return true }
		is := func(patterns ...mission.Pattern) func(f *Facts) bool {
			return func(f *Facts) bool { return slices.Contains(patterns, f.Pattern) }
		}
		check("overall", f.Accuracy.Overall, every, correct)
		check("optimal", f.Optimal.All, every, optimal)
		check("optimal with a choice", f.Optimal.Choice, is(mission.Parallel, mission.Mixed), optimal)
		check("optimal parallel", f.Optimal.Parallel, is(mission.Parallel), optimal)
		check("optimal mixed", f.Optimal.Mixed, is(mission.Mixed), optimal)
		check("progress", f.Progress.All, every, done)
		check("progress linked", f.Progress.Linked, is(mission.Serial, mission.Mixed), done)
		check("progress serial", f.Progress.Serial, is(mission.Serial), done)
		check("progress mixed", f.Progress.Mixed, is(mission.Mixed), done)
		group := func(name string, cells []Cell, key func(f *Facts) string) {
			listed := map[string]bool{}
			for _, c := range cells {
				if c.Unscored+c.Of > 0 || name == "action" {
					check(name+" "+c.Key, c.Rate, func(f *Facts) bool { return key(f) == c.Key }, correct)
				}
				listed[c.Key] = true
			}
			for _, s := range list {
				if k := key(&s.facts); k != "" && !listed[k] {
					rt.Fatalf("%s: %q is not listed", name, k)
				}
			}
		}
		group("action", f.Accuracy.Action, func(f *Facts) string {
			if f.Type == mission.Multi {
				return string(f.Pattern)
			}
			return string(f.Type)
		})
		group("missions", f.Accuracy.Missions, func(f *Facts) string { return fmt.Sprint(f.Missions) })
		group("position", f.Accuracy.Position, func(f *Facts) string { return fmt.Sprint(f.Mission + 1) })
		group("relation", f.Accuracy.Relation, func(f *Facts) string {
			if f.Mission == 0 {
				return "none"
			}
			return string(f.Relation)
		})
		group("switch", f.Accuracy.Switch, func(f *Facts) string {
			if f.Mission == 0 {
				return ""
			}
			return fmt.Sprintf("%s>%s", f.Previous, f.Type)
		})
		group("toolset", f.Accuracy.Toolset, func(f *Facts) string { return f.Toolset })
		group("domain", f.Accuracy.Domain, func(f *Facts) string { return f.Domain })
		group("path", f.Accuracy.Path, func(f *Facts) string { return f.Path })
		checkWhole(rt, list, f)
		checkSums(rt, list, f)
	})
}

func checkWhole(t *rapid.T, list []sample, f *Figures) {
	hits, of, unknown := 0, 0, 0
	entries := map[string][]sample{}
	for _, s := range list {
		entries[s.facts.Entry] = append(entries[s.facts.Entry], s)
	}
	for _, missions := range entries {
		right, wrong := 0, 0
		for _, s := range missions {
			right += one(s.verdict.Scored && s.verdict.Correct)
			wrong += one(s.verdict.Scored && !s.verdict.Correct)
		}
		switch {
		case wrong > 0:
			of++
		case right == missions[0].facts.Missions:
			of, hits = of+1, hits+1
		default:
			unknown++
		}
	}
	if w := f.Whole; w.Hits != hits || w.Of != of || w.Unscored != unknown {
		t.Fatalf("whole: %s, want %d of %d, %d unscored", show(w), hits, of, unknown)
	}
}

func checkSums(t *rapid.T, list []sample, f *Figures) {
	faults, wrong := map[eval.Fault]int{}, 0
	for _, s := range list {
		if len(s.verdict.Faults) > 0 {
			faults[s.verdict.Faults[0].Fault]++
			wrong++
		}
	}
	if f.Faults.Missions != wrong || f.Accuracy.Overall.Of-f.Accuracy.Overall.Hits != wrong {
		t.Fatalf("%d wrong missions, want %d", f.Faults.Missions, wrong)
	}
	for _, k := range f.Faults.Kinds {
		if k.Count != faults[k.Fault] {
			t.Fatalf("%s: %d, want %d", k.Fault, k.Count, faults[k.Fault])
		}
	}
	// The cells of a grouping that every mission is in sum up to the whole.
	for _, cells := range [][]Cell{f.Accuracy.Action, f.Accuracy.Missions, f.Accuracy.Position, f.Accuracy.Relation, f.Accuracy.Toolset,
		f.Accuracy.Domain, f.Accuracy.Path} {
		var sum Rate
		for _, c := range cells {
			sum.Hits, sum.Of, sum.Unscored = sum.Hits+c.Hits, sum.Of+c.Of, sum.Unscored+c.Unscored
		}
		if o := f.Accuracy.Overall; sum.Hits != o.Hits || sum.Of != o.Of || sum.Unscored != o.Unscored {
			t.Fatalf("cells sum up to %s, want %s", show(sum), show(o))
		}
	}
}

// The order in which missions come, and how many workers draw, changes no byte.
func TestOrderChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		list := drawEntries(rt)
		other := rapid.Permutation(list).Draw(rt, "order")
		o := Options{Resamples: 30, Seed: 7, Workers: 1}
		a, err := json.Marshal(mustFigure(t, tallyOf(t, list), o))
		if err != nil {
			rt.Fatal(err)
		}
		o.Workers = 3
		if b, err := json.Marshal(mustFigure(t, tallyOf(t, other), o)); err != nil || !bytes.Equal(a, b) {
			rt.Fatalf("%v\n%s\n%s", err, a, b)
		}
	})
}

// A comparison is what counting pairs from scratch gives.
func TestCompareAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		left := drawEntries(rt)
		var right []sample
		for _, s := range left {
			if rapid.IntRange(0, 5).Draw(rt, "only left") > 0 {
				right = append(right, sample{s.facts, drawVerdict(rt, s.facts.Entry, s.facts.Mission), Cost{}})
			}
		}
		o := Options{Resamples: 60, Seed: 3, Workers: 2}
		c, err := Compare(context.Background(), tallyOf(t, left), tallyOf(t, right), o)
		if err != nil {
			rt.Fatal(err)
		}
		// A pair becomes a verdict whose Done is the difference, so that it
		// can be counted.
		var pairs []sample
		for _, s := range right {
			i := slices.IndexFunc(left, func(l sample) bool { return l.facts.ID() == s.facts.ID() })
			l := left[i].verdict
			if l.Scored && s.verdict.Scored {
				pairs = append(pairs, sample{s.facts, &eval.Verdict{Scored: true, Correct: l.Correct, Optimal: s.verdict.Correct,
					Done: one(l.Correct) - one(s.verdict.Correct)}, Cost{}})
			}
		}
		truth := newSlow(pairs, o)
		for i, d := range append([]Difference{c.Overall}, c.Action...) {
			in := func(*Facts) bool { return true }
			if i > 0 {
				if d.Key != string(mission.Kinds()[i-1]) {
					rt.Fatalf("action %d is %s", i, d.Key)
				}
				in = func(f *Facts) bool { return string(f.kind()) == d.Key }
			}
			want := truth.rate(in, func(v *eval.Verdict) (int, int) { return v.Done, 1 })
			a, b, both := 0, 0, 0
			for _, p := range pairs {
				if in(&p.facts) {
					a, b, both = a+one(p.verdict.Correct), b+one(p.verdict.Optimal), both+one(p.verdict.Correct && p.verdict.Optimal)
				}
			}
			if want.Of > 0 && truth.even(want, in, func(v *eval.Verdict) (int, int) { return v.Done, 1 }) {
				of := func(n int) float64 { return float64(n) / float64(want.Of) }
				low, high := newcombe(of(both), of(a-both), of(b-both), of(want.Of-a-b+both), want.Entries)
				want.Low, want.High = &low, &high
			}
			if d.Missions != want.Of || d.Entries != want.Entries || !same(d.Share, want.Share) || !same(d.Low, want.Low) || !same(d.High, want.High) {
				rt.Fatalf("%s: %+v, want %s", d.Key, d, show(want))
			}
			if d.WonA != a-both || d.WonB != b-both || !same(d.A, share(a, want.Of)) || !same(d.B, share(b, want.Of)) {
				rt.Fatalf("%s: %+v, want %d and %d right, %d both", d.Key, d, a, b, both)
			}
		}
		if c.Missions != len(pairs) || c.Entries != c.Overall.Entries {
			rt.Fatalf("%d missions of %d entries, want %d", c.Missions, c.Entries, len(pairs))
		}
	})
}

func TestCompareRefusesAnotherDataset(t *testing.T) {
	a, b := New(), New()
	mustAdd(t, a, entry("e", "x", "", mission.KindChat)[0], right("e", 0, 1, true), Cost{})
	mustAdd(t, b, entry("e", "x", "", mission.KindSingle)[0], right("e", 0, 1, true), Cost{})
	_, err := Compare(context.Background(), a, b, few)
	if want := "e#1 is not the same mission in both: only results of one dataset can be compared"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// exactMcNemar is the test in whole numbers.
func exactMcNemar(a, b int) float64 {
	n := int64(a + b)
	sum := new(big.Int)
	for k := int64(0); k <= int64(min(a, b)); k++ {
		sum.Add(sum, new(big.Int).Binomial(n, k))
	}
	sum.Lsh(sum, 1)
	p, _ := new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
	return min(1, p)
}

func TestMcNemar(t *testing.T) {
	// Known values: 2·(1+10)/2^10 and the like.
	for _, c := range []struct {
		a, b int
		want float64
	}{{0, 0, 1}, {1, 0, 1}, {5, 5, 1}, {0, 6, 0.03125}, {6, 0, 0.03125}, {1, 9, 22.0 / 1024}, {8, 2, 112.0 / 1024}} {
		if got := mcnemar(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d against %d: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		a, b := rapid.IntRange(0, 300).Draw(rt, "a"), rapid.IntRange(0, 300).Draw(rt, "b")
		got, want := mcnemar(a, b), exactMcNemar(a, b)
		if math.Abs(got-want) > 1e-9*want {
			rt.Fatalf("%v, want %v", got, want)
		}
	})
	// Of many tosses, the normal distribution says nearly the same.
	if got, want := mcnemar(49_500, 50_500), math.Erfc(999/math.Sqrt(2*100_000)); math.Abs(got-want) > 0.001*want {
		t.Errorf("many: %v, want about %v", got, want)
	}
	if got := mcnemar(0, 100_000); got != 0 {
		t.Errorf("beyond small numbers: %v", got)
	}
}

// An interval covers the truth about as often as it says, when the missions of an
// entry are right or wrong together; one over missions would be far too narrow.
func TestCoverage(t *testing.T) {
	trials, resamples := 200, 200
	if race.Enabled {
		trials, resamples = 50, 100
	}
	covered := 0
	for trial := range trials {
		random, tally := keyed.New(9, "coverage", strconv.Itoa(trial)), New()
		for e := range 60 {
			id, isRight := strconv.Itoa(e), random.Chance(0.6)
			for m, f := range entry(id, "x", "", mission.KindChat, mission.KindChat, mission.KindChat, mission.KindChat) {
				v := wrong(id, m, 0, 1, eval.CalledWithoutNeed)
				if isRight {
					v = right(id, m, 1, true)
				}
				mustAdd(t, tally, f, v, Cost{})
			}
		}
		r := mustFigure(t, tally, Options{Resamples: resamples, Seed: uint64(trial)}).Accuracy.Overall
		if *r.Low <= 0.6 && 0.6 <= *r.High {
			covered++
		}
	}
	// Drawing missions alone gives about two in three.
	if share := float64(covered) / float64(trials); share < 0.88 {
		t.Errorf("intervals hold the truth in %.1f %% of %d trials", 100*share, trials)
	}
}

// A hundred thousand missions, with every figure.
func BenchmarkFigures(b *testing.B) {
	var list []sample
	random := keyed.New(1, "benchmark")
	for e := 0; len(list) < 100_000; e++ {
		id := "n-" + strconv.Itoa(e)
		kinds := make([]mission.Kind, 1+e%4)
		for i := range kinds {
			kinds[i] = keyed.Pick(random, mission.Kinds())
		}
		toolset := "t" + strconv.Itoa(random.IntN(100))
		for m, f := range entry(id, toolset, toolset[:2], kinds...) {
			v := right(id, m, 3, true)
			if random.Chance(0.4) {
				v = wrong(id, m, 1, 3, keyed.Pick(random, eval.Faults()))
			}
			list = append(list, sample{f, v, Cost{Requests: 2}})
		}
	}
	var before, after runtime.MemStats
	b.ReportAllocs()
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		tally := tallyOf(b, list)
		mustFigure(b, tally, Options{})
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(tally)
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(list)), "B/mission-kept")
}
