package schemas

import (
	"encoding/json"
	"errors"

	"switchyard/internal/jsontext"
)

// KindError says that a document has the wrong kind of value somewhere.
type KindError struct {
	Pointer string // JSON pointer (RFC 6901); empty for the whole document
	Want    string // in words: "an array"
	Have    string
}

func (e *KindError) Error() string {
	text := "must be " + e.Want + ", is " + e.Have
	if e.Pointer != "" {
		text = e.Pointer + ": " + text
	}
	return text
}

// Unmarshal is [json.Unmarshal] with errors that tell the author of the document what is
// wrong: a [*SyntaxError] or a [*KindError]. Text that is not valid Unicode is an error,
// as in [Decode].
func Unmarshal(doc []byte, into any) error {
	err := json.Unmarshal(doc, into)
	var (
		kind   *json.UnmarshalTypeError
		syntax *json.SyntaxError
	)
	switch {
	case errors.As(err, &kind):
		return &KindError{pointerAt(doc, kind.Offset), jsontext.Kind(kind.Type), jsontext.Found(kind.Value)}
	case errors.As(err, &syntax):
		if _, better := Decode(doc); better != nil {
			return better
		}
	case err == nil:
		if offset, why := jsontext.NotText(doc); why != "" {
			line, column := position(doc, offset)
			return &SyntaxError{Line: line, Column: column, Offset: offset, Message: why}
		}
	}
	return err
}

// pointerAt returns the pointer of the last value that starts before an offset.
func pointerAt(doc []byte, offset int64) string {
	last := ""
	eachPlace(doc, func(pointer string, start int) bool {
		if int64(start) < offset {
			last = pointer
		}
		return int64(start) < offset
	})
	return last
}
