package corpus

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/internal/jsontext"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
)

const (
	// maxInventions is how often something is invented until it is a lie: an
	// invented value may be the true one, or one that was said.
	maxInventions = 16
	// maxTempting is how many tools are looked at that a chat mission may tempt to.
	maxTempting = 4
)

// invented pairs the first question of a clarify mission with the call made at
// once, in which values are invented for what is missing.
func (x *pairing) invented() (*Pair, error) {
	if x.m.Type != mission.Clarify || len(x.m.Calls) != 1 {
		return nil, nil
	}
	call := &x.m.Calls[0]
	schema, err := x.parametersOf(call.Tool)
	if err != nil {
		return nil, err
	}
	asked := make(map[string]bool)
	for _, q := range x.m.Questions {
		for _, name := range q.Missing {
			asked[name] = true
		}
	}
	for range maxInventions {
		arguments, lies, told := x.inventedFor(call, schema, asked)
		if x.stands(lies) {
			continue
		}
		e, m := x.draft()
		x.unasked(e, m, arguments, asked)
		if !x.unexplained(m, lies) {
			continue
		}
		problem := x.failing(e, []proof.Check{proof.SourceMissing}, misfits)
		if problem == nil {
			continue
		}
		return x.told(m, problem.Check, told, first)
	}
	return nil, nil
}

// inventedFor are the arguments of a call as they would be had nobody been
// asked, and those of them that are invented.
func (x *pairing) inventedFor(call *mission.Call, schema *shape, asked map[string]bool) (arguments json.RawMessage, lies []field, told string) {
	var all []field
	for _, f := range fieldsOf(call.Arguments) {
		switch {
		case asked[f.name]:
			truth := f.value
			f.value = schema.Properties[f.name].invent(x, f.name, truth, 0)
			if !sameJSON(truth, f.value) {
				lies = append(lies, f)
				told += fmt.Sprintf(", %s is %s", f.name, f.value)
			}
		case repliedTo(call, f.name):
			continue // told along with the answer, and not required
		}
		all = append(all, f)
	}
	return objectOf(all), lies, "nobody said that " + strings.TrimPrefix(told, ", ")
}

// repliedTo reports whether a reply gives something of an argument.
func repliedTo(call *mission.Call, name string) bool {
	return slices.ContainsFunc(call.Sources, func(s mission.Source) bool {
		return nameOf(s.Pointer) == name && (s.Kind == mission.FromReply || s.Said == mission.FromReply)
	})
}

// unasked rewrites a clarify mission so that its call is made at once: a single
// mission in which nothing says where the values come from that were asked for.
func (x *pairing) unasked(e *mission.Entry, m *mission.Mission, arguments json.RawMessage, asked map[string]bool) {
	m.Type, e.SwitchPath[x.at] = mission.Single, mission.Single
	moves := movesOf(m)
	m.Dialogue = slices.Concat(m.Dialogue[:1], m.Dialogue[moves[0].turn:])
	m.Questions = nil
	call := &m.Calls[0]
	call.Sources = slices.DeleteFunc(slices.Clone(call.Sources), func(s mission.Source) bool {
		name := nameOf(s.Pointer)
		return asked[name] || repliedTo(&x.m.Calls[0], name)
	})
	setArguments(m, 0, arguments)
}

// unexplained reports whether nothing that was said or shown explains any of what
// was invented.
func (x *pairing) unexplained(m *mission.Mission, lies []field) bool {
	before, alone := *x.entry, *m
	before.Missions = before.Missions[:x.at]
	alone.Calls = slices.Clone(m.Calls)
	alone.Calls[0].Arguments = objectOf(lies)
	sources, unexplained := x.prover.Explain(&before, &alone, 0)
	return len(sources) == 0 && len(unexplained) > 0
}

// stands reports whether something of what was invented stands in the chat before
// it, in what was said, called or answered, even where it means something else.
// Thoughts do not count: the same entry gives the same pairs with and without.
func (x *pairing) stands(lies []field) bool {
	var chat strings.Builder
	for _, m := range slices.Concat(x.before, x.said[:1]) {
		if m.Role == Tool {
			spell(&chat, json.RawMessage(m.Text))
		} else {
			chat.WriteString(strings.ToLower(m.Text) + "\n")
		}
		for _, c := range m.Calls {
			spell(&chat, c.Arguments)
		}
	}
	var values strings.Builder
	for _, f := range lies {
		spell(&values, f.value)
	}
	return slices.ContainsFunc(strings.Split(strings.TrimSuffix(values.String(), "\n"), "\n"), func(value string) bool {
		return holdsWord(chat.String(), value)
	})
}

// spell writes the leaves of a JSON value as they would be said, a line for each
// line of theirs.
func spell(b *strings.Builder, value json.RawMessage) {
	dec := json.NewDecoder(strings.NewReader(string(value)))
	dec.UseNumber()
	var doc any
	if dec.Decode(&doc) != nil {
		doc = string(value)
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range sorted(v) {
				walk(v[key])
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		case nil:
		default:
			b.WriteString(strings.ToLower(fmt.Sprint(v)) + "\n")
		}
	}
	walk(doc)
}

