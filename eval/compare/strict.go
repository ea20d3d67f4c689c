package compare

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// Strict compares arguments by what they mean. It looks at every member that either
// the right arguments or the given ones have, and returns what is wrong, in the
// order of the names; nothing if all is right.
//
// known reports whether a value was said or shown in the conversation so far. It is
// called for wrong values only. If it is nil, no value counts as invented.
func (m *Memo) Strict(g *Gold, given json.RawMessage, known func(value any) bool) []Fault {
	s := m.strictly(g, given)
	s.known = known
	s.arguments()
	return s.faults
}

// Right reports whether [Memo.Strict] would find nothing wrong.
func (m *Memo) Right(g *Gold, given json.RawMessage) bool {
	s := &m.scratch
	*s = strict{memo: m, gold: g, tool: m.tool(g.Tool.Parameters), raw: given, counting: true, first: true, faults: s.faults[:0]}
	s.arguments()
	return len(s.faults) == 0
}

// Likeness returns how near the given arguments are to the right ones. It is the share
// of right members among all that the given or the right arguments have. It is 1 if
// and only if [Memo.Strict] would find nothing wrong.
func (m *Memo) Likeness(g *Gold, given json.RawMessage) float64 {
	s := m.strictly(g, given)
	s.counting = true
	s.arguments()
	switch {
	case len(s.faults) == 0:
		return 1
	case s.all == 0:
		return 0
	}
	return float64(s.all-s.wrong) / float64(s.all)
}

// strict compares one call.
type strict struct {
	memo     *Memo
	gold     *Gold
	tool     *tool
	raw      json.RawMessage
	given    any
	known    func(any) bool
	counting bool // it matters how many faults there are, not which
	first    bool // the first fault is enough
	faults   []Fault

	all, wrong int // how many members the arguments have, and how many are wrong

	checked bool              // misfits is filled
	misfits map[string]string // why values do not fit the schema, by pointer
}

func (m *Memo) strictly(g *Gold, given json.RawMessage) *strict {
	return &strict{memo: m, gold: g, tool: m.tool(g.Tool.Parameters), raw: given}
}

func (s *strict) fault(kind Kind, at string, given, want any, detail string) {
	if s.counting {
		s.faults = append(s.faults, Fault{Kind: kind})
		return
	}
	f := Fault{Kind: kind, Pointer: at, Detail: detail}
	if given != absent {
		f.Given = marshal(given)
	}
	if want != absent {
		f.Want = marshal(want)
	}
	s.faults = append(s.faults, f)
}

func (s *strict) arguments() {
	if string(s.raw) == string(s.gold.Arguments) {
		return
	}
	want, err := s.memo.decode(s.gold.Arguments)
	right, ok := want.(map[string]any)
	if err != nil || !ok {
		right = map[string]any{}
	}
	s.given, err = s.memo.decode(s.raw)
	given, ok := s.given.(map[string]any)
	if err != nil || !ok {
		if err != nil {
			s.given = string(s.raw)
		}
		s.fault(WrongType, "", s.given, want, "the arguments are no object")
		return
	}
	s.object("", s.tool.doc, right, given)
}

// object compares the members of two objects.
func (s *strict) object(at string, schema map[string]any, want, given map[string]any) {
	keys := union(want, given)
	if !s.first { // otherwise any order will do
		slices.Sort(keys)
	}
	if at == "" {
		s.all = len(keys)
	}
	for _, key := range keys {
		found := len(s.faults)
		if s.member(at, key, schema, want, given); at == "" && len(s.faults) > found {
			s.wrong++
		}
		if s.first && len(s.faults) > 0 {
			return
		}
	}
}

// member compares one member of two objects.
func (s *strict) member(at, key string, schema, want, given map[string]any) {
	right, wanted := want[key]
	value, is := given[key]
	if wanted && is && (equal(right, value) || s.memo.fair && sameCoordinate(key, right, value)) {
		return
	}
	properties, _ := schema["properties"].(map[string]any)
	of, declared := properties[key].(map[string]any)
	if !declared {
		of, _ = schema["additionalProperties"].(map[string]any)
	}
	here := below(at, key)
	switch {
	case wanted && is:
		s.value(here, of, right, value)
	case wanted:
		s.leftOut(here, key, schema, of, right)
	case !declared && !takesMore(schema):
		s.fault(InventedName, here, value, absent, "there is no parameter "+key)
	default:
		s.extra(here, of, value)
	}
}

