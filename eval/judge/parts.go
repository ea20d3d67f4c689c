package judge

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/eval/compare"
)

// part is a line of a text, with the indented lines below it.
type part struct {
	names   map[string]bool // identifiers in it
	folded  string
	words   []string // of folded
	claims  []claim
	figures []figure
	text    string
}

// claim is a value that a text states by itself: between commas, after a label or
// after "is".
type claim struct {
	label  string          // folded; empty if there is none
	value  string          // folded
	stated bool            // it follows "is"
	piece  string          // the words that it was read from
	within string          // the sentence
	names  map[string]bool // identifiers in the sentence
}

// figure is a number, a day or a time in a text.
type figure struct {
	text   string
	value  string   // "n" and a number, "d" with month and day, or "t" and a time
	labels []string // what it is called, as stems: the words beside it, the head of its column
}

// explicit begins labels from the head of a column or from before a colon. Only these
// are names of fields. Words beside a figure may be anything.
const explicit = ":"

// partsOf splits a text into parts.
func partsOf(text string, names map[string]bool) []part {
	var parts []part
	var head []string // of the table
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		row := strings.HasPrefix(strings.TrimSpace(line), "|")
		switch {
		case strings.TrimSpace(line) == "":
			head = nil
			continue
		case row && i+1 < len(lines) && ruler.MatchString(lines[i+1]):
			head = cellsOf(line)
			continue
		case row && ruler.MatchString(line):
			continue
		case !row:
			head = nil
		}
		p := part{names: map[string]bool{}, folded: compare.Fold(line), text: line}
		for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" \t*_`|,;:.()[]\"'“”", r) }) {
			if names[word] {
				p.names[word] = true
			}
		}
		for name := range names {
			if !p.names[name] && strings.Contains(line, name) && holds(p.folded, compare.Fold(name)) {
				p.names[name] = true
			}
		}
		p.words = strings.Fields(p.folded)
		if row {
			for c, cell := range cellsOf(line) {
				label := ""
				if c < len(head) {
					label = strings.Join(stems(head[c]), " ")
				}
				p.read(cell, label, names)
			}
		} else {
			p.read(line, "", names)
		}
		if last := len(parts) - 1; last >= 0 && len(p.names) == 0 && strings.TrimLeft(line, " \t") != line {
			parts[last].join(p)
			continue
		}
		parts = append(parts, p)
	}
	return parts
}

var (
	ruler     = regexp.MustCompile(`^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$`)
	comparing = regexp.MustCompile(`(?i)\b(than|instead|rather|compared|unlike|versus|vs|difference|differs?|(used to|changed|previous|previously|formerly|moved|the (next|other|others|rest))\b.*\d)`)
	doubting  = regexp.MustCompile(`(?i)\b(until|can|could|may|might|would|should|not|never|no|nothing|none|neither|nor|without|cannot|before|otherwise|must|will|be|to)\b|n['’]t\b`)
	depending = regexp.MustCompile(`(?i)\b(if|unless|once|when|whenever|whether|in case|then|should)\b|\?`)
	linked    = regexp.MustCompile(`(?i)\b(?:is|are|was|were|been|remains|stays|status) `)
	copula    = regexp.MustCompile(`(?i)^(.*?)\b(?:is|are|was|were|been|remains|stays|status)\s+((?:now|already|also|currently|still)\s+)?(.+)$`)
)

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func (p *part) join(q part) {
	p.folded += " " + q.folded
	p.words = append(p.words, q.words...)
	p.claims = append(p.claims, q.claims...)
	p.figures = append(p.figures, q.figures...)
	p.text += "\n" + q.text
}

// read adds the claims and figures of a line or a cell.
func (p *part) read(text, label string, names map[string]bool) {
	plain := strings.NewReplacer("*", "", "`", "", "“", "", "”", "", `"`, "").Replace(text)
	for sentence := range strings.FieldsFuncSeq(strings.ReplaceAll(plain, ". ", "\n")+"\n", func(r rune) bool { return r == '\n' || r == ';' || r == '!' }) {
		from := len(p.claims)
		for chunk := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return strings.ContainsRune(",()–—", r) }) {
			for piece := range strings.SplitSeq(strings.ReplaceAll(chunk, " - ", " and "), " and ") {
				p.claim(strings.Trim(piece, " .-•"), label)
			}
		}
		named := map[string]bool{}
		for name := range p.names {
			if strings.Contains(sentence, name) {
				named[name] = true
			}
		}
		if len(named) == 0 {
			named = p.names
		}
		for i := range p.claims[from:] {
			p.claims[from+i].names, p.claims[from+i].within = named, sentence
		}
	}
	for _, f := range figuresIn(plain, true) {
		if label != "" {
			f.labels = append(f.labels, explicit+label)
		}
		p.figures = append(p.figures, f)
	}
}

