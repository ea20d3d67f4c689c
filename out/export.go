package out

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// Exporter writes entries in the format of another project: that of a trainer or
// of a benchmark. It is safe for concurrent use; the sinks that it makes are
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

// Sink takes the entries of a split.
type Sink interface {
	// Prepare encodes an entry. Many goroutines may call it at once. Parts that
	// the format cannot express go to [Output.Skip]. The error is an
	// [*EntryError] when the entry itself is broken; nothing of it has been
	// written then, and other entries can still be added.
	//
	// write adds the encoded entry to the files. The caller runs one write at a
	// time, in the order of the entries. An error of write ends the export.
	Prepare(e *mission.Entry) (write func() error, err error)
	// Close ends the files.
	Close() error
}

// Add writes one entry.
func Add(s Sink, e *mission.Entry) error {
	write, err := s.Prepare(e)
	if err != nil {
		return err
	}
	return write()
}

// EntryError says that an entry is broken and cannot be written. An entry that
// package proof accepts is never broken.
type EntryError struct {
	Entry string // its id
	Err   error  // what is broken, and where in the entry
}

// Error names the entry.
func (e *EntryError) Error() string { return "entry " + e.Entry + ": " + e.Err.Error() }

// Unwrap gives what is broken.
func (e *EntryError) Unwrap() error { return e.Err }

// Output is where an exporter writes: the folder of its format. The same
// entries and options give the same bytes.
type Output interface {
	// Line adds a line, given without its newline, to a file of lines. Files
	// of lines may be cut into shards and compressed.
	Line(file string, line []byte) error
	// Label adds a line to the labels of a file of lines. Labels describe the
	// lines of the file in the same order. They are kept where readers of the
	// format do not take them for data. kind is one of a few words, which are
	// counted.
	Label(file, kind string, label []byte) error
	// Create makes a file of another kind; closing it ends it.
	Create(file string) (io.WriteCloser, error)
	// Skip notes that an example is not written, and why: one of few reasons,
	// for they are counted.
	Skip(id, reason string)
}

// ExportOptions say how entries are written. A format ignores options that do not
// apply to it; [Heeds] and docs/formats.md say which.
type ExportOptions struct {
	corpus.Options
	// ToolsText writes the list of tools as a JSON string, for loaders that
	// want the same keys in every row.
	ToolsText bool
	// MaxTokens skips lines with more tokens, counted by Count; 0 means no limit.
	MaxTokens int
	// Count counts the tokens of a text; needed with MaxTokens.
	Count func(text string) int
}

// Exporters lists the exporters in the order in which help shows them.
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

// TooLong is the reason given when an example exceeds [ExportOptions.MaxTokens].
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
	kind       string // of the label
	label      []byte // nil in files that have none
	id, reason string
}

// add puts a line into the batch, or notes that it is too long.
func (b *batch) add(o *ExportOptions, id string, item batchItem) {
	if o.MaxTokens > 0 && o.Count(string(item.line)) > o.MaxTokens {
		b.skip(id, TooLong)
		return
	}
	*b = append(*b, item)
}

func (b *batch) skip(id, reason string) { *b = append(*b, batchItem{id: id, reason: reason}) }

// write hands everything on, in the order in which it came.
func (b batch) write(to Output) error {
	for i := range b {
		if b[i].reason != "" {
			to.Skip(b[i].id, b[i].reason)
			continue
		}
		if err := to.Line(b[i].file, b[i].line); err != nil {
			return err
		}
		if b[i].label != nil {
			if err := to.Label(b[i].file, b[i].kind, b[i].label); err != nil {
				return err
			}
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
	label  func(x *T) (kind string, label []byte, err error) // nil where lines have none
}

// exampleLines writes a line for each example.
func exampleLines(to Output, file string, o ExportOptions, encode func(x *corpus.Example) ([]byte, error)) Sink {
	return &chatSink[corpus.Example]{to: to, file: file, o: o, list: corpus.Examples,
		id: func(x *corpus.Example) string { return x.ID }, encode: encode}
}

// entryMission is a mission of an entry.
type entryMission struct {
	id    string // of the entry and the number of the mission: "2-0007#2"
	index int
	entry *mission.Entry
	*mission.Mission
}

func entryMissions(e *mission.Entry) []entryMission {
	var list []entryMission
	for i := range e.Missions {
		list = append(list, entryMission{fmt.Sprintf("%s#%d", e.ID, i+1), i, e, &e.Missions[i]})
	}
	return list
}

// missionLines writes a line for each mission.
func missionLines(to Output, file string, o ExportOptions, encode func(m *entryMission) ([]byte, error)) Sink {
	return &chatSink[entryMission]{to: to, file: file, o: o,
		list: func(e *mission.Entry, _ corpus.Options) ([]entryMission, error) { return entryMissions(e), nil },
		id:   func(m *entryMission) string { return m.id }, encode: encode}
}

// Prepare implements [Sink].
func (s *chatSink[T]) Prepare(e *mission.Entry) (write func() error, err error) {
	var b batch
	var reason cannotSay
	list, err := s.list(e, s.o.Options)
	if errors.As(err, &reason) {
		b.skip(e.ID, string(reason))
	} else if err != nil {
		return nil, &EntryError{e.ID, err}
	}
	for i := range list {
		item := batchItem{file: s.file}
		item.line, err = s.encode(&list[i])
		if errors.As(err, &reason) {
			b.skip(s.id(&list[i]), string(reason))
			continue
		}
		if err == nil && s.label != nil {
			item.kind, item.label, err = s.label(&list[i])
		}
		if err != nil {
			return nil, &EntryError{e.ID, err}
		}
		b.add(&s.o, s.id(&list[i]), item)
	}
	return func() error { return b.write(s.to) }, nil
}

// Close implements [Sink].
func (s *chatSink[T]) Close() error { return nil }

// remembered keeps what is made of documents that many entries repeat, such as
// the schemas of a toolset. It stops growing when it is full. The zero value is
// ready for use, by many goroutines at once.
type remembered[T any] struct {
	mu   sync.RWMutex
	made map[string]T
}

const maxRemembered = 4096

// get gives what was made of a document, or makes it. Errors are not kept.
func (r *remembered[T]) get(doc []byte, make func(doc []byte) (T, error)) (T, error) {
	r.mu.RLock()
	made, ok := r.made[string(doc)]
	r.mu.RUnlock()
	if ok {
		return made, nil
	}
	made, err := make(doc)
	if err != nil {
		return made, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.made == nil {
		r.made = map[string]T{}
	}
	if len(r.made) < maxRemembered {
		r.made[string(doc)] = made
	}
	return made, nil
}
