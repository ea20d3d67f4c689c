package builtin

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// speaker puts the calls of one blueprint into words and keeps track of what
// it said.
type speaker struct {
	*roles.Scene
	r         keyed.Rand
	said      []roles.Saying
	referrals []roles.Referral
	phrases   []string           // words that lean on an earlier mission
	taken     map[[2]string]bool // arguments (call, parameter) taken up by "there" or "it"
	again     bool               // values are said again even if they were said before
	words     sayer
	merged    map[int]bool    // list calls that are told inside another call's noun phrase
	inside    map[int]bool    // of them, those being told
	named     map[string]bool // nouns used in the request so far
	group     []int           // twins told together with the call being told
	before    []int           // calls told just before the one being told
	backwards bool            // the goal is said before the step in front of it
}

func newSpeaker(s *roles.Scene, role mission.Role) *speaker {
	r := s.Rand(role)
	return &speaker{Scene: s, r: r, taken: map[[2]string]bool{}, merged: map[int]bool{}, inside: map[int]bool{}, named: map[string]bool{},
		words: sayer{r: r, now: s.Now, tone: s.Persona.Tone, spell: keyed.New(0, "spell", s.Persona.Name).Chance(0.5),
			signs: keyed.New(0, "signs", s.Persona.Name).Chance(0.5), away: func() bool { return away(s) }}}
}

// away tells whether the conversation has named a day of another month than
// the present one, or is about to: "the 24th" could then be of that month.
func away(s *roles.Scene) bool {
	texts := []string{s.Proposal.Text}
	for _, p := range s.Past {
		texts = append(texts, p.Texts()...)
	}
	if s.Blueprint != nil {
		for i := range s.Blueprint.Calls {
			for _, a := range s.Blueprint.Calls[i].Args {
				if v, ok := a.Value.(string); ok {
					texts = append(texts, v)
				}
			}
		}
	}
	return slices.ContainsFunc(texts, func(text string) bool {
		for _, m := range datedMonth.FindAllStringSubmatch(text, -1) {
			month := m[1] + m[2]
			if n, err := strconv.Atoi(m[3]); err == nil {
				month = time.Month(n).String()
			}
			if month != s.Now.Month().String() {
				return true
			}
		}
		return false
	})
}

// datedMonth finds the month of a day: in words, before or behind the number,
// or in an ISO date.
var datedMonth = regexp.MustCompile(`\d(?:st|nd|rd|th)?(?: of)? (` + months + `)\b|\b(` + months + `) \d|\b\d{4}-(\d\d)-\d\d`)

const months = "January|February|March|April|May|June|July|August|September|October|November|December"

func (s *speaker) tone() mission.Tone { return s.Persona.Tone }

// length is how many words the user makes; of somebody unknown, the usual.
func (s *speaker) length() mission.Length {
	if s.Persona.Length == "" {
		return mission.Plain
	}
	return s.Persona.Length
}

// mark and reset take back what a failed wording said.
type mark struct{ said, referrals, phrases int }

func (s *speaker) mark() mark { return mark{len(s.said), len(s.referrals), len(s.phrases)} }

func (s *speaker) reset(m mark) {
	s.said, s.referrals, s.phrases = s.said[:m.said], s.referrals[:m.referrals], s.phrases[:m.phrases]
}

// phrase renders a wording for a call.
func (s *speaker) phrase(p *tools.Phrase, i int, c *blueprint.Call) (string, bool) {
	m := s.mark()
	text, ok := p.Render(func(slot *tools.Slot) (string, bool) {
		before := s.mark()
		words, ok := s.slot(slot, i, c)
		if !ok {
			s.reset(before)
		}
		return words, ok
	}, s.r.IntN)
	if !ok {
		s.reset(m)
		return "", false
	}
	s.prune(m, text)
	return strings.Join(strings.Fields(text), " "), true
}

// prune forgets what was said in a group that vanished after all.
func (s *speaker) prune(m mark, text string) {
	kept := s.said[:m.said]
	for _, x := range s.said[m.said:] {
		if strings.Contains(text, x.Text) {
			kept = append(kept, x)
		}
	}
	s.said = kept
}

