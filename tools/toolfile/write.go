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

// Write writes a toolset with all that is known of it, inferred or not, as YAML:
// schemas, and everything beyond them. [Parse] reads it back.
func Write(ts *tools.Toolset) []byte { return document.Encode(written(ts)) }

// WriteBare writes a toolset as a source tells it: names, descriptions, schemas,
// and nothing that is known or inferred beyond them.
func WriteBare(ts *tools.Toolset) []byte {
	list := document.Fields()
	for _, t := range ts.Tools {
		tool := document.Fields()
		add(tool, "about", textNode(t.Description))
		add(tool, "source", textNode(t.From))
		add(tool, "parameters", anyNode(json.RawMessage(t.Parameters)))
		add(tool, "returns", t.Answers)
		add(list, t.Name, tool)
	}
	n := document.Fields()
	add(n, "toolset", textNode(ts.Name))
	add(n, "about", textNode(ts.About))
	add(n, "source", textNode(ts.From))
	add(n, "licence", textNode(ts.Licence))
	add(n, "tools", list)
	return document.Encode(n)
}

// Document is what [Write] writes, as a tree.
func Document(ts *tools.Toolset) *document.Node { return written(ts) }

// FileName is the name of a file for the toolset of that name, with nothing in
// it that leads out of a folder: "travel/hotels" gives "travel.hotels.yaml".
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
	file := strings.Join(parts, ".")
	return file[:min(len(file), 100)] + ".yaml"
}

// written is the document of a toolset.
func written(ts *tools.Toolset) *document.Node {
	entities, list := document.Fields(), document.Fields()
	for _, e := range ts.Entities {
		add(entities, e.Key, entityNode(e))
	}
	for _, t := range ts.Tools {
		add(list, t.Name, toolNode(t))
	}
	n := document.Fields()
	add(n, "toolset", textNode(ts.Name))
	add(n, "title", textNode(ts.Title))
	add(n, "domain", textNode(ts.Domain))
	add(n, "about", textNode(ts.About))
	add(n, "source", textNode(ts.From))
	add(n, "licence", textNode(ts.Licence))
	add(n, "scenarios", textsNode(ts.Scenarios))
	add(n, "scenes", phrasesNode(ts.Scenes))
	if len(entities.Keys) > 0 {
		add(n, "entities", entities)
	}
	add(n, "tools", list)
	var chat []*document.Node
	for _, t := range ts.Topics {
		chat = append(chat, topicNode(t))
	}
	add(n, "chat", listNode(chat))
	return n
}

// add puts a field at the end, unless it is nothing.
func add(n *document.Node, key string, value *document.Node) {
	if value != nil {
		n.Set(key, value)
	}
}

func textNode(s string) *document.Node {
	if s == "" {
		return nil
	}
	return &document.Node{Kind: document.Text, Value: s}
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
		items = append(items, &document.Node{Kind: document.Text, Value: s})
	}
	return listNode(items)
}

func phrasesNode(list []*tools.Phrase) *document.Node {
	var items []*document.Node
	for _, p := range list {
		items = append(items, &document.Node{Kind: document.Text, Value: p.Text})
	}
	return listNode(items)
}

// anyNode is a value as a document.
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
	add(n, "noun", textNode(e.Noun))
	if e.Plural != naming.Plural(e.Noun) {
		add(n, "plural", textNode(e.Plural))
	}
	add(n, "id", textNode(e.ID))
	add(n, "name", textNode(e.Name))
	add(n, "own", flagNode(e.Own))
	for _, a := range e.Attributes {
		add(attributes, a.Name, attributeNode(a))
	}
	add(n, "attributes", attributes)
	var compare []*document.Node
	at := map[string]*document.Node{}
	for _, c := range e.Comparisons {
		if at[c.By] == nil {
			at[c.By] = document.Fields(document.Field{Key: "by", Value: textNode(c.By)})
			compare = append(compare, at[c.By])
		}
		add(at[c.By], map[mission.Order]string{mission.OrderMin: "least", mission.OrderMax: "most"}[c.Order], textsNode(c.Say))
	}
	add(n, "compare", listNode(compare))
	add(n, "line", phrasesNode(e.Lines))
	add(n, "card", phrasesNode(e.Cards))
	return n
}

func attributeNode(a *tools.Attribute) *document.Node {
	n := valuesNode(a.Values)
	add(n, "about", textNode(a.About))
	add(n, "detail", flagNode(a.Detail))
	add(n, "unique", flagNode(a.Unique))
	return n
}

// written is the document that [decoder.values] reads.
func valuesNode(v *tools.Values) *document.Node {
	n := document.Fields()
	if v == nil {
		return n
	}
	text := func(key, format string, args ...any) { add(n, key, textNode(fmt.Sprintf(format, args...))) }
	digits := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	clock := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
	switch v.Kind {
	case tools.ValuePick, tools.ValueText:
		add(n, string(v.Kind), anyNode(v.Pick))
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		text(string(v.Kind), "%s-%s", digits(v.Min), digits(v.Max))
	case tools.ValueBool:
		add(n, "bool", anyNode(v.Share))
	case tools.ValueDate, tools.ValueMonth, tools.ValueDateTime:
		text(string(v.Kind), "%+d..%+d", int(v.Min), int(v.Max))
		add(n, "workdays", flagNode(v.Workdays))
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
			add(n, "among", anyNode(v.Pick))
		}
	case tools.ValueAfter:
		text("after", "%s", v.Text)
		text("plus", "%s-%s", digits(v.Min), digits(v.Max))
	case tools.ValueTimes, tools.ValueSum:
		add(n, string(v.Kind), anyNode(v.Terms))
	default:
		text("is", "%s", v.Kind)
	}
	if v.Step != 0 {
		add(n, "step", anyNode(v.Step))
	}
	if v.Digits != 0 {
		add(n, "digits", anyNode(v.Digits))
	}
	add(n, "unit", textNode(v.Unit))
	if add(n, "by", textsNode(v.By)); len(v.Cases) > 0 {
		key := string(v.Kind)
		if v.Kind == tools.ValueAfter {
			key = "plus"
		}
		cases := document.Fields()
		for _, c := range v.Cases {
			add(cases, c.When, valuesNode(c.Values).Fields[key])
		}
		add(n, "cases", cases)
	}
	return n
}

