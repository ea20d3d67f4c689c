package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// reply makes the wordings for the answer of a tool.
func (in *inference) reply(t *tools.Tool) {
	e := t.Entity
	id := "**{" + tools.SlotName(e.ID) + "}**"
	switch t.Effect {
	case tools.List:
		count := "{count|" + tools.EscapeText(e.Noun) + "|" + tools.EscapeText(e.Plural) + "}:"
		t.Tell = phrases("I found "+count, "The list has "+count, "This is what I found, "+count)
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
			told = in.ownValues(t, told)
		}
		told = in.chiefly(own, told)
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

// ownValues has an answer about a thing tell the values that the thing has, where it would
// invent others for the same attributes, and something new beside them.
func (in *inference) ownValues(t *tools.Tool, told []string) []string {
	e := t.Entity
	var gives []*tools.Attribute
	for _, a := range t.Gives {
		if own := e.Attribute(a.Name); own == nil {
			gives = append(gives, a)
		} else {
			t.Fields = append(t.Fields, a.Name)
		}
	}
	if len(gives) == 0 {
		for _, key := range []string{"size_kb", "entries"} {
			if a, s := attributeFrom(key); len(gives) == 0 && e.Attribute(a.Name) == nil {
				gives, told = append(gives, a), append(told, s.tell)
			}
		}
	}
	t.Gives = gives
	return told
}

// reckonings are verbs of tools that find something out and change nothing.
var reckonings = strings.Fields(`calculate compute convert translate check verify validate determine estimate predict analyze analyse identify extract summarize classify
	categorize detect compare decode parse geocode count evaluate test measure rank recognize download`)

// madeOf makes the answer of a tool that creates things: the values that it got,
// and the number of the new thing.
func (in *inference) madeOf(t *tools.Tool) {
	e := t.Entity
	t.Fields = []string{e.ID}
	var told []string
	for _, p := range t.Params {
		if a := sameWords(e, p); a != nil && p.Required && p.Entity == nil && a.Name != e.ID {
			t.Fields = append(t.Fields, a.Name)
			if len(t.Labels[p.Name]) == 0 && !in.hints[p].isID {
				told = append(told, tools.EscapeText(attributeNoun(naming.Words(p.Name)))+" {"+tools.SlotName(a.Name)+":bare}")
			}
		}
	}
	is := tools.EscapeText(e.Noun) + " is **{" + tools.SlotName(e.ID) + "}**"
	if len(told) > 0 {
		is += ": " + strings.Join(told, ", ")
	}
	t.Tell = phrases("That's done. The "+is+".", "Done. The "+is+".", "All set. The new "+is+".")
}

// without leaves out the identifier of the thing itself.
func without(list []*tools.Attribute, told []string, e *tools.Entity) (kept []*tools.Attribute, text []string) {
	for i, a := range list {
		if a.Name != e.ID {
			kept, text = append(kept, a), append(text, told[i])
		}
	}
	return kept, text
}
