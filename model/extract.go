package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// ExtractJSON returns the one JSON document, an object or a list, in an
// answer: the whole answer, the first document in a fenced block, or the
// first object in prose. It skips a byte order mark and the thoughts of
// reasoning models. The document is returned as the model wrote it, except
// that bytes that are not UTF-8 are replaced. The error says what is wrong
// and where, in words that can be sent back to the model.
func ExtractJSON(text string) (json.RawMessage, error) {
	text = strings.ToValidUTF8(text, "\ufffd")
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if whole(text) {
		return json.RawMessage(text), nil
	}
	spoken := StripThoughts(text)
	if spoken == "" && text != "" {
		return nil, errors.New("the answer holds thoughts only, and no JSON document")
	}
	text = spoken
	if whole(text) {
		return json.RawMessage(text), nil
	}
	doc, wrong := inFence(text)
	if doc != nil {
		return doc, nil
	}
	doc, alsoWrong := inProse(text)
	switch {
	case doc != nil:
		return doc, nil
	case wrong != nil:
		return nil, wrong.tell(text)
	case alsoWrong != nil:
		return nil, alsoWrong.tell(text)
	case text == "":
		return nil, errors.New("the answer is empty; it must be a JSON document")
	case json.Valid([]byte(text)):
		return nil, fmt.Errorf("the answer is the JSON value %s; it must be an object", oneLine(cut(text, 60)))
	}
	return nil, fmt.Errorf("there is no JSON document in the answer, which begins with %q", oneLine(cut(text, 60)))
}

// whole reports whether a text is an object or a list.
func whole(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == '[') && json.Valid([]byte(text))
}

var (
	thinkOpen  = regexp.MustCompile(`^<(think|thinking|thought)>`)
	thinkClose = regexp.MustCompile(`</(think|thinking|thought)>`)
)

// StripThoughts removes the thoughts that some endpoints leave at the
// beginning of an answer: <think>…</think>. It also handles a missing opening
// tag, and an answer that was cut off before the closing tag.
func StripThoughts(text string) string {
	text = strings.TrimSpace(text)
	for {
		open := thinkOpen.FindStringIndex(text)
		end := thinkClose.FindStringIndex(text)
		switch {
		case open == nil && (end == nil || strings.ContainsAny(text[:1], "{[")):
			return text // tags in a document are a part of it
		case end == nil:
			return ""
		}
		text = strings.TrimSpace(text[end[1]:])
	}
}

var fence = regexp.MustCompile("(?m)^[ \t]*```[ \t]*([A-Za-z0-9]*)[^\n`]*\n")

// inFence returns the first document at the beginning of a fenced block. If
// there is none, it returns what is wrong with the first block marked as
// JSON. The end of a block does not matter, because a string in the document
// may contain a fence.
func inFence(text string) (json.RawMessage, *flaw) {
	var wrong *flaw
	for _, at := range fence.FindAllStringSubmatchIndex(text, -1) {
		start := at[1] + len(text[at[1]:]) - len(strings.TrimLeft(text[at[1]:], " \t\r\n"))
		if start == len(text) || (text[start] != '{' && text[start] != '[') {
			continue
		}
		doc, f := decode(text, start)
		if f == nil {
			return doc, nil
		}
		if wrong == nil && strings.HasPrefix(strings.ToLower(text[at[2]:at[3]]), "json") {
			wrong = f
		}
	}
	return nil, wrong
}

// member matches the beginning of an object. An error behind it is an error
// in a document, and not just a brace in prose.
var member = regexp.MustCompile(`^\{\s*"(?:[^"\\]|\\.)*"\s*:`)

// inProse returns the first object that can be decoded. If there is none, it
// returns what is wrong with the first text that looks like an object.
// Objects within a broken one are skipped, because they are not the document.
func inProse(text string) (json.RawMessage, *flaw) {
	const mostOpen = 64 // braces that are never closed: keeps hostile texts cheap
	var wrong *flaw
	open := 0
	for i := 0; i < len(text) && open < mostOpen; {
		next := strings.IndexByte(text[i:], '{')
		if next < 0 {
			break
		}
		i += next
		looks := false
		if opensObject(text[i:]) { // not in most prose: not worth a decoder
			doc, f := decode(text, i)
			if f == nil {
				return doc, nil
			}
			looks = member.MatchString(text[i:])
			if looks && wrong == nil {
				wrong = f
			}
		}
		if end := balanced(text[i:]); end > 0 {
			i += end
			continue
		}
		if looks {
			break // cut off: nothing behind it is outside of it
		}
		open++
		i++
	}
	return nil, wrong
}

// opensObject reports whether a text begins like an object.
func opensObject(text string) bool {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	return rest != "" && (rest[0] == '"' || rest[0] == '}')
}

// balanced returns the length of the braced text at the beginning of text, or
// 0 if its braces are never closed. Braces in strings do not count.
func balanced(text string) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// flaw is an error in a document that begins at start. It is turned into
// words only when it is reported, because finding the line takes time.
type flaw struct {
	start int
	err   error
}

// decode reads the document that begins at start.
func decode(text string, start int) (json.RawMessage, *flaw) {
	var doc json.RawMessage
	if err := json.NewDecoder(strings.NewReader(text[start:])).Decode(&doc); err != nil {
		return nil, &flaw{start, err}
	}
	return doc, nil
}

// tell returns an error that says what is wrong and where.
func (f *flaw) tell(text string) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(f.err, &syntax):
		at := f.start + max(0, int(syntax.Offset)-1)
		return fmt.Errorf("the JSON is wrong at %s: %s%s", place(text, at), syntax.Error(), near(text, at))
	case errors.Is(f.err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the JSON is cut off at %s%s", place(text, len(text)), near(text, len(text)))
	}
	return fmt.Errorf("the JSON cannot be read: %w", f.err)
}

// place names a position in a text. Line and column count from 1, the column
// in characters.
func place(text string, at int) string {
	before := text[:min(at, len(text))]
	line := strings.Count(before, "\n") + 1
	column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
	return fmt.Sprintf("line %d, column %d", line, column)
}

// near quotes the text before a position.
func near(text string, at int) string {
	const enough = 30
	before := text[:min(at, len(text))]
	if len(before) > enough {
		before = strings.ToValidUTF8(before[len(before)-enough:], "")
	}
	if before == "" {
		return ""
	}
	return fmt.Sprintf(", after %q", before)
}
