package flowfile

import (
	"slices"

	"switchyard/flow"
	"switchyard/internal/document"
	"switchyard/tools"
)

// Write writes a workflow as a file that [Parse] reads back. Topics are named by their subject
// or first keyword, and arguments are written only if they are not slots of the same name.
func Write(w *flow.Workflow) []byte { return document.Encode(Document(w)) }

// Document is what [Write] writes, as a tree.
func Document(w *flow.Workflow) *document.Node {
	slots, nodes, before := document.Fields(), document.Fields(), document.Fields()
	for _, s := range w.Slots {
		slots.Set(s.Name, slotNode(s))
	}
	for _, n := range w.Nodes {
		nodes.Set(n.ID, nodeOf(w, n))
	}
	for _, p := range w.Before {
		var needs []string
		for _, t := range p.Needs {
			needs = append(needs, t.Name)
		}
		list := texts(needs)
		if p.Because != "" {
			list = document.Fields(document.Field{Key: "needs", Value: list}, document.Field{Key: "because", Value: document.NewText(p.Because)})
		}
		before.Set(p.Tool.Name, list)
	}
	doc := document.Fields(
		document.Field{Key: "workflow", Value: document.NewText(w.Name)},
		document.Field{Key: "title", Value: document.NewText(w.Title)},
	)
	doc.Set("scenario", text(w.Scenario))
	doc.Set("toolset", text(w.Set.Name))
	doc.Set("about", text(w.About))
	doc.Set("open", phrases(w.Opens))
	doc.Set("slots", filled(slots))
	doc.Set("nodes", filled(nodes))
	doc.Set("before", filled(before))
	doc.Set("answers", topics(w.Answers))
	doc.Set("outside", topics(w.Outside))
	return doc
}

// Graph is the document without what people say, and with the edges of each node in a fixed
// order: those that the user decides, those with a condition, the one for all other cases. Two
// workflows are equal if their graphs are.
func Graph(w *flow.Workflow) *document.Node {
	doc := Document(w)
	doc.Delete("open")
	doc.Delete("toolset")
	if slots := doc.Fields["slots"]; slots != nil {
		for _, key := range slots.Keys {
			slots.Fields[key] = slotNode(bare(w.Slot(key)))
		}
	}
	if before := doc.Fields["before"]; before != nil {
		for i, key := range before.Keys {
			var needs []string
			for _, t := range w.Before[i].Needs {
				needs = append(needs, t.Name)
			}
			before.Fields[key] = texts(needs)
		}
	}
	nodes := doc.Fields["nodes"]
	for i, key := range nodes.Keys {
		n := nodes.Fields[key]
		n.Delete("say")
		n.Delete("says")
		edges := slices.Concat(w.Nodes[i].Wishes(), w.Nodes[i].Onward())
		slices.SortStableFunc(edges, func(a, b *flow.Edge) int { return rank(a) - rank(b) })
		list := &document.Node{Kind: document.List}
		for _, e := range edges {
			item := edgeOf(e)
			item.Delete("says")
			list.Items = append(list.Items, item)
		}
		if len(edges) > 0 {
			n.Set("next", list)
		}
	}
	return doc
}

// bare is a slot without what decides only what people say.
func bare(s *flow.Slot) *flow.Slot {
	b := *s
	b.Why, b.Same = "", nil
	return &b
}

func rank(e *flow.Edge) int {
	switch {
	case e.Wished():
		return 0
	case len(e.If) > 0:
		return 1
	}
	return 2
}

func text(s string) *document.Node {
	if s == "" {
		return nil
	}
	return document.NewText(s)
}

func filled(n *document.Node) *document.Node {
	if len(n.Keys) == 0 {
		return nil
	}
	return n
}

func texts(list []string) *document.Node {
	if len(list) == 0 {
		return nil
	}
	n := &document.Node{Kind: document.List}
	for _, s := range list {
		n.Items = append(n.Items, document.NewText(s))
	}
	return n
}

func phrases(list []*tools.Phrase) *document.Node {
	var all []string
	for _, p := range list {
		all = append(all, p.Text)
	}
	return texts(all)
}

