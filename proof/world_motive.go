package proof

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveMotive checks that things are acted on for a reason: people book the cheapest and
// cancel the most expensive, but not the one with the lower number.
func (v *view) proveMotive(m *missionView) {
	for c := range m.calls {
		call := &m.calls[c]
		if call.tool == nil || !changes(call.tool.Effect) {
			continue
		}
		for s := range call.Sources {
			by, order, id := v.chosenBy(&call.Sources[s])
			if why := v.noMotive(call.tool.Effect, by, order, id); why != "" {
				v.report(m, WorldMotive, fmt.Sprintf("/calls/%d/sources/%d", c, s), "%s %s", call.Tool, why)
			}
		}
	}
}

// changes reports whether a tool with the effect changes the world.
func changes(effect mission.Effect) bool {
	return effect == mission.EffectCreate || effect == mission.EffectUpdate || effect == mission.EffectDelete
}

// chosenBy is the comparison by which the value of a source was chosen, by words or by a
// chat that compared things, and the identifying attribute of the things.
func (v *view) chosenBy(src *mission.Source) (by string, order mission.Order, id string) {
	if ch := src.Choice; ch != nil && (ch.Order == mission.OrderMin || ch.Order == mission.OrderMax) {
		list := strings.Split(src.At, "/")
		return ch.By, ch.Order, list[len(list)-1]
	}
	if src.Kind != mission.FromShown || src.Mission < 0 || src.Mission >= len(v.missions) {
		return "", "", ""
	}
	if chat := v.missions[src.Mission].Chat; chat != nil && chat.Compare != nil && chat.Compare.Place == 0 {
		claim := chat.Compare
		if claim.Mission < 0 || claim.Mission >= len(v.missions) || claim.Call < 0 || claim.Call >= len(v.missions[claim.Mission].calls) {
			return "", "", ""
		}
		if t := v.missions[claim.Mission].calls[claim.Call].tool; t != nil {
			return claim.By, claim.Order, t.Thing
		}
	}
	return "", "", ""
}

// noMotive says why nobody would do this to what the comparison finds; "" if somebody
// would, or if nothing is known of it.
func (v *view) noMotive(effect mission.Effect, by string, order mission.Order, id string) string {
	i := slices.IndexFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool { return e.ID == id })
	if by == "" || i < 0 {
		return ""
	}
	var wanted, opposite mission.Wanted
	for _, c := range v.entry.Toolset.Entities[i].Comparisons {
		switch {
		case c.By != by:
		case c.Order == order:
			wanted = c.Wanted
		default:
			opposite = c.Wanted
		}
	}
	switch {
	case wanted == "" || wanted == mission.WantedChoose && effect != mission.EffectDelete:
		return ""
	case effect == mission.EffectDelete && (wanted == mission.WantedAvoid || wanted == mission.WantedChoose && opposite == mission.WantedChoose):
		return ""
	}
	return fmt.Sprintf("is about the one with the %s %s, which is no reason for that (%s)", map[mission.Order]string{mission.OrderMin: "least", mission.OrderMax: "most"}[order], by, wanted)
}
