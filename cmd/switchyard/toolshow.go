package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"switchyard/mission"
	"switchyard/tools"
)

// shownToolset is a toolset as it is shown.
type shownToolset struct {
	listedToolset
	About    string        `json:"about,omitempty"`
	Source   string        `json:"source"`            // where it was loaded from
	From     string        `json:"from,omitempty"`    // where its author took it from
	Licence  string        `json:"licence,omitempty"` // of that
	Inferred bool          `json:"inferred"`
	Things   []shownEntity `json:"entity_list"`
	Offered  []shownTool   `json:"tool_list"`
}

type shownEntity struct {
	Name       string   `json:"name"`
	Plural     string   `json:"plural"`
	ID         string   `json:"id"`
	Attributes []string `json:"attributes"`
	Compare    []string `json:"compare"` // a wording for each comparison
}

type shownTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	From        string          `json:"from,omitempty"` // line or pointer in what the toolset was taken from
	Effect      string          `json:"effect"`
	Parameters  json.RawMessage `json:"parameters"`
	Returns     json.RawMessage `json:"returns"`
	After       []string        `json:"after"`
	Takes       []taken         `json:"takes"`
	Wordings    []string        `json:"wordings"`
	params      []*tools.Param
}

// taken is a parameter whose value other tools of the toolset return.
type taken struct {
	Parameter string   `json:"parameter"`
	Entity    string   `json:"entity"`
	From      []string `json:"from"`
}

func describeToolset(set *tools.Toolset) shownToolset {
	s := shownToolset{listedToolset: listOf([]*tools.Toolset{set})[0], About: set.About, Source: set.Source, From: set.From,
		Licence: set.Licence, Inferred: set.Inferred, Things: []shownEntity{}, Offered: []shownTool{}}
	for _, e := range set.Entities {
		thing := shownEntity{Name: e.Noun, Plural: e.Plural, ID: e.ID, Attributes: []string{}, Compare: []string{}}
		for _, a := range e.Attributes {
			thing.Attributes = append(thing.Attributes, a.Name)
		}
		for _, cmp := range e.Comparisons {
			if len(cmp.Say) > 0 {
				thing.Compare = append(thing.Compare, strings.ReplaceAll(cmp.Say[0], "{noun}", e.Noun))
			}
		}
		s.Things = append(s.Things, thing)
	}
	for _, t := range set.Tools {
		s.Offered = append(s.Offered, describeTool(set, t))
	}
	return s
}

func describeTool(set *tools.Toolset, t *tools.Tool) shownTool {
	s := shownTool{Name: t.Name, Description: t.Description, From: t.From, Effect: string(t.Effect), Parameters: t.Parameters, Returns: t.Returns,
		After: append([]string{}, t.After...), Takes: []taken{}, Wordings: wordings(t), params: t.Params}
	if t.Entity != nil {
		s.Effect += " " + t.Entity.Noun
	}
	for _, p := range t.Params {
		entity := p.Entity
		if p.Items != nil && p.Items.Entity != nil {
			entity = p.Items.Entity
		}
		if entity == nil {
			continue
		}
		from := taken{Parameter: p.Name, Entity: entity.Noun, From: []string{}}
		for _, other := range set.Tools {
			if other != t && other.Entity == entity && (other.Effect == tools.List || other.Effect == tools.Create) {
				from.From = append(from.From, other.Name)
			}
		}
		s.Takes = append(s.Takes, from)
	}
	return s
}

// wordings gives a few ways to ask for a tool: verb phrases, then whole
// requests in different tones.
func wordings(t *tools.Tool) []string {
	list := []string{}
	for _, p := range t.Do[:min(2, len(t.Do))] {
		if s, ok := sample(p); ok {
			list = append(list, s)
		}
	}
	var tones []mission.Tone
	for _, a := range t.Ask {
		if len(tones) == 2 || slices.Contains(tones, a.Tone) {
			continue
		}
		if s, ok := sample(a.Phrase); ok {
			tones = append(tones, a.Tone)
			list = append(list, fmt.Sprintf("%s (%s)", s, a.Tone))
		}
	}
	return list
}

// sample says a phrase with the names of its slots for words.
func sample(p *tools.Phrase) (string, bool) {
	s, ok := p.Render(func(s *tools.Slot) (string, bool) {
		if s.Many != "" {
			return "{" + s.Name + "} " + s.Many, true
		}
		return "{" + s.Name + "}", true
	}, func(int) int { return 0 })
	return oneLine(s), ok
}

