package reply

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// lookups are words, as stems, with which the names of tools begin that only look
// something up.
var lookups = stemSet(`get list find search look show view read fetch check query browse retrieve lookup see track count compare summarize summarise estimate
	calculate compute convert quote forecast describe explain suggest recommend preview detect measure analyze analyse validate verify translate locate plan`)

// reads reports whether a call only looks something up, as far as the name of its tool and
// a list in its answer tell.
func (c *call) reads() bool { return lookups[c.verb()] || c.lists() || noItems.Match(c.Observation) }

// noItems matches a list with nothing in it.
var noItems = regexp.MustCompile(`"count"\s*:\s*0\b`)

// verb returns the stem of the first word of the tool's name.
func (c *call) verb() string {
	words := stems(spaced(c.Tool))
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// lists reports whether the answer of a call is a list, not one thing with a list in it.
func (c *call) lists() bool { return len(c.items) > 0 && c.top.id == "" }

// untold returns what the reply has to tell and does not: what identifies each thing that
// was acted on, each item of a list that was asked for, and something of every answer that
// served no other call.
func (r *reading) untold() string {
	for _, c := range r.calls {
		if !c.own || c.Status >= 400 {
			continue
		}
		var why string
		switch {
		case c.lists():
			why = r.untoldList(c)
		case c.reads():
			why = r.untoldAnswer(c)
		default:
			why = r.untoldDeed(c)
		}
		if why != "" {
			return why
		}
	}
	for _, t := range r.chosen {
		if !r.identified(t) && !r.marked(t) {
			return fmt.Sprintf("the reply does not say which one was chosen: %s", t.id)
		}
	}
	if r.general() && !slices.ContainsFunc(r.stated, func(s *statement) bool { return !asking.MatchString(s.text) }) {
		return "the reply only asks"
	}
	return r.untoldWinner()
}

// asking matches questions and requests, and courtesies before them.
var asking = regexp.MustCompile(`(?i)\?\W*$|^\W*(?:please|hello|hi|hey|good (?:morning|afternoon|evening|day)|sure|of course|certainly|gladly|with pleasure|thanks?(?: you)?|(?:i'm |i'd be |i am )?(?:happy|glad) to help|no problem|all right|okay|ok)\b[^.!?:;]*\W*$`)

// serves reports whether a value of a call's answer is an argument of a later call.
func (r *reading) serves(c *call) bool {
	for i := range r.entry.Missions[r.mission].Calls {
		for _, s := range r.entry.Missions[r.mission].Calls[i].Sources {
			if s.Kind == mission.FromObservation && s.Mission == c.mission && s.Call == c.index {
				return true
			}
		}
	}
	return false
}

var counting = regexp.MustCompile(`(?i)\bhow many\b|\bthe number of\b`)

// untoldList looks for the items of a list. A list that only served to choose need not be
// told, nor one of which only the number was asked for.
func (r *reading) untoldList(c *call) string {
	if r.serves(c) {
		return ""
	}
	if best := r.superlative(c); best != nil {
		if !r.identified(best) && !r.marked(best) {
			return fmt.Sprintf("the reply does not say %s, which was asked for", best.id)
		}
		return ""
	}
	if counting.MatchString(r.entry.Missions[r.mission].Request) && slices.ContainsFunc(r.stated, func(s *statement) bool {
		return slices.ContainsFunc(s.figures, func(f figure) bool { return f.kind == aNumber && f.n == float64(len(c.items)) })
	}) {
		return ""
	}
	named := whom.MatchString(r.entry.Missions[r.mission].Request)
	for _, t := range c.items {
		if t.id != "" && !r.identified(t) && !(named && r.person(t)) {
			return fmt.Sprintf("the reply does not say %s, which call %d answered", t.id, c.index)
		}
	}
	if c.items[0].id == "" && !slices.ContainsFunc(c.items, r.marked) {
		return fmt.Sprintf("the reply says nothing of what call %d answered", c.index)
	}
	return ""
}

// whom matches a request for people, "Who is invited?", but not "the colleague who works then".
var whom = regexp.MustCompile(`(?i)(?:^|[.,;:?!] *|\b(?:and|know|see|check|list|me|out) )who(?:m|'s|’s)?\b`)

// person reports whether the reply says words, as the names of people are, that only this item of a
// list has.
func (r *reading) person(t *thing) bool {
	return slices.ContainsFunc(t.fields, func(x field) bool {
		return len(x.texts) == 1 && strings.Contains(x.texts[0], " ") && r.tells(&x) && !slices.ContainsFunc(t.call.items, func(o *thing) bool {
			y := o.field(x.key)
			return o != t && y != nil && y.value() == x.value()
		})
	})
}

// superlative returns the item of a list that the request asks for with the words of a
// comparison, such as "the cheapest flight".
func (r *reading) superlative(c *call) *thing {
	for i := range r.entry.Toolset.Entities {
		e := &r.entry.Toolset.Entities[i]
		for _, x := range e.Comparisons {
			for _, say := range x.Say {
				if c.items[0].field(e.ID) == nil || !holds(r.request, fold(strings.ReplaceAll(say, "{noun}", e.Name))) {
					continue
				}
				if best := winner(c.items, x.By, x.Order); best != nil {
					return best
				}
			}
		}
	}
	return nil
}

// winner returns the only item with the smallest or largest value.
func winner(items []*thing, by string, order mission.Order) *thing {
	var best *thing
	var value float64
	tie := false
	for _, t := range items {
		f := t.field(by)
		if f == nil || len(f.figures) != 1 {
			return nil
		}
		n := f.figures[0].rank()
		if order == mission.OrderMax {
			n = -n
		}
		switch {
		case best == nil || n < value:
			best, value, tie = t, n, false
		case n == value:
			tie = true
		}
	}
	if tie {
		return nil
	}
	return best
}

// rank orders figures of one kind.
func (f *figure) rank() float64 {
	switch f.kind {
	case aDay, aMonth:
		return float64(f.year*10000 + f.month*100 + f.day)
	case aTime:
		return float64(f.minutes)
	}
	return f.n
}

// identified reports whether the reply says what identifies a thing: its identifier, or a
// name that no other thing has.
func (r *reading) identified(t *thing) bool {
	if t.id == "" {
		return true
	}
	if holds(r.folded, fold(t.id)) {
		return true
	}
	return slices.ContainsFunc(t.names, func(n string) bool {
		if !holds(r.folded, n) || isOther(t, n) {
			return false
		}
		return !slices.ContainsFunc(r.names[n], func(o *thing) bool { return o.id != t.id && o.item == t.item })
	})
}

// isOther reports whether a name is the identifier of something that the thing refers to.
func isOther(t *thing, name string) bool {
	return slices.ContainsFunc(t.call.things(), func(o *thing) bool { return o != t && fold(o.id) == name })
}

// marked reports whether the reply has a value that only this item of a list has.
func (r *reading) marked(t *thing) bool {
	for i := range t.fields {
		x := &t.fields[i]
		alone := !slices.ContainsFunc(t.call.items, func(o *thing) bool {
			y := o.field(x.key)
			return o != t && y != nil && y.value() == x.value()
		})
		if alone && r.tells(x) {
			return true
		}
	}
	return false
}

// tells reports whether the reply says a value of a field.
func (r *reading) tells(x *field) bool {
	if slices.ContainsFunc(x.texts, func(v string) bool { return len(x.figures) == 0 && holds(r.folded, v) }) {
		return true
	}
	for _, s := range r.stated {
		for i := range s.figures {
			if slices.ContainsFunc(x.figures, func(v figure) bool { return s.figures[i].says(&v) }) {
				return true
			}
		}
	}
	return false
}

// removals are words, as stems, with which the names of tools begin that make an end of
// something.
var removals = stemSet(`cancel delete remove withdraw revoke drop discard void terminate unsubscribe dismiss clear end`)

// gone reports whether the reply says that a call made an end of its thing, so that nobody
// needs what identifies it any more. No other call of the mission must have done the same.
func (r *reading) gone(c *call) bool {
	if !removals[c.verb()] || !within(string(c.Arguments), c.top.id) {
		return false
	}
	twin := func(o *call) bool { return o != c && o.own && o.Tool == c.Tool }
	return !slices.ContainsFunc(r.calls, twin) && (r.tellsOf(c) || slices.ContainsFunc(r.stated, func(s *statement) bool { return c.verbIn(s.text) }))
}

// untoldDeed looks for what identifies the thing that was acted on. What the user called it
// is enough, unless it is new. Nothing is looked for if nobody needs it any more.
func (r *reading) untoldDeed(c *call) string {
	t := c.top
	if r.gone(c) {
		return ""
	}
	given := within(strings.ToLower(string(c.Arguments)), strings.ToLower(t.id))
	if t.id == "" || holds(r.folded, fold(t.id)) || given && r.identified(t) {
		return ""
	}
	if !given || len(r.entry.Missions[r.mission].Calls) > 1 || !holds(r.request, fold(t.id)) {
		return fmt.Sprintf("the reply does not say %s, which call %d answered", t.id, c.index)
	}
	if !r.tellsOf(c) {
		return fmt.Sprintf("the reply says nothing of what call %d answered", c.index)
	}
	return ""
}

// untoldAnswer looks for anything of the answer of a look-up that served no other call.
func (r *reading) untoldAnswer(c *call) string {
	if r.serves(c) || r.tellsOf(c) || r.answersYesNo(c) || empties.Match(c.Observation) && (denying.MatchString(r.text) || noneLeft.MatchString(r.text)) {
		return ""
	}
	return fmt.Sprintf("the reply says nothing of what call %d answered", c.index)
}

// empties matches an answer that nothing was found.
var empties = regexp.MustCompile(`\[\s*\]|"(?:count|total)"\s*:\s*0\b`)

// noneLeft matches other words for that.
var noneLeft = regexp.MustCompile(`(?i)\b(?:taken|fully booked|booked (?:up|out)|sold out|empty)\b`)

// tellsOf reports whether the reply tells anything of an answer: a value that is no
// argument, or whether something is so. An answer without such a value needs nothing.
func (r *reading) tellsOf(c *call) bool {
	empty := true
	for i := range c.top.fields {
		x := &c.top.fields[i]
		if x.given || r.argument(c, x) {
			continue
		}
		if len(x.figures) == 0 && len(x.texts) == 0 {
			if len(x.truth) > 0 && slices.ContainsFunc(x.label, func(w string) bool { return !common[w] && slices.Contains(stems(r.folded), w) }) {
				return true // whether words say yes or no is another question
			}
			continue
		}
		empty = false
		twin := func(o *thing) bool { y := o.field(x.key); return y != nil && y.value() == x.value() }
		if slices.ContainsFunc(r.siblings(c.top), twin) && !r.tellsBeside(c.top, x) {
			continue // of another one
		}
		if r.tells(x) || r.paraphrased(x) || r.tellsNone(x) {
			return true
		}
	}
	// What was asked for may be all in a list: the documents of a request.
	for _, t := range c.items {
		for i := range t.fields {
			if x := &t.fields[i]; !x.given && !r.argument(c, x) && r.tells(x) {
				return true
			}
		}
	}
	return empty
}

// tellsNone reports whether the reply tells the value "none" of a field in other words: "There
// are no extras."
func (r *reading) tellsNone(x *field) bool {
	if !slices.Contains(x.texts, "none") {
		return false
	}
	words := stems(r.folded)
	for i, w := range words {
		if w != "no" && w != "without" && w != "any" {
			continue
		}
		if slices.ContainsFunc(words[i+1:min(len(words), i+4)], func(w string) bool { return !common[w] && slices.Contains(x.label, w) }) {
			return true
		}
	}
	return false
}

// yesNo matches the word with which a reply answers whether something is so.
var yesNo = regexp.MustCompile(`^\W*(?i:(yes)|no)\b`)

// answersYesNo reports whether a reply that names the thing answers the question whether
// something is so, as a member of the answer has it that is described in words of the request:
// "No, PJ15805 is printed on one side only."
func (r *reading) answersYesNo(c *call) bool {
	m := yesNo.FindStringSubmatch(r.text)
	if m == nil || c.tool == nil || !r.identified(c.top) {
		return false
	}
	var returns struct {
		Properties map[string]struct{ Description string }
	}
	if json.Unmarshal(c.tool.Returns, &returns) != nil {
		return false
	}
	asked := stems(r.request)
	return slices.ContainsFunc(c.top.fields, func(x field) bool {
		return len(x.truth) == 1 && x.truth[0] == (m[1] != "") &&
			len(shared(telling(returns.Properties[x.key].Description), asked)) > 0
	})
}

// tellsBeside reports whether the reply tells a value of a field where it is about the thing
// that has it, or as often as things have it, or of all of them at once.
func (r *reading) tellsBeside(t *thing, x *field) bool {
	at := func(s *statement) bool {
		if !slices.ContainsFunc(s.about(), func(o *thing) bool { return o == t || t.id != "" && o.id == t.id }) {
			return false
		}
		return r.tellsIn(s, x)
	}
	times, together := 0, false
	for _, s := range r.stated {
		if at(s) {
			return true
		}
		if r.tellsIn(s, x) {
			times, together = times+1, together || alikeAll.MatchString(s.text)
		}
	}
	shared := 0
	for _, c := range r.calls {
		if y := c.top.field(x.key); c.own && y != nil && y.value() == x.value() {
			shared++
		}
	}
	return together || times >= shared
}

// alikeAll matches what is said of several things at once.
var alikeAll = regexp.MustCompile(`(?i)\b(?:both|each|all|every|either|neither|none)\b`)

// tellsIn reports whether a statement tells a value of a field.
func (r *reading) tellsIn(s *statement, x *field) bool {
	one := *r
	one.stated, one.folded = []*statement{s}, s.folded
	return one.tells(x) || one.paraphrased(x)
}

// argument reports whether a field only repeats an argument.
func (r *reading) argument(c *call, x *field) bool {
	var arguments map[string]any
	if json.Unmarshal(c.Arguments, &arguments) != nil {
		return false
	}
	v, ok := arguments[x.key]
	if !ok {
		return false
	}
	f := fieldOf(x.key, v)
	return f.value() == x.value()
}

// paraphrased reports whether the reply has most words of a text.
func (r *reading) paraphrased(x *field) bool {
	for _, text := range x.texts {
		all, have := 0, 0
		for _, w := range telling(text) {
			all++
			if slices.Contains(stems(r.folded), w) {
				have++
			}
		}
		if all > 0 && 2*have >= all {
			return true
		}
	}
	return false
}

// untoldWinner looks for the winner of a comparison without a call.
func (r *reading) untoldWinner() string {
	chat := r.entry.Missions[r.mission].Chat
	if chat == nil || chat.Kind != mission.ChatCompare || chat.Compare == nil {
		return ""
	}
	x := chat.Compare
	i := slices.IndexFunc(r.calls, func(c *call) bool { return c.mission == x.Mission && c.index == x.Call })
	if i < 0 || x.Winner >= len(r.calls[i].items) {
		return ""
	}
	if t := r.calls[i].items[x.Winner]; !r.identified(t) && !r.marked(t) {
		return fmt.Sprintf("the reply does not say %s, which wins", t.id)
	}
	return ""
}
