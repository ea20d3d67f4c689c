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

// longest is how many characters of one text are shown.
const longest = 6000

// shown is text with its lines as they are. What shows nothing or changes the
// direction of writing is told by its number, so that nothing is hidden; joiners
// stay, for some scripts need them.
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

// clipped is a text of one line with at most so many characters.
func clipped(s string, most int) string {
	s = plain(s)
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}

// pretty is JSON for people; what is no JSON stays as it is. A text that stands
// for the whole is what an agent wrote in the place of arguments.
func pretty(document json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, document, "", "  ") != nil {
		return string(document)
	}
	return b.String()
}

// brief is JSON on one line.
func brief(document json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, document) != nil {
		return string(document)
	}
	return b.String()
}

// same reports whether two documents hold the same.
func same(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return bytes.Equal(a, b)
	}
	p, err := json.Marshal(x) // sorts the members of objects
	q, err2 := json.Marshal(y)
	return err == nil && err2 == nil && bytes.Equal(p, q)
}

// leaf is a value of a document that holds no other, with the JSON pointer to it.
type leaf struct {
	pointer string
	value   json.RawMessage
}

// leaves lists the leaves of a document as they stand there. Empty lists and
// objects count as leaves; so does everything that is no JSON.
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

// within reports whether a pointer is another or leads into it.
func within(pointer, outer string) bool {
	return pointer == outer || strings.HasPrefix(pointer, outer+"/")
}

// number is a number of a drawing.
func number(v float64) string { return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") }
