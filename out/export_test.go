package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/schemas"
)

// What the contract of exporters asks of an exporter beyond the interface is
// said by methods in the exporter's own test file:
//
//	readBack(t, to, entries, o)   compares what was written with the entries
//	schemaOf(file) string         the schema of a file's lines, where it is not
//	                              testdata/formats/NAME.schema.json

type backReader interface {
	readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions)
}

type schemaChooser interface{ schemaOf(file string) string }

// memory is an Output that keeps everything.
type memory struct {
	lines   map[string][]string
	labels  map[string][]string
	files   map[string]*memoryFile
	skipped map[string]string // id → reason
	fail    error             // of every write, if it is set
}

type memoryFile struct {
	buf    bytes.Buffer
	closed bool
	fail   error
}

func (f *memoryFile) Write(p []byte) (int, error) {
	if f.fail != nil {
		return 0, f.fail
	}
	return f.buf.Write(p)
}

func (f *memoryFile) Close() error {
	f.closed = true
	return nil
}

func newMemory() *memory {
	return &memory{lines: map[string][]string{}, labels: map[string][]string{}, files: map[string]*memoryFile{}, skipped: map[string]string{}}
}

func (m *memory) Line(file string, line []byte) error {
	if m.fail != nil {
		return m.fail
	}
	m.lines[file] = append(m.lines[file], string(line))
	return nil
}

func (m *memory) Create(file string) (io.WriteCloser, error) {
	if m.files[file] != nil {
		return nil, fmt.Errorf("%s is there already", file)
	}
	m.files[file] = &memoryFile{fail: m.fail}
	return m.files[file], nil
}

func (m *memory) Label(file, kind string, label []byte) error {
	if m.fail != nil {
		return m.fail
	}
	m.labels[file] = append(m.labels[file], string(label))
	return nil
}

func (m *memory) Skip(id, reason string) { m.skipped[id] = reason }

func (f *memoryFile) String() string { return f.buf.String() }

// text is everything that was written.
func (m *memory) text() string {
	var b strings.Builder
	for _, file := range slices.Sorted(maps.Keys(m.lines)) {
		fmt.Fprintf(&b, "== %s\n%s\n", file, strings.Join(m.lines[file], "\n"))
	}
	for _, file := range slices.Sorted(maps.Keys(m.labels)) {
		fmt.Fprintf(&b, "== labels of %s\n%s\n", file, strings.Join(m.labels[file], "\n"))
	}
	for _, file := range slices.Sorted(maps.Keys(m.files)) {
		fmt.Fprintf(&b, "== %s\n%s\n", file, m.files[file].String())
	}
	return b.String()
}

// export writes a split called train.
func export(x Exporter, to *memory, o ExportOptions, entries ...*mission.Entry) error {
	sink, err := x.Export(to, "train", o)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := Add(sink, e); err != nil {
			return errors.Join(err, sink.Close())
		}
	}
	if err := sink.Close(); err != nil {
		return err
	}
	if f, ok := x.(Finisher); ok {
		return f.Finish(to, []string{"train"})
	}
	return nil
}

func exported(t testing.TB, x Exporter, o ExportOptions, entries ...*mission.Entry) *memory {
	t.Helper()
	to := newMemory()
	if err := export(x, to, o, entries...); err != nil {
		t.Fatal(err)
	}
	return to
}

// exportChoices are options that change what is written.
func exportChoices() map[string]ExportOptions {
	with := func(o corpus.Options) ExportOptions { return ExportOptions{Options: o} }
	none, err := corpus.ParseSystem("")
	if err != nil {
		panic(err)
	}
	return map[string]ExportOptions{
		"default":          {},
		"tools as text":    {ToolsText: true},
		"missions":         with(corpus.Options{Unit: corpus.PerMission}),
		"last turn":        with(corpus.Options{Loss: corpus.LossLast}),
		"last mission":     with(corpus.Options{Loss: corpus.LossMission, Thoughts: true}),
		"thoughts, apart":  with(corpus.Options{Thoughts: true, Apart: true}),
		"missions, apart":  {Options: corpus.Options{Unit: corpus.PerMission, Apart: true, Loss: corpus.LossLast}, ToolsText: true},
		"no system prompt": with(corpus.Options{System: none}),
	}
}

