package language

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"switchyard/datasets/stats"
	"switchyard/internal/keyed"
	"switchyard/mission"
)

// look measures what can be told of an entry of any format.
func look(e *entry) *Sample {
	s := &Sample{missions: len(e.Missions)}
	for i := range e.Missions {
		t := &e.Missions[i]
		t.Request, t.Reply = plain(t.Request), strings.TrimSpace(strings.ReplaceAll(t.Reply, "’", "'"))
		for j := range t.Questions {
			q := &t.Questions[j]
			q.Text, q.Reply = plain(q.Text), plain(q.Reply)
		}
	}
	for i := range e.Missions {
		t := &e.Missions[i]
		s.users(t)
		s.request(e, i)
		s.questions(t)
		s.reply(t)
		if t.Relation == mission.LongTerm {
			s.far(e.Missions, i)
		}
	}
	if len(e.Missions) == 0 {
		return s
	}
	for _, pair := range [][2]measure{{sameEntries, same}, {superlativeEntries, superlative}, {contritionEntries, contrition}} {
		s.tell(pair[0], s.count[pair[1]] > 0)
	}
	s.count[contritionMost] = s.count[contrition]
	return s
}

// users counts the habits that may show in anything that the user says.
func (s *Sample) users(t *talk) {
	said := []string{t.Request}
	for _, q := range t.Questions {
		said = append(said, q.Reply)
	}
	for _, text := range said {
		found := findSames(text)
		s.count[same] += len(found)
		s.texts[sames] = append(s.texts[sames], found...)
		found = findSuperlatives(text)
		s.count[superlative] += len(found)
		s.texts[superlatives] = append(s.texts[superlatives], found...)
		if words := contrite.FindString(text); words != "" {
			s.count[contrition]++
			s.texts[contritions] = append(s.texts[contritions], shown(words))
		}
	}
}

// shown is the form of words in a list.
func shown(words string) string {
	return strings.TrimRight(strings.ToLower(stats.Mask(words, nil)), " ,.;:!?-–—…")
}

// request counts the words of a request and what is said around it.
func (s *Sample) request(e *entry, i int) {
	t := &e.Missions[i]
	var values []string
	for _, c := range t.Calls {
		values = append(values, mission.Quoted(c.Sources, i)...)
	}
	greeting, before, behind := around(t.Request, values)
	if i == 0 {
		s.tell(opener, len(before) > 0)
		s.tell(greetingOf(s, greeting))
		for _, text := range before {
			s.texts[openers] = append(s.texts[openers], stats.Mask(text, []string{e.Persona.Name}))
		}
		s.tell(codes, saysCode(t))
	}
	s.tell(closer, len(behind) > 0)
	for _, text := range behind {
		s.texts[closers] = append(s.texts[closers], stats.Mask(text, []string{e.Persona.Name}))
	}
	words := len(strings.Fields(t.Request))
	s.words = append(s.words, words)
	s.tell(long, words > longRequest)
	if t.Wording != "" {
		s.tell(harvested, t.Wording == "harvested")
	}
	if p := t.Reference.Phrase; p != "" && len(p) < len(t.Request)*2/3 {
		s.texts[phrases] = append(s.texts[phrases], strings.ToLower(stats.Mask(plain(p), slices.Clone(values))))
	}
	s.wording(wordsOf(stats.Mask(t.Request, append(values, e.Persona.Name))))
}

func greetingOf(s *Sample, text string) (measure, bool) {
	if text != "" {
		s.texts[greetings] = append(s.texts[greetings], shown(text))
	}
	return greeting, text != ""
}

// wording counts the words of a masked request.
func (s *Sample) wording(words []string) {
	for i, w := range words {
		s.unigrams = append(s.unigrams, keyed.Hash(1, w))
		if i > 0 {
			s.bigrams = append(s.bigrams, keyed.Hash(2, words[i-1], w))
		}
	}
	if len(words) > 1 {
		s.texts[openingWords] = append(s.texts[openingWords], words[0]+" "+words[1])
	}
}

// questions counts how the user answers questions.
func (s *Sample) questions(t *talk) {
	if t.Type == mission.Clarify {
		s.tell(vague, askedAgain(t.Questions))
		stalled := false
		for _, q := range t.Questions {
			if putsOff(q.Reply) {
				stalled = true
				s.texts[stalls] = append(s.texts[stalls], shown(q.Reply))
			}
		}
		s.tell(stall, stalled)
	}
	for _, q := range t.Questions {
		if q.Reply == "" || putsOff(q.Reply) {
			continue
		}
		said := particleOf(q.Reply)
		s.tell(particle, said != "")
		if said != "" {
			s.texts[particles] = append(s.texts[particles], said)
		}
		wrong := consenting[said] && open(q.Text) && !contrite.MatchString(q.Reply) // "Of course, how silly of me."
		s.tell(misfit, wrong)
		if wrong {
			s.texts[misfits] = append(s.texts[misfits], said)
		}
	}
}

// askedAgain reports whether a question had to be asked again, at least in part.
func askedAgain(questions []mission.Question) bool {
	for i := range questions {
		for _, before := range questions[:i] {
			if before.Tool == questions[i].Tool && slices.ContainsFunc(before.Missing, func(m string) bool { return slices.Contains(questions[i].Missing, m) }) {
				return true
			}
		}
	}
	return false
}

// item begins a line of a list, and row one of a table.
var item = regexp.MustCompile(`^(?:[-*•]|[0-9]+[.)]) `)

// reply counts refusals and short lists.
func (s *Sample) reply(t *talk) {
	// An entry that says what kind of chat it is cannot be misread: other kinds answer.
	if t.Type == mission.Chat {
		s.tell(refused, (t.Chat.Kind == "" || t.Chat.Kind == mission.ChatNearMiss) && declines.MatchString(t.Reply))
	}
	if len(t.Calls) == 0 || t.Reply == "" {
		return
	}
	items, rows := 0, 0
	for _, line := range strings.Split(t.Reply, "\n") {
		switch line = strings.TrimSpace(line); {
		case item.MatchString(line):
			items++
		case strings.HasPrefix(line, "|"):
			rows++
		}
	}
	if rows > 2 {
		items += rows - 2 // without its head
	}
	if items <= 3 {
		s.tell(shortList, items > 0)
	}
}

// code is what people know as a code: letters and digits, at least two of these.
var code = regexp.MustCompile(`^\p{Lu}[\p{L}\d/_.-]*\d[\p{L}\d/_.-]*\d[\p{L}\d]*$`)

// saysCode reports whether the request says the value of an argument that is a code.
func saysCode(t *talk) bool {
	said := map[string]bool{}
	for _, w := range strings.Fields(t.Request) {
		if w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); code.MatchString(w) {
			said[w] = true
		}
	}
	if len(said) == 0 {
		return false
	}
	for _, c := range t.Calls {
		for _, v := range leaves(c.Arguments) {
			if said[v] {
				return true
			}
		}
	}
	return false
}

// leaves lists the texts and numbers in a JSON document, except for truth values.
func leaves(doc json.RawMessage) (list []string) {
	var v any
	if json.Unmarshal(doc, &v) != nil {
		return nil
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			list = append(list, v)
		case float64:
			list = append(list, strconv.FormatFloat(v, 'g', -1, 64))
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(v)
	return list
}
