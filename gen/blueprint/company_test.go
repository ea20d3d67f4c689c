package blueprint

import (
	"testing"

	"switchyard/internal/keyed"
	"switchyard/tools"
)

// Most requests are for those for whom an earlier one was, if their parameter takes so many.
func TestForWhom(t *testing.T) {
	people := func(noun string, most float64) *tools.Param {
		return &tools.Param{Name: noun, Noun: "number of " + noun, Type: "integer", Values: &tools.Values{Kind: tools.ValueInt, Min: 1, Max: most}}
	}
	person := func(name string) *tools.Param {
		return &tools.Param{Name: name, Type: "string", Values: &tools.Values{Kind: tools.ValuePerson}}
	}
	past := []*Past{{Blueprint: &Blueprint{}, Calls: []PastCall{{Call: Call{Args: []Arg{
		{Param: people("guests", 9), Value: int64(5)}, {Param: person("lead_name"), Value: "Ann Lee"}}}}}}}
	for _, c := range []struct {
		p    *tools.Param
		want any
	}{
		{people("adults", 6), int64(5)}, {people("adults", 4), nil}, {people("rooms", 9), nil},
		{person("lead_name"), "Ann Lee"}, {person("recipient"), nil},
	} {
		again := 0
		for seed := range uint64(200) {
			d := &drawer{r: keyed.New(seed)}
			d.Past = past
			if v, ok := d.forWhom(c.p); ok {
				again++
				if v != c.want {
					t.Errorf("%s: %v", c.p.Name, v)
				}
			}
		}
		if c.want == nil && again > 0 || c.want != nil && (again < 120 || again > 180) {
			t.Errorf("%s: %d of 200 times", c.p.Name, again)
		}
	}
}
