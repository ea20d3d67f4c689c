package proof

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/mission"
)

// The rules of a toolset: what holds in its world over all calls, missions and things.
// Everything is read from the arguments and observations of the calls that were made, one
// after the other, so that a rule is checked when a value that it is about is first seen.

// row holds named values: those of a thing as it was last seen, or the arguments of a
// call with the fields of its answer.
type row map[string]any

// has reports whether the row has, for each name, one of the values.
func (r row) has(when map[string][]json.RawMessage) bool {
	for name, values := range when {
		if have, ok := r[name]; !ok || !among(values, have) {
			return false
		}
	}
	return true
}

// among reports whether a value is one of those that a rule lists.
func among(list []json.RawMessage, have any) bool {
	return slices.ContainsFunc(list, func(text json.RawMessage) bool {
		v, err := decode(text)
		return err == nil && sameValue(have, v)
	})
}

// agrees reports whether both rows have the same for all names.
func (r row) agrees(other row, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		a, ok1 := r[name]
		b, ok2 := other[name]
		return !ok1 || !ok2 || !sameValue(a, b)
	})
}

// sameValue compares values; the letter case of texts does not count.
func sameValue(a, b any) bool {
	if x, ok := a.(string); ok {
		y, ok := b.(string)
		return ok && strings.EqualFold(x, y)
	}
	return equal(a, b)
}

// seenWorld is the world as far as the conversation has shown it.
type seenWorld struct {
	*view
	things map[string][]*sighting // by the identifying attribute
	made   []madeCall             // successful calls, in order
}

// sighting is a thing that was shown.
type sighting struct {
	id     any
	values row
	gone   bool
}

// madeCall is a call that was answered, with its row.
type madeCall struct {
	*callView
	values row
}

// proveRules checks that no call and no answer breaks a rule of the toolset.
func (v *view) proveRules() {
	if len(v.entry.Toolset.Rules) == 0 {
		return
	}
	w := &seenWorld{view: v, things: map[string][]*sighting{}}
	for i := range v.missions {
		m := &v.missions[i]
		for c := range m.calls {
			if call := &m.calls[c]; call.tool != nil && !call.bad && call.Status < 300 {
				w.play(m, c, call)
			}
		}
	}
}

// find returns the thing with the identifier, or nil.
func (w *seenWorld) find(kind string, id any) *sighting {
	i := slices.IndexFunc(w.things[kind], func(t *sighting) bool { return sameValue(t.id, id) })
	if i < 0 {
		return nil
	}
	return w.things[kind][i]
}

// play looks at one call: what it asks, what it shows and what it changes.
func (w *seenWorld) play(m *missionView, c int, call *callView) {
	now := madeCall{call, row{}}
	if args, ok := call.arguments.(map[string]any); ok {
		maps.Copy(now.values, args)
	}
	body, _ := call.observation.(map[string]any)
	maps.Copy(now.values, body)
	report := func(r *mission.Rule, format string, args ...any) {
		w.report(m, WorldRule, fmt.Sprintf("/calls/%d", c), "the rule %s: %s", ruleText(r), fmt.Sprintf(format, args...))
	}
	w.eachRule(call.Tool, func(r *mission.Rule) { w.beforeCall(r, &now, report) })
	old := map[*sighting]row{}
	for _, values := range w.shown(&now) {
		w.note(call.tool, values, old)
	}
	w.eachRule(call.tool.Thing, func(r *mission.Rule) {
		for _, thing := range w.things[call.tool.Thing] {
			if before, touched := old[thing]; touched && (r.In != "" || thing.values.has(r.When)) {
				w.ofThing(r, thing, before, report)
			}
		}
		if r.Kind == mission.RuleOwner {
			w.owned(m, r, &now, report)
		}
	})
	w.eachRule(call.Tool, func(r *mission.Rule) {
		if r.Kind != mission.RuleExcludes && (r.In != "" || now.values.has(r.When)) {
			w.ofAnswer(r, &now, report)
		}
	})
	if call.tool.Effect == mission.EffectDelete {
		if thing := w.find(call.tool.Thing, now.values[call.tool.Thing]); thing != nil {
			thing.gone = true
		}
	}
	w.made = append(w.made, now)
}

