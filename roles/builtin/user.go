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
		return capital(strings.ReplaceAll(keyed.Pick(s.r, alsoFrames[s.tone()]), "{do}", verb)), true
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
	for _, word := range []string{"Okay", "Right"} { // "Okay. Okay, I need …"
		if strings.HasPrefix(opener, word) {
			text = capital(strings.TrimPrefix(text, word+", "))
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
	return t.Effect == tools.List || t.Effect == tools.Get || t.Effect == tools.Compute
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
		// "… for me, will you?" must not come too late, nor "for me" twice.
		_, behind, _ := strings.Cut(f, "{do}")
		aside := strings.Contains(verb, ", but ") || strings.HasSuffix(verb, "there")
		return len(behind) > len(" you?") && len(verb) > 60 || aside && len(behind) > len(", please.") || strings.Contains(f, ":") && s.Blueprint.Relation == mission.LongTerm || strings.Contains(f, " for me") && strings.Contains(verb, " for ")
	})
	return capital(strings.ReplaceAll(keyed.Pick(s.r, fit), "{do}", verb))
}

// comeBack prefixes a long-term request with what it comes back to.
func (s *speaker) comeBack(near, far string) string {
	if s.Blueprint.Relation != mission.LongTerm {
		return near
	}
	for _, word := range []string{"And ", "Okay, ", "So, ", "Right, so "} {
		far = strings.TrimPrefix(far, word)
	}
	leads := comeBacks
	topic := s.topic(s.Blueprint.Target)
	switch {
	case s.Blueprint.Opening == blueprint.OpenAlso, s.Blueprint.Opening == blueprint.OpenThen, s.Blueprint.Chat != nil && s.Blueprint.Chat.Like != nil:
		leads = alsoLeads
	case topic != "" && s.r.Chance(0.6):
		leads = topicLeads
	}
	lead := strings.NewReplacer("{n}", s.nth(s.Blueprint.Target), "{x}", topic).Replace(keyed.Pick(s.r, leads))
	named := slices.ContainsFunc(s.said, func(x roles.Saying) bool {
		return capital(x.Text) == x.Text && strings.HasPrefix(far, x.Text)
	})
	if named {
		return lead + " " + capital(far)
	}
	return lead + " " + lower(far)
}

// nth names mission k by its place: "first question", "second request".
func (s *speaker) nth(k int) string {
	if strings.HasSuffix(s.Past[k].Request, "?") {
		return ordinalWord(k+1) + " question"
	}
	return ordinalWord(k+1) + " request"
}

// anchored makes a request that takes up values of a mission long past say
// which one: "on the same day as in my first request".
func (s *speaker) anchored(text string) string {
	for _, words := range s.phrases {
		if i := strings.Index(text, words); i >= 0 && slices.Contains(strings.Fields(words), "same") {
			end := i + len(words)
			text = capital(text)
			return text[:end] + " as in my " + s.nth(s.Blueprint.Target) + text[end:]
		}
	}
	return s.comeBack(text, text)
}

