package blueprint

import (
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

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
	if d.index() < 2 {
		return nil, false
	}
	k := d.r.IntN(d.index() - 1)
	b.Target = k
	ok := d.r.Chance(0.6) && d.chatImplicit(b, k, want) || d.chatEllipsis(b, k, want) || d.chatImplicit(b, k, want)
	b.Way = mission.WayEarlierSubject
	return b, ok && !d.Past[d.index()-1].Says(b.Chat.Text)
}

// continues tells whether a chat in the relation can follow the topic.
func continues(t *tools.Topic, relation mission.Relation) bool {
	return slices.ContainsFunc(t.Follow, func(f tools.FollowUp) bool {
		return relation == mission.LongTerm || (relation == mission.Implicit) == (f.Phrase != "")
	})
}

// elsewhere tells whether what is said in the slots of the topic can be taken
// up by another one.
func (d *drawer) elsewhere(t *tools.Topic) bool {
	return t.Like != nil && slices.ContainsFunc(d.Set.Topics, func(o *tools.Topic) bool { return o != t && o.Like != nil })
}

// carries tells whether a chat before the next mission should leave something
// that a tool can be called with.
func (d *drawer) carries(want Demand) bool {
	return len(want.Next) > 0 && want.Next[0] != mission.Chat && d.r.Chance(0.9)
}

// openTopic draws a topic that stands for itself.
func (d *drawer) openTopic(b *Blueprint, want Demand) bool {
	carry := d.carries(want) || len(want.Next) > 1 && d.r.Chance(0.5)
	var fit, featured []*tools.Topic
	for _, t := range d.Set.Topics {
		if t.About != nil || carry && t.Like == nil || len(want.Next) > 0 && want.Next[0] != mission.Chat && t.Like == nil {
			continue
		}
		if len(want.Next) > 0 && want.Next[0] == mission.Chat && !continues(t, want.NextRelation) && !d.elsewhere(t) {
			continue
		}
		// What a mission after the next one comes back to has to be said now.
		if len(want.Next) > 1 && want.Next[1] != mission.Chat && t.Like == nil && d.r.Chance(0.8) {
			continue
		}
		fit = append(fit, t)
		if t.Like == nil {
			fit = append(fit, t) // general questions fit seldom
		}
		if want.NextRelation == mission.Ellipsis && d.rank(t) == 0 {
			featured = append(featured, t)
		}
	}
	if len(fit) == 0 {
		return false
	}
	if len(featured) > 0 {
		fit = featured
	}
	b.Chat.Topic = keyed.Pick(d.r, fit)
	return d.likeCall(b, nil)
}

// likeCall decides what the user says in the slots of a topic. Arguments in
// fixed are taken over from earlier missions and not said.
func (d *drawer) likeCall(b *Blueprint, fixed []Arg) bool {
	t := b.Chat.Topic.Like
	if t == nil {
		return true
	}
	c := Call{Tool: t}
	for _, p := range t.Params {
		if i := slices.IndexFunc(fixed, func(a Arg) bool { return a.Param == p }); i >= 0 {
			c.Args = append(c.Args, fixed[i])
			continue
		}
		asked := slices.ContainsFunc(b.Chat.Topic.Ask, func(ph *tools.Phrase) bool { return speaksOf(ph, p) })
		if !asked || holdsEntity(p) {
			continue
		}
		if !d.r.Chance(0.7) {
			continue
		}
		a, ok := d.said(p, &c)
		if !ok {
			return false
		}
		c.Args = append(c.Args, a)
	}
	if len(c.Args) > 0 {
		b.Chat.Like = &c
	}
	return true
}

// speaksOf tells whether a wording has a slot for the parameter, or for a field
// of it.
func speaksOf(phrase *tools.Phrase, p *tools.Param) bool {
	return phrase.Mentions(p.Name)
}

// chatImplicit draws a question that refers to what mission k said or showed.
func (d *drawer) chatImplicit(b *Blueprint, k int, want Demand) bool {
	order := []func(*Blueprint, int, Demand) bool{d.comparison, d.whichOne, d.likeThere, d.aboutItem, d.followPersonal}
	if d.carries(want) {
		order = keyed.Shuffled(d.r, order[:3])
	} else {
		order = keyed.Shuffled(d.r, order)
	}
	for _, draw := range order {
		b.Opening, b.Chat = OpenPlain, &Chat{}
		if draw(b, k, want) {
			return true
		}
	}
	return false
}

