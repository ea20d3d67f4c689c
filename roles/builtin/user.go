package builtin

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// ErrNoWords says that the toolset has no wording for what a mission needs.
var ErrNoWords = errors.New("the toolset has no wording for this mission")

// User is the built-in user.
type User struct{}

// awkward finds a pronoun that nobody puts there.
var awkward = regexp.MustCompile(`(?i)\b((at|in|on|to|near|from) it\b|(:|namely) it\W)`)

// Propose implements [roles.User].
func (User) Propose(_ context.Context, scene *roles.Scene) (roles.Proposal, error) {
	s := newSpeaker(scene, mission.RoleUser)
	var text string
	var ok bool
	for range 4 {
		s.reset(mark{})
		clear(s.merged)
		clear(s.taken)
		if scene.Blueprint.Chat != nil {
			text, ok = s.chatRequest()
		} else {
			text, ok = s.request()
		}
		// What is meant to lean on something said before has to have a word
		// that does.
		leans := scene.Blueprint.Chat == nil || scene.Blueprint.Way == mission.WayDemonstrative
		chat := scene.Blueprint.Chat
		leans = leans && scene.Blueprint.Relation == mission.Implicit ||
			scene.Blueprint.Relation == mission.LongTerm && chat != nil && chat.Like != nil && chat.Follow == nil
		if ok && leans && len(s.phrases) == 0 {
			ok = false
		}
		if ok && !awkward.MatchString(text) {
			break
		}
	}
	if !ok {
		return roles.Proposal{}, ErrNoWords
	}
	text = strings.ReplaceAll(text, ".\".", ".\"") // of a quotation
	p := roles.Proposal{Text: text, Said: s.said, Referrals: s.referrals}
	if scene.Blueprint.Relation != "" {
		p.Phrase = strings.TrimRight(text, ".?!")
		if len(s.phrases) > 0 && scene.Blueprint.Opening == blueprint.OpenPlain && strings.Contains(text, s.phrases[0]) {
			p.Phrase = s.phrases[0]
		}
	}
	return p, nil
}

// request says a mission that needs tools.
func (s *speaker) request() (string, bool) {
	switch s.Blueprint.Opening {
	case blueprint.OpenPlain:
		return s.plain()
	case blueprint.OpenAlso:
		verbs, ok := s.verbs(s.units())
		if !ok {
			return "", false
		}
		verb := s.join(verbs)
		if s.Blueprint.Relation == mission.LongTerm {
			return s.anchored(s.frame(verb)), true
		}
		fit := slices.DeleteFunc(slices.Clone(alsoFrames[s.tone()]), func(f string) bool {
			return len(verb) > 40 && strings.Contains(f, "as well")
		})
		return capital(strings.ReplaceAll(keyed.Pick(s.r, fit), "{do}", verb)), true
	case blueprint.OpenThen:
		return s.then()
	case blueprint.OpenReword:
		verbs, ok := s.verbs(s.units())
		if !ok {
			return "", false
		}
		return capital(strings.ReplaceAll(keyed.Pick(s.r, rewordFrames[s.tone()]), "{do}", s.join(verbs))), true
	}
	return s.change()
}

// plain says a request that stands in its own words, referring words aside.
func (s *speaker) plain() (string, bool) {
	units := s.units()
	text, ok := "", false
	if len(units) == 1 && len(units[0]) == 1 && s.r.Chance(0.6) {
		text, ok = s.whole(units[0][0])
	}
	if !ok {
		if text, ok = s.clauses(units); !ok {
			return "", false
		}
	}
	opener := s.opener()
	if opener != "" { // "Got it. Okay, I need …"
		for _, word := range []string{"Okay, ", "Right, so ", "Right, "} {
			text = capital(strings.TrimPrefix(text, word))
		}
	}
	return opener + s.introduced(text) + s.closing(text), true
}

// introduced says "for me" where the user would have to speak of himself by
// name, and gives the name in a sentence of its own.
func (s *speaker) introduced(text string) string {
	name := s.Persona.Name
	if strings.Count(text, name) != 1 || !s.r.Chance(0.6) {
		return text
	}
	intro := strings.ReplaceAll(keyed.Pick(s.r, introductions[s.tone()]), "{name}", name) + " "
	for _, words := range [][2]string{{" for ", " for me"}, {" in the name of ", " in my name"}} {
		if strings.Contains(text, words[0]+name) && !strings.Contains(text, words[1]) {
			return intro + strings.Replace(text, words[0]+name, words[1], 1)
		}
	}
	return text
}

