package world

import (
	"slices"
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
)

// Values that follow from others are values of their kind, or there are none.
func TestBoundsOfWhatFollows(t *testing.T) {
	known := func(name string) (any, bool) {
		v, ok := map[string]any{"early": "00:10", "late": "23:50", "month": "2025-12", "huge": float64(tools.Most)}[name]
		return v, ok
	}
	for _, c := range []struct {
		values tools.Values
		want   any // nil for none
	}{
		{tools.Values{Kind: tools.ValueAfter, Text: "early", Min: -90, Max: -30}, "00:00"},
		{tools.Values{Kind: tools.ValueAfter, Text: "late", Min: 30, Max: 90}, "23:55"},
		{tools.Values{Kind: tools.ValueAfter, Text: "month", Min: 1, Max: 1}, "2026-01-01"},
		{tools.Values{Kind: tools.ValueAfter, Text: "month", Min: 12, Max: 12}, "2026-01-12"},
		{tools.Values{Kind: tools.ValueTimes, Terms: slices.Repeat([]any{"huge"}, 30)}, nil},
		{tools.Values{Kind: tools.ValueTimes, Terms: append(slices.Repeat([]any{"huge"}, 30), int64(0))}, nil},
		{tools.Values{Kind: tools.ValueSum, Terms: []any{int64(1), int64(2)}}, int64(3)},
	} {
		got, ok := Draw(keyed.New(1, "x"), &c.values, time.Now(), known)
		if ok != (c.want != nil) || ok && got != c.want {
			t.Errorf("%s of %v is %v", c.values.Kind, c.values.Terms, got)
		}
	}
}
