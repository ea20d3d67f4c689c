package judge

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/mission"
	"switchyard/proof"
)

// reply judges the closing reply by the proofs about texts.
func (s *strictWalk) reply(at, node int, text string) (right int) {
	if right, ok := s.thought(at, node, text); ok {
		return right
	}
	if !s.task.Proven || text == s.task.Nodes[node].Text {
		return 1
	}
	if s.judge.fair {
		return s.fairReply(at, node, text)
	}
	before := len(s.faults)
	for _, p := range s.judge.prover.Reply(s.task.Entry, s.task.Mission, text) {
		fault := eval.Contradiction
		if p.Check == proof.TextIdentifiers {
			fault = eval.LostIdentifier
		}
		s.faults = append(s.faults, found(fault, at, -1, node, "%s", p.Message))
	}
	if len(s.faults) > before {
		return 0
	}
	if why := contradiction(s.task.Entry, s.task.Mission, s.task.Nodes[node].Text, text); why != "" {
		s.faults = append(s.faults, found(eval.Contradiction, at, -1, node, "%s", why))
		return 0
	}
	return 1
}

// question judges whether a question asks for all that is missing.
func (s *strictWalk) question(at, node int, text string) (right int) {
	if right, ok := s.thought(at, node, text); ok {
		return right
	}
	open := s.judge.unaskedIn(s.task, node, text)
	if len(open) == 0 {
		return 1
	}
	s.faults = append(s.faults, found(eval.IncompleteQuestion, at, -1, node, "the question does not ask for %s", list(open)))
	return 0
}

// Asks reports whether a text asks for everything that a question of the task asks for.
// Rules decide. They judge only proven tasks in English; for all others the result is true.
func (j *Judge) Asks(t *eval.Task, node int, text string) bool {
	return len(j.unaskedIn(t, node, text)) == 0
}

// unaskedIn returns what a question of the task asks for and a text does not; nothing
// if texts are not judged.
func (j *Judge) unaskedIn(t *eval.Task, node int, text string) []string {
	if !t.Proven || !strings.HasPrefix(t.Entry.Environment.Locale, "en") {
		return nil
	}
	return unasked(t, &t.Nodes[node], text, j.fair)
}

// thought applies the opinion of a model on a text, if there is one.
func (s *strictWalk) thought(at, node int, text string) (right int, ok bool) {
	if s.judge.think == nil {
		return 0, false
	}
	fault, reason, ok := s.judge.think(s.task, at, text)
	if !ok || fault == "" {
		return 1, ok
	}
	s.faults = append(s.faults, found(fault, at, -1, node, "the judge says: %s", reason))
	return 0, true
}

func list(names []string) string { return strings.Join(names, ", ") }

// unasked returns the missing parameters that a text does not ask for. It asks for a
// parameter with a word of its name, its description, its values, the dataset's own
// question, or the kind of thing that it is ("when" for a date). Each parameter needs
// a word of its own. By the fair rules of strict-2, other words may ask for a day or a name.
func unasked(t *eval.Task, n *eval.Node, text string, fair bool) []string {
	if holds(strings.Join(stems(text), " "), strings.Join(stems(n.Text), " ")) {
		return nil // it has the words of the dataset's question
	}
	asked := asks(text)
	if fair {
		if asked == "" {
			asked = awaited(text)
		}
		asked = inNames(inDirections(inDays(asked)))
	}
	text = asked
	said := stems(text)
	cues := cuesOf(t, n)
	if fair {
		withPlurals(cues)
		withCities(cues, n.Missing)
	}
	if len(n.Missing) == 1 && strings.Contains(text, "?") {
		about := said
		if fair && slices.Contains(said, "what") && slices.ContainsFunc(stems(spaced(n.Missing[0])), func(w string) bool { return contents[w] }) {
			about = slices.DeleteFunc(slices.Clone(said), func(w string) bool { return showing[w] })
		}
		if openQuestion(t.Tool(n.Tool), n.Missing[0], about) {
			return nil
		}
	}
	// Each word serves one parameter, so that as many parameters as possible get one.
	taken := make([]int, len(said)) // the parameter of each word, from 1
	var open []string
	for p := range cues {
		seen := make([]bool, len(said))
		var serve func(p int) bool
		serve = func(p int) bool {
			for i, word := range said {
				if seen[i] || !cues[p][word] {
					continue
				}
				seen[i] = true
				if taken[i] == 0 || serve(taken[i]-1) {
					taken[i] = p + 1
					return true
				}
			}
			return false
		}
		if !serve(p) {
			open = append(open, n.Missing[p])
		}
	}
	return open
}

