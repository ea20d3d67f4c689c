package flowfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
	"switchyard/tools"
)

func (d *decoder) node(node *flow.Node, n *document.Node) {
	what := "node " + node.ID
	if !d.object(n, what, "ask", "tell", "shows", "say", "says", "call", "with", "next") {
		return
	}
	node.Ask, node.Tell = d.slotList(n, "ask", what), d.text(n, "tell", what, false)
	d.texts(n, "shows", what, func(at *document.Node, text string) {
		if shown := d.namedNode(at.Place, text); shown != nil {
			node.Shows = append(node.Shows, shown)
		}
	})
	node.Say = d.phrases(n, "say", what, true)
	for _, p := range node.Say {
		for _, slot := range p.Slots() {
			switch {
			case slot.Field != "" && d.w.Node(slot.Name) != nil:
				d.results = append(d.results, resultSlot{n.Fields["say"].Place, p, slot})
			case d.w.Slot(slot.Name) == nil:
				d.unknown(n.Fields["say"].Place, slot.Name, "slot", d.slotNames())
			}
		}
	}
	node.Says = d.phrases(n, "says", what, true)
	switch {
	case len(node.Says) == 0:
	case len(node.Ask) == 0:
		d.problem(n.Fields["says"].Key, "put it beside \"user\" of an edge", "%s has \"says\", but asks for nothing", what)
	default:
		for _, p := range node.Says {
			d.answers(n.Fields["says"].Place, p, node.Ask)
		}
	}
	if d.words && node.Tell != "" && len(node.Shows) == 0 && len(node.Say) == 0 && n.Fields["call"] == nil {
		d.problem(node.At, "add say: [a sentence that says it], or name in \"shows\" the call whose result is told", "%s tells something, but has no words for it", what)
	}
	if call := d.text(n, "call", what, false); call != "" {
		if node.Call = d.w.Set.Tool(call); node.Call == nil {
			d.unknown(n.Fields["call"].Place, call, "tool", toolNames(d.w.Set))
			return
		}
	}
	d.arguments(node, n, what)
	d.edges(node, n, what)
}

// resultSlot is a slot of a sentence that stands for a field of a result: {look.status}.
type resultSlot struct {
	at     document.Place
	phrase *tools.Phrase
	slot   *tools.Slot
}

// told checks the fields of results that sentences tell.
func (d *decoder) told() {
	for _, r := range d.results {
		name := r.slot.Name + "." + r.slot.Field
		n := d.w.Node(r.slot.Name)
		switch {
		case n.Call == nil:
			d.problem(r.at, "", "node %s calls no tool, so there is no %s: %s", n.ID, name, r.phrase.Text)
		case !slices.Contains(flow.Fields(n.Call), r.slot.Field):
			d.unknown(r.at, r.slot.Field, "field of "+n.Call.Name, flow.Fields(n.Call))
		case slices.Contains(r.phrase.Needs(), r.slot):
			d.problem(r.at, "put it in brackets, with what is said about it", "{%s} is told only right after the call: %s", name, r.phrase.Text)
		}
	}
}

// answers checks a wording of an answer: it has some of the slots that the node asks for.
func (d *decoder) answers(at document.Place, p *tools.Phrase, ask []*flow.Slot) {
	if len(p.Slots()) == 0 {
		d.problem(at, "give it the slots that it says", "an answer says nothing that was asked for: %s", p.Text)
	}
	for _, slot := range p.Slots() {
		if !slices.ContainsFunc(ask, func(s *flow.Slot) bool { return s.Name == slot.Name }) {
			d.problem(at, "leave it out, or add it to \"ask\"", "an answer says {%s}, which the node does not ask for: %s", slot.Name, p.Text)
		}
	}
}

// namedNode finds a node.
func (d *decoder) namedNode(at document.Place, name string) *flow.Node {
	node := d.w.Node(name)
	if node == nil {
		d.unknown(at, name, "node", d.nodeNames())
	}
	return node
}

