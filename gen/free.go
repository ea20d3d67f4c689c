package gen

import (
	"encoding/json"
	"fmt"
	"slices"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/schemas"
	"switchyard/tools"
)

// freeScene wishes for a mission of the same kind as the script's. The calls that are
// planned will become its blueprint.
func (p *performer) freeScene(i int, seed uint64) *roles.Scene {
	b, ready := p.script[i].blueprint, p.story.World
	if i == 0 || p.keepsTo(i-1) {
		ready = p.script[i].ready
	}
	p.story.World = ready.Clone() // a failed drawing must not change it
	s := p.scene(&blueprint.Blueprint{Type: b.Type, Pattern: b.Pattern, Relation: b.Relation, Way: b.Way, Target: b.Target}, seed)
	s.Wish = &roles.Wish{Type: b.Type, Pattern: b.Pattern, Relation: b.Relation, Way: b.Way, Target: b.Target, Vague: b.Vague}
	story := p.story
	story.Past = p.script[i].past
	s.Script = &roles.Script{Blueprint: b, Story: &story}
	return s
}

// keepsTo reports whether the missions up to index i made the calls of the script, as
// they do in a rehearsal. Then the world of the script is the right one for the next
// mission.
func (p *performer) keepsTo(i int) bool {
	for k := range i + 1 {
		made, want := p.entry.Missions[k].Calls, p.script[k].blueprint.Calls
		if len(made) != len(want) {
			return false
		}
		for _, c := range want {
			args := c.Values().JSON()
			if !slices.ContainsFunc(made, func(m mission.Call) bool { return m.Tool == c.Tool.Name && sameJSON(m.Arguments, args) }) {
				return false
			}
		}
	}
	return true
}

// partial returns the record of a free mission so far.
func (p *performer) partial(s *roles.Scene, proposal *roles.Proposal) *mission.Mission {
	w := s.Wish
	m := &mission.Mission{Type: w.Type, Pattern: w.Pattern, Relation: w.Relation, Request: proposal.Text, Questions: s.Questions,
		Calls: []mission.Call{}, Chat: proposal.Chat}
	if w.Relation != "" {
		m.Reference = &mission.Reference{Way: w.Way, Phrase: proposal.Phrase, Mission: w.Target, Text: proposal.On}
	}
	for _, made := range s.Made {
		c := &s.Blueprint.Calls[made.Call]
		m.Calls = append(m.Calls, mission.Call{Tool: c.Tool.Name, Purpose: made.Purpose, Arguments: c.Values().JSON(), Sources: made.Sources,
			Status: made.Answer.Status, Observation: made.Answer.Body.JSON(), Dependencies: []int{}})
	}
	return m
}

// notWished is the setback of a mission that becomes another kind than wished for.
func notWished(w *roles.Wish, format string, args ...any) error {
	kind := string(w.Type)
	if w.Pattern != "" {
		kind = string(w.Pattern)
	}
	return &setback{Reason: "kind", Message: fmt.Sprintf("the mission is to be %s, but ", kind) + fmt.Sprintf(format, args...)}
}

