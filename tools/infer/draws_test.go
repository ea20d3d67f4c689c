package infer_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"switchyard/internal/keyed"
	"switchyard/schemas"
	"switchyard/tools"
	"switchyard/tools/toolfile"
	"switchyard/tools/world"
)

// oneTool reads a toolset of one function that takes the properties.
func oneTool(t *testing.T, name, about, properties string) *tools.Tool {
	t.Helper()
	text := fmt.Sprintf(`[{"name": %q, "description": %q, "parameters": {"type": "object", "properties": %s}}]`, name, about, properties)
	sets, _, err := toolfile.ParseFunctions("one.json", []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", properties, err)
	}
	return sets[0].Tools[0]
}

// draws makes values of a parameter that stands alone, as JSON.
func draws(t *testing.T, p *tools.Param, n int) []string {
	t.Helper()
	var out []string
	for i := range n {
		v, ok := world.DrawParam(keyed.New(7, p.Name, keyed.Int(i)), p, sampleDay)
		if !ok {
			t.Fatalf("%s: no value can be made", p.Name)
		}
		out = append(out, string(tools.EncodeValue(v)))
	}
	return out
}

// TestValuesDrawn checks what values are made of, by what a schema, a name or a
// description says.
func TestValuesDrawn(t *testing.T) {
	for _, test := range []struct{ tool, name, schema, want string }{
		// Formats.
		{"getReport", "x", `{"type":"string","format":"date"}`, `^"\d{4}-\d\d-\d\d"$`},
		{"getReport", "x", `{"type":"string","format":"date-time"}`, `^"\d{4}-\d\d-\d\dT\d\d:\d\d:00Z"$`},
		{"getReport", "due_on", `{"type":"string","format":"date-time","description":"A date with the format YYYY-MM-DD."}`, `^"\d{4}-\d\d-\d\d"$`},
		{"getTrades", "currencyPair", `{"type":"string","description":"Currency pair, e.g., 'BTCZAR'."}`, `^"[A-Z]{6}"$`},
		{"getTrades", "currencyPair", `{"type":"string","description":"Currency pair."}`, `^"[A-Z]{3}/[A-Z]{3}"$`},
		{"getReport", "x", `{"type":"string","format":"time"}`, `^"\d\d:\d\d:00"$`},
		{"getReport", "x", `{"type":"string","format":"duration"}`, `^"P(T?\d+[DHM])+"$`},
		{"getReport", "x", `{"type":"string","format":"email"}`, `@[a-z]+\.example"$`},
		{"getReport", "x", `{"type":"string","format":"uri"}`, `^"https://example\.(com|org|net)/`},
		{"getReport", "x", `{"type":"string","format":"uuid"}`, `^"[0-9a-f]{8}-[0-9a-f]{4}-4`},
		{"getReport", "x", `{"type":"string","format":"ipv4"}`, `^"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"$`},
		{"getReport", "x", `{"type":"string","format":"ipv6"}`, `^"2001:db8:`},
		{"getReport", "x", `{"type":"string","format":"hostname"}`, `^"[a-z]+\.example"$`},
		{"getReport", "x", `{"type":"string","format":"phone"}`, `^"\+4[49] `},
		{"getReport", "x", `{"type":"string","format":"byte"}`, `^"[A-Za-z0-9+/]+=*"$`},
		{"getReport", "x", `{"type":"string","format":"int64"}`, `^"\d+"$`},
		{"getReport", "x", `{"type":"string","format":"password"}`, `^"\w{8,}"$`},
		{"getReport", "x", `{"type":"string","format":"json-pointer"}`, `^"/`},
		// Limits.
		{"getReport", "x", `{"type":"integer","minimum":100,"maximum":104}`, `^10[0-4]$`},
		{"getReport", "x", `{"type":"integer","minimum":0,"exclusiveMinimum":true,"maximum":2}`, `^[12]$`},
		{"getReport", "x", `{"type":"integer","exclusiveMinimum":7,"exclusiveMaximum":10}`, `^[89]$`},
		{"getReport", "x", `{"type":"integer","multipleOf":25,"minimum":10,"maximum":100}`, `^(25|50|75|100)$`},
		{"getReport", "x", `{"type":"number","minimum":0,"maximum":1}`, `^(0(\.\d\d?)?|1)$`},
		{"getReport", "x", `{"type":"number","multipleOf":0.25,"minimum":1,"maximum":2}`, `^(1(\.25|\.5|\.75)?|2)$`},
		{"getReport", "limit", `{"type":"integer","maximum":10}`, `^(5|8)$`},
		{"getReport", "limit", `{"type":"integer","description":"Results, between 20 and 30"}`, `^(25|30)$`},
		{"getReport", "weeks", `{"type":"integer","description":"How many weeks (max 3)"}`, `^[123]$`},
		{"getReport", "min_salary", `{"type":"integer","description":"Salary in thousands","minimum":20,"maximum":120}`, `^(\d\d|1[01]\d|120)$`},
		{"getReport", "x", `{"type":"string","pattern":"^[A-Z]{2}-[0-9]{3}$"}`, `^"[A-Z]{2}-[0-9]{3}"$`},
		{"getReport", "zip_code", `{"type":"string","pattern":"^9[0-9]{4}$"}`, `^"9[0-9]{4}"$`},
		{"getReport", "color", `{"type":"string","pattern":"^(red|green)$"}`, `^"(red|green)"$`},
		{"getReport", "x", `{"type":"string","maxLength":2}`, `^"[A-Z]{2}"$`},
		{"getReport", "x", `{"type":"string","minLength":10,"maxLength":12}`, `^".{10,12}"$`},
		{"getReport", "tags", `{"type":"array","items":{"type":"string"},"minItems":4,"uniqueItems":true}`, `^(\["[^"]+"(,"[^"]+"){3}\])$`},
		{"getReport", "tags", `{"type":"array","items":{"type":"string"},"maxItems":1}`, `^\["[^",]+"\]$`},
		// Examples, constants and defaults.
		{"getReport", "x", `{"type":"string","examples":["oak","ash","elm"]}`, `^"(oak|ash|elm)"$`},
		{"getReport", "x", `{"type":"string","example":"AB-1234"}`, `^"AB-\d{4}"$`},
		{"getReport", "x", `{"type":"string","example":"2012-02-22"}`, `^"20(2|3)\d-\d\d-\d\d"$`},
		{"getReport", "x", `{"type":"string","example":"gold pieces"}`, `^"gold pieces"$`},
		{"getReport", "x", `{"type":"integer","example":40}`, `^([2-7]\d|80)$`},
		{"getReport", "x", `{"type":"string","const":"v2"}`, `^"v2"$`},
		{"getReport", "pause", `{"type":"integer","default":1000}`, `^(\d{3}|1\d{3}|2000)$`},
		// Lists in descriptions.
		{"getReport", "x", `{"type":"string","description":"Kind, such as 'primary', 'secondary'"}`, `^"(primary|secondary)"$`},
		{"getReport", "x", `{"type":"string","description":"One of: red, green, or blue."}`, `^"(red|green|blue)"$`},
		{"getReport", "x", `{"type":"string","description":"The view (list, board, calendar, or timeline) of a project."}`, `^"(list|board|calendar|timeline)"$`},
		{"getReport", "x", `{"type":"string","description":"Wood, e.g. oak, ash"}`, `^"(oak|ash)"$`},
		{"getReport", "x", `{"type":"string","description":"One of due_date, likes, or modified_at, defaults to likes"}`, `^"(due_date|likes|modified_at)"$`},
		{"getReport", "x", `{"type":"integer","description":"Size, one of 5, 10, 20."}`, `^(5|10|20)$`},
		{"getReport", "place", `{"type":"string","description":"The place, such as the city name or latitude and longitude"}`, `^"[A-Z]\w+"$`},
		{"getReport", "topic", `{"type":"string","description":"Political topic, such as 'politics', 'sport', 'culture'"}`, `^"(politics|sport|culture)"$`},
		{"getReport", "x", `{"type":"string","description":"Comma-separated list of project IDs"}`, `^"PR\d{4},PR\d{4}"$`},
		{"getReport", "x", `{"type":"string","description":"Comma-separated list of currency codes"}`, `^"[A-Z]{3}(,[A-Z]{3}){1,2}"$`},
		{"getReport", "x", `{"type":"string","description":"Fields, comma separated, such as 'name', 'price', 'size'"}`, `^"(name|price|size)(,(name|price|size)){1,2}"$`},
		// How things are written.
		{"getReport", "x", `{"type":"string","description":"Day in the format YYYY-MM-DD"}`, `^"\d{4}-\d\d-\d\d"$`},
		{"getReport", "x", `{"type":"string","description":"Day, DD/MM/YYYY"}`, `^"\d\d/\d\d/2026"$`},
		{"getReport", "x", `{"type":"string","description":"ISO 8601 datetime"}`, `^"\d{4}-\d\d-\d\dT\d\d:\d\d"$`},
		{"getReport", "x", `{"type":"string","description":"Unix time"}`, `^"1\d{9}"$`},
		{"getReport", "x", `{"type":"string","description":"ISO country code"}`, `^"[A-Z]{2}"$`},
		{"getReport", "x", `{"type":"string","description":"ISO 3166-1 alpha-3 code of the country"}`, `^"[A-Z]{3}"$`},
		{"getReport", "x", `{"type":"string","description":"ISO 639-1 language code"}`, `^"[a-z]{2}"$`},
		{"getReport", "x", `{"type":"string","description":"IATA code of the airport"}`, `^"[A-Z]{3}"$`},
		{"getReport", "x", `{"type":"string","description":"Ticker symbol of the company"}`, `^"[A-Z]{4}"$`},
		{"getReport", "x", `{"type":"string","description":"Time zone name"}`, `^"\w+/\w+"$`},
		{"getReport", "x", `{"type":"string","description":"Background as a hex colour"}`, `^"#[0-9A-F]{6}"$`},
		{"getReport", "x", `{"type":"string","description":"MIME type of the upload"}`, `^"\w+/\w+"$`},
		{"getReport", "x", `{"type":"string","description":"HTTP method"}`, `^"[A-Z]{3,6}"$`},
		{"getReport", "x", `{"type":"string","description":"SHA-256 of the file"}`, `^"[0-9a-f]{64}"$`},
		{"getReport", "date_format", `{"type":"string","description":"The format of the date, for instance YYYY-MM-DD"}`, `^"[DMY./-]+"$`},
		{"getReport", "owner", `{"type":"string","description":"Gid of a user."}`, `\d{4}"$`},
		// Names.
		{"getReport", "lat", `{"type":"number"}`, `^(3|4|5|6)\d(\.\d+)?$`},
		{"getReport", "page", `{"type":"integer"}`, `^[2-6]$`},
		{"getReport", "birth_year", `{"type":"integer"}`, `^20\d\d$`},
		{"getReport", "month", `{"type":"integer"}`, `^([1-9]|1[0-2])$`},
		{"getReport", "discount_percent", `{"type":"integer"}`, `^\d{1,2}$`},
		{"getReport", "num_chairs", `{"type":"integer"}`, `^[2-9]$`},
		{"getReport", "version", `{"type":"string"}`, `^"\d\.\d\.\d"$`},
		{"getReport", "card_number", `{"type":"string"}`, `^"(4|5|6011)\d+"$`},
		{"getReport", "last_name", `{"type":"string"}`, `^"[A-Z][a-z]+"$`},
	} {
		tool := oneTool(t, test.tool, "Get the report.", `{"`+test.name+`": `+test.schema+`}`)
		want := regexp.MustCompile(test.want)
		for _, v := range draws(t, tool.Params[0], 30) {
			if !want.MatchString(v) {
				t.Errorf("%s %s: the value %s does not match %s", test.name, test.schema, v, test.want)
				break
			}
			checkSchema(t, tool, test.name, v)
		}
	}
}

