package forms

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
)

// writePDL writes a workflow in the procedure description language of FlowAgent: YAML with its
// keys, and a block of pseudo-code with one label for each step. The description of a slot says
// in brackets which parameter it is.
func writePDL(w *flow.Workflow) string {
	doc := document.Fields(
		document.Field{Key: "Name", Value: document.NewText(w.Title)},
		document.Field{Key: "Desc", Value: document.NewText(condensed(w.About))},
		document.Field{Key: "Detailed_desc", Value: document.NewText(strings.TrimSuffix("workflow "+w.Name+"; scenario "+w.Scenario, "; scenario "))},
		document.Field{Key: "SLOTs", Value: slotsPDL(w)},
		document.Field{Key: "APIs", Value: callsPDL(w)},
		document.Field{Key: "ANSWERs", Value: answersPDL(w)},
	)
	var b strings.Builder
	b.Write(document.Encode(doc))
	b.WriteString("PDL: |\n")
	for _, n := range w.Nodes {
		for line := range strings.SplitSeq(strings.TrimSuffix(stepPDL(n), "\n"), "\n") {
			b.WriteString("  " + line + "\n")
		}
	}
	return b.String()
}

func listNode(items []*document.Node) *document.Node {
	return &document.Node{Kind: document.List, Items: items}
}

func slotsPDL(w *flow.Workflow) *document.Node {
	var items []*document.Node
	for _, s := range w.Slots {
		items = append(items, document.Fields(
			document.Field{Key: "name", Value: document.NewText(s.Name)},
			document.Field{Key: "desc", Value: document.NewText(condensed(s.About + " " + bindingText(s)))},
		))
	}
	return listNode(items)
}

func callsPDL(w *flow.Workflow) *document.Node {
	var items []*document.Node
	for _, t := range w.Tools() {
		var request, need []string
		for _, p := range t.Params {
			if slices.ContainsFunc(w.Nodes, func(n *flow.Node) bool {
				return n.Call == t && slices.ContainsFunc(n.Args, func(a flow.Arg) bool { return a.Param == p })
			}) {
				request = append(request, p.Name)
			}
		}
		for _, p := range w.Before {
			if p.Tool == t {
				need = toolNames(p.Needs)
			}
		}
		items = append(items, document.Fields(
			document.Field{Key: "name", Value: document.NewText(t.Name)},
			document.Field{Key: "request", Value: textsPDL(request)},
			document.Field{Key: "response", Value: textsPDL(flow.Fields(t))},
			document.Field{Key: "precondition", Value: textsPDL(need)},
		))
	}
	return listNode(items)
}

// textsPDL is a list that may be empty.
func textsPDL(all []string) *document.Node {
	var items []*document.Node
	for _, s := range all {
		items = append(items, document.NewText(s))
	}
	return listNode(items)
}

// The descriptions of answers that belong to no step.
const (
	anyTime  = "May be answered at any time: "
	notHere  = "Out of scope, to be refused politely: "
	freeName = "Other free response questions"
	outName  = "Requests that are out of scope"
)

func answersPDL(w *flow.Workflow) *document.Node {
	var items []*document.Node
	add := func(name, desc string) {
		items = append(items, document.Fields(document.Field{Key: "name", Value: document.NewText(name)}, document.Field{Key: "desc", Value: document.NewText(desc)}))
	}
	for _, n := range w.Nodes {
		if n.Call == nil {
			add(n.ID, strings.ReplaceAll(nodeText(n), "\n", "; "))
		}
	}
	if len(w.Answers) > 0 {
		add(freeName, anyTime+strings.Join(topicNames(w.Answers), ", "))
	}
	if len(w.Outside) > 0 {
		add(outName, notHere+strings.Join(topicNames(w.Outside), ", "))
	}
	return listNode(items)
}

