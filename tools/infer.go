package tools

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// infer fills in what a list of functions does not say: what the tools do to
// which things, how values are made, and how people speak of it all. Nothing
// is certain here; the rule throughout is to prefer what is dull and right to
// what is lively and may be wrong.
func infer(ts *Toolset) {
	in := &inference{set: ts, given: slices.Clone(ts.Entities), facts: map[*Tool]*toolFacts{}, hints: map[*Param]*paramHints{}, named: map[string]bool{}}
	for _, t := range ts.Tools {
		in.facts[t] = t.facts()
	}
	in.theme = themeOf(ts)
	for _, t := range ts.Tools {
		for _, p := range t.Params {
			in.param(t, p)
		}
		in.ranges(t)
	}
	in.shareLabels()
	in.entities()
	in.effects()
	in.fresh()
	in.sameMoney()
	for _, t := range ts.Tools {
		in.words(t)
	}
	in.topics()
	ts.Scenes = phrases(scenes...)
	ts.Title = cmp.Or(ts.Title, title(in.theme))
	ts.Scenarios = []string{ts.Title}
}

// inference is the state of inferring one toolset.
type inference struct {
	set   *Toolset
	given []*Entity // stated: they are used as they are
	theme string
	facts map[*Tool]*toolFacts
	hints map[*Param]*paramHints
	named map[string]bool // keywords of topics, and whether a tool names them
}

// toolFacts is what the name and the description of a tool say.
type toolFacts struct {
	name     []string // words of the name, small letters
	verb     string   // what it does, in the base form
	noun     string   // of what: one of the things
	plural   bool     // whether the name speaks of several of them
	head     string   // noun that the description speaks of in the plural, one of it
	does     string   // verb of action
	about    string   // object of action
	text     string   // its name and the first sentence of its description, small letters
	includes string   // what the description says that the answer includes
}

// paramHints is how a parameter is spoken of.
type paramHints struct {
	words  []string // of the name, small letters
	noun   string   // what it is, or whose name or id it is
	isID   bool     // an id or a code of something
	isName bool     // the name of something
	prep   string   // what stands before it: "for", "in"
	bare   bool     // the value is understood without its noun
	placed bool     // the wordings of the tool have the noun, and the value behind it
}

// shareLabels gives parameters of one name the same words for their values in
// every tool: what was said to one tool can be taken over by another.
func (in *inference) shareLabels() {
	all := map[string][]Label{}
	for _, t := range in.set.Tools {
		for _, p := range t.Params {
			for _, l := range t.Labels[p.Name] {
				if p.Type != "boolean" && !slices.ContainsFunc(all[p.Name], func(o Label) bool { return o.Value == l.Value }) {
					all[p.Name] = append(all[p.Name], l)
				}
			}
		}
	}
	for _, t := range in.set.Tools {
		for _, p := range t.Params {
			if p.Type == "boolean" || len(all[p.Name]) == 0 {
				continue
			}
			if t.Labels == nil {
				t.Labels = map[string][]Label{}
			}
			enum := p.Enum
			if p.Items != nil {
				enum = p.Items.Enum
			}
			for _, l := range all[p.Name] {
				if len(enum) > 0 && !slices.Contains(enum, l.Value) {
					continue
				}
				if !slices.ContainsFunc(t.Labels[p.Name], func(o Label) bool { return o.Value == l.Value }) {
					t.Labels[p.Name] = append(t.Labels[p.Name], l)
				}
			}
		}
	}
}

// factsOf reads the name and the description of a tool. ofUser says that a
// parameter names a user.
func factsOf(name, description string, ofUser bool) *toolFacts {
	f := &toolFacts{}
	for _, w := range Words(name) {
		f.name = append(f.name, strings.ToLower(w))
	}
	// The beginning of a description says what a tool is for.
	about := strings.ToValidUTF8(description[:min(len(description), 2000)], "")
	f.text = strings.ToLower(strings.Join(f.name, " ") + " " + sentence(about))
	f.verb, f.noun, f.plural = nameOf(f.name)
	if _, tail, ok := strings.Cut(strings.ToLower(about), "includ"); ok {
		f.includes = strings.NewReplacer(",", " ", ".", " ").Replace(tail)
	}
	f.does, f.about = actionOf(about)
	if ofUser {
		// Somebody who names a user does not speak of himself.
		f.about = strings.NewReplacer("get my ", "get the ", " for me", "", " of mine", "", "my ", "the ").Replace(f.about)
	}
	if f.does == "" || f.elsewhere() {
		f.does, f.about = actionOfName(f)
	}
	if f.noun == "" {
		f.noun = "result"
	}
	// A roster is a list of players, and "Rappi orders for a user" are orders.
	if words := strings.Fields(f.noun); len(words) > 1 && slices.Contains([]string{"roster", "directory", "catalog", "catalogue"}, words[len(words)-1]) {
		f.noun, f.plural = strings.Join(words[:len(words)-1], " "), true
	}
	f.head = headOf(f.about)
	if f.verb == "" {
		f.verb = f.does
	}
	return f
}

