package toolfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/tools"
)

const smallSet = `toolset: test/trains
title: Trains
language: en
entities:
  train: {id: train_id, attributes: {train_id: {pattern: "T[1-9][0-9]{3}", about: Number.}, leaves: {time: 06:00-20:00, about: When it leaves.}}}
tools:
  find_trains:
    about: Lists the trains to a city.
    effect: list train
    params:
      city: {type: string, required: true, about: City., values: {is: city}, noun: city, say: ["to {}"], ask: ["Which city?"]}
    do: ["find trains[ to {city}]"]
    ask: [{direct fragment: "Trains[ to {city}], please."}]
    tell: ["There are:"]
`

// A word file beside a toolset is read with it, and its lines are written as they were read.
func TestWords(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "trains.yaml")
	lines := []string{
		`{"say":"any trains to {city:bare}?","use":"request","calls":["find_trains"],"tone":"colloquial"}`,
		`{"say":"{city:bare}","use":"answer","calls":["find_trains"]}`,
		`{"say":"trains to {city:bare} <b>, and to {2.city:bare}","use":"request","calls":["find_trains","find_trains"]}`,
	}
	for name, text := range map[string]string{file: smallSet, WordsFile(file): strings.Join(lines, "\n\n") + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sets, _, err := Load(t.Context(), dir)
	if err != nil || len(sets) != 1 {
		t.Fatalf("%d toolsets: %v", len(sets), err)
	}
	words := sets[0].Words
	for i, w := range words.All {
		if line, err := FormatWording(w); err != nil || string(line) != lines[i] {
			t.Errorf("%s, want %s (%v)", line, lines[i], err)
		}
	}
	if got := words.Of(tools.ToRequest, "", []string{"find_trains"}); len(words.All) != 3 || len(got) != 1 {
		t.Errorf("%d wordings, %d of them for a request", len(words.All), len(got))
	}
	alone, err := Parse(file, []byte(smallSet))
	if err != nil || alone.Hash == sets[0].Hash {
		t.Errorf("the hash is the same with words and without them: %v", err)
	}
}

// What is wrong with a word file is told with its line.
func TestWrongWords(t *testing.T) {
	set, err := Parse("trains.yaml", []byte(smallSet))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		`{`: "not a wording",
		`{"say":"x","use":"request","calls":["find_trains"],"mood":"good"}`: "unknown field",
		`{"say":" ","use":"request","calls":["find_trains"]}`:               "without words",
		`{"say":"{city","use":"request","calls":["find_trains"]}`:           "never closed",
		`{"say":"x","use":"shout","calls":["find_trains"]}`:                 `"shout" is no use`,
		`{"say":"x","use":"request","calls":["find_trains"],"tone":"loud"}`: `"loud" is no tone`,
		`{"say":"x","use":"request"}`:                                       "asks for no call",
		`{"say":"x","use":"talk","topic":"cats"}`:                           `no topic "cats"`,
		`{"say":"x","use":"request","calls":["find_cats"]}`:                 `no tool "find_cats"`,
		`{"say":"{size}","use":"request","calls":["find_trains"]}`:          `no parameter "size"`,
		`{"say":"{2.city}","use":"request","calls":["find_trains"]}`:        "there are 1",
	} {
		err := AddWords(set, "trains.words.en.jsonl", []byte("\n"+line+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "trains.words.en.jsonl:2") {
			t.Errorf("%s: %v, want %q in line 2", line, err, want)
		}
	}
}

func TestWordsFile(t *testing.T) {
	for path, want := range map[string]string{"a/b.yaml": "a/b.words.en.jsonl", "b.json.gz": "b.words.en.jsonl", "b.yml.zst": "b.words.en.jsonl"} {
		if got := WordsFile(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// FuzzWords reads any line without a panic, and writes what it can read.
func FuzzWords(f *testing.F) {
	f.Add(`{"say":"any trains to {city:bare}[ at {2.city}]?","use":"request","calls":["find_trains"]}`)
	f.Fuzz(func(t *testing.T, line string) {
		set, err := Parse("trains.yaml", []byte(smallSet))
		if err != nil {
			t.Fatal(err)
		}
		w, err := readWording(set, []byte(line))
		if err != nil {
			return
		}
		text, err := FormatWording(w)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readWording(set, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	})
}
