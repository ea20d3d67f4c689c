package proof

import (
	"slices"
	"strings"
	"testing"
)

func TestReply(t *testing.T) {
	p := New()
	for name, make := range entries() {
		e := make()
		for m := range e.Missions {
			if problems := p.Reply(e, m, e.Missions[m].Reply); len(problems) > 0 {
				t.Errorf("%s, mission %d: %v", name, m, problems)
			}
		}
	}
	e := evening()
	was := e.Missions[1].Reply
	for _, c := range []struct {
		m    int
		text string
		want []Check
	}{
		{0, "Tomorrow there are MV-101, MV-102 and MV-103.", nil},
		{0, "Tomorrow there are MV-101 and MV-102.", []Check{TextIdentifiers}},
		{0, "MV-101, MV-102 and MV-103 are on, for €11 each.", []Check{TextFaithful}},
		{0, "MV-101 and MV-102 cost €11.", []Check{TextFaithful, TextIdentifiers}},
		// What is said and shown later is not known yet, what was said before is.
		{0, "MV-101, MV-102 and MV-103: BK7731 is yours.", []Check{TextFaithful}},
		{1, "BK7731 is yours: four seats for MV-102, which begins at 8:15 pm.", nil},
		// How texts read is asked elsewhere.
		{1, "ok ok BK7731 {and} MV-102 ,", nil},
		{3, "The one for €9.50.", nil},
		{3, "The one for €11.", []Check{TextFaithful}},
	} {
		if got := checksOf(p.Reply(e, c.m, c.text)); !slices.Equal(got, c.want) {
			t.Errorf("mission %d, %q: %v, want %v", c.m, c.text, got, c.want)
		}
	}
	if e.Missions[1].Reply != was {
		t.Error("the entry was changed")
	}
	e.Missions[0].Reply += " They cost €77."
	if got := p.Reply(e, 1, was); len(got) > 0 {
		t.Errorf("an earlier reply is judged: %v", got)
	}
}

// A list that nobody asked to see may be kept back if a call took something from it, as a whole,
// and then no other text has to tell it.
func TestKeptBack(t *testing.T) {
	const whole = "I found three movies: MV-201 (€11), MV-202 (€7.50) and MV-203 (€10). The cheapest is *The Ninth Key*; booking BK1200 holds 2 seats for €15."
	const taken = "The cheapest one is MV-202; booking BK1200 holds 2 seats for €15."
	const asked, unasked = "Find the cheapest thriller", "Take the cheapest thriller"
	for _, c := range []struct {
		request, reply string
		want           bool
	}{
		{unasked, whole, false}, {unasked, taken, false},
		{unasked, taken + " MV-201 costs €11.", true}, // a part of it
		{unasked, taken + " Night Ferry is on, too.", true},
		{unasked, strings.ReplaceAll(taken, "MV-202", "The Ninth Key"), true}, // what was taken
		{"Show me the movies, the cheapest thriller", taken, true},
		{asked, taken, false},
	} {
		e := friday()
		m := &e.Missions[0]
		m.Request = strings.Replace(m.Request, asked, c.request, 1)
		m.Reply = c.reply
		if got := slices.Contains(checksOf(New().Entry(e)), TextIdentifiers); got != c.want {
			t.Errorf("%q, %q: %v", m.Request, c.reply, got)
		}
		if got := New().Reply(e, 0, taken); c.reply == taken && len(got) > 0 {
			t.Error(got)
		}
		if got := checksOf(New().Reply(e, 0, taken)); c.reply == whole && !slices.Contains(got, TextIdentifiers) {
			t.Errorf("what the own reply tells is lost: %v", got)
		}
	}
}

func BenchmarkReply(b *testing.B) {
	p, e := New(), fourMissions()
	b.ReportAllocs()
	for b.Loop() {
		p.Reply(e, 3, e.Missions[3].Reply)
	}
}
