package corpora

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/flow/session"
	"switchyard/flow/worf"
	"switchyard/internal/jsontext"
)

// Task asks for a workflow, as WorFBench does.
type Task struct {
	ID     string
	System string
	User   string
	Gold   *worf.Workflow
}

// Tasks makes the tasks of a file of sessions: one for each workflow, and one for each run. Graphs
// that the format would misread are left out. The error is one of the file.
func Tasks(ctx context.Context, path string) (all []Task, err error) {
	t := &tasks{seen: map[string]bool{}}
	err = each(ctx, path, func(line []byte) error {
		s := &session.Session{}
		if err := json.Unmarshal(line, s); err != nil {
			return err
		}
		more, err := t.of(s)
		all = append(all, more...)
		return err
	})
	return all, err
}

// tasks makes tasks; each workflow once.
type tasks struct{ seen map[string]bool }

// of makes the tasks of a session.
func (t *tasks) of(s *session.Session) (all []Task, err error) {
	add := func(id, text string, subtasks []string, waits [][]int) error {
		gold := graphOf(subtasks, waits)
		if gold == nil {
			return nil
		}
		type tool struct {
			Name        string `json:"name"`
			Description string `json:"description"`
		}
		tools := make([]tool, len(s.Toolset.Tools))
		for i, t := range s.Toolset.Tools {
			tools[i] = tool{t.Name, t.Description}
		}
		list, err := jsontext.Encode(tools)
		all = append(all, Task{id, worf.Prompt, "Task: " + text + "\nTools: " + string(list), gold})
		return err
	}
	for i := range s.Workflows {
		w := &s.Workflows[i]
		if t.seen[w.Name] {
			continue
		}
		t.seen[w.Name] = true
		subtasks, waits := workflowGraph(s, w)
		if err := add(w.Name, "Write the workflow: "+w.Title+". "+w.About, subtasks, waits); err != nil {
			return nil, err
		}
	}
	for r, run := range s.Runs {
		if run.Workflow < 0 {
			continue
		}
		subtasks, waits := runGraph(s, r)
		if err := add(fmt.Sprintf("%s#%d", s.ID, r+1), s.Workflows[run.Workflow].About+"\nWhat the user wants:\n"+target(s), subtasks, waits); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// graphOf is a graph of subtasks; nil if the format cannot express it.
func graphOf(subtasks []string, waits [][]int) *worf.Workflow {
	if len(subtasks) == 0 || slices.ContainsFunc(subtasks, worf.Misread) {
		return nil
	}
	w, err := worf.Of(subtasks, waits)
	if err != nil {
		return nil
	}
	if read, ok := worf.Parse(w.String()); !ok || read.Check() != nil || !slices.Equal(read.Nodes, w.Nodes) {
		return nil
	}
	return w
}

// sentence is the name of a tool as a sentence.
func sentence(tool string) string {
	text := strings.ReplaceAll(tool, "_", " ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
