package datasets_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"switchyard/gen"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// testRun is a run folder of 80 entries, in a folder of its own. The run is made
// once.
func testRun(t *testing.T) string {
	t.Helper()
	made, err := sharedRun()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "set")
	if err := os.CopyFS(dir, os.DirFS(made)); err != nil {
		t.Fatal(err)
	}
	return dir
}

var sharedRun = sync.OnceValues(func() (string, error) {
	base, err := os.MkdirTemp(runs, "")
	if err != nil {
		return "", err
	}
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(base, "set")
	_, err = gen.Run(context.Background(), gen.Config{Seed: 1, Missions: []int{1, 2}, PerPath: 4, Toolsets: []*tools.Toolset{set}, Out: dir})
	return dir, err
})

// runs is the folder of shared runs.
var runs string

func TestMain(m *testing.M) {
	var err error
	if runs, err = os.MkdirTemp("", "datasets-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(runs)
	os.Exit(code)
}
