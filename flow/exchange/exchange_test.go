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

// Conversations are lists of messages or texts.
func TestTalks(t *testing.T) {
	all, err := exchange.Talks([]byte(`[{"user_intention": "book", "conversation": [{"role": "user", "content": "Hello"}]},
		{"user_intention": "cancel", "conversation": "USER: Hello\nthere\nBOT: Yes: what?"}]`))
	if err != nil || len(all) != 2 || all[1].Conversation[0].Content != "Hello\nthere" || all[1].Conversation[1] != (exchange.Said{Role: "bot", Content: "Yes: what?"}) {
		t.Errorf("%+v %v", all, err)
	}
	for _, bad := range []string{"", "{}", `[{"user_intention": "x"}]`, `[{"conversation": 7}]`, `[{"conversation": ""}]`, `[{"conversation": []}]`, `[{"conversation": [{"content": "x"}]}]`, `[{"conversation": "hello there"}]`} {
		if _, err := exchange.Talks([]byte(bad)); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}
