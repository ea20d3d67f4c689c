package report

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// LaTeX writes the same tables as [Markdown], in the layout of the Multi-Mission Tool
// Bench's paper where it has them: types of missions (its table 2), relations (table 3)
// and errors (table 4). The including document needs the package booktabs. Intervals are
// below the figures.
func LaTeX(w io.Writer, r *Report) error {
	if err := r.check(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString("% \\usepackage{booktabs}\n")
	boards := r.Boards()
	for i := range boards {
		b := &boards[i]
		suffix := ""
		if i > 0 {
			suffix = "-" + strconv.Itoa(i+1)
		}
		for _, t := range b.tables() {
			latexTable(out, &t.table, b.line(), t.label+suffix)
		}
	}
	for _, t := range r.across() {
		latexTable(out, &t.table, "", t.label)
	}
	return out.Flush()
}

// latexTable writes a table, or nothing if it has no rows.
func latexTable(out *bufio.Writer, t *table, of, label string) {
	if len(t.rows) == 0 {
		return
	}
	if of != "" {
		of += ". "
	}
	out.WriteString("\n\\begin{table*}\n\\centering\n\\small\n\\caption{" + latexText(strings.TrimSpace(t.title+". "+of+t.note)) +
		"}\n\\label{tab:switchyard-" + label + "}\n\\begin{tabular}{l" + strings.Repeat("r", len(t.head)-1) + "}\n\\toprule\n")
	for i, h := range t.head {
		if i > 0 {
			out.WriteString(" & ")
		}
		if h.tex != "" {
			out.WriteString(h.tex)
		} else {
			out.WriteString(latexText(h.text))
		}
	}
	out.WriteString(" \\\\\n\\midrule\n")
	for _, row := range t.rows {
		aside := ""
		for i, c := range row {
			if i > 0 {
				out.WriteString(" & ")
				aside += " & "
			}
			out.WriteString(latexText(c.text))
			if c.aside != "" {
				aside += `{\tiny ` + latexText(c.aside) + `}`
			}
		}
		out.WriteString(" \\\\\n")
		if strings.ContainsRune(aside, '{') {
			out.WriteString(aside + " \\\\\n")
		}
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n\\end{table*}\n")
}

// latexText escapes text for LaTeX.
func latexText(s string) string {
	s = latexEscapes.Replace(plain(s))
	// Adjacent hyphens would become a dash; with three of them, the first pass leaves
	// two.
	for range 2 {
		s = strings.ReplaceAll(s, "--", "-{}-")
	}
	return s
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`,
	`_`, `\_`, `^`, `\textasciicircum{}`, `~`, `\textasciitilde{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`,
	`"`, `{''}`, "`", `\textasciigrave{}`, `–`, `\textendash{}`, `−`, `\textminus{}`, `†`, `\textdagger{}`, `…`, `\ldots{}`,
	`[`, `{[}`, `]`, `{]}`) // behind the end of a row, a bracket would open its argument
