package proof

import (
	"regexp"
	"strings"

	"switchyard/mission"
)

// proveCurrent proves that a reply which has told what became of a thing does not show it
// below as it was: "RV1 is paid. I chose from these: RV1, waiting for the deposit".
func (v *view) proveCurrent(m *missionView) {
	if len(m.calls) < 2 {
		return
	}
	for c := range m.calls {
		list := &m.calls[c]
		if list.tool == nil || list.tool.Effect != mission.EffectList || list.tool.Thing == "" {
			continue
		}
		result, _ := list.observation.(map[string]any)
		rows, _ := rowsOf(result)
		for d := range m.calls {
			call := &m.calls[d]
			acts := call.tool != nil && (call.tool.Effect == mission.EffectUpdate || call.tool.Effect == mission.EffectDelete)
			if !acts || call.Status >= 300 || call.tool.Thing != list.tool.Thing {
				continue
			}
			for _, row := range rows {
				if id := changedRow(row, call); id != "" && toldAsBefore(m.Reply, fold(id)) {
					v.report(m, ReadingReply, "/reply", "call %d: %s is shown as it was before, below what became of it", c, id)
					return
				}
			}
		}
	}
}

// changedRow returns the identifier of a row if the call took the thing and removed it, or
// changed a value that the row shows.
func changedRow(shown map[string]any, call *callView) string {
	id, _ := shown[call.tool.Thing].(string)
	taken, _ := child(call.arguments, call.tool.Thing)
	if id == "" || taken != any(id) {
		return ""
	}
	if call.tool.Effect == mission.EffectDelete {
		return id
	}
	for key, was := range shown {
		if now, ok := child(call.observation, key); ok && !equal(now, was) {
			return id
		}
	}
	return ""
}

// asBefore matches words that say of a list that it shows how things were.
var asBefore = regexp.MustCompile(`\b(before|stood|earlier|at first|originally|previously)\b`)

// toldAsBefore reports whether a line of a list shows a thing that a line above the list was
// about, and the list does not say that it shows how things were.
func toldAsBefore(reply, id string) bool {
	told, head := false, ""
	for line := range strings.Lines(reply) {
		line = fold(line)
		inList := strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "• ") || strings.HasPrefix(line, "|")
		switch {
		case inList && strings.HasPrefix(strings.TrimLeft(line, "-*•| "), id):
			return told && !asBefore.MatchString(head)
		case line != "" && !inList:
			head = line
			told = told || holds(line, id)
		}
	}
	return false
}
