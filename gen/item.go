package gen

import "switchyard/mission"

// Item is one planned entry: what it must be, before anything is drawn.
type Item struct {
	Index     int    // position in the plan, from 0
	ID        string // unique in the dataset
	Types     []mission.Type
	Patterns  []mission.Pattern  // one for each mission; empty but for multi missions
	Relations []mission.Relation // one for each mission; empty for the first
	Toolset   int                // index into the configuration's toolsets
}
