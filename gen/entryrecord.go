package gen

import (
	"switchyard/datasets/manifest"
	"switchyard/mission"
	"switchyard/model/spend"
)

// record is one line of the journal, after the first: an entry that was accepted, rejected or failed.
type record struct {
	ID       string   `json:"id"`
	Attempt  int      `json:"attempt"`
	Accepted bool     `json:"accepted"`
	Reason   string   `json:"reason,omitempty"` // why not
	Ways     []string `json:"ways,omitempty"`
	Requests []uint64 `json:"requests,omitempty"`
	Failed   bool     `json:"failed,omitempty"` // not rejected: an endpoint did not answer
	// For runs with models: lines of the side files, and what the entry cost.
	Roles      int         `json:"roles,omitempty"`
	Candidates int         `json:"candidates,omitempty"`
	Usage      spend.Usage `json:"usage,omitempty"`
	// Relations and Patterns of the entry, if they differ from the plan.
	Relations []mission.Relation `json:"relations,omitempty"`
	Patterns  []mission.Pattern  `json:"patterns,omitempty"`
	manifest.Mark
}
