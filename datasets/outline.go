package datasets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"switchyard/internal/input"
	"switchyard/internal/nearest"
	"switchyard/internal/prose"
	"switchyard/mission"
	"switchyard/out"
)

// Outline is an entry of either format, reduced to what a decision tree shows: its calls
// and their dependencies.
type Outline struct {
	ID, Toolset string // an MMTB entry does not name its toolset
	File        string // that has the entry
	Missions    []OutlineMission
}

// OutlineMission is a mission of an [Outline].
type OutlineMission struct {
	Kind    string // "multi, serial, implicit"
	Request string
	Asks    []string // what is asked for before the calls: "date and city of search_flights"
	Tools   []string // of the calls
	Depends [][]int  // for each call, the earlier ones that it depends on
}

// NoEntryError is an id without an entry.
type NoEntryError struct {
	File, ID string // the ID may be empty
	First    string // the id of the first entry; empty if no entry has one
	Near     string // a similar id, if there is one
}

func (e *NoEntryError) Error() string {
	switch {
	case e.First == "":
		return e.File + ": no line has an id"
	case e.ID == "":
		return "name an entry by its id"
	}
	return fmt.Sprintf("%s: no entry is called %q", e.File, e.ID)
}

// Find returns the entry with an id. The path is a run folder, or a file in the
// native or the MMTB format. If there is none, the error is a [*NoEntryError], or
// [ErrEmpty] for a file without entries.
func Find(ctx context.Context, path, id string) (*Outline, error) {
	file, err := fileIn(path, out.Formats()...)
	if err != nil {
		return nil, err
	}
	f, err := input.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := out.NewLines(f, file)
	var ids []string // of other entries
	for first := true; ; first = false {
		line, err := lines.Next()
		switch {
		case errors.Is(err, io.EOF) && first:
			return nil, about(file, ErrEmpty)
		case errors.Is(err, io.EOF):
			none := &NoEntryError{File: file, ID: id}
			if len(ids) > 0 {
				none.First, none.Near = ids[0], nearest.Name(id, ids)
			}
			return nil, none
		case err != nil:
			return nil, err
		}
		here := IDOf(line)
		switch {
		case here == "" && first:
			// Perhaps this is not a dataset. Verify reports other lines without an id.
			if _, err := readOutline(file, lines.Line(), line); err != nil {
				return nil, err
			}
		case here == "":
		case here == id:
			return readOutline(file, lines.Line(), line)
		case id == "":
			return nil, &NoEntryError{File: file, First: here}
		case len(ids) < 10_000:
			ids = append(ids, here)
		}
	}
}

// readOutline reads a line of the native or the MMTB format.
func readOutline(file string, number int, line []byte) (*Outline, error) {
	if FormatOf(line) == out.MMTB().Name() {
		e, err := out.DecodeMMTB(line)
		if err != nil {
			return nil, &LineError{file, number, err}
		}
		o := outlineOfMMTB(e)
		o.File = file
		return o, nil
	}
	e, problems := out.DecodeEntry(line)
	if problems != nil {
		return nil, &LineError{file, number, errors.New(problems[0].String())}
	}
	o := outlineOf(e)
	o.File = file
	return o, nil
}

func outlineOf(e *mission.Entry) *Outline {
	o := &Outline{ID: e.ID, Toolset: e.Toolset.Name}
	for i := range e.Missions {
		m := &e.Missions[i]
		to := OutlineMission{Kind: string(m.Type), Request: m.Request}
		for _, more := range []string{string(m.Pattern), string(m.Relation)} {
			if more != "" {
				to.Kind += ", " + more
			}
		}
		for _, q := range m.Questions {
			to.Asks = append(to.Asks, fmt.Sprintf("%s of %s", prose.Join(q.Missing), q.Tool))
		}
		for j := range m.Calls {
			to.Tools = append(to.Tools, m.Calls[j].Tool)
			to.Depends = append(to.Depends, m.Calls[j].Dependencies)
		}
		o.Missions = append(o.Missions, to)
	}
	return o
}

// outlineOfMMTB takes the calls from the answer lists. Questions and replies are not part
// of the tree.
func outlineOfMMTB(e *out.MMTBEntry) *Outline {
	o := &Outline{ID: e.ID}
	text := e.Text()
	for i, steps := range text.Answers {
		var m OutlineMission
		if i < len(e.Types) {
			kind, _ := out.MMTBType(e.Types[i])
			m.Kind = string(kind)
		}
		if i < len(text.Tasks) {
			m.Request = text.Tasks[i]
		}
		number := make(map[int]int) // of a step among the calls
		for at, s := range steps {
			switch s.Action.Name {
			case mission.AnswerTool:
			case mission.AskTool:
				m.Asks = append(m.Asks, askedFor(s.Action.Arguments))
			default:
				number[at] = len(m.Tools)
				m.Tools = append(m.Tools, s.Action.Name)
				depends := []int{}
				for _, d := range s.Dependencies {
					if call, ok := number[d]; ok {
						depends = append(depends, call)
					}
				}
				m.Depends = append(m.Depends, depends)
			}
		}
		o.Missions = append(o.Missions, m)
	}
	return o
}

// askedFor says what a question asks for, by the arguments of the internal tool.
func askedFor(arguments json.RawMessage) string {
	var a mission.Asked
	if json.Unmarshal(arguments, &a) != nil || len(a.Missing) == 0 {
		return "something"
	}
	return fmt.Sprintf("%s of %s", prose.Join(a.Missing), a.Tool)
}
