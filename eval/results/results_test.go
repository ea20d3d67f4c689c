package results

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchyard/eval"
)

func prediction(entry string, index int, end eval.End) *eval.Prediction {
	return &eval.Prediction{Entry: entry, Mission: index, End: end, Steps: []eval.Step{{Text: "Done & <done>.", Nodes: []int{0}}}}
}

var order = []Key{{"b", 0}, {"b", 1}, {"a", 0}, {"c", 0}}

func open(t *testing.T, path string, run Run) *Folder {
	t.Helper()
	f, err := Open(path, Manifest{Version: "v", ID: "one", Run: run}, false)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func read(t *testing.T, path string) (list []*eval.Prediction) {
	t.Helper()
	f, err := os.Open(filepath.Join(path, PredictionsName))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for p, err := range Lines[eval.Prediction](f, PredictionsName) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// TestFolder adds in any order, from many goroutines, and finishes in that of the
// dataset.
func TestFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results", "x")
	f := open(t, path, Run{Agent: "oracle"})
	var wg sync.WaitGroup
	for _, k := range order[:3] {
		wg.Go(func() {
			if err := f.Add(prediction(k.Entry, k.Mission, eval.Closed)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if err := f.Finish(slices.Values(order)); err != nil {
		t.Fatal(err)
	}
	got := read(t, path)
	if len(got) != 3 || got[0].Entry != "b" || got[1].Mission != 1 || got[2].Entry != "a" {
		t.Errorf("%+v", got)
	}
	m, err := ReadManifest(path)
	if err != nil || m.State != Finished || m.Entries != 2 || m.Missions != 3 || m.Unscored != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	if text, _ := os.ReadFile(filepath.Join(path, PredictionsName)); !strings.Contains(string(text), "Done & <done>.") {
		t.Errorf("escaped: %s", text)
	}
}

// TestKilled goes on with a folder whose last line was not written to its end, and
// asks again for what was unscored.
func TestKilled(t *testing.T) {
	path := t.TempDir()
	f := open(t, path, Run{Agent: "model", Model: "m"})
	for i, end := range []eval.End{eval.Closed, eval.Unscored, eval.Left} {
		if err := f.Add(prediction(order[i].Entry, order[i].Mission, end)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil { // killed: nothing else is done
		t.Fatal(err)
	}
	name := filepath.Join(path, PredictionsName)
	text, _ := os.ReadFile(name)
	if err := os.WriteFile(name, text[:len(text)-4], 0o644); err != nil {
		t.Fatal(err)
	}
	f = open(t, path, Run{Agent: "model", Model: "m"})
	if f.Manifest.ID != "one" || !f.Has(order[0]) || f.Has(order[1]) || f.Has(order[2]) || f.Has(order[3]) {
		t.Errorf("has %+v", f.has)
	}
	for _, k := range order[1:3] {
		if err := f.Add(prediction(k.Entry, k.Mission, eval.Closed)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Add(prediction("c", 0, eval.Unscored)); err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(slices.Values(order)); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); len(got) != 4 || got[1].End != eval.Closed || got[3].End != eval.Unscored {
		t.Errorf("%+v", got)
	}
	if m, _ := ReadManifest(path); m.Unscored != 1 || m.Missions != 4 {
		t.Errorf("%+v", m)
	}
	// Finished, it is gone on with where something is unscored.
	f = open(t, path, Run{Agent: "model", Model: "m"})
	if f.Has(Key{"c", 0}) || !f.Has(order[1]) {
		t.Errorf("has %+v", f.has)
	}
	if err := f.Finish(slices.Values(order)); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	path := t.TempDir()
	f := open(t, path, Run{Agent: "oracle", SHA256: "1"})
	if err := f.Add(prediction("a", 0, eval.Closed)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var different *DifferentError
	if _, err := Open(path, Manifest{Run: Run{Agent: "serial", SHA256: "2", System: "x"}}, false); !errors.As(err, &different) || len(different.Differences) != 3 {
		t.Errorf("%v, %+v", err, different)
	}
	// Where it was read from makes no difference.
	if f, err := Open(path, Manifest{Run: Run{Agent: "oracle", SHA256: "1", Dataset: "elsewhere"}}, false); err != nil || !f.Has(Key{"a", 0}) {
		t.Errorf("%v", err)
	}
	for limit, refused := range map[int]bool{0: false, 9: true} {
		if _, err := Open(path, Manifest{Run: Run{Agent: "oracle", SHA256: "1", Limit: limit}}, false); errors.As(err, &different) != refused || refused && different.Differences[0] != "the limit was 0, is 9" {
			t.Errorf("limit %d: %v, %+v", limit, err, different)
		}
	}
	f, err := Open(path, Manifest{Run: Run{Agent: "serial"}}, true)
	if err != nil || f.Has(Key{"a", 0}) {
		t.Errorf("force: %v", err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var foreign *ForeignError
	for _, force := range []bool{false, true} {
		if _, err := Open(other, Manifest{}, force); !errors.As(err, &foreign) || foreign.File != "thesis.txt" {
			t.Errorf("%v", err)
		}
	}
	if err := os.WriteFile(filepath.Join(other, ManifestName), []byte(`{"format":"x"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(other, Manifest{}, true); err == nil {
		t.Error("a manifest of another format is taken")
	}
}
