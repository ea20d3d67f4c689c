package out

import (
	"encoding/json"
	"slices"
	"testing"

	"switchyard/mission"
)

// alike is an entry whose first and only mission is of the type, and stands
// alone if it is single or multi.
func alike(t mission.Type) *mission.Entry {
	e := sample()
	e.ID = "alike-" + string(t)
	e.SwitchPath = []mission.Type{t}
	m := sample().Missions[slices.Index(mission.Types(), t)]
	m.Relation, m.Reference = "", nil
	for i := range m.Calls {
		for j := range m.Calls[i].Sources {
			s := &m.Calls[i].Sources[j]
			s.Mission, s.Choice = 0, nil
			switch {
			case s.Kind == mission.FromShown:
				*s = mission.Source{Pointer: s.Pointer, Kind: mission.FromQuery, Text: "FL-102"}
			case s.Kind == mission.FromEarlier:
				s.Kind = mission.FromQuery
			case s.Said == mission.FromEarlier:
				s.Said = mission.FromQuery
			}
		}
	}
	e.Missions = []mission.Mission{m}
	return e
}

type jsonRaw = json.RawMessage

func mustUnmarshal(t testing.TB, doc string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(doc), v); err != nil {
		t.Fatal(err)
	}
}
