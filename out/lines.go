package out

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"switchyard/internal/input"
	"switchyard/schemas"
)

// MaxLine is the length of the longest line that is read, in bytes.
const MaxLine = 64 << 20

// LineError says what is wrong with a line of a file.
type LineError struct {
	File     string
	Line     int       // from 1
	Problems []Problem // at least one
	Hint     string    // what to do about it, not part of the message; may be empty
}

// Error returns one line "file:line: pointer: message" for each problem.
func (e *LineError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.At(e.File, e.Line)
	}
	return strings.Join(lines, "\n")
}

// ErrTorn matches every [TornError].
var ErrTorn = errors.New("the last line is torn")

// TornError says that the last line of a file was not written to its end.
// Cutting the file at Offset repairs it.
type TornError struct {
	File   string
	Line   int
	Offset int64 // where the torn line begins
}

func (e *TornError) Error() string {
	return fmt.Sprintf("%s:%d: the last line is torn: it was not written to its end", e.File, e.Line)
}

// Is makes errors.Is(err, ErrTorn) true.
func (e *TornError) Is(target error) bool { return target == ErrTorn }

// Lines reads a file with one JSON document a line. Blank lines are skipped but
// counted; a carriage return before the newline is removed. Lines does not read the
// documents, except to find out whether an unterminated last line is complete.
type Lines struct {
	// Strict treats an unterminated last line as torn even if it is a complete
	// document. That is right for files that are still being written, where every
	// line ends with a newline.
	Strict bool

	in     *bufio.Reader
	file   string
	buf    []byte
	line   int
	offset int64 // of the line last read
	end    int64 // after the line last read
	err    error
}

// NewLines reads from r; file is the name used in errors.
func NewLines(r io.Reader, file string) *Lines {
	return &Lines{in: bufio.NewReaderSize(r, 64<<10), file: file}
}

// Line returns the number of the line last read, from 1.
func (l *Lines) Line() int { return l.line }

// Offset returns where the line last read begins.
func (l *Lines) Offset() int64 { return l.offset }

// End returns where the line last read ends, including its newline. After [io.EOF] it
// is the length of the file.
func (l *Lines) End() int64 { return l.end }

// Next returns the next line that is not blank, without its newline. The bytes are
// valid until the next call. At the end of the file the error is [io.EOF]. It is a
// [*TornError] for a torn last line, and a [*LineError] for a line that cannot be
// read. After an error, every call returns the same error.
func (l *Lines) Next() ([]byte, error) {
	if l.line == 0 && l.err == nil {
		l.begin()
	}
	for l.err == nil {
		line, terminated := l.read()
		if l.err == nil && len(bytes.TrimSpace(line)) > 0 {
			if !terminated && l.torn(line) {
				l.err = &TornError{File: l.file, Line: l.line, Offset: l.offset}
				break
			}
			return line, nil
		}
	}
	return nil, l.err
}

// read returns the next line, blank or not.
func (l *Lines) read() (line []byte, terminated bool) {
	l.buf = l.buf[:0]
	l.offset = l.end
	for {
		part, err := l.in.ReadSlice('\n')
		l.end += int64(len(part))
		if len(l.buf)+len(part) > MaxLine+2 { // room for \r\n
			l.line++
			l.err = l.problem(fmt.Sprintf("the line is longer than %d MiB", MaxLine>>20),
				"check that the file has one JSON document a line")
			return nil, false
		}
		if err == nil && len(l.buf) == 0 {
			l.line++
			return withoutNewline(part), true // the usual case: nothing is copied
		}
		l.buf = append(l.buf, part...)
		switch {
		case err == nil:
			l.line++
			return withoutNewline(l.buf), true
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			if len(l.buf) == 0 {
				l.err = io.EOF
				return nil, false
			}
			l.line++
			return l.buf, false
		default:
			l.line++
			if bad := (*input.Error)(nil); errors.As(err, &bad) {
				l.err = l.problem(bad.Message, bad.Hint)
			} else {
				l.err = fmt.Errorf("%s:%d: %w", l.file, l.line, err)
			}
			return nil, false
		}
	}
}

func withoutNewline(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

// torn reports whether an unterminated last line is incomplete.
func (l *Lines) torn(line []byte) bool {
	if l.Strict {
		return true
	}
	_, err := schemas.Decode(line)
	var syntax *schemas.SyntaxError
	// A document that is broken before its end is wrong, not torn. A crash can also
	// leave zero bytes after what was written.
	written, _, _ := bytes.Cut(line, []byte{0})
	return errors.As(err, &syntax) && syntax.Offset >= len(bytes.TrimRight(written, " \t\r"))
}

// begin refuses files that hold no lines of text, and those that begin with a byte order
// mark.
func (l *Lines) begin() {
	head, _ := l.in.Peek(input.HeadLength) // reading meets the error again
	kind, foreign := input.KindOf(head)
	switch {
	case foreign:
		l.line++
		l.err = l.problem("the file is "+kind.Name, kind.Hint)
	case bytes.HasPrefix(head, []byte("\ufeff")):
		l.line++
		l.err = l.problem("the file begins with a byte order mark", "save it as UTF-8 without a byte order mark")
	}
}

func (l *Lines) problem(message, hint string) *LineError {
	return &LineError{File: l.file, Line: l.line, Problems: []Problem{{Message: message}}, Hint: hint}
}
