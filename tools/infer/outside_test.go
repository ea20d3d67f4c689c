package infer_test

import (
	"slices"
	"strings"
	"testing"

	"switchyard/tools"
)

// tool writes one tool of a toolset of which nothing but schemas is known.
func tool(name, rest, required, params string) string {
	return "  " + name + ": {" + rest + ", parameters: {type: object, required: [" + required + "], properties: {" + params + "}}}\n"
}

// What a tool puts into a thing or takes out of it is the object of its verb: nobody removes
// the portfolio.
func TestMembershipWordings(t *testing.T) {
	ids := "portfolio_gid: {type: string}, "
	set := outsideSet(t, "", "  add_item: {about: Add a portfolio item., effect: update portfolio, parameters: {type: object, required: [portfolio_gid, item], properties: {"+ids+"item: {type: string, description: The ID of the item.}}}, params: {portfolio_gid: {entity: portfolio}}}\n"+
		"  remove_item: {about: Remove a portfolio item., effect: update portfolio, parameters: {type: object, required: [portfolio_gid, item], properties: {"+ids+"item: {type: string, description: The ID of the item.}}}, params: {portfolio_gid: {entity: portfolio}}}\n"+
		"  remove_members: {about: Remove users from a portfolio., effect: update portfolio, parameters: {type: object, required: [portfolio_gid, members], properties: {"+ids+"members: {type: array, items: {type: string}}}}, params: {portfolio_gid: {entity: portfolio}}}\n"+
		"  get_portfolio: {about: Get a portfolio., effect: get portfolio, parameters: {type: object, required: [portfolio_gid], properties: {"+strings.TrimSuffix(ids, ", ")+"}}, params: {portfolio_gid: {entity: portfolio}}}\n")
	for name, want := range map[string]string{
		"add_item":       "add the item[ {item}] to {portfolio_gid}",
		"remove_item":    "remove the item[ {item}] from {portfolio_gid}",
		"remove_members": "remove the members[ {members}] from {portfolio_gid}",
	} {
		do := set.Tool(name).Do
		if do[0].Text != want {
			t.Errorf("%s is asked for by %q, want %q", name, do[0].Text, want)
		}
		for _, p := range do {
			if strings.HasPrefix(p.Text, "delete ") {
				t.Errorf("%s is asked for by %q", name, p.Text)
			}
		}
	}
}

// One name takes the ids of one kind of thing, so that what was said need not be said again;
// a tool that moves a thing answers with it, and one that copies a thing makes another.
func TestIDsOfOtherNames(t *testing.T) {
	set := outsideSet(t, "", "  list_fields: {about: Get custom fields., effect: list field, parameters: {type: object, required: [workspace_gid], properties: {workspace_gid: {type: string, description: Gid of the workspace.}}}, params: {workspace_gid: {entity: workspace}}}\n"+
		"  update_field: {about: Update a field., effect: update field, parameters: {type: object, required: [field_gid, workspace], properties: {field_gid: {type: string}, workspace: {type: string, description: The workspace of the field.}}}, params: {field_gid: {entity: field}}}\n"+
		"  insert_option: {about: Reorder an option of a field., effect: create option, parameters: {type: object, required: [field_gid, option], properties: {field_gid: {type: string}, option: {type: string, description: Gid of the option.}}}, params: {field_gid: {entity: field}}}\n"+
		"  update_option: {about: Update an option., effect: update option, parameters: {type: object, required: [option_gid], properties: {option_gid: {type: string}, name: {type: string}}}, params: {option_gid: {entity: option}}}\n"+
		"  duplicate_field: {about: Duplicate a field., effect: create field, parameters: {type: object, required: [field_gid], properties: {field_gid: {type: string}, name: {type: string}}}, params: {field_gid: {entity: field}}}\n")
	if of := set.Tool("update_field").Param("workspace").Entity; of == nil || of != set.Tool("list_fields").Param("workspace_gid").Entity {
		t.Errorf("workspace names %+v, want the workspace of workspace_gid", of)
	}
	if insert := set.Tool("insert_option"); insert.Effect != tools.Update || insert.Param("option").Entity != insert.Entity {
		t.Errorf("insert_option is %s of %+v, want an update of the option that it is given", insert.Effect, insert.Entity)
	}
	if p := set.Tool("duplicate_field").Param("field_gid"); p.Match != tools.MatchNone {
		t.Errorf("the copy of a field matches the number of the field: %q", p.Match)
	}
}

// Numbers that identify keep the bounds that any tool names, in its schema or in words.
func TestBoundsOfIDs(t *testing.T) {
	order := func(about, limits string) string {
		return "  get_order: {about: \"" + about + "\", effect: get order, parameters: {type: object, required: [orderId], properties: {orderId: {type: integer" + limits + "}}}, params: {orderId: {entity: order}}}\n"
	}
	for _, c := range []struct {
		about, limits string
		low, high     float64
	}{
		{"Find an order.", "", 1001, 9899},
		{"Find an order.", ", minimum: 1, maximum: 10", 2, 10},
		{"Find an order. Try integer IDs with value < 1000.", "", 100, 999},
		{"Find an order. Try integer IDs with value >= 1 and <= 50.", "", 6, 50},
		{"Find an order. Try integer IDs with value <= 5 or > 10.", "", 1001, 9899},
	} {
		set := outsideSet(t, "", order(c.about, c.limits))
		e := set.Tool("get_order").Entity
		v, p := e.Attribute(e.ID).Values, set.Tool("get_order").Param("orderId").Values
		if v.Min != c.low || v.Max != c.high || p.Max != c.high {
			t.Errorf("%s%s: the ids are %v to %v (parameter: to %v), want %v to %v", c.about, c.limits, v.Min, v.Max, p.Max, c.low, c.high)
		}
	}
}

