package world

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/internal/keyed"
	"switchyard/tools"
)

// player makes calls and adds up what they change.
type player struct {
	*World
	changes Changes
}

func (p *player) play(t *testing.T, tool string, as *Played, args ...any) Played {
	t.Helper()
	played := p.Play(p.set.Tool(tool), object(args...), as)
	p.changes = p.changes.Then(played.Changes)
	return played
}

// told are the differences as people read them.
func told(got, want Changes) []string {
	var list []string
	for _, d := range got.Diff(want) {
		list = append(list, d.String())
	}
	return list
}

// flightsOut is a world in which the flights of one day are known, with their
// numbers.
func flightsOut(t *testing.T) (*World, []any) {
	t.Helper()
	w := New(flights(t), noon, 7)
	a := w.Call(w.set.Tool("search_flights"), object("origin", "LIS", "destination", "OPO", "date", "2026-03-09"))
	list := ids(t, a)
	if len(list) < 2 {
		t.Fatalf("%d flights", len(list))
	}
	return w, list
}

func TestDiff(t *testing.T) {
	w, flight := flightsOut(t)
	book := func(t *testing.T, p *player, f any, who string) any {
		a := p.play(t, "book_flight", nil, "flight_number", f, "passenger_name", who)
		if a.Answer.Status != 201 {
			t.Fatal(string(a.Answer.Body.JSON()))
		}
		id, _ := a.Answer.Body.Get("booking_code")
		return id
	}
	cancel := func(t *testing.T, p *player, id any) { p.play(t, "cancel_booking", nil, "booking_code", id) }
	both := func(t *testing.T, p *player) { book(t, p, flight[0], "Ana Costa"); book(t, p, flight[1], "Ben Wolf") }
	for _, c := range []struct {
		name      string
		got, want func(*testing.T, *player)
		differ    []string // what each difference begins and ends with; BOOKING stands for a code
	}{
		{"nothing", func(*testing.T, *player) {}, func(*testing.T, *player) {}, nil},
		{"the same", both, both, nil},
		{"in another order", func(t *testing.T, p *player) { book(t, p, flight[1], "Ben Wolf"); book(t, p, flight[0], "Ana Costa") }, both, nil},
		{"what is only looked at is no change", func(t *testing.T, p *player) {
			p.play(t, "search_flights", nil, "origin", "LIS", "destination", "MAD", "date", "2026-03-12")
			both(t, p)
			p.play(t, "get_flight_details", nil, "flight_number", flight[0])
		}, both, nil},
		{"made and taken back", func(t *testing.T, p *player) { cancel(t, p, book(t, p, flight[0], "Ana Costa")) }, func(*testing.T, *player) {}, nil},
		{"not made", func(t *testing.T, p *player) { book(t, p, flight[0], "Ana Costa") }, both, []string{"booking BOOKING was not made"}},
		{"made too often", func(t *testing.T, p *player) { both(t, p); book(t, p, flight[1], "Ben Wolf") }, both, []string{"booking BOOKING was made, which nobody asked for"}},
		{"of another flight", func(t *testing.T, p *player) { book(t, p, flight[1], "Ana Costa") }, func(t *testing.T, p *player) { book(t, p, flight[0], "Ana Costa") },
			[]string{`the flight number of booking BOOKING is "FL`, ""}},
		{"for somebody else", func(t *testing.T, p *player) { book(t, p, flight[0], "Eva Meyer") }, func(t *testing.T, p *player) { book(t, p, flight[0], "Ana Costa") },
			[]string{`the passenger name of booking BOOKING is "Eva Meyer", not "Ana Costa"`}},
		{"case is nothing", func(t *testing.T, p *player) { book(t, p, flight[0], "ana costa") }, func(t *testing.T, p *player) { book(t, p, flight[0], "Ana Costa") }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, want := &player{World: w.Clone()}, &player{World: w.Clone()}
			c.got(t, got)
			c.want(t, want)
			list := told(got.changes, want.changes)
			if len(list) != len(c.differ) {
				t.Fatalf("%q, want %q", list, c.differ)
			}
			for i := range list {
				for _, part := range strings.Split(c.differ[i], "BOOKING") {
					if !strings.Contains(list[i], part) {
						t.Errorf("%q, want %q", list[i], c.differ[i])
					}
				}
			}
		})
	}
}

