package proof

import (
	"encoding/json"
	"fmt"
)

// loadTools prepares the tools of the entry and proves that they are usable.
func (v *view) loadTools() {
	tools := v.entry.Toolset.Tools
	v.tools = make(map[string]*tool, len(tools))
	for i := range tools {
		t := &tool{Tool: &tools[i]}
		at := func(part string) string { return fmt.Sprintf("/toolset/tools/%d/%s", i, part) }
		if _, twice := v.tools[t.Name]; twice {
			v.report(nil, SchemaTools, at("name"), "two tools are called %s", t.Name)
			continue
		}
		t.params = v.kit.facts(t.Parameters)
		if t.params.err != nil {
			v.report(nil, SchemaTools, at("parameters"), "%v", t.params.err)
		}
		if len(t.Returns) > 0 {
			t.returns = v.kit.facts(t.Returns)
			if t.returns.err != nil {
				v.report(nil, SchemaTools, at("returns"), "%v", t.returns.err)
			}
		}
		v.tools[t.Name] = t
	}
}

// proveSchemas proves that calls and observations fit their tools.
func (v *view) proveSchemas(m *missionView) {
	for c := range m.calls {
		call := &m.calls[c]
		at := func(part string) string { return fmt.Sprintf("/calls/%d%s", c, part) }
		switch {
		case call.tool == nil:
			v.report(m, SchemaTool, at("/tool"), "no tool of the list is called %q", call.Tool)
		case call.tool.Distractor:
			v.report(m, SchemaTool, at("/tool"), "%s is a tool of another toolset, which no mission needs", call.Tool)
		}
		if _, ok := call.arguments.(map[string]any); !ok {
			v.report(m, SchemaArguments, at("/arguments"), "arguments must be a JSON object, not %s", shortRaw(call.Arguments))
		} else if call.tool != nil && call.tool.params.err == nil {
			for _, bad := range call.tool.params.schema.ValidateValue(call.arguments) {
				v.report(m, SchemaArguments, at("/arguments"+bad.Pointer), "%s", bad.Message)
			}
		}
		v.proveObservation(m, c)
	}
}

func (v *view) proveObservation(m *missionView, c int) {
	call := &m.calls[c]
	report := func(at, format string, args ...any) {
		v.report(m, SchemaObservation, fmt.Sprintf("/calls/%d/observation%s", c, at), format, args...)
	}
	switch {
	case call.observation == nil:
		report("", "an observation must be a JSON value, not %s", shortRaw(call.Observation))
	case call.Status >= 400:
		if said, _ := child(call.observation, "error"); said == "" || !isString(said) {
			report("", "with status %d, an observation must be an object with a text \"error\"", call.Status)
		}
	case call.tool != nil && call.tool.returns != nil && call.tool.returns.err == nil:
		for _, bad := range call.tool.returns.schema.ValidateValue(call.observation) {
			report(bad.Pointer, "%s", bad.Message)
		}
	}
}

func isString(v any) bool {
	_, ok := v.(string)
	return ok
}

func shortRaw(raw json.RawMessage) string {
	if len(raw) > 60 {
		return string(raw[:57]) + "..."
	}
	return string(raw)
}
