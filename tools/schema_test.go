package tools

import "testing"

// An agent reads the description of a tool, and answers only hold numbers: the currency
// of the amounts stands in the description, once.
func TestCurrencyIsDescribed(t *testing.T) {
	amount := func(name, unit string) *Attribute {
		return &Attribute{Name: name, Values: &Values{Kind: ValueMoney, Min: 1, Max: 9, Unit: unit}}
	}
	code := &Attribute{Name: "id", Values: &Values{Kind: ValuePattern, Text: "A1"}}
	hidden := amount("fee", "EUR")
	hidden.Detail = true
	for _, tt := range []struct {
		name, description string
		effect            EffectKind
		attributes, gives []*Attribute
		given             bool
		want              string
	}{
		{"an amount of what is listed", "Lists cakes.", List, []*Attribute{code, amount("price", "EUR")}, nil, false, "Lists cakes. Amounts are in euros."},
		{"an amount of the answer", "Counts.", Compute, nil, []*Attribute{amount("sum", "GBP")}, false, "Counts. Amounts are in pounds."},
		{"a currency without a sign", "Counts.", Compute, nil, []*Attribute{amount("sum", "SEK")}, false, "Counts. Amounts are in SEK."},
		{"described already", "Lists cakes with prices in euros.", List, []*Attribute{code, amount("price", "EUR")}, nil, false, "Lists cakes with prices in euros."},
		{"not shown in lists", "Lists cakes.", List, []*Attribute{code, hidden}, nil, false, "Lists cakes."},
		{"not shown when it is removed", "Removes a cake.", Delete, []*Attribute{code, amount("price", "EUR")}, nil, false, "Removes a cake."},
		{"two currencies", "Exchanges.", Compute, nil, []*Attribute{amount("paid", "EUR"), amount("received", "USD")}, false, "Exchanges."},
		{"nothing has a currency", "Lists cakes.", List, []*Attribute{code}, nil, false, "Lists cakes."},
		{"a description from elsewhere", "Lists cakes.", List, []*Attribute{code, amount("price", "EUR")}, nil, true, "Lists cakes."},
	} {
		tool := &Tool{Name: "t", Description: tt.description, Effect: tt.effect, Gives: tt.gives, Described: tt.given}
		set := &Toolset{Tools: []*Tool{tool}}
		if tt.attributes != nil {
			tool.Entity = &Entity{ID: "id", Plural: "cakes", Attributes: tt.attributes}
			set.Entities = []*Entity{tool.Entity}
		}
		for range 2 { // completing twice adds nothing
			set.Complete()
		}
		if tool.Description != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tool.Description, tt.want)
		}
	}
}
