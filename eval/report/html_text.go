package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"switchyard/internal/jsonptr"
)

// longest is how many characters of a text are shown.
const longest = 6000

// shown returns text with its line breaks. Characters that are invisible or change the
// direction of writing are shown by their numbers, so that nothing is hidden; joiners
// stay, because some scripts need them.
func shown(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	var b strings.Builder
	n := 0
	for at, r := range s {
		if n++; n > longest {
			fmt.Fprintf(&b, " … (%s more bytes)", count(len(s)-at))
			break
		}
		switch {
		case r == '\n', r == '\t', r == '\u200c', r == '\u200d':
			b.WriteRune(r)
		case unicode.Is(unicode.C, r), r == '\u2028', r == '\u2029':
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// clipped shortens a text to one line of at most so many characters.
func clipped(s string, most int) string {
	s = plain(s)
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}

// pretty indents JSON; other text stays as it is, because an agent may have written it
// instead of arguments.
func pretty(document json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, document, "", "  ") != nil {
		return string(document)
	}
	return b.String()
}

// brief returns JSON on one line.
func brief(document json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, document) != nil {
		return string(document)
	}
	return b.String()
}

// same reports whether two documents are equal.
func same(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return bytes.Equal(a, b)
	}
	p, err := json.Marshal(x) // sorts the members of objects
	q, err2 := json.Marshal(y)
	return err == nil && err2 == nil && bytes.Equal(p, q)
}

// leaf is a value without members, with its JSON pointer.
type leaf struct {
	pointer string
	value   json.RawMessage
}

// leaves lists the leaves of a document in order. Empty lists and objects count as
// leaves, and so does text that is not JSON.
func leaves(document json.RawMessage) []leaf {
	var list []leaf
	var walk func(at string, part json.RawMessage)
	walk = func(at string, part json.RawMessage) {
		in := json.NewDecoder(bytes.NewReader(part))
		opening, err := in.Token()
		d, nested := opening.(json.Delim)
		if err != nil || !nested || !in.More() {
			list = append(list, leaf{at, part})
			return
		}
		for i := 0; in.More(); i++ {
			key := strconv.Itoa(i)
			if d == '{' {
				name, err := in.Token()
				if err != nil {
					return
				}
				key = jsonptr.Escape(fmt.Sprint(name))
			}
			var member json.RawMessage
			if in.Decode(&member) != nil {
				return
			}
			walk(at+"/"+key, member)
		}
	}
	if !json.Valid(document) {
		return []leaf{{"", document}}
	}
	walk("", document)
	return list
}

// within reports whether a pointer equals another or leads into it.
func within(pointer, outer string) bool {
	return pointer == outer || strings.HasPrefix(pointer, outer+"/")
}

// number formats a number of a drawing.
func number(v float64) string { return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") }
