package author

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// trace names what a refiner is asked for: "refine/TOOLSET/part", where the
// toolset is a fingerprint, for endpoints take short names only.
func trace(ts *tools.Toolset, part string) string {
	sum := sha256.Sum256([]byte(ts.Name))
	return fmt.Sprintf("refine/%s/%s", hex.EncodeToString(sum[:6]), part)
}

// view is what prompts are made of.
type view struct {
	Name, Title, About string
	Tools              []string // as functions, one a line
	Draft              string   // what the rules make of it, as JSON
	Tool               string   // the one that words are wanted for
	Things             string   // what stands behind the tools, as JSON
}

func viewOf(ts *tools.Toolset) *view {
	v := &view{Name: ts.Name, Title: ts.Title, About: ts.About}
	for _, t := range ts.Tools {
		v.Tools = append(v.Tools, asFunction(t))
	}
	return v
}

// asFunction is a tool as its source tells it.
func asFunction(t *tools.Tool) string {
	text, err := json.Marshal(struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Returns     json.RawMessage `json:"returns,omitempty"`
	}{t.Name, t.Description, t.Parameters, t.Returns})
	if err != nil { // what was loaded as JSON can be written as JSON
		return t.Name
	}
	return string(text)
}

// things asks what stands behind the tools, if the file does not say it.
func (r *refinement) things() ([]*proposal, error) {
	ts := r.draft.Toolset()
	lacks := r.draft.Lacks("entities")
	for _, t := range ts.Tools {
		lacks = lacks || r.draft.Lacks("tools", t.Name, "effect")
	}
	if !lacks {
		return nil, nil
	}
	schema, err := thingsSchema()
	if err != nil {
		return nil, err
	}
	v := viewOf(ts)
	v.Draft = string(thingsOf(ts).JSON())
	q, err := newQuestion(trace(ts, "things"), "things", schema, v)
	return []*proposal{{where: "things", q: q, wrap: func(n *document.Node) *document.Node { return n }, check: checkThings}}, err
}

// words asks how each tool is spoken of, and what is asked nearby.
func (r *refinement) words() ([]*proposal, error) {
	ts := r.draft.Toolset()
	schema, err := wordsSchema()
	if err != nil {
		return nil, err
	}
	var list []*proposal
	for i, t := range ts.Tools {
		if !r.draft.Lacks("tools", t.Name, "do") && !r.draft.Lacks("tools", t.Name, "ask") && !r.draft.Lacks("tools", t.Name, "tell") {
			continue
		}
		v := viewOf(ts)
		v.Tool, v.Things, v.Draft = t.Name, string(thingsOf(ts).JSON()), string(wordsOf(ts, t).JSON())
		q, err := newQuestion(trace(ts, fmt.Sprintf("words.%d", i)), "words", schema, v)
		if err != nil {
			return nil, err
		}
		wrap := func(n *document.Node) *document.Node { return inTool(t.Name, n) }
		list = append(list, &proposal{where: t.Name, q: q, wrap: wrap, check: r.checkWords})
	}
	if !r.draft.Lacks("chat") {
		return list, nil
	}
	if schema, err = topicsSchema(); err != nil {
		return nil, err
	}
	v := viewOf(ts)
	v.Draft = string(topicsOf(ts).JSON())
	q, err := newQuestion(trace(ts, "topics"), "topics", schema, v)
	return append(list, &proposal{where: "topics", q: q, wrap: func(n *document.Node) *document.Node { return n }, check: checkTopics}), err
}

// inTool is a toolset with a part of one tool.
func inTool(name string, part *document.Node) *document.Node {
	return document.Fields(document.Field{Key: "tools", Value: document.Fields(document.Field{Key: name, Value: part})})
}

// checkThings looks for what a world needs beyond what loads.
func checkThings(p *proposal, ts *tools.Toolset) []string {
	var wrong []string
	said := p.said.Fields["tools"]
	for _, t := range ts.Tools {
		if tool := said.Fields[t.Name]; tool == nil || tool.Fields["effect"] == nil {
			wrong = append(wrong, fmt.Sprintf("the tool %q needs an effect", t.Name))
		}
	}
	for _, name := range said.Keys {
		if ts.Tool(name) == nil {
			wrong = append(wrong, fmt.Sprintf("there is no tool %q", name))
		}
	}
	for _, e := range ts.Entities {
		if len(e.Lines) == 0 || len(e.Cards) == 0 {
			wrong = append(wrong, fmt.Sprintf("entity %q needs a line and a card: how one is told in a list, and alone", e.Key))
		}
	}
	return wrong
}

// The least of wordings that a tool needs so that no two entries sound alike.
const (
	leastDo   = 3
	leastAsk  = 6
	leastTell = 2
)

