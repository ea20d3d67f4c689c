// Package imports turns what others say of their tools into toolsets: API
// descriptions, tool servers, lists of APIs, lists of functions.
//
// An importer only says what its source says: names, descriptions, schemas, and
// what a method or an annotation tells of the effect. What a toolset needs
// beyond that is inferred when it is loaded, or written down once by refining.
package imports

import (
	"encoding/json"
	"errors"
	"fmt"

	"switchyard/tools"
)

// Set is a toolset as its source describes it.
type Set struct {
	Name    string // unique within one import: "petstore/pet"
	Title   string
	Domain  string
	About   string
	Source  string // file or address, with line or pointer: "petstore.yaml#/tags/0"
	Licence string // of the description, if it states one
	Tools   []Tool
}

// Tool is a function as its source describes it.
type Tool struct {
	Name       string // as the source has it, made a name that models accept
	About      string
	Source     string          // line or pointer within the source
	Parameters json.RawMessage // JSON Schema (draft-07) of an object; references are resolved
	Returns    json.RawMessage // JSON Schema of the answer; nil when the source does not say
	// Effect is what the source tells beyond words, by a method or an
	// annotation; empty when it tells nothing. Thing is the noun that the effect
	// is on: "pet".
	Effect tools.EffectKind
	Thing  string
	// Basis is what the effect is known from; empty when there is none.
	Basis Basis
	// Names says which parameters name a thing by its identifier: "petId" a "pet".
	Names map[string]string
}

// Basis is what an effect is known from, and so how sure it is.
type Basis string

// The bases, the surest first.
const (
	ByAnnotation Basis = "told"   // the source says it in so many words
	ByMethod     Basis = "method" // the method and the path of an operation tell it
	ByWords      Basis = "words"  // a name or a description sounds like it
)

// Report says what became of a source.
type Report struct {
	Sets    []Set
	Skipped []Note // what was not imported, and why
	Notes   []Note // what was changed or guessed on the way
}

// Note is one line of a report.
type Note struct {
	Where string // line or pointer within the source, or the name of a tool
	What  string // one line
}

// Notef makes a note. The format and its arguments are those of [fmt.Sprintf].
func Notef(where, format string, args ...any) Note {
	return Note{Where: where, What: fmt.Sprintf(format, args...)}
}

// Error is what is wrong with a source as a whole. Everything else is a [Note].
type Error struct {
	Source       string
	Line, Column int // 0 where unknown
	Message      string
	Hint         string
}

// Error implements error: file:line:column: message.
func (e *Error) Error() string {
	where := e.Source
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d:%d", e.Source, e.Line, max(1, e.Column))
	}
	return where + ": " + e.Message
}

// The bounds of what is imported. What is larger is refused before it is read.
const (
	MaxBytes = 64 << 20 // of a source
	MaxTools = 20_000   // of a report; what is beyond is skipped, and noted
)

// ErrNothing says that a source was read and holds no tool.
var ErrNothing = errors.New("nothing could be imported")
