package infer

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// Tools whose words could mean another tool of the set.

// decided sees to it that requests mean one tool. A tool that another one of the set can stand
// in for is never asked for. A parameter that only one of two tools takes is never left out
// of a request, and one that turns a tool into another is never said.
func (in *inference) decided() {
	said := map[*tools.Tool]map[string]bool{}
	for _, t := range in.set.Tools {
		said[t] = in.content(t)
	}
	for _, t := range in.set.Tools {
		for _, other := range in.set.Tools {
			if t != other && sameUse(t, other) {
				in.against(t, other, said[t], said[other])
			}
		}
	}
}

// against marks what of a tool could mean the other one. have and theirs are the words of
// the two.
func (in *inference) against(t, other *tools.Tool, have, theirs map[string]bool) {
	if in.facts[other].Plural && !in.facts[t].Plural && t.Effect == tools.Create {
		return // who wants one thing does not use the tool for several
	}
	var must, own []*tools.Param
	for _, p := range t.Params {
		if !p.Required && !p.Always || p.Type == "boolean" {
			continue
		}
		if must = append(must, p); in.counterpart(other, p) == nil {
			own = append(own, p)
		}
	}
	within := func(have map[string]bool, given []*tools.Param) bool {
		left := 0
		for w := range have {
			if !theirs[w] && !slices.ContainsFunc(given, func(p *tools.Param) bool { return in.counterpart(other, p) != nil && naming.HasWord(in.nounOf(p), w) }) {
				return false
			}
		}
		for w := range theirs {
			if !have[w] && !slices.ContainsFunc(given, func(p *tools.Param) bool { return naming.HasWord(in.nounOf(p), w) }) {
				left++
			}
		}
		return left == 0
	}
	enough := func(given []*tools.Param) bool {
		return !slices.ContainsFunc(other.Params, func(q *tools.Param) bool {
			return q.Required && !slices.ContainsFunc(given, func(p *tools.Param) bool { return in.counterpart(other, p) == q })
		})
	}
	switch {
	case !within(have, must):
	case len(own) == 0 && enough(must):
		if p := in.only(t, other); p != nil {
			p.Always = true
		} else {
			t.Unclear = true
		}
	case len(own) == 1:
		own[0].Always = true
	}
	for _, p := range t.Params {
		if given := append(slices.Clone(must), p); !p.Required && len(p.Say) > 0 && len(own) == 0 && !enough(must) && within(have, given) && enough(given) {
			p.Say, p.There, p.Other = nil, nil, nil
		}
	}
}

// only is the optional parameter that tells a tool from the other one, or nil: of
// "findPetsByStatus" the status.
func (in *inference) only(t, other *tools.Tool) *tools.Param {
	for _, p := range t.Params {
		if !p.Required && p.Type != "boolean" && p.Type != "object" && p.Entity == nil && len(p.Say) > 0 && in.counterpart(other, p) == nil && naming.HasWord(strings.Join(in.facts[t].Words, " "), naming.LastWord(in.nounOf(p))) {
			return p
		}
	}
	return nil
}

// sameUse reports whether two tools do the same kind of thing.
func sameUse(a, b *tools.Tool) bool {
	reads := func(t *tools.Tool) bool { return !t.Effect.Changes() }
	return a.Effect == b.Effect || reads(a) && reads(b)
}

// counterpart is the parameter of a tool that takes the values of another tool's parameter.
func (in *inference) counterpart(t *tools.Tool, p *tools.Param) *tools.Param {
	for _, q := range t.Params {
		switch {
		case (p.Type == "array") != (q.Type == "array"), p.Type == "object" != (q.Type == "object"):
		case p.Name == q.Name, p.Entity != nil && p.Entity == q.Entity, p.Entity == nil && q.Entity == nil && (in.nounOf(p) == in.nounOf(q) || sameForm(p, q)):
			return q
		}
	}
	return nil
}

// sameForm reports whether the values of two parameters look the same: two links.
func sameForm(p, q *tools.Param) bool {
	return p.Type == q.Type && p.Values != nil && q.Values != nil && p.Values.Kind == q.Values.Kind && p.Values.Kind == tools.ValuePattern && p.Values.Text == q.Values.Text
}

func (in *inference) nounOf(p *tools.Param) string {
	if p.Entity != nil {
		return strings.ToLower(p.Entity.Noun)
	}
	return strings.ToLower(in.hints[p].noun)
}

