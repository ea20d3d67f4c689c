package tools

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// verbWays are other words for what a tool does. The first is the plainest.
var verbWays = map[string][]string{
	"get": {"get", "look up", "fetch"}, "retrieve": {"get", "look up", "pull up"}, "obtain": {"get", "look up", "fetch"}, "access": {"get", "pull up", "look up"},
	"fetch": {"fetch", "get", "look up"}, "view": {"show me", "look up", "pull up"}, "provide": {"give me", "get", "find"}, "receive": {"get", "fetch", "pull up"},
	"return": {"get", "give me", "look up"}, "show": {"show me", "pull up", "look up"}, "display": {"show me", "pull up", "look up"}, "query": {"look up", "get", "find"},
	"search": {"search for", "look for", "find"}, "find": {"find", "look for", "search for"}, "list": {"list", "show me", "find"}, "browse": {"browse", "look through", "show me"},
	"filter": {"find", "look for", "pick out"}, "explore": {"show me", "look up", "find"}, "locate": {"find", "locate", "look for"}, "look": {"look up", "find", "get"},
	"create": {"create", "set up", "make"}, "add": {"add", "put in"}, "book": {"book", "reserve"}, "generate": {"generate", "create", "make"},
	"update": {"update", "change", "edit"}, "modify": {"modify", "change", "edit"}, "change": {"change", "update", "edit"}, "edit": {"edit", "change", "update"},
	"delete": {"delete", "remove", "get rid of"}, "remove": {"remove", "delete", "take out"}, "cancel": {"cancel", "call off"},
	"calculate": {"calculate", "work out"}, "compute": {"compute", "work out", "calculate"}, "convert": {"convert", "change over"}, "check": {"check", "find out"},
	"verify": {"verify", "check", "confirm"}, "validate": {"validate", "check"}, "determine": {"determine", "find out", "check"}, "estimate": {"estimate", "work out"},
	"predict": {"predict", "forecast"}, "analyze": {"analyze", "look into", "go through"}, "extract": {"extract", "pull out"}, "identify": {"identify", "find"},
	"send": {"send", "send out"}, "plan": {"plan", "work out"}, "download": {"download", "get"}, "process": {"process", "handle"}, "track": {"track", "follow"},
	"read": {"read", "get", "pull up"}, "compare": {"compare", "weigh up"}, "help": {"help me with", "support me with"}, "allow": {"help me with", "handle"},
	"support": {"help me with", "handle"}, "use": {"use", "try", "run"}, "suggest": {"suggest", "find", "recommend"}, "recommend": {"recommend", "suggest", "find"},
}

// looksUp tells whether the verb only asks for something, so that its object
// alone is a request: "the weather in Porto, please".
func looksUp(verb string) bool {
	return slices.Contains(getVerbs, verb) || slices.Contains([]string{"search", "find", "list", "browse", "filter", "explore", "locate", "look"}, verb)
}

// words makes the wordings of a tool.
func (in *inference) words(t *Tool) {
	f := in.facts[t]
	verb, object := f.does, escape(f.about)
	if rest, ok := strings.CutPrefix(object, "for "); ok && slices.Contains([]string{"search", "look", "browse"}, verb) {
		object = rest
	} else if ok {
		verb, object = verb+" for", rest
	}
	if verb == "check" && strings.HasPrefix(object, "whether ") || verb == "determine" && strings.HasPrefix(object, "whether ") {
		verb = "check"
	}
	if verb == "look" { // "look up" brings its particle along
		object = strings.TrimPrefix(object, "up ")
	}
	object, tail := in.place(t, object)
	ways := verbWays[verb]
	if len(ways) == 0 {
		ways = []string{verb}
	}
	if strings.HasPrefix(object, "between") || strings.HasPrefix(object, "whether") || strings.HasPrefix(object, "if ") || strings.HasPrefix(object, "for ") || strings.HasPrefix(object, "with ") || strings.HasPrefix(object, "in ") {
		ways = ways[:1]
	}
	for _, w := range ways {
		t.Do = append(t.Do, phrases(w+" "+object+tail)...)
	}
	if looksUp(verb) && !strings.HasPrefix(object, "whether") && !strings.HasPrefix(object, "how ") && !strings.HasPrefix(object, "out ") {
		t.Do = append(t.Do, phrases("show me "+object+tail)...)
		in.ask(t, object+tail, []asking{
			{mission.Colloquial, "I'm looking for %s."}, {mission.Colloquial, "I'd love to see %s."},
			{mission.Direct, "I need %s."}, {mission.Direct, "I want %s."},
			{mission.Polite, "I was hoping to get %s."}, {mission.Polite, "I'd be glad to have %s, please."},
			{mission.Formal, "I should like to see %s."}, {mission.Formal, "I am interested in %s."},
		})
	} else {
		in.ask(t, ways[0]+" "+object+tail, []asking{
			{mission.Colloquial, "I want to %s."}, {mission.Colloquial, "Any chance you could %s?"},
			{mission.Direct, "I want to %s."}, {mission.Direct, "I have to %s."},
			{mission.Polite, "I was hoping you could %s."}, {mission.Polite, "Would it be possible to %s?"},
			{mission.Formal, "I wish to %s."}, {mission.Formal, "It is important to me to %s."},
		})
	}
	if t.Effect == List {
		t.Where = phrases(in.tails(t, nil))
		if len(t.Where) == 0 {
			t.Where = []*Phrase{{}}
		}
	}
	in.reply(t)
}

