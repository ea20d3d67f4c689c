package openapi

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/tools"
)

// segment is a part of a path: a word, or a parameter.
type segment struct {
	name  string
	param bool
}

// leadWords match the parts of a path before the things of an API.
var leadWords = regexp.MustCompile(`(?i)^(?:v\d[\w.]*|api|apis|rest|services?|public|json|\d{4}-\d{2}(?:-\d{2})?|\d+(?:\.\d+)*)$`)

// segmentsOf splits a path, without the parts that only lead to it.
func segmentsOf(path string) []segment {
	var out []segment
	for _, part := range strings.Split(path, "/") {
		part, action, custom := strings.Cut(part, ":") // {id}:cancel
		for i, text := range []string{part, action} {
			text = strings.TrimSuffix(strings.TrimSuffix(text, ".json"), ".{format}")
			if text == "" || i == 1 && !custom {
				continue
			}
			open, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
			if open >= 0 && end > open {
				out = append(out, segment{text[open+1 : end], true})
			} else {
				out = append(out, segment{text, false})
			}
		}
	}
	for len(out) > 1 && !out[0].param && leadWords.MatchString(out[0].name) {
		out = out[1:]
	}
	return out
}

// thingAt is the thing that the parameter at position i names, by its own name or
// by the word before it.
func thingAt(path []segment, i int) (noun string, identifies bool) {
	own, isID := identifierOf(path[i].name)
	before := ""
	if i > 0 && !path[i-1].param && verbOf(strings.Join(wordsOf(path[i-1].name), " ")) == "" {
		before, _ = nounOf(path[i-1].name)
	}
	words := wordsOf(path[i].name)
	switch {
	case isID && before != "":
		return before, true
	case isID && own != "":
		return own, true
	case before != "" && len(words) > 0 && (strings.Join(words, " ") == before || before == singular(words[0]) ||
		slices.Contains([]string{"name", "username", "login", "slug", "symbol", "isbn", "sku", "email", "title"}, words[len(words)-1])):
		return before, true
	}
	return before, false
}

// answer is the kind of an answer, as far as the effect depends on it.
type answer int

const (
	answerUnknown answer = iota
	answerOne
	answerMany
	answerScalar
)

// call is what decides the effect of an operation.
type call struct {
	method, path string
	id, summary  string
	answer       answer
	many         bool // the body is a list
}

// effect is what the operation does to which thing; empty if that is not certain.
func (c call) effect() (tools.EffectKind, string) {
	path := segmentsOf(c.path)
	if len(path) == 0 {
		return "", ""
	}
	last := len(path) - 1
	if path[last].param {
		return c.onOne(path, last)
	}
	words := wordsOf(path[last].name)
	if len(words) > 0 {
		verb := verbOf(words[0])
		if verb == "" && (words[0] == "add" || words[0] == "remove") && len(words) > 1 {
			verb = tools.Update // addFollowers changes what they are added to
		}
		if verb == tools.Delete && len(words) > 1 {
			verb = tools.Update
		}
		if several := len(words) == 1 && singular(words[0]) != words[0]; verb != "" && !several {
			return c.action(path, verb)
		}
	}
	return c.onAll(path, last)
}

// onOne is the effect on the thing that the last parameter of a path names.
func (c call) onOne(path []segment, last int) (tools.EffectKind, string) {
	noun, identifies := thingAt(path, last)
	says := says(c.id, c.summary)
	switch {
	case noun == "" || !identifies:
	case c.method == "GET" && (c.answer == answerOne || c.answer == answerUnknown) && (says == "" || says == tools.Get || says == tools.List):
		return tools.Get, noun
	case c.method == "PUT" || c.method == "PATCH":
		if says != tools.Create && says != tools.Delete && !c.many {
			return tools.Update, noun
		}
	case c.method == "POST" && says == tools.Update && !c.many:
		return tools.Update, noun
	case c.method == "DELETE" && (says == "" || says == tools.Delete || says == tools.Update):
		return tools.Delete, noun
	}
	return "", ""
}

// onAll is the effect on the things that the last word of a path names.
func (c call) onAll(path []segment, last int) (tools.EffectKind, string) {
	noun, several := nounOf(path[last].name)
	says := says(c.id, c.summary)
	switch {
	case noun == "":
	case c.method == "GET" && c.answer == answerMany && says != tools.Compute,
		c.method == "GET" && c.answer == answerUnknown && several && (says == "" || says == tools.List || says == tools.Get),
		c.method == "POST" && c.answer == answerMany && says == tools.List:
		return tools.List, noun
	case c.method == "POST" && !c.many && c.answer != answerMany && (says == tools.Create || says == "" && several):
		return tools.Create, noun
	case (c.method == "PUT" || c.method == "PATCH") && !c.many && c.answer != answerMany && says == tools.Update && !several:
		return tools.Update, noun
	}
	return "", ""
}

// action is the effect of a path that ends with a verb.
func (c call) action(path []segment, verb tools.EffectKind) (tools.EffectKind, string) {
	before := len(path) - 2
	if before < 0 {
		if verb == tools.Compute && c.method != "DELETE" {
			return tools.Compute, ""
		}
		return "", ""
	}
	noun, identifies := "", false
	if path[before].param {
		noun, identifies = thingAt(path, before)
	} else {
		noun, _ = nounOf(path[before].name)
	}
	if noun == "" {
		return "", ""
	}
	switch {
	case verb == tools.List && c.answer == answerMany && !identifies:
		return tools.List, noun
	case verb == tools.Compute && c.method != "DELETE":
		return tools.Compute, ""
	case c.method == "GET" || c.method == "DELETE":
	case verb == tools.Update && identifies, verb == tools.Delete && identifies:
		return verb, noun
	case verb == tools.Create && !c.many && c.answer != answerMany:
		return tools.Create, noun
	}
	return "", ""
}
