package world

import (
	"fmt"
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

const hall = `toolset: test/hall
entities:
  slot:
    id: slot_code
    attributes:
      slot_code: {pattern: "SL-[1-9][0-9]{3}"}
      date: {date: +1..+3}
      starts: {time: 09:00-12:00, step: 30}
      state: {pick: [free, kept]}
    card: ["**{slot_code}** {date}."]
  visit:
    id: visit_code
    attributes:
      visit_code: {pattern: "VI[1-9][0-9]{3}"}
      slot: {copy: slot_code}
      date: {of: slot.date}
      starts: {of: slot.starts}
      guest: {is: person}
      notes: {copy: notes}
      ends: {date: +5..+9}
    card: ["**{visit_code}** for {guest}."]
tools:
  list_slots: {about: Lists slots., effect: list slot, params: {date: {type: string, required: true, values: {date: +1..+3}}}, do: ["list the slots {date}"]}
  book: {about: Books., effect: create visit, params: {slot_code: {type: string, required: true, attribute: slot}, guest: {type: string, required: true, values: {is: person}}, notes: {type: array, items: {type: string, enum: [a, b, c]}, required: true}}, do: ["book {slot_code} for {guest} with {notes}"]}
  note: {about: Adds notes., effect: update visit, params: {visit_code: {type: string, required: true}, more: {type: array, attribute: notes, items: {type: string, enum: [a, b, c]}, required: true}}, do: ["add {more} to {visit_code}"]}
  extend: {about: Moves the end., effect: update visit, params: {visit_code: {type: string, required: true}, last: {type: string, attribute: ends, required: true, values: {date: +1..+30}}}, do: ["extend {visit_code} {last}"]}
  quote: {about: Quotes., effect: compute, params: {guest: {type: string, required: true, values: {is: person}}, people: {type: integer, required: true, values: {int: 1-9}}}, gives: {total: {money: 10-500}}, do: ["quote {people} for {guest}"], tell: ["{total}."]}
  forecast: {about: Forecasts., effect: compute, params: {date: {type: string, required: true, values: {date: +1..+300}}}, gives: {high: {int: 18-22}}, do: ["forecast {date}"], tell: ["{high}."]}
  transfer: {about: A transfer., effect: compute, params: {visit_code: {type: string, required: true, entity: visit}, date: {type: string, required: true, values: {date: +1..+30}}}, gives: {minutes: {int: 5-9}}, do: ["transfer for {visit_code} {date}"], tell: ["{minutes}."]}
rules:
  - {disjoint: visit, same: slot}
  - {disjoint: visit, same: guest, at: [date, starts]}
  - {after: slot, at: [date, starts], than: now}
  - {within: list_slots, at: state, among: [free]}
  - {within: transfer, at: date, in: visit, from: date, until: ends}
  - {within: forecast, at: high, month: date, months: [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [13, 14], [15, 16], [17, 18], [19, 20], [21, 22], [23, 24]]}
  - {monotone: visit, at: notes}
  - {monotone: visit, at: ends}
  - {monotone: quote, at: total, with: people, same: guest}
  - {excludes: transfer, same: visit_code}
`

func hallWorld(t *testing.T, seed uint64) (*tools.Toolset, *World) {
	t.Helper()
	set, err := toolfile.Parse("hall.yaml", []byte(hall))
	if err != nil {
		t.Fatal(err)
	}
	return set, New(set, time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC), seed)
}

