package play

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/flow/session"
	"switchyard/flow/walk"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// leave plays an exchange in which the user leaves the workflow at a node. later are the steps
// after it.
func (p *Player) leave(s *walk.Step, later []walk.Step, d *flow.Departure) error {
	n := s.Node
	ask := p.unknown(n)
	if err := p.speak(n, ask); err != nil {
		return err
	}
	question := p.asked
	said, err := p.departs(s, later, d, question)
	if err != nil {
		return err
	}
	p.exchange(n.ID, said.text, d.Wish, string(d.OOW))
	for i, v := range said.values {
		p.hear(v, said.words, i)
	}
	for _, slot := range s.Edge.Forgets {
		if !slices.Contains(s.Edge.Gives, slot) {
			delete(p.slots, slot)
		}
	}
	return p.reacts(s, d, said)
}

// departure is what a user says who leaves the workflow.
type departure struct {
	text   string
	words  builtin.Words
	values []walk.Value // that the text says
	lead   string       // with which the assistant begins
	act    *session.Act // the reaction, besides asking or telling again
	listed bool         // the lead lists what there is to choose
}

// departs is what the user says.
func (p *Player) departs(s *walk.Step, later []walk.Step, d *flow.Departure, question string) (out *departure, err error) {
	switch d.OOW {
	case flow.Detail, flow.Addition:
		return p.changes(s, d)
	case flow.Confirmation:
		return p.revokes(s)
	case flow.Partial:
		return p.partly(s, later, d)
	case flow.TopicShift:
		return p.shifts(s.Node)
	case flow.Counter:
		return p.counters(d.Slot, s.Node)
	case flow.Vague:
		out, err = p.vaguely(s.Node, later, d, question)
	case flow.Skip, flow.Reorder, flow.IgnoreRule:
		out = p.demands(s.Node, d)
	default:
		out, err = p.simply(s.Node, d)
	}
	if err == nil {
		out.text = p.voice.Types(out.text)
	}
	return out, err
}

// simply leaves with a line of the list of the sub-type.
func (p *Player) simply(n *flow.Node, d *flow.Departure) (*departure, error) {
	list, answers := string(d.OOW), "to "+string(d.OOW)
	out := &departure{}
	switch d.OOW {
	case flow.Cancellation:
		out.act = &session.Act{Node: n.ID, Kind: session.Close}
	case flow.BackToStart:
		answers = "to start"
	case flow.Incorrect:
		if list = wrongFor(d.Slot); list == "" {
			return nil, ErrNoWords
		}
		out.act = &session.Act{Node: n.ID, Kind: session.Refuse, Slots: []string{d.Slot.Name}}
	}
	out.text, out.lead = p.one(list), p.one(answers)
	if d.Slot != nil {
		out.lead = named(out.lead, d.Slot)
	}
	return out, nil
}

// named is a line with what the value of a slot is called.
func named(line string, slot *flow.Slot) string {
	return strings.ReplaceAll(line, "{noun}", slot.Param.Noun)
}

// revokes wants what could have been decided otherwise.
func (p *Player) revokes(s *walk.Step) (*departure, error) {
	spoken := make([]builtin.Spoken, len(s.Said))
	for i, v := range s.Said {
		spoken[i] = p.spoken(v)
		p.refers(v, &spoken[i])
	}
	own := slices.DeleteFunc(slices.Clone(s.Edge.Says), func(phrase *tools.Phrase) bool { return reacts.MatchString(phrase.Text) })
	words, ok := p.among(s.Edge.From.ID+s.Edge.User+" again", own, spoken)
	if !ok {
		words, ok = p.wishes(s.Edge, spoken)
	}
	if !ok {
		return nil, ErrNoWords
	}
	text := p.before("confirmation", words.Text)
	return &departure{text: text, words: words, values: s.Said, lead: p.one("to confirmation")}, nil
}

// reacts matches how users begin who react to what they have just heard.
var reacts = regexp.MustCompile(`^(?:No|Not|None|Yes|Yeah|Oh|Hm|Then|Sorry|I see|That|Those|These|OK|Well|Fine|Good|It isn't|They)\b`)

// vaguely does not answer the question in a way that helps.
func (p *Player) vaguely(n *flow.Node, later []walk.Step, d *flow.Departure, question string) (*departure, error) {
	v := p.meant(later, d.Slot)
	if v == nil {
		return nil, ErrNoWords
	}
	text, ok := p.voice.Evades(p.spoken(*v), question)
	if !ok || strings.Contains(text, "?") || len(p.unknown(n)) > 1 {
		text = p.one("vague")
	}
	lead := p.one("to vague")
	if waits.MatchString(text) {
		lead = p.one("to waiting")
	}
	return &departure{text: text, lead: lead}, nil
}

