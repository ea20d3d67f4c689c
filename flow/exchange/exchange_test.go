package exchange_test

import (
	"os"
	"path/filepath"
	"testing"

	"switchyard/flow"
	"switchyard/flow/exchange"
	"switchyard/flow/find"
	"switchyard/flow/forms"
)

// What is written as a dataset of FlowAgent is read back: every workflow, with the same graph, over
// the same tools.
func TestBack(t *testing.T) {
	all, err := find.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	files, err := exchange.Dataset(all, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "d")
	if err := exchange.Save(t.Context(), dir, files, false); err != nil {
		t.Fatal(err)
	}
	in, err := exchange.Import(t.Context(), dir, nil, "")
	if err != nil || len(in.Left) > 0 || len(in.Workflows) != len(all) {
		t.Fatalf("%d of %d: %v %v", len(in.Workflows), len(all), in.Left, err)
	}
	for i, w := range in.Workflows {
		if w.Set.Name != all[i].Set.Name || forms.Write(w, forms.Code) != forms.Write(all[i], forms.Code) {
			t.Errorf("%s is another one", all[i].Name)
		}
		if problems := flow.Check(w); len(problems) > 0 {
			t.Errorf("%s: %v", w.Name, problems[0])
		}
	}
	if err := exchange.Save(t.Context(), filepath.Join(dir, "in"), in.Files, false); err != nil {
		t.Fatal(err)
	}
	if names, err := os.ReadDir(filepath.Join(dir, "in")); err != nil || len(names) != len(all) {
		t.Errorf("%d files, %v", len(names), err)
	}
}
