package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"switchyard/eval"
	"switchyard/schemas"
	"switchyard/tools"
	"switchyard/tools/world"
)

// call makes a call of the agent. A call that means the same as one of the entry has the
// same effect: another spelling of a date does not make another booking.
func (s *session) call(a *act, c eval.Called) madeCall {
	made := madeCall{name: c.Name, arguments: c.Arguments, act: -1, gold: -1}
	answered := func(p world.Played) madeCall {
		made.status, made.body, made.changes = p.Answer.Status, p.Answer.Body.JSON(), p.Changes
		a.changes, s.changes = a.changes.Then(p.Changes), s.changes.Then(p.Changes)
		return made
	}
	offered := a.task.Tool(c.Name)
	set := s.stage.Toolsets[c.Name]
	if offered == nil || set == nil || set.Tool(c.Name) == nil {
		return answered(refusal(404, "There is no function of the name %s.", c.Name))
	}
	if made.act, made.gold = s.meant(a, c); made.gold >= 0 {
		gold := &s.acts[made.act].gold[made.gold]
		s.mark(a, made.act, gold.node)
		played := s.world.Play(gold.tool, gold.args, &gold.played)
		s.reveal(a)
		return answered(played)
	}
	tool := set.Tool(c.Name)
	args, wrong := s.schemas.Read(tool, c.Arguments)
	if wrong != "" {
		return answered(refusal(400, "%s", wrong))
	}
	if offered.Distractor {
		return answered(s.stranger(set).Play(tool, args, nil))
	}
	return answered(s.world.Play(tool, args, nil))
}

// meant finds the call of the entry that means the same as a call. Calls that have not
// been made come first, then those of later missions. It returns -1, -1 for none.
func (s *session) meant(a *act, c eval.Called) (act, gold int) {
	for _, again := range []bool{false, true} {
		for i := a.index; i >= 0; i-- {
			b := s.acts[i]
			for g := range b.gold {
				node := b.gold[g].node
				if b.gold[g].tool != nil && b.gold[g].tool.Name == c.Name && slices.Contains(b.done, node) == again && s.like(b.task, node, c.Arguments) == 1 {
					return i, g
				}
			}
		}
	}
	return -1, -1
}

// reveal shows what exists after the calls of the entry that the agent has made, up to
// the first one that it left out. It may be something that a list among them should
// have contained, so it must not exist earlier.
func (s *session) reveal(a *act) {
	last := -1
	for _, g := range a.order {
		if !slices.Contains(a.done, a.gold[g].node) {
			break
		}
		last = g
	}
	if last >= 0 {
		s.world.Reveal(a.gold[last].after)
	}
}

// mark notes that a call of the entry was made. The questions that were to be asked for
// it are no longer needed.
func (s *session) mark(a *act, index, node int) {
	b := s.acts[index]
	if slices.Contains(b.done, node) {
		return
	}
	b.done = append(b.done, node)
	if b != a {
		return
	}
	for i := range a.task.Nodes {
		if n := &a.task.Nodes[i]; n.Kind == eval.Ask && n.Tool == a.task.Nodes[node].Tool && !slices.Contains(a.done, i) {
			a.done = append(a.done, i)
		}
	}
}

// refusal is the answer to a call that reaches no tool.
func refusal(status int, format string, args ...any) world.Played {
	return world.Played{Answer: world.Answer{Status: status, Body: tools.Object{{Name: "error", Value: fmt.Sprintf(format, args...)}}}}
}

// Schemas keeps the compiled schemas of tools. It is safe for concurrent use.
type Schemas struct{ of sync.Map } // *schemas.Schema by *tools.Tool; nil for an unusable schema

// Read decodes the arguments of a call, or says what is wrong with them.
func (s *Schemas) Read(t *tools.Tool, arguments json.RawMessage) (args tools.Object, wrong string) {
	v, err := schemas.Decode(arguments)
	if err != nil {
		return nil, "The arguments are no JSON."
	}
	if _, ok := v.(map[string]any); !ok {
		return nil, "The arguments are no object."
	}
	if schema := s.compiled(t); schema != nil {
		if list := schema.ValidateValue(v); len(list) > 0 {
			return nil, fmt.Sprintf("The arguments do not fit: %s", list[0].Message)
		}
	}
	object, _ := tools.ObjectOf(v).(tools.Object)
	// Calls are always made in the order of the parameters.
	place := func(f tools.Field) int {
		i := slices.IndexFunc(t.Params, func(p *tools.Param) bool { return p.Name == f.Name })
		if i < 0 {
			return len(t.Params)
		}
		return i
	}
	slices.SortStableFunc(object, func(a, b tools.Field) int { return place(a) - place(b) })
	return object, ""
}

func (s *Schemas) compiled(t *tools.Tool) *schemas.Schema {
	if kept, ok := s.of.Load(t); ok {
		return kept.(*schemas.Schema)
	}
	schema, err := schemas.Compile(t.Parameters)
	if err != nil {
		schema = nil
	}
	kept, _ := s.of.LoadOrStore(t, schema)
	return kept.(*schemas.Schema)
}
