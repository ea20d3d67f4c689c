// Package describe says what toolsets hold: one toolset in full ([Of]), several
// in a line each ([List]) or in numbers ([Count]), and how two versions differ
// ([Diff]).
//
// The answers are plain structs that encode to the JSON of switchyard tools. They
// are made from loaded toolsets alone and share no memory that is written later,
// so all functions are safe for concurrent use. Lists keep the order of the
// toolset file.
package describe

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/tools"
)

// Line is a toolset in one line of a list.
type Line struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Domain    string   `json:"domain"`
	Scenarios []string `json:"scenarios"`
	Tools     int      `json:"tools"`
	Entities  int      `json:"entities"`
	Topics    int      `json:"topics"`
	SHA256    string   `json:"sha256"` // of the file
}

// List describes toolsets in one line each.
func List(sets []*tools.Toolset) []Line {
	list := make([]Line, len(sets))
	for i, s := range sets {
		list[i] = Line{s.Name, s.Title, s.Domain, append([]string{}, s.Scenarios...), len(s.Tools), len(s.Entities), len(s.Topics), s.Hash}
	}
	return list
}

// Toolset is a toolset in full.
type Toolset struct {
	Line
	About    string   `json:"about,omitempty"`
	Source   string   `json:"source"`            // where it was loaded from
	From     string   `json:"from,omitempty"`    // where its author took it from
	Licence  string   `json:"licence,omitempty"` // of what From names, if that states one
	Inferred bool     `json:"inferred"`          // its meaning is inferred
	Things   []Entity `json:"entity_list"`
	Offered  []Tool   `json:"tool_list"`
}

// Entity is a kind of thing that the tools handle.
type Entity struct {
	Name       string   `json:"name"`
	Plural     string   `json:"plural"`
	ID         string   `json:"id"` // name of the identifier
	Attributes []string `json:"attributes"`
	Compare    []string `json:"compare"` // one wording for each comparison
}

// Tool is a tool in full.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	From        string          `json:"from,omitempty"` // line or pointer in what the toolset was taken from
	Effect      string          `json:"effect"`         // with its entity: "list pet"
	Parameters  json.RawMessage `json:"parameters"`
	Returns     json.RawMessage `json:"returns"`
	After       []string        `json:"after"` // tools that must come before it
	Takes       []Taken         `json:"takes"`
	Wordings    []string        `json:"wordings"`
	Params      []*tools.Param  `json:"-"`
}

// Taken is a parameter that takes an identifier.
type Taken struct {
	Parameter string   `json:"parameter"`
	Entity    string   `json:"entity"`
	From      []string `json:"from"` // tools that return it
}

// Of describes a toolset in full.
func Of(set *tools.Toolset) Toolset {
	s := Toolset{Line: List([]*tools.Toolset{set})[0], About: set.About, Source: set.Source, From: set.From,
		Licence: set.Licence, Inferred: set.Inferred, Things: []Entity{}, Offered: []Tool{}}
	for _, e := range set.Entities {
		thing := Entity{Name: e.Noun, Plural: e.Plural, ID: e.ID, Attributes: []string{}, Compare: []string{}}
		for _, a := range e.Attributes {
			thing.Attributes = append(thing.Attributes, a.Name)
		}
		for _, c := range e.Comparisons {
			if len(c.Say) > 0 {
				thing.Compare = append(thing.Compare, strings.ReplaceAll(c.Say[0], "{noun}", e.Noun))
			}
		}
		s.Things = append(s.Things, thing)
	}
	for _, t := range set.Tools {
		s.Offered = append(s.Offered, toolOf(set, t))
	}
	return s
}

func toolOf(set *tools.Toolset, t *tools.Tool) Tool {
	s := Tool{Name: t.Name, Description: t.Description, From: t.From, Effect: string(t.Effect), Parameters: t.Parameters, Returns: t.Returns,
		After: append([]string{}, t.After...), Takes: []Taken{}, Wordings: wordings(t), Params: t.Params}
	if t.Entity != nil {
		s.Effect += " " + t.Entity.Noun
	}
	for _, p := range t.Params {
		entity := p.Entity
		if p.Items != nil && p.Items.Entity != nil {
			entity = p.Items.Entity
		}
		if entity == nil {
			continue
		}
		from := Taken{Parameter: p.Name, Entity: entity.Noun, From: []string{}}
		for _, other := range set.Tools {
			if other != t && other.Entity == entity && (other.Effect == tools.List || other.Effect == tools.Create) {
				from.From = append(from.From, other.Name)
			}
		}
		s.Takes = append(s.Takes, from)
	}
	return s
}

// wordings gives up to four ways to ask for a tool: two verb phrases, then whole
// requests in two tones.
func wordings(t *tools.Tool) []string {
	list := []string{}
	for _, p := range t.Do[:min(2, len(t.Do))] {
		if s, ok := sample(p); ok {
			list = append(list, s)
		}
	}
	var tones []mission.Tone
	for _, a := range t.Ask {
		if len(tones) == 2 || slices.Contains(tones, a.Tone) {
			continue
		}
		if s, ok := sample(a.Phrase); ok {
			tones = append(tones, a.Tone)
			list = append(list, fmt.Sprintf("%s (%s)", s, a.Tone))
		}
	}
	return list
}

// sample says a phrase with the names of its slots in the place of words.
func sample(p *tools.Phrase) (string, bool) {
	s, ok := p.Render(func(s *tools.Slot) (string, bool) {
		if s.Many != "" {
			return "{" + s.Name + "} " + s.Many, true
		}
		return "{" + s.Name + "}", true
	}, func(int) int { return 0 })
	return strings.Join(strings.Fields(s), " "), ok
}
