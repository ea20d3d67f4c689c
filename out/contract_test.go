package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/schemas"
)

// readers tells, for every format, how a file of it is read back and compared
// with the entries that were written. A new format adds one line.
var readers = map[string]func(t *testing.T, file []byte, want []*mission.Entry){
	"native": readBackNative,
	"mmtb":   readBackMMTB,
}

// written is a file of the entries.
func written(t testing.TB, f Format, entries ...*mission.Entry) []byte {
	t.Helper()
	var file bytes.Buffer
	for _, e := range entries {
		line, err := f.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		file.Write(line)
		file.WriteByte('\n')
	}
	return file.Bytes()
}

// TestFormats is the contract of a format.
func TestFormats(t *testing.T) {
	names, files := map[string]bool{}, map[string]bool{}
	for _, f := range Formats() {
		if names[f.Name()] || files[f.File()] || f.Name() == "" || f.File() == "" {
			t.Errorf("name %q or file %q is taken", f.Name(), f.File())
		}
		names[f.Name()], files[f.File()] = true, true
		t.Run(f.Name(), func(t *testing.T) {
			readBack := readers[f.Name()]
			if readBack == nil {
				t.Fatal("no reader is registered in this test")
			}
			formatContract(t, f, readBack)
		})
	}
}

func formatContract(t *testing.T, f Format, readBack func(*testing.T, []byte, []*mission.Entry)) {
	trip := func(t *testing.T, entries ...*mission.Entry) {
		t.Helper()
		file := written(t, f, entries...)
		lines := bytes.Split(bytes.TrimSuffix(file, []byte("\n")), []byte("\n"))
		if len(entries) > 0 && len(lines) != len(entries) {
			t.Fatalf("%d lines for %d entries", len(lines), len(entries))
		}
		for i := range entries {
			checkLine(t, f, lines[i])
		}
		readBack(t, file, entries)
	}
	t.Run("round trip", func(t *testing.T) { trip(t, sample(), short()) })
	t.Run("empty dataset", func(t *testing.T) { trip(t) })
	t.Run("one mission", func(t *testing.T) {
		e := sample()
		e.Missions, e.SwitchPath = e.Missions[:1], e.SwitchPath[:1]
		trip(t, e)
	})
	for i, text := range hostileTexts {
		t.Run(fmt.Sprintf("hostile %d", i), func(t *testing.T) { trip(t, hostile(text), sample()) })
	}
	t.Run("huge entry", func(t *testing.T) {
		if race.Enabled {
			t.Skip("nothing runs at the same time here")
		}
		e := sample()
		e.Missions[0].Reply = strings.Repeat("a long story, ", 5<<20/14)
		e.Missions[0].Dialogue[7].Text = e.Missions[0].Reply
		trip(t, e, short())
	})
	t.Run("stable bytes", func(t *testing.T) {
		want := written(t, f, sample())
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				for range 20 {
					if got, err := f.Encode(sample()); err != nil || string(got) != strings.TrimSuffix(string(want), "\n") {
						t.Errorf("the bytes differ (%v)", err)
						return
					}
				}
			})
		}
		group.Wait()
	})
	t.Run("the entry is left alone", func(t *testing.T) {
		e := sample()
		written(t, f, e)
		if !reflect.DeepEqual(e, sample()) {
			t.Error("Encode changed the entry")
		}
	})
	t.Run("unsayable", func(t *testing.T) { unsayable(t, f) })
}

// checkLine holds what is true of the lines of every format.
func checkLine(t *testing.T, f Format, line []byte) {
	t.Helper()
	if bytes.ContainsAny(line, "\n\r\u2028\u2029\u0085") {
		t.Error("something in the line can be taken for its end")
	}
	if !json.Valid(line) {
		t.Fatalf("not JSON: %.200s", line)
	}
	if c, ok := f.(Checker); ok {
		for _, p := range c.Check(line) {
			t.Errorf("%s", p)
		}
	}
}