func (d *decoder) arguments(node *flow.Node, n *document.Node, what string) {
	with := n.Fields["with"]
	if node.Call == nil {
		if with != nil {
			d.problem(with.Key, "", "%s has \"with\", but calls no tool", what)
		}
		return
	}
	if with != nil && with.Kind != document.Object {
		d.problem(with.Place, "", "\"with\" of %s must be an object (parameter: slot)", what)
		return
	}
	if with != nil {
		for _, key := range with.Keys {
			if node.Call.Param(key) == nil {
				d.unknown(with.Fields[key].Key, key, "parameter of "+node.Call.Name, paramNames(node.Call))
			}
		}
	}
	for _, p := range node.Call.Params {
		a := flow.Arg{Param: p, Slot: d.w.Slot(p.Name)}
		if with != nil && with.Fields[p.Name] != nil {
			if !d.argument(&a, with.Fields[p.Name], what) {
				continue
			}
		} else if a.Slot == nil || a.Slot.Param == nil || a.Slot.Param.Type != p.Type {
			continue
		}
		node.Args = append(node.Args, a)
	}
}

// argument reads where an argument comes from: a slot, a field of what a call returned, or a
// constant. "none" leaves out a slot of the same name.
func (d *decoder) argument(a *flow.Arg, n *document.Node, what string) bool {
	a.Slot = nil
	if n.Kind == document.Object {
		if !d.object(n, fmt.Sprintf("the argument %s of %s", a.Param.Name, what), "value") || n.Fields["value"] == nil {
			return false
		}
		a.Value = tools.PlainOf(n.Fields["value"])
		return true
	}
	text, ok := n.Value.(string)
	if !ok {
		a.Value = tools.PlainOf(n)
		return a.Value != nil // null leaves the argument out
	}
	if call, field, dotted := strings.Cut(text, "."); dotted {
		a.Node, a.Field = d.namedNode(n.Place, call), field
		return a.Node != nil
	}
	if a.Slot = d.w.Slot(text); a.Slot == nil {
		d.unknown(n.Place, text, "slot", d.slotNames())
	}
	return a.Slot != nil
}

func (d *decoder) edges(node *flow.Node, n *document.Node, what string) {
	next := n.Fields["next"]
	if next == nil {
		return
	}
	if next.Kind.Scalar() {
		d.edge(node, &document.Node{Place: next.Place, Kind: document.Object, Keys: []string{"to"}, Fields: map[string]*document.Node{"to": next}})
		return
	}
	if next.Kind != document.List || len(next.Items) == 0 {
		d.problem(next.Place, "write next: node, or a list of edges", "\"next\" of %s must be the name of a node, or a list", what)
		return
	}
	for _, item := range next.Items {
		d.edge(node, item)
	}
}

func (d *decoder) edge(node *flow.Node, n *document.Node) {
	what := "an edge of node " + node.ID
	if !d.object(n, what, "to", "user", "says", "gives", "forgets", "if") {
		return
	}
	e := &flow.Edge{From: node, At: n.Place, User: d.text(n, "user", what, false), Says: d.phrases(n, "says", what, false),
		Gives: d.slotList(n, "gives", what), Forgets: d.slotList(n, "forgets", what)}
	to := d.text(n, "to", what, true)
	if e.To = d.w.Node(to); e.To == nil {
		if to != "" {
			d.unknown(n.Fields["to"].Place, to, "node", d.nodeNames())
		}
		return
	}
	if d.words && e.Wished() && len(e.Says) == 0 {
		d.problem(e.At, "list in \"says\" how users say it", "%s does not say how users say that the user %s", what, e.User)
	}
	if !e.Wished() && len(e.Says) > 0 {
		d.problem(n.Fields["says"].Key, "", "%s has \"says\" without \"user\"", what)
	}
	if strings.ContainsAny(e.User, "[]\"") {
		d.problem(n.Fields["user"].Place, "", "\"user\" of %s must have no quotes and brackets", what)
	}
	for _, p := range e.Says {
		given := e.Gives
		if given == nil {
			given = []*flow.Slot{}
		}
		d.slotsIn(n.Fields["says"].Place, p, given, "a wording")
	}
	if text := d.text(n, "if", what, false); text != "" {
		c, err := flow.ParseCondition(text, resolver{d.w, node})
		if err != nil {
			d.problem(n.Fields["if"].Place, "docs/workflows.md has the conditions", "%s", err)
		}
		e.If = c
	}
	node.Edges = append(node.Edges, e)
}

