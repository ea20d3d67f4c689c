package export

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"switchyard/datasets"
	"switchyard/mission"
	"switchyard/out"
)

// mmtbLines reads lines of MMTB files. It may be used by many goroutines at once.
type mmtbLines struct {
	whole bool // read whole entries, not only their ids

	mu      sync.Mutex
	ignored map[string]int // number of lines by each key that the format does not define
}

// mostKeys is how many unknown keys are counted.
const mostKeys = 100

func (r *mmtbLines) read(line []byte) (*mission.Entry, error) {
	read, err := out.DecodeMMTB(line)
	if err != nil {
		if e, _ := datasets.DecodeEntry(line); e != nil {
			return nil, &datasets.FormatError{Is: out.Native().Name(), Want: out.MMTB().Name()}
		}
		return nil, broken("", line, err)
	}
	if !r.whole {
		return &mission.Entry{ID: read.ID}, nil
	}
	e, err := read.Entry()
	if err != nil {
		return nil, broken(read.ID, line, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range read.Extra {
		if _, known := r.ignored[key]; known || len(r.ignored) < mostKeys {
			r.ignored[key]++
		}
	}
	return e, nil
}

// MMTBError is why an MMTB line cannot be read. Its check is [datasets.CheckMMTB] if the
// line breaks a rule of the format, and [CheckLimits] if the line follows the rules but
// an entry cannot express it.
type MMTBError struct{ datasets.Problem }

func (e *MMTBError) Error() string {
	return out.Problem{Pointer: e.Pointer, Message: e.Message}.String()
}

// broken turns the error of an MMTB line into a problem of a check.
func broken(id string, line []byte, err error) error {
	p := out.ProblemOf(err)
	e := &MMTBError{datasets.Problem{Entry: id, Check: CheckLimits, Pointer: p.Pointer, Message: datasets.InLine(p.Message)}}
	if len(out.CheckMMTB(line)) > 0 {
		e.Check = datasets.CheckMMTB
	}
	return e
}

// mmtbLine makes the MMTB line of an entry. The line of another MMTB file keeps what an
// entry has no place for. The returned function adds the line to the file, see [out.Sink].
// A line that breaks a rule of the format is an error of the entry.
func (w *writer) mmtbLine(line []byte, e *mission.Entry) (write func() error, err error) {
	var made []byte
	if datasets.FormatOf(line) == w.mmtbFormat.Name() {
		if made, err = out.NormalMMTB(line); err == nil {
			err = firstRule(w.mmtbFormat.Check(made), bytes.Contains(line, []byte(`"english_task"`)))
		}
	} else {
		made, err = w.mmtbFormat.Encode(e)
	}
	if err != nil {
		return nil, &out.EntryError{Entry: e.ID, Err: err}
	}
	return func() error { return w.folder.Sub(w.mmtbFormat.Name()).Line("train.jsonl", made) }, nil
}

// ruleError is a rule that an MMTB line breaks.
type ruleError struct{ out.Problem }

func (r *ruleError) Error() string { return r.String() }

// firstRule returns the first problem as an error, nil if there is none. It prefers a
// problem in the language that the line had.
func firstRule(problems []out.Problem, english bool) error {
	if len(problems) == 0 {
		return nil
	}
	i := slices.IndexFunc(problems, func(p out.Problem) bool { return strings.Contains(p.String(), "english_") == english })
	return &ruleError{problems[max(0, i)]}
}