// slot gives the words for a slot of a call's wording.
func (s *speaker) slot(slot *tools.Slot, i int, c *blueprint.Call) (string, bool) {
	name, field := slot.Name, slot.Field
	a := c.Arg(name)
	if a == nil {
		return "", false
	}
	if field != "" {
		o, _ := a.Value.(tools.Object)
		v, ok := o.Get(field)
		if !ok || a.Origin != blueprint.Said {
			return "", false
		}
		for _, p := range a.Param.Props {
			if p.Name == field {
				return s.leaf(slot, i, c, p, jsonptr.Join(name, field), v, s.argKey(c, a))
			}
		}
		return "", false
	}
	defer s.level(name)()
	words, ok := s.arg(slot, i, c, a)
	if !ok {
		return "", false
	}
	// Twins differ in one argument, which is said for all of them at once.
	all := []string{words}
	for _, j := range s.group {
		twin := &s.Blueprint.Calls[j]
		b := twin.Arg(name)
		if b == nil || b.Echo != nil || j == i || string(tools.EncodeValue(b.Value)) == string(tools.EncodeValue(a.Value)) {
			continue
		}
		more, ok := s.arg(&tools.Slot{Name: slot.Name, Bare: true, A: slot.A}, j, twin, b)
		if !ok {
			return "", false
		}
		all = append(all, more)
	}
	if len(all) > 1 && a.Origin == blueprint.Shown {
		return s.joinReferences(all), true
	}
	if len(all) > 1 && slot.Many != "" {
		all[0] = strings.TrimSuffix(strings.TrimSuffix(all[0], " "+slot.Many), " "+slot.One)
		return list(all, "and") + " " + slot.Many, true
	}
	return list(all, "and"), true
}

// level makes the days of twins alike while they are said. The function that
// it returns ends this.
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

func (s *speaker) argKey(c *blueprint.Call, a *blueprint.Arg) []tools.Label {
	return c.Tool.Labels[a.Param.Name]
}

// arg gives the words for one argument, by where its value comes from.
func (s *speaker) arg(slot *tools.Slot, i int, c *blueprint.Call, a *blueprint.Arg) (string, bool) {
	p := a.Param
	switch a.Origin {
	case blueprint.Asked:
		if p.Entity == nil {
			return "", false
		}
		s.named[p.Entity.Noun] = true
		if s.r.Chance(0.4) && s.owned(p.Entity) {
			return "one of my " + p.Entity.Plural, true
		}
		return article(p.Entity.Noun), true
	case blueprint.Shown:
		// What was referred to in this request is taken up by a pronoun; the words
		// that chose it still stand in the request.
		for _, r := range s.referrals {
			b := s.Blueprint.Calls[r.Call].Arg(r.Param)
			if r.Call != i && b != nil && b.Origin == blueprint.Shown && b.Entity == a.Entity && string(tools.EncodeValue(b.Value)) == string(tools.EncodeValue(a.Value)) {
				s.referrals = append(s.referrals, roles.Referral{Call: i, Param: p.Name, Text: r.Text})
				return s.pronoun(a.Entity, r.Call), true
			}
		}
		words := s.shownWords(a)
		s.referrals = append(s.referrals, roles.Referral{Call: i, Param: p.Name, Text: words})
		s.phrases = append(s.phrases, words)
		return words, true
	case blueprint.Result:
		return s.resultWords(i, a)
	case blueprint.Earlier:
		if a.There && len(p.There) > 0 {
			words := s.thereWords(p)
			s.phrases = append(s.phrases, words)
			return tools.Instead(words), true
		}
		if p.Entity != nil {
			words := "that " + p.Entity.Noun
			s.phrases = append(s.phrases, words)
			return words, true
		}
		return "", false
	}
	if s.backwards && a.Echo == nil && s.saidFor(i, p) {
		if p.Entity != nil {
			return s.pronoun(p.Entity, 1-i), true
		}
		return "", false
	}
	if a.Echo != nil && len(p.There) > 0 && !s.again && s.wasSaid(a.Echo) && s.r.Chance(0.8) {
		s.taken[[2]string{keyed.Int(i), p.Name}] = true
		return tools.Instead(keyed.Pick(s.r, p.There)), true
	}
	if a.Echo != nil && p.Entity == nil && s.wasSaid(a.Echo) && s.isTwin(i, a.Echo) {
		return "", false
	}
	if a.Echo != nil && p.Entity != nil && s.wasSaid(a.Echo) {
		s.taken[[2]string{keyed.Int(i), p.Name}] = true
		return s.pronoun(p.Entity, a.Echo.Call), true
	}
	m := s.mark()
	words, ok := s.value(slot, i, c, a)
	if ok && s.backwards && a.Echo != nil {
		// The step that comes first takes its value from these words, too.
		for _, x := range s.said[m.said:] {
			x.Call, x.Pointer = a.Echo.Call, jsonptr.Join(a.Echo.Param)+strings.TrimPrefix(x.Pointer, jsonptr.Join(p.Name))
			s.said = append(s.said, x)
		}
	}
	return words, ok
}

