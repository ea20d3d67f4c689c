package foreign

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
	"switchyard/tools"
)

// builder makes the document of a workflow step by step.
type builder struct {
	*reader
	slots *document.Node
	nodes *document.Node
	calls map[string]*tools.Tool // by node
	known map[string]string      // the slot for each parameter
}

func newBuilder(r *reader) *builder {
	return &builder{reader: r, slots: object(1), nodes: object(1), calls: map[string]*tools.Tool{}, known: map[string]string{}}
}

// node adds a node and returns its name.
func (b *builder) node(line int, name string) (string, *document.Node) {
	name = snake(name)
	if b.set.Tool(name) != nil || slices.Contains([]string{"start", "end", "none", "user", "result"}, name) || b.slots.Fields[name] != nil {
		name += "_step"
	}
	for i, base := 2, name; b.nodes.Fields[name] != nil; i++ {
		name = fmt.Sprint(base, "_", i)
	}
	n := object(line)
	n.Key = n.Place
	b.nodes.Set(name, n)
	return name, n
}

// slot is the slot for a parameter of a tool.
func (b *builder) slot(line int, t *tools.Tool, p *tools.Param) string {
	if name := b.known[p.Name]; name != "" {
		return name
	}
	name := snake(p.Name)
	for b.nodes.Fields[name] != nil || b.slots.Fields[name] != nil {
		name += "_slot"
	}
	b.known[p.Name] = name
	value := text(line, t.Name+"."+p.Name)
	value.Key = value.Place
	b.slots.Set(name, value)
	return name
}

// call adds a node that calls a tool with slots, or with what earlier calls returned.
func (b *builder) call(line int, t *tools.Tool, from map[string]string) (string, *document.Node) {
	name, n := b.node(line, t.Name)
	b.calls[name] = t
	add(n, "call", text(line, t.Name))
	with := object(line)
	for _, p := range t.Params {
		if value := from[p.Name]; value != "" && value != p.Name {
			add(with, p.Name, text(line, value))
		}
	}
	if len(with.Keys) > 0 {
		add(n, "with", with)
	}
	return name, n
}

// edge adds an edge.
type edge struct {
	line      int
	to        string
	user      string
	says      []string
	condition string
	forgets   []string
}

func link(n *document.Node, e edge) {
	x := object(e.line)
	add(x, "user", text(e.line, e.user))
	add(x, "says", list(e.line, e.says))
	add(x, "if", text(e.line, e.condition))
	add(x, "forgets", list(e.line, e.forgets))
	add(x, "to", text(e.line, e.to))
	next := n.Fields["next"]
	if next == nil {
		next = &document.Node{Kind: document.List}
		next.Line, next.Column = e.line, 1
		add(n, "next", next)
	}
	next.Items = append(next.Items, x)
}

// document is the workflow file.
func (b *builder) document(name, title, about string, opens []string) *document.Node {
	doc := object(1)
	add(doc, "workflow", text(1, snake(name)))
	add(doc, "title", text(1, title))
	add(doc, "toolset", text(1, b.set.Name))
	add(doc, "about", text(1, about))
	add(doc, "open", list(1, opens))
	if len(b.slots.Keys) > 0 {
		add(doc, "slots", b.slots)
	}
	add(doc, "nodes", b.nodes)
	return doc
}

// opensFor are sentences with which users begin an errand: "flight booking".
func opensFor(errand string) []string {
	errand = lower(flat(errand))
	return escaped(
		fmt.Sprintf("Hello, I'm writing about %s.", errand),
		fmt.Sprintf("Can you help me with %s?", errand),
		fmt.Sprintf("I need help with %s, please.", errand),
	)
}

// escaped are sentences as wordings, in which some characters mean something.
func escaped(all ...string) []string {
	for i, s := range all {
		all[i] = tools.EscapeText(s)
	}
	return all
}

// wish says what a user wants in the words of a chart or comment, "wants to book another flight"
// or "books again", and how users say it.
func wish(words string) (user string, says []string) {
	user = lower(flat(words))
	user = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(user, "the user"), "user"))
	user = strings.NewReplacer("[", "(", "]", ")", `"`, "'").Replace(user)
	what := user
	for _, head := range []string{"wants to ", "would like to ", "wishes to ", "decides to ", "chooses to "} {
		rest, ok := strings.CutPrefix(user+" ", head)
		if rest = strings.TrimSpace(rest); ok && rest != "" {
			return user, escaped("I'd like to "+rest+".", "Yes, I want to "+rest+".", "Yes, please, "+rest+".")
		} else if ok {
			return user, escaped("Yes, please.", "Yes, I'd like that.")
		}
	}
	for _, head := range []string{"does not want to ", "doesn't want to ", "does not wish to ", "does not ", "doesn't "} {
		if rest, ok := strings.CutPrefix(user+" ", head); ok {
			return user, escaped(strings.TrimSpace("No, I don't want to "+rest)+".", "No, thanks.", "No, that's all.")
		}
	}
	if verb, rest, _ := strings.Cut(what, " "); strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss") {
		if stem, ok := strings.CutSuffix(verb, "ies"); ok && len(stem) > 1 {
			verb = stem + "ys" // tries
		}
		what = strings.TrimSpace(strings.TrimSuffix(verb, "s") + " " + rest)
	}
	return user, escaped("I'd like to "+what+".", "Yes, let me "+what+".", "I want to "+what+", please.")
}

// fieldOf finds the call that returned a field last: among the nodes on the way, the latest one
// whose tool returns it.
func (b *builder) fieldOf(way []string, name string) (node string, ok bool) {
	for _, id := range slices.Backward(way) {
		if t := b.calls[id]; t != nil && slices.Contains(flow.Fields(t), name) {
			return id, true
		}
	}
	return "", false
}