func (p *part) claim(text, label string) {
	piece := text
	if i := strings.LastIndex(text, ": "); i >= 0 {
		label, text = folded(text[:i]), text[i+2:]
		for name := range p.names {
			if holds(label, folded(name)) {
				label = "" // it names the thing, not a field
			}
		}
	}
	add := func(label, text string, stated bool) {
		if value := folded(text); value != "" {
			p.claims = append(p.claims, claim{label: label, value: value, stated: stated, piece: piece})
		}
	}
	add(label, text, false)
	if !linked.MatchString(text) {
		return
	}
	for m := copula.FindStringSubmatch(text); m != nil; m = copula.FindStringSubmatch(m[3]) {
		subject := folded(m[1])
		if strings.Contains(strings.ToLower(m[0][len(m[1]):]), "status") && subject == "" {
			subject = "status"
		}
		add(subject, m[3], true)
	}
}

// doubted reports whether a claim is denied or depends on a condition. A claim with a
// label is never doubted, unless it follows "is".
func (c *claim) doubted() bool {
	return (c.stated || c.label == "") && (doubting.MatchString(c.piece) || depending.MatchString(c.within))
}

// compares reports whether a part compares things.
func (p *part) compares() bool { return comparing.MatchString(p.text) }

// labelled reports whether the label of a claim has a word of the name of a field.
func (c *claim) labelled(field string) bool {
	words := stems(folded(spaced(field)))
	return slices.ContainsFunc(stems(c.label), func(w string) bool { return slices.Contains(words, w) })
}

// free reports whether a claim may be about any field: it has no label, or it follows
// "is", so that its label is the rest of the sentence. Vague values need a label.
func (c *claim) free() bool { return (c.label == "" || c.stated) && !vague[c.value] }

// vague are values that say nothing without a label.
var vague = map[string]bool{"none": true, "no": true, "yes": true, "any": true, "all": true, "other": true, "standard": true, "normal": true,
	"regular": true, "new": true, "main": true, "everything": true, "everyone": true, "not": true, "unknown": true}

