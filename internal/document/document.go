// Package document reads YAML, of which JSON is a subset, into a tree that
// knows where everything stands, so that whoever looks at it can report what
// is wrong with its position.
//
// A document may come from anywhere: what is nested too deep or holds too many
// values is refused before it can exhaust the stack or memory. No message
// quotes what stands in a document, for it could be a key in the wrong place.
package document

import "fmt"

// The bounds of a document. They are far above what anybody writes.
const (
	maxDepth  = 64
	maxValues = 2_000_000 // aliases can blow a small file up without end
)

// Place is where something stands, from 1; the column in characters.
type Place struct{ Line, Column int }

// Node is one value of a document. An alias shares the values
// inside of what it names.
type Node struct {
	Place       // of an object, that of its first key; of nothing behind a key, that of the key
	Key   Place // of the key that the value stands behind; zero when there is none
	Kind  Kind

	// Text is a scalar as it is written, without quotes.
	Text string
	// Value is what a scalar means: string, bool, int64, float64 or nil. A whole
	// number that is too large is a float64, and one with a plus sign a string,
	// for it is told apart from one without where days are counted from today.
	Value any

	Keys   []string         // of an object, in their order
	Fields map[string]*Node // of an object
	Items  []*Node          // of a list
}

// Kind says what a value is, in the words of messages.
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

// Error is what is wrong with a text that is no document.
type Error struct {
	Place
	Message string // one line
	Hint    string // what to do about it; may be empty
}

// Error gives the message alone, without the position.
func (e *Error) Error() string { return e.Message }

func (p Place) errorf(format string, args ...any) *Error {
	return &Error{Place: p, Message: fmt.Sprintf(format, args...)}
}

// size is the number of values in a node, itself included.
func (n *Node) size() int {
	size := 1
	for _, f := range n.Fields {
		size += f.size()
	}
	for _, i := range n.Items {
		size += i.size()
	}
	return size
}
