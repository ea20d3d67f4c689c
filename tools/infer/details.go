package infer

import (
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
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

// mostTold is how many facts of a thing are told besides its identifier and its name.
const mostTold = 4

// chiefly keeps what people want to know of a thing: first what they can change, choose by, or
// wait for, and last when it was written down. What only programs read is never told.
func (in *inference) chiefly(e *tools.Entity, told []string) []string {
	rank := func(w string) int {
		a := e.Attribute(slotIn(w))
		if a == nil {
			return 1
		}
		words := naming.Words(strings.ToLower(a.Name))
		switch {
		case slices.ContainsFunc(words, func(w string) bool { return slices.Contains(written, w) || slices.Contains([]string{"url", "urls"}, w) }):
			return 3
		case slices.ContainsFunc(words, func(w string) bool { return slices.Contains(awaited, w) }), in.changeable(e, a.Name):
			return 0
		case slices.ContainsFunc(e.Comparisons, func(c mission.Comparison) bool { return c.By == a.Name }):
			return 1
		}
		return 2
	}
	told = slices.DeleteFunc(slices.Clone(told), func(w string) bool {
		a := e.Attribute(slotIn(w))
		return a != nil && machine(a)
	})
	order := make([]int, len(told))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return rank(told[i]) - rank(told[j]) })
	order = order[:min(len(order), mostTold)]
	slices.Sort(order)
	kept := make([]string, len(order))
	for i, at := range order {
		kept[i] = told[at]
	}
	return kept
}

// slotIn is the name of the first slot of what is told.
func slotIn(w string) string {
	_, after, _ := strings.Cut(w, "{")
	end := strings.IndexAny(after, "}|:")
	return after[:max(end, 0)]
}

// changeable reports whether a tool that creates or changes things of the kind takes the attribute.
func (in *inference) changeable(e *tools.Entity, name string) bool {
	return slices.ContainsFunc(in.set.Tools, func(t *tools.Tool) bool {
		return t.Entity == e && (t.Effect == tools.Create || t.Effect == tools.Update) && slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Target() == name })
	})
}

// written are words for when something was written down, and awaited words for what people look at
// first.
var (
	written = strings.Fields("created updated modified changed added inserted edited synced")
	awaited = strings.Fields("status state price amount total balance due starts ends start end deadline priority severity email phone role")
)

// machine reports whether an attribute is for programs: what kind of record it is, its hash, its place
// in a log.
func machine(a *tools.Attribute) bool {
	words := naming.Words(strings.ToLower(a.Name))
	name := strings.Join(words, " ")
	if slices.Contains([]string{"object", "type", "kind", "resource type", "entity type", "record type", "object type"}, name) && a.Values != nil {
		if v := a.Values.Pick; a.Values.Kind == tools.ValuePick && len(v) < 2 {
			return true
		}
	}
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(internals, w) })
}

// internals are words for what only programs read.
var internals = strings.Fields("etag sid sha sha1 sha256 md5 hash checksum digest fingerprint signature nonce cursor href uri links self sequence revision checksums gid uuid guid token secret cache html")
