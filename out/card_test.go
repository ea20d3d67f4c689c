package out

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

var update = flag.Bool("update", false, "rewrite the expected files")

// golden compares with a file of testdata.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test ./out -update rewrites it):\n%s", path, got)
	}
}

func cardData() CardData {
	return CardData{
		Name: "Travel, 2 | missions", License: "cc-by-4.0", Languages: []string{"en"}, Tags: []string{"travel", "tool-use"},
		Command: "switchyard generate --seed 7 --missions 1,2", Version: "0.1.0", Seed: "7",
		Toolsets: []CardToolset{{Name: "travel", SHA256: strings.Repeat("ab", 32), Source: "catalog"}},
		Planned:  20, Accepted: 17, Rejected: map[string]int{"proof": 2, "draw": 1}, Failed: map[string]int{},
		Types: map[string]int{"single": 10, "chat": 5, "multi": 12, "clarify": 7}, Patterns: map[string]int{"mixed": 12},
		Relations: map[string]int{"implicit": 9}, Ways: map[string]int{"personal": 4, "correction": 5},
		Coverage: []CardCoverage{{1, 4, 4}, {2, 16, 13}},
		Files:    []CardFile{{Name: "entries.jsonl", Entries: 17, Bytes: 170170, SHA256: strings.Repeat("cd", 32)}},
		Sample:   sample(), Limits: []string{"Only one toolset\nwas used."},
	}
}

func TestCard(t *testing.T) {
	var card bytes.Buffer
	if err := Card(&card, cardData()); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/card.md", card.Bytes())
	for range 20 {
		var again bytes.Buffer
		if err := Card(&again, cardData()); err != nil || !bytes.Equal(card.Bytes(), again.Bytes()) {
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

func readFrontMatter(t *testing.T, d CardData) (frontMatter, string) {
	t.Helper()
	var card bytes.Buffer
	if err := Card(&card, d); err != nil {
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
	f, _ = readFrontMatter(t, CardData{Accepted: 1000})
	if f.License != "unknown" || f.Language[0] != "en" || f.SizeCategories[0] != "1K<n<10K" || f.PrettyName == "" {
		t.Errorf("of nothing: %+v", f)
	}
}

// fenced is a block of code, in which nothing is interpreted.
var fenced = regexp.MustCompile("(?ms)^(```+)(sh)?\n.*?^```+$")

func TestCardHostileText(t *testing.T) {
	for _, text := range hostileTexts {
		d := cardData()
		d.Name, d.Version, d.Command, d.License, d.Sample = text, text, text, text, hostile(text)
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
	if err := Card(brokenWriter{}, CardData{}); err == nil || err.Error() != "disk full" {
		t.Error(err)
	}
}