// waits finds answers of users who need a moment.
var waits = regexp.MustCompile(`(?i)\b(?:moment|second|hang on|hold on|wait|count|look|check|find|see|think|ask)\b`)

// partly answers a part of the question.
func (p *Player) partly(s *walk.Step, later []walk.Step, d *flow.Departure) (*departure, error) {
	v := p.meant(later, d.Slot)
	if v == nil {
		return nil, ErrNoWords
	}
	spoken := []builtin.Spoken{p.spoken(*v)}
	p.refers(*v, &spoken[0])
	words, ok := p.answers(s.Node, spoken)
	if !ok {
		return nil, ErrNoWords
	}
	return &departure{text: words.Text, words: words, values: []walk.Value{*v}, lead: p.one("to partial")}, nil
}

// demands what the workflow does not allow: a step left out or taken first, or a value not given.
func (p *Player) demands(n *flow.Node, d *flow.Departure) *departure {
	out := &departure{text: p.one(string(d.OOW)), act: &session.Act{Node: n.ID, Kind: session.Refuse}}
	reason := ""
	switch d.OOW {
	case flow.IgnoreRule:
		out.text, out.lead = named(out.text, d.Slot), named(p.one("to rule"), d.Slot)
		out.act.Slots, reason = []string{d.Slot.Name}, d.Slot.Why
	default:
		out.text, out.lead = strings.ReplaceAll(out.text, "{do}", deed(d.Later.Call)), p.one("to "+string(d.OOW))
		out.act.Topic = d.Later.Call.Name
		if d.Because != nil {
			reason = d.Because.Because
		}
	}
	if reason != "" {
		out.lead += " " + reason
	}
	return out
}

// meant is the value of a slot that the user says a little later.
func (p *Player) meant(later []walk.Step, slot *flow.Slot) *walk.Value {
	for i := range later {
		for k := range later[i].Said {
			if later[i].Said[k].Slot == slot {
				return &later[i].Said[k]
			}
		}
	}
	return nil
}

// changes says another value for a slot, or one more.
func (p *Player) changes(s *walk.Step, d *flow.Departure) (*departure, error) {
	list := "detail"
	if h := p.slots[d.Slot]; h == nil || h.exchange < len(p.Session.Exchanges)-1 {
		list = "detail earlier"
	}
	if v := d.Slot.Param.Values; d.Slot.Param.Entity != nil || v != nil && (v.Kind == tools.ValuePerson || v.Kind == tools.ValueStreet || v.Kind == tools.ValuePhone || v.Kind == tools.ValuePattern) {
		list = "correction" // nobody changes their mind about a name or a code
	}
	if d.OOW == flow.Addition {
		list = "addition"
		switch {
		case p.listed(d.Slot.Tool) && narrows(d.Slot.Param):
			list = "addition to a list"
		case !builtin.Wish(d.Slot.Tool, d.Slot.Param):
			list = "addition of a fact"
		}
	}
	if len(s.Said) != 1 {
		return nil, ErrNoWords
	}
	words, ok := p.voice.Within(named(p.one(list), d.Slot), p.spoken(s.Said[0]), d.OOW == flow.Detail)
	if !ok {
		return nil, ErrNoWords
	}
	out := &departure{text: words.Text, words: words, values: s.Said, lead: p.one("to " + string(d.OOW))}
	if d.OOW == flow.Addition {
		out.act = &session.Act{Node: s.Node.ID, Kind: session.Accept, Slots: []string{d.Slot.Name}}
	}
	return out, nil
}

// listed reports whether the tool has listed something that was told.
func (p *Player) listed(t *tools.Tool) bool {
	for n, m := range p.results {
		if n.Call == t && t.Effect == tools.List && len(p.rows(m)) > 0 {
			return true
		}
	}
	return false
}

// narrows reports whether the words for a value fit behind "the ones".
func narrows(p *tools.Param) bool {
	return len(p.Say) > 0 && !slices.ContainsFunc(p.Say, func(phrase *tools.Phrase) bool { return !onesThat.MatchString(phrase.Text) })
}

// onesThat matches words that fit behind "the ones".
var onesThat = regexp.MustCompile(`^(?:with|rated|weighing|costing|under|from|for|of|no longer|that|which|who|at|between) `)

