package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"switchyard/mission"
)

// parquetFormat is the native entry as typed columns. Nothing is left out.
// What differs from tool to tool (arguments, observations, schemas) stands in
// the columns as JSON.
type parquetFormat struct{}

func (parquetFormat) Name() string { return "parquet" }
func (parquetFormat) About() string {
	return "whole entries as typed columns, for DuckDB, pandas and the like"
}

// A row group is what a writer or reader has in memory; it ends at the first of
// these.
const (
	parquetGroupRows  = 1000
	parquetGroupBytes = 16 << 20 // of native entries
)

// parquetRow is a row. The types of package mission are columns below it, with
// the names that they have as JSON.
type parquetRow struct {
	ID          string              `json:"id"`
	SwitchPath  []mission.Type      `json:"switch_path"`
	Missions    int                 `json:"n_missions"`
	Toolset     string              `json:"toolset"`
	Domain      string              `json:"domain"`
	Format      string              `json:"format"`
	Environment mission.Environment `json:"environment"`
	Persona     mission.Persona     `json:"persona"`
	Tools       []parquetTool       `json:"tools"`
	Entities    []mission.Entity    `json:"entities"`
	List        []mission.Mission   `json:"missions"`
}

// parquetTool is a [mission.Tool]. Labels is an object as JSON, for its keys
// are parameters.
type parquetTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Returns     json.RawMessage `json:"returns,omitempty"`
	After       []string        `json:"after"`
	Labels      json.RawMessage `json:"labels,omitempty"`
	Scenario    string          `json:"scenario"`
	Distractor  bool            `json:"distractor"`
}

// parquetTags gives every field of a row its column: the name that it has as
// JSON, lists as other software expects them, raw JSON as such. They follow
// from the types, so that a new field of an entry needs no code here.
var parquetTags = sync.OnceValue(func() *parquet.SchemaConfig {
	tags := new(parquet.SchemaConfig)
	var walk func(t reflect.Type, path []string)
	walk = func(t reflect.Type, path []string) {
		switch {
		case t == reflect.TypeFor[json.RawMessage]():
		case t.Kind() == reflect.Pointer:
			walk(t.Elem(), path)
		case t.Kind() == reflect.Slice:
			walk(t.Elem(), append(path, "list", "element"))
		case t.Kind() == reflect.Struct:
			for i := range t.NumField() {
				f := t.Field(i)
				name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
				tag := name
				switch {
				case f.Type == reflect.TypeFor[json.RawMessage]() && option == "omitempty":
					tag += ",json,optional" // nothing is no JSON
				case f.Type == reflect.TypeFor[json.RawMessage]():
					tag += ",json"
				case f.Type.Kind() == reflect.Slice:
					tag += ",list"
				}
				at := append(path[:len(path):len(path)], f.Name)
				parquet.StructTag(reflect.StructTag(fmt.Sprintf("parquet:%q", tag)), at...).ConfigureSchema(tags)
				walk(f.Type, append(path[:len(path):len(path)], name))
			}
		}
	}
	walk(reflect.TypeFor[parquetRow](), nil)
	return tags
})

func (parquetFormat) Export(to Output, split string, _ ExportOptions) (Sink, error) {
	file, err := to.Create(split + ".parquet")
	if err != nil {
		return nil, err
	}
	w := parquet.NewGenericWriter[parquetRow](file, parquetTags(), parquet.Compression(pagePacker{}),
		parquet.CreatedBy("switchyard", "", ""), parquet.KeyValueMetadata("format", mission.FormatEntry))
	return &parquetSink{file: file, w: w}, nil
}

// pagePacker packs the pages of all files with one encoder. That of the library has
// an encoder for every page that is packed at once, with a window far beyond what a
// page holds, and they add up to more than the pages.
type pagePacker struct{}

// pageWindow is more than a page has, unless a value alone is larger.
const pageWindow = 512 << 10

var pageEncoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(pageWindow), zstd.WithLowerEncoderMem(true),
		zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
})

func (pagePacker) String() string                            { return "ZSTD" }
func (pagePacker) CompressionCodec() format.CompressionCodec { return format.Zstd }

// Encode implements [compress.Codec].
func (pagePacker) Encode(dst, src []byte) ([]byte, error) {
	e, err := pageEncoder()
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(src, dst[:0]), nil
}

// Decode implements [compress.Codec]; readers have their own.
func (pagePacker) Decode(dst, src []byte) ([]byte, error) {
	return nil, errors.New("out: only for writing")
}

type parquetSink struct {
	file  io.WriteCloser
	w     *parquet.GenericWriter[parquetRow]
	rows  int // of the row group
	bytes int
}

// Prepare implements [Sink].
func (s *parquetSink) Prepare(e *mission.Entry) (write func() error, err error) {
	// What the native format cannot say, the columns must not hold either.
	line, err := Native().Encode(e)
	if err != nil {
		return nil, &EntryError{e.ID, err}
	}
	row, err := parquetRowOf(e)
	if err != nil {
		return nil, &EntryError{e.ID, err}
	}
	return func() error {
		if _, err := s.w.Write([]parquetRow{row}); err != nil {
			return fmt.Errorf("entry %s: %w", e.ID, err)
		}
		s.rows++
		s.bytes += len(line)
		if s.rows >= parquetGroupRows || s.bytes >= parquetGroupBytes {
			s.rows, s.bytes = 0, 0
			return s.w.Flush()
		}
		return nil
	}, nil
}

// Close implements [Sink].
func (s *parquetSink) Close() error { return errors.Join(s.w.Close(), s.file.Close()) }

func parquetRowOf(e *mission.Entry) (parquetRow, error) {
	row := parquetRow{
		ID: e.ID, SwitchPath: e.SwitchPath, Missions: len(e.Missions), Toolset: e.Toolset.Name, Domain: e.Toolset.Domain,
		Format: e.Format, Environment: e.Environment, Persona: e.Persona, Entities: e.Toolset.Entities, List: e.Missions,
		Tools: make([]parquetTool, len(e.Toolset.Tools)),
	}
	for i := range e.Toolset.Tools {
		t := &e.Toolset.Tools[i]
		row.Tools[i] = parquetTool{
			Name: t.Name, Description: t.Description, Parameters: t.Parameters, Returns: t.Returns,
			After: t.After, Scenario: t.Scenario, Distractor: t.Distractor,
		}
		if len(t.Labels) > 0 {
			labels, err := lineOf(&t.Labels)
			if err != nil {
				return row, fmt.Errorf("/toolset/tools/%d/labels: %w", i, err)
			}
			row.Tools[i].Labels = labels
		}
	}
	return row, nil
}
