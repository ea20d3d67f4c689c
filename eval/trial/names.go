package trial

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"switchyard/eval/report"
	"switchyard/eval/results"
	"switchyard/out"
)

// names gives the results and datasets of a report names that are unique and do not say
// where anything is on this machine.
type names struct {
	common   string            // the folder above all results
	datasets map[string]string // names of datasets by SHA-256
	taken    map[string]bool   // names of datasets
	results  map[string]bool
}

func newNames(folders []string) *names {
	n := &names{datasets: map[string]string{}, taken: map[string]bool{}, results: map[string]bool{}}
	for i, folder := range folders {
		parent := filepath.Dir(absolute(folder))
		for i == 0 || !within(parent, n.common) {
			if i == 0 {
				n.common = parent
				break
			}
			n.common = filepath.Dir(n.common)
		}
	}
	return n
}

// absolute is an absolute path, or the path as it is if there is none.
func absolute(name string) string {
	if whole, err := filepath.Abs(name); err == nil {
		return whole
	}
	return filepath.Clean(name)
}

// within reports whether a folder is another one or below it. Nothing is above the root.
func within(folder, outer string) bool {
	rest, err := filepath.Rel(outer, folder)
	return filepath.Dir(outer) == outer || err == nil && filepath.IsLocal(rest)
}

// result names the results of a folder after the agent. If that name is taken, the folder
// tells them apart, as far as it differs from the others.
func (n *names) result(m *results.Manifest, folder string) string {
	name := withoutWay(m.Run.Name())
	if m.Run.Mode == results.SessionMode {
		name += ", session"
	}
	unique := name
	if n.results[unique] {
		if place, err := filepath.Rel(n.common, absolute(folder)); err == nil && filepath.IsLocal(place) {
			name = fmt.Sprintf("%s (%s)", name, filepath.ToSlash(place))
			unique = name
		}
	}
	for i := 2; n.results[unique]; i++ {
		unique = fmt.Sprintf("%s, %d", name, i)
	}
	n.results[unique] = true
	return unique
}

// dataset names a dataset after its file, or after its folder if the file has the usual
// name. The SHA-256 tells apart datasets with the same name.
func (n *names) dataset(m *results.Manifest) string {
	if name, ok := n.datasets[m.Run.SHA256]; ok {
		return name
	}
	name := datasetName(m.Run.Dataset, m.Absolute)
	if n.taken[name] {
		name = fmt.Sprintf("%s%s%.12s…)", name, report.SumMark, m.Run.SHA256)
	}
	n.taken[name], n.datasets[m.Run.SHA256] = true, name
	return name
}

// sides are the usual names of the sides of a split, which say too little by themselves.
var sides = map[string]bool{"train": true, "validation": true, "dev": true, "test": true}

// datasetName is the name of the dataset in a file, given as it was called and where it
// was.
func datasetName(called, was string) string {
	file := slashed(called)
	if path.Base(file) != out.Native().File() {
		return path.Base(file)
	}
	folder := path.Dir(file)
	if base := path.Base(folder); was != "" && (base == "." || base == "..") {
		folder = path.Dir(slashed(was))
	}
	name := path.Base(folder)
	switch above := path.Base(path.Dir(folder)); {
	case name == "." || name == ".." || name == "/":
		return path.Base(file)
	case sides[name] && above != "." && above != ".." && above != "/":
		return path.Join(above, name)
	}
	return name
}

// withoutWay is a name without the path before it, if it is an absolute path: some
// endpoints call a model after its file.
func withoutWay(name string) string {
	at := slashed(name)
	if strings.HasPrefix(at, "/") || strings.HasPrefix(at, "~/") || strings.HasPrefix(at, "./") || strings.HasPrefix(at, "../") || len(at) > 2 && at[1:3] == ":/" {
		return path.Base(at)
	}
	return name
}

// slashed is a path with slashes, whichever system it comes from.
func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }
