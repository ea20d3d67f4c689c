package toolfile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

var (
	tones = []mission.Tone{mission.Colloquial, mission.Formal, mission.Polite, mission.Direct}
	forms = []mission.Form{mission.FormImperative, mission.FormQuestion, mission.FormStatement, mission.FormFragment}
)

// tool reads a tool.
func (d *decoder) tool(n *document.Node, t *tools.Tool) {
	what := fmt.Sprintf("tool %q", t.Name)
	if !d.object(n, what, "about", "scenario", "effect", "source", "parameters", "returns", "params", "gives", "fields", "sets", "after", "undoes", "only_if", "refused", "do", "ask", "where", "tell", "asked", "empty", "next") {
		return
	}
	t.Description = d.text(n, "about", what, true)
	if t.Scenario = d.text(n, "scenario", what, false); t.Scenario != "" && !slices.Contains(d.set.Scenarios, t.Scenario) {
		d.problem(n.Fields["scenario"], "the scenarios are "+strings.Join(d.set.Scenarios, ", "), "%s belongs to the scenario %q, which the toolset does not have", what, t.Scenario)
	}
	d.described(n, t, what)
	kind, key, _ := strings.Cut(d.text(n, "effect", what, !t.Described), " ")
	t.Effect = tools.EffectKind(kind)
	switch t.Effect {
	case tools.List, tools.Get, tools.Create, tools.Update, tools.Delete:
		if t.Entity, t.Thing = d.set.Entity(key), key; t.Entity == nil && (!t.Described || key == "") {
			d.problem(n.Fields["effect"], "write, for example, \"list flight\"", "effect of %s: the toolset has no entity %q", what, key)
		}
	case tools.Compute:
	case "":
	default:
		d.problem(n.Fields["effect"], "the effects are list, get, create, update, delete, compute", "%s has no effect %q", what, kind)
	}
	params := n.Fields["params"]
	switch {
	case params == nil:
		params = &document.Node{}
	case t.Parameters != nil:
		d.toldBeyond(params, t.Params, what)
	default:
		t.Params = d.params(params, what)
	}
	d.linkParams(params, t, what)
	d.follows(params, t, what)
	d.answers(n, t, what)
	t.After, t.Undoes = d.texts(n, "after", what), d.texts(n, "undoes", what)
	d.later = append(d.later, func() {
		others := func(names []string, key, does string) {
			for _, name := range names {
				if d.set.Tool(name) == nil || name == t.Name {
					d.problem(n.Fields[key], "", "%s %s %q, which is not another tool of the toolset", what, does, name)
				}
			}
		}
		others(t.After, "after", "comes after")
		others(t.Undoes, "undoes", "undoes")
	})
	t.Do, t.Where = d.phrases(n, "do", what), d.phrases(n, "where", what)
	t.Tell, t.Empty = d.phrases(n, "tell", what), d.phrases(n, "empty", what)
	if len(t.Do) == 0 && !t.Described {
		d.problem(n, "write a verb phrase, for example \"find flights[ to {destination}]\"", "%s has no wording under \"do\"", what)
	}
	d.conditions(n, t, what)
	t.Refused, t.Next = d.phrases(n, "refused", what), d.texts(n, "next", what)
	if ask := n.Fields["ask"]; ask != nil {
		for _, item := range ask.Items {
			d.request(item, t, what)
		}
		if ask.Kind != document.List {
			d.problem(ask, "write \"- polite: …\"", "%q of %s must be a list", "ask", what)
		}
	}
	d.asked(n, t, what)
	d.slots(n, t, what)
	d.endings(n, "do", what, openEnd)
	d.endings(n, "tell", what, leadEnd)
	for _, key := range []string{"empty", "refused", "next"} {
		d.endings(n, key, what, sentenceEnd)
	}
}

