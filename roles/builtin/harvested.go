package builtin

import (
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// Requests in words that were found for such missions.

// harvested says the mission in words of the toolset's word file. It fails if none fit.
func (s *speaker) harvested() (string, bool) {
	b := s.Blueprint
	if s.unharvested || len(s.Set.Words.All) == 0 || s.attempt() >= persistent && s.r.Chance(0.5) {
		return "", false
	}
	if b.Chat != nil {
		return s.talkInWords()
	}
	if b.Opening != blueprint.OpenPlain && b.Opening != blueprint.OpenAlso {
		return "", false
	}
	ways := []bool{true, false} // whether a list that only serves to choose is said inside what is done
	if !s.r.Chance(chosenInside) {
		slices.Reverse(ways)
	}
	for _, inside := range ways {
		clear(s.merged)
		for i := range b.Calls {
			if inside && s.absorbable(i, true) {
				s.merged[i] = true
			}
		}
		if inside && len(s.merged) == 0 {
			continue
		}
		if text, ok := s.harvestedFor(s.grouped()); ok {
			return text, true
		}
	}
	clear(s.merged)
	return "", false
}

// chosenInside is how often a list that only serves to choose is said inside what is done: "cancel
// the invitation for Ann to the meeting".
const chosenInside = 0.75

// harvestedFor says the units in words that were found for their calls.
func (s *speaker) harvestedFor(units [][]int) (string, bool) {
	b := s.Blueprint
	var names []string
	for _, unit := range units {
		names = append(names, b.Calls[unit[0]].Tool.Name)
	}
	for w := range s.spread(s.Set.Words.Of(tools.ToRequest, "", names), names...) {
		manner := w.Manner(mannerOf)
		on := manner&follows != 0
		if s.Index() == 0 && !s.anywhere && (on || len(names) == 1 && manner&goesOn != 0) || s.Index() > 0 && manner&greets != 0 {
			continue
		}
		if manner&whose != 0 && b.Type == mission.Clarify && slices.ContainsFunc(b.Calls[0].Args, func(a blueprint.Arg) bool {
			return a.Origin == blueprint.Asked && a.Param.Entity != nil && !s.owned(a.Param.Entity)
		}) {
			continue
		}
		if !s.anywhere && (manner&stocked != 0 && s.r.Chance(0.65) || manner&contrite != 0 && s.apologised()) {
			continue
		}
		m := s.mark()
		if text, ok := s.inWords(w, units); ok && !s.tooLong(text) {
			s.found = w
			switch {
			case on:
				return text, true
			case b.Opening == blueprint.OpenAlso:
				return runOn(s.salutation(), s.furthermore(text)), true
			}
			opener := s.salutation()
			if manner&greets != 0 {
				opener = ""
			}
			return runOn(opener, text), true
		}
		s.reset(m)
		clear(s.taken)
	}
	return "", false
}

// furthermore has a request ask for one more thing: "And …", "Could you also …".
func (s *speaker) furthermore(text string) string {
	if further.MatchString(text) {
		return text
	}
	if at := beforeAlso.FindStringSubmatchIndex(text); at != nil && (s.wentOn() || s.r.Chance(0.5)) {
		return text[:at[2]] + "also " + text[at[2]:]
	}
	if s.wentOn() {
		return "Also, " + s.lower(text)
	}
	return "And " + s.lower(text)
}

// wentOn reports whether the last request began with "And", as not every one should.
func (s *speaker) wentOn() bool { return strings.HasPrefix(s.Past[s.Index()-1].Request, "And ") }

// beforeAlso matches the beginning of requests and captures the words before which "also" can
// stand.
var beforeAlso = regexp.MustCompile(`^(?:(?:Could|Can|Would) you (?:please )?|Please |I would |I'd )(add|book|cancel|change|check|find|give|let|like|list|look|move|put|see|send|show|tell)\b`)

// What harvested words are like, as bits.
const (
	follows  = 1 << iota // they answer something or go on
	goesOn               // they ask for one more thing
	greets               // they greet by themselves
	ofOne                // they have a verb for one thing beside a slot
	stocked              // they begin as many others do
	contrite             // they apologise
	whose                // they ask who has or what is a certain thing
)

// mannerOf tells what words are like. It is asked once for each wording.
func mannerOf(text string) (manner uint32) {
	for i, re := range []*regexp.Regexp{following, further, greeting, singular, stock, contrition, certain} {
		if re.MatchString(text) {
			manner |= 1 << i
		}
	}
	return manner
}

// contrition matches an apology.
var contrition = regexp.MustCompile(`(?i)\b(?:sorry|apologi[sz]e|apologies|silly me|my mistake|my bad|forg[eo]t)\b`)

// certain matches a question that nobody asks of any thing: "who has a claim?"
var certain = regexp.MustCompile(`(?i)\b(?:who|what|whose)(?:'s| is| has| does)\b.* ?\{`)

// apologised reports whether the user did so before. Nobody does it in every sentence.
func (s *speaker) apologised() bool {
	return slices.ContainsFunc(s.Past, func(p *blueprint.Past) bool {
		return contrition.MatchString(p.Request) || slices.ContainsFunc(p.Replies, contrition.MatchString)
	})
}

// following matches the beginning of words that answer something or go on.
var following = regexp.MustCompile(`^(?i)(and|but|also|then|now|so|thanks|thank you|cheers|great|good|lovely|perfect|nice|ok|okay|right|all right|alright|fine|cool|super|brilliant|excellent|one more|next|yes|yeah|no|hm+|oh|sure|actually|that(?:'s| is| sounds| works)|i see|sounds|got it|a+h+|o+h+|awesome|well|nah|yum|mmh|argh|oops|honestly|never mind|not quite|in that case|very well|hang on|those all|(?:i|we|that)'ll)\b`)

// further matches words that ask for one more thing.
var further = regexp.MustCompile(`(?i)\b(also|as well|too|instead)\b`)

// stock matches the beginnings that the word files have most often.
var stock = regexp.MustCompile(`^(?i)(could you|i would)\b`)

// greeting matches the beginning of words that greet by themselves.
var greeting = regexp.MustCompile(`(?i)^(?:hi|hey|hello|dear|good (?:morning|afternoon|evening|day))\b`)

// Greets reports whether a text begins with a greeting.
func Greets(text string) bool { return greeting.MatchString(text) }

// persistent is how many attempts at an entry keep to harvested words: a later mission may
// need a request that says things in another way.
const persistent = 12

// attempt is the number of the attempt at the entry.
func (s *speaker) attempt() int {
	first, _, _ := strings.Cut(strings.TrimLeft(s.Attempt, "abcdefghijklmnopqrstuvwxyz"), ".")
	n, _ := strconv.Atoi(first)
	return n
}

// inWords fills in a wording for calls.
func (s *speaker) inWords(w *tools.Wording, units [][]int) (string, bool) {
	calls := s.Blueprint.Calls
	m := s.mark()
	defer func() { s.group, s.before = nil, nil }()
	if slices.ContainsFunc(units, func(unit []int) bool { return len(unit) > 1 }) && w.Manner(mannerOf)&ofOne != 0 {
		return "", false // "where is the first and the second one"
	}
	text, ok := s.rendered(w.Say, func(slot *tools.Slot) (string, bool) {
		k, at := w.Part(slot)
		s.group, s.before = units[k], nil
		if k > 0 {
			s.before = units[k-1]
		}
		words, ok := s.slot(at, units[k][0], &calls[units[k][0]])
		return marked(slot, words), ok
	})
	if !ok {
		return "", false
	}
	if text, ok = unmarked(text); !ok || s.saidTwice(m) {
		return "", false
	}
	for i := range s.merged {
		if !s.complies(i, m) {
			return "", false
		}
	}
	for k, unit := range units {
		for _, i := range unit {
			s.leaveUnsaid(w, k, i)
		}
		s.group = unit
		for _, i := range unit {
			if !s.complies(i, m) {
				return "", false
			}
		}
		asked := text
		if k > 0 {
			asked = s.after(units[k-1], text, m)
		}
		if !s.asksAnew(units[k][0], asked, m) {
			return "", false
		}
	}
	return text, true
}

// saidTwice reports whether the words since the mark say a value for two calls: "until the 3rd, and
// the other one until the 3rd".
func (s *speaker) saidTwice(m mark) bool {
	said := s.said[m.said:]
	return slices.ContainsFunc(said, func(a roles.Saying) bool {
		return slices.ContainsFunc(said, func(b roles.Saying) bool { return a.Call < b.Call && a.Text == b.Text && a.Text != "" })
	})
}

// after is what follows a clause of the request: the one with the last words that were said for
// the calls of a unit since the mark. It is the whole request if no words were.
func (s *speaker) after(unit []int, text string, m mark) string {
	end := 0
	note := func(call int, words string) {
		if i := strings.LastIndex(text, words); slices.Contains(unit, call) && words != "" && i >= 0 {
			end = max(end, i+len(words))
		}
	}
	for _, x := range s.said[m.said:] {
		note(x.Call, x.Text)
	}
	for _, r := range s.referrals[m.referrals:] {
		note(r.Call, r.Text)
	}
	if at := clauseEnd.FindStringIndex(text[end:]); end > 0 && at != nil && strings.TrimSpace(text[end+at[1]:]) != "" {
		return text[end+at[1]:]
	}
	return text
}

// clauseEnd matches what stands between two clauses.
var clauseEnd = regexp.MustCompile(`[,.;?!]|\b(?:and|then)\b`)

// marked marks words in a slot that stand for a value said before ("there"). In a bare slot they
// must have a place in the sentence, which unmarked looks for.
func marked(slot *tools.Slot, words string) string {
	words = tools.Marked(words)
	if slot.Bare && strings.HasPrefix(words, "\x01") {
		return "\x01\x02" + words[1:]
	}
	return words
}

// unmarked puts the words that stand for values into their sentence. "There" replaces a
// preposition, and so do words that have it themselves; "that team" keeps that of the sentence,
// whatever the parameter's own words have. It fails if the words need a preposition and find
// none, as in "at the there hotel".
func unmarked(text string) (string, bool) {
	if !strings.Contains(text, "\x01") {
		return text, true
	}
	if strings.Count(text, "\x02") != len(inPlace.FindAllString(text, -1)) || compound.MatchString(text) {
		return "", false
	}
	fits := true
	text = markedWords.ReplaceAllStringFunc(text, func(found string) string {
		m := markedWords.FindStringSubmatch(found)
		lead, bare, words := m[1], m[2] != "", m[3]
		own, noun := leadOff(words)
		switch {
		case !bare || lead == "" || own == lead, words == "then", words == "there" && !slices.Contains(kept, lead):
			return words
		case pointing.MatchString(noun), words == "there":
			return lead + " " + noun
		}
		fits = false // "in by e-mail as before"
		return words
	})
	return text, fits && !nameOf.MatchString(text)
}

// kept are the prepositions that "there" does not replace.
var kept = []string{"from", "near", "around", "until", "over"}

// leadOff takes the preposition off words such as "in that city".
func leadOff(words string) (lead, rest string) {
	if m := leadFirst.FindStringSubmatch(words); m != nil {
		return m[1], words[len(m[0]):]
	}
	return "", words
}

var (
	// inPlace matches such words behind a preposition or, if they need none, at the end of a clause.
	inPlace = regexp.MustCompile(`\b(?:` + leadWords + `) \x01\x02|[a-z] \x01\x02(?:then|that [a-z]+)\x01(?:$|[.,;:?!]| (?:and|or|in|for|at|with|to|from|please|then|too|now|instead)\b)`)
	// compound matches such words before a noun or unit that goes with the value alone: "Greek
	// food" is not "that cuisine food".
	compound = regexp.MustCompile(`\x01\x02[^\x01]*\x01 (?:cardboard|citizens|cubic|cuisine|dishes|food|kg|km|menu|mm|monthly|paper|portions|printers|restaurants|shipping|spelling)\b`)
	// pointing matches the beginning of such words without a preposition.
	pointing = regexp.MustCompile(`^(?:that|this|the same (?:person|people)\b)`)
	// nameOf matches what nobody says of a person.
	nameOf = regexp.MustCompile(`\bthat name's\b`)
	// singular matches a verb for one thing beside a slot.
	singular = regexp.MustCompile(`(?i)(?:\b(?:is|was|has|does)|'s) \{|\} (?:\w+ly )?(?:is|was|has|does|needs|\w+s)\b|\b(?:it|its|it's|that one|this one)\b`)
)

// leaveUnsaid notes which arguments of call i, of unit k, need no words of their own: those that
// an earlier call of the request has too, and for which the words have no slot. Who found the
// words saw that it is the same.
func (s *speaker) leaveUnsaid(w *tools.Wording, k, i int) {
	for j := range s.Blueprint.Calls[i].Args {
		a := &s.Blueprint.Calls[i].Args[j]
		if !a.Param.Required || slices.ContainsFunc(w.Say.Slots(), func(slot *tools.Slot) bool {
			unit, at := w.Part(slot)
			return unit == k && at.Name == tools.SlotName(a.Param.Name)
		}) {
			continue
		}
		switch a.Origin {
		case blueprint.Said:
			if a.Echo != nil && s.wasSaid(a.Echo) {
				s.taken[[2]string{keyed.Int(i), a.Param.Name}] = true
			}
		case blueprint.Shown, blueprint.Result:
			for _, r := range s.referrals {
				b := s.Blueprint.Calls[r.Call].Arg(r.Param)
				if r.Call < i && b != nil && b.Entity == a.Entity && b.Origin == a.Origin && tools.Same(b.Value, a.Value) {
					s.refer(i, a, r.Text)
					break
				}
			}
		}
	}
}

// markedWords matches words such as "there", as marked writes them, with the preposition in front
// of them.
var markedWords = regexp.MustCompile(`(?:\b(` + leadWords + `) )?\x01(\x02)?([^\x01]*)\x01`)

const leadWords = `to|about|because of|after|before|over|as|through|by means of|in|at|from|for|on|by|of|with|within|under|until|since|into|near|around|covering`

// harvestedAnswers is how often an answer is in words that were found for it, where there are
// some.
const harvestedAnswers = 0.5

// answersWith matches the preposition that an answer begins with, which fits only questions that
// have it.
var answersWith = regexp.MustCompile(`(?i)^(for|at|in|to|from|on|by|with|under|about|of|until) `)

// answerInWords answers a question for a parameter in words that were found for that.
func (s *speaker) answerInWords(c *blueprint.Call, param, question string) (string, bool) {
	a := c.Arg(param)
	if a == nil || len(s.Answers) > 0 || slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool { return a.Volunteered }) {
		return "", false
	}
	fit := slices.DeleteFunc(slices.Clone(s.Set.Words.Of(tools.ToAnswer, "", []string{c.Tool.Name})), func(w *tools.Wording) bool { return !w.Say.Mentions(param) })
	if len(fit) == 0 || !s.r.Chance(harvestedAnswers) {
		return "", false
	}
	told := *a
	told.Origin = blueprint.Said
	one := &blueprint.Call{Tool: c.Tool, Args: []blueprint.Arg{told}}
	for w := range s.spread(fit, c.Tool.Name, param) {
		if first := answersWith.FindString(w.Say.Text); first != "" && !slices.Contains(plain(question), strings.ToLower(strings.TrimSpace(first))) {
			continue // "Where will you be?" – "For Sorrento."
		}
		m := s.mark()
		text, ok := s.rendered(w.Say, func(slot *tools.Slot) (string, bool) { return s.value(slot, 0, one, &one.Args[0]) })
		if ok && s.saidAll(0, &one.Args[0], m) {
			return text, true
		}
		s.reset(m)
	}
	return "", false
}

