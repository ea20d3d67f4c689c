package proof

import (
	"encoding/json"
	"testing"

	"switchyard/mission"
)

// fourMissions has four missions, nine calls and seven tools, and nothing
// wrong.
func fourMissions() *mission.Entry {
	e := mixed()
	later := mailed().Missions
	e.Missions = append(e.Missions, later...)
	for i := range e.Missions[1:] {
		m := &e.Missions[1+i]
		for c := range m.Calls {
			for s := range m.Calls[c].Sources {
				m.Calls[c].Sources[s].Mission++
			}
		}
		if m.Reference != nil {
			m.Reference.Mission++
		}
	}
	m := &e.Missions[1]
	m.Relation = mission.Ellipsis
	m.Reference = &mission.Reference{Way: mission.WayNeighbour, Phrase: "mail the ticket", Mission: 0, Text: "thrillers"}
	argue(m, 0, `{"movie_id":"MV-900","seats":2}`)
	request(m, "Book 3 seats", "Book the same number of seats")
	observe(&m.Calls[0], `"seats":3`, `"seats":2`)
	reply(m, "3 seats", "2 seats")
	m.Calls[0].Sources[1] = mission.Source{Pointer: "/seats", Kind: mission.FromEarlier, Text: "2"}
	e.SwitchPath = nil
	for _, m := range e.Missions {
		e.SwitchPath = append(e.SwitchPath, m.Type)
	}
	return e
}

func TestFourMissions(t *testing.T) { wantChecks(t, New().Entry(fourMissions())) }

// BenchmarkEntry proves what a generator has made. Compare with
// BenchmarkMarshal of the same entry.
func BenchmarkEntry(b *testing.B) {
	p := New()
	e := fourMissions()
	b.ReportAllocs()
	for b.Loop() {
		p.Entry(e)
	}
}

func BenchmarkMarshal(b *testing.B) {
	e := fourMissions()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(e); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBytes proves a line of a file: the entry schema and reading it
// included.
func BenchmarkBytes(b *testing.B) {
	p := New()
	line, err := json.Marshal(fourMissions())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Bytes(line)
	}
}
