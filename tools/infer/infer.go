package infer

import (
	"cmp"
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// Toolset adds what a list of functions does not say: what the tools do to which
// things, how values are made, and how people speak about them. Nothing here is
// certain, so it chooses a plain wording that is correct rather than a lively one
// that may be wrong.
func Toolset(ts *tools.Toolset) {
	in := &inference{set: ts, given: slices.Clone(ts.Entities), facts: map[*tools.Tool]*naming.Facts{}, hints: map[*tools.Param]*paramHints{}, named: map[string]bool{}}
	for _, t := range ts.Tools {
		in.facts[t] = t.Facts()
	}
	in.theme = Theme(ts)
	for _, t := range ts.Tools {
		for _, p := range t.Params {
			in.param(t, p)
		}
		in.ranges(t)
	}
	in.shareLabels()
	in.entities()
	in.effects()
	in.spans()
	in.fresh()
	for _, t := range ts.Tools {
		in.words(t)
	}
	in.decided()
	in.contraries()
	in.topics()
	ts.Rules = laws(ts)
	ts.Title = cmp.Or(ts.Title, title(in.theme))
	ts.Scenarios = []string{ts.Title}
}

// inference is the state of inferring one toolset.
type inference struct {
	set   *tools.Toolset
	given []*tools.Entity // stated, so never changed
	theme string
	facts map[*tools.Tool]*naming.Facts
	hints map[*tools.Param]*paramHints
	named map[string]bool // whether a tool mentions keywords, by the keywords
}

// paramHints says how people speak of a parameter.
type paramHints struct {
	words  []string // of the name, in small letters
	noun   string   // what it is, or what it is the name or id of
	isID   bool     // an id or a code of something
	isName bool     // the name of something
	prep   string   // what stands before it: "for", "in"
	bare   bool     // the value is understood without its noun
	placed bool     // the wordings of the tool contain the noun and the value after it
}

// shareLabels gives parameters with the same name the same words for their values
// in all tools, because a value said to one tool may be passed on to another.
func (in *inference) shareLabels() {
	all := map[string][]tools.Label{}
	for _, t := range in.set.Tools {
		for _, p := range t.Params {
			for _, l := range t.Labels[p.Name] {
				if p.Type != "boolean" && !slices.ContainsFunc(all[p.Name], func(o tools.Label) bool { return o.Value == l.Value }) {
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
				t.Labels = map[string][]tools.Label{}
			}
			enum := p.Enum
			if p.Items != nil {
				enum = p.Items.Enum
			}
			for _, l := range all[p.Name] {
				if len(enum) > 0 && !slices.Contains(enum, l.Value) {
					continue
				}
				if !slices.ContainsFunc(t.Labels[p.Name], func(o tools.Label) bool { return o.Value == l.Value }) {
					t.Labels[p.Name] = append(t.Labels[p.Name], l)
				}
			}
		}
	}
}

// Theme is what most tools of a set are about: a proper name such as RuneScape, or
// a noun.
func Theme(ts *tools.Toolset) string {
	count := map[string]int{}
	shape := map[string]string{}
	var order []string
	for _, t := range ts.Tools {
		seen := map[string]bool{}
		about := strings.Fields(strings.ToValidUTF8(t.Description[:min(len(t.Description), 2000)], ""))
		note := func(w string, weight int) {
			w = strings.Trim(w, ".,;:()'\"")
			key := naming.Singular(strings.ToLower(w))
			if len(key) < 3 || seen[key] || slices.Contains(dullWords, key) || naming.VerbBase(key) != "" {
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
		for _, w := range naming.Words(t.Name) {
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

// phrases parses wordings that this package made. A wording that cannot be parsed
// is a mistake of the inference; it is left out, and the other wordings serve.
func phrases(texts ...string) []*tools.Phrase {
	var out []*tools.Phrase
	for _, text := range texts {
		if p, err := tools.ParsePhrase(text); err == nil && strings.TrimSpace(text) != "" {
			out = append(out, p)
		}
	}
	return out
}