// checkSchema checks a value against the schema that the tool offers.
func checkSchema(t *testing.T, tool *tools.Tool, name, value string) {
	t.Helper()
	if strings.Contains(string(tool.Parameters), `"exclusiveMinimum":true`) {
		t.Errorf("%s: the schema is not of draft-07: %s", name, tool.Parameters)
	}
	s, err := schemas.Compile(tool.Parameters)
	if err != nil {
		t.Fatalf("%s: %v", tool.Parameters, err)
	}
	if bad := s.Validate([]byte(`{` + strconv.Quote(name) + `:` + value + `}`)); len(bad) > 0 {
		t.Errorf("%s: the value %s breaks its schema: %v", name, value, bad)
	}
}

// TestValuesOfTheThing checks that what a tool is about decides what its
// parameters hold, and that games are for games.
func TestValuesOfTheThing(t *testing.T) {
	for _, test := range []struct{ tool, about, param, want, not string }{
		{"addItemForPortfolio", "Add an item to a portfolio. It may be a game.", "item", ``, `sword|shield|potion`},
		{"sellItem", "Sell an item of the game at the auction house.", "item", `sword|shield|potion|ring|boots|rune|bow`, ``},
		{"addCustomField", "Add a custom field to a project.", "custom_field", ``, `health|education|taxes`},
		{"createTeam", "Create a team in an organization.", "team_name", `team|group|crew|desk`, `Hawks|Wolves`},
		{"getTeamFixtures", "Get the fixtures of a football team.", "team_name", `Hawks|Rovers|Foxes|Bears|Comets|Wolves`, ``},
		{"searchTasks", "Search tasks of a workspace.", "query", ``, `guitar|recipe`},
		{"searchSongs", "Search songs by keyword.", "query", `jazz|hits|guitar|piano|road trip|house`, ``},
		{"createBooking", "Create a booking for a table.", "title", ``, `Glass Orchard|Blue Meridian|Salt Roads`},
		{"createPet", "Add a new pet to the store.", "pet_name", ``, `Pantry|Market|Books|Basket`},
		{"createPet", "Add a new pet to the store.", "tags", `friendly|house-trained|young|playful|vaccinated|quiet`, ``},
		{"listExpenses", "List expenses by category.", "category", `groceries|rent|travel|eating out|utilities|insurance`, ``},
		{"createTask", "Create a task.", "description", `task`, ``},
	} {
		tool := oneTool(t, test.tool, test.about, `{"`+test.param+`": {"type": "string"}}`)
		for _, v := range draws(t, tool.Params[0], 30) {
			if test.want != "" && !regexp.MustCompile(test.want).MatchString(v) || test.not != "" && regexp.MustCompile(test.not).MatchString(v) {
				t.Errorf("%s: %s is %s", test.tool, test.param, v)
				break
			}
		}
	}
}
