package out

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"switchyard/corpus"
	"switchyard/mission"
)

// Exporter writes entries in the format of somebody else: a training corpus, a
// benchmark's files. It is safe for concurrent use; the sinks that it makes are
// not.
type Exporter interface {
	// Name is what the format is called on the command line, and the name of
	// its folder.
	Name() string
	// About says in a line what the format is for.
	About() string
	// Export begins the files of one split, such as "train".
	Export(to Output, split string, o ExportOptions) (Sink, error)
}

// Sink takes the entries of a split, one after the other.
type Sink interface {
	// Add writes an entry. An entry that the format cannot say is skipped by
	// [Output.Skip]; an error ends the export.
	Add(e *mission.Entry) error
	// Close ends the files.
	Close() error
}

// Preparer is a Sink that can work on several entries at once.
type Preparer interface {
	Sink
	// Prepare makes what Add writes, and may be called by many goroutines at
	// once. write adds it to the files; who calls it keeps to the order of the
	// entries, one after the other.
	Prepare(e *mission.Entry) (write func() error, err error)
}

// Prepare is [Preparer.Prepare] for every sink: one that is no Preparer does
// all its work in write.
func Prepare(s Sink, e *mission.Entry) (write func() error, err error) {
	if p, ok := s.(Preparer); ok {
		return p.Prepare(e)
	}
	return func() error { return s.Add(e) }, nil
}

// Output is where an exporter writes: the folder of its format. The same
// entries and options give the same bytes.
type Output interface {
	// Line adds a line, given without its newline, to a file of lines. Files
	// of lines may be cut into shards and compressed.
	Line(file string, line []byte) error
	// Create makes a file of another kind; closing it ends it.
	Create(file string) (io.WriteCloser, error)
	// Skip notes that an example is not written, and why: one of few reasons,
	// for they are counted.
	Skip(id, reason string)
}

// ExportOptions say how entries are written. Formats ignore what they have no
// place for; docs/formats.md says which.
type ExportOptions struct {
	corpus.Options
	// ToolsText writes the list of tools as a JSON string, for loaders that
	// want the same keys in every row.
	ToolsText bool
	// MaxTokens leaves out what has more tokens, by Count; 0 for no limit.
	MaxTokens int
	// Count counts the tokens of a text; needed with MaxTokens.
	Count func(text string) int
}

// Exporters lists the exporters, in the order in which they are told.
func Exporters() []Exporter {
	return []Exporter{
		openAI{},
		openAIPreference{},
		trl{},
		trlPreference{},
		llamaFactory{},
		llamaPreference{},
		axolotl{},
		hermes{},
		xlam{},
		bfcl{},
		worfBench{},
		taskBench{},
		parquetFormat{},
		rolePlay{},
	}
}

// LookupExporter finds an exporter by its name.
func LookupExporter(name string) (Exporter, error) {
	var names []string
	for _, x := range Exporters() {
		if x.Name() == name {
			return x, nil
		}
		names = append(names, x.Name())
	}
	return nil, fmt.Errorf("no format is called %q; there are %s", name, strings.Join(names, ", "))
}

// TooLong is the reason for which examples beyond [ExportOptions.MaxTokens] are
// skipped.
const TooLong = "too many tokens"

// cannotSay is the error of an example that a format has no way to say. The
// example is skipped, for this reason.
type cannotSay string

func (u cannotSay) Error() string { return string(u) }

// batch is what an entry adds to files of lines, before it is written.
type batch []batchItem

// batchItem is a line of a file, or an example that is skipped for a reason.
type batchItem struct {
	file       string
	line       []byte
	id, reason string
}

// add puts a line into the batch, or notes that it is too long.
func (b *batch) add(o *ExportOptions, id, file string, line []byte) {
	if o.MaxTokens > 0 && o.Count(string(line)) > o.MaxTokens {
		b.skip(id, TooLong)
		return
	}
	*b = append(*b, batchItem{file: file, line: line})
}

func (b *batch) skip(id, reason string) { *b = append(*b, batchItem{id: id, reason: reason}) }

// write hands everything on, in the order in which it came.
func (b batch) write(to Output) error {
	for i := range b {
		if b[i].reason != "" {
			to.Skip(b[i].id, b[i].reason)
		} else if err := to.Line(b[i].file, b[i].line); err != nil {
			return err
		}
	}
	return nil
}

// chatSink writes lines made of what entries give: examples, pairs, missions.
// What the format cannot say is skipped. Its functions may be called by many
// goroutines at once.
type chatSink[T any] struct {
	to     Output
	file   string
	o      ExportOptions
	list   func(e *mission.Entry, o corpus.Options) ([]T, error)
	id     func(x *T) string
	encode func(x *T) ([]byte, error)
}

// exampleLines writes a line for each example.
func exampleLines(to Output, file string, o ExportOptions, encode func(x *corpus.Example) ([]byte, error)) Sink {
	return &chatSink[corpus.Example]{to: to, file: file, o: o, list: corpus.Examples,
		id: func(x *corpus.Example) string { return x.ID }, encode: encode}
}

// Prepare implements [Preparer].
func (s *chatSink[T]) Prepare(e *mission.Entry) (write func() error, err error) {
	var b batch
	var reason cannotSay
	list, err := s.list(e, s.o.Options)
	if errors.As(err, &reason) {
		b.skip(e.ID, string(reason))
	} else if err != nil {
		return nil, fmt.Errorf("entry %s: %w", e.ID, err)
	}
	for i := range list {
		line, err := s.encode(&list[i])
		switch {
		case errors.As(err, &reason):
			b.skip(s.id(&list[i]), string(reason))
		case err != nil:
			return nil, fmt.Errorf("entry %s: %w", e.ID, err)
		default:
			b.add(&s.o, s.id(&list[i]), s.file, line)
		}
	}
	return func() error { return b.write(s.to) }, nil
}

// Add implements [Sink].
func (s *chatSink[T]) Add(e *mission.Entry) error { return addPrepared(s, e) }

// addPrepared is Add of a [Preparer].
func addPrepared(p Preparer, e *mission.Entry) error {
	write, err := p.Prepare(e)
	if err != nil {
		return err
	}
	return write()
}

// Close implements [Sink].
func (s *chatSink[T]) Close() error { return nil }
