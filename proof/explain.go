package proof

import (
	"slices"
	"strings"

	"switchyard/mission"
)

// Explain finds where the values of a call come from. For every leaf of the arguments it
// returns a source that the proofs accept, or lists the leaf as unexplained. The call is
// call c of mission m, which follows the missions of e. The mission holds what has been
// said and called so far, with the observations.
func (p *Prover) Explain(e *mission.Entry, m *mission.Mission, c int) (sources []mission.Source, unexplained []Leaf) {
	v, last := p.next(e, m)
	x := &explainer{view: v, m: last, call: c}
	call := &x.m.calls[c]
	found := make([]*mission.Source, len(call.leaves))
	wants := make([]Want, len(call.leaves))
	for i, l := range call.leaves {
		wants[i] = Want{Pointer: l.pointer, Value: l.value}
		if call.tool != nil {
			wants[i].Tool = call.tool.Tool
		}
	}
	x.each(found, wants, x.asked)
	x.said(found, wants, x.m.at, x.m.Request, mission.FromQuery)
	for _, q := range x.m.Questions {
		x.said(found, wants, x.m.at, q.Reply, mission.FromReply)
	}
	x.each(found, wants, x.awaited)
	x.each(found, wants, x.referred)
	if x.m.Relation == mission.LongTerm && x.m.at > 0 {
		x.each(found, wants, x.fresh)
	}
	for _, at := range x.earlier() {
		// Words that choose a thing from a list say which one it is, wherever else it was told of.
		x.each(found, wants, func(w *Want) *mission.Source {
			src := x.shown(w, at, choosing)
			if src != nil && !x.isIdentifier(src, w.Value) {
				return nil
			}
			return src
		})
		x.each(found, wants, func(w *Want) *mission.Source {
			src := x.shown(w, at, nil)
			if src != nil && src.Choice != nil && !x.isIdentifier(src, w.Value) {
				return nil // words that choose a thing seldom mean a number of it
			}
			return src
		})
		x.said(found, wants, at, v.missions[at].Request, mission.FromEarlier)
		for _, q := range v.missions[at].Questions {
			x.said(found, wants, at, q.Reply, mission.FromEarlier)
		}
	}
	for _, at := range x.earlier() {
		x.each(found, wants, func(w *Want) *mission.Source { return x.shown(w, at, nil) })
	}
	x.each(found, wants, func(w *Want) *mission.Source { return x.observed(w, true) })
	x.each(found, wants, func(w *Want) *mission.Source { return x.observed(w, false) })
	x.each(found, wants, x.byDefault)
	for i, l := range call.leaves {
		if found[i] == nil {
			unexplained = append(unexplained, Leaf{l.pointer, l.value})
			continue
		}
		sources = append(sources, *found[i])
	}
	return sources, unexplained
}

// choosing are the orders in which words choose one thing of several.
var choosing = []mission.Order{mission.OrderFront, mission.OrderBack, mission.OrderMin, mission.OrderMax, mission.OrderIs}

// explainer finds the sources of one call.
type explainer struct {
	*view
	m    *missionView
	call int
}

// each looks for the sources that have not been found yet.
func (x *explainer) each(found []*mission.Source, wants []Want, find func(*Want) *mission.Source) {
	for i := range wants {
		if found[i] == nil {
			found[i] = find(&wants[i])
		}
	}
}

// said looks in a text of the user for the values without a source.
func (x *explainer) said(found []*mission.Source, wants []Want, at int, text string, kind mission.SourceKind) {
	var open []int
	var list []Want
	for i, w := range wants {
		if found[i] == nil {
			open, list = append(open, i), append(list, w)
		}
	}
	for k, r := range Read(x.entry.Environment, text, list) {
		if r == nil {
			continue
		}
		src := &mission.Source{Pointer: list[k].Pointer, Kind: kind, Mission: at, Text: r.Text, Rule: r.Rule}
		if r.Kind != mission.FromQuery {
			src.Kind, src.Said = r.Kind, kind
		}
		found[open[k]] = src
	}
}

// asked looks for a value in the user's replies to questions about it.
func (x *explainer) asked(w *Want) *mission.Source {
	list, _ := steps(w.Pointer)
	for _, q := range x.m.Questions {
		if len(list) == 0 || w.Tool == nil || q.Tool != w.Tool.Name || !slices.Contains(q.Missing, list[0]) {
			continue
		}
		found := make([]*mission.Source, 1)
		if x.said(found, []Want{*w}, x.m.at, q.Reply, mission.FromReply); found[0] != nil {
			return found[0]
		}
	}
	return nil
}