type asking struct {
	tone mission.Tone
	text string
}

func (in *inference) ask(t *Tool, what string, list []asking) {
	for _, a := range list {
		for _, p := range phrases(strings.ReplaceAll(a.text, "%s", what)) {
			form := mission.FormStatement
			if strings.HasSuffix(p.Text, "?") {
				form = mission.FormQuestion
			}
			t.Ask = append(t.Ask, AskPhrase{a.tone, form, p})
		}
	}
}

// place puts required parameters at the words that stand for them in the
// object, and gives what is left to say behind it.
func (in *inference) place(t *Tool, object string) (placed, tail string) {
	done := map[*Param]bool{}
	for _, p := range t.Params {
		if !p.Required || p.Type == "array" || p.Type == "object" || p.Type == "boolean" || in.isTime(p) {
			continue
		}
		h := in.hints[p]
		noun := h.noun
		if p.Entity != nil {
			noun = p.Entity.Noun
		}
		if t.Effect == List && p.Entity == nil {
			continue // what is listed can be told in a noun phrase, which has its own words
		}
		nouns := []string{noun}
		for other, same := range synonyms {
			if same == noun && p.Entity != nil {
				nouns = append(nouns, other)
			}
		}
		slices.Sort(nouns[1:])
		for _, n := range nouns {
			if text, ok := in.inline(t, object, p, n, h); ok {
				object, done[p] = text, true
				break
			}
		}
	}
	return object, in.tails(t, done)
}

func (in *inference) isTime(p *Param) bool {
	return p.Values != nil && slices.Contains([]ValueKind{ValueDate, ValueTime, ValueDateTime, ValueMonth}, p.Values.Kind)
}

// inline replaces "a song" in the object with "the song[ {song}]", and the
// mention of an entity with its slot, which brings its noun along.
func (in *inference) inline(t *Tool, object string, p *Param, noun string, h *paramHints) (string, bool) {
	if noun == "" || noun == "item" || p.Entity == nil && p.Values != nil && p.Values.Kind == ValuePick && len(p.Enum) > 0 {
		return object, false
	}
	last := regexp.QuoteMeta(lastWord(noun))
	if p.Entity == nil {
		last = regexp.QuoteMeta(noun)
	}
	re, err := regexp.Compile(`(?i)^(a|an|the|one|my) ((?:[A-Za-z][\w-]* ){0,3}?)(` + last + `(?: (?:position|item|record|account|listing|code|number))?)( (?:on|in|of|for|at|from|to|with|and|against|within|across|into|as)\b|$)`)
	if err != nil {
		return object, false
	}
	// What is given stands last: "the complement of a colour".
	var m []int
	for at := len(object) - 1; at >= 0 && m == nil; at-- {
		if at > 0 && object[at-1] != ' ' {
			continue
		}
		m = re.FindStringSubmatchIndex(object[at:])
		for i := range m {
			m[i] += at
		}
	}
	if m == nil {
		return object, false
	}
	between := object[m[4]:m[5]]
	for _, w := range strings.Fields(between) {
		if slices.Contains([]string{"of", "in", "on", "for", "about", "to", "and", "from", "with", "at", "by", "between", "or"}, strings.ToLower(w)) {
			return object, false
		}
	}
	if p.Entity != nil {
		return object[:m[0]] + "{" + slotName(p.Name) + "}" + object[m[8]:], true
	}
	if h.isName && slices.Contains(createVerbs, in.facts[t].verb) {
		p.There, p.Other, h.noun = []string{"with that name", "with the same name"}, []string{"with another name"}, "name"
		return object[:m[7]] + "[ called {" + slotName(p.Name) + "}]" + object[m[8]:], true
	}
	// "the song that I just mentioned": the noun stands there already.
	p.There = []string{"that I just mentioned", "that I just asked about"}
	p.Other = []string{"for another " + noun}
	h.placed = true
	return object[:m[0]] + "the " + between + object[m[6]:m[7]] + "[ {" + slotName(p.Name) + "}]" + object[m[8]:], true
}

