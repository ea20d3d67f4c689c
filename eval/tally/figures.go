package tally

import "switchyard/eval"

// FormatFigures names the format of [Figures]. New keys do not change the name; existing
// keys never change their meaning.
const FormatFigures = "switchyard-figures/1"

// Figures are the results of a set of verdicts. All lists are in a fixed order, so that
// the same verdicts give the same bytes.
type Figures struct {
	Format   string `json:"format"` // FormatFigures
	Entries  int    `json:"entries"`
	Missions int    `json:"missions"` // scored or not
	Unscored int    `json:"unscored"` // missions of which nothing is known; they are in no share
	// Set is the SHA-256 of the IDs of the missions, scored or not, in order and one on a
	// line. Figures with the same set are over the same missions.
	Set string `json:"missions_sha256"`
	// Bootstrap says how intervals were computed.
	Bootstrap Bootstrap `json:"bootstrap"`
	Accuracy  Accuracy  `json:"accuracy"`
	Optimal   Optimal   `json:"optimal"`
	Progress  Progress  `json:"progress"`
	// Whole counts entries with only correct missions. An entry is unscored if one of its
	// missions is unscored or missing and none is wrong.
	Whole  Rate   `json:"entries_correct"`
	Faults Faults `json:"faults"`
	// Beside counts the missions with look-ups beside the paths ([eval.NeedlessRead]), right or
	// wrong.
	Beside int   `json:"beside,omitempty"`
	Spent  Spent `json:"spent"`
}

// Bootstrap says how intervals were computed, except where resampling shows no spread
// (see [Rate] and [Difference]). Each of the Resamples draws as many
// entries as there are, with replacement and with all their missions. The interval lies
// between the percentiles that leave out half of 1-Level on each side.
type Bootstrap struct {
	Resamples int     `json:"resamples"`
	Seed      uint64  `json:"seed"`
	Level     float64 `json:"level"` // 0.95
}

// Rate is a share with its interval.
type Rate struct {
	Hits     int `json:"hits"`     // how many of those counted are right
	Of       int `json:"of"`       // how many are counted: missions, if not said otherwise
	Unscored int `json:"unscored"` // how many missions (or entries) are not counted because their outcome is unknown
	Entries  int `json:"entries"`  // entries that the counted ones come from
	// Share is Hits/Of, from 0 to 1; nil when Of is 0.
	Share *float64 `json:"share"`
	// Low and High are the ends of the 95 % interval; nil when Of is 0. Usually they come
	// from resampling (see [Bootstrap]); resamples without anything that counts are left
	// out. If all entries have the same share, above all 0 or 1, resampling shows no
	// spread. Then the interval is Wilson's score interval of Share and Entries. It counts
	// entries and not missions, because the missions of an entry are not independent.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// Cell is the rate of missions with a common property.
type Cell struct {
	Key string `json:"key"`
	Rate
}

// Accuracy is the share of correct missions: of all, and of those with a common property.
type Accuracy struct {
	Overall Rate `json:"overall"`
	// Action has the six kinds of missions, in the order of [mission.Kinds].
	Action []Cell `json:"action"`
	// Missions is by the number of missions of the entry, Position by the position of the
	// mission in it; both count from 1.
	Missions []Cell `json:"mission_count"`
	Position []Cell `json:"position"`
	// Relation has the three relations, and "none" for first missions.
	Relation []Cell `json:"relation"`
	// Switch is by the types of the previous and the current mission: "chat>single". All
	// 16 are listed; first missions are not counted.
	Switch  []Cell `json:"switch"`
	Toolset []Cell `json:"toolset"`
	Domain  []Cell `json:"domain"` // "" for toolsets that name none
	// Path is by the types of the missions up to and including this one, as in the heat
	// maps of the Multi-Mission Tool Bench: the last mission of "chat>single>multi" is in
	// that cell, the one before it in "chat>single". All 340 paths of up to four missions
	// are listed, followed by longer ones that occur.
	Path []Cell `json:"path"`
}

// Optimal is the share of missions that are correct in the fewest steps, among all scored
// missions, correct or not.
type Optimal struct {
	// Choice covers the missions in which some calls can be made at once: the optimal
	// path rate of the Multi-Mission Tool Bench.
	Choice   Rate `json:"choice"`
	Parallel Rate `json:"parallel"` // of them, those in which no call waits for another
	Mixed    Rate `json:"mixed"`    // and those in which some do
	All      Rate `json:"all"`      // over all missions
}

// Progress is the share of the nodes of decision trees that were done right before the
// first fault: the sum of [eval.Verdict.Done] over the sum of [eval.Verdict.Of].
type Progress struct {
	// Linked covers the missions in which a call waits for another: the accomplished
	// progress of the Multi-Mission Tool Bench.
	Linked Rate `json:"linked"`
	Serial Rate `json:"serial"` // of them, those in which every call waits for the one before
	Mixed  Rate `json:"mixed"`  // and the others
	All    Rate `json:"all"`    // over all missions
}

// Faults counts the faults. Only the first fault of each wrong mission counts.
type Faults struct {
	Missions int          `json:"missions"` // wrong ones
	Groups   []GroupCount `json:"groups"`   // all of them, zeroes included
	Kinds    []FaultCount `json:"kinds"`    // all of them in the order of [eval.Faults], zeroes included
}

// FaultCount is how often a fault was the first one in a mission.
type FaultCount struct {
	Fault eval.Fault      `json:"fault"`
	Group eval.FaultGroup `json:"group"`
	Count int             `json:"count"`
	Share *float64        `json:"share"` // of the wrong missions; nil when there are none
}

// GroupCount is how often a fault of a group was the first one in a mission.
type GroupCount struct {
	Group eval.FaultGroup `json:"group"`
	Count int             `json:"count"`
	Share *float64        `json:"share"` // of the wrong missions; nil when there are none
}

// Spent is the cost of the missions, scored or not.
type Spent struct {
	Input     Amount `json:"input_tokens"`
	Cached    Amount `json:"cached_tokens"` // part of the input
	Output    Amount `json:"output_tokens"`
	Requests  Amount `json:"requests"` // that were answered
	LatencyMS Amount `json:"latency_ms"`
	Price     Amount `json:"price"`
}

// Amount sums a quantity over the missions for which it is known.
type Amount struct {
	Known int     `json:"known"` // missions
	Total float64 `json:"total"`
	// Mean, Median and P95 are per mission; nil if Known is 0. Median and P95 are the
	// smallest values that half and 95 % of the missions do not exceed.
	Mean   *float64 `json:"mean"`
	Median *float64 `json:"median"`
	P95    *float64 `json:"p95"`
}
