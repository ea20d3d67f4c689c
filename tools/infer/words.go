package infer

import (
	"cmp"
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
	verb, object, tail := in.task(t)
	ways := verbWays[verb]
	if len(ways) == 0 {
		ways = []string{verb}
	}
	switch {
	case clause.MatchString(object):
		ways = ways[:1]
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
	if own, ok := in.ofThing(t, object); ok {
		if object = own; t.Effect == tools.Get {
			verb = "get"
		}
	} else {
		object = in.counted(t, in.unsaid(t, object))
	}
	object, tail = in.place(t, object)
	return verb, object, tail
}

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

// place puts required parameters at the words that stand for them in the
// object, and gives what is left to say behind it.
func (in *inference) place(t *tools.Tool, object string) (placed, tail string) {
	done := map[*tools.Param]bool{}
	for _, p := range t.Params {
		if done[p] = strings.Contains(object, "{"+tools.SlotName(p.Name)+"}"); done[p] {
			continue
		}
		if p.Required && p.Type == "array" && p.Items != nil && p.Items.Type != "object" && len(p.Say) > 0 && t.Effect != tools.List {
			noun := naming.Plural(in.hints[p].noun)
			if m := regexp.MustCompile(`(?i)^(.*?)\b((?:multiple|several|different|various|a list of|the|two) )((?:[\w-]+ )?` + regexp.QuoteMeta(noun) + `)( .*)?$`).FindStringSubmatch(object); m != nil {
				object, done[p] = m[1]+"the "+m[3]+"[ {"+tools.SlotName(p.Name)+"}]"+m[4], true
			}
			continue
		}
		if !p.Required || p.Type == "array" || p.Type == "object" || p.Type == "boolean" || in.isTime(p) {
			continue
		}
		h := in.hints[p]
		noun := h.noun
		if p.Entity != nil {
			noun = p.Entity.Noun
		}
		if t.Effect == tools.List && p.Entity == nil {
			continue // what is listed can be told in a noun phrase, which has its own words
		}
		nouns := []string{noun}
		if own := strings.Join(h.words, " "); p.Entity != nil && !h.isID && own != noun && len(own) > 3 {
			nouns = append(nouns, own) // "a subgoal" is a goal
		}
		if p.Entity == nil && p.Noun != "" && p.Noun != noun && !strings.Contains(p.Noun, " of the ") {
			nouns = append(nouns, p.Noun)
		}
		if short, ok := strings.CutSuffix(noun, " code"); ok && p.Entity == nil {
			nouns = append(nouns, short)
		}
		for other, same := range naming.Synonyms {
			if same == noun && p.Entity != nil {
				nouns = append(nouns, other)
			}
		}
		slices.SortFunc(nouns, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
		for _, n := range nouns {
			if text, ok := in.inline(t, object, p, n, h); ok {
				object, done[p] = text, true
				break
			}
		}
	}
	return object, in.tails(t, done)
}

func (in *inference) isTime(p *tools.Param) bool {
	return p.Values != nil && slices.Contains([]tools.ValueKind{tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth}, p.Values.Kind)
}

// uncounted are nouns of values that stand without an article: "from text".
var uncounted = []string{"text", "code"}

// followers are the words that may stand behind a noun that a value follows.
const followers = `( (?:on|in|of|for|at|from|to|with|and|against|within|across|into|as|is|or|that|which|who|whose|searched|listed|published|made|released)\b|$)`

// inline replaces "a song" in the object with "the song[ {song}]", and the
// mention of an entity with its slot, which brings its noun along.
func (in *inference) inline(t *tools.Tool, object string, p *tools.Param, noun string, h *paramHints) (string, bool) {
	if noun == "" || noun == "item" && (p.Entity != nil || !h.isID && !h.isName) {
		return object, false
	}
	last := regexp.QuoteMeta(noun)
	if p.Entity != nil {
		last = regexp.QuoteMeta(naming.LastWord(noun))
	}
	const more = `(?: (?:position|record|account|listing|code|number|species|symbol|name|title|request))?`
	if p.Entity != nil && t.Effect == tools.Get {
		last += `(?: item)?`
	}
	one, err := regexp.Compile(`(?i)^(a|an|the|my|each|any) ((?:[A-Za-z][\w-]* ){0,3}?)(` + last + more + `)` + followers)
	if err != nil {
		return object, false
	}
	plural := regexp.QuoteMeta(naming.Plural(naming.LastWord(noun)))
	if slices.Contains(uncounted, noun) {
		plural = noun
	}
	many, err := regexp.Compile(`(?i)^(of|for|about|on|from|in) ((?:[A-Za-z][\w-]* ){0,3}?)(` + plural + `)` + followers)
	if err != nil {
		return object, false
	}
	head, err := regexp.Compile(`(?i)^()((?:[A-Za-z][\w-]* ){0,2}?)(` + plural + `)( (?:into|to|in|on|from|with|for)\b)`)
	if err != nil {
		return object, false
	}
	// What is given stands last: "the complement of a colour".
	var m []int
	several := false
	for at := len(object) - 1; at >= 0 && m == nil; at-- { // the last mention
		if at > 0 && object[at-1] != ' ' {
			continue
		}
		if m = one.FindStringSubmatchIndex(object[at:]); m == nil && at == 0 && t.Effect != tools.List && !h.bare {
			m = head.FindStringSubmatchIndex(object)
			several = m != nil
		} else if m == nil && t.Effect != tools.List && (p.Entity != nil || strings.IndexByte(noun, ' ') < 0 && !h.bare) {
			m = many.FindStringSubmatchIndex(object[at:])
			if several = m != nil; several && (object[at+m[6]] < 'a' || numbers.MatchString(object[at+m[4]:at+m[5]]) || strings.HasPrefix(object[at+m[7]:], " and ")) { // "Google Maps"
				m, several = nil, false
			}
		}
		for i := range m {
			m[i] += at
		}
	}
	if m == nil || joining.MatchString(object[m[4]:m[5]]) {
		return object, false
	}
	before, between, mention, after := object[:m[0]], object[m[4]:m[5]], object[m[6]:m[7]], object[m[8]:]
	if several { // "metadata of datasets" is asked for one of them
		if before += object[m[2]:m[3]]; m[2] != m[3] {
			before += " "
		}
		mention, between = naming.Singular(mention), quantities.ReplaceAllString(between, "")
	}
	if rest := strings.TrimSpace(after); slices.Contains([]string{"searched", "listed", "published", "made", "released"}, strings.SplitN(rest+" ", " ", 2)[0]) {
		_, after, _ = strings.Cut(rest, " ")
		after = strings.TrimRight(" "+after, " ")
	}
	if p.Entity != nil {
		if clauseOf.MatchString(after) {
			after = ""
		}
		return before + "{" + tools.SlotName(p.Name) + "}" + after, true
	}
	if clauseOf.MatchString(after) || strings.HasPrefix(after, " or ") {
		return object, false
	}
	if h.isName && slices.Contains(naming.CreateVerbs, in.facts[t].Verb) {
		p.There, p.Other, h.noun = []string{"with that name", "with the same name"}, []string{"with another name"}, "name"
		return object[:m[7]] + "[ called {" + tools.SlotName(p.Name) + "}]" + after, true
	}
	// "the song that I just mentioned": the noun stands there already.
	p.There = []string{"that I just mentioned", "that I just asked about"}
	p.Other = []string{"for another " + noun}
	h.placed = true
	return before + "the " + between + mention + "[ {" + tools.SlotName(p.Name) + "}]" + after, true
}

var (
	numbers    = regexp.MustCompile(`(?i)\b(two|three|four|five|six|[0-9]+) `)
	quantities = regexp.MustCompile(`(?i)\b(various|multiple|several|different|all|other|similar) `)
	joining    = regexp.MustCompile(`(?i)\b(of|in|on|for|about|to|and|from|with|at|by|between|or)\b`)
	clauseOf   = regexp.MustCompile(`^ (that|which|who|whose)\b`)
)

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
			return p.Type == "array" && p.Required && p.Items != nil && p.Items.Type == "object"
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

// fromTo finds what a conversion says of both its ends.
var fromTo = regexp.MustCompile(`(?i) (?:of|from) (?:one|a|an) ([\w-]+) (?:in)?to (?:another|other|a different|an?)(?: [\w-]+)?$`)

// converts tells whether the tool takes both ends of a conversion.
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

// says tells whether a parameter, with words of its own, says what the noun
// leaves open.
func (in *inference) says(t *tools.Tool, p *tools.Param, noun string) bool {
	if len(p.Say) == 0 || p.Entity != nil || !p.Required && t.Effect != tools.List && !in.isTime(p) {
		return false
	}
	h := in.hints[p]
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