// unsayable entries must be refused, with their place.
func unsayable(t *testing.T, f Format) {
	tests := []struct {
		name, want string
		change     func(e *mission.Entry)
	}{
		{"bytes", "/missions/1", func(e *mission.Entry) { e.Missions[1].Request = "a\xffb" }},
		{"observation", "/missions/0", func(e *mission.Entry) { e.Missions[0].Calls[0].Observation = raw(`{"a":`) }},
		{"bytes in JSON", "/missions/0", func(e *mission.Entry) { e.Missions[0].Calls[0].Observation = raw("\"\xff\"") }},
		{"no arguments", "/missions/0", func(e *mission.Entry) { e.Missions[0].Calls[0].Arguments = nil }},
		{"parameters", "/toolset/tools/2/parameters", func(e *mission.Entry) { e.Toolset.Tools[2].Parameters = raw(`{} {}`) }},
	}
	for _, test := range tests {
		e := sample()
		test.change(e)
		line, err := f.Encode(e)
		if err == nil || line != nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %d bytes and %v, want an error at %s", test.name, len(line), err, test.want)
		}
	}
}

func readBackNative(t *testing.T, file []byte, want []*mission.Entry) {
	t.Helper()
	r := NewNativeReader(bytes.NewReader(file), "entries.jsonl")
	for i, e := range want {
		got, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		// JSON that is kept as it came may differ in blanks, nothing else.
		if !reflect.DeepEqual(compacted(t, got), compacted(t, e)) {
			t.Errorf("entry %d does not come back as it was", i)
		}
		if again := written(t, Native(), got); !bytes.Contains(file, again) {
			t.Errorf("entry %d is written differently the second time", i)
		}
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// compacted is the entry with all its JSON decoded.
func compacted(t *testing.T, e *mission.Entry) any {
	t.Helper()
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	v, err := schemas.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func readBackMMTB(t *testing.T, file []byte, want []*mission.Entry) {
	t.Helper()
	r := newMMTBReader(bytes.NewReader(file), "mmtb.jsonl")
	for _, e := range want {
		got, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != e.ID || got.Extra != nil || !reflect.DeepEqual(got.English, got.Plain) {
			t.Errorf("%s: id, languages or extra keys differ", e.ID)
		}
		compareMMTB(t, got, e)
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// compareMMTB derives what was said and done from our entry anew.
func compareMMTB(t *testing.T, got *MMTBEntry, e *mission.Entry) {
	t.Helper()
	text := got.Text()
	env := regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 星期.$`)
	for i, m := range e.Missions {
		if text.Tasks[i] != m.Request || got.TaskIDs[i] != 0 || !env.MatchString(got.EnvInfo[i]) {
			t.Errorf("mission %d: task, task id or env_info differ", i)
		}
		if got.TurnTypes[i] != (i > 0) || (got.TurnSubtypes[i] != "") != (i > 0) {
			t.Errorf("mission %d: turn_type %v, subtype %q", i, got.TurnTypes[i], got.TurnSubtypes[i])
		}
		said := []string{m.Request}
		for _, q := range m.Questions {
			said = append(said, q.Text, q.Reply)
		}
		said = append(said, m.Reply)
		var heard []string
		for _, message := range text.Messages[i] {
			heard = append(heard, message.Said())
		}
		if !reflect.DeepEqual(heard, said) {
			t.Errorf("mission %d: messages %.300q, want %.300q", i, heard, said)
		}
		steps := text.Answers[i]
		if len(steps) != len(m.Questions)+len(m.Calls)+1 {
			t.Fatalf("mission %d: %d steps", i, len(steps))
		}
		for j, c := range m.Calls {
			s := steps[len(m.Questions)+j]
			if s.Action.Name != c.Tool || !sameJSON(t, s.Action.Arguments, c.Arguments) || !sameJSON(t, s.Observation, c.Observation) {
				t.Errorf("mission %d: call %d differs", i, j)
			}
		}
		var reply string
		if err := json.Unmarshal(steps[len(steps)-1].Observation, &reply); err != nil || reply != m.Reply {
			t.Errorf("mission %d: the reply differs", i)
		}
	}
	if len(text.Tools) != len(e.Toolset.Tools) || len(text.Messages) != len(e.Missions) {
		t.Error("tools or blocks are missing")
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	x, errX := schemas.Decode(a)
	y, errY := schemas.Decode(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}
