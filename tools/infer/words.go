package infer

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// verbWays are other words for what a tool does. The first is the plainest.
var verbWays = map[string][]string{
	"get": {"get", "look up", "fetch"}, "retrieve": {"get", "look up", "pull up"}, "obtain": {"get", "look up", "fetch"}, "access": {"get", "pull up", "look up"},
	"fetch": {"fetch", "get", "look up"}, "view": {"show me", "look up", "pull up"}, "provide": {"give me", "get", "find"}, "receive": {"get", "fetch", "pull up"},
	"return": {"get", "give me", "look up"}, "show": {"show me", "pull up", "look up"}, "display": {"show me", "pull up", "look up"}, "query": {"look up", "get", "find"},
	"search": {"search for", "look for", "find"}, "find": {"find", "look for", "search for"}, "list": {"list", "show me", "find"}, "browse": {"browse", "look through", "show me"},
	"filter": {"find", "look for", "pick out"}, "explore": {"show me", "look up", "find"}, "locate": {"find", "locate", "look for"}, "look": {"look up", "find", "get"},
	"create": {"create", "set up", "make"}, "add": {"add"}, "book": {"book", "reserve"}, "generate": {"generate", "create", "make"},
	"update": {"update", "change", "edit"}, "modify": {"modify", "change", "edit"}, "change": {"change", "update", "edit"}, "edit": {"edit", "change", "update"},
	"delete": {"delete", "remove", "get rid of"}, "remove": {"remove", "delete", "take out"}, "cancel": {"cancel", "call off"},
	"calculate": {"calculate", "work out"}, "compute": {"compute", "work out", "calculate"}, "convert": {"convert"}, "check": {"check", "find out"},
	"verify": {"verify", "check", "confirm"}, "validate": {"validate", "check"}, "determine": {"determine", "find out", "check"}, "estimate": {"estimate", "work out"},
	"predict": {"predict", "forecast"}, "analyze": {"analyze", "look into", "go through"}, "extract": {"extract", "pull out"}, "identify": {"identify", "find"},
	"send": {"send", "send out"}, "plan": {"plan", "work out"}, "download": {"download", "get"}, "process": {"process", "handle"}, "track": {"track", "follow"},
	"read": {"read", "get", "pull up"}, "compare": {"compare"}, "help": {"help me with", "support me with"}, "allow": {"help me with", "handle"},
	"support": {"help me with", "handle"}, "use": {"use", "try", "run"}, "suggest": {"suggest", "find", "recommend"}, "recommend": {"recommend", "suggest", "find"},
}

// words makes the wordings of a tool.
func (in *inference) words(t *tools.Tool) {
	for _, p := range t.Params {
		in.reword(t, p)
	}
	in.distinct(t)
	for _, p := range t.Params { // a new thing has no name that nobody gave it
		if h := in.hints[p]; t.Effect == tools.Create && t.Entity != nil && p.Name == t.Entity.Name && p.Entity == nil && h != nil && len(p.Say) > 0 && !p.Required {
			p.Always = true
		}
	}
	verb, object, tail := in.task(t)
	ways := verbWays[verb]
	if len(ways) == 0 {
		ways = []string{verb}
	}
	switch {
	case clause.MatchString(object), verb == "download" && strings.HasPrefix(object, "{"): // "get the newest dataset" could mean its details
		ways = ways[:1]
	case in.hasPart(t, verb): // "delete the member from it" would delete the member
		ways = slices.DeleteFunc(slices.Clone(ways), func(w string) bool { return w == "delete" && len(ways) > 1 })
	case t.Effect == tools.Update && strings.HasPrefix(object, "{"): // "change it with the status sold" would not do
		ways = slices.DeleteFunc(slices.Clone(ways), func(w string) bool { return w == "change" && len(ways) > 1 })
	}
	for _, w := range ways {
		t.Do = append(t.Do, phrases(w+" "+object+tail)...)
	}
	switch {
	case naming.LooksUp(verb) && !clause.MatchString(object):
		if verb != "provide" && !slices.Contains(ways, "show me") {
			t.Do = append(t.Do, phrases("show me "+object+tail)...)
		}
		in.ask(t, object+tail, lookUps)
	default:
		in.ask(t, ways[0]+" "+object+tail, orders)
	}
	if t.Effect == tools.List {
		t.Where = phrases(in.tails(t, nil))
		if len(t.Where) == 0 {
			t.Where = []*tools.Phrase{{}}
		}
	}
	in.reply(t)
}

// clause finds objects that only their own verb can take.
var clause = regexp.MustCompile(`^(between|whether|if|for|with|in|how|out|what|me) `)