func args(pairs ...any) (o tools.Object) {
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, tools.Field{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return o
}

// Whatever is drawn keeps the rules, and a call that would break one is refused.
func TestWorldKeepsRules(t *testing.T) {
	refused := func(t *testing.T, a Answer, status int, kind mission.RuleKind) {
		t.Helper()
		if a.Status != status || a.Broken == nil || a.Broken.Kind != kind {
			t.Errorf("the answer is %d %s (rule %v), want %d by a rule %s", a.Status, a.Body.JSON(), a.Broken, status, kind)
		}
	}
	for seed := range uint64(20) {
		set, w := hallWorld(t, seed)
		day := "2026-03-04"
		listed := func() []any {
			body := w.Call(set.Tool("list_slots"), args("date", day)).Body
			rows, _ := body.Get("slots")
			return rows.([]any)
		}
		slots := listed()
		for _, row := range slots {
			if state, _ := row.(tools.Object).Get("state"); state != "free" {
				t.Fatalf("a list of free slots has %s", row.(tools.Object).JSON())
			}
		}
		if len(slots) < 2 {
			continue
		}
		slot, _ := slots[0].(tools.Object).Get("slot_code")
		booked := w.Call(set.Tool("book"), args("slot_code", slot, "guest", "Ada Lind", "notes", []any{"a"}))
		if booked.Status != 201 {
			t.Fatalf("booking gives %d %s", booked.Status, booked.Body.JSON())
		}
		refused(t, w.Call(set.Tool("book"), args("slot_code", slot, "guest", "Bo Berg", "notes", []any{"a"})), 409, mission.RuleDisjoint)
		if rest := listed(); len(rest) != len(slots)-1 {
			t.Errorf("a slot that is taken is still offered: %d slots before, %d after", len(slots), len(rest))
		}
		code, _ := booked.Body.Get("visit_code")
		noted := w.Call(set.Tool("note"), args("visit_code", code, "more", []any{"b"}))
		if notes, _ := noted.Body.Get("notes"); fmt.Sprint(notes) != "[a b]" {
			t.Errorf("after adding b, the notes are %v", notes)
		}
		refused(t, w.Call(set.Tool("extend"), args("visit_code", code, "last", "2026-03-05")), 422, mission.RuleMonotone)
		refused(t, w.Call(set.Tool("transfer"), args("visit_code", code, "date", "2026-03-28")), 422, mission.RuleWithin)
		if a := w.Call(set.Tool("transfer"), args("visit_code", code, "date", day)); a.Status != 200 {
			t.Errorf("a transfer on the day of the visit gives %d %s", a.Status, a.Body.JSON())
		}
		refused(t, w.Clone().Call(set.Tool("transfer"), args("visit_code", code, "date", day)), 409, mission.RuleExcludes)
		p := set.Tool("transfer").Param("date")
		if first, last, ok := w.Window(set.Tool("transfer"), p, args("visit_code", code)); !ok || first.Format(DateLayout) != day || last.Before(first) {
			t.Errorf("the days of a transfer are %v to %v", first, last)
		}
	}
}

// Prices grow with the quantity in whatever order they are asked for, a forecast fits the
// month, and what was called forbids what must not follow.
func TestAnswersKeepRules(t *testing.T) {
	for seed := range uint64(40) {
		set, w := hallWorld(t, seed)
		r := keyed.New(seed)
		seen := map[int64]float64{}
		for range 6 {
			n := int64(1 + r.IntN(9))
			a := w.Call(set.Tool("quote"), args("guest", "Ada Lind", "people", n))
			if a.Status >= 300 {
				continue // there is no room left between two others
			}
			v, _ := a.Body.Get("total")
			seen[n], _ = Float(v)
		}
		for n, x := range seen {
			for m, y := range seen {
				if n < m && x > y {
					t.Errorf("seed %d: %d cost %v and %d cost %v", seed, n, x, m, y)
				}
			}
		}
		for month := range 12 {
			a := w.Call(set.Tool("forecast"), args("date", fmt.Sprintf("2026-%02d-15", month+1)))
			if v, _ := a.Body.Get("high"); v != int64(2*month+1) && v != int64(2*month+2) {
				t.Errorf("month %d has %v degrees", month+1, v)
			}
		}
	}
	set, w := hallWorld(t, 1)
	w.Call(set.Tool("quote"), args("guest", "Ada Lind", "people", int64(2)))
	if a := w.Clone(); len(a.calls) != 1 {
		t.Errorf("a clone remembers %d calls", len(a.calls))
	}
}
