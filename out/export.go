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

// Exporter writes entries in the format of another project, such as a trainer or a
// benchmark. It is safe for concurrent use; the sinks that it makes are not.
type Exporter interface {
	// Name is the format's name on the command line, and the name of its folder.
	Name() string
	// About says in one line what the format is for.
	About() string
	// Choices lists the options that change what the format writes.
	Choices() []Choice
	// Lacks says what the format needs but files of the Multi-Mission Tool Bench do
	// not contain. It is empty if the format needs only what [MMTBEntry.Entry]
	// returns.
	Lacks() string
	// Export creates the sink of one split, such as "train".
	Export(to Output, split string, o ExportOptions) (Sink, error)
}

// Sink takes the entries of a split.
type Sink interface {
	// Prepare encodes an entry. Many goroutines may call it at once. Parts that
	// the format cannot express are passed to [Output.Skip]. If the entry itself is
	// broken, the error is an [*EntryError]: then none of it is written, and other
	// entries can still be added.
	//
	// The function that it returns adds the encoded entry to the files. The caller
	// calls these functions one at a time, in the order of the entries. An error of
	// one of them ends the export.
	Prepare(e *mission.Entry) (write func() error, err error)
	// Close completes the files.
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
	// Line adds a line, given without its newline, to a file of lines. The output
	// may cut such files into shards and compress them.
	Line(file string, line []byte) error
	// Label adds a line to the labels of a file of lines. Labels describe the lines
	// of the file in the same order. They are stored apart, so that readers of the
	// format do not take them for data. kind is one of a few words; the output
	// counts the labels of each.
	Label(file, kind string, label []byte) error
	// Create creates a file that is not a file of lines. Closing completes it.
	Create(file string) (io.WriteCloser, error)
	// Skip notes that an example is not written, and why. There are only a few
	// reasons; the output counts the examples of each.
	Skip(id, reason string)
}

// WriteFile creates a file with the given content.
func WriteFile(to Output, file string, data []byte) error {
	w, err := to.Create(file)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return errors.Join(err, w.Close())
}

