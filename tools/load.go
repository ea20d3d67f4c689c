package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/schemas"
)

// Parse reads one toolset in switchyard's own format, YAML or JSON. The error
// is of type [Problems] and lists everything that is wrong.
func Parse(file string, data []byte) (*Toolset, error) {
	return parse(file, data, false)
}

// parse reads a toolset. Of one that is trusted, because a test has checked it,
// only what is needed to read it is looked at.
func parse(file string, data []byte, trusted bool) (*Toolset, error) {
	sum := sha256.Sum256(data)
	doc, err := parseDocument(data)
	if err != nil {
		line, column, message := position(err)
		return nil, Problems{{File: file, Line: line, Column: column, Message: message,
			Hint: "a toolset is YAML or JSON; see docs/toolsets.md"}}
	}
	d := decoder{file: file, trusted: trusted}
	ts := d.toolset(doc)
	if len(d.problems) == 0 && !trusted {
		set, err := schemas.Load()
		if err != nil {
			return nil, err
		}
		for _, v := range set.ValidateValue(schemas.Toolset, doc.value()) {
			d.problem(doc.at(v.Pointer), "", "%s: %s", v.Pointer, v.Message)
		}
	}
	if ts != nil {
		ts.Source, ts.Hash = file, hex.EncodeToString(sum[:])
	}
	if err := d.problems.err(); err != nil {
		return nil, err
	}
	return ts, nil
}

// decoder turns a document into a toolset and collects what is wrong.
type decoder struct {
	file     string
	trusted  bool // wordings are well and topics apart from the tools
	problems Problems
	set      *Toolset
	later    []func() // checks that need the whole toolset
}

func (d *decoder) problem(n *node, hint, format string, args ...any) {
	d.problems = append(d.problems, Problem{File: d.file, Line: n.line, Column: n.column,
		Message: fmt.Sprintf(format, args...), Hint: hint})
}

// object checks that n is an object with no other keys than the allowed ones.
func (d *decoder) object(n *node, what string, allowed ...string) bool {
	if n.kind != objectNode {
		d.problem(n, "", "%s must be an object (key: value)", what)
		return false
	}
	for _, key := range n.keys {
		if !slices.Contains(allowed, key) {
			hint := "the keys are " + strings.Join(allowed, ", ")
			if near := nearest(key, allowed); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			d.problem(n.fields[key], hint, "%s has no key %q", what, key)
		}
	}
	return true
}

func (d *decoder) text(n *node, key, what string, required bool) string {
	field := n.fields[key]
	if field == nil {
		if required {
			d.problem(n, "", "%s needs %q", what, key)
		}
		return ""
	}
	s, ok := field.scalar.(string)
	if !ok || field.kind != scalarNode || strings.TrimSpace(s) == "" {
		d.problem(field, "", "%q of %s must be a text", key, what)
		return ""
	}
	return s
}

// texts reads a list of texts; one text alone is a list of one.
func (d *decoder) texts(n *node, key, what string) []string {
	field := n.fields[key]
	if field == nil {
		return nil
	}
	items := field.items
	if field.kind == scalarNode {
		items = []*node{field}
	}
	var out []string
	for _, item := range items {
		s, ok := item.scalar.(string)
		if item.kind != scalarNode || !ok {
			d.problem(item, "put it in quotes if it looks like a number", "%q of %s must hold texts", key, what)
			continue
		}
		out = append(out, s)
	}
	if field.kind == objectNode {
		d.problem(field, "", "%q of %s must be a list of texts", key, what)
	}
	return out
}

func (d *decoder) phrases(n *node, key, what string) []*Phrase {
	field := n.fields[key]
	if field == nil {
		return nil
	}
	items := field.items
	if field.kind == scalarNode {
		items = []*node{field}
	}
	if field.kind == objectNode {
		d.problem(field, "put the text in quotes when it holds \": \"", "%q of %s must be a list of texts", key, what)
	}
	var out []*Phrase
	for _, item := range items {
		if p := d.phrase(item, what); p != nil {
			out = append(out, p)
		}
	}
	return out
}

