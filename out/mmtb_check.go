package out

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/mission"
	"switchyard/schemas"
)

// Check is [CheckMMTB].
func (mmtb) Check(line []byte) []Problem { return CheckMMTB(line) }

// CheckMMTB checks a line from any program against every rule of the Multi-Mission
// Tool Bench (formats.md, section 1). It returns all problems, or nil. It does not
// check that ids are unique, because that concerns the whole file.
func CheckMMTB(line []byte) []Problem {
	v, err := schemas.Decode(line)
	if err != nil {
		return []Problem{{Message: err.Error()}}
	}
	entry, ok := v.(map[string]any)
	if !ok {
		return []Problem{{Message: "must be a JSON object"}}
	}
	c := &mmtbChecker{entry: entry}
	if id, ok := entry["id"].(string); !ok || id == "" {
		c.report("/id", "must be a string that is not empty")
	}
	languages := 0
	for _, prefix := range []string{"english_", ""} {
		if c.hasLanguage(prefix) {
			languages++
			c.language(prefix)
		}
	}
	if languages == 0 {
		c.report("", `neither "english_task" nor "task" is there`)
	}
	c.perMission()
	slices.SortStableFunc(c.problems, func(a, b Problem) int { return strings.Compare(a.Pointer, b.Pointer) })
	return slices.Compact(c.problems)
}

// mmtbChecker collects problems. It works on decoded JSON only.
type mmtbChecker struct {
	entry    map[string]any
	missions int // the length of the first list of tasks
	problems []Problem
}

func (c *mmtbChecker) report(pointer, format string, args ...any) {
	c.problems = append(c.problems, Problem{Pointer: pointer, Message: fmt.Sprintf(format, args...)})
}

func at(pointer string, index int) string { return pointer + "/" + strconv.Itoa(index) }

// list returns the list under a key, or reports that there is none.
func (c *mmtbChecker) list(key string) ([]any, bool) {
	v, ok := c.entry[key]
	if !ok {
		c.report("", "%q is missing", key)
		return nil, false
	}
	list, ok := v.([]any)
	if !ok {
		c.report("/"+key, "must be a list")
	}
	return list, ok
}

// perMissionList returns a list that must have one item for each mission.
func (c *mmtbChecker) perMissionList(key string) []any {
	list, ok := c.list(key)
	if ok && len(list) != c.missions {
		c.report("/"+key, "has %d items for %d missions", len(list), c.missions)
	}
	return list[:min(len(list), c.missions)]
}

func (c *mmtbChecker) hasLanguage(prefix string) bool {
	for _, key := range []string{"task", "answer_list", "messages"} {
		if _, ok := c.entry[prefix+key]; ok {
			return true
		}
	}
	return false
}

// language checks the four keys of one language.
func (c *mmtbChecker) language(prefix string) {
	tasks, ok := c.list(prefix + "task")
	if !ok {
		return
	}
	if c.missions == 0 {
		c.missions = len(tasks)
	}
	if len(tasks) == 0 {
		c.report("/"+prefix+"task", "must not be empty")
	}
	if len(tasks) != c.missions {
		c.report("/"+prefix+"task", "has %d items for %d missions", len(tasks), c.missions)
	}
	for i, task := range tasks {
		if s, ok := task.(string); !ok || s == "" {
			c.report(at("/"+prefix+"task", i), "must be a string that is not empty")
		}
	}
	tools := c.tools(prefix + "tools")
	for i, answers := range c.perMissionList(prefix + "answer_list") {
		pointer := at("/"+prefix+"answer_list", i)
		steps, ok := answers.([]any)
		if !ok {
			c.report(pointer, "must be a list of steps")
			continue
		}
		c.answers(pointer, steps, tools)
	}
	c.messages(prefix, tasks)
	c.spoken(prefix)
}

