package compare_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/eval/compare"
	"switchyard/mission"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// ferry has a parameter of every type that the Multi-Mission Tool Bench knows.
var ferry = &mission.Tool{Name: "book_ferry", Description: "Books a crossing.", Parameters: raw(`{"type":"object","required":["port"],"properties":{
"port":{"type":"string","description":"Port of departure, Split by default."},
"seats":{"type":"integer","description":"Number of seats; 1 or null if not given."},
"price":{"type":"float","description":"Highest price."},
"car":{"type":"boolean","description":"With a car? False if not given."},
"place":{"type":"string"},
"stops":{"type":"array","items":{"type":"string"}},
"rooms":{"type":"array","items":{"type":"object","properties":{"deck":{"type":"integer"},"view":{"type":"string","description":"sea or none"}}}},
"person":{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","description":"18 if not given"}}},
"both":{"type":"object","items":{"type":"object","properties":{"deck":{"type":"integer"}}},"properties":{"view":{"type":"string"}}},
"open":{"description":"no type"},
"odd":{"type":"any"}}}`)}

func TestMMTB(t *testing.T) {
	const fails = -1
	for _, tt := range []struct {
		name, gold, given string
		want              float64
		faults            string
	}{
		{"the same", `{"port":"Split","seats":2}`, `{"port":"Split","seats":2}`, 1, ""},
		{"a number is a number", `{"port":"Split","seats":2}`, `{"port":"Split","seats":2.0}`, 1, ""},
		{"a number is no text", `{"port":"Split","seats":2}`, `{"port":"Split","seats":"2"}`, 0.5, "wrong_type"},
		{"True is no number", `{"port":"Split","seats":1}`, `{"port":"Split","seats":true}`, 0.5, "wrong_type"},
		{"but inside of a list it is", `{"port":"Split","stops":[1]}`, `{"port":"Split","stops":[true]}`, 1, ""},
		{"another number", `{"port":"Split","seats":2}`, `{"port":"Split","seats":3}`, 0.5, "wrong_value"},
		{"case and blanks", `{"port":"Split Harbour"}`, `{"port":"split  HARBOUR "}`, 1, ""},
		{"optional ones left out cost nothing", `{"port":"Split","seats":2,"car":true}`, `{"port":"Split"}`, 1, ""},
		{"a required one left out costs all", `{"port":"Split","seats":2}`, `{"seats":2}`, 0, "missing_required"},
		{"an invented name", `{"port":"Split"}`, `{"port":"Split","harbour":"Split"}`, 0.5, "invented_name"},
		{"an extra value in the description", `{"port":"Split"}`, `{"port":"Split","seats":1}`, 1, ""},
		{"as Python writes it", `{"port":"Split"}`, `{"port":"Split","car":false}`, 1, ""},
		{"1.0 is no part of it", `{"port":"Split"}`, `{"port":"Split","seats":1.0}`, 0.5, "invented_value"},
		{"null where it speaks of null", `{"port":"Split"}`, `{"port":"Split","seats":null}`, 1, ""},
		{"nothing is a part of everything", `{"port":"Split"}`, `{"port":"Split","place":""}`, 1, ""},
		{"an extra value that is not there", `{"port":"Split"}`, `{"port":"Split","price":9}`, 0.5, "invented_value"},
		// from|blank|Split|blank|to|blank|Hvar: all seven tokens of the given one
		// are among the nine: F1 is 14/16.
		{"a text that is nearly the same", `{"port":"from Split to Hvar today"}`, `{"port":"from Split to Hvar"}`, 0.875, ""},
		// Of Split|blank|Hvar and Hvar|blank|Split one token is common in order.
		{"words in another order", `{"port":"Split Hvar"}`, `{"port":"Hvar Split"}`, 1.0 / 3, "wrong_value"},
		// 2026|-|07|-|18 and 2026|-|07|-|19: four of five.
		{"a day is four fifths of the next", `{"port":"2026-07-18"}`, `{"port":"2026-07-19"}`, 0.8, ""},
		{"nothing in common", `{"port":"Split"}`, `{"port":"Hvar"}`, 0, "wrong_value"},
		{"Chinese, a character a token", `{"port":"北京机场"}`, `{"port":"北京车站"}`, 0.5, "wrong_value"},
		{"coordinates are all alike", `{"port":"43.50,16.44"}`, `{"port":"1.0,2.0"}`, 1, ""},
		{"lists in another order", `{"port":"Split","stops":["Hvar","Vis"]}`, `{"port":"Split","stops":["Vis","Hvar"]}`, 1, ""},
		{"sorted and paired", `{"port":"Split","stops":["Hvar","Vis"]}`, `{"port":"Split","stops":["Vis","Brac"]}`, 0.75, "wrong_value"},
		{"another length", `{"port":"Split","stops":["Hvar","Vis"]}`, `{"port":"Split","stops":["Vis"]}`, 0.5, "wrong_value"},
		{"objects by the given members", `{"port":"Split","person":{"name":"Ana Horvat","age":30}}`, `{"port":"Split","person":{"name":"ana horvat"}}`, 1, ""},
		{"a member in the description", `{"port":"Split","person":{"name":"Ana"}}`, `{"port":"Split","person":{"name":"Ana","age":18}}`, 1, ""},
		{"a member that is not there", `{"port":"Split","person":{"name":"Ana"}}`, `{"port":"Split","person":{"age":7,"name":"Ana","city":"Vis"}}`, 0.5, "invented_name"},
		{"a member that is wrong", `{"port":"Split","person":{"name":"Ana","age":30}}`, `{"port":"Split","person":{"name":"Ana","age":31}}`, 0.75, "wrong_value"},
		{"nothing for an object", `{"port":"Split","person":{"name":"Ana"}}`, `{"port":"Split","person":{}}`, 0.5, "wrong_value"},
		{"items come before properties", `{"port":"Split","both":{"deck":3}}`, `{"port":"Split","both":{"view":"sea"}}`, 0.5, "invented_name"},
		{"objects in lists", `{"port":"Split","rooms":[{"deck":3,"view":"sea"}]}`, `{"port":"Split","rooms":[{"deck":3,"view":null}]}`, 0.75, "wrong_type"},
		{"all empty", `{}`, `{}`, 0, "missing_required"},
		{"arguments in a text", `{"port":"Split"}`, `"{\"port\":\"Split\"}"`, 1, ""},
		{"no JSON in the text", `{"port":"Split"}`, `"port=Split"`, fails, ""},
		{"a list", `{"port":"Split"}`, `["port"]`, fails, ""},
		{"a list without the name", `{"port":"Split"}`, `[]`, 0, "missing_required"},
		{"a type that it does not know", `{"port":"Split","odd":"a"}`, `{"port":"Split","odd":"b"}`, fails, ""},
		{"is only met where values differ", `{"port":"Split","odd":"a"}`, `{"port":"Split","odd":"A"}`, 1, ""},
		{"no type", `{"port":"Split","open":1}`, `{"port":"Split","open":2}`, fails, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := compare.New().Memo().MMTB(&compare.Gold{Tool: ferry, Arguments: raw(tt.gold)}, raw(tt.given))
			if (err != nil) != (tt.want == fails) {
				t.Fatalf("error %v", err)
			}
			if err == nil && (math.Abs(s.Value-tt.want) > 1e-9 || kinds(s.Faults) != tt.faults) {
				t.Errorf("score %v with %q, want %v with %q", s.Value, kinds(s.Faults), tt.want, tt.faults)
			}
		})
	}
}

