package builtin

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"switchyard/blueprint"
	"switchyard/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// ErrNoWords says that the toolset has no wording for what a mission needs.
var ErrNoWords = errors.New("the toolset has no wording for this mission")

// User is the built-in user.
type User struct{}

// awkward finds a pronoun that nobody puts there.
var awkward = regexp.MustCompile(`(?i)\b(at|in|on|to|near|from) it\b`)

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
		if ok && scene.Blueprint.Relation == mission.Implicit && leans && len(s.phrases) == 0 {
			ok = false
		}
		if ok && !awkward.MatchString(text) {
			break
		}
	}
	if !ok {
		return roles.Proposal{}, ErrNoWords
	}
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
			text := s.frame(verb)
			return s.comeBack(text, text), true
		}
		return capital(strings.ReplaceAll(keyed.Pick(s.r, alsoFrames[s.tone()]), "{do}", verb)), true
	case blueprint.OpenThen:
		return s.then()
	}
	return s.change()
}

// plain says a request that stands in its own words, referring words aside.
func (s *speaker) plain() (string, bool) {
	units := s.units()
	text, ok := "", false
	if len(units) == 1 && len(units[0]) == 1 && s.r.Chance(0.55) {
		text, ok = s.whole(units[0][0])
	}
	if !ok {
		if text, ok = s.clauses(units); !ok {
			return "", false
		}
	}
	opener := s.opener()
	if opener != "" {
		text = capital(strings.TrimPrefix(text, "Hey, ")) // one greeting is enough
	}
	return opener + text, true
}

