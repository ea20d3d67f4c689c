package links_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/links"
	"switchyard/tools/toolfile"
)

// told is a toolset whose tools are told by schemas: a name, the parameters and
// the answer of each, the latter two as the properties of an object.
func told(t testing.TB, list ...string) *tools.Toolset {
	t.Helper()
	ts, err := toolfile.Parse("told.yaml", []byte(toldText(list)))
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

func toldText(list []string) string {
	var b strings.Builder
	b.WriteString("toolset: sample/told\nabout: Something.\ntools:\n")
	for _, line := range list {
		parts := strings.Split(line, " | ")
		name, effect, _ := strings.Cut(parts[0], ": ")
		fmt.Fprintf(&b, "  %s:\n    about: Does something.\n", name)
		if effect != "" {
			fmt.Fprintf(&b, "    effect: %s\n", effect)
		}
		fmt.Fprintf(&b, "    parameters: {type: object, properties: {%s}, required: [%s]}\n", parts[1], strings.Split(parts[1], ":")[0])
		if len(parts) > 2 {
			fmt.Fprintf(&b, "    returns: {type: object, properties: {%s}}\n", parts[2])
		}
	}
	return b.String()
}

const (
	aString = ": {type: string}"
	anID    = "id: {type: string}"
	listed  = ": {type: array, items: {type: object, properties: {" + anID + "}}}"
)

func linkTexts(list []links.Link) []string {
	var out []string
	for _, l := range list {
		text := fmt.Sprintf("%s %s -> %s.%s", l.From, l.Field, l.To, l.Param)
		if l.Kind == links.Logical {
			text = l.From + " before " + l.To
		}
		out = append(out, text)
	}
	return out
}

func TestLinks(t *testing.T) {
	const city = "city" + aString
	for name, c := range map[string]struct {
		tools []string
		want  []string
	}{
		"the id of what is listed":               {[]string{"findActivities | " + city + " | activities" + listed, "join | activity_id" + aString}, []string{"findActivities /activities/*/id -> join.activity_id"}},
		"the id of what is made":                 {[]string{"addPet: create pet | name" + aString + " | " + anID, "feed | petId" + aString}, []string{"addPet /id -> feed.petId"}},
		"the id of another thing":                {[]string{"findVisits | " + city + " | visits: {type: array, items: {type: object, properties: {pet_id: {type: string}}}}", "feed | petId" + aString}, []string{"findVisits /visits/*/pet_id -> feed.petId"}},
		"several ids at once":                    {[]string{"findPets | " + city + " | pets" + listed, "feed | petIds: {type: array, items: {type: string}}"}, []string{"findPets /pets/*/id -> feed.petIds"}},
		"an id within a list of objects":         {[]string{"findPets | " + city + " | pets" + listed, "feed | meals: {type: array, items: {type: object, properties: {pet_id: {type: string}}}}"}, []string{"findPets /pets/*/id -> feed.meals/*/pet_id"}},
		"what a description says":                {[]string{"findPets | " + city + " | pets" + listed, "feed | who: {type: string, description: ID of the pet to feed.}"}, []string{"findPets /pets/*/id -> feed.who"}},
		"the source tells no answer":             {[]string{"addPet: create pet | name" + aString, "feed | petId" + aString + " | left: {type: integer}"}, []string{"addPet /petId -> feed.petId"}},
		"a name in a list of names":              {[]string{"listBreeds | " + city + " | breeds: {type: array, items: {type: string}}", "draw | breed" + aString}, []string{"listBreeds /breeds/* -> draw.breed"}},
		"one part that somebody plays":           {[]string{"findUsers | " + city + " | users" + listed, "move | owner_id" + aString}, []string{"findUsers /users/*/id -> move.owner_id"}},
		"the id of the object it stands in":      {[]string{"findPets | " + city + " | pets: {type: array, items: {type: object, properties: {" + anID + ", kind: {type: object, properties: {" + anID + "}}}}}", "order | kind: {type: object, properties: {" + anID + "}}"}, []string{"findPets /pets/*/kind/id -> order.kind/id"}},
		"ids where other tools take ids":         {[]string{"findPets | " + city + " | pets: {type: array, items: {type: object, properties: {" + anID + ", name: {type: string}}}}", "feed | pet_id" + aString, "wash | pet" + aString}, []string{"findPets /pets/*/id -> feed.pet_id", "findPets /pets/*/id -> wash.pet"}},
		"the id of what is only made":            {[]string{"findPets | " + city + " | pets" + listed, "createPet: create pet | name" + aString + ", id: {type: string}"}, nil},
		"values of another type":                 {[]string{"findPets | " + city + " | pets" + listed, "feed | petId: {type: integer}"}, nil},
		"what was removed":                       {[]string{"removePet: delete pet | name" + aString + " | " + anID, "feed | petId" + aString}, nil},
		"what was known":                         {[]string{"getPet: get pet | petId" + aString + " | " + anID, "feed | petId" + aString}, nil},
		"the number is not the id":               {[]string{"findOrders | " + city + " | orders: {type: array, items: {type: object, properties: {number: {type: string}}}}", "pay | order_id" + aString}, nil},
		"a status, a page, a date":               {[]string{"findPets | " + city + " | status: {type: string}, page: {type: string}, day: {type: string, format: date}", "feed | status" + aString + ", page" + aString + ", day" + aString}, nil},
		"the id of a narrower thing beside both": {[]string{"findItems | " + city + " | items" + listed, "findOrderItems | " + city + " | order_items" + listed, "weigh | item_id" + aString}, []string{"findItems /items/*/id -> weigh.item_id"}},
	} {
		list, unsure := links.Of(told(t, c.tools...))
		if got := linkTexts(list); !slices.Equal(got, c.want) || len(unsure) > 0 {
			t.Errorf("%s: got %q and %v, want %q", name, got, unsure, c.want)
		}
		for _, l := range list {
			if l.Score <= 0 || l.Score > 1 || l.Why == "" || l.Of == "" {
				t.Errorf("%s: %+v", name, l)
			}
		}
	}
}

// functionList is a toolset whose tools are told by names, descriptions and parameters
// alone: "name | description | parameters".
func functionList(t testing.TB, list ...string) *tools.Toolset {
	t.Helper()
	var functions []string
	for _, line := range list {
		parts := strings.Split(line, " | ")
		first, _, _ := strings.Cut(parts[2], `":`)
		required := first + `"`
		if first == "" {
			required = ""
		}
		functions = append(functions, fmt.Sprintf(`{"name": %q, "description": %q, "parameters": {"type": "object", "properties": {%s}, "required": [%s]}}`, parts[0], parts[1], parts[2], required))
	}
	sets, _, err := toolfile.ParseFunctions("list.json", []byte("["+strings.Join(functions, ", ")+"]"))
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

// What tools are called and said to do tells what their answers must hold.
func TestLinksSurmised(t *testing.T) {
	const (
		city  = `"city": {"type": "string"}`
		petID = `"petId": {"type": "string", "description": "The unique identifier of the pet."}`
	)
	for name, c := range map[string]struct {
		tools, want []string
	}{
		"a get that speaks of several":     {[]string{"getPets | Get the pets of a city. | " + city, "feedPet | Feed a pet. | " + petID}, []string{"getPets feedPet.petId"}},
		"the description has the plural":   {[]string{"getPetData | Get all pets of a city. | " + city, "feedPet | Feed a pet. | " + petID}, []string{"getPetData feedPet.petId"}},
		"a ranking":                        {[]string{"getPetRankings | Get the pet rankings of a city. | " + city, "feedPet | Feed a pet. | " + petID}, []string{"getPetRankings feedPet.petId"}},
		"what is included":                 {[]string{"getHousehold | Get the data of a household, including people, rooms and pets. | " + city, "feedPet | Feed a pet. | " + petID}, []string{"getHousehold feedPet.petId"}},
		"what is only filtered by":         {[]string{"getHousehold | Get data by criteria including rooms and pets. | " + city, "feedPet | Feed a pet. | " + petID}, nil},
		"nobody else can tell":             {[]string{"embedPet | Embed a pet in a page. | " + city, "feedPet | Feed a pet. | " + petID}, []string{"embedPet feedPet.petId"}},
		"it is told which":                 {[]string{"embedPet | Embed the specified pet in a page. | " + city, "feedPet | Feed a pet. | " + petID}, nil},
		"it takes the address":             {[]string{"embedPet | Embed a pet in a page. | \"petUrl\": {\"type\": \"string\"}", "feedPet | Feed a pet. | " + petID}, nil},
		"who names it is not told":         {[]string{"getPetFriends | Get data. | " + petID, "feedPet | Feed a pet. | " + petID}, nil},
		"an id of another name":            {[]string{"searchPets | Search for pets. | " + city, "getPetInfo | Get a pet. | \"chipboardId\": {\"type\": \"integer\"}"}, []string{"searchPets getPetInfo.chipboardId"}},
		"of another thing beside its own":  {[]string{"searchPets | Search for pets. | " + city, "getPetInfo | Get a pet. | " + petID + ", \"ownerId\": {\"type\": \"integer\"}"}, []string{"searchPets getPetInfo.petId"}},
		"a title":                          {[]string{"getNextFilmTitle | Get the title of the next film. | ", "getFilmDetails | Get details of a film. | \"filmTitle\": {\"type\": \"string\"}"}, []string{"getNextFilmTitle getFilmDetails.filmTitle"}},
		"the title of what is made":        {[]string{"listFilms | List films. | " + city, "createFilm | Create a film. | \"filmTitle\": {\"type\": \"string\"}"}, nil},
		"of the same service only":         {[]string{"searchPets | Search for pets on Petopia. | " + city, "listPets | List pets on Zoomania. | " + city, "feedPet | Feed a pet on Zoomania. | " + petID}, []string{"listPets feedPet.petId"}},
		"the half of a name, and a link":   {[]string{"listPets | List pets. | " + city, "addPet | Add a pet. | \"firstName\": {\"type\": \"string\"}, \"photoUrls\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}"}, nil},
		"the text of what is said":         {[]string{"getMessages | Get messages. | " + city, "reply | Write to somebody. | \"message\": {\"type\": \"string\", \"description\": \"The content of the message.\"}"}, nil},
		"what the description says is not": {[]string{"listPets | List pets. | " + city, "write | Write a text. | \"note\": {\"type\": \"string\", \"description\": \"This does not include the name of the pet.\"}"}, nil},
	} {
		list, unsure := links.Of(functionList(t, c.tools...))
		var got []string
		for _, l := range list {
			got = append(got, l.From+" "+l.To+"."+l.Param)
			if l.Score < 0.6 || l.Score > 0.9 || l.Why == "" || l.Of == "" {
				t.Errorf("%s: %+v", name, l)
			}
		}
		if !slices.Equal(got, c.want) || len(unsure) > 0 {
			t.Errorf("%s: got %q and %v, want %q", name, got, unsure, c.want)
		}
	}
	ts := functionList(t, "searchPets | Search for pets. | "+city, "listShops | List the shops on Petopia. | "+city, "feedPet | Feed a pet on Zoomania. | "+petID)
	list, unsure := links.Of(ts)
	if len(list) > 0 || len(unsure) != 1 || !slices.Equal(unsure[0].Between, []string{"pet", "zoomania pet"}) || unsure[0].Why == "" {
		t.Errorf("pets of nobody knows which service: %v, %+v", list, unsure)
	}
}

// Names with what JSON pointers are made of are escaped in them (RFC 6901).
func TestLinksEscaped(t *testing.T) {
	const item = "{type: object, properties: {\"pet/~id\": {type: string}}}"
	list, _ := links.Of(told(t,
		"findPets | city: {type: string} | \"all/of~them\": {type: array, items: "+item+"}",
		"feed | \"pet/id\": {type: string}",
		"wash | \"a~b/c\": {type: array, items: "+item+"}"))
	field := "findPets /all~1of~0them/*/pet~1~0id"
	want := []string{field + " -> feed.pet~1id", field + " -> wash.a~0b~1c/*/pet~1~0id"}
	if got := linkTexts(list); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// A name that the source does not tell, and one that stands in another.
	list, _ = links.Of(told(t, "addPet: create pet | name: {type: string}", "feed | \"pet/~id\": {type: string}",
		"findCages | city: {type: string} | cages: {type: array, items: {type: object, properties: {id: {type: string}}}}", "clean | \"all/~cages\": {type: array, items: {type: object, properties: {id: {type: string}}}}"))
	want = []string{"addPet /pet~1~0id -> feed.pet~1~0id", "findCages /cages/*/id -> clean.all~1~0cages/*/id"}
	if got := linkTexts(list); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What can be meant in several ways is reported, and nothing is made of it.
func TestLinksAmbiguous(t *testing.T) {
	for name, c := range map[string]struct {
		tools   []string
		between []string
	}{
		"two kinds": {[]string{"findBasketItems | shop" + aString + " | basket_items" + listed, "findOrderItems | shop" + aString + " | order_items" + listed, "weigh | item_id" + aString},
			[]string{"basket item", "order item"}},
		"parts of two things": {[]string{"getInvoice | shop" + aString + " | invoice: {type: object, properties: {lines" + listed + "}}", "getBill | shop" + aString + " | bill: {type: object, properties: {lines" + listed + "}}", "dispute | line_id" + aString},
			[]string{"bill line", "invoice line"}},
		"two kinds of people": {[]string{"findUsers | city" + aString + " | users" + listed, "findEmployees | city" + aString + " | employees" + listed, "move | owner_id" + aString},
			[]string{"employee", "user"}},
	} {
		ts := told(t, c.tools...)
		list, unsure := links.Of(ts)
		if len(list) > 0 || len(unsure) != 1 || !slices.Equal(unsure[0].Between, c.between) || unsure[0].Why == "" {
			t.Errorf("%s: %q, %+v", name, linkTexts(list), unsure)
			continue
		}
		if p := ts.Tool(unsure[0].Tool).Param(unsure[0].Param); p.Entity != nil {
			t.Errorf("%s: %s was guessed to be %s", name, p.Name, p.Entity.Noun)
		}
	}
}

// A built-in toolset declares what its parameters identify, and in which order
// its tools come.
func TestLinksDeclared(t *testing.T) {
	ts, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		t.Fatal(err)
	}
	list, unsure := links.Of(ts)
	if len(unsure) > 0 {
		t.Errorf("what is declared is not clear: %v", unsure)
	}
	got := linkTexts(list)
	for _, want := range []string{"search_flights /flights/*/flight_number -> book_flight.flight_number", "check_punctuality before book_flight", "list_bookings /bookings/*/booking_code -> cancel_booking.booking_code"} {
		if !slices.Contains(got, want) {
			t.Errorf("no link %s", want)
		}
	}
	for _, wrong := range []string{"get_flight_details /flight_number -> book_flight.flight_number", "cancel_booking /booking_code -> get_booking.booking_code"} {
		if slices.Contains(got, wrong) {
			t.Errorf("link %s", wrong)
		}
	}
}

// What is linked is what the world does: the parameter takes what the tools list.
func TestLinksMakeEntities(t *testing.T) {
	for _, c := range []struct{ file, tool, param, lister string }{
		{"lending.yaml", "getTitle", "isbn", "searchTitles"},
		{"coins.yaml", "get_price", "coin_ids", "list_coins"},
		{"weather.yaml", "get_readings", "station", "list_stations"},
		{"tasks.yaml", "createTask", "assignee", "getUsers"},
		{"clinic.yaml", "book_appointment", "slot_id", "get_free_slots"},
	} {
		ts := sampleSet(t, c.file)
		p := ts.Tool(c.tool).Param(c.param)
		e := p.Entity
		if p.Items != nil {
			e = p.Items.Entity
		}
		if e == nil || e != ts.Tool(c.lister).Entity {
			t.Errorf("%s: %s.%s is not what %s lists: %+v", c.file, c.tool, c.param, c.lister, e)
		}
	}
}

// So it is where the source tells no answer.
func TestLinksMakeEntitiesOfLists(t *testing.T) {
	ts := functionList(t, `searchPets | Search for pets. | "city": {"type": "string"}`, `getPetInfo | Get a pet. | "chipboardId": {"type": "integer"}`)
	p := ts.Tool("getPetInfo").Param("chipboardId")
	if e := p.Entity; e == nil || e != ts.Tool("searchPets").Entity {
		t.Errorf("chipboardId is not what is searched for: %+v", e)
	}
	list, _ := links.Of(ts)
	if got := linkTexts(list); !slices.Equal(got, []string{"searchPets /pets/*/chipboardId -> getPetInfo.chipboardId"}) {
		t.Errorf("got %q", got)
	}
}

// An id that only lists of parameters take used to end the program.
func TestLinksManyIDs(t *testing.T) {
	sets, _, err := toolfile.ParseFunctions("coins.json", []byte(`[
		{"name": "list_coins", "description": "List coins.", "parameters": {"type": "object", "properties": {}}},
		{"name": "get_prices", "description": "Get prices.", "parameters": {"type": "object", "properties": {"coin_ids": {"type": "array", "items": {"type": "integer"}}}, "required": ["coin_ids"]}}]`))
	if err != nil {
		t.Fatal(err)
	}
	list, _ := links.Of(sets[0])
	if got := linkTexts(list); !slices.Equal(got, []string{"list_coins /coins/*/coin_id -> get_prices.coin_ids"}) {
		t.Errorf("got %q", got)
	}
	if e := sets[0].Tool("list_coins").Entity; e.Attribute(e.ID).Type() != "integer" {
		t.Errorf("the id of a coin is %v, and an integer is taken", e.Attribute(e.ID).Type())
	}
}

// Refining writes down what is inferred, and changes no link. In dogs.yaml it
// says that a vote looks an image up, which hides that votes have ids.
func TestLinksRefined(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sampleFolder, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if slices.Contains([]string{"labels.yaml", "heldout.yaml", "blind.yaml", "dogs.yaml"}, filepath.Base(file)) {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, err := toolfile.Parse(file, data)
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := toolfile.Refine(file, data)
		if err != nil {
			t.Fatal(err)
		}
		after, err := toolfile.Parse(file, text)
		if err != nil {
			continue // whether what is refined can be read is not asked here
		}
		a, _ := links.Of(before)
		b, _ := links.Of(after)
		if got, want := linkTexts(b), linkTexts(a); !slices.Equal(got, want) {
			t.Errorf("%s: refined, it has the links\n%s\nbefore\n%s", file, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// A toolset that is made to be slow is not.
func TestLinksBounded(t *testing.T) {
	if race.Enabled || testing.Short() {
		t.Skip("much data, in one goroutine")
	}
	var list []string
	fields := make([]string, 200)
	for i := range fields {
		fields[i] = fmt.Sprintf("part%d: {type: object, properties: {%s}}", i, anID)
	}
	for i := range 150 {
		list = append(list, fmt.Sprintf("tool%d | part%d_id%s, part%d_id%s | %s", i, i%60, aString, (i+1)%60, aString, strings.Join(fields, ", ")))
	}
	list = append(list, "deep | city"+aString+" | a: "+strings.Repeat("{type: object, properties: {a: ", 500)+"{type: string}"+strings.Repeat("}}", 500))
	ts, err := toolfile.Parse("slow.yaml", []byte(toldText(list[:150])))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	found, _ := links.Of(ts)
	if took := time.Since(start); took > 5*time.Second || len(found) == 0 || len(found) > 20_000 {
		t.Errorf("%d links in %s", len(found), took)
	}
	if deep, err := toolfile.Parse("deep.yaml", []byte(toldText(list[150:]))); err == nil {
		links.Of(deep)
	}
}

// FuzzLinks looks for toolsets of which links cannot be made, or lead nowhere.
func FuzzLinks(f *testing.F) {
	f.Add("findPets", "petId", "id", "ID of the pet")
	f.Add("a", "x[]", "~/", "\xffIDs of")
	f.Add("getIds", "id", "ids", "identifier of the ")
	f.Fuzz(func(t *testing.T, tool, param, field, about string) {
		text := fmt.Sprintf(`{"toolset": "s", "about": "a", "tools": {
			"one": {"about": "Lists things.", "parameters": {"type": "object", "properties": {%[2]q: {"type": "string"}}}, "returns": {"type": "array", "items": {"type": "object", "properties": {%[3]q: {"type": "string", "description": %[4]q}}}}},
			%[1]q: {"about": %[4]q, "parameters": {"type": "object", "properties": {%[2]q: {"type": "string", "description": %[4]q}}, "required": [%[2]q]}}}}`, tool, param, field, about)
		ts, err := toolfile.Parse("fuzz.json", []byte(text))
		if err != nil {
			return
		}
		list, _ := links.Of(ts)
		for _, l := range list {
			if ts.Tool(l.From) == nil || ts.Tool(l.To) == nil || l.From == l.To || l.Score < 0.6 || l.Score > 1 {
				t.Errorf("%+v", l)
			}
		}
	})
}
