package forms

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
)

// The names under which code keeps what the user said and what calls returned.
const (
	inSlots   = "slots."
	inResults = "results."
)

// writeCode writes a workflow as Python: one function for each step, which returns the next one.
func writeCode(w *flow.Workflow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\"\"\"%s\n\n%s\n\"\"\"\n\n", quotable(w.Title), quotable(w.About))
	fmt.Fprintf(&b, "workflow(%s", quoted(w.Name))
	if w.Scenario != "" {
		fmt.Fprintf(&b, ", scenario=%s", quoted(w.Scenario))
	}
	b.WriteString(")\n\n# What the user says.\n")
	for _, s := range w.Slots {
		fmt.Fprintf(&b, "slot(%s, %s", quoted(s.Name), quoted(s.Tool.Name+"."+s.Param.Name))
		if s.From != nil {
			fmt.Fprintf(&b, ", chosen_from=%s", quoted(s.From.ID))
		}
		if s.Optional {
			b.WriteString(", optional=True")
		}
		b.WriteString(")")
		if s.About != "" {
			b.WriteString("  # " + condensed(s.About))
		}
		b.WriteString("\n")
	}
	if len(w.Before) > 0 {
		b.WriteString("\n# A call of the first tool is allowed only after the others have succeeded.\n")
	}
	for _, p := range w.Before {
		fmt.Fprintf(&b, "before(%s, %s)\n", quoted(p.Tool.Name), quotedList(toolNames(p.Needs)))
	}
	if len(w.Answers) > 0 {
		fmt.Fprintf(&b, "\n# Questions about these subjects may be answered at any time.\nanswers(%s)\n", quotedList(topicNames(w.Answers)))
	}
	if len(w.Outside) > 0 {
		fmt.Fprintf(&b, "\n# These are out of scope and are refused politely.\nrefuses(%s)\n", quotedList(topicNames(w.Outside)))
	}
	for _, n := range w.Nodes {
		b.WriteString("\n\n")
		writeFunction(&b, n)
	}
	return b.String()
}

func writeFunction(b *strings.Builder, n *flow.Node) {
	fmt.Fprintf(b, "def %s():\n", n.ID)
	if n.Call != nil {
		fmt.Fprintf(b, "    %s%s = %s\n", inResults, n.ID, callText(n, inSlots, inResults))
	}
	if n.Tell != "" {
		fmt.Fprintf(b, "    tell(%s", quoted(n.Tell))
		for _, s := range n.Shows {
			b.WriteString(", " + inResults + s.ID)
		}
		b.WriteString(")\n")
	}
	if len(n.Ask) > 0 {
		fmt.Fprintf(b, "    ask(%s)\n", quotedList(slotNames(n.Ask)))
	}
	edges := ordered(n)
	if len(n.Wishes()) > 0 {
		b.WriteString("    wish = user()\n")
	}
	for _, e := range edges {
		indent := "    "
		switch {
		case e.Wished():
			fmt.Fprintf(b, "    if wish == %s:\n", quoted(e.User))
			indent += "    "
		case len(e.If) > 0:
			fmt.Fprintf(b, "    if %s:\n", python(e.If))
			indent += "    "
		}
		for _, s := range e.Gives {
			fmt.Fprintf(b, "%s%s%s = wish.%s\n", indent, inSlots, s.Name, s.Name)
		}
		if len(e.Forgets) > 0 {
			fmt.Fprintf(b, "%sforget(%s)\n", indent, quotedList(slotNames(e.Forgets)))
		}
		fmt.Fprintf(b, "%sreturn %s()\n", indent, e.To.ID)
	}
	if len(edges) == 0 {
		b.WriteString("    return None\n")
	}
}

// python writes a condition as Python.
func python(c flow.Condition) string {
	parts := make([]string, len(c))
	for i, t := range c {
		one := flow.Condition{t}
		s := one.String()
		switch {
		case t.Op == flow.Refused:
			s = inResults + t.Node.ID + ".refused"
		case t.Op == flow.Granted:
			s = "not " + inResults + t.Node.ID + ".refused"
		default:
			prefix := inSlots
			if t.Slot == nil {
				prefix = inResults
			}
			if rest, ok := strings.CutPrefix(s, "not "); ok && t.Op == flow.Lacks {
				s = "not " + prefix + rest
			} else {
				s = prefix + s
			}
			if n := len(t.Values); n == 1 && t.Values[0] == true {
				s = strings.TrimSuffix(s, "true") + "True"
			} else if n == 1 && t.Values[0] == false {
				s = strings.TrimSuffix(s, "false") + "False"
			}
		}
		parts[i] = s
	}
	return strings.Join(parts, " and ")
}

// quoted writes a text in double quotes, as JSON and Python have it.
func quoted(s string) string {
	text, _ := json.Marshal(s) // a string can always be encoded
	return string(text)
}

func quotedList(all []string) string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = quoted(s)
	}
	return strings.Join(out, ", ")
}

