package out_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"switchyard/gen"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/out/corpus"
	"switchyard/schemas"
	"switchyard/tools/catalog"
)

// written exports entries into a folder, which is not in its place yet.
func written(t *testing.T, x out.Exporter, entries []*mission.Entry, path string, o out.ExportOptions, f out.FolderOptions) *out.Folder {
	t.Helper()
	folder, err := out.NewFolder(path, f)
	if err != nil {
		t.Fatal(err)
	}
	sink, err := x.Export(folder.Sub(x.Name()), "train", o)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := out.Add(sink, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(sink.Close(), folder.Flush()); err != nil {
		t.Fatal(err)
	}
	return folder
}

// provenEntries are entries of a real run: only proven ones have pairs.
func provenEntries(t *testing.T) []*mission.Entry {
	t.Helper()
	sets, err := catalog.All()
	if err != nil {
		t.Fatal(err)
	}
	c := gen.Config{Seed: 1, Toolsets: sets, Out: filepath.Join(t.TempDir(), "ds"), Version: "test", Distractors: 2, Limit: 24}
	if _, err := gen.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(c.Out, out.Native().File()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []*mission.Entry
	for e, err := range out.NewNativeReader(f, "entries.jsonl").All() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// Beside each file of pairs stands a file with as many lines that say what the
// pairs are, in folders that readers of the format do not look into.
func TestPairLabels(t *testing.T) {
	schema, err := os.ReadFile("testdata/formats/pair_label.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	valid, err := schemas.Compile(schema)
	if err != nil {
		t.Fatal(err)
	}
	entries, pairer := provenEntries(t), corpus.NewPairer()
	pairs := map[string]corpus.Pair{}
	var ids []string
	for _, e := range entries {
		list, err := pairer.Pairs(e, corpus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			pairs[p.ID] = p
			ids = append(ids, p.ID)
		}
	}
	longest := out.ExportOptions{MaxTokens: 16_000, Count: func(s string) int { return len(s) }} // some pairs are skipped
	for file, name := range map[string]string{"train.jsonl": "openai-dpo", "train-00001.jsonl": "trl-dpo", "train/train.jsonl": "llamafactory-dpo"} {
		x, err := out.LookupExporter(name)
		if err != nil {
			t.Fatal(err)
		}
		var o out.FolderOptions
		if strings.Contains(file, "-0") {
			o.ShardSize = 4
		}
		path := filepath.Join(t.TempDir(), "corpus")
		folder := written(t, x, entries, path, longest, o)
		if err := folder.Commit("", nil); err != nil {
			t.Fatal(err)
		}
		sum := 0
		for kind, n := range folder.Labels()[name] {
			if !slices.Contains(corpus.Whys(), corpus.Why(kind)) {
				t.Errorf("%s: %d pairs are of the kind %q", name, n, kind)
			}
			sum += n
		}
		skipped := 0
		for _, n := range folder.Skipped() {
			skipped += n
		}
		if sum == 0 || skipped == 0 || sum+skipped != len(pairs) {
			t.Errorf("%s: %d pairs and %d skipped of %d", name, sum, skipped, len(pairs))
		}
		data, labels := linesOf(t, filepath.Join(path, name, file)), linesOf(t, filepath.Join(path, out.LabelsFolder, name, file))
		if len(data) != len(labels) || len(data) == 0 {
			t.Fatalf("%s: %d labels of %d pairs", name, len(labels), len(data))
		}
		at := -1
		for i, line := range labels {
			doc, err := schemas.Decode([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range valid.ValidateValue(doc) {
				t.Errorf("%s: %s", name, v)
			}
			var l out.PairLabel
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			p := pairs[l.ID]
			want := out.PairLabel{ID: p.ID, Entry: p.Entry.ID, Mission: p.Mission + 1, Kind: string(p.Why), Check: p.Check, Detail: p.Detail, Language: p.Entry.Environment.Locale}
			if l != want {
				t.Errorf("%s: %+v, want %+v", name, l, want)
			}
			// It is the label of this line: both sides are in it.
			for _, m := range []corpus.Message{p.Chosen[0], p.Rejected[0]} {
				said, err := json.Marshal(m.Text)
				if err != nil {
					t.Fatal(err)
				}
				if m.Text != "" && !strings.Contains(data[i], strings.Trim(html.Replace(string(said)), `"`)) {
					t.Errorf("%s: line %d does not hold %s", name, i+1, said)
				}
				for _, c := range m.Calls {
					if !strings.Contains(data[i], c.Name) {
						t.Errorf("%s: line %d does not call %s", name, i+1, c.Name)
					}
				}
			}
			next := slices.Index(ids, l.ID)
			if next <= at {
				t.Errorf("%s: %s is not in its order", name, l.ID)
			}
			at = next
		}
	}
}

// html undoes what encoding/json does for HTML.
var html = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

func linesOf(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}
