package author

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"switchyard/model"
	"switchyard/schemas"
)

// answerSchema is what an answer must be: as it is sent, and compiled.
type answerSchema struct {
	sent     *model.Schema
	compiled *schemas.Schema
}

// The answers of a refiner are parts of a toolset file, so their schemas are
// cut out of that of toolset files: there is no second vocabulary.
var (
	thingsSchema = sync.OnceValues(func() (*answerSchema, error) {
		return cut("things", "", []string{"title", "scenes", "entities", "tools"},
			[]string{"effect", "params", "gives", "fields", "sets", "after", "undoes", "only_if"},
			[]string{"entity", "attribute", "at_most", "at_least", "filter"}, "entities", "tools")
	})
	wordsSchema = sync.OnceValues(func() (*answerSchema, error) {
		return cut("words", "tool", nil,
			[]string{"params", "do", "ask", "where", "tell", "empty", "refused", "next"},
			[]string{"values", "props", "items", "count", "differs", "say", "say_item", "ask", "noun", "there", "other", "labels"}, "do", "ask", "tell")
	})
	topicsSchema = sync.OnceValues(func() (*answerSchema, error) {
		return cut("topics", "", []string{"chat"}, nil, nil, "chat")
	})
)

// cut takes the keys that may be said out of the schema of toolset files. root
// is the definition that the answer is, empty for a whole file.
func cut(name, root string, file, tool, param []string, required ...string) (*answerSchema, error) {
	source, err := schemas.Source(schemas.Toolset)
	if err != nil {
		return nil, err
	}
	var whole map[string]any
	if err := json.Unmarshal(source, &whole); err != nil {
		return nil, err
	}
	definitions := whole["definitions"].(map[string]any)
	keep := func(definition map[string]any, keys []string) {
		properties := definition["properties"].(map[string]any)
		for key := range properties {
			if !slices.Contains(keys, key) {
				delete(properties, key)
			}
		}
		delete(definition, "required")
	}
	keep(definitions["tool"].(map[string]any), tool)
	keep(definitions["param"].(map[string]any), param)
	top := whole
	if root == "" {
		keep(whole, file)
	} else {
		top = definitions[root].(map[string]any)
		top["definitions"] = definitions
		delete(definitions, root)
	}
	top["required"] = required
	prune(top, definitions)
	for _, key := range []string{"$schema", "$id", "title", "description"} {
		delete(top, key)
	}
	return compiled(name, top)
}

// prune drops the definitions that nothing refers to.
func prune(top, definitions map[string]any) {
	used := map[string]bool{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			ref, _ := v["$ref"].(string)
			if name := strings.TrimPrefix(ref, "#/definitions/"); ref != "" && !used[name] {
				used[name] = true
				walk(definitions[name])
			}
			for key, x := range v {
				if key != "definitions" {
					walk(x)
				}
			}
		}
	}
	walk(top)
	for name := range definitions {
		if !used[name] {
			delete(definitions, name)
		}
	}
}

// compiled makes an answer schema of a JSON Schema.
func compiled(name string, schema any) (*answerSchema, error) {
	text, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	c, err := schemas.Compile(text)
	return &answerSchema{&model.Schema{Name: name, JSON: text}, c}, err
}

// The answers of an expansion: steps on the way from a line to functions.
const (
	introductionSchema = `{"type": "object", "additionalProperties": false, "required": ["introduction", "constraints"], "properties": {
		"introduction": {"type": "string", "minLength": 1},
		"constraints": {"type": "array", "items": {"type": "string", "minLength": 1}}}}`
	functionsSchema = `{"type": "object", "additionalProperties": false, "required": ["functions"], "properties": {
		"functions": {"type": "array", "minItems": 1, "items": {"type": "object", "additionalProperties": false, "required": ["name"], "properties": {
			"name": {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_]{1,60}$"},
			"description": {"type": "string", "minLength": 1},
			"parameters": {"description": "JSON Schema of an object.", "type": "object"},
			"method": {"enum": ["GET", "POST", "PUT", "PATCH", "DELETE"]},
			"path": {"type": "string", "minLength": 1},
			"returns": {"description": "JSON Schema of the answer.", "type": "object"}}}}}}`
	objectionsSchema = `{"type": "object", "additionalProperties": false, "required": ["objections"], "properties": {
		"objections": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["function", "objection"], "properties": {
			"function": {"type": "string", "minLength": 1},
			"objection": {"type": "string", "minLength": 1}}}}}}`
)