// checkWords looks for what conversations need beyond what loads.
func (r *refinement) checkWords(p *proposal, ts *tools.Toolset) []string {
	t := ts.Tool(p.where)
	var wrong []string
	need := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	own := func(key string) bool { return !r.draft.Lacks("tools", t.Name, key) } // the file says it
	need(own("do") || len(t.Do) >= leastDo, "\"do\" needs at least %d verb phrases", leastDo)
	need(own("ask") || len(t.Ask) >= leastAsk, "\"ask\" needs at least %d requests", leastAsk)
	need(own("tell") || len(t.Tell) >= leastTell, "\"tell\" needs at least %d wordings", leastTell)
	need(t.Effect != tools.List || len(t.Empty) > 0, "\"empty\" must say that nothing was found")
	for _, p := range t.Params {
		said := len(p.Say) > 0 || slices.ContainsFunc(t.Do, func(d *tools.Phrase) bool { return d.Mentions(p.Name) })
		need(said, "the parameter %q can never be said: give it a \"say\", or a group in every wording of \"do\"", p.Name)
		need(!p.Required || len(p.AskFor) > 0, "the required parameter %q needs an \"ask\": questions for it", p.Name)
	}
	return wrong
}

const leastTopics = 4

// checkTopics looks for what chats need beyond what loads.
func checkTopics(_ *proposal, ts *tools.Toolset) []string {
	kinds := map[mission.ChatKind]bool{}
	for _, t := range ts.Topics {
		kinds[t.Kind] = true
	}
	var wrong []string
	if len(ts.Topics) < leastTopics {
		wrong = append(wrong, fmt.Sprintf("there must be at least %d topics", leastTopics))
	}
	if !kinds[mission.ChatKnowledge] || !kinds[mission.ChatNearMiss] {
		wrong = append(wrong, "there must be topics of both kinds, knowledge and near_miss")
	}
	return wrong
}

// thingsOf is what is known of what stands behind the tools.
func thingsOf(ts *tools.Toolset) *document.Node {
	whole := toolfile.Document(ts)
	list := document.Fields()
	for _, t := range ts.Tools {
		tool := picked(whole.Fields["tools"].Fields[t.Name], "effect", "gives", "fields", "sets", "after", "undoes", "only_if")
		if params := eachOf(whole.Fields["tools"].Fields[t.Name].Fields["params"], "entity", "attribute", "at_most", "at_least", "filter"); params != nil {
			add(tool, "params", params)
		}
		add(list, t.Name, tool)
	}
	things := picked(whole, "title", "scenes", "entities")
	add(things, "tools", list)
	return things
}

// wordsOf is what is known of how a tool is spoken of.
func wordsOf(ts *tools.Toolset, t *tools.Tool) *document.Node {
	whole := toolfile.Document(ts).Fields["tools"].Fields[t.Name]
	words := document.Fields()
	add(words, "params", eachOf(whole.Fields["params"], "values", "props", "items", "count", "differs", "say", "say_item", "ask", "noun", "there", "other", "labels"))
	for _, key := range []string{"do", "ask", "where", "tell", "empty", "refused", "next"} {
		add(words, key, whole.Fields[key])
	}
	return words
}

func topicsOf(ts *tools.Toolset) *document.Node { return picked(toolfile.Document(ts), "chat") }

// picked is an object with some of the keys only.
func picked(n *document.Node, keys ...string) *document.Node {
	out := document.Fields()
	for _, key := range keys {
		add(out, key, n.Fields[key])
	}
	return out
}

// eachOf picks keys of each of the objects in an object; nil if nothing is left.
func eachOf(n *document.Node, keys ...string) *document.Node {
	if n == nil {
		return nil
	}
	out := document.Fields()
	for _, key := range n.Keys {
		if part := picked(n.Fields[key], keys...); len(part.Keys) > 0 {
			add(out, key, part)
		}
	}
	if len(out.Keys) == 0 {
		return nil
	}
	return out
}

func add(n *document.Node, key string, value *document.Node) {
	if value != nil {
		n.Keys = append(n.Keys, key)
		n.Fields[key] = value
	}
}

// piece is a part of a proposal, with its path.
type piece struct {
	path string
	doc  *document.Node
}

// pieces takes a proposal apart: into keys of the toolset, entities, tools'
// keys and parameters.
func pieces(n *document.Node) []piece {
	var list []piece
	var walk func(n *document.Node, path []string)
	walk = func(n *document.Node, path []string) {
		for _, key := range n.Keys {
			at, value := append(slices.Clone(path), key), n.Fields[key]
			deeper := key == "entities" || key == "tools" || key == "params"
			if len(path) > 0 {
				deeper = path[len(path)-1] == "tools" || key == "params" && len(path) == 2
			}
			if deeper && value.Kind == document.Object {
				walk(value, at)
				continue
			}
			doc := value
			for _, k := range slices.Backward(at) {
				doc = document.Fields(document.Field{Key: k, Value: doc})
			}
			list = append(list, piece{strings.Join(at, "."), doc})
		}
	}
	walk(n, nil)
	return list
}
