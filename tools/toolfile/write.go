package toolfile

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/jsontext"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Write writes everything that is known of a toolset, inferred or not, as YAML: the
// schemas and all that goes beyond them. [Parse] reads it back.
func Write(ts *tools.Toolset) []byte { return document.Encode(Document(ts)) }

// WriteBare writes only what the source of a toolset says: names, descriptions and
// schemas.
func WriteBare(ts *tools.Toolset) []byte {
	list := document.Fields()
	for _, t := range ts.Tools {
		tool := document.Fields()
		tool.Set("about", textNode(t.Description))
		tool.Set("source", textNode(t.From))
		tool.Set("parameters", anyNode(json.RawMessage(t.Parameters)))
		tool.Set("returns", t.Answers)
		list.Set(t.Name, tool)
	}
	n := document.Fields()
	n.Set("toolset", textNode(ts.Name))
	n.Set("about", textNode(ts.About))
	n.Set("source", textNode(ts.From))
	n.Set("licence", textNode(ts.Licence))
	n.Set("tools", list)
	return document.Encode(n)
}

// FileName turns the name of a toolset into the name of a file that stays in its
// folder: "travel/hotels" gives "travel.hotels.yaml".
func FileName(name string) string {
	var parts []string
	for _, part := range strings.Split(name, "/") {
		part = strings.Trim(strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_', r == '-':
				return r
			case r >= 'A' && r <= 'Z':
				return r - 'A' + 'a'
			}
			return '_'
		}, part), "_")
		if part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		parts = []string{"toolset"}
	}
	if tools.Unreserved(parts[0]) != parts[0] {
		parts[0] += "_"
	}
	file := strings.Join(parts, ".")
	return file[:min(len(file), 100)] + ".yaml"
}

// Document is what [Write] writes, as a tree.
func Document(ts *tools.Toolset) *document.Node {
	entities, list := document.Fields(), document.Fields()
	for _, e := range ts.Entities {
		entities.Set(e.Key, entityNode(e))
	}
	for _, t := range ts.Tools {
		list.Set(t.Name, toolNode(t))
	}
	n := document.Fields()
	n.Set("toolset", textNode(ts.Name))
	n.Set("title", textNode(ts.Title))
	n.Set("domain", textNode(ts.Domain))
	n.Set("about", textNode(ts.About))
	n.Set("source", textNode(ts.From))
	n.Set("licence", textNode(ts.Licence))
	n.Set("scenarios", textsNode(ts.Scenarios))
	n.Set("scenes", scenesNode(ts.Scenes))
	n.Set("entities", filled(entities))
	n.Set("tools", list)
	var rules []*document.Node
	for i := range ts.Rules {
		rules = append(rules, ruleNode(&ts.Rules[i]))
	}
	n.Set("rules", listNode(rules))
	var chat []*document.Node
	for _, t := range ts.Topics {
		chat = append(chat, topicNode(t))
	}
	n.Set("chat", listNode(chat))
	return n
}

// filled is an object that has keys; nil for one without.
func filled(n *document.Node) *document.Node {
	if len(n.Keys) == 0 {
		return nil
	}
	return n
}

func textNode(s string) *document.Node {
	if s == "" {
		return nil
	}
	return document.NewText(s)
}

func listNode(items []*document.Node) *document.Node {
	if len(items) == 0 {
		return nil
	}
	return &document.Node{Kind: document.List, Items: items}
}

func textsNode(list []string) *document.Node {
	var items []*document.Node
	for _, s := range list {
		items = append(items, document.NewText(s))
	}
	return listNode(items)
}

func phrasesNode(list []*tools.Phrase) *document.Node {
	var items []*document.Node
	for _, p := range list {
		items = append(items, document.NewText(p.Text))
	}
	return listNode(items)
}

// anyNode turns a value into a document.
func anyNode(v any) *document.Node {
	n, err := document.ParseJSON(jsontext.Value(v), 1)
	if err != nil {
		return &document.Node{Kind: document.Null} // we wrote it ourselves
	}
	return n
}

func flagNode(b bool) *document.Node {
	if !b {
		return nil
	}
	return &document.Node{Kind: document.Bool, Value: true}
}

