package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/internal/jsonptr"
	"switchyard/internal/jsontext"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
)

// slip is a value that could be used for an argument by mistake.
type slip struct {
	call    int
	pointer string // of the leaf in the arguments
	value   json.RawMessage
	detail  string
}

// Checks of near misses: sourceChecks find a wrong value. misfits must not fail, unless
// the format is what is wrong.
var (
	sourceChecks = []proof.Check{proof.SourceQuery, proof.SourceReply, proof.SourceObservation, proof.SourceShown, proof.SourceEarlier,
		proof.SourceClock, proof.SourceKnowledge, proof.SourceDefault, proof.SourceChoice}
	misfits = []proof.Check{proof.SchemaArguments, proof.SchemaTool}
)

// nearMiss pairs a call with the same call with one wrong value: the first slip, in a
// random order, that a check finds.
func (x *pairing) nearMiss(slips []slip) (*Pair, error) {
	for _, s := range keyed.Shuffled(x.random, slips) {
		arguments, ok := withLeaf(x.m.Calls[s.call].Arguments, s.pointer, s.value)
		if !ok || sameJSON(arguments, x.m.Calls[s.call].Arguments) {
			continue
		}
		e, m := x.draft()
		setArguments(m, s.call, arguments)
		checks, never := sourceChecks, misfits
		if x.why == WhyFormat {
			checks, never = append([]proof.Check{proof.SchemaArguments}, sourceChecks...), nil
		}
		problem := x.failing(e, checks, never)
		if problem == nil {
			continue
		}
		return x.told(m, problem.Check, s.detail, first)
	}
	return nil, nil
}

// otherIdentifiers finds, for each identifier in the arguments, the other identifiers in
// the list that it comes from.
func (x *pairing) otherIdentifiers() []slip {
	used := make(map[string]bool) // values that the mission needs
	for c := range x.m.Calls {
		leaves, _ := proof.Leaves(x.m.Calls[c].Arguments)
		for _, l := range leaves {
			used[plain(l.Value)] = true
		}
	}
	var slips []slip
	for c := range x.m.Calls {
		leaves, _ := proof.Leaves(x.m.Calls[c].Arguments)
		for _, l := range leaves {
			entity, others := x.listedWith(c, l.Value)
			for _, other := range others {
				if !used[plain(other)] {
					slips = append(slips, slip{c, l.Pointer, jsontext.Value(other), fmt.Sprintf("the identifier %s of another listed %s", plain(other), entity)})
				}
			}
		}
	}
	return slips
}

// listedWith finds the lists in answers before a call that have an item with the value as
// its identifier. It returns the noun for the items, and the identifiers of the others.
func (x *pairing) listedWith(call int, value any) (entity string, others []any) {
	seen := map[string]bool{plain(value): true}
	for i := 0; i <= x.at; i++ {
		for c := range x.entry.Missions[i].Calls {
			if i == x.at && c >= call {
				break
			}
			doc, err := decode(x.entry.Missions[i].Calls[c].Observation)
			if err != nil {
				continue
			}
			for _, list := range listsIn(doc) {
				for k := range x.entry.Toolset.Entities {
					thing := &x.entry.Toolset.Entities[k]
					ids := idsOf(list, thing.ID)
					if !slices.Contains(ids, value) {
						continue
					}
					entity = thing.Name
					for _, id := range ids {
						if !seen[plain(id)] {
							seen[plain(id)] = true
							others = append(others, id)
						}
					}
				}
			}
		}
	}
	return entity, others
}

// beforeCorrection finds what the user said before a correction: values of the earlier
// mission for which this mission says others.
func (x *pairing) beforeCorrection() []slip {
	ref := x.m.Reference
	if ref == nil || ref.Mission < 0 || ref.Mission >= x.at || ref.Way != mission.WayCorrection && ref.Way != mission.WayRewording {
		return nil
	}
	var slips []slip
	for c := range x.m.Calls {
		call := &x.m.Calls[c]
		for _, before := range x.entry.Missions[ref.Mission].Calls {
			if before.Tool != call.Tool {
				continue
			}
			old := make(map[string]any)
			leaves, _ := proof.Leaves(before.Arguments)
			for _, l := range leaves {
				old[l.Pointer] = l.Value
			}
			for s := range call.Sources {
				src := &call.Sources[s]
				value, had := old[src.Pointer]
				if had && (src.Kind == mission.FromQuery || src.Said == mission.FromQuery) {
					slips = append(slips, slip{c, src.Pointer, jsontext.Value(value), fmt.Sprintf("%s is %s, which the user has just corrected", nameOf(src.Pointer), plain(value))})
				}
			}
		}
	}
	return slips
}

