package infer

import (
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/tools"
)

// What only looking a thing up tells: nobody looks up what the list showed already.

// detailed gives a thing that tools list and look up attributes that lists do not show: what
// the schemas of lists leave out or, without schemas, one more attribute. told is how the
// attributes are told.
func (in *inference) detailed(e *tools.Entity, told []string) []string {
	var lists []*tools.Tool
	lookedUp := false
	for _, t := range in.set.Tools {
		switch {
		case t.Entity != e || len(t.Fields) > 0:
		case t.Effect == tools.List:
			lists = append(lists, t)
		case t.Effect == tools.Get:
			lookedUp = true
		}
	}
	if !lookedUp || len(lists) == 0 {
		return told
	}
	if fullest(e, in.answering(e)) != nil {
		return leftOut(e, lists, told)
	}
	_, key := attributesOf(e.Noun)
	a, s := attributeFrom(key)
	if e.Attribute(a.Name) != nil || in.isParam(e, a.Name) || slices.ContainsFunc(e.Attributes, func(a *tools.Attribute) bool { return a.Detail }) {
		return told
	}
	a.Detail = true
	e.Attributes = append(e.Attributes, a)
	return append(told, "\x00"+s.tell)
}

// leftOut marks the attributes that the schemas of lists do not have. What things are chosen
// or filtered by stays in lists.
func leftOut(e *tools.Entity, lists []*tools.Tool, told []string) []string {
	shown := map[string]bool{e.ID: true, e.Name: true}
	for _, t := range lists {
		n := inner(t.Answers, e.Noun)
		if n == nil {
			return told
		}
		for _, name := range n.Fields["properties"].Keys {
			shown[name] = true
		}
		for _, p := range t.Params {
			shown[p.Target()] = true
		}
	}
	told = slices.Clone(told)
	for _, a := range e.Attributes {
		if shown[a.Name] || a.Detail || slices.ContainsFunc(e.Comparisons, func(c mission.Comparison) bool { return c.By == a.Name }) {
			continue
		}
		a.Detail = true
		for i, text := range told {
			_, after, found := strings.Cut(text, "{"+tools.SlotName(a.Name))
			if found && after != "" && strings.Contains("}|:", after[:1]) && !strings.HasPrefix(text, "\x00") {
				told[i] = "\x00" + text
			}
		}
	}
	return told
}
