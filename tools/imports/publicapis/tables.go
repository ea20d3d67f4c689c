package publicapis

import (
	"slices"
	"strings"

	"switchyard/tools"
)

// tables is what is known of the APIs that lists hold.
type tables struct {
	categories map[string]*category // by their headings in small letters
	kinds      map[string]*kind     // by their keys
	fields     map[string]field     // that all kinds share
	places     map[string]*place    // by the words for them
}

// category is what is known of a heading.
type category struct {
	kinds    []string
	subjects []subject
}

// subject is what the APIs of a category may be about.
type subject struct {
	name   string
	words  []string
	field  string // that only things of the subject have; empty for none
	values []string
}

// kind is what APIs may be for, and the tools that such an API has.
type kind struct {
	key       string
	words     []string
	things    map[string][]string // fields of things by their nouns
	fields    map[string]field
	templates []template
	local     bool // its tools take a place
	spoken    bool // its tools take a language, which a place stands for
}

// template is the template of a tool.
type template struct {
	name    string // in camel case; {Subject} stands for the subject
	effect  tools.EffectKind
	thing   string // noun, with {subject}
	about   string
	params  []use
	answers []string
	words   []string // that call for it
}

// use is a field as a parameter.
type use struct {
	name     string
	required bool
}

// field is a field of parameters and answers.
type field struct {
	kind   string // a key of fieldKinds
	values []string
	low    string
	high   string
	preset string // default
	about  string
}

// answer lists the fields that a tool answers: those of its thing when the
// template names none.
func (k *kind) answer(tool template) []string {
	if len(tool.answers) == 0 {
		return k.things[tool.thing]
	}
	if i := slices.Index(tool.answers, "+"); i >= 0 {
		return slices.Concat(tool.answers[:i], k.things[tool.thing], tool.answers[i+1:])
	}
	return tool.answers
}

// field finds a field of the kind, or else of all kinds.
func (k *kind) field(t *tables, name string) (field, bool) {
	if f, ok := k.fields[name]; ok {
		return f, true
	}
	f, ok := t.fields[name]
	return f, ok
}

// thingOf is the thing that a field identifies: "pet_id" a pet.
func (k *kind) thingOf(field string) string {
	noun, ok := strings.CutSuffix(field, "_id")
	if !ok {
		return ""
	}
	for thing := range k.things {
		if idKey(thing) == noun {
			return thing
		}
	}
	return ""
}

// idKey is how names of identifiers call a thing: "picture" for "{subject}
// picture".
func idKey(thing string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("{subject}", "", "{adj}", "").Replace(thing)), "_")
}

// category finds what is known of a heading. One that nobody knows has the
// general kinds.
func (t *tables) category(heading string) *category {
	if c := t.categories[strings.ToLower(heading)]; c != nil {
		return c
	}
	return t.categories["other"]
}

// kindOf chooses the kind of an API of a category.
func (t *tables) kindOf(c *category, about, name string) *kind {
	// The usual kind is known by words that many APIs use, so any word of
	// another counts for more.
	usual := t.kinds[c.kinds[0]]
	best, most := usual, 2*min(2, count(about, usual.words))+min(1, count(name, usual.words))
	for _, key := range c.kinds[1:] {
		k := t.kinds[key]
		if n := 3*count(about, k.words) + 2*count(name, k.words); n > most || n == most && n > 0 && best == usual {
			best, most = k, n
		}
	}
	return best
}

// subjectOf finds what an API is about.
func (c *category) subjectOf(about, name string) subject {
	var otherwise subject
	for _, text := range []string{about, name} {
		for _, s := range c.subjects {
			if len(s.words) == 0 {
				otherwise = s
			} else if count(text, s.words) > 0 {
				return s
			}
		}
	}
	return otherwise
}

// folded prepares a text for looking for words in it: small letters, one blank
// around every word.
func folded(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127)
	})
	return " " + strings.Join(append(words, ""), " ")
}

// says reports whether a folded text has the word: "song*" is any word that
// begins so.
func says(text, word string) bool {
	if start, ok := strings.CutSuffix(word, "*"); ok {
		return strings.Contains(text, " "+start)
	}
	return strings.Contains(text, " "+word+" ")
}

// count is the number of the words that a folded text has.
func count(text string, words []string) int {
	n := 0
	for _, w := range words {
		if says(text, w) {
			n++
		}
	}
	return n
}