// TestMMTBDivides: a tool that requires nothing may be called without arguments,
// and where there are some the code divides by their number.
func TestMMTBDivides(t *testing.T) {
	free := &mission.Tool{Name: "list", Parameters: raw(`{"type":"object","properties":{"day":{"type":"string"}}}`)}
	c := compare.New()
	if s, err := c.Memo().MMTB(&compare.Gold{Tool: free, Arguments: raw(`{}`)}, raw(`{}`)); err != nil || s.Value != 1 {
		t.Errorf("score %v, error %v", s.Value, err)
	}
	if _, err := c.Memo().MMTB(&compare.Gold{Tool: free, Arguments: raw(`{"day":"Friday"}`)}, raw(`{}`)); err == nil {
		t.Error("no error")
	}
}

func kinds(faults []compare.Fault) string {
	var list []string
	for _, f := range faults {
		list = append(list, string(f.Kind))
	}
	return strings.Join(list, " ")
}

// documents draws JSON objects like arguments.
func documents() *rapid.Generator[map[string]any] {
	scalar := rapid.OneOf(
		rapid.Map(rapid.SampledFrom([]string{"Split", "split", "Hvar", "2026-07-18", "18 July 2026", "FX12", "EUR", "euro", "", "1", "43.5,16.4"}), func(s string) any { return s }),
		rapid.Map(rapid.IntRange(-1, 3), func(n int) any { return n }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Just[any](nil), rapid.Just[any](2.5),
	)
	value := rapid.OneOf(scalar,
		rapid.Map(rapid.SliceOfN(scalar, 0, 3), func(l []any) any { return l }),
		rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"name", "age", "x"}), scalar, 0, 3), func(m map[string]any) any { return m }))
	names := []string{"port", "seats", "price", "car", "place", "stops", "rooms", "person", "open", "odd", "new"}
	return rapid.MapOfN(rapid.SampledFrom(names), value, 0, 5)
}

