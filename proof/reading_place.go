package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// unplaced returns why a place that comes from further back can be where a thing is that a
// mission since was about: a practice whose city nobody has told.
func (v *view) unplaced(r *referring, noun string) string {
	if len(r.anchors) > 0 {
		return ""
	}
	for c := range r.calls {
		for s := range r.calls[c].Sources {
			src := &r.calls[c].Sources[s]
			if src.Kind != mission.FromEarlier && src.Said != mission.FromEarlier {
				continue
			}
			if got, ok := v.candidateOf(r.missionView, c, s, noun); ok {
				if id := v.unplacedSince(r, src, got.key, noun); id != "" {
					return fmt.Sprintf("%q can be where %s is", noun, id)
				}
			}
		}
	}
	return ""
}

// unplacedSince returns a thing that a mission after the source's was about, if things of the
// kind are in a place and nobody has told in which.
func (v *view) unplacedSince(r *referring, src *mission.Source, place, noun string) string {
	for k := src.Mission + 1; k < r.at; k++ {
		if len(v.valuesOf(r, k, noun)) > 0 {
			continue // otherValue compares them
		}
		for c := range v.missions[k].calls {
			for _, l := range v.missions[k].calls[c].leaves {
				kind, id := v.kindOf(top(l.pointer)), spell(l.value)
				if kind >= 0 && v.hasValue(kind, top(src.Pointer)) && !v.listedFor(r, k, id, place, noun) {
					return id
				}
			}
		}
	}
	return ""
}

// listedFor reports whether a mission before mission k that was about the place showed the
// thing, which is there then.
func (v *view) listedFor(r *referring, k int, id, place, noun string) bool {
	for j := range k {
		if slices.ContainsFunc(v.missions[j].calls, func(c callView) bool { return strings.Contains(string(c.Observation), strconv.Quote(id)) }) &&
			slices.ContainsFunc(v.valuesOf(r, j, noun), func(c candidate) bool { return c.key == place }) {
			return true
		}
	}
	return false
}

// hasValue reports whether things of a kind have a value of a name, which some tool tells.
func (v *view) hasValue(kind int, name string) bool {
	return slices.ContainsFunc(v.entry.Toolset.Tools, func(t mission.Tool) bool {
		at := v.tools[t.Name]
		if t.Thing != v.entry.Toolset.Entities[kind].ID || at == nil || at.returns == nil || at.returns.err != nil {
			return false
		}
		_, has := at.returns.parameter("/" + name)
		return has
	})
}
