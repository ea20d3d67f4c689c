package tools

import (
	"fmt"
	"strings"
)

// EscapeText puts a backslash before each character that is special in a
// [Phrase].
func EscapeText(s string) string { return escaped(s, `{}[]()|\`) }

// Phrase is a wording with slots. It is written as a line of text:
//
//		(find|look up) flights[ from {origin}][ to {destination}][ {date}]
//
//	  - {name} is a slot: the words for a parameter or an attribute.
//	    {nights|night|nights} adds the noun that agrees with the number,
//	    {date:bare} asks for the words without their preposition, {size:a} for
//	    the words with the article that agrees.
//	  - [ … ] is a group: it vanishes when one of its slots has no words.
//	  - (a|b) is a choice between wordings.
//
// A backslash makes the next character ordinary, also in the name of a slot:
// {filter\[city\]} is the parameter filter[city], {user\.id} the parameter
// user.id, {user.id} the field id of the parameter user.
type Phrase struct {
	Text  string // as written
	Parts []Part
}

// Part is one piece of a [Phrase]: exactly one of its fields is set.
type Part struct {
	Text   string
	Slot   *Slot
	Group  []Part
	Choice [][]Part
}

// Slot is the place of a value in a phrase.
type Slot struct {
	Name   string // parameter or attribute
	Field  string // field of the object that the parameter takes
	A      bool   // with "a" or "an" in front
	Bare   bool   // without the preposition that the value's kind brings ("on", "at")
	One    string // noun after the number 1
	Many   string // noun after any other number
	Choice string // any other word after a colon: flight in {ref:flight}
}

// ParsePhrase reads the notation of [Phrase]. The error names the column.
func ParsePhrase(text string) (*Phrase, error) {
	if i := strings.Index(text, instead); i >= 0 {
		return nil, fmt.Errorf("wording %q, column %d: a text cannot hold the character NUL", Excerpt(text), i+1)
	}
	p := phraseParser{in: text}
	parts, err := p.parts(0)
	if err != nil {
		return nil, err
	}
	return &Phrase{Text: text, Parts: parts}, nil
}

type phraseParser struct {
	in    string
	pos   int
	depth int // of brackets that are open
}

// deepestPhrase is how deep brackets may be nested.
const deepestPhrase = 64

func (p *phraseParser) errorf(at int, format string, args ...any) error {
	return fmt.Errorf("wording %q, column %d: %s", Excerpt(p.in), at+1, fmt.Sprintf(format, args...))
}

// Excerpt is a text as messages quote it: only the beginning of a long one.
func Excerpt(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// parts reads up to the closing character of what is open: 0 (end of text),
// ']' or, inside a choice, '|' and ')'.
func (p *phraseParser) parts(closer byte) ([]Part, error) {
	if p.depth++; p.depth > deepestPhrase {
		return nil, p.errorf(p.pos, "brackets are nested more than %d deep", deepestPhrase)
	}
	defer func() { p.depth-- }()
	var parts []Part
	var text []string
	flush := func() {
		if len(text) > 0 {
			parts = append(parts, Part{Text: strings.Join(text, "")})
			text = text[:0]
		}
	}
	for p.pos < len(p.in) {
		c := p.in[p.pos]
		switch {
		case c == '\\' && p.pos+1 < len(p.in):
			text = append(text, p.in[p.pos+1:p.pos+2])
			p.pos += 2
			continue
		case closer == ']' && c == ']', closer == ')' && (c == '|' || c == ')'):
			flush()
			return parts, nil
		case c == '{':
			flush()
			slot, err := p.slot()
			if err != nil {
				return nil, err
			}
			parts = append(parts, Part{Slot: slot})
			continue
		case c == '[':
			flush()
			start := p.pos
			p.pos++
			group, err := p.parts(']')
			if err != nil {
				return nil, err
			}
			if p.pos >= len(p.in) {
				return nil, p.errorf(start, "this [ is never closed")
			}
			p.pos++
			if len(slotsOf(group)) == 0 {
				return nil, p.errorf(start, "a group needs a slot, or it would never vanish")
			}
			parts = append(parts, Part{Group: group})
			continue
		case c == '(':
			flush()
			choice, err := p.choice()
			if err != nil {
				return nil, err
			}
			if len(choice) == 1 { // parentheses of the text itself
				parts = append(parts, Part{Text: "("})
				parts = append(parts, choice[0]...)
				parts = append(parts, Part{Text: ")"})
			} else {
				parts = append(parts, Part{Choice: choice})
			}
			continue
		case c == ']' || c == '}' || c == ')':
			return nil, p.errorf(p.pos, "%q closes nothing; write \\%c for the character itself", c, c)
		}
		text = append(text, p.run(`\{}[]()|`))
	}
	flush()
	return parts, nil
}

// run takes the next character, and those behind it up to a special one.
func (p *phraseParser) run(special string) string {
	start := p.pos
	for p.pos++; p.pos < len(p.in) && strings.IndexByte(special, p.in[p.pos]) < 0; p.pos++ {
	}
	return p.in[start:p.pos]
}

func (p *phraseParser) choice() ([][]Part, error) {
	start := p.pos
	var choice [][]Part
	for {
		p.pos++ // "(" or "|"
		alternative, err := p.parts(')')
		if err != nil {
			return nil, err
		}
		if p.pos >= len(p.in) {
			return nil, p.errorf(start, "this ( is never closed")
		}
		choice = append(choice, alternative)
		if p.in[p.pos] == ')' {
			p.pos++
			break
		}
	}
	return choice, nil
}

func (p *phraseParser) slot() (*Slot, error) {
	start := p.pos
	pieces := []string{""} // between the marks "." ":" "|", which stand in marks
	var marks []byte
	for p.pos++; p.pos < len(p.in) && p.in[p.pos] != '}'; {
		c := p.in[p.pos]
		named := len(marks) == 0 || marks[len(marks)-1] == '.'
		switch {
		case c == '\\' && p.pos+1 < len(p.in):
			pieces[len(pieces)-1] += p.in[p.pos+1 : p.pos+2]
			p.pos += 2
		case c == '|', (c == ':' || c == '.' && len(marks) == 0) && named:
			marks, pieces = append(marks, c), append(pieces, "")
			p.pos++
		case named && strings.IndexByte("[]() ", c) >= 0:
			return nil, p.errorf(p.pos, "%q cannot stand in the name of a slot; write \\%c for the character itself", c, c)
		default:
			pieces[len(pieces)-1] += p.run(`\{}[]()|:. `)
		}
	}
	if p.pos >= len(p.in) {
		return nil, p.errorf(start, "this { is never closed")
	}
	p.pos++
	slot := &Slot{Name: pieces[0]}
	nouns := []string{}
	for i, mark := range marks {
		piece := pieces[i+1]
		switch {
		case mark == '.':
			slot.Field = piece
		case mark == '|':
			nouns = append(nouns, piece)
		case piece == "bare":
			slot.Bare = true
		case piece == "a":
			slot.A = true
		default:
			slot.Choice = piece
		}
	}
	switch len(nouns) {
	case 0:
	case 2:
		slot.One, slot.Many = nouns[0], nouns[1]
	default:
		return nil, p.errorf(start, "write %s|one|many} for a number and its noun", strings.TrimSuffix(slot.String(), "}"))
	}
	return slot, nil
}

// String is the slot as it is written, with only its name and field.
func (s *Slot) String() string {
	if s.Field != "" {
		return "{" + SlotName(s.Name) + "." + SlotName(s.Field) + "}"
	}
	return "{" + SlotName(s.Name) + "}"
}

// SlotName escapes the name of a parameter or attribute for use in a slot.
func SlotName(name string) string { return escaped(name, `{}[]()|\.: `) }

// escaped puts a backslash before the special characters of a text.
func escaped(s, special string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(special, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Slots lists all slots, in order of appearance.
func (p *Phrase) Slots() []*Slot { return slotsOf(p.Parts) }

func slotsOf(parts []Part) []*Slot {
	var slots []*Slot
	for _, part := range parts {
		switch {
		case part.Slot != nil:
			slots = append(slots, part.Slot)
		case part.Group != nil:
			slots = append(slots, slotsOf(part.Group)...)
		}
		for _, alternative := range part.Choice {
			slots = append(slots, slotsOf(alternative)...)
		}
	}
	return slots
}

// Mentions reports whether a slot is for the parameter or attribute, or for one
// of its fields.
func (p *Phrase) Mentions(name string) bool {
	return mentions(p.Parts, name)
}

func mentions(parts []Part, name string) bool {
	for _, part := range parts {
		if part.Slot != nil && part.Slot.Name == name || mentions(part.Group, name) {
			return true
		}
		for _, alternative := range part.Choice {
			if mentions(alternative, name) {
				return true
			}
		}
	}
	return false
}

// Needs lists the slots that stand outside every group: without words for
// them the phrase cannot be said.
func (p *Phrase) Needs() []*Slot {
	var slots []*Slot
	for _, part := range p.Parts {
		if part.Slot != nil {
			slots = append(slots, part.Slot)
		}
		for _, alternative := range part.Choice {
			slots = append(slots, (&Phrase{Parts: alternative}).Needs()...)
		}
	}
	return slots
}

// Instead marks words that replace the whole group around their slot: "[ in
// {city}]" with Instead("there") gives " there".
func Instead(words string) string { return instead + words + instead }

// Marked is what is left of words from [Instead] for a wording that has no group around their
// slot: who renders it replaces them, between two characters 1, and the preposition in front.
func Marked(words string) string { return strings.ReplaceAll(words, instead, "\x01") }

// instead is no character of any text.
const instead = "\x00"

// Render says the phrase. word gives the words of a slot, or false when there
// are none; pick chooses among n wordings. It fails when a slot outside every
// group has no words.
func (p *Phrase) Render(word func(*Slot) (string, bool), pick func(n int) int) (string, bool) {
	var out strings.Builder
	ok := render(&out, p.Parts, word, pick)
	return out.String(), ok && !strings.Contains(out.String(), instead)
}

func render(out *strings.Builder, parts []Part, word func(*Slot) (string, bool), pick func(n int) int) bool {
	var run []string // groups that follow each other
	for _, part := range parts {
		if part.Group == nil && len(run) > 0 {
			out.WriteString(inRow(run))
			run = nil
		}
		switch {
		case part.Slot != nil:
			words, ok := word(part.Slot)
			if !ok {
				return false
			}
			out.WriteString(words)
		case part.Group != nil:
			var group strings.Builder
			if !render(&group, part.Group, word, pick) {
				continue
			}
			text := group.String()
			if pieces := strings.Split(text, instead); len(pieces) > 1 {
				if len(pieces) != 3 || len(slotsOf(part.Group)) > 1 {
					continue
				}
				lead := pieces[0][:len(pieces[0])-len(strings.TrimLeft(pieces[0], ", "))]
				text = lead + pieces[1]
			}
			run = append(run, text)
		case part.Choice != nil:
			if !render(out, part.Choice[pick(len(part.Choice))], word, pick) {
				return false
			}
		default:
			out.WriteString(part.Text)
		}
	}
	out.WriteString(inRow(run))
	return true
}

// inRow puts groups together: " with the size 4" and " with the colour red"
// give " with the size 4 and the colour red".
func inRow(groups []string) string {
	const with = " with the "
	var b strings.Builder
	for i := 0; i < len(groups); i++ {
		b.WriteString(groups[i])
		last := i
		for last+1 < len(groups) && strings.HasPrefix(groups[i], with) && strings.HasPrefix(groups[last+1], with) {
			last++
		}
		for i < last {
			i++
			separator := ", the "
			if i == last {
				separator = " and the "
			}
			b.WriteString(separator + strings.TrimPrefix(groups[i], with))
		}
	}
	return b.String()
}
