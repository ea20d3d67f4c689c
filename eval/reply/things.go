package reply

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// known is what can be known when a mission is replied to.
type known struct {
	entry   *mission.Entry
	mission int
	calls   []*call // of all missions so far, in order
	names   map[string][]*thing
	refs    map[string][]*thing        // by the identifiers of other things in them
	shown   map[string]map[string]bool // values that members have had, folded, by key
	listed  map[string][]string        // values that schemas list for them
	request string                     // what the user said in this mission, folded
	spoken  []figure                   // what the user ever said, and the time
	asked   []figure                   // what the user said in this mission
	heard   string                     // everything that was said and shown; folded
	raw     string                     // that, unchanged
	codes   map[string]bool
}

// call is a call with the things that its answer is about.
type call struct {
	mission, index int
	*mission.Call
	tool   *mission.Tool
	verbs  map[string]bool // stems of the tool's name
	top    *thing          // the whole answer, with the arguments
	items  []*thing        // of lists in the answer
	listed string          // the key of the list of items
	own    bool            // it is a call of this mission
}

// thing is an object that a tool answered.
type thing struct {
	call   *call
	id     string   // what identifies it; "" if nothing does
	idKey  string   // the member with it
	names  []string // what people may call it by, its id first
	refs   []string // identifiers of other things in it
	fields []field
	item   bool // of a list
	given  bool // it is the arguments
	parts  int  // how many objects are in it that are no things of their own
}

// field is a member of a thing. It may have several values.
type field struct {
	key     string
	label   []string // stems of the key
	figures []figure
	texts   []string // folded
	truth   []bool
	money   bool
	given   bool // it is an argument
	part    int  // the object in the thing that it belongs to, from 1; 0 if none
}

// know reads an entry up to a mission.
func know(e *mission.Entry, m int) *known {
	k := &known{entry: e, mission: m, names: map[string][]*thing{}, refs: map[string][]*thing{}, shown: map[string]map[string]bool{}, codes: map[string]bool{}}
	var heard, raw, request strings.Builder
	hear := func(text string) {
		raw.WriteString(text + "\n")
		heard.WriteString(fold(text) + " ; ")
	}
	hear(e.Environment.Now + " " + e.Environment.Weekday + " " + e.Persona.Name)
	k.spoken = figuresIn(e.Environment.Now)
	for i := range e.Missions[:m+1] {
		x := &e.Missions[i]
		user := x.Request
		for _, q := range x.Questions {
			user += "\n" + q.Reply
			hear(q.Text)
		}
		hear(user)
		said := figuresIn(user)
		k.spoken = append(k.spoken, said...)
		if i < m {
			hear(x.Reply)
			if len(x.Calls) == 0 {
				k.spoken = append(k.spoken, figuresIn(x.Reply)...)
			}
		} else {
			k.asked = said
			request.WriteString(fold(user))
		}
		for c := range x.Calls {
			k.take(i, c, hear)
		}
	}
	k.request, k.heard, k.raw = request.String(), heard.String(), raw.String()
	k.values()
	k.name()
	return k
}

// take reads a call.
func (k *known) take(m, index int, hear func(string)) {
	x := &k.entry.Missions[m].Calls[index]
	c := &call{mission: m, index: index, Call: x, tool: k.toolOf(x.Tool), own: m == k.mission, verbs: map[string]bool{}}
	for _, w := range stems(spaced(x.Tool)) {
		c.verbs[w] = true
	}
	hear(spaced(x.Tool))
	hear(string(x.Arguments))
	hear(string(x.Observation))
	var answer, arguments any
	_ = json.Unmarshal(x.Observation, &answer) // of other people's files anything may stand there
	_ = json.Unmarshal(x.Arguments, &arguments)
	c.top = &thing{call: c}
	if list, ok := answer.([]any); ok {
		answer = map[string]any{"items": list}
	}
	if object, ok := answer.(map[string]any); ok {
		c.members(k, c.top, 0, object)
		c.top.id, c.top.idKey = k.ownID(c, object)
	}
	if object, ok := arguments.(map[string]any); ok {
		given := &thing{call: c, given: true, parts: c.top.parts}
		c.members(k, given, 0, object)
		if c.top.id == "" && len(c.items) == 0 {
			c.top.id, c.top.idKey = k.ownID(c, object)
		}
		c.top.parts = given.parts
		answered := *c.top
		for _, f := range given.fields {
			f.given = true
			if answered.field(f.key) == nil {
				c.top.fields = append(c.top.fields, f)
			}
		}
	}
	k.calls = append(k.calls, c)
}

