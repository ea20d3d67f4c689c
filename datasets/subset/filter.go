// Package subset selects parts of datasets: the entries that an expression describes
// ([Filter]), and samples of a given size in which, for example, all switch paths are as
// equally frequent as possible ([Sampler]).
//
// Expressions are those of github.com/expr-lang/expr over the names that
// [Fields] lists:
//
//	type == "multi" && depth >= 3
//	len(missions) == 4 && all(missions, .calls > 0)
//	any(tools, # startsWith "cancel_") || 404 in statuses
package subset

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"switchyard/internal/nearest"
	"switchyard/mission"
)

// Filter selects the entries in which some mission satisfies an expression. It is safe for
// concurrent use.
type Filter struct {
	program *vm.Program
	tokens  func(*mission.Entry) (int, error) // nil if the expression does not use them
}

// Error says where and why an expression cannot be used.
type Error struct {
	Expression string
	Line       int // from 1
	Column     int // where the problem begins, in characters from 1
	Problem    string
	Entry      string // the id of the entry for which it cannot be evaluated; empty if there is none
	Hint       string // what to do, not part of the message; may be empty
}

// Error is one line.
func (e *Error) Error() string {
	problem := e.Problem
	if e.Entry != "" {
		problem = fmt.Sprintf("entry %s: %s", e.Entry, e.Problem)
	}
	if e.Line > 1 {
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, problem)
	}
	return fmt.Sprintf("column %d: %s", e.Column, problem)
}

// ParseFilter reads an expression; tokens counts the tokens of an entry, if the
// expression uses them. Errors are of type [*Error].
func ParseFilter(expression string, tokens func(*mission.Entry) (int, error)) (*Filter, error) {
	if strings.TrimSpace(expression) == "" {
		return nil, &Error{Expression: expression, Line: 1, Column: 1, Problem: "the expression is empty", Hint: `write one such as: type == "multi" && depth >= 3`}
	}
	tree, err := parser.Parse(expression)
	if err != nil {
		return nil, located(expression, err)
	}
	r := &reader{expression: expression, fields: Fields()}
	r.walk(tree.Node, false)
	if r.problem != nil {
		return nil, r.problem
	}
	program, err := expr.Compile(expression, expr.Env(fields{}), expr.AsBool(), expr.DisableBuiltin("now"))
	if err != nil {
		return nil, located(expression, err)
	}
	f := &Filter{program: program}
	if r.tokens {
		f.tokens = tokens
	}
	return f, nil
}

// Match reports whether some mission of the entry fulfils the expression. It fails if the
// entry is broken, and with an [*Error] if the expression cannot be evaluated for it.
func (f *Filter) Match(e *mission.Entry) (bool, error) {
	env, err := fieldsOf(e)
	if err != nil {
		return false, err
	}
	if f.tokens != nil {
		if env.Tokens, err = f.tokens(e); err != nil {
			return false, err
		}
	}
	for _, m := range env.Missions {
		env.missionFields = m
		got, err := vm.Run(f.program, *env)
		if err != nil {
			err := located(f.program.Source().String(), err)
			err.Entry = e.ID
			return false, err
		}
		if got == true {
			return true, nil
		}
	}
	return false, nil
}

// reader looks for what the library accepts but nobody means.
type reader struct {
	expression string
	fields     []Field
	tokens     bool
	problem    *Error
}

// walk visits a node and those below it; inside means that it is in a predicate about the
// missions.
func (r *reader) walk(node ast.Node, inside bool) {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		r.identifier(n, inside)
	case *ast.BinaryNode:
		r.compared(n)
		r.walk(n.Left, inside)
		r.walk(n.Right, inside)
	case *ast.BuiltinNode:
		for i, a := range n.Arguments {
			// In all(tools, type == "multi"), type is that of the current mission,
			// because the list is another one.
			list := isMissions(n.Arguments[0]) && i > 0
			r.walk(a, inside || list)
		}
	default:
		for _, child := range children(node) {
			r.walk(child, inside)
		}
	}
}

func isMissions(n ast.Node) bool {
	id, ok := n.(*ast.IdentifierNode)
	return ok && id.Value == "missions"
}

func (r *reader) identifier(n *ast.IdentifierNode, inside bool) {
	i := slices.IndexFunc(r.fields, func(f Field) bool { return f.Name == n.Value })
	switch {
	case i < 0:
	case n.Value == "tokens":
		r.tokens = true
	case inside && !r.fields[i].Entry:
		r.fail(n, fmt.Sprintf("write .%s for the missions of the list", n.Value), "%s belongs to the current mission, not to those of the list", n.Value)
	}
}

