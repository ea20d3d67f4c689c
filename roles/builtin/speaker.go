package builtin

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// speaker puts the calls of one blueprint into words and records what it said.
type speaker struct {
	*roles.Scene
	r                     keyed.Rand
	said                  []roles.Saying
	referrals             []roles.Referral
	phrases               []string           // words that refer to an earlier mission
	taken                 map[[2]string]bool // arguments (call, parameter) for which "there" or "it" stands
	again                 bool               // values are said again even if they were said before
	words                 sayer
	merged                map[int]bool   // list calls that are said inside another call's noun phrase
	inside                map[int]bool   // the merged calls that are being said
	group                 []int          // twins said together with the present call
	before                []int          // calls said just before the present one
	unharvested, anywhere bool           // no harvested words do; those that go on may begin a conversation
	found                 *tools.Wording // the harvested words that are used
	tail                  string         // what stands behind things that lie further back
	backwards             bool           // the goal is said before the step in front of it
	further               bool           // another thing of the kind was named just before
	fullNames             bool           // names are not cut short
	// clumsy is set if nobody would say the things of the request together.
	clumsy bool
	// severalSuch is set if the conversation has several values for which the words of a
	// request can stand.
	severalSuch bool
}

func newSpeaker(s *roles.Scene, role mission.Role) *speaker {
	r := s.Rand(role)
	often := func(what string) bool { return keyed.New(0, what, s.Persona.Name).Chance(0.5) }
	return &speaker{Scene: s, r: r, taken: map[[2]string]bool{}, merged: map[int]bool{}, inside: map[int]bool{},
		words: sayer{r: r, now: s.Now, talk: s.Blueprint != nil && s.Blueprint.Chat != nil, tone: s.Persona.Tone, spell: often("spell"), signs: often("signs"), clock24: often("clock"), spellTime: often("time") && often("of day"),
			days: keyed.Pick(keyed.New(0, "days", s.Persona.Name), []dateStyle{dayMonthStyle, dayMonthStyle, monthDayStyle, monthDayStyle, monthDayStyle, ofStyle}), away: sync.OnceValue(func() bool { return away(s) })}}
}

// away reports whether the conversation names a day of another month than the present
// one, or is about to. "The 24th" could then be in that month.
func away(s *roles.Scene) bool {
	texts := []string{s.Proposal.Text}
	for _, p := range s.Past {
		texts = append(texts, p.Texts()...)
	}
	if s.Blueprint != nil {
		for _, c := range s.Blueprint.Calls {
			for _, a := range c.Args {
				if v, ok := a.Value.(string); ok {
					texts = append(texts, v)
				}
			}
		}
	}
	return namesOtherMonth(texts, s.Now.Month())
}

// namesOtherMonth reports whether one of the texts names a day of another month.
func namesOtherMonth(texts []string, than time.Month) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return otherMonth(text, than) && slices.ContainsFunc(datedMonth.FindAllStringSubmatch(text, -1), func(m []string) bool {
			month := m[1] + m[2]
			if n, err := strconv.Atoi(m[3]); err == nil {
				month = time.Month(n).String()
			}
			return month != than.String()
		})
	})
}

// otherMonth reports whether a text may name a day of another month, which costs much less
// than to find it.
func otherMonth(text string, than time.Month) bool {
	for m := time.January; m <= time.December; m++ {
		if m != than && strings.Contains(text, m.String()) {
			return true
		}
	}
	return strings.Count(text, "-") > 1
}

// datedMonth matches a day and captures its month: in words before or after the number,
// or in an ISO date.
var datedMonth = regexp.MustCompile(`\d(?:st|nd|rd|th)?(?: of)? (` + months + `)\b|\b(` + months + `) \d|\b\d{4}-(\d\d)-\d\d`)

const months = "January|February|March|April|May|June|July|August|September|October|November|December"

func (s *speaker) tone() mission.Tone { return s.Persona.Tone }