// linkParams finds out which attributes the parameters of a tool filter and which
// entities they identify, and reads the words for their values.
func (d *decoder) linkParams(params *document.Node, t *tools.Tool, what string) {
	for _, p := range t.Params {
		if params.Fields[p.Name] == nil {
			continue
		}
		if labels := d.labels(params.Fields[p.Name], p); labels != nil {
			if t.Labels == nil {
				t.Labels = map[string][]tools.Label{}
			}
			t.Labels[p.Name] = labels
		}
		if p.Attribute == "" && t.Entity != nil && t.Entity.Attribute(p.Name) != nil {
			p.Attribute = p.Name
		}
		if p.Attribute != "" && t.Entity != nil && t.Entity.Attribute(p.Attribute) == nil {
			d.problem(params.Fields[p.Name], "", "parameter %q of %s filters %q, which entity %q does not have", p.Name, what, p.Attribute, t.Entity.Key)
		}
		// The id of an entity is recognised by its name.
		if p.Entity == nil && p.Values == nil && len(p.Enum) == 0 && p.Type != "boolean" && p.Type != "object" {
			for _, e := range d.set.Entities {
				if e.ID == p.Name {
					p.Entity = e
				}
				if p.Type == "array" && p.Items != nil && p.Items.Entity == nil && p.Items.Values == nil && naming.Plural(e.ID) == p.Name {
					p.Items.Entity = e
				}
			}
		}
	}
}

// answers reads what a tool answers and what it changes.
func (d *decoder) answers(n *document.Node, t *tools.Tool, what string) {
	if gives := n.Fields["gives"]; gives != nil {
		t.Gives = d.attributes(gives, what)
		d.later = append(d.later, func() {
			d.dependences(gives, t.Gives, what, d.answersKnow(t))
		})
	}
	if t.Effect == tools.Compute && len(t.Gives) == 0 {
		d.problem(n, "say what it answers under \"gives\"", "%s computes nothing", what)
	}
	t.Fields = d.texts(n, "fields", what)
	for _, f := range t.Fields {
		if t.Entity != nil && t.Entity.Attribute(f) == nil {
			d.problem(n.Fields["fields"], "", "%s returns %q, which entity %q does not have", what, f, t.Entity.Key)
		}
	}
	for _, a := range t.Gives {
		if t.Entity != nil && t.Effect != tools.List && t.Effect != tools.Delete && t.Entity.Attribute(a.Name) != nil && t.Shows(a) {
			d.problem(n.Fields["gives"], "", "%s gives %q, which its entity %q already has", what, a.Name, t.Entity.Key)
		}
	}
	if sets := n.Fields["sets"]; sets != nil && d.object(sets, "sets", sets.Keys...) {
		for _, key := range sets.Keys {
			status := t.Effect == tools.Delete && key == "status" // which every removal tells
			if t.Entity != nil && t.Entity.Attribute(key) == nil && !status {
				d.problem(sets.Fields[key], "", "%s sets %q, which entity %q does not have", what, key, t.Entity.Key)
			}
			t.Sets = append(t.Sets, tools.Setting{Attribute: key, Value: tools.PlainOf(sets.Fields[key])})
		}
	}
}

// described reads the schemas from the source of a tool. A tool with a schema needs
// nothing more: what the file does not say is inferred.
func (d *decoder) described(n *document.Node, t *tools.Tool, what string) {
	t.From = d.text(n, "source", what, false)
	if n.Fields["parameters"] == nil {
		return
	}
	reader := functionDecoder{file: d.file}
	schema := schemaReader{d: &reader}.top(n.Fields["parameters"], what)
	schema = cmp.Or(schema, document.Fields())
	t.Described, t.Parameters, t.Params = true, schema.JSON(), tools.ParamsOf(schema)
	if returns := n.Fields["returns"]; returns != nil {
		t.Answers = schemaReader{d: &reader}.schema(returns, "the answer of "+what)
	}
	d.problems = append(d.problems, reader.problems...)
}

// request reads one whole request. Its key is a tone, or a tone and a form. Without
// a form, a request that ends with a question mark is a question, any other a
// statement.
func (d *decoder) request(n *document.Node, t *tools.Tool, what string) {
	if n.Kind != document.Object {
		d.problem(n, "write \"polite question: …\"", "a request of %s must say its tone", what)
		return
	}
	for _, key := range n.Keys {
		tone, form, said := strings.Cut(key, " ")
		if !slices.Contains(tones, mission.Tone(tone)) || said && !slices.Contains(forms, mission.Form(form)) {
			d.problem(n.Fields[key], "tones are colloquial, formal, polite, direct; forms are imperative, question, statement, fragment",
				"a request of %s has the key %q, which is not a tone, or a tone and a form", what, key)
			continue
		}
		p := d.phrase(n.Fields[key], what)
		if p == nil {
			continue
		}
		asks := strings.HasSuffix(p.Text, "?")
		switch {
		case !said && asks:
			form = string(mission.FormQuestion)
		case !said:
			form = string(mission.FormStatement)
		case asks && form == string(mission.FormImperative), !asks && form == string(mission.FormQuestion):
			d.problem(n.Fields[key], "", "the request %q of %s is not in the form %s", p.Text, what, form)
		}
		d.ending(n.Fields[key], p.Text, what, sentenceEnd)
		t.Ask = append(t.Ask, tools.AskPhrase{Tone: mission.Tone(tone), Form: mission.Form(form), Phrase: p})
	}
}

