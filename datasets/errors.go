package datasets

import (
	"errors"
	"fmt"
	"strings"

	"switchyard/out"
)

// ErrStdin is returned for [Stdin] by functions that read their input twice.
var ErrStdin = errors.New("standard input can be read only once, and this command reads it twice")

// NoRunError is a folder without a dataset.
type NoRunError struct{ Folder string }

func (e *NoRunError) Error() string {
	return fmt.Sprintf("%s: not a run folder: there is no %s in it", e.Folder, out.Native().File())
}

// UnfinishedError is the folder of a run that has not finished.
type UnfinishedError struct{ Folder string }

func (e *UnfinishedError) Error() string { return e.Folder + ": the run has not finished" }

// ManifestError is a run folder whose manifest cannot be read.
type ManifestError struct {
	Folder string
	Err    error
}

func (e *ManifestError) Error() string { return e.Err.Error() }
func (e *ManifestError) Unwrap() error { return e.Err }

// RecordError is a small JSON file of this program, such as origin.json, that
// cannot be read.
type RecordError struct {
	File string
	Err  error
}

func (e *RecordError) Error() string { return fmt.Sprintf("%s: %v", e.File, e.Err) }
func (e *RecordError) Unwrap() error { return e.Err }

// EmptyError is a file without entries.
type EmptyError struct{ File string }

func (e *EmptyError) Error() string { return e.File + ": there is no entry in the file" }

// ChangedError is a file that changed between two readings.
type ChangedError struct{ File string }

func (e *ChangedError) Error() string { return e.File + " changed while it was read" }

// LineError is a line that cannot be used.
type LineError struct {
	File string // as messages call it
	Line int    // from 1
	Err  error
}

func (e *LineError) Error() string { return InLine(fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)) }
func (e *LineError) Unwrap() error { return e.Err }

// FormatError is a line in another format than the one that is read.
type FormatError struct{ Is, Want string } // names of formats

func (e *FormatError) Error() string {
	return fmt.Sprintf("this line is in the %s format, not in the %s one", e.Is, e.Want)
}

// InLine removes the line from "line 1, column 7" in a message about a file with
// one document a line: the line's own number stands before it.
func InLine(message string) string {
	return strings.Replace(message, "not JSON: line 1, column", "not JSON: column", 1)
}
