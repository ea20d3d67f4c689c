package blueprint

import (
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// refer decides by which words an item is referred to.
func (d *drawer) refer(items []item, it item, k int) (mission.Way, mission.Choice, bool) {
	type option struct {
		way    mission.Way
		choice mission.Choice
	}
	var options []option
	if k < d.index()-1 && d.elsewhereShown(it, k) {
		return "", mission.Choice{}, false // "the booking from before": which one?
	}
	if it.list != "" {
		inList := func(id any) bool {
			return slices.ContainsFunc(items, func(i item) bool { return i.call == it.call && i.list != "" && same(i.id, id) })
		}
		for _, other := range items {
			// One of the list may be told alone, too: that it is of the list is plain.
			if other.entity == it.entity && other.call != it.call && (other.list != "" || !inList(other.id)) {
				return "", mission.Choice{}, false // "the second one" of which list?
			}
		}
		if it.pos < 4 {
			options = append(options, option{mission.WayOrdinalFront, mission.Choice{List: it.list, Order: mission.OrderFront, N: it.pos + 1}})
		}
		if back := it.size - it.pos; back == 1 || back == 2 && it.size > 3 {
			options = append(options, option{mission.WayOrdinalBack, mission.Choice{List: it.list, Order: mission.OrderBack, N: back}})
		}
		call := d.Past[k].Calls[it.call]
		list, _ := call.Answer.Body.At(it.list)
		rows, _ := list.([]any)
		for _, choice := range it.choices(rows, call.Tool) {
			options = append(options, option{mission.WayDescription, choice})
		}
		if name, ok := it.fields.Get(it.entity.Name); ok {
			text, _ := name.(string)
			if Short(text) != "" && d.Past[k].Says(text) && d.onlyOne(rows, it.entity.Name, Short(text)) {
				options = append(options, option{mission.WayAbbreviation,
					mission.Choice{List: it.list, Order: mission.OrderIs, By: it.entity.Name, Value: text}})
			}
		}
		if len(options) == 0 {
			return "", mission.Choice{}, false
		}
		// Every way has the same chance, however many descriptions fit.
		var ways []mission.Way
		for _, o := range options {
			if !slices.Contains(ways, o.way) {
				ways = append(ways, o.way)
			}
		}
		way := keyed.Pick(d.r, ways)
		options = slices.DeleteFunc(options, func(o option) bool { return o.way != way })
		o := keyed.Pick(d.r, options)
		return o.way, o.choice, true
	}
	sameKind, others := 0, 0
	for _, other := range items {
		switch {
		case other.entity != it.entity:
			others++
		case !same(other.id, it.id):
			sameKind++
		}
	}
	for _, c := range d.Past[k].Calls {
		for _, a := range c.Args {
			if a.Param.Entity == it.entity && !same(a.Value, it.id) {
				sameKind++ // "that account": the one that the user named?
			}
		}
	}
	if sameKind > 0 {
		return "", mission.Choice{}, false
	}
	way := mission.WayDemonstrative
	if others == 0 && d.r.Chance(0.65) && d.index()-1 == k {
		way = mission.WayPersonal
	}
	return way, mission.Choice{Order: mission.OrderOnly}, true
}

// elsewhereShown tells whether another mission than k showed other things of
// the kind.
func (d *drawer) elsewhereShown(it item, k int) bool {
	for j := range d.Past {
		if j != k && slices.ContainsFunc(d.shown(j), func(other item) bool { return other.entity == it.entity && !same(other.id, it.id) }) {
			return true
		}
	}
	return false
}

// onlyOne tells whether the short name fits one row only.
func (d *drawer) onlyOne(rows []any, attribute, short string) bool {
	n := 0
	for _, row := range rows {
		o, _ := row.(tools.Object)
		if name, ok := o.Get(attribute); ok {
			if text, _ := name.(string); Holds(text, short) {
				n++
			}
		}
	}
	return n == 1
}

// plainWords begin names without being a name.
var plainWords = []string{"from", "with", "your", "this", "that", "these", "into", "over", "under", "about", "between", "behind", "when", "what",
	"where", "some", "more", "most", "next", "last", "first", "second", "third", "their", "there"}

// Short is the name by which people call a thing with a longer name: its
// first word that is more than an article, or nothing when the name is short.
func Short(name string) string {
	words := strings.Fields(name)
	if len(words) > 0 && slices.Contains([]string{"the", "a", "an", "le", "la", "el"}, strings.ToLower(words[0])) {
		words = words[1:]
	}
	if len(words) < 2 || len(words[0]) < 4 || slices.Contains(plainWords, strings.ToLower(words[0])) {
		return ""
	}
	return strings.Trim(words[0], ",.;:")
}

// another refers to a second item of the list that a shows one of, in the
// same way.
func (d *drawer) another(a Arg) (Arg, bool) {
	items := d.shown(a.Mission)
	for _, it := range keyed.Shuffled(d.r, items) {
		if it.call != a.Call || it.entity != a.Entity || d.usesItem(it.id) {
			continue
		}
		for range 6 {
			way, choice, ok := d.refer(items, it, a.Mission)
			if ok && way == a.Way {
				return it.arg(a.Param, Shown, &choice, way), true
			}
		}
	}
	return Arg{}, false
}

func (d *drawer) usesItem(id any) bool {
	for _, c := range d.calls {
		for _, a := range c.Args {
			if a.Entity != nil && same(a.Value, id) {
				return true
			}
		}
	}
	return false
}

// inherit carries an argument of mission k over to the mission being drawn.
// It fails when what the value came from cannot be pointed at any more.
func (d *drawer) inherit(k int, from PastCall, a Arg, to *tools.Param) (Arg, bool) {
	out := Arg{Param: to, Value: a.Value, Origin: Earlier, Mission: k}
	prefix := jsonptr.Join(a.Param.Name)
	for _, s := range from.Sources {
		if s.Pointer != prefix && !strings.HasPrefix(s.Pointer, prefix+"/") {
			continue
		}
		s.Pointer = jsonptr.Join(to.Name) + strings.TrimPrefix(s.Pointer, prefix)
		switch s.Kind {
		case mission.FromQuery, mission.FromReply:
			s.Kind = mission.FromEarlier
		case mission.FromClock, mission.FromKnowledge:
			if s.Said == mission.FromShown {
				return out, false
			}
			s.Said = mission.FromEarlier
		case mission.FromObservation:
			text, ok := IDText(a.Value)
			if !ok || !d.Past[k].Shows(text) {
				return out, false
			}
			s.Kind, s.Text, s.Rule, s.Choice = mission.FromShown, text, "", nil
		case mission.FromShown:
			s.Choice = nil
		case mission.FromEarlier:
		default:
			return out, false
		}
		out.Sources = append(out.Sources, s)
	}
	return out, len(out.Sources) > 0
}
