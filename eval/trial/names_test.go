package trial

import (
	"path/filepath"
	"strings"
	"testing"

	"switchyard/eval/results"
)

// Results and datasets have names that tell them apart, and that do not say where they
// are.
func TestNames(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	manifest := func(model, dataset, sum string) *results.Manifest {
		m := &results.Manifest{Run: results.Run{Agent: "model", Model: model, Dataset: dataset, SHA256: sum, Mode: results.StepMode}}
		m.Absolute = filepath.Join(here, dataset)
		return m
	}
	for _, c := range []struct {
		folders, models []string
		want            string
	}{
		{[]string{"results/a", "results/b"}, []string{"gpt", "qwen"}, "gpt; qwen"},
		{[]string{"results/a", "results/b"}, []string{"gpt", "gpt"}, "gpt; gpt (b)"},
		{[]string{"x/gpt", "y/gpt", "/gpt"}, []string{"gpt", "gpt", "other"}, "gpt; gpt (" + filepath.ToSlash(here)[1:] + "/y/gpt); other"},
		{[]string{"x/gpt", "y/gpt"}, []string{"gpt", "gpt"}, "gpt; gpt (y/gpt)"},
		{[]string{"x/gpt", "x/gpt", "x/gpt/"}, []string{"gpt", "gpt", "gpt"}, "gpt; gpt (gpt); gpt (gpt), 2"},
		{[]string{here + "/x/a", here + "/x/b"}, []string{"/home/me/models/qwen.gguf", `C:\models\qwen.gguf`}, "qwen.gguf; qwen.gguf (b)"},
		{[]string{"a"}, []string{"meta-llama/Llama-3.1-8B"}, "meta-llama/Llama-3.1-8B"},
	} {
		n := newNames(c.folders)
		var got []string
		for i, folder := range c.folders {
			got = append(got, n.result(manifest(c.models[i], "d/entries.jsonl", "1"), folder))
		}
		if names := strings.Join(got, "; "); names != c.want {
			t.Errorf("%v, %v: %s, want %s", c.folders, c.models, names, c.want)
		}
	}
	for _, c := range []struct{ file, want string }{
		{"d/entries.jsonl", "d"}, {"/home/me/data/set 1/entries.jsonl", "set 1"}, {"entries.jsonl", filepath.Base(here)}, {"../entries.jsonl", filepath.Base(filepath.Dir(here))},
		{`C:\Users\me\d\entries.jsonl`, "d"}, {"/home/me/parts/test/entries.jsonl", "parts/test"}, {"test/entries.jsonl", "test"}, {"/entries.jsonl", "entries.jsonl"},
		{"/home/me/mine.jsonl", "mine.jsonl"}, {"data/mmtb.jsonl", "mmtb.jsonl"},
	} {
		if got := newNames(nil).dataset(manifest("m", c.file, "1")); got != c.want {
			t.Errorf("%s: %s, want %s", c.file, got, c.want)
		}
	}
	n := newNames(nil)
	for _, c := range []struct{ file, sum, want string }{
		{"a/d/entries.jsonl", "1111111111111111", "d"}, {"b/d/entries.jsonl", "2222222222222222", "d (SHA-256 222222222222…)"}, {"c/other/entries.jsonl", "1111111111111111", "d"},
	} {
		if got := n.dataset(manifest("m", c.file, c.sum)); got != c.want {
			t.Errorf("%s: %s, want %s", c.file, got, c.want)
		}
	}
}
