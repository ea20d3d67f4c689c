package infer_test

import (
	"slices"
	"strings"
	"testing"

	"switchyard/tools"
)

// A tool for which another one of the set can stand in is never asked for, and what sets two
// tools apart is never left out.
func TestToolsAreSetApart(t *testing.T) {
	short := outsideSet(t, "", tool("createShortUrl", "about: Create a shortened URL.", "longUrl", "longUrl: {type: string, description: The long URL.}")+
		tool("generateShortUrl", "about: Create a shortened URL.", "url", "url: {type: string, description: The original URL.}")+
		tool("listShortUrls", "about: List all the shortened URLs of the user.", "apiKey", "apiKey: {type: string}")+
		tool("retrieveShortUrlData", "about: Retrieve previously shortened URL data.", "shortUrl", "shortUrl: {type: string}")+
		tool("getOriginalUrl", "about: Get the original URL based on the shortened URL.", "shortUrl", "shortUrl: {type: string}"))
	for _, name := range []string{"createShortUrl", "generateShortUrl"} {
		if !short.Tool(name).Unclear {
			t.Errorf("%s can be asked for, although the words fit another tool", name)
		}
	}
	for _, p := range short.Tool("getOriginalUrl").Do {
		if !strings.Contains(p.Text, "original URL") {
			t.Errorf("getOriginalUrl is asked for by %q", p.Text)
		}
	}
	age := outsideSet(t, "", tool("estimateAgeByCountry", "about: Estimate the age based on the provided name and country code.", "name, country", "country: {type: string, description: ISO code of the country}, name: {type: string, description: The first name.}")+
		tool("estimateAgeByName", "about: Estimate the age based on the provided name.", "name", "name: {type: string, description: The first name.}"))
	by := age.Tool("estimateAgeByCountry")
	if !by.Param("country").Always || by.Param("name").Always || by.Unclear || age.Tool("estimateAgeByName").Unclear {
		t.Errorf("country may be left out: %t, name may not: %t; unclear: %t, %t", !by.Param("country").Always, by.Param("name").Always, by.Unclear, age.Tool("estimateAgeByName").Unclear)
	}
	pets := outsideSet(t, "", tool("findPetsByStatus", "about: Finds pets by status.", "", "status: {type: string, enum: [available, sold, lost]}")+
		tool("findPetsByBreed", "about: Finds pets by breed.", "", "breed: {type: string, enum: [beagle, poodle, boxer]}"))
	if s := pets.Tool("findPetsByStatus"); s.Unclear || !s.Param("status").Always {
		t.Errorf("pets are found without a status, or not at all (%t)", s.Unclear)
	}
}

// A look-up says what it looks up, also of a thing that is chosen from a list, and repeats
// nothing of the description behind it.
func TestLookUpsOfThings(t *testing.T) {
	set := outsideSet(t, "", tool("searchDatasets", "about: Search for datasets of the Cypriot government.", "keyword", "keyword: {type: string}")+
		tool("getDataset", "about: Get a dataset of the Cypriot government.", "dataset_id", "dataset_id: {type: string}")+
		tool("downloadDataset", "about: Download the specified open dataset of the Cypriot government.", "dataset_id", "dataset_id: {type: string}"))
	for name, want := range map[string]string{"getDataset": "get the details of {dataset_id}", "downloadDataset": "download {dataset_id}"} {
		if do := set.Tool(name).Do; do[0].Text != want || name == "downloadDataset" && len(do) > 1 {
			t.Errorf("%s is asked for by %q, want %q", name, do[0].Text, want)
		}
	}
}

// What is in an object is said with the object, and no two values of a request have one noun.
func TestNounsAreDistinct(t *testing.T) {
	set := outsideSet(t, "", tool("createProject", "about: Create a project.", "name", "name: {type: string}, approval_status: {type: string, enum: [pending, approved]}, assignee_status: {type: string, enum: [today, later]}, "+
		"current_status: {type: object, properties: {title: {type: string}, html_text: {type: string}, text: {type: string}}}, custom_fields: {type: object}"))
	made := set.Tool("createProject")
	for name, want := range map[string]string{
		"approval_status": "with the approval status {}", "assignee_status": "with the assignee status {}", "custom_fields": "",
		"current_status": "with the current status (title {current_status.title}, text {current_status.text})",
	} {
		got := ""
		if say := made.Param(name).Say; len(say) > 0 {
			got = say[0].Text
		}
		if got != want {
			t.Errorf("%s is said as %q, want %q", name, got, want)
		}
	}
}