// ExportOptions say how entries are written. A format ignores options that do not
// apply to it; [Exporter.Choices] and docs/formats.md say which.
type ExportOptions struct {
	corpus.Options
	// ToolsText writes the list of tools as a JSON string, for loaders that need
	// the same keys in every row.
	ToolsText bool
	// MaxTokens is the limit above which lines are skipped; 0 means no limit.
	MaxTokens int
	// Count counts the tokens of a text. MaxTokens needs it.
	Count func(text string) int
	// Examples and Pairs take the place of what package corpus makes of an entry, for chats that
	// are no entries; the entry then only says which chat is meant. They may be nil.
	Examples func(e *mission.Entry) ([]corpus.Example, error)
	Pairs    func(e *mission.Entry) ([]corpus.Pair, error)
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

// cannotSay is the error of an example that a format cannot express. The example
// is skipped for this reason.
type cannotSay string

func (u cannotSay) Error() string { return string(u) }

// partSink writes the parts of entries: examples, pairs or missions. A part that
// the format cannot express is skipped. Many goroutines may call its functions at
// once.
type partSink[T any] struct {
	to      Output
	list    func(e *mission.Entry) ([]T, error)
	id      func(x *T) string
	prepare func(x *T) (write func() error, err error)
}

// Prepare implements [Sink].
func (s *partSink[T]) Prepare(e *mission.Entry) (func() error, error) {
	var writes []func() error
	var reason cannotSay
	skip := func(id string) {
		reason := string(reason)
		writes = append(writes, func() error { s.to.Skip(id, reason); return nil })
	}
	list, err := s.list(e)
	if errors.As(err, &reason) {
		skip(e.ID)
	} else if err != nil {
		return nil, &EntryError{e.ID, err}
	}
	for i := range list {
		write, err := s.prepare(&list[i])
		switch {
		case errors.As(err, &reason):
			skip(s.id(&list[i]))
		case err != nil:
			return nil, &EntryError{e.ID, err}
		default:
			writes = append(writes, write)
		}
	}
	return func() error {
		for _, write := range writes {
			if err := write(); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// Close implements [Sink].
func (s *partSink[T]) Close() error { return nil }

// oneLine adds a line to a file, unless it has too many tokens.
func (o *ExportOptions) oneLine(to Output, file string, line []byte) (write func() error, err error) {
	if o.tooLong(line) {
		return nil, cannotSay(TooLong)
	}
	return func() error { return to.Line(file, line) }, nil
}

func (o *ExportOptions) tooLong(line []byte) bool {
	return o.MaxTokens > 0 && o.Count(string(line)) > o.MaxTokens
}

// exampleLines writes a line for each example.
func exampleLines(to Output, file string, o ExportOptions, encode func(x *corpus.Example) ([]byte, error)) Sink {
	return &partSink[corpus.Example]{to: to, id: func(x *corpus.Example) string { return x.ID },
		list: func(e *mission.Entry) ([]corpus.Example, error) {
			if o.Examples != nil {
				return o.Examples(e)
			}
			return corpus.Examples(e, o.Options)
		},
		prepare: func(x *corpus.Example) (func() error, error) {
			line, err := encode(x)
			if err != nil {
				return nil, err
			}
			return o.oneLine(to, file, line)
		}}
}

// entryMission is a mission of an entry.
type entryMission struct {
	id    string // of the entry and the number of the mission: "2-0007#2"
	index int
	entry *mission.Entry
	*mission.Mission
}

func entryMissions(e *mission.Entry) ([]entryMission, error) {
	var list []entryMission
	for i := range e.Missions {
		list = append(list, entryMission{fmt.Sprintf("%s#%d", e.ID, i+1), i, e, &e.Missions[i]})
	}
	return list, nil
}

// missionSink writes the parts of a file mission by mission.
func missionSink(to Output, prepare func(m *entryMission) (func() error, error)) *partSink[entryMission] {
	return &partSink[entryMission]{to: to, list: entryMissions, id: func(m *entryMission) string { return m.id }, prepare: prepare}
}

// aloneSink writes the missions that stand alone; see [entryMission.alone].
func aloneSink(to Output, prepare func(m *entryMission) (func() error, error)) *partSink[entryMission] {
	return missionSink(to, func(m *entryMission) (func() error, error) {
		if reason := m.alone(); reason != "" {
			return nil, reason
		}
		write, err := prepare(m)
		if err != nil && !errors.As(err, new(cannotSay)) {
			err = m.located(err)
		}
		return write, err
	})
}

// Reasons to skip missions.
const (
	notFirst    = cannotSay("a later mission, which leans on what was said before")
	notAnswered = cannotSay("the user has to be asked first")
	noCalls     = cannotSay("no tool is called")
	fromElse    = cannotSay("a value is not in the request")
)

// alone returns why a mission cannot be understood from its request and the tools
// alone; empty if it can. Later missions refer to earlier ones: otherwise their
// relation would not be true. A value from an observation is no obstacle, because a
// plan can say that it will be used.
func (m *entryMission) alone() cannotSay {
	switch {
	case m.index > 0:
		return notFirst
	case m.Type == mission.Clarify:
		return notAnswered
	case len(m.Calls) == 0:
		return noCalls
	}
	for i := range m.Calls {
		for _, s := range m.Calls[i].Sources {
			switch s.Kind {
			case mission.FromQuery, mission.FromObservation, mission.FromDefault:
			case mission.FromClock, mission.FromKnowledge:
				if s.Said != mission.FromQuery && s.Said != "" {
					return fromElse
				}
			default:
				return fromElse
			}
		}
	}
	return ""
}

// located says that an error is about a mission; it may begin with a pointer into
// the mission.
func (m *entryMission) located(err error) error {
	between := ": "
	if strings.HasPrefix(err.Error(), "/") {
		between = ""
	}
	return fmt.Errorf("/missions/%d%s%w", m.index, between, err)
}

// remembered caches what is made from documents that many entries repeat, such as
// the schemas of a toolset. It stops growing when it is full. The zero value is
// ready for use, by many goroutines at once.
type remembered[T any] struct {
	mu   sync.RWMutex
	made map[string]T
}

const maxRemembered = 4096

// get returns what was made from a document, or makes it. Errors are not cached.
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
