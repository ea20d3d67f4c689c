package eval

import (
	"fmt"
	"slices"

	"switchyard/mission"
	"switchyard/out"
)

// MMTBTasks returns the tasks of a line of a Multi-Mission Tool Bench file, whoever
// wrote it. Their decision trees are built from the answer lists of the file, in which a
// question may depend on a call. Such files do not say where values come from.
func MMTBTasks(line *out.MMTBEntry, o TaskOptions) ([]Task, error) {
	e, err := line.Entry()
	if err != nil {
		return nil, err
	}
	tasks, err := Tasks(e, o)
	if err != nil {
		return nil, err
	}
	text := line.Text()
	if len(text.Answers) != len(tasks) { // the entry was read from the text in the other language
		text = line.Plain
	}
	for i := range tasks {
		t := &tasks[i]
		if len(text.Answers[i]) == 0 && t.Gold().Type != mission.Chat {
			return nil, fmt.Errorf("/answer_list/%d: needs at least one step, because the mission is not chat", i)
		}
		if err := t.arrange(text.Answers[i]); err != nil {
			return nil, fmt.Errorf("/answer_list/%d: %w", i, err)
		}
		if err := t.prepare(); err != nil {
			return nil, err
		}
	}
	return tasks, nil
}

// arrange puts the nodes into the order of an answer list, with its dependencies.
func (t *Task) arrange(steps []out.MMTBStep) error {
	asks, calls := t.Nodes[:len(t.Gold().Questions)], t.Nodes[len(t.Gold().Questions):len(t.Nodes)-1]
	nodes := make([]Node, 0, len(t.Nodes))
	for i := range steps {
		var next *[]Node
		switch steps[i].Action.Name {
		case mission.AnswerTool:
			continue // the reply is always the last node
		case mission.AskTool:
			next = &asks
		default:
			next = &calls
		}
		if len(*next) == 0 {
			return fmt.Errorf("step %d: more steps than the mission has calls and questions", i)
		}
		n := (*next)[0]
		*next = (*next)[1:]
		n.Dependencies = slices.Clone(steps[i].Dependencies)
		nodes = append(nodes, n)
	}
	if len(asks)+len(calls) > 0 {
		return fmt.Errorf("fewer steps than the mission has calls and questions")
	}
	t.Nodes = append(nodes, t.Nodes[len(t.Nodes)-1])
	return nil
}