// tails says the required parameters that are not placed, one after the other.
func (in *inference) tails(t *Tool, done map[*Param]bool) string {
	var entities, values, optional, times strings.Builder
	ordered := slices.Clone(t.Params)
	slices.SortStableFunc(ordered, func(a, b *Param) int { // the start of a range before its end
		return map[bool]int{true: 1}[a.Differs != ""] - map[bool]int{true: 1}[b.Differs != ""]
	})
	for _, p := range ordered {
		if done[p] || !p.Required && (len(p.There) == 0 || p.Entity != nil) {
			continue // what is optional needs a place only to be taken up by "there"
		}
		switch {
		case p.Entity != nil && p.Type != "array":
			entities.WriteString(" for {" + slotName(p.Name) + "}")
		case len(p.Say) == 0:
		case p.Type == "object":
			// Its wording names its fields.
			values.WriteString("[ " + p.Say[0].Text + "]")
		case in.isTime(p):
			times.WriteString("[ " + slotted(p) + "]")
		case !p.Required:
			optional.WriteString("[ " + slotted(p) + "]")
		default:
			values.WriteString("[ " + slotted(p) + "]")
		}
	}
	out := entities.String() + values.String() + optional.String() + times.String()
	// Two things "for" one request would be one too many.
	if i := strings.Index(out, " for {"); i >= 0 {
		if j := strings.Index(out[i+1:], " for {"); j >= 0 {
			out = out[:i+1+j] + " and" + out[i+1+j:]
		}
	}
	return out
}

func slotted(p *Param) string {
	return strings.NewReplacer("{}", "{"+slotName(p.Name)+"}", "{:", "{"+slotName(p.Name)+":", "{|", "{"+slotName(p.Name)+"|").Replace(p.Say[0].Text)
}

// reply makes the ways to tell what a tool answered.
func (in *inference) reply(t *Tool) {
	e := t.Entity
	id := "**{" + slotName(e.ID) + "}**"
	switch t.Effect {
	case List:
		t.Tell = phrases("I found {count|"+escape(e.Noun)+"|"+escape(e.Plural)+"}:", "Here {count|"+escape(e.Noun)+" is|"+escape(e.Plural)+" are} for you:",
			"There {count|"+escape(e.Noun)+" is|"+escape(e.Plural)+" are} that fit:")
		t.Tell = t.Tell[:1]
		t.Tell = append(t.Tell, phrases("You can choose from {count|"+escape(e.Noun)+"|"+escape(e.Plural)+"}:", "This is what I found, {count|"+escape(e.Noun)+"|"+escape(e.Plural)+"}:")...)
		t.Empty = phrases("I'm afraid nothing fits that.", "There are no "+escape(e.Plural)+" like that.")
	case Create:
		t.Tell = phrases("That's done.", "Done.", "All set.")
	case Update:
		t.Tell = phrases("The change is made.", "That's updated.", "Done.")
	case Delete:
		status := "deleted"
		if len(t.Sets) > 0 {
			status, _ = t.Sets[0].Value.(string)
		}
		t.Tell = phrases("Done, "+escape(e.Noun)+" "+id+" is "+status+".", capitalize(escape(e.Noun))+" "+id+" is now "+status+".")
	case Get:
		if len(t.Fields) == 0 {
			t.Tell = phrases("Here you go.", "This is what I have.", "Here is what came back.")
			return
		}
		own := &Entity{Noun: e.Noun, ID: e.ID, Name: e.Name}
		told := in.answered(own, []*Tool{t})
		if t.Gives = own.Attributes; len(told) == 0 {
			t.Gives, told = in.answer(t)
			t.Gives, told = without(t.Gives, told, e)
		}
		text := strings.Join(told, ", ")
		t.Tell = phrases("For "+escape(e.Noun)+" "+id+" I have this: "+text+".", "This is what came back on "+escape(e.Noun)+" "+id+": "+text+".",
			"Here is "+escape(e.Noun)+" "+id+": "+text+".")
	}
}

// without leaves out what the thing itself is known by.
func without(list []*Attribute, told []string, e *Entity) (kept []*Attribute, text []string) {
	for i, a := range list {
		if a.Name != e.ID {
			kept, text = append(kept, a), append(text, told[i])
		}
	}
	return kept, text
}
