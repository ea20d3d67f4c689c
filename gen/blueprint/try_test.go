package blueprint

import (
	"slices"
	"testing"

	"switchyard/tools"
)

// What an earlier answer gave away as impossible is not asked for; what nobody has
// seen is, where a refusal is wanted.
func TestForeseenRefusals(t *testing.T) {
	for seed := range uint64(20) {
		d, ids := listed(t, seed)
		if len(ids) == 0 {
			continue
		}
		d.mishap = true
		tool := d.Set.Tool("confirm_visit")
		confirm := Call{Tool: tool, Args: []Arg{{Param: tool.Param("visit_code"), Value: ids[0]}}}
		d.World.Call(tool, confirm.Values())
		hidden, _ := d.World.Ensure(d.Set.Entity("visit"), d.r, nil)
		other := Call{Tool: tool, Args: []Arg{{Param: tool.Param("visit_code"), Value: hidden}}}
		d.World.Call(tool, other.Values())
		list, _ := d.Past[0].Calls[0].Answer.Body.Get(d.Past[0].Calls[0].Tool.ListKey())
		row := list.([]any)[0].(tools.Object)
		for i := range row {
			if row[i].Name == "status" {
				row[i].Value = "confirmed"
			}
		}
		if d.foreseen(other) || !d.foreseen(confirm) {
			t.Errorf("seed %d: foreseen %v and %v", seed, d.foreseen(other), d.foreseen(confirm))
		}
		if d.try(confirm) {
			t.Errorf("seed %d: what was listed as confirmed is to be confirmed", seed)
		}
		refused := Past{Blueprint: &Blueprint{}, Calls: []PastCall{{Call: other, Answer: d.World.Call(tool, other.Values())}}}
		refused.Fold()
		if d.Past = append(d.Past, &refused); !d.foreseen(other) {
			t.Errorf("seed %d: what was refused is asked for again", seed)
		}
	}
}

// What an earlier mission told is not made once more.
func TestMadeBefore(t *testing.T) {
	d, _ := listed(t, 3)
	book := d.Set.Tool("book_visit")
	call := func(slot, name string) Call {
		return Call{Tool: book, Args: []Arg{{Param: book.Param("slot_code"), Value: slot}, {Param: book.Param("visitor_name"), Value: name}}}
	}
	list, _ := d.Past[0].Calls[0].Answer.Body.Get(d.Past[0].Calls[0].Tool.ListKey())
	row := list.([]any)[0].(tools.Object)
	slot, _ := row.Get("slot")
	name, _ := row.Get("visitor_name")
	if same := call(slot.(string), name.(string)); !d.madeBefore(same) || d.try(same) {
		t.Errorf("%s is made once more", same.Values().JSON())
	}
	for _, other := range []Call{call(slot.(string), "Umar Larsen"), call("SL-0001", name.(string))} {
		if d.madeBefore(other) {
			t.Errorf("%s was not told", other.Values().JSON())
		}
	}
}

// What a list showed is not looked up. A tool that finds something else out about the thing
// tells something new, though its answer has none of the thing's own attributes but one.
func TestTellsNothing(t *testing.T) {
	d, ids := listed(t, 3)
	get := d.Set.Tool("get_visit")
	for _, c := range []struct {
		name   string
		id     any
		fields []string
		gives  []string
		want   bool
	}{
		{"what the list showed", ids[0], []string{"visit_code", "price", "status"}, nil, true},
		{"a visit that was not listed", "VS-0001", nil, nil, false},
		{"only its code", ids[0], []string{"visit_code"}, nil, true},
		{"its code and the weather", ids[0], []string{"visit_code"}, []string{"weather"}, false},
		{"what the list showed and the weather", ids[0], nil, []string{"weather"}, false},
		{"its code and what the list showed", ids[0], []string{"visit_code"}, []string{"price"}, true},
	} {
		tool := *get
		tool.Name, tool.Fields = "look_up", c.fields
		for _, name := range c.gives {
			tool.Gives = append(tool.Gives, &tools.Attribute{Name: name, Values: &tools.Values{Kind: tools.ValuePick, Pick: []any{"fair"}}})
		}
		if got := d.tellsNothing(Call{Tool: &tool, Args: []Arg{{Param: get.Param("visit_code"), Value: c.id}}}); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Nobody asks for a choice that was made already, though something else would change.
func TestAlters(t *testing.T) {
	d, ids := listed(t, 1)
	tool := *d.Set.Tool("confirm_visit")
	how := &tools.Param{Name: "status", Attribute: "status", Type: "string", Required: true, Enum: []any{"booked", "confirmed"}}
	fee := &tools.Param{Name: "call_out_fee", Attribute: "call_out_fee", Type: "number", Required: true}
	tool.Params, tool.Sets = append(slices.Clone(tool.Params), how, fee), nil
	thing, ok := d.World.Known(tool.Entity, ids[0])
	if !ok {
		t.Fatal("what was listed is not known")
	}
	have, _ := thing.Get("status")
	for _, c := range []struct {
		status any
		want   bool
	}{{have, false}, {"another", true}} {
		call := Call{Tool: &tool, Args: []Arg{{Param: tool.Param("visit_code"), Value: ids[0]}, {Param: how, Value: c.status}, {Param: fee, Value: int64(1)}}}
		if got := d.alters(call); got != c.want {
			t.Errorf("from %v to %v: %v", have, c.status, got)
		}
	}
	// Nor for the day that it has, whatever else becomes of the thing.
	renewed := &tools.Param{Name: "new_status", Attribute: "status", Type: "string", Required: true}
	tool.Params, tool.Sets = append(slices.Clone(tool.Params[:1]), renewed), []tools.Setting{{Attribute: "price", Value: int64(1)}}
	for _, c := range []struct {
		status any
		want   bool
	}{{have, false}, {"another", true}} {
		call := Call{Tool: &tool, Args: []Arg{{Param: tool.Param("visit_code"), Value: ids[0]}, {Param: renewed, Value: c.status}}}
		if got := d.alters(call); got != c.want {
			t.Errorf("anew from %v to %v: %v", have, c.status, got)
		}
	}
}
