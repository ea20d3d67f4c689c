package out_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/out/corpus"
)

// TestHeeds compares the Choices of formats with what these change in their files.
func TestHeeds(t *testing.T) {
	if race.Enabled || testing.Short() {
		t.Skip("each format is written once for every choice")
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
	files := func(x out.Exporter, o out.ExportOptions, f out.FolderOptions) []out.WrittenFile {
		t.Helper()
		folder := written(t, x, entries, filepath.Join(t.TempDir(), "corpus"), o, f)
		if err := folder.Discard(); err != nil {
			t.Fatal(err)
		}
		return folder.Files()
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
		plain := files(x, out.ExportOptions{}, out.FolderOptions{})
		for _, c := range out.Choices() {
			heeds := !reflect.DeepEqual(files(x, options[c], folders[c]), plain)
			if c == out.ChooseTokens {
				heeds = plain[len(plain)-1].Lines > 0
			}
			switch says := out.Heeds(x.Name(), c); {
			case heeds && !says:
				t.Errorf("--%s changes what %s writes, but its Choices do not list it", c, x.Name())
			case !heeds && says:
				t.Errorf("--%s changes nothing of what %s writes, but its Choices list it", c, x.Name())
			}
		}
	}
	if out.Heeds("nothing", out.ChooseUnit) {
		t.Error("an unknown format has choices")
	}
}
