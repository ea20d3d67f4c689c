package builtin

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// The words that refer to things shown before or to results of other calls.

// joinReferences makes "the first one" and "the third one" into "the first and
// the third one", and says "on the list" and what else stands behind them once, at the end.
func (s *speaker) joinReferences(all []string) string {
	const onList = " on the list"
	later := s.tail
	last := all[len(all)-1]
	near, far := strings.CutSuffix(last, later)
	plain, listed := strings.CutSuffix(near, onList)
	noun := plain[strings.LastIndexByte(plain, ' ')+1:]
	onSame := func(words string) bool { return strings.HasSuffix(strings.TrimSuffix(words, later), " "+noun+onList) }
	if !listed && slices.ContainsFunc(all, onSame) {
		listed = true
		said := plain + onList
		if far {
			said += later
		}
		s.reword(last, said)
		all[len(all)-1], last = said, said
	}
	for i, words := range all[:len(all)-1] {
		short := strings.TrimSuffix(words, later)
		if listed && onSame(words) {
			short = strings.TrimSuffix(short, onList)
		}
		if strings.HasSuffix(plain, " one") {
			short = strings.TrimSuffix(short, " one")
		}
		s.reword(words, short)
		all[i] = short
	}
	return list(all, "and")
}

// reword says other words for the thing that some words refer to.
func (s *speaker) reword(words, by string) {
	for k := range s.referrals {
		if s.referrals[k].Text == words {
			s.referrals[k].Text = by
		}
	}
	for k := range s.phrases {
		if s.phrases[k] == words {
			s.phrases[k] = by
		}
	}
}

// thereWords picks words for "the same as before". If the mission lies further back and
// there are several such values, the words must go with "as for the hotels earlier".
func (s *speaker) thereWords(p *tools.Param, value any) string {
	fit := p.There
	if s.Blueprint.Relation == mission.LongTerm && !s.Alone(p, value) {
		s.severalSuch = true
		if same := slices.DeleteFunc(slices.Clone(fit), func(w string) bool {
			return !slices.Contains(strings.Fields(w), "same") || strings.HasPrefix(w, "that same")
		}); len(same) > 0 {
			fit = same
		}
	}
	return keyed.Pick(s.r, fit)
}

// pronoun refers to a thing that a call of the request has named. Only a thing that was
// named just before can be "it".
func (s *speaker) pronoun(e *tools.Entity, call int) string {
	if s.r.Chance(0.95) && slices.Contains(s.before, call) {
		return "it"
	}
	return "the " + e.Noun
}

// shown refers to a thing that an earlier mission showed, as an argument of call i. If
// the request has referred to it already, a pronoun stands for it; the words recorded
// are those that chose it.
func (s *speaker) shown(i int, a *blueprint.Arg) string {
	for _, r := range s.referrals {
		b := s.Blueprint.Calls[r.Call].Arg(r.Param)
		if r.Call != i && b != nil && b.Origin == blueprint.Shown && b.Entity == a.Entity && tools.Same(b.Value, a.Value) {
			s.refer(i, a, r.Text)
			return s.pronoun(a.Entity, r.Call)
		}
	}
	words := s.shownWords(a)
	s.refer(i, a, words)
	s.phrases = append(s.phrases, words)
	return words
}

// tails are what may stand behind things of a list that lies further back.
var tails = []string{"", " you found", "", " you showed me", ""}

// shownWords are the words for a thing that an earlier mission showed.
func (s *speaker) shownWords(a *blueprint.Arg) string {
	noun := a.Entity.Noun
	later, far := "", s.Blueprint.Relation == mission.LongTerm && a.Mission == s.Blueprint.Target
	switch {
	case !far:
	case s.nearby(a.Entity, a.Choice.List != ""):
		later = " from earlier"
	case a.Choice.List != "":
		later = varied(s.Scene, tails)
	}
	s.tail = later
	one := "one"
	if !s.further && (far || s.r.Chance(0.4) || s.severalLists(a.Mission)) {
		one = noun
	}
	ch := a.Choice
	counted := s.counted(a)
	switch ch.Order {
	case mission.OrderFront:
		if !far && ch.N > 1 && !counted && len(s.group) < 2 && s.tone() == mission.Colloquial && s.r.Chance(0.25) {
			return "number " + numberWord(ch.N)
		}
		if counted || a.Dated && (ch.N == 1 || one == noun) {
			return "the " + ordinalWord(ch.N) + " " + one + " on the list" + later // not in time
		}
		return "the " + ordinalWord(ch.N) + " " + one + later
	case mission.OrderBack:
		if ch.N == 1 {
			return "the last " + one + " on the list" + later // not the latest
		}
		if counted || a.Dated && one == noun {
			return "the second-last " + one + " on the list" + later
		}
		return "the second-last " + one + later
	case mission.OrderMin, mission.OrderMax:
		words := s.comparison(a.Forms, one)
		if later != "" && strings.Contains(words, one+" ") { // "with the most seats": seats from earlier?
			return "the " + s.comparison(a.Forms, "one") + " among the " + a.Entity.Plural + later
		}
		return "the " + words + later
	case mission.OrderIs:
		if m := markOf(a.Entity, ch.By); m != nil {
			if later != " from earlier" { // "the flight that leaves at 7 pm you found": at 7 pm?
				later, s.tail = "", ""
			}
			return "the " + s.marked(a.Entity, m, ch.Value, one) + later
		}
		r := s.r
		if len(s.group) > 1 { // "Alder and the Imber one"
			r = keyed.New(s.Seed, "twins", ch.By)
		}
		switch short := blueprint.Short(ch.Value); {
		case far && (ch.By != a.Entity.Name || r.Chance(0.4)):
			return "the " + short + " " + noun + later
		case !far && r.Chance(0.4):
			return "the " + short + " one"
		case s.fullNames:
			s.tail = ""
			return ch.Value
		default:
			s.tail = ""
			return short
		}
	}
	switch {
	case a.Way == mission.WayPersonal && later == "":
		return "it"
	case later != "" && s.r.Chance(0.5):
		return "the " + noun + later
	}
	return keyed.Pick(s.r, []string{"that", "that", "that", "this"}) + " " + noun
}