// holdsWord reports whether a text holds a word, or several: no letter and no digit
// adjoins them.
func holdsWord(text, word string) bool {
	if word == "" {
		return false
	}
	adjoins := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		behind, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !adjoins(before) && !adjoins(behind) {
			return true
		}
		_, size := utf8.DecodeRuneInString(word)
		from = at + size
	}
}

// unneeded pairs the answer of a chat mission with the call of a tool.
func (x *pairing) unneeded() (*Pair, error) {
	if x.m.Type != mission.Chat {
		return nil, nil
	}
	tempting, err := x.tempting()
	if err != nil {
		return nil, err
	}
	for _, call := range tempting {
		call.Purpose = fmt.Sprintf("Use %s for what the user asks.", call.Tool)
		call.Sources, call.Dependencies, call.Status = []mission.Source{}, []int{}, 200
		e, m := x.draft()
		m.Calls = []mission.Call{call}
		walk(m, 1, [][]int{{0}})
		problem := x.failing(e, []proof.Check{proof.GraphType}, misfits)
		if problem == nil {
			continue
		}
		return x.told(m, problem.Check, fmt.Sprintf("%s is called for what can be answered without a tool", call.Tool), first)
	}
	return nil, nil
}

// tempting lists calls that one may be led to make in a chat mission: that which
// showed what the chat is about, made again; then those of tools whose
// descriptions share words with the request.
func (x *pairing) tempting() ([]mission.Call, error) {
	var calls []mission.Call
	again := func(i, c int) {
		if earlier := x.entry.Missions[i].Calls; c < len(earlier) {
			calls = append(calls, mission.Call{Tool: earlier[c].Tool, Arguments: earlier[c].Arguments, Observation: earlier[c].Observation})
		}
	}
	switch claim := x.m.Chat; {
	case claim.Compare != nil:
		again(claim.Compare.Mission, claim.Compare.Call)
	case claim.Kind == mission.ChatRestate:
		again(x.m.Reference.Mission, 0) // proven to be an earlier mission
	}
	said := wordsOf(x.m.Request)
	tools := slices.DeleteFunc(keyed.Shuffled(x.random, x.entry.Toolset.Tools), func(t mission.Tool) bool { return t.Distractor })
	shared := make(map[string]int, len(tools)) // by the tool's name
	for _, t := range tools {
		for w := range wordsOf(t.Name + " " + t.Description) {
			if said[w] {
				shared[t.Name]++
			}
		}
	}
	slices.SortStableFunc(tools, func(a, b mission.Tool) int { return shared[b.Name] - shared[a.Name] })
	for _, t := range tools[:min(len(tools), maxTempting)] {
		schema, err := x.parametersOf(t.Name)
		if err != nil {
			return nil, err
		}
		arguments := schema.inventObject(x, x.used(), 0)
		calls = append(calls, mission.Call{Tool: t.Name, Arguments: arguments, Observation: json.RawMessage("{}")})
	}
	return calls, nil
}

// used are the arguments of the calls so far, the latest of each name.
func (x *pairing) used() map[string]json.RawMessage {
	used := make(map[string]json.RawMessage)
	for i := range x.at {
		for c := range x.entry.Missions[i].Calls {
			for _, f := range fieldsOf(x.entry.Missions[i].Calls[c].Arguments) {
				used[f.name] = f.value
			}
		}
	}
	return used
}

// wordsOf are the words of a text that are longer than most small words.
func wordsOf(text string) map[string]bool {
	words := make(map[string]bool)
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if len(w) > 3 {
			words[strings.TrimSuffix(w, "s")] = true
		}
	}
	return words
}

// parametersOf reads the parameters of a tool.
func (x *pairing) parametersOf(name string) (*shape, error) {
	for i := range x.entry.Toolset.Tools {
		t := &x.entry.Toolset.Tools[i]
		if t.Name != name {
			continue
		}
		s := &shape{}
		if err := json.Unmarshal(t.Parameters, s); err != nil {
			return nil, fmt.Errorf("the parameters of %s: %w", name, err)
		}
		return s, nil
	}
	return nil, fmt.Errorf("there is no tool %q", name)
}

// field is a key of an object with its value.
type field struct {
	name  string
	value json.RawMessage
}

// fieldsOf lists the fields of an object in their order; none if it is no
// object.
func fieldsOf(object json.RawMessage) []field {
	dec := json.NewDecoder(strings.NewReader(string(object)))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	var fields []field
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil
		}
		var f field
		if f.name, _ = token.(string); dec.Decode(&f.value) != nil {
			return nil
		}
		fields = append(fields, f)
	}
	return fields
}

// objectOf writes an object.
func objectOf(fields []field) json.RawMessage {
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = string(jsontext.Value(f.name)) + ":" + string(f.value)
	}
	return json.RawMessage("{" + strings.Join(parts, ",") + "}")
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