// resolver finds what the names in a condition at a node mean.
type resolver struct {
	w  *flow.Workflow
	at *flow.Node
}

// Of implements [flow.Resolver].
func (r resolver) Of(name string) (*flow.Node, string, *flow.Slot, error) {
	if call, field, ok := strings.Cut(name, "."); ok {
		if n := r.w.Node(call); n != nil && n != r.at {
			// What the node calls may be read later.
			return n, field, nil, nil
		}
	}
	if r.at.Call != nil {
		return r.at, strings.TrimPrefix(name, r.at.ID+"."), nil, nil
	}
	if s := r.w.Slot(name); s != nil {
		return nil, "", s, nil
	}
	return nil, "", nil, fmt.Errorf("there is no slot %q, and no call that returned it", name)
}

// CallOf implements [flow.Resolver].
func (r resolver) CallOf(name string) (*flow.Node, error) {
	if name == "" {
		if r.at.Call == nil {
			return nil, errors.New("node " + r.at.ID + " calls no tool that could be refused; name the node that does")
		}
		return r.at, nil
	}
	if n := r.w.Node(name); n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("there is no node %q", name)
}

func (d *decoder) before(doc *document.Node) {
	before := doc.Fields["before"]
	if before == nil {
		return
	}
	if before.Kind != document.Object {
		d.problem(before.Place, "write before: {book_flight: [check_punctuality]}", "%q must be an object (tool: tools that come first)", "before")
		return
	}
	for _, key := range before.Keys {
		p := flow.Precondition{Tool: d.w.Set.Tool(key), At: before.Fields[key].Key}
		if p.Tool == nil {
			d.unknown(p.At, key, "tool", toolNames(d.w.Set))
			continue
		}
		in, list := before, key
		if n := before.Fields[key]; n.Kind == document.Object {
			what := "the precondition of " + key
			if !d.object(n, what, "needs", "because") {
				continue
			}
			p.Because = d.text(n, "because", what, false)
			in, list = n, "needs"
		}
		d.texts(in, list, "before", func(at *document.Node, text string) {
			if t := d.w.Set.Tool(text); t != nil {
				p.Needs = append(p.Needs, t)
			} else {
				d.unknown(at.Place, text, "tool", toolNames(d.w.Set))
			}
		})
		if !slices.Contains(d.w.Tools(), p.Tool) {
			d.problem(p.At, "", "%q names %s, which the workflow does not call", "before", key)
		}
		d.w.Before = append(d.w.Before, p)
	}
}

// topics finds the topics of the toolset that a list names, by their subject or by one of their
// keywords.
func (d *decoder) topics(doc *document.Node, key string, refused bool) (all []*tools.Topic) {
	d.texts(doc, key, "a workflow", func(at *document.Node, text string) {
		var fit, other []*tools.Topic
		for _, t := range d.w.Set.Topics {
			switch {
			case t.Subject != text && !slices.Contains(t.Keywords, text):
			case t.Refuses() == refused:
				fit = append(fit, t)
			default:
				other = append(other, t)
			}
		}
		if i := slices.IndexFunc(fit, func(t *tools.Topic) bool { return t.Subject == text }); i >= 0 {
			fit = fit[i : i+1]
		}
		switch {
		case len(fit) > 1:
			d.problem(at.Place, "use another of their keywords", "%q is a keyword of %d topics of the toolset", text, len(fit))
		case len(fit) == 1:
			all = append(all, fit[0])
		case len(other) > 0 && refused:
			d.problem(at.Place, "list it in \"answers\"", "%q lists %q, which the toolset answers", key, text)
		case len(other) > 0:
			d.problem(at.Place, "list it in \"outside\"", "%q lists %q, which the toolset refuses", key, text)
		default:
			d.unknown(at.Place, text, "topic in the chat of the toolset", topicNames(d.w.Set))
		}
	})
	return all
}

func topicNames(set *tools.Toolset) (all []string) {
	for _, t := range set.Topics {
		all = append(all, t.Keywords...)
	}
	return all
}
