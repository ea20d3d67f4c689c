package agents

import (
	"encoding/json"
	"maps"
	"strings"

	"switchyard/eval"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/internal/sample"
	"switchyard/mission"
)

// remembered returns the arguments of a call without those from two or more
// missions back.
func remembered(t *eval.Task, n *eval.Node) json.RawMessage {
	var arguments map[string]json.RawMessage
	if json.Unmarshal(n.Arguments, &arguments) != nil {
		return n.Arguments // of a foreign dataset, which has no sources either
	}
	lost := false
	for _, s := range n.Sources {
		if s.Mission < t.Mission-1 && fromBefore(s) {
			delete(arguments, parameter(s.Pointer))
			lost = true
		}
	}
	if !lost {
		return n.Arguments
	}
	return encoded(arguments)
}

// fromBefore reports whether a value comes from an earlier mission. Values that a
// clock or a table derives from words are known as long as the words are.
func fromBefore(s mission.Source) bool {
	return s.Kind == mission.FromShown || s.Kind == mission.FromEarlier || s.Said == mission.FromEarlier
}

// parameter returns the first name in a JSON pointer.
func parameter(pointer string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	return jsonptr.Unescape(name)
}

// invented returns the arguments of the call that a question serves as if nobody
// had been asked: everything that the questions about it ask for is made up, and
// other information from the user's replies is left out.
func invented(s *eval.Scene, question *eval.Node, seed uint64) json.RawMessage {
	call := served(s.Task, question)
	arguments, truth := map[string]any{}, map[string]any{}
	if json.Unmarshal(call.Arguments, &truth) == nil {
		maps.Copy(arguments, truth)
	}
	for _, source := range call.Sources {
		if source.Kind == mission.FromReply || source.Said == mission.FromReply {
			delete(arguments, parameter(source.Pointer))
		}
	}
	d := drawer(s.Task.Tool(question.Tool), keyed.New(seed, Inventing, s.Task.Entry.ID, keyed.Int(s.Task.Mission)))
	for i := range s.Task.Nodes {
		n := &s.Task.Nodes[i]
		if n.Kind != eval.Ask || n.Tool != question.Tool {
			continue
		}
		for _, name := range n.Missing {
			arguments[name] = other(d, name, truth[name])
		}
	}
	return encoded(arguments)
}

// drawer draws values for the parameters of a tool; without a tool, any values.
func drawer(tool *mission.Tool, r keyed.Rand) *sample.Drawer {
	if tool == nil {
		return sample.New(r, nil)
	}
	return sample.New(r, tool.Parameters)
}

// tries is how often a value is drawn until it differs from the right one.
const tries = 64

// other draws a value of a parameter that differs from the given one.
func other(d *sample.Drawer, name string, than any) (v any) {
	avoid := string(encoded(than))
	for range tries {
		if v = d.Property(name); string(encoded(v)) != avoid {
			break
		}
	}
	return v
}

// encoded writes a value as JSON.
func encoded(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("{}") // no such value fails
	}
	return text
}