// closing is what some people put behind a request.
func (s *speaker) closing(text string) string {
	share := 0.0
	switch {
	case s.Index() > 0: // once is enough
	case s.Persona.Length == mission.Chatty:
		share = 0.3
	case s.Persona.Patience == mission.Hasty:
		share = 0.2
	case s.Persona.Length == mission.Plain:
		share = 0.05
	}
	if share == 0 || !s.r.Chance(share) {
		return ""
	}
	words := keyed.Pick(s.r, closings[s.tone()][s.Persona.Patience])
	if strings.HasSuffix(text, "please.") && strings.Contains(words, "please") {
		return ""
	}
	return " " + words
}

// opener is what a request begins with before it comes to the point.
func (s *speaker) opener() string {
	if s.Index() > 0 {
		if !s.Persona.Has(mission.Thanks) || !s.r.Chance(0.6) {
			return ""
		}
		if s.disappointed() {
			return keyed.Pick(s.r, openersNeutral[s.tone()]) + " "
		}
		return keyed.Pick(s.r, openersLater[s.tone()]) + " "
	}
	var out string
	if s.Persona.Has(mission.Greets) {
		out = keyed.Pick(s.r, greetings(s.tone(), s.Now.Hour())) + " "
	}
	if s.Persona.Has(mission.Explains) {
		out += s.Persona.Goal + " "
	}
	return out
}

// disappointed tells whether the last mission brought nothing: a refusal,
// nothing found, or a request that no tool serves.
func (s *speaker) disappointed() bool {
	last := s.Past[s.Index()-1]
	if last.Chat != nil {
		return last.Chat.Topic != nil && last.Chat.Topic.Kind != mission.ChatKnowledge
	}
	return slices.ContainsFunc(last.Calls, func(c blueprint.PastCall) bool {
		count, _ := c.Answer.Body.Get("count")
		return c.Answer.Status >= 300 || c.Tool.Effect == tools.List && count == int64(0)
	})
}

// units groups the calls into what is said in one breath: twins together, a
// list inside the noun phrase of the call that uses it.
func (s *speaker) units() [][]int {
	calls := s.Blueprint.Calls
	var units [][]int
	done := make([]bool, len(calls))
	for i := range calls {
		if done[i] {
			continue
		}
		if s.absorbable(i) && s.r.Chance(0.7) {
			s.merged[i] = true
			continue
		}
		unit := []int{i}
		for j := i + 1; j < len(calls); j++ {
			if !done[j] && twins(&calls[i], &calls[j]) && (len(unit) == 1 || sameParam(calls, unit, j)) {
				unit = append(unit, j)
				done[j] = true
			}
		}
		units = append(units, unit)
	}
	if s.backwards = len(units) == 2 && len(calls) == 2 && s.stepBefore(0, 1) && s.r.Chance(0.5); s.backwards {
		slices.Reverse(units)
	}
	return units
}

// stepBefore tells whether call i only stands in front of call j because
// business order demands it, and both can be said in either order.
func (s *speaker) stepBefore(i, j int) bool {
	calls := s.Blueprint.Calls
	uses := slices.ContainsFunc(calls[j].Args, func(a blueprint.Arg) bool { return a.Origin == blueprint.Result })
	return s.Blueprint.Opening == blueprint.OpenPlain && slices.Contains(calls[j].Tool.After, calls[i].Tool.Name) && !uses &&
		!slices.ContainsFunc(slices.Concat(calls[i].Args, calls[j].Args), func(a blueprint.Arg) bool { return a.Origin != blueprint.Said })
}

// absorbable tells whether a list call is only there for one other call, which
// can name what it is about: "the cheapest flight to Porto".
func (s *speaker) absorbable(i int) bool {
	calls := s.Blueprint.Calls
	if calls[i].Tool.Effect != tools.List || len(calls[i].Tool.Where) == 0 {
		return false
	}
	users := 0
	for j := range calls {
		if j != i && twins(&calls[i], &calls[j]) {
			return false
		}
		for _, a := range calls[j].Args {
			if a.Origin == blueprint.Result && a.Call == i {
				users++
			}
		}
	}
	for _, a := range calls[i].Args {
		if a.Origin != blueprint.Said {
			return false
		}
	}
	return users == 1 && len(calls[i].Args) <= s.room(i)
}

// room is how much a noun phrase may hold of what list i is narrowed by: two
// things at most, and one where the request goes on to say what is to be done with
// the thing that is chosen. "The biggest job of the sales team on hold for Ann"
// leaves open what is for Ann.
func (s *speaker) room(i int) int {
	for j, c := range s.Blueprint.Calls {
		uses := slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool { return a.Origin == blueprint.Result && a.Call == i })
		if j != i && uses && slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool { return a.Origin != blueprint.Result && a.Origin != blueprint.Asked }) {
			return 1
		}
	}
	return 2
}