// compared refuses a comparison with a value that the field never has.
func (r *reader) compared(n *ast.BinaryNode) {
	if n.Operator != "==" && n.Operator != "!=" && n.Operator != "in" {
		return
	}
	for _, pair := range [][2]ast.Node{{n.Left, n.Right}, {n.Right, n.Left}} {
		i := slices.IndexFunc(r.fields, func(f Field) bool { return f.values != nil && f.Name == nameOf(pair[0]) })
		if i < 0 {
			continue
		}
		f := r.fields[i]
		list := []ast.Node{pair[1]}
		if array, ok := pair[1].(*ast.ArrayNode); ok && n.Operator == "in" {
			list = array.Nodes
		}
		for _, value := range list {
			text, ok := value.(*ast.StringNode)
			if !ok || slices.Contains(f.values, text.Value) {
				continue
			}
			hint := "it is " + f.About
			if near := nearest.Name(text.Value, f.values); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			r.fail(text, hint, "%s is never %q", f.Name, text.Value)
		}
	}
}

// nameOf returns the field that a node reads: type, or .type of a mission.
func nameOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return n.Value
	case *ast.MemberNode:
		if property, ok := n.Property.(*ast.StringNode); ok {
			return property.Value
		}
	}
	return ""
}

// fail keeps the first problem.
func (r *reader) fail(n ast.Node, hint, format string, args ...any) {
	if r.problem != nil {
		return
	}
	line, column := place(r.expression, n.Location().From)
	r.problem = &Error{Expression: r.expression, Line: line, Column: column, Problem: fmt.Sprintf(format, args...), Hint: hint}
}

// place turns an offset in characters into a line and a column.
func place(text string, offset int) (line, column int) {
	line, column = 1, 1
	for _, c := range text {
		if offset == 0 {
			break
		}
		offset--
		if column++; c == '\n' {
			line, column = line+1, 1
		}
	}
	return line, column
}

// children returns the nodes directly below a node of the kinds that walk does not
// handle.
func children(node ast.Node) []ast.Node {
	switch n := node.(type) {
	case *ast.UnaryNode:
		return []ast.Node{n.Node}
	case *ast.ChainNode:
		return []ast.Node{n.Node}
	case *ast.MemberNode:
		return []ast.Node{n.Node, n.Property}
	case *ast.SliceNode:
		return present(n.Node, n.From, n.To)
	case *ast.CallNode:
		return append([]ast.Node{n.Callee}, n.Arguments...)
	case *ast.PredicateNode:
		return []ast.Node{n.Node}
	case *ast.VariableDeclaratorNode:
		return []ast.Node{n.Value, n.Expr}
	case *ast.SequenceNode:
		return n.Nodes
	case *ast.ConditionalNode:
		return []ast.Node{n.Cond, n.Exp1, n.Exp2}
	case *ast.ArrayNode:
		return n.Nodes
	case *ast.MapNode:
		return n.Pairs
	case *ast.PairNode:
		return []ast.Node{n.Key, n.Value}
	}
	return nil
}

func present(nodes ...ast.Node) []ast.Node {
	return slices.DeleteFunc(nodes, func(n ast.Node) bool { return n == nil })
}

// located translates an error of the library.
func located(expression string, err error) *Error {
	out := &Error{Expression: expression, Line: 1, Column: 1, Problem: err.Error()}
	var at *file.Error
	if errors.As(err, &at) {
		out.Line, out.Column, out.Problem = max(1, at.Line), at.Column+1, at.Message
	}
	known := Fields()
	switch {
	case strings.HasPrefix(out.Problem, "unknown name "):
		name := strings.TrimPrefix(out.Problem, "unknown name ")
		out.Problem, out.Hint = fmt.Sprintf("no field is called %q", name), nearField(name, known)
	case strings.Contains(out.Problem, " has no field "):
		_, name, _ := strings.Cut(out.Problem, " has no field ")
		out.Problem, out.Hint = fmt.Sprintf("missions have no field %q", name), nearField(name, known)
	case strings.HasPrefix(out.Problem, "expected bool"):
		_, got, _ := strings.Cut(out.Problem, "but got ")
		out.Problem, out.Hint = "the expression is neither true nor false, but "+kindName(got), `compare it with something: depth >= 3`
	case strings.Contains(out.Problem, "unexpected token EOF"):
		out.Problem, out.Hint = "the expression ends too early", howToWrite
		out.Column = utf8.RuneCountInString(expression[strings.LastIndexByte(expression, '\n')+1:]) + 1
	case strings.Contains(out.Problem, `unexpected token Operator("=")`):
		out.Problem, out.Hint = "= does not compare", "write == for equal"
	case strings.Contains(out.Problem, "[]subset.missionFields"):
		out.Problem, out.Hint = "missions is a list, not a number or a word", "write len(missions) for their number"
	}
	out.Problem = strings.ReplaceAll(out.Problem, "subset.missionFields", "mission")
	if out.Hint == "" {
		out.explain()
	}
	return out
}

