//go:build !race

// What is made is the same under the race detector.

package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// The rules of the Multi-Mission Tool Bench for its files, as its own code has
// them. They know JSON and nothing of ours, and each says nothing of what
// another one is for, so that each can be seen to find what only it forbids.

type (
	object = map[string]any
	list   = []any
)

// mmtbRule says what is wrong with an entry, or nothing.
type mmtbRule struct {
	name  string
	check func(e object) string
	spoil func(e object) // breaks this rule, and no other
}

const (
	mmtbAsk    = "ask_user_for_required_parameters"
	mmtbAnswer = "prepare_to_answer"
)

var mmtbTexts = []string{"task", "answer_list", "messages", "tools"} // in English below english_

func items(v any) list { l, _ := v.(list); return l }

func member(v any, keys ...string) any {
	for _, key := range keys {
		o, _ := v.(object)
		v = o[key]
	}
	return v
}

func word(v any, keys ...string) string { s, _ := member(v, keys...).(string); return s }

// toolOf is the name of what a step does.
func toolOf(step any) string { return word(step, "action", "name") }

func isCall(step any) bool { return toolOf(step) != mmtbAsk && toolOf(step) != mmtbAnswer }

// perMission judges a list that has one item a mission.
func perMission(key string, fine func(e object, i int, v any) bool) func(object) string {
	return func(e object) string {
		if _, ok := e[key]; !ok {
			return "" // another rule's
		}
		if have, want := len(items(e[key])), len(items(e["task"])); have != want {
			return fmt.Sprintf("%d items for %d missions", have, want)
		}
		for i, v := range items(e[key]) {
			if !fine(e, i, v) {
				return fmt.Sprintf("mission %d: %v", i, v)
			}
		}
		return ""
	}
}

// steps judges the steps of each mission.
func steps(fine func(e object, steps list, i int) bool) func(object) string {
	return func(e object) string {
		for m, answers := range items(e["answer_list"]) {
			for i, step := range items(answers) {
				if !fine(e, items(answers), i) {
					return fmt.Sprintf("mission %d, step %d: %v", m, i, step)
				}
			}
		}
		return ""
	}
}

// blocks judges the messages of each mission.
func blocks(fine func(e object, b int, block list) bool) func(object) string {
	return func(e object) string {
		for b, block := range blocksOf(e) {
			if !fine(e, b, block) {
				return fmt.Sprintf("block %d: %v", b, block)
			}
		}
		return ""
	}
}

func blocksOf(e object) []list {
	all := []list{nil}
	for _, m := range items(e["messages"]) {
		if s, ok := m.(string); !ok {
			all[len(all)-1] = append(all[len(all)-1], m)
		} else if strings.Contains(s, "=====") {
			all = append(all, nil)
		}
	}
	return all
}

// functions judges the tools.
func functions(fine func(e object, i int, tool any) bool) func(object) string {
	return func(e object) string {
		for i, tool := range items(e["tools"]) {
			if !fine(e, i, tool) {
				return fmt.Sprintf("tool %d: %v", i, tool)
			}
		}
		return ""
	}
}

func offered(e object, name string) bool {
	return slices.ContainsFunc(items(e["tools"]), func(tool any) bool { return word(tool, "function", "name") == name })
}

// typed holds for a schema whose types all have names that the matcher knows.
func typed(schema any) bool {
	s, ok := schema.(object)
	if !ok {
		return true
	}
	if !slices.Contains([]string{"string", "integer", "boolean", "float", "number", "array", "object"}, word(s, "type")) {
		return false
	}
	properties, _ := s["properties"].(object)
	for _, p := range properties {
		if !typed(p) {
			return false
		}
	}
	return typed(s["items"])
}

// waitsFor are the steps that must be done before one, near and far.
func waitsFor(steps list, i int) map[int]bool {
	all := map[int]bool{}
	for _, d := range items(member(steps[i], "dependency_list")) {
		if n, ok := d.(float64); ok && n >= 0 && int(n) < i {
			all[int(n)] = true
			for far := range waitsFor(steps, int(n)) {
				all[far] = true
			}
		}
	}
	return all
}

// stated is the message that states a mission, if task_ids leads to one.
func stated(e object, b int, block list) (any, bool) {
	ids := items(e["task_ids"])
	if b >= len(ids) {
		return nil, false
	}
	id, ok := ids[b].(float64)
	if !ok || id != float64(int(id)) || id < 0 || int(id) >= len(block) || int(id)%2 != 0 {
		return nil, false
	}
	return block[int(id)], true
}

