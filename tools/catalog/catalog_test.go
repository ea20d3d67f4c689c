package catalog

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/document"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/schemas"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

var update = flag.Bool("update", false, "write the packed forms of the built-in toolsets")

// Beside every built-in toolset lies its packed form, and it says the same.
func TestCatalogIsPacked(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	files := map[string]bool{}
	for _, name := range Names() {
		data, err := catalogFiles.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := document.Parse(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sum := sha256.Sum256(data)
		file := name + ".packed"
		files[file] = true
		if *update {
			if _, err := toolfile.Parse("catalog/"+name+".yaml", data); err != nil {
				t.Errorf("not packed: %v", err)
				continue
			}
			if err := os.WriteFile(file, packed(sum, doc), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if have, err := catalogFiles.ReadFile(file); err != nil || !bytes.Equal(have, packed(sum, doc)) {
			t.Errorf("%s is missing or out of date: run go test ./tools/catalog -run Packed -update", file)
		} else if got := unpacked(name, sum); !reflect.DeepEqual(got, doc) {
			t.Errorf("%s says something else than the toolset", file)
		}
	}
	err := fs.WalkDir(catalogFiles, ".", func(p string, entry fs.DirEntry, err error) error {
		if err == nil && path.Ext(p) == ".packed" && !files[p] {
			t.Errorf("%s is the packed form of no toolset: delete it", p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCatalogLoads(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	for _, name := range Names() {
		data, err := catalogFiles.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		ts, err := toolfile.Parse("catalog/"+name+".yaml", data) // with all checks, which Catalog leaves out
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if ts.Name != name {
			t.Errorf("catalog/%s.yaml calls itself %q", name, ts.Name)
		}
	}
}

// taxonomy is table 6 of FlowBench: the roles of agents and their scenarios. All of
// them are in the catalogue; other toolsets may be beside them.
var taxonomy = map[string][]string{
	"customer_service/restaurant_waiter":     {"Restaurant Search", "Restaurant Booking"},
	"customer_service/hotel_reception":       {"Hotel Search", "Hotel Booking", "Hotel Room Service"},
	"customer_service/apartment_manager":     {"Apartment Search", "Schedule a Viewing", "Bill Inquiry", "Rent Payment"},
	"customer_service/gas_equipment_service": {"Gas Repairs", "Gas Bill Payment", "Gas Interruption Feedback"},
	"personal_assistant/medical_consultant":  {"Schedule a Medical Consultation", "Obtain Diagnostic Results"},
	"personal_assistant/meeting_arrangement": {"Meeting Initiation", "Meeting Reschedule"},
	"personal_assistant/financial_assistant": {"Currency Exchange", "Withdrawal Appointments", "Balance Inquiry"},
	"e_tailing/online_shopping_support":      {"Product Search", "Cart Management", "Order Processing"},
	"e_tailing/computer_store_sale":          {"Laptop Recommendations", "Computer Maintenance"},
	"travel/ride_service":                    {"Ride Booking", "Ride Inquiry"},
	"travel/driving_service":                 {"Driving Consultation", "Cancel Reservation", "Modify Reservation"},
	"travel/flight_inquiry":                  {"Flight Information Search", "Flight Booking"},
	"travel/travel_assistant":                {"Travel Guidance", "Weather Inquiry"},
	"logistics/express_support":              {"Express Delivery", "Express Tracking Inquiry"},
	"logistics/moving_service":               {"Moving Service Appointment", "Insurance Claim"},
	"logistics/food_delivery_service":        {"Online Questionnaires", "Get Food Voucher"},
	"rpa/invoice_management":                 {"Invoice Administration", "Invoice Reimbursement"},
	"rpa/mail_administration":                {"Mail Transmission", "Mail Response"},
	"rpa/printing_service":                   {"Document Printing", "Printing State Notification"},
	"rpa/attendance_arrangement":             {"Attendance Anomaly Detection", "Shift Handover"},
	"rpa/seal_management":                    {"Seal Request", "Seal State Notification"},
	"rpa/workstation_applicant":              {"Workstation Replacement", "Workstation Change Directive"},
}

// The catalogue has every role and scenario of the taxonomy, and each is
// broad enough to read well in thousands of conversations.
func TestCatalogIsWhole(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	sets, err := All()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	scenarios, count := 0, 0
	variety := map[string]int{}
	for _, ts := range sets {
		seen[ts.Name] = true
		scenarios += len(ts.Scenarios)
		count += len(ts.Tools)
		if want, ok := taxonomy[ts.Name]; ok && !slices.Equal(ts.Scenarios, want) {
			t.Errorf("%s has the scenarios %q, want those of FlowBench, %q", ts.Name, ts.Scenarios, want)
		}
		broad(t, ts)
		for _, tool := range ts.Tools {
			for _, p := range tool.Params {
				kinds(p, variety)
			}
		}
	}
	for name := range taxonomy {
		if !seen[name] {
			t.Errorf("there is no toolset %s", name)
		}
	}
	if scenarios < 51 {
		t.Errorf("there are %d scenarios, want the 51 of FlowBench", scenarios)
	}
	if count < 240 {
		t.Errorf("there are %d tools, want 240 or more", count)
	}
	for _, kind := range []string{"enum", "array", "object", "array of objects", "date", "time", "money", "boolean", "default", "optional"} {
		if variety[kind] < 3 {
			t.Errorf("%d parameters are of the kind %s, want some", variety[kind], kind)
		}
	}
}

// broad reports what a toolset lacks of what docs/toolsets.md asks of those that
// are built in.
func broad(t *testing.T, ts *tools.Toolset) {
	t.Helper()
	lacks := func(what string, have, want int) {
		if have < want {
			t.Errorf("%s: %s: %d, want %d or more", ts.Name, what, have, want)
		}
	}
	perScenario, ordered := map[string]int{}, 0
	for _, tool := range ts.Tools {
		perScenario[tool.Scenario]++
		ordered += len(tool.After)
		tones, forms := map[mission.Tone]bool{}, map[mission.Form]bool{}
		for _, ask := range tool.Ask {
			tones[ask.Tone], forms[ask.Form] = true, true
		}
		lacks("wordings of "+tool.Name, len(tool.Do)+len(tool.Ask), 8)
		lacks("tones of "+tool.Name, len(tones), 4)
		lacks("forms of "+tool.Name, len(forms), 4)
		lacks("ways to tell the result of "+tool.Name, len(tool.Tell), 3)
		if tool.Effect == tools.List {
			lacks("ways to tell that "+tool.Name+" found nothing", len(tool.Empty), 3)
		}
		if len(tool.OnlyIf) > 0 {
			lacks("ways to tell a refusal of "+tool.Name, len(tool.Refused), 3)
		}
		if tool.Description == "" {
			t.Errorf("%s: %s has no description", ts.Name, tool.Name)
		}
		for _, p := range tool.Params {
			if p.About == "" {
				t.Errorf("%s: parameter %s of %s has no description", ts.Name, p.Name, tool.Name)
			}
			if p.Default != nil && !strings.Contains(strings.ToLower(p.About+tool.Description), "if not given") && !strings.Contains(strings.ToLower(p.About+tool.Description), "by default") &&
				!strings.Contains(strings.ToLower(p.About+tool.Description), "unless") && !strings.Contains(strings.ToLower(p.About), "default") && !strings.Contains(strings.ToLower(p.About), "if left out") {
				t.Errorf("%s: the default of %s of %s is not stated in words: %q", ts.Name, p.Name, tool.Name, p.About)
			}
		}
	}
	least := 3
	if taxonomy[ts.Name] != nil {
		least = 4
	}
	for _, s := range ts.Scenarios {
		lacks("tools of the scenario "+s, perScenario[s], least)
	}
	if n := perScenario[""]; n > 0 {
		t.Errorf("%s: %d tools belong to no scenario", ts.Name, n)
	}
	lacks("logical dependencies", ordered, 1)
	for _, e := range ts.Entities {
		by := map[string]bool{}
		for _, c := range e.Comparisons {
			by[c.By] = true
		}
		lacks("comparisons of "+e.Key, len(by), 3)
	}
	near, facts, topics := 0, 0, len(ts.Topics)
	for _, topic := range ts.Topics {
		switch topic.Kind {
		case mission.ChatNearMiss:
			near++
		case mission.ChatFact:
			facts++
			lacks(fmt.Sprintf("forms of the question for %q", topic.Answer[0].Text), len(topic.Ask), 3)
		}
	}
	lacks("chat topics", topics, 15)
	lacks("near misses", near, 6)
	lacks("facts", facts, 12)
	lacks("scenes", len(ts.Scenes), 10)
}

// kinds counts what a parameter is like.
func kinds(p *tools.Param, count map[string]int) {
	note := func(kind string, is bool) {
		if is {
			count[kind]++
		}
	}
	note("enum", len(p.Enum) > 0)
	note("array", p.Type == "array")
	note("object", p.Type == "object")
	note("array of objects", p.Items != nil && p.Items.Type == "object")
	note("boolean", p.Type == "boolean")
	note("default", p.Default != nil)
	note("optional", !p.Required)
	if p.Values != nil {
		note("date", p.Values.Kind == tools.ValueDate)
		note("time", p.Values.Kind == tools.ValueTime)
		note("money", p.Values.Kind == tools.ValueMoney)
	}
	for _, q := range p.Props {
		kinds(q, count)
	}
}

// Identifiers of different things never look alike, so that no agent can take
// one for another.
func TestIdentifiersDiffer(t *testing.T) {
	sets, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, ts := range sets {
		patterns := map[string]string{}
		for _, e := range ts.Entities {
			id := e.Attribute(e.ID)
			if id.Values == nil || id.Values.Kind != tools.ValuePattern {
				t.Errorf("%s: the id of %s is not made by a pattern", ts.Name, e.Key)
				continue
			}
			if other, twice := patterns[id.Values.Text]; twice {
				t.Errorf("%s: %s and %s have ids of the same form %s", ts.Name, other, e.Key, id.Values.Text)
			}
			patterns[id.Values.Text] = e.Key
		}
	}
}

func BenchmarkCatalog(b *testing.B) {
	for b.Loop() {
		if _, err := All(); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleNames() {
	fmt.Println(slices.Contains(Names(), "travel/flight_inquiry"))
	// Output: true
}

// The schema and the reader agree on the built-in toolsets.
func TestCatalogFitsSchema(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Names() {
		data, err := catalogFiles.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := document.Parse(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, v := range set.ValidateValue(schemas.Toolset, doc.Plain()) {
			t.Errorf("%s: %s: %s", name, v.Pointer, v.Message)
		}
	}
}

// An agent sees descriptions, not what answers hold. So each thing that an answer names and
// that another tool can take is named in the description, too.
func TestAnswersAreDescribed(t *testing.T) {
	sets, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		takes := map[*tools.Entity]bool{}
		for _, tool := range set.Tools {
			for _, p := range tool.Params {
				takes[p.Entity] = takes[p.Entity] || p.Required
			}
		}
		for _, tool := range set.Tools {
			if tool.Effect == tools.List || tool.Effect == tools.Delete {
				continue
			}
			for _, e := range set.Entities {
				named := strings.Contains(string(tool.Returns), `"`+e.ID+`"`) && tool.Param(e.ID) == nil && !(tool.Entity == e && tool.Effect == tools.Create)
				if named && takes[e] && !strings.Contains(strings.ToLower(tool.Description), strings.ToLower(e.Noun)) {
					t.Errorf("%s: the description of %s does not say that its answer names the %s", set.Name, tool.Name, e.Noun)
				}
			}
		}
	}
}
