package reply

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// wrongTruth finds a member that is true or false and of which the opposite is said.
func (r *reading) wrongTruth(s *statement) string {
	about := r.subject(s)
	for _, t := range about {
		if !t.call.own && t.id != "" && !strings.Contains(strings.ToLower(s.text), strings.ToLower(t.id)) {
			continue // an earlier thing that only shares a name: the cart item of the product that is asked about
		}
		for i := range t.fields {
			x := &t.fields[i]
			if len(x.truth) != 1 || x.given || r.stale(t, x) || r.otherwise(about, x) {
				continue
			}
			var label []string
			for _, w := range x.label {
				if len(w) > 2 && !common[w] || turning[w] {
					label = append(label, w)
				}
			}
			if said, ok := truthIn(s, label); ok && said != x.truth[0] {
				return fmt.Sprintf("%s is %t", words(x.key), x.truth[0])
			}
		}
	}
	return ""
}

// turning are words without which the name of a member says the opposite: "off premises".
var turning = wordSet("off out not no non")

// otherwise reports whether another thing has the same member with another value.
func (r *reading) otherwise(about []*thing, x *field) bool {
	return slices.ContainsFunc(about, func(t *thing) bool {
		o := t.field(x.key)
		return o != nil && !slices.Equal(o.truth, x.truth)
	})
}

var noWords = regexp.MustCompile(`(?i)\b(?:no|not|without|never|none|non|nor|neither|cannot|excluded?|excluding|lacks?|lacking|missing|unavailable|false|un\w+|(?:do|does|did|is|are|was|were|has|have|had|ca|wo)nt)\b|n't\b|[✗✘❌]`)

// lacking begins what something else is without: "a quiet ride without stops".
var lacking = regexp.MustCompile(`\b(?:without|(?:with|but|and|has|have) no)\b`)

// ofOthers matches words for the things that a statement does not name.
var ofOthers = regexp.MustCompile(`\bthe (?:others?|rest|remaining)\b`)

// truthIn returns whether a statement says that a member with these words is so; ok is
// false if it does not speak of it.
func truthIn(s *statement, label []string) (is, ok bool) {
	if len(label) == 0 || depending.MatchString(s.text) {
		return false, false
	}
	for i, c := range s.chunks {
		if ofOthers.MatchString(c) {
			continue // "the other two have outdoor seating"
		}
		if at := lacking.FindStringIndex(c); at != nil && covers(stems(c[:at[0]]), label) {
			c = c[:at[0]]
		}
		have := stems(c)
		if !covers(have, label) {
			continue
		}
		if len(have) > len(label)+5 {
			continue // it may be about anything
		}
		if i+1 < len(s.chunks) && (s.chunks[i+1] == "no" || s.chunks[i+1] == "false") {
			return false, true
		}
		return !noWords.MatchString(c), true
	}
	return false, false
}

// covers reports whether stems have all words of a label.
func covers(have, label []string) bool {
	return !slices.ContainsFunc(label, func(w string) bool { return !slices.ContainsFunc(have, func(h string) bool { return same(h, w) }) })
}

var (
	refusing = regexp.MustCompile(`(?i)\b(?:could not|couldn't|can not|cannot|can't|was not able|wasn't able|were not able|am not able|unable|was not possible|wasn't possible|is not possible|isn't possible|impossible|failed|did not (?:go|work|succeed)|didn't (?:go|work|succeed)|unsuccessful\w*|has not been|hasn't been|was not|wasn't|were not|weren't|have not been|haven't been|not been|did not|didn't|went wrong|an error|no luck)\b`)
	bad      = regexp.MustCompile(`(?i)\b(?:not|no|cannot|unable|unfortunately|sorry|afraid|fail\w*|refus\w*|reject\w*|declin\w*|error|impossible|already|only|nothing|none|closed|unavailable|un\w+able|denied|without|never|too (?:late|early)|invalid|unknown|wrong|problem|issue)\b|n't\b`)
)

// denied finds a reply that says of what was done that it was not, or that nothing was found
// where something was.
func (r *reading) denied() string {
	for _, c := range r.calls {
		if !c.own {
			continue
		}
		if c.Status >= 400 {
			return ""
		}
	}
	for _, s := range r.stated {
		if depending.MatchString(s.text) && !refusing.MatchString(s.text) {
			continue
		}
		if why := r.deniedIn(s); why != "" {
			return why
		}
	}
	return ""
}