// TestExporters is the contract of an exporter.
func TestExporters(t *testing.T) {
	names := map[string]bool{}
	for _, x := range Exporters() {
		if names[x.Name()] || !regexp.MustCompile(`^[a-z][a-z0-9-]*$`).MatchString(x.Name()) || x.About() == "" {
			t.Errorf("the name %q is taken or none, or nothing is said about it", x.Name())
		}
		names[x.Name()] = true
		if y, err := LookupExporter(x.Name()); err != nil || y.Name() != x.Name() {
			t.Errorf("LookupExporter(%q) = %v, %v", x.Name(), y, err)
		}
		// Pairs need proven entries; pairs_test.go reads them.
		if _, ok := x.(backReader); !ok && !strings.HasSuffix(x.Name(), "-dpo") {
			t.Errorf("nothing reads %s back: give the type a method readBack in a test file (see hermes)", x.Name())
		}
		t.Run(x.Name(), func(t *testing.T) { exporterContract(t, x) })
	}
	if _, err := LookupExporter("nothing"); err == nil || !strings.Contains(err.Error(), "openai, ") {
		t.Errorf("LookupExporter of an unknown name: %v", err)
	}
}

func exporterContract(t *testing.T, x Exporter) {
	trip := func(t *testing.T, o ExportOptions, entries ...*mission.Entry) {
		t.Helper()
		to := exported(t, x, o, entries...)
		checkExport(t, x, to)
		if len(entries) > 0 && len(to.lines)+len(to.skipped) == 0 && len(to.files) == 0 {
			t.Error("nothing is written, and nothing skipped")
		}
		if b, ok := x.(backReader); ok {
			b.readBack(t, to, entries, o)
		}
	}
	choices, hostileTexts := exportChoices(), hostileTexts
	if race.Enabled { // one goroutine writes a file
		choices, hostileTexts = nil, nil
	}
	for name, o := range choices {
		t.Run(name, func(t *testing.T) { trip(t, o, sample(), short()) })
	}
	t.Run("empty dataset", func(t *testing.T) { trip(t, ExportOptions{}) })
	for i, text := range hostileTexts {
		t.Run(fmt.Sprintf("hostile %d", i), func(t *testing.T) { trip(t, ExportOptions{}, hostile(text), short()) })
	}
	t.Run("huge entry", func(t *testing.T) {
		if race.Enabled || testing.Short() {
			return
		}
		e := sample()
		e.Missions[0].Reply = strings.Repeat("a long story, ", 5<<20/14)
		e.Missions[0].Dialogue[7].Text = e.Missions[0].Reply
		trip(t, ExportOptions{}, e, short())
	})
	t.Run("stable bytes", func(t *testing.T) {
		want := exported(t, x, ExportOptions{}, sample(), short()).text()
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for range 5 {
					to := newMemory()
					if err := export(x, to, ExportOptions{}, sample(), short()); err != nil || to.text() != want {
						t.Errorf("the bytes differ (%v)", err)
						return
					}
				}
			})
		}
		group.Wait()
	})
	t.Run("prepared at once", func(t *testing.T) { preparedAtOnce(t, x) })
	t.Run("the entry is left alone", func(t *testing.T) {
		e := sample()
		for _, o := range exportChoices() {
			exported(t, x, o, e)
		}
		if !reflect.DeepEqual(e, sample()) {
			t.Error("the entry has changed")
		}
	})
	t.Run("broken entries", func(t *testing.T) { brokenEntries(t, x) })
	t.Run("a disk that is full", func(t *testing.T) {
		if good := exported(t, x, ExportOptions{}, sample()); len(good.lines) == 0 && len(good.files) == 0 {
			t.Skip("the sample entry has nothing for this format")
		}
		full := errors.New("the disk is full")
		to := newMemory()
		to.fail = full
		if err := export(x, to, ExportOptions{}, sample()); !errors.Is(err, full) {
			t.Errorf("the error is %v", err)
		}
	})
	if _, ok := x.(exampleReader); ok {
		t.Run("too many tokens", func(t *testing.T) {
			to := exported(t, x, ExportOptions{MaxTokens: 100, Count: func(s string) int { return len(s) }}, sample())
			if len(to.lines) > 0 || to.skipped["travel-0001"] != TooLong {
				t.Errorf("skipped is %v", to.skipped)
			}
		})
	}
}

