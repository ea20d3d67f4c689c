package forms

import (
	"fmt"
	"regexp"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
)

// writeFlowchart writes a workflow as a flowchart for Mermaid. Comments say what the slots are
// and which calls must come first.
func writeFlowchart(w *flow.Workflow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\n---\nflowchart TD\n", quoted(w.Title))
	comment := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "    %%%% %s: %s\n", key, condensed(value))
		}
	}
	comment("workflow", w.Name)
	comment("scenario", w.Scenario)
	comment("about", w.About)
	for _, s := range w.Slots {
		comment("slot "+s.Name, bindingText(s)+" "+s.About)
	}
	for _, p := range w.Before {
		comment("before "+p.Tool.Name, strings.Join(toolNames(p.Needs), ", "))
	}
	comment("answers", strings.Join(topicNames(w.Answers), ", "))
	comment("outside", strings.Join(topicNames(w.Outside), ", "))
	fmt.Fprintf(&b, "    start([\"Start\"]) --> %s\n", w.Start().ID)
	for _, n := range w.Nodes {
		left, right := "[", "]"
		switch {
		case n.Call != nil:
			left, right = "[[", "]]"
		case n.Ends():
			left, right = "([", "])"
		case len(n.Ask) > 0:
			left, right = "[/", "/]"
		}
		fmt.Fprintf(&b, "    %s%s%s%s\n", n.ID, left, label(nodeText(n)), right)
	}
	for _, n := range w.Nodes {
		for _, e := range ordered(n) {
			fmt.Fprintf(&b, "    %s -->", n.ID)
			if text := edgeText(n, e); text != "" {
				b.WriteString("|" + label(text) + "|")
			}
			fmt.Fprintf(&b, " %s\n", e.To.ID)
		}
	}
	return b.String()
}

// bindingText says what a slot is: "(search_flights.origin)", "(book_flight.flight_number,
// chosen from search)".
func bindingText(s *flow.Slot) string {
	text := "(" + s.Tool.Name + "." + s.Param.Name
	if s.From != nil {
		text += ", chosen from " + s.From.ID
	}
	if s.Optional {
		text += ", optional"
	}
	return text + ")"
}

// The parts of a node's text, one a line.
const (
	tellPart = "Tell the user "
	askPart  = "Ask the user for "
	callPart = "Call "
	showPart = "from the result of "
)

func nodeText(n *flow.Node) string {
	var lines []string
	if n.Call != nil {
		lines = append(lines, callPart+callText(n, "", ""))
	}
	if n.Tell != "" {
		lines = append(lines, tellPart+n.Tell)
	}
	if len(n.Shows) > 0 {
		lines = append(lines, showPart+strings.Join(nodeIDs(n.Shows), ", "))
	}
	if len(n.Ask) > 0 {
		lines = append(lines, askPart+strings.Join(slotNames(n.Ask), ", "))
	}
	return strings.Join(lines, "\n")
}

func edgeText(n *flow.Node, e *flow.Edge) string {
	text := ""
	switch {
	case e.Wished():
		text = "the user " + e.User
	case len(e.If) > 0:
		text = "if " + e.If.At(n)
	case len(n.Onward()) > 1:
		text = "otherwise"
	case len(n.Wishes()) > 0:
		text = "the user answers"
	}
	if len(e.Gives) > 0 {
		text += " [gives " + strings.Join(slotNames(e.Gives), ", ") + "]"
	}
	if len(e.Forgets) > 0 {
		text += " [forget " + strings.Join(slotNames(e.Forgets), ", ") + "]"
	}
	return strings.TrimSpace(text)
}

// label writes a text as Mermaid reads it: in quotes, with entities for what is special, which
// begin with # in the place of &.
func label(s string) string {
	return `"` + strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "`", "#96;", "\n", "<br/>").Replace(s) + `"`
}

// unlabel reads what label writes.
func unlabel(s string) string {
	s = strings.NewReplacer("<br/>", "\n", "<br>", "\n", "<br />", "\n").Replace(s)
	return strings.NewReplacer("#quot;", `"`, "#lt;", "<", "#gt;", ">", "#amp;", "&", "#96;", "`", "#35;", "#").Replace(s)
}

var (
	commentLine = regexp.MustCompile(`^%%\s*([a-z]+)(?: ([A-Za-z0-9_.-]+))?:\s*(.*)$`)
	bindingForm = regexp.MustCompile(`^\(([^\s,().]+\.[^\s,()]+)(?:, chosen from ([a-z][a-z0-9_]*))?(, optional)?\)\s*(.*)$`)
	edgeLine    = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)(?:\(\["Start"\]\))?\s*-->\s*(?:\|"(.*)"\|)?\s*([A-Za-z_][A-Za-z0-9_]*)$`)
	nodeLine    = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)\s*(?:\[\[|\(\[|\[/|\[)"(.*)"(?:\]\]|\]\)|/\]|\])$`)
	edgeNote    = regexp.MustCompile(`\s*\[(gives|forget) ([^\[\]]*)\]$`)
)

