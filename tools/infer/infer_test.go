package infer_test

import (
	"slices"
	"testing"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

func TestInferEffects(t *testing.T) {
	ts := load(t, "../toolfile/testdata/functions/library.json")[0]
	for _, c := range []struct {
		tool   string
		effect tools.EffectKind
		noun   string
	}{
		{"searchBooks", tools.List, "book"}, {"getBookDetails", tools.Get, "book"}, {"createReservation", tools.Create, "reservation"}, {"cancelReservation", tools.Delete, "reservation"},
	} {
		tool := ts.Tool(c.tool)
		if tool.Effect != c.effect || tool.Entity == nil || tool.Entity.Noun != c.noun {
			t.Errorf("%s is %s of %+v", c.tool, tool.Effect, tool.Entity)
		}
	}
	if e := ts.Tool("createReservation").Param("book_id").Entity; e != ts.Tool("searchBooks").Entity {
		t.Errorf("the book that is reserved is %+v", e)
	}
	if id := ts.Tool("createReservation").Entity.ID; id != "reservationId" {
		t.Errorf("a reservation is known by %q", id)
	}
}

func TestInferWordings(t *testing.T) {
	var texts []string
	for _, ts := range load(t, "../toolfile/testdata/functions") {
		for _, tool := range ts.Tools {
			texts = append(texts, tool.Name+": "+tool.Do[0].Text)
		}
	}
	want := []string{
		"searchBooks: search for books of the town library[ on the topic {topic}]",
		"getBookDetails: get the details of {book_id}",
		"createReservation: create a reservation for {book_id}[ {pickup_date}]",
		"cancelReservation: cancel {reservationId}",
		"translateText: translate the text[ {text}][ into {target_language}]",
		"detectLanguage: determine the language of the text[ {text}]",
		"listLanguages: list all supported languages",
		"getWeather: get the weather forecast[ in {city}]",
		"getExchangeRate: get the exchange rate[ from {base_currency}][ to {target_currency}]",
		"send_parcel: send a parcel to the address[ {address}][ with the sender (name {sender.name}, email address {sender.email})][ with the weight {weight}]",
		"track_parcel: track the parcel[ {parcel_id}]",
	}
	for i := range want {
		if i >= len(texts) || texts[i] != want[i] {
			t.Errorf("wording %d is %q, not %q", i, texts[i], want[i])
		}
	}
}

func TestInferValues(t *testing.T) {
	sets := load(t, "../toolfile/testdata/functions")
	param := func(tool, name string) *tools.Param {
		for _, ts := range sets {
			if x := ts.Tool(tool); x != nil {
				return x.Param(name)
			}
		}
		t.Fatalf("there is no tool %s", tool)
		return nil
	}
	for _, c := range []struct {
		tool, param string
		kind        tools.ValueKind
	}{
		{"searchBooks", "topic", tools.ValuePick}, {"createReservation", "pickup_date", tools.ValueDate}, {"getWeather", "city", tools.ValueCity}, {"getWeather", "days", tools.ValueInt},
		{"getExchangeRate", "base_currency", tools.ValueKnown}, {"track_parcel", "parcel_id", tools.ValueInt}, {"translateText", "target_language", tools.ValueKnown},
	} {
		if p := param(c.tool, c.param); p.Values == nil || p.Values.Kind != c.kind {
			t.Errorf("values of %s in %s are %+v", c.param, c.tool, p.Values)
		}
	}
	if p := param("searchBooks", "limit"); p.Default != int64(10) {
		t.Errorf("the description says that the default is 10, not %v", p.Default)
	}
}

func load(t *testing.T, path string) []*tools.Toolset {
	t.Helper()
	sets, _, err := toolfile.Load(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

// An answer may be a list of lists of lists: nothing is known of what it holds.
func TestInferDeepLists(t *testing.T) {
	answer := "{type: string}"
	for range 6 {
		answer = "{type: array, items: " + answer + "}"
		text := "toolset: maps\ntools:\n  listShapes: {about: List all shapes., effect: list shape, parameters: {type: object, properties: {}}, returns: " + answer + "}\n"
		if _, err := toolfile.Parse("maps.yaml", []byte(text)); err != nil {
			t.Error(err)
		}
	}
}

// A field whose name is empty is no attribute: nothing could refer to it.
func TestInferFieldsWithoutAName(t *testing.T) {
	set, err := toolfile.Parse("shop.yaml", []byte("toolset: shop/orders\ntools:\n  get_order: {about: Gets an order., effect: get order, parameters: {type: object, required: [order_id], properties: {order_id: {type: string}}}, returns: {type: object, properties: {\"\": {type: integer}, price: {type: number}}}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	e := set.Entities[0]
	if e.Attribute("") != nil || e.Attribute("price") == nil || slices.ContainsFunc(e.Comparisons, func(c mission.Comparison) bool { return c.By == "" }) {
		t.Errorf("%+v", e)
	}
}

// Things that are identified by their name keep it, although their answers do not repeat it.
func TestInferNamesThatIdentify(t *testing.T) {
	text := "toolset: repo/refs\ntools:\n"
	for _, noun := range []string{"branch", "tag"} {
		text += "  get_" + noun + ": {about: Gets a " + noun + "., effect: get " + noun + ", parameters: {type: object, required: [name], properties: {name: {type: string}}}, params: {name: {entity: " + noun + "}}, returns: {type: object, properties: {target: {type: string}}}}\n"
	}
	text += "  read_notes: {about: Reads the notes., parameters: {type: object, properties: {}}, returns: {type: object, properties: {name: {type: string}, size: {type: integer}}}}\n"
	set, err := toolfile.Parse("refs.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range set.Entities {
		if e.Attribute(e.ID) == nil {
			t.Errorf("%s has no attribute %q, which identifies it", e.Noun, e.ID)
		}
	}
}

// Nobody looks up what a list shows already: what is listed and looked up has something that
// only the look-up tells, unless the schemas say that lists show everything.
func TestInferDetails(t *testing.T) {
	things := append(load(t, "../toolfile/testdata/functions"), load(t, "../../gen/testdata/functions.jsonl")...)
	found := 0
	for _, ts := range things {
		for _, e := range ts.Entities {
			does := func(effect tools.EffectKind) bool {
				return slices.ContainsFunc(ts.Tools, func(u *tools.Tool) bool { return u.Effect == effect && u.Entity == e && len(u.Fields) == 0 })
			}
			if !does(tools.List) || !does(tools.Get) {
				continue
			}
			found++
			if !slices.ContainsFunc(e.Attributes, func(a *tools.Attribute) bool { return a.Detail }) {
				t.Errorf("%s: looking up a %s tells nothing that the list does not show", ts.Name, e.Noun)
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d kinds of things are listed and looked up", found)
	}
	const whole = `gid: {type: string}, name: {type: string}, owner_note: {type: string}, archived: {type: boolean}, budget: {type: number}, due_on: {type: string, format: date}`
	for _, c := range []struct {
		listed, params string
		want           []string
	}{
		{whole, "", nil},
		{"gid: {type: string}, name: {type: string}", "", []string{"archived"}}, // by budget and due date things are chosen
		{"gid: {type: string}, name: {type: string}", "archived: {type: boolean}", nil},
	} {
		text := "toolset: work/projects\ntools:\n" +
			"  list_projects: {about: Lists projects., effect: list project, parameters: {type: object, properties: {" + c.params + "}}, returns: {type: array, items: {type: object, properties: {" + c.listed + "}}}}\n" +
			"  get_project: {about: Gets a project., effect: get project, parameters: {type: object, required: [project_gid], properties: {project_gid: {type: string}}}, params: {project_gid: {entity: project}}, returns: {type: object, properties: {" + whole + "}}}\n"
		set, err := toolfile.Parse("projects.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range set.Entities[0].Attributes {
			if a.Detail {
				got = append(got, a.Name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("a list of %s: details are %q, want %q", c.listed, got, c.want)
		}
	}
}
