package toolfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/nearest"
	"switchyard/mission"
	"switchyard/tools"
)

// ruleKeys are the keys of a rule beside its kind.
var ruleKeys = []string{"same", "at", "than", "with", "in", "by", "from", "until", "minutes", "hours", "days", "among", "month", "months", "when"}

// ruleForms say what each kind of rule has to say and what it may say. "|" separates keys
// of which a rule has one, and "," keys that belong together.
var ruleForms = map[mission.RuleKind]struct{ needs, may string }{
	mission.RuleDisjoint: {"same|at", "until minutes hours days when"},
	mission.RuleAfter:    {"at than", "when"},
	mission.RuleWithin:   {"at in,from|among|month,months", "by same until minutes hours days when"},
	mission.RuleMonotone: {"at", "with same when"},
	mission.RuleExcludes: {"same|at,than", "when"},
	mission.RuleOwner:    {"at", "when"},
}

// rules reads what holds in the world.
func (d *decoder) rules(n *document.Node) {
	list := n.Fields["rules"]
	if list == nil {
		return
	}
	if list.Kind != document.List {
		d.problem(list, "write a list: [{disjoint: visit, same: slot}]", "%q must be a list", "rules")
		return
	}
	d.set.Rules = []tools.Rule{} // what is stated counts, even if it is nothing
	for _, item := range list.Items {
		if kind, ok := d.ruleKind(item); ok {
			if r, ok := d.rule(item, kind); ok {
				d.set.Rules = append(d.set.Rules, r)
				d.later = append(d.later, func() { d.ruleNames(item, &r) })
			}
		}
	}
}

// ruleKind finds the key that says the kind of a rule.
func (d *decoder) ruleKind(n *document.Node) (kind mission.RuleKind, ok bool) {
	var kinds []string
	for _, k := range mission.RuleKinds() {
		kinds = append(kinds, string(k))
	}
	if !d.object(n, "a rule", slices.Concat(kinds, ruleKeys)...) {
		return "", false
	}
	for _, key := range n.Keys {
		if slices.Contains(kinds, key) {
			if kind != "" {
				d.problem(n.Fields[key], "write two rules", "a rule is both %s and %s", kind, key)
				return "", false
			}
			kind = mission.RuleKind(key)
		}
	}
	if kind == "" {
		d.problem(n, "the kinds are "+strings.Join(kinds, ", "), "a rule has no kind")
	}
	return kind, kind != ""
}

// rule reads one rule and checks that it says what its kind needs.
func (d *decoder) rule(n *document.Node, kind mission.RuleKind) (tools.Rule, bool) {
	what, before := fmt.Sprintf("a rule of the kind %s", kind), len(d.problems)
	r := tools.Rule{Rule: mission.Rule{Kind: kind, Of: d.texts(n, string(kind), what), Same: d.texts(n, "same", what), At: d.texts(n, "at", what),
		Than: d.texts(n, "than", what), From: d.texts(n, "from", what), Until: d.texts(n, "until", what)}}
	for key, to := range map[string]*string{"with": &r.With, "in": &r.In, "by": &r.By, "minutes": &r.Minutes, "hours": &r.Hours, "days": &r.Days, "month": &r.Month} {
		*to = d.text(n, key, what, false)
	}
	if among := n.Fields["among"]; among != nil {
		r.Among = values(among)
	}
	r.Months = d.months(n.Fields["months"], what)
	if when := n.Fields["when"]; when != nil {
		if when.Kind != document.Object {
			d.problem(when, "write, for example, {status: [open, paid]}", "%q of %s must be an object", "when", what)
			return r, false
		}
		r.When = map[string][]any{}
		for _, key := range when.Keys {
			r.When[key] = values(when.Fields[key])
		}
	}
	d.ruleForm(n, kind, what)
	if len(r.Of) != 1 && (kind != mission.RuleExcludes || len(r.Of) == 0) {
		d.problem(n.Fields[string(kind)], "", "%s is about one entity or tool", what)
	}
	for key, list := range map[string][]string{"at": r.At, "than": r.Than, "from": r.From, "until": r.Until} {
		if len(list) > 2 && kind != mission.RuleExcludes {
			d.problem(n.Fields[key], "", "%q of %s is one name, or a day and a time of day", key, what)
		}
	}
	if kind == mission.RuleExcludes && len(r.At) != len(r.Than) {
		d.problem(n, "", "%q and %q of %s belong together and are equally long", "at", "than", what)
	}
	return r, len(d.problems) == before
}

