package infer

import (
	"slices"
	"strings"
	"testing"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// ValueRow tells of one parameter by which rule its values are made.
type ValueRow struct {
	Tool, Param string
	By          string       // the rule; see paramSpec
	Leaf        *tools.Param // the parameter, a field of it or its element
	Required    bool
}

// ValueRows lists the scalar parameters of a toolset that was loaded, fields
// and elements too.
func ValueRows(ts *tools.Toolset) []ValueRow {
	copied := &tools.Toolset{Name: ts.Name, Title: ts.Title, Domain: ts.Domain, About: ts.About, Source: ts.Source}
	in := &inference{set: copied, facts: map[*tools.Tool]*naming.Facts{}, hints: map[*tools.Param]*paramHints{}, named: map[string]bool{}}
	var rows []ValueRow
	for _, t := range ts.Tools {
		bare := bare(t)
		copied.Tools = append(copied.Tools, bare)
		in.facts[bare] = bare.Facts()
	}
	in.theme = Theme(copied)
	for i, t := range copied.Tools {
		var visit func(path string, p, said *tools.Param, required bool)
		visit = func(path string, p, said *tools.Param, required bool) {
			row := ValueRow{Tool: t.Name, Param: path, Leaf: said, Required: required}
			h := hintsOf(p, in.facts[t])
			if p.Thing != "" {
				h.isID, h.noun = true, naming.Spoken(p.Thing)
			}
			switch {
			case said.Entity != nil:
				row.By = "entity"
			case p.Type == "boolean":
				row.By = "boolean"
			case p.Type == "object":
				for _, q := range p.Props {
					k := slices.IndexFunc(said.Props, func(o *tools.Param) bool { return o.Name == q.Name })
					if k >= 0 {
						visit(path+"."+q.Name, q, said.Props[k], required && q.Required)
					}
				}
				return
			case p.Type == "array":
				if p.Items != nil && said.Items != nil {
					if len(p.Items.About) == 0 {
						p.Items.About = p.About
					}
					visit(path+"[]", p.Items, said.Items, required)
				}
				return
			default:
				row.By = in.spec(t, p, h).by
			}
			rows = append(rows, row)
		}
		for j, p := range t.Params {
			visit(p.Name, p, ts.Tools[i].Params[j], p.Required)
		}
	}
	return rows
}

// FuzzDescription reads values, limits and formats out of descriptions; none
// may be empty, repeated, or out of order.
func FuzzDescription(f *testing.F) {
	for _, s := range []string{"One of: red, green, or blue.", "such as 'primary', 'secondary'", "(asc or desc)", "between 1 and 100", "max 5", "a|b|c", "e.g. \u2018x\u2019, y, etc.",
		"Comma-separated list of IDs", "the default is 10", "values: 1, 2, 3", "(-5, 9.5)", "YYYY-MM-DD, YYYY-MM-DD"} {
		f.Add(s, "string")
		f.Add(s, "integer")
	}
	f.Fuzz(func(t *testing.T, about, kind string) {
		p := &tools.Param{Name: "x", Type: kind, About: about}
		seen := map[any]bool{}
		for _, v := range stated(p) {
			if s, ok := v.(string); !ok || strings.TrimSpace(s) == "" || seen[v] {
				t.Fatalf("%q states %q", about, v)
			}
			seen[v] = true
		}
		if l := limitsOf(p); l.hasLow && l.hasHigh && l.low > l.high {
			t.Fatalf("%q has the limits %v", about, l)
		}
		if v := bounded(p, &tools.Values{Kind: tools.ValueInt, Min: 5, Max: 80, Step: 5}); v.Max < v.Min {
			t.Fatalf("%q makes the range %v", about, v)
		}
		describedAs(p)
		defaultOf(p)
	})
}
