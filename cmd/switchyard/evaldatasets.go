package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"switchyard/datasets"
	"switchyard/datasets/manifest"
	"switchyard/eval"
	"switchyard/eval/results"
)

// datasetFinder finds the datasets of results: at the places that --dataset says, or
// where they were when they were evaluated. Of several files it takes the one whose
// SHA-256 is that of the results.
type datasetFinder struct {
	typed []string
	sums  map[string]string // SHA-256 of files
}

func (d *datasetFinder) addFlag(flags *pflag.FlagSet) {
	flags.StringArrayVar(&d.typed, "dataset", nil, "a dataset that is not at its old place any more: a `PATH`; may be given more than once")
}

// of is the dataset of a folder of results.
func (d *datasetFinder) of(folder string, m *results.Manifest) (*evalSource, error) {
	s := &evalSource{limit: m.Run.Limit, options: eval.TaskOptions{History: eval.History(m.Run.History)}}
	var err error
	if m.Run.System != "" {
		if s.options.System, err = parseSystem("of "+folder, []byte(m.Run.System)); err != nil {
			return nil, err
		}
	}
	s.name, err = d.find(folder, m)
	return s, err
}

// find is the file of the dataset of a folder of results.
func (d *datasetFinder) find(folder string, m *results.Manifest) (string, error) {
	var (
		there []string
		infos []os.FileInfo
	)
	look := func(name string) {
		info, err := os.Stat(name)
		same := func(other os.FileInfo) bool { return os.SameFile(info, other) }
		if err == nil && !info.IsDir() && !slices.ContainsFunc(infos, same) {
			there, infos = append(there, name), append(infos, info)
		}
	}
	for _, typed := range d.typed {
		name, err := datasets.NativeFile(typed)
		if err != nil {
			return "", err
		}
		look(name)
	}
	for _, place := range m.Places(folder) {
		look(place)
	}
	switch {
	case len(there) == 0:
		return "", misuse("say where it is with --dataset", "%s: its dataset %s is not there", folder, m.Run.Dataset)
	case len(there) == 1:
		return there[0], nil // whether it is the right one is seen when it is read
	}
	var others []string
	for _, name := range there {
		sum, err := d.sum(name)
		if err != nil {
			return "", err
		}
		if sum == m.Run.SHA256 {
			return name, nil
		}
		others = append(others, fmt.Sprintf("%s has the SHA-256 %s", printable(name), sum))
	}
	return "", &failure{message: fmt.Sprintf("%s: none of %s is the dataset that it is of, %s with the SHA-256 %s", folder, count(len(there), "file", "files"), printable(m.Run.Dataset), m.Run.SHA256),
		details: others, hint: "give the dataset that was evaluated with --dataset, or evaluate again with --force", code: exitMisuse}
}

// sum is the SHA-256 of a file.
func (d *datasetFinder) sum(name string) (string, error) {
	if sum, ok := d.sums[name]; ok {
		return sum, nil
	}
	_, sum, err := manifest.Digest(name)
	if err != nil {
		return "", err
	}
	if d.sums == nil {
		d.sums = map[string]string{}
	}
	d.sums[name] = sum
	return sum, nil
}

// datasetNames names datasets by their files, and by their SHA-256 too where
// several have the same name.
type datasetNames struct {
	bySum map[string]string
	taken map[string]bool // names
}

func (n *datasetNames) of(r *results.Run) string {
	if n.bySum == nil {
		n.bySum, n.taken = map[string]string{}, map[string]bool{}
	}
	if name, ok := n.bySum[r.SHA256]; ok {
		return name
	}
	name := r.Dataset
	if n.taken[name] {
		name = fmt.Sprintf("%s (SHA-256 %.12s…)", name, r.SHA256)
	}
	n.taken[name], n.bySum[r.SHA256] = true, name
	return name
}
