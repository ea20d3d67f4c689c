// Package links finds which tools of a toolset can follow which, and draws that: as
// text, for Graphviz (dot), and for Markdown pages (mermaid).
//
// [Of] finds the links, and [Draw] draws them. Both are pure.
package links

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"switchyard/tools"
)

// Format is a way to draw.
type Format string

// The formats.
const (
	Text    Format = "text"    // lists, folded at 80 columns
	Dot     Format = "dot"     // a digraph for Graphviz
	Mermaid Format = "mermaid" // a flowchart
)

// Formats lists the formats, the default first.
func Formats() []Format { return []Format{Text, Dot, Mermaid} }

// Draw writes the links of a toolset in a format. The error is that of w, or says
// that the format is unknown.
func Draw(w io.Writer, format Format, ts *tools.Toolset) error {
	links, unsure := Of(ts)
	var s string
	switch format {
	case Text:
		s = text(ts, links, unsure)
	case Dot:
		s = dot(ts, links, unsure)
	case Mermaid:
		s = mermaid(ts, links, unsure)
	default:
		return fmt.Errorf("graphs cannot be drawn as %q; the formats are text, dot, mermaid", format)
	}
	_, err := io.WriteString(w, s)
	return err
}

// arrow is all links from one tool to another.
type arrow struct {
	from, to string
	labels   []string // parameters; none where the order alone is declared
}

// arrows groups the links between two tools, in the order of the links.
func arrows(links []Link) []*arrow {
	type ends struct{ from, to string }
	index := map[ends]*arrow{}
	var list []*arrow
	for _, l := range links {
		a := index[ends{l.From, l.To}]
		if a == nil {
			a = &arrow{from: l.From, to: l.To}
			index[ends{l.From, l.To}] = a
			list = append(list, a)
		}
		if label := shown(l.Param); l.Kind == Parameter && !slices.Contains(a.labels, label) {
			a.labels = append(a.labels, label)
		}
	}
	return list
}

// shown puts a text from outside on one line, without characters that control a
// terminal or change the direction of writing.
func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// unclear describes an ambiguity.
func unclear(a Ambiguity) string {
	return fmt.Sprintf("%s.%s: %s (%s)", shown(a.Tool), shown(a.Param), shown(strings.Join(a.Between, " or ")), shown(a.Why))
}

func dot(ts *tools.Toolset, links []Link, unsure []Ambiguity) string {
	var b strings.Builder
	quoted := func(s string) string {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
	}
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=LR;\n  node [shape=box];\n", quoted(shown(ts.Name)))
	for _, a := range unsure {
		fmt.Fprintf(&b, "  // not clear: %s\n", unclear(a))
	}
	ids := map[string]string{}
	for i, t := range ts.Tools {
		ids[t.Name] = fmt.Sprintf("t%d", i+1)
		fmt.Fprintf(&b, "  t%d [label=%s];\n", i+1, quoted(shown(t.Name)))
	}
	for _, a := range arrows(links) {
		how := "style=dashed"
		if len(a.labels) > 0 {
			how = "label=" + quoted(strings.Join(a.labels, ", "))
		}
		fmt.Fprintf(&b, "  %s -> %s [%s];\n", ids[a.from], ids[a.to], how)
	}
	b.WriteString("}\n")
	return b.String()
}

func mermaid(ts *tools.Toolset, links []Link, unsure []Ambiguity) string {
	var b strings.Builder
	// Mermaid reads entities, written with # in the place of &.
	quoted := func(s string) string {
		return `"` + strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "`", "#96;", "|", "#124;").Replace(s) + `"`
	}
	b.WriteString("flowchart LR\n")
	for _, a := range unsure {
		fmt.Fprintf(&b, "  %%%% not clear: %s\n", strings.NewReplacer("{", "(", "}", ")").Replace(unclear(a)))
	}
	ids := map[string]string{}
	for i, t := range ts.Tools {
		ids[t.Name] = fmt.Sprintf("t%d", i+1)
		fmt.Fprintf(&b, "  t%d[%s]\n", i+1, quoted(shown(t.Name)))
	}
	for _, a := range arrows(links) {
		how := "-.->"
		if len(a.labels) > 0 {
			how = "-->|" + quoted(strings.Join(a.labels, ", ")) + "|"
		}
		fmt.Fprintf(&b, "  %s %s %s\n", ids[a.from], how, ids[a.to])
	}
	return b.String()
}