// values are the plain values of a list, or a single one.
func values(n *document.Node) (out []any) {
	for _, item := range oneOrMore(n) {
		out = append(out, tools.PlainOf(item))
	}
	return out
}

// months reads the range that a value has in each month.
func (d *decoder) months(n *document.Node, what string) (out [][2]int) {
	if n == nil {
		return nil
	}
	for _, item := range n.Items {
		var pair [2]int
		ok := len(item.Items) == 2
		for i := range item.Items[:min(2, len(item.Items))] {
			v, whole := item.Items[i].Value.(int64)
			pair[i], ok = int(v), ok && whole
		}
		if !ok || pair[0] > pair[1] {
			d.problem(item, "write, for example, [8, 14]", "%q of %s holds two whole numbers for each month, the least and the greatest", "months", what)
			return nil
		}
		out = append(out, pair)
	}
	if len(out) != 12 {
		d.problem(n, "", "%q of %s has %d ranges, one for each of the twelve months", "months", what, len(out))
	}
	return out
}

// ruleForm checks the keys of a rule against what its kind needs and may have.
func (d *decoder) ruleForm(n *document.Node, kind mission.RuleKind, what string) {
	form := ruleForms[kind]
	may := strings.Fields(form.may)
	for _, need := range strings.Fields(form.needs) {
		found := false
		for way := range strings.SplitSeq(need, "|") {
			keys := strings.Split(way, ",")
			may = append(may, keys...)
			found = found || !slices.ContainsFunc(keys, func(key string) bool { return n.Fields[key] == nil })
		}
		if !found {
			d.problem(n, "", "%s needs %s", what, strings.NewReplacer("|", ", or ", ",", " and ").Replace(need))
		}
	}
	for _, key := range n.Keys {
		if key != string(kind) && slices.Contains(ruleKeys, key) && !slices.Contains(may, key) {
			d.problem(n.Fields[key], "", "%s cannot have %q", what, key)
		}
	}
}

// ruleNames checks that everything that a rule names is there.
func (d *decoder) ruleNames(n *document.Node, r *tools.Rule) {
	what := fmt.Sprintf("a rule of the kind %s", r.Kind)
	rows := make([]row, 0, len(r.Of))
	for _, name := range r.Of {
		e, t := d.set.Entity(name), d.set.Tool(name)
		if e != nil && t != nil {
			e = nil
		}
		switch {
		case e == nil && t == nil, e != nil && r.Kind == mission.RuleExcludes, t != nil && r.Kind == mission.RuleOwner:
			known := d.ruleAbout(r.Kind)
			d.problem(n.Fields[string(r.Kind)], guessed(name, known), "%s names %q, which is not %s", what, name, aboutWhat[r.Kind])
			return
		}
		rows = append(rows, row{e, t})
	}
	if r.In != "" && d.set.Entity(r.In) == nil {
		d.problem(n.Fields["in"], guessed(r.In, d.ruleAbout(mission.RuleOwner)), "%s names %q, which is not an entity", what, r.In)
		return
	}
	for _, ref := range []struct {
		key   string
		names []string
	}{{"same", r.Same}, {"at", r.At}, {"than", r.Than}, {"with", one(r.With)}, {"by", one(r.By)}, {"until", r.Until}, {"minutes", one(r.Minutes)},
		{"hours", one(r.Hours)}, {"days", one(r.Days)}, {"month", one(r.Month)}} {
		in := rows
		switch {
		case r.Kind == mission.RuleAfter && slices.Equal(ref.names, []string{mission.Now}):
			continue
		case r.Kind == mission.RuleWithin && ref.key == "same":
			in = append(slices.Clip(rows), row{d.set.Entity(r.In), nil})
		case r.Kind == mission.RuleWithin && slices.Contains([]string{"until", "minutes", "hours", "days"}, ref.key):
			in = []row{{d.set.Entity(r.In), nil}}
		case r.Kind == mission.RuleExcludes && ref.key == "than":
			in = []row{{rows[0].tool.Entity, nil}}
		}
		d.knownIn(n.Fields[ref.key], what, ref.names, in)
	}
	if e := d.set.Entity(r.In); e != nil {
		d.knownIn(n.Fields["from"], what, r.From, []row{{e, nil}})
		if r.By == "" && len(r.Same) == 0 {
			d.knownIn(n.Fields["in"], what, []string{e.ID}, rows)
		}
	}
	for key := range r.When {
		d.knownIn(n.Fields["when"].Fields[key], what, []string{key}, rows[:1])
	}
}

