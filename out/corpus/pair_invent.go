package corpus

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/internal/jsontext"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
)

const (
	// maxInventions is how often values are invented until they are wrong: an
	// invented value may be the true one, or one that was said.
	maxInventions = 16
	// maxTempting is the number of tools that are tried as needless calls of a chat
	// mission.
	maxTempting = 4
)

// invented pairs the first question of a clarify mission with a call made without
// asking, in which the missing values are invented.
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

// inventedFor returns the arguments of a call as they would be without the question, and
// those of them that are invented.
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
			continue // the user said it along with the answer, and it is not required
		}
		all = append(all, f)
	}
	return objectOf(all), lies, "nobody said that " + strings.TrimPrefix(told, ", ")
}

// repliedTo reports whether a part of an argument comes from a reply.
func repliedTo(call *mission.Call, name string) bool {
	return slices.ContainsFunc(call.Sources, func(s mission.Source) bool {
		return nameOf(s.Pointer) == name && (s.Kind == mission.FromReply || s.Said == mission.FromReply)
	})
}

// unasked rewrites a clarify mission as a single mission that makes its call without
// asking. The values that were asked for have no source there.
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

// unexplained reports whether nothing that was said or shown explains any of the
// invented values.
func (x *pairing) unexplained(m *mission.Mission, lies []field) bool {
	before, alone := *x.entry, *m
	before.Missions = before.Missions[:x.at]
	alone.Calls = slices.Clone(m.Calls)
	alone.Calls[0].Arguments = objectOf(lies)
	sources, unexplained := x.prover.Explain(&before, &alone, 0)
	return len(sources) == 0 && len(unexplained) > 0
}

// stands reports whether an invented value occurs earlier in the chat: in what was said,
// called or answered, even with another meaning. Thoughts do not count, so that an entry
// gives the same pairs with and without them.
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
		return wordAt(chat.String(), value) >= 0
	})
}

// spell writes the leaves of a JSON value in lower case, each on a line.
func spell(b *strings.Builder, value json.RawMessage) {
	doc, err := decode(value)
	if err != nil {
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

// tempting lists calls that an agent may be tempted to make in a chat mission: first the
// earlier call that showed what the chat is about, then calls of tools whose
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
		again(x.m.Reference.Mission, 0) // an earlier mission, as the proof shows
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

// used returns the arguments of earlier missions; of one name, the latest.
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

// wordsOf returns the words of a text with more than three letters, without a plural s.
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

// fieldsOf lists the fields of an object in their order; none if the JSON is not an
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
