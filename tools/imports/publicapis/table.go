package publicapis

import (
	"html"
	"regexp"
	"strings"
	"switchyard/tools/imports/internal/plain"
	"unicode"
	"unicode/utf8"
)

// row is one row of a list of APIs.
type row struct {
	line     int
	category string
	name     string
	url      string
	host     string
	about    string // one line, plain text
	auth     string // "apiKey", "OAuth", "No" or whatever the list says
	extra    string // what is odd about the row
}

// listScan goes through the rows of the tables of a list, one after the other.
type listScan struct {
	text string // what is left to read

	line     int    // of the row
	category string // heading of the third level over it; empty outside of one
	raw      string

	inTable bool
	about   int // column of the description
	fence   string
	comment bool
	hidden  bool // the row is within code or a comment
}

// next goes to the next row of a table. Headings, rulers and rows of titles
// are passed over.
func (s *listScan) next() bool {
	for s.text != "" {
		line, rest, _ := strings.Cut(s.text, "\n")
		s.text = rest
		s.line++
		line = strings.TrimSpace(line)
		hidden := s.hides(line)
		switch {
		case line == "":
			s.inTable = false
			continue
		case !hidden && strings.HasPrefix(line, "#"):
			s.heading(line)
			continue
		case !strings.Contains(line, "|"):
			continue
		case isRuler(line):
			s.inTable = true
			continue
		}
		ruler, _, _ := strings.Cut(rest, "\n")
		if titles := isTitles(line); titles || !s.inTable && isRuler(strings.TrimSpace(ruler)) {
			s.titles(line)
			continue
		}
		if !s.inTable && !strings.HasPrefix(line, "|") {
			continue // a bar in prose
		}
		s.inTable, s.raw, s.hidden = true, line, hidden
		return true
	}
	return false
}

// hides follows blocks of code and comments, and tells whether the line is in
// one.
func (s *listScan) hides(line string) bool {
	if s.comment {
		s.comment = !strings.Contains(line, "-->")
		return true
	}
	for _, fence := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, fence) && (s.fence == "" || s.fence == fence) {
			if s.fence == "" {
				s.fence = fence
			} else {
				s.fence = ""
			}
			return true
		}
	}
	if i := strings.LastIndex(line, "<!--"); i >= 0 && !strings.Contains(line[i:], "-->") {
		s.comment = true
		return i == 0
	}
	return s.fence != ""
}

func (s *listScan) heading(line string) {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	s.inTable, s.about = false, 1
	switch {
	case level == 3 && len(line) < 200:
		s.category = plainText(strings.Trim(line, "# "), 80)
	case level < 4:
		s.category = ""
	}
}

// isRuler tells whether the line is the one between titles and rows.
func isRuler(line string) bool {
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|:- \t") == ""
}

// isTitles tells whether the row holds the titles of a list of APIs, with or
// without bars around it.
func isTitles(line string) bool {
	if len(line) > 200 {
		return false
	}
	list := cells(line)
	return len(list) > 1 && strings.EqualFold(list[0], "API") && strings.EqualFold(list[1], "Description")
}

func (s *listScan) titles(line string) {
	s.inTable, s.about = true, 1
	if len(line) > maxRow {
		return
	}
	for i, c := range cells(line) {
		if i > 0 && strings.Contains(strings.ToLower(c), "desc") {
			s.about = i
			return
		}
	}
}

// cells splits a row at the bars that are not escaped.
func cells(line string) []string {
	line = strings.TrimPrefix(line, "|")
	var out []string
	start := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			out = append(out, strings.TrimSpace(line[start:i]))
			start = i + 1
		}
	}
	if last := strings.TrimSpace(line[start:]); last != "" {
		out = append(out, last)
	}
	return out
}

// row reads the row at which the scan stands.
func (s *listScan) row() (row, error) {
	r := row{line: s.line, category: s.category}
	switch {
	case s.hidden:
		return r, errHidden
	case len(s.raw) > maxRow:
		return r, errTooLong
	}
	list := cells(s.raw)
	// A bar within the text of a link is not the end of the cell.
	for len(list) > 1 && strings.HasPrefix(list[0], "[") && !strings.Contains(list[0], "](") && strings.Contains(list[1], "](") {
		list = append([]string{list[0] + "|" + list[1]}, list[2:]...)
	}
	if len(list) < 2 {
		return r, errNoCells
	}
	r.name, r.url = link(list[0])
	r.name = plainText(r.name, 60)
	if !strings.ContainsFunc(r.name, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
		return r, errNoName
	}
	column := min(max(s.about, 1), len(list)-1)
	about := list[column]
	// The columns on authorization, HTTPS and CORS tell where the description
	// ends when a bar in it was not escaped.
	after := len(list)
	for i := column + 1; i+2 < len(list); i++ {
		if isAuth(list[i]) && isYesNo(list[i+1]) && isYesNo(list[i+2]) {
			about, r.auth, after = strings.Join(list[column:i], " | "), strings.Trim(list[i], "` "), i+3
			break
		}
	}
	if after < len(list) {
		r.extra = "the row has more cells than the table has columns; they are left out"
	}
	r.about = strings.TrimRight(plainText(about, 220), " .")
	if !strings.ContainsFunc(r.about, unicode.IsLetter) {
		return r, errNoAbout
	}
	r.host = hostOf(r.url)
	return r, nil
}

// link takes a link apart. Addresses may hold brackets in pairs, and a title.
func link(cell string) (text, address string) {
	if !strings.HasPrefix(cell, "[") {
		return cell, ""
	}
	at := strings.Index(cell, "](")
	if at < 0 {
		return strings.Trim(cell, "[]"), ""
	}
	text, rest := cell[1:at], cell[at+2:]
	depth := 1
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				rest = rest[:i]
			}
		}
	}
	address, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
	return text, strings.Trim(address, "<>")
}

var (
	tags     = regexp.MustCompile(`</?[A-Za-z!][^<>]*>`)
	pictures = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	links    = regexp.MustCompile(`\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)`)
	escapes  = regexp.MustCompile(`\\([!-/:-@\[-` + "`" + `{-~])`)
)

// plainText is what a reader sees of Markdown, in one line of at most that
// many characters.
func plainText(s string, most int) string {
	s = pictures.ReplaceAllString(s, " ")
	s = links.ReplaceAllString(s, "$1")
	s = plain.Scripts.ReplaceAllString(s, " ")
	s = tags.ReplaceAllString(s, " ")
	s = html.UnescapeString(s)
	s = tags.ReplaceAllString(s, " ") // what was hidden in entities
	s = escapes.ReplaceAllString(s, "$1")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '`' || r == '*' || r == '<' || r == '>' || r == utf8.RuneError:
			return -1
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cf, r), unicode.IsControl(r), r > 0x1F000, unicode.Is(unicode.Variation_Selector, r):
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return plain.Level(s)
	}
	s = string([]rune(s)[:most])
	if i := strings.LastIndexByte(s, ' '); i > most/2 {
		s = s[:i]
	}
	return plain.Level(strings.TrimRight(s, " ,.;:-"))
}
