package main

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/out"
)

// prepares is a sink that writes ids, and fails with an error for one of them.
type prepares struct {
	broken  string
	err     error
	written []string
}

func (s *prepares) Prepare(e *mission.Entry) (func() error, error) {
	if e.ID == s.broken {
		return nil, s.err
	}
	return func() error {
		s.written = append(s.written, e.ID)
		return nil
	}, nil
}

func (*prepares) Close() error { return nil }

// An entry that one format cannot write is in none, whichever comes first; other
// errors are no fault of the entry.
func TestBrokenEntryIsLeftOut(t *testing.T) {
	full := errors.New("the disk is full")
	for _, test := range []struct {
		name    string
		err     error
		leftOut *finding
	}{
		{"broken", &out.EntryError{Entry: "b", Err: errors.New("/missions/0/calls/0: there is no tool \"w\"")},
			&finding{Entry: "b", Check: "export.second", Message: `/missions/0/calls/0: there is no tool "w"`}},
		{"full", full, nil},
	} {
		first, second := &prepares{}, &prepares{broken: "b", err: test.err}
		p := preparer{read: decodeEntry, splits: []string{"train"},
			sinks: map[string][]formatSink{"train": {{"first", first}, {"second", second}}}}
		for _, id := range []string{"a", "b", "c"} {
			made, err := p.prepare([]byte(`{"format":"` + mission.FormatEntry + `","id":"` + id + `"}`))
			if id != "b" {
				test := test.name
				if err != nil || made.leftOut != nil || len(made.writes) != 2 {
					t.Fatalf("%s: %v, %v", test, err, made.leftOut)
				}
				for _, write := range made.writes {
					if err := write(); err != nil {
						t.Fatal(err)
					}
				}
				continue
			}
			if !reflect.DeepEqual(made.leftOut, test.leftOut) || (test.leftOut == nil) != errors.Is(err, full) {
				t.Errorf("%s: left out because of %v, %v", test.name, made.leftOut, err)
			}
		}
		for _, s := range []*prepares{first, second} {
			if !slices.Equal(s.written, []string{"a", "c"}) {
				t.Errorf("%s: written are %v", test.name, s.written)
			}
		}
	}
}

// Many entries that are left out are counted, and few are told one by one.
func TestLeftOutIsTold(t *testing.T) {
	var l exportLeftOut
	for i := range 1234 {
		l.add(&finding{File: "a b.jsonl", Line: i + 1, Check: []string{"graph.type", "source.query"}[i%2], Pointer: "/missions/0", Message: "is wrong"})
	}
	if got, want := l.String(), "1,234 entries are left out: graph.type 617, source.query 617"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	lines := l.lines()
	if len(lines) != mostLeftOut+1 || lines[1] != "a b.jsonl:2: source.query: /missions/0: is wrong" || lines[mostLeftOut] != "… and 1,229 more" {
		t.Errorf("the lines are\n%s", strings.Join(lines, "\n"))
	}
	if want := "switchyard verify 'a b.jsonl' says all that is wrong"; l.hint() != want {
		t.Errorf("%q, want %q", l.hint(), want)
	}
}
