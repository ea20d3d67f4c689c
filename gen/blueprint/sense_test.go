package blueprint

import (
	"slices"
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/toolfile"
	"switchyard/tools/world"
)

const visitTools = `toolset: test/visits
entities:
  slot:
    id: slot_code
    own: true
    attributes:
      slot_code: {pattern: "SL-[1-9][0-9]{3}"}
      day: {date: +2..+20}
    line: ["**{slot_code}** {day}"]
  visit:
    id: visit_code
    attributes:
      visit_code: {pattern: "VS-[1-9][0-9]{3}"}
      slot: {copy: slot_code}
      day: {of: slot.day}
      visitor_name: {is: person}
      price: {money: 48-420, unit: EUR}
      topic: {pick: [boiler, meter, pipes], detail: true}
      contact: {pick: [phone, e-mail]}
      status: {pick: [booked]}
    compare:
      - {by: price, least: ["cheapest {noun}"], most: ["dearest {noun}"]}
    line: ["**{visit_code}** {price}"]
tools:
  list_visits:
    about: Lists visits.
    effect: list visit
    params:
      visitor_name: {type: string, required: true, values: {is: person}, say: ["for {}"]}
      topic: {type: string, enum: [boiler, meter, pipes], say: ["about the {}"]}
      contact: {type: string, enum: [phone, e-mail, letter], filter: false, say: ["told by {}"]}
      since: {type: string, format: date, at_least: day, values: {date: +2..+20}, say: ["from {} on"]}
    do: [list the visits]
  list_slots:
    about: Lists slots.
    effect: list slot
    params:
      day: {type: string, format: date, required: true, values: {date: +2..+20}, say: ["on {}"], there: [on that day]}
    do: [list the slots]
  send_visits:
    about: Sends the visits to somebody.
    effect: compute
    params:
      visitor_name: {type: string, required: true, values: {is: person}, say: ["to {}"]}
      topic: {type: string, enum: [boiler, meter, pipes], say: ["about the {}"]}
    gives: {sent: {pick: [done]}}
    do: [send the visits]
  get_visit:
    about: Tells about a visit.
    effect: get visit
    params: {visit_code: {type: string, required: true}}
    do: ["tell me about {visit_code}"]
  book_visit:
    about: Books a visit.
    effect: create visit
    params:
      slot_code: {type: string, required: true, entity: slot, attribute: slot}
      visitor_name: {type: string, required: true, values: {is: person}, say: ["for {}"]}
    sets: {status: booked}
    do: ["book {slot_code}"]
  move_visit:
    about: Moves a visit to another slot.
    effect: update visit
    params:
      visit_code: {type: string, required: true}
      slot_code: {type: string, required: true, entity: slot, attribute: slot}
    do: ["move {visit_code} to {slot_code}"]
  put_off_visit:
    about: Moves a visit to another day.
    effect: update visit
    params:
      visit_code: {type: string, required: true}
      day: {type: string, format: date, required: true, values: {date: +2..+20}, say: ["to {}"]}
    do: ["put off {visit_code}"]
  confirm_visit:
    about: Confirms a visit.
    effect: update visit
    only_if: {visit_code.status: [booked]}
    params: {visit_code: {type: string, required: true}}
    sets: {status: confirmed}
    do: ["confirm {visit_code}"]
  choose_contact:
    about: Chooses how to be told.
    effect: update visit
    params:
      visit_code: {type: string, required: true}
      contact: {type: string, enum: [phone, e-mail], required: true, say: ["by {}"]}
    do: ["be told of {visit_code}"]
  cancel_visit:
    about: Cancels a visit.
    effect: delete visit
    params: {visit_code: {type: string, required: true}}
    do: ["cancel {visit_code}"]
`

var monday = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

