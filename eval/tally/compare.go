package tally

import (
	"context"
	"fmt"
	"math"

	"switchyard/mission"
)

// Comparison compares two sets of verdicts on the missions that both scored.
type Comparison struct {
	Missions  int          `json:"missions"` // that both scored
	Entries   int          `json:"entries"`  // that they come from
	Bootstrap Bootstrap    `json:"bootstrap"`
	Overall   Difference   `json:"overall"`
	Action    []Difference `json:"action"` // by the six kinds of missions
}

// Difference is how much more accurate A is than B.
type Difference struct {
	Key      string   `json:"key"`        // "overall", or a kind of missions
	Missions int      `json:"missions"`   // that both scored
	Entries  int      `json:"entries"`    // that they come from
	A        *float64 `json:"a"`          // accuracies; nil without missions
	B        *float64 `json:"b"`          //
	Share    *float64 `json:"difference"` // A-B
	// Low and High are the ends of the interval of A-B. Each resample draws the same
	// entries for A and B. Unlike P, this interval takes into account that the missions
	// of an entry are related, so it is the figure to trust. If the difference is the
	// same in every entry, for example because A and B agree everywhere, resampling shows
	// no spread, and the interval is Newcombe's for paired shares of that many entries.
	// Both are nil without missions.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	// WonA counts missions that only A has right, WonB those that only B has.
	WonA int `json:"won_a"`
	WonB int `json:"won_b"`
	// P is the result of McNemar's exact test: the probability of a difference between
	// WonA and WonB at least this large if each of their missions were the toss of a
	// coin. The test assumes that missions are independent. Those of one entry are not,
	// so P is too small rather than too large. It is 1 if there are no such missions.
	P float64 `json:"p"`
}

// Compare compares tally a with b. It returns an error if a mission differs between them,
// because they are then of different datasets. The other error is that of ctx.
func Compare(ctx context.Context, a, b *Tally, o Options) (*Comparison, error) {
	p := pairing{byKind: map[mission.Kind]*duel{}}
	for _, k := range mission.Kinds() {
		p.byKind[k] = &duel{}
	}
	left, right := a.sorted(), b.sorted()
	for len(left) > 0 && len(right) > 0 {
		switch x, y := left[0], right[0]; compare(&x.facts, &y.facts) {
		case -1:
			left = left[1:]
		case 1:
			right = right[1:]
		default:
			if x.facts != y.facts {
				return nil, fmt.Errorf("%s is not the same mission in both: only results of one dataset can be compared", x.facts.ID())
			}
			if x.scored && y.scored {
				p.add(x, y)
			}
			left, right = left[1:], right[1:]
		}
	}
	ratios := []*ratio{&p.overall.ratio}
	for _, d := range p.byKind {
		ratios = append(ratios, &d.ratio)
	}
	if err := intervals(ctx, o, p.entries, ratios); err != nil {
		return nil, err
	}
	c := &Comparison{Missions: p.overall.of, Entries: p.entries, Bootstrap: o.bootstrap(), Overall: p.overall.difference("overall")}
	for _, k := range mission.Kinds() {
		c.Action = append(c.Action, p.byKind[k].difference(string(k)))
	}
	return c, nil
}

// pairing collects the missions that both scored, entry by entry.
type pairing struct {
	overall duel
	byKind  map[mission.Kind]*duel
	last    string // the entry of the last mission
	entries int
}

func (p *pairing) add(a, b *record) {
	if p.entries == 0 || a.facts.Entry != p.last {
		p.last = a.facts.Entry
		p.entries++
	}
	p.overall.add(p.entries-1, a.correct, b.correct)
	p.byKind[a.facts.kind()].add(p.entries-1, a.correct, b.correct)
}

// duel compares two tallies on some missions. The hits of its ratio are those of A minus
// those of B.
type duel struct {
	ratio
	a, b, wonA, wonB int
}

func (d *duel) add(entry int, a, b bool) {
	d.ratio.add(entry, one(a)-one(b), 1)
	d.a += one(a)
	d.b += one(b)
	d.wonA += one(a && !b)
	d.wonB += one(b && !a)
}

func (d *duel) difference(key string) Difference {
	x := Difference{Key: key, Missions: d.of, Entries: len(d.parts), A: share(d.a, d.of), B: share(d.b, d.of), Share: share(d.hits, d.of),
		Low: d.low, High: d.high, WonA: d.wonA, WonB: d.wonB, P: mcnemar(d.wonA, d.wonB)}
	if x.Share != nil && d.even() {
		of := func(n int) float64 { return float64(n) / float64(d.of) }
		low, high := newcombe(of(d.a-d.wonA), of(d.wonA), of(d.wonB), of(d.of-d.a-d.wonB), x.Entries)
		x.Low, x.High = &low, &high
	}
	return x
}

// mcnemar is the two-sided exact test of a fair coin that fell a and b times.
func mcnemar(a, b int) float64 {
	n := a + b
	if n == 0 || a == b {
		return 1
	}
	top := min(a, b)
	// The terms C(n,k) of the sum, relative to the largest, C(n,top).
	sum, term := 1.0, 1.0
	for k := top; k > 0; k-- { // C(n,k-1) = C(n,k)·k/(n-k+1)
		term *= float64(k) / float64(n-k+1)
		sum += term
	}
	// 2·C(n,top)/2^n, with a separate exponent because it may be too small for a float64.
	// Only products, so that all processors give the same result.
	share, exponent := 1.0, 1-n
	for k := 1; k <= top; k++ {
		mantissa, e := math.Frexp(share * float64(n-top+k) / float64(k))
		share, exponent = mantissa, exponent+e
	}
	return min(1, math.Ldexp(share*sum, exponent))
}