// quotable is a text that can stand between three quotes.
func quotable(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(condensed(s), `\`, `\\`), `"`, `\"`)
}

var (
	defLine    = regexp.MustCompile(`^def\s+([A-Za-z_][A-Za-z0-9_]*)\s*\(\s*\)\s*:$`)
	resultLine = regexp.MustCompile(`^results\.([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.+)$`)
	returnLine = regexp.MustCompile(`^return\s+(?:([A-Za-z_][A-Za-z0-9_]*)\s*\(\s*\)|None)$`)
	givenLine  = regexp.MustCompile(`^slots\.([A-Za-z_][A-Za-z0-9_]*)\s*=\s*wish\.([A-Za-z_][A-Za-z0-9_]*)$`)
	ifLine     = regexp.MustCompile(`^if\s+(.+):$`)
	wishTest   = regexp.MustCompile(`^wish\s*==\s*(".*")$`)
	docLine    = regexp.MustCompile(`^"""(.*)$`)
)

// code reads what writeCode writes.
func (r *reader) code(source string) {
	r.begin()
	var node *document.Node // of the function at hand
	var id string
	var open *edge // of the condition at hand, at its indentation
	prose, inDoc := []string{}, false
	for i, raw := range strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n") {
		line := i + 1
		s := strings.TrimRight(raw, " \t")
		indent := len(s) - len(strings.TrimLeft(s, " \t"))
		s = strings.TrimSpace(s)
		switch {
		case inDoc:
			if head, ok := strings.CutSuffix(s, `"""`); ok {
				s, inDoc = head, false
			}
			prose = append(prose, s)
			continue
		case node == nil && docLine.MatchString(s):
			s = docLine.FindStringSubmatch(s)[1]
			if head, ok := strings.CutSuffix(s, `"""`); ok {
				s = head
			} else {
				inDoc = true
			}
			prose = append(prose, s)
			continue
		case s == "" || strings.HasPrefix(s, "#"):
			continue
		}
		if match := defLine.FindStringSubmatch(s); match != nil && indent == 0 {
			id, node, open = match[1], object(line), nil
			if !r.add(r.doc.Fields["nodes"], "the function", id, line, node) {
				node = object(line) // read on, so that all is checked
			}
			continue
		}
		if indent == 0 {
			node = nil
			r.declaration(line, s)
			continue
		}
		if node == nil {
			r.problem(line, "begin a step with def name():", "this line belongs to no function: %s", s)
			continue
		}
		if open != nil && indent <= 4 && open.to == "" {
			r.problem(open.line, "end it with return next_step()", "the condition in %s leads nowhere", id)
			open = nil
		}
		r.statement(node, id, line, indent, s, &open)
	}
	if open != nil {
		r.problem(open.line, "end it with return next_step()", "the condition in %s leads nowhere", id)
	}
	if inDoc {
		r.problem(1, "close it with three quotes", "the text at the beginning has no end")
	}
	r.prose(prose)
	r.finish()
}

// prose reads the title and what the workflow is for.
func (r *reader) prose(lines []string) {
	plain := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(condensed(s), `\"`, `"`), `\\`, `\`)
	}
	if len(lines) == 0 {
		return
	}
	r.doc.Set("title", optional(1, plain(lines[0])))
	r.doc.Set("about", optional(1, plain(strings.Join(lines[1:], " "))))
}

var declared = regexp.MustCompile(`^(workflow|slot|before|answers|refuses)\(`)

// closed splits what stands between brackets from what follows them. s begins behind the opening
// one.
func closed(s string) (inside, rest string, ok bool) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == ')' && !quoted:
			return s[:i], strings.TrimSpace(s[i+1:]), true
		}
	}
	return "", "", false
}

// declaration reads a line outside of functions.
func (r *reader) declaration(line int, s string) {
	match := declared.FindStringSubmatch(s)
	var inside, comment string
	if match != nil {
		var ok bool
		if inside, comment, ok = closed(s[len(match[0]):]); !ok || comment != "" && !strings.HasPrefix(comment, "#") {
			match = nil
		}
	}
	if match == nil {
		r.problem(line, "lines outside of functions are workflow(…), slot(…), before(…), answers(…) and refuses(…)", "this line cannot be read: %s", s)
		return
	}
	var plain []string
	named := map[string]string{}
	for _, arg := range splitArgs(inside) {
		name, value, ok := strings.Cut(arg, "=")
		if name = strings.TrimSpace(name); !ok || strings.HasPrefix(name, `"`) {
			name, value = "", arg
		}
		value = strings.TrimSpace(value)
		var text string
		if value != "True" && json.Unmarshal([]byte(value), &text) != nil {
			r.problem(line, "write it in double quotes", "%s is no text", value)
			return
		}
		if name == "" {
			plain = append(plain, text)
		} else {
			named[name] = text
		}
	}
	need := map[string]int{"workflow": 1, "slot": 2, "before": 2, "answers": 1, "refuses": 1}[match[1]]
	if len(plain) < need {
		r.problem(line, "", "%s(…) needs %d texts", match[1], need)
		return
	}
	switch match[1] {
	case "workflow":
		r.doc.Set("workflow", text(line, plain[0]))
		r.doc.Set("scenario", optional(line, named["scenario"]))
	case "slot":
		_, isOptional := named["optional"]
		r.slot(line, plain[0], plain[1], named["chosen_from"], strings.TrimPrefix(comment, "#"), isOptional)
	case "before":
		r.add(r.doc.Fields["before"], "the precondition of", plain[0], line, list(line, plain[1:]))
	case "answers":
		r.doc.Set("answers", list(line, plain))
	case "refuses":
		r.doc.Set("outside", list(line, plain))
	}
}

