package world

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// ring returns a toolset whose entities refer to each other in a circle of n, and whose
// last one also refers to itself. Every identifier can be looked up.
func ring(t *testing.T, n int, idFirst bool) *tools.Toolset {
	t.Helper()
	var b strings.Builder
	b.WriteString("toolset: test/ring\nentities:\n")
	for i := range n {
		id, next := fmt.Sprintf("e%d_id: {pattern: \"E%dX[0-9]{5}\"}", i, i), fmt.Sprintf("to: {copy: e%d_id}", (i+1)%n)
		if idFirst {
			next, id = id, next
		}
		fmt.Fprintf(&b, "  e%d:\n    id: e%d_id\n    attributes:\n      %s\n      %s\n      size: {int: 1-9}\n", i, i, next, id)
		if i == n-1 {
			fmt.Fprintf(&b, "      above: {copy: e%d_id}\n", i)
		}
		fmt.Fprintf(&b, "    line: [\"**{e%d_id}** {to}\"]\n", i)
	}
	b.WriteString("tools:\n")
	for i := range n {
		fmt.Fprintf(&b, "  list_e%d:\n    about: Lists.\n    effect: list e%d\n    params:\n      size: {type: integer, values: {int: 1-9}, say: [\"of {}\"]}\n    do: [\"list e%d[ {size}]\"]\n    empty: [None.]\n", i, i, i)
		fmt.Fprintf(&b, "  get_e%d:\n    about: Gets.\n    effect: get e%d\n    params: {e%d_id: {type: string, required: true}}\n    do: [\"get {e%d_id}\"]\n", i, i, i, i)
		fmt.Fprintf(&b, "  make_e%d:\n    about: Makes.\n    effect: create e%d\n    params:\n      size: {type: integer, required: true, values: {int: 1-9}, say: [\"of {}\"]}\n    do: [\"make e%d[ {size}]\"]\n", i, i, i)
	}
	ts, err := toolfile.Parse("ring.yaml", []byte(b.String()))
	if err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	return ts
}

// follow looks up every thing of a world and what it refers to.
func follow(t *testing.T, w *World, ts *tools.Toolset) (things int) {
	t.Helper()
	for i, e := range ts.Entities {
		next := ts.Entities[(i+1)%len(ts.Entities)]
		for _, r := range w.store(e).records {
			things++
			for name, of := range map[string]*tools.Entity{"to": next, "above": e} {
				if id, has := r.fields.Get(name); has && w.find(of, id) == nil {
					t.Errorf("%s of %v leads to %v, which is not there", name, r.id(e), id)
				}
			}
		}
	}
	return things
}

// Entities may refer to each other in a circle: things are made until the circle closes,
// and every identifier leads somewhere.
func TestRings(t *testing.T) {
	now := time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	for n := 1; n <= 5; n++ {
		for _, idFirst := range []bool{true, false} {
			ts := ring(t, n, idFirst)
			for seed := range uint64(20) {
				w := New(ts, now, seed)
				for i, e := range ts.Entities {
					if id, ok := w.Ensure(e, keyed.New(seed, "ensure"), nil); !ok || w.find(e, id) == nil {
						t.Fatalf("ring of %d: no %s is made", n, e.Key)
					}
					for size := range int64(3) {
						w.Call(ts.Tool(fmt.Sprintf("list_e%d", i)), tools.Object{{Name: "size", Value: size + 1}})
					}
					if a := w.Call(ts.Tool(fmt.Sprintf("make_e%d", i)), tools.Object{{Name: "size", Value: int64(3)}}); a.Status != 201 {
						t.Errorf("ring of %d: %+v", n, a)
					}
				}
				if things := follow(t, w, ts); things < 3*n || things > 60*n {
					t.Errorf("ring of %d: %d things", n, things)
				}
			}
		}
	}
}

// A chain of entities ends when it is too deep, and many references between many
// entities do not make things without number.
func TestChainsEnd(t *testing.T) {
	var b strings.Builder
	const n = 70
	b.WriteString("toolset: test/chain\nentities:\n")
	for i := range n {
		fmt.Fprintf(&b, "  e%d:\n    id: e%d_id\n    attributes:\n      e%d_id: {pattern: \"E%dX[0-9]{5}\"}\n", i, i, i, i)
		for k := i + 1; k < min(n, i+4); k++ {
			fmt.Fprintf(&b, "      to%d: {copy: e%d_id}\n", k, k)
		}
		fmt.Fprintf(&b, "    line: [\"**{e%d_id}**\"]\n", i)
	}
	b.WriteString("tools:\n  list_e0:\n    about: Lists.\n    effect: list e0\n    do: [list e0]\n    empty: [None.]\n")
	ts, err := toolfile.Parse("chain.yaml", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	w := New(ts, time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), 1)
	w.Ensure(ts.Entities[0], keyed.New(1), nil) // it cannot be made
	things := 0
	for _, e := range ts.Entities {
		things += len(w.store(e).records)
	}
	if things > 10*most {
		t.Errorf("%d things were made for one", things)
	}
	if id, ok := w.Ensure(ts.Entities[n-1], keyed.New(1), nil); !ok {
		t.Errorf("the last one is not made: %v", id)
	}
	if len(w.making.things) > 0 {
		t.Errorf("%d things are still being made", len(w.making.things))
	}
	// It is not tried for ever, and what can be made still is.
	for tries := range wasted {
		w.Ensure(ts.Entities[0], keyed.New(1, keyed.Int(tries)), nil)
	}
	if n := w.making.wasted[ts.Entities[0]]; n > 2*(wasted+most) {
		t.Errorf("%d things were begun for nothing", n)
	}
	again := New(ts, w.now, 2)
	again.GiveUp(w)
	for _, other := range []*World{w, w.Clone(), again} {
		if _, ok := other.Ensure(ts.Entities[n-1], keyed.New(2), nil); !ok || len(other.making.wasted) != 1 {
			t.Errorf("the last one is not made: %v", other.making.wasted)
		}
	}
}

// If a pattern allows only one identifier, there is one thing, and it is soon known that
// there can be no other.
func TestOneIdentifier(t *testing.T) {
	ts := ring(t, 1, true)
	e := ts.Entities[0]
	e.Attribute(e.ID).Values = &tools.Values{Kind: tools.ValuePattern, Text: "a{1000}"}
	w := New(ts, time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), 1)
	if id, ok := w.Ensure(e, keyed.New(1), nil); !ok || id != any(strings.Repeat("a", 1000)) {
		t.Fatal(id, ok)
	}
	allocs := testing.AllocsPerRun(10, func() {
		if id, ok := w.Ensure(e, keyed.New(2), nil); ok {
			t.Error(id)
		}
	})
	if allocs > 200 {
		t.Errorf("%v allocations", allocs)
	}
}