// topic names what mission k was about, if no other mission was about such a
// thing.
func (s *speaker) topic(k int) string {
	var topic string
	for i, past := range s.Past {
		for _, c := range past.Calls {
			e := c.Tool.Entity
			if e == nil {
				continue
			}
			words := e.Noun
			if c.Tool.Effect == tools.List {
				words = e.Plural
			}
			switch {
			case i == k && topic == "":
				topic = words
			case topic != "" && i != k && (words == topic || e.Noun == topic || e.Plural == topic):
				return ""
			}
		}
		if i < k && topic == "" {
			for _, c := range past.Calls {
				for _, d := range s.Past[k].Calls {
					if c.Tool.Entity != nil && c.Tool.Entity == d.Tool.Entity {
						return ""
					}
				}
			}
		}
	}
	return topic
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
		choice = frames[s.tone()][s.length()]
	}
	text := strings.ReplaceAll(keyed.Pick(s.r, choice), "{do}", s.join(verbs))
	if s.Blueprint.Relation == mission.LongTerm {
		return s.anchored(text), true
	}
	return capital(text), true
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
				frames = farOther
			}
			text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{x}", other)
			return s.comeBack(capital(text), text), true
		case blueprint.Said:
			bare := false
			words, ok := s.fragment(i, c, a)
			if to, ok := strings.CutPrefix(words, "to "); ok && s.Blueprint.Opening == blueprint.OpenCorrect {
				bare, words = true, to
			}
			if a.Param.Entity != nil {
				bare = true
				words, ok = s.slot(&tools.Slot{Name: a.Param.Name, Bare: true}, i, c)
			}
			if ok && a.Param.Entity == nil && bareWorks(a.Param) && s.Blueprint.Opening != blueprint.OpenMore && s.Blueprint.Opening != blueprint.OpenAdd && s.r.Chance(0.5) {
				s.reset(mark{})
				bare = true
				words, ok = s.slot(&tools.Slot{Name: a.Param.Name, Bare: true}, i, c)
			}
			frames := fragmentFrames[s.Blueprint.Opening][s.tone()]
			if bare {
				frames = bareFrames[s.Blueprint.Opening][s.tone()]
			}
			if !ok || len(frames) == 0 {
				return "", false
			}
			switch {
			case s.Blueprint.Relation == mission.LongTerm && bare:
				frames = farBare
			case s.Blueprint.Relation == mission.LongTerm:
				frames = farChange
			case s.Blueprint.Opening == blueprint.OpenAdd && (strings.HasPrefix(words, "that ") || strings.HasPrefix(words, "with ") || strings.HasPrefix(words, "which ")):
				frames = addedOnly
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
			if !ok || s.Blueprint.Relation == mission.LongTerm && len(strings.Fields(text)) < 5 {
				continue // "plates?" means something right after the topic only
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
			return s.anchored(text), true
		case s.Blueprint.Relation != "" || s.tone() == mission.Direct:
			return capital(text), true
		}
		return s.opener() + capital(text), true
	}
	return "", false
}

// restateRequest asks for what was shown once more, only shorter.
func (s *speaker) restateRequest() string {
	noun := idNoun(s.Set, s.Blueprint.Chat.Entity)
	frames := restateOne[s.tone()]
	if len(s.Identifiers(s.Blueprint.Target)) > 1 {
		frames, noun = restateMany[s.tone()], tools.Plural(noun)
	}
	text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{x}", noun)
	return s.comeBack(text, text)
}

// idNoun is what people call the identifier of an entity.
func idNoun(set *tools.Toolset, e *tools.Entity) string {
	for _, t := range set.Tools {
		for _, p := range t.Params {
			if p.Entity == e && p.Noun != "" && p.Type != "array" {
				return p.Noun
			}
		}
	}
	return strings.ToLower(strings.Join(tools.Words(e.ID), " "))
}

