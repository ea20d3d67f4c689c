package results

import (
	"errors"
	"io"
	"iter"

	"switchyard/internal/intact"
	"switchyard/out"
	"switchyard/schemas"
)

// Reader reads a file of predictions, verdicts or opinions, each line as a T.
type Reader[T any] struct {
	lines *out.Lines
	file  string
	salt  *string // of the seals; nil for lines without
}

// NewReader reads from r; file is its name in errors.
func NewReader[T any](r io.Reader, file string) *Reader[T] {
	return &Reader[T]{lines: out.NewLines(r, file), file: file}
}

// Sealed makes Next refuse lines that are not as they were written for a run. Lines
// without a seal, such as those of older versions, are read as they are.
func (r *Reader[T]) Sealed(run *Run) *Reader[T] {
	salt := run.salt()
	r.salt = &salt
	return r
}

// Next returns the next value. At the end of the file the error is [io.EOF]; other errors
// name the line.
func (r *Reader[T]) Next() (*T, error) {
	line, err := r.lines.Next()
	if err != nil {
		return nil, err
	}
	v := new(T)
	if err := schemas.Unmarshal(line, v); err != nil {
		return nil, r.Wrong(err)
	}
	if r.salt != nil {
		if _, err := intact.CheckSeal(line, *r.salt); err != nil {
			return nil, r.Wrong(err)
		}
	}
	return v, nil
}

// Wrong returns an error about the line that was read last.
func (r *Reader[T]) Wrong(err error) error {
	return &out.LineError{File: r.file, Line: r.lines.Line(), Problems: []out.Problem{{Message: err.Error()}}}
}

// All reads the rest of the file. It stops at the first error, which names the line.
func (r *Reader[T]) All() iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for {
			v, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(v, err) || err != nil {
				return
			}
		}
	}
}
