package subset

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"switchyard/datasets/stats"
	"switchyard/mission"
	"testing"

	"pgregory.net/rapid"
)

func line(id, path, toolset string, missions string) []byte {
	return fmt.Appendf(nil, `{"format":"switchyard-entry/1","id":%q,"switch_path":[%s],"toolset":{"name":%q},"missions":[%s]}`, id, path, toolset, missions)
}

func TestValues(t *testing.T) {
	e, err := stats.Decode(line("x", `"single","chat"`, "a", `{"type":"single"},{"type":"chat","relation":"implicit"}`))
	if err != nil {
		t.Fatal(err)
	}
	for b, want := range map[Balance][]string{None: {"entries"}, Path: {"single>chat"}, Type: {"single", "chat"}, Toolset: {"a"}, Relation: {"implicit"}} {
		if got := values(e, b); !slices.Equal(got, want) {
			t.Errorf("%s: %v", b, got)
		}
	}
}

// some makes entries with values of very different frequency.
func some(seed uint64, n int) []*stats.Entry {
	r := rand.New(rand.NewPCG(seed, 3))
	var list []*stats.Entry
	for i := range n {
		e := &stats.Entry{ID: fmt.Sprint("e", i), SwitchPath: []mission.Type{mission.Type(fmt.Sprint("p", r.IntN(1+r.IntN(12))))}}
		e.Toolset.Name = fmt.Sprint("t", r.IntN(1+r.IntN(9)))
		for range r.IntN(4) {
			e.Missions = append(e.Missions, stats.Mission{Type: mission.Type(fmt.Sprint("k", r.IntN(1+r.IntN(4)))), Relation: mission.Relation(fmt.Sprint("r", r.IntN(1+r.IntN(3))))})
		}
		list = append(list, e)
	}
	return list
}

func pick(t *rapid.T, list []*stats.Entry, b Balance, seed uint64, n int) *Sample {
	s, err := NewSampler(b, seed)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range list {
		if err := s.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	if s.Len() != len(list) {
		t.Fatalf("%d entries", s.Len())
	}
	if _, err := s.Pick(len(list) + 1); err == nil {
		t.Fatal("more than all can be picked")
	}
	p, err := s.Pick(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A sample has its size, does not depend on the order of the entries, and by
// paths or toolsets it is as even as it can be: no value has two more than
// another of which there are entries left.
func TestSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := some(rapid.Uint64().Draw(t, "entries"), rapid.IntRange(1, 200).Draw(t, "size"))
		n := rapid.IntRange(0, len(list)).Draw(t, "n")
		b, seed := rapid.SampledFrom(Balances()).Draw(t, "balance"), rapid.Uint64().Draw(t, "seed")
		p := pick(t, list, b, seed, n)
		counts, picked := map[string]int{}, 0
		for _, h := range list {
			if p.Has(h.ID) {
				picked++
				for _, v := range values(h, b) {
					counts[v]++
				}
			}
		}
		if picked != n || p.Entries != n {
			t.Fatalf("%d entries, want %d", picked, n)
		}
		for v, c := range p.Counts {
			if counts[v] != c {
				t.Fatalf("%s: %d, counted %d", v, c, counts[v])
			}
			if b == Path || b == Toolset {
				for w, d := range p.Counts {
					if d >= c+2 && c < p.Had[v] {
						t.Fatalf("%s has %d of %d, but %s has %d", v, c, p.Had[v], w, d)
					}
				}
			}
		}
		slices.Reverse(list)
		again := pick(t, list, b, seed, n)
		for _, h := range list {
			if p.Has(h.ID) != again.Has(h.ID) {
				t.Fatalf("%s is in one sample only", h.ID)
			}
		}
	})
}

// Types and relations come out even where there are enough of each.
func TestSampleOfMissions(t *testing.T) {
	var list []*stats.Entry
	for i := range 3000 {
		kind := []mission.Type{"chat", "chat", "chat", "chat", "single", "single", "multi", "clarify"}
		h := &stats.Entry{ID: fmt.Sprint(i)}
		for j := range 1 + i%4 {
			h.Missions = append(h.Missions, stats.Mission{Type: kind[(i*7+j*3+i/8)%8]})
		}
		list = append(list, h)
	}
	s, err := NewSampler(Type, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range list {
		if err := s.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Add(list[0]); err == nil {
		t.Error("an entry is taken twice")
	}
	p, err := s.Pick(300)
	if err != nil {
		t.Fatal(err)
	}
	least, most := p.Spread()
	if most-least > most/10 || p.Had["chat"] < 3*p.Had["multi"] {
		t.Errorf("%v of %v", p.Counts, p.Had)
	}
	if _, err := NewSampler("colour", 1); err == nil {
		t.Error("colours can be balanced")
	}
}

// The seed decides.
func TestSampleSeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := some(1, 200)
		a, b := pick(t, list, None, 1, 20), pick(t, list, None, rapid.Uint64Min(2).Draw(t, "seed"), 20)
		same := 0
		for _, h := range list {
			if a.Has(h.ID) && b.Has(h.ID) {
				same++
			}
		}
		if same == 20 {
			t.Error("another seed gives the same sample")
		}
	})
}
