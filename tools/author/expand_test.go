package author

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"switchyard/model"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/toolfile"
)

// aemet is what a list says of an API.
var aemet = imports.Set{Name: "weather/aemet", Title: "AEMET", Domain: "Weather", About: "Weather data from Spain.", Source: "list.md:7",
	Tools: []imports.Tool{{Name: "get_forecast", About: "Gets a forecast.", Parameters: []byte(`{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}`)}}}

const (
	saysIntroduction = `{"introduction": "The weather service of Spain.", "constraints": ["Spain only"]}`
	saysFunctions    = `{"functions": [
		{"name": "searchStations", "description": "Searches weather stations.", "parameters": {"type": "object", "properties": {"province": {"type": "string", "description": "Province."}}, "required": ["province"]}},
		{"name": "getStation", "description": "Gets a station.", "parameters": {"type": "object", "properties": {"station_id": {"type": "string", "description": "Identifier of a station."}}, "required": ["station_id"]}}]}`
	saysDescriptions = `{"functions": [
		{"name": "searchStations", "description": "Searches weather stations in Spain by province."},
		{"name": "getStation", "description": "Gets the details of a weather station in Spain."}]}`
	saysTypes = `{"functions": [{"name": "searchStations", "parameters": {"type": "object",
		"properties": {"province": {"type": "string", "description": "Province of Spain.", "enum": ["Madrid", "Seville"]}}, "required": ["province"]}}]}`
	saysOperations = `{"functions": [
		{"name": "searchStations", "method": "GET", "path": "/stations", "returns": {"type": "array", "items": {"type": "object", "properties": {"station_id": {"type": "string"}, "altitude": {"type": "integer"}}}}},
		{"name": "getStation", "method": "GET", "path": "/stations/{station_id}", "returns": {"type": "object", "properties": {"station_id": {"type": "string"}, "altitude": {"type": "integer"}}}}]}`
	objects = `{"objections": [{"function": "getStation", "objection": "It does not say what the details are."}]}`
	revises = `{"functions": [{"name": "getStation", "description": "Gets the altitude of a weather station in Spain."}]}`
)

// script is a model that says the lines of its tasks.
type script struct {
	lines map[string]string // by task, or by task and number of the request
	mu    sync.Mutex
	asked []string
	last  map[string]string // what the model was told last, by task and number
}

func newScript() *script {
	return &script{lines: map[string]string{"introduce": saysIntroduction, "functions": saysFunctions, "describe": saysDescriptions,
		"widen": saysTypes, "operations": saysOperations, "revise": revises}, last: map[string]string{}}
}

var taskOf = regexp.MustCompile(`^expand/[0-9a-f]{12}/(([a-z]+)[.0-9]*/[0-9]+)$`)

func (s *script) Complete(_ context.Context, r *model.Request) (*model.Response, error) {
	m := taskOf.FindStringSubmatch(r.Trace)
	if m == nil {
		return nil, fmt.Errorf("the trace is %q", r.Trace)
	}
	s.mu.Lock()
	s.asked = append(s.asked, m[1])
	s.last[m[1]] = r.Messages[len(r.Messages)-1].Text
	s.mu.Unlock()
	for _, key := range m[1:] {
		if line, ok := s.lines[key]; ok {
			return &model.Response{Text: line, Finish: "stop"}, nil
		}
	}
	return &model.Response{Text: `{"objections": []}`, Finish: "stop"}, nil
}

func expand(t *testing.T, s *script) (*imports.Set, []Note) {
	t.Helper()
	a := &Author{Voice: Voice{Model: s, Name: "m", Role: "author"}}
	set, notes, err := a.Expand(t.Context(), aemet, 2)
	if err != nil {
		t.Fatal(err)
	}
	return set, notes
}

