package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// residue finds typing slips and what templates leave behind.
func residue(s string) *Fault {
	for _, mark := range [...]string{"{", "}", "%!", "%s", "%d", "%v", "${", "\t"} {
		if i := strings.Index(s, mark); i >= 0 && !(mark[0] == '%' && mark != "%!" && i > 0 && isDigit(s[i-1])) {
			return &Fault{Residue, mark, "is left over"}
		}
	}
	for _, word := range [...]string{"TODO", "TBD", "FIXME", "XXX"} {
		if holdsWord(s, word) {
			return &Fault{Residue, word, "is a placeholder"}
		}
	}
	if i := strings.IndexAny(s, "lL"); i >= 0 && strings.Contains(strings.ToLower(s[i:]), "lorem ipsum") {
		return &Fault{Residue, "lorem ipsum", "is a placeholder"}
	}
	if f := bracketed(s); f != nil {
		return f
	}
	for line := range strings.SplitSeq(s, "\n") {
		if f := residueIn(line); f != nil {
			return f
		}
	}
	return nil
}

// bracketed finds "<name>" and "[name]". Links "[words](address)" and ticks
// "[x]" are Markdown.
func bracketed(s string) *Fault {
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
			return &Fault{Residue, s[i : i+j+1], "is a placeholder"}
		}
	}
	return nil
}

// twice are words that may stand twice in a row.
var twice = set("had that very really so ha bye no yes well now much many far knock chop")

// slips are sequences of punctuation that nobody means to write.
var slips = [...]string{",,", ";;", "::", "?.", "!.", ",.", ",;", ";,", ":.", ".?", "?,", "!,", "( ", " )"}

func residueIn(line string) *Fault {
	body := strings.TrimLeft(line, " ")
	if strings.HasPrefix(body, "|") {
		return nil // the blanks and dashes of a table are its layout
	}
	body = strings.TrimRight(body, " ")
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c == ' ' && i+1 < len(body) && body[i+1] == ' ':
			return &Fault{Residue, "  ", "are two blanks in a row"}
		case c == ' ' && i > 0 && i+1 < len(body) && strings.IndexByte(",.;:!?", body[i+1]) >= 0 && (i+2 == len(body) || body[i+2] == ' '):
			return &Fault{Residue, body[i : i+2], "is a mark with a blank before it"}
		case c == '.' && strings.HasPrefix(body[i:], "..."):
			if (i == 0 || strings.IndexByte(" \"'(:", body[i-1]) >= 0) && (i+3 == len(body) || strings.IndexByte(" \"'),.", body[i+3]) >= 0) {
				return &Fault{Residue, "...", "stands in the place of a value"}
			}
			for i+1 < len(body) && body[i+1] == '.' {
				i++
			}
		case c == '.' && i+1 < len(body) && body[i+1] == '.':
			return &Fault{Residue, "..", "is doubled punctuation"}
		}
	}
	for _, slip := range slips {
		if i := strings.Index(body, slip); i >= 0 && !isAbbreviation(body[:i+1], slip) {
			return &Fault{Residue, slip, "is doubled punctuation"}
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

// doubled finds a word that stands twice in a row, or again behind a word that points: "tenancy
// that tenancy". With capitals it is a name: "Bora Bora".
func doubled(line string) *Fault {
	last, before := "", ""
	for w := range strings.SplitSeq(line, " ") {
		// Punctuation after the first word keeps the two apart; markup does not.
		w = strings.Trim(w, "*_\"“”")
		plain := strings.TrimRight(w, ".,;:!?)")
		if last != "" && strings.EqualFold(last, plain) && hasOnlyLetters(plain) && !twice[strings.ToLower(plain)] && !(isUpperAt(last) && isUpperAt(plain)) {
			return &Fault{Residue, plain, "stands twice"}
		}
		if (last == "that" || last == "this") && len(plain) > 3 && plain == before && hasOnlyLetters(plain) {
			return &Fault{Residue, before + " " + last + " " + plain, "says a word twice"}
		}
		before, last = last, w
	}
	return nil
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

// holdsWord reports whether a word stands in a text, between marks or blanks.
func holdsWord(s, word string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(word):])
		if !(i > 0 && isWord(before)) && !isWord(after) {
			return true
		}
		from = i + len(word)
	}
}