// A thing that was there before is told by its identifier, and a thing that the
// conversation made before by what becomes of it.
func TestDiffOfWhatWasThere(t *testing.T) {
	w, flight := flightsOut(t)
	var known [2]any
	for i := range known {
		id, ok := w.Ensure(w.set.Entity("booking"), keyed.New(uint64(i), "there"), object("flight_number", flight[i]))
		if !ok {
			t.Fatal("no booking")
		}
		known[i] = id
	}
	right, wrong := &player{World: w.Clone()}, &player{World: w.Clone()}
	right.play(t, "cancel_booking", nil, "booking_code", known[0])
	wrong.play(t, "cancel_booking", nil, "booking_code", known[1])
	if list := told(wrong.changes, right.changes); len(list) != 2 || !strings.HasSuffix(list[0], "was not removed") || !strings.HasSuffix(list[1], "was removed, which nobody asked for") {
		t.Errorf("the wrong one was cancelled: %q", list)
	}

	gold, other := &player{World: w.Clone()}, &player{World: w.Clone()}
	a := gold.play(t, "book_flight", nil, "flight_number", flight[0], "passenger_name", "Ana Costa")
	b := other.play(t, "book_flight", nil, "flight_number", flight[1], "passenger_name", "Ana Costa")
	first, _ := a.Answer.Body.Get("booking_code")
	second, _ := b.Answer.Body.Get("booking_code")
	if first == second {
		t.Fatal("two bookings of one name")
	}
	gold.changes, other.changes = nil, nil
	gold.play(t, "cancel_booking", nil, "booking_code", first)
	other.play(t, "cancel_booking", nil, "booking_code", second)
	if list := told(other.changes, gold.changes); len(list) != 0 {
		t.Errorf("both cancelled what they had booked: %q", list)
	}
}

func TestPlayAs(t *testing.T) {
	w, flight := flightsOut(t)
	gold := &player{World: w.Clone()}
	want := gold.play(t, "book_flight", nil, "flight_number", flight[0], "passenger_name", "Ana Costa")

	late := &player{World: w.Clone()}
	late.play(t, "book_flight", nil, "flight_number", flight[1], "passenger_name", "Ben Wolf")
	plain := (&player{World: late.Clone()}).play(t, "book_flight", nil, "flight_number", flight[0], "passenger_name", "Ana Costa")
	if string(plain.Answer.Body.JSON()) == string(want.Answer.Body.JSON()) {
		t.Fatal("nothing depends on the order, so nothing is tested here")
	}
	got := late.play(t, "book_flight", &want, "flight_number", flight[0], "passenger_name", "Ana Costa")
	if g, x := string(got.Answer.Body.JSON()), string(want.Answer.Body.JSON()); g != x || got.Answer.Status != 201 {
		t.Errorf("%d %s, want %s", got.Answer.Status, g, x)
	}
	id, _ := want.Answer.Body.Get("booking_code")
	if known, ok := late.Known(w.set.Entity("booking"), id); !ok || known[0].Value != id {
		t.Errorf("%v is not there", id)
	}
	again := late.play(t, "book_flight", &want, "flight_number", flight[0], "passenger_name", "Ana Costa")
	if other, _ := again.Answer.Body.Get("booking_code"); again.Answer.Status != 201 || other == id {
		t.Errorf("made a second time: %d, %v", again.Answer.Status, other)
	}
	if list := told(late.changes, gold.changes); len(list) != 2 {
		t.Errorf("%q", list)
	}
	if names := plain.Changes.Names(want.Changes); len(names) != 1 || names[id.(string)] == "" {
		t.Errorf("names %v", names)
	}
}

