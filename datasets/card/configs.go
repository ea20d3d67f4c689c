package card

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"switchyard/out"
)

// The front matter of a dataset card says what can be loaded from a folder. A config is a
// set of files with one schema and one type, in splits.

// SubSet is what the Hub calls a config: files of one type whose rows have the same
// schema.
type SubSet struct {
	Name   string
	Splits []Split
}

// Split is the files of one split. The card changes a name that the Hub does not allow.
type Split struct {
	Name  string
	Paths []string
}

// RunSubSet returns the config of a file of a run folder.
func RunSubSet(file string) SubSet {
	name := strings.TrimSuffix(file, path.Ext(file))
	for _, format := range out.Formats() {
		if format.File() == file {
			name = format.Name()
		}
	}
	return SubSet{name, []Split{{"train", []string{file}}}}
}

// splitName turns a word into a name that the Hub accepts for a split: letters,
// digits and "_", in parts between dots.
func splitName(s string) string {
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

// subSets says which files of an export can be loaded, and as what. The split of a file is
// named by one of its folders or by its own name, as the whole name or as its first or
// last word: "trl/train-00002.jsonl", "llamafactory/train/train.jsonl". The rest of the
// name is the config. A file without a split, such as dataset_info.json, is not data. The
// splits are the given ones and always train, validation and test. Empty files are left
// out, because loaders fail on them.
func subSets(files []out.WrittenFile, splits []string) []SubSet {
	known := append(slices.Clone(splits), "train", "validation", "test")
	var list []SubSet
	for _, f := range files {
		config, split, ok := configOf(f.Name, known)
		if !ok || f.Bytes == 0 {
			continue
		}
		at := slices.IndexFunc(list, func(c SubSet) bool { return c.Name == config })
		if at < 0 {
			at = len(list)
			list = append(list, SubSet{Name: config})
		}
		list[at].add(split, f.Name)
	}
	for i := range list {
		slices.SortStableFunc(list[i].Splits, func(a, b Split) int { return slices.Index(known, a.Name) - slices.Index(known, b.Name) })
	}
	first := []string{"openai", out.Native().Name()} // what comes first, in ascending order
	slices.SortStableFunc(list, func(a, b SubSet) int {
		return cmp.Or(slices.Index(first, b.Name)-slices.Index(first, a.Name), labelsLast(a.Name)-labelsLast(b.Name), strings.Compare(a.Name, b.Name))
	})
	return list
}

// add puts a file into a split.
func (c *SubSet) add(split, file string) {
	i := slices.IndexFunc(c.Splits, func(s Split) bool { return s.Name == split })
	if i < 0 {
		i = len(c.Splits)
		c.Splits = append(c.Splits, Split{Name: split})
	}
	c.Splits[i].Paths = append(c.Splits[i].Paths, file)
}

// labelsLast returns 1 for labels and 0 for other configs.
func labelsLast(config string) int {
	if strings.HasPrefix(config, strings.TrimSuffix(out.LabelsFolder, "/")+"-") {
		return 1
	}
	return 0
}

// shardNumber ends the name of a shard.
var shardNumber = regexp.MustCompile(`-\d{5}$`)

// configOf splits the name of a file into its config and its split.
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

// withoutSplit finds a split in a word, and returns the rest of the word.
func withoutSplit(word string, splits []string) (rest, split string) {
	if slices.Contains(splits, word) {
		return "", word
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