func (d *decoder) phrase(n *node, what string) *Phrase {
	s, ok := n.scalar.(string)
	if n.kind != scalarNode || !ok {
		d.problem(n, "put the text in quotes when it starts with { or [ or holds \": \"", "a wording of %s must be a text", what)
		return nil
	}
	p, err := ParsePhrase(s)
	if err != nil {
		d.problem(n, "", "%s", err)
		return nil
	}
	return p
}

func (d *decoder) toolset(n *node) *Toolset {
	if !d.object(n, "a toolset", "toolset", "title", "domain", "scenarios", "language", "users", "scenes", "entities", "tools", "chat", "source", "licence") {
		return nil
	}
	ts := &Toolset{Name: d.text(n, "toolset", "a toolset", true), Title: d.text(n, "title", "a toolset", false),
		Domain: d.text(n, "domain", "a toolset", false), Scenarios: d.texts(n, "scenarios", "a toolset")}
	d.set = ts
	if language := d.text(n, "language", "a toolset", false); language != "" && language != "en" {
		d.problem(n.fields["language"], "the language spoken so far is en", "language %q is not known", language)
	}
	ts.Scenes = d.phrases(n, "scenes", "a scene")
	d.endings(n, "scenes", "a scene", sentenceEnd)
	switch users := d.text(n, "users", "a toolset", false); users {
	case "", "public":
	case "staff":
		ts.Staff = true
	default:
		d.problem(n.fields["users"], "", "the users of a toolset are the public or the staff, not %q", users)
	}
	if entities := n.fields["entities"]; entities != nil && entities.kind == objectNode {
		for _, key := range entities.keys {
			ts.Entities = append(ts.Entities, &Entity{Key: key})
		}
		for i, key := range entities.keys {
			d.entity(entities.fields[key], ts.Entities[i])
		}
	} else if entities != nil {
		d.problem(entities, "", "%q must be an object (name: entity)", "entities")
	}
	list := n.fields["tools"]
	switch {
	case list == nil:
		d.problem(n, "", "a toolset needs %q", "tools")
	case list.kind != objectNode || len(list.keys) == 0:
		d.problem(list, "", "%q must be an object with at least one tool (name: tool)", "tools")
	default:
		for _, key := range list.keys {
			ts.Tools = append(ts.Tools, &Tool{Name: key})
		}
		for i, key := range list.keys {
			d.tool(list.fields[key], ts.Tools[i])
		}
	}
	if chat := n.fields["chat"]; chat != nil {
		for _, item := range chat.items {
			d.topic(item)
		}
		if chat.kind != arrayNode {
			d.problem(chat, "", "%q must be a list", "chat")
		}
	}
	for _, check := range d.later {
		check()
	}
	if len(d.problems) == 0 {
		ts.complete()
	}
	return ts
}

