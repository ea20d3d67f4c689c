package foreign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/input"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// most is how many bytes a file of a folder may have.
const most = 16 << 20

// Task is a task of a FlowAgent dataset folder in our own form.
type Task struct {
	ID       string
	Title    string
	Toolset  *document.Node // a toolset file; nil if Set is one that is known
	Workflow *document.Node // a workflow file that names the toolset
	Set      *tools.Toolset
	From     string            // the file that the workflow was read from
	Left     toolfile.Problems // what was left out
	Profiles int               // profiles of users that the folder has for the task

	ours Own
	name string // of the toolset, if the folder says which one it is
}

// Own reads a PDL that switchyard wrote, for tools that the folder describes or for the toolset of
// a name. It returns the tools that it used, or nil for a PDL of others.
type Own func(ctx context.Context, file string, data []byte, set *tools.Toolset, name string) (doc *document.Node, used *tools.Toolset, err error)

// NoTasksError says that a folder is no FlowAgent dataset.
type NoTasksError struct{ Path string }

// Error implements error.
func (e *NoTasksError) Error() string {
	return e.Path + ": holds no task_infos.json, tools or pdl of a FlowAgent dataset"
}

// Folder reads a dataset folder of FlowAgent: task_infos.json, tools/ID.yaml, and the workflow
// as pdl/ID.yaml or flowchart/ID.md. The PDL counts if there are both; own reads those of
// switchyard and may be nil. left lists what is wrong with tasks that cannot be read. The error is a
// [*NoTasksError], [toolfile.Problems], or one of the file system.
func Folder(ctx context.Context, path string, own Own) (all []Task, left toolfile.Problems, err error) {
	titles, names, err := titlesOf(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(filepath.Join(path, "tools"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, &NoTasksError{path}
	} else if err != nil {
		return nil, nil, err
	}
	for _, entry := range entries {
		id, ok := strings.CutSuffix(entry.Name(), ".yaml")
		if !ok || entry.IsDir() {
			continue
		}
		t, err := task(ctx, path, id, titles[id], names[id], own)
		if problems := (toolfile.Problems)(nil); errors.As(err, &problems) {
			left = append(left, problems...)
			continue
		} else if err != nil {
			return nil, nil, err
		}
		all = append(all, *t)
	}
	switch {
	case len(all) == 0 && len(left) > 0:
		return nil, nil, left
	case len(all) == 0:
		return nil, nil, &NoTasksError{path}
	}
	slices.SortFunc(all, func(a, b Task) int { return cmp.Compare(a.ID, b.ID) })
	return all, left, nil
}

// titlesOf reads the titles of the tasks, and the names of their toolsets where they stand. A folder
// may lack the file.
func titlesOf(ctx context.Context, path string) (titles, names map[string]string, err error) {
	file := filepath.Join(path, "task_infos.json")
	data, err := input.ReadFile(ctx, file, most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	} else if err != nil {
		return nil, nil, err
	}
	doc, err := parse(file, data, "JSON with the key task_infos")
	if err != nil {
		return nil, nil, err
	}
	titles, names = map[string]string{}, map[string]string{}
	if infos := field(doc, "task_infos"); infos != nil && infos.Kind == document.Object {
		for _, id := range infos.Keys {
			titles[id], names[id] = fieldText(infos.Fields[id], "name", "task_description"), fieldText(infos.Fields[id], "toolset")
		}
	}
	return titles, names, nil
}

func task(ctx context.Context, path, id, title, name string, own Own) (*Task, error) {
	t := &Task{ID: id, Title: cmp.Or(title, "task "+id), ours: own, name: name}
	file := filepath.Join(path, "tools", id+".yaml")
	data, err := input.ReadFile(ctx, file, most)
	if err != nil {
		return nil, err
	}
	if t.Toolset, t.Set, err = Tools(file, data, "flowagent/"+snake(t.Title), t.Title); err != nil {
		return nil, err
	}
	imported, err := t.workflow(ctx, path)
	if err != nil {
		return nil, err
	}
	t.Workflow, t.Left = imported.Workflow, imported.Left
	profiles, err := input.ReadFile(ctx, filepath.Join(path, "user_profile", id+".json"), most)
	if err == nil {
		doc, err := parse(filepath.Join(path, "user_profile", id+".json"), profiles, "a list of user profiles")
		if err != nil {
			return nil, err
		}
		t.Profiles = len(doc.Items)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return t, nil
}

// workflow reads the PDL of the task, or else its flowchart.
func (t *Task) workflow(ctx context.Context, path string) (*Imported, error) {
	t.From = filepath.Join(path, "pdl", t.ID+".yaml")
	data, err := input.ReadFile(ctx, t.From, most)
	if err == nil && t.ours != nil {
		doc, used, err := t.ours(ctx, t.From, data, t.Set, t.name)
		if err != nil {
			return nil, err
		}
		if used != nil {
			if used != t.Set {
				t.Set, t.Toolset = used, nil
			}
			return &Imported{Workflow: doc}, nil
		}
	}
	if err == nil {
		return PDL(t.From, data, t.Set)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	t.From = filepath.Join(path, "flowchart", t.ID+".md")
	data, err = input.ReadFile(ctx, t.From, most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, toolfile.Problems{note(filepath.Join(path, "tools", t.ID+".yaml"), 1, fmt.Sprintf("add pdl/%s.yaml or flowchart/%s.md", t.ID, t.ID), "the task %s has no workflow", t.ID)}
	} else if err != nil {
		return nil, err
	}
	return Flowchart(t.From, data, t.Set, t.Title, "")
}