// asks returns the part of a text that may be a question: everything but the clauses
// that refuse to ask. It returns nothing if the rest neither has a question mark nor
// requests anything.
func asks(text string) string {
	var kept strings.Builder
	for _, clause := range clauses.FindAllString(text, -1) {
		if !refusing.MatchString(clause) {
			kept.WriteString(clause)
			kept.WriteByte(' ')
		}
	}
	if rest := kept.String(); strings.ContainsAny(rest, "?？") || requesting.MatchString(rest) {
		return rest
	}
	return ""
}

var (
	clauses  = regexp.MustCompile(`(?is).+?(?:[.!?;]+(?:\s|$)|\n|,? but\b|$)`)
	refusing = regexp.MustCompile(`(?i)(?:\b(?:not|never|cannot|refuse to|decline to|without|no need to|rather than|instead of)|n['’]t)\s+(?:(?:be|going|have|even|bother|to|want|wish|like|you|for|me)\s+)*(?:asking|ask|inquire|enquire|requesting|request)\b`)
	// Ways to ask without a question mark: a request, a need, a word that begins a
	// question, or that something cannot be done without an answer.
	requesting = regexp.MustCompile(`(?i)\b(?:please|kindly|tell|give|send|say|state|name|specify|provide|enter|choose|pick|select|share|add|supply|indicate|confirm|let me|let us|need|needs|needed|require|required|requires|missing|lack|lacks|lacking|want to know|like to know|wonder|ask|asking|have to know|must know|depends on|what|which|who|whom|whose|when|where|how|why|could you|can you|may i|shall|should|would you|do you|is it|are you)\b` +
		`|(?:cannot|can't|can’t|unable|not possible|can only).*\b(?:without|once|if|when|until)\b|:\s*$`)
)

// openQuestion reports whether a question can only be about the one missing parameter:
// it asks what or how, all its words are about the tool, and it names no other
// parameter.
func openQuestion(tool *mission.Tool, missing string, said []string) bool {
	if tool == nil || !slices.ContainsFunc(said, func(w string) bool { return asking[w] }) {
		return false
	}
	about := make(map[string]bool)
	for _, word := range stems(spaced(tool.Name) + " " + tool.Description) {
		about[word] = true
	}
	others := make(map[string]bool)
	for name := range properties(tool) {
		if name != missing {
			for _, word := range stems(spaced(name)) {
				others[word] = true
			}
		}
	}
	return !slices.ContainsFunc(said, func(w string) bool { return !fillers[w] && (!about[w] || others[w]) })
}

// contents are words, as stems, of parameters that say what something is to hold. By the fair
// rules, "what should the image show?" asks for its content, with one of the verbs in showing.
var contents, showing = words("content contents text message body prompt"), words("show say contain hold depict picture read about look like mention tell express")

// asking are words, as stems, that begin open questions.
var asking = words("what which how when where who whom whose why")

// cuesOf returns for each missing parameter the words that ask for it. Words that
// several parameters share, and words of the tool's name, do not identify one.
func cuesOf(t *eval.Task, n *eval.Node) []map[string]bool {
	tool := t.Tool(n.Tool)
	cues := make([]map[string]bool, len(n.Missing))
	own := make([]map[string]bool, len(n.Missing)) // words that count although others share them
	parts := parted(n)
	for p, name := range n.Missing {
		cues[p], own[p] = make(map[string]bool), make(map[string]bool)
		schema := parameter(tool, name)
		note := func(into map[string]bool, texts ...string) {
			for _, text := range texts {
				for _, word := range stems(text) {
					if !fillers[word] {
						into[word] = true
					}
				}
			}
		}
		note(own[p], spaced(name))
		for _, word := range kindWords(name, schema) {
			own[p][stem(word)] = true
		}
		note(cues[p], schema.Description, schema.Items.Description)
		for _, v := range append(schema.Enum, schema.Items.Enum...) {
			if s, ok := v.(string); ok {
				note(cues[p], s)
			}
		}
		if tool != nil {
			for _, labels := range tool.Labels[name] {
				note(cues[p], labels...)
			}
		}
		note(cues[p], parts[p])
	}
	shared := make(map[string]int)
	for _, word := range stems(spaced(n.Tool)) {
		shared[word] = 2
	}
	for p := range cues {
		for word := range cues[p] {
			shared[word]++
		}
	}
	for p := range cues {
		for word := range cues[p] {
			if shared[word] > 1 {
				delete(cues[p], word)
			}
		}
		for word := range own[p] {
			cues[p][word] = true
		}
	}
	return cues
}

