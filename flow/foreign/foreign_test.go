package foreign_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/flow/flowfile"
	"switchyard/flow/foreign"
	"switchyard/flow/walk"
	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

const toolList = `
- API: findTable
  API Desciption: Look for a free table
  Input parameters: {
    "evening": {"type": "string", "description": "Evening, such as \"Monday, Friday\"", "required": true},
    "guests": {"type": "integer", "description": "Number of guests", "required": true}
  }
  Output parameters: {"found": {"type": "string", "description": "Whether there is one. Enumerated type, [yes, no]"}, "table_number": {"type ": "integer", "description": "Number of the table"}}
- API: holdTable
  API Description: Hold a table
  Input parameters: {"guest_name": {"type": "string", "description": "Name of the guest, such as \"Ann Lee, Bo Chan\"", "required": true}}
  Output parameters: {"held": {"type": "boolean", "description": "Whether it is held"}, "until": {"type": "string", "description": "Time, for example \"8 pm, sharp\""}}
`

const pdl = `
Name: table booking
Desc: Books a table.
Detailed_desc:
SLOTs:
  - {name: evening, desc: Evening}
APIs:
  - {name: findTable, request: [evening, guests], response: [found, table_number], precondition: []}
  - {name: holdTable, request: [guest_name], response: [held, until], precondition: [findTable]}
ANSWERs:
  - {name: Ask for details, desc: Ask for what is missing}
PDL: |
  # greet the user
  [evening, guests, shoe_size] = ANSWER_Ask_for_details()
  [found, table_number] = API_findTable([evening, guests])
  if found == "yes":
    # inform user a table is free
    [guest_name] = ANSWER_Ask_for_details()
    held = API_holdTable([guest_name])
    if held:
      # inform user that the table is held
    else:
      # inform user the table is gone. Ask if the user wants to try another evening
      # if user wants to try another evening, repeat the process; else, wish them a good day
  else:
    # inform user no table is free
`

const chart = `flowchart TD
  A((Start)) -->|Book a table| B
  B[Ask the user for the evening and the number of guests, call findTable, and check the result based on the returned found]
  B -- yes, there is one --> C>Tell the user that there is a table. Ask the user for their name, call holdTable and look based on the returned held]
  B -- no --> D{Tell the user that no table is free and ask if the user wants to try another evening}
  C -- it is held --> E([Tell the user that the table is held])
  C -- it is not held --> D
  D -- User tries another evening --> B
  D -- User gives up --> F[Say goodbye to the user]
  %% a comment
  style A fill:#fff
`