// preparedAtOnce prepares entries in goroutines and writes them in their order.
func preparedAtOnce(t *testing.T, x Exporter) {
	unproven := sample()
	unproven.ID, unproven.Missions[0].Reply = "unproven", "Nothing."
	entries := []*mission.Entry{sample(), short(), unproven, alike(mission.Multi), sample(), hostile("\u2028"), short(), sample()}
	o := ExportOptions{MaxTokens: 20000, Count: func(s string) int { return len(s) }}
	want := exported(t, x, o, entries...)
	to := newMemory()
	sink, err := x.Export(to, "train", o)
	if err != nil {
		t.Fatal(err)
	}
	writes, errs := make([]func() error, len(entries)), make([]error, len(entries))
	var group sync.WaitGroup
	for i, e := range entries {
		group.Go(func() { writes[i], errs[i] = sink.Prepare(e) })
	}
	group.Wait()
	if len(to.lines)+len(to.skipped) > 0 {
		t.Error("something is written before its turn")
	}
	for i, write := range writes {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	if err := sink.Close(); err != nil {
		t.Fatal(err)
	}
	if f, ok := x.(Finisher); ok {
		if err := f.Finish(to, []string{"train"}); err != nil {
			t.Fatal(err)
		}
	}
	if to.text() != want.text() || !maps.Equal(to.skipped, want.skipped) {
		t.Error("what is prepared at once differs from what is added one by one")
	}
}

// checkExport holds what is true of the files of every format.
func checkExport(t *testing.T, x Exporter, to *memory) {
	t.Helper()
	for file, lines := range to.lines {
		schema := x.Name()
		if c, ok := x.(schemaChooser); ok {
			schema = c.schemaOf(file)
		}
		s := formatSchema(t, schema)
		for _, line := range lines {
			if strings.ContainsAny(line, "\n\r\u2028\u2029\u0085") {
				t.Errorf("%s: something in the line can be taken for its end", file)
			}
			doc, err := schemas.Decode([]byte(line))
			if err != nil {
				t.Fatalf("%s: %v: %.200s", file, err, line)
			}
			for _, v := range s.ValidateValue(doc) {
				t.Errorf("%s: %s", file, v)
			}
		}
	}
	for name, f := range to.files {
		if !f.closed {
			t.Errorf("%s is left open", name)
		}
	}
	for id, reason := range to.skipped {
		if id == "" || reason == "" {
			t.Errorf("%q is skipped because %q", id, reason)
		}
	}
}

// formatSchema is a schema written from the description of a format.
func formatSchema(t testing.TB, name string) *schemas.Schema {
	t.Helper()
	source, err := os.ReadFile("testdata/formats/" + name + ".schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := schemas.Compile(source)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

// brokenEntries must be refused by their name, with nothing of them written, or
// written so that what is broken is not in it: never as lines that nobody can
// read. The others are written as if there were no broken one.
func brokenEntries(t *testing.T, x Exporter) {
	for name, change := range map[string]func(e *mission.Entry){
		"bytes":         func(e *mission.Entry) { e.Missions[0].Request, e.Missions[0].Dialogue[0].Text = "a\xffb", "a\xffb" },
		"observation":   func(e *mission.Entry) { e.Missions[0].Calls[0].Observation = raw(`{"a":`) },
		"bytes in JSON": func(e *mission.Entry) { e.Missions[0].Calls[0].Arguments = raw("{\"a\":\"\xff\"}") },
		"no arguments":  func(e *mission.Entry) { e.Missions[0].Calls[0].Arguments = nil },
		"parameters":    func(e *mission.Entry) { e.Toolset.Tools[2].Parameters = raw(`{} {}`) },
		"no such call":  func(e *mission.Entry) { e.Missions[0].Dialogue[3].Calls = []int{7} },
	} {
		e := sample()
		change(e)
		to := newMemory()
		sink, err := x.Export(to, "train", ExportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		refused := false
		for _, e := range []*mission.Entry{sample(), e, short()} {
			var broken *EntryError
			write, err := sink.Prepare(e)
			switch {
			case err == nil:
				err = write()
			case errors.As(err, &broken) && broken.Entry == e.ID:
				refused, err = true, nil
			}
			if err != nil {
				t.Errorf("%s: it is not told which entry is broken: %v", name, err)
			}
		}
		if err := sink.Close(); err != nil {
			t.Fatal(err)
		}
		if f, ok := x.(Finisher); ok {
			if err := f.Finish(to, []string{"train"}); err != nil {
				t.Fatal(err)
			}
		}
		if want := exported(t, x, ExportOptions{}, sample(), short()); refused && to.text() != want.text() {
			t.Errorf("%s: the broken entry is refused, and yet something of it is written", name)
		}
		for _, lines := range to.lines {
			for _, line := range lines {
				if !json.Valid([]byte(line)) || strings.Contains(line, "\ufffd") || strings.Contains(line, "\xff") {
					t.Errorf("%s: written as %.300s", name, line)
				}
			}
		}
	}
}

// readBackExamples compares what an exporter wrote, one file, with the examples
// of the entries. held makes of an example what the format can hold of it.
func readBackExamples(t *testing.T, x exampleReader, to *memory, entries []*mission.Entry, o ExportOptions, held func(x *corpus.Example)) {
	t.Helper()
	var lines []string
	for _, l := range to.lines {
		lines = append(lines, l...)
	}
	at := 0
	for _, e := range entries {
		list, err := corpus.Examples(e, o.Options)
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			if to.skipped[list[i].ID] != "" {
				continue
			}
			if at == len(lines) {
				t.Fatalf("%s is neither written nor skipped", list[i].ID)
			}
			got, err := x.ReadExample([]byte(lines[at]))
			if err != nil {
				t.Fatalf("%s: %v", list[i].ID, err)
			}
			held(&list[i])
			if got, want := heard(t, got), heard(t, &list[i]); got != want {
				t.Errorf("%s: read\n%.3000s\nwant\n%.3000s", list[i].ID, got, want)
			}
			at++
		}
	}
	if at != len(lines) {
		t.Errorf("%d lines, want %d", len(lines), at)
	}
}

// failer is a test, or a check of a property.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// heard is what an example says, as text to compare. Ids are replaced by the
// numbers of the calls, and JSON is written in one way.
func heard(t failer, x *corpus.Example) string {
	t.Helper()
	same := func(doc []byte) string {
		v, err := schemas.Decode(doc)
		if err != nil {
			return fmt.Sprintf("%q", doc)
		}
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "system %q\n", x.System)
	for _, tool := range x.Tools {
		fmt.Fprintf(&b, "tool %q %q %s\n", tool.Name, tool.Description, same(tool.Parameters))
	}
	ids := map[string]int{}
	for _, m := range x.Messages {
		if m.Role == corpus.Tool {
			m.Text = same([]byte(m.Text))
		}
		fmt.Fprintf(&b, "%s train=%v thought=%q text=%q", m.Role, m.Train, m.Thought, m.Text)
		for _, c := range m.Calls {
			ids[c.ID] = len(ids) + 1
			fmt.Fprintf(&b, " call %d %s %s", ids[c.ID], c.Name, same(c.Arguments))
		}
		if m.Role == corpus.Tool {
			fmt.Fprintf(&b, " answers %d %s", ids[m.CallID], m.Name)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// everyTurnTrains is for formats that do not say which turns carry loss.
func everyTurnTrains(x *corpus.Example) {
	for i := range x.Messages {
		x.Messages[i].Train = x.Messages[i].Role == corpus.Assistant
	}
}

// shortest is an entry of one mission with one tool.
func shortest() *mission.Entry {
	e := sample()
	e.Missions, e.SwitchPath = e.Missions[:1], e.SwitchPath[:1]
	e.Toolset.Tools = e.Toolset.Tools[:1]
	return e
}

// onePair is a preference pair of that entry.
func onePair(t testing.TB) *corpus.Pair {
	t.Helper()
	list, err := corpus.Examples(shortest(), corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := list[0]
	chosen := x.Messages[1]
	chosen.Train = false
	rejected := chosen
	rejected.Calls = []corpus.Call{chosen.Calls[0]}
	rejected.Calls[0].Arguments = raw(`{"from":"Vienna","to":"Porto","date":"this Friday"}`)
	return &corpus.Pair{
		ID: "travel-0001#1.format", System: x.System, Context: x.Messages[:1], Tools: x.Tools,
		Chosen: []corpus.Message{chosen}, Rejected: []corpus.Message{rejected}, Why: corpus.WhyFormat,
	}
}
