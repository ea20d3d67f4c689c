package blueprint

import (
	"testing"

	"switchyard/mission"
	"switchyard/tools"
)

// People book the cheapest, cancel the dearest or the first, and ask about any.
func TestMotive(t *testing.T) {
	e := &tools.Entity{Comparisons: []mission.Comparison{
		{By: "price", Order: mission.OrderMin, Wanted: mission.WantedChoose}, {By: "price", Order: mission.OrderMax, Wanted: mission.WantedAvoid},
		{By: "day", Order: mission.OrderMin, Wanted: mission.WantedChoose}, {By: "day", Order: mission.OrderMax, Wanted: mission.WantedChoose},
		{By: "number", Order: mission.OrderMin, Wanted: mission.WantedNeutral}, {By: "weight", Order: mission.OrderMin},
	}}
	for _, c := range []struct {
		by             string
		order          mission.Order
		act, end, read bool
	}{
		{"price", mission.OrderMin, true, false, true}, {"price", mission.OrderMax, false, true, true},
		{"day", mission.OrderMin, true, true, true}, {"number", mission.OrderMin, false, false, true}, {"weight", mission.OrderMin, true, true, true},
	} {
		for effect, want := range map[tools.EffectKind]bool{tools.Create: c.act, tools.Update: c.act, tools.Delete: c.end, tools.Get: c.read, tools.Compute: c.read} {
			if got := motive(&tools.Tool{Effect: effect}, e, c.by, c.order); got != want {
				t.Errorf("%s the %s %s: %v, want %v", effect, c.order, c.by, got, want)
			}
		}
	}
}

// Of what is on offer, people ask nothing about the one that they do not want.
func TestOnOffer(t *testing.T) {
	worst := []mission.Comparison{{By: "speed", Order: mission.OrderMin, Wanted: mission.WantedAvoid}, {By: "speed", Order: mission.OrderMax, Wanted: mission.WantedChoose}}
	courier, parcel := &tools.Entity{Key: "courier", Comparisons: worst}, &tools.Entity{Key: "parcel", Comparisons: worst}
	look := &tools.Tool{Effect: tools.Compute}
	d := &drawer{Story: Story{Set: &tools.Toolset{Tools: []*tools.Tool{look, {Effect: tools.Get, Entity: courier}, {Effect: tools.Create, Entity: parcel}, {Effect: tools.Delete, Entity: parcel}}}}}
	for e, want := range map[*tools.Entity]bool{courier: false, parcel: true} {
		slowest, fastest := &mission.Choice{Order: mission.OrderMin, By: "speed"}, &mission.Choice{Order: mission.OrderMax, By: "speed"}
		if got := d.sensible(look, Arg{Entity: e, Choice: slowest}); got != want {
			t.Errorf("the slowest %s: %v, want %v", e.Key, got, want)
		}
		if !d.sensible(look, Arg{Entity: e, Choice: fastest}) {
			t.Errorf("the fastest %s is not asked about", e.Key)
		}
	}
}
