package schemas

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

func TestNamesAndSource(t *testing.T) {
	names := Names()
	for _, want := range []string{Entry, Plan, Observation, Manifest, Origin, Rejection} {
		if !slices.Contains(names, want) {
			t.Errorf("no schema %q in %v", want, names)
		}
	}
	for _, name := range names {
		source, err := Source(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Decode(source)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if id := v.(map[string]any)["$id"]; id != "https://schemas.switchyard.invalid/"+name+suffix {
			t.Errorf("%s has the $id %v", name, id)
		}
	}
	if _, err := Source("nothing"); err == nil || !strings.Contains(err.Error(), "entry") {
		t.Errorf("Source of an unknown name: %v", err)
	}
	s := loaded(t)
	if v := s.Validate("nothing", []byte("{}")); len(v) != 1 {
		t.Errorf("Validate with an unknown name: %v", v)
	}
	if v := s.ValidateValue("nothing", nil); len(v) != 1 {
		t.Errorf("ValidateValue with an unknown name: %v", v)
	}
}

// Every schema must be in the reach of the quick nodes but the manifest, of
// which there is one in a run.
func TestQuickKnowsTheHotSchemas(t *testing.T) {
	for _, name := range []string{Entry, Plan, Observation, Rejection} {
		if loaded(t).schemas[name].quick == nil {
			t.Errorf("%s uses a keyword that only the library knows", name)
		}
	}
}

const goodOrigin = `{"made_by":"switchyard sample","version":"1","asked":{"n":3},` +
	`"inputs":[{"path":"a.jsonl","entries":5,"sha256":"0000000000000000000000000000000000000000000000000000000000000000"}],` +
	`"files":[{"name":"entries.jsonl","entries":3,"bytes":9,"sha256":"0000000000000000000000000000000000000000000000000000000000000000"}],"details":{}}`

const goodManifest = `{
  "format": "switchyard-manifest/1", "version": "0.1.0", "state": "finished",
  "config": {"seed": 7, "missions": [1, 2], "per_path": {"1": 4, "2": 1}, "paths": "", "fine": false,
    "toolsets": [{"name": "travel", "sha256": "0000000000000000000000000000000000000000000000000000000000000000", "source": "catalog"}],
    "distractors": 0, "limit": 0, "strategy": "blueprint"},
  "accounting": {"planned": 20, "accepted": 18, "rejected": {"proof": 2}, "failed": {}},
  "coverage": [{"missions": 1, "paths": 4, "covered": 4, "msss": 1}, {"missions": 2, "paths": 16, "covered": 14, "msss": 0.875}],
  "balance": {"types": {"single": 9}, "patterns": {}, "relations": {}, "ways": {}},
  "files": [{"name": "entries.jsonl", "entries": 18, "bytes": 4096, "sha256": "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}]
}`

func TestValidate(t *testing.T) {
	plan := func(list string) string {
		return `{"Mission_Finish":"no","Thought":"t","Plan":"p","Action_List":` + list + `}`
	}
	tests := []struct {
		name, schema, doc string
		want              []string
	}{
		{"entry", Entry, string(sampleEntry(t)), nil},
		{"manifest", Manifest, goodManifest, nil},
		{"running manifest", Manifest, `{"format":"switchyard-manifest/1","version":"1","state":"running","config":{"seed":1,"missions":[1],"per_path":3,` +
			`"toolsets":[{"name":"a","sha256":"0000000000000000000000000000000000000000000000000000000000000000","source":"x"}]},` +
			`"accounting":{"planned":1,"accepted":0,"rejected":{},"failed":{}}}`, nil},
		{"manifest without figures", Manifest, strings.Replace(goodManifest, `"coverage"`, `"covered"`, 1),
			[]string{`"coverage" is missing`, `/covered: unknown key`}},
		{"per_path", Manifest, strings.Replace(goodManifest, `{"1": 4, "2": 1}`, `{"5": 4}`, 1),
			[]string{`/config/per_path: "5" is not allowed as a key`, `/config/per_path: must match ^[1-4]$; is "5"`}},
		{"hash", Manifest, strings.Replace(goodManifest, `"ffff`, `"FFFF`, 1),
			[]string{`/files/0/sha256: must match ^[0-9a-f]{64}$; is "FFFFffffffffffffffffffffffffffffffffffffffffffffffffffffffff…"`}},
		{"share", Manifest, strings.Replace(goodManifest, `0.875`, `1.5`, 1), []string{`/coverage/1/msss: must be at most 1; is 1.5`}},
		{"missions twice", Manifest, strings.Replace(goodManifest, `[1, 2]`, `[1, 1]`, 1), []string{`/config/missions: items 0 and 1 are the same`}},
		{"origin", Origin, goodOrigin, nil},
		{"origin of nothing", Origin, strings.Replace(goodOrigin, `"entries":3,"bytes"`, `"entries":0,"bytes"`, 1), []string{`/files/0/entries: must be at least 1; is 0`}},
		{"rejection", Rejection, `{"id":"a","switch_path":["chat"],"toolset":"travel","attempts":3,"reason":"proof","check":"relation","message":"no","mission":0}`, nil},
		{"rejection by number", Rejection, `{"id":"a","switch_path":["talk"],"toolset":"travel","attempts":-1,"reason":"It failed","message":"","mission":4}`, []string{
			`/attempts: must be at least 0; is -1`,
			`/message: must not be empty`,
			`/mission: must be at most 3; is 4`,
			`/reason: must match ^[a-z][a-z0-9_-]*$; is "It failed"`,
			`/switch_path/0: must be one of "single", "multi", "clarify", "chat"; is "talk"`,
		}},
		{"observation", Observation, `{"status":404,"body":{"error":"gone"}}`, nil},
		{"observation null", Observation, `{"status":204,"body":null}`, nil},
		{"observation status", Observation, `{"status":"200","body":1}`, []string{`/status: must be an integer, is a string`}},
		{"observation float", Observation, `{"status":200.5,"body":1}`, []string{`/status: must be an integer, is a number`}},
		{"observation whole float", Observation, `{"status":2e2,"body":1}`, nil},
		{"observation bare", Observation, `[1]`, []string{`must be an object, is an array`}},
		{"plan", Plan, plan(`[{"name":"x","arguments":{"a":[1,{"b":null}]},"tool_call_purpose":""}]`), nil},
		{"plan without actions", Plan, plan(`[]`), []string{`/Action_List: needs at least 1 item, has 0`}},
		{"plan with text", Plan, plan(`[{"name":"x","arguments":"{}","tool_call_purpose":"", "a/b~c": 1}]`),
			[]string{`/Action_List/0/arguments: must be an object, is a string`, `/Action_List/0/a~1b~0c: unknown key`}},
		{"plan finish", Plan, strings.Replace(plan(`[{"name":"x","arguments":{},"tool_call_purpose":""}]`), `"no"`, `"No"`, 1),
			[]string{`/Mission_Finish: must be one of "yes", "no"; is "No"`}},
		{"empty", Plan, " \n", []string{`not JSON: line 2, column 1: the document is empty`}},
		{"torn", Plan, `{"Plan": "x`, []string{`not JSON: line 1, column 12: the document ends inside a string`}},
		{"twice", Plan, "{\n  \"Plan\": \"x\",\n  \"Plan\": \"y\"}", []string{`not JSON: line 3, column 3: the key "Plan" occurs twice`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, v := range loaded(t).Validate(test.schema, []byte(test.doc)) {
				got = append(got, v.String())
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(test.want, "\n\t"))
			}
		})
	}
}