func (c *console) printToolset(s *shownToolset) {
	p := paint{c.colour}
	title := printable(s.Name)
	if s.Title != "" {
		title += ": " + printable(s.Title)
	}
	c.printf("%s\n", p.bold(title))
	c.field("about", s.About)
	c.field("domain", s.Domain)
	c.field("scenarios", strings.Join(s.Scenarios, ", "))
	c.field("source", s.Source)
	c.field("made from", s.From)
	c.field("licence", s.Licence)
	if s.Inferred {
		c.field("meaning", "inferred from names and schemas")
	}
	for _, e := range s.Things {
		c.printf("\n%s\n", p.bold("entity "+printable(e.Name)))
		c.field("called by", e.ID)
		c.field("attributes", strings.Join(e.Attributes, ", "))
		c.field("chosen as", strings.Join(e.Compare, ", "))
	}
	for i := range s.Offered {
		c.printf("\n")
		c.printTool(&s.Offered[i])
	}
}

// field prints a line of a description, folded at the width of a page.
func (c *console) field(name, text string) {
	if text == "" {
		return
	}
	const indent, width = 14, 78
	line := fmt.Sprintf("  %-*s", indent-2, name)
	empty := true
	for _, word := range strings.Fields(printable(text)) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			c.printf("%s\n", line)
			line, empty = strings.Repeat(" ", indent), true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	c.printf("%s\n", line)
}

func (c *console) printTool(t *shownTool) {
	p := paint{c.colour}
	c.printf("%s\n", p.bold("tool "+printable(t.Name)))
	c.field("about", t.Description)
	c.field("made from", t.From)
	c.field("effect", t.Effect)
	name := "parameters"
	for _, param := range t.params {
		c.field(name, describeParam(param))
		name = ""
	}
	c.field("returns", describeReturns(t.Returns))
	for _, from := range t.Takes {
		text := fmt.Sprintf("%s (%s)", from.Parameter, from.Entity)
		if len(from.From) > 0 {
			text += " from " + strings.Join(from.From, " or ")
		}
		c.field("takes", text)
	}
	c.field("comes after", strings.Join(t.After, ", "))
	name = "said as"
	for _, w := range t.Wordings {
		c.field(name, w)
		name = ""
	}
}

// describeParam is "date: string (date), required; day of departure".
func describeParam(p *tools.Param) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", p.Name, p.Type)
	if p.Items != nil && p.Items.Type != "" {
		fmt.Fprintf(&b, " of %ss", p.Items.Type)
	}
	if p.Required {
		b.WriteString(", required")
	}
	if len(p.Enum) > 0 {
		b.WriteString(", one of")
		for i, v := range p.Enum {
			if i == 8 && len(p.Enum) > 9 {
				fmt.Fprintf(&b, " and %d more", len(p.Enum)-i)
				break
			}
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, " %v", v)
		}
	}
	if p.Default != nil {
		fmt.Fprintf(&b, ", by default %v", p.Default)
	}
	if p.About != "" {
		b.WriteString("; " + p.About)
	}
	return b.String()
}

// describeReturns lists the fields of an observation: "count, flights[] with
// flight_number, price".
func describeReturns(schema json.RawMessage) string {
	var fields []string
	for _, f := range propertiesOf(schema) {
		text := f.name
		if f.Type == "array" && f.Items != nil {
			var inner []string
			for _, i := range propertiesOf(f.Items) {
				inner = append(inner, i.name)
			}
			text += "[]"
			if len(inner) > 0 {
				text += " (" + strings.Join(inner, ", ") + ")"
			}
		}
		fields = append(fields, text)
	}
	return strings.Join(fields, ", ")
}

type property struct {
	name  string
	Type  any             `json:"type"`
	Items json.RawMessage `json:"items"`
}

// propertiesOf reads the properties of a schema, in the order in which they
// stand there.
func propertiesOf(schema json.RawMessage) []property {
	var doc struct {
		Properties json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &doc) != nil || doc.Properties == nil {
		return nil
	}
	var list []property
	d := json.NewDecoder(strings.NewReader(string(doc.Properties)))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return list
		}
		var p property
		if err := d.Decode(&p); err != nil {
			return list
		}
		p.name, _ = key.(string)
		list = append(list, p)
	}
	return list
}