var (
	figuring = regexp.MustCompile(`(?i)^(?:(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d))?` +
		`|(\d{1,2})(?:st|nd|rd|th)? (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b(?:,? \d{4})?` +
		`|(\d{1,2}:\d\d)(?::\d\d)?(\s*[ap]\.?m\b)?` +
		`|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`)
	// A day behind its month.
	monthAhead = regexp.MustCompile(`(?i)\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?) $`)
	dayOnly    = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?:[^\d:]|$)`)
)

// figuresIn finds the figures of a text. It skips digits that are part of a word, such
// as an identifier.
func figuresIn(text string, labelled bool) []figure {
	var list []figure
	for to := 0; ; {
		from := strings.IndexAny(text[to:], "0123456789")
		if from < 0 {
			return list
		}
		from += to
		at := figuring.FindStringSubmatchIndex(text[from:])
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[from+at[2*i] : from+at[2*i+1]]
		}
		to = from + at[1]
		if joined(text, from, to) {
			for to < len(text) && text[to] >= '0' && text[to] <= '9' {
				to++
			}
			continue
		}
		f := figure{text: text[from:to]}
		switch {
		case group(1) != "":
			f.value = "d" + group(2) + group(3)
			if t := group(4); t != "" {
				list = append(list, figure{text: t, value: "t" + t})
			}
		case group(6) != "":
			f.value = "d" + month(group(6)) + two(group(5))
		case group(7) != "":
			f.value = "t" + clock(group(7), group(8))
		default:
			if m := monthAhead.FindStringSubmatch(text[max(0, from-12):from]); m != nil {
				if day := dayOnly.FindStringSubmatch(text[from:]); day != nil {
					f.text = m[1] + " " + strings.TrimRight(day[0], " .,;:)|*")
					f.value = "d" + month(m[1]) + two(day[1])
					if day[2] != "" {
						to = from + strings.Index(text[from:], day[2]) + len(day[2])
					}
					break
				}
			}
			n, err := strconv.ParseFloat(strings.ReplaceAll(f.text, ",", ""), 64)
			if err != nil {
				continue
			}
			f.value = number(n)
		}
		if labelled {
			f.labels = labelsOf(text, from, to)
		}
		list = append(list, f)
		if y := year.FindString(f.text); f.value[0] == 'd' && y != "" {
			list = append(list, figure{text: y, value: "n" + y})
		}
	}
}

var year = regexp.MustCompile(`\d{4}`)

// joined reports whether digits are part of a word.
func joined(text string, from, to int) bool {
	if from > 0 {
		switch b := text[from-1]; {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b == '_', b == '/', b == '#':
			return true
		case b == '-' && from > 1 && text[from-2] != ' ', b == '.' && from > 1 && text[from-2] != ' ':
			return true
		}
	}
	if to < len(text) && (text[to] == '-' || text[to] == '_' || text[to] == '/') && to+1 < len(text) && text[to+1] != ' ' {
		return true
	}
	return false
}

func month(name string) string {
	return two(strconv.Itoa(strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(name)[:3])/3 + 1))
}

func two(digits string) string {
	if len(digits) == 1 {
		return "0" + digits
	}
	return digits
}

// clock returns a time as on a 24-hour clock.
func clock(t, half string) string {
	hours, minutes, _ := strings.Cut(t, ":")
	h, _ := strconv.Atoi(hours)
	half = strings.ToLower(strings.TrimSpace(half))
	switch {
	case strings.HasPrefix(half, "p") && h < 12:
		h += 12
	case strings.HasPrefix(half, "a") && h == 12:
		h = 0
	}
	return two(strconv.Itoa(h)) + ":" + minutes
}

// money are the signs and words of currencies.
var money = map[string]bool{"€": true, "$": true, "£": true, "¥": true, "euro": true, "eur": true, "usd": true, "dollar": true, "pound": true, "gbp": true}

var (
	behind = regexp.MustCompile(`^(?: ?([%€$£¥°²³]|[\pL][\pL²³/°]*))`)
	ahead  = regexp.MustCompile(`(?:([\pL]+) ?)?([€$£¥])? ?$`)
	colon  = regexp.MustCompile(`(?:^|[.;,•*-] )([\pL][\pL ]*): (?:about |around )?[€$£¥]?$`)
)

// labelsOf returns the words beside a figure that say what it is.
func labelsOf(text string, from, to int) []string {
	var list []string
	text, to, from = text[max(0, from-80):min(len(text), to+80)], min(80, from)+to-from, min(80, from)
	if m := behind.FindStringSubmatch(text[to:]); m != nil {
		word := stem(strings.ToLower(m[1]))
		switch {
		case money[word]:
			list = append(list, "money")
		case !fillers[word] && !small[word]:
			list = append(list, word)
		}
	}
	if m := ahead.FindStringSubmatch(text[:from]); m != nil {
		if m[2] != "" {
			list = append(list, "money")
		}
		if word := stem(strings.ToLower(m[1])); word != "" && !fillers[word] && !small[word] {
			list = append(list, word)
		}
	}
	list = append(list, slotsOf(text[:from], text[to:])...)
	if m := colon.FindStringSubmatch(text[:from]); m != nil {
		list = append(list, explicit+strings.Join(stems(m[1]), " "))
	}
	return list
}

// slotsOf names the place between two texts by the words around it: two before and one
// after, and one before and two after. Two texts that share a place say the same thing
// there. A place among filler words has no name.
func slotsOf(before, behind string) []string {
	head, tail := slotWords(before, true), slotWords(behind, false)
	var list []string
	for _, n := range [...][2]int{{2, 1}, {1, 2}} {
		if len(head) < n[0] && len(tail) < n[1] {
			continue
		}
		around := append(slices.Clone(head[max(0, len(head)-n[0]):]), "_")
		around = append(around, tail[:min(len(tail), n[1])]...)
		if slices.ContainsFunc(around, func(w string) bool { w = stem(w); return len(w) > 2 && !fillers[w] && !small[w] }) {
			list = append(list, strings.Join(around, " "))
		}
	}
	return list
}

// slotWords returns the last or the first words of a text in a comparable form. All
// words with digits are the same.
func slotWords(text string, last bool) []string {
	var fields []string
	if last {
		fields = strings.Fields(text[max(0, len(text)-60):])
		fields = fields[max(0, len(fields)-3):]
	} else {
		fields = strings.Fields(text[:min(len(text), 60)])
		fields = fields[:min(len(fields), 3)]
	}
	var list []string
	for _, w := range fields {
		w = strings.Trim(strings.ToLower(w), ".,;:!?()|*\"'“”€$£¥%")
		switch {
		case strings.ContainsAny(w, "0123456789"):
			w = "#"
		case w == "":
			continue
		}
		list = append(list, w)
	}
	return list
}

// small are words beside figures that do not say what the figures are.
var small = words(`about around approximately roughly nearly almost over under least most plus minus each per up until till after before than
	total cost costs take takes leave leaves start starts end ends begin again also still now but a.m p.m am pm make makes when while is are x so
	reach reaches come comes amount away long high free more less`)