func (d *decoder) entity(n *node, e *Entity) {
	what := fmt.Sprintf("entity %q", e.Key)
	if !d.object(n, what, "noun", "plural", "id", "name", "own", "attributes", "compare", "line", "card") {
		return
	}
	e.Noun = d.text(n, "noun", what, false)
	if e.Noun == "" {
		e.Noun = strings.ReplaceAll(e.Key, "_", " ")
	}
	e.Plural = d.text(n, "plural", what, false)
	if e.Plural == "" {
		e.Plural = Plural(e.Noun)
	}
	e.ID, e.Name = d.text(n, "id", what, true), d.text(n, "name", what, false)
	e.Own = d.flag(n, "own", what)
	if attributes := n.fields["attributes"]; attributes != nil {
		e.Attributes = d.attributes(attributes, what)
	} else {
		d.problem(n, "", "%s needs %q", what, "attributes")
	}
	if e.ID != "" && e.Attribute(e.ID) == nil {
		d.problem(n.fields["id"], "", "%s has no attribute %q to be its id", what, e.ID)
	}
	if e.Name != "" && e.Attribute(e.Name) == nil {
		d.problem(n.fields["name"], "", "%s has no attribute %q to be its name", what, e.Name)
	}
	if compare := n.fields["compare"]; compare != nil {
		for _, item := range compare.items {
			if !d.object(item, "a comparison", "by", "least", "most") {
				continue
			}
			by := d.text(item, "by", "a comparison", true)
			if by != "" && e.Attribute(by) == nil {
				d.problem(item.fields["by"], "", "%s has no attribute %q to compare by", what, by)
			}
			for _, order := range []struct {
				key   string
				order mission.Order
			}{{"least", mission.OrderMin}, {"most", mission.OrderMax}} {
				if say := d.texts(item, order.key, "a comparison"); len(say) > 0 {
					for _, s := range say {
						if !strings.Contains(s, "{noun}") {
							d.problem(item.fields[order.key], "write, for example, \"cheapest {noun}\"", "the comparison %q has no {noun}", s)
						}
					}
					e.Comparisons = append(e.Comparisons, mission.Comparison{By: by, Order: order.order, Say: say})
				}
			}
		}
	}
	e.Lines, e.Cards = d.phrases(n, "line", what), d.phrases(n, "card", what)
	d.endings(n, "line", what, anyEnd)
	d.endings(n, "card", what, anyEnd)
	if len(e.Cards) == 0 {
		e.Cards = e.Lines
	}
	d.later = append(d.later, func() {
		for _, p := range slices.Concat(e.Lines, e.Cards) {
			for _, slot := range p.Slots() {
				if e.Attribute(slot) == nil {
					d.problem(n, "", "a line or card of %s tells {%s}, which is no attribute of it", what, slot)
				}
			}
		}
		for _, p := range slices.Concat(e.Lines, e.Cards) {
			if !slices.Contains(p.Slots(), e.ID) {
				d.problem(n, fmt.Sprintf("add {%s}: replies keep every identifier", e.ID), "a line or card of %s does not tell its id", what)
			}
		}
	})
}

func (d *decoder) attributes(n *node, what string) []*Attribute {
	if n.kind != objectNode {
		d.problem(n, "", "the attributes of %s must be an object (name: values)", what)
		return nil
	}
	var out []*Attribute
	for _, key := range n.keys {
		a := &Attribute{Name: key}
		field := n.fields[key]
		name := fmt.Sprintf("attribute %q of %s", key, what)
		a.Values = d.values(field, name, "about", "detail")
		if field.kind == objectNode {
			a.About = d.text(field, "about", name, false)
			a.Detail = d.flag(field, "detail", name)
		}
		out = append(out, a)
	}
	return out
}

func (d *decoder) flag(n *node, key, what string) bool {
	field := n.fields[key]
	if field == nil {
		return false
	}
	b, ok := field.scalar.(bool)
	if !ok {
		d.problem(field, "", "%q of %s must be true or false", key, what)
	}
	return b
}

