package flowfile

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
	"switchyard/internal/nearest"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// Ending is how the names of workflow files end.
const Ending = ".flow.yaml"

// ToolsetOf returns what a workflow file says about its toolset, a name or a path; it is empty
// if the file says nothing. The error is of type [toolfile.Problems].
func ToolsetOf(file string, data []byte) (string, error) {
	doc, err := parse(file, data)
	if err != nil {
		return "", err
	}
	return doc.TextAt("toolset"), nil
}

// Parse reads a workflow over a toolset. The error is of type [toolfile.Problems].
func Parse(file string, data []byte, set *tools.Toolset) (*flow.Workflow, error) {
	doc, err := parse(file, data)
	if err != nil {
		return nil, err
	}
	w, err := decode(file, doc, set, true)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	w.Hash = hex.EncodeToString(sum[:])
	return w, nil
}

// parse reads YAML or JSON.
func parse(file string, data []byte) (*document.Node, error) {
	doc, err := document.Parse(data)
	if err == nil {
		return doc, nil
	}
	p := toolfile.Problem{File: file, Line: 1, Column: 1, Message: err.Error(), Hint: "a workflow is YAML or JSON; see docs/workflows.md"}
	if e := (*document.Error)(nil); errors.As(err, &e) {
		p.Line, p.Column, p.Hint = e.Line, e.Column, cmp.Or(e.Hint, p.Hint)
	}
	return nil, toolfile.Problems{p}
}

// Decode makes a workflow of a document that another form of the same knowledge was turned into.
// Its places are those of the form. What users say is not needed: other forms do not have it.
// The error is of type [toolfile.Problems].
func Decode(file string, doc *document.Node, set *tools.Toolset) (*flow.Workflow, error) {
	return decode(file, doc, set, false)
}

func decode(file string, doc *document.Node, set *tools.Toolset, words bool) (*flow.Workflow, error) {
	d := &decoder{file: file, words: words, w: &flow.Workflow{Set: set, Source: file}}
	d.workflow(doc)
	if len(d.problems) == 0 {
		for _, p := range flow.Check(d.w) {
			d.problems = append(d.problems, toolfile.Problem{File: file, Line: max(p.At.Line, 1), Column: max(p.At.Column, 1), Message: p.Message, Hint: p.Hint})
		}
	}
	if len(d.problems) > 0 {
		slices.SortStableFunc(d.problems, func(a, b toolfile.Problem) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return nil, d.problems
	}
	return d.w, nil
}

// decoder turns a document into a workflow and collects what is wrong.
type decoder struct {
	file     string
	words    bool // the file must have what users say
	w        *flow.Workflow
	problems toolfile.Problems
	results  []resultSlot // of sentences
}

func (d *decoder) problem(at document.Place, hint, format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = tools.Excerpt(text)
		}
	}
	d.problems = append(d.problems, toolfile.Problem{File: d.file, Line: max(at.Line, 1), Column: max(at.Column, 1), Message: fmt.Sprintf(format, args...), Hint: hint})
}

// object checks that n is an object with allowed keys only.
func (d *decoder) object(n *document.Node, what string, allowed ...string) bool {
	if n.Kind != document.Object {
		d.problem(n.Place, "", "%s must be an object (key: value)", what)
		return false
	}
	for _, key := range n.Keys {
		if !slices.Contains(allowed, key) {
			hint := "the keys are " + strings.Join(allowed, ", ")
			if near := nearest.Name(key, allowed); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			d.problem(n.Fields[key].Key, hint, "%s has no key %q", what, key)
		}
	}
	return true
}

func (d *decoder) text(n *document.Node, key, what string, required bool) string {
	field := n.Fields[key]
	if field == nil {
		if required {
			d.problem(n.Place, "", "%s needs %q", what, key)
		}
		return ""
	}
	s, ok := field.Value.(string)
	if !ok || strings.TrimSpace(s) == "" || strings.ContainsAny(s, "\n\r") && key != "about" {
		d.problem(field.Place, "", "%q of %s must be one line of text", key, what)
		return ""
	}
	return strings.Join(strings.Fields(s), " ")
}

// texts calls yield with each text of a list, or with a single text.
func (d *decoder) texts(n *document.Node, key, what string, yield func(at *document.Node, text string)) {
	field := n.Fields[key]
	if field == nil {
		return
	}
	items := field.Items
	if field.Kind.Scalar() {
		items = []*document.Node{field}
	} else if field.Kind != document.List {
		d.problem(field.Place, "put the text in quotes when it holds \": \"", "%q of %s must be a list of texts", key, what)
	}
	for _, item := range items {
		if s, ok := item.Value.(string); ok && item.Kind.Scalar() {
			yield(item, s)
		} else {
			d.problem(item.Place, "put it in quotes if it looks like a number, or starts with { or [", "%q of %s must hold texts", key, what)
		}
	}
}

