// Package importtest holds what the tests of all importers share: the check that
// every report must pass, whatever it was made from.
package importtest

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"switchyard/tools/imports"
	"switchyard/tools/toolfile"
)

// Exhaustive asks for tests of everything that importers can make, and of their
// largest inputs.
var Exhaustive = flag.Bool("exhaustive", false, "check all that importers can make, and their largest inputs (minutes)")

// mostTools is the size of the largest toolset that an importer makes.
const mostTools = 17

// Check checks what holds for every report. Each set has a unique name and 1 to 17
// tools. Its toolset file loads with all of these tools. Every note is one line.
func Check(t testing.TB, r *imports.Report) {
	t.Helper()
	names := map[string]bool{}
	for i := range r.Sets {
		s := &r.Sets[i]
		if names[s.Name] || s.Name == "" || len(s.Tools) == 0 || len(s.Tools) > mostTools {
			t.Errorf("set %q has %d tools, or its name twice", s.Name, len(s.Tools))
		}
		names[s.Name] = true
		text, err := s.YAML()
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		ts, err := toolfile.Parse(s.File(), text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", s.Name, err, text)
		}
		if len(ts.Tools) != len(s.Tools) {
			t.Errorf("%s: %d tools of %d are left", s.Name, len(ts.Tools), len(s.Tools))
		}
	}
	for _, n := range slices.Concat(r.Skipped, r.Notes) {
		if n.What == "" || n.Where == "" || strings.ContainsFunc(n.Where+n.What, unicode.IsControl) {
			t.Errorf("the note %q is not one line", n)
		}
	}
}

// Text writes a report as text: its toolset files, then what it says.
func Text(t testing.TB, r *imports.Report) string {
	t.Helper()
	var b strings.Builder
	for i := range r.Sets {
		text, err := r.Sets[i].YAML()
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
		b.WriteString("---\n")
	}
	for _, n := range r.Skipped {
		fmt.Fprintf(&b, "skipped %s: %s\n", n.Where, n.What)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note %s: %s\n", n.Where, n.What)
	}
	return b.String()
}
