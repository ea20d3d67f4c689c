package blueprint

import (
	"testing"

	"switchyard/internal/keyed"
	"switchyard/tools/toolfile"
)

// Naming what a thing is in changes nothing: an update says something else besides.
func TestChangesBesidesTheHolder(t *testing.T) {
	const task = "{type: object, required: [board_id, task_id], properties: {board_id: {type: string}, task_id: {type: string}"
	set, err := toolfile.Parse("boards.yaml", []byte("toolset: outside/boards\ntools:\n"+
		"  get_task: {about: Gets a task of a board., effect: get task, parameters: "+task+"}}, params: {board_id: {entity: board}, task_id: {entity: task}}}\n"+
		"  update_task: {about: Updates a task of a board., effect: update task, parameters: "+task+", priority: {type: string, enum: [low, normal, high]}}}, params: {board_id: {entity: board}, task_id: {entity: task}}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	update := set.Tools[1]
	if !update.Param("board_id").Holder {
		t.Fatal("board_id is no holder")
	}
	d := &drawer{Story: Begin(set, 1), r: keyed.New(1, "changes"), used: map[string]bool{}}
	c := Call{Tool: update, Args: []Arg{{Param: update.Param("board_id"), Value: "BR1"}, {Param: update.Param("task_id"), Value: "TS1"}}}
	if !d.changes(&c) || c.Arg("priority") == nil {
		t.Errorf("it changes %v", c.Args)
	}
}
