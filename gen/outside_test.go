package gen

import (
	"os"
	"path/filepath"
	"testing"

	"switchyard/tools"
)

// Toolsets of which only names, descriptions and parameters are known generate
// by inference alone. The file is test input that is not part of the project.
func TestOutsideToolsets(t *testing.T) {
	if underRace {
		t.Skip("what is made is the same without it")
	}
	const file = "../../shared/data/functions/toolsets.jsonl"
	if _, err := os.Stat(file); err != nil {
		t.Skip("the shared toolsets are not here")
	}
	sets, err := tools.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(sets) != 128 {
		t.Errorf("%d toolsets, want 128", len(sets))
	}
	report := mustRun(t, Config{Seed: 2, Toolsets: sets, Out: filepath.Join(t.TempDir(), "d"), Version: "test", Distractors: 2, Limit: 300})
	if report.Accepted*100 < report.Planned*95 {
		t.Errorf("%d of %d accepted, want at least 95 %%: %v", report.Accepted, report.Planned, report.Rejected)
	}
}