// entryWith gives the sample entry with one change.
func entryWith(t *testing.T, change func(e *mission.Entry)) []byte {
	t.Helper()
	var e mission.Entry
	if err := json.Unmarshal(sampleEntry(t), &e); err != nil {
		t.Fatal(err)
	}
	change(&e)
	doc, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestEntryConditions(t *testing.T) {
	type change = func(e *mission.Entry)
	yes := true
	tests := []struct {
		name   string
		change change
		want   string
	}{
		{"nothing", func(e *mission.Entry) {}, ""},
		{"five missions", func(e *mission.Entry) { e.Missions = append(e.Missions, e.Missions[3]) }, "/missions: may have at most 4 items, has 5"},
		{"format", func(e *mission.Entry) { e.Format = "switchyard-entry/0" }, `/format: must be one of "switchyard-entry/2", "switchyard-entry/1"; is "switchyard-entry/0"`},
		{"nil calls", func(e *mission.Entry) { e.Missions[3].Calls = nil }, "/missions/3/calls: must be an array, is null"},
		{"multi without pattern", func(e *mission.Entry) { e.Missions[1].Pattern = "" }, `/missions/1: "pattern" is missing`},
		{"single with pattern", func(e *mission.Entry) { e.Missions[0].Pattern = mission.Serial }, "/missions/0/pattern: must not be here"},
		{"multi with one call", func(e *mission.Entry) { e.Missions[1].Calls = e.Missions[1].Calls[:1] }, "/missions/1/calls: needs at least 2 items, has 1"},
		{"single with two", func(e *mission.Entry) { e.Missions[0].Calls = append(e.Missions[0].Calls, e.Missions[0].Calls...) }, "/missions/0/calls: may have at most 1 item, has 2"},
		{"clarify without question", func(e *mission.Entry) { e.Missions[2].Questions = nil }, `/missions/2: "questions" is missing`},
		{"chat with question", func(e *mission.Entry) { e.Missions[3].Questions = e.Missions[2].Questions }, "/missions/3/questions: must not be here"},
		{"chat with call", func(e *mission.Entry) { e.Missions[3].Calls = e.Missions[2].Calls }, "/missions/3/calls: may have at most 0 items, has 1"},
		{"chat without claim", func(e *mission.Entry) { e.Missions[3].Chat = nil }, `/missions/3: "chat" is missing`},
		{"claim without keywords", func(e *mission.Entry) { e.Missions[3].Chat.Keywords = nil }, `/missions/3/chat: "keywords" is missing`},
		{"first with relation", func(e *mission.Entry) { e.Missions[0].Relation = mission.Implicit }, "/missions/0/relation: must not be here"},
		{"later without relation", func(e *mission.Entry) { e.Missions[1].Relation = "" }, `/missions/1: "relation" is missing`},
		{"later without reference", func(e *mission.Entry) { e.Missions[1].Reference = nil }, `/missions/1: "reference" is missing`},
		{"way", func(e *mission.Entry) { e.Missions[3].Reference.Way = "sideways" }, "/missions/3/reference/way: must be one of "},
		{"user with plan", func(e *mission.Entry) { e.Missions[0].Dialogue[0].Plan = e.Missions[0].Dialogue[1].Plan }, "/missions/0/dialogue/0/role: must be \"planner\"; is \"user\""},
		{"user who accepts", func(e *mission.Entry) { e.Missions[0].Dialogue[0].Accepted = &yes }, "/missions/0/dialogue/0/role: must be \"checker\"; is \"user\""},
		{"silent user", func(e *mission.Entry) { e.Missions[0].Dialogue[0].Text = "" }, "/missions/0/dialogue/0: needs at least 2 keys, has 1"},
		{"talking tool", func(e *mission.Entry) { e.Missions[0].Dialogue[3].Text = "x" }, "/missions/0/dialogue/3/role: must be one of \"user\", \"ai\"; is \"tool\""},
		{"arguments", func(e *mission.Entry) { e.Missions[0].Calls[0].Arguments = json.RawMessage(`"{}"`) }, "/missions/0/calls/0/arguments: must be an object, is a string"},
		{"pointer", func(e *mission.Entry) { e.Missions[0].Calls[0].Sources[0].Pointer = "from" }, "/missions/0/calls/0/sources/0/pointer: must match "},
		{"said", func(e *mission.Entry) { e.Missions[0].Calls[0].Sources[0].Said = mission.FromQuery }, "/missions/0/calls/0/sources/0/kind: must be one of \"clock\", \"knowledge\"; is \"query\""},
		{"at", func(e *mission.Entry) { e.Missions[0].Calls[0].Sources[0].At = "/x" }, "/missions/0/calls/0/sources/0/kind: must be one of \"observation\", \"shown\"; is \"query\""},
		{"clock", func(e *mission.Entry) { e.Environment.Now = "2024-13-01 09:30:00" }, "/environment/now: must match "},
		{"status", func(e *mission.Entry) { e.Missions[0].Calls[0].Status = 600 }, "/missions/0/calls/0/status: must be at most 599; is 600"},
		{"count", func(e *mission.Entry) { e.Missions[0].Paths.Total = "01" }, "/missions/0/paths/total: must match "},
		{"empty step", func(e *mission.Entry) { e.Missions[0].Paths.Listed = [][][]int{{{}}} }, "/missions/0/paths/listed/0/0: needs at least 1 item, has 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list := loaded(t).Validate(Entry, entryWith(t, test.change))
			if test.want == "" {
				if list != nil {
					t.Fatal(list)
				}
				return
			}
			if len(list) != 1 || !strings.HasPrefix(list[0].String(), test.want) {
				t.Errorf("got %v, want %s", list, test.want)
			}
		})
	}
}