// task is what a tool does, as a verb, its object and what is said behind it.
func (in *inference) task(t *tools.Tool) (verb, object, tail string) {
	f := in.facts[t]
	verb, object = f.Does, tools.EscapeText(f.About)
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
	if own, ok := in.membership(t, verb); ok {
		object = own
	} else if own, ok := in.ofThing(t, object); ok {
		if object = own; t.Effect == tools.Get {
			verb = "get"
		}
	} else {
		object = in.counted(t, in.unsaid(t, object))
	}
	if naming.LooksUp(verb) { // "domain name query and management"
		object = queriesOf.ReplaceAllString(object, "$1 information")
	}
	object, tail = in.place(t, in.christened(t, object))
	object = orOther.ReplaceAllString(object, "$1")
	if naming.LooksUp(verb) || verb == "download" {
		object = behindSlot.ReplaceAllString(object, "$1")
	}
	if t.Effect == tools.Get && naming.LooksUp(verb) && wholeSlot.MatchString(object) { // "get the cheapest song" would end with a list of songs
		verb, object = "get", "the details of "+object
	}
	return verb, object, tail
}

// christened puts the name of a new thing right behind its noun: "a task for the project called
// Spring" could name the project.
func (in *inference) christened(t *tools.Tool, object string) string {
	if t.Effect != tools.Create || t.Entity == nil {
		return object
	}
	p := t.Param(t.Entity.Name)
	m := newThing.FindStringIndex(object)
	if p == nil || m == nil || p.Entity != nil || len(p.Say) == 0 {
		return object
	}
	noun := tools.EscapeText(t.Entity.Noun)
	if rest, ok := strings.CutPrefix(object[m[1]:], noun); ok && (rest == "" || rest[0] == ' ') && !strings.HasPrefix(rest, " called") {
		return object[:m[1]] + noun + "[ " + slotted(p) + "]" + rest
	}
	return object
}

var (
	newThing  = regexp.MustCompile(`^(?:an? |the )?(?:new )?`)
	queriesOf = regexp.MustCompile(`(?i)^(.*\w) (?:query|queries|lookup|retrieval|inquiry)(?: and (?:management|search|analysis))?$`)
	// behindSlot finds what a description says of all its things behind one of them: "the song
	// {song} on the Gaana platform".
	behindSlot = regexp.MustCompile(`^(.*\{[^{}]*\}\]?) (?:of|on|in|within|across) [^{}\[\]]*$`)
	orOther    = regexp.MustCompile(`^(.*\{[^{}]*\}\]?) or [\w-]+$`)
	wholeSlot  = regexp.MustCompile(`^\{[^{}]*\}$`)
)

var (
	lookUps = []asking{
		{mission.Colloquial, "I'm looking for %s."}, {mission.Colloquial, "I'd love to see %s."}, {mission.Colloquial, "Can I see %s?"},
		{mission.Direct, "I need %s."}, {mission.Direct, "I want %s."}, {mission.Direct, "%s, please."},
		{mission.Polite, "I was hoping to get %s."}, {mission.Polite, "I'd be glad to have %s, please."}, {mission.Polite, "Could I have %s, please?"},
		{mission.Formal, "I should like to see %s."}, {mission.Formal, "I am interested in %s."}, {mission.Formal, "May I ask for %s?"},
	}
	orders = []asking{
		{mission.Colloquial, "I want to %s."}, {mission.Colloquial, "Any chance you could %s?"}, {mission.Colloquial, "I'd like to %s."},
		{mission.Direct, "I want to %s."}, {mission.Direct, "I have to %s."}, {mission.Direct, "I need to %s."},
		{mission.Polite, "I was hoping you could %s."}, {mission.Polite, "Would it be possible to %s?"}, {mission.Polite, "I'd appreciate it if you could %s."},
		{mission.Formal, "I wish to %s."}, {mission.Formal, "It is important to me to %s."}, {mission.Formal, "May I ask you to %s?"},
	}
)

type asking struct {
	tone mission.Tone
	text string
}

func (in *inference) ask(t *tools.Tool, what string, list []asking) {
	for _, a := range list {
		for _, p := range phrases(strings.ReplaceAll(a.text, "%s", what)) {
			form := mission.FormStatement
			switch {
			case strings.HasSuffix(p.Text, "?"):
				form = mission.FormQuestion
			case strings.HasPrefix(a.text, "%s"):
				form = mission.FormFragment
			}
			t.Ask = append(t.Ask, tools.AskPhrase{Tone: a.tone, Form: form, Phrase: p})
		}
	}
}

// aboutThing takes from an object what says nothing beside its noun.
var (
	aboutThing = regexp.MustCompile(`(?i)^(?:(?:the|a|an|all|my|any)\b ?)?(?:(?:list|array|collection) of )?(?:(?:full|complete|compact|detailed|basic|single|existing|new|given|multiple|several|one|purchase) )*`)
	behindIt   = regexp.MustCompile(`(?i)(?: (?:record|records|object|objects|resource|resources|details|information|info|data|entry|entries|item))?(?: (?:that|which|who|whose|with (?:the )?(?:given|specified|input|form)|by|based|in the (?:store|system|database)|to the (?:store|system|database)|from the (?:store|system|database))\b.*)?$`)
)

