package results

import (
	"encoding/json"
	"errors"
	"io"
	"iter"

	"switchyard/out"
)

// Lines reads a file of predictions or verdicts, each line as a T. file is the
// name used in errors. It ends at the first error, which names the line.
func Lines[T any](r io.Reader, file string) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		lines := out.NewLines(r, file)
		for {
			line, err := lines.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			v := new(T)
			if err == nil {
				if err = json.Unmarshal(line, v); err != nil {
					err = &out.LineError{File: file, Line: lines.Line(), Problems: []out.Problem{{Message: err.Error()}}}
				}
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(v, nil) {
				return
			}
		}
	}
}
