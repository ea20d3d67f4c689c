package out

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The front matter of a dataset card says what of a folder can be loaded: a
// config is a set of files with one schema and one type, in splits.

// configs says what can be loaded. Loaders stumble over files without a line,
// so a dataset without entries has none.
func (b *cardBuilder) configs(d CardData) {
	configs := d.Configs
	if configs == nil && d.Accepted > 0 {
		for _, f := range []Format{Native(), MMTB()} {
			configs = append(configs, CardConfig{f.Name(), []CardSplit{{"train", []string{f.File()}}}})
		}
	}
	if len(configs) == 0 {
		return
	}
	b.line("configs:")
	for i, c := range configs {
		b.line("- config_name: %s", yamlName(c.Name))
		if i == 0 {
			b.line("  default: true")
		}
		b.line("  data_files:")
		for _, split := range c.Splits {
			b.line("  - split: %s", yamlName(SplitName(split.Name)))
			if len(split.Paths) == 1 {
				b.line("    path: %s", yamlString(split.Paths[0]))
				continue
			}
			b.line("    path:")
			for _, path := range split.Paths {
				b.line("    - %s", yamlString(path))
			}
		}
	}
}

// SplitName makes of a word a name that the Hub takes for a split: letters,
// digits and "_", in parts between dots.
func SplitName(s string) string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' })
	for i, part := range parts {
		parts[i] = strings.Map(func(r rune) rune {
			if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return r
			}
			return '_'
		}, part)
	}
	return cmp.Or(strings.Join(parts, "."), "train")
}

// yamlName writes a word bare where YAML cannot take it for anything else.
func yamlName(s string) string {
	for i, r := range s {
		if letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'; !letter && (i == 0 || (r < '0' || r > '9') && r != '_' && r != '-') {
			return yamlString(s)
		}
	}
	switch strings.ToLower(s) {
	case "", "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return yamlString(s)
	}
	return s
}

// CardConfigs tells which files of an export can be loaded, and as what. A file
// belongs to the split that one of its folders or its own name says, alone or
// as a word before or after others: "trl/train-00002.jsonl",
// "llamafactory/train/train.jsonl". What remains of the name is the config. A file
// of no split, such as dataset_info.json, is no data. Known splits are given;
// train, validation and test always are.
func CardConfigs(files []WrittenFile, splits []string) []CardConfig {
	known := append(slices.Clone(splits), "train", "validation", "test")
	var list []CardConfig
	for _, f := range files {
		config, split, ok := configOf(f.Name, known)
		if !ok || f.Bytes == 0 {
			continue // a loader fails on an empty file
		}
		at := slices.IndexFunc(list, func(c CardConfig) bool { return c.Name == config })
		if at < 0 {
			at = len(list)
			list = append(list, CardConfig{Name: config})
		}
		c := &list[at]
		i := slices.IndexFunc(c.Splits, func(s CardSplit) bool { return s.Name == split })
		if i < 0 {
			i = len(c.Splits)
			c.Splits = append(c.Splits, CardSplit{Name: split})
		}
		c.Splits[i].Paths = append(c.Splits[i].Paths, f.Name)
	}
	for i := range list {
		slices.SortStableFunc(list[i].Splits, func(a, b CardSplit) int { return slices.Index(known, a.Name) - slices.Index(known, b.Name) })
	}
	first := []string{"openai", Native().Name()} // the rising order of what is offered first
	slices.SortStableFunc(list, func(a, b CardConfig) int {
		return cmp.Or(slices.Index(first, b.Name)-slices.Index(first, a.Name), labelsLast(a.Name)-labelsLast(b.Name), strings.Compare(a.Name, b.Name))
	})
	return list
}

// labelsLast is 1 for labels, and 0 for what they are about.
func labelsLast(config string) int {
	if strings.HasPrefix(config, strings.TrimSuffix(LabelsFolder, "/")+"-") {
		return 1
	}
	return 0
}

// shardNumber ends the name of a shard.
var shardNumber = regexp.MustCompile(`-\d{5}$`)

// configOf takes the name of a file apart.
func configOf(name string, splits []string) (config, split string, ok bool) {
	folder, file := path.Split(strings.TrimSuffix(name, ".zst"))
	kind := path.Ext(file)
	if !slices.Contains([]string{".jsonl", ".json", ".parquet"}, kind) {
		return "", "", false
	}
	stem := shardNumber.ReplaceAllString(strings.TrimSuffix(file, kind), "")
	var words []string
	for i, word := range append(strings.FieldsFunc(folder, func(r rune) bool { return r == '/' }), stem) {
		rest, found := word, ""
		if i > 0 { // the first is the format
			rest, found = withoutSplit(word, splits)
		}
		if found != "" && split != "" && found != split {
			return "", "", false
		}
		split = cmp.Or(split, found)
		if rest != "" {
			words = append(words, rest)
		}
	}
	if split == "" {
		return "", "", false
	}
	config = strings.Join(words, "-")
	if kind != ".jsonl" && kind != "."+config {
		config += "-" + kind[1:]
	}
	return config, split, true
}

// withoutSplit finds a split in a word and gives what remains of it.
func withoutSplit(word string, splits []string) (rest, split string) {
	for _, s := range splits {
		if word == s {
			return "", s
		}
	}
	for _, s := range splits {
		for _, between := range []string{"-", "_", "."} {
			if rest, ok := strings.CutPrefix(word, s+between); ok {
				return rest, s
			}
			if rest, ok := strings.CutSuffix(word, between+s); ok {
				return rest, s
			}
		}
	}
	return word, ""
}
