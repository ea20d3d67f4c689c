package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// reply makes the ways to tell what a tool answered.
func (in *inference) reply(t *tools.Tool) {
	e := t.Entity
	id := "**{" + tools.SlotName(e.ID) + "}**"
	switch t.Effect {
	case tools.List:
		t.Tell = phrases("I found {count|"+tools.EscapeText(e.Noun)+"|"+tools.EscapeText(e.Plural)+"}:", "Here {count|"+tools.EscapeText(e.Noun)+" is|"+tools.EscapeText(e.Plural)+" are} for you:",
			"There {count|"+tools.EscapeText(e.Noun)+" is|"+tools.EscapeText(e.Plural)+" are} that fit:")
		t.Tell = t.Tell[:1]
		t.Tell = append(t.Tell, phrases("You can choose from {count|"+tools.EscapeText(e.Noun)+"|"+tools.EscapeText(e.Plural)+"}:", "This is what I found, {count|"+tools.EscapeText(e.Noun)+"|"+tools.EscapeText(e.Plural)+"}:")...)
		t.Empty = phrases("I'm afraid nothing fits that.", "There are no "+tools.EscapeText(e.Plural)+" like that.")
	case tools.Create:
		if t.Tell = phrases("That's done.", "Done.", "All set."); !in.isGiven(e) && len(in.answering(e)) == 0 {
			in.madeOf(t)
		}
	case tools.Update:
		t.Tell = phrases("The change is made.", "That's updated.", "Done.")
	case tools.Delete:
		status := "deleted"
		if len(t.Sets) > 0 {
			status, _ = t.Sets[0].Value.(string)
		}
		t.Tell = phrases("Done, "+tools.EscapeText(e.Noun)+" "+id+" is "+status+".", naming.Capitalize(tools.EscapeText(e.Noun))+" "+id+" is now "+status+".")
	case tools.Get:
		if len(t.Fields) == 0 {
			t.Tell = phrases("Here you go.", "This is what I have.", "Here is what came back.")
			return
		}
		own := &tools.Entity{Noun: e.Noun, ID: e.ID, Name: e.Name}
		told := in.answered(own, []*tools.Tool{t})
		if t.Gives = own.Attributes; len(told) == 0 && slices.Contains(silentVerbs, in.facts[t].Does) {
			a, s := attributeFrom("note")
			t.Gives, told = []*tools.Attribute{a}, []string{s.tell}
		}
		if len(told) == 0 {
			t.Gives, told = in.outcome(t)
			t.Gives, told = without(t.Gives, told, e)
		}
		for i := range told {
			told[i] = strings.TrimPrefix(told[i], "\x00")
		}
		text := strings.Join(told, ", ")
		if f := in.facts[t]; !naming.LooksUp(f.Does) && !slices.Contains(reckonings, f.Does) {
			t.Tell = phrases("Done. This came back on "+tools.EscapeText(e.Noun)+" "+id+": "+text+".", "That's done. For "+tools.EscapeText(e.Noun)+" "+id+" I have this: "+text+".")
			return
		}
		t.Tell = phrases("For "+tools.EscapeText(e.Noun)+" "+id+" I have this: "+text+".", "This is what came back on "+tools.EscapeText(e.Noun)+" "+id+": "+text+".",
			"Here is "+tools.EscapeText(e.Noun)+" "+id+": "+text+".")
	}
}

// reckonings are verbs of tools that find something out, and change nothing.
var reckonings = strings.Fields(`calculate compute convert translate check verify validate determine estimate predict analyze analyse identify extract summarize classify
	categorize detect compare decode parse geocode count evaluate test measure rank recognize download`)

// madeOf makes the answer of a tool that makes things: what it was told, and the
// number that the thing got. Nobody has rated or seen it yet.
func (in *inference) madeOf(t *tools.Tool) {
	e := t.Entity
	t.Fields = []string{e.ID}
	var told []string
	for _, p := range t.Params {
		if a := e.Attribute(p.Name); a != nil && p.Required && p.Entity == nil && a.Name != e.ID {
			t.Fields = append(t.Fields, a.Name)
			if len(labelFor(t, p)) == 0 && !in.hints[p].isID {
				told = append(told, tools.EscapeText(attributeNoun(naming.Words(p.Name)))+" {"+tools.SlotName(p.Name)+":bare}")
			}
		}
	}
	is := tools.EscapeText(e.Noun) + " is **{" + tools.SlotName(e.ID) + "}**"
	if len(told) > 0 {
		is += ": " + strings.Join(told, ", ")
	}
	t.Tell = phrases("That's done. The "+is+".", "Done. The "+is+".", "All set. The new "+is+".")
}

// without leaves out what the thing itself is known by.
func without(list []*tools.Attribute, told []string, e *tools.Entity) (kept []*tools.Attribute, text []string) {
	for i, a := range list {
		if a.Name != e.ID {
			kept, text = append(kept, a), append(text, told[i])
		}
	}
	return kept, text
}