// settle accepts a plan of the free strategy: its calls become those of the mission,
// if every value in them has a source. why says what the planner has to change. If the
// plan makes another kind of mission than wished for, the request is to blame, and the
// mission fails.
func (p *performer) settle(s *roles.Scene, plan *mission.Plan) (calls []int, why []string, err error) {
	w, made := s.Wish, len(s.Made)
	switch plan.ActionList[0].Name {
	case mission.AskTool:
		if w.Type != mission.Clarify || made > 0 {
			return nil, nil, notWished(w, "the planner has to ask")
		}
		if _, _, err := asked(plan.ActionList[0]); err != nil {
			return nil, []string{sentence(err.Error())}, nil
		}
		return nil, nil, nil
	case mission.AnswerTool:
		switch {
		case made == 0 && w.Type != mission.Chat:
			return nil, nil, notWished(w, "the planner needs no tool")
		case made == 1 && w.Type == mission.Multi:
			return nil, nil, notWished(w, "one call is enough")
		}
		return nil, nil, nil
	}
	switch n := made + len(plan.ActionList); {
	case w.Type == mission.Chat:
		return nil, nil, notWished(w, "the planner uses %s", plan.ActionList[0].Name)
	case w.Type == mission.Clarify && len(s.Questions) == 0:
		return nil, nil, notWished(w, "the planner need not ask")
	case w.Type != mission.Multi && n > 1:
		return nil, nil, notWished(w, "the planner makes %d calls", n)
	}
	found := s.Blueprint.Calls
	p.found = p.found[:min(len(p.found), len(found))]
	m := p.partial(s, &s.Proposal)
	for k := range plan.ActionList {
		a := &plan.ActionList[k]
		tool := p.story.Set.Tool(a.Name)
		if tool == nil {
			why = append(why, fmt.Sprintf("%s does not serve this request by its definition.", a.Name))
			continue
		}
		if slices.ContainsFunc(m.Calls, func(c mission.Call) bool { return c.Tool == a.Name && sameJSON(c.Arguments, a.Arguments) }) {
			why = append(why, fmt.Sprintf("%s was called with these arguments already.", a.Name))
			continue
		}
		m.Calls = append(m.Calls, mission.Call{Tool: a.Name, Arguments: a.Arguments, Observation: json.RawMessage("null"), Dependencies: []int{}})
		sources, open := p.prover.Explain(p.entry, m, len(m.Calls)-1)
		for _, l := range open {
			why = append(why, fmt.Sprintf("%s%s: nobody said this value, no result shows it, and it does not follow from the time or from general knowledge.", a.Name, l.Pointer))
		}
		for _, src := range sources {
			if src.Kind == mission.FromDefault {
				why = append(why, fmt.Sprintf("%s%s is the default that nobody asked for: leave it out.", a.Name, src.Pointer))
			}
		}
		m.Calls[len(m.Calls)-1].Sources = sources
		c, err := callOf(tool, a.Arguments, sources, s.Index())
		if err != nil {
			return nil, nil, err
		}
		calls, found, p.found = append(calls, len(found)), append(found, c), append(p.found, sources)
	}
	if len(why) > 0 {
		return nil, why, nil
	}
	s.Blueprint.Calls = found
	for _, i := range calls {
		p.ensure(&found[i])
		note(s, i, p.found[i])
	}
	return calls, nil, nil
}

// callOf returns an action as a call of a blueprint, with the origin of each argument.
func callOf(t *tools.Tool, arguments json.RawMessage, sources []mission.Source, index int) (blueprint.Call, error) {
	decoded, err := schemas.Decode(arguments)
	if err != nil {
		return blueprint.Call{}, err
	}
	fields, _ := tools.ObjectOf(decoded).(tools.Object)
	c := blueprint.Call{Tool: t}
	for _, param := range t.Params {
		v, ok := fields.Get(param.Name)
		if !ok {
			continue
		}
		a := blueprint.Arg{Param: param, Value: declared(param, v), Origin: blueprint.Said}
		at := jsonptr.Join(param.Name)
		for _, src := range sources {
			switch {
			case !jsonptr.Under(src.Pointer, at):
			case src.Kind == mission.FromObservation:
				a.Origin, a.Call, a.At, a.Choice, a.Entity = blueprint.Result, src.Call, src.At, src.Choice, param.Entity
			case src.Kind == mission.FromShown:
				a.Origin, a.Mission, a.Call, a.At, a.Choice, a.Entity = blueprint.Shown, src.Mission, src.Call, src.At, src.Choice, param.Entity
			case src.Kind == mission.FromReply || src.Said == mission.FromReply:
				a.Origin = blueprint.Asked
			case src.Mission < index:
				a.Origin = blueprint.Earlier
				a.Sources = append(a.Sources, src)
			}
		}
		if a.Choice == nil && (a.Origin == blueprint.Result || a.Origin == blueprint.Shown) {
			a.Choice = &mission.Choice{Order: mission.OrderOnly}
		}
		c.Args = append(c.Args, a)
	}
	return c, nil
}