// asked reads how the result is told to users who ask for a part of it.
func (d *decoder) asked(n *document.Node, t *tools.Tool, what string) {
	field := n.Fields["asked"]
	if field == nil {
		return
	}
	if field.Kind != document.List || t.Effect == tools.List {
		d.problem(field, "write \"- {said: [its price], tell: …}\", for a tool that does not list", "%q of %s must be a list", "asked", what)
		return
	}
	said := make([]string, 0, len(t.Do)+len(t.Ask))
	for _, p := range t.Do {
		said = append(said, strings.ToLower(p.Text))
	}
	for _, a := range t.Ask {
		said = append(said, strings.ToLower(a.Phrase.Text))
	}
	for _, item := range field.Items {
		if !d.object(item, "an item of \"asked\"", "said", "tell") {
			continue
		}
		a := tools.Asked{Said: d.texts(item, "said", what), Tell: d.phrases(item, "tell", what)}
		if len(a.Said) == 0 || len(a.Tell) == 0 {
			d.problem(item, "write {said: [its price], tell: …}", "an item of %q of %s needs words that are said and an answer", "asked", what)
		}
		var taken []string // the first item that fits is used
		for _, words := range a.Said {
			n := len(taken)
			for _, text := range said {
				if strings.Contains(text, strings.ToLower(words)) {
					taken = append(taken, text)
				}
			}
			if len(taken) == n {
				d.problem(item, "take words of \"do\" or \"ask\", and put what fits fewer requests first", "no request for %s that is left says %q", what, words)
			}
		}
		said = slices.DeleteFunc(said, func(text string) bool { return slices.Contains(taken, text) })
		d.endings(item, "tell", what, sentenceEnd)
		t.Asked = append(t.Asked, a)
	}
}

// conditions reads what must be true for the tool to work. "status" is an attribute
// of the thing that the effect is on, and "order_number.status" of the thing that
// the parameter names.
func (d *decoder) conditions(n *document.Node, t *tools.Tool, what string) {
	rules := n.Fields["only_if"]
	if rules == nil {
		return
	}
	if rules.Kind != document.Object {
		d.problem(rules, "write, for example, {status: [open, paid]}", "%q of %s must be an object", "only_if", what)
		return
	}
	for _, key := range rules.Keys {
		name, attribute, dotted := strings.Cut(key, ".")
		if !dotted {
			name, attribute = "", key
		}
		var of *tools.Param
		for _, p := range t.Params {
			if p.Entity != nil && (p.Name == name || !dotted && p.Entity == t.Entity) {
				of = p
			}
		}
		if of == nil || of.Entity.Attribute(attribute) == nil {
			d.problem(rules.Fields[key], "name an attribute of what the effect is on, or parameter.attribute", "%q of %s names %q, which is not an attribute of anything that the tool handles", "only_if", what, key)
			continue
		}
		c := tools.Condition{Param: of.Name, Attribute: attribute}
		for _, item := range rules.Fields[key].Items {
			c.Values = append(c.Values, tools.PlainOf(item))
		}
		if len(c.Values) == 0 {
			d.problem(rules.Fields[key], "write a list: [open, paid]", "%q of %s has no values for %q", "only_if", what, key)
		}
		t.OnlyIf = append(t.OnlyIf, c)
	}
}