func slotNames(list []*flow.Slot) *document.Node {
	var all []string
	for _, s := range list {
		all = append(all, s.Name)
	}
	return texts(all)
}

func topics(list []*tools.Topic) *document.Node {
	var all []string
	for _, t := range list {
		name := t.Subject
		if name == "" {
			name = t.Keywords[0]
		}
		all = append(all, name)
	}
	return texts(all)
}

func slotNode(s *flow.Slot) *document.Node {
	of := document.NewText(s.Tool.Name + "." + s.Param.Name)
	n := document.Fields(document.Field{Key: "of", Value: of})
	if s.About != s.Param.About {
		n.Set("about", text(s.About))
	}
	n.Set("why", text(s.Why))
	if s.From != nil {
		n.Set("from", text(s.From.ID))
	}
	if s.Optional {
		n.Set("optional", &document.Node{Kind: document.Bool, Text: "true", Value: true})
	}
	same := document.Fields()
	for _, part := range s.Same {
		same.Set(part.Prop, text(part.Slot.Name))
	}
	if len(same.Keys) > 0 {
		n.Set("same", same)
	}
	if len(n.Keys) == 1 {
		return of
	}
	return n
}

func nodeOf(w *flow.Workflow, node *flow.Node) *document.Node {
	n := document.Fields()
	n.Set("tell", text(node.Tell))
	var shows []string
	for _, s := range node.Shows {
		shows = append(shows, s.ID)
	}
	n.Set("shows", texts(shows))
	n.Set("ask", slotNames(node.Ask))
	n.Set("say", phrases(node.Say))
	n.Set("says", phrases(node.Says))
	if node.Call != nil {
		n.Set("call", text(node.Call.Name))
		n.Set("with", arguments(w, node))
	}
	switch {
	case len(node.Edges) == 1 && plain(node.Edges[0]):
		n.Set("next", text(node.Edges[0].To.ID))
	case len(node.Edges) > 0:
		list := &document.Node{Kind: document.List}
		for _, e := range node.Edges {
			list.Items = append(list.Items, edgeOf(e))
		}
		n.Set("next", list)
	}
	return n
}

// plain reports whether an edge only leads somewhere.
func plain(e *flow.Edge) bool { return !e.Wished() && len(e.If) == 0 && len(e.Forgets) == 0 }

func edgeOf(e *flow.Edge) *document.Node {
	n := document.Fields()
	n.Set("user", text(e.User))
	n.Set("if", text(e.If.At(e.From)))
	n.Set("says", phrases(e.Says))
	n.Set("gives", slotNames(e.Gives))
	n.Set("forgets", slotNames(e.Forgets))
	n.Set("to", text(e.To.ID))
	return n
}

// arguments are the arguments of a call that are not slots of the same name, and those that
// such slots must not become.
func arguments(w *flow.Workflow, node *flow.Node) *document.Node {
	n := document.Fields()
	for _, p := range node.Call.Params {
		a, own := argOf(node, p), w.Slot(p.Name)
		like := own != nil && own.Param.Type == p.Type
		switch {
		case a == nil && like:
			n.Set(p.Name, &document.Node{Kind: document.Null, Text: "null"})
		case a == nil || a.Slot != nil && a.Slot == own && like:
		case a.Slot != nil:
			n.Set(p.Name, text(a.Slot.Name))
		case a.Node != nil:
			n.Set(p.Name, text(a.Node.ID+"."+a.Field))
		default:
			n.Set(p.Name, document.Fields(document.Field{Key: "value", Value: constant(a.Value)}))
		}
	}
	return filled(n)
}

func argOf(node *flow.Node, p *tools.Param) *flow.Arg {
	for i := range node.Args {
		if node.Args[i].Param == p {
			return &node.Args[i]
		}
	}
	return nil
}

// constant is the tree of a constant.
func constant(v any) *document.Node {
	n, err := document.ParseJSON(tools.EncodeValue(v), 1)
	if err != nil {
		return &document.Node{Kind: document.Null, Text: "null"} // the value was read from JSON or YAML
	}
	return n
}
