package naming

import (
	"slices"
	"strings"
)

// rangeEnds are pairs of words of which the second names what lies beyond the
// first.
var rangeEnds = [][2]string{{"start", "end"}, {"begin", "end"}, {"from", "to"}, {"from", "until"}, {"since", "until"}, {"after", "before"}, {"min", "max"}, {"minimum", "maximum"},
	{"low", "high"}, {"lower", "upper"}, {"least", "most"}, {"earliest", "latest"}, {"in", "out"}, {"departs", "arrives"}, {"departs", "arrive"}, {"depart", "arrive"}, {"created", "updated"}, {"created", "modified"}, {"created", "changed"}, {"created", "completed"}, {"created", "closed"}, {"created", "deleted"}, {"opened", "closed"}, {"started", "ended"}, {"started", "finished"}, {"started", "completed"}, {"arrival", "departure"}, {"departure", "return"}, {"depart", "return"}, {"outbound", "inbound"},
	{"pickup", "dropoff"}, {"pickup", "return"}, {"opening", "closing"}, {"open", "close"}, {"startdate", "enddate"}, {"starttime", "endtime"}, {"checkin", "checkout"}, {"start", "due"}, {"issued", "due"}, {"issue", "due"}}

// Ends reports whether words is the name of the end of a range and others the name of
// its beginning: "end_date" and "start_date", "check_out" and "check_in", "max_price"
// and "min_price".
func Ends(words, others []string) bool {
	if len(words) != len(others) {
		return false
	}
	i := 0 // the word that differs
	for i < len(words) && words[i] == others[i] {
		i++
	}
	if i == len(words) || !slices.Equal(words[i+1:], others[i+1:]) || !slices.Contains(rangeEnds, [2]string{others[i], words[i]}) {
		return false
	}
	return others[i] != "in" || i > 0 && strings.HasPrefix(words[i-1], "check")
}
