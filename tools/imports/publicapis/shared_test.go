package publicapis

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/tools"
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
	coherent(t, report)
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

// 400 toolsets with 1,600 tools of 50 categories load without a problem, and no
// two of their tools are described alike.
func TestPublicAPIsSharedSize(t *testing.T) {
	if race.Enabled {
		t.Skip("much data, in one goroutine")
	}
	report, err := Import("public-apis.md", sharedList(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	by, order := map[string][]int{}, []string{}
	for i, s := range report.Sets {
		if by[s.Domain] == nil {
			order = append(order, s.Domain)
		}
		by[s.Domain] = append(by[s.Domain], i)
	}
	sets, made, categories := 0, 0, map[string]bool{}
	told := map[string]bool{}
	for round := 0; sets < 400; round++ {
		before := sets
		for _, category := range order {
			if round >= len(by[category]) || sets == 400 {
				continue
			}
			s := &report.Sets[by[category][round]]
			text, err := s.YAML()
			if err != nil {
				t.Fatal(err)
			}
			set, err := tools.Parse(s.File(), text)
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
				continue
			}
			for _, tool := range set.Tools {
				if told[tool.Description] {
					t.Errorf("%s: another tool is described as %q", s.Name, tool.Description)
				}
				told[tool.Description] = true
			}
			sets, made, categories[category] = sets+1, made+len(set.Tools), true
		}
		if sets == before {
			break
		}
	}
	if sets < 400 || made < 1600 || len(categories) < 50 {
		t.Errorf("%d toolsets with %d tools of %d categories, want 400, 1600 and 50", sets, made, len(categories))
	}
}