// The schema and the Go types must name the same keys and demand the same ones.
func TestEntrySchemaMatchesGoTypes(t *testing.T) {
	source, err := Source(Entry)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := Decode(source)
	if err != nil {
		t.Fatal(err)
	}
	root := doc.(map[string]any)
	m := typeMatcher{t: t, definitions: root["definitions"].(map[string]any)}
	m.match("entry", root, reflect.TypeFor[mission.Entry]())
	if m.structs < 15 {
		t.Errorf("only %d Go types were compared", m.structs)
	}
}

type typeMatcher struct {
	t           *testing.T
	definitions map[string]any
	structs     int
}

func (m *typeMatcher) match(where string, schema any, goType reflect.Type) {
	m.t.Helper()
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		m.match(where, m.definitions[strings.TrimPrefix(ref, "#/definitions/")], goType)
		return
	}
	if where == "entry.missions[]" {
		schema = m.definitions["mission"]
		s = schema.(map[string]any)
	}
	switch goType.Kind() {
	case reflect.Pointer:
		m.match(where, schema, goType.Elem())
	case reflect.Slice, reflect.Array:
		if goType == reflect.TypeFor[json.RawMessage]() {
			return
		}
		items := s["items"]
		if list, ok := items.([]any); ok {
			items = list[0]
		}
		m.match(where+"[]", items, goType.Elem())
	case reflect.Map:
		m.match(where+"{}", s["additionalProperties"], goType.Elem())
	case reflect.Struct:
		m.matchStruct(where, s, goType)
	}
}

