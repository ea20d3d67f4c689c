// Package compare says whether the arguments of a call are right, in two ways:
// as the Multi-Mission Tool Bench scores them ([Memo.MMTB]), and by what they
// mean ([Memo.Strict]). docs/scoring.md describes both.
//
// Make one [Comparer] with [New] and keep it: it remembers what it derived from the
// schemas of tools, and is safe for concurrent use. [Comparer.Memo] makes a [Memo],
// which compares calls in one goroutine. A [Gold] is the right call. A [Fault] is
// one thing that is wrong with another call.
package compare

import (
	"encoding/json"
	"sync"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/schemas"
)

// Gold is a right call, with what is needed to accept other arguments that mean the
// same.
type Gold struct {
	Tool        *mission.Tool
	Arguments   json.RawMessage     // an object
	Sources     []mission.Source    // of the arguments; empty if they are not known
	Environment mission.Environment // of the entry
	// Heard reports whether people said these words in the conversation so far. If it is
	// nil, nothing was heard.
	Heard func(words string) bool
}

// Kind is the kind of a fault, named as in package eval.
type Kind string

// The kinds.
const (
	MissingRequired Kind = "missing_required" // a required parameter is left out
	InventedName    Kind = "invented_name"    // the tool has no such parameter
	WrongType       Kind = "wrong_type"       // the parameter cannot have the value
	InventedValue   Kind = "invented_value"   // nobody said or showed the value
	WrongValue      Kind = "wrong_value"      // the value is not the right one, or is left out
)

// Fault is one thing that is wrong with arguments.
type Fault struct {
	Kind    Kind
	Pointer string          // JSON pointer (RFC 6901) into the arguments; empty for all of them
	Given   json.RawMessage // the value there; nil if it is left out
	Want    json.RawMessage // the right value; nil if no value belongs there
	Detail  string          // what is wrong, in one line
}

// cached is how many tools a Comparer remembers. Datasets have a few thousand. When
// there are more, it forgets all of them and reads them again as needed.
const cached = 8192

// Comparer compares arguments. It is safe for concurrent use.
type Comparer struct {
	mu    sync.RWMutex
	tools map[string]*tool // by the text of the parameters
}

// New returns a Comparer that has seen no tool yet.
func New() *Comparer { return &Comparer{tools: make(map[string]*tool)} }

// tool is what the parameters of a tool say.
type tool struct {
	doc     map[string]any         // the decoded JSON Schema; nil if it is no object
	mmtb    mmtbTool               // what the scoring of the Multi-Mission Tool Bench needs
	compile func() *schemas.Schema // returns nil if the library cannot use the schema
}

func (c *Comparer) tool(parameters json.RawMessage) *tool {
	c.mu.RLock()
	t, ok := c.tools[string(parameters)]
	c.mu.RUnlock()
	if ok {
		return t
	}
	t = &tool{compile: sync.OnceValue(func() *schemas.Schema {
		s, err := schemas.Compile(parameters)
		if err != nil {
			return nil
		}
		return s
	})}
	tree, _ := decode(parameters)
	t.mmtb = mmtbToolOf(tree)
	if doc, err := schemas.Decode(parameters); err == nil {
		t.doc, _ = doc.(map[string]any)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.tools) >= cached {
		clear(c.tools)
	}
	c.tools[string(parameters)] = t
	return t
}

// below returns the pointer to a member of the object at a pointer.
func below(at, key string) string { return at + "/" + jsonptr.Escape(key) }

// marshal writes a decoded value as JSON.
func marshal(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return b
}
