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

// chatSink writes lines made of what entries give: examples, pairs, missions.
// What the format cannot say is skipped.
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

// Add implements [Sink].
func (s *chatSink[T]) Add(e *mission.Entry) error {
	list, err := s.list(e, s.o.Options)
	if err != nil {
		return fmt.Errorf("entry %s: %w", e.ID, err)
	}
	for i := range list {
		line, err := s.encode(&list[i])
		var reason cannotSay
		switch {
		case errors.As(err, &reason):
			s.to.Skip(s.id(&list[i]), string(reason))
			continue
		case err != nil:
			return fmt.Errorf("entry %s: %w", e.ID, err)
		case s.o.MaxTokens > 0 && s.o.Count(string(line)) > s.o.MaxTokens:
			s.to.Skip(s.id(&list[i]), TooLong)
			continue
		}
		if err := s.to.Line(s.file, line); err != nil {
			return err
		}
	}
	return nil
}

// Close implements [Sink].
func (s *chatSink[T]) Close() error { return nil }
