package blueprint

import (
	"cmp"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// Missions that no tool serves.

// chatForm fills in a chat in one of the ways to refer to mission k.
type chatForm func(b *Blueprint, k int, want Demand) bool

// chat draws a mission that no tool serves.
func (d *drawer) chat(want Demand) (*Blueprint, bool) {
	b := &Blueprint{Target: d.index() - 1, Chat: &Chat{}}
	switch want.Relation {
	case "":
		return b, d.openTopic(b, want)
	case mission.Implicit:
		return b, d.chatImplicit(b, d.index()-1, want)
	case mission.Ellipsis:
		return b, d.chatEllipsis(b, d.index()-1, want)
	}
	targets := d.farTargets(false)
	if d.r.Chance(0.9) { // what was shown has names of its own, while only its place tells an earlier talk
		slices.SortStableFunc(targets, func(i, j int) int { return cmp.Compare(len(d.Past[j].Calls), len(d.Past[i].Calls)) })
	}
	for _, k := range targets {
		b.Target = k
		forms := []func(*Blueprint, int, Demand) bool{d.chatImplicit, d.chatEllipsis}
		if d.r.Chance(0.4) {
			slices.Reverse(forms)
		}
		for _, draw := range forms {
			if draw(b, k, want) && !d.Past[d.index()-1].says(b.Chat.Text) {
				b.Way = mission.WayEarlierSubject
				return b, true
			}
		}
	}
	return nil, false
}

// chatImplicit draws a question that refers to something that mission k said or showed.
func (d *drawer) chatImplicit(b *Blueprint, k int, want Demand) bool {
	forms := []chatForm{d.compareTwo, d.compareAll, d.place, d.likeThere, d.aboutItem, d.followPersonal, d.opinion}
	if d.carries(want) {
		forms = forms[:4]
	} else if d.r.Chance(0.8) { // they seldom fit
		b.Opening, b.Chat = OpenPlain, &Chat{} // an earlier target may have left something
		if d.opinion(b, k, want) || d.place(b, k, want) {
			return true
		}
	}
	return d.firstOf(forms, b, k, want)
}

// chatEllipsis draws a question that varies or continues mission k.
func (d *drawer) chatEllipsis(b *Blueprint, k int, want Demand) bool {
	b.Opening, b.Chat = OpenPlain, &Chat{}
	if past := d.Past[k].Chat; past != nil && !d.carries(want) && (past.Topic != nil && d.rank(past.Topic) == 0 || d.r.Chance(0.95)) &&
		d.follows(b, k, func(f *tools.FollowUp) bool { return f.Phrase == "" }) {
		return true
	}
	forms := []chatForm{d.likeEllipsis, d.compareOn, d.placeOn, d.alternatives}
	if k < d.index()-1 {
		forms = forms[:1] // after a while, "and which is the latest?" would need to say of what
	}
	if d.r.Chance(0.05) || d.features(mission.WayShorter) {
		forms = append(forms, d.restate)
	}
	// Few people want the codes alone.
	return d.firstOf(forms, b, k, want) || d.r.Chance(0.12) && d.restate(b, k, want)
}

// firstOf fills in the chat in the first form that fits, in random order.
func (d *drawer) firstOf(forms []chatForm, b *Blueprint, k int, want Demand) bool {
	return slices.ContainsFunc(keyed.Shuffled(d.r, forms), func(draw chatForm) bool {
		b.Opening, b.Chat = OpenPlain, &Chat{}
		return draw(b, k, want)
	})
}

// carries reports whether the chat should say something that the next mission can use
// in a call.
func (d *drawer) carries(want Demand) bool { return want.beforeTool() && d.r.Chance(0.9) }

// openTopic draws a topic that refers to nothing earlier.
func (d *drawer) openTopic(b *Blueprint, want Demand) bool {
	carry := d.carries(want) || len(want.Next) > 1 && d.r.Chance(0.5)
	var fit, featured []*tools.Topic
	for _, t := range d.Set.Topics {
		if t.About != nil || t.Like == nil && (carry || want.beforeTool()) {
			continue
		}
		if want.beforeChat() && !continues(t, want.nextRelation()) && !d.elsewhere(t) {
			continue
		}
		// The mission after the next one may return to what is said now.
		if len(want.Next) > 1 && want.Next[1] != mission.Chat && t.Like == nil && d.r.Chance(0.8) {
			continue
		}
		fit = append(fit, t)
		if t.Like == nil {
			fit = append(fit, t) // twice, because general questions seldom fit
		}
		if want.nextRelation() == mission.Ellipsis && d.rank(t) == 0 {
			featured = append(featured, t)
		}
	}
	if len(fit) == 0 {
		return false
	}
	if len(featured) > 0 {
		fit = featured
	}
	for _, t := range d.talkFirst(fit) {
		b.Chat.Topic, b.Chat.Like = t, nil
		if d.likeCall(b, nil) && d.leaves(b.Chat.Like, want) {
			return true
		}
	}
	return false
}

// continues reports whether a chat in the relation can follow the topic.
func continues(t *tools.Topic, relation mission.Relation) bool {
	return slices.ContainsFunc(t.Follow, func(f tools.FollowUp) bool {
		return relation == mission.LongTerm || (relation == mission.Implicit) == (f.Phrase != "")
	})
}

// elsewhere reports whether another topic can refer to what is said in the slots of
// this one.
func (d *drawer) elsewhere(t *tools.Topic) bool {
	return t.Like != nil && slices.ContainsFunc(d.Set.Topics, func(o *tools.Topic) bool { return o != t && o.Like != nil })
}

// rank is 0 for topics that can be followed up in one of the story's ways, and 1 for
// all others.
func (d *drawer) rank(t *tools.Topic) int {
	if slices.ContainsFunc(t.Follow, func(f tools.FollowUp) bool { return d.features(f.Way) }) {
		return 0
	}
	return 1
}

// discussed reports whether the topic was brought up before.
func (d *drawer) discussed(t *tools.Topic) bool {
	return slices.ContainsFunc(d.Past, func(p *Past) bool { return p.Chat != nil && p.Chat.Topic == t })
}

// aboutItem asks something about a shown thing that no tool does.
func (d *drawer) aboutItem(b *Blueprint, k int, _ Demand) bool {
	items := d.shown(k)
	if len(items) == 0 {
		return false
	}
	it := keyed.Pick(d.r, items)
	fit := slices.DeleteFunc(slices.Clone(d.Set.Topics), func(t *tools.Topic) bool {
		return t.About != it.entity || d.discussed(t) || t.Word != "" && !it.shownWith(t.Word, d.Past[k])
	})
	if len(fit) == 0 {
		return false
	}
	b.Chat.Topic = d.talkFirst(fit)[0]
	if b.Chat.Topic.Word != "" && d.r.Chance(0.6) {
		return false // few people ask what a word means
	}
	way, choice, ok := d.refer(items, it, k)
	if b.Chat.Topic.Word != "" {
		way, choice, ok = d.referPlainly(items, it, k)
	}
	if !ok {
		return false
	}
	b.Way = way
	a := it.arg(d.Set, nil, Shown, &choice, way)
	b.Chat.It = &a
	b.Chat.Text, _ = IDText(it.id)
	return b.Chat.Text != ""
}

// shownWith reports whether the mission that showed the thing used a word of it, which is one of
// its values.
func (it item) shownWith(word string, past *Past) bool {
	return past.shows(word) && slices.ContainsFunc(it.fields, func(f tools.Field) bool {
		text, ok := f.Value.(string)
		return ok && strings.EqualFold(strings.ReplaceAll(text, "_", " "), word)
	})
}

// followPersonal asks a follow-up in which a pronoun stands for the topic.
func (d *drawer) followPersonal(b *Blueprint, k int, _ Demand) bool {
	return d.follows(b, k, func(f *tools.FollowUp) bool { return f.Phrase != "" })
}

// follows asks a follow-up of the topic of mission k.
func (d *drawer) follows(b *Blueprint, k int, fits func(*tools.FollowUp) bool) bool {
	past := d.Past[k]
	if past.Chat == nil || past.Chat.Topic == nil {
		return false
	}
	t := past.Chat.Topic
	var fit, answered []*tools.FollowUp
	for i := range t.Follow {
		f := &t.Follow[i]
		asked := slices.ContainsFunc(d.Past, func(p *Past) bool { return p.Chat != nil && p.Chat.Follow == f })
		// A request for more or less of an answer means the last answer.
		if fits(f) && !asked && !(ofAnswer(f.Way) && (past.Chat.Follow != nil || k < d.index()-1)) {
			fit = append(fit, f)
			if ofAnswer(f.Way) {
				answered = append(answered, f)
			}
		}
	}
	if len(fit) == 0 {
		return false
	}
	// Some fit only right after the topic, so they are preferred when they do.
	if i := slices.IndexFunc(fit, func(f *tools.FollowUp) bool { return d.features(f.Way) }); i >= 0 {
		fit = fit[i : i+1]
	} else if len(answered) > 0 && d.r.Chance(0.5) {
		fit = answered
	}
	b.Chat.Topic, b.Chat.Follow = t, keyed.Pick(d.r, fit)
	b.Way = b.Chat.Follow.Way
	b.Chat.Text = t.Subject
	if past.Chat.Follow != nil {
		b.Chat.Text = core(past.Request)
	}
	return b.Chat.Text != "" && past.says(b.Chat.Text)
}

// ofAnswer reports whether a way is about the answer just given.
func ofAnswer(w mission.Way) bool {
	return w == mission.WayShorter || w == mission.WayDetail || w == mission.WayExample || w == mission.WayGoOn
}

// core is a request without its first conjunction and its last punctuation mark.
func core(request string) string {
	words := strings.Fields(strings.TrimRight(request, ".?!"))
	if len(words) > 1 && slices.Contains([]string{"and", "but", "so", "ok,", "okay,"}, strings.ToLower(words[0])) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// shortReply is the length of a reply of one or two lines, in which a reader finds an
// identifier at once.
const shortReply = 200

// restate asks for what mission k showed once more, only shorter.
func (d *drawer) restate(b *Blueprint, k int, want Demand) bool {
	past := d.Past[k]
	if len(past.Calls) == 0 || d.amended(k) || slices.ContainsFunc(d.Past, func(p *Past) bool { return p.Chat != nil && p.Chat.Restate }) {
		return false
	}
	ids, entity := past.identifiers(d.Set.Entities)
	if len(ids) == 0 || len(ids) > 1 && want.nextRelation() != "" && want.nextRelation() != mission.LongTerm {
		return false // a list of bare identifiers leaves the next mission nothing to lean on
	}
	if slices.ContainsFunc(d.shown(k), func(it item) bool { return it.list != "" && d.stale(it.entity, it.rows) }) {
		return false // some of it does not hold any more
	}
	if len(ids) == 1 && k == d.index()-1 && len(past.Reply) < shortReply {
		return false // it stands in the line above
	}
	if len(ids) == 1 && slices.ContainsFunc(d.Past, func(p *Past) bool {
		return Holds(p.Request, ids[0]) || slices.ContainsFunc(p.Replies, func(t string) bool { return Holds(t, ids[0]) })
	}) {
		return false // the user has it already
	}
	b.Way, b.Chat.Restate, b.Chat.Entity, b.Chat.Text = mission.WayShorter, true, entity, ids[0]
	return true
}

// likeThere asks for something related, with a word such as "there" for what mission k
// said.
func (d *drawer) likeThere(b *Blueprint, k int, want Demand) bool {
	return d.like(b, k, want, true)
}

// likeEllipsis asks for something related and leaves out what mission k said. If that
// mission lies further back, a word has to stand for it.
func (d *drawer) likeEllipsis(b *Blueprint, k int, want Demand) bool {
	return d.like(b, k, want, k < d.index()-1)
}

// like draws a topic that takes over what mission k said. With words, a word such as
// "there" stands for it.
func (d *drawer) like(b *Blueprint, k int, want Demand, words bool) bool {
	for _, t := range d.topics(want) {
		if t.Like == nil || d.discussed(t) {
			continue
		}
		fixed, text, there := d.carried(t, k, words)
		if words && t.Kind == mission.ChatFact {
			fixed, text, there = d.pointedAt(fixed, k)
		}
		if fixed = oneThere(fixed); text == "" || words && !there {
			continue
		}
		if k < d.index()-1 && len(fixed) > 1 { // "as for the hotels earlier" goes with one of them only
			fixed = slices.DeleteFunc(fixed, func(a Arg) bool {
				return !slices.ContainsFunc(a.Sources, func(s mission.Source) bool { return s.Mission == k && s.Text == text })
			})[:1]
		}
		b.Chat.Topic, b.Chat.Text, b.Chat.Like = t, text, nil
		b.Opening, b.Way = OpenAlso, mission.WayNoParts
		if words {
			b.Opening, b.Way = OpenPlain, mission.WayDemonstrative
		}
		if d.likeCall(b, fixed) && d.leaves(b.Chat.Like, want) {
			return true
		}
	}
	return false
}

// pointedAt keeps the first of some values for which a plain word stands: "there" or "that day".
// What holds for everything is not asked "for the same subject".
func (d *drawer) pointedAt(fixed []Arg, k int) (kept []Arg, text string, there bool) {
	for _, a := range fixed {
		i := slices.IndexFunc(a.Sources, func(s mission.Source) bool { return s.Mission == k && s.Text != "" })
		if i >= 0 && a.There && len(Pointers(a.Param)) > 0 && (k == d.index()-1 || d.Alone(a.Param, a.Value)) {
			return []Arg{a}, a.Sources[i].Text, true
		}
	}
	return nil, "", false
}

// Pointers are the words for a value said before that need no noun: "there", "that day".
func Pointers(p *tools.Param) []string {
	return slices.DeleteFunc(slices.Clone(p.There), func(w string) bool { return slices.Contains(strings.Fields(w), "same") })
}

// topics puts the topics into a random order. If a follow-up may come next, topics with
// one of the story's ways to follow up come first.
func (d *drawer) topics(want Demand) []*tools.Topic {
	list := d.talkFirst(d.Set.Topics)
	if want.beforeChat() && want.nextRelation() == mission.Ellipsis {
		slices.SortStableFunc(list, func(a, b *tools.Topic) int { return d.rank(a) - d.rank(b) })
	}
	return list
}

// carried lists what a topic can take over from mission k. text are the first words of
// that mission that say some of it, and there reports whether "there" stands for them.
func (d *drawer) carried(t *tools.Topic, k int, words bool) (fixed []Arg, text string, there bool) {
	for _, p := range t.Like.Params {
		if !asksFor(t, p) {
			continue // the question never says it, so nothing would be left out
		}
		for _, c := range d.Past[k].allCalls() {
			a := d.likeArg(c, p)
			if a == nil || d.disputed(k, p, a) {
				continue
			}
			next, ok := d.inherit(k, c, *a, p)
			if !ok {
				continue
			}
			next.There = words && (len(Pointers(p)) > 0 || t.Kind != mission.ChatFact && len(p.There) > 0)
			fixed = append(fixed, next)
			for _, s := range next.Sources {
				if s.Mission == k && s.Text != "" && text == "" && (!words || next.There) {
					text, there = s.Text, next.There
				}
			}
			break
		}
	}
	return fixed, text, there
}

// asksFor reports whether a wording of the topic has a slot for the parameter.
func asksFor(t *tools.Topic, p *tools.Param) bool {
	return slices.ContainsFunc(t.Ask, func(ph *tools.Phrase) bool { return ph.Mentions(p.Name) })
}

// likeCall decides what the user says in the slots of a topic. The fixed arguments come
// from earlier missions and are not said.
func (d *drawer) likeCall(b *Blueprint, fixed []Arg) bool {
	t := b.Chat.Topic.Like
	if t == nil {
		return true
	}
	often := 0.7
	if b.Chat.Topic.Kind == mission.ChatFact && len(fixed) == 0 {
		often = 0.3 // what holds everywhere is asked without a place
	}
	c := Call{Tool: t}
	for _, p := range t.Params {
		if a := ofParam(fixed, p); a != nil {
			c.Args = append(c.Args, *a)
			continue
		}
		if !asksFor(b.Chat.Topic, p) || holdsEntity(p) || !d.r.Chance(often) {
			continue
		}
		a, ok := d.said(p, &c)
		if !ok {
			return false
		}
		if before, ok := d.talkedAbout(p); ok {
			a.Value = before
		}
		c.Args = append(c.Args, a)
	}
	if !slices.ContainsFunc(c.Args, func(a Arg) bool { return kindOf(a.Param) == tools.ValueDate }) {
		c.Args = slices.DeleteFunc(c.Args, d.over)
	}
	if len(c.Args) > 0 {
		b.Chat.Like = &c
	}
	return true
}

// talkedAbout is what the user said for the parameter in an earlier chat: who asks about a move
// on the 4th and goes on talking means the same move.
func (d *drawer) talkedAbout(p *tools.Param) (any, bool) {
	for _, past := range slices.Backward(d.Past) {
		if past.Chat == nil || past.Chat.Like == nil {
			continue
		}
		if a := past.Chat.Like.Arg(p.Name); a != nil && a.Param == p {
			return a.Value, true
		}
	}
	return nil, false
}

// over reports whether the user says a time of day that is past. Without a day, it would be
// taken for today.
func (d *drawer) over(a Arg) bool {
	clock, ok := a.Value.(string)
	return ok && a.Origin == Said && kindOf(a.Param) == tools.ValueTime && clock <= d.Now.Format("15:04")
}

// leaves reports whether each tool mission that can refer only to this topic can take over
// another value of those that are said in its slots.
func (d *drawer) leaves(like *Call, want Demand) bool {
	returning := d.returning(want)
	if like == nil {
		return len(returning) == 0
	}
	return !slices.ContainsFunc(returning, func(by mission.Type) bool {
		taken := 0
		for _, a := range like.Args {
			if a.Origin == Said && slices.ContainsFunc(d.Set.Tools, func(t *tools.Tool) bool { return d.takes(t, a.Param, by) }) {
				taken++
			}
		}
		return taken < len(returning)
	})
}

// takes reports whether a mission of the type can call the tool with a value of another
// parameter that was said before it.
func (d *drawer) takes(t *tools.Tool, said *tools.Param, by mission.Type) bool {
	return !needsThing(t, by) && slices.ContainsFunc(t.Params, func(p *tools.Param) bool {
		return p.Required && len(p.There) > 0 && alike(said, p) && (by != mission.Clarify || d.askable(t, p))
	})
}

// needsThing reports whether a mission of the type cannot call the tool without saying the
// identifier of a thing. What is made for one thing can be asked for before saying for which.
func needsThing(t *tools.Tool, by mission.Type) bool {
	n := 0
	for _, p := range t.Params {
		if p.Required && p.Entity != nil {
			n++
		}
	}
	return n > 1 || n == 1 && (by != mission.Clarify || t.Effect != tools.Create)
}

// indices lists the indices of a list.
func indices[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	return out
}