func (r *reading) deniedIn(s *statement) string {
	refused := refusals(s.text)
	for _, c := range r.calls {
		if !c.own {
			continue
		}
		for _, d := range refused {
			if !c.reads() && !d.harmless(c) && r.speaksOf(s, d.about, c) && !(r.otherAct(&d, c) && r.reportsDone(c)) && !notSo(s, c) {
				return "it was done: " + words(c.Tool)
			}
		}
		if len(c.items) > 0 && !r.anyNamed(c.items) && r.saysNone(s, c) {
			return fmt.Sprintf("there are %d", len(c.items))
		}
	}
	return ""
}

// notSo reports whether a statement says of another thing than that of a call that something is
// not so, and it is not: "extra bags have not been added" to the other booking.
func notSo(s *statement, c *call) bool {
	return !s.guessed && slices.ContainsFunc(s.about(), func(t *thing) bool {
		return t.id != "" && t.id != c.top.id && slices.ContainsFunc(t.fields, func(x field) bool {
			said, ok := truthIn(s, x.label)
			return ok && !said && len(x.truth) == 1 && !x.truth[0]
		})
	})
}

// refusal is a clause that says that something was not done.
type refusal struct {
	clause string
	about  string // the part of it that says what was not done
	verb   string // stem of that; "" if the clause does not say
}

var (
	// Where clauses that say the opposite of each other part, and where others may part.
	opposed = regexp.MustCompile(`(?i)\bbut\b|\balthough\b|\bthough\b|\bwhereas\b`)
	parted  = regexp.MustCompile(opposed.String() + `|[,;]`)
	// "without an error", "nothing went wrong", "neither update failed", "you did not ask for it"
	undenied = regexp.MustCompile(`(?i)\b(?:without|no|not|never|nothing|none|neither|nor)(?: (?:any|a|single|one|of (?:them|these|those|the \pL+)|has|have|had|really|ever)){0,3}(?: \pL+)? $|\byou $`)
	active   = regexp.MustCompile(`(?i)^(?:did|could|can)`)
	openTo   = regexp.MustCompile(`(?i)(?:not|n't|been)$`) // the verb follows
	pending  = regexp.MustCompile(`(?i)\b(?:yet|so far|still|for now|until|up to now|at this point)\b`)
	// What an answer or a description does not say was not denied.
	unsaid = stemSet(`show showing include included return returned say said tell told list listed contain mention mentioned state stated give given display repeat repeated
		report reported echo reflect know known see seen read specify specified reveal indicate spell name answer`)
	// What was not refused was done.
	unrefused = stemSet(`fail failed refuse refused reject rejected decline declined deny denied error errors problem problems wrong`)
	// Words for whatever is done.
	deeds = stemSet(`do done make made create created change changed complete completed process processed carry carried save saved record recorded place placed perform performed
		succeed successful possible manage managed arrange arranged finish finished set enter entered register registered submit submitted go work apply applied execute executed happen`)
	hedges = stemSet(`yet able actually really even currently further fully unfortunately sadly regrettably however myself simply`)
)

// refusals returns the clauses of a text that say that something was not done.
func refusals(text string) (all []refusal) {
	for _, clause := range opposed.Split(text, -1) {
		for _, at := range refusing.FindAllStringIndex(clause, -1) {
			if undenied.MatchString(clause[:at[0]]) {
				continue
			}
			d, rest := refusal{clause: clause, about: clause}, clause[at[1]:]
			follows := openTo.MatchString(clause[:at[1]])
			if follows || strings.HasPrefix(rest, " to ") {
				d.verb = verbIn(rest)
			}
			plain := follows && !active.MatchString(clause[at[0]:])
			if plain && d.verb != "" { // "it has not been sent to the people": of people nothing is said
				d.about = clause[:at[1]] + " " + d.verb
			}
			if !(plain && unrefused[d.verb]) {
				all = append(all, d)
			}
		}
	}
	return all
}

// verbIn returns the stem of the first word of a text that says what is done.
func verbIn(text string) string {
	for _, w := range stems(text) {
		if len(w) > 1 && !hedges[w] && (!common[w] || deeds[w] || unsaid[w]) {
			return w
		}
	}
	return ""
}