// referred looks for a value in the mission referred to, if the request points at an item
// there by its place, by a description or by a short form of its name.
func (x *explainer) referred(w *Want) *mission.Source {
	ref := x.m.Reference
	if ref == nil || ref.Mission < 0 || ref.Mission >= x.m.at {
		return nil
	}
	switch ref.Way {
	case mission.WayOrdinalFront:
		return x.shown(w, ref.Mission, []mission.Order{mission.OrderFront})
	case mission.WayOrdinalBack:
		return x.shown(w, ref.Mission, []mission.Order{mission.OrderBack})
	case mission.WayDescription:
		return x.shown(w, ref.Mission, []mission.Order{mission.OrderMin, mission.OrderMax, mission.OrderIs})
	case mission.WayAbbreviation:
		return x.shown(w, ref.Mission, []mission.Order{mission.OrderIs})
	}
	return nil
}

// fresh looks for a text in the last mission. A long_term mission must not depend on
// what was said there, so that this is the better source.
func (x *explainer) fresh(w *Want) *mission.Source {
	if _, ok := w.Value.(string); !ok {
		return nil
	}
	last := x.m.at - 1
	if src := x.shown(w, last, nil); src != nil {
		return src
	}
	found := make([]*mission.Source, 1)
	x.said(found, []Want{*w}, last, x.missions[last].Request, mission.FromEarlier)
	for _, q := range x.missions[last].Questions {
		x.said(found, []Want{*w}, last, q.Reply, mission.FromEarlier)
	}
	return found[0]
}

// observed looks for a value in the observations of this mission. With ids, it looks at
// identifiers only, which are hardly ever equal by chance.
func (x *explainer) observed(w *Want, ids bool) *mission.Source {
	for c := range x.call { // the earliest call first: later ones may only repeat the value
		for _, at := range x.places(x.m.calls[c].observation, w.Value, ids) {
			src := &mission.Source{Pointer: w.Pointer, Kind: mission.FromObservation, Mission: x.m.at, Call: c, At: at}
			if x.chosen(src, nil) {
				return src
			}
		}
	}
	return nil
}

// awaited looks for an identifier in the observations of this mission if it stands nowhere
// else. What was known before is the better source, because no call has to wait for it.
func (x *explainer) awaited(w *Want) *mission.Source {
	if src := x.observed(w, true); src != nil && x.hadElsewhere(x.m, x.call, src, w.Value) == "" {
		return src
	}
	return nil
}

// earlier lists the missions before this one: first the one that it refers to, then the
// others, the latest first.
func (x *explainer) earlier() []int {
	var list []int
	if ref := x.m.Reference; ref != nil && ref.Mission >= 0 && ref.Mission < x.m.at {
		list = append(list, ref.Mission)
	}
	for at := x.m.at - 1; at >= 0; at-- {
		if !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// shown looks for a value in the closing reply of an earlier mission. Reading takes long,
// so it reads only replies of missions that observed or settled the value. With orders,
// the value must belong to an item that is chosen in one of these orders.
func (x *explainer) shown(w *Want, at int, orders []mission.Order) *mission.Source {
	from := &x.missions[at]
	if from.Chat == nil && !slices.ContainsFunc(from.calls, func(c callView) bool { return len(x.places(c.observation, w.Value, false)) > 0 }) {
		return nil
	}
	r := Read(x.entry.Environment, from.reply.raw, []Want{*w})[0]
	if r == nil || r.Kind != mission.FromQuery {
		return nil
	}
	if from.Chat != nil {
		if len(orders) > 0 {
			return nil
		}
		src := &mission.Source{Pointer: w.Pointer, Kind: mission.FromShown, Mission: at, Text: r.Text, Rule: r.Rule}
		if x.notShown(x.m, src, w.Value, nil) == "" {
			return src
		}
		return nil
	}
	for c := len(from.calls) - 1; c >= 0; c-- {
		for _, place := range x.places(from.calls[c].observation, w.Value, false) {
			src := &mission.Source{Pointer: w.Pointer, Kind: mission.FromShown, Mission: at, Call: c, At: place, Text: r.Text, Rule: r.Rule}
			if x.chosen(src, orders) {
				return src
			}
		}
	}
	return nil
}

func (x *explainer) byDefault(w *Want) *mission.Source {
	t := x.m.calls[x.call].tool
	if t == nil || t.params.err != nil {
		return nil
	}
	if !t.params.defaultsTo(w.Pointer, w.Value) {
		return nil
	}
	return &mission.Source{Pointer: w.Pointer, Kind: mission.FromDefault, Mission: x.m.at}
}

// places lists where an observation has a value, identifiers first. With ids, it lists
// identifiers only.
func (x *explainer) places(doc, value any, ids bool) []string {
	var first, rest []string
	for _, l := range leavesOf(doc) {
		if !equal(l.value, value) {
			continue
		}
		list, _ := steps(l.pointer)
		isID := len(list) > 0 && slices.ContainsFunc(x.entry.Toolset.Entities, func(e mission.Entity) bool { return e.ID == list[len(list)-1] })
		switch {
		case isID:
			first = append(first, l.pointer)
		case !ids:
			rest = append(rest, l.pointer)
		}
	}
	return append(first, rest...)
}

// chosen reports whether the request means the item that a source points into, and adds
// to the source the words that choose it. With orders, the item must be chosen in one
// of these orders.
func (x *explainer) chosen(src *mission.Source, orders []mission.Order) bool {
	calls := x.m.calls
	x.m.calls = slices.Clone(calls[:x.call+1])
	call := *calls[x.call].Call
	x.m.calls[x.call].Call = &call
	defer func() { x.m.calls = calls }()
	holds := func(ch *mission.Choice) bool {
		src.Choice = ch
		call.Sources = []mission.Source{*src}
		return x.notChosen(x.m, src) == ""
	}
	if len(orders) == 0 && holds(nil) {
		return true
	}
	doc := x.missions[src.Mission].calls[src.Call].observation
	here, ok := spotIn(doc, src.At)
	if !ok {
		return false
	}
	found, _ := resolve(doc, here.list)
	items := found.([]any)
	var fits *mission.Choice
	for _, ch := range x.choices(here, items) {
		if len(orders) > 0 && !slices.Contains(orders, ch.Order) || !holds(ch) {
			continue
		}
		if _, why := x.otherReading(x.m, src); why == "" && x.motivated(src) {
			return true
		}
		if fits == nil {
			fits = ch // words that could also mean something else, or nobody would choose by
		}
	}
	src.Choice = fits
	return fits != nil
}

// motivated reports whether somebody would do what the call does to the item for the reason
// that a source chooses it by.
func (x *explainer) motivated(src *mission.Source) bool {
	t := x.m.calls[x.call].tool
	if t == nil || !changes(t.Effect) {
		return true
	}
	by, order, id := x.chosenBy(src)
	return x.noMotive(t.Effect, by, order, id) == ""
}

// way is a way to choose an item, with a quick test for words that may say it.
type way struct {
	mission.Choice
	may func(list []string) bool
}

func anyWord(list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return !filler[w] })
}

