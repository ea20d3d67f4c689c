package blueprint

import (
	"testing"

	"switchyard/tools"
)

// Another value can be announced as long as several are left.
func TestAnnounces(t *testing.T) {
	p := &tools.Param{Name: "size", Type: "string", Enum: []any{"small", "regular", "large"}, Other: []string{"in another size"}}
	day := &tools.Param{Name: "day", Type: "string", Other: []string{"on another day"}}
	d := &drawer{}
	for i, said := range []string{"", "large", "regular"} {
		if said != "" {
			d.Past = append(d.Past, &Past{Blueprint: &Blueprint{}, Calls: []PastCall{{Call: Call{Args: []Arg{{Param: p, Value: said}}}}}})
		}
		if got := d.announces(p); got != (i < 2) {
			t.Errorf("after %d sizes: %v", i, got)
		}
		if !d.announces(day) {
			t.Error("no other day")
		}
	}
}

// What tells of several kinds at once can be asked for without saying which.
func TestOfAllKinds(t *testing.T) {
	kinds := []any{"travel", "repairs", "catering"}
	several := &tools.Param{Name: "kinds", Type: "array", Items: &tools.Param{Type: "string", Enum: kinds}}
	one := &tools.Param{Name: "kind", Type: "string", Enum: kinds}
	for _, c := range []struct {
		effect tools.EffectKind
		p      *tools.Param
		want   bool
	}{
		{tools.Compute, several, true},
		{tools.Get, several, true},
		{tools.Create, several, false},
		{tools.List, one, true},
		{tools.Compute, one, false},
	} {
		if got := ofAllKinds(&tools.Tool{Effect: c.effect}, c.p); got != c.want {
			t.Errorf("%v %s: %v", c.effect, c.p.Name, got)
		}
	}
}

// Nothing is asked for that another tool for the same does not need.
func TestServed(t *testing.T) {
	name, country, gender := &tools.Param{Name: "name", Required: true}, &tools.Param{Name: "country", Required: true}, &tools.Param{Name: "gender", Required: true}
	asked := &tools.Tool{Name: "estimateAgeByCountry", Effect: tools.Get, Params: []*tools.Param{name, country}}
	for _, c := range []struct {
		tool   string
		effect tools.EffectKind
		params []*tools.Param
		want   bool
	}{
		{"estimateAgeByName", tools.Get, []*tools.Param{name}, true},
		{"estimatesCountryAge", tools.Get, []*tools.Param{name}, true}, // the country is missing
		{"estimateNameAge", tools.Get, []*tools.Param{name}, false},
		{"estimateAge", tools.Get, []*tools.Param{name}, true},
		{"estimateAgeByGender", tools.Get, []*tools.Param{name, gender}, false},
		{"estimateGenderByName", tools.Get, []*tools.Param{name}, false},
		{"estimateAgeByGender", tools.Get, []*tools.Param{gender}, false},
		{"estimateAgeByName", tools.Create, []*tools.Param{name}, false},
	} {
		d := &drawer{Story: Story{Set: &tools.Toolset{Tools: []*tools.Tool{asked, {Name: c.tool, Effect: c.effect, Params: c.params}}}}}
		call := &Call{Tool: asked, Args: []Arg{{Param: name, Origin: Said}, {Param: country, Origin: Asked}}}
		if got := d.served(call); got != c.want {
			t.Errorf("%s %v: %v", c.tool, c.effect, got)
		}
	}
}

// Several people can be "the same person" as one, but not one "the same people" as several.
func TestRivalPeople(t *testing.T) {
	one := &tools.Param{Name: "employee", Type: "string", Values: &tools.Values{Kind: tools.ValuePerson}, There: []string{"for the same person"}}
	several := &tools.Param{Name: "recipients", Type: "array", Items: &tools.Param{Type: "string", Values: &tools.Values{Kind: tools.ValuePerson}}, There: []string{"to the same people"}}
	d := &drawer{Story: Story{Past: []*Past{{Blueprint: &Blueprint{}, Calls: []PastCall{{Call: Call{Args: []Arg{{Param: several, Value: []any{"Tomas Fontaine"}}}}}}}}}}
	if !d.rivalled(0, one, "Jakob Wagner") || sameKind(one, several) {
		t.Error("the same person, or the same people")
	}
}
