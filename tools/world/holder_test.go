package world

import (
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// A thing is found where it was made and nowhere else. Where nobody has said in what it is, the first
// call that names it says so.
func TestHolder(t *testing.T) {
	for _, told := range []string{"board_id: {type: string}, ", ""} { // whether answers say it
		holder(t, ", returns: {type: object, properties: {task_id: {type: string}, "+told+"hours: {type: integer}}}}\n")
	}
}

func holder(t *testing.T, answer string) {
	const one = "{type: object, required: [board_id, task_id], properties: {board_id: {type: string}, task_id: {type: string}}}, params: {board_id: {entity: board}, task_id: {entity: task}}"
	set, err := toolfile.Parse("boards.yaml", []byte("toolset: outside/boards\ntools:\n"+
		"  get_task: {about: Gets a task of a board., effect: get task, parameters: "+one+answer+
		"  delete_task: {about: Deletes a task of a board., effect: delete task, parameters: "+one+"}\n"+
		"  create_task: {about: Creates a task on a board., effect: create task, parameters: {type: object, required: [board_id], properties: {board_id: {type: string}}}, params: {board_id: {entity: board}}"+answer))
	if err != nil {
		t.Fatal(err)
	}
	get, remove, create := set.Tools[0], set.Tools[1], set.Tools[2]
	w := New(set, time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), 1)
	board, task := get.Param("board_id").Entity, get.Param("task_id").Entity
	thing := func(e *tools.Entity) any {
		id, ok := w.Ensure(e, keyed.New(1, e.Noun), nil)
		if !ok {
			t.Fatalf("there is no %s", e.Noun)
		}
		return id
	}
	here := thing(board)
	there, ok := w.Ensure(board, keyed.New(2, "another"), nil)
	if !ok {
		t.Fatal("there is no other board")
	}
	made := w.Call(create, object("board_id", here))
	id, _ := made.Body.Get("task_id")
	old := thing(task)
	its, known := w.Holder(get, get.Param("board_id"), object("task_id", old))
	if told := task.Attribute("board_id") != nil; known != told {
		t.Fatalf("a board is told: %v, and known: %v", told, known)
	}
	if !known {
		its = there
	}
	for i, step := range []struct {
		tool        *tools.Tool
		board, task any
		status      int
	}{
		{get, here, id, 200}, {get, there, id, 404}, {remove, there, id, 404}, {remove, here, id, 200},
		{get, its, old, 200}, {get, here, old, 404}, {get, its, old, 200},
	} {
		got := w.Call(step.tool, object("board_id", step.board, "task_id", step.task))
		if got.Status != step.status {
			t.Errorf("step %d: status %d, want %d", i, got.Status, step.status)
		}
		if on, told := got.Body.Get("board_id"); told && on != step.board {
			t.Errorf("step %d: it is on %v, and %v was asked for", i, on, step.board)
		}
	}
}
