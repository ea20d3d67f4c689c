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
		for i := range t.fields {
			x := &t.fields[i]
			if len(x.truth) != 1 || x.given || r.stale(t, x) || r.otherwise(about, x) {
				continue
			}
			var label []string
			for _, w := range x.label {
				if len(w) > 2 && !common[w] {
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

// otherwise reports whether another thing has the same member with another value.
func (r *reading) otherwise(about []*thing, x *field) bool {
	return slices.ContainsFunc(about, func(t *thing) bool {
		o := t.field(x.key)
		return o != nil && !slices.Equal(o.truth, x.truth)
	})
}

var noWords = regexp.MustCompile(`(?i)\b(?:no|not|without|never|none|non|nor|neither|cannot|excluded?|excluding|lacks?|lacking|missing|unavailable|false|un\w+)\b|n't\b|[✗✘❌]`)

// truthIn returns whether a statement says that a member with these words is so; ok is
// false if it does not speak of it.
func truthIn(s *statement, label []string) (is, ok bool) {
	if len(label) == 0 || depending.MatchString(s.text) {
		return false, false
	}
	for i, c := range s.chunks {
		have := stems(c)
		if slices.ContainsFunc(label, func(w string) bool { return !slices.ContainsFunc(have, func(h string) bool { return same(h, w) }) }) {
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

var (
	refusing = regexp.MustCompile(`(?i)\b(?:could not|couldn't|can not|cannot|can't|was not able|wasn't able|were not able|am not able|unable|was not possible|wasn't possible|is not possible|isn't possible|impossible|failed|did not (?:go|work|succeed)|didn't (?:go|work|succeed)|unsuccessful\w*|has not been|hasn't been|was not|wasn't|have not been|haven't been|not been|did not|didn't|went wrong|an error|no luck)\b`)
	bad      = regexp.MustCompile(`(?i)\b(?:not|no|cannot|unable|unfortunately|sorry|afraid|fail\w*|refus\w*|reject\w*|declin\w*|error|impossible|already|only|nothing|none|closed|unavailable|un\w+able|denied|without|never|invalid|unknown|wrong|problem|issue)\b|n't\b`)
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
	refused := ""
	for _, part := range strings.Split(s.text, " but ") {
		if refusing.MatchString(part) {
			refused = part
		}
	}
	for _, c := range r.calls {
		if !c.own {
			continue
		}
		if refused != "" && !c.reads() && r.speaksOf(s, refused, c) {
			return "it was done: " + words(c.Tool)
		}
		if len(c.items) > 0 && !r.anyNamed(c.items) && r.saysNone(s, c) {
			return fmt.Sprintf("there are %d", len(c.items))
		}
	}
	return ""
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
		if c.own && c.Status >= 400 && !r.retried(c) && !slices.ContainsFunc(r.stated, func(s *statement) bool { return bad.MatchString(s.text) }) {
			return "the reply does not say that this was refused: " + words(c.Tool)
		}
	}
	return ""
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