// harmless reports whether only something was not told, or cannot be done once more, or an
// earlier deed was not taken back.
func (d *refusal) harmless(c *call) bool {
	return unsaid[d.verb] && !c.verbs[d.verb] || onceMore.MatchString(d.clause)
}

// onceMore matches clauses about what comes after a deed, or undoes one.
var onceMore = regexp.MustCompile(`(?i)\b(?:cannot|can ?not|can't|could ?n[o']t) be [\pL]+(?: [\pL]+)? (?:again|any ?more|a second time|once more|another time)\b|\b(?:taken|called) back\b|\bundone\b`)

// left matches descriptions of what a tool leaves to others.
var left = regexp.MustCompile(`(?i)\b(?:until|as well|separately|nothing|nobody|not|no)\b`)

// otherAct reports whether a refusal names an act that is not that of a call: what another
// tool does that the mission did not call, what a description says is left to do, or what is
// still to come.
func (r *reading) otherAct(d *refusal, c *call) bool {
	if d.verb == "" || deeds[d.verb] || c.verbs[d.verb] {
		return false
	}
	leaves := func(x described) bool { return slices.Contains(x.stems, d.verb) && left.MatchString(x.text) }
	return pending.MatchString(d.clause) || slices.ContainsFunc(r.descriptions(), leaves) || slices.ContainsFunc(r.entry.Toolset.Tools, func(t mission.Tool) bool {
		words := stems(spaced(t.Name))
		called := func(o *call) bool { return o.own && o.Tool == t.Name }
		return len(words) > 0 && words[0] == d.verb && !slices.ContainsFunc(r.calls, called)
	})
}

// verbIn reports whether a clause has the verb of the tool's name.
func (c *call) verbIn(clause string) bool {
	verb := c.verb()
	return slices.ContainsFunc(telling(clause), func(w string) bool { return same(w, verb) })
}

var wholly = regexp.MustCompile(`(?i)\b(?:done|completed|went through|gone through|succeeded|successful(?:ly)?|all set)\b`)

// reportsDone reports whether the reply says elsewhere that a call was done: with the verb of
// its tool, or with what identifies its thing, if no other call was about that.
func (r *reading) reportsDone(c *call) bool {
	alone := c.top.id != "" && !slices.ContainsFunc(r.calls, func(o *call) bool { return o != c && o.own && o.top.id == c.top.id })
	for _, s := range r.stated {
		for _, clause := range parted.Split(s.text, -1) {
			if len(refusals(clause)) > 0 || depending.MatchString(clause) || bad.MatchString(clause) {
				continue
			}
			if c.verbIn(clause) || wholly.MatchString(clause) || alone && len(strings.Fields(clause)) > 2 && holds(fold(clause), fold(c.top.id)) {
				return true
			}
		}
	}
	return false
}

// speaksOf reports whether a part of a statement speaks of what a call did: it has a word of
// the tool's name, or names what was done, or "it" alone.
func (r *reading) speaksOf(s *statement, part string, c *call) bool {
	if slices.Contains(s.hard, c.top) && c.top.id != "" && holds(fold(part), fold(c.top.id)) {
		return true
	}
	for _, w := range telling(part) {
		if c.verbs[w] {
			return true
		}
	}
	return doing.MatchString(part)
}

var doing = regexp.MustCompile(`(?i)\b(?:could not|couldn't|cannot|can't|unable to|not able to|not possible to|failed to) (?:do|complete|carry out|process|manage|arrange|fulfil) (?:it|that|this|your|the)\b|\b(?:it|that|this|the request|your request) (?:failed|did not work|didn't work|was not possible|wasn't possible|did not go through|didn't go through|was unsuccessful)\b`)

func (r *reading) anyNamed(things []*thing) bool {
	return slices.ContainsFunc(things, func(t *thing) bool { return slices.Contains(r.named, t) })
}

var none = regexp.MustCompile(`(?i)\b(?:(?:found|find|see|are|is|have|has|got|were|was) (?:no|none|nothing)|(?:could not|couldn't|cannot|can't|did not|didn't|unable to|not) (?:find|see) (?:any|anything|a|one)|(?:aren't|isn't|are not|is not) any)\b|^no \pL+`)

