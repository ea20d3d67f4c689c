package switchyard_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var release = flag.String("release", "", "check that everything is ready for a release with this `tag`")

// The version stands in the program, which writes it into every dataset, and in the
// citation. A release also has it in its tag and in the changelog.
func TestRelease(t *testing.T) {
	version := stated(t, "cmd/switchyard/version.go", `(?m)^const version = "(.*)"$`)
	if cited := stated(t, "CITATION.cff", `(?m)^version: (.*)$`); cited != version {
		t.Errorf("CITATION.cff cites version %s of a program that says %s", cited, version)
	}
	if *release == "" {
		return
	}
	if *release != "v"+version {
		t.Errorf("the tag %s does not fit version %s in cmd/switchyard/version.go", *release, version)
	}
	if module := stated(t, "go.mod", `(?m)^module (.*)$`); !strings.Contains(module, ".") {
		t.Errorf("nobody can download a module called %s: run scripts/rename-module first", module)
	}
	stated(t, "CHANGELOG.md", `(?m)^## `+regexp.QuoteMeta(version)+`\b.*$`)
	stated(t, "CITATION.cff", `(?m)^date-released: \d{4}-\d\d-\d\d$`)
}

// stated returns what a file says: the first group of a pattern, which it must match.
func stated(t *testing.T, file, pattern string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(pattern).FindSubmatch(text)
	if m == nil {
		t.Errorf("%s has no line that matches %s", file, pattern)
		return ""
	}
	return string(m[len(m)-1])
}