// comparison asks which of two listed things is better in some way: the
// answer stands in what was shown.
func (d *drawer) comparison(b *Blueprint, k int, _ Demand) bool {
	return d.compare(b, k, 2)
}

// whichOne asks which of all listed things is best in some way.
func (d *drawer) whichOne(b *Blueprint, k int, _ Demand) bool {
	return d.compare(b, k, 0)
}

// compare asks which of n listed things is best in some way, or of all of them
// when n is 0.
func (d *drawer) compare(b *Blueprint, k, n int) bool {
	for _, i := range keyed.Shuffled(d.r, indices(d.Past[k].Calls)) {
		c := d.Past[k].Calls[i]
		if c.Tool.Effect != tools.List {
			continue
		}
		lists := 0
		for _, other := range d.Past[k].Calls {
			if other.Tool.Effect == tools.List {
				lists++ // "the first one" of which list?
			}
		}
		if k < d.index()-1 && d.listedSince(k, c.Tool.Entity) {
			continue // "the first one from earlier": from when?
		}
		key := jsonptr.Join(c.Tool.ListKey())
		list, _ := c.Answer.Body.At(key)
		rows, _ := list.([]any)
		if lists != 1 || len(rows) < 3 || len(c.Tool.Entity.Comparisons) == 0 || d.stale(c.Tool.Entity, rows) {
			continue
		}
		at := indices(rows)
		if n > 0 {
			at = keyed.Shuffled(d.r, at)[:n]
			slices.Sort(at)
		}
		cmp := keyed.Pick(d.r, c.Tool.Entity.Comparisons)
		if !told(c.Tool.Entity, cmp.By) {
			continue
		}
		var compared []any
		shown := true
		for _, j := range at {
			id, _ := rows[j].(tools.Object).Get(c.Tool.Entity.ID)
			text, _ := IDText(id)
			shown = shown && d.Past[k].Shows(text)
			compared = append(compared, rows[j])
		}
		winner, ok := best(compared, cmp.By, cmp.Order)
		if !ok || !shown {
			continue
		}
		first := at[0]
		b.Way = mission.WayOrdinalFront
		if n == 0 {
			first, b.Way = at[winner], mission.WayInterrogative
		}
		id, _ := rows[first].(tools.Object).Get(c.Tool.Entity.ID)
		b.Chat.Text, _ = IDText(id)
		b.Chat.Entity = c.Tool.Entity
		b.Chat.Compare = &mission.CompareClaim{Mission: k, Call: i, List: key, Items: at,
			By: cmp.By, Order: cmp.Order, Winner: at[winner]}
		return true
	}
	return false
}

// listedSince tells whether things of the kind were listed after mission k.
func (d *drawer) listedSince(k int, e *tools.Entity) bool {
	return slices.ContainsFunc(d.Past[k+1:], func(p *Past) bool {
		return slices.ContainsFunc(p.Calls, func(c PastCall) bool { return c.Tool.Effect == tools.List && c.Tool.Entity == e })
	})
}

// stale tells whether any of the listed things is gone by now, or is other than
// the list says.
func (d *drawer) stale(e *tools.Entity, rows []any) bool {
	return slices.ContainsFunc(rows, func(row any) bool {
		o, _ := row.(tools.Object)
		id, _ := o.Get(e.ID)
		now, alive := d.World.Known(e, id)
		return !alive || slices.ContainsFunc(o, func(f tools.Field) bool {
			v, ok := now.Get(f.Name)
			return ok && !same(v, f.Value)
		})
	})
}

// told tells whether every line of the entity tells the attribute.
func told(e *tools.Entity, attribute string) bool {
	for _, line := range e.Lines {
		if !line.Mentions(attribute) {
			return false
		}
	}
	return len(e.Lines) > 0
}

func indices[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	return out
}

// aboutItem asks something about a shown thing that no tool does.
func (d *drawer) aboutItem(b *Blueprint, k int, _ Demand) bool {
	items := d.shown(k)
	if len(items) == 0 {
		return false
	}
	it := keyed.Pick(d.r, items)
	var fit []*tools.Topic
	for _, t := range d.Set.Topics {
		if t.About == it.entity && !d.discussed(t) {
			fit = append(fit, t)
		}
	}
	way, choice, ok := d.refer(items, it, k)
	if len(fit) == 0 || !ok {
		return false
	}
	b.Way = way
	b.Chat.Topic = keyed.Pick(d.r, fit)
	a := it.arg(nil, Shown, &choice, way)
	b.Chat.It = &a
	b.Chat.Text, _ = IDText(it.id)
	return b.Chat.Text != ""
}