// eachRule calls do for the rules about an entity or a tool.
func (w *seenWorld) eachRule(of string, do func(*mission.Rule)) {
	for i := range w.entry.Toolset.Rules {
		if r := &w.entry.Toolset.Rules[i]; of != "" && slices.Contains(r.Of, of) {
			do(r)
		}
	}
}

// shown are the things that an answer shows, of the kind that the tool is about.
func (w *seenWorld) shown(now *madeCall) (out []row) {
	id := now.tool.Thing
	body, _ := now.observation.(map[string]any)
	switch now.tool.Effect {
	case mission.EffectGet, mission.EffectCreate, mission.EffectUpdate:
		if _, ok := body[id]; ok {
			return []row{now.values}
		}
	case mission.EffectList:
		for _, key := range sortedKeys(body) {
			list, _ := body[key].([]any)
			for _, item := range list {
				if thing, ok := item.(map[string]any); ok && thing[id] != nil {
					out = append(out, thing)
				}
			}
		}
	}
	return out
}

// note keeps what was shown of a thing, and what was known before in old.
func (w *seenWorld) note(t *tool, values row, old map[*sighting]row) {
	thing := w.find(t.Thing, values[t.Thing])
	if thing == nil {
		thing = &sighting{id: values[t.Thing], values: row{}}
		w.things[t.Thing] = append(w.things[t.Thing], thing)
	}
	if _, twice := old[thing]; !twice {
		old[thing] = maps.Clone(thing.values)
	}
	maps.Copy(thing.values, values)
}

// ruleText names a rule in a message.
func ruleText(r *mission.Rule) string {
	return fmt.Sprintf("%s of %s", r.Kind, strings.Join(r.Of, ", "))
}

type reporter = func(r *mission.Rule, format string, args ...any)

// beforeCall checks what must not have happened before the call.
func (w *seenWorld) beforeCall(r *mission.Rule, now *madeCall, report reporter) {
	if r.Kind != mission.RuleExcludes {
		return
	}
	if len(r.At) > 0 {
		w.changesSomething(r, now, report)
		return
	}
	if len(r.Of) > 1 && now.Tool == r.Of[0] {
		return
	}
	for _, before := range w.made {
		if before.Tool == r.Of[0] && before.values.agrees(now.values, r.Same) && before.values.has(r.When) {
			report(r, "%s was called before %s with the same %s", before.Tool, now.Tool, strings.Join(r.Same, ", "))
			return
		}
	}
}

// changesSomething checks that the new values are not those that the thing has already.
func (w *seenWorld) changesSomething(r *mission.Rule, now *madeCall, report reporter) {
	args, _ := now.arguments.(map[string]any)
	thing := w.find(now.tool.Thing, args[now.tool.Thing])
	if thing == nil {
		return
	}
	given := 0
	for i, name := range r.At {
		value, ok := args[name]
		if !ok {
			continue
		}
		given++
		if have, known := thing.values[r.Than[i]]; !known || !sameValue(have, value) {
			return
		}
	}
	if given > 0 {
		report(r, "it has this %s already", strings.Join(r.Than, " and "))
	}
}

// ofThing checks a rule about a thing that was just shown. before is what was known of it.
func (w *seenWorld) ofThing(r *mission.Rule, thing *sighting, before row, report reporter) {
	switch r.Kind {
	case mission.RuleDisjoint:
		for _, other := range w.things[r.Of[0]] {
			if other != thing && !other.gone && other.values.has(r.When) && clash(r, thing.values, other.values) {
				report(r, "%v and %v have the same %s at the same time", thing.id, other.id, strings.Join(r.Same, ", "))
				return
			}
		}
	case mission.RuleMonotone:
		if r.With == "" {
			old, known := before[r.At[0]]
			if now, shown := thing.values[r.At[0]]; known && shown && !contains(now, old) {
				report(r, "%s of %v loses what it had", r.At[0], thing.id)
			}
			return
		}
		for _, other := range w.things[r.Of[0]] {
			if other != thing && falls(r, thing.values, other.values) {
				report(r, "%v and %v: with more %s, %s is less", thing.id, other.id, r.With, r.At[0])
				return
			}
		}
	default:
		w.ofRow(r, thing.values, report)
	}
}