// slot adds a slot to the document.
func (r *reader) slot(line int, name, of, from, about string, isOptional bool) {
	n := object(line)
	n.Set("of", text(line, of))
	n.Set("about", optional(line, condensed(about)))
	n.Set("from", optional(line, from))
	if isOptional {
		yes := &document.Node{Kind: document.Bool, Text: "true", Value: true}
		yes.Line, yes.Column = line, 1
		n.Set("optional", yes)
	}
	r.add(r.doc.Fields["slots"], "the slot", name, line, n)
}

// statement reads a line of a function. open is the edge whose condition was read last.
func (r *reader) statement(node *document.Node, id string, line, indent int, s string, open **edge) {
	if match := returnLine.FindStringSubmatch(s); match != nil {
		e := edge{line: line}
		if *open != nil {
			e = **open
		}
		if e.to = match[1]; e.to != "" {
			link(node, e)
		} else if *open != nil {
			r.problem(line, "let it return the next step", "the condition in %s ends the workflow", id)
		}
		*open = nil
		return
	}
	if match := givenLine.FindStringSubmatch(s); match != nil && *open != nil {
		(*open).gives = append((*open).gives, match[1])
		return
	}
	if args, ok := wrapped(s, "forget"); ok {
		if *open == nil {
			*open = &edge{line: line}
		}
		(*open).forgets = r.texts(line, args)
		return
	}
	if *open != nil && (*open).user+(*open).condition != "" && indent > 4 {
		r.problem(line, "only slots.name = wish.name, forget(…) and return may stand under a condition", "this line cannot be read: %s", s)
		return
	}
	if match := resultLine.FindStringSubmatch(s); match != nil {
		if match[1] != id {
			r.problem(line, "write results."+id+" = …", "the result of %s is kept as %s", id, match[1])
		}
		r.call(node, line, match[2], inSlots, inResults)
		return
	}
	if match := ifLine.FindStringSubmatch(s); match != nil {
		e := &edge{line: line}
		if wish := wishTest.FindStringSubmatch(match[1]); wish != nil {
			if texts := r.texts(line, wish[1]); len(texts) == 1 {
				e.user = texts[0]
			}
		} else {
			e.condition = unpython(match[1])
		}
		*open = e
		return
	}
	if s == "wish = user()" || s == "pass" {
		return
	}
	if args, ok := wrapped(s, "ask"); ok {
		node.Set("ask", list(line, r.texts(line, args)))
		return
	}
	if args, ok := wrapped(s, "tell"); ok {
		r.tell(node, line, args)
		return
	}
	r.problem(line, "a step asks, tells, calls a tool or returns the next step", "this line cannot be read: %s", s)
}

// wrapped is what stands between the brackets of name(…).
func wrapped(s, name string) (string, bool) {
	s, ok := strings.CutPrefix(s, name+"(")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(s, ")")
}

func (r *reader) texts(line int, args string) (all []string) {
	for _, arg := range splitArgs(args) {
		var s string
		if json.Unmarshal([]byte(strings.TrimSpace(arg)), &s) != nil {
			r.problem(line, "write it in double quotes", "%s is no text", strings.TrimSpace(arg))
			return nil
		}
		all = append(all, s)
	}
	return all
}

// tell reads what is told, and from which results.
func (r *reader) tell(node *document.Node, line int, args string) {
	parts := splitArgs(args)
	if len(parts) == 0 {
		r.problem(line, "", "tell() says nothing")
		return
	}
	if texts := r.texts(line, parts[0]); len(texts) == 1 {
		node.Set("tell", text(line, texts[0]))
	}
	var shows []string
	for _, part := range parts[1:] {
		shows = append(shows, strings.TrimPrefix(strings.TrimSpace(part), inResults))
	}
	node.Set("shows", list(line, shows))
}

var refusedTest = regexp.MustCompile(`\bresults\.([a-z][a-z0-9_]*)\.refused\b`)

// unpython turns a condition in Python into that of a workflow file.
func unpython(s string) string {
	parts := strings.Split(s, `"`) // what stands between quotes stays as it is
	for i := 0; i < len(parts); i++ {
		if i%2 == 1 {
			for strings.HasSuffix(parts[i], `\`) && !strings.HasSuffix(parts[i], `\\`) && i+1 < len(parts) {
				parts[i] += `"` + parts[i+1]
				parts = append(parts[:i+1], parts[i+2:]...)
			}
			continue
		}
		parts[i] = refusedTest.ReplaceAllString(parts[i], "refused $1")
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(parts[i], inResults, ""), inSlots, "")
	}
	return strings.Join(parts, `"`)
}
