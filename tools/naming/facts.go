package naming

import (
	"slices"
	"strings"
)

// Facts is what the name and the description of a tool say.
type Facts struct {
	Words    []string // words of the name, small letters
	Verb     string   // what the tool does, in the base form
	Noun     string   // what the tool handles, in the singular
	Plural   bool     // whether the name has the noun in the plural
	Head     string   // the noun of About in the singular; empty unless About has it in the plural
	Does     string   // verb of the description, or else of the name
	About    string   // object of that verb
	Text     string   // its name and the first sentence of its description, small letters
	Includes string   // what the description says that the answer includes
}

// FactsOf reads the name and the description of a tool. ofUser says that a
// parameter names a user.
func FactsOf(name, description string, ofUser bool) *Facts {
	f := &Facts{}
	for _, w := range Words(name) {
		f.Words = append(f.Words, strings.ToLower(w))
	}
	// The beginning of a description says what a tool is for.
	about := strings.ToValidUTF8(description[:min(len(description), 2000)], "")
	f.Text = strings.ToLower(strings.Join(f.Words, " ") + " " + sentence(about))
	f.Verb, f.Noun, f.Plural = nameOf(f.Words)
	if _, tail, ok := strings.Cut(strings.ToLower(about), "includ"); ok {
		f.Includes = strings.NewReplacer(",", " ", ".", " ").Replace(tail)
	}
	f.Does, f.About = actionOf(about)
	if ofUser {
		// Somebody who names a user does not speak of himself.
		f.About = strings.NewReplacer("get my ", "get the ", " for me", "", " of mine", "", "my ", "the ").Replace(f.About)
	}
	if f.Does == "" || f.elsewhere() {
		f.Does, f.About = actionOfName(f)
	}
	if f.Noun == "" {
		f.Noun = "result"
	}
	// A roster is a list of players, and "Rappi orders for a user" are orders.
	if words := strings.Fields(f.Noun); len(words) > 1 && slices.Contains([]string{"roster", "directory", "catalog", "catalogue"}, words[len(words)-1]) {
		f.Noun, f.Plural = strings.Join(words[:len(words)-1], " "), true
	}
	f.Head = HeadOf(f.About)
	if f.Verb == "" {
		f.Verb = f.Does
	}
	return f
}

// elsewhere reports whether the sentence of a description speaks of something else
// than the name, so that the name says better what the tool does: "Access
// financial institutions …" of syncTransactions.
func (f *Facts) elsewhere() bool {
	if f.Verb == "" || f.Verb == f.Does || LooksUp(f.Verb) && LooksUp(f.Does) || len(f.Words) < 2 {
		return false
	}
	said := strings.ToLower(f.Does + " " + f.About)
	for _, w := range f.Words {
		if stem := Singular(w); VerbBase(w) == "" && len(stem) > 2 && strings.Contains(said, stem[:min(len(stem), 5)]) {
			return false
		}
	}
	names := slices.ContainsFunc(strings.Fields(f.About), func(w string) bool { return strings.ToLower(w) != w })
	return !names && LooksUp(f.Does)
}

// nameOf takes the name of a tool apart: "getOrderDetailsByUser" is about an
// order.
func nameOf(words []string) (verb, noun string, plural bool) {
	if len(words) == 0 {
		return "", "", false
	}
	rest := words
	if v := VerbBase(words[0]); v != "" {
		verb, rest = v, words[1:]
	} else if v := VerbBase(words[len(words)-1]); v != "" && len(words) > 1 {
		verb, rest = v, words[:len(words)-1]
	}
	if len(rest) > 1 && (rest[0] == "up" || rest[0] == "out" || rest[0] == "for") { // "look up a word"
		rest = rest[1:]
	}
	for i, w := range rest {
		if i > 0 && slices.Contains([]string{"by", "from", "for", "with", "in", "to", "on", "and", "of", "at", "using", "based"}, w) {
			rest = rest[:i]
			break
		}
	}
	for _, w := range rest {
		if w == "list" || w == "all" {
			plural = true
		}
	}
	rest = slices.DeleteFunc(slices.Clone(rest), func(w string) bool {
		return slices.Contains([]string{"all", "list", "available", "supported", "latest", "current", "the", "a", "an", "specific", "real", "time", "api", "get", "by", "detailed", "json"}, w)
	})
	for len(rest) > 1 && slices.Contains(InfoWords, rest[len(rest)-1]) {
		rest = rest[:len(rest)-1]
	}
	if len(rest) == 0 {
		return verb, "", plural
	}
	last := rest[len(rest)-1]
	one := Singular(last)
	if one != last {
		plural = true
	}
	if len(rest) > 2 {
		rest = rest[len(rest)-2:]
	}
	head := ""
	if len(rest) == 2 {
		head = Spell(rest[0]) + " "
	}
	return verb, head + Spell(one), plural
}

// actionOfName makes a verb phrase of a name when the description gives none.
func actionOfName(f *Facts) (verb, object string) {
	verb, words := f.Verb, f.Words
	if verb == "" {
		return "use", "the " + SpellAll(words) + " service"
	}
	rest := words
	if VerbBase(words[0]) != "" {
		rest = words[1:]
	} else if rest = words[:len(words)-1]; len(rest) == 1 && (rest[0] == "reverse" || rest[0] == "batch") {
		return rest[0] + " " + verb, "it for me"
	}
	for i, w := range rest {
		if i > 0 && (w == "by" || w == "with") {
			rest = rest[:i]
			break
		}
	}
	if len(rest) == 0 {
		return verb, "it for me"
	}
	if n := len(rest); n > 2 && slices.Contains([]string{"for", "from", "to", "in", "of"}, rest[n-2]) && Singular(rest[n-1]) == rest[n-1] {
		return verb, "the " + SpellAll(rest[:n-1]) + " " + WithArticle(Spell(rest[n-1]))
	}
	text := SpellAll(rest)
	if Singular(rest[len(rest)-1]) == rest[len(rest)-1] {
		text = "the " + text
	}
	return verb, text
}
