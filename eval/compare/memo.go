package compare

import (
	"encoding/json"

	"switchyard/internal/knowledge"
	"switchyard/schemas"
)

// Memo compares like the Comparer that made it, and remembers what it has read of
// arguments and texts: comparing each of some calls with each of some others then
// reads every one of them once. It is for one goroutine and a short time.
type Memo struct {
	c      *Comparer
	strict map[place]document
	python map[place]document
	texts  map[string]*text
	tokens map[string]int32 // numbers of tokens
	codes  map[string]bool  // names of parameters, and whether they are those of identifiers

	lastAt  place // of the parameters of the tool that was asked for last
	last    *tool
	scratch strict // of [Memo.Right]
}

// place is where a document stands in memory; it is not changed meanwhile.
type place struct {
	first  *byte
	length int
}

func placeOf(raw json.RawMessage) place {
	if len(raw) == 0 {
		return place{}
	}
	return place{&raw[0], len(raw)}
}

// document is a document that was read, or why it cannot be.
type document struct {
	value any
	err   error
}

// Memo makes a Memo.
func (c *Comparer) Memo() *Memo { return &Memo{c: c} }

// tool is what the parameters of a tool say. Mostly it is that of the call before.
func (m *Memo) tool(parameters json.RawMessage) *tool {
	if at := placeOf(parameters); m.last == nil || at != m.lastAt {
		m.lastAt, m.last = at, m.c.tool(parameters)
	}
	return m.last
}

// namesCode is the function of that name.
func (m *Memo) namesCode(name string) bool {
	is, ok := m.codes[name]
	if !ok {
		is = namesCode(name)
		if m.codes == nil {
			m.codes = make(map[string]bool)
		}
		m.codes[name] = is
	}
	return is
}

// decode reads a document as JSON.
func (m *Memo) decode(raw json.RawMessage) (any, error) {
	at := placeOf(raw)
	d, ok := m.strict[at]
	if !ok {
		d.value, d.err = schemas.Decode(raw)
		if m.strict == nil {
			m.strict = make(map[place]document)
		}
		m.strict[at] = d
	}
	return d.value, d.err
}

// decodePython reads a document as Python does.
func (m *Memo) decodePython(raw json.RawMessage) (any, error) {
	at := placeOf(raw)
	d, ok := m.python[at]
	if !ok {
		d.value, d.err = decode(raw)
		if m.python == nil {
			m.python = make(map[place]document)
		}
		m.python[at] = d
	}
	return d.value, d.err
}

// text is what is known of a text, as far as somebody has asked.
type text struct {
	text     string
	folded   *string
	timed    *moment // of no time where it says none
	priced   *money  // without an amount where it is none
	things   *[len(thingTables)]thing
	lowered  *string
	read     *document
	squeezed *string
	tokens   *[]int32
	masks    []uint64 // by number of token: where it stands, of the first 64
}

func (m *Memo) text(s string) *text {
	t, ok := m.texts[s]
	if !ok {
		t = &text{text: s}
		if m.texts == nil {
			m.texts = make(map[string]*text)
		}
		m.texts[s] = t
	}
	return t
}

// fold is [Fold].
func (t *text) fold() string {
	if t.folded == nil {
		s := Fold(t.text)
		t.folded = &s
	}
	return *t.folded
}

// moment is [readMoment].
func (t *text) moment() (moment, bool) {
	if t.timed == nil {
		at, _ := readMoment(t.text)
		t.timed = &at
	}
	return *t.timed, t.timed.month || t.timed.clock
}

// money is [readMoney].
func (t *text) money() (money, bool) {
	if t.priced == nil {
		m, ok := readMoney(t.text)
		if !ok {
			m = money{}
		}
		t.priced = &m
	}
	return *t.priced, t.priced.amount != ""
}

// lower is a text in lower case, as Python has it.
func (t *text) lower() string {
	if t.lowered == nil {
		s := lower(t.text)
		t.lowered = &s
	}
	return *t.lowered
}

// python is the document that the text is, as Python reads it.
func (t *text) python() (any, error) {
	if t.read == nil {
		t.read = new(document)
		t.read.value, t.read.err = decode([]byte(t.text))
	}
	return t.read.value, t.read.err
}

// squeeze is a text in lower case and without blanks, as Python has them.
func (t *text) squeeze() string {
	if t.squeezed == nil {
		s := lower(unspaced(t.text))
		t.squeezed = &s
	}
	return *t.squeezed
}

// thingTables are the tables of things that have names and codes.
var thingTables = [...]string{"currency", "country", "language", "nationality", "airport"}

// thing is what a text is in one of the tables.
type thing struct {
	code  any
	named bool // the text is the name of the code
	is    bool // the text is a code
}

func (t *text) thing(table int) *thing {
	if t.things == nil {
		t.things = new([len(thingTables)]thing)
		for i, name := range thingTables {
			x := &t.things[i]
			x.code, x.named = knowledge.Lookup(name, t.text)
			x.is = knowledge.Is(name, t.text)
		}
	}
	return &t.things[table]
}

// tokensOf are the numbers of the tokens of a text.
func (m *Memo) tokensOf(t *text) []int32 {
	if t.tokens == nil {
		words := tokens(t.text)
		list := make([]int32, len(words))
		for i, w := range words {
			n, ok := m.tokens[w]
			if !ok {
				n = int32(len(m.tokens))
				if m.tokens == nil {
					m.tokens = make(map[string]int32)
				}
				m.tokens[w] = n
			}
			list[i] = n
		}
		t.tokens = &list
	}
	return *t.tokens
}
