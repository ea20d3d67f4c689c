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

// parquetFormat is the native entry as typed columns. Nothing is left out. Values whose
// structure depends on the tool (arguments, observations, schemas) are columns of
// JSON.
type parquetFormat struct{}

func (parquetFormat) Name() string { return "parquet" }
func (parquetFormat) About() string {
	return "whole entries as typed columns, for DuckDB, pandas and the like"
}

func (parquetFormat) Choices() []Choice { return nil }
func (parquetFormat) Lacks() string {
	return "this format has whole native entries, with the source of every value"
}

// A row group is what a writer or reader holds in memory. It ends at whichever of these
// limits comes first.
const (
	parquetGroupRows  = 1000
	parquetGroupBytes = 16 << 20 // of native entries
)

// parquetRow is a row. The types of package mission become columns below it, with their
// JSON names.
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
	Rules       json.RawMessage     `json:"rules,omitempty"` // a list
	Facts       []string            `json:"facts"`
	List        []mission.Mission   `json:"missions"`
}

// parquetTool is a [mission.Tool]. Labels is JSON, because the keys of the object are
// parameters.
type parquetTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Returns     json.RawMessage `json:"returns,omitempty"`
	After       []string        `json:"after"`
	Labels      json.RawMessage `json:"labels,omitempty"`
	Scenario    string          `json:"scenario"`
	Effect      mission.Effect  `json:"effect"`
	Thing       string          `json:"thing"`
	Distractor  bool            `json:"distractor"`
}

// parquetTags gives every field of a row its column: the JSON name, lists as other
// software expects them, raw JSON marked as JSON. All of it follows from the types, so
// that a new field of an entry needs no code here.
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
					tag += ",json,optional" // an empty value is not JSON
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

// pagePacker compresses the pages of all files with one encoder. The library would use
// an encoder for every page that is compressed at the same time, each with a window
// far larger than a page; together they need more memory than the pages.
type pagePacker struct{}

// pageWindow is larger than any page, unless a single value is larger.
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

// Decode implements [compress.Codec]. Readers have their own codec.
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
	// The columns must not hold what the native format cannot express.
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
		Format: e.Format, Environment: e.Environment, Persona: e.Persona, Entities: e.Toolset.Entities, Facts: e.Toolset.Facts, List: e.Missions,
		Tools: make([]parquetTool, len(e.Toolset.Tools)),
	}
	if len(e.Toolset.Rules) > 0 {
		rules, err := lineOf(&e.Toolset.Rules)
		if err != nil {
			return row, fmt.Errorf("/toolset/rules: %w", err)
		}
		row.Rules = rules
	}
	for i := range e.Toolset.Tools {
		t := &e.Toolset.Tools[i]
		row.Tools[i] = parquetTool{
			Name: t.Name, Description: t.Description, Parameters: t.Parameters, Returns: t.Returns,
			After: t.After, Scenario: t.Scenario, Effect: t.Effect, Thing: t.Thing, Distractor: t.Distractor,
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