// saysNone reports whether a statement says that a list is empty.
func (r *reading) saysNone(s *statement, c *call) bool {
	if !none.MatchString(strings.TrimSpace(s.text)) || comparing.MatchString(s.text) {
		return false
	}
	for i := range r.entry.Toolset.Entities {
		e := &r.entry.Toolset.Entities[i]
		if len(c.items) > 0 && c.items[0].field(e.ID) != nil && (holds(s.folded, fold(e.Plural)) || holds(s.folded, fold(e.Name))) {
			return true
		}
	}
	return holds(s.folded, fold(spaced(c.listed)))
}

// claimed finds a reply that does not say that a call was refused.
func (r *reading) claimed() string {
	for _, c := range r.calls {
		if c.own && c.Status >= 400 && !r.retried(c) && !slices.ContainsFunc(r.stated, func(s *statement) bool { return bad.MatchString(s.text) }) && !r.tellsReason(c) {
			return "the reply does not say that this was refused: " + words(c.Tool)
		}
	}
	return ""
}

// before matches what says that something was so already.
var before = regexp.MustCompile(`(?i)\b(?:before|earlier|previously|long since)\b`)

// tellsReason reports whether the reply tells what stood in the way of a call: the state in
// which the refusal shows its thing. It must neither say that the call was done nor tell what
// it was to set.
func (r *reading) tellsReason(c *call) bool {
	if slices.ContainsFunc(c.top.fields, func(x field) bool { return x.given && fold(c.top.id) != x.value() && len(x.figures) > 0 && r.tells(&x) }) {
		return false
	}
	for i := range c.top.fields {
		x := &c.top.fields[i]
		if x.given || x.key == "error" || x.key == c.top.idKey || len(x.texts) != 1 || r.argument(c, x) || !holds(r.folded, x.texts[0]) {
			continue
		}
		rest := strings.ReplaceAll(r.folded, x.texts[0], "")
		if c.verbIn(x.texts[0]) && !before.MatchString(rest) { // "it is cancelled" may tell what was done
			continue
		}
		if !wholly.MatchString(rest) && (c.reads() || !c.verbIn(rest)) {
			return true
		}
	}
	return false
}

// retried reports whether a later call of the same tool was not refused.
func (r *reading) retried(c *call) bool {
	return slices.ContainsFunc(r.calls, func(o *call) bool { return o.own && o.Tool == c.Tool && o.index > c.index && o.Status < 400 })
}

// promises are words, as stems, for what costs or assures something. A reply may use them
// only if something was said or shown about it.
var promises = stemSet("fee fees surcharge refund refundable nonrefundable complimentary guarantee guaranteed warranty insurance insured discount discounted deposit penalty commission gratuity tip cashback upgrade upgraded voucher coupon bonus")

// strangeMatter finds a statement about something that costs or assures, although nothing
// that was said or shown is about that.
func (r *reading) strangeMatter(s *statement) string {
	if depending.MatchString(s.text) || refusing.MatchString(s.text) {
		return ""
	}
	for _, w := range strings.Fields(s.folded) {
		if x := stem(w); promises[x] && !r.speaksAbout(x) {
			return fmt.Sprintf("nothing is known of any %s", w)
		}
	}
	if free.MatchString(s.text) && !r.speaksAbout("fre") && !r.speaksAbout("charg") && !r.speaksAbout("cost") && !r.speaksAbout("fee") && !r.speaksAbout("pric") {
		return "nothing says that it is free of charge"
	}
	return ""
}

var free = regexp.MustCompile(`(?i)\b(?:free of charge|at no (?:extra |additional )?(?:charge|cost)|for free)\b`)

// speaksAbout reports whether anything that was said or shown, or the description of a tool,
// has a word.
func (r *reading) speaksAbout(w string) bool {
	about := func(text string) bool {
		return slices.ContainsFunc(strings.Fields(text), func(x string) bool { return same(stem(x), w) })
	}
	return about(r.heard) || slices.ContainsFunc(r.entry.Toolset.Tools, func(t mission.Tool) bool {
		return about(fold(spaced(t.Name + " " + t.Description + " " + string(t.Parameters) + " " + string(t.Returns))))
	})
}
