package foreign

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/naming"
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
	start string // the box behind the start
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

// says adds what a node tells: the result of the call before it, or a sentence.
func (c *charter) says(b *box, n *document.Node, told string, order []*box) {
	add(n, "tell", text(b.line, told))
	_, question, _ := strings.Cut(told, ", and ask whether the user ")
	call := ""
	for _, before := range order {
		if slices.ContainsFunc(before.arrows, func(a arrow) bool { return a.to == b.id }) {
			if call != "" && call != before.call || before.call == "" {
				call = ""
				break
			}
			call = before.call
		}
	}
	if call == "" {
		add(n, "say", list(b.line, escaped(sentence(told))))
		return
	}
	add(n, "shows", list(b.line, []string{call}))
	if question != "" {
		add(n, "say", list(b.line, escaped(sentence(", and ask whether the user "+question))))
	}
}

// sentence turns what is told into a sentence of the assistant.
func sentence(told string) string {
	s, question, _ := strings.Cut(told, ", and ask whether the user ")
	s = strings.TrimPrefix(strings.TrimPrefix(s, "that "), "the user ")
	if s != "" {
		s = strings.ToUpper(s[:1]) + s[1:] + "."
	}
	if question != "" {
		s += " Would you like to " + strings.TrimPrefix(question, "wants to ") + "?"
	}
	return strings.TrimSpace(s)
}

// told is what a box tells.
func (c *charter) told(b *box, t *tools.Tool) string {
	s := b.text
	if t != nil { // what is told behind a call is told by the boxes that follow
		s, _, _ = strings.Cut(s, "call")
	}
	var parts []string
	for _, match := range telling.FindAllStringSubmatch(s, -1) {
		part := flat(whether.ReplaceAllString(match[1], ""))
		part = strings.TrimSuffix(part, ", and")
		part = strings.TrimSuffix(part, " and")
		if clause := askClause.FindStringIndex(part); clause != nil {
			part = flat(part[:clause[0]])
		}
		if part != "" {
			parts = append(parts, "that "+strings.TrimPrefix(lower(part), "that "))
		}
	}
	if match := whether.FindString(s); match != "" {
		_, wish, _ := strings.Cut(match, "user ")
		parts = append(parts, "ask whether the user "+flat(wish))
	}
	return strings.Join(parts, ", and ")
}

