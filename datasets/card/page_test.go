package card

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"switchyard/datasets/figures"
	"switchyard/datasets/manifest"
	"switchyard/mission"
	"switchyard/out"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/xeipuuv/gojsonschema"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the expected file")

// sample is an entry of four missions, one of each type.
func sample(t testing.TB) *mission.Entry {
	t.Helper()
	data, err := os.ReadFile("../../schemas/testdata/entry.json")
	if err != nil {
		t.Fatal(err)
	}
	var e mission.Entry
	if err := json.Unmarshal(data, &e); err != nil {
		t.Fatal(err)
	}
	return &e
}

// hostileTexts are what a name or something said may be.
var hostileTexts = []string{
	"two\nlines\r\nand a tab\t", "separators \u2028 and \u2029 and \u0085 end", `quotes " and ' and \ backslash \n`,
	"right to left: שלום עליכם \u202e turned", "before\n=====\nafter", "<script>alert('&amp;')</script>", "a null \u0000 and an escape \u001b",
	"---\nyaml: [1, 2]\n```\nfence\n```",
}

// hostile is an entry in which people say nothing but a text.
func hostile(t testing.TB, text string) *mission.Entry {
	e := sample(t)
	e.Persona.Name = text
	for i := range e.Missions {
		m := &e.Missions[i]
		m.Request, m.Reply = text, text
		for j := range m.Questions {
			m.Questions[j].Text, m.Questions[j].Reply = text, text
		}
		for j := range m.Calls {
			m.Calls[j].Tool = text
		}
	}
	return e
}

func cardData() *Data {
	return &Data{
		Name: "Travel, 2 | missions", License: "cc-by-4.0", Languages: []string{"en"}, Tags: []string{"travel", "tool-use"},
		Command: "switchyard generate --seed 7 --missions 1,2", Version: "0.1.0", Seed: "7",
		Toolsets:   []Toolset{{Toolset: manifest.Toolset{Name: "travel", SHA256: strings.Repeat("ab", 32), Source: "catalog"}}},
		Accounting: manifest.Accounting{Planned: 20, Accepted: 17, Rejected: map[string]int{"proof": 2, "draw": 1}, Failed: map[string]int{}},
		Balance: manifest.Balance{Types: map[string]int{"single": 10, "chat": 5, "multi": 12, "clarify": 7}, Patterns: map[string]int{"mixed": 12},
			Relations: map[string]int{"implicit": 9}, Ways: map[string]int{"personal": 4, "correction": 5}},
		Coverage: []manifest.Coverage{{Missions: 1, Paths: 4, Covered: 4}, {Missions: 2, Paths: 16, Covered: 13}},
		Files:    []manifest.File{{Name: "entries.jsonl", Entries: 17, Bytes: 170170, SHA256: strings.Repeat("cd", 32)}},
		Configs:  []SubSet{RunSubSet("entries.jsonl"), RunSubSet("mmtb.jsonl")},
		Limits:   []string{"Only one toolset\nwas used."},
	}
}

func TestCard(t *testing.T) {
	var card bytes.Buffer
	d := cardData()
	d.Sample = sample(t)
	if err := Render(&card, d); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("testdata/card.md", card.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/card.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), card.String()); diff != "" {
		t.Errorf("testdata/card.md differs (go test ./datasets/card -update rewrites it):\n%s", diff)
	}
	for range 20 {
		var again bytes.Buffer
		if err := Render(&again, d); err != nil || !bytes.Equal(card.Bytes(), again.Bytes()) {
			t.Fatal("the bytes differ from call to call")
		}
	}
}

// frontMatter is what the Hub reads of a card.
type frontMatter struct {
	PrettyName     string   `yaml:"pretty_name"`
	License        string   `yaml:"license"`
	Language       []string `yaml:"language"`
	TaskCategories []string `yaml:"task_categories"`
	SizeCategories []string `yaml:"size_categories"`
	Tags           []string `yaml:"tags"`
	Configs        []struct {
		ConfigName string `yaml:"config_name"`
		Default    bool   `yaml:"default"`
		DataFiles  []struct {
			Split string `yaml:"split"`
			Path  string `yaml:"path"`
		} `yaml:"data_files"`
	} `yaml:"configs"`
}

