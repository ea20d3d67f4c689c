package datasets

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"switchyard/flow/session"
	"switchyard/internal/caught"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

// verdict is the result of proving one line.
type verdict struct {
	at      Problem          // with the file and the line only
	entry   *mission.Entry   // of the native format; nil if it cannot be read
	id      string           // of the entry
	session *session.Session // of files of sessions
	twin    twin
	counts  Checked
	found   []Problem
	fault   error // a panic
}

// judge proves one line. It runs in many goroutines at once.
func (v *verifier) judge(line []byte, at Problem, t *task) (got verdict) {
	defer func() {
		if got.fault != nil { // only this line is lost
			if v.cfg.Fault != nil {
				v.cfg.Fault(got.fault)
			}
			got.problem(checkFault, "", "a fault in switchyard, not in the line: "+got.fault.Error())
		}
	}()
	got.at = at
	defer caught.As(&got.fault, func() string { return IDOf(line) })
	switch t.format {
	case v.mmtb.Name():
		v.judgeMMTB(&got, line, t)
	case Sessions:
		v.judgeSession(&got, line)
	default:
		v.judgeNative(&got, line, t)
	}
	return got
}

// says is what a check found.
func (got *verdict) says(check, pointer, message string) Problem {
	p := got.at
	p.Entry, p.Check, p.Pointer, p.Message = got.id, check, pointer, InLine(message)
	return p
}

func (got *verdict) problem(check, pointer, message string) {
	got.found = append(got.found, got.says(check, pointer, message))
}

func (v *verifier) judgeNative(got *verdict, line []byte, t *task) {
	e, problems := v.prover.Bytes(line)
	if e != nil {
		got.entry, got.id = e, e.ID
		got.counts.Missions = len(e.Missions)
		for i := range e.Missions {
			got.counts.Calls += len(e.Missions[i].Calls)
			for j := range e.Missions[i].Calls {
				got.counts.Sources += len(e.Missions[i].Calls[j].Sources)
			}
		}
		if t.twins != nil {
			got.twin = twinOf(v.mmtb.Encode(e))
		}
	}
	for _, p := range problems {
		got.problem(string(p.Check), p.Pointer, p.Message)
	}
	if len(problems) > 0 && problems[0].Check == proof.SchemaEntry {
		got.found[0].Hint = nativeHint(line)
	}
}

// nativeHint guesses why a line is not an entry.
func nativeHint(line []byte) string {
	_, err := out.NewNativeReader(strings.NewReader(string(line)+"\n"), "").Read()
	var l *out.LineError
	if errors.As(err, &l) && l.Hint != "" {
		return l.Hint
	}
	if !json.Valid(line) {
		return "a dataset file holds one JSON document a line"
	}
	return ""
}

func (v *verifier) judgeMMTB(got *verdict, line []byte, t *task) {
	got.id = IDOf(line)
	for _, p := range v.mmtb.Check(line) {
		got.problem(CheckMMTB, p.Pointer, p.Message)
	}
	if t.twins != nil {
		got.twin = twinOf(line, nil)
	}
	e, err := out.DecodeMMTB(line)
	if err != nil {
		return
	}
	for _, m := range outlineOfMMTB(e).Missions {
		got.counts.Missions++
		got.counts.Calls += len(m.Tools)
	}
}

// across proves what concerns more than one entry. It sees the entries in order.
func (v *verifier) across(got verdict, t *task, ids map[string]bool) {
	report := func(check, pointer, message string) { v.found(got.says(check, pointer, message)) }
	if t.twins != nil {
		if message := t.twins.add(got.twin); message != "" {
			report(checkSame, "", message)
		}
	}
	switch {
	case t.format == Sessions:
		v.acrossSessions(got, t, ids)
	case got.entry != nil:
		for _, p := range t.data.Add(got.entry) {
			report(string(p.Check), p.Pointer, p.Message)
		}
		if t.claims != nil {
			t.claims.add(got.entry)
		}
	case t.format != v.mmtb.Name() || got.id == "":
	case ids[got.id]:
		report(string(proof.DatasetID), "/id", fmt.Sprintf("another entry is called %q", got.id))
	default:
		ids[got.id] = true
	}
}

// twin identifies the MMTB line of an entry by a part of its SHA-256; ok is false if the
// entry has none.
type twin struct {
	sum [16]byte
	ok  bool
}

// twinOf returns the twin for a line, or for an encoder's result.
func twinOf(line []byte, err error) twin {
	if err != nil {
		return twin{} // the format cannot express it; the proofs say why
	}
	sum := sha256.Sum256(line)
	return twin{[16]byte(sum[:16]), true}
}

// twins compares the two files of a run folder, which must have the same entries line by
// line. It sees first one file and then the other.
type twins struct {
	source  string // the first file
	digests []twin
	compare bool // the second file is being read
	at      int
}

// add adds the next entry. It returns how the entry differs from the one in the first file;
// empty if it does not.
func (t *twins) add(other twin) string {
	if !t.compare {
		t.digests = append(t.digests, other)
		return ""
	}
	t.at++
	switch {
	case t.at > len(t.digests):
		return fmt.Sprintf("%s has no entry number %d", t.source, t.at)
	case t.digests[t.at-1].ok && t.digests[t.at-1] != other:
		return fmt.Sprintf("it differs from entry number %d of %s", t.at, t.source)
	}
	return ""
}