// saidFor tells whether a value was said for the call along with another one.
func (s *speaker) saidFor(i int, p *tools.Param) bool {
	return s.wasSaid(&blueprint.Echo{Call: i, Param: p.Name})
}

// owned tells whether a thing is the user's own: the catalogue says so, or
// somebody had it made.
func (s *speaker) owned(e *tools.Entity) bool {
	return e.Own || !s.Set.Staff && slices.ContainsFunc(s.Set.Tools, func(t *tools.Tool) bool { return t.Effect == tools.Create && t.Entity == e })
}

// isTwin tells whether a call is told in one breath with the call that says
// its value.
func (s *speaker) isTwin(i int, e *blueprint.Echo) bool {
	return i != e.Call && slices.Contains(s.group, i) && slices.Contains(s.group, e.Call)
}

func (s *speaker) wasSaid(e *blueprint.Echo) bool {
	at := jsonptr.Join(e.Param)
	return slices.ContainsFunc(s.said, func(x roles.Saying) bool {
		return x.Call == e.Call && (x.Pointer == at || strings.HasPrefix(x.Pointer, at+"/"))
	})
}

// value says a value that the request must say.
func (s *speaker) value(slot *tools.Slot, i int, c *blueprint.Call, a *blueprint.Arg) (string, bool) {
	p := a.Param
	labels := c.Tool.Labels[p.Name]
	switch v := a.Value.(type) {
	case []any:
		words := make([]string, len(v))
		for k, item := range v {
			pointer := jsonptr.Join(p.Name, keyed.Int(k))
			var ok bool
			if o, isObject := item.(tools.Object); isObject {
				words[k], ok = s.itemWords(p, o, i, c, pointer)
			} else {
				words[k], ok = s.leaf(&tools.Slot{Bare: k > 0 || slot.Bare}, i, c, element(p), pointer, item, labels)
				if ok && p.Items.Entity != nil && k == 0 {
					words[k] = p.Items.Entity.Plural + " " + words[k]
				}
			}
			if !ok {
				return "", false
			}
		}
		return list(words, "and"), true
	case tools.Object:
		if place := p.Place(v); place != "" {
			for _, q := range p.Props {
				s.said = append(s.said, roles.Saying{Call: i, Pointer: jsonptr.Join(p.Name, q.Name), Text: place, Kind: mission.FromKnowledge, Rule: q.Values.Text})
			}
			return place, true
		}
		var words []string
		for _, f := range v {
			for _, q := range p.Props {
				if q.Name == f.Name {
					w, ok := s.leaf(&tools.Slot{}, i, c, q, jsonptr.Join(p.Name, f.Name), f.Value, labels)
					if !ok {
						return "", false
					}
					words = append(words, w)
				}
			}
		}
		return strings.Join(words, ", "), true
	}
	if p.Entity != nil {
		text, ok := blueprint.IDText(a.Value)
		if !ok {
			return s.leaf(slot, i, c, p, jsonptr.Join(p.Name), a.Value, labels)
		}
		s.said = append(s.said, roles.Saying{Call: i, Pointer: jsonptr.Join(p.Name), Text: text, Kind: mission.FromQuery})
		s.named[p.Entity.Noun] = true
		return p.Entity.Noun + " " + text, true
	}
	return s.leaf(slot, i, c, p, jsonptr.Join(p.Name), a.Value, labels)
}

