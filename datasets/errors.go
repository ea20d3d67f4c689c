package datasets

import (
	"errors"
	"fmt"
	"strings"

	"switchyard/out"
)

// What can be wrong with a path. These errors are wrapped in one that names it.
var (
	// ErrStdin is returned for [Stdin] by functions that read their input twice.
	ErrStdin = errors.New("standard input can be read only once, and this command reads it twice")
	// ErrNoRun means a folder without a dataset.
	ErrNoRun = fmt.Errorf("not a run folder: there is no %s in it", out.Native().File())
	// ErrUnfinished means the folder of a run that has not finished.
	ErrUnfinished = errors.New("the run has not finished")
	// ErrEmpty means a file without entries.
	ErrEmpty = errors.New("there is no entry in the file")
	// ErrChanged means a file that changed between two readings.
	ErrChanged = errors.New("changed while it was read")
	// ErrSameFile means a file that would be read and written at the same time.
	ErrSameFile = errors.New("would be read and written at the same time")
)

// about wraps one of these errors.
func about(path string, err error) error { return fmt.Errorf("%s: %w", path, err) }

// ManifestError is a run folder whose manifest cannot be read.
type ManifestError struct {
	Folder string
	Err    error
}

func (e *ManifestError) Error() string { return e.Err.Error() }
func (e *ManifestError) Unwrap() error { return e.Err }

// RecordError is a small JSON file of this program, such as origin.json, that cannot be
// read.
type RecordError struct {
	File string
	Err  error
}

func (e *RecordError) Error() string { return fmt.Sprintf("%s: %v", e.File, e.Err) }
func (e *RecordError) Unwrap() error { return e.Err }

// LineError is a line that cannot be used.
type LineError struct {
	File string // its name in messages
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

// InLine shortens "line 1, column 7" to "column 7" in a message about one line of a file.
// Such a message already begins with the number of that line in the file.
func InLine(message string) string {
	return strings.Replace(message, "not JSON: line 1, column", "not JSON: column", 1)
}

// mmtbError is why a line of an MMTB file could not be read by something that reads them.
type mmtbError struct{ err error }

func (e *mmtbError) Error() string { return e.err.Error() }
func (e *mmtbError) Unwrap() error { return e.err }
