package toolfile

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"switchyard/internal/document"
	"switchyard/internal/grammar"
	"switchyard/tools"
)

// The bounds of the forms of one wording, and of the bytes in all of them.
const (
	maxExpansions = 20_000
	maxExpanded   = 16 << 20
)

// expand lists every form of a wording: with each choice, and with and without each
// group. Slots stay as they are written. ok is false when there are too many forms, or
// they are too long.
func expand(parts []tools.Part) (forms []string, ok bool) {
	out := []string{""}
	for _, part := range parts {
		var ways []string
		switch {
		case part.Slot != nil:
			ways = []string{part.Slot.String()}
		case part.Group != nil:
			inner, ok := expand(part.Group)
			if !ok {
				return nil, false
			}
			ways = append(inner, "")
		case part.Choice != nil:
			for _, alternative := range part.Choice {
				inner, ok := expand(alternative)
				if !ok {
					return nil, false
				}
				ways = append(ways, inner...)
			}
		default:
			ways = []string{part.Text}
		}
		if len(out)*len(ways) > maxExpansions {
			return nil, false
		}
		if len(out)*size(ways)+len(ways)*size(out) > maxExpanded {
			return nil, false
		}
		next := make([]string, 0, len(out)*len(ways))
		for _, head := range out {
			for _, tail := range ways {
				next = append(next, head+tail)
			}
		}
		out = next
	}
	return out, true
}

// size is the number of bytes in texts.
func size(texts []string) (n int) {
	for _, text := range texts {
		n += len(text)
	}
	return n
}

// ending is how a wording must end.
type ending int

const (
	anyEnd      ending = iota
	sentenceEnd        // with a mark: "." "?" "!"
	leadEnd            // with a mark, or with a colon
	openEnd            // without a mark, because it becomes part of a sentence
)

// flaw says what is wrong with one form of a wording; empty when nothing is.
func flaw(text string, want ending) string {
	plain := strings.Join(strings.Fields(text), " ")
	if plain == "" {
		return "comes out empty"
	}
	for _, bad := range []string{" ,", " .", " ?", " !", " ;", " :", " )", "( ", ",,", ",.", ",?", ".,", "..", "??"} {
		if strings.Contains(plain, bad) && !strings.Contains(plain, "...") {
			return "has \"" + bad + "\" in it"
		}
	}
	if articled.MatchString(plain) {
		return "has an article before a slot (write {slot:a} instead)"
	}
	if strings.Count(plain, "(") != strings.Count(plain, ")") || strings.Count(plain, "\"")%2 != 0 || strings.Count(plain, "**")%2 != 0 {
		return "leaves a bracket, quote or emphasis open"
	}
	last := rune(plain[len(plain)-1])
	marked := strings.ContainsRune(".?!", last) || strings.HasSuffix(plain, ".\"") || strings.HasSuffix(plain, ".)")
	switch want {
	case sentenceEnd:
		if !marked {
			return "does not end like a sentence"
		}
	case leadEnd:
		if !marked && last != ':' {
			return "ends neither like a sentence nor with a colon"
		}
	case openEnd:
		if marked || strings.ContainsRune(",;:", last) {
			return "ends with a mark, although it becomes part of a sentence"
		}
		if first := rune(plain[0]); unicode.IsUpper(first) && want == openEnd && !strings.HasPrefix(plain, "I ") {
			return "begins with a capital, although it becomes part of a sentence"
		}
	}
	return ""
}

// misread says what is wrong with the words of one form; empty when nothing is.
func misread(text string) string {
	faults := grammar.Form(text)
	if len(faults) == 0 {
		return ""
	}
	return fmt.Sprintf("does not read well: %s", faults[0])
}

// articled finds an article before a slot. It may not agree with the value.
var articled = regexp.MustCompile(`(?i)\ban? \{`)

// endings checks every form of the wordings under a key.
func (d *decoder) endings(n *document.Node, key, what string, want ending) {
	field := n.Fields[key]
	if field == nil || d.trusted {
		return
	}
	for _, item := range oneOrMore(field) {
		if text, ok := item.Value.(string); ok {
			d.ending(item, text, what, want)
		}
	}
}

func (d *decoder) ending(n *document.Node, text, what string, want ending) {
	if d.trusted {
		return
	}
	p, err := tools.ParsePhrase(text)
	if err != nil {
		return // reported already
	}
	if why, hint := worst(p, want); why != "" {
		d.problem(n, hint, "the wording %q of %s %s", text, what, why)
	}
}

// worst says what is wrong with the first form of a wording that has a flaw.
func worst(p *tools.Phrase, want ending) (why, hint string) {
	ways, ok := expand(p.Parts)
	if !ok {
		return fmt.Sprintf("has more than %d forms, or too long ones", maxExpansions), "split it into several wordings"
	}
	for _, way := range ways {
		why := flaw(way, want)
		if why == "" {
			why = misread(way)
		}
		if why != "" {
			return fmt.Sprintf("can come out as %q, which %s", tools.Excerpt(way), why), "read it with and without each group"
		}
	}
	return "", ""
}

// Flaw says what is wrong with a wording that people type: what remains when a group is left
// out, an article before a slot, brackets left open, words that do not read well. A sentence
// ends like one; other wordings may end without a mark, as in chats. why is empty if nothing is
// wrong.
func Flaw(p *tools.Phrase, sentence bool) (why, hint string) {
	if sentence {
		return worst(p, sentenceEnd)
	}
	return worst(p, anyEnd)
}