var (
	optionalWords = regexp.MustCompile(`\[[^\[\]]*\]`)
	slotWords     = regexp.MustCompile(`\{([^{}:|]*)[^{}]*\}`)
	plainWord     = regexp.MustCompile(`[a-z0-9]+`)
)

// emptyWords say nothing about what a request is for.
var emptyWords = strings.Fields(`the a an any all and or of for in on to with by from at about under my me list available various specific global new`)

// content is what the plainest wording of a tool says: its verb unless it only asks, and its
// nouns in the singular.
func (in *inference) content(t *tools.Tool) map[string]bool {
	out := map[string]bool{}
	if len(t.Do) == 0 {
		return out
	}
	text := optionalWords.ReplaceAllString(t.Do[0].Text, " ")
	text = slotWords.ReplaceAllStringFunc(text, func(slot string) string {
		for _, p := range t.Params {
			if strings.Trim(slot, "{}") == tools.SlotName(p.Name) {
				return " " + in.nounOf(p) + " "
			}
		}
		return " "
	})
	for i, w := range plainWord.FindAllString(strings.ToLower(text), -1) {
		switch {
		case i == 0 && naming.LooksUp(w), i == 0 && slices.Contains([]string{"show", "give", "pull"}, w), slices.Contains(emptyWords, w), w == "up" && i == 1:
		case slices.Contains(naming.InfoWords, w):
			out["details"] = true
		default:
			out[naming.Singular(w)] = true
		}
	}
	return out
}

// contraries notes the tools that take out again what others put into the same things.
func (in *inference) contraries() {
	for _, t := range in.set.Tools {
		for _, other := range in.set.Tools {
			if t.Entity == nil || other.Entity != t.Entity || t.Effect != tools.Update || other.Effect != tools.Update {
				continue
			}
			if joiners[in.facts[t].Does] == "from" && slices.Contains([]string{"to", "into"}, joiners[in.facts[other].Does]) {
				t.Undoes, other.Undoes = append(t.Undoes, other.Name), append(other.Undoes, t.Name)
			}
		}
	}
}

// distinct gives the parameters of a tool nouns of their own: of two that are called "status"
// each is called by its whole name, and what still has the noun of another one is not said
// unless it must be.
func (in *inference) distinct(t *tools.Tool) {
	for _, p := range t.Params { // "a tag in the workspace 24079 with the workspace Spring"
		if !p.Required && p.Entity == nil && len(p.Say) > 0 && slices.ContainsFunc(t.Params, func(q *tools.Param) bool { return q.Required && q.Entity != nil && in.nounOf(q) == in.nounOf(p) }) {
			p.Say, p.There, p.Other = nil, nil, nil
		}
	}
	shared := map[string]int{}
	own := func(p *tools.Param) string { return naming.SpellAll(in.hints[p].words) }
	named := slices.DeleteFunc(slices.Clone(t.Params), func(p *tools.Param) bool {
		return len(p.Say) != 1 || p.Entity != nil || p.Type == "boolean" || p.Type == "object" || in.isTime(p)
	})
	for _, p := range named {
		shared[p.Noun]++
	}
	for _, p := range named {
		if whole := own(p); shared[p.Noun] > 1 && whole != p.Noun && shared[whole] == 0 && strings.Contains(p.Say[0].Text, "the "+tools.EscapeText(p.Noun)+" ") {
			in.renamed(p, whole)
		}
	}
	taken := map[string]bool{}
	for _, required := range []bool{true, false} {
		for _, p := range named {
			if p.Required != required {
				continue
			}
			if taken[p.Noun] && !required {
				p.Say, p.There, p.Other = nil, nil, nil
			}
			taken[p.Noun] = true
		}
	}
}

// renamed calls a parameter by another noun.
func (in *inference) renamed(p *tools.Param, noun string) {
	swap := strings.NewReplacer(" "+p.Noun+" ", " "+noun+" ", " "+p.Noun+"?", " "+noun+"?")
	end := func(list []string) []string {
		out := slices.Clone(list)
		for i, text := range out {
			out[i] = strings.TrimSuffix(swap.Replace(text+" "), " ")
		}
		return out
	}
	p.Say = phrases(swap.Replace(p.Say[0].Text))
	p.There, p.Other, p.AskFor = end(p.There), end(p.Other), end(p.AskFor)
	p.Noun = noun
}
