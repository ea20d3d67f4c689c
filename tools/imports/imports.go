// Package imports holds what all importers of toolsets share. The importers are
// the packages below it: openapi (API descriptions), mcp (tool servers),
// publicapis (lists of APIs) and functions (lists of functions).
//
// An importer makes a [Report] of a source: [Set]s of [Tool]s, and [Note]s about
// what was skipped or changed. [Fetch] reads a source, [Save] writes toolset files
// of reports, and an [Error] says what is wrong with a source as a whole.
//
// An importer only says what its source says: names, descriptions, schemas, and
// effects that follow from a method or an annotation. The rest of a toolset is
// inferred when it is loaded, or added to the file by refining it. The same source
// always gives the same files. Nothing here keeps state, so everything is safe for
// concurrent use.
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
	Name       string // the source's name, changed if models would not accept it
	About      string
	Source     string          // line or pointer within the source
	Parameters json.RawMessage // JSON Schema (draft-07) of an object; references are resolved
	Returns    json.RawMessage // JSON Schema of the answer; nil when the source does not say
	// Effect is what the tool does, if a method, an annotation or a template says
	// so; otherwise it is empty. Thing is the noun of what the effect is on:
	// "pet".
	Effect tools.EffectKind
	Thing  string
	// Basis is what the effect is known from; empty without an effect.
	Basis Basis
	// Names are the parameters that identify a thing, with its noun: "petId", "pet".
	Names map[string]string
}

// Basis says where an effect is known from, and thus how reliable it is.
type Basis string

// The bases, the surest first.
const (
	ByAnnotation Basis = "told"   // the source says it explicitly
	ByMethod     Basis = "method" // it follows from the method and the path of an operation
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

// Error is what is wrong with a source as a whole. What is wrong with a part of it is
// a [Note].
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

// The bounds of an import.
const (
	MaxBytes = 64 << 20 // of a source; a larger one is refused before it is read
	MaxTools = 20_000   // of a report; the rest is skipped, with a note
)

// ErrNothing says that a source was read but no tool came of it.
var ErrNothing = errors.New("nothing could be imported")
