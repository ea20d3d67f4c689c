package proof

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/mission"
)

// proveTexts proves that what user and assistant say reads as people write.
func (v *view) proveTexts(m *missionView) {
	v.proveText(m, "/request", m.request)
	for q := range m.Questions {
		v.proveText(m, fmt.Sprintf("/questions/%d/text", q), m.asked[q])
		v.proveText(m, fmt.Sprintf("/questions/%d/reply", q), m.replies[q])
	}
	v.proveText(m, "/reply", m.reply)
}

func (v *view) proveText(m *missionView, at string, t text) {
	for _, c := range [...]struct {
		check Check
		prove func(text) string
	}{
		{TextLeak, v.leaks}, {TextResidue, residue}, {TextArticle, wrongArticle}, {TextNumber, v.wrongNumber}, {TextSentence, noSentence},
	} {
		if why := c.prove(t); why != "" {
			v.report(m, c.check, at, "%s", why)
		}
	}
}

// insiders are words that users must never see. Letter case matters: a "trip planner" is
// no role.
var insiders = set("Planner Checker JSON null undefined NaN")

// leaks returns why a text reveals what is behind the scenes.
func (v *view) leaks(t text) string {
	s := t.raw
	for i := 0; i < len(s); {
		if !isLetter(s[i]) && s[i] != '_' {
			i++
			continue
		}
		j, code := i, false
		for j < len(s) && (isLetter(s[j]) || isDigit(s[j]) || s[j] == '_' || s[j] == '.') {
			code = code || s[j] == '_' || s[j] == '.' || (j > i && 'A' <= s[j] && s[j] <= 'Z')
			j++
		}
		w := strings.Trim(s[i:j], ".")
		if insiders[w] && !(i > 0 && s[i-1] >= utf8.RuneSelf) && !v.isName(w) {
			return fmt.Sprintf("%q is not a word for the user", w)
		}
		if code && v.isInternal(strings.Trim(w, "_")) {
			return fmt.Sprintf("%q is a name from the tools", strings.Trim(w, "_"))
		}
		i = j
	}
	return ""
}

// isName reports whether a word occurs in what tools answered, such as in the name of a
// thing.
func (v *view) isName(w string) bool {
	for i := range v.entry.Missions {
		for c := range v.entry.Missions[i].Calls {
			if strings.Contains(string(v.entry.Missions[i].Calls[c].Observation), w) {
				return true
			}
		}
	}
	return false
}

func (v *view) isInternal(w string) bool {
	if w == mission.AskTool || w == mission.AnswerTool {
		return true
	}
	if !isCode(w) {
		return false
	}
	for name, t := range v.tools {
		if w == name || t.params.codes[w] || (t.returns != nil && t.returns.codes[w]) {
			return true
		}
	}
	return false
}

// residue finds typing slips and what templates leave behind.
func residue(t text) string {
	s := t.raw
	for _, mark := range [...]string{"{", "}", "%!", "%s", "%d", "%v", "${", "\t"} {
		if i := strings.Index(s, mark); i >= 0 && !(mark[0] == '%' && mark != "%!" && i > 0 && isDigit(s[i-1])) {
			return fmt.Sprintf("%q is left over", mark)
		}
	}
	for _, word := range [...]string{"TODO", "TBD", "FIXME", "XXX"} {
		if holds(s, word) {
			return fmt.Sprintf("%q is a placeholder", word)
		}
	}
	if strings.Contains(t.fold, "lorem ipsum") {
		return "\"lorem ipsum\" is a placeholder"
	}
	if why := bracketed(s); why != "" {
		return why
	}
	for line := range strings.SplitSeq(s, "\n") {
		if why := residueIn(line); why != "" {
			return why
		}
	}
	return ""
}

// bracketed finds "<name>" and "[name]". Links "[words](address)" and ticks
// "[x]" are Markdown.
func bracketed(s string) string {
	for i := range len(s) {
		var end byte
		switch s[i] {
		case '<':
			end = '>'
		case '[':
			end = ']'
		default:
			continue
		}
		j := strings.IndexByte(s[i:], end)
		if j < 3 || j > 40 {
			continue
		}
		inside := s[i+1 : i+j]
		words := strings.IndexFunc(inside, func(r rune) bool {
			return !unicode.IsLetter(r) && r != ' ' && r != '_' && r != '-' && r != '/'
		}) < 0
		if words && (end == '>' || i+j+1 >= len(s) || s[i+j+1] != '(') {
			return fmt.Sprintf("%q is a placeholder", s[i:i+j+1])
		}
	}
	return ""
}

// twice are words that may stand twice in a row.
var twice = set("had that very really so ha bye no yes well now there much many far knock chop")

// slips are sequences of punctuation that nobody means to write.
var slips = [...]string{",,", ";;", "::", "?.", "!.", ",.", ",;", ";,", ":.", ".?", "?,", "!,", "( ", " )"}

