package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

// exportProof says how it is known that the entries that were written hold.
type exportProof struct {
	Recorded int `json:"recorded"` // entries of files that are as they were made, of proven entries
	Proved   int `json:"proved"`   // entries that were proved while they were exported
	Unknown  int `json:"unknown"`  // lines of MMTB files, which do not say where values come from
}

// exportLeftOut are the entries that no format has, because they do not hold or
// cannot be written.
type exportLeftOut struct {
	Entries int                `json:"entries"`
	ByCheck map[string]int     `json:"by_check"` // entries, by the first check that they fail
	First   []datasets.Problem `json:"first"`    // the first problem of the first of them
}

// mostLeftOut is how many of them are told one by one.
const mostLeftOut = 5

// checkExport begins the check that an entry fails when a format cannot write
// it; the name of the format follows.
const checkExport = "export."

func (l *exportLeftOut) add(f *datasets.Problem) {
	l.Entries++
	if l.ByCheck == nil {
		l.ByCheck = map[string]int{}
	}
	l.ByCheck[f.Check]++
	if len(l.First) < mostLeftOut {
		l.First = append(l.First, *f)
	}
}

// String counts the entries and says why they are left out.
func (l *exportLeftOut) String() string {
	var checks []string
	for _, check := range slices.Sorted(maps.Keys(l.ByCheck)) {
		checks = append(checks, check+" "+thousands(l.ByCheck[check]))
	}
	return fmt.Sprintf("%s left out: %s", count(l.Entries, "entry is", "entries are"), strings.Join(checks, ", "))
}

// lines tells the first of them, and how many there are more.
func (l *exportLeftOut) lines() []string {
	var list []string
	for _, f := range l.First {
		list = append(list, f.String())
	}
	if more := l.Entries - len(l.First); more > 0 {
		list = append(list, fmt.Sprintf("… and %s more", thousands(more)))
	}
	return list
}

// hint says how all problems are found.
func (l *exportLeftOut) hint() string {
	for i := range l.First {
		if l.First[i].Check != checkLimits {
			return hintFor(&l.First[i])
		}
	}
	return hintFor(&l.First[0])
}

// hintFor says what to do about a line of a file that is left out.
func hintFor(f *datasets.Problem) string {
	if f.Check == checkLimits {
		return "docs/formats.md tells what entries can hold; the other lines can be used"
	}
	return verifyHint(f.File)
}

// failure tells them where there is no report.
func (l *exportLeftOut) failure() error {
	return &failure{code: exitFound, message: l.String(), details: l.lines(), hint: l.hint()}
}

// leaveOut is why an entry is left out; line and file are not known here.
func leaveOut(e *mission.Entry, p *proof.Problem) *datasets.Problem {
	f := &datasets.Problem{Check: string(p.Check), Pointer: p.Pointer, Message: inLine(p.Message)}
	if e != nil {
		f.Entry = e.ID
	}
	return f
}

// cannotWrite is the finding of an entry that a format cannot write; nil when an
// error is of another kind.
func cannotWrite(format string, err error) *datasets.Problem {
	var (
		broken *out.EntryError
		rule   *brokenRule
	)
	if !errors.As(err, &broken) {
		return nil
	}
	if errors.As(err, &rule) {
		return &datasets.Problem{Check: datasets.CheckMMTB, Entry: broken.Entry, Pointer: rule.Pointer, Message: inLine(rule.Message)}
	}
	return &datasets.Problem{Check: checkExport + format, Entry: broken.Entry, Message: oneLine(broken.Err.Error())}
}

// printLeftOut tells what an export leaves out.
func (c *console) printLeftOut(l *exportLeftOut) {
	p := paint{c.colour}
	c.printf("%s\n", p.red(l.String()))
	for _, line := range l.lines() {
		c.printf("  %s\n", printable(line))
	}
	c.printf("  %s\n", p.faint("hint: "+printable(l.hint())))
}