// length is how many words the user uses.
func (s *speaker) length() mission.Length { return cmp.Or(s.Persona.Length, mission.Plain) }

// mark is how far the records of the speaker reach. reset drops what a wording that
// failed has added since.
type mark struct{ said, referrals, phrases int }

func (s *speaker) mark() mark { return mark{len(s.said), len(s.referrals), len(s.phrases)} }

func (s *speaker) reset(m mark) {
	s.said, s.referrals, s.phrases = s.said[:m.said], s.referrals[:m.referrals], s.phrases[:m.phrases]
}

// refer records words that stand for a thing which another call shows or gives.
func (s *speaker) refer(i int, a *blueprint.Arg, words string) {
	s.referrals = append(s.referrals, roles.Referral{Call: i, Param: a.Param.Name, Text: words})
}

// rendered fills in a wording. It keeps no record of what was said in slots and groups
// that vanish.
func (s *speaker) rendered(p *tools.Phrase, slot func(*tools.Slot) (string, bool)) (string, bool) {
	m := s.mark()
	text, ok := p.Render(func(at *tools.Slot) (string, bool) {
		before := s.mark()
		words, ok := slot(at)
		if !ok {
			s.reset(before)
		}
		return words, ok
	}, s.r.IntN)
	if !ok {
		s.reset(m)
		return "", false
	}
	gone := func(x roles.Saying) bool { return !strings.Contains(text, x.Text) }
	s.said = append(s.said[:m.said], slices.DeleteFunc(s.said[m.said:], gone)...)
	return spaced(text), true
}

// phrase fills in a wording for a call.
func (s *speaker) phrase(p *tools.Phrase, i int, c *blueprint.Call) (string, bool) {
	text, ok := s.rendered(p, func(slot *tools.Slot) (string, bool) { return s.slot(slot, i, c) })
	for _, a := range c.Args {
		if a.Origin == blueprint.Asked && a.Param.Entity != nil { // "to another slot, namely a slot"
			text = strings.Replace(text, ", namely "+article(a.Param.Entity.Noun), "", 1)
			text = strings.Replace(text, "that that "+a.Param.Entity.Noun, "that the "+a.Param.Entity.Noun, 1)
		}
	}
	return text, ok
}

// slot returns the words for a slot of a call's wording.
func (s *speaker) slot(slot *tools.Slot, i int, c *blueprint.Call) (string, bool) {
	a := c.Arg(slot.Name)
	if a == nil {
		return "", false
	}
	if slot.Field != "" {
		o, _ := a.Value.(tools.Object)
		v, ok := o.Get(slot.Field)
		p := a.Param.Prop(slot.Field)
		if !ok || a.Origin != blueprint.Said || p == nil {
			return "", false
		}
		return s.leaf(slot, i, p, jsonptr.Join(slot.Name, slot.Field), v, c.Tool.Labels[slot.Name])
	}
	defer s.level(slot.Name)()
	words, ok := s.arg(slot, i, c, a)
	if !ok {
		return "", false
	}
	// Twins differ in one argument. It is said for all of them at once.
	all := []string{words}
	for _, j := range s.group {
		twin := &s.Blueprint.Calls[j]
		b := twin.Arg(slot.Name)
		if b == nil || b.Echo != nil || j == i || tools.Same(b.Value, a.Value) {
			continue
		}
		s.clumsy = s.clumsy || ofKind(a.Param, tools.ValueDateTime) // "on 3 March at 4 pm and 5 March at 6 pm"
		s.further = true
		more, ok := s.arg(&tools.Slot{Name: slot.Name, Bare: true, A: slot.A}, j, twin, b)
		s.further = false
		if !ok {
			return "", false
		}
		all = append(all, more)
	}
	switch {
	case len(all) > 1 && a.Origin == blueprint.Shown:
		return s.joinReferences(all), true
	case len(all) > 1 && slot.Many != "":
		all[0] = strings.TrimSuffix(strings.TrimSuffix(all[0], " "+slot.Many), " "+slot.One)
		return list(all, "and") + " " + slot.Many, true
	}
	return list(all, "and"), true
}

