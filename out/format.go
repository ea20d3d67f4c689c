package out

import (
	"switchyard/mission"
	"switchyard/schemas"
)

// Format writes entries in one dataset format. Implementations are safe for
// concurrent use.
type Format interface {
	// Name is what the format is called on the command line.
	Name() string
	// File is the name of the format's file in a run folder.
	File() string
	// Encode gives the entry as one line without its newline. The same entry
	// gives the same bytes at every call. It fails when the entry cannot be
	// said in the format; the error names the place as a JSON pointer into the
	// entry. It keeps no reference to the entry.
	Encode(e *mission.Entry) ([]byte, error)
}

// Problem is something wrong with a line: a JSON pointer and a message.
type Problem = schemas.Violation

// Checker is a [Format] that can judge a line of its file by the rules of the
// format alone.
type Checker interface {
	Format
	// Check gives everything that is wrong with the line, or nil.
	Check(line []byte) []Problem
}

// Formats lists the formats. Ask once and keep the list: some formats remember
// what they have seen.
func Formats() []Format {
	return []Format{
		Native(),
		MMTB(),
	}
}
