package reply

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// described is a sentence of the description of a tool that was called, of one of its
// parameters or of a member of its answers.
type described struct {
	sentence
	stems     []string
	parameter string // whose default it tells, and which a call was given; or ""
}

var (
	// An example says nothing about what was asked.
	example = regexp.MustCompile(`(?i)[,;(]? *(?:\be\.g\.|\bfor example\b|\bfor instance\b|\bexamples?\b|\bsuch as\b).*`)
	asUsual = regexp.MustCompile(`(?i)\bdefaults?\b|\b(?:if|unless|when|where) (?:it is |none is |nothing is |nothing else is |one is |told |asked |said |another |not |left )`)
)

// others returns what the descriptions of the other tools say, which an agent may offer.
func (r *reading) others() []described {
	if r.uncalled != nil {
		return r.uncalled
	}
	r.uncalled = []described{}
	for i := range r.entry.Toolset.Tools {
		tool := &r.entry.Toolset.Tools[i]
		if !slices.ContainsFunc(r.calls, func(c *call) bool { return c.Tool == tool.Name }) {
			r.uncalled = append(r.uncalled, describe(tool, nil)...)
		}
	}
	return r.uncalled
}

// descriptions returns what the tools say that were called so far.
func (r *reading) descriptions() []described {
	if r.described != nil {
		return r.described
	}
	r.described = []described{}
	seen := map[string]bool{}
	for _, c := range r.calls {
		if c.tool == nil || seen[c.Tool] {
			continue
		}
		seen[c.Tool] = true
		var given map[string]json.RawMessage
		_ = json.Unmarshal(c.Arguments, &given) // of other people's files anything may stand there
		r.described = append(r.described, describe(c.tool, given)...)
	}
	for _, fact := range r.entry.Toolset.Facts {
		r.described = append(r.described, describedIn("", fact)...)
	}
	return r.described
}

// describe reads the descriptions of a tool. Some of its parameters were given a value.
func describe(tool *mission.Tool, given map[string]json.RawMessage) []described {
	all := describedIn("", tool.Description)
	var parameters, returns any
	if json.Unmarshal(tool.Parameters, &parameters) == nil {
		all = append(all, describeAll("", parameters, given)...)
	}
	if json.Unmarshal(tool.Returns, &returns) == nil {
		all = append(all, describeAll("", returns, nil)...)
	}
	return all
}

// describeAll reads the descriptions in the schema of a member.
func describeAll(name string, schema any, given map[string]json.RawMessage) (all []described) {
	s, ok := schema.(map[string]any)
	if !ok {
		return nil
	}
	if text, ok := s["description"].(string); ok {
		if _, ok := given[name]; !ok {
			name = ""
		}
		all = describedIn(name, text)
	}
	all = append(all, describeAll(name, s["items"], given)...)
	if properties, ok := s["properties"].(map[string]any); ok {
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			all = append(all, describeAll(key, properties[key], given)...)
		}
	}
	return all
}

func describedIn(parameter, text string) (all []described) {
	for _, s := range sentencesOf(plainText.Replace(example.ReplaceAllString(text, ""))) {
		d := described{sentence: s, stems: telling(s.text)}
		if parameter != "" && asUsual.MatchString(text) {
			d.parameter = parameter
		}
		all = append(all, d)
	}
	return all
}

// explains reports whether a description says a figure in the way that a statement does: of the
// same unit, and with two other words that both have, or three if the tool was not called. A
// default says nothing if a call was given a value for it.
func (r *reading) explains(s *statement, f *figure) bool {
	return r.explained(s, f, r.descriptions(), 2) || r.explained(s, f, r.others(), 3)
}

func (r *reading) explained(s *statement, f *figure, list []described, least int) bool {
	said, found := telling(s.text), false
	for _, d := range list {
		for i := range d.figures {
			v := &d.figures[i]
			if !f.says(v) || f.money != v.money || f.percent != v.percent || f.money && f.limit != v.limit {
				continue
			}
			here, there := s.unitsOf(f), d.unitsOf(v)
			units := shared(here, there)
			if len(units) == 0 && len(here)+len(there) > 0 && f.kind == aNumber && !f.money && !f.percent {
				continue
			}
			if d.parameter != "" {
				return false
			}
			both := shared(said, d.stems)
			slices.Sort(both)
			both = slices.DeleteFunc(slices.Compact(both), func(w string) bool { return slices.Contains(units, w) || currencies[w] })
			found = found || len(both) >= least
		}
	}
	return found
}

// unitsOf returns the stems of the few words behind a figure.
func (s *sentence) unitsOf(f *figure) []string {
	list := telling(s.text[f.to:])
	if f.unit != "" {
		list = append([]string{f.unit}, list[:min(len(list), 2)]...)
	}
	return list[:min(len(list), 3)]
}

func shared(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(w string) bool { return !slices.Contains(b, w) })
}

// enough is how many words of a clause must stand in one sentence of a description, so that
// the clause repeats it.
const enough = 3

// repeats reports whether the clause of a statement in which a word stands repeats what the
// description of a called tool says.
func (r *reading) repeats(s *statement, word string) bool {
	for _, c := range s.chunks {
		if !holds(c, word) {
			continue
		}
		words := telling(c)
		if len(words) < enough {
			return false
		}
		return slices.ContainsFunc(r.descriptions(), func(d described) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(d.stems, w) })
		})
	}
	return false
}

// namesCode reports whether a description of a called tool has a code.
func (r *reading) namesCode(code string) bool {
	return slices.ContainsFunc(r.descriptions(), func(d described) bool {
		return within(strings.ToLower(d.text), strings.ToLower(code))
	})
}
