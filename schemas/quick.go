package schemas

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Nearly every document is right, and gojsonschema is slow. So a schema is also
// compiled into nodes that know the common part of draft-07. If they say yes, the
// document fits. Every other document goes to the library, and only the library says
// what is wrong. A test compares the two. (The package comment says what this saves.)

// verdict is what a node says about a value.
type verdict int8

const (
	unsure verdict = iota // the library has to decide
	no
	yes
)

func verdictOf(ok bool) verdict {
	if ok {
		return yes
	}
	return no
}

// kinds is a set of JSON types.
type kinds uint8

const (
	kindNull kinds = 1 << iota
	kindBool
	kindString
	kindInteger
	kindNumber // of any value, integers included
	kindArray
	kindObject
)

var kindNames = map[string]kinds{
	"null": kindNull, "boolean": kindBool, "string": kindString, "integer": kindInteger,
	"number": kindNumber | kindInteger, "array": kindArray, "object": kindObject,
}

// node is one compiled subschema.
type node struct {
	never                   bool
	types                   kinds // 0: any
	enum                    []string
	required                []string
	props                   map[string]*node
	additional              *node
	deps                    map[string]*node
	tuple                   []*node
	items                   *node // of all items, or of those after the tuple
	minItems, maxItems      int
	minKeys, maxKeys        int
	minLength, maxLength    int
	minimum, maximum        *int64
	pattern                 func(string) bool
	all, any                []*node
	condition, then, orElse *node
}

const unlimited = math.MaxInt

func newNode() *node { return &node{maxItems: unlimited, maxKeys: unlimited, maxLength: unlimited} }

// newQuick compiles a schema. It returns nil if the schema has a keyword that nodes do
// not know.
func newQuick(doc any) *node {
	c := quickCompiler{root: doc, refs: make(map[string]*node)}
	if m, ok := doc.(map[string]any); ok {
		// The $id of the whole schema does not matter. An $id inside changes the base
		// of references, which nodes do not support.
		m = maps.Clone(m)
		delete(m, "$id")
		doc = m
	}
	n, ok := c.node(doc)
	if !ok {
		return nil
	}
	return n
}

type quickCompiler struct {
	root any
	refs map[string]*node
}

func (c *quickCompiler) node(doc any) (*node, bool) {
	n := newNode()
	return n, c.fill(n, doc)
}

func (c *quickCompiler) fill(n *node, doc any) bool {
	if b, ok := doc.(bool); ok {
		n.never = !b
		return true
	}
	m, ok := doc.(map[string]any)
	if !ok {
		return false
	}
	if ref, ok := m["$ref"]; ok {
		target, ok := c.ref(ref)
		if ok {
			n.all = []*node{target}
		}
		return ok
	}
	for key, v := range m {
		if key == "additionalItems" {
			continue // below
		}
		if !c.keyword(n, key, v) {
			return false
		}
	}
	if more, ok := m["additionalItems"]; ok && n.tuple != nil {
		n.items, ok = c.node(more)
		return ok
	}
	return true
}

// ref compiles the target of a local reference, each target only once, so that a schema
// may refer to itself.
func (c *quickCompiler) ref(v any) (*node, bool) {
	ref, _ := v.(string)
	name, ok := strings.CutPrefix(ref, "#/definitions/")
	if !ok || strings.ContainsAny(name, "/~%") {
		return nil, false
	}
	if n, ok := c.refs[name]; ok {
		return n, true
	}
	root, _ := c.root.(map[string]any)
	definitions, _ := root["definitions"].(map[string]any)
	doc, ok := definitions[name]
	if !ok {
		return nil, false
	}
	n := newNode()
	c.refs[name] = n
	return n, c.fill(n, doc)
}

// keyword compiles one keyword into n.
func (c *quickCompiler) keyword(n *node, key string, v any) (ok bool) {
	list, isList := v.([]any)
	switch key {
	case "$schema", "$comment", "title", "description", "default", "examples", "definitions":
		return true
	case "type":
		n.types, ok = kindsOf(v)
	case "enum":
		n.enum, ok = stringsOf(v)
	case "const":
		n.enum, ok = stringsOf([]any{v})
	case "required":
		n.required, ok = stringsOf(v)
	case "properties":
		n.props, ok = c.nodes(v)
	case "dependencies":
		n.deps, ok = c.nodes(v)
	case "items":
		if isList {
			n.tuple, ok = c.list(list)
		} else {
			n.items, ok = c.node(v)
		}
	case "minimum":
		n.minimum, ok = boundOf(v)
	case "maximum":
		n.maximum, ok = boundOf(v)
	case "pattern":
		n.pattern, ok = matcher(v)
	case "allOf":
		n.all, ok = c.list(list)
	case "anyOf":
		n.any, ok = c.list(list)
	case "additionalProperties":
		n.additional, ok = c.node(v)
	case "if":
		n.condition, ok = c.node(v)
	case "then":
		n.then, ok = c.node(v)
	case "else":
		n.orElse, ok = c.node(v)
	default:
		counts := map[string]*int{"minItems": &n.minItems, "maxItems": &n.maxItems, "minProperties": &n.minKeys, "maxProperties": &n.maxKeys,
			"minLength": &n.minLength, "maxLength": &n.maxLength}
		if count := counts[key]; count != nil {
			*count, ok = intOf(v)
		}
	}
	return ok
}

func (c *quickCompiler) nodes(v any) (map[string]*node, bool) {
	m, ok := v.(map[string]any)
	nodes := make(map[string]*node, len(m))
	for key, doc := range m {
		if nodes[key], ok = c.node(doc); !ok {
			return nil, false
		}
	}
	return nodes, ok || len(m) > 0
}