// spoken checks that the messages contain what questions and answers say.
func (c *mmtbChecker) spoken(prefix string) {
	flat, _ := c.entry[prefix+"messages"].([]any)
	other := map[string]string{"user": "assistant", "assistant": "user"}
	check := func(role, pointer string, v any) {
		text, _ := v.(string)
		if text = strings.TrimSpace(text); text == "" {
			return // step reports this
		}
		if !slices.ContainsFunc(flat, func(v any) bool {
			m, _ := v.(map[string]any)
			content, _ := m["content"].(string)
			return m["role"] != other[role] && strings.HasSuffix(strings.TrimSpace(content), text)
		}) {
			c.report(pointer, "no message of the %s says this", role)
		}
	}
	missions, _ := c.entry[prefix+"answer_list"].([]any)
	for i, answers := range missions {
		steps, _ := answers.([]any)
		for j, v := range steps {
			s, _ := v.(map[string]any)
			action, _ := s["action"].(map[string]any)
			pointer := at(at("/"+prefix+"answer_list", i), j)
			switch action["name"] {
			case mission.AskTool:
				check("user", pointer+"/user_input", s["user_input"])
				fallthrough
			case mission.AnswerTool:
				check("assistant", pointer+"/observation", s["observation"])
			}
		}
	}
}

// tools checks the tools and returns their names.
func (c *mmtbChecker) tools(key string) map[string]bool {
	names := make(map[string]bool)
	list, _ := c.list(key)
	for i, v := range list {
		pointer := at("/"+key, i)
		tool, _ := v.(map[string]any)
		function, ok := tool["function"].(map[string]any)
		if !ok || tool["type"] != "function" {
			c.report(pointer, `must be {"type":"function","function":{…}}`)
			continue
		}
		name, _ := function["name"].(string)
		switch {
		case name == "":
			c.report(pointer+"/function/name", "must be a string that is not empty")
		case name == mission.AskTool || name == mission.AnswerTool:
			c.report(pointer+"/function/name", "%s is an internal tool and is not offered", name)
		case names[name]:
			c.report(pointer+"/function/name", "another tool has the name %s", name)
		}
		names[name] = true
		if d, ok := function["description"]; ok {
			if _, ok := d.(string); !ok {
				c.report(pointer+"/function/description", "must be a string")
			}
		}
		checkParameters(function["parameters"], pointer+"/function/parameters",
			func(pointer, message string) { c.report(pointer, "%s", message) })
	}
	return names
}

// mmtbNode is a step as the checks of an answer list need it.
type mmtbNode struct {
	name    string
	args    map[string]any
	depends []int
	above   []bool // the steps that must come before, directly or not
}

// answers checks the steps of a mission.
func (c *mmtbChecker) answers(pointer string, steps []any, tools map[string]bool) {
	if len(steps) == 0 {
		c.report(pointer, "needs at least the step %s", mission.AnswerTool)
		return
	}
	nodes := make([]mmtbNode, len(steps))
	for i, v := range steps {
		c.step(at(pointer, i), i, v, nodes)
		name := nodes[i].name
		if name != "" && name != mission.AskTool && name != mission.AnswerTool && !tools[name] {
			c.report(at(pointer, i)+"/action/name", "no tool is called %s", name)
		}
	}
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.name == mission.AnswerTool && i < len(nodes)-1:
			c.report(at(pointer, i)+"/action/name", "%s must be the last step", mission.AnswerTool)
		case n.name != mission.AnswerTool && i == len(nodes)-1:
			c.report(at(pointer, i)+"/action/name", "the last step must be %s", mission.AnswerTool)
		case n.name == mission.AskTool:
			c.alone(pointer, i, nodes)
			c.served(pointer, i, nodes, tools)
		}
	}
	c.closing(pointer, nodes)
}

