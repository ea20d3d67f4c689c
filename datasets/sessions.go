package datasets

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"switchyard/flow/session"
	"switchyard/internal/jsontext"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/schemas"
)

// Names of the format and the file of sessions: one line is a [session.Session].
const (
	Sessions     = "sessions"
	SessionsFile = "sessions.jsonl"
)

// isSession reports whether a line is one of sessions.
func isSession(line []byte) bool {
	return bytes.HasPrefix(line, []byte(`{"format":"switchyard-session/`))
}

// viewing lets look see a session as an entry: each run is a mission, with all that the user says as
// its request, and the switch path names the runs by the sub-type in which the user leaves the workflow ("way" if the user does
// not, "mission" for a mission without a workflow). So everything that counts, selects and divides
// entries does so with sessions.
func viewing[T any](look func(line []byte) (T, error)) func(line []byte) (T, error) {
	return func(line []byte) (seen T, err error) {
		if !isSession(line) {
			return look(line)
		}
		var s session.Session
		if err := schemas.Unmarshal(line, &s); err != nil {
			return seen, fmt.Errorf("not a session: %w", err)
		}
		view, err := json.Marshal(viewOf(&s))
		if err != nil {
			return seen, err
		}
		return look(view)
	}
}

// viewOf is a session as an entry.
func viewOf(s *session.Session) *mission.Entry {
	e := &mission.Entry{Format: mission.FormatEntry, ID: s.ID, Environment: s.Environment, Persona: s.Persona, Toolset: s.Toolset}
	at := map[[2]int]int{} // the place of each call among those of its run
	for i := range s.Exchanges {
		ex := &s.Exchanges[i]
		if ex.Mission != nil {
			e.Missions = append(e.Missions, *ex.Mission)
			continue
		}
		if ex.Node == "" {
			e.Missions = append(e.Missions, mission.Mission{})
		}
		if len(e.Missions) == 0 {
			continue // verify says what is wrong with it
		}
		m := &e.Missions[len(e.Missions)-1]
		m.Request, m.Reply = strings.TrimSpace(m.Request+"\n"+ex.User), ex.Reply
		for k := range ex.Calls {
			c := &ex.Calls[k]
			call := mission.Call{Tool: c.Tool, Arguments: c.Arguments, Status: c.Status, Observation: c.Observation, Dependencies: []int{}}
			for _, src := range c.Sources {
				if from, ok := at[[2]int{src.Exchange, src.Call}]; ok && src.At != "" && !slices.Contains(call.Dependencies, from) {
					call.Dependencies = append(call.Dependencies, from)
				}
			}
			at[[2]int{i, k}] = len(m.Calls)
			m.Calls = append(m.Calls, call)
		}
	}
	for i := range e.Missions {
		m := &e.Missions[i]
		if m.Type != "" {
			continue
		}
		switch len(m.Calls) {
		case 0:
			m.Type = mission.Chat
		case 1:
			m.Type = mission.Single
		default:
			m.Type, m.Pattern = mission.Multi, mission.Mixed
		}
	}
	for _, r := range s.Runs {
		kind := "way"
		switch {
		case r.Workflow < 0:
			kind = "mission"
		case r.OOW != "":
			kind = r.OOW
		}
		e.SwitchPath = append(e.SwitchPath, mission.Type(kind))
	}
	return e
}

// fileOf is the name of a file of what a source holds.
func (s *Source) fileOf(ctx context.Context) (string, error) {
	format, err := s.Format(ctx)
	if err == nil && format == Sessions {
		return SessionsFile, nil
	}
	return out.Native().File(), err
}

// renamed writes a line with another id.
func renamed(line []byte, e *mission.Entry) ([]byte, error) {
	if !isSession(line) {
		return out.Native().Encode(e)
	}
	var s session.Session
	if err := schemas.Unmarshal(line, &s); err != nil {
		return nil, err
	}
	s.ID = e.ID
	return jsontext.Encode(&s)
}

// dataFile reports whether a name is that of a file of entries or sessions.
func dataFile(name string) bool {
	base := path.Base(name)
	return base == out.Native().File() || base == SessionsFile
}

// formatOfFile is the format of such a file.
func formatOfFile(name string) string {
	if path.Base(name) == SessionsFile {
		return Sessions
	}
	return out.Native().Name()
}
