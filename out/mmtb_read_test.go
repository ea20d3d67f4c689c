package out

import (
	"io"
	"strings"
)

// mmtbReader reads a Multi-Mission Tool Bench file.
type mmtbReader struct {
	lines *Lines
}

// newMMTBReader reads from r; file is the name used in errors.
func newMMTBReader(r io.Reader, file string) *mmtbReader {
	return &mmtbReader{lines: NewLines(r, file)}
}

// Read gives the next entry, or [io.EOF]. After a [*LineError] of a line that
// cannot be understood, the next call goes on with the next line. See
// [Lines.Next] for the other errors.
func (r *mmtbReader) Read() (*MMTBEntry, error) {
	line, err := r.lines.Next()
	if err != nil {
		return nil, err
	}
	e, err := DecodeMMTB(line)
	if err != nil {
		hint := ""
		if strings.Contains(string(line[:min(len(line), 100)]), `"switchyard-entry/`) {
			hint = "this looks like entries.jsonl; convert it first"
		}
		return nil, &LineError{File: r.lines.file, Line: r.lines.line, Problems: []Problem{ProblemOf(err)}, Hint: hint}
	}
	return e, nil
}