func (m *typeMatcher) matchStruct(where string, s map[string]any, goType reflect.Type) {
	m.structs++
	if s["additionalProperties"] != false {
		m.t.Errorf("%s lets unknown keys pass", where)
	}
	props, _ := s["properties"].(map[string]any)
	var required, known []string
	for i := range goType.NumField() {
		field := goType.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		known = append(known, name)
		if options != "omitempty" {
			required = append(required, name)
		}
		prop, ok := props[name]
		if !ok {
			m.t.Errorf("%s.%s is in the Go type %s, but not in the schema", where, name, goType)
			continue
		}
		m.match(where+"."+name, prop, field.Type)
	}
	for name := range props {
		if !slices.Contains(known, name) {
			m.t.Errorf("%s.%s is in the schema, but not in the Go type %s", where, name, goType)
		}
	}
	var demanded []string
	for _, name := range s["required"].([]any) {
		demanded = append(demanded, name.(string))
	}
	slices.Sort(required)
	slices.Sort(demanded)
	if !slices.Equal(required, demanded) {
		m.t.Errorf("%s: the schema demands %v, the Go type always has %v", where, demanded, required)
	}
}

func TestCompile(t *testing.T) {
	tests := []struct{ schema, want string }{
		{`{"type":"object"}`, ""},
		{`true`, ""},
		{`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`, ""},
		{`{"properties":{"child":{"$ref":"#"}}}`, ""},
		{`{"type":"float"}`, "not a usable JSON Schema"},
		{`{"pattern":"("}`, "not a usable JSON Schema"},
		{`[]`, "not a usable JSON Schema"},
		{`{`, "not JSON"},
		{`{"$ref":"#/definitions/gone"}`, "not a usable JSON Schema"},
		{`{"properties":{"a":{"$ref":"http://localhost:1/x.json"}}}`, "/properties/a/$ref: refers to http://localhost:1/x.json, which is outside"},
		{`{"items":{"$ref":"file:///etc/passwd"}}`, "/items/$ref: refers to file:///etc/passwd, which is outside"},
		{`{"$ref":"#"}`, "leads back to itself"},
		{`{"allOf":[{"$ref":"#/definitions/a"}],"definitions":{"a":{"if":{"not":{"$ref":"#/definitions/a"}}}}}`, "leads back to itself"},
	}
	for _, test := range tests {
		_, err := Compile([]byte(test.schema))
		if got := fmt.Sprint(err); (test.want == "") != (err == nil) || (err != nil && !strings.Contains(got, test.want)) {
			t.Errorf("%s: got %v, want %s", test.schema, err, test.want)
		}
	}
	s, err := Compile([]byte(`{"type":"object","properties":{"n":{"oneOf":[{"type":"integer"},{"type":"string"}]}},"required":["n"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if v := s.Validate([]byte(`{"n":"x"}`)); v != nil {
		t.Error(v)
	}
	if v := s.Validate([]byte(`{"n":true}`)); len(v) != 1 || v[0].Pointer != "/n" {
		t.Error(v)
	}
	s, err = Compile([]byte(`{"allOf":[{"required":["n"]},{"required":["n"]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if v := s.Validate([]byte(`{}`)); len(v) != 1 {
		t.Errorf("said twice: %v", v)
	}
}

func TestValidateValueOfGoTypes(t *testing.T) {
	s := loaded(t)
	type object = map[string]any
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"numbers", object{"status": 200, "body": object{"a": 1.5, "b": uint8(3), "c": []int{1, 2}}}, ""},
		{"json.Number", object{"status": json.Number("200"), "body": nil}, ""},
		{"raw", object{"status": 200.0, "body": json.RawMessage(`{"a":1}`)}, ""},
		{"typed map", map[string]int{"status": 99, "body": 0}, "/status: must be at least 100; is 99"},
		{"struct", object{"status": struct{}{}, "body": 1}, "/status: must be an integer, is an object"},
		{"bad number", object{"status": json.Number("many"), "body": 1}, `/status: "many" is not a JSON number`},
		{"huge number", object{"status": json.Number("1e999999999"), "body": 1}, "/status: the number 1e999999999 is too large or too small"},
		{"tiny number", object{"status": json.Number("1e-999999999"), "body": 1}, "/status: the number 1e-999999999 is too large or too small"},
		{"nil map", map[string]any(nil), "must be an object, is null"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list := s.ValidateValue(Observation, test.value)
			if test.want == "" && list == nil {
				return
			}
			if len(list) != 1 || list[0].String() != test.want {
				t.Errorf("got %v, want %q", list, test.want)
			}
		})
	}
}

// A schema file may refer to another one of the set, by its name or its $id.
func TestReferencesBetweenFiles(t *testing.T) {
	const base = "https://schemas.switchyard.invalid/"
	ids := map[string][]byte{
		base + "a.schema.json": []byte(`{"$id":"` + base + `a.schema.json","properties":{"n":{"$ref":"b.schema.json#/definitions/count"}}}`),
		base + "b.schema.json": []byte(`{"$id":"` + base + `b.schema.json","definitions":{"count":{"type":"integer"}}}`),
	}
	s, err := compile(ids[base+"a.schema.json"], ids)
	if err != nil {
		t.Fatal(err)
	}
	if v := s.Validate([]byte(`{"n":1}`)); v != nil {
		t.Error(v)
	}
	if v := s.Validate([]byte(`{"n":"1"}`)); len(v) != 1 || v[0].Pointer != "/n" {
		t.Error(v)
	}
	if _, err := compile([]byte(`{"$id":"`+base+`a.schema.json","$ref":"c.schema.json"}`), ids); err == nil {
		t.Error("a reference to a file that does not exist is taken")
	}
}