// compareRequest asks which of several listed things is best in some way.
func (s *speaker) compareRequest() string {
	claim, e := s.Blueprint.Chat.Compare, s.Blueprint.Chat.Entity
	words := s.comparison(e, &mission.Choice{By: claim.By, Order: claim.Order}, "one")
	if len(claim.Items) == 2 {
		words = comparative(words)
	}
	words = predicate(words)
	if s.Blueprint.Opening == blueprint.OpenAlso {
		frames := otherPairFrames
		if len(claim.Items) > 2 {
			frames = otherAllFrames
		}
		text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{p}", words)
		return s.comeBack(text, text)
	}
	far := s.Blueprint.Relation == mission.LongTerm
	if len(claim.Items) > 2 {
		frames := allFrames[s.tone()]
		if far {
			frames = farFrames
		}
		text := strings.NewReplacer("{p}", words, "{x}", e.Plural).Replace(keyed.Pick(s.r, frames))
		s.phrases = append(s.phrases, strings.TrimRight(text, ".?!"))
		return text
	}
	first, second := ordinalWord(claim.Items[0]+1), ordinalWord(claim.Items[1]+1)
	later, noun := "", "one"
	if far {
		later, noun = " from earlier", e.Noun
	}
	text := keyed.Pick(s.r, pairFrames[s.tone()])
	text = strings.NewReplacer("{a}", first, "{b}", second, "{n}", noun, "{l}", later, "{p}", words).Replace(text)
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
	fragments := len(give) == 1 && !vague && s.r.Chance(0.4)
	for _, name := range give {
		a := c.Arg(name)
		if a == nil {
			return roles.Answer{}, ErrNoWords
		}
		words, ok := "", false
		switch {
		case len(give) > 1 && counts(a.Param): // "three and five": of what?
			words, ok = s.told(c, a, true)
		case fragments && bareWorks(a.Param):
			words, ok = s.told(c, a, true)
		default:
			fragments = false
		}
		if !ok {
			fragments = false
			words, ok = s.told(c, a, false)
		}
		if !ok {
			return roles.Answer{}, ErrNoWords
		}
		parts = append(parts, words)
	}
	frames := answerFrames[s.tone()][s.length()]
	switch {
	case vague:
		frames = partialFrames
	case len(scene.Answers) > 0:
		frames = againAnswers[s.Persona.Patience]
		if c.Arg(give[0]).Param.Entity != nil && s.Persona.Patience != mission.Hasty {
			frames = lookedUp
		}
	case fragments:
		frames = fragmentAnswers[s.tone()][s.length()]
	}
	if text := c.Arg(give[0]).Param; len(give) == 1 && text.Values != nil && text.Values.Kind == tools.ValueText && len(strings.Fields(parts[0])) > 3 {
		frames = []string{"{x}."} // dictated
	}
	frame := keyed.Pick(s.r, frames)
	if len(scene.Answers) > 0 && len(frames) > 1 { // not the same words every time
		frame = frames[(int(keyed.Hash(0, s.Persona.Name)%97)+s.Index())%len(frames)]
	}
	text := capital(strings.ReplaceAll(frame, "{x}", list(parts, "and")))
	if !vague {
		for i := range c.Args {
			a := &c.Args[i]
			if !a.Volunteered {
				continue
			}
			words, ok := s.told(c, a, true)
			if !ok {
				return roles.Answer{}, ErrNoWords
			}
			text += " " + capital(strings.ReplaceAll(keyed.Pick(s.r, moreFrames[s.tone()]), "{y}", words))
		}
	}
	return roles.Answer{Text: sentences(text), Said: s.said, Complete: !vague}, nil
}

// counts tells whether a parameter is a number.
func counts(p *tools.Param) bool {
	return p.Values != nil && (p.Values.Kind == tools.ValueInt || p.Values.Kind == tools.ValueNumber)
}

// told gives the words for a withheld argument, alone or with its preposition.
func (s *speaker) told(c *blueprint.Call, a *blueprint.Arg, fragment bool) (string, bool) {
	m := s.mark()
	told := *a
	told.Origin = blueprint.Said
	bare := &blueprint.Call{Tool: c.Tool, Args: []blueprint.Arg{told}}
	words, ok := "", false
	if fragment {
		words, ok = s.fragment(0, bare, &bare.Args[0])
	} else {
		words, ok = s.value(&tools.Slot{Bare: true}, 0, bare, &bare.Args[0])
	}
	if !ok {
		s.reset(m)
	}
	return words, ok
}

// sentences makes the first letter behind a full stop a capital.
func sentences(text string) string {
	for _, mark := range []string{". ", "! ", "? "} {
		parts := strings.Split(text, mark)
		for i := range parts {
			parts[i] = capital(parts[i])
		}
		text = strings.Join(parts, mark)
	}
	return text
}

// evasion is an answer that leaves the question open.
func (s *speaker) evasion(p *tools.Param) string {
	if len(p.Vague) > 0 {
		return keyed.Pick(s.r, p.Vague)
	}
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