func (d *decoder) tool(n *node, t *Tool) {
	what := fmt.Sprintf("tool %q", t.Name)
	if !d.object(n, what, "about", "scenario", "effect", "params", "gives", "fields", "sets", "after", "undoes", "only_if", "refused", "do", "ask", "where", "tell", "empty", "next") {
		return
	}
	t.Description = d.text(n, "about", what, true)
	if t.Scenario = d.text(n, "scenario", what, false); t.Scenario != "" && !slices.Contains(d.set.Scenarios, t.Scenario) {
		d.problem(n.fields["scenario"], "the scenarios are "+strings.Join(d.set.Scenarios, ", "), "%s belongs to the scenario %q, which the toolset does not have", what, t.Scenario)
	}
	kind, key, _ := strings.Cut(d.text(n, "effect", what, true), " ")
	t.Effect = EffectKind(kind)
	switch t.Effect {
	case List, Get, Create, Update, Delete:
		if t.Entity = d.set.Entity(key); t.Entity == nil {
			d.problem(n.fields["effect"], "write, for example, \"list flight\"", "effect of %s: the toolset has no entity %q", what, key)
		}
	case Compute:
	case "":
	default:
		d.problem(n.fields["effect"], "the effects are list, get, create, update, delete, compute", "%s has no effect %q", what, kind)
	}
	if params := n.fields["params"]; params != nil {
		t.Params = d.params(params, what)
	}
	for _, p := range t.Params {
		if labels := d.labels(n.fields["params"].fields[p.Name], p); labels != nil {
			if t.Labels == nil {
				t.Labels = map[string][]Label{}
			}
			t.Labels[p.Name] = labels
		}
		if p.Attribute == "" && t.Entity != nil && t.Entity.Attribute(p.Name) != nil {
			p.Attribute = p.Name
		}
		if p.Attribute != "" && t.Entity != nil && t.Entity.Attribute(p.Attribute) == nil {
			d.problem(n.fields["params"].fields[p.Name], "", "parameter %q of %s filters %q, which entity %q does not have", p.Name, what, p.Attribute, t.Entity.Key)
		}
		// The id of an entity is recognised by its name.
		if p.Entity == nil && p.Values == nil && len(p.Enum) == 0 {
			for _, e := range d.set.Entities {
				if e.ID == p.Name {
					p.Entity = e
				}
				if p.Type == "array" && p.Items != nil && p.Items.Entity == nil && p.Items.Values == nil && Plural(e.ID) == p.Name {
					p.Items.Entity = e
				}
			}
		}
	}
	if gives := n.fields["gives"]; gives != nil {
		t.Gives = d.attributes(gives, what)
	}
	for _, a := range t.Gives {
		if t.Entity != nil && t.Effect != List && t.Effect != Delete && t.Entity.Attribute(a.Name) != nil {
			d.problem(n.fields["gives"], "", "%s gives %q, which its entity %q tells already", what, a.Name, t.Entity.Key)
		}
	}
	if t.Effect == Compute && len(t.Gives) == 0 {
		d.problem(n, "say what it answers under \"gives\"", "%s computes nothing", what)
	}
	t.Fields = d.texts(n, "fields", what)
	for _, f := range t.Fields {
		if t.Entity != nil && t.Entity.Attribute(f) == nil {
			d.problem(n.fields["fields"], "", "%s tells %q, which entity %q does not have", what, f, t.Entity.Key)
		}
	}
	if sets := n.fields["sets"]; sets != nil && d.object(sets, "sets", sets.keys...) {
		for _, key := range sets.keys {
			if t.Entity != nil && t.Entity.Attribute(key) == nil {
				d.problem(sets.fields[key], "", "%s sets %q, which entity %q does not have", what, key, t.Entity.Key)
			}
			t.Sets = append(t.Sets, Setting{key, plain(sets.fields[key].value())})
		}
	}
	t.After, t.Undoes = d.texts(n, "after", what), d.texts(n, "undoes", what)
	d.later = append(d.later, func() {
		for _, a := range t.After {
			if d.set.Tool(a) == nil || a == t.Name {
				d.problem(n.fields["after"], "", "%s comes after %q, which is no other tool of the toolset", what, a)
			}
		}
		for _, a := range t.Undoes {
			if d.set.Tool(a) == nil || a == t.Name {
				d.problem(n.fields["undoes"], "", "%s undoes %q, which is no other tool of the toolset", what, a)
			}
		}
	})
	t.Do, t.Where = d.phrases(n, "do", what), d.phrases(n, "where", what)
	t.Tell, t.Empty = d.phrases(n, "tell", what), d.phrases(n, "empty", what)
	if len(t.Do) == 0 {
		d.problem(n, "write a verb phrase, for example \"find flights[ to {destination}]\"", "%s has no wording under \"do\"", what)
	}
	d.conditions(n, t, what)
	t.Refused, t.Next = d.phrases(n, "refused", what), d.texts(n, "next", what)
	if ask := n.fields["ask"]; ask != nil {
		for _, item := range ask.items {
			d.request(item, t, what)
		}
		if ask.kind != arrayNode {
			d.problem(ask, "write \"- polite: …\"", "%q of %s must be a list", "ask", what)
		}
	}
	d.slots(n, t, what)
	d.endings(n, "do", what, openEnd)
	d.endings(n, "tell", what, leadEnd)
	for _, key := range []string{"empty", "refused", "next"} {
		d.endings(n, key, what, sentenceEnd)
	}
}