// talkInWords brings up a topic in words that were found for that.
func (s *speaker) talkInWords() (string, bool) {
	b, chat := s.Blueprint, s.Blueprint.Chat
	if chat.Topic == nil || chat.Follow != nil || chat.It != nil || chat.Compare != nil || chat.Restate {
		return "", false
	}
	for w := range s.spread(s.Set.Words.Of(tools.ToTalk, chat.Topic.Subject, nil), chat.Topic.Subject) {
		if b.Relation == mission.Ellipsis && chat.Like != nil && !leavesOut(w.Say, chat) || s.Index() == 0 && w.Manner(mannerOf)&goesOn != 0 || s.Index() > 0 && w.Manner(mannerOf)&greets != 0 {
			continue
		}
		m := s.mark()
		text, ok := s.rendered(w.Say, func(slot *tools.Slot) (string, bool) {
			if chat.Like == nil {
				return "", false
			}
			words, ok := s.topicSlot(w.Say, slot)
			return marked(slot, words), ok
		})
		if ok {
			text, ok = unmarked(text)
		}
		if ok {
			if text, ok = s.topicRequest(text); ok && !s.tooLong(text) {
				s.found = w
				return text, true
			}
		}
		s.reset(m)
	}
	return "", false
}

// complies reports whether the words since the mark say all that a request has to say of call
// i, and nothing else.
func (s *speaker) complies(i int, m mark) bool {
	c := &s.Blueprint.Calls[i]
	return s.announced(c) == "" && !slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool {
		return !s.pointedAt(i, &a, m) || s.overlooked(&a, m) ||
			a.Origin == blueprint.Said && !s.saidAll(i, &a, m) && !s.understood(i, &a) ||
			a.Origin == blueprint.Shown && !slices.ContainsFunc(s.referrals[m.referrals:], func(r roles.Referral) bool { return r.Call == i && r.Param == a.Param.Name })
	})
}

