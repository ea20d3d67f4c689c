package export

import (
	"errors"
	"fmt"
	"strconv"
)

// OptionError is an option with a value that cannot be used.
type OptionError struct {
	Option  string // as on the command line: "unit", "max-tokens"
	Message string
	Hint    string // what to do about it
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Message }

// UnknownFormatError is a format that does not exist.
type UnknownFormatError struct {
	Name  string
	Known []string // the names that are possible
}

func (e *UnknownFormatError) Error() string {
	return fmt.Sprintf("no format is called %q", e.Name)
}

// LacksError is a format that needs more than MMTB files say.
type LacksError struct{ Format, Lacks string }

func (e *LacksError) Error() string {
	return fmt.Sprintf("%s: an MMTB file does not say enough: %s", e.Format, e.Lacks)
}

// TwiceError is a source that is named twice.
type TwiceError struct{ Path string }

func (e *TwiceError) Error() string { return e.Path + " is given twice" }

// DuplicateError is an entry with the id of another one.
type DuplicateError struct{ Err error }

func (e *DuplicateError) Error() string { return e.Err.Error() }
func (e *DuplicateError) Unwrap() error { return e.Err }

// OccupiedError is a folder or file that an export must not replace.
type OccupiedError struct {
	Path string
	// Replaceable reports whether [Config.Force] would replace what is at Path: a
	// folder with an export or, if a single file is written, a file.
	Replaceable bool
	Err         error // why the folder's record cannot be read; may be nil
	late        bool  // it was free when the export began
	file        bool
}

func (e *OccupiedError) Error() string {
	text := e.Path + ": holds files, but no export"
	switch {
	case e.Err != nil:
		text = e.Err.Error() // which names the file
	case e.file:
		text = e.Path + ": exists"
	case e.Replaceable:
		text = e.Path + ": holds another export"
	}
	if e.late {
		text += " (changed while the command ran)"
	}
	return text
}

func (e *OccupiedError) Unwrap() error { return e.Err }

// late notes that the place was free when the export began.
func late(err error) error {
	if occupied := (*OccupiedError)(nil); errors.As(err, &occupied) {
		occupied.late = true
	}
	return err
}

// OneFileError says why the only file of a conversion cannot be written.
type OneFileError struct{ File, Message string }

func (e *OneFileError) Error() string { return e.File + ": " + e.Message }

func quoted[T ~string](word T) string { return strconv.Quote(string(word)) }