// request reads one whole request: its key is a tone, or a tone and a form.
// A request without a form is a question when it ends like one, else a
// statement.
func (d *decoder) request(n *node, t *Tool, what string) {
	if n.kind != objectNode {
		d.problem(n, "write \"polite question: …\"", "a request of %s must say its tone", what)
		return
	}
	for _, key := range n.keys {
		tone, form, said := strings.Cut(key, " ")
		if !slices.Contains(tones, mission.Tone(tone)) || said && !slices.Contains(forms, mission.Form(form)) {
			d.problem(n.fields[key], "tones are colloquial, formal, polite, direct; forms are imperative, question, statement, fragment",
				"a request of %s is %q, which is no tone, or tone and form", what, key)
			continue
		}
		p := d.phrase(n.fields[key], what)
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
			d.problem(n.fields[key], "", "the request %q of %s is no %s", p.Text, what, form)
		}
		d.ending(n.fields[key], p.Text, what, sentenceEnd)
		t.Ask = append(t.Ask, AskPhrase{mission.Tone(tone), mission.Form(form), p})
	}
}

var (
	tones = []mission.Tone{mission.Colloquial, mission.Formal, mission.Polite, mission.Direct}
	forms = []mission.Form{mission.FormImperative, mission.FormQuestion, mission.FormStatement, mission.FormFragment}
)

// conditions reads what must hold for the tool to serve: "status" is an
// attribute of the thing that the effect is on, "order_number.status" one of
// the thing that the parameter names.
func (d *decoder) conditions(n *node, t *Tool, what string) {
	rules := n.fields["only_if"]
	if rules == nil {
		return
	}
	if rules.kind != objectNode {
		d.problem(rules, "write, for example, {status: [open, paid]}", "%q of %s must be an object", "only_if", what)
		return
	}
	for _, key := range rules.keys {
		name, attribute, dotted := strings.Cut(key, ".")
		if !dotted {
			name, attribute = "", key
		}
		var of *Param
		for _, p := range t.Params {
			if p.Entity != nil && (p.Name == name || !dotted && p.Entity == t.Entity) {
				of = p
			}
		}
		if of == nil || of.Entity.Attribute(attribute) == nil {
			d.problem(rules.fields[key], "name an attribute of what the effect is on, or parameter.attribute", "%q of %s names %q, which nothing it handles has", "only_if", what, key)
			continue
		}
		c := Condition{Param: of.Name, Attribute: attribute}
		for _, item := range rules.fields[key].items {
			c.Values = append(c.Values, plain(item.value()))
		}
		if len(c.Values) == 0 {
			d.problem(rules.fields[key], "write a list: [open, paid]", "%q of %s has no values for %q", "only_if", what, key)
		}
		t.OnlyIf = append(t.OnlyIf, c)
	}
}

// slots checks that what is said of a tool can be filled in.
func (d *decoder) slots(n *node, t *Tool, what string) {
	said := slices.Concat(t.Do, t.Where)
	for _, a := range t.Ask {
		said = append(said, a.Phrase)
	}
	for _, p := range said {
		for _, slot := range p.Slots() {
			name, _, _ := strings.Cut(slot, ".")
			if t.Param(name) == nil {
				d.problem(n, "", "the wording %q of %s has a slot {%s}, which is no parameter of it", p.Text, what, slot)
			}
		}
		for _, slot := range p.Needs() {
			name, _, _ := strings.Cut(slot, ".")
			if q := t.Param(name); q != nil && !q.Required {
				d.problem(n, fmt.Sprintf("put it into a group: [ … {%s}]", slot), "the wording %q of %s cannot do without {%s}, which is optional", p.Text, what, slot)
			}
		}
	}
	for _, p := range t.Params {
		if len(p.Say) > 0 {
			continue
		}
		for _, phrase := range slices.Concat(t.Do) {
			if !slices.ContainsFunc(phrase.Slots(), func(s string) bool { name, _, _ := strings.Cut(s, "."); return name == p.Name }) {
				d.problem(n, fmt.Sprintf("add {%s} to the wording, or a \"say\" to the parameter", p.Name),
					"the wording %q of %s leaves no way to say %q", phrase.Text, what, p.Name)
			}
		}
	}
	d.later = append(d.later, func() {
		d.identifiers(n, t, what)
		for _, p := range t.Refused {
			for _, slot := range p.Slots() {
				if t.Param(slot) == nil && !slices.ContainsFunc(t.OnlyIf, func(c Condition) bool { return c.Attribute == slot }) {
					d.problem(n, "", "the refusal %q of %s tells {%s}, which is neither a parameter nor under \"only_if\"", p.Text, what, slot)
				}
			}
		}
		for _, p := range slices.Concat(t.Tell, t.Empty) {
			for _, slot := range p.Slots() {
				if !t.tells(slot) {
					d.problem(n, "", "the answer %q of %s tells {%s}, which is neither in what it returns nor a parameter", p.Text, what, slot)
				}
			}
		}
	})
}

