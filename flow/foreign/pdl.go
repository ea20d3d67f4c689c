package foreign

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// statement is a line of pseudo-code, or a condition with what stands under it.
type statement struct {
	line     int
	kind     kind
	out      []string // what is assigned
	name     string   // of the API or answer
	args     []string
	text     string // of a comment
	branches []branch
}

type kind int

const (
	comment kind = iota
	answer
	api
	decision
)

// branch is one side of a condition; the last one may have none.
type branch struct {
	line      int
	condition string
	body      []statement
}

// PDL reads a workflow in the procedure description language of FlowAgent over its tools. The
// error is of type [toolfile.Problems].
//
// Comments say what the user is told. "if user wants to …, repeat the process; else, …" leads
// back to the beginning. Slots that no tool has are left out.
func PDL(file string, data []byte, set *tools.Toolset) (*Imported, error) {
	doc, err := parse(file, data, "a PDL: YAML with the keys Name, Desc, Detailed_desc, SLOTs, APIs, ANSWERs and PDL")
	if err != nil {
		return nil, err
	}
	r := &reader{file: file, set: set}
	block := field(doc, "PDL")
	if block == nil || !block.Kind.Scalar() {
		r.problem(doc.Line, "the keys are Name, Desc, Detailed_desc, SLOTs, APIs, ANSWERs and PDL", "this is no PDL: it has no text under the key PDL")
		return nil, r.problems
	}
	b := newBuilder(r)
	c := &compiler{builder: b, answers: map[string]string{}}
	for _, item := range itemsOf(doc, "ANSWERs") {
		c.answers[underscored(fieldText(item, "name"))] = fieldText(item, "desc")
	}
	lines := c.lines(block.Text, block.Key.Line)
	body, rest := c.block(lines, 0)
	if len(rest) > 0 {
		r.problem(rest[0].line, "", "this line is indented less than those before it: %s", rest[0].text)
	}
	if len(body) == 0 && len(r.problems) == 0 {
		r.problem(block.Key.Line, "", "the PDL has no steps")
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	c.compile(body, nil, "")
	before := object(1)
	for _, item := range itemsOf(doc, "APIs") {
		c.precondition(doc, item, before)
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	name := fieldText(doc, "Name")
	about := fieldText(doc, "Detailed_desc")
	if about == "" {
		about = fieldText(doc, "Desc")
	}
	if about == "" {
		about = name
	}
	out := b.document(name, name, strings.Join(strings.Fields(about), " "), opensFor(name))
	if len(before.Keys) > 0 {
		add(out, "before", before)
	}
	return &Imported{out, r.left}, nil
}

func itemsOf(doc *document.Node, key string) []*document.Node {
	if n := field(doc, key); n != nil {
		return n.Items
	}
	return nil
}

// underscored is how a PDL calls an answer: "Please provide" is ANSWER_Please_provide.
func underscored(name string) string { return strings.Join(strings.Fields(name), "_") }

// precondition reads which APIs must be called before one.
func (c *compiler) precondition(doc, item, before *document.Node) {
	name := fieldText(item, "name")
	need := field(item, "precondition")
	if need == nil || len(need.Items) == 0 {
		return
	}
	var all []string
	for _, n := range need.Items {
		if !slices.ContainsFunc(itemsOf(doc, "APIs"), func(other *document.Node) bool { return fieldText(other, "name") == n.Text }) {
			c.problem(n.Line, "name an API of this file", "%s has the precondition %s, which is no API of this file", name, n.Text)
			continue
		}
		all = append(all, n.Text)
	}
	if c.set.Tool(name) != nil && slices.Contains(c.called(), name) {
		add(before, name, list(item.Line, all))
	}
}

// called lists the tools that the workflow calls.
func (b *builder) called() (all []string) {
	for _, t := range b.calls {
		all = append(all, t.Name)
	}
	return all
}

type sourceLine struct {
	line, indent int
	text         string
}

func (c *compiler) lines(block string, key int) (all []sourceLine) {
	for i, raw := range strings.Split(block, "\n") {
		s := strings.TrimSpace(raw)
		if s == "" {
			continue
		}
		indent := 0
		for _, r := range raw {
			if r == ' ' {
				indent++
			} else if r == '\t' {
				indent += 4
			} else {
				break
			}
		}
		all = append(all, sourceLine{key + 1 + i, indent, s})
	}
	return all
}

var (
	apiLine    = regexp.MustCompile(`^(?:\[?([^\]=]*?)\]?\s*=\s*)?API_([A-Za-z0-9_.-]+)\s*\(\s*\[?([^\]]*?)\]?\s*\)$`)
	answerLine = regexp.MustCompile(`^(?:\[?([^\]=]*?)\]?\s*=\s*)?ANSWER_([A-Za-z0-9_]+)\s*\(.*\)$`)
	ifLine     = regexp.MustCompile(`^(if|elif|else if)\s+(.+?)\s*:$`)
)

// mostDepth bounds how deep conditions are nested.
const mostDepth = 20

// block reads lines with the same indentation, and what stands under them.
func (c *compiler) block(lines []sourceLine, depth int) (all []statement, rest []sourceLine) {
	if depth > mostDepth {
		c.problem(lines[0].line, "", "conditions are nested more than %d deep", mostDepth)
		return nil, nil
	}
	if len(lines) == 0 {
		return nil, nil
	}
	indent := lines[0].indent
	for len(lines) > 0 && lines[0].indent >= indent {
		l := lines[0]
		lines = lines[1:]
		if l.indent > indent {
			c.problem(l.line, "", "this line is indented more than those before it: %s", l.text)
			continue
		}
		if match := ifLine.FindStringSubmatch(l.text); match != nil || l.text == "else:" {
			var body []statement
			if len(lines) > 0 && lines[0].indent > indent {
				body, lines = c.block(lines, depth+1)
			}
			b := branch{line: l.line, body: body}
			if match == nil || match[1] != "if" {
				if n := len(all); n == 0 || all[n-1].kind != decision {
					c.problem(l.line, "", "there is no if before this line: %s", l.text)
					continue
				}
			}
			if match == nil {
				all[len(all)-1].branches = append(all[len(all)-1].branches, b)
				continue
			}
			if b.condition = match[2]; match[1] == "if" {
				all = append(all, statement{line: l.line, kind: decision})
			}
			all[len(all)-1].branches = append(all[len(all)-1].branches, b)
			continue
		}
		if s, ok := c.plain(l); ok {
			all = append(all, s)
			continue
		}
		for len(lines) > 0 && lines[0].indent > indent && strings.HasSuffix(l.text, ":") {
			lines = lines[1:] // what stands under a line that cannot be read
		}
	}
	return all, lines
}

// plain reads a line that is no condition.
func (c *compiler) plain(l sourceLine) (statement, bool) {
	s := statement{line: l.line}
	if rest, ok := strings.CutPrefix(l.text, "#"); ok {
		s.text = flat(rest)
		return s, s.text != ""
	}
	if match := apiLine.FindStringSubmatch(l.text); match != nil {
		s.kind, s.out, s.name, s.args = api, commas(match[1]), match[2], commas(match[3])
		return s, true
	}
	if match := answerLine.FindStringSubmatch(l.text); match != nil {
		s.kind, s.out, s.name = answer, commas(match[1]), match[2]
		return s, true
	}
	if strings.HasPrefix(l.text, "#") {
		return s, false
	}
	c.problem(l.line, "a PDL has API_name([…]), ANSWER_name(), if … :, else: and comments", "this line cannot be read: %s", l.text)
	return s, false
}

func commas(s string) (all []string) {
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// compiler turns statements into nodes.
type compiler struct {
	*builder
	answers map[string]string // descriptions
	first   string            // the node at which the workflow starts
	goodbye string            // the node at which it ends without a result
}

// compile makes nodes of statements, and of what follows them. It returns the name of the first
// node. way are the calls that were made before.
func (c *compiler) compile(all []statement, way []string, after string) string {
	var told []statement
	for len(all) > 0 && (all[0].kind == comment || all[0].kind == answer && len(all[0].out) == 0) {
		told, all = append(told, all[0]), all[1:]
	}
	if len(all) == 0 {
		if len(told) == 0 {
			return after
		}
		return c.telling(told, way, after)
	}
	s, rest := all[0], all[1:]
	switch s.kind {
	case answer:
		return c.asking(s, told, rest, way, after)
	case api:
		return c.calling(s, rest, way, after)
	}
	// A condition without a call before it.
	c.problem(s.line, "let a call or a question stand before it", "this condition has nothing to decide on")
	return after
}

// texts are what comments and answers tell.
func (c *compiler) texts(told []statement) (all []string) {
	for _, s := range told {
		if s.kind == answer {
			if desc := c.answers[s.name]; desc != "" {
				all = append(all, flat(desc))
			} else {
				all = append(all, strings.ToLower(strings.ReplaceAll(s.name, "_", " ")))
			}
			continue
		}
		all = append(all, s.text)
	}
	return all
}

var again = regexp.MustCompile(`(?i)^if (?:the )?user (wants to .+?|would like to .+?|chooses to .+?), (?:repeat|restart|go back|return)[^;]*[;.] *(?:else|otherwise),? *(.*)$`)

// telling makes a node that tells something and either ends or lets the user begin again.
func (c *compiler) telling(told []statement, way []string, after string) string {
	line := told[0].line
	texts := c.texts(told)
	var yes, farewell string
	for i, s := range texts {
		if match := again.FindStringSubmatch(s); match != nil {
			yes, farewell = match[1], match[2]
			texts = slices.Delete(texts, i, i+1)
			break
		}
	}
	if len(texts) == 0 {
		texts = []string{"ask whether the user " + yes}
	}
	name := "told"
	if len(way) > 0 {
		name = "told_" + way[len(way)-1]
	}
	name, n := c.node(line, name)
	c.tell(n, line, texts, way)
	switch {
	case yes != "":
		user, says := wish(yes)
		first := c.first
		if first == "" {
			first = name
		}
		link(n, edge{line: line, user: user, says: says, forgets: slices.Sorted(slices.Values(c.slots.Keys)), to: first})
		user, says = wish("does not want to " + strings.TrimPrefix(yes, "wants to "))
		link(n, edge{line: line, user: user, says: says, to: c.end(line, farewell)})
	case after != "":
		link(n, edge{line: line, user: "goes on", says: []string{"All right.", "OK, go on.", "Fine."}, to: after})
	}
	return name
}

// told is the instruction in a comment: "inform user the flight is available".
var toldUser = regexp.MustCompile(`(?i)^(?:inform|tell|notify|let) (?:the )?user (?:know )?(?:that |of |about )?`)

// tell says what a node tells.
func (c *compiler) tell(n *document.Node, line int, texts []string, way []string) {
	var parts, says []string
	for _, s := range texts {
		part := s
		if match := toldUser.FindString(s); match != "" {
			part = strings.TrimPrefix(s, match)
			if !strings.HasSuffix(strings.TrimSpace(strings.ToLower(match)), "of") && !strings.HasSuffix(strings.TrimSpace(strings.ToLower(match)), "about") {
				part = "that " + lower(part)
			}
		}
		for _, sentence := range strings.Split(part, ". ") {
			parts = append(parts, lower(flat(sentence)))
		}
	}
	for _, part := range parts {
		if rest, ok := strings.CutPrefix(part, "ask if the user "); ok {
			says = append(says, "Would you like to "+strings.TrimPrefix(rest, "wants to ")+"?")
		}
	}
	add(n, "tell", text(line, strings.Join(parts, ", and ")))
	if len(way) > 0 {
		add(n, "shows", list(line, way[len(way)-1:]))
	} else if len(says) == 0 {
		says = []string{strings.ToUpper(parts[0][:1]) + parts[0][1:] + "."}
	}
	add(n, "say", list(line, escaped(says...)))
}

// end is the node with which a workflow ends.
func (c *compiler) end(line int, farewell string) string {
	if c.goodbye == "" {
		name, n := c.node(line, "goodbye")
		if farewell == "" {
			farewell = "goodbye"
		}
		add(n, "tell", text(line, lower(flat(farewell))))
		add(n, "say", list(line, []string{"You're welcome to come back at any time.", "Just write again if you need anything."}))
		c.goodbye = name
	}
	return c.goodbye
}

// asking makes a node that asks for slots.
func (c *compiler) asking(s statement, told, rest []statement, way []string, after string) string {
	var slots []string
	for _, name := range s.out {
		t, p := c.parameter(name)
		if t == nil {
			c.leave(s.line, "", "no tool has a parameter %s, so it is not asked for", name)
			continue
		}
		if slot := c.slot(s.line, t, p); !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	if len(slots) == 0 {
		return c.compile(append(told, rest...), way, after)
	}
	name, n := c.node(s.line, "ask_"+slots[0])
	if c.first == "" {
		c.first = name
	}
	if len(told) > 0 {
		c.tell(n, s.line, c.texts(told), way)
	}
	add(n, "ask", list(s.line, slots))
	to := c.compile(rest, way, after)
	if to == "" {
		to = c.end(s.line, "")
	}
	link(n, edge{line: s.line, to: to})
	return name
}

// parameter finds the tool that has a parameter of that name.
func (b *builder) parameter(name string) (*tools.Tool, *tools.Param) {
	for _, t := range b.set.Tools {
		if p := t.Param(name); p != nil {
			return t, p
		}
	}
	return nil, nil
}

// calling makes a node that calls a tool, and what follows its result.
func (c *compiler) calling(s statement, rest []statement, way []string, after string) string {
	t := c.set.Tool(s.name)
	if t == nil {
		c.problem(s.line, "list it among the tools", "there is no tool %s", s.name)
		return after
	}
	from := map[string]string{}
	for _, arg := range s.args {
		p := t.Param(arg)
		if p == nil {
			c.leave(s.line, "", "%s has no parameter %s", s.name, arg)
			continue
		}
		if from[arg] = c.known[arg]; from[arg] == "" {
			if node, ok := c.fieldOf(way, arg); ok {
				from[arg] = node + "." + arg
			}
		}
	}
	name, n := c.call(s.line, t, from)
	if c.first == "" {
		c.first = name
	}
	way = append(way[:len(way):len(way)], name)
	for len(rest) > 0 && rest[0].kind == comment && len(rest) > 1 && rest[1].kind == decision {
		rest = rest[1:] // it explains the condition
	}
	if len(rest) == 0 || rest[0].kind != decision {
		to := c.compile(rest, way, after)
		if to == "" {
			to = c.result(s.line, name)
		}
		link(n, edge{line: s.line, to: to})
		return name
	}
	d := rest[0]
	follows := c.compile(rest[1:], way, after)
	whole := false
	for _, b := range d.branches {
		to := c.compile(b.body, way, follows)
		if to == "" {
			to = c.result(b.line, name)
		}
		e := edge{line: b.line, to: to}
		if b.condition == "" {
			whole = true
		} else {
			e.condition = c.condition(b.line, b.condition, name, way)
		}
		link(n, e)
	}
	if !whole {
		if follows == "" {
			follows = c.result(d.line, name)
		}
		link(n, edge{line: d.line, to: follows})
	}
	return name
}

// result is a node that tells what a call returned, and ends.
func (c *compiler) result(line int, call string) string {
	name, n := c.node(line, "result_of_"+call)
	add(n, "tell", text(line, "the result"))
	add(n, "shows", list(line, []string{call}))
	return name
}

var tokens = regexp.MustCompile(`"[^"]*"|'[^']*'|[A-Za-z_][A-Za-z0-9_.]*|.`)

// condition turns a condition of pseudo-code into one of a workflow file.
func (c *compiler) condition(line int, s, at string, way []string) string {
	var b strings.Builder
	for _, token := range tokens.FindAllString(s, -1) {
		switch {
		case strings.HasPrefix(token, "'"):
			b.WriteString(`"` + strings.ReplaceAll(token[1:len(token)-1], `"`, `\"`) + `"`)
			continue
		case token == "True" || token == "False":
			token = strings.ToLower(token)
		case token == "is":
			token = "=="
		case token == "None":
			token = `""`
		}
		if node, ok := c.fieldOf(way, token); ok && node != at {
			token = node + "." + token
		}
		b.WriteString(token)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