// shifts brings up a topic that is no part of the workflow.
func (p *Player) shifts(n *flow.Node) (*departure, error) {
	type choice struct {
		topic *tools.Topic
		kind  session.ActKind
	}
	var all []choice
	for _, t := range p.w.Answers {
		all = append(all, choice{t, session.Answer})
	}
	for _, t := range p.w.Outside {
		all = append(all, choice{t, session.Refuse})
	}
	if len(all) == 0 {
		return nil, ErrNoWords
	}
	c := all[p.r.IntN(len(all))]
	question, answer, ok := p.voice.Brings(c.topic)
	if !ok {
		return nil, ErrNoWords
	}
	return &departure{text: question, lead: answer + " " + p.one("to topic"), act: &session.Act{Node: n.ID, Kind: c.kind, Topic: topicName(c.topic)}}, nil
}

// counters asks back.
func (p *Player) counters(slot *flow.Slot, n *flow.Node) (*departure, error) {
	act := &session.Act{Node: n.ID, Kind: session.Answer, Slots: []string{slot.Name}}
	if options := builtin.Options(slot.Tool, slot.Param); listable(slot) && (slot.Why == "" || p.r.Chance(0.5) && !lists(p.asked, options)) && len(p.unknown(n)) == 1 {
		list := strings.Join(options[:len(options)-1], ", ") + " and " + options[len(options)-1]
		return &departure{text: p.voice.Types(p.one("counter options")), lead: strings.ReplaceAll(p.one("to options"), "{x}", list), act: act, listed: true}, nil
	}
	if slot.Why == "" {
		return nil, ErrNoWords
	}
	text := p.one("counter why")
	if len(p.unknown(n)) > 1 {
		text = "Why do you need the " + slot.Param.Noun + "?"
	}
	return &departure{text: p.voice.Types(text), lead: slot.Why, act: act}, nil
}

// lists reports whether a question lists what there is to choose.
func lists(question string, options []string) bool {
	n := 0
	for _, o := range options {
		if strings.Contains(question, o) {
			n++
		}
	}
	return n > 1
}

// reacts ends the exchange with the reaction of the assistant.
func (p *Player) reacts(s *walk.Step, d *flow.Departure, said *departure) error {
	n := s.Node
	if said.act != nil {
		p.act(*said.act)
	}
	switch {
	case d.Ends:
		p.ex.Reply = said.lead
		return nil
	case !stays(d):
		p.lead = said.lead // the next nodes finish the exchange
		return nil
	}
	ask := p.unknown(n)
	if d.OOW == flow.Split {
		ask = ask[:1]
	}
	text := ""
	switch {
	case d.OOW == flow.Repeat:
		var err error
		if text, err = p.message(n, ask, said.lead); err != nil {
			return err
		}
	case len(ask) > 0 && (n.Tell == "" || len(n.Say) == 0):
		if p.asked = p.asks(n, ask); said.listed {
			p.asked = p.question(ask)
		}
		p.act(session.Act{Node: n.ID, Kind: session.Ask, Slots: slotNames(ask)})
		text = join([]string{said.lead, p.asked})
	default:
		p.asked, _ = p.sentence(n)
		if len(ask) > 0 {
			p.act(session.Act{Node: n.ID, Kind: session.Ask, Slots: slotNames(ask)})
		} else {
			p.act(session.Act{Node: n.ID, Kind: session.Tell})
		}
		text = strings.TrimSpace(join([]string{said.lead, p.asked}))
	}
	p.ex.Reply = text
	return nil
}

// stays reports whether the conversation goes on at the node at which the user left the workflow.
func stays(d *flow.Departure) bool {
	switch e := d.Way[d.At]; d.OOW {
	case flow.Detail, flow.BackToStart, flow.Attitude, flow.Confirmation:
		return false
	default:
		return e.To == e.From
	}
}

// resume lets the user do what was asked, after the assistant has come back to it.
func (p *Player) resume(s *walk.Step, d *flow.Departure) error {
	if s.Edge == nil {
		return nil
	}
	rest := *s
	rest.Said = slices.DeleteFunc(slices.Clone(s.Said), func(v walk.Value) bool {
		h := p.slots[v.Slot]
		return h != nil && d.OOW == flow.Partial && h.exchange == len(p.Session.Exchanges)-1
	})
	if d.OOW != flow.Split {
		return p.reply(&rest)
	}
	for i, v := range s.Said { // one by one
		one := *s
		one.Said = []walk.Value{v}
		if err := p.reply(&one); err != nil {
			return err
		}
		if i+1 == len(s.Said) {
			return nil
		}
		next := []*flow.Slot{s.Said[i+1].Slot}
		p.asked = p.question(next)
		p.act(session.Act{Node: s.Node.ID, Kind: session.Ask, Slots: slotNames(next)})
		p.ex.Reply = p.asked
	}
	return nil
}