// level has the days of twins said in the same style until the returned function is
// called.
func (s *speaker) level(name string) func() {
	var days []time.Time
	for _, j := range s.group {
		if a := s.Blueprint.Calls[j].Arg(name); a != nil && a.Echo == nil {
			if t, err := time.Parse(world.DateLayout, fmt.Sprint(a.Value)); err == nil {
				days = append(days, t)
			}
		}
	}
	if len(days) < 2 {
		return func() {}
	}
	s.words.align(days, true)
	return func() { s.words.level = false }
}

// arg returns the words for one argument, depending on where its value comes from.
func (s *speaker) arg(slot *tools.Slot, i int, c *blueprint.Call, a *blueprint.Arg) (string, bool) {
	p := a.Param
	switch a.Origin {
	case blueprint.Asked:
		if p.Entity == nil {
			return "", false
		}
		return s.unnamed(c.Tool, a), true
	case blueprint.Shown:
		return s.shown(i, a), true
	case blueprint.Result:
		return s.resultWords(i, a)
	case blueprint.Earlier:
		if a.There && len(p.There) > 0 {
			words := s.thereWords(p, a.Value)
			s.phrases = append(s.phrases, words)
			return tools.Instead(words), true
		}
		if p.Entity == nil {
			return "", false
		}
		words := "that " + p.Entity.Noun
		s.phrases = append(s.phrases, words)
		return words, true
	}
	if s.backwards && a.Echo == nil && s.wasSaid(&blueprint.Echo{Call: i, Param: p.Name}) {
		if p.Entity == nil {
			return "", false
		}
		return s.pronoun(p.Entity, 1-i), true
	}
	if a.Echo == nil || !s.wasSaid(a.Echo) {
		return s.firstTime(slot, i, c, a)
	}
	if len(p.There) > 0 && !s.again && s.r.Chance(0.8) {
		s.taken[[2]string{keyed.Int(i), p.Name}] = true
		return tools.Instead(keyed.Pick(s.r, p.There)), true
	}
	switch {
	case p.Entity != nil:
		s.taken[[2]string{keyed.Int(i), p.Name}] = true
		return s.pronoun(p.Entity, a.Echo.Call), true
	case s.isTwin(i, a.Echo):
		return "", false
	}
	return s.firstTime(slot, i, c, a)
}

// unnamed are the words for a thing of which the user forgets to say which one it is. It is
// one that the user has in mind, so that only those who want something made of it say "a",
// and those who announce another one.
func (s *speaker) unnamed(t *tools.Tool, a *blueprint.Arg) string {
	e := a.Param.Entity
	switch {
	case a.Open:
		return article(e.Noun)
	case t.Effect == tools.Create && s.r.Chance(0.4) && !e.Own:
		return article(e.Noun)
	case s.spokenOf(e): // "the flat" would be the one that was spoken of
		if s.owned(e) {
			return "one of my " + e.Plural
		}
		return "one of the " + e.Plural
	case s.owned(e):
		return pick(s.r, sentences["unnamed own"], "{x}", e.Noun, "{xs}", e.Plural)
	}
	return spaced(strings.ReplaceAll(pick(s.r, s.toned("unnamed"), "{x}", e.Noun, "{xs}", e.Plural), "a "+e.Noun, article(e.Noun)))
}

// spokenOf reports whether the conversation has used the noun of an entity, though it named
// no such thing.
func (s *speaker) spokenOf(e *tools.Entity) bool {
	return slices.ContainsFunc(s.Past, func(p *blueprint.Past) bool {
		return slices.ContainsFunc(p.Texts(), func(text string) bool { return blueprint.Holds(strings.ToLower(text), strings.ToLower(e.Noun)) })
	})
}

