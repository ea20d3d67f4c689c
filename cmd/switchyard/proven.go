package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

// Everything that is exported is proven: by the run that made its file, if that
// is as the run left it, or while it is exported.

// provenDigest is the SHA-256 that a file of entries had when it was made, if
// all its entries were proved by then: a run wrote it, or split, merge, filter
// and sample, of such files only. It is empty when no folder says so.
func provenDigest(name string) string { return provenWithin(name, 0) }

func provenWithin(name string, steps int) string {
	if filepath.Base(name) != out.Native().File() {
		return ""
	}
	dir := filepath.Dir(name)
	for _, dir := range []string{dir, filepath.Dir(dir)} { // a split has folders within
		folder, err := readCardFolder(dir)
		within, errWithin := filepath.Rel(dir, name)
		if err != nil || errWithin != nil {
			continue
		}
		switch within = filepath.ToSlash(within); {
		case folder.manifest != nil:
			for _, f := range folder.manifest.Files {
				if f.Name == within {
					return f.SHA256
				}
			}
		case folder.origin != nil:
			of := slices.IndexFunc(folder.origin.Files, func(f originFile) bool { return f.Name == within })
			if of < 0 {
				continue
			}
			if steps == mostSteps || slices.ContainsFunc(folder.origin.Inputs, func(in originInput) bool { return !provenInput(dir, in, steps+1) }) {
				return ""
			}
			return folder.origin.Files[of].SHA256
		}
	}
	return ""
}

// provenInput tells whether the entries of a file that a folder was made of had
// been proved. What has become of the file since does not matter.
func provenInput(folder string, in originInput, steps int) bool {
	return in.SHA256 != "" && slices.ContainsFunc(placesOf(folder, in), func(name string) bool { return provenWithin(name, steps) == in.SHA256 })
}

// asMade is the digest of a file that is as it was made, of proven entries;
// empty of any other.
func asMade(name string) (string, error) {
	want := provenDigest(name)
	if want == "" {
		return "", nil
	}
	if _, hash, err := digest(name); err != nil || hash != want {
		return "", err
	}
	return want, nil
}

// exportProof says how it is known that the entries that were written hold.
type exportProof struct {
	Recorded int `json:"recorded"` // entries of files that are as they were made, of proven entries
	Proved   int `json:"proved"`   // entries that were proved while they were exported
	Unknown  int `json:"unknown"`  // lines of MMTB files, which do not say where values come from
}

// exportLeftOut are the entries that no format has, because they do not hold or
// cannot be written.
type exportLeftOut struct {
	Entries int            `json:"entries"`
	ByCheck map[string]int `json:"by_check"` // entries, by the first check that they fail
	First   []finding      `json:"first"`    // the first problem of the first of them
}

// mostLeftOut is how many of them are told one by one.
const mostLeftOut = 5

// checkExport begins the check that an entry fails when a format cannot write
// it; the name of the format follows.
const checkExport = "export."

func (l *exportLeftOut) add(f *finding) {
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
			return l.First[i].hint(l.First[i].File)
		}
	}
	return l.First[0].hint(l.First[0].File)
}

// hint says what to do about a line of a file that is left out.
func (f *finding) hint(file string) string {
	if f.Check == checkLimits {
		return "docs/formats.md tells what entries can hold; the other lines can be used"
	}
	return verifyHint(file)
}

// failure tells them where there is no report.
func (l *exportLeftOut) failure() error {
	return &failure{code: exitFound, message: l.String(), details: l.lines(), hint: l.hint()}
}

// leaveOut is why an entry is left out; line and file are not known here.
func leaveOut(e *mission.Entry, p *proof.Problem) *finding {
	f := &finding{Check: string(p.Check), Pointer: p.Pointer, Message: inLine(p.Message)}
	if e != nil {
		f.Entry = e.ID
	}
	return f
}

// cannotWrite is the finding of an entry that a format cannot write; nil when an
// error is of another kind.
func cannotWrite(format string, err error) *finding {
	var (
		broken *out.EntryError
		rule   *brokenRule
	)
	if !errors.As(err, &broken) {
		return nil
	}
	if errors.As(err, &rule) {
		return &finding{Check: checkMMTB, Entry: broken.Entry, Pointer: rule.Pointer, Message: inLine(rule.Message)}
	}
	return &finding{Check: checkExport + format, Entry: broken.Entry, Message: oneLine(broken.Err.Error())}
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