// elsewhere tells whether the sentence of a description speaks of something else
// than the name, so that the name says better what the tool does: "Access
// financial institutions …" of syncTransactions.
func (f *toolFacts) elsewhere() bool {
	if f.verb == "" || f.verb == f.does || looksUp(f.verb) && looksUp(f.does) || len(f.name) < 2 {
		return false
	}
	said := strings.ToLower(f.does + " " + f.about)
	for _, w := range f.name {
		if stem := singular(w); verbBase(w) == "" && len(stem) > 2 && strings.Contains(said, stem[:min(len(stem), 5)]) {
			return false
		}
	}
	names := slices.ContainsFunc(strings.Fields(f.about), func(w string) bool { return strings.ToLower(w) != w })
	return !names && looksUp(f.does)
}

// headOf is the noun that a phrase is about when it stands in the plural.
func headOf(about string) string {
	for i, w := range strings.Fields(about) {
		if i > 0 && slices.Contains([]string{"by", "from", "for", "with", "in", "to", "on", "and", "of", "at", "that", "based"}, w) {
			about = strings.Join(strings.Fields(about)[:i], " ")
			break
		}
	}
	last := lastWord(about)
	if one := singular(strings.ToLower(last)); one != strings.ToLower(last) {
		return one
	}
	return ""
}

// infoWords end a name without saying what the tool is about.
var infoWords = []string{"info", "information", "details", "detail", "data", "metadata", "list", "api", "request", "by", "all"}

// nameOf takes the name of a tool apart: "getOrderDetailsByUser" is about an
// order.
func nameOf(words []string) (verb, noun string, plural bool) {
	if len(words) == 0 {
		return "", "", false
	}
	rest := words
	if v := verbBase(words[0]); v != "" {
		verb, rest = v, words[1:]
	} else if v := verbBase(words[len(words)-1]); v != "" && len(words) > 1 {
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
	for len(rest) > 1 && slices.Contains(infoWords, rest[len(rest)-1]) {
		rest = rest[:len(rest)-1]
	}
	if len(rest) == 0 {
		return verb, "", plural
	}
	last := rest[len(rest)-1]
	one := singular(last)
	if one != last {
		plural = true
	}
	if len(rest) > 2 {
		rest = rest[len(rest)-2:]
	}
	head := ""
	if len(rest) == 2 {
		head = spell(rest[0]) + " "
	}
	return verb, head + spell(one), plural
}

// slug names a toolset after what its tools have in common.
func slug(ts *Toolset, file string, index int) string {
	theme := strings.ReplaceAll(strings.ToLower(themeOf(ts)), " ", "_")
	theme = strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return -1
	}, theme), "_")
	if theme == "" || theme == "services" {
		base := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		theme = strings.ToLower(strings.Join(Words(base), "_")) + "_" + strconv.Itoa(index+1)
	}
	return "functions/" + theme
}

// themeOf is what most tools of a set speak of: a name such as RuneScape, or
// a noun.
func themeOf(ts *Toolset) string {
	count := map[string]int{}
	shape := map[string]string{}
	var order []string
	for _, t := range ts.Tools {
		seen := map[string]bool{}
		about := strings.Fields(strings.ToValidUTF8(t.Description[:min(len(t.Description), 2000)], ""))
		note := func(w string, weight int) {
			w = strings.Trim(w, ".,;:()'\"")
			key := singular(strings.ToLower(w))
			if len(key) < 3 || seen[key] || slices.Contains(dullWords, key) || verbBase(key) != "" {
				return
			}
			seen[key] = true
			if count[key] == 0 {
				order = append(order, key)
				shape[key] = key
			}
			if w != strings.ToLower(w) {
				shape[key] = w
			}
			count[key] += weight
		}
		for i, w := range about {
			if i > 0 && w != strings.ToLower(w) {
				note(w, 4) // a name in the middle of a sentence
			}
		}
		for _, w := range Words(t.Name) {
			note(w, 3)
		}
		for _, w := range about {
			note(w, 2)
		}
	}
	best := ""
	for _, key := range order {
		if best == "" || count[key] > count[best] {
			best = key
		}
	}
	if best == "" {
		return "services"
	}
	return shape[best]
}

var dullWords = strings.Fields(`the and for with from into that this these those data information info detail details specific specified given
	list result results user users name names id ids including such various based number type types value values current latest all one two
	api url new other about which whether using based according multiple different real time world global worldwide their its are not can
	has have was will been more most some any each per item items content text set group status get current related provided available
	return returned request json format default example service system platform tool function operation parameter option query search`)

func title(theme string) string {
	if theme == "" {
		return "Services"
	}
	return strings.ToUpper(theme[:1]) + theme[1:]
}

// phrases parses wordings that the program itself makes. One that cannot be
// parsed is left out: it would be a mistake of the inference, and the other
// wordings still serve.
func phrases(texts ...string) []*Phrase {
	var out []*Phrase
	for _, text := range texts {
		if p, err := ParsePhrase(text); err == nil && strings.TrimSpace(text) != "" {
			out = append(out, p)
		}
	}
	return out
}

var scenes = []string{
	"I'm sorting a few things out today.",
	"A colleague asked me about this.",
	"I'm working on something for next week.",
	"I've got a bit of time right now.",
}