func residueIn(line string) string {
	body := strings.TrimLeft(line, " ")
	if strings.HasPrefix(body, "|") {
		return "" // the blanks and dashes of a table are its layout
	}
	body = strings.TrimRight(body, " ")
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c == ' ' && i+1 < len(body) && body[i+1] == ' ':
			return "two blanks stand in a row"
		case c == ' ' && i > 0 && i+1 < len(body) && strings.IndexByte(",.;:!?", body[i+1]) >= 0 && (i+2 == len(body) || body[i+2] == ' '):
			return fmt.Sprintf("a blank stands before %q", body[i+1:i+2])
		case c == '.' && strings.HasPrefix(body[i:], "..."):
			if (i == 0 || strings.IndexByte(" \"'(:", body[i-1]) >= 0) && (i+3 == len(body) || strings.IndexByte(" \"'),.", body[i+3]) >= 0) {
				return "\"...\" stands in the place of a value"
			}
			for i+1 < len(body) && body[i+1] == '.' {
				i++
			}
		case c == '.' && i+1 < len(body) && body[i+1] == '.':
			return "\"..\" is doubled punctuation"
		}
	}
	for _, slip := range slips {
		if i := strings.Index(body, slip); i >= 0 && !isAbbreviation(body[:i+1], slip) {
			return fmt.Sprintf("%q is doubled punctuation", slip)
		}
	}
	return doubled(body)
}

// isAbbreviation reports whether the dot of ".?" belongs to an abbreviation:
// "at 7 p.m.?"
func isAbbreviation(head, slip string) bool {
	if slip != ".?" {
		return false
	}
	w := head[strings.LastIndexByte(head, ' ')+1:]
	return abbreviations[strings.ToLower(w)] || strings.Count(w, ".") > 1
}

// doubled finds a word that stands twice in a row. With capitals it is a name: "Bora
// Bora".
func doubled(line string) string {
	last := ""
	for w := range strings.SplitSeq(line, " ") {
		// Punctuation after the first word keeps the two apart; markup does not.
		w = strings.Trim(w, "*_\"“”")
		plain := strings.TrimRight(w, ".,;:!?)")
		if last != "" && strings.EqualFold(last, plain) && hasOnlyLetters(plain) && !twice[strings.ToLower(plain)] && !(isUpperAt(last) && isUpperAt(plain)) {
			return fmt.Sprintf("%q stands twice", plain)
		}
		last = w
	}
	return ""
}

func hasOnlyLetters(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && r != '\'' && r != '’' {
			return false
		}
	}
	return s != ""
}

func isUpperAt(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// abbreviations end with a dot that does not end a sentence.
var abbreviations = set(`e.g. i.e. a.m. p.m. approx. no. vs. etc. dr. mr. mrs. ms. st. mt. jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov.
	dec. min. max. incl. ca. est. u.s. u.k. inc. ltd. co. jr. sr. vol. ave. rd. hrs. hr. tel. ext. pp. p.`)

// noSentence returns where a text does not begin or end like a sentence.
func noSentence(t text) string {
	s := strings.TrimSpace(t.raw)
	if s == "" {
		return "the text is empty"
	}
	if first, _ := utf8.DecodeRuneInString(s); unicode.IsLower(first) && !address(s) || strings.ContainsRune(".,;:!?)", first) {
		return fmt.Sprintf("the text begins with %q", string(first))
	}
	last := s[strings.LastIndexByte(s, '\n')+1:]
	if !isLayout(last) && !ends(last) {
		return fmt.Sprintf("the text ends without a full stop: %q", tail(last))
	}
	for line := range strings.SplitSeq(s, "\n") {
		if why := lowStart(line); why != "" {
			return why
		}
	}
	return ""
}

// isLayout reports whether a line belongs to a list or table, or is a heading.
func isLayout(line string) bool {
	line = strings.TrimLeft(line, " ")
	for _, mark := range [...]string{"- ", "* ", "+ ", "|", "#", "• ", "> "} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return listMark(line) > 0
}

// listMark returns the length of "1. " or "2) " at the start of a line.
func listMark(line string) int {
	i := 0
	for i < len(line) && i < 3 && isDigit(line[i]) {
		i++
	}
	if i > 0 && i+1 < len(line) && (line[i] == '.' || line[i] == ')') && line[i+1] == ' ' {
		return i + 2
	}
	return 0
}

// ends reports whether a line ends with a full stop or the like. Quotes, brackets, markup
// and emoji may follow.
func ends(line string) bool {
	line = strings.TrimRightFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r == '\u200d' || r == '\ufe0f' ||
			strings.ContainsRune("\"'”’)]*_`", r)
	})
	last, _ := utf8.DecodeLastRuneInString(line)
	return strings.ContainsRune(".!?…。！？", last) && line != ""
}

// address reports whether a text begins with an e-mail address, which nobody
// writes with a capital.
func address(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return strings.Contains(word, "@")
}

func tail(s string) string {
	r := []rune(s)
	if len(r) > 30 {
		return "…" + string(r[len(r)-30:])
	}
	return s
}

// lowStart finds a sentence within a line that begins with a small letter.
func lowStart(line string) string {
	for i := 1; i+2 < len(line); i++ {
		if line[i] != ' ' || strings.IndexByte(".?!", line[i-1]) < 0 {
			continue
		}
		next := line[i+1]
		if next < 'a' || next > 'z' || (line[i+2] >= 'A' && line[i+2] <= 'Z') { // iPhone
			continue
		}
		if address(line[i+1:]) {
			continue
		}
		head := line[:i]
		w := strings.ToLower(strings.TrimLeft(head[strings.LastIndexByte(head, ' ')+1:], "(\"'*“"))
		if line[i-1] == '.' && (abbreviations[w] || len(w) <= 2 || strings.IndexByte(w[:len(w)-1], '.') >= 0 || listMark(line) == i+1) {
			continue
		}
		if line[i-1] != '.' { // "Yahoo! mail" is a name; "Really? yes" is not worth the doubt
			continue
		}
		return fmt.Sprintf("a sentence begins with a small letter after %q", tail(head))
	}
	return ""
}