// phrases reads wordings of a user, or, if sentence is set, of the assistant.
func (d *decoder) phrases(n *document.Node, key, what string, sentence bool) (all []*tools.Phrase) {
	d.texts(n, key, what, func(at *document.Node, text string) {
		p, err := tools.ParsePhrase(text)
		if err != nil {
			d.problem(at.Place, "", "%s", err)
			return
		}
		if why, hint := toolfile.Flaw(p, sentence); why != "" {
			d.problem(at.Place, hint, "the wording %q %s", text, why)
		}
		all = append(all, p)
	})
	return all
}

// identifier is what nodes, slots and workflows are called, so that code can use the names.
var identifier = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// reserved are words of the forms in which workflows are written.
var reserved = strings.Fields("and as assert async await break class continue def del elif else except false finally for from global goto if import in is lambda none nonlocal not or pass raise refused result return slots start true try user while with yield ask tell end")

func (d *decoder) name(at document.Place, what, name string) {
	switch {
	case !identifier.MatchString(name):
		d.problem(at, "names have small letters, digits and _, and begin with a letter", "%q cannot be the name of %s", name, what)
	case slices.Contains(reserved, name):
		d.problem(at, "choose another name", "%q is a word of the forms that workflows have, so it cannot be the name of %s", name, what)
	}
}

func (d *decoder) workflow(doc *document.Node) {
	const what = "a workflow"
	if !d.object(doc, what, "workflow", "title", "scenario", "toolset", "about", "open", "slots", "nodes", "before", "answers", "outside") {
		return
	}
	w := d.w
	w.Name, w.Title, w.About = d.text(doc, "workflow", what, true), d.text(doc, "title", what, true), d.text(doc, "about", what, true)
	if w.Name != "" {
		d.name(doc.Fields["workflow"].Place, what, w.Name)
	}
	if w.Scenario = d.text(doc, "scenario", what, false); w.Scenario != "" && !slices.Contains(w.Set.Scenarios, w.Scenario) {
		hint := "its scenarios are " + strings.Join(w.Set.Scenarios, ", ")
		if len(w.Set.Scenarios) == 0 {
			hint = "it names none; leave the key out"
		}
		d.problem(doc.Fields["scenario"].Place, hint, "the toolset %s has no scenario %q", w.Set.Name, w.Scenario)
	}
	d.names(doc)
	d.slots(doc)
	if nodes := doc.Fields["nodes"]; nodes != nil && nodes.Kind == document.Object {
		for i, key := range nodes.Keys {
			d.node(w.Nodes[i], nodes.Fields[key])
		}
		d.told()
	}
	w.Opens = d.phrases(doc, "open", what, false)
	if d.words && doc.Fields["open"] == nil {
		d.problem(doc.Place, "list sentences with which users begin", "%s needs %q", what, "open")
	}
	for _, p := range w.Opens {
		d.slotsIn(doc.Fields["open"].Place, p, nil, "a sentence of \"open\"")
	}
	d.before(doc)
	w.Answers, w.Outside = d.topics(doc, "answers", false), d.topics(doc, "outside", true)
}

// names makes the nodes and slots, so that others can name them.
func (d *decoder) names(doc *document.Node) {
	nodes := doc.Fields["nodes"]
	switch {
	case nodes == nil:
		d.problem(doc.Place, "", "a workflow needs %q", "nodes")
	case nodes.Kind != document.Object || len(nodes.Keys) == 0:
		d.problem(nodes.Place, "", "%q must be an object with at least one node (name: node)", "nodes")
	default:
		for _, key := range nodes.Keys {
			at := nodes.Fields[key].Key
			d.name(at, "a node", key)
			if d.w.Set.Tool(key) != nil {
				d.problem(at, "choose another name", "node %s has the name of a tool", key)
			}
			d.w.Nodes = append(d.w.Nodes, &flow.Node{ID: key, At: at})
		}
	}
	slots := doc.Fields["slots"]
	if slots == nil {
		return
	}
	if slots.Kind != document.Object {
		d.problem(slots.Place, "", "%q must be an object (name: tool.parameter)", "slots")
		return
	}
	for _, key := range slots.Keys {
		at := slots.Fields[key].Key
		d.name(at, "a slot", key)
		if d.w.Node(key) != nil {
			d.problem(at, "choose another name", "slot %s has the name of a node", key)
		}
		d.w.Slots = append(d.w.Slots, &flow.Slot{Name: key, At: at})
	}
}

