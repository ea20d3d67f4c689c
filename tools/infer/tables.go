package infer

import (
	_ "embed"
	"strings"

	"switchyard/internal/knowledge"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// The tables, with one entry a line.
//
// picks are believable values by kind: invented names and common words.
//
//go:embed tables/picks.txt
var picksText string

//go:embed tables/names.txt
var namesText string

//go:embed tables/attributes.txt
var attributesText string

// picks are believable values by what they are: invented names, common words.
var picks = table(picksText)

// heads and tails make names of things that are listed: "Copper Orchard".
const (
	nameHeads = "(Copper|Silver|Quiet|Northern|Golden|Hidden|Amber|Crimson|Gentle|Winter|Summer|Velvet|Coastal|Bright|Distant|Emerald)"
	nameTails = "(Orchard|Harbour|Meadow|Lantern|River|Garden|Summit|Voyage|Mirror|Bridge|Island|Horizon|Forest|Signal|Market|Compass)"
)

// thingNames are patterns of the names that people give to things, by the noun of
// the thing. Each pattern makes many names, so that every thing gets its own.
var thingNames = func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(namesText) {
		nouns, pattern, ok := strings.Cut(strings.TrimSpace(line), ": ")
		for _, n := range strings.Split(nouns, ",") {
			if ok && out[n] == "" {
				out[n] = pattern
			}
		}
	}
	return out
}()

// namesOf makes names for things with this noun.
func namesOf(noun string) *tools.Values {
	last := naming.LastWord(strings.ToLower(noun))
	for _, n := range []string{strings.ToLower(noun), last, naming.Singular(last)} {
		if pattern := thingNames[n]; pattern != "" {
			return &tools.Values{Kind: tools.ValuePattern, Text: pattern}
		}
	}
	return nameOfA(noun)
}

// textsAbout makes short texts about a thing: descriptions, notes or titles.
func textsAbout(noun, kind string) *tools.Values {
	if noun == "" || noun == "result" || noun == "item" {
		noun = "list"
	}
	var out []any
	for _, text := range strings.Split(map[string]string{
		"description": "The N for the spring season; A first draft of the N; The N that the north branch asked for; A simple N for new members; The N for next year, still to be checked",
		"note":        "Ask Greta before you change the N; This N replaces the one from last year; The N was agreed on by phone; The figures for the N will follow next week; Waiting for an answer on the N",
		"title":       "Spring N; N for March; First N of the year; N for new members; N, second draft",
	}[kind], "; ") {
		out = append(out, naming.Capitalize(strings.ReplaceAll(text, "N", noun)))
	}
	return &tools.Values{Kind: tools.ValuePick, Pick: out}
}

func table(text string) map[string][]any {
	out := map[string][]any{}
	for line := range strings.Lines(text) {
		key, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		for _, v := range strings.Split(list, "; ") {
			out[key] = append(out[key], v)
		}
	}
	return out
}

// codeNames finds the name for a code in a table of general knowledge, in any
// letter case: "us" is the United States.
func codeNames(tableName, code string) string {
	for _, name := range knowledge.Names(tableName) {
		if v, ok := knowledge.Lookup(tableName, name); ok {
			if s, _ := v.(string); strings.EqualFold(s, code) {
				return name
			}
		}
	}
	return ""
}