func (d *drawer) discussed(t *tools.Topic) bool {
	return slices.ContainsFunc(d.Past, func(p *Past) bool { return p.Chat != nil && p.Chat.Topic == t })
}

// followPersonal asks on about a topic with a pronoun.
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
		// What asks for more or less of an answer means the last one.
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
	// They fit only right after the topic, so they come first when they do.
	if len(answered) > 0 && d.r.Chance(0.5) {
		fit = answered
	}
	if i := slices.IndexFunc(fit, func(f *tools.FollowUp) bool { return d.features(f.Way) }); i >= 0 {
		fit = fit[i : i+1]
	}
	b.Chat.Topic, b.Chat.Follow = t, keyed.Pick(d.r, fit)
	b.Way = b.Chat.Follow.Way
	b.Chat.Text = t.Subject
	if past.Chat.Follow != nil {
		b.Chat.Text = core(past.Request)
	}
	return b.Chat.Text != "" && past.Says(b.Chat.Text)
}

// ofAnswer tells whether a way is about the answer just given.
func ofAnswer(w mission.Way) bool {
	return w == mission.WayShorter || w == mission.WayDetail || w == mission.WayExample || w == mission.WayGoOn
}

// core is a request without its conjunction and its final mark.
func core(request string) string {
	words := strings.Fields(strings.TrimRight(request, ".?!"))
	if len(words) > 1 && slices.Contains([]string{"and", "but", "so", "ok,", "okay,"}, strings.ToLower(words[0])) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// chatEllipsis draws a question that varies or continues mission k.
func (d *drawer) chatEllipsis(b *Blueprint, k int, want Demand) bool {
	b.Opening, b.Chat = OpenPlain, &Chat{}
	if past := d.Past[k].Chat; past != nil && !d.carries(want) && (past.Topic != nil && d.rank(past.Topic) == 0 || d.r.Chance(0.7)) &&
		d.follows(b, k, func(f *tools.FollowUp) bool { return f.Phrase == "" }) {
		return true
	}
	for _, draw := range keyed.Shuffled(d.r, []func(*Blueprint, int, Demand) bool{d.restate, d.likeEllipsis, d.compareOn}) {
		b.Opening, b.Chat = OpenPlain, &Chat{}
		if draw(b, k, want) {
			return true
		}
	}
	return false
}

// compareOn asks about another difference between the two things that mission
// k compared.
func (d *drawer) compareOn(b *Blueprint, k int, _ Demand) bool {
	past := d.Past[k].Chat
	if past == nil || past.Compare == nil {
		return false
	}
	n := len(past.Compare.Items)
	claim := *past.Compare
	list, _ := d.Past[claim.Mission].Calls[claim.Call].Answer.Body.At(claim.List)
	rows, _ := list.([]any)
	if d.stale(past.Entity, rows) {
		return false
	}
	for _, cmp := range keyed.Shuffled(d.r, past.Entity.Comparisons) {
		compared := make([]any, n)
		for i, at := range claim.Items {
			compared[i] = rows[at]
		}
		winner, ok := best(compared, cmp.By, cmp.Order)
		if cmp.By == claim.By || !ok || !told(past.Entity, cmp.By) {
			continue
		}
		won, _ := rows[claim.Winner].(tools.Object).Get(past.Entity.ID)
		b.Chat.Text, _ = IDText(won)
		claim.By, claim.Order, claim.Winner = cmp.By, cmp.Order, claim.Items[winner]
		b.Way, b.Opening = mission.WayNoSubject, OpenAlso
		b.Chat.Compare, b.Chat.Entity = &claim, past.Entity
		return b.Chat.Text != ""
	}
	return false
}

// likeThere asks for something near, with a word such as "there" for what
// mission k said.
func (d *drawer) likeThere(b *Blueprint, k int, want Demand) bool {
	return d.like(b, k, want, true)
}

// restate asks for what mission k showed once more, only shorter.
func (d *drawer) restate(b *Blueprint, k int, want Demand) bool {
	past := d.Past[k]
	if len(past.Calls) == 0 || slices.ContainsFunc(d.Past, func(p *Past) bool { return p.Chat != nil && p.Chat.Restate }) {
		return false
	}
	ids, entity := d.Past[k].identifiers(d.Set.Entities)
	if len(ids) == 0 || len(ids) > 1 && want.NextRelation != "" && want.NextRelation != mission.LongTerm {
		return false // a list of bare ids leaves the next mission nothing to lean on
	}
	if len(ids) == 1 && slices.ContainsFunc(d.Past, func(p *Past) bool {
		return slices.ContainsFunc(append(p.Replies, p.Request), func(t string) bool { return Holds(t, ids[0]) })
	}) {
		return false // the user has it already
	}
	b.Way, b.Chat.Restate, b.Chat.Entity, b.Chat.Text = mission.WayShorter, true, entity, ids[0]
	return true
}

// identifiers lists the ids of what the mission's calls were about, and their
// entity, if the closing reply shows them and they are all of one kind.
func (p *Past) identifiers(entities []*tools.Entity) ([]string, *tools.Entity) {
	var ids []string
	var entity *tools.Entity
	for i, c := range p.Calls {
		for _, it := range itemsOf(c.Tool, c.Answer, 0, i, entities) {
			if it.entity != c.Tool.Entity {
				continue // the hotel of a booking, say
			}
			id, ok := IDText(it.id)
			if !ok || !p.Shows(id) || entity != nil && it.entity != entity {
				return nil, nil
			}
			entity = it.entity
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids, entity
}

// Identifiers lists the ids that mission k showed, for a restatement.
func (s *Story) Identifiers(k int) []string {
	ids, _ := s.Past[k].identifiers(s.Set.Entities)
	return ids
}

// likeEllipsis asks for something near, with what mission k said left out. What
// lies further back has to be pointed at.
func (d *drawer) likeEllipsis(b *Blueprint, k int, want Demand) bool {
	return d.like(b, k, want, k < d.index()-1)
}

// topics puts the topics into a random order; where a follow-up may come
// next, those in front that have the story's.
func (d *drawer) topics(want Demand) []*tools.Topic {
	list := keyed.Shuffled(d.r, d.Set.Topics)
	if len(want.Next) > 0 && want.Next[0] == mission.Chat && want.NextRelation == mission.Ellipsis {
		slices.SortStableFunc(list, func(a, b *tools.Topic) int { return d.rank(a) - d.rank(b) })
	}
	return list
}

// rank puts topics first that can be followed up in the story's way.
func (d *drawer) rank(t *tools.Topic) int {
	if slices.ContainsFunc(t.Follow, func(f tools.FollowUp) bool { return d.features(f.Way) }) {
		return 0
	}
	return 1
}

func (d *drawer) like(b *Blueprint, k int, want Demand, words bool) bool {
	for _, t := range d.topics(want) {
		if t.Like == nil || d.discussed(t) {
			continue
		}
		var fixed []Arg
		text := ""
		there := false
		for _, p := range t.Like.Params {
			if !slices.ContainsFunc(t.Ask, func(ph *tools.Phrase) bool { return speaksOf(ph, p) }) {
				continue // nobody misses in the question what it never says
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
				if words && len(p.There) > 0 {
					next.There = true
				}
				fixed = append(fixed, next)
				for _, s := range next.Sources {
					if s.Mission == k && s.Text != "" && text == "" && (!words || next.There) {
						there = there || next.There
						text = s.Text
					}
				}
				break
			}
		}
		if fixed = oneThere(fixed); text == "" || words && !there {
			continue
		}
		b.Chat.Topic, b.Chat.Text = t, text
		b.Opening, b.Way = OpenAlso, mission.WayNoParts
		if words {
			b.Opening, b.Way = OpenPlain, mission.WayDemonstrative
		}
		b.Chat.Like = nil
		if d.likeCall(b, fixed) && d.leaves(b.Chat.Like, want) {
			return true
		}
	}
	return false
}

// leaves tells whether what is said in the slots of a topic is enough for a
// tool mission right after it to lean on.
func (d *drawer) leaves(like *Call, want Demand) bool {
	if len(want.Next) == 0 || want.Next[0] == mission.Chat || want.NextRelation == mission.LongTerm {
		return true
	}
	return like != nil && slices.ContainsFunc(like.Args, func(a Arg) bool {
		return a.Origin == Said && (want.NextRelation != mission.Implicit || len(a.Param.There) > 0)
	})
}
