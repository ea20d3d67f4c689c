package foreign

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

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
