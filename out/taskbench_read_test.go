package out

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// taskBenchReader reads a file of the TaskBench format, one task after the
// other.
type taskBenchReader struct {
	lines *Lines
}

// newTaskBenchReader reads from r; file is the name used in errors.
func newTaskBenchReader(r io.Reader, file string) *taskBenchReader {
	return &taskBenchReader{NewLines(r, file)}
}

// Read gives the next task, or [io.EOF]. A task whose parts do not fit together
// is a [*LineError].
func (r *taskBenchReader) Read() (*taskBenchTask, error) {
	line, err := r.lines.Next()
	if err != nil {
		return nil, err
	}
	var t taskBenchTask
	if err := json.Unmarshal(line, &t); err != nil {
		return nil, r.lines.problem(err.Error(), "")
	}
	if err := t.Check(); err != nil {
		return nil, r.lines.problem(err.Error(), "")
	}
	return &t, nil
}

// Check tells what does not fit together in a task: a step for each node, links
// between tools of the nodes, results of other nodes that a link leads from.
func (t *taskBenchTask) Check() error {
	if len(t.Steps) != len(t.Nodes) {
		return fmt.Errorf("/task_steps: %d steps for %d nodes", len(t.Steps), len(t.Nodes))
	}
	tools := map[string]bool{}
	for _, n := range t.Nodes {
		tools[n.Task] = true
	}
	links := map[taskBenchLink]bool{}
	for i, l := range t.Links {
		if !tools[l.Source] || !tools[l.Target] {
			return fmt.Errorf("/task_links/%d: no node is of that tool", i)
		}
		links[l] = true
	}
	for i, n := range t.Nodes {
		for _, a := range n.Arguments {
			for _, match := range taskBenchResults.FindAllStringSubmatch(a.Value, -1) {
				from, err := strconv.Atoi(match[1])
				if err != nil || from == i || from >= len(t.Nodes) {
					return fmt.Errorf("/task_nodes/%d: %s is no other node", i, match[0])
				}
				if !links[taskBenchLink{t.Nodes[from].Task, n.Task}] {
					return fmt.Errorf("/task_nodes/%d: no link leads from node %d", i, from)
				}
			}
		}
	}
	return nil
}