// ofThing is the object of a tool whose description says no more than which
// things it is for: "Update an existing pet."
func (in *inference) ofThing(t *tools.Tool, object string) (string, bool) {
	e := t.Entity
	if e == nil {
		return "", false
	}
	rest := object[len(aboutThing.FindString(object)):]
	i := behindIt.FindStringIndex(rest)
	if noun := naming.Singular(strings.ToLower(rest[:i[0]])); noun != strings.ToLower(e.Noun) && noun != strings.ToLower(naming.LastWord(e.Noun)) && noun != naming.Synonyms[strings.ToLower(e.Noun)] {
		return "", false
	}
	own := in.ownParam(t)
	switch {
	case t.Effect == tools.List:
		return tools.EscapeText(e.Plural), true
	case t.Effect == tools.Create && !slices.Contains(naming.UpdateVerbs, in.facts[t].Does):
		if i := slices.IndexFunc(t.Params, func(p *tools.Param) bool {
			return p.Type == "array" && (p.Required || in.facts[t].Plural) && p.Items != nil && p.Items.Type == "object"
		}); i >= 0 {
			return tools.EscapeText(e.Plural), true
		}
		if naming.Plural(e.Noun) == e.Noun {
			return "new " + tools.EscapeText(e.Noun), true
		}
		return tools.EscapeText(naming.WithArticle("new " + e.Noun)), true
	case t.Effect == tools.Create:
		return "the " + tools.EscapeText(e.Noun), true
	case own == nil || own.Entity != e:
		return "", false
	case t.Effect == tools.Get && !naming.LooksUp(in.facts[t].Does):
		return "", false
	case t.Effect == tools.Get:
		return "the details of {" + tools.SlotName(own.Name) + "}", true
	}
	return "{" + tools.SlotName(own.Name) + "}", true
}

// unsaid takes what the parameters say better from the end of an object: "rates
// for a country and year" with a country and a year to tell.
func (in *inference) unsaid(t *tools.Tool, object string) string {
	if in.converts(t) {
		object = fromTo.ReplaceAllString(object, "")
	}
	if slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Type == "integer" && slices.Contains(in.hints[p].words, "days") }) {
		object = someDays.ReplaceAllString(object, "") // a number of days is there to be said
	}
	for range 3 {
		m := forWhat.FindStringSubmatch(object)
		if m == nil {
			return object
		}
		for _, part := range andOr.Split(m[3], -1) {
			part = strings.TrimSpace(strings.ToLower(leading.ReplaceAllString(part, "")))
			if !slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return in.says(t, p, part) }) {
				return object
			}
		}
		left := strings.Fields(m[1])
		if last := left[len(left)-1]; len(left) < 3 && slices.Contains(naming.InfoWords, last) || slices.Contains([]string{"related", "relating", "associated", "compared"}, last) {
			return object // "the details" of what?
		}
		object = m[1]
	}
	return object
}

var (
	forWhat = regexp.MustCompile(`(?i)^(.+?) (for|of|in|into|by|from|on|at|between|to|within) ((?:a|an|the|any|each|another|multiple|several|two|different|various) (?:[\w-]+ ?){1,2}(?:(?:,|,? and|,? or) (?:(?:a|an|the|any|each) )?(?:[\w-]+ ?){1,2})*)$`)
	leading = regexp.MustCompile(`(?i)^(?:(?:a|an|the|any|each|another|multiple|several|two|different|various) )+`)
	andOr   = regexp.MustCompile(`,? (?:and|or) |, `)
)

// someDays finds a number of days in a description.
var someDays = regexp.MustCompile(`(?i) (?:for|over|within) (?:the )?(?:next|coming|past|last|following) [\w-]+ days?\b`)

// fromTo finds what a conversion says of both its ends.
var fromTo = regexp.MustCompile(`(?i) (?:of|from) (?:one|a|an) ([\w-]+) (?:in)?to (?:another|other|a different|an?)(?: [\w-]+)?$`)

// converts reports whether the tool takes both ends of a conversion.
func (in *inference) converts(t *tools.Tool) bool {
	ends := map[string]bool{}
	for _, p := range t.Params {
		if p.Required && len(p.Say) > 0 {
			first, _, _ := strings.Cut(p.Say[0].Text, " ")
			ends[first] = true
		}
	}
	return ends["from"] && (ends["to"] || ends["into"])
}