// identifiers checks that the answers of the tool can keep every identifier
// that it returns: a reply that drops one is refused by the verifier.
func (d *decoder) identifiers(n *node, t *Tool, what string) {
	if t.Entity == nil || t.Effect == Delete || t.Effect == Compute {
		return
	}
	told := t.Entity.Cards
	if t.Effect == List {
		told = t.Entity.Lines
	}
	for _, a := range t.Entity.Attributes {
		identifies := slices.ContainsFunc(d.set.Entities, func(e *Entity) bool { return e.ID == a.Name })
		tells := func(p *Phrase) bool { return slices.Contains(p.Slots(), a.Name) }
		if !identifies || !t.Shows(a) || slices.ContainsFunc(t.Tell, tells) {
			continue
		}
		for _, p := range told {
			if tells(p) || slices.ContainsFunc(p.Needs(), func(name string) bool { x := t.Entity.Attribute(name); return x == nil || !t.Shows(x) }) {
				continue
			}
			d.problem(n, fmt.Sprintf("add {%s}, or leave it out with \"fields\"", a.Name),
				"%s returns %q, which identifies something, and the wording %q does not tell it", what, a.Name, p.Text)
		}
	}
}

// points finds the words that take up what was said before.
var points = regexp.MustCompile(`(?i)\b(this|that|these|those|there|then|here|such|same)\b`)

// tells tells whether an answer of the tool can mention the name.
func (t *Tool) tells(name string) bool {
	if base, _, _ := strings.Cut(name, "."); t.Param(base) != nil || t.Effect == List && (name == "count" || name == "noun") {
		return true
	}
	if t.Effect != List && t.Entity != nil && t.Entity.Attribute(name) != nil && (len(t.Fields) == 0 || slices.Contains(t.Fields, name)) {
		return true
	}
	return slices.ContainsFunc(t.Gives, func(a *Attribute) bool { return a.Name == name })
}

func (d *decoder) params(n *node, what string) []*Param {
	if n.kind != objectNode {
		d.problem(n, "", "the parameters of %s must be an object (name: parameter)", what)
		return nil
	}
	var out []*Param
	for _, key := range n.keys {
		p := &Param{Name: key}
		d.param(n.fields[key], p, fmt.Sprintf("parameter %q of %s", key, what))
		out = append(out, p)
	}
	for _, p := range out {
		if p.Differs != "" && !slices.ContainsFunc(out, func(q *Param) bool { return q.Name == p.Differs }) {
			d.problem(n.fields[p.Name], "", "parameter %q of %s differs from %q, which is no parameter of it", p.Name, what, p.Differs)
		}
	}
	return out
}

