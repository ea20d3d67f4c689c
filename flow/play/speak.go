package play

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/flow/session"
	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// speak ends the exchange with what the assistant says at a node, which asks for some slots.
func (p *Player) speak(n *flow.Node, ask []*flow.Slot) error {
	text, err := p.message(n, ask, p.lead)
	if p.lead = ""; err == nil {
		p.ex.Reply = text
	}
	return err
}

// message is what the assistant says at a node, behind a lead.
func (p *Player) message(n *flow.Node, ask []*flow.Slot, lead string) (string, error) {
	var parts []string
	if lead != "" {
		parts = append(parts, lead)
	}
	if n.Tell != "" {
		told, err := p.tells(n)
		if err != nil {
			return "", err
		}
		parts = append(parts, told...)
		p.act(session.Act{Node: n.ID, Kind: session.Tell, Shows: nodeIDs(n.Shows)})
	}
	p.asked = ""
	if question := p.asks(n, ask); question != "" {
		parts = append(parts, question)
		p.asked = question
	}
	if len(ask) > 0 {
		p.act(session.Act{Node: n.ID, Kind: session.Ask, Slots: slotNames(ask)})
	}
	return join(parts), nil
}

// before is a line of a list and what the user says behind it.
func (p *Player) before(list, text string) string {
	line := p.one(list)
	typed := p.voice.Types(line)
	if strings.HasSuffix(line, ".") && !strings.HasSuffix(typed, ".") {
		typed += "." // it is not the end
	}
	return typed + " " + text
}

// agrees matches how messages begin that agree; said twice, it is once too often.
var agrees = regexp.MustCompile(`^(?:All right|No problem|That's (?:fine|all right|OK)|Sure|Of course|Certainly|Thank you|Thanks|OK|Fine|Good|I see|Understood|Very well)[.,]`)

// join puts parts of a message together. What follows a list stands in a line of its own.
func join(parts []string) string {
	if len(parts) > 1 && agrees.FindString(parts[0]) == parts[0] && agrees.MatchString(parts[1]) {
		parts = parts[1:]
	}
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			if strings.Contains(parts[i-1], "\n") {
				b.WriteString("\n\n")
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(part)
	}
	return b.String()
}

// tells are the results that a node tells.
func (p *Player) tells(n *flow.Node) (parts []string, err error) {
	for _, shown := range n.Shows {
		m := p.results[shown]
		text, ok := p.voice.Tells(m.call, m.answer)
		if !ok {
			return nil, ErrNoWords
		}
		parts = append(parts, text)
	}
	return parts, nil
}

// asks is the question or sentence with which a node ends.
func (p *Player) asks(n *flow.Node, ask []*flow.Slot) string {
	if n.Tell == "" && len(ask) > 0 {
		if len(ask) == len(n.Ask) && len(n.Say) > 0 {
			if text, ok := p.sentence(n); ok {
				return text
			}
		}
		return p.question(ask)
	}
	text, _ := p.sentence(n)
	if text == "" && len(ask) > 0 {
		text = p.question(ask)
	}
	return text
}

// sentence is one of the sentences of a node.
func (p *Player) sentence(n *flow.Node) (string, bool) {
	var spoken []builtin.Spoken
	for slot, h := range p.slots {
		spoken = append(spoken, builtin.Spoken{Name: slot.Name, Tool: slot.Tool, Arg: blueprint.Arg{Param: slot.Param, Value: h.value, Origin: blueprint.Said}})
	}
	slices.SortFunc(spoken, func(a, b builtin.Spoken) int { return strings.Compare(a.Name, b.Name) })
	for _, phrase := range p.rotate("say "+n.ID, n.Say) {
		if text, ok := p.voice.Speaks(phrase, spoken, p.fresh()); ok {
			if p.offersOne(n) && !strings.Contains(text, " and ") {
				text = whichOne.ReplaceAllString(text, "Is that the one?")
			}
			return text, true
		}
	}
	return "", false
}

// fresh are the results of the exchange.
func (p *Player) fresh() (all []builtin.Told) {
	for n, m := range p.results {
		if m.exchange == len(p.Session.Exchanges)-1 && m.answer.Status < 300 {
			all = append(all, builtin.Told{Name: n.ID, Tool: n.Call, Body: m.answer.Body})
		}
	}
	return all
}

// whichOne finds questions that nobody asks about one thing.
var whichOne = regexp.MustCompile(`^Which (?:of them|of these|of those|one)\b[^.?!,]*\?$`)

// offersOne reports whether the node shows a list of one thing.
func (p *Player) offersOne(n *flow.Node) bool {
	return slices.ContainsFunc(n.Shows, func(shown *flow.Node) bool {
		m := p.results[shown]
		return m != nil && shown.Call.Effect == tools.List && len(p.rows(m)) == 1
	})
}

