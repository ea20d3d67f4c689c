package infer

import (
	"slices"

	"switchyard/internal/document"
	"switchyard/tools"
)

// Gaps infers what a toolset does not say about tools that are described by a
// schema. It makes a copy that has only the schemas and the stated effects and
// entities, completes the copy, and takes from it whatever the toolset lacks. told
// are the parameters about which the toolset says something beyond their schema.
func Gaps(ts *tools.Toolset, told map[*tools.Param]bool) {
	copied := &tools.Toolset{Name: ts.Name, Title: ts.Title, Domain: ts.Domain, About: ts.About, Entities: slices.Clone(ts.Entities), Source: ts.Source}
	for _, t := range ts.Tools {
		copied.Tools = append(copied.Tools, bare(t))
	}
	Toolset(copied)
	ts.Inferred = true
	used := func(e *tools.Entity) *tools.Entity {
		if e != nil && !slices.Contains(ts.Entities, e) {
			ts.Entities = append(ts.Entities, e)
		}
		return e
	}
	for i, t := range ts.Tools {
		switch {
		case !t.Described:
		case t.Settled() && len(t.Do) > 0 && len(t.Tell) > 0: // complete except for parameters that the file does not mention
			for _, p := range t.Params {
				if other := copied.Tools[i].Param(p.Name); p.Required && !told[p] && other != nil {
					fillParam(p, other, used)
				}
				prune(p, told)
			}
		default:
			fillTool(t, copied.Tools[i], used)
		}
	}
	or(&ts.Title, copied.Title)
	orList(&ts.Scenarios, copied.Scenarios)
	if ts.Rules == nil {
		ts.Rules = laws(ts)
	}
	if len(ts.Topics) > 0 {
		return
	}
	for _, topic := range copied.Topics {
		if topic.Like != nil {
			topic.Like = ts.Tool(topic.Like.Name)
		}
		if topic.About == nil || slices.Contains(ts.Entities, topic.About) {
			ts.Topics = append(ts.Topics, topic)
		}
	}
}

// bare is a copy of the tool with its schema and its stated effect, but without
// wordings.
func bare(t *tools.Tool) *tools.Tool {
	out := &tools.Tool{Name: t.Name, Description: t.Description, Effect: t.Effect, Entity: t.Entity, Thing: t.Thing, Answers: t.Answers, Parameters: t.Parameters}
	if out.Parameters == nil {
		out.Parameters = t.ParameterSchema()
	}
	schema, err := document.ParseJSON(out.Parameters, 1)
	if err != nil {
		return out // we wrote it ourselves
	}
	out.Params = tools.ParamsOf(schema)
	for _, p := range out.Params {
		if stated := t.Param(p.Name); stated != nil {
			p.Entity, p.Thing = stated.Entity, stated.Thing
			if stated.Items != nil && p.Items != nil {
				p.Items.Entity = stated.Items.Entity
			}
		}
	}
	return out
}

// prune drops the fields about which nothing is said, so that they are never used.
func prune(p *tools.Param, told map[*tools.Param]bool) {
	p.Props = slices.DeleteFunc(p.Props, func(q *tools.Param) bool { return !told[q] && !q.Made && q.Values == nil && q.Entity == nil })
	for _, q := range p.Props {
		prune(q, told)
	}
	if p.Items != nil {
		prune(p.Items, told)
	}
}

// or sets a value that is zero.
func or[T comparable](to *T, from T) {
	var none T
	if *to == none {
		*to = from
	}
}

func orList[T any](to *[]T, from []T) {
	if len(*to) == 0 {
		*to = from
	}
}

// fillTool adds what was inferred about a tool where nothing is stated.
func fillTool(t *tools.Tool, from *tools.Tool, used func(*tools.Entity) *tools.Entity) {
	if !t.Settled() {
		t.Effect, t.Entity = from.Effect, used(from.Entity)
	}
	t.Unclear = from.Unclear
	orList(&t.Undoes, from.Undoes)
	orList(&t.Gives, from.Gives)
	orList(&t.Fields, from.Fields)
	orList(&t.Sets, from.Sets)
	orList(&t.Do, from.Do)
	orList(&t.Ask, from.Ask)
	orList(&t.Where, from.Where)
	orList(&t.Tell, from.Tell)
	orList(&t.Empty, from.Empty)
	for name, labels := range from.Labels {
		if t.Labels == nil {
			t.Labels = map[string][]tools.Label{}
		}
		if t.Labels[name] == nil {
			t.Labels[name] = labels
		}
	}
	for _, p := range t.Params {
		if other := from.Param(p.Name); other != nil {
			fillParam(p, other, used)
		}
	}
}

func fillParam(p *tools.Param, from *tools.Param, used func(*tools.Entity) *tools.Entity) {
	if p.Entity == nil && p.Values == nil {
		p.Entity = used(from.Entity)
	}
	if p.Attribute == "" && p.Match == "" {
		p.Attribute, p.Match = from.Attribute, from.Match
	}
	or(&p.Values, from.Values)
	or(&p.Differs, from.Differs)
	or(&p.Noun, from.Noun)
	or(&p.Always, from.Always)
	or(&p.Holder, from.Holder)
	orList(&p.Say, from.Say)
	orList(&p.SayItem, from.SayItem)
	orList(&p.AskFor, from.AskFor)
	orList(&p.There, from.There)
	orList(&p.Other, from.Other)
	for _, q := range p.Props {
		if i := slices.IndexFunc(from.Props, func(o *tools.Param) bool { return o.Name == q.Name }); i >= 0 {
			fillParam(q, from.Props[i], used)
			q.Required = q.Required || from.Props[i].Required
		}
	}
	p.Props = slices.DeleteFunc(p.Props, func(q *tools.Param) bool { // a field that cannot be said is never used
		return !slices.ContainsFunc(from.Props, func(o *tools.Param) bool { return o.Name == q.Name }) && q.Values == nil
	})
	if len(p.Props) == 0 {
		p.Props = from.Props
	}
	if p.Items != nil && from.Items != nil {
		fillParam(p.Items, from.Items, used)
	}
}
