package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"

	"switchyard/mission"
	"switchyard/schemas"
)

// Native is the project's own format: the whole entry, from which every other format
// can be made.
func Native() Checker { return native{} }

type native struct{}

func (native) Name() string { return "native" }
func (native) File() string { return "entries.jsonl" }

func (native) Encode(e *mission.Entry) ([]byte, error) {
	return appendValue(make([]byte, 0, 56<<10), e) // which most entries fit into
}

func (native) Check(line []byte) []Problem {
	set, err := schemas.Load()
	if err != nil {
		return []Problem{{Message: err.Error()}}
	}
	return set.Validate(schemas.Entry, line)
}

// DecodeEntry reads one entry. It is strict: the entry must fit the schema, which
// allows no unknown keys.
func DecodeEntry(line []byte) (*mission.Entry, []Problem) {
	if problems := (native{}).Check(line); problems != nil {
		return nil, problems
	}
	var e mission.Entry
	if err := schemas.Unmarshal(line, &e); err != nil {
		return nil, []Problem{{Message: err.Error()}}
	}
	return &e, nil
}

// NativeReader reads entries in the native format, one after the other.
type NativeReader struct {
	lines *Lines
}

// NewNativeReader reads from r; file is the name used in errors.
func NewNativeReader(r io.Reader, file string) *NativeReader {
	return &NativeReader{lines: NewLines(r, file)}
}

// Read returns the next entry, or [io.EOF]. After a [*LineError] for a line that is
// not an entry, the next call continues with the next line. [Lines.Next] describes
// the other errors.
func (r *NativeReader) Read() (*mission.Entry, error) {
	line, err := r.lines.Next()
	if err != nil {
		return nil, err
	}
	e, problems := DecodeEntry(line)
	if problems != nil {
		return nil, &LineError{File: r.lines.file, Line: r.lines.line, Problems: problems, Hint: nativeHint(line)}
	}
	return e, nil
}

// All iterates over the entries, each with its error. It ends at the end of the file,
// and after an error that ends the reading.
func (r *NativeReader) All() iter.Seq2[*mission.Entry, error] { return all(r.Read) }

// all turns a Read function into a sequence.
func all[T any](read func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var last error
		for {
			v, err := read()
			// An error that ends the reading is returned by every later call.
			if errors.Is(err, io.EOF) || (err != nil && err == last) || !yield(v, err) {
				return
			}
			last = err
		}
	}
}

// nativeHint guesses why a line is not an entry.
func nativeHint(line []byte) string {
	var head struct {
		Format  any             `json:"format"`
		ID      any             `json:"id"`
		Task    json.RawMessage `json:"task"`
		English json.RawMessage `json:"english_task"`
		Reason  json.RawMessage `json:"reason"`
	}
	switch err := json.Unmarshal(line, &head); {
	case bytes.HasPrefix(line, []byte("[")):
		return "write one entry a line, without an array around them"
	case string(bytes.TrimSpace(line)) == "{":
		return "write every entry on one line"
	case err != nil:
		return ""
	case readable(head.Format):
		return ""
	case head.Task != nil || head.English != nil:
		return "this looks like a Multi-Mission Tool Bench file"
	case head.Reason != nil:
		return "this looks like rejected.jsonl, which holds no entries"
	case head.Format != nil:
		return "this version reads entries of format " + mission.FormatEntry + " and older"
	}
	return ""
}

func readable(format any) bool {
	name, _ := format.(string)
	return mission.FormatVersion(name) > 0
}
