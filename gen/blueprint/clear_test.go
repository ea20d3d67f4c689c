package blueprint

import (
	"slices"
	"testing"

	"switchyard/mission"
	"switchyard/tools"
)

// TestForms tells which words for a comparison mean only the winner.
func TestForms(t *testing.T) {
	e := &tools.Entity{Noun: "visit", Comparisons: []mission.Comparison{
		{By: "day", Order: mission.OrderMax, Say: []string{"latest {noun}", "{noun} that comes last", "{noun} on the latest day"}},
		{By: "starts", Order: mission.OrderMin, Say: []string{"earliest {noun}", "{noun} that starts first", "{noun} with the earliest starting time", "{noun} that starts earliest in the day"}},
		{By: "price", Order: mission.OrderMin, Say: []string{"cheapest {noun}", "{noun} with the lowest price"}},
		{By: "built", Order: mission.OrderMin, Say: []string{"oldest {noun}"}},
	}}
	visit := func(day, starts string, price, fee, built int64) tools.Object {
		return tools.Object{{Name: "day", Value: day}, {Name: "starts", Value: starts}, {Name: "price", Value: price}, {Name: "fee", Value: fee}, {Name: "built", Value: built}}
	}
	agree := []any{visit("2026-07-01", "09:00", 5, 1, 1900), visit("2026-07-02", "10:00", 6, 2, 1910), visit("2026-07-03", "11:00", 7, 3, 1920)}
	differ := []any{visit("2026-07-03", "09:00", 5, 3, 1900), visit("2026-07-02", "10:00", 6, 2, 1910), visit("2026-07-01", "11:00", 7, 1, 1920)}
	for _, c := range []struct {
		name   string
		rows   []any
		by     string
		order  mission.Order
		winner int
		want   []string
	}{
		{"date, time and place agree", agree, "day", mission.OrderMax, 2, []string{"latest {noun}", "{noun} that comes last", "{noun} on the latest day"}},
		{"date, time and place differ", differ, "day", mission.OrderMax, 0, []string{"{noun} on the latest day"}},
		{"time and date agree", agree, "starts", mission.OrderMin, 0, []string{"earliest {noun}", "{noun} that starts first", "{noun} with the earliest starting time", "{noun} that starts earliest in the day"}},
		{"time and date differ", differ, "starts", mission.OrderMin, 0, []string{"{noun} that starts earliest in the day"}},
		{"price and fee agree", agree, "price", mission.OrderMin, 0, []string{"cheapest {noun}", "{noun} with the lowest price"}},
		{"price and fee differ", differ, "price", mission.OrderMin, 0, []string{"{noun} with the lowest price"}},
		{"year and date differ", differ, "built", mission.OrderMin, 0, nil},
	} {
		if got := forms(e, false, c.by, c.order, c.rows, indices(c.rows), c.winner); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := forms(e, true, "day", mission.OrderMax, agree, indices(agree), 2); slices.Contains(got, "latest {noun}") {
		t.Errorf("%q may be the visit that was arranged last", got)
	}
}
