package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// What is put into things and taken out of them.

// joiners are the verbs of tools that put a part into a thing or take it out, with the
// word between the two.
var joiners = map[string]string{"add": "to", "insert": "into", "attach": "to", "append": "to", "assign": "to",
	"remove": "from", "delete": "from", "detach": "from", "unlink": "from"}

// membership is the object of a tool that puts a part into a thing or takes it out:
// "the item {item} to {portfolio}". "Remove the portfolio with the item 8269" would ask for
// another thing.
func (in *inference) membership(t *tools.Tool, verb string) (string, bool) {
	if !in.hasPart(t, verb) {
		return "", false
	}
	owner, part := in.ownerAndPart(t)
	h := in.hints[part]
	behind := " " + joiners[verb] + " {" + tools.SlotName(owner.Name) + "}"
	if part.Entity != nil {
		return "{" + tools.SlotName(part.Name) + "}" + behind, true
	}
	noun := naming.Spell(naming.Singular(h.noun))
	words := "the " + tools.EscapeText(noun) + "[ {" + tools.SlotName(part.Name) + "}]"
	if part.Type == "array" {
		words = "the " + tools.EscapeText(naming.Plural(noun)) + "[ {" + tools.SlotName(part.Name) + "}]"
	}
	part.There, part.Other = []string{"that I just mentioned", "that I just asked about"}, []string{"with another " + noun}
	h.placed = true
	return words + behind, true
}

// hasPart reports whether a tool puts a part into a thing or takes it out.
func (in *inference) hasPart(t *tools.Tool, verb string) bool {
	owner, part := in.ownerAndPart(t)
	return joiners[verb] != "" && t.Effect == tools.Update && owner != nil && part != nil
}

// ownerAndPart are the parameters for the thing that a tool changes, and for the only part
// that it must be given, if the name of the tool or its description speaks of the part.
func (in *inference) ownerAndPart(t *tools.Tool) (owner, part *tools.Param) {
	for _, p := range t.Params {
		switch {
		case !p.Required:
		case owner == nil && p.Entity != nil && p.Entity == t.Entity:
			owner = p
		case part != nil, p.Entity == t.Entity, p.Type == "object", p.Type == "boolean", in.isTime(p),
			p.Items != nil && (p.Items.Type == "object" || p.Items.Entity != nil):
			return nil, nil
		default:
			part = p
		}
	}
	if owner == nil || part == nil {
		return nil, nil
	}
	f := in.facts[t]
	said := strings.Join(f.Words, " ") + " " + strings.ToLower(f.About)
	last := naming.Singular(naming.LastWord(strings.ToLower(in.hints[part].noun)))
	if !slices.ContainsFunc(strings.Fields(said), func(w string) bool { return naming.Singular(w) == last }) {
		return nil, nil
	}
	return owner, part
}