// element is the parameter that stands for one element of an array.
func element(p *tools.Param) *tools.Param {
	if p.Items == nil {
		return p
	}
	e := *p.Items
	if e.Values == nil && p.Values != nil {
		e.Values = p.Values
	}
	return &e
}

// itemWords says one element of an array of objects.
func (s *speaker) itemWords(p *tools.Param, o tools.Object, i int, c *blueprint.Call, pointer string) (string, bool) {
	for _, phrase := range keyed.Shuffled(s.r, p.SayItem) {
		m := s.mark()
		text, ok := phrase.Render(func(slot *tools.Slot) (string, bool) {
			v, ok := o.Get(slot.Name)
			if !ok {
				return "", false
			}
			for _, q := range p.Items.Props {
				if q.Name == slot.Name {
					return s.leaf(slot, i, c, q, pointer+jsonptr.Join(q.Name), v, c.Tool.Labels[p.Name])
				}
			}
			return "", false
		}, s.r.IntN)
		if ok {
			return text, true
		}
		s.reset(m)
	}
	return "", false
}

// leaf says one leaf value and notes it.
func (s *speaker) leaf(slot *tools.Slot, i int, c *blueprint.Call, p *tools.Param, pointer string, v any, labels []tools.Label) (string, bool) {
	w, complete, ok := s.words.say(p, labels, v, slot)
	if !ok {
		return "", false
	}
	s.said = append(s.said, roles.Saying{Call: i, Pointer: pointer, Text: w.text, Kind: w.kind, Rule: w.rule})
	text := w.text
	switch {
	case slot.A:
		text = article(text)
	case !slot.Bare:
		text = w.lead + text
	}
	switch {
	case slot.One == "" && slot.Many == "" || complete:
	case v == int64(1):
		text += " " + slot.One
	default:
		text += " " + slot.Many
	}
	return strings.TrimSpace(text), true
}

