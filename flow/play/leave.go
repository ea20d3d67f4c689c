package play

import (
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
}

// departs is what the user says.
func (p *Player) departs(s *walk.Step, later []walk.Step, d *flow.Departure, question string) (*departure, error) {
	out := &departure{}
	n := s.Node
	switch d.OOW {
	case flow.Detail, flow.Addition:
		return p.changes(s, d)
	case flow.Confirmation:
		spoken := make([]builtin.Spoken, len(s.Said))
		for i, v := range s.Said {
			spoken[i] = p.spoken(v)
			p.refers(v, &spoken[i])
		}
		words, ok := p.wishes(s.Edge, spoken)
		if !ok {
			return nil, ErrNoWords
		}
		out.words, out.values = words, s.Said
		out.text, out.lead = p.voice.Types(p.one("confirmation"))+" "+words.Text, p.one("to confirmation")
	case flow.Attitude:
		out.text, out.lead = p.one("attitude"), p.one("to attitude")
	case flow.Cancellation:
		out.text, out.lead = p.one("cancellation"), p.one("to cancellation")
		out.act = &session.Act{Node: n.ID, Kind: session.Close}
	case flow.BackToStart:
		out.text, out.lead = p.one("return to start"), p.one("to start")
	case flow.Repeat:
		out.text, out.lead = p.one("repeat"), p.one("to repeat")
	case flow.Incorrect:
		list := wrongFor(d.Slot)
		if list == "" {
			return nil, ErrNoWords
		}
		out.text, out.lead = p.one(list), p.one("to incorrect")
		out.act = &session.Act{Node: n.ID, Kind: session.Refuse, Slots: []string{d.Slot.Name}}
	case flow.Vague:
		v := p.meant(later, d.Slot)
		if v == nil {
			return nil, ErrNoWords
		}
		text, ok := p.voice.Evades(p.spoken(*v), question)
		if !ok || strings.Contains(text, "?") || len(p.unknown(n)) > 1 {
			text = p.one("vague")
		}
		out.text, out.lead = text, p.one("to vague")
	case flow.TopicShift:
		return p.shifts(n)
	case flow.Counter:
		return p.counters(d.Slot, n)
	case flow.Irrelevant:
		out.text, out.lead = p.one("irrelevant"), p.one("to irrelevant")
	case flow.Partial:
		v := p.meant(later, d.Slot)
		if v == nil {
			return nil, ErrNoWords
		}
		spoken := []builtin.Spoken{p.spoken(*v)}
		p.refers(*v, &spoken[0])
		words, ok := p.voice.Answers(spoken, question)
		if !ok {
			return nil, ErrNoWords
		}
		out.text, out.words, out.values, out.lead = words.Text, words, []walk.Value{*v}, p.one("to partial")
		return out, nil
	case flow.Split:
		out.text, out.lead = p.one("split"), p.one("to split")
	case flow.Skip:
		out.text = strings.ReplaceAll(p.one("skip"), "{do}", verbOf(d.Later.Call))
		out.lead = p.one("to skip")
		if d.Because.Because != "" {
			out.lead += " " + d.Because.Because
		}
		out.act = &session.Act{Node: n.ID, Kind: session.Refuse, Topic: d.Later.Call.Name}
	case flow.Reorder:
		out.text = strings.ReplaceAll(p.one("reorder"), "{do}", verbOf(d.Later.Call))
		out.lead = p.one("to reorder")
		out.act = &session.Act{Node: n.ID, Kind: session.Refuse, Topic: d.Later.Call.Name}
	case flow.IgnoreRule:
		noun := "the " + d.Slot.Param.Noun
		out.text = strings.ReplaceAll(p.one("ignore a rule"), "{noun}", noun)
		out.lead = strings.ReplaceAll(p.one("to rule"), "{noun}", noun)
		if d.Slot.Why != "" {
			out.lead += " " + d.Slot.Why
		}
		out.act = &session.Act{Node: n.ID, Kind: session.Refuse, Slots: []string{d.Slot.Name}}
	}
	if d.OOW != flow.Confirmation {
		out.text = p.voice.Types(out.text)
	}
	return out, nil
}