// What calls bring to light is there in whatever order they are made, once it was
// foreseen; what they make is not.
func TestForesee(t *testing.T) {
	set := flights(t)
	calls := []struct {
		tool string
		args tools.Object
	}{
		{"search_flights", object("origin", "LIS", "destination", "OPO", "date", "2026-03-09")},
		{"search_flights", object("origin", "LIS", "destination", "OPO", "date", "2026-03-09", "max_price", int64(200))},
	}
	course, plain := New(set, noon, 11), New(set, noon, 11)
	foreseen := New(set, noon, 11)
	var want []string
	for _, c := range calls {
		before := course.Clone()
		want = append(want, string(course.Call(set.Tool(c.tool), c.args).Body.JSON()))
		foreseen.Foresee(before, course)
	}
	flight := ids(t, course.Call(set.Tool("search_flights"), calls[0].args))[0]
	before := course.Clone()
	booked := course.Call(set.Tool("book_flight"), object("flight_number", flight, "passenger_name", "Ana Costa"))
	foreseen.Foresee(before, course)
	slices.Reverse(calls)
	slices.Reverse(want)
	differs := false
	for i, c := range calls {
		if got := string(foreseen.Call(set.Tool(c.tool), c.args).Body.JSON()); got != want[i] {
			t.Errorf("%s, want %s", got, want[i])
		}
		differs = differs || string(plain.Call(set.Tool(c.tool), c.args).Body.JSON()) != want[i]
	}
	if !differs {
		t.Error("without foresight all is the same, so nothing is tested here")
	}
	code, _ := booked.Body.Get("booking_code")
	if _, ok := foreseen.Known(set.Entity("booking"), code); ok {
		t.Error("what a call makes is there before it is made")
	}
}

// What an answered list should have had is not foreseen, but can be revealed.
func TestForeseeKeepsListsTrue(t *testing.T) {
	before, flight := flightsOut(t)
	foreseen, course := before.Clone(), New(before.set, noon, 7) // where nobody has asked yet
	e := before.set.Entity("flight")
	late, ok1 := course.Ensure(e, keyed.New(1, "late"), object("origin", "LIS", "destination", "OPO", "date", "2026-03-09"))
	other, ok2 := course.Ensure(e, keyed.New(1, "other"), object("origin", "LIS", "destination", "MAD", "date", "2026-03-09"))
	if !ok1 || !ok2 {
		t.Fatal("no flights")
	}
	listed := func() int {
		return len(ids(t, foreseen.Clone().Call(before.set.Tool("search_flights"), object("origin", "LIS", "destination", "OPO", "date", "2026-03-09"))))
	}
	foreseen.Foresee(before, course)
	_, hasLate := foreseen.Known(e, late)
	_, hasOther := foreseen.Known(e, other)
	if hasLate || !hasOther || listed() != len(flight) {
		t.Errorf("late %v, other %v, %d listed of %d", hasLate, hasOther, listed(), len(flight))
	}
	foreseen.Reveal(course)
	if _, ok := foreseen.Known(e, late); !ok || listed() != len(flight)+1 {
		t.Errorf("late %v, %d listed", ok, listed())
	}
}

// Changes one after the other come to the same as all of them at once, and differ
// from themselves in nothing.
func TestChangesAddUp(t *testing.T) {
	w, flight := flightsOut(t)
	rapid.Check(t, func(r *rapid.T) {
		p := w.Clone()
		var all Changes
		var parts []Changes
		var booked []any
		for range rapid.IntRange(0, 8).Draw(r, "calls") {
			tool, args := "book_flight", object("flight_number", rapid.SampledFrom(flight).Draw(r, "flight"), "passenger_name", rapid.SampledFrom([]string{"Ana Costa", "Ben Wolf"}).Draw(r, "who"))
			if len(booked) > 0 && rapid.Bool().Draw(r, "cancel") {
				tool, args = "cancel_booking", object("booking_code", rapid.SampledFrom(booked).Draw(r, "booking"))
			}
			played := p.Play(p.set.Tool(tool), args, nil)
			if id, ok := played.Answer.Body.Get("booking_code"); ok && tool == "book_flight" {
				booked = append(booked, id)
			}
			all = all.Then(played.Changes)
			parts = append(parts, played.Changes)
		}
		var right Changes
		for i := len(parts) - 1; i >= 0; i-- {
			right = parts[i].Then(right)
		}
		if list := all.Diff(all); len(list) > 0 {
			r.Fatalf("differs from itself: %v", list)
		}
		if list := append(all.Diff(right), right.Diff(all)...); len(list) > 0 {
			r.Fatalf("depends on how it is added up: %v", list)
		}
		if len(all) == 0 && len(booked) > 0 {
			gone := 0
			for _, id := range booked {
				if _, ok := p.Known(p.set.Entity("booking"), id); !ok {
					gone++
				}
			}
			if gone != len(booked) {
				r.Fatal("no change, but something is there")
			}
		}
	})
}
