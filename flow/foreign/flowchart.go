package foreign

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
	"switchyard/tools"
)

// Flowchart reads a flowchart in Mermaid as FlowBench has them: nodes say what to ask, which
// tool to call and what to tell, all in one; edges say what the user wants or what was returned.
// One node of the chart becomes up to three of the workflow. The error is of type
// [toolfile.Problems].
func Flowchart(file string, data []byte, set *tools.Toolset, name, about string) (*Imported, error) {
	r := &reader{file: file, set: set}
	c := &charter{builder: newBuilder(r), boxes: map[string]*box{}}
	c.read(string(data))
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	c.build()
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	if about == "" {
		about = name
	}
	return &Imported{c.document(name, name, about, opensFor(name)), r.left}, nil
}

// box is a node of the chart.
type box struct {
	id, text string
	line     int
	arrows   []arrow
	// What it became: the first node, the one that calls, and the last one, whose edges are those
	// of the box.
	first, last string
	call        string
	fields      []string // of the result, as far as the text names them
}

type arrow struct {
	line  int
	label string
	to    string
}

// charter makes a workflow of a chart.
type charter struct {
	*builder
	boxes map[string]*box
	order []*box
}

// shapes are the brackets around the text of a node; longer ones first.
var shapes = [][2]string{{"(((", ")))"}, {"([", "])"}, {"[[", "]]"}, {"[(", ")]"}, {"((", "))"}, {"{{", "}}"}, {"[/", "/]"}, {"[\\", "\\]"}, {"[", "]"}, {"(", ")"}, {"{", "}"}, {">", "]"}}

var (
	nodeName  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*`)
	plainLink = regexp.MustCompile(`^(?:-->|==>|---|-\.->)\s*(?:\|([^|]*)\|)?\s*`)
	wordyLink = regexp.MustCompile(`^--\s*([^-\s](?:[^-]|-[^-])*?)\s*(?:-->|--->)\s*`)
)

// read reads the lines of the chart.
func (c *charter) read(source string) {
	begun := false
	for i, raw := range strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n") {
		line, s := i+1, strings.TrimRight(strings.TrimSpace(raw), "; ")
		switch {
		case s == "" || strings.HasPrefix(s, "%%") || strings.HasPrefix(s, "```"):
			continue
		case !begun:
			if begun = strings.HasPrefix(s, "flowchart") || strings.HasPrefix(s, "graph"); !begun {
				c.problem(line, "begin with flowchart TD", "this is no flowchart: %s", s)
				return
			}
			continue
		case strings.HasPrefix(s, "style ") || strings.HasPrefix(s, "classDef ") || strings.HasPrefix(s, "class ") || strings.HasPrefix(s, "linkStyle "):
			continue
		}
		c.statement(line, s)
	}
	if !begun {
		c.problem(1, "begin with flowchart TD", "there is no flowchart here")
	}
}

// statement reads nodes that are joined by arrows: A & B -- label --> C[text].
func (c *charter) statement(line int, s string) {
	whole := s
	from, s, ok := c.group(line, s)
	for ok && s != "" {
		label := ""
		if match := plainLink.FindStringSubmatch(s); match != nil {
			label, s = match[1], s[len(match[0]):]
		} else if match := wordyLink.FindStringSubmatch(s); match != nil {
			label, s = match[1], s[len(match[0]):]
		} else {
			ok = false
			break
		}
		var to []*box
		if to, s, ok = c.group(line, s); !ok {
			break
		}
		for _, a := range from {
			for _, b := range to {
				a.arrows = append(a.arrows, arrow{line, flat(strings.Trim(label, `"`)), b.id})
			}
		}
		from = to
	}
	if !ok {
		c.problem(line, "write A[text] -- label --> B[text]", "this line cannot be read: %s", whole)
	}
}

// group reads nodes that are joined by &.
func (c *charter) group(line int, s string) (all []*box, rest string, ok bool) {
	for {
		name := nodeName.FindString(s)
		if name == "" {
			return nil, s, false
		}
		b := c.boxes[name]
		if b == nil {
			b = &box{id: name, line: line}
			c.boxes[name] = b
			c.order = append(c.order, b)
		}
		s = s[len(name):]
		for _, shape := range shapes {
			if !strings.HasPrefix(s, shape[0]) {
				continue
			}
			end := strings.Index(s[len(shape[0]):], shape[1])
			if end < 0 {
				return nil, s, false
			}
			b.text, b.line = flat(strings.Trim(s[len(shape[0]):len(shape[0])+end], `"`)), line
			s = s[len(shape[0])+end+len(shape[1]):]
			break
		}
		all = append(all, b)
		s = strings.TrimSpace(s)
		if !strings.HasPrefix(s, "&") {
			return all, s, true
		}
		s = strings.TrimSpace(s[1:])
	}
}