// slots checks that every slot in the wordings of the tool can be filled.
func (d *decoder) slots(n *document.Node, t *tools.Tool, what string) {
	said := slices.Concat(t.Do, t.Where)
	for _, a := range t.Ask {
		said = append(said, a.Phrase)
	}
	for _, p := range said {
		for _, slot := range p.Slots() {
			if t.Param(slot.Name) == nil {
				d.problem(n, "", "the wording %q of %s has a slot %s, which is not a parameter of it", p.Text, what, slot)
			}
		}
		for _, slot := range p.Needs() {
			if q := t.Param(slot.Name); q != nil && !q.Required {
				d.problem(n, fmt.Sprintf("put it into a group: [ … %s]", slot), "the wording %q of %s cannot do without %s, which is optional", p.Text, what, slot)
			}
		}
	}
	for _, p := range t.Params {
		if len(p.Say) > 0 || t.Described && !p.Required {
			continue // an optional parameter that cannot be said is never used
		}
		for _, phrase := range t.Do {
			if !phrase.Mentions(p.Name) {
				d.problem(n, fmt.Sprintf("add %s to the wording, or a \"say\" to the parameter", &tools.Slot{Name: p.Name}),
					"the wording %q of %s leaves no way to say %q", phrase.Text, what, p.Name)
			}
		}
	}
	d.later = append(d.later, func() {
		d.identifiers(n, t, what)
		for _, p := range t.Refused {
			for _, slot := range p.Slots() {
				if t.Param(slot.Name) == nil && !slices.ContainsFunc(t.OnlyIf, func(c tools.Condition) bool { return c.Attribute == slot.Name }) {
					d.problem(n, "", "the refusal %q of %s has a slot %s, which is neither a parameter nor under \"only_if\"", p.Text, what, slot)
				}
			}
		}
		told := slices.Concat(t.Tell, t.Empty)
		for _, a := range t.Asked {
			told = append(told, a.Tell...)
		}
		for _, p := range told {
			for _, slot := range p.Slots() {
				if !tells(t, slot) {
					d.problem(n, "", "the answer %q of %s has a slot %s, which is neither a parameter nor in what the tool returns", p.Text, what, slot)
				}
			}
		}
	})
}

// identifiers checks that the answers of the tool can name every identifier that it
// returns. The verifier refuses a reply that drops one.
func (d *decoder) identifiers(n *document.Node, t *tools.Tool, what string) {
	if t.Entity == nil || t.Effect == tools.Delete || t.Effect == tools.Compute {
		return
	}
	told := t.Entity.Cards
	if t.Effect == tools.List {
		told = t.Entity.Lines
	}
	for _, a := range t.Entity.Attributes {
		identifies := slices.ContainsFunc(d.set.Entities, func(e *tools.Entity) bool { return e.ID == a.Name })
		tells := func(p *tools.Phrase) bool { return p.Mentions(a.Name) }
		if !identifies || !t.Shows(a) {
			continue
		}
		for _, asked := range t.Asked {
			for _, p := range asked.Tell {
				if !tells(p) {
					d.problem(n.Fields["asked"], fmt.Sprintf("add %s", &tools.Slot{Name: a.Name}),
						"%s returns %q, which is an identifier, but the answer %q does not name it", what, a.Name, p.Text)
				}
			}
		}
		if slices.ContainsFunc(t.Tell, tells) {
			continue
		}
		for _, p := range told {
			if tells(p) || slices.ContainsFunc(p.Needs(), func(s *tools.Slot) bool { x := t.Entity.Attribute(s.Name); return x == nil || !t.Shows(x) }) {
				continue
			}
			d.problem(n, fmt.Sprintf("add %s, or leave it out with \"fields\"", &tools.Slot{Name: a.Name}),
				"%s returns %q, which is an identifier, but the wording %q does not name it", what, a.Name, p.Text)
		}
	}
}

// points finds words that refer to something said before.
var points = regexp.MustCompile(`(?i)\b(this|that|these|those|there|then|here|such|same)\b`)

// tells reports whether an answer of the tool can fill the slot.
func tells(t *tools.Tool, slot *tools.Slot) bool {
	name := slot.Name
	if t.Param(name) != nil || t.Effect == tools.List && (name == "count" || name == "noun") {
		return true
	}
	if t.Effect != tools.List && t.Entity != nil && t.Entity.Attribute(name) != nil && (len(t.Fields) == 0 || slices.Contains(t.Fields, name)) {
		return true
	}
	return slices.ContainsFunc(t.Gives, func(a *tools.Attribute) bool { return a.Name == name })
}
