package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
)

// Sums that are asked for although an earlier result shows them.

// proveUncomputed proves that call c does not work out what another tool has told already
// for the same arguments: nobody asks what seven hours of an offer come to after the
// reservation of seven hours showed the price.
func (v *view) proveUncomputed(m *missionView, c int, past []*callView) {
	call := &m.calls[c]
	if call.tool == nil || call.tool.Effect != mission.EffectCompute || call.Status >= 300 {
		return
	}
	for _, old := range past {
		if old.Status < 300 && old.Tool != call.Tool && tookAll(old, call) {
			if name := v.workedOut(m, call, old); name != "" && !onceMore.MatchString(m.request.fold) {
				v.report(m, ReadingCall, fmt.Sprintf("/calls/%d", c), "%s works out %s, which %s showed for the same arguments", call.Tool, name, old.Tool)
				return
			}
		}
	}
}

// tookAll reports whether an earlier call had all arguments of another one.
func tookAll(old, call *callView) bool {
	had, _ := old.arguments.(map[string]any)
	args, _ := call.arguments.(map[string]any)
	for name, value := range args {
		if have, given := had[name]; !given || !equal(have, value) {
			return false
		}
	}
	return len(args) > 0
}

// workedOut returns a number that a call tells and an earlier one showed under the same name,
// or "" if there is none, or if the request or the name of the tool names what was not shown.
// A number that is an argument says nothing.
func (v *view) workedOut(m *missionView, call, old *callView) string {
	told, _ := call.observation.(map[string]any)
	shown, _ := old.observation.(map[string]any)
	said, found := append(plainWords(m.request.fold), plainWords(splitName(call.Tool))...), ""
	for _, name := range sortedKeys(told) {
		value := told[name]
		if anyLeaf(call.arguments, "", func(_ string, arg any) bool { return equal(arg, value) }) {
			continue
		}
		have, known := shown[name]
		_, isNumber := value.(json.Number)
		switch {
		case !known || !equal(have, value):
			if slices.ContainsFunc(strings.Split(name, "_"), func(w string) bool { return slices.Contains(said, w) }) {
				return ""
			}
		case isNumber && found == "":
			found = name
		}
	}
	return found
}
