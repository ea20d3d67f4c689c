package describe

import "switchyard/tools"

// Counts is what toolsets hold, in numbers.
type Counts struct {
	Toolsets   int            `json:"toolsets"`
	Inferred   int            `json:"inferred_toolsets"` // toolsets whose meaning is inferred
	Domains    map[string]int `json:"domains"`           // number of toolsets by domain
	Tools      int            `json:"tools"`
	Effects    map[string]int `json:"effects"` // number of tools by effect
	Entities   int            `json:"entities"`
	Topics     int            `json:"topics"`
	Parameters int            `json:"parameters"`
	Types      map[string]int `json:"types"` // number of parameters by type
	Required   int            `json:"required"`
	Linked     int            `json:"linked"` // parameters that take what another tool returns
	Chains     int            `json:"chains"` // tools with such a parameter
}

// Count counts what toolsets hold.
func Count(sets []*tools.Toolset) Counts {
	c := Counts{Toolsets: len(sets), Domains: map[string]int{}, Effects: map[string]int{}, Types: map[string]int{}}
	for _, set := range sets {
		if set.Inferred {
			c.Inferred++
		}
		if set.Domain != "" {
			c.Domains[set.Domain]++
		}
		c.Tools += len(set.Tools)
		c.Entities += len(set.Entities)
		c.Topics += len(set.Topics)
		for _, t := range set.Tools {
			takes := len(toolOf(set, t).Takes)
			c.Effects[string(t.Effect)]++
			c.Linked += takes
			c.Chains += min(1, takes)
			for _, p := range t.Params {
				c.Parameters++
				c.Types[p.Type]++
				if p.Required {
					c.Required++
				}
			}
		}
	}
	return c
}
