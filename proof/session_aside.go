package proof

import (
	"encoding/json"
	"strings"

	"switchyard/flow/session"
	"switchyard/mission"
)

// aside proves a run without a workflow: one mission, by everything that is proved of entries.
func (w *walker) aside(at int, run *session.Run) int {
	ex := &w.s.Exchanges[at]
	w.follows(at)
	m := ex.Mission
	switch {
	case m == nil:
		w.bad(SessionAside, "/mission", "the run follows no workflow, and there is no mission either")
		return -1
	case ex.User != m.Request || ex.Reply != m.Reply:
		w.bad(SessionAside, "/mission", "the exchange does not say what its mission says")
	case ex.Node != "" || ex.Wish != "" || ex.OOW != "" || len(ex.Said) > 0 || len(ex.Acts) > 0 || len(ex.Calls) > 0:
		w.bad(SessionAside, "", "an exchange without a workflow has only its mission")
	case run.Way != "" || run.OOW != "" || run.Outcome != "done" || len(run.Goals) > 0:
		w.bad(SessionAside, "", "a run without a workflow has no way and no goals, and is done")
	}
	entry := &mission.Entry{Format: mission.FormatEntry, ID: w.s.ID, SwitchPath: []mission.Type{m.Type}, Environment: w.s.Environment,
		Persona: w.s.Persona, Toolset: w.s.Toolset, Missions: []mission.Mission{*m}}
	line, err := json.Marshal(entry)
	if err != nil {
		w.bad(SessionAside, "/mission", "%s", oneLine(err.Error()))
		return -1
	}
	_, problems := w.prover.Bytes(line)
	for _, p := range problems {
		w.bad(p.Check, "/mission"+strings.TrimPrefix(p.Pointer, "/missions/0"), "%s", p.Message)
	}
	if at+1 < len(w.s.Exchanges) && w.s.Exchanges[at+1].Run == ex.Run {
		w.bad(SessionAside, "", "a run without a workflow has one exchange")
	}
	w.last(at + 1)
	return at + 1
}