// step checks one step by itself and fills in its node.
func (c *mmtbChecker) step(pointer string, i int, v any, nodes []mmtbNode) {
	nodes[i].above = make([]bool, len(nodes))
	s, ok := v.(map[string]any)
	if !ok {
		c.report(pointer, "must be an object")
		return
	}
	if idx, ok := s["idx"].(json.Number); !ok || string(idx) != strconv.Itoa(i) {
		c.report(pointer+"/idx", "must be %d, the number of the step", i)
	}
	action, _ := s["action"].(map[string]any)
	name, _ := action["name"].(string)
	args, isObject := action["arguments"].(map[string]any)
	if name == "" {
		c.report(pointer+"/action", "must be an object with a name")
	}
	if !isObject {
		c.report(pointer+"/action/arguments", "must be an object")
	}
	nodes[i].name, nodes[i].args = name, args
	observation, ok := s["observation"]
	if !ok {
		c.report(pointer, `"observation" is missing`)
	}
	said, isText := observation.(string)
	switch name {
	case mission.AskTool:
		c.askArguments(pointer, args)
		if input, ok := s["user_input"].(string); !ok || input == "" {
			c.report(pointer+"/user_input", "must be the user's reply, a string")
		}
	case mission.AnswerTool:
		if kind := args["answer_type"]; kind != "tool" && kind != "chat" {
			c.report(pointer+"/action/arguments/answer_type", `must be "tool" or "chat"`)
		}
	default:
		isText, said = true, "-"
	}
	if ok && (!isText || said == "") {
		c.report(pointer+"/observation", "must be what the assistant says, a string")
	}
	c.dependencies(pointer+"/dependency_list", i, s["dependency_list"], nodes)
}

func (c *mmtbChecker) askArguments(pointer string, args map[string]any) {
	if tool, ok := args["tool_name"].(string); !ok || tool == "" {
		c.report(pointer+"/action/arguments/tool_name", "must be the name of a tool")
	}
	missing, _ := args["missing_required_parameters"].([]any)
	for _, v := range missing {
		if name, ok := v.(string); !ok || name == "" {
			missing = nil
		}
	}
	if len(missing) == 0 {
		c.report(pointer+"/action/arguments/missing_required_parameters", "must be a list of parameter names")
	}
}

// dependencies checks a dependency list. Since all dependencies are earlier steps, the
// graph has no cycle.
func (c *mmtbChecker) dependencies(pointer string, i int, v any, nodes []mmtbNode) {
	list, ok := v.([]any)
	if !ok {
		c.report(pointer, "must be a list of step numbers")
		return
	}
	for j, v := range list {
		n, _ := v.(json.Number)
		d, err := strconv.Atoi(string(n))
		switch {
		case err != nil || d < 0 || d >= i:
			c.report(at(pointer, j), "must be the number of an earlier step")
		case slices.Contains(nodes[i].depends, d):
			c.report(at(pointer, j), "step %d is listed twice", d)
		default:
			nodes[i].depends = append(nodes[i].depends, d)
			nodes[i].above[d] = true
			for k, above := range nodes[d].above {
				nodes[i].above[k] = nodes[i].above[k] || above
			}
		}
	}
}

// alone checks that no other step can be made together with a question: each must come
// before it or after it.
func (c *mmtbChecker) alone(pointer string, i int, nodes []mmtbNode) {
	for j := range nodes {
		// closing checks the last step.
		if j != i && nodes[j].name != mission.AnswerTool && !nodes[i].above[j] && !nodes[j].above[i] {
			c.report(at(pointer, i)+"/dependency_list", "step %d could be made together with this question", j)
		}
	}
}

// served checks that the call that a question is about depends on it.
func (c *mmtbChecker) served(pointer string, i int, nodes []mmtbNode, tools map[string]bool) {
	tool, _ := nodes[i].args["tool_name"].(string)
	if tool != "" && !tools[tool] {
		c.report(at(pointer, i)+"/action/arguments/tool_name", "no tool is called %s", tool)
	}
	called := false
	for j := range nodes {
		if nodes[j].name != tool {
			continue
		}
		if nodes[j].above[i] {
			return
		}
		called = true
	}
	if called {
		c.report(at(pointer, i), "no call of %s depends on this question", tool)
	}
}

// closing checks that the last step waits for all others.
func (c *mmtbChecker) closing(pointer string, nodes []mmtbNode) {
	last := len(nodes) - 1
	if nodes[last].name != mission.AnswerTool {
		return
	}
	for i := range nodes[:last] {
		needed := slices.ContainsFunc(nodes, func(n mmtbNode) bool { return slices.Contains(n.depends, i) })
		if !needed {
			c.report(at(pointer, last)+"/dependency_list", "step %d is missing: nothing else depends on it", i)
		}
	}
}

