package proof

import (
	"regexp"

	"switchyard/mission"
)

// proveGap proves that the request of a clarify mission is one that a person would say,
// and that it does not imply what is asked for then.
func (v *view) proveGap(m *missionView) {
	if m.Type != mission.Clarify || len(m.calls) != 1 || len(m.Questions) == 0 {
		return
	}
	if hole := dangling.FindString(m.request.fold); hole != "" {
		v.report(m, ReadingGap, "/request", "nobody would stop at %q", hole)
		return
	}
	call := &m.calls[0]
	if call.tool == nil {
		return
	}
	_, sources := repliedTo(m)
	for _, src := range sources {
		value, ok := leafAt(call.leaves, src.Pointer)
		if !ok {
			continue
		}
		if r := Read(v.entry.Environment, m.request.raw, []Want{{Tool: call.tool.Tool, Pointer: src.Pointer, Value: value}})[0]; r != nil && !v.saysAnother(m, src, r) {
			v.report(m, ReadingGap, "/questions", "%s is asked for, but the request says %q", top(src.Pointer), r.Text)
			return
		}
		if words := impliedBy(m.request, top(src.Pointer), value); words != "" {
			v.report(m, ReadingGap, "/questions", "%s is asked for, but the request says %q", top(src.Pointer), words)
			return
		}
	}
}

// impliedBy returns words of a request that imply a value without saying it: a number of the
// same unit ("the next five days"), or the value in the plural ("songs, artists and albums").
func impliedBy(t text, name string, value any) string {
	list := plainWords(t.raw)
	unit := plainWords(splitName(name))
	for i, w := range list {
		if isString(value) && w == fold(spell(value))+"s" {
			return w
		}
		if n, ok := count(w); ok && n > 1 && isFigure(value) && len(unit) > 0 && i+1 < len(list) && list[i+1] == unit[len(unit)-1] {
			return w + " " + list[i+1]
		}
	}
	return ""
}

// saysAnother reports whether words of the request say another value of the call, so that
// they imply nothing about what is asked for.
func (v *view) saysAnother(m *missionView, asked *mission.Source, r *Reading) bool {
	for src := range m.sources() {
		if src.Pointer != asked.Pointer && src.Mission == m.at && src.Text != "" && (holds(fold(src.Text), fold(r.Text)) || holds(fold(r.Text), fold(src.Text))) {
			return true
		}
	}
	return false
}

// dangling matches a clause whose verb or preposition has lost its object, and quotation
// marks with nothing inside. A question may end with a preposition.
var dangling = regexp.MustCompile(`(?:^|[.,:!?] |\b(?:to|please|you|kindly|and|then|just|also) )(?:search|search for|look for|look up|find|set|get|show me|give me|tell me|send|book|list|translate|` +
	`convert|calculate|compute|generate|create|update|delete|remove|add|fetch|retrieve|analy[sz]e|say|ask)(?: for me)?(?:,? (?:please|thanks|thank you|if you would))?(?:[.?!:]|,? and (?:then|also)\b|$)` +
	`|\b(?:with|for|of|from|by|about|called|named|titled|saying|using|between|the|a|an)(?:,? please)?[.!:]|""`)
