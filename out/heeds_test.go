package out_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"switchyard/corpus"
	"switchyard/mission"
	"switchyard/out"
)

// TestHeeds compares what is said of formats with what choices do to their files.
func TestHeeds(t *testing.T) {
	if out.UnderRace {
		t.Skip("nothing runs at the same time here")
	}
	system, err := corpus.ParseSystem("Another prompt.")
	if err != nil {
		t.Fatal(err)
	}
	var entries []*mission.Entry // some from all over
	for i, e := range provenEntries(t) {
		if i%2 == 0 {
			entries = append(entries, e)
		}
	}
	written := func(x out.Exporter, o out.ExportOptions, f out.FolderOptions) []out.WrittenFile {
		t.Helper()
		folder, err := out.NewFolder(filepath.Join(t.TempDir(), "corpus"), f)
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
		if err := sink.Close(); err != nil {
			t.Fatal(err)
		}
		if err := folder.Flush(); err != nil {
			t.Fatal(err)
		}
		files := folder.Files()
		if err := folder.Discard(); err != nil {
			t.Fatal(err)
		}
		return files
	}
	options := map[out.Choice]out.ExportOptions{
		out.ChooseUnit:      {Options: corpus.Options{Unit: corpus.PerMission}},
		out.ChooseLoss:      {Options: corpus.Options{Loss: corpus.LossLast}},
		out.ChooseThoughts:  {Options: corpus.Options{Thoughts: true}},
		out.ChooseApart:     {Options: corpus.Options{Apart: true}},
		out.ChooseToolsText: {ToolsText: true},
		out.ChooseSystem:    {Options: corpus.Options{System: system}},
		out.ChooseMaxTokens: {MaxTokens: 1, Count: func(text string) int { return len(text) }},
	}
	folders := map[out.Choice]out.FolderOptions{out.ChooseShards: {ShardSize: 1000}, out.ChooseZstd: {Zstd: true}}
	for _, x := range out.Exporters() {
		plain := written(x, out.ExportOptions{}, out.FolderOptions{})
		for _, c := range out.Choices() {
			heeds := !reflect.DeepEqual(written(x, options[c], folders[c]), plain)
			if c == out.ChooseTokens {
				heeds = plain[len(plain)-1].Lines > 0
			}
			if heeds != out.Heeds(x.Name(), c) {
				t.Errorf("%s: %s makes a difference: %v", x.Name(), c, heeds)
			}
		}
	}
	if out.Heeds("nothing", out.ChooseUnit) {
		t.Error("a format that is none heeds something")
	}
}