func entityNode(e *tools.Entity) *document.Node {
	n, attributes := document.Fields(), document.Fields()
	n.Set("noun", textNode(e.Noun))
	if e.Plural != naming.Plural(e.Noun) {
		n.Set("plural", textNode(e.Plural))
	}
	n.Set("id", textNode(e.ID))
	n.Set("name", textNode(e.Name))
	n.Set("own", flagNode(e.Own))
	for _, a := range e.Attributes {
		attributes.Set(a.Name, attributeNode(a))
	}
	n.Set("attributes", attributes)
	var compare []*document.Node
	at := map[string]*document.Node{}
	for _, c := range e.Comparisons {
		if at[c.By] == nil {
			at[c.By] = document.Fields(document.Field{Key: "by", Value: textNode(c.By)})
			compare = append(compare, at[c.By])
		}
		side := map[mission.Order]string{mission.OrderMin: "least", mission.OrderMax: "most"}[c.Order]
		at[c.By].Set(side, textsNode(c.Say))
		if c.Wanted != "" {
			if at[c.By].Fields["wanted"] == nil {
				at[c.By].Set("wanted", document.Fields())
			}
			at[c.By].Fields["wanted"].Set(side, textNode(string(c.Wanted)))
		}
	}
	n.Set("compare", listNode(compare))
	var marks []*document.Node
	for _, m := range e.Marks {
		marks = append(marks, document.Fields(document.Field{Key: "by", Value: textNode(m.By)}, document.Field{Key: "say", Value: phrasesNode(m.Say)}))
	}
	n.Set("marks", listNode(marks))
	n.Set("line", phrasesNode(e.Lines))
	n.Set("card", phrasesNode(e.Cards))
	return n
}

func attributeNode(a *tools.Attribute) *document.Node {
	n := valuesNode(a.Values)
	n.Set("about", textNode(a.About))
	n.Set("detail", flagNode(a.Detail))
	n.Set("unique", flagNode(a.Unique))
	return n
}

// valuesNode writes what [decoder.values] reads.
func valuesNode(v *tools.Values) *document.Node {
	n := document.Fields()
	if v == nil {
		return n
	}
	text := func(key, format string, args ...any) { n.Set(key, textNode(fmt.Sprintf(format, args...))) }
	digits := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	clock := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
	switch v.Kind {
	case tools.ValuePick, tools.ValueText:
		n.Set(string(v.Kind), anyNode(v.Pick))
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		text(string(v.Kind), "%s-%s", digits(v.Min), digits(v.Max))
	case tools.ValueBool:
		n.Set("bool", anyNode(v.Share))
	case tools.ValueDate, tools.ValueMonth, tools.ValueDateTime:
		text(string(v.Kind), "%+d..%+d", int(v.Min), int(v.Max))
		n.Set("workdays", flagNode(v.Workdays))
		if v.Kind == tools.ValueDateTime {
			text("between", "%s-%s", clock(v.Clock[0]), clock(v.Clock[1]))
		}
	case tools.ValueTime:
		text("time", "%s-%s", clock(int(v.Min)), clock(int(v.Max)))
	case tools.ValuePattern, tools.ValueCopy, tools.ValueOf:
		text(string(v.Kind), "%s", v.Text)
	case tools.ValueKnown:
		text("known", "%s", v.Text)
		if len(v.Pick) > 0 {
			n.Set("among", anyNode(v.Pick))
		}
	case tools.ValueAfter:
		text("after", "%s", v.Text)
		text("plus", "%s-%s", digits(v.Min), digits(v.Max))
		n.Set("workdays", flagNode(v.Workdays))
	case tools.ValueTimes, tools.ValueSum, tools.ValueColour:
		n.Set(string(v.Kind), anyNode(v.Terms))
	default:
		text("is", "%s", v.Kind)
	}
	if v.Step != 0 {
		n.Set("step", anyNode(v.Step))
	}
	if v.Digits != 0 {
		n.Set("digits", anyNode(v.Digits))
	}
	n.Set("unit", textNode(v.Unit))
	n.Set("by", textsNode(v.By))
	if len(v.Cases) > 0 {
		key := string(v.Kind)
		if v.Kind == tools.ValueAfter {
			key = "plus"
		}
		cases := document.Fields()
		for _, c := range v.Cases {
			cases.Set(c.When, valuesNode(c.Values).Fields[key])
		}
		n.Set("cases", cases)
	}
	return n
}

