package world

import (
	"strings"
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

const shopTools = `toolset: test/shop
entities:
  slot:
    id: slot_code
    attributes:
      slot_code: {pattern: "SL[0-9]{4}"}
      date: {date: +2..+30, workdays: true}
      fee: {money: 20-90, unit: EUR}
    line: ["**{slot_code}**"]
  order:
    id: order_number
    attributes:
      order_number: {pattern: "ON[1-9][0-9]{3}"}
      slot_code: {copy: slot_code}
      date: {of: slot_code.date}
      fee: {of: slot_code.fee}
      status: {pick: [open, shipped]}
    card: ["**{order_number}** {slot_code}"]
  shift:
    id: shift_code
    attributes:
      shift_code: {pattern: "SH[1-9][0-9]{3}"}
      begins: {time: 06:00-09:00, step: 5}
      ends: {after: begins, plus: 60-90}
    card: ["**{shift_code}** {begins} {ends}"]
tools:
  correct_shift:
    about: Corrects.
    effect: update shift
    params:
      shift_code: {type: string, required: true}
      new_begins: {type: string, attribute: begins, values: {time: 06:00-09:00, step: 5}, say: ["from {}"]}
      new_ends: {type: string, attribute: ends, values: {time: 16:00-19:00, step: 5}, say: ["to {}"]}
    do: ["correct {shift_code}[ to begin {new_begins}][ to end {new_ends}]"]
  list_slots:
    about: Lists slots.
    effect: list slot
    params: {kind: {type: string, required: true, enum: [a, b, c], say: ["for {}"]}}
    do: ["list slots[ for {kind}]"]
    empty: [Nothing.]
  place_order:
    about: Orders.
    effect: create order
    params: {slot_code: {type: string, required: true}}
    sets: {status: open}
    do: ["order {slot_code}"]
  move_order:
    about: Moves.
    effect: update order
    only_if: {status: [open]}
    refused: ["No, it is {status}."]
    params:
      order_number: {type: string, required: true}
      new_slot: {type: string, required: true, entity: slot, attribute: slot_code}
    do: ["move {order_number} to {new_slot}"]
  weigh_order:
    about: Weighs what is open.
    effect: compute
    only_if: {order_number.status: [open]}
    refused: ["No."]
    params: {order_number: {type: string, required: true}}
    gives: {weight: {int: 1-9}}
    do: ["weigh {order_number}"]
  find_weather:
    about: Weather.
    effect: compute
    params:
      location:
        {type: object, required: true, say: ["in {}"], props: {latitude: {type: number, required: true, values: {known: latitude, among: [Lisbon, Porto, Oslo]}}, longitude: {type: number, required: true, values: {known: longitude}}}}
    gives: {sky: {pick: [sunny, grey]}}
    do: ["check the weather[ in {location}]"]
`

func shop(t *testing.T) *tools.Toolset {
	t.Helper()
	set, err := toolfile.Parse("shop.yaml", []byte(shopTools))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// A rule of business refuses with the state that stands in the way, and
// changes nothing.
func TestRefusal(t *testing.T) {
	set := shop(t)
	refused, allowed := 0, 0
	for seed := range uint64(40) {
		w := New(set, noon, seed)
		order, _ := w.Ensure(set.Entity("order"), keyed.New(seed), nil)
		slot, _ := w.Ensure(set.Entity("slot"), keyed.New(seed+1), nil)
		before, _ := w.Known(set.Entity("order"), order)
		status, _ := before.Get("status")
		answer := w.Call(set.Tool("move_order"), object("order_number", order, "new_slot", slot))
		after, _ := w.Known(set.Entity("order"), order)
		switch status {
		case "open":
			allowed++
			if answer.Status != 200 {
				t.Errorf("an open order is refused with %d", answer.Status)
			}
		default:
			refused++
			said, _ := answer.Body.Get("error")
			told, _ := answer.Body.Get("status")
			if answer.Status != 409 || told != "shipped" || !strings.Contains(said.(string), "shipped") || string(after.JSON()) != string(before.JSON()) {
				t.Errorf("a shipped order gives %d %s", answer.Status, answer.Body.JSON())
			}
			if weighed := w.Call(set.Tool("weigh_order"), object("order_number", order)); weighed.Status != 409 {
				t.Errorf("a rule about what a parameter names gives %d", weighed.Status)
			}
		}
	}
	if refused == 0 || allowed == 0 {
		t.Errorf("%d refused, %d allowed", refused, allowed)
	}
	w := New(set, noon, 1)
	if answer := w.Call(set.Tool("weigh_order"), object("order_number", "ON0000")); answer.Status != 404 {
		t.Errorf("what does not exist gives %d", answer.Status)
	}
}

// What follows from another thing follows when another one takes its place.
func TestMovedToAnother(t *testing.T) {
	set := shop(t)
	w := New(set, noon, 3)
	first, _ := w.Ensure(set.Entity("slot"), keyed.New(1), nil)
	second, _ := w.Ensure(set.Entity("slot"), keyed.New(2), nil)
	made := w.Call(set.Tool("place_order"), object("slot_code", first))
	order, _ := made.Body.Get("order_number")
	moved := w.Call(set.Tool("move_order"), object("order_number", order, "new_slot", second))
	slot, _ := w.Known(set.Entity("slot"), second)
	for _, attribute := range []string{"date", "fee"} {
		want, _ := slot.Get(attribute)
		if got, _ := moved.Body.Get(attribute); got != want {
			t.Errorf("%s is %v, that of the new slot is %v", attribute, got, want)
		}
	}
}

// What a call says stays as it says, and what follows from it is worked out
// again only when the call is silent about it.
func TestWhatIsSaidStays(t *testing.T) {
	set := shop(t)
	w := New(set, noon, 4)
	shift, ok := w.Ensure(set.Entity("shift"), keyed.New(1), nil)
	if !ok {
		t.Fatal("no shift can be made")
	}
	both := w.Call(set.Tool("correct_shift"), object("shift_code", shift, "new_begins", "07:00", "new_ends", "18:00"))
	if ends, _ := both.Body.Get("ends"); ends != "18:00" {
		t.Errorf("the shift was to end at 18:00, it ends at %v", ends)
	}
	one := w.Call(set.Tool("correct_shift"), object("shift_code", shift, "new_begins", "08:00"))
	if ends, _ := one.Body.Get("ends"); ends == "18:00" {
		t.Error("the end does not follow the new beginning")
	}
}

// What is given of a thing that is taken for granted is what it has.
func TestEnsureGiven(t *testing.T) {
	set := shop(t)
	w := New(set, noon, 5)
	id, ok := w.Ensure(set.Entity("order"), keyed.New(1), object("status", "shipped"))
	fields, _ := w.Known(set.Entity("order"), id)
	if status, _ := fields.Get("status"); !ok || status != "shipped" {
		t.Errorf("the order is %v, want it shipped", status)
	}
}

func TestUnused(t *testing.T) {
	set := shop(t)
	e := set.Entity("order")
	for seed := range uint64(200) {
		w := New(set, noon, seed)
		w.Ensure(e, keyed.New(seed), nil)
		if id, ok := w.Unused(e, keyed.New(seed)); ok {
			if _, known := w.Known(e, id); known {
				t.Fatalf("%v exists", id)
			}
		}
	}
}

func TestWorkdays(t *testing.T) {
	v := &tools.Values{Kind: tools.ValueDate, Min: 1, Max: 9, Workdays: true}
	for seed := range uint64(300) {
		now := noon.AddDate(0, 0, int(seed%7))
		x, _ := Draw(keyed.New(seed), v, now, nil)
		day, err := time.Parse(DateLayout, x.(string))
		days := day.Sub(now.Truncate(24*time.Hour)).Hours() / 24
		if err != nil || day.Weekday() == time.Saturday || day.Weekday() == time.Sunday || days < 1 || days > 9 {
			t.Errorf("%v is a %s, %v days on", x, day.Weekday(), days)
		}
	}
}

// Nothing is drawn for days on which everything is shut, near the ends of a range neither.
func TestWorkdaysAreNoHolidays(t *testing.T) {
	for _, c := range []struct {
		today    string
		min, max float64
	}{
		{"2026-12-18", 1, 9}, {"2026-12-24", 1, 1}, {"2026-12-24", 0, 2}, {"2025-12-24", 1, 8}, {"2026-12-31", 0, 1}, {"2026-12-31", 1, 5},
		{"2026-04-01", 1, 6}, {"2026-05-01", 0, 3}, {"2026-05-22", 1, 4}, {"2026-08-01", 1, 3},
	} {
		now, _ := time.Parse(DateLayout, c.today)
		v := &tools.Values{Kind: tools.ValueDate, Min: c.min, Max: c.max, Workdays: true}
		for seed := range uint64(60) {
			drawn, ok := Draw(keyed.New(seed), v, now, nil)
			on, err := time.Parse(DateLayout, drawn.(string))
			if !ok || err != nil || !Workday(on) {
				t.Errorf("from %s, +%v..+%v: %v is no workday", c.today, c.min, c.max, drawn)
			}
		}
	}
}

func TestPublicHolidaysAreNoWorkdays(t *testing.T) {
	for day, want := range map[string]bool{
		"2025-04-18": false, "2025-04-21": false, "2025-04-22": true, "2026-04-03": false, "2026-04-06": false, "2026-04-13": true, "2027-03-26": false, "2027-03-29": false, "2038-04-26": false,
		"2026-05-01": false, "2026-05-04": false, "2026-05-25": false, "2026-05-18": true, "2026-06-01": false, "2026-06-08": true, "2026-08-03": false, "2026-08-31": false, "2026-08-10": true,
		"2026-12-25": false, "2027-01-01": false, "2026-12-24": true,
	} {
		on, _ := time.Parse(DateLayout, day)
		if Workday(on) != want {
			t.Errorf("%s: a workday is %v", day, !want)
		}
	}
}

// Days after another day are counted in workdays where only those will do.
func TestWorkdaysAfter(t *testing.T) {
	for _, c := range []struct {
		from, to string
		days     float64
	}{
		{"2026-03-02", "2026-03-03", 1}, // Monday
		{"2026-03-06", "2026-03-09", 1}, // Friday to Monday
		{"2026-03-04", "2026-03-11", 5},
		{"2026-03-07", "2026-03-09", 1}, // Saturday
		{"2026-03-07", "2026-03-13", 5},
		{"2026-03-07", "2026-03-09", 0},
		{"2026-03-05", "2026-03-13", 6},
		{"2026-03-06", "2026-03-06", 0},
		{"2026-12-24", "2026-12-28", 1}, // Christmas
	} {
		v := &tools.Values{Kind: tools.ValueAfter, Text: "date", Min: c.days, Max: c.days, Workdays: true}
		got, ok := Draw(keyed.New(1), v, noon, func(string) (any, bool) { return c.from, true })
		if !ok || got != c.to {
			t.Errorf("%v workdays after %s: %v, want %s", c.days, c.from, got, c.to)
		}
	}
}

// The coordinates of a place belong together, and the place has a name.
func TestPlace(t *testing.T) {
	set := shop(t)
	p := set.Tool("find_weather").Param("location")
	seen := map[string]bool{}
	for seed := range uint64(60) {
		v, ok := DrawParam(keyed.New(seed), p, noon)
		if !ok {
			t.Fatal("no place is drawn")
		}
		seen[p.Place(v.(tools.Object))] = true
	}
	if len(seen) != 3 || seen[""] {
		t.Errorf("the places are %v", seen)
	}
	if name := p.Place(object("latitude", 1.0, "longitude", 2.0)); name != "" {
		t.Errorf("nowhere is %q", name)
	}
}

// A list that nobody has asked for before is empty now and then, and stays so.
func TestEmptyLists(t *testing.T) {
	set := shop(t)
	empty := 0
	const n = 1500
	for seed := range uint64(n) {
		w := New(set, noon, seed)
		args := object("kind", "a")
		if found, _ := w.Call(set.Tool("list_slots"), args).Body.Get("count"); found == int64(0) {
			empty++
			if again, _ := w.Call(set.Tool("list_slots"), args).Body.Get("count"); again != int64(0) {
				t.Fatal("an empty list does not stay empty")
			}
		}
	}
	if share := float64(empty) / n; share < emptyShare/2 || share > emptyShare*2 {
		t.Errorf("%d of %d lists are empty", empty, n)
	}
}

// What the conversation has just made has nothing that nobody made.
func TestChildless(t *testing.T) {
	set, err := toolfile.Parse("inn.yaml", []byte(`toolset: test/inn
entities:
  stay: {id: stay_code, attributes: {stay_code: {pattern: "ST[0-9]{4}"}, date: {date: +1..+9}, leaves: {after: date, plus: 1-3}}, card: ["{stay_code}"]}
  order: {id: order_code, attributes: {order_code: {pattern: "OR[0-9]{4}"}, stay_code: {copy: stay_code}}, line: ["{order_code} {stay_code}"]}
tools:
  book: {about: Books., effect: create stay, params: {date: {type: string, required: true, values: {date: +1..+9}, say: ["{}"]}}, do: ["book[ {date}]"]}
  move: {about: Moves., effect: update stay, params: {stay_code: {type: string, required: true}, new_date: {type: string, required: true, attribute: date, values: {date: +20..+29}, say: ["to {}"]}}, do: ["move {stay_code}"]}
  order: {about: Orders., effect: create order, params: {stay_code: {type: string, required: true}}, do: ["order for {stay_code}"]}
  list_orders: {about: Lists., effect: list order, params: {stay_code: {type: string, required: true}}, do: ["list the orders of {stay_code}"]}
`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		w := New(set, noon, seed)
		count := func(stay any) any {
			n, _ := w.Call(set.Tool("list_orders"), object("stay_code", stay)).Body.Get("count")
			return n
		}
		old, _ := w.Ensure(set.Entity("stay"), keyed.New(seed), nil)
		if n := count(old); n == int64(0) {
			t.Error("an old stay has no orders")
		}
		made := w.Call(set.Tool("book"), object("date", "2026-03-05"))
		stay, _ := made.Body.Get("stay_code")
		if n := count(stay); n != int64(0) {
			t.Errorf("a new stay has %v orders", n)
		}
		w.Call(set.Tool("order"), object("stay_code", stay))
		if n := count(stay); n != int64(1) {
			t.Errorf("after one order there are %v", n)
		}
		moved := w.Call(set.Tool("move"), object("stay_code", stay, "new_date", "2026-03-25"))
		if leaves, _ := moved.Body.Get("leaves"); leaves.(string) <= "2026-03-25" {
			t.Errorf("who comes on 25 March leaves on %v", leaves)
		}
	}
}

// Nobody puts the same thing into two lines of a list, whatever stands before
// its name.
func TestLinesDiffer(t *testing.T) {
	p := &tools.Param{Type: "array", Count: [2]int{3, 3}, Items: &tools.Param{Type: "object", Props: []*tools.Param{
		{Name: "priority", Type: "string", Required: true, Enum: []any{"low", "high"}},
		{Name: "task", Type: "string", Required: true, Values: &tools.Values{Kind: tools.ValuePick, Pick: []any{"a", "b", "c"}}},
	}}}
	for seed := range uint64(40) {
		v, ok := DrawParam(keyed.New(seed), p, noon)
		list, _ := v.([]any)
		seen := map[any]bool{}
		for _, line := range list {
			task, _ := line.(tools.Object).Get("task")
			seen[task] = true
		}
		if !ok || len(list) != 3 || len(seen) != 3 {
			t.Errorf("%v, %v", v, ok)
		}
	}
}