// opener is what a request begins with before it comes to the point.
func (s *speaker) opener() string {
	if s.Index() > 0 {
		if !s.r.Chance(0.3) {
			return ""
		}
		return keyed.Pick(s.r, openersLater[s.tone()]) + " "
	}
	var out string
	if s.r.Chance(0.3) {
		out = keyed.Pick(s.r, greetings(s.tone(), s.Now.Hour())) + " "
	}
	if len(s.Set.Scenes) > 0 && s.tone() != mission.Direct && s.r.Chance(0.35) {
		if scene, ok := keyed.Pick(s.r, s.Set.Scenes).Render(func(*tools.Slot) (string, bool) { return "", false }, s.r.IntN); ok {
			out += scene + " "
		}
	}
	return out
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
		if s.absorbable(i) && s.r.Chance(0.5) {
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
	return units
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
	return users == 1
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
	for k, unit := range units {
		s.group = unit
		text, ok := s.verb(unit[0])
		s.group = nil
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
	if len(verbs) > 1 && s.r.Chance(0.3) {
		// Two sentences read better than one that never ends.
		cut := len(verbs) - 1
		first := s.frame(s.join(verbs[:cut]))
		return first + " " + keyed.Pick(s.r, secondSentence[s.tone()](verbs[cut], s.ordered())), true
	}
	return s.frame(s.join(verbs)), true
}

// ordered tells whether the calls form a chain, so that "then" is true.
func (s *speaker) ordered() bool { return s.Blueprint.Pattern == mission.Serial }

// join makes one verb phrase of several.
func (s *speaker) join(verbs []string) string {
	if len(verbs) == 1 {
		return verbs[0]
	}
	links := []string{" and ", ", and also ", " and also "}
	if s.ordered() {
		links = []string{" and then ", ", then ", " and "}
	}
	link := keyed.Pick(s.r, links)
	if strings.Contains(verbs[0], " and ") && link == " and " {
		link = ", and "
	}
	last := len(verbs) - 1
	return strings.Join(verbs[:last], ", ") + link + verbs[last]
}

// frame makes a request of a verb phrase.
func (s *speaker) frame(verb string) string {
	return capital(strings.ReplaceAll(keyed.Pick(s.r, frames[s.tone()]), "{do}", verb))
}

// comeBack prefixes a long-term request with what it comes back to.
func (s *speaker) comeBack(near, far string) string {
	if s.Blueprint.Relation != mission.LongTerm {
		return near
	}
	which := ordinalWord(s.Blueprint.Target + 1)
	lead := keyed.Pick(s.r, []string{
		"Going back to my " + which + " question: ",
		"About my " + which + " request again: ",
		"To return to the " + which + " thing I asked: ",
		"One more thing on my " + which + " question: ",
	})
	for _, word := range []string{"And ", "Okay, ", "Hey, ", "So, "} {
		far = strings.TrimPrefix(far, word)
	}
	return lead + lower(far)
}

// then falls back on what a tool can do.
func (s *speaker) then() (string, bool) {
	units := s.units()
	verbs, ok := s.verbs(units)
	if !ok {
		return "", false
	}
	choice := thenFrames[s.tone()]
	if s.Blueprint.Relation == mission.LongTerm {
		choice = frames[s.tone()]
	}
	text := strings.ReplaceAll(keyed.Pick(s.r, choice), "{do}", s.join(verbs))
	return s.comeBack(capital(text), text), true
}

// change says only what differs from an earlier request.
func (s *speaker) change() (string, bool) {
	units := s.units()
	if len(units) == 0 || s.merged[0] {
		clear(s.merged)
		return "", false
	}
	lead, ok := s.changed(units[0])
	if !ok {
		return "", false
	}
	if len(units) == 1 {
		return lead, true
	}
	verbs, ok := s.verbs(units[1:])
	if !ok {
		return "", false
	}
	return lead + " " + keyed.Pick(s.r, secondSentence[s.tone()](s.join(verbs), s.ordered())), true
}

// changed says the changed argument of a unit.
func (s *speaker) changed(unit []int) (string, bool) {
	i := unit[0]
	c := &s.Blueprint.Calls[i]
	s.group = unit
	defer func() { s.group = nil }()
	if s.Blueprint.Opening == blueprint.OpenAgain {
		for k := range c.Args {
			if a := &c.Args[k]; a.Origin == blueprint.Shown {
				words, ok := s.slot(&tools.Slot{Name: a.Param.Name}, i, c)
				return strings.ReplaceAll(keyed.Pick(s.r, againFrames[s.tone()]), "{it}", words), ok
			}
		}
		return "", false
	}
	for k := range c.Args {
		a := &c.Args[k]
		switch a.Origin {
		case blueprint.Asked:
			if len(a.Param.Other) == 0 {
				return "", false
			}
			other := keyed.Pick(s.r, a.Param.Other)
			frames := otherFrames[s.tone()]
			if s.Blueprint.Relation == mission.LongTerm {
				frames = []string{"the same again, but {x}, please.", "could I have that once more, but {x}?", "can you do that {x} as well?"}
			}
			text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{x}", other)
			return s.comeBack(capital(text), text), true
		case blueprint.Said:
			frames := fragmentFrames[s.Blueprint.Opening][s.tone()]
			words, ok := s.fragment(i, c, a)
			if ok && bareWorks(a.Param) && s.Blueprint.Opening != blueprint.OpenMore && s.Blueprint.Opening != blueprint.OpenAdd && s.r.Chance(0.5) {
				s.reset(mark{})
				frames = bareFrames[s.Blueprint.Opening][s.tone()]
				words, ok = s.slot(&tools.Slot{Name: a.Param.Name, Bare: true}, i, c)
			}
			if !ok {
				return "", false
			}
			text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{x}", words)
			return s.comeBack(capital(text), text), true
		}
	}
	return "", false
}

// bareWorks tells whether a value of the parameter can stand without words
// around it: "What about Porto?", "Make that Friday".
func bareWorks(p *tools.Param) bool {
	if p.Values == nil {
		return false
	}
	switch p.Values.Kind {
	case tools.ValueKnown, tools.ValueDate, tools.ValueDateTime, tools.ValuePerson, tools.ValueCity:
		return true
	}
	return false
}

// chatRequest says a mission that no tool serves.
func (s *speaker) chatRequest() (string, bool) {
	chat := s.Blueprint.Chat
	switch {
	case chat.Compare != nil:
		return s.compareRequest(), true
	case chat.Restate:
		return s.restateRequest(), true
	case chat.Follow != nil:
		for _, p := range keyed.Shuffled(s.r, chat.Follow.Ask) {
			text, ok := p.Render(func(*tools.Slot) (string, bool) { return "", false }, s.r.IntN)
			if !ok {
				continue
			}
			if chat.Follow.Phrase != "" && s.Blueprint.Relation != mission.LongTerm {
				s.phrases = append(s.phrases, chat.Follow.Phrase)
			}
			return s.comeBack(text, text), true
		}
		return "", false
	}
	for _, p := range keyed.Shuffled(s.r, chat.Topic.Ask) {
		m := s.mark()
		text, ok := p.Render(func(slot *tools.Slot) (string, bool) {
			if slot.Name == "it" && chat.It != nil {
				words := s.shownWords(chat.It)
				s.phrases = append(s.phrases, words)
				return words, true
			}
			if chat.Like == nil {
				return "", false
			}
			before := s.mark()
			words, ok := s.slot(slot, -1, chat.Like)
			if !ok {
				s.reset(before)
			}
			return words, ok
		}, s.r.IntN)
		if !ok {
			s.reset(m)
			continue
		}
		s.prune(m, text)
		text = strings.Join(strings.Fields(text), " ")
		switch {
		case s.Blueprint.Opening == blueprint.OpenAlso:
			return s.comeBack("And "+lower(text), text), true
		case s.Blueprint.Relation == mission.LongTerm && s.Blueprint.Way == mission.WayEarlierSubject && chat.It == nil:
			return s.comeBack(text, text), true
		case s.Blueprint.Relation != "" || s.tone() == mission.Direct:
			return capital(text), true
		}
		return s.opener() + capital(text), true
	}
	return "", false
}

// restateRequest asks for what was shown once more, only shorter.
func (s *speaker) restateRequest() string {
	k, e := s.Blueprint.Target, s.Blueprint.Chat.Entity
	noun := "reference number"
	if e != nil {
		noun = s.idNoun(e)
	}
	frames := restateOne[s.tone()]
	if len(s.Identifiers(k)) > 1 {
		frames, noun = restateMany[s.tone()], tools.Plural(noun)
	}
	text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{x}", noun)
	return s.comeBack(text, text)
}

// idNoun is what people call the identifier of an entity.
func (s *speaker) idNoun(e *tools.Entity) string {
	for _, t := range s.Set.Tools {
		for _, p := range t.Params {
			if p.Entity == e && p.Noun != "" && p.Type != "array" {
				return p.Noun
			}
		}
	}
	return strings.ToLower(strings.Join(tools.Words(e.ID), " "))
}

// compareRequest asks which of two listed things is better in some way.
func (s *speaker) compareRequest() string {
	claim, e := s.Blueprint.Chat.Compare, s.Blueprint.Chat.Entity
	if s.Blueprint.Opening == blueprint.OpenAlso {
		words := strings.TrimSuffix(s.comparison(e, &mission.Choice{By: claim.By, Order: claim.Order}, "one"), " one")
		text := strings.ReplaceAll(keyed.Pick(s.r, []string{"And which is the {c}?", "And which of the two is the {c}?",
			"Which would be the {c}, then?"}), "{c}", words)
		return s.comeBack(text, text)
	}
	first, second := ordinalWord(claim.Items[0]+1), ordinalWord(claim.Items[1]+1)
	later := ""
	noun := "one"
	if s.Blueprint.Relation == mission.LongTerm {
		later, noun = " from earlier", e.Noun
	}
	words := strings.TrimSuffix(s.comparison(e, &mission.Choice{By: claim.By, Order: claim.Order}, "one"), " one")
	text := keyed.Pick(s.r, []string{
		"Between the {a} and the {b} {n}{l}, which is the {c}?",
		"Of the {a} and the {b} {n}{l}, which is the {c}?",
		"If I compare the {a} {n}{l} with the {b}, which is the {c}?",
		"Looking at the {a} and the {b} {n}{l}, which would be the {c}?",
	})
	text = strings.NewReplacer("{a}", first, "{b}", second, "{n}", noun, "{l}", later, "{c}", words).Replace(text)
	s.phrases = append(s.phrases, "the "+first)
	return text
}

// Answer implements [roles.User].
func (User) Answer(_ context.Context, scene *roles.Scene, q mission.Question) (roles.Answer, error) {
	s := newSpeaker(scene, mission.RoleUser)
	c := &scene.Blueprint.Calls[0]
	give := q.Missing
	vague := scene.Blueprint.Vague && len(scene.Answers) == 0
	if vague && len(q.Missing) > 1 {
		give = q.Missing[:1]
	} else if vague {
		return roles.Answer{Text: s.evasion(c.Arg(q.Missing[0]).Param)}, nil
	}
	var parts []string
	fragments := len(give) > 1 || s.r.Chance(0.4)
	for _, name := range give {
		a := c.Arg(name)
		if a == nil {
			return roles.Answer{}, ErrNoWords
		}
		told := *a
		told.Origin = blueprint.Said
		bare := &blueprint.Call{Tool: c.Tool, Args: []blueprint.Arg{told}}
		words, ok := "", false
		if fragments {
			words, ok = s.fragment(0, bare, &bare.Args[0])
		}
		if !ok {
			fragments = false
			s.reset(mark{said: len(s.said)})
			words, ok = s.value(&tools.Slot{Bare: true}, 0, bare, &bare.Args[0])
		}
		if !ok {
			return roles.Answer{}, ErrNoWords
		}
		parts = append(parts, words)
	}
	frames := answerFrames[s.tone()]
	if fragments {
		frames = fragmentAnswers[s.tone()]
	}
	frame := keyed.Pick(s.r, frames)
	if vague {
		frame = keyed.Pick(s.r, partialFrames)
	}
	text := capital(strings.ReplaceAll(frame, "{x}", list(parts, "and")))
	return roles.Answer{Text: text, Said: s.said, Complete: !vague}, nil
}

// evasion is an answer that leaves the question open.
func (s *speaker) evasion(p *tools.Param) string {
	kind := tools.ValueText
	if p.Values != nil {
		kind = p.Values.Kind
	}
	if p.Entity != nil {
		return keyed.Pick(s.r, evasions["entity"])
	}
	switch kind {
	case tools.ValueDate, tools.ValueDateTime, tools.ValueTime, tools.ValueMonth:
		return keyed.Pick(s.r, evasions["time"])
	case tools.ValueKnown, tools.ValueCity, tools.ValueStreet:
		return keyed.Pick(s.r, evasions["place"])
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		return keyed.Pick(s.r, evasions["number"])
	}
	return keyed.Pick(s.r, evasions["any"])
}
