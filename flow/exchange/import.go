package exchange

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/flow/flowfile"
	"switchyard/flow/foreign"
	"switchyard/flow/forms"
	"switchyard/internal/document"
	"switchyard/internal/input"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/find"
	"switchyard/tools/toolfile"
)

// most is how many bytes a file may have.
const most = 16 << 20

// Imported is what was read from a source.
type Imported struct {
	Files     []File
	Workflows []*flow.Workflow
	Left      toolfile.Problems // what was left out
}

// NeedsToolsetError says that a file names tools and does not describe them.
type NeedsToolsetError struct{ Path string }

// Error implements error.
func (e *NeedsToolsetError) Error() string { return e.Path + " does not say what its tools are" }

// NotTextError says that a file holds no text.
type NotTextError struct {
	Path string
	Kind string // what it is
	Hint string // what to do
}

// Error implements error.
func (e *NotTextError) Error() string { return e.Path + ": the file is " + e.Kind }

// Import reads a folder or a file. set are the tools of a file; a folder has its own. The error
// is a [*NeedsToolsetError], [*NotTextError], [*foreign.NoTasksError], [toolfile.Problems], or one of the file
// system.
func Import(ctx context.Context, path string, set *tools.Toolset, word string) (*Imported, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return folder(ctx, path)
	}
	data, err := input.ReadFile(ctx, path, most)
	if err != nil {
		return nil, err
	}
	if kind, is := input.KindOf(data); is {
		return nil, &NotTextError{path, kind.Name, kind.Hint}
	}
	if set == nil {
		return nil, &NeedsToolsetError{path}
	}
	name := input.Stem(path)
	doc, left, err := read(path, name, data, set)
	if err != nil {
		return nil, err
	}
	doc.Set("toolset", document.NewText(word))
	in := &Imported{Left: left}
	return in, finish(in, doc, path, set, doc.TextAt("workflow"))
}

var ours = regexp.MustCompile(`(?m)^\s*(?:%% workflow:|workflow\(|Detailed_desc: "?workflow )`)

// read reads a file in one of our forms, or in one of others.
func read(path, name string, data []byte, set *tools.Toolset) (*document.Node, toolfile.Problems, error) {
	form := forms.Flowchart
	switch input.Ending(path) {
	case ".py":
		form = forms.Code
	case ".yaml", ".yml", ".json":
		form = forms.PDL
	}
	if ours.Match(data) {
		w, err := forms.Read(path, data, form, set)
		if err != nil {
			return nil, nil, err
		}
		doc := flowfile.Document(w)
		foreign.AddWords(doc)
		return doc, nil, nil
	}
	var imported *foreign.Imported
	var err error
	switch form {
	case forms.PDL:
		imported, err = foreign.PDL(path, data, set)
	case forms.Flowchart:
		imported, err = foreign.Flowchart(path, data, set, strings.ReplaceAll(name, "_", " "), "")
	default:
		return nil, nil, toolfile.Problems{{File: path, Line: 1, Column: 1, Message: "this is no code that switchyard flow show --as code writes", Hint: "import a PDL, a flowchart or a folder of FlowAgent"}}
	}
	if err != nil {
		return nil, nil, err
	}
	return imported.Workflow, imported.Left, nil
}

// finish checks a workflow and adds its file. Problems name the lines of its source.
func finish(in *Imported, doc *document.Node, source string, set *tools.Toolset, name string) error {
	if _, err := flowfile.Decode(source, doc, set); err != nil {
		return err
	}
	text := document.Encode(doc)
	w, err := flowfile.Parse(source, text, set)
	if err != nil {
		return err
	}
	in.Workflows = append(in.Workflows, w)
	in.Files = append(in.Files, File{name + flowfile.Ending, text})
	return nil
}

var (
	scenarioPart = regexp.MustCompile(`(?m)^(Detailed_desc: [^;\n]*); scenario .*$`)
	topicPart    = regexp.MustCompile(`(?m)^ +- name: (?:Other free response questions|Requests that are out of scope)\n +desc: .*\n`)
)

func folder(ctx context.Context, path string) (*Imported, error) {
	tasks, left, err := foreign.Folder(ctx, path, func(ctx context.Context, file string, data []byte, set *tools.Toolset, name string) (*document.Node, *tools.Toolset, error) {
		if !ours.Match(data) {
			return nil, nil, nil
		}
		if slices.Contains(catalog.Names(), name) {
			sets, _, err := find.Toolsets(ctx, name)
			if err != nil {
				return nil, nil, err
			}
			doc, _, err := read(file, "", data, sets[0])
			return doc, sets[0], err
		}
		// Otherwise, the folder has the tools alone, without scenarios and topics to talk about.
		data = scenarioPart.ReplaceAll(topicPart.ReplaceAll(data, nil), []byte("$1"))
		doc, _, err := read(file, "", data, set)
		return doc, set, err
	})
	if err != nil {
		return nil, err
	}
	in := &Imported{Left: left}
	for _, t := range tasks {
		base := filepath.Base(t.Set.Name)
		if slices.ContainsFunc(in.Files, func(f File) bool { return f.Name == base+".yaml" }) {
			base += "_" + t.ID
		}
		n := len(in.Files)
		if t.Toolset == nil { // it is built in
			t.Workflow.Set("toolset", document.NewText(t.Set.Name))
		} else {
			t.Workflow.Set("toolset", document.NewText(base+".yaml"))
			in.Files = append(in.Files, File{base + ".yaml", document.Encode(t.Toolset)})
		}
		err := finish(in, t.Workflow, t.From, t.Set, base+"."+t.Workflow.TextAt("workflow"))
		if problems := (toolfile.Problems)(nil); errors.As(err, &problems) {
			in.Files, in.Left = in.Files[:n], append(in.Left, problems...)
			continue
		} else if err != nil {
			return nil, err
		}
		in.Left = append(in.Left, t.Left...)
	}
	if len(in.Workflows) == 0 {
		return nil, in.Left
	}
	return in, nil
}
