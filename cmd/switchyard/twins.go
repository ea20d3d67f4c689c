package main

import (
	"crypto/sha256"
	"fmt"

	"switchyard/datasets"
	"switchyard/mission"
)

// subject is what the checks across entries need of one.
type subject struct {
	entry *mission.Entry // of the native format
	id    string         // of the MMTB format
	twin  twin
}

// twin stands for an entry in the MMTB format: part of a SHA-256, and whether
// there is one.
type twin struct {
	sum [16]byte
	ok  bool
}

// twinOf takes the line of an entry, as it stands in a file or would stand there.
func twinOf(line []byte, err error) twin {
	if err != nil {
		return twin{} // it cannot be said in the format; the proofs tell why
	}
	sum := sha256.Sum256(line)
	return twin{[16]byte(sum[:16]), true}
}

// twins compares the two files of a run folder: line by line, both have to
// hold the same entry. It first sees one file and then the other.
type twins struct {
	source  string // the file first seen
	digests []twin
	compare bool // the second file is being seen
	at      int
}

// add takes the next entry in.
func (t *twins) add(s *subject, line int, file string) []datasets.Problem {
	if !t.compare {
		t.digests = append(t.digests, s.twin)
		return nil
	}
	at := t.at
	t.at++
	f := datasets.Problem{File: file, Line: line, Entry: s.id, Check: checkSame}
	switch {
	case at >= len(t.digests):
		f.Message = fmt.Sprintf("%s has no entry number %d", t.source, at+1)
	case t.digests[at].ok && t.digests[at] != s.twin:
		f.Message = fmt.Sprintf("it does not say the same as entry number %d of %s", at+1, t.source)
	default:
		return nil
	}
	return []datasets.Problem{f}
}
