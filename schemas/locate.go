package schemas

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchyard/internal/jsonptr"
)

// Locate returns the line and column of a JSON pointer in a document: those of the key
// of an object member, or of the start of an array item or of the document. Lines and
// columns count from 1, columns in characters. If there is no such place, Locate
// returns the nearest place around it. If the document is not JSON, it searches up to
// the error.
func Locate(doc []byte, pointer string) (line, column int) {
	best, nearest := 0, ""
	eachPlace(doc, func(at string, start int) bool {
		// The first of two equal keys counts.
		if at == "" || len(at) > len(nearest) && strings.HasPrefix(pointer+"/", at+"/") {
			best, nearest = start, at
		}
		return at != pointer
	})
	return position(doc, best)
}

// eachPlace visits the values of a document in their order, each with its pointer and
// the offset at which it starts; a member of an object starts with its key. It stops
// when visit returns false, and at what is not JSON.
func eachPlace(doc []byte, visit func(pointer string, start int) bool) {
	p := places{doc: doc, d: json.NewDecoder(bytes.NewReader(doc)), visit: visit}
	p.d.UseNumber()
	p.value("", p.next())
}

type places struct {
	doc   []byte
	d     *json.Decoder
	visit func(pointer string, start int) bool
}

// next returns the offset of the next token.
func (p *places) next() int {
	i := int(p.d.InputOffset())
	for i < len(p.doc) && (isSpace(p.doc[i]) || p.doc[i] == ',' || p.doc[i] == ':') {
		i++
	}
	return i
}

// value visits the next value and the values in it, and reports whether to go on.
func (p *places) value(pointer string, start int) bool {
	if !p.visit(pointer, start) {
		return false
	}
	open, err := p.d.Token()
	if _, nested := open.(json.Delim); err != nil || !nested {
		return err == nil
	}
	for i := 0; p.d.More(); i++ {
		at, step := p.next(), strconv.Itoa(i)
		if open == json.Delim('{') {
			key, err := p.d.Token()
			if err != nil {
				return false
			}
			step, _ = key.(string)
		}
		if !p.value(pointer+"/"+jsonptr.Escape(step), at) {
			return false
		}
	}
	_, err = p.d.Token()
	return err == nil
}

// position returns the line and column of an offset.
func position(doc []byte, offset int) (line, column int) {
	offset = min(max(offset, 0), len(doc))
	before := doc[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte{'\n'}) + 1, utf8.RuneCount(before[start:]) + 1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
