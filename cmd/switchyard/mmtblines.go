package main

import (
	"switchyard/mission"
	"switchyard/out"
)

// mmtbLines writes the lines of MMTB files that are made of entries, or of the
// lines of other MMTB files, which keep what no entry has a place for.
type mmtbLines struct {
	to   out.Output
	mmtb out.Format
}

func newMMTBLines(to out.Output) *mmtbLines { return &mmtbLines{to, out.MMTB()} }

// prepare makes the line; write adds it to the file. See [out.Sink].
func (l *mmtbLines) prepare(line []byte, e *mission.Entry) (write func() error, err error) {
	var made []byte
	if formatOf(line) == l.mmtb.Name() {
		made, err = out.NormalMMTB(line)
	} else {
		made, err = l.mmtb.Encode(e)
	}
	if err != nil {
		return nil, &out.EntryError{Entry: e.ID, Err: err}
	}
	return func() error { return l.to.Line("train.jsonl", made) }, nil
}
