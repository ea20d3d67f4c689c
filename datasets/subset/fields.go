package subset

import (
	"fmt"
	"strconv"
	"strings"

	"switchyard/mission"
)

// Field is a name that expressions may use.
type Field struct {
	Name, About string
	Entry       bool // it belongs to the entry, not to a mission
	values      []string
}

// Fields lists the names: first those of a mission, then those of the entry.
func Fields() []Field {
	return []Field{
		{Name: "type", About: "single, multi, clarify or chat", values: stringsOf(mission.Types())},
		{Name: "kind", About: "single, serial, parallel, mixed, clarify or chat", values: stringsOf(mission.Kinds())},
		{Name: "pattern", About: `serial, parallel or mixed; "" unless the type is multi`, values: append(stringsOf(mission.Patterns()), "")},
		{Name: "relation", About: `implicit, ellipsis or long_term; "" in the first mission`, values: append(stringsOf(mission.Relations()), "")},
		{Name: "way", About: "how the relation is realised, such as ordinal_front (docs/relations.md)", values: append(stringsOf(mission.Ways()), "")},
		{Name: "chat", About: "why a chat needs no tool: compare, fact, knowledge, near_miss, opinion, options, place or restate", values: append(stringsOf(mission.ChatKinds()), "")},
		{Name: "position", About: "the place of the mission in the entry, from 1"},
		{Name: "calls", About: "the number of calls"},
		{Name: "depth", About: "the steps of an optimal path; 0 without calls"},
		{Name: "width", About: "the most calls that could be made at once"},
		{Name: "paths", About: "the number of correct paths"},
		{Name: "tools", About: `the tools that are called, a list: "book_flight" in tools`},
		{Name: "statuses", About: "the HTTP status codes of the calls, a list: 404 in statuses"},
		{Name: "sources", About: `where argument values come from, a list: "clock" in sources`},
		{Name: "questions", About: "how often the assistant asks"},
		{Name: "request", About: `what the user says: request contains "hotel"`},

		{Name: "id", About: "the entry's id", Entry: true},
		{Name: "path", About: `the switch path: path == "single>multi"`, Entry: true},
		{Name: "toolset", About: "the name of the toolset", Entry: true},
		{Name: "domain", About: "the domain of the toolset", Entry: true},
		{Name: "tone", About: "colloquial, formal, polite or direct", Entry: true, values: stringsOf([]mission.Tone{mission.Colloquial, mission.Formal, mission.Polite, mission.Direct})},
		{Name: "tokens", About: "the number of tokens of the whole entry as an OpenAI chat (o200k_base)", Entry: true},
		{Name: "missions", About: "all missions, a list: len(missions) == 4, all(missions, .calls > 0)", Entry: true},
	}
}

func stringsOf[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}

// missionFields is what an expression sees of a mission.
type missionFields struct {
	Type      string   `expr:"type"`
	Kind      string   `expr:"kind"`
	Pattern   string   `expr:"pattern"`
	Relation  string   `expr:"relation"`
	Way       string   `expr:"way"`
	Chat      string   `expr:"chat"`
	Position  int      `expr:"position"`
	Calls     int      `expr:"calls"`
	Depth     int      `expr:"depth"`
	Width     int      `expr:"width"`
	Paths     float64  `expr:"paths"`
	Tools     []string `expr:"tools"`
	Statuses  []int    `expr:"statuses"`
	Sources   []string `expr:"sources"`
	Questions int      `expr:"questions"`
	Request   string   `expr:"request"`
}

// fields is what an expression sees: one mission, and the entry around it.
type fields struct {
	missionFields
	ID       string          `expr:"id"`
	Path     string          `expr:"path"`
	Toolset  string          `expr:"toolset"`
	Domain   string          `expr:"domain"`
	Tone     string          `expr:"tone"`
	Tokens   int             `expr:"tokens"`
	Missions []missionFields `expr:"missions"`
}

// fieldsOf returns all fields except the tokens.
func fieldsOf(e *mission.Entry) (*fields, error) {
	f := &fields{ID: e.ID, Path: strings.Join(stringsOf(e.SwitchPath), ">"), Toolset: e.Toolset.Name, Domain: e.Toolset.Domain, Tone: string(e.Persona.Tone)}
	for i := range e.Missions {
		m, err := missionFieldsOf(&e.Missions[i], i+1)
		if err != nil {
			return nil, fmt.Errorf("entry %s: mission %d: %w", e.ID, i+1, err)
		}
		f.Missions = append(f.Missions, m)
	}
	return f, nil
}

func missionFieldsOf(m *mission.Mission, position int) (missionFields, error) {
	f := missionFields{
		Type: string(m.Type), Kind: string(m.Kind()), Pattern: string(m.Pattern), Relation: string(m.Relation),
		Position: position, Calls: len(m.Calls), Questions: len(m.Questions), Request: m.Request,
	}
	if m.Reference != nil {
		f.Way = string(m.Reference.Way)
	}
	if m.Chat != nil {
		f.Chat = string(m.Chat.Kind)
	}
	if m.Paths != nil {
		paths, err := strconv.ParseFloat(m.Paths.Total, 64)
		if err != nil {
			return f, fmt.Errorf("%q is not a number of paths", m.Paths.Total)
		}
		f.Paths = paths
	}
	deps := make([][]int, len(m.Calls))
	for j := range m.Calls {
		c := &m.Calls[j]
		f.Tools = append(f.Tools, c.Tool)
		f.Statuses = append(f.Statuses, c.Status)
		for _, s := range c.Sources {
			f.Sources = append(f.Sources, string(s.Kind))
		}
		deps[j] = c.Dependencies
	}
	if len(deps) > 0 {
		graph, err := mission.NewGraph(deps)
		if err != nil {
			return f, err
		}
		f.Depth, f.Width = graph.Depth(), graph.Width()
	}
	return f, nil
}