// nearby reports whether the noun of a kind would mean what the last mission named or showed:
// a list, if one of a list is meant.
func (s *speaker) nearby(e *tools.Entity, listed bool) bool {
	return s.has(s.Index()-1, e, listed)
}

// has reports whether mission k named or showed things of a kind, or a list of them.
func (s *speaker) has(k int, e *tools.Entity, listed bool) bool {
	last := s.Past[k]
	if listed {
		return slices.ContainsFunc(last.Calls, func(c blueprint.PastCall) bool { return c.Tool.Effect == tools.List && c.Tool.Entity == e })
	}
	about := func(x *tools.Entity) bool { return x == e }
	return slices.ContainsFunc(last.Calls, func(c blueprint.PastCall) bool {
		_, has := c.Answer.Body.Get(e.ID)
		return about(c.Tool.Entity) || has || slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool {
			return about(a.Param.Entity) || a.Param.Items != nil && about(a.Param.Items.Entity)
		})
	}) || last.Chat != nil && last.Chat.Entity == e || slices.ContainsFunc(last.Texts(), func(text string) bool {
		return blueprint.Holds(strings.ToLower(text), strings.ToLower(e.Noun)) || blueprint.Holds(strings.ToLower(text), strings.ToLower(e.Plural))
	})
}

// markOf returns how people tell things by an attribute; nil if they do not.
func markOf(e *tools.Entity, by string) *tools.Mark {
	i := slices.IndexFunc(e.Marks, func(m tools.Mark) bool { return m.By == by })
	if i < 0 || by == e.Name {
		return nil
	}
	return &e.Marks[i]
}

// marked says which thing is meant by the value of one of its attributes: "flight at 7 pm".
func (s *speaker) marked(e *tools.Entity, m *tools.Mark, value, noun string) string {
	a := e.Attribute(m.By)
	r := s.r
	if len(s.group) > 1 { // "the 5 pm one and the 6 pm one"
		r = keyed.New(s.Seed, "twins", m.By)
	}
	for _, say := range keyed.Shuffled(r, m.Say) {
		if value == "true" == say.Mentions(m.By) {
			continue
		}
		begun := false // the noun was said
		text, ok := say.Render(func(slot *tools.Slot) (string, bool) {
			if slot.Name == "noun" {
				begun = true
				return noun, true
			}
			w := s.words.when(value, slot.Bare)
			if len(s.group) > 1 && a.Told() != nil && a.Told().Kind == tools.ValueDateTime {
				s.clumsy = true // "the one on 3 March at 4 pm and 5 March at 6 pm"
			}
			switch {
			case w.text == "":
				w.text = plainly(a, value)
			case !begun && !epithet(w.text):
				return "", false
			case !slot.Bare:
				w.text = w.lead + w.text
			}
			return w.text, true
		}, s.r.IntN)
		if ok {
			return spaced(text)
		}
	}
	return noun + " " + value
}

// plainly says a text without the underscores of what programs choose from.
func plainly(a *tools.Attribute, text string) string {
	if told := a.Told(); told != nil && told.Kind == tools.ValuePick {
		return strings.ReplaceAll(text, "_", " ")
	}
	return text
}

// epithet reports whether the words for a day or a time can stand before a noun: "the 7 pm
// flight", but not "the half past six in the evening flight" or "the the 15th meeting".
func epithet(text string) bool {
	words := strings.Fields(text)
	return len(words) < 3 && !slices.Contains([]string{"the", "this", "next", "last", "today", "tomorrow", "yesterday", "noon"}, words[0])
}