// CanSay reports whether there are words for a departure: a value that cannot be, for a slot that
// has such values; a question back, for a slot about which there is something to say.
func CanSay(d *flow.Departure) bool {
	switch d.OOW {
	case flow.Detail:
		v := d.Slot.Param.Values
		return v == nil || v.Kind != tools.ValueEmail // people have one
	case flow.Incorrect:
		return wrongFor(d.Slot) != ""
	case flow.Counter:
		return d.Slot.Why != "" || len(d.Node().Ask) == 1 && listable(d.Slot)
	}
	return true
}

// listable reports whether the assistant can list what a slot can be.
func listable(s *flow.Slot) bool {
	n := len(builtin.Options(s.Tool, s.Param))
	return n > 1 && n <= 10
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
	if d.OOW == flow.Addition {
		list = "addition"
	}
	if len(s.Said) != 1 {
		return nil, ErrNoWords
	}
	words, ok := p.voice.Within(p.one(list), p.spoken(s.Said[0]))
	if !ok {
		return nil, ErrNoWords
	}
	out := &departure{text: words.Text, words: words, values: s.Said, lead: p.one("to " + list)}
	if d.OOW == flow.Addition {
		out.act = &session.Act{Node: s.Node.ID, Kind: session.Accept, Slots: []string{d.Slot.Name}}
	}
	return out, nil
}

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
	if options := builtin.Options(slot.Tool, slot.Param); listable(slot) && (slot.Why == "" || p.r.Chance(0.5)) && len(p.unknown(n)) == 1 {
		list := strings.Join(options[:len(options)-1], ", ") + " and " + options[len(options)-1]
		return &departure{text: p.voice.Types(p.one("counter options")), lead: strings.ReplaceAll(p.one("to options"), "{x}", list), act: act}, nil
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
		p.asked = p.question(ask)
		p.act(session.Act{Node: n.ID, Kind: session.Ask, Slots: slotNames(ask)})
		text = said.lead + " " + p.asked
	default:
		p.asked, _ = p.sentence(n)
		if len(ask) > 0 {
			p.act(session.Act{Node: n.ID, Kind: session.Ask, Slots: slotNames(ask)})
		} else {
			p.act(session.Act{Node: n.ID, Kind: session.Tell})
		}
		text = strings.TrimSpace(said.lead + " " + p.asked)
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

// wrongFor is the list of values that cannot be for a slot; empty if any value could be.
func wrongFor(s *flow.Slot) string {
	p := s.Param
	switch {
	case s.From != nil, p.Entity != nil:
		return "wrong code"
	case len(p.Enum) > 0:
		return "wrong choice"
	case p.Values == nil:
		return ""
	}
	switch p.Values.Kind {
	case tools.ValueDate, tools.ValueDateTime:
		return "wrong day"
	case tools.ValueTime:
		return "wrong time"
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		return "wrong number"
	case tools.ValuePick, tools.ValueKnown:
		return "wrong choice"
	case tools.ValuePattern:
		return "wrong code"
	}
	return ""
}

// verbs are what people have done; other tools are just "done".
var verbs = strings.Fields("book reserve order pay cancel move change send submit request file set register rent exchange redeem claim print schedule issue add withdraw confirm reschedule extend record report redirect renew start stop return swap transfer apply arrange block unblock freeze upgrade switch replace repair remove update set enrol activate redirect sign share save post hold deliver assign approve reject close open prepay top refund restock")

// verbOf is a verb for what a tool does, with "it" behind it.
func verbOf(t *tools.Tool) string {
	verb, _, _ := strings.Cut(t.Name, "_")
	if slices.Contains(verbs, verb) {
		return verb
	}
	return "do"
}