// messages checks the conversation of one language.
func (c *mmtbChecker) messages(prefix string, tasks []any) {
	key := prefix + "messages"
	flat, ok := c.list(key)
	if !ok {
		return
	}
	type block struct {
		first int // the index of its first message
		said  []string
	}
	blocks := []block{{}}
	for i, v := range flat {
		pointer := at("/"+key, i)
		if s, ok := v.(string); ok {
			if !strings.Contains(s, mmtbBetween) {
				c.report(pointer, "a string between messages must hold %s", mmtbBetween)
			}
			blocks = append(blocks, block{first: i + 1})
			continue
		}
		m, ok := v.(map[string]any)
		if !ok {
			c.report(pointer, "must be a message or a string with %s", mmtbBetween)
			continue
		}
		b := &blocks[len(blocks)-1]
		want := [2]string{"user", "assistant"}[len(b.said)%2]
		if m["role"] != want {
			c.report(pointer+"/role", "must be %q: user and assistant take turns in every block", want)
		}
		content, ok := m["content"].(string)
		if !ok {
			c.report(pointer+"/content", "must be a string")
		}
		b.said = append(b.said, content)
	}
	if len(blocks) > 1 && len(blocks[len(blocks)-1].said) == 0 {
		blocks = blocks[:len(blocks)-1] // the runner allows a final separator
	}
	if len(blocks) != len(tasks) {
		c.report("/"+key, "has %d blocks for %d missions", len(blocks), len(tasks))
	}
	ids, _ := c.entry["task_ids"].([]any)
	for i, b := range blocks {
		if len(b.said) == 0 || len(b.said)%2 != 0 {
			c.report(at("/"+key, b.first), "block %d must begin with the user and end with the assistant", i)
		}
		if i >= len(tasks) || i >= len(ids) {
			continue
		}
		task, _ := tasks[i].(string)
		n, _ := ids[i].(json.Number)
		id, err := strconv.Atoi(string(n))
		switch {
		case err != nil || id < 0 || id >= len(b.said) || id%2 != 0:
			c.report(at("/task_ids", i), "must be the index of a message of the user in block %d", i)
		case !strings.Contains(b.said[id], task):
			c.report(at("/"+key, b.first+id)+"/content", "does not contain the text of mission %d", i)
		}
	}
}

// perMission checks the lists that both languages share.
func (c *mmtbChecker) perMission() {
	c.perMissionList("task_ids") // messages checks the values
	c.envInfo()
	known := []string{"单", "多", "反", "拒"}
	for i, v := range c.perMissionList("type") {
		if s, _ := v.(string); !slices.Contains(known, s) {
			c.report(at("/type", i), "must be one of %s", strings.Join(known, " "))
		}
	}
	turns := c.perMissionList("turn_type")
	for i, v := range turns {
		turn, ok := v.(bool)
		switch {
		case !ok:
			c.report(at("/turn_type", i), "must be a boolean")
		case i == 0 && turn:
			c.report(at("/turn_type", i), "must be false: no mission comes before the first")
		}
	}
	known = []string{"指代理解", "省略成分", "长期记忆"}
	for i, v := range c.perMissionList("turn_subtypes") {
		pointer := at("/turn_subtypes", i)
		s, _ := v.(string)
		turn := i < len(turns) && turns[i] == true
		switch {
		case !turn && v != nil:
			c.report(pointer, "must be null where turn_type is false")
		case turn && !slices.Contains(known, s):
			c.report(pointer, "must be one of %s", strings.Join(known, " "))
		}
	}
}

// envInfo checks the times. One string for all missions is allowed.
func (c *mmtbChecker) envInfo() {
	if s, ok := c.entry["env_info"].(string); ok {
		c.oneEnvInfo("/env_info", s)
		return
	}
	for i, v := range c.perMissionList("env_info") {
		s, _ := v.(string)
		c.oneEnvInfo(at("/env_info", i), s)
	}
}

func (c *mmtbChecker) oneEnvInfo(pointer, s string) {
	now, _, ok := strings.Cut(s, "星期")
	if !ok {
		c.report(pointer, "must contain 星期")
		return
	}
	now = strings.ReplaceAll(strings.ReplaceAll(now, "当前时间：", ""), "环境：", "")
	if _, err := time.Parse(time.DateTime, strings.TrimSpace(now)); err != nil {
		c.report(pointer, "must begin with a time such as 2024-07-15 09:30:00")
	}
}
