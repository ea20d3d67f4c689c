// Package document reads YAML and JSON into a tree that knows the line and column of
// every value, so that errors can name them.
//
// Start with [Parse], or [ParseJSON] for large JSON documents. Both return a [Node].
// [Encode] and [Node.JSON] write one.
//
// Documents may come from anywhere. One that is nested too deeply or has too many
// values is refused before it exhausts the stack or memory. No message quotes a
// document, because it might hold a secret key. A key that occurs twice in an object
// is an error, unless [LastWins] says otherwise, and so are merge keys of YAML without
// [MergeKeys].
package document

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"switchyard/internal/jsonptr"
)

// The bounds of a document are far above what anybody writes.
const (
	maxDepth  = 64
	maxValues = 2_000_000 // aliases can turn a small file into a huge tree
	maxNested = 10_000    // open brackets, or dashes that begin a line: the parser recurses for each
)

// Place is a position in a document. Lines and columns count from 1, columns in
// characters.
type Place struct{ Line, Column int }

// Node is one value of a document. An alias shares the values inside the node that
// it refers to.
type Node struct {
	Place       // for an object, that of its first key; for an empty value after a key, that of the key
	Key   Place // the place of the value's key; zero if it has none
	Kind  Kind

	// Text is a scalar as it is written, without quotes.
	Text string
	// Value is the meaning of a scalar: string, bool, int64, float64 or nil. A whole
	// number that is too large is a float64. One with a plus sign is a string, because
	// "+1" and 1 mean different things where days are counted from today.
	Value any

	Keys   []string         // of an object, in their order
	Fields map[string]*Node // of an object
	Items  []*Node          // of a list
}

// Kind is the kind of a value, in the words of messages.
type Kind string

// The kinds of values.
const (
	Null   Kind = "nothing"
	Text   Kind = "a text"
	Whole  Kind = "a whole number"
	Real   Kind = "a number"
	Bool   Kind = "true or false"
	Object Kind = "an object"
	List   Kind = "a list"
)

// Scalar reports whether a value is neither an object nor a list.
func (k Kind) Scalar() bool { return k != Object && k != List }

// Error says why a text is no valid document.
type Error struct {
	Place
	Message string // one line
	Hint    string // what to do about it; may be empty

	deep bool
	way  []string // from the place to the root, if it is nested too deep
}

// Error gives the message alone, without the position.
func (e *Error) Error() string { return e.Message }

// The parts of a way that [Error.Way] shows.
const (
	shownSteps = 4
	shownStep  = 40 // characters
)

// Way is the beginning of the JSON pointer to a value that is nested too deep, as far as
// it is known; otherwise it is empty. It has keys of the document, so show it only for
// documents that hold no secrets.
func (e *Error) Way() string {
	var b strings.Builder
	for i := len(e.way) - 1; i >= max(0, len(e.way)-shownSteps); i-- {
		step := []rune(strings.Map(func(r rune) rune {
			if unicode.IsPrint(r) {
				return r
			}
			return '_'
		}, e.way[i]))
		b.WriteString("/" + jsonptr.Escape(string(step[:min(len(step), shownStep)])))
	}
	if len(e.way) > shownSteps {
		b.WriteString("/…")
	}
	return b.String()
}

// within adds a step to the way of an error about a value that is nested too deep.
func within(err error, step string) error {
	var e *Error
	if errors.As(err, &e) && e.deep {
		e.way = append(e.way, step)
	}
	return err
}

// tooDeep says that the value at a place is nested too deep.
func tooDeep(at Place) *Error {
	e := at.errorf("nested more than %d deep", maxDepth)
	e.deep = true
	return e
}

// Option changes how a document is read.
type Option func(*reading)

// LastWins accepts keys that occur twice in an object; the last value counts. told is
// called for each key that occurs again, with its place and the place of the one before.
func LastWins(told func(key string, at, before Place)) Option {
	return func(r *reading) { r.again = told }
}

// MergeKeys follows the merge keys of YAML 1.1: an object gets the fields of the objects
// behind its key "<<", except those that it has itself. If several have a field, the first
// counts. The fields keep their places. Without this option, merge keys are an error.
func MergeKeys() Option {
	return func(r *reading) { r.merge = true }
}

// reading is what readers of all notations know.
type reading struct {
	again func(key string, at, before Place) // nil where keys may not occur twice
	merge bool                               // merge keys are followed
	count int                                // values that were read
}

func newReading(options []Option) reading {
	var r reading
	for _, set := range options {
		set(&r)
	}
	return r
}

// add counts values and fails if there are too many.
func (r *reading) add(at Place, values int) error {
	if r.count += values; r.count > maxValues {
		return at.errorf("the document has more than two million values")
	}
	return nil
}

// known is called for each key of an object before its value is read. It fails if the
// object has the key already.
func (r *reading) known(n *Node, key string, at Place) error {
	before := n.Fields[key]
	switch {
	case before == nil:
		n.Keys = append(n.Keys, key)
	case r.again == nil:
		return at.errorf("this key is already defined at [%d:%d]", before.Key.Line, before.Key.Column)
	default:
		r.again(key, at, before.Key)
	}
	return nil
}

func (p Place) errorf(format string, args ...any) *Error {
	return &Error{Place: p, Message: fmt.Sprintf(format, args...)}
}

// extent returns the number of values in a node, including itself, and how deep they
// are nested in it.
func (n *Node) extent() (size, depth int) {
	size = 1
	for _, inner := range n.Fields {
		s, d := inner.extent()
		size, depth = size+s, max(depth, d+1)
	}
	for _, inner := range n.Items {
		s, d := inner.extent()
		size, depth = size+s, max(depth, d+1)
	}
	return size, depth
}
