package links

import (
	"cmp"
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Kind is the reason why a tool can follow another.
type Kind string

// The kinds of links.
const (
	Parameter Kind = "parameter" // an answer contains an identifier that a parameter takes
	Logical   Kind = "logical"   // the toolset declares the order
)

// Link says that a tool can continue from what another one did.
type Link struct {
	From  string  // name of the tool that comes first
	Field string  // JSON pointer in its answer, with * for any element; empty if the answer is not described
	To    string  // name of the tool that follows
	Param string  // parameter that takes the value, with a path inside objects and lists: "items/*/product_id"
	Of    string  // noun of what the value identifies
	Kind  Kind    // why
	Score float64 // how sure the link is, from 0 to 1; 1 if it is declared
	Why   string  // in a few words
}

// Ambiguity is a parameter that takes an identifier, where it is unclear what
// it identifies.
type Ambiguity struct {
	Tool, Param string
	Between     []string // nouns of what it may identify, sorted
	Why         string
}

// maxLinks bounds the links of one toolset. Real toolsets have some hundreds.
const maxLinks = 20_000

// Of finds out which tools can follow which: because one returns an identifier that
// the other takes, or because the toolset declares the order. [Link.Field] points
// into [tools.Tool.Answers] if the tool has them, or else into [tools.Tool.Returns]. If
// a tool has only a name, a description and parameters, its effect tells what its
// answer must contain, and its links have a lower score. An answer that repeats an
// argument does not count, and neither does the answer of a tool that removes the
// thing.
//
// What is unclear is not guessed, but returned as ambiguous. Links are ordered
// by the tool that takes the identifier, then by its parameter, then by the tool
// that returns the identifier.
func Of(ts *tools.Toolset) (links []Link, ambiguous []Ambiguity) {
	told := declared(ts)
	if slices.ContainsFunc(ts.Tools, func(t *tools.Tool) bool { return t.Described }) {
		m := newMatcher(ts)
		for _, t := range ts.Tools {
			for _, in := range m.inputs[t] {
				found, unsure := m.match(in)
				links = append(links, withFields(found, told[in.param.Identifies()])...)
				if unsure != nil {
					ambiguous = append(ambiguous, *unsure)
				}
			}
			links = append(links, logical(t)...)
			if len(links) > maxLinks {
				return links[:maxLinks], ambiguous
			}
		}
		return links, ambiguous
	}
	for _, t := range ts.Tools {
		eachParam(t.Params, "", 0, func(path string, p *tools.Param) {
			e := p.Identifies()
			if e == nil || len(links) > maxLinks {
				return
			}
			for _, out := range told[e] {
				if out.tool != t {
					links = append(links, Link{From: out.tool.Name, Field: out.field, To: t.Name, Param: path, Of: e.Noun,
						Kind: Parameter, Score: 1, Why: "both identify " + naming.WithArticle(e.Noun)})
				}
			}
		})
		links = append(links, logical(t)...)
	}
	return links[:min(len(links), maxLinks)], nil
}

// Identifier is a parameter that takes an identifier.
type Identifier struct {
	Tool   *tools.Tool
	Param  *tools.Param // a parameter of the tool, or a field inside one
	Form   Form
	Of     string // noun of what it identifies, by its surest link; empty without links
	Teller string // noun that the tool at the other end of that link is about
	Unsure bool   // it may identify several things
}

// Identifiers lists the parameters that take identifiers, in the order of the
// tools.
func Identifiers(ts *tools.Toolset) []Identifier {
	var list []Identifier
	m := newMatcher(ts)
	for _, t := range ts.Tools {
		for _, in := range m.inputs[t] {
			links, unsure := m.match(in)
			one := Identifier{Tool: t, Param: in.param, Form: in.form, Unsure: unsure != nil}
			if len(links) > 0 {
				best := slices.MaxFunc(links, func(a, b Link) int { return cmp.Compare(a.Score, b.Score) })
				one.Of, one.Teller = best.Of, strings.Join(m.nouns(ts.Tool(best.From))[:min(1, len(m.nouns(ts.Tool(best.From))))], "")
			}
			list = append(list, one)
		}
	}
	return list
}

// withFields completes links from tools with no described answer: it adds the field
// of their observations that identifies the same entity, if there is one.
func withFields(links []Link, told []declaredField) []Link {
	for i := range links {
		if links[i].Field != "" {
			continue
		}
		for _, f := range told {
			if f.tool.Name == links[i].From {
				links[i].Field = f.field
				break
			}
		}
	}
	return links
}

// logical is the declared order before a tool.
func logical(t *tools.Tool) []Link {
	var out []Link
	for _, first := range t.After {
		out = append(out, Link{From: first, To: t.Name, Kind: Logical, Score: 1, Why: "the toolset declares the order"})
	}
	return out
}

// maxNesting bounds the depth to which parameters and answers are read.
const maxNesting = 8

// eachParam visits parameters and what is in them.
func eachParam(params []*tools.Param, path string, depth int, visit func(path string, p *tools.Param)) {
	if depth > maxNesting {
		return
	}
	for _, p := range params {
		at := path + jsonptr.Escape(p.Name)
		visit(at, p)
		eachParam(p.Props, at+"/", depth+1, visit)
		if p.Items != nil {
			eachParam(p.Items.Props, at+"/*/", depth+1, visit)
		}
	}
}

// declaredField is a field of an observation that identifies an entity.
type declaredField struct {
	tool  *tools.Tool
	field string
}

// declared finds the fields of observations that identify entities, according to
// the entities and the values of their attributes.
func declared(ts *tools.Toolset) map[*tools.Entity][]declaredField {
	told := map[*tools.Entity][]declaredField{}
	for _, t := range ts.Tools {
		if t.Effect == tools.Delete {
			continue
		}
		note := func(a *tools.Attribute, head string) {
			e, several := identified(ts, t, a, 0)
			if e == nil || namesAlready(t, e, t.Entity == e && a.Name == e.ID && (t.Effect == tools.List || t.Effect == tools.Create)) {
				return
			}
			field := head + jsonptr.Escape(a.Name)
			if several {
				field += "/*"
			}
			told[e] = append(told[e], declaredField{t, field})
		}
		if t.Entity != nil {
			head := "/"
			if t.Effect == tools.List {
				head = "/" + jsonptr.Escape(t.ListKey()) + "/*/"
			}
			for _, a := range t.Entity.Attributes {
				if t.Shows(a) {
					note(a, head)
				}
			}
		}
		if t.Effect != tools.List {
			for _, a := range t.Gives {
				note(a, "/")
			}
		}
	}
	return told
}

// namesAlready reports whether the caller of the tool already knows the thing,
// because a parameter names it. A thing that is found or created is new.
func namesAlready(t *tools.Tool, e *tools.Entity, found bool) bool {
	known := false
	eachParam(t.Params, "", 0, func(_ string, p *tools.Param) {
		if p.Identifies() == e && (p.Required || t.Effect == tools.Create || t.Effect == tools.Update) {
			known = true
		}
	})
	return known && !found
}

// identified is the entity that the value of an attribute identifies, and whether
// the value is a list.
func identified(ts *tools.Toolset, t *tools.Tool, a *tools.Attribute, depth int) (e *tools.Entity, several bool) {
	for _, e := range ts.Entities {
		if e.Attribute(e.ID) == a {
			return e, false
		}
	}
	if a.Values == nil || a.Values.Kind != tools.ValueCopy && a.Values.Kind != tools.ValueOf || depth > 4 {
		return nil, false
	}
	base, attribute, dotted := strings.Cut(a.Values.Text, ".")
	for _, e := range ts.Entities {
		if e.ID != base {
			continue
		}
		if dotted {
			base = attribute
		}
		if from := e.Attribute(base); from != nil && from != a {
			return identified(ts, t, from, depth+1)
		}
	}
	if dotted {
		return nil, false
	}
	// A value that was given to this tool or to the one that made the thing.
	for _, other := range append([]*tools.Tool{t}, ts.Tools...) {
		if p := other.Param(base); p != nil {
			return p.Identifies(), p.Type == "array"
		}
	}
	return nil, false
}

// sortLinks orders the links to one parameter by the tools that return the value.
func sortLinks(links []Link, order map[string]int) {
	slices.SortStableFunc(links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(order[a.From], order[b.From]), cmp.Compare(a.Field, b.Field))
	})
}