func (d *decoder) slots(doc *document.Node) {
	slots := doc.Fields["slots"]
	if slots == nil || slots.Kind != document.Object {
		return
	}
	for i, key := range slots.Keys {
		s, n, what := d.w.Slots[i], slots.Fields[key], fmt.Sprintf("slot %s", key)
		of, _ := n.Value.(string)
		at := n.Place
		if n.Kind == document.Object {
			if !d.object(n, what, "of", "about", "why", "from", "optional", "same") {
				continue
			}
			of, s.About = d.text(n, "of", what, true), d.text(n, "about", what, false)
			s.Why = d.text(n, "why", what, false)
			if field := n.Fields["of"]; field != nil {
				at = field.Place
			}
			if optional := n.Fields["optional"]; optional != nil {
				b, ok := optional.Value.(bool)
				if s.Optional = b; !ok {
					d.problem(optional.Place, "", "%q of %s must be true or false", "optional", what)
				}
			}
			if from := d.text(n, "from", what, false); from != "" {
				if s.From = d.w.Node(from); s.From == nil {
					d.unknown(n.Fields["from"].Place, from, "node", d.nodeNames())
				}
			}
		}
		tool, param, ok := strings.Cut(of, ".")
		if s.Tool = d.w.Set.Tool(tool); !ok || s.Tool == nil {
			if of != "" && ok {
				d.unknown(at, tool, "tool", toolNames(d.w.Set))
			} else {
				d.problem(at, "write origin: search_flights.origin", "%s must name a parameter of a tool", what)
			}
			continue
		}
		if s.Param = s.Tool.Param(param); s.Param == nil {
			d.unknown(at, param, "parameter of "+tool, paramNames(s.Tool))
			continue
		}
		if s.About == "" {
			s.About = s.Param.About
		}
	}
	for i, key := range slots.Keys {
		if n := slots.Fields[key]; n.Kind == document.Object && n.Fields["same"] != nil && d.w.Slots[i].Param != nil {
			d.same(d.w.Slots[i], n.Fields["same"], "slot "+key)
		}
	}
}

// same reads which parts of a slot are what other slots are.
func (d *decoder) same(s *flow.Slot, n *document.Node, what string) {
	if n.Kind != document.Object || s.Param.Type != "object" {
		d.problem(n.Place, "write same: {property: slot} for a parameter that is an object", "%q of %s must name its properties", "same", what)
		return
	}
	for _, prop := range n.Keys {
		other := d.w.Slot(d.text(n, prop, what, true))
		switch {
		case s.Param.Prop(prop) == nil:
			var props []string
			for _, p := range s.Param.Props {
				props = append(props, p.Name)
			}
			d.unknown(n.Fields[prop].Key, prop, "property of "+s.Param.Name, props)
		case other == nil:
			d.unknown(n.Fields[prop].Place, fmt.Sprint(n.Fields[prop].Value), "slot", d.slotNames())
		case other.Param == nil:
		case other.Param.Type != s.Param.Prop(prop).Type:
			d.problem(n.Fields[prop].Place, "", "slot %s is of type %s, but %s of %s of type %s", other.Name, other.Param.Type, prop, s.Param.Name, s.Param.Prop(prop).Type)
		default:
			s.Same = append(s.Same, flow.Part{Prop: prop, Slot: other})
		}
	}
}

func (d *decoder) unknown(at document.Place, name, kind string, all []string) {
	hint := ""
	if near := nearest.Name(name, all); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	} else if len(all) > 0 && len(all) <= 12 {
		hint = "there are " + strings.Join(all, ", ")
	}
	d.problem(at, hint, "there is no %s %q", kind, name)
}

func (d *decoder) nodeNames() []string {
	list := make([]string, len(d.w.Nodes))
	for i, n := range d.w.Nodes {
		list[i] = n.ID
	}
	return list
}

func (d *decoder) slotNames() []string {
	list := make([]string, len(d.w.Slots))
	for i, s := range d.w.Slots {
		list[i] = s.Name
	}
	return list
}

func toolNames(set *tools.Toolset) []string {
	list := make([]string, len(set.Tools))
	for i, t := range set.Tools {
		list[i] = t.Name
	}
	return list
}

func paramNames(t *tools.Tool) []string {
	list := make([]string, len(t.Params))
	for i, p := range t.Params {
		list[i] = p.Name
	}
	return list
}

// slotList reads a list of slots.
func (d *decoder) slotList(n *document.Node, key, what string) (all []*flow.Slot) {
	d.texts(n, key, what, func(at *document.Node, text string) {
		if s := d.w.Slot(text); s != nil {
			all = append(all, s)
		} else {
			d.unknown(at.Place, text, "slot", d.slotNames())
		}
	})
	return all
}

// slotsIn checks the slots of a wording: slots of the workflow, and no others than allowed if
// that is not nil. Those that are allowed must be said.
func (d *decoder) slotsIn(at document.Place, p *tools.Phrase, allowed []*flow.Slot, what string) {
	for _, slot := range p.Slots() {
		s := d.w.Slot(slot.Name)
		switch {
		case s == nil:
			d.unknown(at, slot.Name, "slot", d.slotNames())
		case allowed != nil && !slices.Contains(allowed, s):
			d.problem(at, "list it in \"gives\"", "%s says {%s}, which its edge does not give: %s", what, slot.Name, p.Text)
		}
	}
	for _, s := range allowed {
		if !slices.ContainsFunc(p.Needs(), func(slot *tools.Slot) bool { return slot.Name == s.Name }) {
			d.problem(at, fmt.Sprintf("write {%s} outside of brackets", s.Name), "%s does not say {%s}, which its edge gives: %s", what, s.Name, p.Text)
		}
	}
}
