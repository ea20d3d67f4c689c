package flow

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Condition is true if all of its tests are. A condition without tests is always true.
type Condition []Test

// Op is what a test asks of a value.
type Op string

// The operators. Holds is true for true, and for a text or a list that is not empty; a call is
// Refused if the world forbids it.
const (
	Holds   Op = ""
	Is      Op = "=="
	IsNot   Op = "!="
	In      Op = "in"
	NotIn   Op = "not in"
	Less    Op = "<"
	AtMost  Op = "<="
	More    Op = ">"
	AtLeast Op = ">="
	Lacks   Op = "not"
	Refused Op = "refused"
	Granted Op = "not refused"
)

// Test asks something of a field that a call returned, or of a slot.
type Test struct {
	Node   *Node  // the call; nil if it is about a slot
	Field  string // dotted path in what the call returned; empty for Refused and Granted
	Slot   *Slot
	Op     Op
	Values []any // one for most operators, several for In and NotIn, none for those without
}

// subject is what the test is about: "search.flights", or "flights" at the node search itself.
func (t *Test) subject(at *Node) string {
	switch {
	case t.Slot != nil:
		return t.Slot.Name
	case t.Node == at && t.Field == "":
		return ""
	case t.Node == at:
		return t.Field
	case t.Field == "":
		return t.Node.ID
	}
	return t.Node.ID + "." + t.Field
}

// String writes the condition as in a workflow file: `status == "paid" and total > 20`.
func (c Condition) String() string { return c.at(nil) }

// At writes the condition as it stands at a node, whose own fields need no name in front.
func (c Condition) At(n *Node) string { return c.at(n) }

func (c Condition) at(n *Node) string {
	tests := make([]string, len(c))
	for i := range c {
		t := &c[i]
		subject := t.subject(n)
		switch t.Op {
		case Holds:
			tests[i] = subject
		case Lacks:
			tests[i] = "not " + subject
		case Refused, Granted:
			tests[i] = string(t.Op)
			if subject != "" {
				tests[i] += " " + subject
			}
		case In, NotIn:
			values := make([]string, len(t.Values))
			for j, v := range t.Values {
				values[j] = literal(v)
			}
			tests[i] = subject + " " + string(t.Op) + " [" + strings.Join(values, ", ") + "]"
		default:
			tests[i] = subject + " " + string(t.Op) + " " + literal(t.Values[0])
		}
	}
	return strings.Join(tests, " and ")
}

// literal writes a value of a condition.
func literal(v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "true"
		}
		return "false"
	case string:
		text, _ := json.Marshal(v) // a string can always be encoded
		return string(text)
	}
	return string(tools.EncodeValue(v))
}

// Resolver finds what the names in a condition mean.
type Resolver interface {
	// Of returns the call and the field, or the slot, that a dotted name stands for.
	Of(name string) (node *Node, field string, slot *Slot, err error)
	// CallOf returns the call that a name after "refused" stands for; the name may be empty.
	CallOf(name string) (*Node, error)
}

// ParseCondition reads what [Condition.String] writes. The error names the column.
func ParseCondition(text string, names Resolver) (Condition, error) {
	p := &conditionParser{text: text, names: names}
	c, err := p.condition()
	if err != nil {
		return nil, fmt.Errorf("column %d of the condition: %w", p.from+1, err)
	}
	return c, nil
}

type conditionParser struct {
	text     string
	at, from int // the next byte, and where the last token began
	names    Resolver
}

func (p *conditionParser) condition() (c Condition, err error) {
	for {
		t, err := p.test()
		if err != nil {
			return nil, err
		}
		switch c = append(c, t); p.token() {
		case "":
			return c, nil
		case "and":
		case "or":
			return nil, fmt.Errorf("write an edge for each side of \"or\", or use in [...]")
		default:
			return nil, fmt.Errorf("expected \"and\" or the end")
		}
	}
}

// token returns the next token: a name, a number, a text with its quotes, or a sign.
func (p *conditionParser) token() string {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
	p.from = p.at
	if p.at == len(p.text) {
		return ""
	}
	switch c := p.text[p.at]; {
	case c == '"':
		for p.at++; p.at < len(p.text) && p.text[p.at] != '"'; p.at++ {
			if p.text[p.at] == '\\' {
				p.at++
			}
		}
		p.at = min(p.at+1, len(p.text))
	case strings.IndexByte("=!<>", c) >= 0:
		if p.at++; p.at < len(p.text) && p.text[p.at] == '=' {
			p.at++
		}
	case !nameByte(c):
		p.at++
	default:
		for p.at < len(p.text) && nameByte(p.text[p.at]) {
			p.at++
		}
	}
	return p.text[p.from:p.at]
}

