package proof

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveRepair proves that a correction replaces what the corrected request says itself. What
// that one took over from another, say of two lists, could be meant for these, too.
func (v *view) proveRepair(r *referring) {
	ref := r.Reference
	if ref == nil || ref.Way != mission.WayCorrection && ref.Way != mission.WayRewording || ref.Mission < 0 || ref.Mission >= r.at {
		return
	}
	from := &v.missions[ref.Mission]
	for c := range r.calls {
		for s := range r.calls[c].Sources {
			src := &r.calls[c].Sources[s]
			if src.Kind != mission.FromQuery && src.Said != mission.FromQuery {
				continue
			}
			for d := range from.calls {
				took := slices.ContainsFunc(from.calls[d].Sources, func(old mission.Source) bool {
					return top(old.Pointer) == top(src.Pointer) && (old.Kind == mission.FromEarlier || old.Said == mission.FromEarlier)
				})
				if took && from.calls[d].Tool == r.calls[c].Tool {
					v.report(r.missionView, ReadingRequest, "/request", "the correction replaces a %s that mission %d did not say itself", top(src.Pointer), ref.Mission)
					return
				}
			}
		}
	}
}

// proveAgain proves that a request which is made again was not varied before, with other
// values: "my first request again, but for someone else" could vary the variation.
func (v *view) proveAgain(r *referring) {
	ref := r.Reference
	if r.Relation != mission.LongTerm || ref == nil || ref.Mission < 0 || ref.Mission >= r.at {
		return
	}
	of := map[int]bool{ref.Mission: true} // the request, and what was said about it since
	for k := ref.Mission + 1; k < r.at; k++ {
		about := v.missions[k].Reference
		of[k] = about != nil && of[about.Mission]
	}
	for c := range r.calls {
		call := &r.calls[c]
		if !r.repeats(call, &v.missions[ref.Mission]) {
			continue
		}
		if why := v.unnamedRequest(r, c); why != "" {
			v.report(r.missionView, ReadingRequest, "/request", "%s", why)
			return
		}
		for k := ref.Mission + 1; k < r.at; k++ {
			if !of[k] {
				continue
			}
			for d := range v.missions[k].calls {
				if past := &v.missions[k].calls[d]; past.Tool == call.Tool && variesFrom(call, past, ref.Mission) {
					v.report(r.missionView, ReadingRequest, "/request", "mission %d asked for such a thing after mission %d, with other values", k, ref.Mission)
					return
				}
			}
		}
	}
}

// unnamedRequest returns why nothing says which request before the last one call c makes once
// more: neither its number nor the noun of what it was about, or the noun of several.
func (v *view) unnamedRequest(r *referring, c int) string {
	call := &r.calls[c]
	if base, _ := v.variedBy(r.missionView, c); base == nil || r.Reference.Mission == r.at-1 || len(r.anchors) > 0 || len(v.silentIn(r.missionView, c)) == 0 || call.tool == nil {
		return ""
	}
	said := wordsOf(r.list)
	about := v.kindOf(call.tool.Thing)
	if about < 0 {
		about = v.nounIn(said)
	}
	if about < 0 {
		return "nothing says which request is made once more"
	}
	e := &v.entry.Toolset.Entities[about]
	if !hasRun(said, words(fold(e.Name))) && !hasRun(said, words(fold(e.Plural))) {
		return fmt.Sprintf("nothing says which request is made once more: no %s is named", e.Name)
	}
	for k := range r.at {
		if k != r.Reference.Mission && slices.ContainsFunc(v.missions[k].calls, func(past callView) bool {
			return past.tool != nil && past.tool.Thing == call.tool.Thing && past.tool.Effect == call.tool.Effect && variesFrom(call, &past, r.Reference.Mission)
		}) {
			return fmt.Sprintf("the request for %s can be that of mission %d or that of mission %d", e.Plural, r.Reference.Mission, k)
		}
	}
	return ""
}

// variesFrom reports whether a call takes values from mission k that another call does not
// have, or leaves out what that one has.
func variesFrom(call, past *callView, k int) bool {
	took := false
	for s := range call.Sources {
		src := &call.Sources[s]
		if src.Mission != k || src.Kind != mission.FromEarlier && src.Said != mission.FromEarlier {
			continue
		}
		took = true
		value, _ := leafAt(call.leaves, src.Pointer)
		if have, ok := leafAt(past.leaves, src.Pointer); !ok || !equal(have, value) {
			return true
		}
	}
	return took && slices.ContainsFunc(past.leaves, func(l leaf) bool {
		_, has := child(call.arguments, top(l.pointer))
		return !has && !byDefault(past, l.pointer)
	})
}

// proveCodes proves that identifiers and codes are written as they are, also where a sentence
// begins with one: nobody can tell whether "Bd3d85" is "bd3d85".
func (v *view) proveCodes(m *missionView) {
	for c := range m.calls {
		call := &m.calls[c]
		for s := range call.Sources {
			src := &call.Sources[s]
			value, _ := leafAt(call.leaves, src.Pointer)
			code, _ := value.(string)
			if src.Mission != m.at || src.Rule != "" || !hasDigit(code) || strings.Contains(code, " ") {
				continue
			}
			said := []text{m.request}
			if src.Kind == mission.FromReply {
				said = m.replies
			} else if src.Kind != mission.FromQuery {
				continue
			}
			exact := func(t text) bool { return strings.Contains(t.raw, code) }
			if !slices.ContainsFunc(said, exact) && slices.ContainsFunc(said, func(t text) bool { return strings.Contains(strings.ToLower(t.raw), strings.ToLower(code)) }) {
				v.report(m, ReadingValue, "/request", "%q is written in other letters", code)
				return
			}
		}
	}
}
