package compare

import (
	"encoding/json"

	"switchyard/internal/knowledge"
	"switchyard/schemas"
)

// Memo compares like the Comparer that made it, and remembers the arguments and
// texts that it has read. So comparing many calls with many others reads each of
// them once. A Memo is for one goroutine and a short time.
type Memo struct {
	c      *Comparer
	fair   bool // by the rules of strict-2
	strict map[place]document
	python map[place]document
	texts  map[string]*text
	tokens map[string]int32 // each token has a number
	codes  map[string]bool  // by the name of a parameter: does it hold an identifier?

	last    *tool  // the tool that was used last
	lastAt  place  // where its parameters are
	scratch strict // of [Memo.Right]
}

// place is where a document is in memory. Documents do not change while a Memo is
// used.
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

// document is a decoded document, or the error of decoding it.
type document struct {
	value any
	err   error
}

// Memo returns a Memo that has read nothing yet.
func (c *Comparer) Memo() *Memo { return &Memo{c: c} }

// recall returns what a map has for a key, and derives and keeps it if there is
// nothing yet.
func recall[K comparable, V any](known *map[K]V, key K, derive func() V) V {
	v, ok := (*known)[key]
	if !ok {
		v = derive()
		if *known == nil {
			*known = make(map[K]V)
		}
		(*known)[key] = v
	}
	return v
}

// lazy returns a value that is derived when it is needed for the first time.
func lazy[V any](known **V, derive func() V) V {
	if *known == nil {
		v := derive()
		*known = &v
	}
	return **known
}

// tool returns what the parameters of a tool say. Most calls are of the same tool as
// the call before.
func (m *Memo) tool(parameters json.RawMessage) *tool {
	if at := placeOf(parameters); m.last == nil || at != m.lastAt {
		m.lastAt, m.last = at, m.c.tool(parameters)
	}
	return m.last
}

// namesCode is the function namesCode.
func (m *Memo) namesCode(name string) bool {
	return recall(&m.codes, name, func() bool { return namesCode(name) })
}

// decode reads a document as JSON.
func (m *Memo) decode(raw json.RawMessage) (any, error) {
	d := recall(&m.strict, placeOf(raw), func() (d document) {
		d.value, d.err = schemas.Decode(raw)
		return d
	})
	return d.value, d.err
}

// decodePython reads a document as Python does.
func (m *Memo) decodePython(raw json.RawMessage) (any, error) {
	d := recall(&m.python, placeOf(raw), func() (d document) {
		d.value, d.err = decode(raw)
		return d
	})
	return d.value, d.err
}

// text is a text with everything that has been derived from it so far.
type text struct {
	text     string
	folded   *string
	timed    *moment // without a month and a clock if the text is no date or time
	priced   *money  // without an amount if the text is no amount of money
	things   *[len(thingTables)]thing
	lowered  *string
	read     *document
	squeezed *string
	tokens   *[]int32
	masks    []uint64 // by the number of a token: its places among the first 64 tokens
}

func (m *Memo) text(s string) *text {
	return recall(&m.texts, s, func() *text { return &text{text: s} })
}

// fold is [Fold].
func (t *text) fold() string {
	return lazy(&t.folded, func() string { return Fold(t.text) })
}

// moment is [readMoment].
func (t *text) moment() (moment, bool) {
	at := lazy(&t.timed, func() moment { at, _ := readMoment(t.text); return at })
	return at, at.month || at.clock
}

// money is [readMoney].
func (t *text) money() (money, bool) {
	m := lazy(&t.priced, func() money { m, _ := readMoney(t.text); return m })
	return m, m.amount != ""
}

// lower returns the text in lower case, as Python writes it.
func (t *text) lower() string {
	return lazy(&t.lowered, func() string { return lower(t.text) })
}

// python returns the document that the text holds, as Python reads it.
func (t *text) python() (any, error) {
	d := lazy(&t.read, func() (d document) {
		d.value, d.err = decode([]byte(t.text))
		return d
	})
	return d.value, d.err
}

// squeeze returns the text in lower case and without blanks, as Python understands
// both.
func (t *text) squeeze() string {
	return lazy(&t.squeezed, func() string { return lower(unspaced(t.text)) })
}

// thingTables are the tables of things that have both names and codes.
var thingTables = [...]string{"currency", "country", "language", "nationality", "airport"}

// thing is what a table says about a text.
type thing struct {
	code  any
	named bool // the text is the name of the code
	is    bool // the text is a code itself
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

// tokensOf returns the numbers of the tokens of a text.
func (m *Memo) tokensOf(t *text) []int32 {
	return lazy(&t.tokens, func() []int32 {
		words := tokens(t.text)
		list := make([]int32, len(words))
		for i, w := range words {
			list[i] = recall(&m.tokens, w, func() int32 { return int32(len(m.tokens)) })
		}
		return list
	})
}
