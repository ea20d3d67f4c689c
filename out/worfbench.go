package out

import (
	"io"
	"slices"

	"switchyard/flow/worf"
	"switchyard/mission"
)

// worfBench writes tasks with their correct workflow, a graph of subtasks, for
// WorFBench. A task is one text, so only missions that stand alone can be written; see [entryMission.alone].
type worfBench struct{}

func (worfBench) Name() string  { return "worfbench" }
func (worfBench) About() string { return "tasks with their workflow as a graph, for WorFBench" }

func (worfBench) Choices() []Choice { return []Choice{ChooseMaxTokens} } // a JSON array, not lines
func (worfBench) Lacks() string     { return needsPurpose }

func (worfBench) Export(to Output, split string, o ExportOptions) (Sink, error) {
	file, err := to.Create(split + ".json")
	if err != nil {
		return nil, err
	}
	s := &worfSink{o: o, file: file}
	s.partSink = aloneSink(to, s.mission)
	return s, nil
}

// worfTask is one item of the file, which is an array.
type worfTask struct {
	Source        string        `json:"source"`
	Conversations []worfMessage `json:"conversations"` // system, user, assistant
	Target        string        `json:"target"`        // "graph"
	ID            string        `json:"id"`
	Category      string        `json:"category"` // "eval"
}

// worfMessage is one message of a task.
type worfMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type worfTool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// worfAmbiguous is the reason to skip tasks whose subtasks look like the syntax around
// them.
const worfAmbiguous = cannotSay("a purpose reads like a part of the graph")

type worfSink struct {
	*partSink[entryMission]
	o     ExportOptions
	file  io.WriteCloser
	tasks int
}

func (s *worfSink) mission(x *entryMission) (write func() error, err error) {
	e, m := x.entry, x.Mission
	w, err := workflowOf(m)
	if err != nil {
		return nil, err
	}
	for _, node := range w.Nodes {
		if worf.Misread(node) {
			return nil, worfAmbiguous
		}
	}
	text := w.String()
	if read, ok := worf.Parse(text); !ok || read.Check() != nil || !slices.Equal(read.Nodes, w.Nodes) || !slices.Equal(read.Edges, w.Edges) {
		return nil, worfAmbiguous
	}
	tools := make([]worfTool, len(e.Toolset.Tools))
	for i, t := range e.Toolset.Tools {
		tools[i] = worfTool{t.Name, t.Description}
	}
	list, err := lineOf(&tools)
	if err != nil {
		return nil, err
	}
	item, err := lineOf(&worfTask{
		Source: "switchyard", Target: "graph", ID: e.ID, Category: "eval",
		Conversations: []worfMessage{
			{"system", worf.Prompt}, {"user", "Task: " + m.Request + "\nTools: " + string(list)}, {"assistant", text},
		},
	})
	if err != nil {
		return nil, err
	}
	if s.o.tooLong(item) {
		return nil, cannotSay(TooLong)
	}
	return func() error {
		before := "[\n"
		if s.tasks++; s.tasks > 1 {
			before = ",\n"
		}
		_, err := s.file.Write(append([]byte(before), item...))
		return err
	}, nil
}

// Close implements [Sink].
func (s *worfSink) Close() error {
	end := "\n]\n"
	if s.tasks == 0 {
		end = "[]\n"
	}
	if _, err := io.WriteString(s.file, end); err != nil {
		_ = s.file.Close()
		return err
	}
	return s.file.Close()
}

// workflowOf returns the workflow of a mission.
func workflowOf(m *mission.Mission) (*worf.Workflow, error) {
	subtasks, waits := make([]string, len(m.Calls)), make([][]int, len(m.Calls))
	for i := range m.Calls {
		subtasks[i], waits[i] = m.Calls[i].Purpose, m.Calls[i].Dependencies
	}
	return worf.Of(subtasks, waits)
}
