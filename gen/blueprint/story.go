package blueprint

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Story is the conversation so far.
type Story struct {
	Set     *tools.Toolset
	Now     time.Time
	Persona mission.Persona
	World   *world.World
	// Feature is a tool that the story should use if it can, so that many stories
	// together use every tool. FeatureWays are preferred ways to follow up a mission.
	Feature     *tools.Tool
	FeatureWays []mission.Way
	// Insist means that the first mission should do so wherever little can fail afterwards.
	Insist bool
	Past   []*Past
}

// Identifiers lists the identifiers that mission k showed, for a restatement.
func (s *Story) Identifiers(k int) []string {
	ids, _ := s.Past[k].identifiers(s.Set.Entities)
	return ids
}

// made yields the calls of all missions so far.
func (s *Story) made() iter.Seq[*PastCall] {
	return func(yield func(*PastCall) bool) {
		for _, past := range s.Past {
			for i := range past.Calls {
				if !yield(&past.Calls[i]) {
					return
				}
			}
		}
	}
}

// Past is a mission that was played.
type Past struct {
	*Blueprint
	Request   string
	Replies   []string // of the user, when asked
	Questions []string // of the assistant
	Reply     string
	Calls     []PastCall
	// LikeSources are the sources of the argument values of Chat.Like.
	LikeSources []mission.Source

	folded []string // Texts in lower case
}

// PastCall is a call that was made.
type PastCall struct {
	Call
	Sources []mission.Source
	Answer  world.Answer
}

// allCalls are the calls that were made, or the call that a chat spoke of.
func (p *Past) allCalls() []PastCall {
	if p.Chat != nil && p.Chat.Like != nil {
		return []PastCall{{Call: *p.Chat.Like, Sources: p.LikeSources}}
	}
	return p.Calls
}

// identifiers lists the identifiers of the things that the mission's calls were about,
// and their entity. It lists none unless the closing reply shows all of them and they
// belong to one entity.
func (p *Past) identifiers(entities []*tools.Entity) ([]string, *tools.Entity) {
	var ids []string
	var entity *tools.Entity
	for i, c := range p.Calls {
		for _, it := range itemsOf(c.Tool, c.Answer, 0, i, entities) {
			if it.entity != c.Tool.Entity {
				continue // the hotel of a booking, say
			}
			id, ok := IDText(it.id)
			if !ok || !p.shows(id) || entity != nil && it.entity != entity {
				return nil, nil
			}
			entity = it.entity
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids, entity
}

// Texts returns everything that was said in the mission, with the closing reply last.
func (p *Past) Texts() []string {
	return append(slices.Concat([]string{p.Request}, p.Questions, p.Replies), p.Reply)
}

// Fold prepares the texts of the mission for searching.
func (p *Past) Fold() {
	for _, t := range p.Texts() {
		p.folded = append(p.folded, strings.ToLower(t))
	}
}

// says reports whether any text of the mission holds the words, as [Holds] does.
func (p *Past) says(words string) bool {
	words = strings.ToLower(words)
	return words != "" && slices.ContainsFunc(p.folded, func(t string) bool { return holds(t, words) })
}

// shows reports whether the closing reply holds the words, as [Holds] does.
func (p *Past) shows(words string) bool {
	return words != "" && holds(p.folded[len(p.folded)-1], strings.ToLower(words))
}

// Holds reports whether a text contains words as whole words, ignoring letter case.
func Holds(text, words string) bool {
	return words != "" && holds(strings.ToLower(text), strings.ToLower(words))
}

func holds(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		i += from
		if !(i > 0 && letter(text[i-1]) && letter(words[0])) &&
			!(i+len(words) < len(text) && letter(text[i+len(words)]) && letter(words[len(words)-1])) {
			return true
		}
		from = i + 1
	}
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// IDText returns an identifier as replies say it. It fails for values that are not
// identifiers.
func IDText(id any) (string, bool) {
	switch id := id.(type) {
	case string:
		return id, id != ""
	case int64:
		return strconv.FormatInt(id, 10), true
	}
	return "", false
}

// plainWords can begin names but are not names themselves.
var plainWords = []string{"from", "with", "your", "this", "that", "these", "into", "over", "under", "about", "between", "behind", "when", "what",
	"where", "some", "more", "most", "next", "last", "first", "second", "third", "their", "there"}

// Short returns a short form of a name: its first word that is not an article. It is
// empty if the name is a single word or its first word says too little.
func Short(name string) string {
	words := strings.Fields(name)
	if len(words) > 0 && slices.Contains([]string{"the", "a", "an", "le", "la", "el"}, strings.ToLower(words[0])) {
		words = words[1:]
	}
	if len(words) < 2 || len(words[0]) < 4 || strings.HasSuffix(words[0], "'s") || slices.Contains(plainWords, strings.ToLower(words[0])) {
		return ""
	}
	return strings.Trim(words[0], ",.;:")
}

// NumberWords are the numbers from zero to twelve as people write them out.
var NumberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