// members adds the members of an object to a thing. Objects in lists become things of
// their own; other objects belong to the thing.
func (c *call) members(k *known, t *thing, part int, object map[string]any) {
	within := func(object map[string]any) {
		t.parts++
		c.members(k, t, t.parts, object)
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch v := object[key].(type) {
		case map[string]any:
			within(v)
			continue
		case []any:
			if items := objects(v); len(items) > 0 && t.given {
				for _, item := range items {
					within(item)
				}
				continue
			} else if len(items) > 0 {
				if !t.item {
					c.listed = key
				}
				for _, item := range items {
					one := &thing{call: c, item: true}
					c.members(k, one, 0, item)
					one.id, one.idKey = k.ownID(c, item)
					c.items = append(c.items, one)
				}
				continue
			}
		}
		f := fieldOf(key, object[key])
		f.part = part
		t.fields = append(t.fields, f)
	}
}

func objects(list []any) (all []map[string]any) {
	for _, v := range list {
		if o, ok := v.(map[string]any); ok {
			all = append(all, o)
		}
	}
	return all
}

// moneyKeys are words, as stems, in the names of fields that hold amounts of money.
var moneyKeys = stemSet("price cost amount total fee fare rent salary budget balance payment deposit charge tax worth value sum revenue wage refund spend bill tip euro dollar pound")

func fieldOf(key string, v any) field {
	f := field{key: key, label: slices.DeleteFunc(stems(spaced(key)), func(w string) bool { return len(w) < 2 })}
	f.money = slices.ContainsFunc(f.label, func(w string) bool { return moneyKeys[w] })
	f.add(v)
	return f
}

func (f *field) add(v any) {
	switch v := v.(type) {
	case float64:
		n := max(v, -v)
		f.figures = append(f.figures, figure{kind: aNumber, n: n, text: strconv.FormatFloat(v, 'f', -1, 64)})
	case string:
		f.figures = append(f.figures, figuresIn(v)...)
		if text := fold(v); text != "" {
			f.texts = append(f.texts, text)
		}
	case bool:
		f.truth = append(f.truth, v)
	case []any:
		if len(v) > 1 {
			f.figures = append(f.figures, figure{kind: aNumber, n: float64(len(v)), text: strconv.Itoa(len(v)), spelled: true})
		}
		for _, item := range v {
			f.add(item)
		}
	}
}

func (t *thing) field(key string) *field {
	i := slices.IndexFunc(t.fields, func(f field) bool { return f.key == key })
	if i < 0 {
		return nil
	}
	return &t.fields[i]
}

