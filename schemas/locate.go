package schemas

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"switchyard/internal/jsonptr"
)

// Locate finds the place of a JSON pointer in a document: the key of an object
// member, the start of an array item or of the document. Lines and columns
// count from 1, columns in characters. When there is no such place, the
// nearest one around it is given; when the document is not JSON, the search
// ends where reading does.
func Locate(doc []byte, pointer string) (line, column int) {
	s := scanner{doc: doc, d: json.NewDecoder(bytes.NewReader(doc))}
	s.d.UseNumber()
	best := s.next()
	for pointer != "" {
		var key string
		key, pointer = step(pointer)
		key = jsonptr.Unescape(key)
		at, ok := s.child(key)
		if !ok {
			break
		}
		best = at
	}
	return position(doc, best)
}

// scanner walks over the tokens of a document.
type scanner struct {
	doc []byte
	d   *json.Decoder
}

// next is the offset of the token that comes next.
func (s *scanner) next() int {
	i := int(s.d.InputOffset())
	for i < len(s.doc) && (isSpace(s.doc[i]) || s.doc[i] == ',' || s.doc[i] == ':') {
		i++
	}
	return i
}

// child goes into the container that comes next, up to the value of the member
// or item called key, and gives the offset of that member or item. Of a
// repeated key it takes the first.
func (s *scanner) child(key string) (offset int, ok bool) {
	token, err := s.d.Token()
	if err != nil {
		return 0, false
	}
	switch token {
	case json.Delim('{'):
		for s.d.More() {
			at := s.next()
			name, err := s.d.Token()
			if err != nil {
				return 0, false
			}
			if name == key {
				return at, true
			}
			if !s.skip() {
				return 0, false
			}
		}
	case json.Delim('['):
		wanted, err := strconv.Atoi(key)
		if err != nil {
			return 0, false
		}
		for i := 0; s.d.More(); i++ {
			if i == wanted {
				return s.next(), true
			}
			if !s.skip() {
				return 0, false
			}
		}
	}
	return 0, false
}

// skip reads over one value.
func (s *scanner) skip() bool {
	depth := 0
	for {
		token, err := s.d.Token()
		if err != nil {
			return false
		}
		if d, ok := token.(json.Delim); ok {
			if d == '{' || d == '[' {
				depth++
			} else {
				depth--
			}
		}
		if depth == 0 {
			return true
		}
	}
}

// position turns an offset into line and column.
func position(doc []byte, offset int) (line, column int) {
	offset = min(max(offset, 0), len(doc))
	before := doc[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte{'\n'}) + 1, utf8.RuneCount(before[start:]) + 1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
