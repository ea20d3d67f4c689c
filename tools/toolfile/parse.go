package toolfile

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
	"switchyard/internal/nearest"
	"switchyard/mission"
	"switchyard/schemas"
	"switchyard/tools"
	"switchyard/tools/infer"
	"switchyard/tools/naming"
)

// pointed follows a JSON pointer as far as it leads.
func pointed(n *document.Node, pointer string) *document.Node {
	for _, step := range jsonptr.Split(pointer) {
		var next *document.Node
		switch n.Kind {
		case document.Object:
			next = n.Fields[step]
		case document.List:
			if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.Items) {
				next = n.Items[i]
			}
		}
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// Parse reads one toolset in switchyard's own format, YAML or JSON. The error of
// type [Problems] lists everything that is wrong.
func Parse(file string, data []byte) (*tools.Toolset, error) {
	doc, err := ParseDocument(file, data)
	if err != nil {
		return nil, err
	}
	return Decode(file, sha256.Sum256(data), doc, false)
}

// ParseDocument reads YAML or JSON. The error is of type [Problems].
func ParseDocument(file string, data []byte) (*document.Node, error) {
	doc, err := document.Parse(data)
	if err != nil {
		return nil, Problems{noDocument(file, err, "a toolset is YAML or JSON; see docs/toolsets.md")}
	}
	return doc, nil
}

// Decode makes a toolset from the parsed document of a file. sum is the
// checksum of the file. trusted skips the checks for a file that a test has
// checked already.
func Decode(file string, sum [sha256.Size]byte, doc *document.Node, trusted bool) (*tools.Toolset, error) {
	d := decoder{file: file, trusted: trusted, told: map[*tools.Param]bool{}}
	ts := d.toolset(doc)
	if len(d.problems) == 0 && !trusted {
		set, err := schemas.Load()
		if err != nil {
			return nil, err
		}
		for _, v := range set.ValidateValue(schemas.Toolset, doc.Plain()) {
			d.problem(pointed(doc, v.Pointer), "", "%s: %s", v.Pointer, v.Message)
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
	trusted  bool // wordings and keywords of topics need no check
	problems Problems
	set      *tools.Toolset
	told     map[*tools.Param]bool // parameters of which the file says something beyond their schema
	later    []func()              // checks that need the whole toolset
}

func (d *decoder) problem(n *document.Node, hint, format string, args ...any) {
	args = slices.Clone(args)
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = tools.Excerpt(text)
		}
	}
	d.problems = append(d.problems, Problem{File: d.file, Line: n.Line, Column: n.Column,
		Message: fmt.Sprintf(format, args...), Hint: hint})
}

// object checks that n is an object with allowed keys only.
func (d *decoder) object(n *document.Node, what string, allowed ...string) bool {
	if n.Kind != document.Object {
		d.problem(n, "", "%s must be an object (key: value)", what)
		return false
	}
	for _, key := range n.Keys {
		if !slices.Contains(allowed, key) {
			hint := "the keys are " + strings.Join(allowed, ", ")
			if near := nearest.Name(key, allowed); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			d.problem(n.Fields[key], hint, "%s has no key %q", what, key)
		}
	}
	return true
}

func (d *decoder) text(n *document.Node, key, what string, required bool) string {
	field := n.Fields[key]
	if field == nil {
		if required {
			d.problem(n, "", "%s needs %q", what, key)
		}
		return ""
	}
	s, ok := field.Value.(string)
	if !ok || !field.Kind.Scalar() || strings.TrimSpace(s) == "" {
		d.problem(field, "", "%q of %s must be text", key, what)
		return ""
	}
	return s
}

// texts reads a list of texts, or a single text.
func (d *decoder) texts(n *document.Node, key, what string) []string {
	field := n.Fields[key]
	if field == nil {
		return nil
	}
	var out []string
	for _, item := range oneOrMore(field) {
		s, ok := item.Value.(string)
		if !item.Kind.Scalar() || !ok {
			d.problem(item, "put it in quotes if it looks like a number", "%q of %s must hold texts", key, what)
			continue
		}
		out = append(out, s)
	}
	if field.Kind == document.Object {
		d.problem(field, "", "%q of %s must be a list of texts", key, what)
	}
	return out
}

// oneOrMore are the items of a list; a scalar is a list of one.
func oneOrMore(n *document.Node) []*document.Node {
	if n.Kind.Scalar() {
		return []*document.Node{n}
	}
	return n.Items
}

func (d *decoder) phrases(n *document.Node, key, what string) []*tools.Phrase {
	field := n.Fields[key]
	if field == nil {
		return nil
	}
	if field.Kind == document.Object {
		d.problem(field, "put the text in quotes when it holds \": \"", "%q of %s must be a list of texts", key, what)
	}
	var out []*tools.Phrase
	for _, item := range oneOrMore(field) {
		if p := d.phrase(item, what); p != nil {
			out = append(out, p)
		}
	}
	return out
}

func (d *decoder) phrase(n *document.Node, what string) *tools.Phrase {
	s, ok := n.Value.(string)
	if !n.Kind.Scalar() || !ok {
		d.problem(n, "put the text in quotes when it starts with { or [ or holds \": \"", "a wording of %s must be a text", what)
		return nil
	}
	p, err := tools.ParsePhrase(s)
	if err != nil {
		d.problem(n, "", "%s", err)
		return nil
	}
	return p
}

func (d *decoder) toolset(n *document.Node) *tools.Toolset {
	if !d.object(n, "a toolset", "toolset", "title", "domain", "scenarios", "language", "users", "scenes", "entities", "tools", "rules", "chat", "about", "source", "licence") {
		return nil
	}
	ts := &tools.Toolset{Name: d.toolsetName(n), Title: d.text(n, "title", "a toolset", false),
		Domain: d.text(n, "domain", "a toolset", false), Scenarios: d.texts(n, "scenarios", "a toolset"),
		About: d.text(n, "about", "a toolset", false), From: d.text(n, "source", "a toolset", false), Licence: d.text(n, "licence", "a toolset", false)}
	d.set = ts
	if language := d.text(n, "language", "a toolset", false); language != "" && language != "en" {
		d.problem(n.Fields["language"], "the only language so far is en", "the language %q is not supported", language)
	}
	d.scenes(n.Fields["scenes"])
	switch users := d.text(n, "users", "a toolset", false); users {
	case "", "public":
	case "staff":
		ts.Staff = true
	default:
		d.problem(n.Fields["users"], "", "the users of a toolset are the public or the staff, not %q", users)
	}
	if entities := n.Fields["entities"]; entities != nil && entities.Kind == document.Object {
		for _, key := range entities.Keys {
			ts.Entities = append(ts.Entities, &tools.Entity{Key: key})
		}
		for i, key := range entities.Keys {
			d.entity(entities.Fields[key], ts.Entities[i])
		}
	} else if entities != nil {
		d.problem(entities, "", "%q must be an object (name: entity)", "entities")
	}
	list := n.Fields["tools"]
	switch {
	case list == nil:
		d.problem(n, "", "a toolset needs %q", "tools")
	case list.Kind != document.Object || len(list.Keys) == 0:
		d.problem(list, "", "%q must be an object with at least one tool (name: tool)", "tools")
	default:
		for _, key := range list.Keys {
			d.name(list.Fields[key].Key, fmt.Sprintf("%q as the name of a tool", key), tools.NameProblem(key))
			ts.Tools = append(ts.Tools, &tools.Tool{Name: key})
		}
		for i, key := range list.Keys {
			d.tool(list.Fields[key], ts.Tools[i])
		}
	}
	d.rules(n)
	if chat := n.Fields["chat"]; chat != nil {
		for _, item := range chat.Items {
			d.topic(item)
		}
		if chat.Kind != document.List {
			d.problem(chat, "", "%q must be a list", "chat")
		}
	}
	if len(d.problems) == 0 && slices.ContainsFunc(ts.Tools, func(t *tools.Tool) bool { return t.Described }) {
		infer.Gaps(ts, d.told)
	}
	for _, check := range d.later {
		check()
	}
	if len(d.problems) == 0 {
		ts.Complete()
	}
	return ts
}

// toolsetName reads the name of a toolset, whose parts are separated by slashes.
func (d *decoder) toolsetName(n *document.Node) string {
	name := d.text(n, "toolset", "a toolset", true)
	if name != "" {
		for part := range strings.SplitSeq(name, "/") {
			if why := tools.NameProblem(part); why != "" {
				d.name(n.Fields["toolset"].Place, fmt.Sprintf("%q in the name of a toolset", part), why)
				break
			}
		}
	}
	return name
}

// name reports what is wrong with a name, if anything is.
func (d *decoder) name(at document.Place, what, problem string) {
	if problem != "" {
		d.problem(&document.Node{Place: at}, "names have letters, digits, \"_\" and \"-\"", "%s cannot be used: %s", what, problem)
	}
}

func (d *decoder) entity(n *document.Node, e *tools.Entity) {
	what := fmt.Sprintf("entity %q", e.Key)
	if !d.object(n, what, "noun", "plural", "id", "name", "own", "attributes", "compare", "marks", "line", "card") {
		return
	}
	e.Noun = cmp.Or(d.text(n, "noun", what, false), strings.ReplaceAll(e.Key, "_", " "))
	e.Plural = cmp.Or(d.text(n, "plural", what, false), naming.Plural(e.Noun))
	e.ID, e.Name = d.text(n, "id", what, true), d.text(n, "name", what, false)
	e.Own = d.flag(n, "own", what)
	if attributes := n.Fields["attributes"]; attributes != nil {
		e.Attributes = d.attributes(attributes, what)
	} else {
		d.problem(n, "", "%s needs %q", what, "attributes")
	}
	for key, name := range map[string]string{"id": e.ID, "name": e.Name} {
		if name != "" && e.Attribute(name) == nil {
			d.problem(n.Fields[key], "", "%s has no attribute %q to be its %s", what, name, key)
		}
	}
	d.comparisons(n, e, what)
	d.marks(n, e, what)
	e.Lines, e.Cards = d.phrases(n, "line", what), d.phrases(n, "card", what)
	d.endings(n, "line", what, anyEnd)
	d.endings(n, "card", what, anyEnd)
	if len(e.Cards) == 0 {
		e.Cards = e.Lines
	}
	d.later = append(d.later, func() {
		if attributes := n.Fields["attributes"]; attributes != nil {
			d.dependences(attributes, e.Attributes, what, d.attributesKnow(e))
		}
		lines := slices.Concat(e.Lines, e.Cards)
		for _, p := range lines {
			for _, slot := range p.Slots() {
				if e.Attribute(slot.Name) == nil {
					d.problem(n, "", "a line or card of %s names %s, which is not an attribute of it", what, slot)
				}
			}
		}
		for _, p := range lines {
			if !p.Mentions(e.ID) {
				d.problem(n, fmt.Sprintf("add %s: replies keep every identifier", &tools.Slot{Name: e.ID}), "a line or card of %s does not name its id", what)
			}
		}
	})
}

func (d *decoder) attributes(n *document.Node, what string) []*tools.Attribute {
	if n.Kind != document.Object {
		d.problem(n, "", "the attributes of %s must be an object (name: values)", what)
		return nil
	}
	var out []*tools.Attribute
	for _, key := range n.Keys {
		a := &tools.Attribute{Name: key}
		field, name := n.Fields[key], fmt.Sprintf("attribute %q of %s", key, what)
		a.Values = d.values(field, name, "about", "detail", "unique")
		a.About, a.Detail, a.Unique = d.text(field, "about", name, false), d.flag(field, "detail", name), d.flag(field, "unique", name)
		out = append(out, a)
	}
	return out
}

func (d *decoder) flag(n *document.Node, key, what string) bool {
	field := n.Fields[key]
	if field == nil {
		return false
	}
	b, ok := field.Value.(bool)
	if !ok {
		d.problem(field, "", "%q of %s must be true or false", key, what)
	}
	return b
}

// comparisons reads how people choose one of several things.
func (d *decoder) comparisons(n *document.Node, e *tools.Entity, what string) {
	compare := n.Fields["compare"]
	if compare == nil {
		return
	}
	for _, item := range compare.Items {
		if !d.object(item, "a comparison", "by", "least", "most", "wanted") {
			continue
		}
		by := d.text(item, "by", "a comparison", true)
		if by != "" && e.Attribute(by) == nil {
			d.problem(item.Fields["by"], "", "%s has no attribute %q to compare by", what, by)
		}
		wanted := d.wanted(item)
		for _, order := range []struct {
			key   string
			order mission.Order
		}{{"least", mission.OrderMin}, {"most", mission.OrderMax}} {
			say := d.texts(item, order.key, "a comparison")
			for _, s := range say {
				if !strings.Contains(s, "{noun}") {
					d.problem(item.Fields[order.key], "write, for example, \"cheapest {noun}\"", "the comparison %q has no {noun}", s)
				}
			}
			if len(say) > 0 {
				e.Comparisons = append(e.Comparisons, mission.Comparison{By: by, Order: order.order, Say: say, Wanted: wanted[order.key]})
			}
		}
	}
}

// marks reads how people tell one thing from others.
func (d *decoder) marks(n *document.Node, e *tools.Entity, what string) {
	marks := n.Fields["marks"]
	if marks == nil {
		return
	}
	for _, item := range marks.Items {
		if !d.object(item, "a mark", "by", "say") {
			continue
		}
		by := d.text(item, "by", "a mark", true)
		if by != "" && e.Attribute(by) == nil {
			d.problem(item.Fields["by"], "", "%s has no attribute %q to be told by", what, by)
			continue
		}
		m := tools.Mark{By: by, Say: d.phrases(item, "say", "a mark")}
		for _, p := range m.Say {
			others := slices.ContainsFunc(p.Slots(), func(s *tools.Slot) bool { return s.Name != "noun" && s.Name != by })
			if !p.Mentions("noun") || others {
				d.problem(item.Fields["say"], "write, for example, \"{noun} {date}\"", "the mark %q must have {noun}, and no other slot than that of its attribute", p.Text)
			}
		}
		if len(m.Say) == 0 {
			d.problem(item, "", "the mark %q has no words", by)
		}
		e.Marks = append(e.Marks, m)
	}
}

// wanted reads what the superlatives of a comparison may be used for.
func (d *decoder) wanted(n *document.Node) map[string]mission.Wanted {
	field := n.Fields["wanted"]
	if field == nil || !d.object(field, `"wanted" of a comparison`, "least", "most") {
		return nil
	}
	out := map[string]mission.Wanted{}
	for _, key := range field.Keys {
		out[key] = mission.Wanted(d.text(field, key, `"wanted" of a comparison`, false))
		if !slices.Contains([]mission.Wanted{mission.WantedChoose, mission.WantedAvoid, mission.WantedNeutral, ""}, out[key]) {
			d.problem(field.Fields[key], "people choose it, avoid it, or are neutral", "%q is not choose, avoid or neutral", string(out[key]))
		}
	}
	return out
}
