package report

import (
	"bufio"
	"io"
	"strings"
)

// Markdown writes the tables of a report as GitHub-flavoured Markdown: a leaderboard for
// each [Board], followed by the other tables. The switch paths are left out, because they
// are too many to read.
func Markdown(w io.Writer, r *Report) error {
	if err := r.check(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString("# Scores\n")
	boards := r.Boards()
	for i := range boards {
		b := &boards[i]
		out.WriteString("\n## " + markdownText(b.line()) + "\n")
		for _, t := range b.tables() {
			markdownTable(out, "### ", &t.table)
		}
	}
	for _, t := range r.across() {
		markdownTable(out, "## ", &t.table)
	}
	return out.Flush()
}

// line describes the contents of a board.
func (b *Board) line() string {
	parts := []string{"Results"}
	if b.Dataset != "" {
		parts = append(parts, "on "+b.Dataset)
	}
	if b.Mode != "" {
		parts = append(parts, "in "+b.Mode+" mode")
	}
	if b.Version != "" {
		parts = append(parts, "judged by "+string(b.Version))
	}
	return strings.Join(parts, " ")
}

// markdownTable writes a table, or nothing if it has no rows.
func markdownTable(out *bufio.Writer, level string, t *table) {
	if len(t.rows) == 0 {
		return
	}
	out.WriteString("\n" + level + markdownText(t.title) + "\n\n")
	if t.note != "" {
		out.WriteString(markdownText(t.note) + "\n\n")
	}
	for _, h := range t.head {
		out.WriteString("| " + markdownText(h.text) + " ")
	}
	out.WriteString("|\n|")
	for i := range t.head {
		if i == 0 {
			out.WriteString(" :-- |")
		} else {
			out.WriteString(" --: |")
		}
	}
	out.WriteByte('\n')
	for _, row := range t.rows {
		for _, c := range row {
			out.WriteString("| " + markdownText(strings.TrimSpace(c.text+" "+c.aside)) + " ")
		}
		out.WriteString("|\n")
	}
}

// markdownText escapes text for Markdown, also within tables. Addresses do not become
// links.
func markdownText(s string) string { return markdownEscapes.Replace(plain(s)) }

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `|`, `\|`, `~`, `\~`, `$`, `\$`, `#`, `\#`,
	`<`, `&lt;`, `>`, `&gt;`, `&`, `&amp;`, `![`, `!\[`, `](`, `\](`, `://`, `:\//`, `www.`, `www\.`, `@`, `\@`)
