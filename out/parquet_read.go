package out

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"

	"switchyard/mission"
)

// ParquetReader reads entries back from a file of the parquet format, one after
// the other. It holds one row group at a time.
type ParquetReader struct {
	name   string
	groups []parquet.RowGroup // those not begun
	rows   *parquet.GenericReader[parquetRow]
	row    int // rows read
	err    error
}

// NewParquetReader reads a file of the given size in bytes; name is used in
// errors. It fails when the file is not Parquet, or has no entries' columns.
// Close the reader when it is done.
func NewParquetReader(r io.ReaderAt, size int64, name string) (reader *ParquetReader, err error) {
	defer parquetPanic(&err, name)
	file, err := parquet.OpenFile(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, column := range []string{"id", "tools", "missions"} {
		if file.Root().Column(column) == nil {
			return nil, fmt.Errorf("%s: this is no file of entries: there is no column %q", name, column)
		}
	}
	return &ParquetReader{name: name, groups: file.RowGroups()}, nil
}

// Read gives the next entry, or [io.EOF]. It is strict: the entry must fit the
// schema of entries; after a [*LineError], whose line is the row from 1, the
// next call goes on with the next row. Every other error ends reading.
func (r *ParquetReader) Read() (*mission.Entry, error) {
	if r.err != nil {
		return nil, r.err
	}
	row, err := r.next()
	if err != nil {
		r.err = err
		return nil, err
	}
	r.row++
	wrong := func(problems ...Problem) error {
		return &LineError{File: r.name, Line: r.row, Problems: problems, Hint: "lines are the rows of the file"}
	}
	e, err := row.entry()
	if err != nil {
		return nil, wrong(Problem{Message: err.Error()})
	}
	line, err := Native().Encode(e)
	if err != nil {
		return nil, wrong(Problem{Message: err.Error()})
	}
	if problems := Native().Check(line); problems != nil {
		return nil, wrong(problems...)
	}
	return e, nil
}

func (r *ParquetReader) next() (row *parquetRow, err error) {
	defer parquetPanic(&err, r.name)
	for {
		if r.rows == nil {
			if len(r.groups) == 0 {
				return nil, io.EOF
			}
			r.rows = parquet.NewGenericRowGroupReader[parquetRow](r.groups[0], parquetTags())
			r.groups = r.groups[1:]
		}
		var rows [1]parquetRow
		n, err := r.rows.Read(rows[:])
		switch {
		case n == 1:
			return &rows[0], nil
		case errors.Is(err, io.EOF):
			if err := r.Close(); err != nil {
				return nil, err
			}
		case err != nil:
			return nil, fmt.Errorf("%s: row %d: %w", r.name, r.row+1, err)
		}
	}
}

// All goes over the entries, each with its error.
func (r *ParquetReader) All() iter.Seq2[*mission.Entry, error] { return all(r.Read) }

// Close releases the row group that is being read.
func (r *ParquetReader) Close() error {
	if r.rows == nil {
		return nil
	}
	rows := r.rows
	r.rows = nil
	return rows.Close()
}

// parquetPanic makes an error of what the library does with files that are
// broken inside.
func parquetPanic(err *error, name string) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%s: the file is broken: %v", name, p)
	}
}