// aboutWhat says what the kinds of rules can be about.
var aboutWhat = map[mission.RuleKind]string{
	mission.RuleDisjoint: "an entity or a tool", mission.RuleAfter: "an entity or a tool", mission.RuleWithin: "an entity or a tool",
	mission.RuleMonotone: "an entity or a tool", mission.RuleExcludes: "a tool", mission.RuleOwner: "an entity",
}

// ruleAbout lists the names of what a rule of the kind can be about.
func (d *decoder) ruleAbout(kind mission.RuleKind) (known []string) {
	for _, e := range d.set.Entities {
		if kind != mission.RuleExcludes {
			known = append(known, e.Key)
		}
	}
	for _, t := range d.set.Tools {
		if kind != mission.RuleOwner {
			known = append(known, t.Name)
		}
	}
	return known
}

func one(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// row is what a rule is about: an entity or a tool.
type row struct {
	entity *tools.Entity
	tool   *tools.Tool
}

// names are what values of a row are called.
func (r row) names() (out []string) {
	if r.tool != nil {
		for _, p := range r.tool.Params {
			out = append(out, p.Name)
		}
		for _, a := range r.tool.Gives {
			out = append(out, a.Name)
		}
		r.entity = r.tool.Entity
	}
	if r.entity != nil {
		for _, a := range r.entity.Attributes {
			out = append(out, a.Name)
		}
	}
	return out
}

// knownIn reports names that one of the rows does not have.
func (d *decoder) knownIn(n *document.Node, what string, names []string, rows []row) {
	for _, name := range names {
		for _, r := range rows {
			known := r.names()
			if slices.Contains(known, name) {
				continue
			}
			of := "what it is about"
			if r.tool != nil {
				of = fmt.Sprintf("tool %q", r.tool.Name)
			} else if r.entity != nil {
				of = fmt.Sprintf("entity %q", r.entity.Key)
			}
			d.problem(n, guessed(name, known), "%s names %q, which %s does not have", what, name, of)
			return
		}
	}
}

// guessed says what may have been meant by a name, or what there is.
func guessed(name string, known []string) string {
	if near := nearest.Name(name, known); near != "" && near != name {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "there are " + strings.Join(known, ", ")
}

// ruleNode writes what [decoder.rule] reads.
func ruleNode(r *tools.Rule) *document.Node {
	n := document.Fields()
	short := func(list []string) *document.Node {
		if len(list) == 1 {
			return document.NewText(list[0])
		}
		return textsNode(list)
	}
	n.Set(string(r.Kind), short(r.Of))
	n.Set("same", short(r.Same))
	n.Set("at", short(r.At))
	n.Set("than", short(r.Than))
	n.Set("with", textNode(r.With))
	n.Set("in", textNode(r.In))
	n.Set("by", textNode(r.By))
	n.Set("from", short(r.From))
	n.Set("until", short(r.Until))
	n.Set("minutes", textNode(r.Minutes))
	n.Set("hours", textNode(r.Hours))
	n.Set("days", textNode(r.Days))
	if len(r.Among) > 0 {
		n.Set("among", anyNode(r.Among))
	}
	n.Set("month", textNode(r.Month))
	if len(r.Months) > 0 {
		n.Set("months", anyNode(r.Months))
	}
	when := document.Fields()
	for _, key := range slices.Sorted(maps.Keys(r.When)) {
		when.Set(key, anyNode(r.When[key]))
	}
	n.Set("when", filled(when))
	return n
}
