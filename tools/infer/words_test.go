package infer_test

import (
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// outside reads tools that are told by their schemas alone.
func outside(t *testing.T, text string) *tools.Toolset {
	t.Helper()
	ts, err := toolfile.Parse("outside.yaml", []byte("toolset: outside/sample\ndomain: Samples\ntools:\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

// A small shop: what lists and takes pets makes pets things.
const shop = `  listPets:
    about: Finds Pets by status. Ask the tracking desk when one is missing.
    effect: list pet
    parameters: {type: object, properties: {kind: {type: string, enum: [dog, cat, bird]}, status: {type: string, enum: [available, sold]}}}
    returns: {type: array, items: {type: object, properties: {petId: {type: integer}, status: {type: string, enum: [available, sold]}, seats: {type: integer}, owner: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}}
  getPet:
    about: Find pet by ID.
    effect: get pet
    parameters: {type: object, properties: {petId: {type: integer}, limit: {type: integer}}, required: [petId]}
    params: {petId: {entity: pet}}
  updatePet:
    about: Updates a pet in the store with form data.
    effect: update pet
    parameters: {type: object, properties: {petId: {type: integer}, price: {type: number}}, required: [petId]}
    params: {petId: {entity: pet}}
  deletePet:
    about: Removes a pet that was sold.
    effect: delete pet
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}
    params: {petId: {entity: pet}}
  countPets:
    about: Returns pet inventories by status. The map below tells more.
    parameters: {type: object, properties: {}}
    returns: {type: object, additionalProperties: {type: integer, format: int32}}
  petCollars:
    about: Get a pet's collars.
    effect: list collar
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}
    params: {petId: {entity: pet}}
`

func TestWordingsOfThings(t *testing.T) {
	ts := outside(t, shop)
	for tool, want := range map[string]string{
		"listPets":   "find pets[ of the kind {kind}][ with the status {status}]",
		"getPet":     "get the details of {petId}",
		"updatePet":  "update {petId}",
		"deletePet":  "remove {petId}",
		"countPets":  "get pet inventories",
		"petCollars": "get the collars of {petId}",
	} {
		if do := ts.Tool(tool).Do; len(do) == 0 || do[0].Text != want {
			t.Errorf("%s is asked for with %q, want %q", tool, texts(do), want)
		}
	}
	if p := ts.Tool("updatePet").Param("price"); len(p.Say) != 1 || p.Say[0].Text != "with a price of {}" {
		t.Errorf("the price of a change is said as %q", texts(p.Say))
	}
	if p := ts.Tool("getPet").Param("limit"); len(p.Say) > 0 {
		t.Errorf("a limit is said of one pet: %q", p.Say[0].Text)
	}
}

// What answers hold is told as it is called, and nothing is made up.
func TestAnswersOfThings(t *testing.T) {
	ts := outside(t, shop)
	pet := ts.Tool("getPet").Entity
	if pet.Attribute("name") != nil || pet.Name != "" {
		t.Errorf("pets got a name (%q), which their schema does not have", pet.Name)
	}
	if pet.Attribute("owner_name") == nil {
		t.Error("the name of the owner is not told")
	}
	if card := pet.Cards[0].Text; !strings.Contains(card, "{seats|seat|seats}") || !strings.Contains(card, "owner {owner_name}") {
		t.Errorf("a pet is told as %q", card)
	}
	counts := ts.Tool("countPets")
	if counts.Entity.Attribute("available") == nil || counts.Entity.Attribute("sold") == nil {
		t.Errorf("the inventory is told as %q, not by status", counts.Entity.Cards[0].Text)
	}
}

func TestWordingsOfRequests(t *testing.T) {
	for _, c := range []struct{ name, about, params, want string }{
		{"convertColor", "Convert the given color value to the specified format.", "{color: {type: string}, format: {type: string, enum: [HEX, RGB]}}", "convert the color value to the format[ {format}]"},
		{"ipInfo", "Get the location information of an IP address, including its city.", "{ip: {type: string}}", "get the location information of the IP address[ {ip}]"},
		{"getHolidays", "Retrieve a list of global holidays for a specific country and year.", "{country: {type: string}, year: {type: integer}}", "get a list of global holidays[ for {country}][ for the year {year}]"},
		{"createWallet", "Create a Bitcoin wallet for the user and manage the wallet.", "{currency: {type: string}}", "create a Bitcoin wallet"},
		{"randomAdvice", "Randomly generate a unique advice message.", "{}", "generate a unique advice message"},
		{"submitText", "Submit a review.", "{text: {type: string}}", "submit a review[ with the text {text}]"},
		{"getForecast", "Get the forecast for a city.", "{city: {type: string}, units: {type: string, enum: [metric, imperial]}}", "get the forecast[ in {city}][ in {units} units]"},
		{"findRecipes", "Suggest a menu.", "{diet: {type: string}}", "suggest a menu[ for {diet:a} diet]"},
		{"syncTransactions", "Access financial institutions through direct import.", "{user_id: {type: string}}", "sync transactions[ for the user {user_id}]"},
		{"checkUS", "Verify an US address.", "{zip: {type: string}}", "verify a US address"},
		{"minedBlocks", "Get mining - related data for a specific coin in JSON format for use in apps.", "{}", "get mining-related data for a coin"},
		{"getDomain", "Reverse lookup of names.", "{}", "get the domain"},
		{"reverseGeocode", "Reverse geocode coordinates into addresses.", "{}", "reverse geocode coordinates into addresses"},
		{"logout", "Logs out current logged in user session.", "{}", "log me out"},
		{"rates", "Retrieve the exchange rate between two currencies and specify a range.", "{from_currency: {type: string}, to_currency: {type: string}}", "get the exchange rate[ from {from_currency}][ to {to_currency}]"},
		{"scan", "Extract named entities from text.", "{text: {type: string}}", "extract named entities from the text[ {text}]"},
		{"geocodeAll", "Geocode multiple addresses in one go.", "{addresses: {type: array, items: {type: string}}}", "geocode the addresses[ {addresses}] in one go"},
		{"taskCount", "Get task count of a project.", "{}", "get the task count of a project"},
		{"storeQuote", "Store user-generated quotes from all around the world.", "{author: {type: string}}", "store a user-generated quote[ with the author {author}]"},
		{"getForecast", "Explore the weather forecasts for the next five days in different cities around the world.", "{location: {type: string}, days: {type: integer}}", "show me the weather forecasts"},
		{"makeSeries", "Generate a series.", "{episodes: {type: integer}}", "generate a series[ with {episodes|episode|episodes}]"},
	} {
		required := strings.Join(keysOf(c.params), ", ")
		ts := outside(t, "  "+c.name+":\n    about: "+c.about+"\n    parameters: {type: object, properties: "+c.params+", required: ["+required+"]}\n")
		if do := ts.Tools[0].Do; len(do) == 0 || !strings.HasPrefix(do[0].Text, c.want) {
			t.Errorf("%q is asked for with %q, want %q", c.about, texts(do), c.want)
		}
	}
}

// keysOf lists the names of the parameters in a line of YAML.
func keysOf(params string) []string {
	var out []string
	for _, part := range strings.Split(strings.Trim(params, "{}"), "}, ") {
		if name, _, ok := strings.Cut(part, ":"); ok {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}

func texts(list []*tools.Phrase) []string {
	var out []string
	for _, p := range list {
		out = append(out, p.Text)
	}
	return out
}

// Every tool can be asked for in at least six forms of sentence, in all tones.
func TestSentenceForms(t *testing.T) {
	for _, tool := range outside(t, shop).Tools {
		tones, starts := map[mission.Tone]int{}, map[string]bool{}
		for _, a := range tool.Ask {
			tones[a.Tone]++
			starts[strings.Join(strings.Fields(a.Phrase.Text)[:2], " ")] = true
		}
		if len(tones) != 4 || len(starts) < 6 {
			t.Errorf("%s is asked for in the tones %v with %d beginnings", tool.Name, tones, len(starts))
		}
	}
}

// The ends of a period and a radius narrow what is found.
func TestMatchWithin(t *testing.T) {
	ts := outside(t, `  searchNews:
    about: Search news articles.
    effect: list article
    parameters: {type: object, properties: {start_date: {type: string, format: date, description: First day of past news, YYYY-MM-DD}, radius: {type: integer}}}
    returns: {type: array, items: {type: object, properties: {articleId: {type: integer}, published: {type: string, format: date}, distance: {type: number}}}}
  readArticle:
    about: Read an article.
    effect: get article
    parameters: {type: object, properties: {articleId: {type: integer}}, required: [articleId]}
    params: {articleId: {entity: article}}
`)
	p := ts.Tool("searchNews").Param("start_date")
	if p.Match != tools.MatchAtLeast || p.Attribute != "published" {
		t.Errorf("the first day narrows %q by %q", p.Attribute, p.Match)
	}
}

// Who knows the name of a category need not know its number.
func TestNamedFields(t *testing.T) {
	ts := outside(t, `  addPet:
    about: Add a new pet to the store.
    effect: create pet
    parameters: {type: object, properties: {name: {type: string}, category: {type: object, properties: {id: {type: integer}, name: {type: string}}}, tags: {type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}, required: [name]}
`)
	add := ts.Tool("addPet")
	if p := add.Param("category"); len(p.Props) != 1 || p.Say[0].Text != "with the category {category.name}" {
		t.Errorf("the category is said as %q", texts(p.Say))
	}
	if p := add.Param("tags"); len(p.Say) == 0 || p.Say[0].Text != "with the tags {}" {
		t.Errorf("the tags are said as %q", texts(p.Say))
	}
	if !slices.Contains(texts(add.Do), "add a new pet[ called {name}]") {
		t.Errorf("a pet is added with %q", texts(add.Do))
	}
}