// parted splits the dataset's question into a part for each missing parameter: the item
// of the list that asks for it, or the whole question for a single parameter. The parts
// are empty if there are fewer items than parameters.
func parted(n *eval.Node) []string {
	if len(n.Missing) == 1 {
		return []string{n.Text}
	}
	parts := strings.FieldsFunc(strings.ReplaceAll(n.Text, " and ", ","), func(r rune) bool { return r == ',' })
	parts = slices.DeleteFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" })
	// The words before the list may have commas, too.
	if len(parts) > len(n.Missing) {
		parts = parts[len(parts)-len(n.Missing):]
	}
	if len(parts) < len(n.Missing) {
		return make([]string, len(n.Missing))
	}
	return parts
}

// schemaOf is the part of a parameter's schema from which a question may take words.
type schemaOf struct {
	Type        any    `json:"type"`
	Format      string `json:"format"`
	Description string `json:"description"`
	Enum        []any  `json:"enum"`
	Items       struct {
		Description string `json:"description"`
		Enum        []any  `json:"enum"`
	} `json:"items"`
}

func parameter(tool *mission.Tool, name string) (s schemaOf) {
	if tool == nil || json.Unmarshal(properties(tool)[name], &s) != nil {
		return schemaOf{}
	}
	return s
}

// properties returns the schemas of the parameters of a tool.
func properties(tool *mission.Tool) map[string]json.RawMessage {
	var parameters struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(tool.Parameters, &parameters) != nil {
		return nil
	}
	return parameters.Properties
}

// kindWords returns words that ask for the kind of thing that a parameter is.
func kindWords(name string, s schemaOf) []string {
	var out []string
	words := stems(spaced(name))
	has := func(list ...string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return slices.Contains(words, stem(w)) })
	}
	if s.Format == "date" || s.Format == "date-time" || has("date", "day", "until", "from", "by", "deadline", "month", "start", "end", "since") {
		out = append(out, "when", "day", "date", "long")
	}
	if s.Format == "time" || s.Format == "date-time" || has("time", "hour", "slot") {
		out = append(out, "when", "time", "clock", "hour")
	}
	if s.Type == "integer" || s.Type == "number" {
		out = append(out, "many", "much", "number", "long", "amount", "big", "old", "high", "far")
	}
	if has("city", "place", "origin", "destination", "location", "address", "from", "to", "country", "where", "venue", "area", "region") {
		out = append(out, "where", "place", "city", "address")
	}
	if s.Format == "email" || has("email", "mail") {
		out = append(out, "email", "mail", "address")
	}
	if has("name", "person", "customer", "guest", "employee", "recipient", "driver", "contact", "user", "owner", "tenant", "patient") {
		out = append(out, "who", "whom", "whose", "name")
	}
	if has("id", "code", "number", "reference", "ref", "no") {
		out = append(out, "id", "code", "number", "reference")
	}
	if has("phone", "telephone", "mobile") {
		out = append(out, "phone", "telephone", "number", "mobile")
	}
	if len(s.Enum) > 0 || s.Type == "array" {
		out = append(out, "kind", "type", "sort")
	}
	return out
}

// spaced puts blanks between the words of a name in camel case.
func spaced(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// stems returns the words of a text without letter case, punctuation and endings.
func stems(text string) []string {
	words := strings.Fields(compare.Fold(text))
	for i, w := range words {
		words[i] = stem(w)
	}
	return words
}

// stem cuts off the endings of plurals and verbs.
func stem(w string) string {
	for _, ending := range [...]string{"ing", "ed", "s"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && len(rest) >= 3 {
			w = rest
			break
		}
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// fillers are words, as stems, that ask for nothing.
var fillers = words(`a an the of to in on at by for from with and or not no if is are was be been it its this that these those
	there here i im ive id ill you youd youll your my me we us our he she they them their do does did can could would will shall
	should may might must have has had need needs please let lets know tell give given say what which how one ones any all only
	some so such than then as just more most very sure thank thanks happy gladly help sorry ask again afraid understand take time
	hurry before but course like want wanted mean look find also get go goes put set see out up into over who where when used use
	uses done call keep interested example yyyy mm dd e.g. i.e.`)

func words(text string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(text) {
		set[stem(w)] = true
	}
	return set
}
