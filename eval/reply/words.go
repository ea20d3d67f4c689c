package reply

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"switchyard/eval/compare"
)

// fold returns a text in lower case, with single blanks in place of everything that is no
// letter, digit or sign.
func fold(s string) string { return compare.Fold(strings.ReplaceAll(s, "_", " ")) }

// holds reports whether a folded text has the folded words.
func holds(text, words string) bool {
	return words != "" && strings.Contains(" "+text+" ", " "+words+" ")
}

// spaced puts blanks between the words of a name in camel case.
func spaced(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// stems returns the words of a text without letter case, punctuation and endings.
func stems(text string) []string {
	words := strings.Fields(fold(text))
	for i, w := range words {
		words[i] = stem(w)
	}
	return words
}

// stem cuts off the endings of plurals and verbs.
func stem(w string) string {
	for _, ending := range [...]string{"ies", "ing", "ed", "es", "s", "al"} {
		rest, ok := strings.CutSuffix(w, ending)
		if !ok || len(rest) < 3 || ending == "s" && strings.HasSuffix(rest, "s") {
			continue
		}
		if w = rest; ending == "ies" {
			w += "y"
		}
		break
	}
	if len(w) > 4 && w[len(w)-1] == w[len(w)-2] { // cancelled
		w = w[:len(w)-1]
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

func stemSet(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[stem(w)] = true
	}
	return set
}

// common are words, as stems, that do not say what a value is.
var common = stemSet(`a an the of to in on at by for from with and or not no if is are was were be been it its this that these those there
	here i you your my we our he she they their do does did can could will would shall should may might have has had need one ones any all only some so such than then
	as just more most very up into over about after before per each every both also still now already out off until till id number code status reference date time day
	say says said which who whom when where what how yes come comes came takes take`)

func weekdayOf(f *figure) int {
	return int(time.Date(f.year, time.Month(f.month), f.day, 0, 0, 0, 0, time.UTC).Weekday())
}

// line is a line of a reply, split into sentences.
type line struct {
	sentences []sentence
	indent    int
	heading   bool // it ends in a colon, or is a heading
	row       bool // of a table
	blank     bool // an empty line stands before it
}

// sentence is a sentence of a reply, or a row of a table.
type sentence struct {
	text    string
	folded  string
	figures []figure
	heads   []string // of a row: the head of the column of each figure
	chunks  []string // what stands between commas and the like; folded
}

var (
	// A colour such as #641143 is no heading.
	headed    = regexp.MustCompile(`^#+ `)
	lineMarks = regexp.MustCompile(`^(?:#+ |[*•>-]| )+`)
	numbering = regexp.MustCompile(`^\d{1,2}[.)]\s+`)
	ruler     = regexp.MustCompile(`^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$`)
	plainText = strings.NewReplacer("**", "", "__", "", "`", "", "“", `"`, "”", `"`, "’", "'", "\u00a0", " ", "\u202f", " ")
	ends      = regexp.MustCompile(`([.!?])["')]*\s+|;\s+`)
	between   = regexp.MustCompile(`[,;()|"]|\s[–—-]\s|:\s|\band\b|\bbut\b|[.!?]$`)
)

// contracted finds "isn't" and the like. To fold a text drops the apostrophe, and "isnt" is no
// denial any more.
var contracted = regexp.MustCompile(`(?i)\b(\pL+)n't\b`)

// linesOf splits a reply into lines.
func linesOf(text string) []line {
	var all []line
	var head []string
	raw := strings.Split(plainText.Replace(text), "\n")
	blank := false
	for i, s := range raw {
		trimmed := strings.TrimSpace(s)
		row := strings.HasPrefix(trimmed, "|")
		switch {
		case trimmed == "":
			head, blank = nil, true
			continue
		case row && i+1 < len(raw) && ruler.MatchString(raw[i+1]):
			head = cellsOf(s)
			continue
		case row && ruler.MatchString(s):
			continue
		case !row:
			head = nil
		}
		l := line{indent: len(s) - len(strings.TrimLeft(s, " \t")), row: row, blank: blank,
			heading: strings.HasSuffix(trimmed, ":") || headed.MatchString(trimmed)}
		if row {
			l.sentences = []sentence{rowOf(cellsOf(s), head)}
		} else {
			l.sentences = sentencesOf(numbering.ReplaceAllString(lineMarks.ReplaceAllString(trimmed, ""), ""))
		}
		blank = false
		all = append(all, l)
	}
	return all
}

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// rowOf makes a sentence of a row. Every figure gets the head of its column.
func rowOf(cells, head []string) sentence {
	var s sentence
	var b strings.Builder
	for c, cell := range cells {
		label := ""
		if c < len(head) {
			label = head[c]
		}
		for _, f := range figuresIn(cell) {
			f.from, f.to = f.from+b.Len(), f.to+b.Len()
			s.figures, s.heads = append(s.figures, f), append(s.heads, label)
		}
		b.WriteString(cell + " | ")
	}
	s.text = b.String()
	s.read()
	return s
}

func sentencesOf(text string) []sentence {
	var all []sentence
	add := func(part string) {
		if strings.TrimSpace(part) != "" {
			s := sentence{text: part, figures: figuresIn(part)}
			s.read()
			all = append(all, s)
		}
	}
	from := 0
	for _, at := range ends.FindAllStringIndex(text, -1) {
		if short.MatchString(text[from:at[0]+1]) || at[1] < len(text) && numeral(text[at[1]]) && numbered.MatchString(text[from:at[0]+1]) {
			continue
		}
		add(text[from:at[1]])
		from = at[1]
	}
	add(text[from:])
	return all
}

// short are words whose point ends no sentence.
var (
	short    = regexp.MustCompile(`(?i)(?:\b(?:mr|mrs|ms|dr|st|approx|ca|e\.g|i\.e|vs)\.|^\s*\d+\.)$`)
	numbered = regexp.MustCompile(`(?i)\b(?:no|nr)\.$`) // before a number
)

func (s *sentence) read() {
	s.folded = fold(s.text)
	for _, c := range between.Split(s.text, -1) {
		if c = fold(contracted.ReplaceAllString(c, "$1 not")); c != "" {
			s.chunks = append(s.chunks, c)
		}
	}
}

// Sentences that deny, that depend on something or ask, and that compare.
var (
	denying   = regexp.MustCompile(`(?i)\b(?:not|never|no|nobody|nothing|none|neither|nor|without|cannot|unable)\b|n't\b`)
	depending = regexp.MustCompile(`(?i)\b(?:if|unless|whatever|once|when|whenever|whether|in case|would|could|may|might|can|should|until|before|will|must|to be)\b|\?\s*$`)
	// a figure behind the first or before the second is of something else
	otherIs   = regexp.MustCompile(`(?i)\b(?:for |with )?the others?\b[^,;]*$`)
	forOther  = regexp.MustCompile(`(?i)^[^,;]*\b(?:for|with|of|on) the others?\b`)
	comparing = regexp.MustCompile(`(?i)\b(?:than|instead|rather|compared|unlike|versus|vs|differ\w*|others?|rest|remaining|both|respectively|between|either|as opposed|against)\b`)
)

// past matches sentences about how things were.
var past = regexp.MustCompile(`(?i)\b(?:was|were|used to|previous(?:ly)?|formerly|before|earlier|old|from|instead|changed?|had)\b`)

// telling returns the stems of a text that say something.
func telling(text string) []string {
	return slices.DeleteFunc(stems(text), func(w string) bool { return common[w] || len(w) < 3 })
}
