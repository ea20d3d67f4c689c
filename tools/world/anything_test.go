package world

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"switchyard/internal/keyed"
	"switchyard/tools"
)

// Values can be drawn from anything that says how, without a panic; what a completed
// toolset says gives values that JSON can hold.
func TestDrawAnything(t *testing.T) {
	kinds := []tools.ValueKind{tools.ValuePick, tools.ValueInt, tools.ValueNumber, tools.ValueMoney, tools.ValueBool, tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth,
		tools.ValueMoment, tools.ValuePastMoment, tools.ValuePattern, tools.ValueKnown, tools.ValuePerson, tools.ValueEmail, tools.ValuePhone, tools.ValueStreet, tools.ValueCity,
		tools.ValueCompany, tools.ValueText, tools.ValueCopy, tools.ValueOf, tools.ValueTimes, tools.ValueSum, tools.ValueColour, tools.ValueAfter, "", "unknown"}
	number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1, -1, 1 << 53, 1 << 62, 1 << 63, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64}))
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "country", "airport", "a", "a.b", "[", "(a{30}){30}", "[\\x{D800}-\\x{DFFF}]", "[^\\x00-\\x{10FFFF}]"}))
	pick := rapid.SliceOfN(rapid.SampledFrom([]any{"a", int64(1), 1.5, true, nil, []any{}, tools.Object{}}), 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		v := &tools.Values{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Pick: pick.Draw(t, "pick"), Min: number.Draw(t, "min"), Max: number.Draw(t, "max"), Step: number.Draw(t, "step"),
			Digits: rapid.Int().Draw(t, "digits"), Clock: [2]int{rapid.Int().Draw(t, "from"), rapid.Int().Draw(t, "to")}, Workdays: rapid.Bool().Draw(t, "workdays"),
			Share: number.Draw(t, "share"), Text: text.Draw(t, "text"), Terms: pick.Draw(t, "terms")}
		p := &tools.Param{Name: "p", Type: rapid.SampledFrom([]string{"string", "integer", "number", "boolean", "array", "object", ""}).Draw(t, "type"), Enum: pick.Draw(t, "enum"), Values: v,
			Count: [2]int{rapid.IntRange(-5, 20).Draw(t, "least"), rapid.IntRange(-5, 20).Draw(t, "most")},
			Items: &tools.Param{Name: "i", Type: "string", Values: v}, Props: []*tools.Param{{Name: "q", Type: "string", Required: true, Enum: pick.Draw(t, "enum of q"), Values: v}}}
		r := keyed.New(rapid.Uint64().Draw(t, "seed"))
		known := func(name string) (any, bool) {
			return rapid.SampledFrom([]any{"2026-03-04", "10:30", "2026-03-04T10:30", "x", int64(3), math.MaxFloat64, nil}).Draw(t, "known"), true
		}
		now := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
		for range 3 {
			Draw(r, v, now, known)
			DrawParam(r, p, now)
		}
		ts := &tools.Toolset{Tools: []*tools.Tool{{Name: "t", Params: []*tools.Param{p}}}}
		ts.Complete()
		for range 3 {
			if f, ok := Draw(r, v, now, nil); ok {
				if f, isFloat := f.(float64); isFloat && (math.IsNaN(f) || math.IsInf(f, 0)) {
					t.Fatalf("%+v gives %v", v, f)
				}
			}
			DrawParam(r, p, now)
		}
	})
}