// stepPDL writes a step.
func stepPDL(n *flow.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n", n.ID)
	switch {
	case n.Call != nil:
		call := callText(n, "", "")
		fmt.Fprintf(&b, "  [%s] = API_%s([%s])\n", strings.Join(flow.Fields(n.Call), ", "), n.Call.Name, call[len(n.Call.Name)+1:len(call)-1])
	case len(n.Ask) > 0:
		fmt.Fprintf(&b, "  [%s] = ANSWER_%s(%s)\n", strings.Join(slotNames(n.Ask), ", "), n.ID, strings.Join(nodeIDs(n.Shows), ", "))
	default:
		fmt.Fprintf(&b, "  ANSWER_%s(%s)\n", n.ID, strings.Join(nodeIDs(n.Shows), ", "))
	}
	if n.Tell != "" {
		b.WriteString("  # tell the user " + n.Tell + "\n")
	}
	for _, e := range ordered(n) {
		b.WriteString("  ")
		switch {
		case e.Wished():
			b.WriteString("if user " + quoted(e.User) + ": ")
			if len(e.Gives) > 0 {
				fmt.Fprintf(&b, "[%s] = user; ", strings.Join(slotNames(e.Gives), ", "))
			}
		case len(e.If) > 0:
			b.WriteString("if " + e.If.At(n) + ": ")
		case len(n.Edges) > 1:
			b.WriteString("else: ")
		}
		if len(e.Forgets) > 0 {
			fmt.Fprintf(&b, "forget [%s]; ", strings.Join(slotNames(e.Forgets), ", "))
		}
		b.WriteString("goto " + e.To.ID + "\n")
	}
	if n.Ends() {
		b.WriteString("  end\n")
	}
	return b.String()
}

