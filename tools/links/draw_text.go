package links

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"switchyard/tools"
)

// width is the number of columns of the text.
const width = 80

// text lists the tools that each tool can follow.
func text(ts *tools.Toolset, links []Link, unsure []Ambiguity) string {
	var p page
	p.line("", fmt.Sprintf("%s: %s, %s", shown(ts.Name), several(len(ts.Tools), "tool"), several(len(links), "link")), "")
	to := map[string][]Link{}
	for _, l := range links {
		to[l.To] = append(to[l.To], l)
	}
	var alone []string
	for _, t := range ts.Tools {
		if len(to[t.Name]) == 0 {
			alone = append(alone, shown(t.Name))
			continue
		}
		p.b.WriteByte('\n')
		p.line("", shown(t.Name), "  ")
		p.taking(to[t.Name])
	}
	if len(alone) > 0 {
		p.b.WriteByte('\n')
		p.line("needs no other: ", strings.Join(alone, ", "), "  ")
	}
	if len(unsure) > 0 {
		p.b.WriteString("\nnot clear, and so not linked:\n")
		for _, a := range unsure {
			p.line("  ", unclear(a), "    ")
		}
	}
	return p.b.String()
}

// page is text with folded lines.
type page struct{ b strings.Builder }

// taking lists what one tool can follow: first by parameter, then by the declared
// order.
func (p *page) taking(links []Link) {
	var params, first []string
	for _, l := range links {
		switch {
		case l.Kind == Logical:
			first = append(first, shown(l.From))
		case !slices.Contains(params, l.Param):
			params = append(params, l.Param)
		}
	}
	for _, param := range params {
		var from []Link
		for _, l := range links {
			if l.Kind == Parameter && l.Param == param {
				from = append(from, l)
			}
		}
		surest := slices.MaxFunc(from, func(a, b Link) int { return cmp.Compare(a.Score, b.Score) })
		p.line("  ", fmt.Sprintf("%s (%s) from", shown(param), shown(surest.Of)), "    ")
		for _, l := range from {
			words := shown(l.From) + " " + shown(l.Field)
			if l.Score < 1 {
				words += fmt.Sprintf(" (%.2f, %s)", l.Score, shown(l.Why))
			}
			p.line("    ", words, "      ")
		}
	}
	if len(first) > 0 {
		p.line("  comes after ", strings.Join(first, ", "), "    ")
	}
}

// line writes words after an indent. Further lines get the indent next.
func (p *page) line(indent, words, next string) {
	line, empty := indent, true
	for _, word := range strings.Fields(words) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			p.b.WriteString(line + "\n")
			line, empty = next, true
		}
		if !empty {
			line += " "
		}
		// A word longer than a line is cut.
		for room := width - utf8.RuneCountInString(line); utf8.RuneCountInString(word) > room; room = width - len(next) {
			runes := []rune(word)
			p.b.WriteString(line + string(runes[:room]) + "\n")
			line, word = next, string(runes[room:])
		}
		line, empty = line+word, false
	}
	p.b.WriteString(strings.TrimRight(line, " ") + "\n")
}

func several(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
