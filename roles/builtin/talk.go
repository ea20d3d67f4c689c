package builtin

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// Talk about what was shown: opinions, doubts, and what else there is to choose from.

// opinionRequest asks which of the listed things the assistant would take.
func (s *speaker) opinionRequest() string {
	plural := s.Blueprint.Chat.Entity.Plural
	if s.Blueprint.Relation == mission.LongTerm {
		return pick(s.r, sentences["far opinion"], "{x}", plural)
	}
	text := pick(s.r, s.toned("opinion"), "{x}", plural)
	s.phrases = append(s.phrases, strings.TrimRight(text, ".?!"))
	return text
}

// placeRequest doubts a value of a listed thing, or asks the same about another one.
func (s *speaker) placeRequest() (string, bool) {
	chat := s.Blueprint.Chat
	if chat.It == nil {
		return pick(s.r, sentences["place again"], "{it}", "the "+ordinalWord(chat.Compare.Winner+1)+" one"), true
	}
	it := s.shownWords(chat.It)
	s.phrases = append(s.phrases, it)
	frames := "place"
	switch {
	case priced(chat):
		frames = "place price"
	case more(chat):
		frames = "place more"
	}
	return capital(pick(s.r, s.toned(frames), "{it}", it, "{x}", listedValue(s.Story, chat, chat.Compare.Winner))), true
}

// more reports whether people choose the thing with more.
func more(chat *blueprint.Chat) bool {
	return slices.ContainsFunc(chat.Entity.Comparisons, func(c mission.Comparison) bool {
		return c.By == chat.Compare.By && c.Order == mission.OrderMax && c.Wanted == mission.WantedChoose
	})
}

// priced reports whether the compared values are prices.
func priced(chat *blueprint.Chat) bool {
	return slices.ContainsFunc(wordsOf(chat.Compare.By), func(w string) bool {
		return slices.Contains([]string{"price", "rate", "fare", "rent", "cost", "fee", "charge", "deposit"}, w)
	})
}

// listedRow is a compared thing.
func listedRow(s *blueprint.Story, claim *mission.CompareClaim, i int) tools.Object {
	found, _ := s.Past[claim.Mission].Calls[claim.Call].Answer.Body.At(claim.List)
	rows, _ := found.([]any)
	row, _ := rows[i].(tools.Object)
	return row
}

// listedValue tells the compared value of a thing.
func listedValue(s *blueprint.Story, chat *blueprint.Chat, i int) string {
	return valueBy(s, chat.Entity, chat.Compare, i)
}

func valueBy(s *blueprint.Story, e *tools.Entity, claim *mission.CompareClaim, i int) string {
	v, _ := listedRow(s, claim, i).Get(claim.By)
	words := withNoun(e, claim.By, v)
	if !bareNumber(words) {
		return words
	}
	name := strings.Join(wordsOf(claim.By), " ")
	if told := measured(claim.By, words); told != name+" "+words {
		return told // it has a unit
	}
	if strings.HasSuffix(name, "score") || strings.HasSuffix(name, "rating") {
		return article(name) + " of " + words
	}
	return words // the sentence says of what: "it is the oldest (1597)"
}

// preferred tells which of the listed things the assistant would take, and why; and what speaks
// for another.
func preferred(r keyed.Rand, s *roles.Scene, chat *blueprint.Chat) string {
	reason := func(claim *mission.CompareClaim, forms []string) []string {
		id, _ := listedRow(s.Story, claim, claim.Winner).Get(chat.Entity.ID)
		return []string{"{n}", ordinalWord(claim.Winner + 1), "{w}", fmt.Sprint(id), "{p}", predicate(pick(r, forms, "{noun}", "one")),
			"{x}", valueBy(s.Story, chat.Entity, claim, claim.Winner)}
	}
	text := pick(r, sentences["opinion answer"], reason(chat.Compare, chat.Forms)...)
	if chat.Instead != nil {
		text += " " + pick(r, sentences["opinion instead"], reason(chat.Instead, chat.InsteadForms)...)
	}
	return text
}

// placed tells how a thing compares with the others.
func placed(r keyed.Rand, s *roles.Scene, chat *blueprint.Chat) string {
	claim := chat.Compare
	n := len(claim.Items)
	other := *claim // the ends of the list
	ends := [2]int{claim.Winner, claim.Winner}
	for _, i := range claim.Items {
		for k, order := range []mission.Order{mission.OrderMin, mission.OrderMax} {
			if before(s.Story, &other, order, i, ends[k]) {
				ends[k] = i
			}
		}
	}
	id, _ := listedRow(s.Story, claim, claim.Winner).Get(chat.Entity.ID)
	value := listedValue(s.Story, chat, claim.Winner)
	rank := ranked(value, claim.Order, priced(chat))
	if claim.Place > 1 {
		rank = ordinalWord(claim.Place) + " " + rank
	}
	lead, frames := "No", "place answer"
	switch {
	case 2*claim.Place == n+1:
		frames = "place answer middle"
	case priced(chat):
		frames = "place answer price"
	}
	if claim.Order == mission.OrderMax {
		lead = "Yes"
	}
	if chat.It == nil {
		lead = keyed.Pick(r, []string{"Well", "There"})
	}
	return pick(r, sentences[frames], "{yes}", lead, "{w}", fmt.Sprint(id), "{x}", value, "{r}", rank, "{n}", numberWord(n),
		"{a}", listedValue(s.Story, chat, ends[0]), "{b}", listedValue(s.Story, chat, ends[1]))
}

// before reports whether thing i comes before thing j in an order.
func before(s *blueprint.Story, claim *mission.CompareClaim, order mission.Order, i, j int) bool {
	a, _ := listedRow(s, claim, i).Get(claim.By)
	b, _ := listedRow(s, claim, j).Get(claim.By)
	c, ok := world.Compare(a, b)
	return ok && (order == mission.OrderMin && c < 0 || order == mission.OrderMax && c > 0)
}

// ranked is the superlative for one end of some values, by how they are told.
func ranked(value string, order mission.Order, price bool) string {
	unit := value[strings.LastIndexByte(value, ' ')+1:]
	words := [2]string{"lowest figure", "highest figure"}
	switch {
	case price:
		words = [2]string{"cheapest", "most expensive"}
	case slices.Contains([]string{"minute", "minutes", "hour", "hours", "day", "days"}, unit):
		words = [2]string{"shortest time", "longest time"}
	case slices.Contains([]string{"km", "miles", "mile", "m", "metres"}, unit):
		words = [2]string{"shortest distance", "longest distance"}
	case unit != value && strings.HasSuffix(unit, "s") && strings.ToLower(unit) == unit: // seats
		words = [2]string{"lowest number", "highest number"}
	}
	if order == mission.OrderMax {
		return words[1]
	}
	return words[0]
}

// optionsRequest asks what else a parameter can be.
func (s *speaker) optionsRequest() string {
	noun := s.Blueprint.Chat.Options.Noun
	plural := naming.Plural(noun)
	if first, rest, ok := strings.Cut(noun, " of "); ok {
		plural = naming.Plural(first) + " of " + rest
	}
	text := pick(s.r, s.toned("options"), "{x}", plural)
	return s.comeBack(text, text)
}

// optionsOf lists what the values of a parameter are called.
func optionsOf(chat *blueprint.Chat) []string {
	var out []string
	for _, v := range chat.Options.Enum {
		words, ok := labelled(chat.Tool.Labels[chat.Options.Name], v)
		if !ok {
			words = tell(v, &tools.Values{Kind: tools.ValuePick}, true)
		}
		out = append(out, words)
	}
	return out
}