func set(t testing.TB) *tools.Toolset {
	t.Helper()
	_, set, err := foreign.Tools("tools.yaml", []byte(toolList), "tables", "Tables")
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// loads fails if an imported workflow does not load, or an edge of it never happens.
func loads(t *testing.T, in *foreign.Imported, set *tools.Toolset) string {
	t.Helper()
	text := document.Encode(in.Workflow)
	w, err := flowfile.Parse("imported.flow.yaml", text, set)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	r, err := walk.Try(context.Background(), w, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Edges) > 0 {
		t.Errorf("never taken: %v\n%s", r.Edges, text)
	}
	return string(text)
}

func TestTools(t *testing.T) {
	s := set(t)
	if len(s.Tools) != 2 || !s.Tool("findTable").Param("evening").Required || s.Tool("holdTable").Description != "Hold a table." {
		t.Errorf("%+v", s.Tools[0])
	}
	for name, want := range map[string]string{"found": "[yes no]", "table_number": "[]"} {
		for _, a := range s.Tool("findTable").Gives {
			if got := strings.ReplaceAll(strings.TrimSpace(strings.Trim(strings.Join(textsOf(a.Values.Pick), " "), "")), "\n", ""); a.Name == name && "["+got+"]" != want {
				t.Errorf("%s is one of %s, want %s", name, got, want)
			}
		}
	}
	if until := s.Tool("holdTable").Gives[1].Values.Pick; len(until) != 1 || until[0] != "8 pm, sharp" {
		t.Errorf("until: %v", until)
	}
}

func textsOf(values []any) (all []string) {
	for _, v := range values {
		all = append(all, v.(string))
	}
	return all
}

func TestPDL(t *testing.T) {
	s := set(t)
	in, err := foreign.PDL("p.yaml", []byte(pdl), s)
	if err != nil {
		t.Fatal(err)
	}
	text := loads(t, in, s)
	for _, want := range []string{
		"tell: that a table is free", "if: \"found == \\\"yes\\\"\"", "if: held", "user: wants to try another evening", "holdTable: [findTable]",
		"tell: wish them a good day", "that the table is gone, and ask if the user wants to try another evening",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if len(in.Left) != 1 || in.Left[0].Line != 14 || !strings.Contains(in.Left[0].Message, "no tool has a parameter shoe_size") {
		t.Errorf("left out: %v", in.Left)
	}
}

func TestFlowchart(t *testing.T) {
	s := set(t)
	in, err := foreign.Flowchart("c.mmd", []byte(chart), s, "table booking", "")
	if err != nil {
		t.Fatal(err)
	}
	text := loads(t, in, s)
	for _, want := range []string{"if: \"found == \\\"yes\\\"\"", `if: "held == true"`, `if: "held == false"`, "I'd like to try another evening.", "user: tries another evening", "tell: that the table is held"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// What cannot be understood is named with its line.
func TestWrong(t *testing.T) {
	s := set(t)
	type change struct{ old, now, want string }
	check := func(what, text string, changes []change, read func(text string) error) {
		for _, c := range changes {
			wrong := strings.Replace(text, c.old, c.now, 1)
			if wrong == text {
				t.Errorf("%s: %q is not in it", what, c.old)
				continue
			}
			var problems toolfile.Problems
			if err := read(wrong); !errors.As(err, &problems) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %q: %v, want %s", what, c.now, err, c.want)
			}
		}
	}
	check("tools", toolList, []change{
		{"- API: findTable", "- API: ../findTable", "tools.yaml:2:1: a tool has no usable name"},
		{"- API: findTable", "- Tool: findTable", "tools.yaml:2:1: a tool has no usable name"},
		{"- API: holdTable", "- API: findTable", "tools.yaml:9:1: the tool findTable is listed twice"},
		{"\n- API: findTable", "\nAPI: findTable", "tools.yaml:"},
		{`"required": true},`, `"required": true}, {`, "tools.yaml:"},
	}, func(text string) error {
		_, _, err := foreign.Tools("tools.yaml", []byte(text), "tables", "Tables")
		return err
	})
	check("pdl", pdl, []change{
		{"PDL: |", "Steps: |", "this is no PDL: it has no text under the key PDL; the keys are Name"},
		{"API_findTable([evening, guests])", "API_seekTable([evening])", "p.yaml:15:1: there is no tool seekTable; list it among the tools"},
		{"API_findTable([evening, guests])", "call findTable", "p.yaml:15:1: this line cannot be read"},
		{"  if found == \"yes\":\n", "  while found:\n", "p.yaml:16:1: this line cannot be read: while found:"},
		{"  else:\n    # inform user no table", "    # inform user no table", ""},
		{"precondition: [findTable]", "precondition: [seekTable]", "p.yaml:9:1: holdTable has the precondition seekTable, which is no API of this file"},
		{"  # greet the user\n", "  else:\n", "p.yaml:13:1: there is no if before this line: else:"},
		{"  # greet the user\n", "  if guests > 3:\n    # greet\n", "this condition has nothing to decide on"},
		{"Name: table booking", "Name: [", "it should be a PDL"},
	}, func(text string) error {
		in, err := foreign.PDL("p.yaml", []byte(text), s)
		if err == nil {
			_, err = flowfile.Decode("p.yaml", in.Workflow, s)
		}
		if err == nil {
			return toolfile.Problems{} // the change was none
		}
		return err
	})
	check("chart", chart, []change{
		{"flowchart TD", "digraph {", "c.mmd:1:1: this is no flowchart: digraph {; begin with flowchart TD"},
		{"B -- no --> D{", "B -- no ~~> D{", "c.mmd:5:1: this line cannot be read"},
		{"call findTable", "call seekTable", "c.mmd:3:1: the node B calls seekTable, which is no tool"},
		{"B -- no --> D", "B -- perhaps --> D", `c.mmd:3:1: it is not clear which result of findTable means "yes, there is one", "perhaps"`},
		{"F[Say goodbye to the user]", "F", "the node F has no text; write F[what to do]"},
		{"D -- User gives up --> F[Say goodbye to the user]", "D -- User gives up --> A", "every node has an arrow to it, so there is no start"},
		{"A((Start)) -->|Book a table| B", "A((Start)) -->|Book a table| B\n  A --> C", "the start has 2 arrows"},
		{"F[Say goodbye to the user]", "F[Ask the user for the colour]", "the node F asks for colour, but no call needs it"},
	}, func(text string) error {
		in, err := foreign.Flowchart("c.mmd", []byte(text), s, "table booking", "")
		if err == nil {
			_, err = flowfile.Decode("c.mmd", in.Workflow, s)
		}
		return err
	})
}

// A folder is read task by task. What is wrong with one does not keep the others.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"task_infos.json":       `{"version": "1", "task_infos": {"000": {"name": "Book a table"}}}`,
		"tools/000.yaml":        toolList,
		"pdl/000.yaml":          pdl,
		"user_profile/000.json": `[{"persona": "A cook"}, {"persona": "A baker"}]`,
		"tools/001.yaml":        toolList,
		"flowchart/001.md":      chart,
		"tools/002.yaml":        toolList,
		"tools/003.yaml":        "- {}",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tasks, left, err := foreign.Folder(context.Background(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != 2 || tasks[0].Title != "Book a table" || tasks[0].Profiles != 2 || tasks[1].Title != "task 001" {
		t.Errorf("%+v", tasks)
	}
	if text := left.Error(); len(left) != 2 || !strings.Contains(text, "the task 002 has no workflow; add pdl/002.yaml") || !strings.Contains(text, "003.yaml:1:1") {
		t.Errorf("left: %s", text)
	}
	var none *foreign.NoTasksError
	if _, _, err := foreign.Folder(context.Background(), t.TempDir(), nil); !errors.As(err, &none) {
		t.Errorf("an empty folder: %v", err)
	}
}

// The workflow that FlowAgent ships as a sample becomes one of ours, from the PDL and from the
// flowchart.
func TestSample(t *testing.T) {
	dir := "../../../shared/data/flowagent-sample"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the sample is not here")
	}
	tasks, left, err := foreign.Folder(context.Background(), dir, nil)
	if err != nil || len(tasks) != 1 || len(left) > 0 {
		t.Fatal(tasks, left, err)
	}
	task := tasks[0]
	loads(t, &foreign.Imported{Workflow: task.Workflow}, task.Set)
	data, err := os.ReadFile(filepath.Join(dir, "flowchart", "000.md"))
	if err != nil {
		t.Fatal(err)
	}
	in, err := foreign.Flowchart("000.md", data, task.Set, task.Title, "")
	if err != nil {
		t.Fatal(err)
	}
	loads(t, in, task.Set)
}

func FuzzPDL(f *testing.F) {
	f.Add(pdl)
	s := set(f)
	f.Fuzz(func(t *testing.T, text string) {
		if in, err := foreign.PDL("p.yaml", []byte(text), s); err == nil {
			_, _ = flowfile.Decode("p.yaml", in.Workflow, s)
		}
	})
}

func FuzzFlowchart(f *testing.F) {
	f.Add(chart)
	s := set(f)
	f.Fuzz(func(t *testing.T, text string) {
		if in, err := foreign.Flowchart("c.mmd", []byte(text), s, "x", ""); err == nil {
			_, _ = flowfile.Decode("c.mmd", in.Workflow, s)
		}
	})
}