// firstTime says a value for which there were no words before.
func (s *speaker) firstTime(slot *tools.Slot, i int, c *blueprint.Call, a *blueprint.Arg) (string, bool) {
	m := s.mark()
	words, ok := s.value(slot, i, c, a)
	if ok && s.backwards && a.Echo != nil {
		// The step that is made first takes its value from these words, too.
		for _, x := range s.said[m.said:] {
			x.Call, x.Pointer = a.Echo.Call, jsonptr.Join(a.Echo.Param)+strings.TrimPrefix(x.Pointer, jsonptr.Join(a.Param.Name))
			s.said = append(s.said, x)
		}
	}
	return words, ok
}

// owned reports whether a thing is the user's own: the toolset says so, or customers
// have it made.
func (s *speaker) owned(e *tools.Entity) bool {
	return e.Own || !s.Set.Staff && slices.ContainsFunc(s.Set.Tools, func(t *tools.Tool) bool { return t.Effect == tools.Create && t.Entity == e })
}

// isTwin reports whether a call is said together with the call that says its value.
func (s *speaker) isTwin(i int, e *blueprint.Echo) bool {
	return i != e.Call && slices.Contains(s.group, i) && slices.Contains(s.group, e.Call)
}

func (s *speaker) wasSaid(e *blueprint.Echo) bool {
	return slices.ContainsFunc(s.said, func(x roles.Saying) bool { return x.Call == e.Call && x.Of(e.Param) })
}

// forms are the forms that people of few or many words prefer.
var forms = map[mission.Length][]mission.Form{
	mission.Terse:  {mission.FormFragment, mission.FormImperative},
	mission.Chatty: {mission.FormStatement, mission.FormQuestion},
}

// asks lists the complete requests in the user's tone. Most of the time, the forms that
// the user prefers come first.
func (s *speaker) asks(t *tools.Tool) []tools.AskPhrase {
	fit := slices.DeleteFunc(keyed.Shuffled(s.r, t.Ask), func(a tools.AskPhrase) bool { return a.Tone != s.tone() })
	if preferred := forms[s.length()]; len(preferred) > 0 && s.r.Chance(0.7) {
		isPreferred := func(a tools.AskPhrase) bool { return slices.Contains(preferred, a.Form) }
		others := slices.DeleteFunc(slices.Clone(fit), isPreferred)
		fit = append(slices.DeleteFunc(fit, func(a tools.AskPhrase) bool { return !isPreferred(a) }), others...)
	}
	return fit
}

// whole says the call as a request of its own.
func (s *speaker) whole(i int) (string, bool) {
	c := &s.Blueprint.Calls[i]
	if s.announced(c) != "" {
		return "", false
	}
	for _, ask := range s.asks(c.Tool) {
		m := s.mark()
		text, ok := s.phrase(ask.Phrase, i, c)
		if !ok {
			continue
		}
		open := slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool {
			return !s.pointedAt(i, &a, m) || s.overlooked(&a, m) || a.Origin == blueprint.Said && !s.saidAll(i, &a, m) && !(a.Echo != nil && s.wasSaid(a.Echo))
		})
		if !open && s.asksAnew(i, text, m) {
			return capital(text), true
		}
		s.reset(m)
	}
	return "", false
}

// verb says the call as a verb phrase: "find flights to Porto".
func (s *speaker) verb(i int) (string, bool) {
	c := &s.Blueprint.Calls[i]
	text, rest, ok := s.complete(i, c.Tool.Do)
	if !ok {
		return "", false
	}
	return text + rest + s.announced(c), true
}

// announced says that another value is wanted, without the value.
func (s *speaker) announced(c *blueprint.Call) string {
	for _, a := range c.Args {
		if a.Origin == blueprint.Asked && a.Open && len(a.Param.Other) > 0 {
			return ", but " + keyed.Pick(s.r, a.Param.Other)
		}
	}
	return ""
}

// where says by what a list is narrowed, behind the noun.
func (s *speaker) where(i int) (string, bool) {
	text, rest, ok := s.complete(i, s.Blueprint.Calls[i].Tool.Where)
	if text != "" && !strings.HasPrefix(text, ",") {
		text = " " + text
	}
	return text + rest, ok
}