func toolNode(t *tools.Tool) *document.Node {
	n, params, sets, onlyIf, gives := document.Fields(), document.Fields(), document.Fields(), document.Fields(), document.Fields()
	n.Set("about", textNode(t.Description))
	n.Set("source", textNode(t.From))
	n.Set("scenario", textNode(t.Scenario))
	effect := string(t.Effect)
	if t.Entity != nil {
		effect += " " + t.Entity.Key
	}
	n.Set("effect", textNode(effect))
	n.Set("parameters", anyNode(json.RawMessage(t.Parameters)))
	for _, p := range t.Params {
		params.Set(p.Name, filled(paramNode(p, t.Labels[p.Name])))
	}
	n.Set("params", filled(params))
	for _, a := range t.Gives {
		gives.Set(a.Name, attributeNode(a))
	}
	n.Set("gives", filled(gives))
	n.Set("fields", textsNode(t.Fields))
	for _, s := range t.Sets {
		sets.Set(s.Attribute, anyNode(s.Value))
	}
	n.Set("sets", filled(sets))
	n.Set("after", textsNode(t.After))
	n.Set("undoes", textsNode(t.Undoes))
	for _, c := range t.OnlyIf {
		onlyIf.Set(c.Param+"."+c.Attribute, anyNode(c.Values))
	}
	n.Set("only_if", filled(onlyIf))
	n.Set("do", phrasesNode(t.Do))
	var ask []*document.Node
	for _, a := range t.Ask {
		ask = append(ask, document.Fields(document.Field{Key: string(a.Tone) + " " + string(a.Form), Value: textNode(a.Phrase.Text)}))
	}
	n.Set("ask", listNode(ask))
	n.Set("where", phrasesNode(t.Where))
	n.Set("tell", phrasesNode(t.Tell))
	var asked []*document.Node
	for _, a := range t.Asked {
		asked = append(asked, document.Fields(document.Field{Key: "said", Value: textsNode(a.Said)}, document.Field{Key: "tell", Value: phrasesNode(a.Tell)}))
	}
	n.Set("asked", listNode(asked))
	n.Set("empty", phrasesNode(t.Empty))
	n.Set("refused", phrasesNode(t.Refused))
	n.Set("next", textsNode(t.Next))
	return n
}

// paramNode writes what is known of a parameter beyond its schema.
func paramNode(p *tools.Param, labels []tools.Label) *document.Node {
	n := document.Fields()
	if p.Made {
		n.Set("type", textNode(p.Type))
		n.Set("required", flagNode(p.Required))
	}
	switch {
	case p.Entity != nil:
		n.Set("entity", textNode(p.Entity.Key))
	case p.Values != nil:
		n.Set("values", valuesNode(p.Values))
	}
	switch p.Match {
	case tools.MatchAtMost, tools.MatchAtLeast:
		n.Set(string(p.Match), textNode(p.Attribute))
	case tools.MatchNone:
		n.Set("filter", &document.Node{Kind: document.Bool, Value: false})
	default:
		if p.Attribute != p.Name { // the same name is the default
			n.Set("attribute", textNode(p.Attribute))
		}
	}
	props := document.Fields()
	for _, q := range p.Props {
		props.Set(q.Name, paramNode(q, nil))
	}
	n.Set("props", filled(props))
	if p.Items != nil {
		n.Set("items", filled(paramNode(p.Items, nil)))
	}
	if p.Type == "array" && p.Count != [2]int{2, 3} {
		n.Set("count", textNode(fmt.Sprintf("%d-%d", p.Count[0], p.Count[1])))
	}
	n.Set("differs", textNode(p.Differs))
	n.Set("noun", textNode(p.Noun))
	n.Set("say", phrasesNode(p.Say))
	n.Set("say_item", phrasesNode(p.SayItem))
	n.Set("ask", textsNode(p.AskFor))
	n.Set("there", textsNode(p.There))
	n.Set("other", textsNode(p.Other))
	said := document.Fields()
	for _, l := range labels {
		said.Set(fmt.Sprint(l.Value), textsNode(l.Say))
	}
	n.Set("labels", filled(said))
	return n
}

func topicNode(t *tools.Topic) *document.Node {
	n := document.Fields()
	n.Set("kind", textNode(string(t.Kind)))
	if t.Like != nil {
		n.Set("like", textNode(t.Like.Name))
	}
	if t.About != nil {
		n.Set("about", textNode(t.About.Key))
	}
	n.Set("word", textNode(t.Word))
	n.Set("keywords", textsNode(t.Keywords))
	n.Set("ask", phrasesNode(t.Ask))
	n.Set("answer", phrasesNode(t.Answer))
	n.Set("subject", textNode(t.Subject))
	var follow []*document.Node
	for _, f := range t.Follow {
		one := document.Fields()
		one.Set("way", textNode(string(f.Way)))
		one.Set("phrase", textNode(f.Phrase))
		one.Set("ask", phrasesNode(f.Ask))
		one.Set("answer", phrasesNode(f.Answer))
		follow = append(follow, one)
	}
	n.Set("follow", listNode(follow))
	return n
}