// rest says what a wording of call i left unsaid, with the parameters' own
// words.
func (s *speaker) rest(i int, c *blueprint.Call, m mark) (string, bool) {
	var out strings.Builder
	for k := range c.Args {
		a := &c.Args[k]
		if s.tookUp(a) && !slices.ContainsFunc(s.phrases[m.phrases:], func(words string) bool { return slices.Contains(a.Param.There, words) }) {
			return "", false
		}
		if !s.pointedAt(i, a, m) {
			return "", false
		}
		if !s.mustSay(a) || s.saidAll(i, a, m) {
			continue
		}
		if s.backwards && a.Echo == nil && s.saidFor(i, a.Param) {
			continue
		}
		// A value is only left unsaid where twins share it or a word such as
		// "there" takes it up: nobody could tell that it is meant to stay.
		if a.Echo != nil && s.wasSaid(a.Echo) && (s.isTwin(i, a.Echo) || s.taken[[2]string{keyed.Int(i), a.Param.Name}]) {
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

// crowded tells whether so much was said of call i since the mark that one more
// thing would seem to belong to the last.
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

// mustSay tells whether the request has to say the argument.
func (s *speaker) mustSay(a *blueprint.Arg) bool { return a.Origin == blueprint.Said }

// tookUp tells whether a word such as "there" has to take the argument up: it
// could be left out, so nobody would know that it is meant.
func (s *speaker) tookUp(a *blueprint.Arg) bool {
	return a.Origin == blueprint.Earlier && a.There && !a.Param.Required && len(a.Param.There) > 0
}

// pointedAt tells whether words since the mark stand for an argument that another
// call of the mission gives, or it needs none: without them nobody could tell that
// it is that one.
func (s *speaker) pointedAt(i int, a *blueprint.Arg, m mark) bool {
	return a.Origin != blueprint.Result ||
		slices.ContainsFunc(s.referrals[m.referrals:], func(r roles.Referral) bool { return r.Call == i && r.Param == a.Param.Name })
}

// saidAll tells whether every leaf of the argument was said since the mark.
func (s *speaker) saidAll(i int, a *blueprint.Arg, m mark) bool {
	for _, pointer := range leaves(jsonptr.Join(a.Param.Name), a.Value) {
		if !slices.ContainsFunc(s.said[m.said:], func(x roles.Saying) bool { return x.Call == i && x.Pointer == pointer }) {
			return false
		}
	}
	return true
}

// leaves lists the JSON pointers of the leaf values.
func leaves(pointer string, v any) []string {
	var out []string
	switch v := v.(type) {
	case []any:
		for k, item := range v {
			out = append(out, leaves(pointer+"/"+keyed.Int(k), item)...)
		}
	case tools.Object:
		for _, f := range v {
			out = append(out, leaves(pointer+jsonptr.Join(f.Name), f.Value)...)
		}
	default:
		out = append(out, pointer)
	}
	return out
}

// fragment says one argument with its parameter's own words: "to Porto".
func (s *speaker) fragment(i int, c *blueprint.Call, a *blueprint.Arg) (string, bool) {
	phrases := a.Param.Say
	if len(phrases) == 0 {
		if a.Param.Type == "boolean" {
			return s.value(&tools.Slot{}, i, c, a)
		}
		return "", false
	}
	for _, p := range keyed.Shuffled(s.r, phrases) {
		m := s.mark()
		text, ok := p.Render(func(slot *tools.Slot) (string, bool) {
			named := *slot
			named.Name = a.Param.Name
			if slot.Name != "" && slot.Name != a.Param.Name {
				named.Name = slot.Name
			}
			return s.slot(&named, i, c)
		}, s.r.IntN)
		if ok && text != "" {
			return strings.Join(strings.Fields(text), " "), true
		}
		s.reset(m)
	}
	return "", false
}

// forms are the forms that people of few or many words prefer.
var forms = map[mission.Length][]mission.Form{
	mission.Terse:  {mission.FormFragment, mission.FormImperative},
	mission.Chatty: {mission.FormStatement, mission.FormQuestion},
}

// asks lists the whole requests in the user's tone, mostly with the forms that
// the user prefers in front.
func (s *speaker) asks(t *tools.Tool) []tools.AskPhrase {
	fit := slices.DeleteFunc(keyed.Shuffled(s.r, t.Ask), func(a tools.AskPhrase) bool { return a.Tone != s.tone() })
	if preferred := forms[s.length()]; len(preferred) > 0 && s.r.Chance(0.7) {
		rank := func(a tools.AskPhrase) int {
			if slices.Contains(preferred, a.Form) {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(fit, func(a, b tools.AskPhrase) int { return rank(a) - rank(b) })
	}
	return fit
}

// verb says the call as a verb phrase: "find flights to Porto".
func (s *speaker) verb(i int) (string, bool) {
	c := &s.Blueprint.Calls[i]
	for _, p := range keyed.Shuffled(s.r, c.Tool.Do) {
		m := s.mark()
		text, ok := s.phrase(p, i, c)
		if !ok {
			continue
		}
		if rest, ok := s.rest(i, c, m); ok {
			return text + rest + s.announced(c), true
		}
		s.reset(m)
	}
	return "", false
}

// announced says that another value is wanted without saying it.
func (s *speaker) announced(c *blueprint.Call) string {
	for _, a := range c.Args {
		if a.Origin == blueprint.Asked && a.Open && len(a.Param.Other) > 0 {
			return ", but " + keyed.Pick(s.r, a.Param.Other)
		}
	}
	return ""
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
		complete := true
		for k := range c.Args {
			a := &c.Args[k]
			complete = complete && s.pointedAt(i, a, m) && (!s.mustSay(a) || s.saidAll(i, a, m) || a.Echo != nil && s.wasSaid(a.Echo))
		}
		if complete {
			return capital(text), true
		}
		s.reset(m)
	}
	return "", false
}
