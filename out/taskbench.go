package out

import (
	"fmt"
	"regexp"
	"strconv"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
)

// taskBench writes the graph of a task's tool calls for TaskBench. A task is one text,
// so only missions that stand alone can be written; see [entryMission.alone].
type taskBench struct{}

func (taskBench) Name() string  { return "taskbench" }
func (taskBench) About() string { return "tasks with the graph of their calls, for TaskBench" }

func (taskBench) Choices() []Choice { return lineChoices }
func (taskBench) Lacks() string     { return needsSources }

func (taskBench) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return aloneSink(to, func(m *entryMission) (func() error, error) {
		line, err := taskBenchLine(m.entry, m.Mission)
		if err != nil {
			return nil, err
		}
		return o.oneLine(to, split+".jsonl", line)
	}), nil
}

// taskBenchTask is a line of the file.
type taskBenchTask struct {
	ID      string          `json:"id"`
	Type    string          `json:"type"`         // "single", "chain" or "dag"
	Tools   int             `json:"n_tools"`      // calls, which TaskBench counts as tools
	Request string          `json:"user_request"` // with the time before it if the calls depend on the time
	Steps   []string        `json:"task_steps"`   // one for each node
	Nodes   []taskBenchNode `json:"task_nodes"`
	Links   []taskBenchLink `json:"task_links"`
}

// taskBenchNode is the call of a tool. Nodes are numbered from 0.
type taskBenchNode struct {
	Task      string              `json:"task"` // the tool's name
	Arguments []taskBenchArgument `json:"arguments"`
}

// taskBenchArgument is one argument. Its value is a text, JSON for other kinds of
// values, or "<node-j>" for a result of node j.
type taskBenchArgument struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// taskBenchLink says that a tool waits for another.
type taskBenchLink struct {
	Source string `json:"source"`
	Target string `json:"target"`
}

// taskBenchText is the reason to skip tasks in which a text looks like a reference to a
// node.
const taskBenchText = cannotSay("a value reads like the result of a node")

// taskBenchResult writes a reference to the result of a node.
func taskBenchResult(node int) string { return "<node-" + strconv.Itoa(node) + ">" }

func taskBenchLine(e *mission.Entry, m *mission.Mission) ([]byte, error) {
	task := taskBenchTask{ID: e.ID, Type: "dag", Tools: len(m.Calls), Request: timed(e, m, m.Request)}
	switch {
	case len(m.Calls) == 1:
		task.Type = "single"
	case m.Pattern == mission.Serial:
		task.Type = "chain"
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		task.Steps = append(task.Steps, c.Purpose)
		arguments, ok, err := taskBenchArguments(c)
		if err != nil {
			return nil, fmt.Errorf("/calls/%d/arguments: %w", i, err)
		}
		if !ok {
			return nil, taskBenchText
		}
		task.Nodes = append(task.Nodes, taskBenchNode{c.Tool, arguments})
		for _, d := range c.Dependencies {
			if d < 0 || d >= len(m.Calls) {
				return nil, fmt.Errorf("/calls/%d: there is no call %d", i, d)
			}
			task.Links = append(task.Links, taskBenchLink{m.Calls[d].Tool, c.Tool})
		}
	}
	return lineOf(&task)
}

// taskBenchArguments returns the arguments of a call. An argument that comes from a node
// becomes a reference to it. In an argument of several values, those that come from
// nodes are replaced within the JSON. It reports false if some text looks like a
// reference.
func taskBenchArguments(c *mission.Call) (list []taskBenchArgument, ok bool, err error) {
	arguments, err := readObject(c.Arguments)
	if err != nil {
		return nil, false, err
	}
	origin := map[string]int{}
	for _, source := range c.Sources {
		if source.Kind == mission.FromObservation {
			origin[source.Pointer] = source.Call
		}
	}
	for _, a := range arguments.members {
		value, ok := taskBenchValue(a.value, "/"+jsonptr.Escape(a.key), origin)
		if !ok {
			return nil, false, nil
		}
		text, isText := value.(string)
		if !isText {
			text = string(appendDecoded(nil, value))
		}
		list = append(list, taskBenchArgument{a.key, text})
	}
	return list, true, nil
}

// taskBenchValue replaces what comes from nodes. It reports false if some other text
// looks like a reference.
func taskBenchValue(v any, pointer string, origin map[string]int) (any, bool) {
	if node, ok := origin[pointer]; ok {
		return taskBenchResult(node), true
	}
	switch v := v.(type) {
	case string:
		_, ok := taskBenchNodeOf(v)
		return v, !ok
	case []any:
		list := make([]any, len(v))
		for i := range v {
			var ok bool
			if list[i], ok = taskBenchValue(v[i], pointer+"/"+strconv.Itoa(i), origin); !ok {
				return nil, false
			}
		}
		return list, true
	case *ordered:
		o := new(ordered)
		for _, m := range v.members {
			value, ok := taskBenchValue(m.value, pointer+"/"+jsonptr.Escape(m.key), origin)
			if !ok {
				return nil, false
			}
			o.members = append(o.members, member{m.key, value})
		}
		return o, true
	}
	return v, true
}

var taskBenchResults = regexp.MustCompile(`<node-(\d+)>`)

// taskBenchNodeOf finds the first node that a value refers to.
func taskBenchNodeOf(value string) (int, bool) {
	match := taskBenchResults.FindStringSubmatch(value)
	if match == nil {
		return 0, false
	}
	n, err := strconv.Atoi(match[1])
	return n, err == nil
}