func (k *known) toolOf(name string) *mission.Tool {
	i := slices.IndexFunc(k.entry.Toolset.Tools, func(t mission.Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &k.entry.Toolset.Tools[i]
}

// ownID returns the identifier of the thing that an object is, not of one that it refers
// to: that of the kind of thing that its tool is named after, or the first one of the
// tool's answers, or any.
func (k *known) ownID(c *call, object map[string]any) (id, key string) {
	best := 0
	for i := range k.entry.Toolset.Entities {
		e := &k.entry.Toolset.Entities[i]
		v, ok := object[e.ID]
		if !ok {
			continue
		}
		worth := 1
		if !slices.ContainsFunc(stems(e.Name), func(w string) bool { return !c.verbs[w] }) {
			worth += 4
		}
		if c.tool != nil {
			if at := strings.Index(string(c.tool.Returns), `"`+e.ID+`"`); at >= 0 && at < strings.Index(string(c.tool.Returns)+`"pattern`, `"pattern`) {
				worth++
			}
			if first(c.Observation, e.ID) {
				worth += 2
			}
		}
		text := spell(v)
		switch {
		case c.reads() || !first(c.Observation, e.ID):
		case within(string(c.Arguments), text):
			worth += 4 // it was changed
		default:
			worth += 8 // it is new
		}
		if text != "" && worth > best {
			best, id, key = worth, text, e.ID
		}
	}
	return id, key
}

// first reports whether a key is the first one of an object, or of the objects in it.
func first(observation json.RawMessage, key string) bool {
	return strings.Contains(string(observation), `{"`+key+`"`)
}

func spell(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// values notes which values the members of answers were shown to have.
func (k *known) values() {
	for _, c := range k.calls {
		for _, t := range c.things() {
			for i := range t.fields {
				for _, text := range t.fields[i].texts {
					if len(t.fields[i].figures) == 0 {
						k.choice(t.fields[i].key, text)
					}
				}
			}
		}
	}
}

func (k *known) choice(key, text string) {
	if k.shown[key] == nil {
		k.shown[key] = map[string]bool{}
	}
	k.shown[key][text] = true
}

// things returns the answer of a call and the items in it.
func (c *call) things() []*thing { return append([]*thing{c.top}, c.items...) }

// naming are words, as stems, of fields by which people call a thing.
var naming = stemSet("name title supplier airline hotel restaurant brand model label subject headline employee guest passenger")

// name notes what people may call each thing by: its identifier, the identifiers in it,
// and names that no other thing of its list has. What tells calls of one tool apart
// names their answers.
func (k *known) name() {
	add := func(name string, t *thing) {
		if len(name) >= 3 && !slices.Contains(k.names[name], t) {
			k.names[name] = append(k.names[name], t)
			t.names = append(t.names, name)
		}
	}
	for _, c := range k.calls {
		for _, t := range c.things() {
			add(fold(t.id), t)
			for i := range t.fields {
				f := &t.fields[i]
				for _, text := range f.texts {
					switch {
					case k.tells(t, f, text):
						add(text, t)
					case text != fold(t.id) && k.identifies(f.key) && len(text) >= 3 && !slices.Contains(t.refs, text):
						k.refs[text] = append(k.refs[text], t)
						t.refs = append(t.refs, text)
					}
				}
			}
		}
	}
}

func (k *known) identifies(key string) bool {
	return slices.ContainsFunc(k.entry.Toolset.Entities, func(e mission.Entity) bool { return e.ID == key })
}

// tells reports whether a text of a thing tells it apart from its siblings.
func (k *known) tells(t *thing, f *field, text string) bool {
	named := slices.ContainsFunc(f.label, func(w string) bool { return naming[w] })
	if len(f.figures) > 0 || !named && !f.given || k.identifies(f.key) && text != fold(t.id) {
		return false
	}
	siblings := k.siblings(t)
	if f.given && len(siblings) == 0 {
		return false
	}
	has := func(s *thing) bool {
		return slices.ContainsFunc(s.fields, func(o field) bool { return o.key == f.key && slices.Contains(o.texts, text) })
	}
	return !slices.ContainsFunc(siblings, func(s *thing) bool {
		return has(s) || f.given && slices.ContainsFunc(s.call.items, has)
	})
}

// siblings returns the other things of the same kind in a mission.
func (k *known) siblings(t *thing) (all []*thing) {
	for _, c := range k.calls {
		if c.mission != t.call.mission {
			continue
		}
		for _, s := range c.things() {
			if alike(s, t) {
				all = append(all, s)
			}
		}
	}
	return all
}

// alike reports whether two different things are of one kind: items of one list, things with
// an identifier of one kind, or answers of one tool.
func alike(a, b *thing) bool {
	switch {
	case a == b, a.id != "" && a.id == b.id:
		return false
	case a.item && b.item && a.call == b.call:
		return true
	case a.id != "" && b.id != "":
		return a.idKey == b.idKey
	}
	return !a.item && !b.item && a.call.Tool == b.call.Tool
}
