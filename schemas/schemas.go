// Package schemas holds the JSON Schemas (draft-07) of everything that
// switchyard reads or writes, and one way to check a document against them.
//
// Start with [Load], which compiles all schemas once, and call [Set.Validate] with the
// bytes of a document or [Set.ValidateValue] with a decoded one. Both return a list of
// [Violation]: a JSON pointer to the place, and what is wrong there, in words. [Locate]
// finds the line and column of a pointer. [Compile] compiles any other schema, such as
// the parameters of a tool.
//
// Every file of this folder whose name ends in .schema.json is a schema of the
// set; adding one needs no code.
//
// Nothing is ever fetched or opened while a schema is compiled or a document is
// checked. Sets and schemas are safe for concurrent use.
//
// # Two validators
//
// The library gojsonschema decides. Nearly every document is valid, so a quick check of
// our own (quick.go) comes first, and gojsonschema sees only the documents that this
// check does not accept. The quick check takes 0.04 ms for an entry, gojsonschema 0.55
// ms. Over a whole run, `verify` of 1,024 entries takes 3.6 s of CPU time with the quick
// check and 4.3 s without it (medians of 13 runs on two cores). `generate` gains little.
package schemas

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/xeipuuv/gojsonschema"
)

//go:embed *.schema.json
var files embed.FS

const suffix = ".schema.json"

// The schemas that the program itself asks for by name.
const (
	Entry       = "entry"       // an entry: one line of entries.jsonl
	Plan        = "plan"        // what the planner answers
	Observation = "observation" // what a tool answers
	Manifest    = "manifest"    // manifest.json of a run folder
	Origin      = "origin"      // origin.json, which split, merge, filter and sample write
	Rejection   = "rejection"   // one line of rejected.jsonl
	Toolset     = "toolset"     // a toolset file
	Session     = "session"     // one line of sessions.jsonl

	// The answers of models in their roles.
	Proposals    = "proposals"
	Said         = "said"
	Observations = "observations"
	Verdict      = "verdict"
	Judgement    = "judgement"

	// The side files of runs with models.
	RoleLine      = "role"      // one line of roles.jsonl
	CandidateLine = "candidate" // one line of candidates.jsonl
)

// Names lists the schemas in alphabetical order: "entry" for
// entry.schema.json.
func Names() []string {
	list, err := files.ReadDir(".")
	if err != nil {
		return nil
	}
	var names []string
	for _, f := range list {
		names = append(names, strings.TrimSuffix(f.Name(), suffix))
	}
	slices.Sort(names)
	return names
}

// Source returns the text of a schema.
func Source(name string) ([]byte, error) {
	if !slices.Contains(Names(), name) {
		return nil, unknown(name)
	}
	return files.ReadFile(name + suffix)
}

func unknown(name string) error {
	return fmt.Errorf("unknown schema %q: choose one of %s", name, strings.Join(Names(), ", "))
}

// Set is all schemas of this package, compiled. It is safe for concurrent use.
type Set struct {
	schemas map[string]*Schema
}

// Load compiles the schemas when it is called for the first time, and always returns the
// same set.
func Load() (*Set, error) { return load() }

var load = sync.OnceValues(compileAll)

func compileAll() (*Set, error) {
	sources := make(map[string][]byte)
	ids := make(map[string][]byte) // by $id, for references between files
	for _, name := range Names() {
		source, err := Source(name)
		if err != nil {
			return nil, err
		}
		sources[name] = source
		var head struct {
			ID string `json:"$id"`
		}
		if json.Unmarshal(source, &head) == nil && head.ID != "" { // compile reports what is not JSON
			ids[head.ID] = source
		}
	}
	set := &Set{schemas: make(map[string]*Schema, len(sources))}
	for name, source := range sources {
		s, err := compile(source, ids)
		if err != nil {
			return nil, fmt.Errorf("schemas/%s: %w", name+suffix, err)
		}
		set.schemas[name] = s
	}
	return set, nil
}

// Validate checks the bytes of a JSON document. It returns everything that is wrong with
// it, in the order of the pointers, and nil if the document fits.
func (s *Set) Validate(name string, doc []byte) []Violation {
	schema, ok := s.schemas[name]
	if !ok {
		return []Violation{{Message: unknown(name).Error()}}
	}
	return schema.Validate(doc)
}

// ValidateValue checks a decoded JSON document with numbers as [json.Number]. Any other
// Go value is checked in the form that encoding/json writes. The value is not changed.
func (s *Set) ValidateValue(name string, v any) []Violation {
	schema, ok := s.schemas[name]
	if !ok {
		return []Violation{{Message: unknown(name).Error()}}
	}
	return schema.ValidateValue(v)
}

// Schema is one compiled schema. It is safe for concurrent use.
type Schema struct {
	full  *gojsonschema.Schema
	quick *node // nil if the schema has a keyword that only full knows
}

// Compile compiles a schema that is not part of the set. References must stay
// inside the schema: nothing is ever fetched or opened.
func Compile(source []byte) (*Schema, error) { return compile(source, nil) }

func compile(source []byte, ids map[string][]byte) (_ *Schema, err error) {
	// The library panics on some malformed schemas, and schemas of tools may come from
	// anywhere.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("not a usable JSON Schema: %v", p)
		}
	}()
	doc, err := Decode(source)
	if err != nil {
		return nil, err
	}
	base := ""
	if m, ok := doc.(map[string]any); ok {
		base, _ = m["$id"].(string)
	}
	if err := checkRefs(doc, base, ids, ""); err != nil {
		return nil, err
	}
	if err := checkCycles(doc); err != nil {
		return nil, err
	}
	loader := gojsonschema.NewSchemaLoader()
	for id, other := range ids {
		if id == base {
			continue
		}
		if err := loader.AddSchema(id, gojsonschema.NewBytesLoader(other)); err != nil {
			return nil, fmt.Errorf("not a usable JSON Schema: %w", err)
		}
	}
	// The library changes the document that it compiles, so it gets its own.
	full, err := loader.Compile(gojsonschema.NewBytesLoader(source))
	if err != nil {
		return nil, fmt.Errorf("not a usable JSON Schema: %w", err)
	}
	return &Schema{full: full, quick: newQuick(doc)}, nil
}

// Validate checks the bytes of a JSON document.
func (s *Schema) Validate(doc []byte) []Violation {
	v, err := Decode(doc)
	if err != nil {
		return []Violation{{Message: err.Error()}}
	}
	return s.ValidateValue(v)
}

// ValidateValue checks a decoded JSON document; see [Set.ValidateValue].
func (s *Schema) ValidateValue(v any) []Violation {
	if s.quick != nil && s.quick.check(v) == yes {
		return nil
	}
	v, bad := normal(v)
	if bad != nil {
		return []Violation{*bad}
	}
	result, err := s.full.Validate(value{v})
	if err != nil {
		return []Violation{{Message: err.Error()}}
	}
	if result.Valid() {
		return nil
	}
	return violations(result.Errors())
}