// says reports whether a parameter, with words of its own, says what the noun
// leaves open.
func (in *inference) says(t *tools.Tool, p *tools.Param, noun string) bool {
	if len(p.Say) == 0 || p.Entity != nil || !p.Required && t.Effect != tools.List && !in.isTime(p) {
		return false
	}
	h := in.hints[p]
	if p.Values != nil && p.Values.Kind == tools.ValueCity && strings.HasPrefix(p.Say[0].Text, "in ") && slices.Contains([]string{"city", "town", "place", "location"}, naming.Singular(noun)) {
		return true
	}
	if t.Effect != tools.List && !h.bare && !in.isTime(p) && p.Type != "array" && !strings.Contains(p.Say[0].Text, " year ") {
		return false // it is placed at the noun
	}
	for _, w := range []string{noun, naming.Singular(noun), naming.LastWord(noun)} {
		if w == strings.ToLower(h.noun) || w == strings.ToLower(p.Noun) || w == naming.LastWord(strings.ToLower(h.noun)) {
			return true
		}
	}
	return in.isTime(p) && slices.Contains([]string{"date", "day", "time", "month"}, naming.Singular(noun))
}

// counted gives a thing at the beginning of an object its article, and makes one
// of several that a tool makes one at a time.
func (in *inference) counted(t *tools.Tool, object string) string {
	words := strings.Fields(object)
	if len(words) == 0 || determiners.MatchString(object) {
		return object
	}
	if i := slices.Index(words, "of"); i > 0 && i < 4 { // "task count of a project"
		if head := strings.ToLower(words[i-1]); naming.Singular(head) == head && naming.Plural(head) != head && !slices.Contains(naming.MassNouns, head) && !slices.ContainsFunc(words[:i], joining.MatchString) {
			return "the " + object
		}
	}
	for i := min(len(words), 3) - 1; i >= 0; i-- {
		last := strings.ToLower(words[i])
		one := naming.Singular(last)
		known := slices.ContainsFunc(in.set.Entities, func(e *tools.Entity) bool { return naming.LastWord(strings.ToLower(e.Noun)) == one })
		theirs := one == last && one == naming.LastWord(strings.ToLower(in.facts[t].Noun))
		if !known && !theirs || slices.Contains(naming.MassNouns, one) || naming.Plural(one) == one || i+1 < len(words) && !joining.MatchString(words[i+1]) {
			continue
		}
		if slices.ContainsFunc(words[:i], func(w string) bool {
			return joining.MatchString(w) || determiners.MatchString(w) || strings.HasSuffix(w, "ing")
		}) {
			continue
		}
		switch {
		case !known:
			return "the " + object
		case one == last:
			return naming.WithArticle(object)
		case t.Effect == tools.Create && slices.Contains(naming.CreateVerbs, in.facts[t].Does) && !slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Type == "array" && p.Required }):
			words[i] = words[i][:len(words[i])-len(last)] + one
			return naming.WithArticle(strings.Join(words, " "))
		}
		return object
	}
	return object
}

// determiners begin objects that need no article.
var determiners = regexp.MustCompile(`(?i)^(the|a|an|all|any|each|every|my|your|this|that|these|those|multiple|several|two|some|one|me|how|what|which|whether|if|between|for|with|in|out|up|[^a-z]\S*)\b`)

// tails says the required parameters that are not placed, one after the other.
func (in *inference) tails(t *tools.Tool, done map[*tools.Param]bool) string {
	var kinds, entities, values, optional, times strings.Builder
	ordered := slices.Clone(t.Params)
	slices.SortStableFunc(ordered, func(a, b *tools.Param) int { // the start of a range before its end
		return map[bool]int{true: 1}[a.Differs != ""] - map[bool]int{true: 1}[b.Differs != ""]
	})
	for _, p := range ordered {
		if done[p] || !p.Required && (len(p.There) == 0 || p.Entity != nil) {
			continue // what is optional needs a place only to be taken up by "there"
		}
		switch {
		case len(p.Say) > 0 && strings.HasPrefix(p.Say[0].Text, "of the "):
			kinds.WriteString("[ " + slotted(p) + "]")
		case p.Entity != nil && p.Type != "array":
			entities.WriteString(" " + slotted(p))
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
	out := kinds.String() + entities.String() + values.String() + optional.String() + times.String()
	// Two things "for" one request would be one too many.
	if i := strings.Index(out, " for {"); i >= 0 {
		if j := strings.Index(out[i+1:], " for {"); j >= 0 {
			out = out[:i+1+j] + " and" + out[i+1+j:]
		}
	}
	return out
}

func slotted(p *tools.Param) string {
	return strings.NewReplacer("{}", "{"+tools.SlotName(p.Name)+"}", "{:", "{"+tools.SlotName(p.Name)+":", "{|", "{"+tools.SlotName(p.Name)+"|").Replace(p.Say[0].Text)
}
