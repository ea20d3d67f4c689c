package proof

import (
	"slices"
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

func BenchmarkReply(b *testing.B) {
	p, e := New(), fourMissions()
	b.ReportAllocs()
	for b.Loop() {
		p.Reply(e, 3, e.Missions[3].Reply)
	}
}