// empties are what is left when nothing was filled in between two marks.
var empties = [...]string{`""`, "“”", "''", "()", "****", "__", "??", " - - ", `\"`, `\n`, "&amp;", "&quot;", "&nbsp;", "(?)", "<br", "$$"}

// emptied finds quotes, brackets and emphasis that hold nothing or never end, and what
// was meant for a machine.
func emptied(s string) *Fault {
	if !strings.ContainsAny(s, "\"“”'()*_?-\\&<$%`") {
		return nil
	}
	for _, mark := range empties {
		if strings.Contains(s, mark) && !(mark == "__" && strings.Contains(s, "`")) && !(mark == "??" && strings.HasSuffix(s, "??")) && !inCode(s, mark) {
			return &Fault{Residue, mark, "is left over"}
		}
	}
	for i := range len(s) - 1 {
		if s[i] == '$' && isLetter(s[i+1]) && !(i > 0 && isLetter(s[i-1])) && !inCode(s, s[i:i+2]) {
			return &Fault{Residue, s[i : i+2], "is left over"}
		}
	}
	if n := strings.Count(s, `"`); n%2 != 0 && !inches(s) {
		return &Fault{Residue, `"`, "opens or ends no quotation"}
	}
	if strings.Count(s, "“") != strings.Count(s, "”") {
		return &Fault{Residue, "“", "opens or ends no quotation"}
	}
	if strings.Count(s, "**")%2 != 0 {
		return &Fault{Residue, "**", "opens or ends no emphasis"}
	}
	if f := openQuote(s); f != nil {
		return f
	}
	return openBracket(s)
}

// inCode reports whether a mark stands in quotes: what is quoted may be code.
func inCode(s, mark string) bool {
	i := strings.Index(s, mark)
	return mark != `""` && i > 0 && strings.Count(s[:i], `"`)%2 == 1 && strings.Contains(s[i+len(mark):], `"`)
}

// inches reports whether a quotation mark is that of inches.
func inches(s string) bool {
	i := strings.Index(s, `"`)
	return i > 0 && isDigit(s[i-1])
}

// openQuote finds a single quotation mark before a word that no other ends. An
// apostrophe may stand there too: 'til, '90s.
func openQuote(s string) *Fault {
	for i := range len(s) - 1 {
		if s[i] != '\'' || i > 0 && strings.IndexByte(" (\n", s[i-1]) < 0 || !isLetter(s[i+1]) {
			continue
		}
		closed := false
		for j := i + 2; j < len(s) && !closed; j++ {
			closed = s[j] == '\'' && (j+1 == len(s) || !isAlnum(s[j+1]))
		}
		if w := strings.ToLower(nextWord(s[i+1:])); !closed && !apostrophes[w] {
			return &Fault{Residue, "'" + nextWord(s[i+1:]), "opens a quotation that does not end"}
		}
	}
	return nil
}

var apostrophes = set("til till em cause bout n tis twas round ere")

// openBracket finds brackets that do not match. "1)" and ":)" are none.
func openBracket(s string) *Fault {
	depth := 0
	for i := range len(s) {
		switch {
		case s[i] != '(' && s[i] != ')', inSmiley(s, i):
		case s[i] == '(':
			depth++
		default:
			before := s[strings.LastIndexAny(s[:i], " \n(")+1 : i]
			if depth == 0 && len(before) <= 2 {
				continue
			}
			if depth--; depth < 0 {
				return &Fault{Residue, ")", "ends nothing"}
			}
		}
	}
	if depth > 0 {
		return &Fault{Residue, "(", "is not closed"}
	}
	return nil
}

func inSmiley(s string, i int) bool {
	return i > 0 && (strings.IndexByte(":;=", s[i-1]) >= 0 || s[i-1] == '-' && i > 1 && strings.IndexByte(":;=", s[i-2]) >= 0)
}