// Filters hold for what a list shows: the greatest value of what is called so, with or without
// its unit, and the name of the thing that listed ones belong to.
func TestFiltersOfLists(t *testing.T) {
	list := func(params, answer string) *tools.Tool {
		return outsideSet(t, "", "  list_spaces: {about: List spaces., effect: list space, parameters: {type: object, properties: {"+params+"}}, returns: {type: array, items: {type: object, properties: {space_id: {type: string}, "+answer+"}}}}\n").Tool("list_spaces")
	}
	for _, c := range []struct {
		param, kind, answer, attribute string
		match                          tools.Match
	}{
		{"max_price_per_hour", "number", "price: {type: number}", "price", tools.MatchAtMost},
		{"max_price", "number", "price_per_hour: {type: number}", "price_per_hour", tools.MatchAtMost},
		{"min_price", "number", "price: {type: number}", "price", tools.MatchAtLeast},
		{"max_height", "number", "price: {type: number}", "", tools.MatchEqual},
		{"max_price", "number", "price_per_hour: {type: number}, price_per_day: {type: number}", "", tools.MatchEqual},
		{"owner", "string, description: Full name of the person who owns it", "owner: {type: object, properties: {name: {type: string}}}", "owner_name", tools.MatchEqual},
	} {
		p := list(c.param+": {type: "+c.kind+"}", c.answer).Param(c.param)
		if p.Attribute != c.attribute || p.Match != c.match {
			t.Errorf("%s filters %q (%s), want %q (%s)", c.param, p.Attribute, p.Match, c.attribute, c.match)
		}
	}
}

// Days of what is made say whether they are its due date or its start, and only once.
func TestDaysOfNewThings(t *testing.T) {
	const day = "{type: string, format: date}"
	made := outsideSet(t, "", "  create_goal: {about: Create a goal., effect: create goal, parameters: {type: object, required: [name], properties: {name: {type: string}, due_on: "+day+", due_at: "+day+", start_on: "+day+"}}}\n").Tool("create_goal")
	for name, want := range map[string]string{"due_on": "due {}", "start_on": "starting {}", "due_at": ""} {
		got := ""
		if say := made.Param(name).Say; len(say) > 0 {
			got = say[0].Text
		}
		if got != want {
			t.Errorf("%s is said as %q, want %q", name, got, want)
		}
	}
}

// An answer about a thing does not invent what the list showed of it, and tells something new.
func TestAnswersAgreeWithTheirThings(t *testing.T) {
	set := outsideSet(t, "", tool("searchDatasets", "about: Search for datasets.", "keyword", "keyword: {type: string}")+
		tool("downloadDataset", "about: Download a dataset.", "dataset_id", "dataset_id: {type: string}"))
	download := set.Tool("downloadDataset")
	for _, a := range download.Gives {
		if download.Entity.Attribute(a.Name) != nil {
			t.Errorf("the answer invents %s, which datasets have", a.Name)
		}
	}
	if len(download.Gives) == 0 || !slices.Contains(download.Fields, "updated") {
		t.Errorf("the answer gives %d new values and shows %v", len(download.Gives), download.Fields)
	}
}

// What no tool can do is asked for in a way that suits the value it takes up, and never with a
// code.
func TestNearMissesSuitTheirValues(t *testing.T) {
	for _, c := range []struct{ param, want, not string }{
		{"date: {type: string, format: date, description: Day of the report}", "", "taxi"},
		{"city: {type: string, description: Name of the city}", "hairdresser", ""},
		{"currency: {type: string, description: ISO currency code}", "cash", ""},
		{"country: {type: string, description: The country}", "guidebook", ""},
		{"api_key: {type: string, description: API key}", "", "{api_key}"},
	} {
		name, _, _ := strings.Cut(c.param, ":")
		set := outsideSet(t, "", tool("getReport", "about: Get the report.", name, c.param))
		var asked []string
		for _, topic := range set.Topics {
			for _, p := range topic.Ask {
				asked = append(asked, p.Text)
			}
		}
		all := strings.Join(asked, "\n")
		if c.want != "" && !strings.Contains(all, c.want) || c.not != "" && strings.Contains(all, c.not) {
			t.Errorf("%s: asked for are\n%s", c.param, all)
		}
	}
}

// What is asked about colours is worked out, and not invented: readers would correct it.
func TestColoursAreWorkedOut(t *testing.T) {
	const colour = "{type: string, description: The color in Hex format.}"
	set := outsideSet(t, "", tool("convertColor", "about: Convert a color to a format.", "color, targetFormat", "color: "+colour+", targetFormat: {type: string, description: \"Optional values are 'RGB', 'Hex', 'HSL'.\"}")+
		tool("calculateContrast", "about: Calculate the contrast between two colors.", "color1, color2", "color1: "+colour+", color2: "+colour)+
		tool("getComplementaryColor", "about: Find the complementary color.", "color", "color: "+colour)+
		tool("generateGrayscale", "about: Generate the grayscale version of a color.", "color", "color: "+colour))
	for _, tl := range set.Tools {
		if !slices.ContainsFunc(tl.Entity.Attributes, func(a *tools.Attribute) bool { return a.Values.Kind == tools.ValueColour }) {
			t.Errorf("the answer of %s is not worked out: %d attributes", tl.Name, len(tl.Entity.Attributes))
		}
	}
	if formats := set.Tool("convertColor").Param("targetFormat").Values.Pick; !slices.Equal(formats, []any{"RGB", "HSL"}) {
		t.Errorf("colours in Hex are converted to %v", formats)
	}
}