// ofAnswer checks a rule about the answers of a tool.
func (w *seenWorld) ofAnswer(r *mission.Rule, now *madeCall, report reporter) {
	if now.tool.Effect == mission.EffectList {
		for _, item := range w.shown(now) {
			w.ofRow(r, item, report)
		}
		return
	}
	for _, before := range w.made {
		if before.Tool != now.Tool || !before.values.has(r.When) {
			continue
		}
		switch {
		case r.Kind == mission.RuleMonotone && r.With != "" && falls(r, before.values, now.values):
			report(r, "with more %s, %s is less", r.With, r.At[0])
		case r.Kind == mission.RuleDisjoint && clash(r, before.values, now.values):
			report(r, "two calls have the same %s at the same time", strings.Join(r.Same, ", "))
		}
	}
	w.ofRow(r, now.values, report)
}

// ofRow checks a rule about a single row.
func (w *seenWorld) ofRow(r *mission.Rule, values row, report reporter) {
	switch {
	case r.Kind == mission.RuleAfter:
		at, ok1 := w.momentOrNow(values, r.At)
		than, ok2 := w.momentOrNow(values, r.Than)
		if ok1 && ok2 && at.before(than) {
			report(r, "%s is before %s", valuesText(values, r.At), valuesText(values, r.Than))
		}
	case r.Kind != mission.RuleWithin:
	case len(r.Among) > 0:
		if have, ok := values[r.At[0]]; ok && !among(r.Among, have) {
			report(r, "%s is not among the values allowed", valuesText(values, r.At))
		}
	case r.Month != "":
		month := monthOf(values[r.Month])
		n, ok := number(values[r.At[0]])
		if ok && month > 0 && len(r.Months) == 12 && (n < float64(r.Months[month-1][0]) || n > float64(r.Months[month-1][1])) {
			report(r, "%s does not fit %s", valuesText(values, r.At), valuesText(values, []string{r.Month}))
		}
	default:
		w.withinThing(r, values, report)
	}
}

// withinThing checks that a time is within the interval of the thing that the row names,
// or of any thing that has the same in common with the row.
func (w *seenWorld) withinThing(r *mission.Rule, values row, report reporter) {
	at, ok := momentOf(values, r.At)
	if !ok {
		return
	}
	by := r.By
	if by == "" {
		by = r.In
	}
	outside := ""
	for _, thing := range w.things[r.In] {
		named := len(r.Same) == 0 && sameValue(thing.id, values[by])
		if thing.gone || !thing.values.has(r.When) || !named && (len(r.Same) == 0 || !thing.values.agrees(values, r.Same)) {
			continue
		}
		begin, end, ok := interval(r, thing.values, r.From)
		if !ok || !at.before(begin) && !end.before(at) {
			return
		}
		outside = fmt.Sprint(thing.id)
	}
	if outside != "" {
		report(r, "%s is not within the time of %s", valuesText(values, r.At), outside)
	}
}

// momentOrNow is momentOf, where "now" is the time of the conversation.
func (w *seenWorld) momentOrNow(values row, names []string) (moment, bool) {
	if slices.Equal(names, []string{mission.Now}) {
		return moment{w.clock.now, byMinute}, true
	}
	return momentOf(values, names)
}

// owned checks that a call that changes a thing is about one of the user's, or that the
// user has said whose it is.
func (w *seenWorld) owned(m *missionView, r *mission.Rule, now *madeCall, report reporter) {
	switch now.tool.Effect {
	case mission.EffectUpdate, mission.EffectDelete:
	default:
		return
	}
	args, _ := now.arguments.(map[string]any)
	thing := w.find(now.tool.Thing, args[now.tool.Thing])
	if thing == nil || !thing.values.has(r.When) {
		return
	}
	who, _ := thing.values[r.At[0]].(string)
	user := &w.entry.Persona
	if who == "" || strings.EqualFold(who, user.Name) || strings.EqualFold(who, user.Email) || strings.EqualFold(who, user.Phone) {
		return
	}
	for i := range w.missions[:m.at+1] {
		said := &w.missions[i]
		if said.request.holds(who) || slices.ContainsFunc(said.replies, func(t text) bool { return t.holds(who) }) {
			return
		}
	}
	report(r, "%v belongs to %s, whom the user has not named", thing.id, who)
}

func valuesText(values row, names []string) string {
	var out []string
	for _, name := range names {
		if name == mission.Now {
			out = append(out, name)
			continue
		}
		out = append(out, fmt.Sprintf("%s %v", name, values[name]))
	}
	return strings.Join(out, " and ")
}
