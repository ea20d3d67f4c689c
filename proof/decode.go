package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// maxDepth is how deep a document may nest, as in encoding/json.
const maxDepth = 10000

// decode reads one JSON document. Numbers become json.Number, so that none loses a
// digit. It does the same as encoding/json in a third of the time, which matters
// because an entry has some twenty small documents.
func decode(doc []byte) (any, error) {
	p := parser{doc: doc}
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if p.blank(); p.at < len(doc) {
		return nil, p.bad("more text after the end of the document")
	}
	return v, nil
}

type parser struct {
	doc []byte
	at  int
}

func (p *parser) bad(what string) error { return fmt.Errorf("not JSON: at byte %d: %s", p.at, what) }

func (p *parser) blank() {
	for p.at < len(p.doc) {
		switch p.doc[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// next returns the first byte after blanks; 0 at the end.
func (p *parser) next() byte {
	p.blank()
	if p.at < len(p.doc) {
		return p.doc[p.at]
	}
	return 0
}

func (p *parser) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, errors.New("not JSON: nested too deeply")
	}
	switch c := p.next(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return p.text()
	case c == 't':
		return true, p.word("true")
	case c == 'f':
		return false, p.word("false")
	case c == 'n':
		return nil, p.word("null")
	case c == '-' || isDigit(c):
		return p.number()
	}
	return nil, p.bad("a value is missing")
}

func (p *parser) word(w string) error {
	if len(p.doc)-p.at < len(w) || string(p.doc[p.at:p.at+len(w)]) != w {
		return p.bad("a value is missing")
	}
	p.at += len(w)
	return nil
}

func (p *parser) object(depth int) (any, error) {
	m := make(map[string]any)
	return m, p.each('}', "the object", func() error {
		if p.next() != '"' {
			return p.bad("a key is missing")
		}
		key, err := p.text()
		if err != nil {
			return err
		}
		if p.next() != ':' {
			return p.bad("a colon is missing")
		}
		p.at++
		m[key], err = p.value(depth + 1)
		return err
	})
}

func (p *parser) array(depth int) (any, error) {
	list := []any{}
	err := p.each(']', "the array", func() error {
		v, err := p.value(depth + 1)
		list = append(list, v)
		return err
	})
	return list, err
}

// each reads an object or array up to its closing bracket, calling part for each item.
func (p *parser) each(end byte, of string, part func() error) error {
	p.at++
	if p.next() == end {
		p.at++
		return nil
	}
	for {
		if err := part(); err != nil {
			return err
		}
		c := p.next()
		if c != ',' && c != end {
			return p.bad("a comma or the end of " + of + " is missing")
		}
		if p.at++; c == end {
			return nil
		}
	}
}

// text reads a string. encoding/json reads those with escapes or non-ASCII characters,
// because it knows how to repair them.
func (p *parser) text() (string, error) {
	start := p.at
	plain := true
	for i := start + 1; i < len(p.doc); i++ {
		switch c := p.doc[i]; {
		case c == '"':
			p.at = i + 1
			if plain {
				return string(p.doc[start+1 : i]), nil
			}
			var s string
			if err := json.Unmarshal(p.doc[start:p.at], &s); err != nil {
				return "", err
			}
			return s, nil
		case c == '\\':
			plain = false
			i++
		case c < ' ':
			p.at = i
			return "", p.bad("a control character stands in a string")
		case c >= 0x80:
			plain = false
		}
	}
	return "", p.bad("a string does not end")
}

func (p *parser) number() (any, error) {
	start := p.at
	for p.at < len(p.doc) && strings.IndexByte("+-.eE0123456789", p.doc[p.at]) >= 0 {
		p.at++
	}
	n := p.doc[start:p.at]
	if !json.Valid(n) {
		p.at = start
		return nil, p.bad("a number is not written as JSON writes it")
	}
	return json.Number(n), nil
}
