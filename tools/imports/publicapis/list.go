package publicapis

import (
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/tools/imports/internal/plain"
)

// row is one row of a list of APIs.
type row struct {
	line     int
	category string
	name     string
	url      string
	host     string
	about    string // one line, plain text
	extra    bool   // it has more cells than the table has columns
}

// Why a row is not imported.
var (
	errTooLong = fmt.Errorf("the row has more than %d bytes", maxRow)
	errNoCells = errors.New("the row has fewer than two cells")
	errNoName  = errors.New("the row has no name")
	errNoAbout = errors.New("the row does not say what the API is for")
	errHidden  = errors.New("the row is in a block of code or a comment")
)

// listScan goes through the rows of the tables of a list.
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

// next goes to the next row of a table, past headings, rulers and rows of titles.
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

// hides follows blocks of code and comments, and reports whether the line is in
// one.
func (s *listScan) hides(line string) bool {
	if s.comment {
		s.comment = !strings.Contains(line, "-->")
		return true
	}
	for _, fence := range []string{"```", "~~~"} {
		switch {
		case !strings.HasPrefix(line, fence):
		case s.fence == "":
			s.fence = fence
			return true
		case s.fence == fence:
			s.fence = ""
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

// isRuler reports whether the line is the one between titles and rows.
func isRuler(line string) bool {
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|:- \t") == ""
}

// isTitles reports whether the row holds the titles of a list of APIs, with or
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
	// The description ends before the columns on authorization, HTTPS and CORS,
	// even when a bar in it was not escaped.
	after := len(list)
	for i := column + 1; i+2 < len(list); i++ {
		if isOneOf(list[i], authWords) && isOneOf(list[i+1], yesNo) && isOneOf(list[i+2], yesNo) {
			about, after = strings.Join(list[column:i], " | "), i+3
			break
		}
	}
	r.extra = after < len(list)
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

// plainText is what a reader sees of Markdown, on one line of at most that many
// characters.
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
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most])
		if i := strings.LastIndexByte(s, ' '); i > most/2 {
			s = s[:i]
		}
		s = strings.TrimRight(s, " ,.;:-")
	}
	return plain.Level(s)
}

// hostOf is the host of an address, without "www." before it.
func hostOf(address string) string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#: "); i >= 0 {
		rest = rest[:i]
	}
	rest = strings.TrimPrefix(strings.ToLower(rest), "www.")
	if strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return ""
	}
	return rest[:min(len(rest), 60)]
}

// The words of the column on authorization, and of those on HTTPS and CORS.
var (
	authWords = []string{"no", "yes", "apikey", "api key", "oauth", "oauth2", "user-agent", "x-mashape-key", "token", "basic", "bearer", "unknown", ""}
	yesNo     = []string{"yes", "no", "unknown"}
)

// isOneOf reports whether a cell holds one of the words.
func isOneOf(cell string, words []string) bool {
	return slices.Contains(words, strings.ToLower(strings.Trim(cell, "` ")))
}
