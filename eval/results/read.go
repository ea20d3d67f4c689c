package results

import (
	"errors"
	"io"
	"iter"

	"switchyard/out"
	"switchyard/schemas"
)

// Reader reads a file of predictions, verdicts or opinions, each line as a T.
type Reader[T any] struct {
	lines *out.Lines
	file  string
}

// NewReader reads from r; file is its name in errors.
func NewReader[T any](r io.Reader, file string) *Reader[T] {
	return &Reader[T]{out.NewLines(r, file), file}
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
	return v, nil
}

// Wrong returns an error about the line that was read last.
func (r *Reader[T]) Wrong(err error) error {
	return &out.LineError{File: r.file, Line: r.lines.Line(), Problems: []out.Problem{{Message: err.Error()}}}
}

// Lines reads a whole file. It stops at the first error, which names the line.
func Lines[T any](r io.Reader, file string) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		lines := NewReader[T](r, file)
		for {
			v, err := lines.Next()
			if errors.Is(err, io.EOF) || !yield(v, err) || err != nil {
				return
			}
		}
	}
}