var (
	labelPDL  = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*):$`)
	callPDL   = regexp.MustCompile(`^\[[^\]]*\]\s*=\s*API_([^(\s]+)\(\[(.*)\]\)$`)
	answerPDL = regexp.MustCompile(`^(?:\[([^\]]*)\]\s*=\s*)?ANSWER_([A-Za-z0-9_]+)\(([^)]*)\)$`)
	userPDL   = regexp.MustCompile(`^if user (".*"): (.*)$`)
	wherePDL  = regexp.MustCompile(`^(?:if (.*): |else: )?((?:forget \[[^\]]*\]; )?goto .*)$`)
	gotoPDL   = regexp.MustCompile(`^(?:\[([^\]]*)\] = user; )?(?:forget \[([^\]]*)\]; )?goto ([A-Za-z_][A-Za-z0-9_]*)$`)
	slotPDL   = regexp.MustCompile(`^(.*?)\s*(\([^()]*\))$`)
	headPDL   = regexp.MustCompile(`^workflow ([a-z][a-z0-9_]*)(?:; scenario (.*))?$`)
)

// pdl reads what writePDL writes.
func (r *reader) pdl(source []byte) {
	doc, err := document.Parse(source)
	if err != nil {
		place := document.Place{Line: 1}
		if e := (*document.Error)(nil); errors.As(err, &e) {
			place = e.Place
		}
		r.problem(place.Line, "a PDL is YAML with the keys Name, Desc, Detailed_desc, SLOTs, APIs, ANSWERs and PDL", "%s", err.Error())
		return
	}
	r.begin()
	if doc.Kind != document.Object || doc.Fields["PDL"] == nil {
		r.problem(doc.Line, "the keys are Name, Desc, Detailed_desc, SLOTs, APIs, ANSWERs and PDL", "this is no PDL: it has no key PDL")
		return
	}
	r.doc.Set("title", optional(doc.Line, condensed(doc.TextAt("Name"))))
	r.doc.Set("about", optional(doc.Line, condensed(doc.TextAt("Desc"))))
	if match := headPDL.FindStringSubmatch(strings.TrimSpace(doc.TextAt("Detailed_desc"))); match != nil {
		r.doc.Set("workflow", text(doc.Line, match[1]))
		r.doc.Set("scenario", optional(doc.Line, match[2]))
	}
	for _, item := range items(doc, "SLOTs") {
		name, desc := item.TextAt("name"), condensed(item.TextAt("desc"))
		match := slotPDL.FindStringSubmatch(desc)
		if match == nil {
			match = []string{"", desc, ""}
		}
		if binding := bindingForm.FindStringSubmatch(match[2]); binding != nil {
			r.slot(item.Line, name, binding[1], binding[2], match[1], binding[3] != "")
		} else {
			r.problem(item.Line, "end its desc with (tool.parameter)", "the slot %s names no parameter of a tool", name)
		}
	}
	for _, item := range items(doc, "APIs") {
		need := r.apis(doc, item)
		if len(need) > 0 {
			r.add(r.doc.Fields["before"], "the precondition of", item.TextAt("name"), item.Line, list(item.Line, need))
		}
	}
	told := map[string]string{}
	for _, item := range items(doc, "ANSWERs") {
		name, desc := item.TextAt("name"), item.TextAt("desc")
		if rest, ok := strings.CutPrefix(desc, anyTime); ok {
			r.doc.Set("answers", list(item.Line, names(rest)))
		} else if rest, ok := strings.CutPrefix(desc, notHere); ok {
			r.doc.Set("outside", list(item.Line, names(rest)))
		} else {
			told[name] = desc
		}
	}
	block := doc.Fields["PDL"]
	r.steps(block.Text, block.Key.Line, told)
	r.finish()
}

// items are the items of a list, which may be missing.
func items(doc *document.Node, key string) []*document.Node {
	if n := doc.Fields[key]; n != nil {
		return n.Items
	}
	return nil
}

// apis returns the preconditions of an API, which must be APIs of the same file.
func (r *reader) apis(doc, item *document.Node) (need []string) {
	before := item.Fields["precondition"]
	if before == nil {
		return nil
	}
	for _, p := range before.Items {
		if !slices.ContainsFunc(items(doc, "APIs"), func(other *document.Node) bool { return other.TextAt("name") == p.Text }) {
			r.problem(p.Line, "name an API of this file", "%s has the precondition %s, which is no API of this file", item.TextAt("name"), p.Text)
			continue
		}
		need = append(need, p.Text)
	}
	return need
}

// steps reads the block of pseudo-code, whose key stands on the given line.
func (r *reader) steps(block string, key int, told map[string]string) {
	var node *document.Node
	var id string
	for i, raw := range strings.Split(block, "\n") {
		line, s := key+1+i, strings.TrimSpace(raw)
		if match := labelPDL.FindStringSubmatch(s); match != nil && s != "else:" {
			id, node = match[1], object(line)
			if !r.add(r.doc.Fields["nodes"], "the step", id, line, node) {
				node = object(line)
			}
			continue
		}
		if s == "" || strings.HasPrefix(s, "#") || s == "end" {
			continue
		}
		if node == nil {
			r.problem(line, "begin a step with its name and a colon", "this line belongs to no step: %s", s)
			continue
		}
		r.stepLine(node, id, line, s, told)
	}
}

func (r *reader) stepLine(node *document.Node, id string, line int, s string, told map[string]string) {
	if match := callPDL.FindStringSubmatch(s); match != nil {
		r.call(node, line, match[1]+"("+match[2]+")", "", "")
		return
	}
	if match := answerPDL.FindStringSubmatch(s); match != nil {
		desc, known := told[match[2]]
		if !known {
			r.problem(line, "list it under ANSWERs", "ANSWER_%s is described nowhere", match[2])
			return
		}
		r.parts(node, id, line, splitParts(desc))
		return
	}
	decision := func(s string, e edge) {
		match := gotoPDL.FindStringSubmatch(s)
		if match == nil {
			r.problem(line, "end it with goto step", "this line cannot be read: %s", s)
			return
		}
		e.line, e.gives, e.forgets, e.to = line, names(match[1]), names(match[2]), match[3]
		link(node, e)
	}
	if match := userPDL.FindStringSubmatch(s); match != nil {
		if texts := r.texts(line, match[1]); len(texts) == 1 {
			decision(match[2], edge{user: texts[0]})
		}
		return
	}
	if match := wherePDL.FindStringSubmatch(s); match != nil {
		decision(match[2], edge{condition: match[1]})
		return
	}
	r.problem(line, "a step has API_…, ANSWER_…, if …: goto …, else: goto … and goto …", "this line cannot be read: %s", s)
}

// splitParts splits the description of an answer into the lines of a node's text.
func splitParts(desc string) (parts []string) {
	from := 0
	for i := range desc {
		rest := desc[i:]
		if strings.HasPrefix(rest, "; "+showPart) || strings.HasPrefix(rest, "; "+askPart) {
			parts, from = append(parts, desc[from:i]), i+2
		}
	}
	return append(parts, desc[from:])
}
