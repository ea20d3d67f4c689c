package builtin

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// Several calls as one request.

// units groups the calls by what is said together: twins, and a list inside the noun
// phrase of the call that uses it.
func (s *speaker) units() [][]int {
	calls := s.Blueprint.Calls
	for i := range calls {
		if s.absorbable(i, false) && s.r.Chance(0.7) {
			s.merged[i] = true
		}
	}
	units := s.grouped()
	if s.backwards = len(units) == 2 && len(calls) == 2 && s.stepBefore(0, 1) && slices.ContainsFunc(calls[0].Tool.Do, unheard) && s.r.Chance(0.5); s.backwards {
		slices.Reverse(units)
	}
	return units
}

// grouped groups the calls that are said at all by whether they are twins.
func (s *speaker) grouped() [][]int {
	calls := s.Blueprint.Calls
	var units [][]int
	done := make([]bool, len(calls))
	for i := range calls {
		if done[i] || s.merged[i] {
			continue
		}
		unit := []int{i}
		varied := ""
		for j := i + 1; j < len(calls); j++ {
			if name, ok := twins(&calls[i], &calls[j]); ok && !done[j] && (len(unit) == 1 || name == varied) {
				unit, varied = append(unit, j), name
				done[j] = true
			}
		}
		units = append(units, unit)
	}
	return units
}

// stepBefore reports whether call i precedes call j only because the toolset requires
// it, so that they can be said in either order.
func (s *speaker) stepBefore(i, j int) bool {
	calls := s.Blueprint.Calls
	return s.Blueprint.Opening == blueprint.OpenPlain && slices.Contains(calls[j].Tool.After, calls[i].Tool.Name) &&
		!slices.ContainsFunc(slices.Concat(calls[i].Args, calls[j].Args), func(a blueprint.Arg) bool { return a.Origin != blueprint.Said })
}

// unheard reports whether a wording does not ask for something to be told: "order it, and
// describe it to me first" would leave it open whether the user still wants it then.
func unheard(p *tools.Phrase) bool { return !forTheUser.MatchString(p.Text) }

var forTheUser = regexp.MustCompile(`\b(tell|show|give|read|open|quote|explain|describe|itemise|summarise|break)\b.*\bme\b`)

// uses reports whether the call takes a value from the result of call i.
func uses(c blueprint.Call, i int) bool {
	return slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool { return a.Origin == blueprint.Result && a.Call == i })
}

// absorbable reports whether a list call serves only one other call, which can say it
// in a noun phrase: "the cheapest flight to Porto". In words that somebody found, several calls
// may be about that thing, and the list may be narrowed by what was said or shown earlier.
func (s *speaker) absorbable(i int, found bool) bool {
	calls := s.Blueprint.Calls
	list := calls[i]
	if !list.ChoosesFrom() || !found && (len(list.Args) > s.room(i) || slices.ContainsFunc(list.Args, func(a blueprint.Arg) bool { return a.Origin != blueprint.Said })) {
		return false
	}
	users := 0
	var taken any
	for j := range calls {
		if list.Tool.Described && len(list.Args) > 0 && calls[j].Tool.Effect.Changes() && uses(calls[j], i) {
			return false // "make a subtask for the first task for project 4172": who is for the project?
		}
		if _, twin := twins(&list, &calls[j]); twin {
			return false
		}
		for _, a := range calls[j].Args {
			if a.Origin == blueprint.Result && a.Call == i && (users == 0 || !found || !tools.Same(taken, a.Value)) {
				users, taken = users+1, a.Value
			}
			if uses(calls[j], i) && a.Origin == blueprint.Said && list.Arg(a.Param.Name) == nil && list.Tool.Param(a.Param.Name) != nil {
				return false // "the reviews of the best product for gardens on page 2": page 2 of what?
			}
		}
	}
	return users == 1
}

// room is how many values that narrow list i a noun phrase may hold: two, or one if the
// request continues with what to do with the chosen thing. In "the biggest job of the
// sales team on hold for Ann" it is not clear what is for Ann.
func (s *speaker) room(i int) int {
	for _, c := range s.Blueprint.Calls {
		if uses(c, i) && slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool { return a.Origin != blueprint.Result && a.Origin != blueprint.Asked }) {
			return 1
		}
	}
	return 2
}

// twins returns the name of the only parameter in which two calls differ. It fails if
// they differ in several parameters or in none.
func twins(a, b *blueprint.Call) (name string, ok bool) {
	if a.Tool != b.Tool || len(a.Args) != len(b.Args) {
		return "", false
	}
	for i, x := range a.Args {
		y := b.Args[i]
		if x.Param != y.Param || x.Origin != y.Origin {
			return "", false
		}
		if tools.Same(x.Value, y.Value) {
			continue
		}
		if ok || x.Origin == blueprint.Result {
			return "", false
		}
		name, ok = x.Param.Name, true
	}
	return name, ok
}

// verbs says each unit as a verb phrase.
func (s *speaker) verbs(units [][]int) ([]string, bool) {
	out := make([]string, len(units))
	s.before = nil
	for k, unit := range units {
		s.group = unit
		text, ok := s.verb(unit[0])
		s.group, s.before = nil, unit
		if !ok {
			return nil, false
		}
		out[k] = text
	}
	return out, true
}