func toolNode(t *tools.Tool) *document.Node {
	n, params, sets, onlyIf, gives := document.Fields(), document.Fields(), document.Fields(), document.Fields(), document.Fields()
	add(n, "about", textNode(t.Description))
	add(n, "source", textNode(t.From))
	add(n, "scenario", textNode(t.Scenario))
	effect := string(t.Effect)
	if t.Entity != nil {
		effect += " " + t.Entity.Key
	}
	add(n, "effect", textNode(effect))
	add(n, "parameters", anyNode(json.RawMessage(t.Parameters)))
	for _, p := range t.Params {
		if told := paramNode(p, t.Labels[p.Name]); len(told.Keys) > 0 {
			add(params, p.Name, told)
		}
	}
	if len(params.Keys) > 0 {
		add(n, "params", params)
	}
	for _, a := range t.Gives {
		add(gives, a.Name, attributeNode(a))
	}
	if len(gives.Keys) > 0 {
		add(n, "gives", gives)
	}
	add(n, "fields", textsNode(t.Fields))
	for _, s := range t.Sets {
		add(sets, s.Attribute, anyNode(s.Value))
	}
	if len(sets.Keys) > 0 {
		add(n, "sets", sets)
	}
	add(n, "after", textsNode(t.After))
	add(n, "undoes", textsNode(t.Undoes))
	for _, c := range t.OnlyIf {
		add(onlyIf, c.Param+"."+c.Attribute, anyNode(c.Values))
	}
	if len(onlyIf.Keys) > 0 {
		add(n, "only_if", onlyIf)
	}
	add(n, "do", phrasesNode(t.Do))
	var ask []*document.Node
	for _, a := range t.Ask {
		ask = append(ask, document.Fields(document.Field{Key: string(a.Tone) + " " + string(a.Form), Value: textNode(a.Phrase.Text)}))
	}
	add(n, "ask", listNode(ask))
	add(n, "where", phrasesNode(t.Where))
	add(n, "tell", phrasesNode(t.Tell))
	add(n, "empty", phrasesNode(t.Empty))
	add(n, "refused", phrasesNode(t.Refused))
	add(n, "next", textsNode(t.Next))
	return n
}

// written is what is known of a parameter beyond its schema.
func paramNode(p *tools.Param, labels []tools.Label) *document.Node {
	n := document.Fields()
	if p.Made {
		add(n, "type", textNode(p.Type))
		add(n, "required", flagNode(p.Required))
	}
	switch {
	case p.Entity != nil:
		add(n, "entity", textNode(p.Entity.Key))
	case p.Values != nil:
		add(n, "values", valuesNode(p.Values))
	}
	switch p.Match {
	case tools.MatchAtMost, tools.MatchAtLeast:
		add(n, string(p.Match), textNode(p.Attribute))
	case tools.MatchNone:
		add(n, "filter", &document.Node{Kind: document.Bool, Value: false})
	default:
		if p.Attribute != p.Name { // else it goes without saying
			add(n, "attribute", textNode(p.Attribute))
		}
	}
	props := document.Fields()
	for _, q := range p.Props {
		add(props, q.Name, paramNode(q, nil))
	}
	if len(props.Keys) > 0 {
		add(n, "props", props)
	}
	if p.Items != nil {
		if items := paramNode(p.Items, nil); len(items.Keys) > 0 {
			add(n, "items", items)
		}
	}
	if p.Type == "array" && p.Count != [2]int{2, 3} {
		add(n, "count", textNode(fmt.Sprintf("%d-%d", p.Count[0], p.Count[1])))
	}
	add(n, "differs", textNode(p.Differs))
	add(n, "noun", textNode(p.Noun))
	add(n, "say", phrasesNode(p.Say))
	add(n, "say_item", phrasesNode(p.SayItem))
	add(n, "ask", textsNode(p.AskFor))
	add(n, "vague", textsNode(p.Vague))
	add(n, "there", textsNode(p.There))
	add(n, "other", textsNode(p.Other))
	said := document.Fields()
	for _, l := range labels {
		add(said, fmt.Sprint(l.Value), textsNode(l.Say))
	}
	if len(said.Keys) > 0 {
		add(n, "labels", said)
	}
	return n
}

func topicNode(t *tools.Topic) *document.Node {
	n := document.Fields()
	add(n, "kind", textNode(string(t.Kind)))
	if t.Like != nil {
		add(n, "like", textNode(t.Like.Name))
	}
	if t.About != nil {
		add(n, "about", textNode(t.About.Key))
	}
	add(n, "keywords", textsNode(t.Keywords))
	add(n, "ask", phrasesNode(t.Ask))
	add(n, "answer", phrasesNode(t.Answer))
	add(n, "subject", textNode(t.Subject))
	var follow []*document.Node
	for _, f := range t.Follow {
		one := document.Fields()
		add(one, "way", textNode(string(f.Way)))
		add(one, "phrase", textNode(f.Phrase))
		add(one, "ask", phrasesNode(f.Ask))
		add(one, "answer", phrasesNode(f.Answer))
		follow = append(follow, one)
	}
	add(n, "follow", listNode(follow))
	return n
}