// TestLaws: what is right is right in both ways, and likeness is 1 where Strict
// finds nothing.
func TestLaws(t *testing.T) {
	c := compare.New()
	rapid.Check(t, func(t *rapid.T) {
		gold, _ := json.Marshal(documents().Draw(t, "gold"))
		given, _ := json.Marshal(documents().Draw(t, "given"))
		g := &compare.Gold{Tool: ferry, Arguments: gold}
		spaced := append([]byte(" "), gold...)
		if f := c.Memo().Strict(g, spaced, nil); len(f) > 0 {
			t.Fatalf("the right arguments have %v", f)
		}
		faults, like := c.Memo().Strict(g, given, nil), c.Memo().Likeness(g, given)
		if like < 0 || like > 1 || (like == 1) != (len(faults) == 0) {
			t.Fatalf("likeness %v with %v", like, faults)
		}
		for _, f := range faults {
			if f.Detail == "" || f.Kind == "" {
				t.Fatalf("fault %+v says nothing", f)
			}
		}
		s, err := c.Memo().MMTB(g, given)
		if err == nil && (s.Value < 0 || s.Value > 1 || (s.Value < compare.Enough && len(s.Faults) == 0)) {
			t.Fatalf("score %v with %v", s.Value, s.Faults)
		}
	})
}

func FuzzArguments(f *testing.F) {
	f.Add(`{"port":"Split","rooms":[{"deck":3}]}`, `{"port":"Splìt\u0000","rooms":[{"deck":3e400}]}`)
	f.Add(`{"port":"2026-04-15"}`, `{"port":"15 April 2026"}`)
	f.Add(`{"port":"a"}`, `"\ud800"`)
	c := compare.New()
	f.Fuzz(func(t *testing.T, gold, given string) {
		g := &compare.Gold{Tool: ferry, Arguments: raw(gold)}
		if s, err := c.Memo().MMTB(g, raw(given)); err == nil && !(s.Value >= 0 && s.Value <= 1) {
			t.Errorf("score %v", s.Value)
		}
		if like := c.Memo().Likeness(g, raw(given)); (like == 1) != (len(c.Memo().Strict(g, raw(given), nil)) == 0) {
			t.Errorf("likeness %v", like)
		}
	})
}

func BenchmarkMMTB(b *testing.B) {
	c, g := compare.New(), &compare.Gold{Tool: ferry, Arguments: raw(`{"port":"from Split to Hvar today","seats":2,"car":true}`)}
	for b.Loop() {
		if _, err := c.Memo().MMTB(g, raw(`{"port":"from Split to Hvar","seats":2,"car":true}`)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStrict(b *testing.B) {
	c, g := compare.New(), &compare.Gold{Tool: ferry, Arguments: raw(`{"port":"Split","seats":2,"car":true}`)}
	for b.Loop() {
		if c.Memo().Strict(g, raw(`{"port": "Split", "seats": 2, "car": true}`), nil) != nil {
			b.Fatal("not the same")
		}
	}
}

func BenchmarkLikeness(b *testing.B) {
	c, g := compare.New(), &compare.Gold{Tool: ferry, Arguments: raw(`{"port":"Split","seats":2,"car":true}`)}
	for b.Loop() {
		if c.Memo().Likeness(g, raw(`{"port": "Vis", "seats": 3, "car": true}`)) == 1 {
			b.Fatal("the same")
		}
	}
}