// The name of a new thing stands at its noun, and what another thing is called is not said.
func TestNamesOfNewThings(t *testing.T) {
	set := outsideSet(t, "", "  create_tag: {about: Create a tag in a workspace., effect: create tag, parameters: {type: object, required: [workspace_gid], properties: {workspace_gid: {type: string}, name: {type: string}, workspace: {type: object, properties: {name: {type: string}}}}}, params: {workspace_gid: {entity: workspace}}}\n"+
		"  get_tag: {about: Get a tag., effect: get tag, parameters: {type: object, required: [tag_gid], properties: {tag_gid: {type: string}}}, params: {tag_gid: {entity: tag}}}\n")
	made := set.Tool("create_tag")
	if do := made.Do[0].Text; do != "create a tag[ called {name}] in {workspace_gid}" || !made.Param("name").Always || len(made.Param("workspace").Say) > 0 {
		t.Errorf("a tag is asked for by %q (name always said: %t), its workspace by %v", do, made.Param("name").Always, made.Param("workspace").Say)
	}
}

// Nobody puts something into a thing and takes it out in one request, and no answer is older
// than what it answers.
func TestContraries(t *testing.T) {
	ids := "portfolio_gid: {type: string}, "
	set := outsideSet(t, "", "  add_item: {about: Add a portfolio item., effect: update portfolio, parameters: {type: object, required: [portfolio_gid, item], properties: {"+ids+"item: {type: string, description: The ID of the item.}}}, params: {portfolio_gid: {entity: portfolio}}}\n"+
		"  remove_item: {about: Remove a portfolio item., effect: update portfolio, parameters: {type: object, required: [portfolio_gid, item], properties: {"+ids+"item: {type: string, description: The ID of the item.}}}, params: {portfolio_gid: {entity: portfolio}}}\n"+
		tool("withdrawFunds", "about: Withdraw funds from the account.", "amount", "amount: {type: number}")+
		tool("listHolidays", "about: Get a list of holidays of a year.", "year", "year: {type: integer}"))
	if u := set.Tool("add_item").Undoes; len(u) != 1 || u[0] != "remove_item" {
		t.Errorf("add_item undoes %q", u)
	}
	for _, name := range []string{"withdrawFunds", "listHolidays"} {
		for _, a := range set.Tool(name).Entity.Attributes {
			if a.Values.Kind == tools.ValueDate {
				t.Errorf("%s tells the day %s", name, a.Name)
			}
		}
	}
}

// A day as of which something is looked up is past. That of a forecast or of something new is
// not.
func TestDaysLookedBackTo(t *testing.T) {
	const date = "{type: string, format: date, description: "
	for _, c := range []struct {
		name, param string
		past        bool
	}{
		{"getCurrencyInfo, about: Retrieve information about a currency.", "asOfDate: " + date + "The day}", true},
		{"getCurrencyInfo, about: Retrieve information about a currency.", "date: " + date + "The reference date}", true},
		{"getCurrencyInfo, about: Get a forecast for a currency.", "asOfDate: " + date + "The reference date}", false},
		{"bookTable, about: Book a table.", "asOfDate: " + date + "The day}", false},
		{"getSlots, about: Get the free slots.", "date: " + date + "The day}", false},
	} {
		name, about, _ := strings.Cut(c.name, ", ")
		param, _, _ := strings.Cut(c.param, ":")
		p := outsideSet(t, "", tool(name, about, param, c.param)).Tool(name).Param(param)
		if v := p.Values; v.Kind != tools.ValueDate || (v.Max < 0) != c.past {
			t.Errorf("%s, %s: days %v to %v", c.name, c.param, v.Min, v.Max)
		}
	}
}

// A period that is given in one text has both its ends.
func TestPeriods(t *testing.T) {
	for about, kind := range map[string]tools.ValueKind{"Timeline range, in the format of YYYY-MM-DD, YYYY-MM-DD.": tools.ValuePattern, "The timeline, as YYYY-MM-DD.": tools.ValueDate} {
		p := outsideSet(t, "", tool("filterRecords", "about: Filter records.", "timeline", "timeline: {type: string, description: '"+about+"'}")).Tool("filterRecords").Param("timeline")
		if p.Values.Kind != kind {
			t.Errorf("%s: %+v", about, p.Values)
		}
	}
}

// Nobody wants a favour done on a day that is past.
func TestFavoursAreNotOfThePast(t *testing.T) {
	for param, want := range map[string]bool{"publishedDate: {type: string, format: date, description: The day of publication}": false, "date: {type: string, format: date, description: The day}": true} {
		name, _, _ := strings.Cut(param, ":")
		set := outsideSet(t, "", tool("getSlots", "about: Get the free slots.", name, param))
		asked := slices.ContainsFunc(set.Topics, func(topic *tools.Topic) bool {
			return slices.ContainsFunc(topic.Ask, func(p *tools.Phrase) bool { return p.Mentions(name) })
		})
		if asked != want {
			t.Errorf("%s %+v: asked for with a favour: %v", name, set.Tool("getSlots").Param(name).Values, asked)
		}
	}
}