// counted reports whether an ordinal could count something else than the rows of the list
// that an item stands on: what was told beside the list, or the things in the order of a
// superlative that was said of it.
func (s *speaker) counted(a *blueprint.Arg) bool {
	if a.Mission >= len(s.Past) || len(s.Past[a.Mission].Calls) > 1 {
		return true
	}
	ranks := func(args []blueprint.Arg) bool {
		return slices.ContainsFunc(args, func(b blueprint.Arg) bool {
			return b.Choice != nil && b.Origin == blueprint.Shown && b.Mission == a.Mission && (b.Choice.Order == mission.OrderMin || b.Choice.Order == mission.OrderMax)
		})
	}
	return slices.ContainsFunc(s.Blueprint.Calls, func(c blueprint.Call) bool { return ranks(c.Args) }) ||
		slices.ContainsFunc(s.Past[a.Mission:], func(past *blueprint.Past) bool {
			return past.Chat != nil && past.Chat.Compare != nil && past.Chat.Compare.Mission == a.Mission ||
				slices.ContainsFunc(past.Calls, func(c blueprint.PastCall) bool { return ranks(c.Args) })
		})
}

// severalLists reports whether a mission listed different kinds of things, so that
// "the second one" could be either.
func (s *speaker) severalLists(k int) bool {
	lists := 0
	for _, c := range s.Past[k].Calls {
		if c.Tool.Effect == tools.List {
			lists++
		}
	}
	return lists > 1
}

// comparison says one of the forms of a comparison, for example "cheapest one".
func (s *speaker) comparison(forms []string, noun string) string {
	return pick(s.r, forms, "{noun}", noun)
}

// resultWords refers to the result of another call of the mission, as an argument of
// call i.
func (s *speaker) resultWords(i int, a *blueprint.Arg) (string, bool) {
	e := a.Entity
	if a.Choice.Order == mission.OrderOnly {
		words, ok := s.onlyResult(i, a)
		if ok {
			s.refer(i, a, words)
		}
		return words, ok
	}
	for _, r := range s.referrals {
		b := s.Blueprint.Calls[r.Call].Arg(r.Param)
		if r.Call != i && b != nil && b.Origin == blueprint.Result && b.Call == a.Call && b.At == a.At {
			s.refer(i, a, r.Text)
			return s.pronoun(e, r.Call), true
		}
	}
	one := "one"
	switch {
	case s.merged[a.Call]:
		one = e.Noun
	case slices.ContainsFunc(s.Blueprint.Calls, func(c blueprint.Call) bool {
		return c.Tool.Effect == tools.List && c.Tool.Entity != e || slices.ContainsFunc(c.Args, func(b blueprint.Arg) bool { return b.Param.Entity != nil && b.Param.Entity != e })
	}):
		one = e.Noun // "the cheapest one" could be of another list, "the oldest one" the account as well as a payment from it
	}
	var words string
	if m := markOf(e, a.Choice.By); a.Choice.Order == mission.OrderIs && m != nil {
		words = "the " + s.marked(e, m, a.Choice.Value, one)
	} else {
		words = "the " + s.comparison(a.Forms, one)
	}
	s.refer(i, a, words)
	if !s.merged[a.Call] {
		return words, true
	}
	if s.inside[a.Call] { // a list that is narrowed by one of its own things
		return "", false
	}
	s.inside[a.Call] = true
	defer delete(s.inside, a.Call)
	where, ok := s.where(a.Call)
	return words + where, ok && !onlyThose.MatchString(where)
}

// onlyThose matches a filter that is said of several things, and not of the one that is chosen.
var onlyThose = regexp.MustCompile(`\b(?:only|just|those|ones)\b`)

// onlyResult refers to the only thing that another call of the mission gives.
func (s *speaker) onlyResult(i int, a *blueprint.Arg) (string, bool) {
	before := slices.Contains(s.before, a.Call)
	noun := a.Entity.Noun
	switch {
	case s.Blueprint.Calls[a.Call].Tool.Entity == a.Entity:
		if s.r.Chance(0.5) && !s.merged[a.Call] && before {
			return "it", true
		}
		return "the " + noun, true
	case before && !s.mentions(i, a):
		return keyed.Pick(s.r, []string{"its ", "the ", "the "}) + noun, true
	}
	of, ok := s.ofGiver(i, a.Call)
	return "the " + noun + of, ok
}

// ofGiver names the thing that a call of the mission looks up, by its number if the user
// gave it. It fails if there is no number and call i is about another thing of the kind.
func (s *speaker) ofGiver(i, call int) (string, bool) {
	c := &s.Blueprint.Calls[call]
	e := c.Tool.Entity
	if e == nil {
		return "", true
	}
	for _, a := range c.Args {
		if id, ok := blueprint.IDText(a.Value); ok && a.Origin == blueprint.Said && a.Param.Entity == e {
			return " of " + e.Noun + " " + id, true
		}
	}
	other := slices.ContainsFunc(s.Blueprint.Calls[i].Args, func(a blueprint.Arg) bool { return a.Param.Entity == e })
	return " of the " + e.Noun, !other
}

// mentions reports whether call i names another thing than the argument a, so that
// "its" could refer to either.
func (s *speaker) mentions(i int, a *blueprint.Arg) bool {
	return slices.ContainsFunc(s.Blueprint.Calls[i].Args, func(b blueprint.Arg) bool {
		return b.Param != a.Param && b.Param.Entity != nil
	})
}
