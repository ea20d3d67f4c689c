package stats

import (
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/mission"
	"switchyard/schemas"
)

// Entry is the part of a native entry that statistics, splits, samples and figures need.
// Reading it is much cheaper than reading a [mission.Entry].
type Entry struct {
	Format     string         `json:"format"`
	ID         string         `json:"id"`
	SwitchPath []mission.Type `json:"switch_path"`
	Persona    struct {
		Name string       `json:"name"`
		Tone mission.Tone `json:"tone"`
	} `json:"persona"`
	Toolset struct {
		Name   string `json:"name"`
		Domain string `json:"domain"`
		Tools  []Tool `json:"tools"`
	} `json:"toolset"`
	Missions []Mission `json:"missions"`
}

// Tool is a tool that an entry offers.
type Tool struct {
	Name       string `json:"name"`
	Scenario   string `json:"scenario"`
	Distractor bool   `json:"distractor"` // it belongs to another toolset
}

// Mission is a mission of an [Entry].
type Mission struct {
	Type      mission.Type     `json:"type"`
	Pattern   mission.Pattern  `json:"pattern"`
	Relation  mission.Relation `json:"relation"`
	Reference struct {
		Way mission.Way `json:"way"`
	} `json:"reference"`
	Request string `json:"request"`
	Words   string `json:"words"` // which harvested words the request is in
	Calls   []Call `json:"calls"`
	Chat    struct {
		Kind mission.ChatKind `json:"kind"`
	} `json:"chat"`
	Paths *struct {
		Total string `json:"total"`
	} `json:"paths"`
}

// Call is a call of a [Mission].
type Call struct {
	Tool         string           `json:"tool"`
	Arguments    json.RawMessage  `json:"arguments"`
	Sources      []mission.Source `json:"sources"`
	Status       int              `json:"status"`
	Dependencies []int            `json:"dependencies"`
}

// Decode reads one line of a native dataset. It proves nothing; the error says why the
// line is not an entry.
func Decode(line []byte) (*Entry, error) {
	var e Entry
	if err := schemas.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("not an entry: %w", err)
	}
	if mission.FormatVersion(e.Format) == 0 {
		return nil, fmt.Errorf("the format is %q, not %q", e.Format, mission.FormatEntry)
	}
	return &e, nil
}

// Path returns the switch path as text: "single>chat".
func (e *Entry) Path() string {
	var types []string
	for _, t := range e.SwitchPath {
		types = append(types, string(t))
	}
	return strings.Join(types, ">")
}

// Graph returns the dependency graph of the calls of mission i, from 0; nil if it has no
// calls. The error numbers missions from 1.
func (e *Entry) Graph(i int) (*mission.Graph, error) {
	calls := e.Missions[i].Calls
	if len(calls) == 0 {
		return nil, nil
	}
	deps := make([][]int, len(calls))
	for j := range calls {
		deps[j] = calls[j].Dependencies
	}
	graph, err := mission.NewGraph(deps)
	if err != nil {
		return nil, fmt.Errorf("mission %d: %w", i+1, err)
	}
	return graph, nil
}

// Masked returns the request of mission i, from 0, with its values masked (see [Mask]).
func (e *Entry) Masked(i int) string {
	var values []string
	for _, c := range e.Missions[i].Calls {
		values = append(values, mission.Quoted(c.Sources, i)...)
	}
	return Mask(e.Missions[i].Request, append(values, e.Persona.Name))
}