func said(e object, role, text string) bool {
	return text != "" && slices.ContainsFunc(items(e["messages"]), func(m any) bool {
		return word(m, "role") == role && strings.HasSuffix(word(m, "content"), text)
	})
}

// whole judges an entry as a whole.
func whole(fine func(e object) bool) func(object) string {
	return func(e object) string {
		if !fine(e) {
			return "it is not so"
		}
		return ""
	}
}

// The entry that is spoilt has a single, a multi and a clarify mission, in this
// order; these are parts of it.
func answers(e object, m int) list           { return items(items(e["answer_list"])[m]) }
func step(e object, m, i int) object         { return answers(e, m)[i].(object) }
func last(e object, m int) object            { return step(e, m, len(answers(e, m))-1) }
func action(step object) object              { return step["action"].(object) }
func set(e object, key string, i int, v any) { items(e[key])[i] = v }
func function(e object) object               { return items(e["tools"])[0].(object)["function"].(object) }

// offer puts another tool after the others.
func offer(e object, name string) {
	e["tools"] = append(items(e["tools"]), object{"type": "function", "function": object{"name": name, "parameters": object{"type": "object", "properties": object{}}}})
}

var mmtbRules = []mmtbRule{
	{"id is a string", whole(func(e object) bool { return word(e, "id") != "" }), func(e object) { e["id"] = 7.0 }},
	{"every key is there, in both languages", whole(func(e object) bool {
		keys := []string{"id", "env_info", "task_ids", "type", "turn_type", "turn_subtypes"}
		for _, key := range mmtbTexts {
			keys = append(keys, key, "english_"+key)
		}
		return !slices.ContainsFunc(keys, func(key string) bool { _, ok := e[key]; return !ok })
	}), func(e object) { delete(e, "env_info") }},
	{"a text that is there in one language stands for both", whole(func(e object) bool {
		return !slices.ContainsFunc(mmtbTexts, func(key string) bool { return !reflect.DeepEqual(e[key], e["english_"+key]) })
	}), nil},
	{"a task is a text", perMission("task", func(_ object, _ int, v any) bool { s, _ := v.(string); return s != "" }),
		func(e object) { set(e, "task", 0, "") }},
	{"every mission has a list of steps", perMission("answer_list", func(_ object, _ int, v any) bool { return len(items(v)) > 0 }),
		func(e object) { e["answer_list"] = append(items(e["answer_list"]), answers(e, 0)) }},

	{"messages are messages, and between missions a string with =====", whole(func(e object) bool {
		return !slices.ContainsFunc(items(e["messages"]), func(m any) bool {
			s, between := m.(string)
			_, message := m.(object)
			return !message && !(between && strings.Contains(s, "====="))
		})
	}), func(e object) { e["messages"] = slices.Insert(items(e["messages"]), 1, any("-----")) }},
	{"every mission has a block of messages", whole(func(e object) bool { return len(blocksOf(e)) == len(items(e["task"])) }),
		func(e object) {
			e["messages"] = append(items(e["messages"]), "=====", object{"role": "user", "content": "And?"}, object{"role": "assistant", "content": "No."})
		}},
	{"user and assistant take turns in a block, and nobody else", blocks(func(_ object, _ int, block list) bool {
		for i, m := range block {
			if word(m, "role") != [2]string{"user", "assistant"}[i%2] {
				return false
			}
		}
		return true
	}), func(e object) {
		e["messages"] = append(items(e["messages"]), object{"role": "tool", "content": "{}"}, object{"role": "assistant", "content": "So."})
	}},
	{"a block ends with the assistant", blocks(func(_ object, _ int, block list) bool { return len(block) > 0 && len(block)%2 == 0 }),
		func(e object) {
			e["messages"] = append(items(e["messages"]), object{"role": "user", "content": "And?"})
		}},
	{"contents are strings", blocks(func(_ object, _ int, block list) bool {
		return !slices.ContainsFunc(block, func(m any) bool { _, ok := member(m, "content").(string); return !ok })
	}), func(e object) {
		e["messages"] = append(items(e["messages"]), object{"role": "user", "content": nil}, object{"role": "assistant", "content": "So."})
	}},
	{"task_ids lead to messages of the user", perMission("task_ids", func(e object, i int, _ any) bool {
		all := blocksOf(e)
		if i >= len(all) {
			return true
		}
		_, ok := stated(e, i, all[i])
		return ok
	}), func(e object) { set(e, "task_ids", 1, 1.0) }},
	{"the message holds the text of its mission", blocks(func(e object, b int, block list) bool {
		m, ok := stated(e, b, block)
		return !ok || b >= len(items(e["task"])) || strings.Contains(word(m, "content"), fmt.Sprint(items(e["task"])[b]))
	}), func(e object) { set(e, "task", 1, "Something else.") }},

	{"idx counts the steps", steps(func(_ object, l list, i int) bool { return member(l[i], "idx") == float64(i) }),
		func(e object) { step(e, 0, 0)["idx"] = 1.0 }},
	{"a step calls a tool that is offered, or an internal one", steps(func(e object, l list, i int) bool { return !isCall(l[i]) || offered(e, toolOf(l[i])) }),
		func(e object) { action(step(e, 0, 0))["name"] = "no_such_tool" }},
	{"arguments are an object", steps(func(_ object, l list, i int) bool { _, ok := member(l[i], "action", "arguments").(object); return ok }),
		func(e object) { action(step(e, 0, 0))["arguments"] = "{}" }},
	{"a step has an observation", steps(func(_ object, l list, i int) bool { _, ok := l[i].(object)["observation"]; return ok }),
		func(e object) { delete(step(e, 0, 0), "observation") }},
	{"dependencies are earlier steps, each once", steps(func(_ object, l list, i int) bool {
		on, ok := member(l[i], "dependency_list").(list)
		seen := map[any]bool{}
		for _, d := range on {
			n, number := d.(float64)
			ok = ok && number && n == float64(int(n)) && n >= 0 && int(n) < i && !seen[d]
			seen[d] = true
		}
		return ok
	}), func(e object) { last(e, 0)["dependency_list"] = append(items(last(e, 0)["dependency_list"]), 9.0) }},
	{"the last step, and it alone, is prepare_to_answer", steps(func(_ object, l list, i int) bool { return (toolOf(l[i]) == mmtbAnswer) == (i == len(l)-1) }),
		func(e object) { action(last(e, 0))["name"] = word(function(e), "name") }},
	{"an answer is of a type", steps(func(_ object, l list, i int) bool {
		return toolOf(l[i]) != mmtbAnswer || slices.Contains([]string{"tool", "chat"}, word(l[i], "action", "arguments", "answer_type"))
	}), func(e object) { action(last(e, 0))["arguments"] = object{"answer_type": "done"} }},
	{"an answer is what the assistant says", steps(func(e object, l list, i int) bool {
		_, there := l[i].(object)["observation"]
		return toolOf(l[i]) != mmtbAnswer || !there || said(e, "assistant", word(l[i], "observation"))
	}), func(e object) { last(e, 0)["observation"] = "Something else." }},
	{"an answer waits for every step that nothing else waits for", steps(func(_ object, l list, i int) bool {
		for j := range l {
			needed := slices.ContainsFunc(l, func(s any) bool { return slices.Contains(items(member(s, "dependency_list")), any(float64(j))) })
			if toolOf(l[i]) == mmtbAnswer && j < i && !needed {
				return false
			}
		}
		return true
	}), func(e object) { last(e, 0)["dependency_list"] = list{} }},

	{"a question names the tool and what is missing", steps(func(_ object, l list, i int) bool {
		missing := items(member(l[i], "action", "arguments", "missing_required_parameters"))
		return toolOf(l[i]) != mmtbAsk || word(l[i], "action", "arguments", "tool_name") != "" && len(missing) > 0 &&
			!slices.ContainsFunc(missing, func(v any) bool { s, _ := v.(string); return s == "" })
	}), func(e object) { action(step(e, 2, 0))["arguments"].(object)["missing_required_parameters"] = list{} }},
	{"a question is what the assistant asks", steps(func(e object, l list, i int) bool {
		return toolOf(l[i]) != mmtbAsk || said(e, "assistant", word(l[i], "observation"))
	}), func(e object) { step(e, 2, 0)["observation"] = "Who?" }},
	{"a question has the user's reply", steps(func(e object, l list, i int) bool {
		return toolOf(l[i]) != mmtbAsk || said(e, "user", word(l[i], "user_input"))
	}), func(e object) { delete(step(e, 2, 0), "user_input") }},
	{"the call that a question serves waits for it", steps(func(_ object, l list, i int) bool {
		for j := range l {
			if toolOf(l[j]) == word(l[i], "action", "arguments", "tool_name") && waitsFor(l, j)[i] {
				return true
			}
		}
		return toolOf(l[i]) != mmtbAsk
	}), func(e object) { action(step(e, 2, 0))["arguments"].(object)["tool_name"] = "another_tool" }},
	{"a question shares its step with nothing", steps(func(_ object, l list, i int) bool {
		for j := range l {
			if toolOf(l[i]) == mmtbAsk && j != i && toolOf(l[j]) != mmtbAnswer && !waitsFor(l, i)[j] && !waitsFor(l, j)[i] {
				return false
			}
		}
		return true
	}), func(e object) {
		l := answers(e, 2)
		n := float64(len(l) - 1)
		more := object{"idx": n, "action": object{"name": word(function(e), "name"), "arguments": object{}}, "observation": "", "dependency_list": list{}}
		end := last(e, 2)
		end["idx"], end["dependency_list"] = n+1, append(items(end["dependency_list"]), n)
		set(e, "answer_list", 2, slices.Insert(l, len(l)-1, any(more)))
	}},

	{"a tool is a function with a name and an object of parameters", functions(func(_ object, _ int, tool any) bool {
		_, ok := member(tool, "function", "parameters", "properties").(object)
		return ok && word(tool, "type") == "function" && word(tool, "function", "name") != "" && word(tool, "function", "parameters", "type") == "object"
	}), func(e object) { items(e["tools"])[0].(object)["type"] = "tool" }},
	{"no internal tool is offered", functions(func(_ object, _ int, tool any) bool {
		return word(tool, "function", "name") != mmtbAsk && word(tool, "function", "name") != mmtbAnswer
	}), func(e object) { offer(e, mmtbAnswer) }},
	{"tools have different names", functions(func(e object, i int, tool any) bool {
		return !slices.ContainsFunc(items(e["tools"])[:i], func(o any) bool { return word(o, "function", "name") == word(tool, "function", "name") })
	}), func(e object) { offer(e, word(function(e), "name")) }},
	{"types of schemas have names that the matcher knows", functions(func(_ object, _ int, tool any) bool { return typed(member(tool, "function", "parameters")) }),
		func(e object) {
			properties := function(e)["parameters"].(object)["properties"].(object)
			properties["day"] = object{"type": "array", "items": object{"type": "date"}}
		}},

	{"env_info names the day of the week", perMission("env_info", func(_ object, _ int, v any) bool { s, _ := v.(string); return strings.Contains(s, "星期") }),
		func(e object) { set(e, "env_info", 0, "2024-07-15 09:30:00 Monday") }},
	{"env_info begins with a time", perMission("env_info", func(_ object, _ int, v any) bool {
		s, _ := v.(string)
		now, _, ok := strings.Cut(s, "星期")
		_, err := time.Parse(time.DateTime, strings.TrimSpace(now))
		return !ok || err == nil
	}), func(e object) { set(e, "env_info", 0, "今天 星期一") }},
	{"a mission has a type", perMission("type", func(_ object, _ int, v any) bool { return slices.Contains(list{"单", "多", "反", "拒"}, v) }),
		func(e object) { set(e, "type", 0, "single") }},
	{"turn_type is a boolean", perMission("turn_type", func(_ object, _ int, v any) bool { _, ok := v.(bool); return ok }),
		func(e object) { set(e, "turn_type", 0, "假") }},
	{"the first mission is no true multi-turn mission", perMission("turn_type", func(_ object, i int, v any) bool { return i > 0 || v != true }),
		func(e object) { set(e, "turn_type", 0, true); set(e, "turn_subtypes", 0, "指代理解") }},
	{"a true multi-turn mission has a subtype", perMission("turn_subtypes", func(e object, i int, v any) bool {
		turns := items(e["turn_type"])
		return i >= len(turns) || turns[i] != true || slices.Contains(list{"指代理解", "省略成分", "长期记忆"}, v)
	}), func(e object) { set(e, "turn_type", 1, true); set(e, "turn_subtypes", 1, "implicit") }},
	{"no other mission has a subtype", perMission("turn_subtypes", func(e object, i int, v any) bool {
		turns := items(e["turn_type"])
		return i >= len(turns) || turns[i] == true || v == nil
	}), func(e object) { set(e, "turn_subtypes", 0, "指代理解") }},
}

