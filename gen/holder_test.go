package gen

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// tasksOfBoards is an API whose tasks are in boards: every tool needs both.
const tasksOfBoards = `toolset: outside/boards
tools:
  list_tasks: {about: Lists the tasks of a board., effect: list task, parameters: {type: object, required: [board_id], properties: {board_id: {type: string}, owner: {type: string}}}, params: {board_id: {entity: board}}, returns: {type: object, properties: {tasks: {type: array, items: {type: object, properties: {id: {type: string}, board_id: {type: string}, title: {type: string}, hours: {type: integer}}}}}}}
  get_task: {about: Gets a task of a board., effect: get task, parameters: {type: object, required: [board_id, task_id], properties: {board_id: {type: string}, task_id: {type: string}}}, params: {board_id: {entity: board}, task_id: {entity: task}}, returns: {type: object, properties: {id: {type: string}, board_id: {type: string}, title: {type: string}, hours: {type: integer}, priority: {type: string, enum: [low, normal, high]}}}}
  create_task: {about: Creates a task on a board., effect: create task, parameters: {type: object, required: [board_id, hours], properties: {board_id: {type: string}, hours: {type: integer}}}, params: {board_id: {entity: board}}, returns: {type: object, properties: {id: {type: string}, board_id: {type: string}, title: {type: string}, hours: {type: integer}, priority: {type: string, enum: [low, normal, high]}}}}
  update_task: {about: Updates a task of a board., effect: update task, parameters: {type: object, required: [board_id, task_id], properties: {board_id: {type: string}, task_id: {type: string}, priority: {type: string, enum: [low, normal, high]}, owner: {type: string}}}, params: {board_id: {entity: board}, task_id: {entity: task}}, returns: {type: object, properties: {id: {type: string}, board_id: {type: string}, title: {type: string}, hours: {type: integer}, priority: {type: string, enum: [low, normal, high]}}}}
  delete_task: {about: Deletes a task of a board., effect: delete task, parameters: {type: object, required: [board_id, task_id], properties: {board_id: {type: string}, task_id: {type: string}}}, params: {board_id: {entity: board}, task_id: {entity: task}}}
`

// A thing stays where it is: whatever is done with a task names the board that it is on, and the
// observations agree.
func TestHolders(t *testing.T) {
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	set, err := toolfile.Parse("boards.yaml", []byte(tasksOfBoards))
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Seed: 3, Toolsets: []*tools.Toolset{set}, Out: filepath.Join(t.TempDir(), "d"), Version: "test", Limit: 80, PerPath: 1}
	mustRun(t, c)
	entries := string(contents(t, c.Out)["entries.jsonl"])
	c.Missions, c.Paths, c.PerPath, c.Out = []int{1}, "multi", 80, filepath.Join(t.TempDir(), "d")
	mustRun(t, c)
	entries += string(contents(t, c.Out)["entries.jsonl"])
	again, updates := 0, 0
	for line := range strings.Lines(entries) {
		var e mission.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		boards := map[string]string{} // by the task
		for _, m := range e.Missions {
			for _, call := range m.Calls {
				var args struct {
					Board string `json:"board_id"`
					Task  string `json:"task_id"`
				}
				type task struct {
					Board string `json:"board_id"`
					Task  string `json:"task_id"`
				}
				var got struct {
					task
					Tasks []task
				}
				if err := json.Unmarshal(call.Arguments, &args); err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(call.Observation, &got); err != nil || call.Status >= 300 {
					continue
				}
				for _, one := range append(got.Tasks, got.task) {
					if one.Task == "" {
						continue
					}
					if one.Board != "" && one.Board != args.Board {
						t.Errorf("%s: %s asks for %s and gets %s", e.ID, call.Tool, args.Board, one.Board)
					}
					if was, known := boards[one.Task]; known {
						again++
						if was != args.Board {
							t.Errorf("%s: %s is on %s and on %s", e.ID, one.Task, was, args.Board)
						}
					}
					boards[one.Task] = args.Board
				}
				if call.Tool == "update_task" {
					updates++
				}
			}
		}
	}
	if again < 5 || updates < 5 {
		t.Errorf("only %d calls come back to a task, and %d change one", again, updates)
	}
}