// spread yields wordings in an order that differs from mission to mission, so that all are
// used about as often, whatever else the run does. Those of the speaker's register come first.
func (s *speaker) spread(list []*tools.Wording, key ...string) iter.Seq[*tools.Wording] {
	return func(yield func(*tools.Wording) bool) {
		n := len(list)
		if n == 0 {
			return
		}
		// Every place is met once in n missions in a row: the step has no divisor with n. If the
		// words there do not fit, any others are as likely as each other.
		h := keyed.Hash(0, append([]string{"words"}, key...)...)
		step := 1 + int(h%uint64(n))
		for gcd(step, n) != 1 {
			step++
		}
		start := int((h>>32)%uint64(n)) + (s.Entry*4+s.Index()+s.attempt()*n/3)*step
		list := slices.Clone(list)
		list[0], list[start%n] = list[start%n], list[0]
		others := keyed.Shuffled(keyed.New(h, keyed.Int(start)), list[1:])
		for _, own := range []bool{true, false} {
			for i := range n {
				w := list[0]
				if i > 0 {
					w = others[i-1]
				}
				if w.Suits(tools.Register(s.tone())) == own && !yield(w) {
					return
				}
			}
			if len(s.Blueprint.Calls) < 2 && s.attempt() < persistent/6 && !s.anywhere {
				return
			}
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
