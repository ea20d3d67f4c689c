package out

import (
	"switchyard/mission"
	"switchyard/schemas"
)

// Format writes entries in one dataset format. Implementations are safe for
// concurrent use.
type Format interface {
	// Name is the format's name on the command line.
	Name() string
	// File is the name of the format's file in a run folder.
	File() string
	// Encode returns the entry as one line without its newline. The same entry
	// always gives the same bytes. Encode fails if the format cannot express the
	// entry; the error names the place as a JSON pointer into the entry. Encode
	// keeps no reference to the entry.
	Encode(e *mission.Entry) ([]byte, error)
}

// Problem is something wrong with a line: a JSON pointer and a message.
type Problem = schemas.Violation

// Checker is a [Format] that can check a line of its file by the rules of the format
// alone.
type Checker interface {
	Format
	// Check returns everything that is wrong with the line, or nil.
	Check(line []byte) []Problem
}

// Formats lists the formats. Call it once and keep the list, because some formats
// cache what they have seen.
func Formats() []Format {
	return []Format{
		Native(),
		MMTB(),
	}
}