// howToWrite is the hint if there is no better one.
const howToWrite = `fields are compared by == != < <= > >= in contains startsWith endsWith matches, and combined by && || ! and parentheses: type == "multi" && depth >= 3`

var (
	unexpected = regexp.MustCompile(`^unexpected token (\w+)\("(.*)"\)$`)
	mismatched = regexp.MustCompile(`^invalid operation: (\S+) \(mismatched types (\S+) and (\S+)\)$`)
	outOfRange = regexp.MustCompile(`^index out of range: (-?\d+) \(array length is (\d+)\)$`)
	listBefore = regexp.MustCompile(`[\w.\[\]]+$`)
)

// explain puts a message of the library into plain words and adds a hint.
func (e *Error) explain() {
	e.Hint = howToWrite
	if m := unexpected.FindStringSubmatch(e.Problem); m != nil {
		e.Problem = fmt.Sprintf("%s is not allowed here", m[2])
		words := []string{"contains", "startsWith", "endsWith", "matches", "in", "and", "or", "not"}
		switch near := nearest.Name(m[2], words); {
		case m[2] == "&" || m[2] == "|":
			e.Hint = fmt.Sprintf("write %s%s", m[2], m[2])
		case m[1] == "Identifier" && near != "":
			e.Hint = fmt.Sprintf("did you mean %s?", near)
		}
		return
	}
	if m := mismatched.FindStringSubmatch(e.Problem); m != nil {
		e.Problem = fmt.Sprintf("%s does not work between %s and %s", m[1], kindName(m[2]), kindName(m[3]))
		e.Hint = `write numbers without quotes and words in quotes: calls > 1, type == "multi"`
		if strings.HasPrefix(m[2]+m[3], "[]") || strings.Contains(m[3], "[]") {
			e.Hint = `compare an item or the length of a list: "book_flight" in tools, len(tools) > 1`
		}
		return
	}
	if m := outOfRange.FindStringSubmatch(e.Problem); m != nil {
		lines := strings.Split(e.Expression, "\n")
		list := "missions"
		if e.Line <= len(lines) {
			before := []rune(lines[e.Line-1])
			if found := listBefore.FindString(string(before[:min(max(e.Column-1, 0), len(before))])); found != "" {
				list = found
			}
		}
		at, _ := strconv.Atoi(m[1])
		has, _ := strconv.Atoi(m[2])
		needed := at + 1
		if at < 0 { // counted from the end
			at -= has
			needed = -at
		}
		e.Problem = fmt.Sprintf("there is no %s[%d]: the list has length %d", list, at, has)
		e.Hint = fmt.Sprintf("check the length first: len(%s) >= %d && …", list, needed)
		return
	}
	switch {
	case strings.HasPrefix(e.Problem, "error parsing regexp"):
		e.Hint = `after "matches" write a regular expression; to find plain text use "contains": request contains "("`
	case strings.Contains(e.Problem, "not terminated"):
		e.Problem, e.Hint = "the quotes are not closed", `close them: type == "multi"`
	case strings.HasPrefix(e.Problem, "cannot use "):
		e.Problem = strings.TrimSpace(e.Problem)
	}
}

func nearField(name string, known []Field) string {
	var names []string
	for _, f := range known {
		names = append(names, f.Name)
	}
	for _, f := range known {
		if slices.Contains(f.values, name) {
			return fmt.Sprintf("write words in quotes: %s == %q", f.Name, name)
		}
	}
	if near := nearest.Name(name, names); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return fmt.Sprintf("the fields are %s; write words in quotes", strings.Join(names, ", "))
}

// kindName puts a type of the library into words.
func kindName(kind string) string {
	switch {
	case strings.HasPrefix(kind, "[]"):
		return "a list"
	case kind == "string":
		return "a text"
	case kind == "int" || kind == "float64":
		return "a number"
	}
	return kind
}
