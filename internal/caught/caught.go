// Package caught turns a panic in a piece of work into an error, so that a fault of this
// program costs one entry, file or tool and not a whole run. Whoever works on many things
// defers [As] around the work on each of them, in the goroutine that does it.
//
// The [Error] has the stack of the panic. A [Log] keeps stacks in a file, so that users can
// report them.
//
// Running out of stack or memory is no panic and cannot be caught. Recursion over what
// users write is therefore limited where it takes place.
package caught

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// Error is a panic in a piece of work.
type Error struct {
	Work  string // what was worked on: "entry s1.multi-001 over toolset shop"
	Cause string // what the panic said, in one line
	Stack string // of the goroutine that panicked
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Work, e.Cause) }

// As is to be deferred: it turns a panic of the function that defers it into its error.
// work says what the function worked on; it is only called after a panic.
func As(err *error, work func() string) {
	v := recover()
	if v == nil {
		return
	}
	if was, ok := v.(error); ok { // a panic that passed from one goroutine to another
		if inner, ok := errors.AsType[*Error](was); ok {
			*err = inner
			return
		}
	}
	*err = &Error{work(), strings.Join(strings.Fields(fmt.Sprint(v)), " "), string(debug.Stack())}
}

// Do calls f and returns a panic in it as an [*Error].
func Do(work func() string, f func() error) (err error) {
	defer As(&err, work)
	return f()
}