// words splits "ID number and name" into what is asked for.
func words(s string) (all []string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(s, " and ", ","), ",") {
		if part = flat(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// slotsFor finds the slots that words mean: parameters of the tool that the box, or the next one
// that calls, needs.
func (c *charter) slotsFor(b *box, t *tools.Tool, asked []string, order []*box) (slots []string) {
	if t == nil {
		t = c.nextCall(b, order)
	}
	if t == nil {
		c.problem(b.line, "let it, or the next node, call a tool", "the node %s asks for %s, but no call needs it", b.id, strings.Join(asked, " and "))
		return nil
	}
	for _, what := range asked {
		best, most := (*tools.Param)(nil), 0
		for _, p := range t.Params {
			if n := common(what, p.Name+" "+p.About); n > most && c.known[p.Name] == "" {
				best, most = p, n
			}
		}
		if best == nil {
			c.leave(b.line, "", "%s has no parameter that could be %q, so it is not asked for", t.Name, what)
			continue
		}
		if slot := c.slot(b.line, t, best); !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	for _, p := range t.Params { // what a call needs and nobody has asked for
		if p.Required && c.known[p.Name] == "" {
			slots = append(slots, c.slot(b.line, t, p))
		}
	}
	return slots
}

// nextCall is the tool that the next box calls.
func (c *charter) nextCall(b *box, order []*box) *tools.Tool {
	for _, a := range b.arrows {
		if match := callClause.FindStringSubmatch(c.boxes[a.to].text); match != nil {
			return c.set.Tool(match[1])
		}
	}
	return nil
}

// common counts the words that two texts share.
func common(a, b string) (n int) {
	have := naming.Words(strings.ToLower(strings.Join(naming.Words(b), " ")))
	for _, w := range naming.Words(strings.ToLower(a)) {
		if len(w) > 1 && w != "the" && w != "of" && w != "user" && slices.Contains(have, w) {
			n++
		}
	}
	return n
}

// join makes the edges of a box.
func (c *charter) join(b *box) {
	last := c.nodes.Fields[b.last]
	switch {
	case len(b.arrows) == 0 && b.call == b.last:
		name, n := c.node(b.line, "result_of_"+b.call)
		add(n, "tell", text(b.line, "the result"))
		add(n, "shows", list(b.line, []string{b.call}))
		link(last, edge{line: b.line, to: name})
		return
	case len(b.arrows) == 1 && (b.call == b.last || last.Fields["ask"] != nil):
		link(last, edge{line: b.arrows[0].line, to: c.boxes[b.arrows[0].to].first})
		return
	case b.call == b.last:
		c.results(b, last)
		return
	}
	wishes := map[string]bool{}
	for _, a := range b.arrows {
		user, says := wish(a.label)
		if wishes[user] {
			c.leave(a.line, "give the arrows different labels", "two arrows of %s have the label %q; the one to %s is left out", b.id, a.label, a.to)
			continue
		}
		wishes[user] = true
		if a.label == "" {
			user, says = "goes on", []string{"All right.", "OK, go on.", "Fine."}
		}
		e := edge{line: a.line, user: user, says: says, to: c.boxes[a.to].first}
		if to := c.nodes.Fields[e.to]; to != nil && to.Fields["ask"] != nil && to.Fields["tell"] == nil {
			for _, item := range to.Fields["ask"].Items {
				e.forgets = append(e.forgets, item.Text) // it is asked for again
			}
		}
		c.anew(b, &e)
		link(last, e)
	}
}

// anew lets a user who wants a call again say with what: the same call would give the same result.
func (c *charter) anew(b *box, e *edge) {
	t := c.calls[e.to]
	if t == nil {
		return
	}
	var slots []string
	for _, p := range t.Params {
		if p.Required {
			slots = append(slots, c.slot(e.line, t, p))
		}
	}
	if len(slots) == 0 {
		return
	}
	name, n := c.node(e.line, b.id+"_again")
	add(n, "ask", list(e.line, slots))
	link(n, edge{line: e.line, to: e.to})
	e.to, e.forgets = name, slots
}

var negative = regexp.MustCompile(`(?i)\b(?:no|not|never|fail\w*|un\w+able|unavailable|unsuccessful\w*|invalid|incorrect|wrong|den\w+|reject\w*|refus\w*|miss\w*|without|can't|cannot|isn't|doesn't|inval\w+)\b`)

// results decides which values the labels behind a call mean.
func (c *charter) results(b *box, last *document.Node) {
	t := c.calls[b.call]
	fields := b.fields
	if len(fields) == 0 {
		fields = flow.Fields(t)
	}
	for _, field := range fields {
		values := c.values(t, field)
		if len(values) < len(b.arrows) || len(values) == 0 {
			continue
		}
		if chosen := meant(b.arrows, values); chosen != nil {
			for i, a := range b.arrows {
				link(last, edge{line: a.line, condition: fmt.Sprintf("%s == %s", field, chosen[i]), to: c.boxes[a.to].first})
			}
			return
		}
	}
	var labels []string
	for _, a := range b.arrows {
		labels = append(labels, a.label)
	}
	c.problem(b.line, "name the field: … based on the returned "+strings.Join(flow.Fields(t), " or "), "it is not clear which result of %s means \"%s\"", t.Name, strings.Join(labels, `", "`))
}

// values are the values of a field that has few, as conditions write them.
func (c *charter) values(t *tools.Tool, field string) (all []string) {
	for _, a := range t.Gives {
		if a.Name != field || a.Values == nil {
			continue
		}
		if a.Values.Kind == tools.ValueBool {
			return []string{"true", "false"}
		}
		for _, v := range a.Values.Pick {
			all = append(all, string(tools.EncodeValue(v)))
		}
	}
	return all
}

// meant finds the value that each label means: the one that it names, or, of two that are true
// and false, the one with its sign. It is nil if that is not clear.
func meant(arrows []arrow, values []string) (chosen []string) {
	boolean := len(values) == 2 && slices.ContainsFunc(values, func(v string) bool { return strings.Trim(v, `"`) == "true" })
	for _, a := range arrows {
		found := ""
		for _, v := range values {
			plain := strings.ToLower(strings.Trim(v, `"`))
			if boolean {
				if (plain == "false") == negative.MatchString(a.label) {
					found = v
				}
			} else if strings.Contains(strings.ToLower(a.label), plain) {
				found = v
			}
		}
		if found == "" || slices.Contains(chosen, found) {
			return nil
		}
		chosen = append(chosen, found)
	}
	return chosen
}