// clauses says the units in one or two sentences.
func (s *speaker) clauses(units [][]int) (string, bool) {
	verbs, ok := s.verbs(units)
	if !ok || len(verbs) == 0 {
		return "", false
	}
	cut := len(verbs) - 1
	switch {
	case cut > 0 && s.backwards:
		return capital(pick(s.r, s.toned("first"), "{a}", verbs[1], "{b}", verbs[0])), true
	case cut == 1 && !s.ordered() && s.r.Chance(0.25):
		return capital(pick(s.r, s.toned("several"), "{a}", verbs[0], "{b}", verbs[1])), true
	case cut > 0 && s.r.Chance(0.35):
		// Two sentences read better than one that never ends.
		first := s.frame(s.join(verbs[:cut]))
		return first + " " + s.second(verbs[cut]), true
	case cut == 0 && len(units[0]) > 1 && comparing(s.Blueprint.Calls[units[0][0]].Tool) && s.r.Chance(0.3):
		return s.frame(verbs[0]) + " " + keyed.Pick(s.r, s.toned("compare")), true
	}
	return s.frame(s.join(verbs)), true
}

// second asks for one thing more in a sentence of its own.
func (s *speaker) second(verb string) string {
	frames := s.toned("second also")
	switch {
	case s.ordered():
		frames = s.toned("second then")
	case s.tone() == mission.Direct && len(verb) > 40:
		frames = sentences["second long"]
	}
	return capital(pick(s.r, timely(frames, verb), "{do}", verb))
}

// timely leaves out frames whose words behind a long verb phrase would come too late: "…,
// please?"
func timely(frames []string, verb string) []string {
	if len(verb) <= 60 {
		return frames
	}
	fit := slices.DeleteFunc(slices.Clone(frames), func(f string) bool { return len(f)-strings.LastIndexByte(f, '}') > len("}?") })
	if len(fit) == 0 {
		return frames
	}
	return fit
}

// comparing reports whether people use a tool for several things in order to choose
// one.
func comparing(t *tools.Tool) bool {
	told := slices.ContainsFunc(t.Gives, func(a *tools.Attribute) bool {
		return a.Values != nil && a.Values.Kind != tools.ValueCopy && a.Values.Kind != tools.ValueOf && a.Values.Kind != tools.ValuePattern
	})
	return t.Effect == tools.List || t.Effect == tools.Get || t.Effect == tools.Compute && told
}

// ordered reports whether the calls form a chain, so that "then" is correct.
func (s *speaker) ordered() bool { return s.Blueprint.Pattern == mission.Serial }

// join makes one verb phrase of several.
func (s *speaker) join(verbs []string) string {
	if len(verbs) == 1 {
		return verbs[0]
	}
	links := []string{" and ", ", and ", " and also "}
	long := slices.ContainsFunc(verbs, func(v string) bool { return len(v) > 30 || strings.Contains(v, " and ") })
	switch {
	case s.ordered() && long:
		links = []string{", and then ", ", then "}
	case s.ordered():
		links = []string{" and then ", ", then ", " and "}
	case long:
		links = []string{", and ", ", and ", ", and also "}
	}
	link := keyed.Pick(s.r, links)
	last := len(verbs) - 1
	return strings.Join(verbs[:last], ", ") + link + verbs[last]
}

// frame makes a request of a verb phrase.
func (s *speaker) frame(verb string) string {
	frames := s.toned("request", string(s.length()))
	if s.length() != mission.Terse && users(verb) && s.r.Chance(0.5) {
		frames = s.toned("want")
	}
	fit := slices.DeleteFunc(slices.Clone(frames), func(f string) bool {
		_, behind, _ := strings.Cut(f, "{do}")
		switch {
		case len(behind) > len(", please.") && (strings.Contains(verb, ", but ") || strings.HasSuffix(verb, "there")):
			return true // "… but in another city for me?"
		case strings.Contains(f, " for me") && (strings.Contains(verb+" ", " for ") || strings.Contains(verb+" ", " me ")):
			return true // "Notify me … for me?"
		case strings.Contains(f, "help me") && s.Index() > 0:
			return true // it has helped already
		case strings.Contains(f, ":") && s.Blueprint.Relation == mission.LongTerm:
			return true // there is a colon in front already
		}
		return strings.Contains(f, " ask ") && strings.HasPrefix(verb, "ask ") // "May I ask you to ask …"
	})
	return capital(pick(s.r, timely(fit, verb), "{do}", verb))
}

// Units groups the calls of a mission by what is said together: calls that differ in one value.
func Units(s *roles.Scene) [][]int { return newSpeaker(s, mission.RoleUser).grouped() }

// users reports whether a verb phrase is one for what users do themselves by way of the
// assistant: they book a table, but have somebody sent word.
func users(verb string) bool {
	first, _, _ := strings.Cut(verb, " ")
	return userVerbs[first] && !assisted.MatchString(verb)
}

var userVerbs = set(`add apply arrange ask book buy cancel change claim compare dispute draft extend move order pay put
	rebook record redirect register rent report request reschedule reserve return schedule see send set sign stop submit swap
	switch transfer update withdraw print find file convert estimate check`)

// assisted matches words for what only the assistant does.
var assisted = regexp.MustCompile(`\b(me|let|have|tell|show|give|notify|inform|whether|say|ask|look)\b`)
