package mock

import (
	"slices"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

// plan is a planner's answer into which a fault is injected.
type plan struct {
	doc     *node
	actions []*node // objects with a name
	tools   map[string]toolSchema
	names   []string // of the tools, in order
	next    []mission.Action
	r       keyed.Rand
}

// actionKeys are the keys of an action in order.
var actionKeys = []string{"name", "arguments", "tool_call_purpose"}

// toolSchema says what arguments a tool takes.
type toolSchema struct {
	schema   *node // of the arguments
	required []string
}

func (t toolSchema) has(param string) bool { return t.schema.get("properties").get(param) != nil }

// spoilPlan injects one of the planner's faults into a plan.
func spoilPlan(f Fault, a *Answer, doc *node, r keyed.Rand) (string, bool) {
	p := &plan{doc: doc, tools: map[string]toolSchema{}, next: a.Next, r: r}
	for _, t := range a.Tools {
		schema := parse(t.Parameters)
		var required []string
		for _, name := range schema.get("required").elements() {
			required = append(required, name.say())
		}
		p.tools[t.Name] = toolSchema{schema, required}
		p.names = append(p.names, t.Name)
	}
	for _, action := range doc.get("Action_List").elements() {
		if action.get("name").is('"') {
			p.actions = append(p.actions, action)
		}
	}
	do, known := map[Fault]func() bool{
		WrongTool: p.wrongTool, WrongChoice: p.wrongChoice, ExtraArgument: p.extraArgument, WrongType: p.wrongType,
		MissingArgument: p.missingArgument, WrongValue: p.wrongValue, Parallel: p.parallel,
		InternalTool: p.internalTool, EarlyAnswer: p.earlyAnswer,
	}[f]
	if !known || len(p.actions) == 0 || !do() {
		return "", false
	}
	return doc.String(), true
}

// calls lists the actions that call an offered tool, shuffled.
func (p *plan) calls() []*node {
	var out []*node
	for _, action := range p.actions {
		if _, ok := p.tools[action.get("name").text]; ok && action.get("arguments").is('{') {
			out = append(out, action)
		}
	}
	return keyed.Shuffled(p.r, out)
}

func (p *plan) tool(action *node) toolSchema { return p.tools[action.get("name").text] }

func (p *plan) wrongTool() bool {
	action := keyed.Pick(p.r, p.actions)
	name := action.get("name")
	made := keyed.Shuffled(p.r, []string{name.text + "_v2", "fetch_" + name.text, "search_web", "run_query"})
	for _, other := range append(made, name.text+"_that_is_not_there") {
		if !slices.Contains(p.names, other) && other != mission.AskTool && other != mission.AnswerTool {
			name.text = other
			return true
		}
	}
	return false
}

// wrongChoice prefers a tool that takes the same arguments, so that only the
// choice is wrong.
func (p *plan) wrongChoice() bool {
	for _, action := range p.calls() {
		var others, alike []string
		for _, name := range p.names {
			if name == action.get("name").text {
				continue
			}
			others = append(others, name)
			if takes(p.tools[name], action.get("arguments")) {
				alike = append(alike, name)
			}
		}
		if len(alike) > 0 {
			others = alike
		}
		if len(others) > 0 {
			action.get("name").text = keyed.Pick(p.r, others)
			return true
		}
	}
	return false
}

func takes(t toolSchema, args *node) bool {
	for _, key := range args.keys {
		if !t.has(key) {
			return false
		}
	}
	for _, key := range t.required {
		if args.get(key) == nil {
			return false
		}
	}
	return true
}

func (p *plan) extraArgument() bool {
	extras := []struct {
		name  string
		value *node
	}{
		{"priority", str("high")}, {"include_details", boolean(true)}, {"language", str("en")},
		{"max_results", &node{kind: '0', text: "10"}}, {"session_token", str("abc123")},
	}
	for _, action := range p.calls() {
		args := action.get("arguments")
		for _, extra := range keyed.Shuffled(p.r, extras) {
			if !p.tool(action).has(extra.name) && args.get(extra.name) == nil {
				args.set(extra.name, extra.value)
				return true
			}
		}
	}
	return false
}

func (p *plan) wrongType() bool {
	for _, action := range p.calls() {
		args := action.get("arguments")
		for _, key := range keyed.Shuffled(p.r, args.keys) {
			schema := p.tool(action).schema.get("properties").get(key)
			if v := ofAnotherType(args.get(key)); schema.get("type").is('"') && !fitsType(schema.get("type").text, v) {
				args.set(key, v)
				return true
			}
		}
	}
	return false
}

func ofAnotherType(v *node) *node {
	switch v.kind {
	case '"':
		return array(str(v.text))
	case '0':
		return str("about " + v.text)
	case 'b':
		return str("yes")
	}
	return str(v.String())
}

func fitsType(name string, v *node) bool {
	kinds := map[byte][]string{'"': {"string"}, '[': {"array"}}
	return slices.Contains(kinds[v.kind], name)
}

func (p *plan) missingArgument() bool {
	for _, action := range p.calls() {
		args := action.get("arguments")
		for _, key := range keyed.Shuffled(p.r, p.tool(action).required) {
			if args.get(key) != nil {
				args.remove(key)
				return true
			}
		}
	}
	return false
}

func (p *plan) wrongValue() bool {
	for _, action := range p.calls() {
		leaves := action.get("arguments").leaves("", p.tool(action).schema)
		for _, leaf := range keyed.Shuffled(p.r, leaves) {
			if another(leaf, p.r) {
				return true
			}
		}
	}
	return false
}

// parallel adds a call of the next step beside the calls it depends on.
func (p *plan) parallel() bool {
	if len(p.calls()) == 0 {
		return false
	}
	for _, next := range keyed.Shuffled(p.r, p.next) {
		args := parse(next.Arguments)
		if _, ok := p.tools[next.Name]; !ok || args == nil {
			continue
		}
		list := p.doc.get("Action_List")
		list.items = append(list.items, object(actionKeys, str(next.Name), args, str(next.Purpose)))
		return true
	}
	return false
}

func (p *plan) internalTool() bool {
	thought := p.doc.get("Thought")
	if !thought.is('"') {
		return false
	}
	thought.text += keyed.Pick(p.r, []string{
		" After that I use " + mission.AnswerTool + ".",
		" If anything is missing, " + mission.AskTool + " will get it.",
		" The checker will accept this.",
	})
	return true
}

func (p *plan) earlyAnswer() bool {
	for _, action := range p.actions {
		if action.get("name").text == mission.AnswerTool {
			return false
		}
	}
	args := object([]string{"answer_type"}, str(keyed.Pick(p.r, []string{"chat", "tool"})))
	p.doc.set("Action_List", array(object(actionKeys, str(mission.AnswerTool), args, str("Tell the user."))))
	p.doc.set("Mission_Finish", str("yes"))
	return true
}