func visits(t *testing.T) *tools.Toolset {
	t.Helper()
	set, err := toolfile.Parse("visits.yaml", []byte(visitTools))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// listed is a story in which the visits of somebody were listed.
func listed(t *testing.T, seed uint64) (*drawer, []any) {
	t.Helper()
	set := visits(t)
	d := &drawer{Story: Story{Set: set, Now: monday, World: world.New(set, monday, seed)}, r: keyed.New(seed, "test"), used: map[string]bool{}}
	tool := set.Tool("list_visits")
	c := Call{Tool: tool, Args: []Arg{{Param: tool.Param("visitor_name"), Value: "Ana Costa"}}}
	answer := d.World.Call(tool, c.Values())
	list, _ := answer.Body.Get(tool.ListKey())
	rows, _ := list.([]any)
	past := &Past{Blueprint: &Blueprint{}, Request: "The visits for Ana Costa, please.", Reply: string(answer.Body.JSON()), Calls: []PastCall{{
		Call: c, Answer: answer,
		Sources: []mission.Source{{Pointer: "/visitor_name", Kind: mission.FromQuery, Text: "Ana Costa"}},
	}}}
	past.Fold()
	d.Past = []*Past{past}
	var ids []any
	for _, row := range rows {
		id, _ := row.(tools.Object).Get("visit_code")
		ids = append(ids, id)
	}
	return d, ids
}

// What was listed is compared as long as it is as the list says, and in no way in which the
// user has chosen from it.
func TestCompareStale(t *testing.T) {
	for name, change := range map[string]func(d *drawer, id any) world.Answer{
		"": nil,
		"changed": func(d *drawer, id any) world.Answer {
			return d.World.Call(d.Set.Tool("put_off_visit"), tools.Object{{Name: "visit_code", Value: id}, {Name: "day", Value: "2026-04-30"}})
		},
		"removed": func(d *drawer, id any) world.Answer {
			return d.World.Call(d.Set.Tool("cancel_visit"), tools.Object{{Name: "visit_code", Value: id}})
		},
		"chosen": func(d *drawer, id any) world.Answer {
			get := d.Set.Tool("put_off_visit")
			for _, c := range d.Set.Tool("list_visits").Entity.Comparisons {
				d.Past[0].Calls = append(d.Past[0].Calls, PastCall{Call: Call{Tool: get, Args: []Arg{{Param: get.Param("visit_code"), Value: id, Choice: &mission.Choice{By: c.By, Order: c.Order}}}}})
			}
			return world.Answer{Status: 200}
		},
	} {
		compared := 0
		for seed := range uint64(20) {
			d, ids := listed(t, seed)
			if len(ids) < 3 {
				continue
			}
			if change != nil {
				if answer := change(d, ids[0]); answer.Status != 200 {
					t.Fatal(string(answer.Body.JSON()))
				}
			}
			if d.compare(&Blueprint{Chat: &Chat{}}, 0, 0) {
				compared++
			}
		}
		if (compared > 0) != (change == nil) {
			t.Errorf("%q: %d compared", name, compared)
		}
	}
}

// Nobody asks in one breath for a thing and for another one instead.
func TestOverwrites(t *testing.T) {
	set := visits(t)
	for _, test := range []struct {
		tool, after string
		want        bool
	}{
		{"move_visit", "book_visit", true},    // the slot itself
		{"put_off_visit", "book_visit", true}, // the day of the slot
		{"confirm_visit", "book_visit", true}, // the state it was made in
		{"choose_contact", "book_visit", false},
		{"put_off_visit", "move_visit", true},
		{"choose_contact", "move_visit", false},
		{"move_visit", "choose_contact", false},
	} {
		if got := overwrites(set.Tool(test.tool), set.Tool(test.after)); got != test.want {
			t.Errorf("%s after %s: %v", test.tool, test.after, got)
		}
	}
	chains := 0
	for seed := range uint64(300) {
		b, _, err := Draw(Story{Set: set, Now: monday, World: world.New(set, monday, seed)}, Demand{Type: mission.Multi, Pattern: mission.Serial}, keyed.New(seed))
		if err != nil {
			continue
		}
		for i, c := range b.Calls {
			for _, before := range b.Calls[:i] {
				if before.Tool.Name != "book_visit" || c.Tool.Effect != tools.Update {
					continue
				}
				if chains++; c.Tool.Name != "choose_contact" {
					t.Errorf("seed %d: %s after %s", seed, c.Tool.Name, before.Tool.Name)
				}
			}
		}
	}
	if chains == 0 {
		t.Error("no chains")
	}
}

// "And what about the last one?" asks on, it does nothing.
func TestAboutListed(t *testing.T) {
	for tool, want := range map[string]bool{"get_visit": true, "confirm_visit": false, "cancel_visit": false} {
		d, ids := listed(t, 1)
		next := d.Set.Tool(tool)
		d.Past[0].Calls = append(d.Past[0].Calls, PastCall{Call: Call{Tool: next, Args: []Arg{
			{Param: next.Param("visit_code"), Value: ids[0], Origin: Result, Choice: &mission.Choice{List: "/visits"}},
		}}})
		if got := d.aboutListed(0) != nil; got != want {
			t.Errorf("%s: %v", tool, got)
		}
	}
}

// What is added to a request for a list makes the list shorter, in a way that the list
// before does not show; what is no list gets no shorter.
func TestAddNarrows(t *testing.T) {
	added := map[string]int{}
	for seed := range uint64(40) {
		d, ids := listed(t, seed)
		c, ok := d.add(&Blueprint{}, 0)
		if ok {
			n, _ := d.World.Call(c.Tool, c.Values()).Body.Get("count")
			if n.(int64) >= int64(len(ids)) {
				t.Errorf("seed %d: %v of %d with %s", seed, n, len(ids), c.Values().JSON())
			}
			for _, a := range c.Args {
				added[a.Param.Name]++
			}
		}
		past := d.Past[0]
		past.Calls[0].Tool = d.Set.Tool("send_visits")
		past.Calls[0].Args[0].Param = past.Calls[0].Tool.Param("visitor_name")
		if _, ok := d.add(&Blueprint{}, 0); ok {
			t.Errorf("seed %d: what is sent is narrowed", seed)
		}
	}
	if added["topic"] == 0 || added["since"] > 0 || added["contact"] > 0 {
		t.Errorf("added: %v", added)
	}
}

// Nobody asks for a part of a list that the list itself shows.
func TestListedBefore(t *testing.T) {
	d, _ := listed(t, 1)
	tool := d.Set.Tool("list_visits")
	whole := d.Past[0].Calls[0].Args
	with := func(args ...any) Call {
		c := Call{Tool: tool, Args: slices.Clone(whole)}
		for i := 0; i < len(args); i += 2 {
			c.Args = append(c.Args, Arg{Param: tool.Param(args[i].(string)), Value: args[i+1]})
		}
		return c
	}
	since := with("since", "2026-07-20")
	for _, c := range []struct {
		name string
		old  Call
		call Call
		want bool
	}{
		{"by what the rows show", with(), since, true},
		{"by what they do not show", with(), with("topic", "boiler"), false},
		{"by both", with(), with("topic", "boiler", "since", "2026-07-20"), false},
		{"by what is no filter", with(), with("contact", "phone"), false},
		{"from a later day", since, with("since", "2026-07-22"), true},
		{"from an earlier day", since, with("since", "2026-07-18"), false},
		{"without the filter", since, with(), false},
		{"for somebody else", with(), Call{Tool: tool, Args: []Arg{{Param: whole[0].Param, Value: "Ben Okafor"}}}, false},
	} {
		d.Past[0].Calls[0].Args = c.old.Args
		if got := d.listedBefore(c.call); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// The first day of what is listed is not the day that "on that day" means.
func TestBoundIsNoDay(t *testing.T) {
	d, _ := listed(t, 1)
	list, slots, off := d.Set.Tool("list_visits"), d.Set.Tool("list_slots"), d.Set.Tool("put_off_visit")
	from := PastCall{Call: Call{Tool: list, Args: []Arg{{Param: list.Param("since"), Value: "2026-03-09"}}}}
	on := PastCall{Call: Call{Tool: off, Args: []Arg{{Param: off.Param("day"), Value: "2026-03-09"}}}}
	if a := d.likeArg(from, slots.Param("day")); a != nil {
		t.Errorf("%s is taken for a day", a.Param.Name)
	}
	if a := d.likeArg(on, slots.Param("day")); a == nil {
		t.Error("a day is none")
	}
	if !slices.ContainsFunc(list.Params, bound) || slices.ContainsFunc(slots.Params, bound) {
		t.Error("bounds")
	}
}

// After "the same day", "that day" is not another one.
func TestContested(t *testing.T) {
	d, _ := listed(t, 1)
	day := d.Set.Tool("put_off_visit").Param("day")
	day.There = []string{"that day"}
	for _, origin := range []Origin{Said, Earlier} {
		d.calls = []Call{{Tool: d.Set.Tool("put_off_visit"), Args: []Arg{{Param: day, Value: "2026-04-30", Origin: origin}}}}
		if !d.contested(day, "2026-05-01") || d.contested(day, "2026-04-30") {
			t.Errorf("a day with the origin %v", origin)
		}
	}
}

// Two tools may both have a parameter called "type". A value is taken over only if the second
// tool knows it, too.
func TestOtherValuesAreNotTakenOver(t *testing.T) {
	param := func(values ...any) *tools.Param {
		return &tools.Param{Name: "type", Type: "string", Values: &tools.Values{Kind: tools.ValuePick, Pick: values}}
	}
	d, _ := listed(t, 1)
	from := PastCall{Call: Call{Args: []Arg{{Param: param("all", "closed"), Value: "closed"}}}}
	if a := d.likeArg(from, param("buy", "sell")); a != nil {
		t.Errorf("%v is taken over", a.Value)
	}
	if d.likeArg(from, param("open", "closed")) == nil {
		t.Error("a value that both tools know is not taken over")
	}
}

// After a colour and the one that was worked out from it, "that colour" could be either.
func TestColoursRival(t *testing.T) {
	p := &tools.Param{Name: "color", Type: "string"}
	for shown, want := range map[any]bool{"#B91CE4": true, "#46E31B": false, "B91CE4": false, "#B91CEX": false, int64(4): false} {
		d, _ := listed(t, 1)
		d.Past[0].Calls = []PastCall{{Call: Call{Args: []Arg{{Param: p, Value: "#46E31B"}}}, Answer: world.Answer{Status: 200, Body: tools.Object{{Name: "code", Value: shown}}}}}
		if got := d.rivalled(0, p, "#46E31B"); got != want {
			t.Errorf("%v: %v", shown, got)
		}
	}
}

// One parcel is not worth two amounts.
func TestAmountsAreNotTwins(t *testing.T) {
	for kind, want := range map[tools.ValueKind]int{tools.ValueMoney: 0, tools.ValueCity: 1} {
		d, _ := listed(t, 1)
		p := &tools.Param{Name: "value", Type: "number", Required: true, Values: &tools.Values{Kind: kind}}
		c := Call{Tool: &tools.Tool{Effect: tools.Compute}, Args: []Arg{{Param: p, Value: int64(600)}}}
		d.calls = []Call{c}
		if got := len(d.twinnable(&Blueprint{}, c)); got != want {
			t.Errorf("%s: %d arguments can be varied, want %d", kind, got, want)
		}
	}
}

// A key is needed to delete one, and not to make one.
func TestNeededWith(t *testing.T) {
	action := &tools.Param{Name: "action"}
	for _, c := range []struct {
		about, action string
		want          bool
	}{
		{"The key, required only when updating or deleting.", "delete", true},
		{"The key, required only when updating or deleting.", "create", false},
		{"The key, not required only when deleting.", "delete", false},
		{"The key.", "delete", false},
	} {
		if got := neededWith(&tools.Param{Name: "key", About: c.about}, []Arg{{Param: action, Value: c.action}}); got != c.want {
			t.Errorf("%s with %s: %v", c.about, c.action, got)
		}
	}
}

// Nobody types a value of a thousand characters.
func TestLongValuesAreNotSaid(t *testing.T) {
	d, _ := listed(t, 1)
	for _, tt := range []struct {
		pattern string
		want    bool
	}{{"[a-z]{1,1000}", true}, {"[a-z]{300}", true}, {"[a-z]{301}", false}, {"[a-z]{1000}", false}} {
		p := &tools.Param{Name: "note", Type: "string", Values: &tools.Values{Kind: tools.ValuePattern, Text: tt.pattern}}
		if _, ok := d.said(p, &Call{}); ok != tt.want {
			t.Errorf("%s: %v", tt.pattern, ok)
		}
	}
}

// The same people stay in the department that they were said to be of.
func TestGainsays(t *testing.T) {
	person := &tools.Param{Name: "employees", Type: "array", Items: &tools.Param{Values: &tools.Values{Kind: tools.ValuePerson}}, There: []string{"for the same staff"}}
	department := &tools.Param{Name: "department", Type: "string", Enum: []any{"sales", "research"}, There: []string{"in the same department"}}
	day := &tools.Param{Name: "day", Type: "string", Enum: []any{"Monday", "Friday"}}
	tool := &tools.Tool{Name: "move"}
	staff := []any{"Ana Costa"}
	d := &drawer{Story: Story{Past: []*Past{{Blueprint: &Blueprint{}, Calls: []PastCall{{Call: Call{Tool: tool, Args: []Arg{
		{Param: person, Value: staff}, {Param: department, Value: "research"}, {Param: day, Value: "Monday"}}}}}}}}}
	for _, test := range []struct {
		name string
		args []Arg
		want bool
	}{
		{"another department", []Arg{{Param: person, Value: staff, Origin: Earlier}, {Param: department, Value: "sales", Origin: Said}}, true},
		{"the same", []Arg{{Param: person, Value: staff, Origin: Earlier}, {Param: department, Value: "research", Origin: Said}}, false},
		{"another day", []Arg{{Param: person, Value: staff, Origin: Earlier}, {Param: day, Value: "Friday", Origin: Said}}, false},
		{"other people", []Arg{{Param: person, Value: []any{"Umar Larsen"}, Origin: Said}, {Param: department, Value: "sales", Origin: Said}}, false},
	} {
		if got := d.gainsays(Call{Tool: tool, Args: test.args}); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
	both := []Arg{{Param: person, There: true}, {Param: department, There: true}}
	if got := oneThere(slices.Clone(both)); len(got) != 2 {
		t.Errorf("of the same staff in the same department, %d stay", len(got))
	}
	place := &tools.Param{Name: "city", There: []string{"there", "in the same city"}}
	if got := oneThere([]Arg{{Param: place, There: true}, {Param: &tools.Param{Name: "town", There: []string{"there"}}, There: true}}); len(got) != 1 {
		t.Errorf("of two that are there, %d stay", len(got))
	}
	if got := oneThere([]Arg{{Param: place, There: true}, {Param: day}}); len(got) != 1 {
		t.Errorf("of one that is there and one that nobody speaks of, %d stay", len(got))
	}
	if got := oneThere([]Arg{{Param: place}, {Param: day}}); len(got) != 2 {
		t.Errorf("of two that nobody speaks of, %d stay", len(got))
	}
}

// After one of a list was told alone, the others can still be pointed at, and the
// same can be asked of them.
func TestAgain(t *testing.T) {
	asked := 0
	for seed := range uint64(20) {
		d, ids := listed(t, seed)
		if len(ids) < 2 {
			continue
		}
		get := d.Set.Tool("get_visit")
		c := Call{Tool: get, Args: []Arg{{Param: get.Param("visit_code"), Value: ids[0], Origin: Result, Entity: get.Entity, Choice: &mission.Choice{List: "/visits"}}}}
		answer := d.World.Call(get, c.Values())
		d.Past[0].Calls = append(d.Past[0].Calls, PastCall{Call: c, Answer: answer})
		next, ok := d.onItem(&Blueprint{}, 0, d.aboutListed(0), Demand{Type: mission.Single})
		if !ok {
			continue
		}
		asked++
		if a := next.Arg("visit_code"); next.Tool != get || tools.Same(a.Value, ids[0]) || !slices.ContainsFunc(ids, func(id any) bool { return tools.Same(id, a.Value) }) {
			t.Errorf("seed %d: %s is asked about %v", seed, next.Tool.Name, a.Value)
		}
	}
	if asked < 8 {
		t.Errorf("asked %d times", asked)
	}
}

// A time of day without a day is one of today, so a question says none that is past.
func TestTimesToday(t *testing.T) {
	d := &drawer{Story: Story{Now: time.Date(2026, 3, 2, 10, 15, 0, 0, time.UTC)}}
	at := &tools.Param{Name: "start_time", Values: &tools.Values{Kind: tools.ValueTime}}
	on := &tools.Param{Name: "day", Values: &tools.Values{Kind: tools.ValueDate}}
	for _, c := range []struct {
		arg  Arg
		want bool
	}{
		{Arg{Param: at, Origin: Said, Value: "09:30"}, true},
		{Arg{Param: at, Origin: Said, Value: "10:15"}, true},
		{Arg{Param: at, Origin: Said, Value: "10:30"}, false},
		{Arg{Param: at, Origin: Earlier, Value: "09:30"}, false},
		{Arg{Param: on, Origin: Said, Value: "2026-03-01"}, false},
	} {
		if got := d.over(c.arg); got != c.want {
			t.Errorf("%s, %v: %v", c.arg.Param.Name, c.arg.Value, got)
		}
	}
}