// question asks for slots.
func (p *Player) question(ask []*flow.Slot) string {
	wanted := make([]builtin.Wanted, len(ask))
	for i, s := range ask {
		wanted[i] = builtin.Wanted{Tool: s.Tool, Param: s.Param}
	}
	return p.voice.Asks(wanted)
}

// one picks a line of a list in turn; a polite one, if there are such, for a user who is polite.
func (p *Player) one(list string) string {
	all := lines[list]
	if polite := lines[list+" polite"]; polite != nil && (p.Session.Persona.Tone == mission.Polite || p.Session.Persona.Tone == mission.Formal) {
		all = polite
	}
	order := keyed.Shuffled(keyed.New(keyed.Hash(0, p.Session.ID, list)), all)
	n := p.again[list]
	p.again[list]++
	return order[n%len(order)]
}

func nodeIDs(nodes []*flow.Node) []string {
	all := make([]string, len(nodes))
	for i, n := range nodes {
		all[i] = n.ID
	}
	return all
}

// knowledge adds a workflow to the session, and returns its place.
func (p *Player) knowledge(w *flow.Workflow) int {
	if i := slices.IndexFunc(p.Session.Workflows, func(x session.Workflow) bool { return x.Name == w.Name }); i >= 0 {
		return i
	}
	p.Session.Workflows = append(p.Session.Workflows, Knowledge(w))
	return len(p.Session.Workflows) - 1
}

// Knowledge is a workflow as sessions have it.
func Knowledge(w *flow.Workflow) session.Workflow {
	k := session.Workflow{Name: w.Name, Title: w.Title, Scenario: w.Scenario, About: w.About, Slots: []session.Slot{}}
	for _, s := range w.Slots {
		x := session.Slot{Name: s.Name, Tool: s.Tool.Name, Param: s.Param.Name, Noun: s.Param.Noun, About: s.About, Why: s.Why, Optional: s.Optional}
		if s.From != nil {
			x.From = s.From.ID
		}
		k.Slots = append(k.Slots, x)
	}
	for _, n := range w.Nodes {
		x := session.Node{ID: n.ID, Tell: n.Tell, Shows: nodeIDs(n.Shows), Ask: slotNames(n.Ask)}
		if n.Call != nil {
			x.Call = n.Call.Name
		}
		for _, a := range n.Args {
			arg := session.Arg{Param: a.Param.Name}
			switch {
			case a.Slot != nil:
				arg.Slot = a.Slot.Name
			case a.Node != nil:
				arg.Node, arg.Field = a.Node.ID, a.Field
			default:
				arg.Value = tools.EncodeValue(a.Value)
			}
			x.Args = append(x.Args, arg)
		}
		for _, e := range n.Edges {
			x.Edges = append(x.Edges, edgeOf(e))
		}
		k.Nodes = append(k.Nodes, x)
	}
	for _, b := range w.Before {
		if k.Before == nil {
			k.Before, k.Because = map[string][]string{}, map[string]string{}
		}
		for _, t := range b.Needs {
			k.Before[b.Tool.Name] = append(k.Before[b.Tool.Name], t.Name)
		}
		if b.Because != "" {
			k.Because[b.Tool.Name] = b.Because
		}
	}
	k.Answers, k.Outside = topics(w.Answers), topics(w.Outside)
	return k
}

func edgeOf(e *flow.Edge) session.Edge {
	x := session.Edge{To: e.To.ID, User: e.User, Gives: slotNames(e.Gives), Forgets: slotNames(e.Forgets)}
	for _, t := range e.If {
		test := session.Test{Field: t.Field, Op: string(t.Op)}
		if t.Node != nil {
			test.Node = t.Node.ID
		}
		if t.Slot != nil {
			test.Slot = t.Slot.Name
		}
		for _, v := range t.Values {
			test.Values = append(test.Values, tools.EncodeValue(v))
		}
		x.If = append(x.If, test)
	}
	return x
}

func topics(list []*tools.Topic) (all []session.Topic) {
	for _, t := range list {
		x := session.Topic{Name: topicName(t)}
		for _, p := range t.Ask {
			if text, ok := p.Render(func(*tools.Slot) (string, bool) { return "", false }, func(int) int { return 0 }); ok {
				x.Asks = append(x.Asks, text)
			}
		}
		for _, p := range t.Answer {
			if text, ok := p.Render(func(*tools.Slot) (string, bool) { return "", false }, func(int) int { return 0 }); ok {
				x.Answers = append(x.Answers, text)
			}
		}
		all = append(all, x)
	}
	return all
}

func topicName(t *tools.Topic) string {
	if t.Subject != "" {
		return t.Subject
	}
	return t.Keywords[0]
}
