package openapi

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"switchyard/tools/imports/internal/plain"
)

// maxText bounds what is read of one description, in bytes.
const maxText = 20_000

// HTML and Markdown in descriptions.
var (
	scripts   = pattern(`(?is)<(script|style|iframe|svg|object)\b.*?(</(script|style|iframe|svg|object)\s*>|$)`)
	comments  = pattern(`(?s)<!--.*?(-->|$)`)
	breaks    = pattern(`(?i)</?(p|br|li|ul|ol|div|tr|h[1-6]|table|blockquote)\b[^<>]{0,500}>`)
	tags      = pattern(`</?[a-zA-Z][^<>]{0,500}>`)
	fences    = pattern("(?s)(```|~~~).*?(```|~~~|$)")
	imagesMD  = pattern(`!\[[^\]]{0,300}\]\s?\([^)]{0,1000}\)`)
	linksMD   = pattern(`\[([^\]]{1,300})\]\s?\([^)]{0,1000}\)`)
	headings  = pattern(`^\s{0,3}#{1,6}\s+`)
	bullets   = pattern(`^\s*(?:[-*+•]|\d{1,3}[.)])\s+`)
	emphasis  = pattern("\\*\\*|__|`+|(?:^|\\s)[*_](?:\\S)|(?:\\S)[*_](?:$|[\\s.,;:!?)])")
	leadsAway = pattern(`(?i)^(?:see|for more|learn more|read more|more (?:info|details)|refer to|check (?:out )?the|visit|click)\b`)
	bounding  = pattern(`(?i)\b(?:must|only|at most|at least|maximum|minimum|max|up to|limit(?:ed)?|required?|cannot|can't|not allowed|no more than|between|format|either|exactly)\b`)
)

// pattern compiles an expression when it is first used. Otherwise every start of
// the program would pay for expressions that few imports need.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// plainText makes plain sentences of a description: what a reader of the page sees,
// without code and pictures.
func plainText(s string) string {
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	if !strings.ContainsAny(s, "<&`*_#[|~\n") {
		return spaced(s)
	}
	s = html.UnescapeString(s)
	s = comments().ReplaceAllString(scripts().ReplaceAllString(s, " "), " ")
	s = tags().ReplaceAllString(breaks().ReplaceAllString(fences().ReplaceAllString(s, "\n"), "\n"), "")
	s = linksMD().ReplaceAllString(imagesMD().ReplaceAllString(s, ""), "$1")
	var lines []string
	for _, line := range strings.Split(s, "\n") {
		line = strings.TrimSpace(line)
		heading := headings().MatchString(line)
		if strings.HasPrefix(line, "|") || strings.Trim(line, "-=*_ ") == "" {
			lines = append(lines, "")
			continue
		}
		item := bullets().MatchString(line)
		line = bullets().ReplaceAllString(headings().ReplaceAllString(line, ""), "")
		line = emphasis().ReplaceAllStringFunc(line, func(m string) string { return strings.Map(unstressed, m) })
		if n := len(lines); n > 0 && lines[n-1] != "" && (item || heading) {
			lines[n-1] = ended(lines[n-1])
		}
		if heading {
			line = ended(line)
		}
		lines = append(lines, line)
	}
	for i := range lines { // an empty line ends a sentence
		if i+1 < len(lines) && lines[i+1] == "" && lines[i] != "" {
			lines[i] = ended(lines[i])
		}
	}
	return spaced(strings.Join(lines, " "))
}

// spaced puts one blank between words, and drops invisible characters.
func spaced(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError
	}), " ")
}

func unstressed(r rune) rune {
	if strings.ContainsRune("*_`", r) {
		return -1
	}
	return r
}

// ended adds a full stop to a line without an end mark.
func ended(s string) string {
	if s == "" || strings.ContainsRune(".!?:;,", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}

// shortened is a description in plain words, cut at the end of a sentence near the
// given number of characters. Sentences that limit values are kept longer.
func shortened(s string, most int) string {
	var out []string
	size, full := 0, false
	for _, sentence := range sentences(plainText(s)) {
		if strings.Contains(sentence, "://") || leadsAway().MatchString(sentence) {
			continue // leads elsewhere
		}
		if len(out) == 0 {
			sentence = clip(sentence, most+most/2)
		}
		n := utf8.RuneCountInString(sentence) + 1
		if len(out) > 0 && (size+n > most+most/2 || (full || size+n > most) && !bounding().MatchString(sentence)) {
			full = true
			continue
		}
		size += n
		out = append(out, sentence)
	}
	return plain.Level(strings.Join(out, " "))
}

// sentences splits plain text.
func sentences(s string) []string {
	var out []string
	start := 0
	for i := 0; i+1 < len(s); i++ {
		if !strings.ContainsRune(".!?", rune(s[i])) || s[i+1] != ' ' {
			continue
		}
		before := strings.ToLower(s[max(start, i-4):i])
		next, _ := utf8.DecodeRuneInString(s[min(i+2, len(s)):])
		if strings.HasSuffix(before, "e.g") || strings.HasSuffix(before, "i.e") || strings.HasSuffix(before, " vs") || strings.HasSuffix(before, "etc") && unicode.IsLower(next) || unicode.IsLower(next) {
			continue
		}
		out = append(out, s[start:i+1])
		start = i + 2
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

// clip cuts a long sentence at a word.
func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	cut := string([]rune(s)[:most])
	if i := strings.LastIndexByte(cut, ' '); i > most/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + " …"
}

// aboutTool says what a tool does, from its summary and description.
func aboutTool(summary, description string) string {
	summary, description = plainText(summary), plainText(description)
	if summary != "" {
		rest := sentences(description)
		if len(rest) > 0 && alike(summary, rest[0]) {
			rest = rest[1:]
		}
		if description = strings.Join(rest, " "); !strings.HasPrefix(strings.ToLower(description), strings.ToLower(strings.TrimRight(summary, ". "))) {
			description = ended(summary) + " " + description
		}
	}
	text := shortened(description, 400)
	if text == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(text)
	return ended(string(unicode.ToUpper(r)) + text[n:])
}

// alike reports whether two sentences say the same: "Delete a pet" and "Deletes a
// pet."
func alike(a, b string) bool {
	plain := func(s string) string {
		words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		words = slices.DeleteFunc(words, func(w string) bool { return w == "a" || w == "an" || w == "the" })
		for i, w := range words {
			words[i] = strings.TrimSuffix(w, "s")
		}
		return strings.Join(words, " ")
	}
	return plain(a) == plain(b)
}

// oneLine puts a text on one line and shortens it to a number of characters.
func oneLine(s string, most int) string {
	s = spaced(s)
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return s
}
