package publicapis

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
)

func oddList(t testing.TB) []byte {
	data, err := os.ReadFile("testdata/odd.md")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Every row is read as it is meant, or skipped with its line and the reason.
func TestPublicAPIsRows(t *testing.T) {
	data := oddList(t)
	report, err := Import("odd.md", data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range report.Sets {
		got = append(got, fmt.Sprintf("%s %s | %s", strings.TrimPrefix(s.Source, "odd.md:"), s.Name, s.About))
	}
	want := []string{
		"16 weather/rain_spain | Weather forecasts from Spain. https://example.com/rain_(spain)",
		"17 weather/extra | Air quality of Norwegian cities. https://example.com/extra",
		"18 weather/bar_name | Forecasts for snow | ice. https://example.com/bar",
		"19 weather/escaped | Rain | hail radar. https://example.com/esc",
		"20 weather/plain_name | Marine weather & tides.",
		"21 weather/html | Weather stations in Portugal. https://example.com/html",
		"25 weather/twice | Weather twice. https://example.com/twice",
		"26 weather/twice_2 | Weather twice, served by example.org. https://example.org/twice",
		"28 weather/without | Weather without outer bars. https://example.com/without",
		"43 etc_passwd/up | Way out of the folder.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("sets:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got = nil
	for _, n := range report.Skipped {
		got = append(got, strings.TrimPrefix(n.Where, "odd.md:")+" "+n.What)
	}
	outside := " the table is not under a heading of the third level, so it has no category"
	want = []string{"3" + outside, "8" + outside, "22 " + errNoCells.Error(), "23 " + errNoAbout.Error(), "24 " + errNoName.Error(),
		"27 described in the same words as line 25", "33 " + errHidden.Error(), "37 " + errHidden.Error()}
	if !slices.Equal(got, want) {
		t.Errorf("skipped:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(report.Notes) != 1 || report.Notes[0].Where != "odd.md:17" {
		t.Errorf("notes: %v, want one on line 17", report.Notes)
	}
	for _, s := range report.Sets {
		if file := s.File(); filepath.Base(file) != file || strings.Contains(file, "..") {
			t.Errorf("the file %q leads out of its folder", file)
		}
	}
}

func TestPublicAPIsCategories(t *testing.T) {
	data := oddList(t)
	report, err := Import("odd.md", data, Options{Categories: []string{" weather "}, PerAPI: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Sets) != 9 {
		t.Errorf("%d toolsets of one category, want 9", len(report.Sets))
	}
	for _, s := range report.Sets {
		if s.Domain != "Weather" || len(s.Tools) != 2 {
			t.Errorf("%s is of the category %s, with %d tools", s.Name, s.Domain, len(s.Tools))
		}
	}
	for asked, hint := range map[string]string{"Wether": `did you mean "Weather"?`, "Astrophysics": "the categories are Weather, ../../etc/passwd", "Empty": "the categories are"} {
		_, err := Import("odd.md", data, Options{Categories: []string{asked}})
		var e *imports.Error
		if !errors.As(err, &e) || !strings.Contains(e.Hint, hint) {
			t.Errorf("the category %q: %v, want an error with the hint %q", asked, err, hint)
		}
	}
	for _, n := range []int{-1, MaxPerAPI + 1} {
		if _, err := Import("odd.md", data, Options{PerAPI: n}); err == nil {
			t.Errorf("%d tools an API were made", n)
		}
	}
	for _, text := range []string{"", "# Nothing\n", "### A\n| API | Description |\n|---|---|\n"} {
		if _, err := Import("x.md", []byte(text), Options{}); !errors.Is(err, imports.ErrNothing) {
			t.Errorf("of %q came %v, want that nothing could be imported", text, err)
		}
	}
	if _, err := Import("x.md", make([]byte, imports.MaxBytes+1), Options{}); err == nil {
		t.Error("a list of more than the bound was read")
	}
}

// one imports a single row.
func one(t testing.TB, category, name, about string) *imports.Set {
	t.Helper()
	list := "### " + category + "\n| API | Description | Auth | HTTPS | CORS |\n|---|---|---|---|---|\n| [" + name + "](https://example.com) | " + about + " | No | Yes | Yes |\n"
	report, err := Import("list.md", []byte(list), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &report.Sets[0]
}

// What the description constrains is in the descriptions and the schemas of the
// tools.
func TestPublicAPIsConstraints(t *testing.T) {
	for _, c := range []struct{ category, name, about, tool, inAbout, inSchema string }{
		{"Weather", "Sol", "Weather and forecast data from Spain", "getCurrentConditions", "(Spain only)", `"Seville"`},
		{"Weather", "Sol", "Weather and forecast data from Spain", "searchWeatherAlerts", "Search Spanish weather alerts.", `"Barcelona"`},
		{"Weather", "Tempo", "Provides weather forecast data for cities in Brazil", "getDailyForecast", "Brazilian weather forecast", `"Recife"`},
		{"Animals", "Purr", "Daily cat facts", "searchCatFacts", "Search cat facts.", `"breed":{"type":"string","enum":["Siamese"`},
		{"Science & Math", "NASA", "NASA data, including imagery", "searchSpaceImages", "NASA imagery", `"mission":{"type":"string","enum":["Curiosity"`},
		{"Currency Exchange", "Rates", "Exchange rates of the Bank of Russia", "convertCurrency", "(Russia only)", `"default":"RUB"`},
		{"Finance", "Check", "Validate VAT numbers in the EU", "validateVatNumber", "(European Union only)", `"France"`},
		{"Business", "Buy", "Get data for procurements in Poland", "searchTenders", "Polish tenders", `"Silesia"`},
		{"Transportation", "Bus", "Public transport of Lisbon, Portugal", "searchStops", "Lisbon stops", `"Alfama"`},
		{"Tracking", "Post", "Information about parcels in Sweden and Denmark", "searchPickupPoints", "(Sweden and Denmark only)", `"enum":["Sweden","Denmark"]`},
		{"Test Data", "Palabras", "Generate spanish words randomly", "createWordList", "Spanish word list", ""},
		{"Cryptocurrency", "Coin", "Live cryptocurrency prices", "searchCoins", "cryptocurrencies", `"enum":["BTC"`},
	} {
		s := one(t, c.category, c.name, c.about)
		i := slices.IndexFunc(s.Tools, func(tool imports.Tool) bool {
			return strings.EqualFold(strings.ReplaceAll(tool.Name, "_", ""), c.tool)
		})
		if i < 0 {
			var names []string
			for _, tool := range s.Tools {
				names = append(names, tool.Name)
			}
			t.Errorf("%s: no %s among %v", c.about, c.tool, names)
			continue
		}
		tool := s.Tools[i]
		if !strings.Contains(tool.About, c.inAbout) || !strings.Contains(tool.About, c.about) {
			t.Errorf("%s: %s is described as %q, want %q in it", c.about, tool.Name, tool.About, c.inAbout)
		}
		if schemas := string(tool.Parameters) + string(tool.Returns); !strings.Contains(schemas, c.inSchema) {
			t.Errorf("%s: the schemas of %s have no %s: %s", c.about, tool.Name, c.inSchema, schemas)
		}
	}
	// Where somebody has his seat, and what is only an example, is no constraint.
	for _, about := range []string{"Weather service based in Spain", "Spain-hosted weather forecasts", "Weather for 90 countries, from Spain to Japan", "Polished weather forecasts"} {
		for _, tool := range one(t, "Weather", "Sol", about).Tools {
			if strings.Contains(string(tool.Parameters), "Seville") || strings.Contains(tool.About, "only)") {
				t.Errorf("%q was taken for a constraint: %s", about, tool.About)
			}
		}
	}
}

// coherent checks what holds for every toolset: names and descriptions differ,
// schemas are schemas, and an identifier that a tool takes is given by another.
func coherent(t testing.TB, report *imports.Report) {
	t.Helper()
	names, told := map[string]bool{}, map[string]string{}
	for i := range report.Sets {
		s := &report.Sets[i]
		if names[s.Name] {
			t.Errorf("two toolsets are called %s", s.Name)
		}
		names[s.Name] = true
		given, tools := map[string]bool{}, map[string]bool{}
		for _, tool := range s.Tools {
			if given[tool.Thing] = given[tool.Thing] || tool.Effect == "list" || tool.Effect == "create"; tools[tool.Name] {
				t.Errorf("%s has two tools called %s", s.Name, tool.Name)
			}
			tools[tool.Name] = true
			if other, ok := told[tool.About]; ok {
				t.Errorf("%s and %s have a tool told alike: %s", other, s.Name, tool.About)
			}
			told[tool.About] = s.Name
			if !json.Valid(tool.Parameters) || !json.Valid(tool.Returns) {
				t.Errorf("%s: the schemas of %s are no JSON", s.Name, tool.Name)
			}
		}
		for _, tool := range s.Tools {
			for param, thing := range tool.Names {
				if !given[thing] {
					t.Errorf("%s: %s takes %s, and no tool gives a %s", s.Name, tool.Name, param, thing)
				}
			}
			if len(tool.Names) == 0 && (tool.Effect == "get" || tool.Effect == "update" || tool.Effect == "delete") {
				t.Errorf("%s: %s takes no identifier", s.Name, tool.Name)
			}
		}
	}
}

// Every template can be made, whatever words choose it, and what is made loads:
// all of it with -exhaustive, else that of one kind in five.
func TestPublicAPIsTemplates(t *testing.T) {
	if race.Enabled {
		t.Skip("much data, in one goroutine")
	}
	tables, err := known()
	if err != nil {
		t.Fatal(err)
	}
	for i, key := range slices.Sorted(maps.Keys(tables.kinds)) {
		for j, about := range []string{"Things", "Things of France", "Things of Berlin"} {
			in := &importer{source: "list.md", perAPI: MaxPerAPI, names: map[string]bool{}}
			s := in.toolset(newMaker(tables, row{line: 1, category: "Any", name: "Thing Hub", about: about}, tables.kinds[key], subject{}))
			r := &imports.Report{Sets: []imports.Set{s}}
			coherent(t, r)
			if n := min(MaxPerAPI, len(tables.kinds[key].templates)); len(s.Tools) != n {
				t.Errorf("%s: %d tools of %d", key, len(s.Tools), n)
			}
			if *importtest.Exhaustive || i%5 == 0 && i/5%3 == j {
				importtest.Check(t, r)
			}
		}
	}
}

// The same list gives the same toolsets.
func TestPublicAPIsAgain(t *testing.T) {
	data := oddList(t)
	first, err := Import("odd.md", data, Options{PerAPI: 6})
	if err != nil {
		t.Fatal(err)
	}
	coherent(t, first)
	second, err := Import("odd.md", data, Options{PerAPI: 6})
	if err != nil || !reflect.DeepEqual(first, second) {
		t.Errorf("a second import differs: %v", err)
	}
}

// A list of very many rows is read in bounded time and memory, and no row is
// lost.
func TestPublicAPIsManyRows(t *testing.T) {
	if race.Enabled || testing.Short() {
		t.Skip("much data, in one goroutine")
	}
	rows := 100_000
	if *importtest.Exhaustive {
		rows = 1_000_000
	}
	for name, row := range map[string]func(i int) string{
		"good": func(i int) string { return fmt.Sprintf("|[A%d](https://e.org)|Rain of %d|No|Yes|No|\n", i, i) },
		"bad":  func(int) string { return "|[A](https://e.org)||\n" },
	} {
		var b strings.Builder
		b.WriteString("### Weather\n|API|Description|Auth|HTTPS|CORS|\n|-|-|-|-|-|\n")
		for i := range rows {
			b.WriteString(row(i))
		}
		data := []byte(b.String())
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		report, err := Import("list.md", data, Options{})
		took := time.Since(start)
		runtime.GC()
		runtime.ReadMemStats(&after)
		if name == "good" && err != nil || name == "bad" && !errors.Is(err, imports.ErrNothing) {
			t.Fatalf("%s: %v", name, err)
		}
		kept := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) >> 20
		t.Logf("%s: %v, %d MB kept, %d sets, %d skipped", name, took, kept, len(report.Sets), len(report.Skipped))
		if took > 30*time.Second || kept > 300 {
			t.Errorf("%s: it took %v and %d MB", name, took, kept)
		}
		if len(report.Skipped) != maxSkipped+1 || len(report.Sets) > imports.MaxTools/4 {
			t.Errorf("%s: %d sets, %d skipped", name, len(report.Sets), len(report.Skipped))
		}
		last := report.Skipped[maxSkipped]
		if want := fmt.Sprintf("%d more rows were skipped", rows-len(report.Sets)-maxSkipped); !strings.HasPrefix(last.What, want) || last.Where != fmt.Sprintf("list.md:%d", rows+3) {
			t.Errorf("%s: the last line of the report is %v, want %q", name, last, want)
		}
		runtime.KeepAlive(data)
	}
}

// Rows that are made to take long do not.
func TestPublicAPIsHostileRows(t *testing.T) {
	head := "### A\n| API | Description |\n|---|---|\n"
	for name, row := range map[string]string{
		"bars":     "| [A](x) | " + strings.Repeat("|", 1<<20),
		"brackets": "| " + strings.Repeat("[", 15<<10) + " | d",
		"links":    "| a | " + strings.Repeat("[a](", 3<<10) + " |",
		"tags":     "| a | b " + strings.Repeat("<a", 7<<10) + " |",
		"escapes":  "| a | b " + strings.Repeat(`\`, 15<<10),
		"comments": strings.Repeat("<!--", 1<<20),
		"heading":  "### " + strings.Repeat("x", 1<<20) + "\n| a | b |",
		"binary":   "| a | \xff\xfe\x00 b \u202e |",
	} {
		start := time.Now()
		report, err := Import("x.md", []byte(head+row+"\n"), Options{})
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if err != nil && !errors.Is(err, imports.ErrNothing) {
			t.Errorf("%s: %v", name, err)
		}
		if report != nil {
			coherent(t, report)
		}
	}
}

func FuzzPublicAPIs(f *testing.F) {
	f.Add(oddList(f), 4)
	f.Add([]byte("### A\nAPI|Description\n-|-\n[a|b](c(d)e)|x|y\\|z|No|Yes|No|\n"), 1)
	f.Add([]byte("### Games & Comics\n| [Pokémon {api} [x]](y) | Cards of {subject} in the EU (US) | No | Yes | Yes |"), 8)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		report, err := Import("x.md", data, Options{PerAPI: n})
		if err != nil {
			return
		}
		coherent(t, report)
		importtest.Check(t, &imports.Report{Sets: report.Sets[:min(len(report.Sets), 3)]})
	})
}
