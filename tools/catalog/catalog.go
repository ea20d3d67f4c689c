// Package catalog holds the toolsets that come with the program.
//
// [Names] lists them, [Toolset] gives one and [All] gives all of them. Each is loaded
// once, when it is first asked for, and does not change, so goroutines may share it.
//
// Beside each YAML file lies its document in a packed form, because every run
// reads all toolsets and YAML is slow to parse. On two busy cores, parsing all
// 22 takes 0.40 s of processor time as YAML, 0.10 s as JSON and 0.03 s packed, so
// that "generate --limit 1" takes 0.15 s instead of 0.40 s and "tools list" 0.13 s
// instead of 0.40 s. The price is 2 MB of a binary of 68 MB.
package catalog

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"switchyard/internal/caught"
	"switchyard/internal/document"
	"switchyard/internal/nearest"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// A test writes the packed files, and says when one is missing or out of date.
//
//go:embed */*.yaml */*.packed */*.words.en.jsonl
var catalogFiles embed.FS

// loads loads each built-in toolset once, by its name.
var loads = sync.OnceValue(func() map[string]func() (*tools.Toolset, error) {
	once := map[string]func() (*tools.Toolset, error){}
	for _, name := range Names() {
		once[name] = sync.OnceValues(func() (*tools.Toolset, error) { return load(name) })
	}
	return once
})

// Names lists the names of the built-in toolsets, sorted.
func Names() []string {
	var names []string
	// The embedded tree can always be read.
	_ = fs.WalkDir(catalogFiles, ".", func(p string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(p) == ".yaml" && !strings.HasSuffix(p, flowEnding) {
			names = append(names, strings.TrimSuffix(p, ".yaml"))
		}
		return err
	})
	sort.Strings(names)
	return names
}

// flowEnding ends the names of workflow files, which stand beside the toolsets.
const flowEnding = ".flow.yaml"

// Workflows lists the workflow files that come with the built-in toolsets, sorted. The name of
// one is the name of its toolset, a dot and a name of its own: "travel/flight_inquiry.flight_booking".
func Workflows() []string {
	var names []string
	// The embedded tree can always be read.
	_ = fs.WalkDir(catalogFiles, ".", func(p string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(p, flowEnding) {
			names = append(names, strings.TrimSuffix(p, flowEnding))
		}
		return err
	})
	sort.Strings(names)
	return names
}

// WorkflowFile returns the text of a workflow file that [Workflows] lists.
func WorkflowFile(name string) ([]byte, error) {
	return catalogFiles.ReadFile(name + flowEnding)
}

// Toolset returns one built-in toolset by its name.
func Toolset(name string) (*tools.Toolset, error) {
	if once := loads()[name]; once != nil {
		return once()
	}
	hint := ""
	if near := nearest.Name(name, Names()); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, fmt.Errorf("no built-in toolset is called %q%s", name, hint)
}

// load reads one built-in toolset.
func load(name string) (*tools.Toolset, error) {
	data, err := catalogFiles.ReadFile(name + ".yaml")
	if err != nil {
		return nil, err
	}
	file, sum := "catalog/"+name+".yaml", sha256.Sum256(data)
	doc := unpacked(name, sum)
	if doc == nil {
		if doc, err = toolfile.ParseDocument(file, data); err != nil {
			return nil, err
		}
	}
	set, err := toolfile.Decode(file, sum, doc, true)
	if err != nil {
		return nil, err
	}
	words := toolfile.WordsFile(name + ".yaml")
	if data, err = catalogFiles.ReadFile(words); errors.Is(err, fs.ErrNotExist) {
		return set, nil
	} else if err != nil {
		return nil, err
	}
	return set, toolfile.AddWords(set, "catalog/"+words, data)
}

// packed is a document behind the sum of the file that it was read from.
func packed(sum [sha256.Size]byte, doc *document.Node) []byte {
	return append(sum[:], doc.Pack()...)
}

// unpacked reads the packed document of a built-in toolset. It gives nil when
// there is none of a file with this sum: a file may be younger than its packed form.
func unpacked(name string, sum [sha256.Size]byte) *document.Node {
	data, err := catalogFiles.ReadFile(name + ".packed")
	if err != nil {
		return nil
	}
	data, fresh := bytes.CutPrefix(data, sum[:])
	if !fresh {
		return nil
	}
	doc, err := document.Unpack(data)
	if err != nil {
		return nil
	}
	return doc
}

// All returns all built-in toolsets, sorted by name.
func All() ([]*tools.Toolset, error) {
	names := Names()
	sets, errs := make([]*tools.Toolset, len(names)), make([]error, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() {
			defer caught.As(&errs[i], func() string { return "toolset " + name })
			sets[i], errs[i] = Toolset(name)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return sets, nil
}