// declared puts the fields of objects into the order of the toolset. A planner may
// write them in any order, but the answer of the world depends on the bytes of a call.
func declared(p *tools.Param, v any) any {
	switch v := v.(type) {
	case tools.Object:
		out := make(tools.Object, 0, len(v))
		for _, q := range p.Props {
			if x, ok := v.Get(q.Name); ok {
				out = append(out, tools.Field{Name: q.Name, Value: declared(q, x)})
			}
		}
		for _, f := range v {
			if _, there := out.Get(f.Name); !there {
				out = append(out, f)
			}
		}
		return out
	case []any:
		if p.Items == nil {
			return v
		}
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = declared(p.Items, x)
		}
		return out
	}
	return v
}

// ensure makes sure that everything exists that the user names by its identifier.
func (p *performer) ensure(c *blueprint.Call) {
	for _, a := range c.Args {
		if a.Origin == blueprint.Result || a.Origin == blueprint.Shown {
			continue
		}
		entity, ids := a.Param.Entity, []any{a.Value}
		if list, ok := a.Value.([]any); ok && a.Param.Items != nil {
			entity, ids = a.Param.Items.Entity, list
		}
		for _, id := range ids {
			if entity == nil || c.Tool.Effect == tools.Create && c.Tool.Entity == entity {
				continue
			}
			if _, known := p.story.World.Known(entity, id); !known {
				p.story.World.Ensure(entity, keyed.New(p.seed, "ensured", fmt.Sprint(id)), tools.Object{{Name: entity.ID, Value: id}})
			}
		}
	}
}

// note adds to the scene which values the words of the user say.
func note(s *roles.Scene, call int, sources []mission.Source) {
	for _, src := range sources {
		saying := roles.Saying{Call: call, Pointer: src.Pointer, Text: src.Text, Kind: src.Kind, Rule: src.Rule}
		switch {
		case src.Kind == mission.FromQuery || src.Said == mission.FromQuery:
			s.Proposal.Said = append(s.Proposal.Said, saying)
		case (src.Kind == mission.FromReply || src.Said == mission.FromReply) && len(s.Answers) > 0:
			last := &s.Answers[len(s.Answers)-1]
			last.Said = append(last.Said, saying)
		}
	}
}

// finishFree adds to the record of a free mission its dependencies, and the earlier
// words that its relation refers to.
func (p *performer) finishFree(s *roles.Scene, m *mission.Mission) error {
	m.Chat = s.Proposal.Chat
	w := s.Wish
	if w.Relation != "" {
		m.Reference = &mission.Reference{Way: w.Way, Phrase: s.Proposal.Phrase, Mission: w.Target, Text: s.Proposal.On}
		for i := range m.Calls {
			for _, src := range m.Calls[i].Sources {
				earlier := src.Kind == mission.FromShown || src.Kind == mission.FromEarlier || src.Said == mission.FromEarlier
				if earlier && src.Mission == w.Target && src.Text != "" && !blueprint.Holds(m.Request, src.Text) {
					m.Reference.Text = src.Text
				}
			}
		}
	}
	for i, deps := range p.prover.Depends(p.entry, m) {
		m.Calls[i].Dependencies = deps
	}
	if m.Type != mission.Multi {
		return nil
	}
	deps := make([][]int, len(m.Calls))
	for i := range m.Calls {
		deps[i] = m.Calls[i].Dependencies
	}
	graph, err := mission.NewGraph(deps)
	if err != nil {
		return &setback{Reason: "kind", Message: err.Error()}
	}
	if got := graph.Pattern(); got != w.Pattern {
		return notWished(w, "its calls are %s", got)
	}
	return nil
}
