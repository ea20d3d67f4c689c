package document

import (
	"encoding/binary"
	"errors"
	"math"
)

// The types of values in the packed form.
const (
	packedNull byte = iota
	packedObject
	packedList
	packedText // its value is its text
	packedTrue
	packedFalse
	packedWhole
	packedReal
)

// Pack writes a parsed tree in a form that [Unpack] reads many times faster than [Parse]
// reads YAML. Use it only for documents that ship with the program, because the form
// may change with each version. Values that aliases share are written several times.
func (n *Node) Pack() []byte {
	p := packer{known: make(map[string]int)}
	p.node(n)
	return p.out
}

// Unpack reads what [Node.Pack] wrote.
func Unpack(data []byte) (*Node, error) {
	u := unpacker{rest: string(data)}
	n := u.node(0)
	if u.broken || u.rest != "" {
		return nil, errors.New("this is not a packed document")
	}
	return n, nil
}

type packer struct {
	out   []byte
	known map[string]int // the numbers of the texts written so far, from 1
}

func (p *packer) number(v int) { p.out = binary.AppendUvarint(p.out, uint64(v)) }

func (p *packer) text(s string) {
	known := p.known[s]
	if p.number(known); known == 0 {
		p.known[s] = len(p.known) + 1
		p.number(len(s))
		p.out = append(p.out, s...)
	}
}

func (p *packer) place(at Place) {
	p.number(at.Line)
	p.number(at.Column)
}

func (p *packer) node(n *Node) {
	p.text(string(n.Kind))
	p.place(n.Place)
	switch n.Kind {
	case Object:
		p.out = append(p.out, packedObject)
		p.number(len(n.Keys))
		for _, key := range n.Keys {
			p.text(key)
			p.place(n.Fields[key].Key)
			p.node(n.Fields[key])
		}
	case List:
		p.out = append(p.out, packedList)
		p.number(len(n.Items))
		for _, item := range n.Items {
			p.node(item)
		}
	default:
		p.scalar(n)
	}
}

func (p *packer) scalar(n *Node) {
	kind := packedNull
	switch v := n.Value.(type) {
	case string:
		kind = packedText
	case bool:
		if kind = packedFalse; v {
			kind = packedTrue
		}
	case int64:
		kind = packedWhole
	case float64:
		kind = packedReal
	}
	p.out = append(p.out, kind)
	p.text(n.Text)
	switch v := n.Value.(type) {
	case int64:
		p.out = binary.AppendVarint(p.out, v)
	case float64:
		p.out = binary.LittleEndian.AppendUint64(p.out, math.Float64bits(v))
	}
}

// unpacker reads a packed document. If it is broken, the rest reads as empty.
type unpacker struct {
	rest   string
	known  []string
	broken bool
}

func (u *unpacker) fail() { u.broken, u.rest = true, "" }

func (u *unpacker) bytes(n int) string {
	if n < 0 || n > len(u.rest) {
		u.fail()
		return ""
	}
	s := u.rest[:n]
	u.rest = u.rest[n:]
	return s
}

func (u *unpacker) byte() byte {
	if s := u.bytes(1); s != "" {
		return s[0]
	}
	return 0
}

func (u *unpacker) uvarint() uint64 {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b := u.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	u.fail()
	return 0
}

// number reads a count, an index or a position.
func (u *unpacker) number() int {
	v := u.uvarint()
	if v > math.MaxInt32 {
		u.fail()
		return 0
	}
	return int(v)
}

func (u *unpacker) text() string {
	known := u.number()
	switch {
	case known > len(u.known):
		u.fail()
		return ""
	case known > 0:
		return u.known[known-1]
	}
	s := u.bytes(u.number())
	u.known = append(u.known, s)
	return s
}

func (u *unpacker) place() Place { return Place{u.number(), u.number()} }

// values reads how many values follow. Each takes at least one byte.
func (u *unpacker) values() int {
	n := u.number()
	if n > len(u.rest) {
		u.fail()
		return 0
	}
	return n
}

func (u *unpacker) node(depth int) *Node {
	n := &Node{Kind: Kind(u.text()), Place: u.place()}
	if depth > maxDepth {
		u.fail()
		return n
	}
	switch kind := u.byte(); kind {
	case packedObject:
		size := u.values()
		n.Fields = make(map[string]*Node, size)
		if size > 0 {
			n.Keys = make([]string, 0, size)
		}
		for range size {
			key, at := u.text(), u.place()
			child := u.node(depth + 1)
			if child.Key = at; u.broken {
				break
			}
			n.Keys = append(n.Keys, key)
			n.Fields[key] = child
		}
	case packedList:
		size := u.values()
		if size > 0 {
			n.Items = make([]*Node, 0, size)
		}
		for range size {
			if n.Items = append(n.Items, u.node(depth+1)); u.broken {
				break
			}
		}
	default:
		u.scalar(n, kind)
	}
	return n
}

func (u *unpacker) scalar(n *Node, kind byte) {
	n.Text = u.text()
	switch kind {
	case packedNull:
	case packedText:
		n.Value = n.Text
	case packedTrue, packedFalse:
		n.Value = kind == packedTrue
	case packedWhole:
		v := u.uvarint()
		n.Value = int64(v>>1) ^ -int64(v&1)
	case packedReal:
		if s := u.bytes(8); s != "" {
			n.Value = math.Float64frombits(binary.LittleEndian.Uint64([]byte(s)))
		}
	default:
		u.fail()
	}
}
