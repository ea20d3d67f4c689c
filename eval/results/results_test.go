package results

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/eval"
	"switchyard/internal/wholefile"
	"switchyard/model"
	"switchyard/out"
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

func finish(f *Folder) error { return errors.Join(f.Finish(slices.Values(order)), f.Close()) }

func read(t *testing.T, path string) (list []*eval.Prediction) {
	t.Helper()
	f, err := os.Open(filepath.Join(path, PredictionsName))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for p, err := range NewReader[eval.Prediction](f, PredictionsName).All() {
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
	if err := finish(f); err != nil {
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
	if err := finish(f); err != nil {
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
	if err := finish(f); err != nil {
		t.Fatal(err)
	}
}

// TestKilledTwice: what was torn is gone before a shorter line takes its place.
func TestKilledTwice(t *testing.T) {
	path := t.TempDir()
	f := open(t, path, Run{Agent: "model", Model: "m"})
	long := prediction("a", 0, eval.Closed)
	long.Steps = []eval.Step{{Text: strings.Repeat("long ", 100)}}
	if err := errors.Join(f.Add(long), f.Close()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(path, PredictionsName)
	text, _ := os.ReadFile(name)
	if err := os.WriteFile(name, text[:len(text)-4], 0o644); err != nil {
		t.Fatal(err)
	}
	f = open(t, path, Run{Agent: "model", Model: "m"})
	if err := errors.Join(f.Add(prediction("a", 0, eval.Closed)), f.Close()); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); len(got) != 1 || got[0].Steps[0].Text != "Done & <done>." {
		t.Errorf("%+v", got)
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
	if f, err := Open(path, Manifest{Run: Run{Agent: "oracle", SHA256: "1", Dataset: "elsewhere"}}, false); err != nil || !f.Has(Key{"a", 0}) || f.Close() != nil {
		t.Errorf("%v", err)
	}
	for limit, refused := range map[int]bool{0: false, 9: true} {
		f, err := Open(path, Manifest{Run: Run{Agent: "oracle", SHA256: "1", Limit: limit}}, false)
		if errors.As(err, &different) != refused || refused && different.Differences[0] != "the limit was 0, is 9" {
			t.Errorf("limit %d: %v, %+v", limit, err, different)
		}
		if err == nil && f.Close() != nil {
			t.Error("it cannot be closed")
		}
	}
	f, err := Open(path, Manifest{Run: Run{Agent: "serial"}}, true)
	if err != nil || f.Has(Key{"a", 0}) || f.Close() != nil {
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
	for text, newer := range map[string]bool{`{"format":"x"}`: true, `{"form`: false, ``: false} {
		if err := os.WriteFile(filepath.Join(other, ManifestName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var unreadable *ManifestError
		if _, err := Open(other, Manifest{}, true); !errors.As(err, &unreadable) || unreadable.Other != newer {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// everything is what a folder holds.
func everything(t *testing.T, path string) map[string]string {
	t.Helper()
	list, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, file := range list {
		text, err := os.ReadFile(filepath.Join(path, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[file.Name()] = string(text)
	}
	return files
}

// finished makes a folder with two predictions, one of them unscored.
func finished(t *testing.T, path string) {
	t.Helper()
	f, err := Open(path, Manifest{ID: "one", Run: Run{Agent: "model"}, Price: &Price{Input: 1, Currency: "usd"}}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Add(prediction("b", 0, eval.Closed)), f.Add(prediction("b", 1, eval.Unscored)), finish(f)); err != nil {
		t.Fatal(err)
	}
	m, err := ReadManifest(path)
	if err != nil {
		t.Fatal(err)
	}
	m.Judge, m.Judged = "j", "digest"
	if err := errors.Join(WriteManifest(path, m), os.WriteFile(filepath.Join(path, OpinionsName("a/b")), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
}

// TestNothingGivenUp leaves results that are whole as they are until there is a
// prediction for their place.
func TestNothingGivenUp(t *testing.T) {
	for _, force := range []bool{false, true} {
		path := t.TempDir()
		finished(t, path)
		before := everything(t, path)
		again := func() *Folder {
			t.Helper()
			f, err := Open(path, Manifest{ID: "two", Run: Run{Agent: "model"}}, force)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(f.Begin(), f.Add(prediction("b", 1, eval.Unscored))); err != nil {
				t.Fatal(err)
			}
			return f
		}
		if err := again().Close(); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(before, everything(t, path)); d != "" {
			t.Errorf("force %v: %s", force, d)
		}
		f := again()
		if err := f.Add(prediction("a", 0, eval.Closed)); err != nil {
			t.Fatal(err)
		}
		if m, err := ReadManifest(path); err != nil || m.State != Running {
			t.Errorf("force %v: %+v, %v", force, m, err)
		}
		if err := finish(f); err != nil {
			t.Fatal(err)
		}
		m, err := ReadManifest(path)
		if err != nil {
			t.Fatal(err)
		}
		_, opinions := everything(t, path)[OpinionsName("a/b")]
		if force && (m.ID != "two" || m.Missions != 2 || m.Price != nil || m.Judge != "" || opinions) {
			t.Errorf("forced: %+v", m)
		}
		// What was known is kept.
		if !force && (m.ID != "one" || m.Missions != 3 || m.Unscored != 1 || m.Price == nil || m.Judge != "j" || m.Judged != "digest" || !opinions) {
			t.Errorf("gone on with: %+v", m)
		}
	}
}

// TestForNothing removes folders that were made for nothing.
func TestForNothing(t *testing.T) {
	base := t.TempDir()
	if err := open(t, filepath.Join(base, "results", "x"), Run{}).Close(); err != nil {
		t.Fatal(err)
	}
	if left := everything(t, base); len(left) != 0 {
		t.Errorf("%v", left)
	}
	f := open(t, filepath.Join(base, "results", "x"), Run{})
	if err := errors.Join(f.Begin(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if m, err := ReadManifest(filepath.Join(base, "results", "x")); err != nil || m.State != Running || m.ID != "one" {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestTwo lets only one write.
func TestTwo(t *testing.T) {
	path := t.TempDir()
	f := open(t, path, Run{})
	var busy *wholefile.BusyError
	if _, err := Open(path, Manifest{}, true); !errors.As(err, &busy) {
		t.Errorf("%v", err)
	}
	if err := errors.Join(f.Add(prediction("b", 0, eval.Closed)), finish(f)); err != nil {
		t.Fatal(err)
	}
	if err := open(t, path, Run{}).Close(); err != nil {
		t.Error(err)
	}
}

// TestDamaged cuts off only a last line without its newline; all else that cannot be
// read is told with its line, and left as it is.
func TestDamaged(t *testing.T) {
	const good, torn = `{"entry":"a","mission":0,"end":"closed","steps":[{"text":"x","nodes":[0],"usage":{"input":5,"output":2}},{"usage":{"input":9},"stored":true}]}`, `{"entry":"b","miss`
	for name, test := range map[string]struct{ text, want string }{
		"torn":           {good + "\n" + torn, ""},
		"torn and whole": {good + "\n" + strings.ReplaceAll(good, "a", "b"), ""},
		"blank":          {good + "\n\n", ""},
		"in the middle":  {torn + "\n" + good + "\n", "predictions.jsonl:1: "},
		"at the end":     {good + "\n" + torn + "\n", "predictions.jsonl:2: "},
		"nothing":        {good + "\n{}\n", "predictions.jsonl:2: this is not a prediction"},
		"another end":    {strings.Replace(good, "closed", "foo", 1) + "\n", `predictions.jsonl:1: /end: "foo" is not an end of a prediction`},
	} {
		path := t.TempDir()
		killed := open(t, path, Run{})
		if err := errors.Join(killed.Begin(), killed.Close()); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, PredictionsName), []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		before := everything(t, path)
		f, err := Open(path, Manifest{}, false)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v", name, err)
			}
			if d := cmp.Diff(before, everything(t, path)); d != "" {
				t.Errorf("%s: %s", name, d)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := f.Paid(Key{"a", 0}); !f.Has(Key{"a", 0}) || f.Has(Key{"b", 0}) || got != (model.Usage{Input: 5, Output: 2}) {
			t.Errorf("%s: %v, paid %+v", name, f.has, got)
		}
		if err := errors.Join(f.Add(prediction("b", 0, eval.Closed)), finish(f)); err != nil {
			t.Fatal(err)
		}
	}
}

// Any byte of a prediction that changes is noticed by whoever reads it next, and so is a
// line of another run. What has no seal is read as it is.
func TestChangedPredictions(t *testing.T) {
	base := t.TempDir()
	run := Run{Agent: "model", Model: "m", SHA256: "1", Dataset: "here"}
	made := func(name string, run Run) string {
		path := filepath.Join(base, name)
		f := open(t, path, run)
		for _, k := range order[:3] {
			if err := f.Add(prediction(k.Entry, k.Mission, eval.Closed)); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path, other := made("one", run), made("other", Run{Agent: "model", Model: "n", SHA256: "1"})
	name := filepath.Join(path, PredictionsName)
	whole, _ := os.ReadFile(name)
	foreign, _ := os.ReadFile(filepath.Join(other, PredictionsName))
	lineOf := func(err error) int {
		var at *out.LineError
		if !errors.As(err, &at) || at.File != name {
			return 0
		}
		return at.Line
	}
	try := func(text []byte, moved Run) (*Folder, error) {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Manifest{Version: "v", ID: "one", Run: moved}, false)
		if err == nil {
			err = f.Close()
		}
		return f, err
	}
	for i := 0; i < len(whole); i += 7 {
		text := slices.Clone(whole)
		text[i] ^= 0x15
		_, err := try(text, run)
		if want := 1 + strings.Count(string(whole[:i]), "\n"); whole[i] != '\n' && lineOf(err) != want {
			t.Errorf("byte %d: %v", i, err)
		}
	}
	if _, err := try(foreign, run); lineOf(err) != 1 {
		t.Errorf("predictions of another run: %v", err)
	}
	moved := run
	moved.Dataset, moved.Limit = "there", 0
	if f, err := try(whole, moved); err != nil || f.Lost() != "" {
		t.Errorf("the dataset moved: %v", err)
	}
	if f, err := try(whole[:len(whole)-5], run); err != nil || f.Lost() != name+": line 3 was not written to its end, and its mission is asked again" {
		t.Errorf("torn: %v, %q", err, f.Lost())
	}
	if f, err := try(regexp.MustCompile(`(?m),"seal":"[^"]*"\}$`).ReplaceAll(whole, []byte("}")), run); err != nil || f.Len() != 3 {
		t.Errorf("without seals: %v", err)
	}
	// The manifest.
	if _, err := try(whole, run); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(path, ManifestName)
	text, _ := os.ReadFile(manifest)
	if err := os.WriteFile(manifest, []byte(strings.Replace(string(text), `"version": "v"`, `"version": "w"`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadManifest(path); err == nil || err.Error() != manifest+": it is damaged: it is not as it was written" {
		t.Errorf("%v", err)
	}
}