func TestExpand(t *testing.T) {
	s := newScript()
	set, notes := expand(t, s)
	text, err := set.YAML()
	if err != nil {
		t.Fatal(err)
	}
	ts, err := toolfile.Parse("aemet.yaml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	search, get := ts.Tool("searchStations"), ts.Tool("getStation")
	if search == nil || get == nil || search.Effect != tools.List || get.Effect != tools.Get || get.Param("station_id").Entity != search.Entity {
		t.Fatalf("the tools are\n%s", text)
	}
	if !strings.Contains(search.Description, "in Spain") || len(search.Param("province").Enum) != 2 || len(notes) != 0 {
		t.Errorf("the description is %q, the provinces %v, the notes %v", search.Description, search.Param("province").Enum, notes)
	}
	if set.Name != aemet.Name || set.Source != aemet.Source || set.Tools[0].Source != aemet.Source {
		t.Errorf("the set is %s from %s", set.Name, set.Source)
	}
	if len(s.asked) != 5+5 {
		t.Errorf("the model was asked for %v", s.asked)
	}
}

func TestExpandAnswersReviewers(t *testing.T) {
	for _, c := range []struct {
		name  string
		again string // what the reviewer says the second time
		want  int
	}{{"answered", `{"objections": []}`, 2}, {"not answered", objects, 1}} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript()
			s.lines["review.2/0"], s.lines["again.2/0"] = objects, c.again
			set, notes := expand(t, s)
			if len(set.Tools) != c.want || len(notes) != 2-c.want {
				t.Errorf("there are %d tools and the notes %v", len(set.Tools), notes)
			}
			if !strings.Contains(s.last["revise/0"], "getStation: It does not say what the details are.") {
				t.Errorf("the author was told %q", s.last["revise/0"])
			}
			if c.want == 2 && !strings.Contains(set.Tools[1].About+set.Tools[0].About, "altitude") {
				t.Errorf("the tools are %v", set.Tools)
			}
			if len(s.asked) != 5+5+1+1 {
				t.Errorf("the model was asked for %v", s.asked)
			}
		})
	}
}

func TestExpandTellsWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ task, said, told string }{
		{"functions", `{"functions": [{"name": "a1", "description": "x", "parameters": {"type": "object"}}]}`, "there must be 2 functions, not 1"},
		{"functions", strings.Replace(saysFunctions, "Gets a station.", "Searches weather stations.", 1), "have the same description"},
		{"describe", `{"functions": [{"name": "getStations", "description": "x"}]}`, `there is no function "getStations"`},
		{"widen", `{"functions": [{"name": "getStation", "parameters": {"type": "object", "properties": {"a": {"type": 3}}}}]}`, `"a"`},
		{"operations", strings.Replace(saysOperations, "/stations/{station_id}", "/stations/{id}", 1), "{id}, which is no parameter"},
		{"operations", strings.Replace(saysOperations, "/stations/{station_id}", "/stations", 1), "the method and the path of another"},
		{"operations", strings.Replace(saysOperations, "GET", "FETCH", 1), "method"},
	} {
		s := newScript()
		s.lines[c.task+"/0"] = c.said
		set, notes := expand(t, s)
		if len(set.Tools) != 2 || len(notes) != 0 {
			t.Errorf("%s: %d tools, notes %v", c.task, len(set.Tools), notes)
		}
		if !strings.Contains(s.last[c.task+"/1"], c.told) {
			t.Errorf("%s: the model was told %q, not %q", c.task, s.last[c.task+"/1"], c.told)
		}
	}
}

// TestExpandFallsBack keeps the draft by rules when the model finds nothing.
func TestExpandFallsBack(t *testing.T) {
	s := newScript()
	s.lines["operations"] = "I do not know."
	set, notes := expand(t, s)
	if len(set.Tools) != 1 || set.Tools[0].Name != "get_forecast" || len(notes) != 1 || !strings.Contains(notes[0].What, "left to the rules") {
		t.Errorf("%d tools, notes %v", len(set.Tools), notes)
	}
}

func TestExpandDropsAll(t *testing.T) {
	s := newScript()
	all := `{"objections": [{"function": "getStation", "objection": "No."}, {"function": "searchStations", "objection": "No."}]}`
	s.lines["review.0/0"], s.lines["again.0/0"] = all, all
	if set, notes := expand(t, s); set != nil || len(notes) != 3 {
		t.Errorf("the set is %v, the notes %v", set, notes)
	}
}
