package blueprint

import (
	"testing"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/world"
)

// A place is counted from the nearer end, and nobody has one whose value others have as well.
func TestPlaced(t *testing.T) {
	e := &tools.Entity{ID: "id", Comparisons: []mission.Comparison{{By: "price", Order: mission.OrderMin, Wanted: mission.WantedChoose}},
		Attributes: []*tools.Attribute{{Name: "price", Values: &tools.Values{Kind: tools.ValueMoney}}}}
	line, err := tools.ParsePhrase("{id}: {price}")
	if err != nil {
		t.Fatal(err)
	}
	e.Lines = []*tools.Phrase{line}
	for _, test := range []struct {
		prices []int64
		at     int
		order  mission.Order
		place  int // 0: none
	}{
		{[]int64{5, 7, 9}, 0, mission.OrderMin, 1},
		{[]int64{5, 7, 9}, 1, mission.OrderMin, 2},
		{[]int64{5, 7, 9}, 2, mission.OrderMax, 1},
		{[]int64{5, 7, 9, 11}, 2, mission.OrderMax, 2},
		{[]int64{5, 7, 7, 11}, 2, "", 0},
		{[]int64{5, 7, 7, 11}, 3, mission.OrderMax, 1},
	} {
		var rows []any
		for i, p := range test.prices {
			rows = append(rows, tools.Object{{Name: "id", Value: int64(i)}, {Name: "price", Value: p}})
		}
		past := &Past{Blueprint: &Blueprint{}, Calls: []PastCall{{}}}
		past.Calls[0].Answer.Body = tools.Object{{Name: "rows", Value: rows}}
		d := &drawer{Story: Story{Past: []*Past{past}}}
		claim := &mission.CompareClaim{List: "/rows", By: "price", Winner: test.at}
		if ok := d.placed(claim, e); ok != (test.place > 0) || ok && (claim.Place != test.place || claim.Order != test.order) {
			t.Errorf("%v, %d: %t, place %d by %s; want %d by %s", test.prices, test.at, ok, claim.Place, claim.Order, test.place, test.order)
		}
	}
}

// Only plain words point at a value that a fact does not depend on.
func TestPointers(t *testing.T) {
	p := &tools.Param{There: []string{"there", "in the same city", "that same day"}}
	if got := Pointers(p); len(got) != 1 || got[0] != "there" {
		t.Errorf("%q", got)
	}
}

// Nobody asks again which one is the cheapest, who has heard it.
func TestChosenBy(t *testing.T) {
	room, slot := &tools.Entity{ID: "room"}, &tools.Entity{ID: "slot"}
	cheapest := mission.Comparison{By: "price", Order: mission.OrderMin}
	asked := &Past{Blueprint: &Blueprint{Chat: &Chat{Entity: room, Compare: &mission.CompareClaim{By: "price", Order: mission.OrderMin}}}}
	taken := &Past{Blueprint: &Blueprint{}, Calls: []PastCall{{Call: Call{Args: []Arg{{Param: &tools.Param{Entity: room}, Choice: &mission.Choice{By: "price", Order: mission.OrderMin}}}}}}}
	for name, past := range map[string]*Past{"asked": asked, "taken": taken} {
		d := &drawer{Story: Story{Past: []*Past{past}}}
		if !d.chosenBy(room, cheapest) {
			t.Errorf("%s: not heard", name)
		}
		if d.chosenBy(slot, cheapest) || d.chosenBy(room, mission.Comparison{By: "price", Order: mission.OrderMax}) {
			t.Errorf("%s: heard of another", name)
		}
	}
}

// A question about another mission has nothing of one that was drawn before and dropped.
func TestNothingIsLeftOver(t *testing.T) {
	set, err := catalog.Toolset("e_tailing/online_shopping_support")
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for seed := range uint64(100) {
		b, w, err := Draw(Story{Set: set, Now: monday, World: world.New(set, monday, seed)}, Demand{Type: mission.Single}, keyed.New(seed, "list"))
		if err != nil || b.Calls[0].Tool.Effect != tools.List {
			continue
		}
		c := PastCall{Call: b.Calls[0], Answer: w.Call(b.Calls[0].Tool, b.Calls[0].Values())}
		past := &Past{Blueprint: b, Calls: []PastCall{c}, Reply: string(c.Answer.Body.JSON())}
		past.Fold()
		d := &drawer{Story: Story{Set: set, Now: monday, World: w, Past: []*Past{past}}, r: keyed.New(seed, "chat"), used: map[string]bool{}}
		dropped := &Blueprint{Chat: &Chat{Opinion: true, Instead: &mission.CompareClaim{By: "dropped"}}}
		if !d.chatImplicit(dropped, 0, Demand{Type: mission.Chat}) {
			continue
		}
		drawn++
		if in := dropped.Chat.Instead; in != nil && in.By == "dropped" {
			t.Fatalf("seed %d: the dropped opinion is still there: %+v", seed, dropped.Chat)
		}
	}
	if drawn < 10 {
		t.Errorf("only %d were drawn", drawn)
	}
}