func (c *quickCompiler) list(docs []any) ([]*node, bool) {
	nodes := make([]*node, len(docs))
	for i, doc := range docs {
		var ok bool
		if nodes[i], ok = c.node(doc); !ok {
			return nil, false
		}
	}
	return nodes, len(docs) > 0
}

func kindsOf(v any) (kinds, bool) {
	if name, ok := v.(string); ok {
		k, ok := kindNames[name]
		return k, ok
	}
	names, ok := stringsOf(v)
	var all kinds
	for _, name := range names {
		k, known := kindNames[name]
		ok = ok && known
		all |= k
	}
	return all, ok
}

func stringsOf(v any) ([]string, bool) {
	list, ok := v.([]any)
	names := make([]string, 0, len(list))
	for _, item := range list {
		s, isString := item.(string)
		if !isString {
			return nil, false
		}
		names = append(names, s)
	}
	return names, ok
}

func intOf(v any) (int, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(string(n))
	return i, err == nil
}

func boundOf(v any) (*int64, bool) {
	i, ok := intOf(v)
	bound := int64(i)
	return &bound, ok
}

// matcher compiles a pattern. The two that are checked many times in every entry have
// functions of their own, which halves the time of the whole check.
func matcher(v any) (func(string) bool, bool) {
	switch v {
	case "^(/([^~/]|~[01])*)*$":
		return isPointer, true
	case "^(0|[1-9][0-9]*)$":
		return isCount, true
	}
	s, ok := v.(string)
	re, err := regexp.Compile(s)
	if err != nil || !ok {
		return nil, false
	}
	return re.MatchString, true
}

func isPointer(s string) bool {
	if s != "" && s[0] != '/' {
		return false
	}
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || (s[i+1] != '0' && s[i+1] != '1')) {
			return false
		}
	}
	return true
}

func isCount(s string) bool { return allDigits(s) && (s[0] != '0' || s == "0") }

// check returns whether the value fits.
func (n *node) check(v any) verdict {
	if n.never {
		return no
	}
	result := n.checkKind(v)
	for _, sub := range n.all {
		if result != yes {
			return result
		}
		result = sub.check(v)
	}
	if result == yes && n.any != nil {
		result = n.checkAny(v)
	}
	if result != yes || n.condition == nil {
		return result
	}
	branch := n.orElse
	switch n.condition.check(v) {
	case unsure:
		return unsure
	case yes:
		branch = n.then
	}
	if branch == nil {
		return yes
	}
	return branch.check(v)
}

func (n *node) checkAny(v any) verdict {
	result := no
	for _, sub := range n.any {
		switch sub.check(v) {
		case yes:
			return yes
		case unsure:
			result = unsure
		}
	}
	return result
}

// checkKind checks everything but the keywords that combine schemas.
func (n *node) checkKind(v any) verdict {
	var kind kinds
	switch v := v.(type) {
	case nil:
		kind = kindNull
	case bool:
		kind = kindBool
	case string:
		if n.types&kindString == 0 && n.types != 0 {
			return no
		}
		return n.checkString(v)
	case json.Number:
		return n.checkNumber(string(v))
	case map[string]any:
		if v == nil {
			return unsure
		}
		if n.types&kindObject == 0 && n.types != 0 || n.enum != nil {
			return no
		}
		return n.checkObject(v)
	case []any:
		if v == nil {
			return unsure
		}
		if n.types&kindArray == 0 && n.types != 0 || n.enum != nil {
			return no
		}
		return n.checkArray(v)
	default:
		return unsure
	}
	return verdictOf((n.types == 0 || n.types&kind != 0) && n.enum == nil)
}

func (n *node) checkString(s string) verdict {
	if n.enum != nil && !slices.Contains(n.enum, s) {
		return no
	}
	if len(s) < n.minLength || (n.pattern != nil && !n.pattern(s)) {
		return no
	}
	if n.minLength > 1 || n.maxLength != unlimited {
		if l := utf8.RuneCountInString(s); l < n.minLength || l > n.maxLength {
			return no
		}
	}
	return yes
}

// checkNumber decides about plain integers only.
func (n *node) checkNumber(s string) verdict {
	if n.types == 0 && n.minimum == nil && n.maximum == nil {
		return verdictOf(n.enum == nil)
	}
	if n.types != 0 && n.types&(kindInteger|kindNumber) == 0 {
		return no
	}
	i, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n.enum != nil {
		return unsure
	}
	return verdictOf((n.minimum == nil || i >= *n.minimum) && (n.maximum == nil || i <= *n.maximum))
}

func (n *node) checkObject(m map[string]any) verdict {
	if len(m) < n.minKeys || len(m) > n.maxKeys {
		return no
	}
	for _, key := range n.required {
		if _, ok := m[key]; !ok {
			return no
		}
	}
	if n.props == nil && n.additional == nil && n.deps == nil {
		return yes
	}
	result := yes
	for key, v := range m {
		sub, ok := n.props[key]
		if !ok {
			sub = n.additional
		}
		if sub != nil {
			result = min(result, sub.check(v))
		}
		if dep, ok := n.deps[key]; ok {
			result = min(result, dep.check(m))
		}
		if result != yes {
			return result
		}
	}
	return result
}

func (n *node) checkArray(list []any) verdict {
	if len(list) < n.minItems || len(list) > n.maxItems {
		return no
	}
	for i, v := range list {
		sub := n.items
		if i < len(n.tuple) {
			sub = n.tuple[i]
		}
		if sub == nil {
			continue
		}
		if result := sub.check(v); result != yes {
			return result
		}
	}
	return yes
}

func allDigits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}