// complete says a call in one of the wordings, and the rest that the wording leaves
// out.
func (s *speaker) complete(i int, phrases []*tools.Phrase) (text, rest string, ok bool) {
	c := &s.Blueprint.Calls[i]
	for _, p := range keyed.Shuffled(s.r, phrases) {
		if s.backwards && i == 0 && !unheard(p) {
			continue
		}
		m := s.mark()
		if text, ok = s.phrase(p, i, c); !ok {
			continue
		}
		if rest, ok = s.rest(i, c, m); ok && s.asksAnew(i, text, m) {
			return text, rest, true
		}
		s.reset(m)
	}
	return "", "", false
}

// rest says the values of call i that its wording since the mark leaves out, with the
// parameters' own words.
func (s *speaker) rest(i int, c *blueprint.Call, m mark) (string, bool) {
	var out strings.Builder
	for k := range c.Args {
		a := &c.Args[k]
		if !s.pointedAt(i, a, m) {
			return "", false
		}
		if s.overlooked(a, m) {
			words := s.thereWords(a.Param, a.Value)
			s.phrases = append(s.phrases, words)
			out.WriteString(" " + words)
		}
		if a.Origin != blueprint.Said || s.saidAll(i, a, m) || s.understood(i, a) {
			continue
		}
		s.again = true
		words, ok := s.fragment(i, c, a)
		s.again = false
		if !ok {
			return "", false
		}
		if s.crowded(i, m) && strings.HasPrefix(words, "with ") {
			out.WriteString(",") // "charged to the sales team, with each copy folded"
		}
		out.WriteString(" " + words)
	}
	return out.String(), true
}

// understood reports whether a value needs no words because it was said before. This
// holds only if twins share it or if a word such as "there" stands for it. Otherwise it
// would not be clear that the value stays.
func (s *speaker) understood(i int, a *blueprint.Arg) bool {
	if a.Echo == nil {
		return s.backwards && s.wasSaid(&blueprint.Echo{Call: i, Param: a.Param.Name})
	}
	return s.wasSaid(a.Echo) && (s.isTwin(i, a.Echo) || s.taken[[2]string{keyed.Int(i), a.Param.Name}])
}

// overlooked reports whether no word such as "there" since the mark stands for an
// argument that needs one.
func (s *speaker) overlooked(a *blueprint.Arg, m mark) bool {
	return a.Origin == blueprint.Earlier && a.There && len(a.Param.There) > 0 &&
		!slices.ContainsFunc(s.phrases[m.phrases:], func(words string) bool { return slices.Contains(a.Param.There, words) })
}

// pointedAt reports whether words since the mark stand for an argument that another
// call of the mission gives. Other arguments need no such words.
func (s *speaker) pointedAt(i int, a *blueprint.Arg, m mark) bool {
	return a.Origin != blueprint.Result ||
		slices.ContainsFunc(s.referrals[m.referrals:], func(r roles.Referral) bool { return r.Call == i && r.Param == a.Param.Name })
}

// crowded reports whether so many things were said of call i since the mark that
// another one would seem to belong to the last of them.
func (s *speaker) crowded(i int, m mark) bool {
	var names []string
	for _, x := range s.said[m.said:] {
		name, _, _ := strings.Cut(strings.TrimPrefix(x.Pointer, "/"), "/")
		if x.Call == i && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return len(names) > 2 // with what is about to be said
}

// saidAll reports whether every leaf of the argument was said since the mark.
func (s *speaker) saidAll(i int, a *blueprint.Arg, m mark) bool {
	return !slices.ContainsFunc(leaves(jsonptr.Join(a.Param.Name), a.Value), func(pointer string) bool {
		return !slices.ContainsFunc(s.said[m.said:], func(x roles.Saying) bool { return x.Call == i && x.Pointer == pointer })
	})
}
