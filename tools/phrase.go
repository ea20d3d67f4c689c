package tools

import (
	"fmt"
	"strings"
)

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
// A backslash takes the special meaning from the character behind it.
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
	Name   string // parameter or attribute; "a.b" is field b of object a
	A      bool   // with "a" or "an" in front
	Bare   bool   // without the preposition that the value's kind brings ("on", "at")
	One    string // noun after the number 1
	Many   string // noun after any other number
	Choice string // reserved slot argument, such as the noun of {ref:flight}
}

// ParsePhrase reads the notation of [Phrase]. The error names the column.
func ParsePhrase(text string) (*Phrase, error) {
	if i := strings.Index(text, instead); i >= 0 {
		return nil, fmt.Errorf("wording %q, column %d: a text cannot hold the character NUL", text, i+1)
	}
	p := phraseParser{in: text}
	parts, err := p.parts(0)
	if err != nil {
		return nil, err
	}
	return &Phrase{Text: text, Parts: parts}, nil
}

type phraseParser struct {
	in  string
	pos int
}

func (p *phraseParser) errorf(at int, format string, args ...any) error {
	return fmt.Errorf("wording %q, column %d: %s", p.in, at+1, fmt.Sprintf(format, args...))
}

// parts reads up to the closing character of what is open: 0 (end of text),
// ']' or, inside a choice, '|' and ')'.
func (p *phraseParser) parts(closer byte) ([]Part, error) {
	var parts []Part
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			parts = append(parts, Part{Text: text.String()})
			text.Reset()
		}
	}
	for p.pos < len(p.in) {
		c := p.in[p.pos]
		switch {
		case c == '\\' && p.pos+1 < len(p.in):
			text.WriteByte(p.in[p.pos+1])
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
		text.WriteByte(c)
		p.pos++
	}
	flush()
	return parts, nil
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
	end := strings.IndexByte(p.in[p.pos:], '}')
	if end < 0 {
		return nil, p.errorf(start, "this { is never closed")
	}
	body := p.in[p.pos+1 : p.pos+end]
	p.pos += end + 1
	fields := strings.Split(body, "|")
	name, arg, _ := strings.Cut(strings.TrimSpace(fields[0]), ":")
	slot := &Slot{Name: name}
	switch {
	case strings.ContainsAny(name, "[]() "):
		return nil, p.errorf(start, "%q is no name of a parameter or attribute", name)
	case arg == "bare":
		slot.Bare = true
	case arg == "a":
		slot.A = true
	case arg != "":
		slot.Choice = arg
	}
	switch len(fields) {
	case 1:
	case 3:
		slot.One, slot.Many = fields[1], fields[2]
	default:
		return nil, p.errorf(start, "write {%s|one|many} for a number and its noun", name)
	}
	return slot, nil
}

// Slots lists the names of all slots, in order of appearance.
func (p *Phrase) Slots() []string { return slotsOf(p.Parts) }

func slotsOf(parts []Part) []string {
	var names []string
	for _, part := range parts {
		switch {
		case part.Slot != nil:
			names = append(names, part.Slot.Name)
		case part.Group != nil:
			names = append(names, slotsOf(part.Group)...)
		}
		for _, alternative := range part.Choice {
			names = append(names, slotsOf(alternative)...)
		}
	}
	return names
}

// Mentions tells whether a slot is for the parameter or for one of its fields.
func (p *Phrase) Mentions(param string) bool { return mentions(p.Parts, param) }

func mentions(parts []Part, param string) bool {
	for _, part := range parts {
		if part.Slot != nil {
			if rest, ok := strings.CutPrefix(part.Slot.Name, param); ok && (rest == "" || rest[0] == '.') {
				return true
			}
		}
		if mentions(part.Group, param) {
			return true
		}
		for _, alternative := range part.Choice {
			if mentions(alternative, param) {
				return true
			}
		}
	}
	return false
}

// Needs lists the slots that stand outside every group: without words for
// them the phrase cannot be said.
func (p *Phrase) Needs() []string {
	var names []string
	for _, part := range p.Parts {
		if part.Slot != nil {
			names = append(names, part.Slot.Name)
		}
		for _, alternative := range part.Choice {
			names = append(names, (&Phrase{Parts: alternative}).Needs()...)
		}
	}
	return names
}

// Instead marks words that take the place of the whole group around their slot:
// "[ in {city}]" with Instead("there") gives " there".
func Instead(words string) string { return instead + words + instead }

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
	for _, part := range parts {
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
			out.WriteString(text)
		case part.Choice != nil:
			if !render(out, part.Choice[pick(len(part.Choice))], word, pick) {
				return false
			}
		default:
			out.WriteString(part.Text)
		}
	}
	return true
}
