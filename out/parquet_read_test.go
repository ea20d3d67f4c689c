package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"switchyard/mission"
)

// parquetReader reads entries back from a file of the parquet format, one after
// the other. It holds one row group at a time.
type parquetReader struct {
	name   string
	groups []parquet.RowGroup // those not begun
	rows   *parquet.GenericReader[parquetRow]
	row    int // rows read
	err    error
}

// newParquetReader reads a file of the given size in bytes; name is used in
// errors. It fails when the file is not Parquet, or has no entries' columns.
// Close the reader when it is done.
func newParquetReader(r io.ReaderAt, size int64, name string) (reader *parquetReader, err error) {
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
	return &parquetReader{name: name, groups: file.RowGroups()}, nil
}

// Read gives the next entry, or [io.EOF]. It is strict: the entry must fit the
// schema of entries; after a [*LineError], whose line is the row from 1, the
// next call goes on with the next row. Every other error ends reading.
func (r *parquetReader) Read() (*mission.Entry, error) {
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

func (r *parquetReader) next() (row *parquetRow, err error) {
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

// Close releases the row group that is being read.
func (r *parquetReader) Close() error {
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

// entry is the entry of a row.
func (row *parquetRow) entry() (*mission.Entry, error) {
	e := &mission.Entry{
		Format: row.Format, ID: row.ID, SwitchPath: row.SwitchPath, Environment: row.Environment, Persona: row.Persona,
		Toolset:  mission.Toolset{Name: row.Toolset, Domain: row.Domain, Entities: row.Entities, Facts: row.Facts, Tools: make([]mission.Tool, len(row.Tools))},
		Missions: row.List,
	}
	if len(row.Rules) > 0 {
		if err := json.Unmarshal(row.Rules, &e.Toolset.Rules); err != nil {
			return nil, fmt.Errorf("/rules: %w", err)
		}
	}
	for i := range row.Tools {
		t := &row.Tools[i]
		e.Toolset.Tools[i] = mission.Tool{
			Name: t.Name, Description: t.Description, Parameters: t.Parameters, Returns: t.Returns,
			After: t.After, Scenario: t.Scenario, Effect: t.Effect, Thing: t.Thing, Distractor: t.Distractor,
		}
		if len(t.Labels) > 0 {
			if err := json.Unmarshal(t.Labels, &e.Toolset.Tools[i].Labels); err != nil {
				return nil, fmt.Errorf("/tools/%d/labels: %w", i, err)
			}
		}
	}
	return e, nil
}