// flowchart reads what writeFlowchart writes.
func (r *reader) flowchart(source string) {
	r.begin()
	begun, front := false, false
	start := ""
	for i, raw := range strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n") {
		line, s := i+1, strings.TrimSpace(raw)
		switch {
		case s == "---" && !begun:
			front = !front
			continue
		case front:
			if title, ok := strings.CutPrefix(s, "title:"); ok {
				doc, err := document.Parse([]byte(title))
				if err == nil {
					r.doc.Set("title", optional(line, condensed(doc.Text)))
				}
			}
			continue
		case s == "":
			continue
		case !begun:
			if begun = strings.HasPrefix(s, "flowchart") || strings.HasPrefix(s, "graph"); !begun && !strings.HasPrefix(s, "%%") {
				r.problem(line, "begin with flowchart TD", "this is no flowchart: %s", s)
				return
			}
			continue
		}
		if match := commentLine.FindStringSubmatch(s); match != nil {
			r.note(line, match[1], match[2], match[3])
		} else if strings.HasPrefix(s, "%%") {
			continue
		} else if match := edgeLine.FindStringSubmatch(s); match != nil {
			if match[1] == "start" {
				start = match[3]
				continue
			}
			r.arrow(line, match[1], unlabel(match[2]), match[3])
		} else if match := nodeLine.FindStringSubmatch(s); match != nil {
			r.box(line, match[1], unlabel(match[2]))
		} else {
			r.problem(line, "nodes are written name[\"…\"], edges a -->|\"…\"| b", "this line cannot be read: %s", s)
		}
	}
	if !begun {
		r.problem(1, "begin with flowchart TD", "there is no flowchart here")
		return
	}
	if nodes := r.doc.Fields["nodes"]; start != "" && nodes.Fields[start] == nil {
		r.problem(1, "", "the start leads to %s, which is no node", start)
	} else if start != "" { // the first node is the start
		keys := []string{start}
		for _, key := range nodes.Keys {
			if key != start {
				keys = append(keys, key)
			}
		}
		nodes.Keys = keys
	}
	r.finish()
}

// note reads a comment that says something.
func (r *reader) note(line int, key, name, value string) {
	switch key {
	case "workflow", "scenario", "about":
		r.doc.Set(key, optional(line, value))
	case "slot":
		if match := bindingForm.FindStringSubmatch(value); match != nil {
			r.slot(line, name, match[1], match[2], match[4], match[3] != "")
		} else {
			r.problem(line, "write %% slot origin: (search_flights.origin) what it is", "the slot %s names no parameter of a tool", name)
		}
	case "before":
		r.add(r.doc.Fields["before"], "the precondition of", name, line, list(line, names(value)))
	case "answers", "outside":
		r.doc.Set(key, list(line, names(value)))
	}
}

// box reads the text of a node.
func (r *reader) box(line int, id, s string) {
	node := object(line)
	if !r.add(r.doc.Fields["nodes"], "the node", id, line, node) {
		return
	}
	r.parts(node, id, line, strings.Split(s, "\n"))
}

// parts reads the lines of a node's text.
func (r *reader) parts(node *document.Node, id string, line int, lines []string) {
	for _, part := range lines {
		part = strings.TrimSpace(part)
		if rest, ok := strings.CutPrefix(part, callPart); ok {
			r.call(node, line, rest, "", "")
		} else if rest, ok := strings.CutPrefix(part, tellPart); ok {
			node.Set("tell", optional(line, rest))
		} else if rest, ok := strings.CutPrefix(part, showPart); ok {
			node.Set("shows", list(line, names(rest)))
		} else if rest, ok := strings.CutPrefix(part, askPart); ok {
			node.Set("ask", list(line, names(rest)))
		} else if part != "" {
			r.problem(line, "a node begins with "+callPart+"…, "+tellPart+"… or "+askPart+"…", "node %s does something that cannot be read: %s", id, part)
		}
	}
}

// arrow reads an edge.
func (r *reader) arrow(line int, from, s, to string) {
	node := r.doc.Fields["nodes"].Fields[from]
	if node == nil {
		r.problem(line, "write the nodes before the edges", "an edge leads from %s, which is no node", from)
		return
	}
	link(node, r.decision(line, s, to))
}

// decision reads when an edge is taken.
func (r *reader) decision(line int, s, to string) edge {
	e := edge{line: line, to: to}
	for {
		match := edgeNote.FindStringSubmatch(s)
		if match == nil {
			break
		}
		if s = strings.TrimSuffix(s, match[0]); match[1] == "gives" {
			e.gives = names(match[2])
		} else {
			e.forgets = names(match[2])
		}
	}
	s = strings.TrimSpace(s)
	if user, ok := strings.CutPrefix(s, "the user "); ok {
		if e.user = user; user == "answers" {
			e.user = ""
		}
	} else if condition, ok := strings.CutPrefix(s, "if "); ok {
		e.condition = condition
	} else if s != "" && s != "otherwise" {
		r.problem(line, "an edge says \"the user …\", \"if …\" or \"otherwise\"", "the edge to %s cannot be read: %s", to, s)
	}
	return e
}