func readFrontMatter(t *testing.T, d *Data) (frontMatter, string) {
	t.Helper()
	var card bytes.Buffer
	if err := Render(&card, d); err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitN(card.String(), "---\n", 3)
	if len(parts) != 3 || parts[0] != "" {
		t.Fatal("no front matter")
	}
	var f frontMatter
	if err := yaml.UnmarshalWithOptions([]byte(parts[1]), &f, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return f, parts[2]
}

func TestCardFrontMatter(t *testing.T) {
	f, _ := readFrontMatter(t, cardData())
	if f.PrettyName != "Travel, 2 | missions" || f.License != "cc-by-4.0" || strings.Join(f.SizeCategories, "") != "n<1K" ||
		strings.Join(f.TaskCategories, "") != "text-generation" || strings.Join(f.Language, "") != "en" || len(f.Tags) != 6 {
		t.Errorf("%+v", f)
	}
	if len(f.Configs) != 2 || !f.Configs[0].Default || f.Configs[1].Default ||
		f.Configs[0].DataFiles[0].Path != "entries.jsonl" || f.Configs[1].DataFiles[0].Path != "mmtb.jsonl" {
		t.Errorf("%+v", f.Configs)
	}
	split := regexp.MustCompile(`^\w+(\.\w+)*$`)
	for _, c := range f.Configs {
		if !split.MatchString(c.DataFiles[0].Split) {
			t.Errorf("split %q", c.DataFiles[0].Split)
		}
	}
	f, _ = readFrontMatter(t, &Data{Accounting: manifest.Accounting{Accepted: 1000}})
	if f.License != "unknown" || f.Language[0] != "en" || f.SizeCategories[0] != "1K<n<10K" || f.PrettyName == "" {
		t.Errorf("of nothing: %+v", f)
	}
}

// fenced is a block of code, in which nothing is interpreted.
var fenced = regexp.MustCompile("(?ms)^(```+)(sh)?\n.*?^```+$")

func TestCardHostileText(t *testing.T) {
	for _, text := range hostileTexts {
		d := cardData()
		d.Name, d.Version, d.Command, d.License, d.Sample = text, text, text, text, hostile(t, text)
		d.Toolsets[0].Name, d.Rejected = text, map[string]int{text: 3}
		f, body := readFrontMatter(t, d)
		if f.PrettyName != text || f.License != text {
			t.Errorf("%q comes back as %q", text, f.PrettyName)
		}
		if outside := fenced.ReplaceAllString(body, ""); strings.Contains(outside, "<script") {
			t.Errorf("%q: HTML gets through:\n%s", text, outside)
		}
		for _, section := range []string{"## How it was made", "## Accounting", "## Limits"} {
			if strings.Count("\n"+body, "\n"+section+"\n") != 1 {
				t.Errorf("%q: no section %s", text, section)
			}
		}
	}
}

func TestSizeCategory(t *testing.T) {
	for entries, want := range map[int]string{0: "n<1K", 999: "n<1K", 1000: "1K<n<10K", 10000: "10K<n<100K", 999999: "100K<n<1M", 1 << 40: "n>1B"} {
		if got := sizeCategory(entries); got != want {
			t.Errorf("%d: %s", entries, got)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestCardWriteError(t *testing.T) {
	if err := Render(brokenWriter{}, &Data{}); err == nil || err.Error() != "disk full" {
		t.Error(err)
	}
}

func TestSubSets(t *testing.T) {
	file := func(name string) out.WrittenFile { return out.WrittenFile{Name: name, Bytes: 1} }
	got := subSets([]out.WrittenFile{
		file("bfcl/test/BFCL_v4_simple.json"), file("bfcl/test/possible_answer/BFCL_v4_simple.json"),
		file("llamafactory/dataset_info.json"), file("llamafactory/train/train-00000.jsonl"), file("llamafactory/train/train-00001.jsonl"),
		file("native/held-out.jsonl.zst"), file("native/train.jsonl.zst"), {Name: "native/validation.jsonl"},
		file("openai/train.jsonl"), file("parquet/train.parquet"), file("trl/notes.md"), file("trl/test.jsonl"), file("trl/test.json"),
		file("worfbench/worf_train.json"), file("train/train.jsonl"),
		file("labels/bfcl-dpo/train.jsonl"),
	}, []string{"held-out"})
	want := []SubSet{
		{"native", []Split{{"held-out", []string{"native/held-out.jsonl.zst"}}, {"train", []string{"native/train.jsonl.zst"}}}},
		{"openai", []Split{{"train", []string{"openai/train.jsonl"}}}},
		{"bfcl-BFCL_v4_simple-json", []Split{{"test", []string{"bfcl/test/BFCL_v4_simple.json"}}}},
		{"bfcl-possible_answer-BFCL_v4_simple-json", []Split{{"test", []string{"bfcl/test/possible_answer/BFCL_v4_simple.json"}}}},
		{"llamafactory", []Split{{"train", []string{"llamafactory/train/train-00000.jsonl", "llamafactory/train/train-00001.jsonl"}}}},
		{"parquet", []Split{{"train", []string{"parquet/train.parquet"}}}},
		{"train", []Split{{"train", []string{"train/train.jsonl"}}}},
		{"trl", []Split{{"test", []string{"trl/test.jsonl"}}}},
		{"trl-json", []Split{{"test", []string{"trl/test.json"}}}},
		{"worfbench-worf-json", []Split{{"train", []string{"worfbench/worf_train.json"}}}},
		{"labels-bfcl-dpo", []Split{{"train", []string{"labels/bfcl-dpo/train.jsonl"}}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// splitAllowed is the rule of the Hub.
var splitAllowed = regexp.MustCompile(`^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$`)

func TestSplitName(t *testing.T) {
	for word, want := range map[string]string{"train": "train", "held-out": "held_out", "a.b": "a.b", "..": "train", "": "train", "東京 1": "___1", "x..y.": "x.y"} {
		if got := splitName(word); got != want {
			t.Errorf("%q: %q", word, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if got := splitName(rapid.String().Draw(t, "word")); !splitAllowed.MatchString(got) {
			t.Fatalf("%q", got)
		}
	})
}

// cardSchema is what the Hub's documentation says of the front matter.
const cardSchema = `{
  "type": "object", "additionalProperties": false,
  "required": ["pretty_name", "license", "language", "task_categories", "tags"],
  "properties": {
    "pretty_name": {"type": "string", "minLength": 1},
    "license": {"type": "string", "minLength": 1},
    "language": {"type": "array", "minItems": 1, "items": {"type": "string", "pattern": "^[a-z]{2,3}$"}},
    "task_categories": {"type": "array", "items": {"enum": ["text-generation"]}},
    "size_categories": {"type": "array", "maxItems": 1, "items": {"enum": ["n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B", "n>1B"]}},
    "tags": {"type": "array", "uniqueItems": true, "items": {"type": "string"}},
    "configs": {"type": "array", "minItems": 1, "items": {
      "type": "object", "additionalProperties": false, "required": ["config_name", "data_files"],
      "properties": {
        "config_name": {"type": "string", "minLength": 1},
        "default": {"enum": [true]},
        "data_files": {"type": "array", "minItems": 1, "items": {
          "type": "object", "additionalProperties": false, "required": ["split", "path"],
          "properties": {
            "split": {"type": "string", "pattern": "^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$"},
            "path": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "array", "minItems": 2, "items": {"type": "string", "minLength": 1}}]}
          }}}
      }}}
  }
}`

// fitsHub reads the front matter of a card and holds it against the schema.
func fitsHub(t interface{ Fatal(...any) }, d *Data) map[string]any {
	var card bytes.Buffer
	if err := Render(&card, d); err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitN(card.String(), "---\n", 3)
	var front map[string]any
	if err := yaml.Unmarshal([]byte(parts[1]), &front); err != nil {
		t.Fatal(err)
	}
	result, err := gojsonschema.Validate(gojsonschema.NewStringLoader(cardSchema), gojsonschema.NewGoLoader(front))
	if err != nil {
		t.Fatal(err)
	}
	if !result.Valid() {
		t.Fatal(result.Errors(), parts[1])
	}
	return front
}

func TestCardFitsHub(t *testing.T) {
	fitsHub(t, cardData())
	for _, d := range []*Data{{}, {Accounting: manifest.Accounting{Planned: 3, Rejected: map[string]int{"draw": 3}}}, {Accounting: manifest.Accounting{Accepted: 3}}} {
		if front := fitsHub(t, d); front["configs"] != nil {
			t.Errorf("a dataset without files offers %v", front["configs"])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.String(), rapid.SampledFrom(hostileTexts), rapid.SampledFrom([]string{"no", "null", "1", "- a", "a: b", "#", "'", "x-1", "~", "0x1F", "1e3"}))
		d := cardData()
		d.Configs = nil
		for range rapid.IntRange(1, 3).Draw(t, "configs") {
			c := SubSet{Name: "c" + word.Draw(t, "name")}
			for range rapid.IntRange(1, 3).Draw(t, "splits") {
				c.Splits = append(c.Splits, Split{word.Draw(t, "split"), rapid.SliceOfN(rapid.Map(word, func(s string) string { return "p" + s }), 1, 3).Draw(t, "paths")})
			}
			d.Configs = append(d.Configs, c)
		}
		front := fitsHub(t, d)
		for i, c := range front["configs"].([]any) {
			config := c.(map[string]any)
			want := strings.ToValidUTF8(d.Configs[i].Name, "\ufffd")
			if config["config_name"] != want || (config["default"] == true) != (i == 0) {
				t.Fatalf("%q is %v", want, config)
			}
		}
	})
}

// pictures is how a picture stands in a card: HTML of its own, in which no
// blank line ends it.
var pictures = regexp.MustCompile(`(?m)^<picture>\n  <source media="\(prefers-color-scheme: dark\)" srcset="figures/tools-dark.svg">\n  <img src="figures/tools-light.svg" width="800" alt="([^"<>\n]*)">\n</picture>$`)

func TestCardParts(t *testing.T) {
	d := cardData()
	d.Strategy = "free"
	d.Models = []manifest.Model{{Role: "user", Model: "gpt-4o", Endpoint: "https://api.openai.com/v1", Sampling: `{"temperature":1}`, Prompts: strings.Repeat("ef", 32)}}
	d.Toolsets = append(d.Toolsets, Toolset{Toolset: manifest.Toolset{Name: "pets", Source: "pets.yaml"}, Licence: "MIT"})
	d.Skipped = map[string]int{"openai: too many tokens": 4}
	d.LeftOut = map[string]int{"source.query": 2}
	d.Files = append(d.Files, manifest.File{Name: "labels/trl-dpo/train.jsonl", Entries: 2})
	d.Tokens = &Tokens{By: "o200k_base", Estimated: true, Files: map[string]int{"openai/train.jsonl": 12345}}
	d.Figures = []*figures.Figure{{Name: "tools", Alt: "3 tools"}}
	var card bytes.Buffer
	if err := Render(&card, d); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n- strategy: free\n", "| user | gpt-4o | `https://api.openai.com/v1` | `{\"temperature\":1}` | `" + strings.Repeat("ef", 32) + "` |",
		"| openai: too many tokens | 4 |", "| source.query | 2 |", "\n- `labels/`: what each preference pair", "\nAll text of the lines, in the encoding o200k_base.\nThese are estimates: only some of the lines were counted.\n", "| `openai/train.jsonl` | about 12345 |", "| pets | MIT |",
		"from the stored answers of the models", "\n## At a glance\n", "Models played some of the roles"} {
		if !strings.Contains(card.String(), want) {
			t.Errorf("no %q in:\n%s", want, card.String())
		}
	}
	if m := pictures.FindStringSubmatch(card.String()); m == nil || m[1] != "3 tools" {
		t.Errorf("no picture in:\n%s", card.String())
	}
}

// A card claims no more than was looked at.
func TestCardProof(t *testing.T) {
	for _, test := range []struct {
		proof Proof
		want  string
	}{
		{Proof{}, "\nWhether the conversations were proved was not noted.\n\n"},
		{Proof{Proved: 3}, "\nEvery conversation was proved before it was written in these formats.\n\n"},
		{Proof{Unknown: 3}, "\nwhere values come from, so they are not proved.\n\n"},
		{Proof{Proved: 2, Unknown: 3}, "\n2 of the entries were proved before they were written in these formats; 3 come from"},
	} {
		d := cardData()
		d.Examples, d.Proof = true, test.proof
		var card bytes.Buffer
		if err := Render(&card, d); err != nil || !strings.Contains(card.String(), test.want) {
			t.Errorf("%v: no %q in:\n%s", test.proof, test.want, card.String())
		}
	}
}

// Names from toolsets, files and models are no Markdown and no HTML.
func TestCardHostileNames(t *testing.T) {
	for _, text := range append([]string{"[x](javascript:alert(1))", "`code`", "**bold**", "a | b", "![i](http://x)", `\`, "~~~", "\"><img src=x onerror=y>"}, hostileTexts...) {
		d := cardData()
		d.Strategy = text
		d.Models = []manifest.Model{{Role: text, Model: text, Endpoint: text, Sampling: text, Prompts: text}}
		d.Toolsets = []Toolset{{Toolset: manifest.Toolset{Name: text, Source: text, SHA256: text}, Licence: text}}
		d.Skipped, d.Failed, d.LeftOut = map[string]int{text: 1}, map[string]int{text: 1}, map[string]int{text: 1}
		d.Tokens = &Tokens{By: text, Files: map[string]int{text: 1}}
		d.Figures = []*figures.Figure{{Name: "tools", Alt: text}}
		d.Files[0].Name = text
		d.Sample = nil
		_, body := readFrontMatter(t, d)
		if !pictures.MatchString(body) {
			t.Errorf("%q breaks the picture", text)
		}
		body = fenced.ReplaceAllString(pictures.ReplaceAllString(body, ""), "")
		for number, line := range strings.Split(body, "\n") {
			bare := regexp.MustCompile("`[^`]*`|\\\\.").ReplaceAllString(line, "")
			if i := strings.IndexAny(bare, "`<>*[]"); i >= 0 {
				t.Errorf("%q: line %d holds markup: %s", text, number, line)
			}
			if cells := strings.Count(bare, "|"); strings.HasPrefix(line, "|") && !strings.Contains("3 4 5 6", strconv.Itoa(cells)) {
				t.Errorf("%q: a row of %d bars: %s", text, cells, line)
			}
		}
	}
}
