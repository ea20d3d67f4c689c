// Package forms puts workflow knowledge into the forms in which agents are given it: prose,
// code, a flowchart, and the procedure description language (PDL) of FlowAgent.
//
// [Write] writes a workflow in a [Form], and [Read] reads every form but prose back into a
// workflow with an equal graph ([flowfile.Graph]). The forms say everything that an agent needs
// to follow a workflow, and nothing of how users put it.
//
// Sources: FlowBench, section 3.2 and appendix D (text, code, flowchart in Mermaid); FlowAgent,
// section 3 (PDL). The flowcharts are Mermaid's `flowchart TD`.
package forms

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/flow/flowfile"
	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// Form is a way to write workflow knowledge.
type Form string

// The forms.
const (
	Text      Form = "text"      // numbered prose
	Code      Form = "code"      // Python, one function for each step
	Flowchart Form = "flowchart" // Mermaid
	PDL       Form = "pdl"       // the procedure description language of FlowAgent
	YAML      Form = "yaml"      // a workflow file of switchyard, with what users say
)

// All lists the forms.
func All() []Form { return []Form{Text, Code, Flowchart, PDL, YAML} }

// Write writes a workflow in a form.
func Write(w *flow.Workflow, form Form) string {
	switch form {
	case Text:
		return writeText(w)
	case Code:
		return writeCode(w)
	case Flowchart:
		return writeFlowchart(w)
	case PDL:
		return writePDL(w)
	}
	return string(flowfile.Write(w))
}

// ProseError says that prose cannot be read back.
type ProseError struct{}

// Error implements error.
func (ProseError) Error() string { return "prose cannot be read as a workflow" }

// Read reads a workflow from a form. file is its name in errors. Except for YAML, what users
// say is missing in the result. The error is of type [toolfile.Problems], or a [ProseError].
func Read(file string, text []byte, form Form, set *tools.Toolset) (*flow.Workflow, error) {
	r := &reader{file: file, set: set}
	switch form {
	case Code:
		r.code(string(text))
	case Flowchart:
		r.flowchart(string(text))
	case PDL:
		r.pdl(text)
	case YAML:
		return flowfile.Parse(file, text, set)
	default:
		return nil, ProseError{}
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return flowfile.Decode(file, r.doc, set)
}

// reader collects what a form says as the document of a workflow file.
type reader struct {
	file     string
	set      *tools.Toolset
	doc      *document.Node
	problems toolfile.Problems
}

func (r *reader) problem(line int, hint, format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = tools.Excerpt(text)
		}
	}
	r.problems = append(r.problems, toolfile.Problem{File: r.file, Line: max(line, 1), Column: 1, Message: fmt.Sprintf(format, args...), Hint: hint})
}

func (r *reader) begin() {
	r.doc = object(1)
	r.doc.Set("slots", object(1))
	r.doc.Set("nodes", object(1))
	r.doc.Set("before", object(1))
}

// finish completes the arguments of calls, and leaves out what stayed empty.
func (r *reader) finish() {
	nodes := r.doc.Fields["nodes"]
	for _, id := range nodes.Keys {
		n := nodes.Fields[id]
		with, tool := n.Fields["given"], r.set.Tool(n.TextAt("call"))
		n.Delete("given")
		if with == nil || tool == nil {
			continue
		}
		for _, p := range tool.Params {
			// A slot of the same name is an argument, unless the call says otherwise.
			if with.Fields[p.Name] == nil && r.doc.Fields["slots"].Fields[p.Name] != nil {
				none := &document.Node{Kind: document.Null, Text: "null"}
				none.Place = n.Place
				with.Set(p.Name, none)
			}
		}
		if len(with.Keys) > 0 {
			n.Set("with", with)
		}
	}
	for _, key := range []string{"slots", "nodes", "before"} {
		if len(r.doc.Fields[key].Keys) == 0 {
			r.doc.Delete(key)
		}
	}
}

// add sets a field of an object once.
func (r *reader) add(to *document.Node, what, key string, line int, value *document.Node) bool {
	if to.Fields[key] != nil {
		r.problem(line, "", "%s %s is given twice", what, key)
		return false
	}
	value.Key = document.Place{Line: line, Column: 1}
	to.Set(key, value)
	return true
}

func object(line int) *document.Node {
	n := document.Fields()
	n.Line, n.Column = line, 1
	return n
}

func text(line int, s string) *document.Node {
	n := document.NewText(s)
	n.Line, n.Column = line, 1
	return n
}

// list is a list of texts; nil if there are none.
func list(line int, texts []string) *document.Node {
	if len(texts) == 0 {
		return nil
	}
	n := &document.Node{Kind: document.List}
	n.Line, n.Column = line, 1
	for _, s := range texts {
		n.Items = append(n.Items, text(line, s))
	}
	return n
}

// optional is a text; nil if it is empty.
func optional(line int, s string) *document.Node {
	if s == "" {
		return nil
	}
	return text(line, s)
}

// edge is what a form says about one edge.
type edge struct {
	line                int
	to, user, condition string
	gives, forgets      []string
}

// link adds an edge to a node of the document.
func link(node *document.Node, e edge) {
	n := object(e.line)
	n.Set("to", optional(e.line, e.to))
	n.Set("user", optional(e.line, e.user))
	n.Set("if", optional(e.line, e.condition))
	n.Set("gives", list(e.line, e.gives))
	n.Set("forgets", list(e.line, e.forgets))
	next := node.Fields["next"]
	if next == nil {
		next = &document.Node{Kind: document.List}
		next.Line, next.Column = e.line, 1
		node.Set("next", next)
	}
	next.Items = append(next.Items, n)
}

// names splits a list of names at commas.
func names(s string) (all []string) {
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// slotNames lists the names of slots.
func slotNames(slots []*flow.Slot) []string {
	all := make([]string, len(slots))
	for i, s := range slots {
		all[i] = s.Name
	}
	return all
}

func nodeIDs(nodes []*flow.Node) []string {
	all := make([]string, len(nodes))
	for i, n := range nodes {
		all[i] = n.ID
	}
	return all
}

// ordered are the edges of a node in the order in which they are read: those that the user
// decides, those with a condition, the one for all other cases.
func ordered(n *flow.Node) []*flow.Edge {
	edges := slices.Concat(n.Wishes(), n.Onward())
	slices.SortStableFunc(edges, func(a, b *flow.Edge) int { return last(a) - last(b) })
	return edges
}

func last(e *flow.Edge) int {
	if !e.Wished() && len(e.If) == 0 {
		return 1
	}
	return 0
}

// topicNames lists how a workflow file names topics.
func topicNames(topics []*tools.Topic) (all []string) {
	for _, t := range topics {
		if t.Subject != "" {
			all = append(all, t.Subject)
		} else {
			all = append(all, t.Keywords[0])
		}
	}
	return all
}

// phrase joins words for prose: "a, b and c".
func phrase(words []string, last string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
}

// condensed is a text in one line.
func condensed(s string) string { return strings.Join(strings.Fields(s), " ") }