// broken are the rules that an entry breaks.
func broken(e object) (names []string) {
	for _, rule := range mmtbRules {
		if wrong := rule.check(e); wrong != "" {
			names = append(names, rule.name)
		}
	}
	return names
}

// The MMTB file of a run keeps every rule, and each rule finds what breaks it
// and nothing else.
func TestMMTBRules(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "d")
	if output, err := exec.CommandContext(t.Context(), "switchyard", "generate", "--missions", "1-3", "--per-path", "1", "--quiet", "--out", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	data, err := os.ReadFile(filepath.Join(folder, "mmtb.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var spoilt []byte // the line that is spoilt below
	ids := map[any]bool{}
	for line := range strings.Lines(string(data)) {
		var e object
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		for _, rule := range mmtbRules {
			if wrong := rule.check(e); wrong != "" {
				t.Errorf("%v: %s: %s", e["id"], rule.name, wrong)
			}
		}
		if ids[e["id"]] {
			t.Errorf("%v is there twice", e["id"])
		}
		ids[e["id"]] = true
		if reflect.DeepEqual(e["type"], list{"单", "多", "反"}) {
			spoilt = []byte(line)
		}
	}
	if len(ids) != 84 {
		t.Errorf("%d entries", len(ids))
	}
	for _, rule := range mmtbRules {
		t.Run(rule.name, func(t *testing.T) {
			var e object
			if err := json.Unmarshal(spoilt, &e); err != nil {
				t.Fatal(err)
			}
			if rule.spoil == nil {
				e["english_task"] = list{"Something else."}
			} else {
				rule.spoil(e)
				for _, key := range mmtbTexts {
					e["english_"+key] = e[key]
				}
			}
			if got := broken(e); len(got) != 1 || got[0] != rule.name {
				t.Errorf("broken: %q", got)
			}
		})
	}
}

// What is made of files that break the rules keeps every rule: a line is mended,
// or left out and named.
func TestConvertedMMTBRules(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run := func(code int, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "switchyard", args...)
		cmd.Dir = folder
		output, err := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != code {
			t.Fatalf("%q: %v: %s", args, err, output)
		}
		return string(output)
	}
	run(0, "generate", "--missions", "3", "--paths", "single>multi>clarify", "--limit", "1", "--quiet", "--out", "d")
	fine, err := os.ReadFile(filepath.Join(folder, "d", "mmtb.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	spoilt := func(spoil func(e object)) []byte {
		var e object
		if err := json.Unmarshal(fine, &e); err != nil {
			t.Fatal(err)
		}
		spoil(e)
		for _, key := range mmtbTexts {
			delete(e, "english_"+key)
		}
		line, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		return append(line, '\n')
	}
	lines := slices.Clone(fine)
	add := func(name string, spoil func(e object)) {
		lines = append(lines, spoilt(func(e object) { e["id"] = name; spoil(e) })...)
	}
	for _, rule := range mmtbRules {
		if rule.spoil != nil {
			add(rule.name, rule.spoil)
		}
	}
	var keys []string
	for key := range mustObject(t, fine) {
		if key != "id" && !strings.HasPrefix(key, "english_") {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		for name, v := range map[string]any{"null": nil, "a number": 7.0, "a text": "x", "an object": object{"x": list{}}, "empty": list{}, "a list of nulls": list{nil, nil, nil}, "a list of lists": list{list{}, list{}, list{}}} {
			add(key+" is "+name, func(e object) { e[key] = v })
		}
		add(key+" is missing", func(e object) { delete(e, key) })
	}
	for _, key := range []string{"idx", "action", "observation", "dependency_list"} {
		for m := range 3 {
			add(fmt.Sprintf("step without %s in %d", key, m), func(e object) { delete(step(e, m, 0), key) })
			add(fmt.Sprintf("step with null as %s in %d", key, m), func(e object) { step(e, m, 0)[key] = nil })
		}
	}
	lines = append(lines, "{\"id\": \n[]\nnull\n\xff\n"...)
	if err := os.WriteFile(filepath.Join(folder, "in.jsonl"), lines, 0o644); err != nil {
		t.Fatal(err)
	}
	total := strings.Count(string(lines), "\n")
	report := run(1, "convert", "in.jsonl", "--from", "mmtb", "--to", "mmtb", "--out", "out.jsonl")
	made, err := os.ReadFile(filepath.Join(folder, "out.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for line := range strings.Lines(string(made)) {
		written++
		if wrong := broken(mustObject(t, []byte(line))); len(wrong) > 0 {
			t.Errorf("%v: %q", mustObject(t, []byte(line))["id"], wrong)
		}
	}
	if want := fmt.Sprintf("%d entries are left out", total-written); !strings.Contains(report, want) || written < 10 {
		t.Errorf("%d lines, %d written: %s", total, written, report)
	}
	// No other target breaks off either.
	run(1, "convert", "in.jsonl", "--from", "mmtb", "--to", "openai,bfcl,hermes", "--out", "chats")
}

func mustObject(t *testing.T, line []byte) object {
	t.Helper()
	var e object
	if err := json.Unmarshal(line, &e); err != nil {
		t.Fatal(err)
	}
	return e
}
