package proof

import (
	"encoding/json"
	"strings"
	"sync"

	"switchyard/mission"
	"switchyard/schemas"
)

// How many schemas, descriptions of tools and dependency graphs a Prover keeps.
// Datasets use a few hundred schemas, and few shapes of graphs.
const (
	kitSize   = 4096
	graphSize = 128
)

// cache keeps what was derived from texts. When it is full, it forgets everything.
type cache[V any] struct {
	mu     sync.RWMutex
	most   int
	values map[string]V
}

func newCache[V any](most int) *cache[V] { return &cache[V]{most: most, values: make(map[string]V)} }

// get returns the value of a text. It derives the value if it has none.
func (c *cache[V]) get(text []byte, derive func() (V, error)) (V, error) {
	c.mu.RLock()
	v, ok := c.values[string(text)]
	c.mu.RUnlock()
	if ok {
		return v, nil
	}
	v, err := derive()
	if err != nil {
		return v, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.values) >= c.most {
		clear(c.values)
	}
	c.values[string(text)] = v
	return v, nil
}

// kit is what a Prover keeps from one entry to the next.
type kit struct {
	schemas *cache[*schemaFacts]    // by the bytes of a schema
	words   *cache[[]string]        // by the name and description of a tool
	stems   *cache[vocabulary]      // by the same
	units   *cache[map[string]bool] // by a text
	graphs  *cache[*graphFacts]     // by the lists of dependencies
}

func newKit() *kit {
	return &kit{newCache[*schemaFacts](kitSize), newCache[[]string](kitSize), newCache[vocabulary](kitSize), newCache[map[string]bool](kitSize), newCache[*graphFacts](graphSize)}
}

// schemaFacts is a compiled schema with what the checks need to know about it.
type schemaFacts struct {
	schema   *schemas.Schema
	err      error
	doc      any
	required map[string]bool
	codes    map[string]bool // names and values that no person would say
	stems    vocabulary      // what it says to people
}

// tool is a tool of the entry with its schemas.
type tool struct {
	*mission.Tool
	params  *schemaFacts
	returns *schemaFacts // nil if the tool does not say what it returns
}

func (k *kit) facts(source json.RawMessage) *schemaFacts {
	f, _ := k.schemas.get(source, func() (*schemaFacts, error) { return newSchemaFacts(source), nil })
	return f
}

func newSchemaFacts(source json.RawMessage) *schemaFacts {
	f := &schemaFacts{required: map[string]bool{}, codes: map[string]bool{}, stems: vocabulary{}}
	if f.schema, f.err = schemas.Compile(source); f.err != nil {
		return f
	}
	f.doc, f.err = decode(source)
	if list, ok := resolve(f.doc, "/required"); ok {
		names, _ := list.([]any)
		for _, name := range names {
			if s, ok := name.(string); ok {
				f.required[s] = true
			}
		}
	}
	f.collectNames(f.doc)
	f.stems.schema(f.doc)
	return f
}

// collectNames collects the names of properties, and the values, that look like code, at
// any depth.
func (f *schemaFacts) collectNames(doc any) {
	switch doc := doc.(type) {
	case map[string]any:
		if props, ok := doc["properties"].(map[string]any); ok {
			for name := range props {
				if isCode(name) {
					f.codes[name] = true
				}
			}
		}
		if values, ok := doc["enum"].([]any); ok {
			for _, value := range values { // said as "premium economy"
				if s, ok := value.(string); ok && strings.Contains(s, "_") {
					f.codes[s] = true
				}
			}
		}
		for _, child := range doc {
			f.collectNames(child)
		}
	case []any:
		for _, child := range doc {
			f.collectNames(child)
		}
	}
}

// isCode reports whether a name looks like code: it has a "_" or a dot inside, or a
// capital after a small letter. "city" and "date" are ordinary words.
func isCode(name string) bool {
	for i := 1; i < len(name); i++ {
		c, before := name[i], name[i-1]
		if (c == '_' || c == '.') && i+1 < len(name) {
			return true
		}
		if 'A' <= c && c <= 'Z' && 'a' <= before && before <= 'z' {
			return true
		}
	}
	return false
}

// parameter returns the schema of the value that a pointer leads to.
func (f *schemaFacts) parameter(pointer string) (map[string]any, bool) {
	list, ok := steps(pointer)
	if !ok {
		return nil, false
	}
	doc, ok := f.doc.(map[string]any)
	for _, step := range list {
		if !ok {
			return nil, false
		}
		if props, is := doc["properties"].(map[string]any); is {
			doc, ok = props[step].(map[string]any)
			continue
		}
		doc, ok = doc["items"].(map[string]any)
	}
	return doc, ok
}

// defaultsTo reports whether a value is the declared default of a parameter.
func (f *schemaFacts) defaultsTo(pointer string, value any) bool {
	schema, ok := f.parameter(pointer)
	def, has := schema["default"]
	return ok && has && equal(def, value)
}

// saidIn lists the folded words of a tool's name and description.
func (k *kit) saidIn(t *mission.Tool) []string {
	list, _ := k.words.get([]byte(t.Name+"\x00"+t.Description), func() ([]string, error) {
		return plainWords(splitName(t.Name) + " " + t.Description), nil
	})
	return list
}

// splitName turns "searchFlights" and "search_flights" into words.
func splitName(name string) string {
	var b strings.Builder
	b.Grow(len(name) + 4) // most names have a few words
	for i := range len(name) {
		c := name[i]
		if i > 0 && 'A' <= c && c <= 'Z' && 'a' <= name[i-1] && name[i-1] <= 'z' {
			b.WriteByte(' ')
		}
		if c == '_' || c == '.' || c == '/' {
			c = ' '
		}
		b.WriteByte(c)
	}
	return b.String()
}

// plainWords splits a text into its letters-and-digits words, folded.
func plainWords(s string) []string {
	return strings.FieldsFunc(fold(s), func(r rune) bool { return r == '_' || !isWord(r) })
}
