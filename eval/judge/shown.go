package judge

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchyard/eval/compare"
	"switchyard/mission"
)

// shown is what tools answered up to and including a mission.
type shown struct {
	entry    *mission.Entry
	mission  int
	things   []thing
	names    map[string]bool     // identifiers
	choices  sets                // values that a field can have, folded
	labels   map[string][]string // other words for a value, both folded
	heard    string              // what people said, what tools were asked and what they answered; folded
	loose    map[string]bool     // figures that are known from elsewhere than the things of a list
	failed   bool                // a call of the mission was refused
	anyCalls bool                // the mission has a call
}

// sets are sets of texts by key.
type sets map[string]map[string]bool

func (s sets) add(key, value string) {
	if s[key] == nil {
		s[key] = map[string]bool{}
	}
	s[key][value] = true
}

// thing is an object that a tool answered, with what is nested in it.
type thing struct {
	names   map[string]bool
	fields  map[string][]any    // texts, numbers and booleans by key
	figures map[string][]string // in them, by key
	list    int                 // number of the list that it stands in; 0 for none
}

// newShown reads the calls of an entry up to a mission.
func newShown(e *mission.Entry, m int) *shown {
	k := &shown{entry: e, mission: m, names: map[string]bool{}, choices: sets{}, labels: map[string][]string{}, loose: map[string]bool{}}
	var heard strings.Builder
	hear := func(text string) {
		heard.WriteString(compare.Fold(text))
		heard.WriteString(" ; ")
	}
	for i := range e.Missions[:m+1] {
		x := &e.Missions[i]
		texts := []string{x.Request}
		for _, q := range x.Questions {
			texts = append(texts, q.Text, q.Reply)
		}
		if i < m {
			texts = append(texts, x.Reply)
		}
		for _, text := range texts {
			hear(text)
			for _, f := range figuresIn(text, false) {
				k.loose[f.value] = true
			}
		}
		for c := range x.Calls {
			call := &x.Calls[c]
			hear(spaced(call.Tool))
			hear(strings.ReplaceAll(string(call.Arguments), "_", " "))
			hear(strings.ReplaceAll(string(call.Observation), "_", " "))
			var v any
			if json.Unmarshal(call.Arguments, &v) == nil {
				k.loosen(v)
			}
			var answer any
			if json.Unmarshal(call.Observation, &answer) == nil {
				k.take(answer, 0)
			}
			if i == m {
				k.anyCalls = true
				k.failed = k.failed || call.Status >= 400
			}
		}
	}
	k.heard = heard.String()
	k.read()
	return k
}

// loosen notes the figures of a document as known.
func (k *shown) loosen(v any) {
	eachValue("", v, func(_ string, v any) {
		for _, f := range figuresOf(v) {
			k.loose[f] = true
		}
	})
}

// eachValue walks over the texts, numbers and booleans of a document.
func eachValue(key string, v any, visit func(key string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			eachValue(name, v[name], visit)
		}
	case []any:
		for _, item := range v {
			eachValue(key, item, visit)
		}
	case nil:
	default:
		visit(key, v)
	}
}

// take adds the things of a document.
func (k *shown) take(v any, list int) {
	switch v := v.(type) {
	case []any:
		own := len(k.things) + 1
		for _, item := range v {
			k.take(item, own)
		}
	case map[string]any:
		t := thing{names: map[string]bool{}, fields: map[string][]any{}, figures: map[string][]string{}, list: list}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			item := v[key]
			eachValue(key, item, func(key string, v any) {
				t.fields[key] = append(t.fields[key], v)
				t.figures[key] = append(t.figures[key], figuresOf(v)...)
			})
			if s, ok := item.(string); ok && k.identifies(key) && s != "" {
				t.names[s] = true
				k.names[s] = true
			}
		}
		k.things = append(k.things, t)
		if list == 0 {
			for _, item := range v {
				switch item.(type) {
				case map[string]any, []any:
				default:
					k.loosen(item)
				}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			k.take(v[key], 0)
		}
	}
}

func (k *shown) identifies(key string) bool {
	return slices.ContainsFunc(k.entry.Toolset.Entities, func(e mission.Entity) bool { return e.ID == key })
}

// read notes which values the fields of answers can have: those that the schemas of
// answers, and of parameters with the same name, list.
func (k *shown) read() {
	for i := range k.entry.Toolset.Tools {
		tool := &k.entry.Toolset.Tools[i]
		for _, text := range []json.RawMessage{tool.Returns, tool.Parameters} {
			var schema any
			if json.Unmarshal(text, &schema) == nil {
				k.choose("", schema)
			}
		}
		for _, values := range tool.Labels {
			for value, words := range values {
				var s string
				if json.Unmarshal([]byte(value), &s) != nil {
					continue
				}
				for _, w := range words {
					k.labels[folded(s)] = append(k.labels[folded(s)], folded(w))
				}
			}
		}
	}
}

func (k *shown) choose(name string, schema any) {
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	if list, ok := s["enum"].([]any); ok && name != "" {
		for _, v := range list {
			if text, ok := v.(string); ok {
				k.choices.add(name, folded(text))
			}
		}
	}
	if items, ok := s["items"]; ok {
		k.choose(name, items)
	}
	if properties, ok := s["properties"].(map[string]any); ok {
		for key, sub := range properties {
			k.choose(key, sub)
		}
	}
}

// folded returns a value as people write it, in lower case and without punctuation.
func folded(s string) string { return compare.Fold(strings.ReplaceAll(s, "_", " ")) }

// about returns the things that a part of a reply names, or all if it names none.
func (k *shown) about(names map[string]bool) []*thing {
	var all, named []*thing
	for i := range k.things {
		t := &k.things[i]
		all = append(all, t)
		for name := range t.names {
			if names[name] {
				named = append(named, t)
				break
			}
		}
	}
	if len(named) == 0 {
		return all
	}
	return named
}

func spell(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// figuresOf returns the figures of a value.
func figuresOf(v any) []string {
	switch v := v.(type) {
	case float64:
		return []string{number(v)}
	case string:
		var list []string
		for _, f := range figuresIn(v, false) {
			list = append(list, f.value)
		}
		return list
	}
	return nil
}

func number(f float64) string { return "n" + strconv.FormatFloat(max(f, -f), 'f', -1, 64) }