// build makes the nodes of the workflow.
func (c *charter) build() {
	incoming := map[string]bool{}
	for _, b := range c.order {
		for _, a := range b.arrows {
			incoming[a.to] = true
		}
	}
	var start *box
	for _, b := range c.order {
		if !incoming[b.id] && start == nil {
			start = b
		}
	}
	if start == nil {
		c.problem(1, "a workflow starts at a node to which no arrow leads", "every node has an arrow to it, so there is no start")
		return
	}
	begins := strings.EqualFold(start.text, "start") || strings.EqualFold(start.text, "begin")
	if begins {
		if len(start.arrows) != 1 {
			c.problem(start.line, "let one arrow lead from it", "the start has %d arrows", len(start.arrows))
			return
		}
		start = c.boxes[start.arrows[0].to]
	}
	var order []*box
	var visit func(b *box)
	visit = func(b *box) {
		if slices.Contains(order, b) {
			return
		}
		order = append(order, b)
		for _, a := range b.arrows {
			visit(c.boxes[a.to])
		}
	}
	visit(start)
	for _, b := range c.order {
		if !slices.Contains(order, b) && !(begins && strings.EqualFold(b.text, "start")) {
			c.leave(b.line, "", "the node %s can't be reached, so it is left out", b.id)
		}
	}
	for _, b := range order {
		c.expand(b, order)
	}
	if len(c.problems) > 0 {
		return
	}
	for _, b := range order {
		c.join(b)
	}
}

// clauses are what a node's text says to do, in its order.
var (
	askClause  = regexp.MustCompile(`(?i)\b(?:inquire|ask|request|prompt|obtain)\b(?: of| from)?(?: the)? ?(?:user|customer|patient|client)?s?(?:'s)? (?:for|to provide|to enter|about|to give|to specify)\s+(?:the |their |his |a |an )?([^,.;]+)`)
	callClause = regexp.MustCompile(`(?i)\bcall(?:s|ing)? (?:the )?(?:api |function |tool )?([A-Za-z_][A-Za-z0-9_.-]*)`)
	fieldsBy   = regexp.MustCompile(`(?i)\b(?:based on|according to)(?: the)?(?: returned| return value| value of)? ([A-Za-z_][A-Za-z0-9_]*)`)
	whether    = regexp.MustCompile(`(?i)\b(?:ask|confirm|check|inquire)(?: with the user)? (?:if|whether) (?:the )?user[^.;]*`)
	telling    = regexp.MustCompile(`(?i)\b(?:tell|inform|notify|remind|advise)\b(?: the)? ?(?:user|customer|patient|client)?s? ?(?:that |of |about )?([^.;]+)`)
)

// expand makes the nodes of a box: it asks, calls and tells, as far as its text says so.
func (c *charter) expand(b *box, order []*box) {
	if b.text == "" {
		c.problem(b.line, "write "+b.id+"[what to do]", "the node %s has no text", b.id)
		return
	}
	var t *tools.Tool
	if match := callClause.FindStringSubmatch(b.text); match != nil {
		if t = c.set.Tool(match[1]); t == nil {
			c.problem(b.line, "list it among the tools", "the node %s calls %s, which is no tool", b.id, match[1])
			return
		}
	}
	asked := []string{}
	for _, match := range askClause.FindAllStringSubmatch(b.text, -1) {
		asked = append(asked, words(match[1])...)
	}
	var slots []string
	if len(asked) > 0 {
		slots = c.slotsFor(b, t, asked, order)
	}
	told := c.told(b, t)
	if told != "" && t != nil && len(slots) == 0 {
		c.leave(b.line, "", "the node %s tells something and calls %s without the user, so it only calls", b.id, t.Name)
		told = ""
	}
	var last *document.Node
	link1 := func(name string, n *document.Node) {
		if b.first == "" {
			b.first = name
		} else {
			link(last, edge{line: b.line, to: name})
		}
		b.last, last = name, n
	}
	if len(slots) > 0 {
		name, n := c.node(b.line, b.id)
		if told != "" {
			c.says(b, n, told, order)
		}
		add(n, "ask", list(b.line, slots))
		link1(name, n)
	}
	if t != nil {
		from := map[string]string{}
		for _, p := range t.Params {
			if p.Required {
				from[p.Name] = c.slot(b.line, t, p)
			} else if c.known[p.Name] != "" {
				from[p.Name] = c.known[p.Name]
			}
		}
		name, n := c.call(b.line, t, from)
		b.call = name
		for _, match := range fieldsBy.FindAllStringSubmatch(b.text, -1) {
			if slices.Contains(flow.Fields(t), match[1]) {
				b.fields = append(b.fields, match[1])
			}
		}
		link1(name, n)
		return
	}
	if len(slots) == 0 {
		name, n := c.node(b.line, b.id)
		if told == "" {
			told = lower(b.text)
		}
		c.says(b, n, told, order)
		link1(name, n)
	}
}
