package builtin

import (
	"slices"
	"strings"

	"switchyard/tools"
)

// table tells the items of a list as a table of the attributes in the first line of
// their entity, with the identifier first. It fails if there are too few columns or too
// many.
func table(set *tools.Toolset, e *tools.Entity, items []any) (string, bool) {
	if len(e.Lines) == 0 {
		return "", false
	}
	columns, behind := columnsOf(e)
	if len(columns) < 3 || len(columns) > 6 {
		return "", false
	}
	var out strings.Builder
	for _, c := range columns {
		a := e.Attribute(c.Name)
		if a == nil {
			return "", false
		}
		head := hyphened(heading(c), a.About)
		if unit := behind[c.Name]; unit != "" && c.Many == "" && !strings.Contains(head, "(") {
			head += " (" + unit + ")"
		}
		if c.Name == e.ID {
			head = idNoun(set, e)
		}
		out.WriteString("| " + capital(head) + " ")
	}
	out.WriteString("|\n" + strings.Repeat("| --- ", len(columns)) + "|")
	for _, item := range items {
		row, _ := item.(tools.Object)
		out.WriteString("\n")
		for i, c := range columns {
			v, ok := row.Get(c.Name)
			if !ok {
				return "", false
			}
			values := e.Attribute(c.Name).Told()
			words := tell(v, values, true)
			if !slices.Contains(strings.Fields(heading(c)), strings.ToLower(c.Many)) {
				words = inflected(words, v, c)
			}
			if i == 0 {
				words = "**" + words + "**"
			}
			out.WriteString("| " + strings.ReplaceAll(words, "|", "\\|") + " ")
		}
		out.WriteString("|")
	}
	return out.String(), true
}

// columnsOf lists the identifier and the slots of the entity's first line, and the
// units that the line writes behind their values.
func columnsOf(e *tools.Entity) (columns []*tools.Slot, behind map[string]string) {
	columns, behind = []*tools.Slot{{Name: e.ID}}, map[string]string{}
	var walk func(parts []tools.Part)
	walk = func(parts []tools.Part) {
		for i, p := range parts {
			if p.Slot != nil && i+1 < len(parts) {
				behind[p.Slot.Name] = unitIn(parts[i+1].Text)
			}
			switch {
			case p.Slot != nil && !slices.ContainsFunc(columns, func(c *tools.Slot) bool { return c.Name == p.Slot.Name }):
				columns = append(columns, p.Slot)
			case p.Group != nil:
				walk(p.Group)
			}
		}
	}
	walk(e.Lines[0].Parts)
	return columns, behind
}

// heading names a column by its attribute, with the unit in brackets unless the cells
// have it.
func heading(c *tools.Slot) string {
	words := wordsOf(c.Name)
	last := len(words) - 1
	unit := units[words[last]]
	if last == 0 || unit == "" {
		return strings.Join(words, " ")
	}
	head := strings.Join(words[:last], " ")
	if c.Many != "" {
		return head
	}
	return head + " (" + unit + ")"
}

// unitIn returns the unit at the beginning of a text, or "".
func unitIn(text string) string {
	word, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	word = strings.TrimRight(word, ".,;:)")
	for _, unit := range units {
		if word == unit {
			return unit
		}
	}
	return ""
}

// hyphened joins words of a heading by hyphens as the description of the attribute
// does: "call-out fee".
func hyphened(head, about string) string {
	words := strings.Fields(head)
	about = strings.ToLower(about)
	for i := len(words) - 1; i > 0; i-- {
		if pair := words[i-1] + "-" + words[i]; strings.Contains(about, pair) {
			words = slices.Replace(words, i-1, i+1, pair)
		}
	}
	return strings.Join(words, " ")
}
