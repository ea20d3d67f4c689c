package publicapis

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
)

// sharedList is the list that is handed to the tests, and not part of the
// project.
func sharedList(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "data", "public-apis.md"))
	if err != nil {
		t.Skip("the shared list is absent")
	}
	return data
}

// Every category of the shared list is read, and every row becomes a toolset or
// a line in the report. Rows and categories are counted here in the plainest
// way, as lines that begin with a bar and a link.
func TestPublicAPIsSharedList(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	data := sharedList(t)
	start := time.Now()
	report, err := Import("public-apis.md", data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	where := map[string]bool{}
	categories := map[string]bool{}
	made := 0
	for _, s := range report.Sets {
		where[s.Source], categories[s.Domain] = true, true
		made += len(s.Tools)
	}
	for _, n := range report.Skipped {
		where[n.Where] = true
	}
	rows, wanted, category := 0, map[string]bool{}, ""
	for i, line := range strings.Split(string(data), "\n") {
		if strings.HasPrefix(line, "#") {
			category = strings.TrimPrefix(line, "### ")
		}
		if !strings.HasPrefix(line, "| [") {
			continue
		}
		rows++
		if !strings.HasPrefix(category, "#") {
			wanted[category] = true
		}
		if at := (&importer{source: "public-apis.md"}).where(i + 1); !where[at] {
			t.Errorf("%s is neither imported nor skipped: %s", at, line)
		}
	}
	if n := len(report.Sets) + len(report.Skipped); n != rows {
		t.Errorf("%d rows are told of, the list has %d", n, rows)
	}
	for category := range wanted {
		if !categories[category] {
			t.Errorf("nothing came of the category %s", category)
		}
	}
	t.Logf("%d rows of %d categories: %d toolsets with %d tools, %d skipped, %d notes, in %v",
		rows, len(wanted), len(report.Sets), made, len(report.Skipped), len(report.Notes), took)
}

// Of every category the first toolset loads, or with -exhaustive 400 toolsets with
// 1,600 tools, and no two of their tools are described alike.
func TestPublicAPIsSharedSize(t *testing.T) {
	if race.Enabled {
		t.Skip("much data, in one goroutine")
	}
	report, err := Import("public-apis.md", sharedList(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	coherent(t, report)
	want, wantTools := 50, 200
	if *importtest.Exhaustive {
		want, wantTools = 400, 1600
	}
	rank := map[string]int{}
	ranks := make([]int, len(report.Sets))
	for i, s := range report.Sets {
		ranks[i] = rank[s.Domain]
		rank[s.Domain]++
	}
	some, tools := &imports.Report{}, 0
	for round := 0; len(some.Sets) < want && round < len(report.Sets); round++ {
		for i, s := range report.Sets {
			if ranks[i] == round && len(some.Sets) < want {
				some.Sets, tools = append(some.Sets, s), tools+len(s.Tools)
			}
		}
	}
	importtest.Check(t, some)
	if len(some.Sets) != want || tools < wantTools || len(rank) < 50 {
		t.Errorf("%d toolsets with %d tools, of %d categories in all", len(some.Sets), tools, len(rank))
	}
}