func (d *decoder) param(n *node, p *Param, what string) {
	if !d.object(n, what, "type", "format", "pattern", "minimum", "maximum", "enum", "default", "required", "about",
		"entity", "attribute", "at_most", "at_least", "filter", "values", "props", "items", "count", "differs",
		"say", "say_item", "ask", "vague", "noun", "there", "other", "labels") {
		return
	}
	p.Type = d.text(n, "type", what, true)
	if !slices.Contains([]string{"string", "integer", "number", "boolean", "array", "object"}, p.Type) && p.Type != "" {
		d.problem(n.fields["type"], "the types are string, integer, number, boolean, array, object", "%s has no type %q", what, p.Type)
	}
	p.About = d.text(n, "about", what, false)
	p.Required = d.flag(n, "required", what)
	if enum := n.fields["enum"]; enum != nil {
		for _, item := range enum.items {
			p.Enum = append(p.Enum, plain(item.value()))
		}
		if len(enum.items) == 0 {
			d.problem(enum, "", "the enum of %s must be a list of values", what)
		}
	}
	if v := n.fields["default"]; v != nil {
		p.Default = plain(v.value())
	}
	if key := d.text(n, "entity", what, false); key != "" {
		if p.Entity = d.set.Entity(key); p.Entity == nil {
			d.problem(n.fields["entity"], "", "%s names the entity %q, which the toolset does not have", what, key)
		}
	}
	p.Attribute = d.text(n, "attribute", what, false)
	for _, m := range []Match{MatchAtMost, MatchAtLeast} {
		if a := d.text(n, string(m), what, false); a != "" {
			p.Match, p.Attribute = m, a
		}
	}
	if f := n.fields["filter"]; f != nil {
		if b, ok := f.scalar.(bool); !ok || b {
			d.problem(f, "", "\"filter\" of %s can only be false", what)
		}
		p.Match = MatchNone
	}
	if values := n.fields["values"]; values != nil {
		p.Values = d.values(values, what)
	}
	if props := n.fields["props"]; props != nil {
		p.Props = d.params(props, what)
	}
	if items := n.fields["items"]; items != nil {
		p.Items = &Param{Name: p.Name}
		d.param(items, p.Items, "the items of "+what)
	}
	if p.Values != nil && p.Values.Kind == ValueDateTime && n.fields["format"] != nil {
		d.problem(n.fields["format"], "leave the format out and describe it: YYYY-MM-DDTHH:MM", "%s holds local times, which the format date-time does not allow", what)
	}
	p.Count = [2]int{2, 3}
	if count := d.text(n, "count", what, false); count != "" {
		low, high, err := span(count)
		if err != nil || low < 1 || high > 9 {
			d.problem(n.fields["count"], "write, for example, \"2-4\"", "the count of %s must be a range within 1-9", what)
		} else {
			p.Count = [2]int{int(low), int(high)}
		}
	}
	switch {
	case p.Type == "object" && len(p.Props) == 0:
		d.problem(n, "", "%s is an object and needs \"props\"", what)
	case p.Type == "array" && p.Items == nil:
		d.problem(n, "", "%s is an array and needs \"items\"", what)
	}
	p.Differs = d.text(n, "differs", what, false)
	p.Say, p.SayItem = d.phrases(n, "say", what), d.phrases(n, "say_item", what)
	for _, key := range []string{"ask", "vague"} {
		d.endings(n, key, what, sentenceEnd)
	}
	p.AskFor, p.Noun = d.texts(n, "ask", what), d.text(n, "noun", what, false)
	if p.Noun == "" {
		p.Noun = strings.ToLower(strings.Join(Words(p.Name), " "))
	}
	for _, words := range d.texts(n, "there", what) {
		if !points.MatchString(words) {
			d.problem(n.fields["there"], "write, for example, \"there\", \"on the same day\", \"for those people\"", "the words %q of %s point at nothing", words, what)
		}
	}
	p.There, p.Other, p.Vague = d.texts(n, "there", what), d.texts(n, "other", what), d.texts(n, "vague", what)
	p.node = n
	d.later = append(d.later, func() {
		if p.Entity == nil && p.Values == nil && len(p.Enum) == 0 && p.Type != "object" && p.Type != "array" && p.Type != "boolean" {
			d.problem(n, "add \"values\", \"enum\" or \"entity\"", "%s has no values to draw from", what)
		}
	})
}
