package infer

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"switchyard/tools"
)

// The identifiers that are numbers keep the bounds of all tools that take them.

// Bounds of identifiers that descriptions name: "try integer IDs with value >= 1 and <= 10".
var (
	idsWithValue = regexp.MustCompile(`(?i)\bids? with (?:an? )?values? ([^.]*)`)
	comparedTo   = regexp.MustCompile(`(?i)(<=|>=|<|>|at most|at least|up to|below|under|less than|above|over|greater than|more than) ?(\d{1,9})\b`)
)

// idLimits are the bounds of an identifier according to its schema and to the description of
// its tool.
func idLimits(t *tools.Tool, p *tools.Param) (l limits) {
	if p.Schema != nil && (p.Schema.Fields["minimum"] != nil || p.Schema.Fields["maximum"] != nil || p.Schema.Fields["exclusiveMinimum"] != nil || p.Schema.Fields["exclusiveMaximum"] != nil) {
		l = limitsOf(p)
	}
	m := idsWithValue.FindStringSubmatch(t.Description[:min(len(t.Description), 2000)])
	if m == nil {
		return l
	}
	either := strings.Contains(m[1], " or ") // "<= 5 or > 10"
	for _, c := range comparedTo.FindAllStringSubmatch(m[1], -1) {
		n, _ := strconv.ParseFloat(c[2], 64)
		high := true
		switch strings.ToLower(c[1]) {
		case "<", "below", "under", "less than":
			n--
		case ">", "above", "over", "greater than", "more than":
			n, high = n+1, false
		case ">=", "at least":
			high = false
		}
		switch {
		case !high:
			l.low, l.hasLow = math.Max(l.low, n), true
		case !either && (!l.hasHigh || n < l.high):
			l.high, l.hasHigh = n, true
		}
	}
	return l
}

// boundIDs keeps the numbers that identify an entity to what all tools that take them allow.
func (in *inference) boundIDs(e *tools.Entity) {
	var all limits
	var params []*tools.Param
	for _, t := range in.set.Tools {
		for _, p := range t.Params {
			if p.Entity != e || p.Type != "integer" && p.Type != "number" || p.Values == nil {
				continue
			}
			params = append(params, p)
			l := idLimits(t, p)
			if l.hasLow && (!all.hasLow || l.low > all.low) {
				all.low, all.hasLow = l.low, true
			}
			if l.hasHigh && (!all.hasHigh || l.high < all.high) {
				all.high, all.hasHigh = l.high, true
			}
		}
	}
	v := e.Attribute(e.ID).Values
	if v == nil || v.Kind != tools.ValueInt || !all.hasLow && !all.hasHigh || all.hasHigh && all.high < all.low {
		return
	}
	out := *v
	if all.hasHigh && all.high < out.Max {
		if out.Max = all.high; out.Min >= out.Max {
			out.Min = math.Trunc(out.Max/10) + 1
		}
	}
	if all.hasLow && all.low > out.Min {
		if out.Min = all.low; out.Max <= out.Min {
			out.Max = 10 * (out.Min + 1)
		}
	}
	e.Attribute(e.ID).Values = &out
	for _, p := range params {
		values := out
		p.Values = &values
	}
}
