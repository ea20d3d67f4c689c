package infer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// place puts slots for required parameters next to their nouns in the object, and
// returns the words for the other parameters as tail.
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

// uncounted are nouns of values without an article: "from text".
var uncounted = []string{"text", "code"}

// followers are the words that may follow a noun with a value.
const followers = `( (?:on|in|of|for|at|from|to|with|and|against|within|across|into|as|is|or|that|which|who|whose|searched|listed|published|made|released)\b|$)`

// compiled compiles expressions that contain nouns; nil if a noun cannot be in an
// expression.
func compiled(patterns ...string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, pattern := range patterns {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return nil
		}
		out = append(out, re)
	}
	return out
}

// inline replaces "a song" in the object with "the song[ {song}]", and the mention
// of an entity with its slot, which includes the noun.
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
	plural := regexp.QuoteMeta(naming.Plural(naming.LastWord(noun)))
	if slices.Contains(uncounted, noun) {
		plural = noun
	}
	find := compiled(`(?i)^(a|an|the|my|each|any) ((?:[A-Za-z][\w-]* ){0,3}?)(`+last+more+`)`+followers,
		`(?i)^(of|for|about|on|from|in) ((?:[A-Za-z][\w-]* ){0,3}?)(`+plural+`)`+followers,
		`(?i)^()((?:[A-Za-z][\w-]* ){0,2}?)(`+plural+`)( (?:into|to|in|on|from|with|for)\b)`)
	if find == nil {
		return object, false
	}
	one, many, head := find[0], find[1], find[2]
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
	if m == nil || joining.MatchString(object[m[4]:m[5]]) || p.Entity != nil && m[0] == 0 && !t.Effect.Changes() && otherOne.MatchString(object[m[4]:m[5]]) {
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
	// otherOne finds words for another thing than the one that is given: "the original URL" of a short one.
	otherOne = regexp.MustCompile(`(?i)\b(original|long|full|parent|similar|related|alternative|linked|underlying|target|next|previous|equivalent) `)
	joining  = regexp.MustCompile(`(?i)\b(of|in|on|for|about|to|and|from|with|at|by|between|or)\b`)
	clauseOf = regexp.MustCompile(`^ (that|which|who|whose)\b`)
)
