package builtin

import (
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// joinReferences makes "the first one" and "the third one" into "the first
// and the third one", and says "from earlier" once.
func (s *speaker) joinReferences(all []string) string {
	for i := range all[:len(all)-1] {
		short := strings.TrimSuffix(all[i], " from earlier")
		if last := all[len(all)-1]; strings.HasSuffix(last, " one") {
			short = strings.TrimSuffix(short, " one")
		}
		if short == all[i] {
			continue
		}
		for k := range s.referrals {
			if s.referrals[k].Text == all[i] {
				s.referrals[k].Text = short
			}
		}
		for k := range s.phrases {
			if s.phrases[k] == all[i] {
				s.phrases[k] = short
			}
		}
		all[i] = short
	}
	return list(all, "and")
}

// thereWords picks words for "the same as before"; what lies far back needs
// words that can be followed by "as in my first question".
func (s *speaker) thereWords(p *tools.Param) string {
	fit := p.There
	if s.Blueprint.Relation == mission.LongTerm {
		if same := slices.DeleteFunc(slices.Clone(fit), func(w string) bool {
			return !slices.Contains(strings.Fields(w), "same") || strings.HasPrefix(w, "that same")
		}); len(same) > 0 {
			fit = same
		}
	}
	return keyed.Pick(s.r, fit)
}

// pronoun takes up a thing that call named in the request; only what was named
// just before can be "it".
func (s *speaker) pronoun(e *tools.Entity, call int) string {
	if s.r.Chance(0.5) && slices.Contains(s.before, call) {
		return "it"
	}
	return "the " + e.Noun
}

// shownWords refers to a thing that an earlier mission showed.
func (s *speaker) shownWords(a *blueprint.Arg) string {
	noun := a.Entity.Noun
	later := ""
	if s.Blueprint.Relation == mission.LongTerm && a.Mission == s.Blueprint.Target {
		later = " from earlier"
	}
	one := "one"
	if later != "" || s.r.Chance(0.4) || s.severalLists(a.Mission) {
		one = noun
	}
	ch := a.Choice
	switch ch.Order {
	case mission.OrderFront:
		if later == "" && ch.N > 1 && s.tone() == mission.Colloquial && s.r.Chance(0.25) {
			return "number " + numberWord(ch.N)
		}
		return "the " + ordinalWord(ch.N) + " " + one + later
	case mission.OrderBack:
		if ch.N == 1 {
			return "the last " + one + " on the list" + later // not the latest
		}
		return "the second to last " + one + later
	case mission.OrderMin, mission.OrderMax:
		words := s.comparison(a.Entity, ch, one)
		if later != "" && strings.Contains(words, one+" ") { // "with the most seats": seats from earlier?
			return "the " + s.comparison(a.Entity, ch, "one") + " among the " + a.Entity.Plural + later
		}
		return "the " + words + later
	case mission.OrderIs:
		switch short := blueprint.Short(ch.Value); {
		case later != "":
			return "the " + short + " " + noun + later
		case s.r.Chance(0.6):
			return "the " + short + " one"
		default:
			return short
		}
	}
	switch {
	case a.Way == mission.WayPersonal && later == "":
		return "it"
	case later != "":
		return "the " + noun + later
	}
	return keyed.Pick(s.r, []string{"that", "that", "that", "this"}) + " " + noun
}

// severalLists tells whether a mission listed different kinds of things, so that
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

// comparison says the words of a choice by attribute, for example "cheapest
// one".
func (s *speaker) comparison(e *tools.Entity, ch *mission.Choice, noun string) string {
	var say []string
	for _, c := range e.Comparisons {
		if c.By == ch.By && c.Order == ch.Order {
			say = append(say, c.Say...)
		}
	}
	return strings.ReplaceAll(keyed.Pick(s.r, say), "{noun}", noun)
}

// resultWords refers to what another call of the mission will give.
func (s *speaker) resultWords(i int, a *blueprint.Arg) (string, bool) {
	e := a.Entity
	var words string
	switch {
	case a.Choice.Order == mission.OrderOnly:
		switch {
		case s.Blueprint.Calls[a.Call].Tool.Entity == e:
			words = "the " + e.Noun
			if s.r.Chance(0.5) && !s.merged[a.Call] && slices.Contains(s.before, a.Call) {
				words = "it"
			}
		case slices.Contains(s.before, a.Call) && !s.mentions(i, a):
			words = "its " + e.Noun
		default:
			of, ok := s.ofGiver(i, a.Call)
			if !ok {
				return "", false
			}
			words = "the " + e.Noun + of
		}
		s.referrals = append(s.referrals, roles.Referral{Call: i, Param: a.Param.Name, Text: words})
		return words, true
	case s.merged[a.Call]:
		words = "the " + s.comparison(e, a.Choice, e.Noun)
		s.referrals = append(s.referrals, roles.Referral{Call: i, Param: a.Param.Name, Text: words})
		if s.inside[a.Call] { // a list that is narrowed by one of its own things
			return "", false
		}
		s.inside[a.Call] = true
		defer delete(s.inside, a.Call)
		where, ok := s.where(a.Call)
		return words + where, ok
	}
	one := "one"
	if slices.ContainsFunc(s.Blueprint.Calls, func(c blueprint.Call) bool { return c.Tool.Effect == tools.List && c.Tool.Entity != e }) {
		one = e.Noun // "the cheapest one" could be of another list
	}
	words = "the " + s.comparison(e, a.Choice, one)
	s.referrals = append(s.referrals, roles.Referral{Call: i, Param: a.Param.Name, Text: words})
	return words, true
}

// ofGiver names the thing that a call of the mission looks up: by its number
// where the user gave one. Where call i is about another one of the kind, there
// are no words without it.
func (s *speaker) ofGiver(i, call int) (string, bool) {
	c := &s.Blueprint.Calls[call]
	if c.Tool.Entity == nil {
		return "", true
	}
	for _, a := range c.Args {
		if id, ok := blueprint.IDText(a.Value); ok && a.Origin == blueprint.Said && a.Param.Entity == c.Tool.Entity {
			return " of " + c.Tool.Entity.Noun + " " + id, true
		}
	}
	other := slices.ContainsFunc(s.Blueprint.Calls[i].Args, func(a blueprint.Arg) bool { return a.Param.Entity == c.Tool.Entity })
	return " of the " + c.Tool.Entity.Noun, !other
}

// mentions tells whether call i names another thing than what a stands for, so
// that "its" could be of either.
func (s *speaker) mentions(i int, a *blueprint.Arg) bool {
	return slices.ContainsFunc(s.Blueprint.Calls[i].Args, func(b blueprint.Arg) bool {
		return b.Param != a.Param && b.Param.Entity != nil
	})
}

// where says what a list is narrowed by, behind the noun.
func (s *speaker) where(i int) (string, bool) {
	c := &s.Blueprint.Calls[i]
	for _, p := range keyed.Shuffled(s.r, c.Tool.Where) {
		m := s.mark()
		text, ok := s.phrase(p, i, c)
		if !ok {
			continue
		}
		if text != "" && !strings.HasPrefix(text, ",") {
			text = " " + text
		}
		if rest, ok := s.rest(i, c, m); ok {
			return text + rest, true
		}
		s.reset(m)
	}
	return "", false
}
