package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
)

// colourFormats are the formats in which results can be worked out.
var colourFormats = []string{"hex", "rgb", "hsl", "hsv", "cmyk"}

// coloured is the answer of a tool that works something out of colours, and how it is told;
// nothing if it is not plain what the tool works out.
func (in *inference) coloured(t *tools.Tool) (*tools.Attribute, string) {
	var colours []any
	format := ""
	for _, p := range t.Params {
		switch {
		case p.Type != "string" || !p.Required || p.Values == nil:
		case p.Values.Kind == tools.ValuePattern && "pattern "+p.Values.Text == makeColour:
			colours = append(colours, p.Name)
		case slices.Contains(in.hints[p].words, "format") && p.Values.Kind == tools.ValuePick && !slices.ContainsFunc(p.Values.Pick, func(v any) bool {
			s, _ := v.(string)
			return !slices.Contains(colourFormats, strings.ToLower(s))
		}):
			format = p.Name
		}
	}
	text := in.facts[t].Text
	terms, key := []any(nil), "code"
	switch {
	case strings.Contains(text, "contrast") && len(colours) == 2:
		terms, key = append([]any{"contrast"}, colours...), "ratio"
	case strings.Contains(text, "complement") && len(colours) == 1:
		terms = append([]any{"complement"}, colours...)
	case (strings.Contains(text, "grayscale") || strings.Contains(text, "greyscale")) && len(colours) == 1:
		terms = append([]any{"grey"}, colours...)
	case strings.Contains(text, "convert") && len(colours) == 1 && format != "":
		terms, key = []any{"convert", colours[0], format}, "converted"
		p := t.Param(format)
		others := *p.Values
		others.Pick = slices.DeleteFunc(slices.Clone(others.Pick), func(v any) bool { s, _ := v.(string); return strings.EqualFold(s, "hex") }) // what it is in already
		if len(others.Pick) > 0 {
			p.Values = &others
		}
	default:
		return nil, ""
	}
	a, s := attributeFrom(key)
	a.Values = &tools.Values{Kind: tools.ValueColour, Terms: terms}
	return a, s.tell
}