// twins tells whether two calls differ in the value of one argument only.
func twins(a, b *blueprint.Call) bool {
	return a.Tool == b.Tool && len(differing(a, b)) == 1
}

func differing(a, b *blueprint.Call) []string {
	if len(a.Args) != len(b.Args) {
		return []string{"", ""}
	}
	var out []string
	for i := range a.Args {
		x, y := a.Args[i], b.Args[i]
		if x.Param != y.Param || x.Origin != y.Origin {
			return []string{"", ""}
		}
		if string(tools.EncodeValue(x.Value)) != string(tools.EncodeValue(y.Value)) {
			if x.Origin == blueprint.Result {
				return []string{"", ""}
			}
			out = append(out, x.Param.Name)
		}
	}
	return out
}

func sameParam(calls []blueprint.Call, unit []int, j int) bool {
	return slices.Equal(differing(&calls[unit[0]], &calls[unit[1]]), differing(&calls[unit[0]], &calls[j]))
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
		text := strings.NewReplacer("{a}", verbs[1], "{b}", verbs[0]).Replace(keyed.Pick(s.r, firstFrames[s.tone()]))
		return capital(text), true
	case cut == 1 && !s.ordered() && s.r.Chance(0.25):
		text := strings.NewReplacer("{a}", s.join(verbs[:cut]), "{b}", verbs[cut]).Replace(keyed.Pick(s.r, severalFrames[s.tone()]))
		return capital(text), true
	case cut > 0 && s.r.Chance(0.35):
		// Two sentences read better than one that never ends.
		first := s.frame(s.join(verbs[:cut]))
		return first + " " + keyed.Pick(s.r, secondSentence[s.tone()](verbs[cut], s.ordered())), true
	case cut == 0 && len(units[0]) > 1 && comparing(s.Blueprint.Calls[units[0][0]].Tool) && s.r.Chance(0.3):
		return s.frame(verbs[0]) + " " + keyed.Pick(s.r, compareTails[s.tone()]), true
	}
	return s.frame(s.join(verbs)), true
}

// comparing tells whether people ask a tool the same about several things in
// order to choose.
func comparing(t *tools.Tool) bool {
	told := slices.ContainsFunc(t.Gives, func(a *tools.Attribute) bool {
		return a.Values != nil && a.Values.Kind != tools.ValueCopy && a.Values.Kind != tools.ValueOf && a.Values.Kind != tools.ValuePattern
	})
	return t.Effect == tools.List || t.Effect == tools.Get || t.Effect == tools.Compute && told
}

// ordered tells whether the calls form a chain, so that "then" is true.
func (s *speaker) ordered() bool { return s.Blueprint.Pattern == mission.Serial }

// join makes one verb phrase of several.
func (s *speaker) join(verbs []string) string {
	if len(verbs) == 1 {
		return verbs[0]
	}
	links := []string{" and ", ", and also ", " and also "}
	long := slices.ContainsFunc(verbs, func(v string) bool { return len(v) > 30 || strings.Contains(v, " and ") })
	switch {
	case s.ordered() && long:
		links = []string{", and then ", ", then "}
	case s.ordered():
		links = []string{" and then ", ", then ", " and "}
	case long:
		links = []string{", and ", ", and also "}
	}
	link := keyed.Pick(s.r, links)
	last := len(verbs) - 1
	return strings.Join(verbs[:last], ", ") + link + verbs[last]
}

// frame makes a request of a verb phrase.
func (s *speaker) frame(verb string) string {
	fit := slices.DeleteFunc(slices.Clone(frames[s.tone()][s.length()]), func(f string) bool {
		_, behind, _ := strings.Cut(f, "{do}")
		switch {
		case len(verb) > 60 && len(behind) > len(" you?"):
			return true // "… for me, will you?" would come too late
		case len(behind) > len(", please.") && (strings.Contains(verb, ", but ") || strings.HasSuffix(verb, "there")):
			return true // "… but in another city for me?"
		case strings.Contains(f, " for me") && strings.Contains(verb, " for "):
			return true
		case strings.Contains(f, ":") && s.Blueprint.Relation == mission.LongTerm:
			return true // there is a colon in front already
		}
		return strings.Contains(f, " ask ") && strings.HasPrefix(verb, "ask ") // "May I ask you to ask …"
	})
	return capital(strings.ReplaceAll(keyed.Pick(s.r, fit), "{do}", verb))
}
