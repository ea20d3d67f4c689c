package blueprint

import (
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Values that missions take over from earlier ones without saying them again.

// neighbour draws a call of another tool that takes over values of mission k, for which
// words such as "there" stand.
func (d *drawer) neighbour(want Demand, k int) (Call, bool) {
	// People rather say "there" or "that day" than "the same kind of expense".
	if d.r.Chance(0.8) {
		if c, ok := d.neighbourBy(want, k, func(p *tools.Param) bool { return len(Pointers(p)) > 0 }); ok {
			return c, true
		}
	}
	return d.neighbourBy(want, k, func(*tools.Param) bool { return true })
}

// neighbourBy does so if the values that are taken over are of parameters that fit.
func (d *drawer) neighbourBy(want Demand, k int, fits func(*tools.Param) bool) (Call, bool) {
	for _, t := range d.order(d.Set.Tools) {
		if slices.ContainsFunc(d.Past[k].Calls, func(c PastCall) bool { return c.Tool == t }) ||
			needsThing(t, want.Type) || want.Type == mission.Clarify && !d.askable(t, nil) {
			continue
		}
		fixed := oneThere(d.takenOver(t, k))
		if k < d.index()-1 && len(fixed) > 1 {
			fixed = fixed[:1] // "as for the hotels earlier" goes with one of them only
		}
		if len(fixed) == 0 || slices.ContainsFunc(fixed, func(a Arg) bool { return !fits(a.Param) }) {
			continue
		}
		if c, ok := d.call(t, fixed...); ok && c.leans(k) {
			return c, true
		}
	}
	return Call{}, false
}

// takenOver lists what a call of the tool can take over from mission k.
func (d *drawer) takenOver(t *tools.Tool, k int) (fixed []Arg) {
	for _, p := range t.Params {
		if !p.Required {
			continue // it would not be clear that the value stays
		}
		for _, c := range keyed.Shuffled(d.r, d.Past[k].allCalls()) {
			a := d.likeArg(c, p)
			if a == nil || d.disputed(k, p, a) || p.Differs != "" && slices.ContainsFunc(fixed, func(f Arg) bool { return f.Param.Name == p.Differs && tools.Same(f.Value, a.Value) }) {
				continue
			}
			next, ok := d.inherit(k, c, *a, p)
			if !ok || len(p.There) == 0 || len(fixed) > 0 && !d.r.Chance(0.6) {
				continue // it would not be clear that the value stays
			}
			next.There = true
			fixed = append(fixed, next)
			break
		}
	}
	return fixed
}

// inherit carries an argument of mission k over to the mission being drawn. It fails if
// the value cannot be traced to anything that was said or shown.
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
			if !ok || !d.Past[k].shows(text) {
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

// oneThere keeps only the arguments that can be understood together. It drops what a
// second "there" would have to stand for, because nobody could tell the two apart. If a
// word stands for one value, it drops the values without a word, because they would
// seem to be open.
func oneThere(fixed []Arg) []Arg {
	var taken []*tools.Param
	words := slices.ContainsFunc(fixed, func(a Arg) bool { return a.There })
	return slices.DeleteFunc(fixed, func(a Arg) bool {
		if !a.There {
			return words
		}
		again := slices.ContainsFunc(taken, func(p *tools.Param) bool {
			return a.Param.Values != nil && p.Values != nil && kindOf(a.Param) == kindOf(p) || shareThere(a.Param, p)
		})
		taken = append(taken, a.Param)
		return again
	})
}

// gainsays reports whether a call contradicts what was said earlier about the same
// people: "the same staff", now of another department.
func (d *drawer) gainsays(c Call) bool {
	for _, a := range c.Args {
		if a.Origin != Earlier || !ofPeople(a.Param) {
			continue
		}
		for _, past := range d.Past {
			for _, old := range past.allCalls() {
				if was := old.Arg(a.Param.Name); was == nil || !tools.Same(was.Value, a.Value) {
					continue
				}
				if slices.ContainsFunc(c.Args, func(b Arg) bool {
					was := old.Arg(b.Param.Name)
					return was != nil && (b.Origin == Said || b.Origin == Asked) && !tools.Same(was.Value, b.Value) &&
						aboutAny(naming.Words(strings.ToLower(b.Param.Name)), belonging)
				}) {
					return true
				}
			}
		}
	}
	return false
}

// belonging names what people are or belong to, whatever is done for them.
var belonging = []string{"department", "team", "division", "unit", "employer", "nationality", "gender", "age", "relationship"}

// ofPeople reports whether a parameter names one or more people.
func ofPeople(p *tools.Param) bool {
	return isKind(p, tools.ValuePerson) || p.Items != nil && ofPeople(p.Items)
}