// mostChoosing is the most words that choose an item.
const mostChoosing = 8

// choices lists what could choose an item, with every sequence of words of the request
// that could say so, the shortest first. Words that compare or count come before the values
// of the item, which can be said of something else.
func (x *explainer) choices(here spot, items []any) []*mission.Choice {
	var out, values []*mission.Choice
	var ways []way
	for _, e := range x.entry.Toolset.Entities {
		for _, c := range e.Comparisons {
			if notExtreme(items, here.at, c.By, c.Order) == "" {
				said := map[string]bool{}
				for _, form := range c.Say {
					for _, w := range words(fold(form)) {
						if !filler[w] && w != "{noun}" {
							said[w] = true
						}
					}
				}
				ways = append(ways, way{mission.Choice{List: here.list, By: c.By, Order: c.Order}, func(list []string) bool {
					return slices.ContainsFunc(list, func(w string) bool { return said[w] })
				}})
			}
		}
	}
	place := func(list []string) bool {
		_, _, ok := positionIn(list)
		return ok
	}
	ways = append(ways, way{mission.Choice{List: here.list, Order: mission.OrderFront, N: here.at + 1}, place},
		way{mission.Choice{List: here.list, Order: mission.OrderBack, N: len(items) - here.at}, place})
	if fields, ok := items[here.at].(map[string]any); ok {
		for _, key := range sortedKeys(fields) {
			switch fields[key].(type) {
			case map[string]any, []any, nil:
				continue
			}
			ways = append(ways, way{mission.Choice{List: here.list, By: key, Order: mission.OrderIs, Value: spell(fields[key])}, anyWord})
		}
	}
	r := newReader(x.clock, x.m.request.raw)
	for n := 1; n <= mostChoosing; n++ {
		for i := 0; i+n <= len(r.tokens); i++ {
			said := r.words(i, n)
			if strings.ContainsAny(said, "\n") || r.numbersRequest(i, n) {
				continue
			}
			list := words(fold(said))
			for k := range ways {
				if !ways[k].may(list) {
					continue
				}
				ch := ways[k].Choice
				ch.Text = said
				if ch.Order == mission.OrderIs {
					values = append(values, &ch)
				} else {
					out = append(out, &ch)
				}
			}
		}
	}
	return append(out, values...)
}

// numbersRequest reports whether words have an ordinal of a request, which is no place in
// a list: "my first question".
func (r *reader) numbersRequest(i, n int) bool {
	for k := max(1, i); k < i+n; k++ {
		if _, ok := ordinal(r.tokens[k].fold); ok && r.tokens[k-1].fold == "my" {
			return true
		}
	}
	return false
}

// Depends lists for each call of a mission the calls that it depends on: those whose
// observations its values come from, and those that must come first according to its
// tool. The mission follows those of e.
func (p *Prover) Depends(e *mission.Entry, m *mission.Mission) [][]int {
	v, last := p.next(e, m)
	out := make([][]int, len(last.calls))
	for j := range last.calls {
		out[j] = v.dependencies(last, j)
	}
	return out
}