// union returns the names of the members of two objects, in no order.
func union(a, b map[string]any) []string {
	keys := make([]string, 0, len(a)+len(b))
	for key := range a {
		keys = append(keys, key)
	}
	for key := range b {
		if _, both := a[key]; !both {
			keys = append(keys, key)
		}
	}
	return keys
}

// takesMore reports whether a schema allows members that it does not name.
func takesMore(schema map[string]any) bool {
	switch more := schema["additionalProperties"].(type) {
	case bool:
		return more
	case map[string]any:
		return true
	}
	return schema["properties"] == nil && schema != nil && schema["type"] == "object"
}

// leftOut judges a member that is not given.
func (s *strict) leftOut(at, key string, schema, of map[string]any, right any) {
	if required, _ := schema["required"].([]any); slices.Contains(required, any(key)) {
		s.fault(MissingRequired, at, absent, right, "the required parameter "+key+" is left out")
		return
	}
	if s.isDefault(of, right) {
		return
	}
	if src := s.source(at); src != nil && src.Kind == mission.FromDefault {
		return
	}
	s.fault(WrongValue, at, absent, right, key+" is left out")
}

// extra judges a value where none belongs. The declared default changes nothing, and
// neither does null where it is allowed.
func (s *strict) extra(at string, of map[string]any, value any) {
	if (s.isDefault(of, value) || value == nil) && s.fits(at) {
		return
	}
	s.wrongly(at, of, value, absent)
}

// wrongly reports a value that is not the right one.
func (s *strict) wrongly(at string, of map[string]any, value, right any) {
	if s.counting {
		s.fault(WrongValue, at, value, right, "")
		return
	}
	if why, ok := s.misfit(at); ok {
		s.fault(WrongType, at, value, right, why)
		return
	}
	kind, detail := WrongValue, "another value than the right one"
	if right == absent {
		detail = "a value where none is wanted"
	}
	if !s.isKnown(of, value) {
		kind, detail = InventedValue, "a value that nobody said or showed"
	}
	s.fault(kind, at, value, right, detail)
}

// isKnown reports whether the conversation or the schema gives a value, or each value
// in it. A schema gives the values that it lists, the default, true and false.
func (s *strict) isKnown(of map[string]any, value any) bool {
	switch v := value.(type) {
	case bool, nil:
		return true
	case []any:
		items, _ := of["items"].(map[string]any)
		return !slices.ContainsFunc(v, func(item any) bool { return !s.isKnown(items, item) })
	case map[string]any:
		properties, _ := of["properties"].(map[string]any)
		for key, item := range v {
			schema, _ := properties[key].(map[string]any)
			if !s.isKnown(schema, item) {
				return false
			}
		}
		return true
	}
	if list, ok := of["enum"].([]any); ok && slices.ContainsFunc(list, func(x any) bool { return equal(x, value) }) {
		return true
	}
	if def, ok := of["default"]; ok && equal(def, value) {
		return true
	}
	return s.known == nil || s.known(value)
}

// value compares the two values at a pointer.
func (s *strict) value(at string, schema map[string]any, want, given any) {
	if equal(want, given) {
		return
	}
	switch want := want.(type) {
	case map[string]any:
		if given, ok := given.(map[string]any); ok {
			s.object(at, schema, want, given)
			return
		}
	case []any:
		if given, ok := given.([]any); ok && len(given) == len(want) {
			s.list(at, schema, want, given)
			return
		}
	default:
		if s.means(at, schema, want, given) && s.fits(at) {
			return
		}
	}
	s.wrongly(at, schema, given, want)
}

// list compares lists of the same length item by item. If the order does not matter,
// items that mean the same are compared with each other.
func (s *strict) list(at string, schema map[string]any, want, given []any) {
	of, _ := schema["items"].(map[string]any)
	pair := make([]int, len(given)) // the index of the right item for each given one
	for i := range pair {
		pair[i] = i
	}
	if !ordered(at, schema) {
		pair = s.pairs(at, of, want, given)
	}
	for i, j := range pair {
		s.value(below(at, strconv.Itoa(i)), of, want[j], given[i])
	}
}