// otherFormats finds other ways to write the values of arguments.
func (x *pairing) otherFormats() []slip {
	var slips []slip
	for c := range x.m.Calls {
		call := &x.m.Calls[c]
		leaves, _ := proof.Leaves(call.Arguments)
		for _, l := range leaves {
			words := ""
			for s := range call.Sources {
				if src := &call.Sources[s]; src.Pointer == l.Pointer && src.Kind != mission.FromObservation && src.Kind != mission.FromShown {
					words = src.Text
				}
			}
			for _, text := range otherWays(l.Value, words) {
				slips = append(slips, slip{c, l.Pointer, jsontext.Value(text),
					fmt.Sprintf("%s is the text %q where the tool takes %s", nameOf(l.Pointer), text, jsontext.Value(l.Value))})
			}
		}
	}
	return slips
}

// otherWays writes a value as a wrong text: in the user's words, a number in quotes, a
// date in another order.
func otherWays(value any, words string) []string {
	var texts []string
	add := func(text string) {
		if s, is := value.(string); text != "" && !(is && s == text) {
			texts = append(texts, text)
		}
	}
	switch v := value.(type) {
	case string:
		add(words)
		if day, err := time.Parse(time.DateOnly, v); err == nil {
			add(day.Format("02/01/2006"))
			add(day.Format("2 January 2006"))
		}
	case json.Number:
		add(v.String())
		if strings.ContainsAny(words, "0123456789") {
			add(words)
		}
	case bool:
		add(map[bool]string{true: "yes", false: "no"}[v])
	}
	return texts
}

// decode reads JSON. Numbers stay as they are written.
func decode(b json.RawMessage) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	var doc any
	err := dec.Decode(&doc)
	return doc, err
}

// plain writes a scalar as people do.
func plain(v any) string {
	if s, is := v.(string); is {
		return s
	}
	return string(jsontext.Value(v))
}

// nameOf returns the parameter that a pointer leads into.
func nameOf(pointer string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	return jsonptr.Unescape(name)
}

// listsIn finds the lists with more than one item.
func listsIn(doc any) (lists [][]any) {
	switch doc := doc.(type) {
	case []any:
		if len(doc) > 1 {
			lists = append(lists, doc)
		}
		for _, item := range doc {
			lists = append(lists, listsIn(item)...)
		}
	case map[string]any:
		for _, key := range sorted(doc) {
			lists = append(lists, listsIn(doc[key])...)
		}
	}
	return lists
}

// idsOf collects an attribute of the items of a list.
func idsOf(list []any, key string) (ids []any) {
	for _, item := range list {
		if fields, ok := item.(map[string]any); ok && isScalar(fields[key]) {
			ids = append(ids, fields[key])
		}
	}
	return ids
}

func isScalar(v any) bool {
	switch v.(type) {
	case string, json.Number:
		return true
	}
	return false
}

// withLeaf replaces the value at a pointer and keeps every other byte.
func withLeaf(doc json.RawMessage, pointer string, value json.RawMessage) (json.RawMessage, bool) {
	dec := json.NewDecoder(bytes.NewReader(doc))
	for _, step := range jsonptr.Split(pointer) {
		if !enter(dec, step) {
			return nil, false
		}
	}
	var old json.RawMessage
	if err := dec.Decode(&old); err != nil {
		return nil, false
	}
	end := int(dec.InputOffset())
	return bytes.Join([][]byte{doc[:end-len(old)], value, doc[end:]}, nil), true
}

// enter moves a decoder into the next value, to the value of a key or index in it.
func enter(dec *json.Decoder, step string) bool {
	open, err := dec.Token()
	if err != nil {
		return false
	}
	var skipped json.RawMessage
	for i := 0; dec.More(); i++ {
		key := strconv.Itoa(i)
		if open == json.Delim('{') {
			token, err := dec.Token()
			if err != nil {
				return false
			}
			key, _ = token.(string)
		}
		if key == step {
			return true
		}
		if err := dec.Decode(&skipped); err != nil {
			return false
		}
	}
	return false
}
