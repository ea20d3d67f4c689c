// Package document reads YAML and JSON into a tree that knows the line and column of
// every value, so that errors can name them.
//
// Start with [Parse], or [ParseJSON] for large JSON documents. Both return a [Node].
// [Encode] and [Node.JSON] write one.
//
// Documents may come from anywhere. One that is nested too deeply or has too many
// values is refused before it exhausts the stack or memory. No message quotes a
// document, because it might hold a secret key.
package document

import "fmt"

// The bounds of a document are far above what anybody writes.
const (
	maxDepth  = 64
	maxValues = 2_000_000 // aliases can turn a small file into a huge tree
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
}

// Error gives the message alone, without the position.
func (e *Error) Error() string { return e.Message }

func (p Place) errorf(format string, args ...any) *Error {
	return &Error{Place: p, Message: fmt.Sprintf(format, args...)}
}

// size returns the number of values in a node, including itself.
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