// pairs gives each given item a right one that means the same. Items for which there
// is none get the remaining ones in order.
func (s *strict) pairs(at string, of map[string]any, want, given []any) []int {
	pair, free := make([]int, len(given)), make([]int, len(want))
	for i := range free {
		free[i] = i
	}
	for i := range given {
		k := slices.IndexFunc(free, func(j int) bool {
			try := *s
			try.counting, try.faults = true, nil
			try.value(below(at, strconv.Itoa(i)), of, want[j], given[i])
			return len(try.faults) == 0
		})
		pair[i] = -1
		if k >= 0 {
			pair[i] = free[k]
			free = slices.Delete(free, k, k+1)
		}
	}
	for i := range pair {
		if pair[i] < 0 {
			pair[i], free = free[0], free[1:]
		}
	}
	return pair
}

// ordering are parts of words for lists whose order matters.
var ordering = []string{"order", "sequence", "route", "waypoint", "stop", "itinerary", "rank", "priorit", "steps", "from first", "coordinates"}

// ordered reports whether the order of a list matters: whether its name or
// description has a word of ordering. Items that must be unique form a set.
func ordered(at string, schema map[string]any) bool {
	if unique, _ := schema["uniqueItems"].(bool); unique {
		return false
	}
	description, _ := schema["description"].(string)
	said := strings.ToLower(at[strings.LastIndexByte(at, '/')+1:] + " " + description)
	return slices.ContainsFunc(ordering, func(word string) bool { return strings.Contains(said, word) })
}

// source returns the source of the right value at a pointer; nil if it is not known.
func (s *strict) source(at string) *mission.Source {
	i := slices.IndexFunc(s.gold.Sources, func(x mission.Source) bool { return x.Pointer == at })
	if i < 0 {
		return nil
	}
	return &s.gold.Sources[i]
}

// fits reports whether the schema allows the given value at a pointer.
func (s *strict) fits(at string) bool {
	_, bad := s.misfit(at)
	return !bad
}

// misfit returns why the given value at a pointer does not fit the schema.
func (s *strict) misfit(at string) (why string, bad bool) {
	if !s.checked {
		s.checked = true
		s.misfits = make(map[string]string)
		if schema := s.tool.compile(); schema != nil {
			for _, v := range schema.ValidateValue(s.given) {
				s.misfits[v.Pointer] = v.Message
			}
		} else {
			misfitTypes(s.misfits, "", s.tool.doc, s.given)
		}
	}
	why, bad = s.misfits[at]
	return why, bad
}

// misfitTypes compares nothing but types. It is for what the library does not accept
// as a schema, such as one with the type "float".
func misfitTypes(found map[string]string, at string, schema map[string]any, v any) {
	if name, ok := schema["type"].(string); ok && !isOfType(name, v) {
		found[at] = "must be " + name
		return
	}
	switch v := v.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		for key, item := range v {
			of, _ := properties[key].(map[string]any)
			misfitTypes(found, below(at, key), of, item)
		}
	case []any:
		of, _ := schema["items"].(map[string]any)
		for i, item := range v {
			misfitTypes(found, below(at, strconv.Itoa(i)), of, item)
		}
	}
}

func isOfType(name string, v any) bool {
	var ok bool
	switch name {
	case "string":
		_, ok = v.(string)
	case "integer", "float", "number":
		_, ok = v.(json.Number)
	case "boolean":
		_, ok = v.(bool)
	case "array":
		_, ok = v.([]any)
	case "object", "dict":
		_, ok = v.(map[string]any)
	default:
		ok = true
	}
	return ok
}

// equal compares decoded documents; numbers by value, so that 45 is 45.0.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && (a == b || sameNumber(string(a), string(b)))
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, equal)
	}
	switch b.(type) {
	case json.Number, []any, map[string]any:
		return false
	}
	return a == b
}

// sameNumber compares the texts of two numbers by value.
func sameNumber(a, b string) bool {
	x, err := strconv.ParseInt(a, 10, 64)
	y, err2 := strconv.ParseInt(b, 10, 64)
	if err == nil && err2 == nil {
		return x == y
	}
	f, err := strconv.ParseFloat(a, 64)
	g, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && f == g
}