// nameByte reports whether a byte belongs to a name or a number.
func nameByte(c byte) bool {
	return c == '_' || c == '.' || c == '-' || c == '+' || c == '$' || c == '@' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func (p *conditionParser) peek() string {
	at, from := p.at, p.from
	token := p.token()
	p.at, p.from = at, from
	return token
}

func (p *conditionParser) test() (t Test, err error) {
	name := p.token()
	if name == "not" {
		if name = p.token(); name != "refused" {
			t.Op = Lacks
			t.Node, t.Field, t.Slot, err = p.named(name)
			return t, err
		}
		t.Op = Granted
	} else if name == "refused" {
		t.Op = Refused
	}
	if t.Op != Holds {
		call := ""
		if next := p.peek(); next != "" && next != "and" {
			call = p.token()
		}
		t.Node, err = p.names.CallOf(call)
		return t, err
	}
	if t.Node, t.Field, t.Slot, err = p.named(name); err != nil {
		return t, err
	}
	switch sign := p.peek(); sign {
	case "", "and", "or":
		return t, nil
	case "==", "!=", "<", "<=", ">", ">=":
		p.token()
		t.Op = Op(sign)
		v, err := p.value()
		t.Values = []any{v}
		return t, err
	case "in":
		p.token()
		t.Op = In
	case "not":
		if p.token(); p.token() != "in" {
			return t, fmt.Errorf("expected \"in\" after \"not\"")
		}
		t.Op = NotIn
	default:
		p.token()
		return t, fmt.Errorf("expected ==, !=, <, <=, >, >=, in or not in after %q", name)
	}
	t.Values, err = p.list()
	return t, err
}

func (p *conditionParser) named(name string) (*Node, string, *Slot, error) {
	if name == "" || !nameByte(name[0]) {
		return nil, "", nil, fmt.Errorf("expected the name of a field or slot")
	}
	return p.names.Of(name)
}

func (p *conditionParser) list() (values []any, err error) {
	if p.token() != "[" {
		return nil, fmt.Errorf("expected a list: [\"a\", \"b\"]")
	}
	for {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		values = append(values, v)
		switch p.token() {
		case ",":
		case "]":
			return values, nil
		default:
			return nil, fmt.Errorf("expected , or ] in a list")
		}
	}
}

func (p *conditionParser) value() (any, error) {
	token := p.token()
	switch {
	case token == "true" || token == "True":
		return true, nil
	case token == "false" || token == "False":
		return false, nil
	case strings.HasPrefix(token, `"`):
		var s string
		if json.Unmarshal([]byte(token), &s) != nil {
			return nil, fmt.Errorf("the text %s is not closed, or has an unknown escape", token)
		}
		return s, nil
	}
	if f, err := strconv.ParseFloat(token, 64); err == nil && strings.Trim(token, "+-.0123456789eE") == "" {
		return document.Number(f), nil
	}
	return nil, fmt.Errorf("expected a value: a text in double quotes, a number, true or false")
}

// True reports whether the condition holds. value gives the value of a test's field or slot, and
// refused whether a call was refused.
func (c Condition) True(value func(*Test) (any, bool), refused func(*Node) bool) bool {
	return !slices.ContainsFunc(c, func(t Test) bool { return !t.true(value, refused) })
}

func (t *Test) true(value func(*Test) (any, bool), refused func(*Node) bool) bool {
	switch t.Op {
	case Refused:
		return refused(t.Node)
	case Granted:
		return !refused(t.Node)
	}
	if t.Node != nil && refused(t.Node) {
		return false // nothing was returned
	}
	v, ok := value(t)
	switch t.Op {
	case Holds:
		return ok && full(v)
	case Lacks:
		return !ok || !full(v)
	}
	if !ok {
		return false
	}
	among := slices.ContainsFunc(t.Values, func(want any) bool { return tools.Same(v, want) })
	switch t.Op {
	case Is, In:
		return among
	case IsNot, NotIn:
		return !among
	}
	order, ok := world.Compare(v, t.Values[0])
	switch {
	case !ok:
		return false
	case t.Op == Less:
		return order < 0
	case t.Op == AtMost:
		return order <= 0
	case t.Op == More:
		return order > 0
	}
	return order >= 0
}

// full reports whether a value is true, or a text, number or list that is not empty.
func full(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case int64:
		return v != 0
	case float64:
		return v != 0
	case []any:
		return len(v) > 0
	}
	return true
}
