// Package find finds the workflows that a word means: a built-in workflow
// ("travel/flight_inquiry.flight_booking", or "flight_booking" for short), those of a toolset or
// a domain ("travel/flight_inquiry", "travel"), a file, or the files of a folder.
//
// [Workflows] loads them and [Builtin] loads all that come with the program. A file names its
// toolset: a built-in one, or a path that starts at the folder of the file; see [Toolset]. All functions are
// safe for concurrent use.
package find

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"switchyard/flow"
	"switchyard/flow/flowfile"
	"switchyard/internal/caught"
	"switchyard/internal/input"
	"switchyard/internal/nearest"
	"switchyard/tools"
	"switchyard/tools/catalog"
	toolsets "switchyard/tools/find"
	"switchyard/tools/toolfile"
)

// most is how many bytes a workflow file may have.
const most = 16 << 20

// UnknownError says that a word means no workflow.
type UnknownError struct {
	Word string
	Near string // the built-in workflow that may have been meant; empty for none
}

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s: neither a built-in workflow nor a file", e.Word)
}

// NoFileError says that a folder holds no workflow files.
type NoFileError struct{ Path string }

// Error implements error.
func (e *NoFileError) Error() string { return e.Path + ": holds no workflow files" }

// Workflows loads the workflows that a word means. The error is an [*UnknownError], a
// [*NoFileError], [toolfile.Problems], one about the toolset of a file, or one of the file
// system.
func Workflows(ctx context.Context, word string) ([]*flow.Workflow, error) {
	if info, err := os.Stat(word); err == nil {
		if !info.IsDir() {
			w, err := Load(ctx, word)
			if err != nil {
				return nil, err
			}
			return []*flow.Workflow{w}, nil
		}
		return folder(ctx, word)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	all := catalog.Workflows()
	var names []string
	for _, name := range all {
		set, short, _ := strings.Cut(name, ".")
		if name == word || short == word || set == word || strings.HasPrefix(name, strings.TrimSuffix(word, "/")+"/") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		near := nearest.Name(word, all)
		for _, name := range all {
			if _, short, _ := strings.Cut(name, "."); near == "" && nearest.Name(word, []string{short}) != "" {
				near = short
			}
		}
		return nil, &UnknownError{word, near}
	}
	return builtin(names)
}

// Builtin loads all workflows that come with the program, sorted by name.
func Builtin() ([]*flow.Workflow, error) { return builtin(catalog.Workflows()) }

// builtin loads built-in workflows, several at once.
func builtin(names []string) ([]*flow.Workflow, error) {
	all, errs := make([]*flow.Workflow, len(names)), make([]error, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() {
			defer caught.As(&errs[i], func() string { return "workflow " + name })
			all[i], errs[i] = load(name)
		})
	}
	wg.Wait()
	return all, errors.Join(errs...)
}

func load(name string) (*flow.Workflow, error) {
	owner, _, _ := strings.Cut(name, ".")
	set, err := catalog.Toolset(owner)
	if err != nil {
		return nil, err
	}
	data, err := catalog.WorkflowFile(name)
	if err != nil {
		return nil, err
	}
	return flowfile.Parse("catalog/"+name+flowfile.Ending, data, set)
}

// folder loads the workflow files below a folder.
func folder(ctx context.Context, path string) (all []*flow.Workflow, err error) {
	files, err := Files(path)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		w, err := Load(ctx, file)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// Files lists the workflow files below a folder, in the order of their paths. A file stands for
// itself. The error is a [*NoFileError] or one of the file system.
func Files(path string) (all []string, err error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return []string{path}, err
	}
	err = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && Named(p) {
			all = append(all, p)
		}
		return err
	})
	if err == nil && len(all) == 0 {
		err = &NoFileError{path}
	}
	return all, err
}

// Named reports whether a name is that of a workflow file, which may be compressed.
func Named(path string) bool {
	name := strings.ToLower(input.Unpacked(path))
	return slices.ContainsFunc([]string{".flow.yaml", ".flow.yml", ".flow.json"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

// Load reads a workflow file and the toolset that it names.
func Load(ctx context.Context, path string) (*flow.Workflow, error) {
	data, err := input.ReadFile(ctx, path, most)
	if err != nil {
		return nil, err
	}
	word, err := flowfile.ToolsetOf(path, data)
	if err != nil {
		return nil, err
	}
	set, err := Toolset(ctx, path, word)
	if err != nil {
		return nil, err
	}
	return flowfile.Parse(path, data, set)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Toolset loads the toolset that a workflow file names. A file that names none stands beside its
// toolset and begins like it: hotels.booking.flow.yaml beside hotels.yaml.
func Toolset(ctx context.Context, path, word string) (*tools.Toolset, error) {
	problem := func(message, hint string) error {
		return toolfile.Problems{{File: path, Line: 1, Column: 1, Message: message, Hint: hint}}
	}
	if word == "" {
		own, _, _ := strings.Cut(filepath.Base(path), ".")
		if own += ".yaml"; exists(filepath.Join(filepath.Dir(path), own)) {
			word = own
		}
	}
	if word == "" {
		return nil, problem("a workflow file needs \"toolset\"", "name a built-in toolset, or a file beside this one: toolset: my-tools.yaml")
	}
	if !slices.Contains(catalog.Names(), word) && !filepath.IsAbs(word) {
		word = filepath.Join(filepath.Dir(path), word)
	}
	sets, _, err := toolsets.Toolsets(ctx, word)
	if err != nil {
		return nil, err
	}
	if len(sets) != 1 {
		return nil, problem(fmt.Sprintf("its toolset %s holds %d toolsets", word, len(sets)), "name a file with one")
	}
	return sets[0], nil
}
