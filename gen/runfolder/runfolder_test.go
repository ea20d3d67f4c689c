package runfolder

import (
	"os"
	"path/filepath"
	"testing"

	"switchyard/datasets/manifest"
)

// A run of which nothing came is no run that somebody could miss.
func TestBarren(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "data"), []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	failed := func(n, accepted int) manifest.Accounting {
		return manifest.Accounting{Planned: 4, Accepted: accepted, Failed: map[string]int{"a": n - 1, "b": 1}}
	}
	for _, test := range []struct {
		name string
		m    manifest.Manifest
		file string
		want bool
	}{
		{"it runs, and there are data", manifest.Manifest{State: manifest.Running}, "data", false},
		{"it runs, and there are none", manifest.Manifest{State: manifest.Running}, "none", true},
		{"it is finished", manifest.Manifest{State: manifest.Finished, Accounting: manifest.Accounting{Planned: 4, Accepted: 4}}, "data", false},
		{"all failed", manifest.Manifest{State: manifest.Finished, Accounting: failed(4, 0)}, "none", true},
		{"one was accepted", manifest.Manifest{State: manifest.Finished, Accounting: failed(3, 1)}, "none", false},
	} {
		if got, err := barren(dir, &test.m, []string{test.file}); got != test.want || err != nil {
			t.Errorf("%s: %v, %v", test.name, got, err)
		}
	}
}
